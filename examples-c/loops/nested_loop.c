/* nested_loop: a dialog that runs its own main loop, like gtk_dialog_run.
 *
 * Teaches: an observer only requests the dialog (kmk_loop_defer), so everything continues in the
 *          dialog's main loop: the countdown behind it, and the dialog's own sends.
 * Run:     nested_loop
 * Needs:   glib-2.0
 * Prints:  expected/nested_loop.txt */
#include <glib-unix.h>
#include <kumiki.h>
#include <stdio.h>

/* ----------------------------------------------------------------- the feature
 * A countdown that a dialog interrupts, and that continues behind the open dialog. */

static kmk_effect *dialog(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  if (kmk_action_is(action, "opened"))
    kmk_state_set_new(state, "/isOpen", json_true());
  return kmk_action_is(action, "closed") ? kmk_effect_dismiss(env) : NULL;
}

static kmk_effect *next_tick(void) {
  return kmk_effect_after_new(KMK_MILLISECONDS(5), json_string("tick"));
}

static kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "start") || kmk_action_is(action, "dialog.presented.opened"))
    return next_tick();
  if (!kmk_action_is(action, "tick"))
    return NULL;
  json_int_t left = json_integer_value(kmk_state_get(state, "/left")) - 1;
  kmk_state_set_new(state, "/left", json_integer(left));
  if (left == 3)
    kmk_state_set_new(state, "/dialog", json_pack("{s:b}", "isOpen", 0));
  return left == 3 || left == 0 ? NULL : next_tick();
}

/* ----------------------------------------------------------------- the windows */

typedef struct program {
  kmk_loop *loop;
  kmk_store *store;
  GMainLoop *window; /* the main loop of the program's window */
  GMainLoop *dialog; /* the main loop of the dialog, while it runs */
  bool is_presented; /* the state presents a dialog */
} program;

static void show_left(const json_t *left, void *data) {
  program *p = data;
  json_int_t value = json_integer_value(left);
  printf("%sleft: %" JSON_INTEGER_FORMAT "\n", p->dialog ? "  " : "", value);
  if (value == 1)
    kmk_store_send_at(p->store, "dialog.presented.closed", NULL, NULL);
  if (value == 0)
    g_main_loop_quit(p->window);
}

/* Like a toolkit's call that returns when its window was closed. It runs outside all callbacks. */
static void run_dialog(void *data) {
  program *p = data;
  if (!p->is_presented)
    return; /* dismissed before this iteration */
  puts("  the dialog opens");
  p->dialog = g_main_loop_new(NULL, FALSE);
  kmk_store_send_at(p->store, "dialog.presented.opened", NULL, NULL);
  g_main_loop_run(p->dialog);
  g_main_loop_unref(p->dialog);
  p->dialog = NULL;
  puts("the dialog has returned");
}

static void present(const char *id, const char *state_case, const json_t *state, void *data) {
  (void)id, (void)state_case, (void)state;
  program *p = data;
  p->is_presented = true;
  kmk_loop_defer(p->loop, run_dialog, p, NULL);
}

static void update(const char *id, const json_t *state, void *data) {
  (void)id, (void)state, (void)data;
  puts("  the dialog has changed");
}

static void dismiss(const char *id, void *data) {
  (void)id;
  program *p = data;
  p->is_presented = false;
  if (p->dialog)
    g_main_loop_quit(p->dialog);
}

/* ------------------------------------------------------------------- the loop */

static gboolean dispatch(gint descriptor, GIOCondition condition, gpointer loop) {
  (void)descriptor, (void)condition;
  int ran = kmk_loop_dispatch(loop, 0);
  return ran >= 0 || ran == KMK_ERR_BUSY ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

int main(void) {
  program p = {.loop = kmk_loop_new(NULL), .window = g_main_loop_new(NULL, FALSE)};
  GSource *source = g_unix_fd_source_new(kmk_loop_fd(p.loop), G_IO_IN);
  g_source_set_callback(source, G_SOURCE_FUNC(dispatch), p.loop, NULL);
  g_source_set_can_recurse(source, TRUE); /* or the dialog's main loop would skip it */
  g_source_attach(source, NULL);

  kmk_reducer *feature = kmk_presentation(kmk_reducer_new(counter, NULL, NULL), "/dialog", "dialog",
                                          NULL, kmk_reducer_new(dialog, NULL, NULL));
  json_t *initial = json_pack("{s:i, s:n}", "left", 5, "dialog");
  p.store = kmk_store_new(p.loop, feature, initial, NULL);
  json_decref(initial);
  const kmk_presentation_callbacks callbacks = {sizeof callbacks, present, update, dismiss};
  kmk_subscription *kept[] = {
      kmk_store_observe_presentation(p.store, "/dialog", &callbacks, &p, NULL, NULL),
      kmk_store_observe(p.store, "/left", show_left, &p, NULL, NULL)};
  kmk_store_send_text(p.store, "\"start\"", NULL);

  g_main_loop_run(p.window);

  kmk_subscription_free(kept[0]);
  kmk_subscription_free(kept[1]);
  kmk_store_free(p.store);
  g_source_destroy(source);
  g_source_unref(source);
  kmk_loop_free(p.loop);
  g_main_loop_unref(p.window);
  return 0;
}

/* 10_modal: a modal dialog with its own main loop, and another dialog inside it.
 *
 * Teaches: why an observer must not wait for a user, and kmk_loop_defer, which calls a function that
 *          may wait: in the dialog's own loop, sends work, timers fire and further dialogs open.
 * Run:     10_modal
 * Prints:  expected/10_modal.txt */
#include <errno.h>
#include <kumiki.h>
#include <poll.h>
#include <stdio.h>

/* A dialog that counts down and then asks to be dismissed. */
static kmk_effect *reduce_dialog(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  if (kmk_action_is(action, "start"))
    return kmk_effect_every_new(1000000, json_string("tick"));
  json_int_t left = json_integer_value(kmk_state_get(state, "/left")) - 1;
  kmk_state_set_new(state, "/left", json_integer(left));
  return left == 0 ? kmk_effect_dismiss(env) : NULL;
}

/* Presents a dialog that counts down from a number, and starts it. */
static kmk_effect *open_dialog(kmk_state *state, const char *slot, const json_t *from) {
  char pointer[32];
  snprintf(pointer, sizeof pointer, "/%s", slot);
  kmk_state_set_new(state, pointer, json_pack("{s:I}", "left", json_integer_value(from)));
  return kmk_effect_send_new(json_pack("{s:{s:s}}", slot, "presented", "start"));
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "ask"))
    return open_dialog(state, "question", kmk_action_payload(action, "ask"));
  if (kmk_action_is(action, "tell"))
    return open_dialog(state, "about", kmk_action_payload(action, "tell"));
  return NULL;
}

/* ---------------------------------------------------------------------- the windows */

typedef struct window {
  const char *name;
  const char *opens; /* the first action of its user */
  kmk_loop *loop;
  kmk_store *store;
  bool is_open;
} window;

static int depth;

static void say(const char *name, const char *what) {
  printf("%*s%s %s\n", 2 * depth, "", name, what);
}

/* Runs the loop until a window has closed: the main loop of the program, and of each dialog. */
static void serve(const window *w) {
  struct pollfd watched = {kmk_loop_fd(w->loop), POLLIN, 0};
  while (w->is_open) {
    if (poll(&watched, 1, -1) < 0 && errno != EINTR)
      return;
    if (kmk_loop_dispatch(w->loop, 0) < 0)
      return;
  }
}

/* Like a toolkit's call that returns when the dialog has closed. */
static void run_dialog(void *user_data) {
  window *w = user_data;
  say(w->name, "opens");
  depth++;
  if (w->opens)
    kmk_store_send_text(w->store, w->opens, NULL);
  serve(w);
  depth--;
  say(w->name, "has closed");
}

/* The state presents a dialog. The dialog runs after the burst, not inside it. */
static void present(const char *id, const char *name, const json_t *state, void *user_data) {
  (void)id, (void)name, (void)state;
  window *w = user_data;
  w->is_open = true;
  kmk_loop_defer(w->loop, run_dialog, w, NULL);
}

static void dismiss(const char *id, void *user_data) {
  (void)id;
  window *w = user_data;
  w->is_open = false;
  say(w->name, "is dismissed by the state");
}

int main(void) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_reducer *dialog = kmk_reducer_new(reduce_dialog, NULL, NULL);
  kmk_reducer *feature = kmk_reducer_new(reduce, NULL, NULL);
  feature = kmk_presentation(feature, "/question", "question", NULL, kmk_reducer_retain(dialog));
  feature = kmk_presentation(feature, "/about", "about", NULL, dialog);
  json_t *initial = json_pack("{s:n, s:n}", "question", "about");
  kmk_store *store = kmk_store_new(loop, feature, initial, NULL);
  json_decref(initial);

  window about = {"about", NULL, loop, store, false};
  window question = {"question", "{\"tell\": 5}", loop, store, false};
  const kmk_presentation_callbacks callbacks = {sizeof callbacks, present, NULL, dismiss};
  kmk_subscription *subscriptions[] = {
      kmk_store_observe_presentation(store, "/question", &callbacks, &question, NULL, NULL),
      kmk_store_observe_presentation(store, "/about", &callbacks, &about, NULL, NULL)};

  /* The question is dismissed first, but returns only when the dialog inside it has closed. */
  kmk_store_send_text(store, "{\"ask\": 3}", NULL);
  serve(&question);
  puts("the end");

  kmk_subscription_free(subscriptions[0]);
  kmk_subscription_free(subscriptions[1]);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

#include "sheet_table.h"
#include "gtk_support.h"

void (*call_now)(void);

static kmk_effect *opener(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *sheet = kmk_action_payload(action, "open");
  json_int_t answers = json_integer_value(kmk_state_get(state, "/answers"));
  if (sheet)
    kmk_state_set(state, "/sheet", sheet);
  if (kmk_action_payload(action, "sheet.presented"))
    kmk_state_set_new(state, "/answers", json_integer(answers + 1));
  if (kmk_action_payload(action, "sheet.presented.close"))
    kmk_state_set_new(state, "/sheet", json_null());
  if (kmk_action_is(action, "call"))
    call_now();
  return NULL;
}

/* The only action of an alert. */
static kmk_reducer *answers(void) {
  static const kmk_case known[] = {{"yes", "any"}};
  return kmk_cases(kmk_empty(), KMK_COUNT(known), known);
}

sheet_table open_sheet(bool is_alert) {
  sheet_table made = {kmk_loop_new_virtual(NULL), NULL, gtk_window_new(), gtk_button_new()};
  json_t *initial = json_pack("{s:n, s:i}", "sheet", "answers", 0);
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.ephemeral = is_alert;
  kmk_reducer *reducer = kmk_presentation(kmk_reducer_new(opener, NULL, NULL), "/sheet", "sheet",
                                          &options, is_alert ? answers() : kmk_empty());
  made.store = kmk_store_new(made.loop, reducer, initial, NULL);
  assert_non_null(made.store);
  json_decref(initial);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(box), gtk_entry_new()); /* has the focus */
  gtk_box_append(GTK_BOX(box), made.owner);
  gtk_window_set_child(GTK_WINDOW(made.window), box);
  gtk_window_present(GTK_WINDOW(made.window));
  user_sees(made.window);
  return made;
}

void close_sheet(sheet_table *t) {
  if (t->window)
    gtk_window_destroy(GTK_WINDOW(t->window));
  user_waits();
  kmk_store_free(t->store);
  kmk_loop_free(t->loop);
}

void tell(const sheet_table *t, const char *action) {
  kmk_store_send_text(t->store, action, NULL);
  user_waits();
}

bool is_up(const sheet_table *t) {
  json_t *sheet = kmk_store_get(t->store, "/sheet", NULL);
  bool is_up = sheet && !json_is_null(sheet);
  json_decref(sheet);
  return is_up;
}

void assert_answers(const sheet_table *t, int count) {
  json_t *answers = kmk_store_get(t->store, "/answers", NULL);
  assert_int_equal(json_integer_value(answers), count);
  json_decref(answers);
}

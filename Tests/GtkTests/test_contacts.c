/* The windows of contacts, used as its users use them, with 100,000 contacts.
 *
 * Run:  test_contacts COMMAND    COMMAND: the command-line example with the same program logic */
#include "contacts_app.h"
#include "gtk_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MANY 100000

static const char *command;

/* ------------------------------------------------- compared with the command line */

static void run_command(const contacts_app *told, const char *first, const char *second,
                        const char *third) {
  const char *arguments[] = {command, told->path, first, second, third, NULL};
  int status = -1;
  assert_true(g_spawn_sync(NULL, (char **)(uintptr_t)arguments, NULL, G_SPAWN_STDOUT_TO_DEV_NULL,
                           NULL, NULL, NULL, NULL, &status, NULL));
  assert_int_equal(status, 0);
}

/* The content of the file without ids, which are random. */
static char *saved_text(const contacts_app *of) {
  json_t *saved = json_load_file(of->path, 0, NULL), *contact;
  size_t index;
  json_array_foreach(json_object_get(saved, "contacts"), index, contact)
      json_object_del(contact, "id");
  json_object_del(saved, "history"); /* each run of the command starts a new history */
  char *text = json_dumps(saved, JSON_SORT_KEYS | JSON_INDENT(1));
  json_decref(saved);
  return text;
}

static void add_by_hand(const char *name, const char *phone) {
  assert_true(user_clicks("add"));
  assert_int_equal(user_windows(), 2);
  assert_true(user_clicks("done")); /* refused without a name */
  assert_int_equal(user_windows(), 2);
  assert_non_null(user_finds("problem"));
  assert_true(user_types("name", name));
  assert_null(user_finds("problem"));
  assert_true(user_types("phone", phone));
  assert_true(user_clicks("done"));
  assert_int_equal(user_windows(), 1);
}

static void a_day_is_saved_as_by_the_command_line(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  contacts_app seen, told;
  contacts_open(&told, NULL, 0, false);
  contacts_close(&told);
  run_command(&told, "add", "Ada", "1815");
  run_command(&told, "add", "Grace", "1906");
  run_command(&told, "delete", "Ada", NULL);
  run_command(&told, "star", "Grace", NULL);
  contacts_open(&seen, NULL, 0, true);
  assert_null(user_finds("undo")); /* disabled: there is nothing to undo */
  add_by_hand("Ada", "1815");
  add_by_hand("Grace", "1906");
  assert_true(user_clicks("add"));
  user_closes(); /* discards the form */
  assert_int_equal(user_windows(), 1);
  assert_true(user_clicks("delete")); /* the first row */
  assert_int_equal(user_windows(), 2);
  user_closes();
  assert_true(user_clicks("delete"));
  assert_true(user_clicks("delete")); /* in the alert */
  assert_int_equal(user_windows(), 1);
  assert_null(user_finds("redo"));
  assert_true(user_clicks("undo"));
  assert_true(user_clicks("redo"));
  assert_true(user_clicks("star"));
  contacts_close(&seen);
  char *one = saved_text(&seen), *other = saved_text(&told);
  assert_string_equal(one, other);
  free(one);
  free(other);
  contacts_remove_files(&seen);
  contacts_remove_files(&told);
  assert_int_equal(kmk_live_objects(), live);
}

/* ----------------------------------------------------------------------- the list */

static const char *first_name(void) {
  GtkWidget *label = user_finds("name");
  return label ? gtk_label_get_text(GTK_LABEL(label)) : "";
}

static void wait_for_rows(GListModel *rows, guint count) {
  while (g_list_model_get_n_items(rows) != count)
    g_main_context_iteration(NULL, TRUE);
  user_waits();
}

static void a_hundred_thousand_rows_are_scrolled_and_searched(void **unused) {
  (void)unused;
  contacts_app seen;
  contacts_open(&seen, NULL, MANY, true);
  GtkWidget *list = user_finds("contacts");
  GListModel *rows = G_LIST_MODEL(gtk_list_view_get_model(GTK_LIST_VIEW(list)));
  assert_int_equal(g_list_model_get_n_items(rows), MANY);
  assert_string_equal(first_name(), "Person 000000");
  /* Only some rows have widgets, scoped stores and observers. */
  size_t live = kmk_live_objects();
  assert_in_range(live, 1, 2000);
  gtk_widget_activate_action(list, "list.scroll-to-item", "u", MANY / 2);
  user_waits();
  g_signal_emit_by_name(list, "activate", MANY / 2);
  user_waits();
  assert_true(user_clicks("edit"));
  assert_true(user_types("phone", "77"));
  assert_true(user_clicks("done"));
  assert_true(user_clicks("close"));
  assert_true(user_types("query", "Person 0999"));
  wait_for_rows(rows, 100);
  assert_true(user_types("query", "Person 07777"));
  wait_for_rows(rows, 10);
  assert_true(user_types("query", ""));
  wait_for_rows(rows, MANY);
  contacts_close(&seen);
  contacts_remove_files(&seen);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_day_is_saved_as_by_the_command_line),
      cmocka_unit_test(a_hundred_thousand_rows_are_scrolled_and_searched),
  };
  if (argc < 2)
    return 2;
  command = argv[1];
  gtk_init();
  return cmocka_run_group_tests(tests, NULL, NULL);
}

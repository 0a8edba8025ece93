/* The windows of downloads, used as its users use them, with files, and with 10,000 rows that move. */
#include "../../examples-c/downloads/downloads.h"
#include "../../examples-c/downloads/net.h"
#include "../../examples-c/gtk/downloads_windows.h"
#include "gtk_support.h"

#include <glib/gstdio.h>
#include <kumiki_glib.h>
#include <kumiki_gtk_row.h>

#define MANY 10000

typedef struct app {
  char *folder, *source; /* the target folder, and a file to fetch */
  net net;
  kmk_loop *loop;
  kmk_store *store;
  guint watch;
  GtkWidget *window;
} app;

/* Waits until the requests have been answered, and shows the results. */
static void settle(const app *of) {
  kmk_loop_run_until_idle(of->loop, -1, NULL);
  while (kmk_loop_awaited_count(of->loop) > 0)
    kmk_loop_dispatch(of->loop, -1);
  user_waits();
}

/* The app must not be moved, since the servers have a pointer to its network. */
static void begin(app *made, json_t *rows) {
  kmk_error error;
  made->folder = g_dir_make_tmp("kumiki-XXXXXX", NULL);
  made->source = g_build_filename(made->folder, "film.avi", NULL);
  assert_true(g_file_set_contents(made->source, "0123456789", 10, NULL));
  char *target = g_build_filename(made->folder, "here", NULL);
  assert_int_equal(g_mkdir(target, 0700), 0);
  made->net = (net){target, 0};
  made->loop = kmk_loop_new_virtual(NULL);
  assert_true(net_serve(&made->net, made->loop, &error));
  const downloads_state_made state = downloads_state_new();
  downloads_state_put_rows(state, rows);
  made->store = kmk_store_new(made->loop, downloads_reducer(), state.json, &error);
  json_decref(state.json);
  assert_non_null(made->store);
  made->watch = kmk_glib_attach(made->loop, NULL);
  made->window = downloads_window(made->store, &error);
  gtk_window_present(GTK_WINDOW(made->window));
  kmk_store_send_at(made->store, DOWNLOADS_CASE_BEGIN, NULL, NULL);
  user_waits();
}

static void end(app *of) {
  gtk_window_destroy(GTK_WINDOW(of->window));
  user_waits();
  kmk_loop_finish(of->loop, -1, NULL);
  g_source_remove(of->watch);
  kmk_store_free(of->store);
  kmk_loop_free(of->loop);
  char *fetched = g_build_filename(of->net.folder, "film.avi", NULL);
  g_remove(fetched);
  g_remove(of->source);
  g_remove(of->net.folder);
  g_remove(of->folder);
  g_free(fetched);
  g_free(of->source);
  g_free((char *)(uintptr_t)of->net.folder);
  g_free(of->folder);
}

static const char *text_of(const char *name) {
  GtkWidget *label = user_finds(name);
  return label ? gtk_label_get_text(GTK_LABEL(label)) : "not to be seen";
}

static void a_file_is_added_fetched_opened_and_removed(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  app seen;
  begin(&seen, json_array());
  assert_true(user_clicks("add"));
  assert_int_equal(user_windows(), 2);
  assert_true(user_types("url", "/nowhere"));
  assert_null(user_finds("problem"));
  kmk_loop_advance(seen.loop, KMK_MILLISECONDS(300), NULL);
  settle(&seen);
  assert_non_null(user_finds("problem"));
  assert_true(user_types("url", seen.source));
  kmk_loop_advance(seen.loop, KMK_MILLISECONDS(300), NULL);
  settle(&seen);
  assert_null(user_finds("problem"));
  assert_string_equal(text_of("size"), "10");
  assert_true(user_clicks("done"));
  assert_int_equal(user_windows(), 1);
  settle(&seen);
  user_sees(seen.window);
  assert_string_equal(text_of("name"), "film.avi");
  assert_string_equal(text_of("phase"), "finished");
  assert_string_equal(text_of("totals"), "1 files, 0 of 0 MB");
  char *fetched = g_build_filename(seen.net.folder, "film.avi", NULL);
  assert_true(g_file_test(fetched, G_FILE_TEST_EXISTS));
  g_free(fetched);

  g_signal_emit_by_name(user_finds("downloads"), "activate", 0);
  user_waits();
  assert_string_equal(text_of("done"), "10");
  assert_true(user_clicks("close"));
  assert_true(user_clicks("clear"));
  assert_int_equal(user_windows(), 2);
  assert_true(user_clicks("clear")); /* in the alert */
  assert_int_equal(user_windows(), 1);
  assert_string_equal(text_of("totals"), "0 files, 0 of 0 MB");
  assert_true(user_clicks("undo"));
  assert_string_equal(text_of("totals"), "1 files, 0 of 0 MB");
  assert_true(user_clicks("remove"));
  assert_string_equal(text_of("totals"), "0 files, 0 of 0 MB");
  end(&seen);
  assert_int_equal(kmk_live_objects(), live);
}

/* -------------------------------------------------------------------- many rows */

static json_t *many(void) {
  json_t *rows = json_array();
  for (int i = 0; i < MANY; i++) {
    char id[16], name[32];
    g_snprintf(id, sizeof id, "d%d", i);
    g_snprintf(name, sizeof name, "file %05d", MANY - i);
    const downloads_row_made row = downloads_row_new(id, "/nowhere", name);
    downloads_row_put_size(row, 1000000);
    downloads_row_put_phase(row, DOWNLOADS_ROW_PHASE_PAUSED);
    json_array_append_new(rows, row.json);
  }
  return rows;
}

static void progress(const app *of, int row, json_int_t done) {
  char id[16];
  g_snprintf(id, sizeof id, "d%d", row);
  json_t *key = json_string(id);
  json_t *action = downloads_row_action_of_progressed(done).json;
  json_t *sent = kmk_action_element_at_new(DOWNLOADS_CASE_ROWS, key, action);
  assert_int_equal(kmk_store_send_new(of->store, sent, NULL), KMK_OK);
  json_decref(key);
}

static void select_sort(guint index) {
  gtk_drop_down_set_selected(GTK_DROP_DOWN(user_finds("sort")), index);
  user_waits();
}

/* Returns a new string: the name of the list's first row, even if it is scrolled out of view. */
static char *first_name(void) {
  GtkListView *list = GTK_LIST_VIEW(user_finds("downloads"));
  gpointer item = g_list_model_get_item(G_LIST_MODEL(gtk_list_view_get_model(list)), 0);
  json_t *name = kmk_store_get(kmk_gtk_row_store(item), DOWNLOADS_ROW_AT_NAME, NULL);
  char *copy = g_strdup(json_string_value(name));
  json_decref(name);
  g_object_unref(item);
  return copy;
}

static void assert_first(const char *name) {
  char *first = first_name();
  assert_string_equal(first, name);
  g_free(first);
}

static void ten_thousand_that_move_are_sorted_searched_and_summed(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  app seen;
  begin(&seen, many());
  user_sees(seen.window);
  assert_string_equal(text_of("name"), "file 10000");
  assert_string_equal(text_of("totals"), "10000 files, 0 of 10000 MB");
  /* Only some rows have widgets, scoped stores and observers. */
  assert_in_range(kmk_live_objects(), 1, 2000);
  select_sort(1);
  for (int i = 0; i < 200; i++)
    progress(&seen, 9 * i, 1000 * (i + 1));
  user_sees(seen.window);
  assert_first("file 08209"); /* the row with the most progress */
  assert_string_equal(text_of("totals"), "10000 files, 20 of 10000 MB");
  select_sort(2);
  assert_first("file 00001");
  assert_true(user_types("query", "file 0999"));
  user_sees(seen.window);
  assert_first("file 09990");
  assert_string_equal(text_of("totals"), "10 files, 0 of 10 MB");
  end(&seen);
  assert_int_equal(kmk_live_objects(), live);
}

static void settings_are_the_state_s(void **unused) {
  (void)unused;
  app seen;
  begin(&seen, many());
  assert_true(user_clicks("openSettings"));
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(user_finds("limit")), 5);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(user_finds("hides")), TRUE);
  json_t *part = kmk_store_get(seen.store, DOWNLOADS_AT_SETTINGS, NULL);
  const downloads_settings_json settings = downloads_settings_json_of(part);
  assert_int_equal(downloads_settings_limit(settings), 5);
  assert_true(downloads_settings_hides_finished(settings));
  json_decref(part);
  assert_true(user_clicks("close"));
  assert_non_null(user_finds("downloads"));
  assert_true(user_clicks("resume")); /* the first row, whose file does not exist */
  settle(&seen);
  user_sees(seen.window);
  assert_string_equal(text_of("phase"), "failed");
  end(&seen);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_is_added_fetched_opened_and_removed),
      cmocka_unit_test(ten_thousand_that_move_are_sorted_searched_and_summed),
      cmocka_unit_test(settings_are_the_state_s),
  };
  gtk_init();
  return cmocka_run_group_tests_name("downloads, with windows", tests, NULL, NULL);
}

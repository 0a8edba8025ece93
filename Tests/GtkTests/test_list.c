/* Rows in a GtkListView: each row is as high as its widgets. */
#include "gtk_support.h"

#include <kumiki_gtk_list.h>

/* {"insert": [INDEX, HEIGHT]} inserts a row with the next id. {"write": [ROW, ...]} */
static kmk_effect *rows_core(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  static int id;
  const json_t *payload = kmk_action_payload(action, "insert");
  if (payload)
    kmk_state_insertf_new(state,
                          json_pack("{s:i, s:O}", "id", ++id, "height", json_array_get(payload, 1)),
                          "/rows/%d", (int)json_integer_value(json_array_get(payload, 0)));
  if ((payload = kmk_action_payload(action, "write")))
    kmk_state_set(state, "/rows", payload);
  return NULL;
}

static GtkWidget *set_up(void) { return gtk_drawing_area_new(); }

static void show(GtkWidget *area, const json_t *row) {
  int height = (int)json_integer_value(json_object_get(row, "height"));
  gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(area), height);
}

/* The height of each mapped row. The row's container is inside GTK's own widget of the row. */
static json_t *heights(GtkWidget *list) {
  json_t *found = json_array();
  for (GtkWidget *row = gtk_widget_get_first_child(list); row;
       row = gtk_widget_get_next_sibling(row)) {
    GtkWidget *place = gtk_widget_get_first_child(row);
    if (gtk_widget_get_mapped(row))
      json_array_append_new(found, json_integer(gtk_widget_get_height(place)));
  }
  return found;
}

static void assert_heights(GtkWidget *list, const char *expected) {
  user_waits();
  for (int frame = 0; frame < 3; frame++)
    user_sees(GTK_WIDGET(gtk_widget_get_root(list)));
  json_t *found = heights(list);
  char *text = json_dumps(found, JSON_COMPACT);
  assert_string_equal(text, expected);
  free(text);
  json_decref(found);
}

static void a_row_is_as_high_as_its_widgets(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:[]}", "rows");
  kmk_reducer *reducer =
      kmk_for_each(kmk_reducer_new(rows_core, NULL, NULL), "/rows", "rows", NULL, kmk_empty());
  kmk_store *store = kmk_store_new(loop, reducer, initial, NULL);
  json_decref(initial);
  kmk_store_send_text(store, "{\"insert\": [0, 10]}", NULL);
  kmk_store_send_text(store, "{\"insert\": [1, 10]}", NULL);
  GtkWidget *window = gtk_window_new(), *scrolled = gtk_scrolled_window_new();
  GListModel *rows = kmk_gtk_rows_new(store, "/rows", "rows", NULL);
  GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(rows)),
                                      kmk_gtk_row_factory_new(set_up, show));
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
  gtk_window_set_child(GTK_WINDOW(window), scrolled);
  gtk_window_set_default_size(GTK_WINDOW(window), 200, 400);
  gtk_window_present(GTK_WINDOW(window));
  assert_heights(list, "[10,10]");
  kmk_store_send_text(store, "{\"insert\": [0, 10]}", NULL);
  assert_heights(list, "[10,10,10]");
  kmk_store_send_text(store, "{\"insert\": [1, 60]}", NULL); /* higher than the rows before */
  assert_heights(list, "[10,60,10,10]");
  kmk_store_send_text(store, "{\"insert\": [0, 5]}", NULL);
  assert_heights(list, "[5,10,60,10,10]");
  gtk_window_destroy(GTK_WINDOW(window));
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

/* ------------------------------------------------------------------------- scrolling */

/* The id of the first row that is wholly on the screen. */
static json_int_t top_row(GtkWidget *list, GtkWidget *scrolled) {
  user_waits();
  for (int frame = 0; frame < 5; frame++)
    user_sees(GTK_WIDGET(gtk_widget_get_root(list)));
  double best = 1e9, x, y;
  json_int_t id = -1;
  for (GtkWidget *row = gtk_widget_get_first_child(list); row;
       row = gtk_widget_get_next_sibling(row)) {
    gpointer item = kmk_gtk_row_around(gtk_widget_get_first_child(row));
    if (!item || !gtk_widget_get_mapped(row) ||
        !gtk_widget_translate_coordinates(row, scrolled, 0, 0, &x, &y) || y < 0 || y >= best)
      continue;
    best = y;
    id = json_integer_value(kmk_gtk_row_id(item));
  }
  return id;
}

/* {"insert": [INDEX, HEIGHT]} inserts rows above the screen: the visible rows stay. */
static void rows_inserted_above_the_screen_do_not_move_it(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:[]}", "rows");
  for (int i = 0; i < 500; i++)
    json_array_append_new(json_object_get(initial, "rows"),
                          json_pack("{s:i, s:i}", "id", 1000 + i, "height", 32));
  kmk_reducer *reducer =
      kmk_for_each(kmk_reducer_new(rows_core, NULL, NULL), "/rows", "rows", NULL, kmk_empty());
  kmk_store *store = kmk_store_new(loop, reducer, initial, NULL);
  json_decref(initial);
  kmk_list *sorted = kmk_list_new(store, "/rows", NULL, NULL, NULL, NULL);
  GtkWidget *window = gtk_window_new(), *scrolled = gtk_scrolled_window_new();
  GListModel *rows = kmk_gtk_list_rows_new(store, "/rows", "rows", sorted);
  GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(rows)),
                                      kmk_gtk_row_factory_new(set_up, show));
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
  gtk_window_set_child(GTK_WINDOW(window), scrolled);
  gtk_window_set_default_size(GTK_WINDOW(window), 200, 400);
  gtk_window_present(GTK_WINDOW(window));
  assert_int_equal(top_row(list, scrolled), 1000);
  gtk_widget_activate_action(list, "list.scroll-to-item", "u", 300);
  json_int_t top = top_row(list, scrolled);
  assert_int_not_equal(top, 1000);
  for (int i = 0; i < 5; i++)
    kmk_store_send_text(store, "{\"insert\": [0, 32]}", NULL);
  assert_int_equal(top_row(list, scrolled), top);
  gtk_window_destroy(GTK_WINDOW(window));
  user_waits();
  kmk_list_free(sorted);
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

/* ----------------------------------------------------------------------- user data */

static int built, freed;

static GtkWidget *set_up_with(void *data) {
  built++;
  return gtk_label_new(data);
}

static void show_with(GtkWidget *label, const json_t *row, void *data) {
  assert_string_equal(data, gtk_label_get_text(GTK_LABEL(label)));
  assert_true(json_is_object(row));
}

static void free_data(void *data) {
  assert_string_equal(data, "given");
  freed++;
}

static void the_functions_of_a_factory_get_its_user_data(void **unused) {
  (void)unused;
  static char given[] = "given";
  size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:[{s:i}, {s:i}]}", "rows", "id", 1, "id", 2);
  kmk_reducer *reducer =
      kmk_for_each(kmk_reducer_new(rows_core, NULL, NULL), "/rows", "rows", NULL, kmk_empty());
  kmk_store *store = kmk_store_new(loop, reducer, initial, NULL);
  json_decref(initial);
  GtkWidget *window = gtk_window_new();
  GListModel *rows = kmk_gtk_rows_new(store, "/rows", "rows", NULL);
  GtkListItemFactory *factory =
      kmk_gtk_row_factory_new_with(set_up_with, show_with, given, free_data);
  gtk_window_set_child(GTK_WINDOW(window),
                       gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(rows)), factory));
  gtk_window_present(GTK_WINDOW(window));
  for (int frame = 0; frame < 3; frame++)
    user_sees(window);
  assert_int_equal(built, 2);
  assert_int_equal(freed, 0);
  gtk_window_destroy(GTK_WINDOW(window));
  user_waits();
  assert_int_equal(freed, 1);
  g_object_unref(kmk_gtk_row_factory_new_with(set_up_with, show_with, given, NULL));
  assert_int_equal(freed, 1);
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

/* ------------------------------------------------- a program that changes the list meanwhile */

static struct {
  void (*change)(void);
  int set_ups, shows; /* calls until `change` is called; 0: never */
  kmk_store *store;
  GtkWidget *window, *list;
} meddler;

static int complaints; /* by GLib */

static GLogWriterOutput note(GLogLevelFlags level, const GLogField *fields, gsize count,
                             gpointer data) {
  (void)fields, (void)count, (void)data;
  complaints += level & G_LOG_LEVEL_CRITICAL ? 1 : 0;
  return G_LOG_WRITER_HANDLED;
}

static GtkWidget *set_up_and_meddle(void) {
  if (meddler.set_ups > 0 && --meddler.set_ups == 0)
    meddler.change();
  return set_up();
}

static void show_and_meddle(GtkWidget *area, const json_t *row) {
  if (meddler.shows > 0 && --meddler.shows == 0)
    meddler.change();
  show(area, row);
}

static void write_rows(const char *rows) {
  char *action = g_strdup_printf("{\"write\": %s}", rows);
  assert_int_equal(kmk_store_send_text(meddler.store, action, NULL), KMK_OK);
  g_free(action);
}

static void none(void) { write_rows("[]"); }
static void one(void) { write_rows("[{\"id\": 900, \"height\": 7}]"); }
static void hidden(void) { gtk_widget_set_visible(meddler.list, FALSE); }
static void destroyed(void) { gtk_window_destroy(GTK_WINDOW(meddler.window)); }

static void appended(void) {
  for (int i = 0; i < 9; i++)
    kmk_store_send_text(meddler.store, "{\"insert\": [0, 5]}", NULL);
}

static void meddle(void (*change)(void), int set_ups, int shows, size_t seen) {
  size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:[]}", "rows");
  kmk_reducer *reducer =
      kmk_for_each(kmk_reducer_new(rows_core, NULL, NULL), "/rows", "rows", NULL, kmk_empty());
  meddler.store = kmk_store_new(loop, reducer, initial, NULL);
  json_decref(initial);
  for (int i = 0; i < 6; i++)
    kmk_store_send_text(meddler.store, "{\"insert\": [0, 5]}", NULL);
  GtkWidget *scrolled = gtk_scrolled_window_new();
  GListModel *rows = kmk_gtk_rows_new(meddler.store, "/rows", "rows", NULL);
  GtkListItemFactory *factory = kmk_gtk_row_factory_new(set_up_and_meddle, show_and_meddle);
  meddler.window = gtk_window_new();
  meddler.list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(rows)), factory);
  meddler.change = change;
  meddler.set_ups = set_ups;
  meddler.shows = shows;
  g_object_add_weak_pointer(G_OBJECT(meddler.window), (gpointer *)&meddler.window);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), meddler.list);
  gtk_window_set_child(GTK_WINDOW(meddler.window), scrolled);
  gtk_window_set_default_size(GTK_WINDOW(meddler.window), 200, 400);
  gtk_window_present(GTK_WINDOW(meddler.window));
  complaints = 0;
  while (change == destroyed && meddler.window)
    g_main_context_iteration(NULL, TRUE);
  for (int frame = 0; frame < 4 && meddler.window; frame++)
    user_sees(meddler.window);
  user_waits();
  assert_int_equal(meddler.set_ups, 0);
  assert_int_equal(meddler.shows, 0);
  if (meddler.window) {
    json_t *found = heights(meddler.list);
    assert_int_equal(json_array_size(found), seen);
    json_decref(found);
    gtk_window_destroy(GTK_WINDOW(meddler.window));
  }
  assert_int_equal(complaints, 0);
  kmk_store_free(meddler.store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

static void the_functions_of_a_row_may_change_the_list(void **unused) {
  (void)unused;
  g_log_set_writer_func(note, NULL, NULL);
  for (int is_show = 0; is_show < 2; is_show++) {
    int set_ups = is_show ? 0 : 3, shows = is_show ? 3 : 0;
    meddle(none, set_ups, shows, 0);
    meddle(one, set_ups, shows, 1);
    meddle(appended, set_ups, shows, 15);
    meddle(hidden, set_ups, shows, 0);
  }
  meddle(destroyed, 0, 3, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_row_is_as_high_as_its_widgets),
      cmocka_unit_test(rows_inserted_above_the_screen_do_not_move_it),
      cmocka_unit_test(the_functions_of_a_factory_get_its_user_data),
      cmocka_unit_test(the_functions_of_a_row_may_change_the_list),
  };
  gtk_init();
  return cmocka_run_group_tests(tests, NULL, NULL);
}

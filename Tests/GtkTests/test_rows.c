/* Rows as a GListModel: after any write, the model's signals lead a list to the model's rows. */
#include "gtk_support.h"

#include <kumiki_gtk_rows.h>
#include <string.h>

/* --------------------------------------------------- the reducer: rows, and some selected rows */

/* {"insert": [INDEX, ID]}, {"remove": ID}, {"write": [ID, ...]}, {"found": [ID, ...] or null} */
static kmk_effect *rows_core(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *payload, *id;
  size_t index;
  if ((payload = kmk_action_payload(action, "insert")))
    kmk_state_insertf_new(state, json_pack("{s:O}", "id", json_array_get(payload, 1)), "/rows/%d",
                          (int)json_integer_value(json_array_get(payload, 0)));
  else if ((payload = kmk_action_payload(action, "remove")))
    kmk_state_remove_row(state, "/rows", payload);
  else if ((payload = kmk_action_payload(action, "found")))
    kmk_state_set(state, "/found", payload);
  if ((payload = kmk_action_payload(action, "write"))) {
    json_t *all = json_array();
    json_array_foreach(payload, index, id) json_array_append_new(all, json_pack("{s:O}", "id", id));
    kmk_state_set_new(state, "/rows", all);
  }
  return NULL;
}

typedef struct table {
  kmk_loop *loop;
  kmk_store *store;
  GListModel *rows;
  json_t *seen; /* ids of a list that follows the signals */
} table;

static json_t *id_at(const table *t, guint position) {
  gpointer item = g_list_model_get_item(t->rows, position);
  json_t *id = json_incref((json_t *)(uintptr_t)kmk_gtk_row_id(item));
  g_object_unref(item);
  return id;
}

/* After each signal, the whole model must equal the copy. */
static void changed(GListModel *rows, guint position, guint removed, guint added, void *data) {
  table *t = data;
  assert_true(removed > 0 || added > 0);
  while (removed-- > 0)
    assert_int_equal(json_array_remove(t->seen, position), 0);
  for (guint i = 0; i < added; i++)
    json_array_insert_new(t->seen, position + i, id_at(t, position + i));
  assert_int_equal(g_list_model_get_n_items(rows), json_array_size(t->seen));
  for (guint i = 0; i < json_array_size(t->seen); i++) {
    json_t *id = id_at(t, i);
    assert_true(json_equal(id, json_array_get(t->seen, i)));
    json_decref(id);
  }
}

static table open_table(void) {
  table made = {kmk_loop_new_virtual(NULL), NULL, NULL, json_array()};
  json_t *initial = json_pack("{s:[{s:s}, {s:s}], s:n}", "rows", "id", "a", "id", "b", "found");
  kmk_reducer *core =
      kmk_for_each(kmk_reducer_new(rows_core, NULL, NULL), "/rows", "rows", NULL, kmk_empty());
  made.store = kmk_store_new(made.loop, core, initial, NULL);
  json_decref(initial);
  made.rows = kmk_gtk_rows_new(made.store, "/rows", "rows", "/found");
  assert_non_null(made.rows);
  assert_int_equal(g_list_model_get_n_items(made.rows), 2);
  json_array_append_new(made.seen, json_string("a"));
  json_array_append_new(made.seen, json_string("b"));
  return made;
}

static void close_table(table *t) {
  g_object_unref(t->rows);
  kmk_store_free(t->store);
  kmk_loop_free(t->loop);
  json_decref(t->seen);
}

static void send(const table *t, const char *action) {
  assert_int_equal(kmk_store_send_text(t->store, action, NULL), KMK_OK);
}

static void assert_seen(const table *t, const char *expected) {
  char *text = json_dumps(t->seen, JSON_COMPACT);
  assert_string_equal(text, expected);
  free(text);
}

static void a_list_is_told_what_comes_and_goes(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  table t = open_table();
  g_signal_connect(t.rows, "items-changed", G_CALLBACK(changed), &t);
  send(&t, "{\"insert\": [1, \"c\"]}");
  assert_seen(&t, "[\"a\",\"c\",\"b\"]");
  send(&t, "{\"remove\": \"a\"}");
  assert_seen(&t, "[\"c\",\"b\"]");
  send(&t, "{\"write\": [\"b\", \"x\", \"c\"]}");
  assert_seen(&t, "[\"b\",\"x\",\"c\"]");
  send(&t, "{\"write\": []}");
  assert_seen(&t, "[]");
  close_table(&t);
  assert_int_equal(kmk_live_objects(), live);
}

static void what_was_found_stands_for_all_rows_while_it_is_there(void **unused) {
  (void)unused;
  table t = open_table();
  g_signal_connect(t.rows, "items-changed", G_CALLBACK(changed), &t);
  send(&t, "{\"found\": [\"b\"]}");
  assert_seen(&t, "[\"b\"]");
  send(&t, "{\"insert\": [0, \"c\"]}"); /* not a member */
  assert_seen(&t, "[\"b\"]");
  send(&t, "{\"found\": [\"b\", \"c\"]}");
  assert_seen(&t, "[\"b\",\"c\"]");
  send(&t, "{\"found\": null}");
  assert_seen(&t, "[\"c\",\"a\",\"b\"]");
  close_table(&t);
}

/* More rows than a list would search: the list receives removed rows first. */
static void many_rows_take_the_place_of_others(void **unused) {
  (void)unused;
  table t = open_table();
  json_t *many = json_array();
  for (int i = 0; i < 1500; i++)
    json_array_append_new(many, json_integer(i));
  g_signal_connect(t.rows, "items-changed", G_CALLBACK(changed), &t);
  kmk_store_send_at(t.store, "write", many, NULL);
  assert_true(json_equal(t.seen, many));
  send(&t, "{\"found\": [3, 77, 1499]}");
  assert_seen(&t, "[3,77,1499]");
  send(&t, "{\"found\": null}");
  assert_true(json_equal(t.seen, many));
  send(&t, "{\"found\": []}");
  send(&t, "{\"found\": null}");
  assert_true(json_equal(t.seen, many));
  json_decref(many);
  close_table(&t);
}

static void an_item_is_its_row_wherever_that_moves(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  table t = open_table();
  gpointer b = g_list_model_get_item(t.rows, 1);
  kmk_store *view = kmk_gtk_row_store(b);
  assert_true(kmk_store_is_valid(view));
  send(&t, "{\"insert\": [0, \"c\"]}");
  gpointer again = g_list_model_get_item(t.rows, 2);
  assert_ptr_equal(again, b);
  g_object_unref(again);
  assert_null(g_list_model_get_item(t.rows, 3));
  send(&t, "{\"remove\": \"b\"}");
  assert_false(kmk_store_is_valid(view));
  close_table(&t);
  assert_string_equal(json_string_value(kmk_gtk_row_id(b)), "b"); /* may outlive the model */
  g_object_unref(b);
  assert_int_equal(kmk_live_objects(), live);
}

/* The rows in the list's order: descending ids. */
static void a_list_that_is_sorted_is_told_what_moves(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  table t = open_table();
  g_object_unref(t.rows);
  json_array_clear(t.seen);
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort = (const char *const[]){"-/id", NULL};
  kmk_list *list = kmk_list_new(t.store, "/rows", &options, NULL, NULL, NULL);
  t.rows = kmk_gtk_list_rows_new(t.store, "/rows", "rows", list);
  changed(t.rows, 0, 0, 2, &t);
  assert_seen(&t, "[\"b\",\"a\"]");
  g_signal_connect(t.rows, "items-changed", G_CALLBACK(changed), &t);
  send(&t, "{\"insert\": [0, \"c\"]}");
  assert_seen(&t, "[\"c\",\"b\",\"a\"]");
  send(&t, "{\"remove\": \"b\"}");
  assert_seen(&t, "[\"c\",\"a\"]");
  send(&t, "{\"write\": [\"x\", \"y\"]}");
  assert_seen(&t, "[\"y\",\"x\"]");
  kmk_list_show(list, 1, 1, NULL);
  assert_seen(&t, "[\"x\"]");
  assert_null(kmk_gtk_list_rows_new(t.store, "/rows", "rows", NULL));
  g_object_unref(t.rows);
  t.rows = (GListModel *)g_list_store_new(G_TYPE_OBJECT);
  kmk_list_free(list);
  close_table(&t);
  assert_int_equal(kmk_live_objects(), live);
}

/* By /n: a is 1, b 2, and so on. */
static kmk_effect *numbers(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *number = kmk_action_payload(action, "setN");
  if (number)
    kmk_state_set(state, "/n", number);
  return NULL;
}

static void assert_order(GListModel *rows, const char *expected) {
  guint count = g_list_model_get_n_items(rows);
  assert_int_equal(count, strlen(expected));
  for (guint i = 0; i < count; i++) {
    gpointer item = g_list_model_get_item(rows, i);
    assert_int_equal(*json_string_value(kmk_gtk_row_id(item)), expected[i]);
    g_object_unref(item);
  }
}

static void what_is_selected_moves_with_its_row(void **unused) {
  (void)unused;
  static const struct {
    char moves, selected;
    int to;
    const char *order;
  } all[] = {{'b', 'b', 9, "acdb"}, {'d', 'd', 0, "dabc"}, {'d', 'b', 0, "dabc"},
             {'a', 'b', 9, "bcda"}, {'c', 'c', 9, "abdc"}, {'b', 'd', 9, "acdb"}};
  size_t live = kmk_live_objects();
  for (size_t i = 0; i < 2 * G_N_ELEMENTS(all); i++) {
    kmk_loop *loop = kmk_loop_new_virtual(NULL);
    json_t *initial = json_pack("{s:[{s:s,s:i},{s:s,s:i},{s:s,s:i},{s:s,s:i}]}", "rows", "id", "a",
                                "n", 1, "id", "b", "n", 2, "id", "c", "n", 3, "id", "d", "n", 4);
    kmk_store *store = kmk_store_new(
        loop,
        kmk_for_each(kmk_empty(), "/rows", "rows", NULL, kmk_reducer_new(numbers, NULL, NULL)),
        initial, NULL);
    json_decref(initial);
    kmk_list_options options = KMK_LIST_OPTIONS_INIT;
    options.sort = (const char *const[]){"/n", NULL};
    kmk_list *list = kmk_list_new(store, "/rows", &options, NULL, NULL, NULL);
    GListModel *rows = kmk_gtk_list_rows_new(store, "/rows", "rows", list);
    GtkSelectionModel *selection = i % 2 ? GTK_SELECTION_MODEL(gtk_multi_selection_new(rows))
                                         : GTK_SELECTION_MODEL(gtk_single_selection_new(rows));
    char id[2] = {all[i / 2].moves, 0};
    gtk_selection_model_select_item(selection, (guint)(all[i / 2].selected - 'a'), TRUE);
    json_t *action = json_pack("{s:{s:{s:s, s:{s:i}}}}", "rows", "element", "id", id, "action",
                               "setN", all[i / 2].to);
    assert_int_equal(kmk_store_send(store, action, NULL), KMK_OK);
    json_decref(action);
    assert_order(rows, all[i / 2].order);
    for (guint at = 0; at < 4; at++)
      assert_int_equal(gtk_selection_model_is_selected(selection, at),
                       all[i / 2].order[at] == all[i / 2].selected);
    g_object_unref(selection);
    kmk_list_free(list);
    kmk_store_free(store);
    kmk_loop_free(loop);
  }
  assert_int_equal(kmk_live_objects(), live);
}

/* {"sort": ...}, {"least": ...}, {"write": [...]}, {"move": [FROM, TO]} */
static kmk_effect *arranged(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  static const char *const places[] = {"/sort", "/least"};
  const json_t *payload;
  for (size_t i = 0; i < G_N_ELEMENTS(places); i++)
    if ((payload = kmk_action_payload(action, places[i] + 1)))
      kmk_state_set(state, places[i], payload);
  if ((payload = kmk_action_payload(action, "write")))
    kmk_state_set(state, "/rows", payload);
  if ((payload = kmk_action_payload(action, "move"))) {
    char from[32], to[32];
    g_snprintf(from, sizeof from, "/rows/%d", (int)json_integer_value(json_array_get(payload, 0)));
    g_snprintf(to, sizeof to, "/rows/%d", (int)json_integer_value(json_array_get(payload, 1)));
    kmk_state_move(state, from, to);
  }
  return NULL;
}

static bool is_at_least(const json_t *row, const json_t *const *least, void *data) {
  (void)data;
  return json_integer_value(json_object_get(row, "id")) >= json_integer_value(least[0]);
}

/* A store with a list of its rows. The tests use more rows than a list searches, and fewer. */
typedef struct arrangement {
  kmk_loop *loop;
  kmk_store *store;
  kmk_list *list;
} arrangement;

static arrangement arrange(int count) {
  arrangement made = {kmk_loop_new_virtual(NULL), NULL, NULL};
  static const char *const parameters[] = {"/least", NULL};
  json_t *rows = json_array();
  for (int i = 0; i < count; i++)
    json_array_append_new(rows, json_pack("{s:i,s:i}", "id", i, "k", (i * 7) % count));
  json_t *initial = json_pack("{s:o,s:s,s:i}", "rows", rows, "sort", "/id", "least", 0);
  made.store = kmk_store_new(
      made.loop,
      kmk_for_each(kmk_reducer_new(arranged, NULL, NULL), "/rows", "rows", NULL, kmk_empty()),
      initial, NULL);
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort_place = "/sort";
  options.filter = is_at_least;
  options.parameters = parameters;
  made.list = kmk_list_new(made.store, "/rows", &options, NULL, NULL, NULL);
  json_decref(initial);
  return made;
}

static void end_arrangement(arrangement *a) {
  kmk_list_free(a->list);
  kmk_store_free(a->store);
  kmk_loop_free(a->loop);
}

/* The selected ids, in order. */
static void assert_selected(GtkSelectionModel *selection, const char *expected) {
  GString *found = g_string_new(NULL);
  GtkBitset *all = gtk_selection_model_get_selection(selection);
  json_int_t ids[8];
  size_t count = 0;
  for (guint i = 0; i < gtk_bitset_get_size(all) && count < 8; i++) {
    gpointer item = g_list_model_get_item(G_LIST_MODEL(selection), gtk_bitset_get_nth(all, i));
    json_int_t id = json_integer_value(kmk_gtk_row_id(item));
    size_t at = count++;
    for (; at > 0 && ids[at - 1] > id; at--)
      ids[at] = ids[at - 1];
    ids[at] = id;
    g_object_unref(item);
  }
  for (size_t i = 0; i < count; i++)
    g_string_append_printf(found, "%s%d", i > 0 ? " " : "", (int)ids[i]);
  assert_string_equal(found->str, expected);
  g_string_free(found, TRUE);
  gtk_bitset_unref(all);
}

static void select_some(GtkSelectionModel *selection) {
  static const guint some[] = {17, 18, 19, 900};
  for (size_t i = 0; i < G_N_ELEMENTS(some); i++)
    gtk_selection_model_select_item(selection, some[i], FALSE);
}

static void what_is_selected_stays_however_many_rows_are_sorted_and_filtered(void **unused) {
  (void)unused;
  static const struct {
    const char *action, *selected;
  } steps[] = {{"{\"sort\": \"/k\"}", "17 18 19 900"},
               {"{\"sort\": \"-/k\"}", "17 18 19 900"},
               {"{\"least\": 5}", "17 18 19 900"},
               {"{\"least\": 19}", "19 900"},
               {"{\"least\": 0}", "19 900"},
               {"{\"sort\": \"/id\"}", "19 900"},
               {"{\"write\": [{\"id\": 900, \"k\": 0}]}", "900"}};
  size_t live = kmk_live_objects();
  for (int count = 1000; count <= 3000; count += 1000) {
    arrangement a = arrange(count);
    table t = {a.loop, a.store, kmk_gtk_list_rows_new(a.store, "/rows", "rows", a.list),
               json_array()};
    changed(t.rows, 0, 0, (guint)count, &t);
    g_signal_connect(t.rows, "items-changed", G_CALLBACK(changed), &t);
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(t.rows));
    select_some(selection);
    for (size_t i = 0; i < G_N_ELEMENTS(steps); i++) {
      send(&t, steps[i].action);
      assert_selected(selection, steps[i].selected);
      assert_int_equal(json_array_size(t.seen), kmk_list_count(a.list));
      for (size_t at = 0; at < json_array_size(t.seen); at++)
        assert_int_equal(kmk_list_index(a.list, json_array_get(t.seen, at)), at);
    }
    g_object_unref(selection);
    json_decref(t.seen);
    end_arrangement(&a);
  }
  assert_int_equal(kmk_live_objects(), live);
}

/* Nearly half of all rows are selected: too many to keep their positions one by one. */
static void what_is_selected_stays_where_every_other_row_is(void **unused) {
  (void)unused;
  arrangement a = arrange(5000);
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(
      gtk_multi_selection_new(kmk_gtk_list_rows_new(a.store, "/rows", "rows", a.list)));
  for (guint i = 0; i < 4000; i += 2)
    gtk_selection_model_select_item(selection, i, FALSE);
  assert_int_equal(kmk_store_send_text(a.store, "{\"sort\": \"/k\"}", NULL), KMK_OK);
  GtkBitset *all = gtk_selection_model_get_selection(selection);
  assert_int_equal(gtk_bitset_get_size(all), 2000);
  for (guint i = 0; i < 2000; i++) {
    gpointer item = g_list_model_get_item(G_LIST_MODEL(selection), gtk_bitset_get_nth(all, i));
    json_int_t id = json_integer_value(kmk_gtk_row_id(item));
    assert_true(id < 4000 && id % 2 == 0);
    g_object_unref(item);
  }
  gtk_bitset_unref(all);
  g_object_unref(selection);
  end_arrangement(&a);
}

/* Shows another part, and moves rows in the state. */
static void what_is_selected_stays_through_a_cut_and_a_move(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  arrangement a = arrange(3000);
  GtkSelectionModel *cut = GTK_SELECTION_MODEL(
      gtk_single_selection_new(kmk_gtk_list_rows_new(a.store, "/rows", "rows", a.list)));
  gtk_single_selection_set_autoselect(GTK_SINGLE_SELECTION(cut), FALSE);
  gtk_selection_model_select_item(cut, 1500, TRUE);
  assert_int_equal(kmk_list_show(a.list, 1000, 1500, NULL), KMK_OK);
  assert_selected(cut, "1500");
  assert_int_equal(kmk_store_send_text(a.store, "{\"sort\": \"-/id\"}", NULL), KMK_OK);
  assert_selected(cut, "1500");
  GtkSelectionModel *plain = GTK_SELECTION_MODEL(
      gtk_multi_selection_new(kmk_gtk_rows_new(a.store, "/rows", "rows", NULL)));
  select_some(plain);
  assert_int_equal(kmk_store_send_text(a.store, "{\"move\": [18, 2500]}", NULL), KMK_OK);
  assert_selected(plain, "17 18 19 900");
  assert_true(gtk_selection_model_is_selected(plain, 2500));
  assert_int_equal(kmk_store_send_text(a.store, "{\"move\": [2500, 3]}", NULL), KMK_OK);
  assert_selected(plain, "17 18 19 900");
  assert_true(gtk_selection_model_is_selected(plain, 3));
  g_object_unref(plain);
  g_object_unref(cut);
  end_arrangement(&a);
  assert_int_equal(kmk_live_objects(), live);
}

/* Moves a row over more rows than a list may search. */
static void what_is_selected_stays_over_a_long_way(void **unused) {
  (void)unused;
  arrangement a = arrange(12000);
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(
      gtk_multi_selection_new(kmk_gtk_list_rows_new(a.store, "/rows", "rows", a.list)));
  select_some(selection);
  assert_int_equal(kmk_store_send_text(a.store, "{\"sort\": null}", NULL), KMK_OK);
  assert_selected(selection, "17 18 19 900");
  assert_int_equal(kmk_store_send_text(a.store, "{\"move\": [18, 11999]}", NULL), KMK_OK);
  assert_selected(selection, "17 18 19 900");
  assert_true(gtk_selection_model_is_selected(selection, 11999));
  g_object_unref(selection);
  end_arrangement(&a);
}

static void what_are_no_rows_makes_no_model(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  table t = open_table();
  assert_null(kmk_gtk_rows_new(NULL, "/rows", "rows", NULL));
  assert_null(kmk_gtk_rows_new(t.store, NULL, "rows", NULL));
  assert_null(kmk_gtk_rows_new(t.store, "/rows", NULL, NULL));
  assert_null(kmk_gtk_rows_new(t.store, "rows", "rows", NULL));
  assert_null(kmk_gtk_rows_new(t.store, "/rows", "rows", "found"));
  close_table(&t);
  assert_int_equal(kmk_live_objects(), live);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_list_is_told_what_comes_and_goes),
      cmocka_unit_test(a_list_that_is_sorted_is_told_what_moves),
      cmocka_unit_test(what_is_selected_moves_with_its_row),
      cmocka_unit_test(what_is_selected_stays_however_many_rows_are_sorted_and_filtered),
      cmocka_unit_test(what_is_selected_stays_where_every_other_row_is),
      cmocka_unit_test(what_is_selected_stays_through_a_cut_and_a_move),
      cmocka_unit_test(what_is_selected_stays_over_a_long_way),
      cmocka_unit_test(what_was_found_stands_for_all_rows_while_it_is_there),
      cmocka_unit_test(many_rows_take_the_place_of_others),
      cmocka_unit_test(an_item_is_its_row_wherever_that_moves),
      cmocka_unit_test(what_are_no_rows_makes_no_model),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Lists and rows of a view whose part is gone (J140). */
#include "support.h"

#define ROW(id, n) "{'id': " id ", 'n': " n "}"
#define SHEET(rows) "{'title': 'T', 'rows': [" rows "]}"
#define STATE "{'sheet': " SHEET(ROW("1", "5") ", " ROW("2", "7")) "}"

/* {"writes": [[POINTER, VALUE], ...]} in one step. */
REDUCER(write) {
  (void)env, (void)data;
  size_t index;
  const json_t *one;
  json_array_foreach(kmk_action_payload(action, "writes"), index, one)
      kmk_state_set(state, json_string_value(json_array_get(one, 0)), json_array_get(one, 1));
  return NULL;
}

static kmk_reducer *with_sheet(const char *id_key) {
  kmk_reducer *row = kmk_for_each(kmk_empty(), "/in", "in", NULL, kmk_empty());
  kmk_reducer *sheet = kmk_for_each(kmk_empty(), "/rows", "rows", id_key, row);
  return kmk_presentation(kmk_reducer_new(write, NULL, NULL), "/sheet", "sheet", NULL, sheet);
}

static void write_all(kmk_store *store, const char *writes) {
  json_t *payload = json_of(writes);
  assert_int_equal(kmk_store_send_at(store, "writes", payload, NULL), KMK_OK);
  json_decref(payload);
}

static void note(const kmk_list_edit *edits, size_t count, void *told) {
  for (size_t i = 0; i < count; i++)
    json_array_append_new(told, json_pack("[i, i]", edits[i].change, (int)edits[i].index));
}

#define assert_told(told, expected)                                                                \
  do {                                                                                             \
    assert_json_text(told, expected);                                                              \
    json_array_clear(told);                                                                        \
  } while (0)

/* All of the list, by its rows; each is found by its id, and so by kmk_store_row. */
static void assert_rows(kmk_list *list, kmk_store *view, const char *expected) {
  json_t *rows = json_array();
  for (size_t i = 0; i < kmk_list_count(list); i++) {
    json_t *id = kmk_list_id(list, i, NULL), *row = kmk_store_row(view, "/rows", id, NULL);
    json_array_append_new(rows, kmk_list_get(list, i, NULL));
    assert_true(json_equal(row, json_array_get(rows, i)));
    assert_int_equal(kmk_list_index(list, id), i);
    json_decref(row);
    json_decref(id);
  }
  assert_json_text(rows, expected);
  json_decref(rows);
}

typedef struct closing {
  kmk_store *view;
  kmk_list *list;
  kmk_subscription *subscription;
  json_t *told;
} closing;

static closing open_closing(kit *k, const char *id_key, const char *state) {
  static const char *const sort[] = {"-/n", NULL}, *const numbers[] = {"/n", NULL};
  kit_open(k, with_sheet(id_key), state);
  closing c = {kmk_store_scope(k->store, "/sheet", "sheet.presented", NULL), NULL, NULL,
               json_array()};
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort = sort;
  options.group = "/n";
  options.numbers = numbers;
  c.list = kmk_list_new(c.view, "/rows", &options, NULL, NULL, NULL);
  c.subscription = kmk_list_observe(c.list, note, c.told, NULL, NULL);
  json_array_clear(c.told);
  return c;
}

static void end_closing(closing *c) {
  kmk_subscription_free(c->subscription);
  kmk_list_free(c->list);
  kmk_store_free(c->view);
  json_decref(c->told);
}

TEST(J140_a_list_of_a_view_stays_when_its_part_goes_and_is_another_one_when_it_comes) {
  closing c = open_closing(k, NULL, STATE);
  for (int i = 0; i < 2; i++) {
    write_all(k->store, "[['/sheet', null]]");
    assert_false(kmk_store_is_valid(c.view));
    assert_told(c.told, "[]");
    assert_rows(c.list, c.view,
                i == 0 ? "[" ROW("1", "5") ", " ROW("2", "7") "]" : "[" ROW("3", "1") "]");
    json_t *totals = kmk_list_totals(c.list, NULL), *groups = kmk_list_groups(c.list, NULL);
    const json_t *numbers = json_object_get(json_object_get(totals, "numbers"), "/n");
    assert_int_equal(json_integer_value(json_object_get(numbers, "sum")), i == 0 ? 12 : 1);
    assert_int_equal(json_array_size(groups), i == 0 ? 2 : 1);
    json_decref(totals);
    json_decref(groups);
    write_all(k->store, "[['/sheet', null], ['/other', 1]]"); /* a burst while it is gone */
    assert_told(c.told, "[]");
    write_all(k->store, "[['/sheet', " SHEET(ROW("3", "1")) "]]");
    assert_told(c.told, "[[0, 1]]");
    assert_rows(c.list, c.view, "[" ROW("3", "1") "]");
  }
  end_closing(&c);
}

TEST(J140_it_has_what_the_step_that_took_the_part_away_had_written_before) {
  closing c = open_closing(k, NULL, STATE);
  write_all(k->store, "[['/sheet/rows/0/n', 9], ['/sheet', null]]");
  assert_told(c.told, "[[0, 2]]");
  assert_rows(c.list, c.view, "[" ROW("2", "7") ", " ROW("1", "9") "]");
  write_all(k->store,
            "[['/sheet', " SHEET(ROW("3", "1")) "], ['/sheet/rows', []], ['/sheet', null]]");
  assert_told(c.told, "[[0, 0]]");
  assert_rows(c.list, c.view, "[]");
  write_all(k->store, "[['/other', 2]]");
  assert_told(c.told, "[]");
  end_closing(&c);
}

TEST(J140_another_part_is_shown_of_a_list_whose_view_is_gone_and_freed) {
  closing c = open_closing(k, NULL, STATE);
  kmk_store_free(c.view);
  c.view = NULL;
  write_all(k->store, "[['/sheet', null]]");
  assert_int_equal(kmk_list_show(c.list, 1, 1, NULL), KMK_OK);
  assert_int_equal(kmk_list_count(c.list), 1);
  json_t *row = kmk_list_get(c.list, 0, NULL);
  assert_json_text(row, ROW("2", "7"));
  json_decref(row);
  end_closing(&c);
}

static json_t *count_listed(kmk_store *store, void *list) {
  (void)store;
  return json_integer((json_int_t)kmk_list_count(list));
}

static void note_ids(const json_t *ids, void *told) {
  json_array_append_new(told, json_deep_copy(ids));
}

TEST(J140_a_derived_value_and_the_ids_of_such_a_list_stay) {
  closing c = open_closing(k, "n", STATE);
  kmk_derived *derived = kmk_derived_new(c.view, NULL, count_listed, c.list, NULL, NULL);
  json_decref(kmk_derived_get(derived, NULL));
  write_all(k->store, "[['/sheet', null]]");
  json_t *count = kmk_derived_get(derived, NULL);
  assert_int_equal(json_integer_value(count), 2);
  assert_rows(c.list, c.view, "[" ROW("1", "5") ", " ROW("2", "7") "]");
  kmk_subscription *ids = kmk_store_observe_ids(c.view, "/rows", note_ids, c.told, NULL, NULL);
  assert_told(c.told, "[[5, 7]]");
  kmk_subscription_free(ids);
  json_decref(count);
  kmk_derived_free(derived);
  end_closing(&c);
}

TEST(J140_a_list_in_a_row_stays_when_the_row_goes_and_comes_back_elsewhere) {
  kit_open(k, with_sheet(NULL),
           "{'sheet': " SHEET("{'id': 1, 'in': [" ROW("4", "0") "]}, " ROW("2", "0")) "}");
  json_t *told = json_array(), *first = json_integer(1);
  kmk_store *sheet = kmk_store_scope(k->store, "/sheet", "sheet.presented", NULL);
  kmk_store *row = kmk_store_scope_element(sheet, "/rows", "rows", first, NULL);
  kmk_list *list = kmk_list_new(row, "/in", NULL, NULL, NULL, NULL);
  kmk_subscription *subscription = kmk_list_observe(list, note, told, NULL, NULL);
  assert_told(told, "[[0, 1]]");
  write_all(k->store, "[['/sheet/rows', [" ROW("2", "0") "]]]");
  assert_told(told, "[]");
  assert_int_equal(kmk_list_count(list), 1);
  write_all(k->store, "[['/sheet', null]]");
  assert_told(told, "[]");
  assert_int_equal(kmk_list_count(list), 1);
  write_all(k->store, "[['/sheet', " SHEET(ROW("2", "0") ", {'id': 1, 'in': []}") "]]");
  assert_told(told, "[[0, 0]]");
  kmk_subscription_free(subscription);
  kmk_list_free(list);
  kmk_store_free(row);
  kmk_store_free(sheet);
  json_decref(told);
  json_decref(first);
}

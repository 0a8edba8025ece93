/* The cost of a step in a state with many rows (U30, U160). Allocated bytes are counted, and looking at all rows in each
 * of many steps would exceed the runner's time limit. */
#include "writer_support.h"

static size_t asked;

static void *allocate(size_t size) {
  asked += size;
  return malloc(size);
}

__attribute__((constructor(101))) static void set_allocator(void) {
  json_set_alloc_funcs(allocate, free);
}

enum { MANY = 20000 };

static json_t *row_of(int id) { return json_pack("{s: i, s: []}", "id", id, "inner"); }

static void open_rows_of(kit *k, int count) {
  json_t *rows = json_array();
  for (int id = 0; id < count; id++)
    json_array_append_new(rows, row_of(id));
  kmk_reducer *row = kmk_for_each(writer(), "/inner", "inner", NULL, kmk_empty());
  kmk_reducer *reducer = kmk_for_each(writer(), "/rows", "rows", NULL, row);
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.history_path = "/history";
  json_t *state = json_pack("{s: o}", "rows", rows);
  k->store = kmk_store_new(k->loop, kmk_undoable(reducer, &options), state, NULL);
  json_decref(state);
  assert_non_null(k->store);
}

static void assert_at(kit *k, const char *pointer, const char *expected) {
  json_t *value = kmk_store_get(k->store, pointer, NULL);
  assert_value_is(value, expected);
  json_decref(value);
}

TEST(U30_a_step_that_moves_a_row_copies_no_rows) {
  open_rows_of(k, MANY);
  static const char *const moves[] = {
      "{'move': ['/rows/19999', '/rows/0']}", "{'move': ['/rows/0', '/rows/10000']}",
      "{'move': ['/rows/5', '/rows/6']}",
      "{'all': [{'remove': '/rows/3'}, {'insert': ['/rows/9', {'id': -1}]}]}",
      "{'all': [{'move': ['/rows/7', '/rows/2']}, {'move': ['/rows/9000', '/rows/2']}]}"};
  send_ok(k->store, "{'move': ['/rows/1', '/rows/0']}");
  for (size_t i = 0; i < COUNT_OF(moves); i++) {
    asked = 0;
    send_ok(k->store, moves[i]);
    assert_in_range(asked, 1, MANY);
  }
  assert_at(k, "/history", "{'undo': 6, 'redo': 0}");
  for (size_t i = 0; i < COUNT_OF(moves) + 1; i++)
    send_ok(k->store, "'undo'");
  assert_at(k, "/rows/19999", "{'id': 19999, 'inner': []}");
  assert_at(k, "/rows/0", "{'id': 0, 'inner': []}");
  assert_at(k, "/rows/3", "{'id': 3, 'inner': []}");
}

TEST(U30_moves_that_come_out_as_before_are_no_step) {
  open_rows_of(k, 10);
  send_ok(k->store,
          "{'all': [{'move': ['/rows/5', '/rows/0']}, {'move': ['/rows/0', '/rows/5']}]}");
  send_ok(k->store,
          "{'all': [{'remove': '/rows/5'}, {'insert': ['/rows/5', {'id': 5, 'inner': []}]}]}");
  assert_at(k, "/history", "{'undo': 0, 'redo': 0}");
}

/* Each row has its own place, which is not checked. */
TEST(U30_a_step_beside_many_rows_with_operators_inside_looks_at_none_of_them) {
  int count = is_in_hurry() ? 300 : 100000;
  open_rows_of(k, count);
  for (int i = 1; i <= count; i++) {
    json_t *write = json_pack("{s: [s, i]}", "set", "/n", i);
    assert_int_equal(kmk_store_send_new(k->store, write, NULL), KMK_OK);
  }
  assert_at(k, "/history", "{'undo': 100, 'redo': 0}");
}

TEST(U160_a_write_of_rows_that_are_equal_copies_none_and_is_no_step) {
  open_rows_of(k, MANY);
  json_t *rows = json_array();
  for (int id = 0; id < MANY; id++)
    json_array_append_new(rows, row_of(id));
  json_t *write = json_pack("{s: [s, o]}", "set", "/rows", rows);
  assert_int_equal(kmk_store_send_new(k->store, write, NULL), KMK_OK);
  assert_at(k, "/history", "{'undo': 0, 'redo': 0}");
}

/* Comparing every row with every other would take hours. */
TEST(U160_many_rows_in_another_order_are_undone_and_redone) {
  int count = is_in_hurry() ? 1000 : MANY;
  open_rows_of(k, count);
  json_t *rows = json_array();
  for (int id = 0; id < count; id++)
    json_array_append_new(rows, row_of((int)((id * 7919L) % (count + 1))));
  json_t *before = kmk_store_get(k->store, "/rows", NULL);
  json_t *write = json_pack("{s: [s, O]}", "set", "/rows", rows);
  assert_int_equal(kmk_store_send_new(k->store, write, NULL), KMK_OK);
  send_ok(k->store, "'undo'");
  json_t *now = kmk_store_get(k->store, "/rows", NULL);
  assert_true(json_equal(now, before));
  json_decref(now);
  send_ok(k->store, "'redo'");
  now = kmk_store_get(k->store, "/rows", NULL);
  assert_true(json_equal(now, rows));
  json_decref(now);
  json_decref(before);
  json_decref(rows);
}

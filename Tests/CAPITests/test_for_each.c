/* Rows, as far as only C has them: mismatches, ids as strings, and many rows (F2, F11, M1). Tests/Scenarios/rows
   covers the rest. */
#include "rows_support.h"

#include <stdio.h>

/* U+00E9, and an e with U+0301: they look alike. */
#define COMPOSED "'\xc3\xa9'"
#define DECOMPOSED "'e\xcc\x81'"

TEST(M1_composed_and_decomposed_ids_stand_side_by_side) {
  kit_open(k, rows(),
           "{'rows': [{'id': " COMPOSED ", 'count': 0}, {'id': " DECOMPOSED ", 'count': 0}]}");
  send_ok(k->store, IN_ROW(DECOMPOSED, "'inc'"));
  send_ok(k->store, IN_ROW(COMPOSED, "{'set': 5}"));
  assert_state_text(k->store, "{'rows': [{'id': " COMPOSED ", 'count': 5}, {'id': " DECOMPOSED
                              ", 'count': 1}]}");
  send_ok(k->store, IN_ROW(COMPOSED, "'startTimer'"));
  send_ok(k->store, IN_ROW(DECOMPOSED, "'startTimer'"));
  send_ok(k->store, "{'remove': " DECOMPOSED "}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': " COMPOSED ", 'count': 6}]}");
}

TEST(F2_what_is_no_row_action_is_refused_at_once) {
  kit_open(k, rows(), TWO);
  const char *misfits[] = {"{'rows': 'element'}",
                           "{'rows': {'elment': {'id': 'a', 'action': 'inc'}}}",
                           "{'rows': {'element': {}}}",
                           "{'rows': {'element': {'id': 'a'}}}",
                           "{'rows': {'element': {'action': 'inc'}}}",
                           "{'rows': {'element': {'id': 'a', 'action': 7}}}",
                           "{'rows': {'element': {'id': 'a', 'action': 'inc', 'more': 1}}}",
                           "{'rows': {'element': {'id': 'a', 'action': 'inc'}, 'more': 1}}",
                           "{'rows': {'element': {'id': 'a', 'action': 'inc'}}, 'more': 1}"};
  for (size_t i = 0; i < COUNT_OF(misfits); i++) {
    assert_int_equal(send_status(k->store, misfits[i]), KMK_ERR_DECODE);
  }
  assert_json_text(k->log, "[]");
  assert_state_text(k->store, TWO);
}

/* ------------------------------------------------------------------------ many rows */

static json_t *many_rows(int count) {
  json_t *array = json_array();
  for (int i = 0; i < count; i++) {
    json_array_append_new(array, json_pack("{s:i, s:i}", "id", i, "count", 0));
  }
  return json_pack("{s:o}", "rows", array);
}

/* With a linear search for each row, this test would exceed the runner's time limit. */
TEST(F11_many_rows_are_found_without_a_search) {
  const int sends = is_watched() ? 300 : 10000;
  json_t *initial = many_rows(100000);
  k->store = kmk_store_new(k->loop, rows(), initial, NULL);
  json_decref(initial);
  assert_non_null(k->store);
  unsigned random = 1;
  for (int i = 0; i < sends; i++) {
    random = random * 1103515245u + 12345u;
    json_t *action = json_pack("{s:{s:{s:i, s:s}}}", "rows", "element", "id",
                               (int)((random >> 8) % 100000), "action", "inc");
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  /* Removes rows at the front and elsewhere: the rows after a removed row move up. */
  send_ok(k->store, IN_ROW("99999", "'startTimer'"));
  for (int i = 0; i < 1000; i++) {
    json_t *action = json_pack("{s:i}", "remove", i % 2 == 0 ? i : 50000 + i * 7 % 40000);
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  json_t *left = kmk_store_get(k->store, "/rows", NULL);
  assert_int_equal(json_array_size(left), 99000);
  json_int_t sum = 0;
  size_t index;
  json_t *row;
  json_array_foreach(left, index, row) { sum += json_integer_value(json_object_get(row, "count")); }
  assert_in_range(sum, sends * 9 / 10, sends);
  json_decref(left);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
}

static size_t asked_for; /* in bytes, by all code that creates JSON */

static void *counting_malloc(size_t size) {
  asked_for += size;
  return malloc(size);
}

/* The bytes that ten actions for rows allocate, with an observer on one of the rows. */
static size_t bytes_among(kit *k, int count) {
  json_t *initial = many_rows(count);
  kmk_store *store = kmk_store_new(k->loop, rows(), initial, NULL);
  json_decref(initial);
  json_t *told = json_array();
  kmk_subscription *subscription = observe_into(store, "/rows/5/count", told);
  size_t before = 0;
  for (int round = 0; round < 2; round++) {
    before = asked_for; /* the first round may create an index */
    for (int i = 0; i < 10; i++) {
      json_t *action = json_pack("{s:{s:{s:i, s:s}}}", "rows", "element", "id", i * (count / 10),
                                 "action", "inc");
      assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
    }
  }
  size_t bytes = asked_for - before;
  kmk_subscription_free(subscription);
  json_decref(told);
  kmk_store_free(store);
  return bytes;
}

TEST(F11_an_action_among_100000_rows_makes_no_more_json_than_among_10) {
  json_set_alloc_funcs(counting_malloc, free);
  size_t few = bytes_among(k, 10), many = bytes_among(k, 100000);
  json_set_alloc_funcs(malloc, free);
  assert_true(few > 0);
  assert_in_range(many, 1, 2 * few);
}

/* Compares the index with a linear search, for every id. The user data, an int, counts the differences. */
static int wrong_finds(const kmk_state *state) {
  int wrong = 0;
  const json_t *rows = kmk_state_get(state, "/rows");
  for (int id = 0; id < 40; id++) {
    json_t *wanted = json_integer(id);
    size_t expected = SIZE_MAX, index;
    json_t *row;
    json_array_foreach(rows, index, row) {
      if (json_equal(json_object_get(row, "id"), wanted)) {
        expected = index;
      }
    }
    wrong += row_index(state, wanted) != expected;
    json_decref(wanted);
  }
  return wrong;
}

static unsigned next_random(unsigned *random) {
  *random = *random * 1103515245u + 12345u;
  return *random >> 10;
}

/* {"write": random} makes one random write, which may be refused. */
REDUCER(write_anything) {
  unsigned random = (unsigned)json_integer_value(kmk_action_payload(action, "write"));
  char from[40], to[40];
  size_t count = json_array_size(kmk_state_get(state, "/rows"));
  size_t index = count == 0 ? 0 : next_random(&random) % count;
  int id = (int)(next_random(&random) % 40);
  snprintf(from, sizeof from, "/rows/%zu", index);
  switch (next_random(&random) % 8) {
  case 0:
  case 1:
  case 2:
    kmk_state_insert_new(state, from, json_pack("{s:i}", "id", id));
    break;
  case 3:
    kmk_state_remove(state, from);
    break;
  case 4:
    kmk_state_set_new(state, from, json_pack("{s:i}", "id", id));
    break;
  case 5:
    snprintf(to, sizeof to, "/rows/%zu", count == 0 ? 0 : next_random(&random) % count);
    kmk_state_move(state, from, to);
    break;
  case 6:
    strcat(from, "/id");
    if (id % 8 == 0) {
      kmk_state_remove(state, from);
    } else {
      kmk_state_set_new(state, from, json_integer(id));
    }
    break;
  default:
    if (id % 8 == 0) {
      kmk_state_set_new(state, "/rows", json_pack("[{s:i}, {s:i}]", "id", id, "id", (id + 1) % 40));
    }
  }
  *(int *)data += wrong_finds(state);
  return NULL;
}

TEST(F11_the_index_agrees_with_a_search_after_any_writes) {
  int wrong = 0;
  k->store = open_store(
      k->loop,
      kmk_for_each(kmk_reducer_new(write_anything, &wrong, NULL), "/rows", "rows", NULL, row()),
      "{'rows': []}");
  unsigned random = 20;
  for (int i = 0; i < (is_watched() ? 1000 : 5000) && wrong == 0; i++) {
    json_t *action = json_pack("{s:i}", "write", (int)next_random(&random));
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  assert_int_equal(wrong, 0);
  assert_true(json_array_size(k->issues) > 10); /* duplicate ids were refused */
  json_array_clear(k->issues);
}

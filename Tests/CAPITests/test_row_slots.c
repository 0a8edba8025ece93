/* What is presented inside rows goes by the row's id (D11, D26). */
#include "support.h"

#include <stdio.h>

#define IN_ROW(id, action) "{'rows': {'element': {'id': " id ", 'action': " action "}}}"
#define IN_SHEET(id, action) IN_ROW(id, "{'sheet': {'presented': " action "}}")
#define IN_OTHER(id, action) IN_ROW(id, "{'other': {'presented': " action "}}")

/* "reverse", {"remove": index}, {"append": row}, {"assign": rows}, {"bump": index}. */
REDUCER(list) {
  char pointer[40];
  const json_t *payload;
  if (kmk_action_is(action, "reverse")) {
    size_t count = json_array_size(kmk_state_get(state, "/rows"));
    for (size_t i = 1; i < count; i++) {
      snprintf(pointer, sizeof pointer, "/rows/%zu", i);
      kmk_state_move(state, pointer, "/rows/0");
    }
  } else if ((payload = kmk_action_payload(action, "remove")) != NULL) {
    snprintf(pointer, sizeof pointer, "/rows/%d", (int)json_integer_value(payload));
    kmk_state_remove(state, pointer);
  } else if ((payload = kmk_action_payload(action, "append")) != NULL) {
    kmk_state_insert_new(state, "/rows/-", json_deep_copy(payload));
  } else if ((payload = kmk_action_payload(action, "assign")) != NULL) {
    kmk_state_set(state, "/rows", payload);
  } else if ((payload = kmk_action_payload(action, "bump")) != NULL) {
    snprintf(pointer, sizeof pointer, "/rows/%d/count", (int)json_integer_value(payload));
    state_add(state, pointer, 1);
  }
  return NULL;
}

/* A row is a counter with two slots. */
static kmk_reducer *row(void) {
  kmk_reducer *inner = kmk_presentation(counter(), "/sheet", "sheet", NULL, counter());
  return kmk_presentation(inner, "/other", "other", NULL, counter());
}

static kmk_reducer *rows(void) {
  return kmk_for_each(kmk_reducer_new(list, NULL, NULL), "/rows", "rows", NULL, row());
}

#define SHEETS                                                                                     \
  "{'rows': [{'id': 'a', 'count': 0, 'sheet': {'count': 1}, 'other': {'count': 2}}, "              \
  "{'id': 'b', 'count': 0, 'sheet': {'count': 3}}]}"

/* ------------------------------------------------------------------- slots in rows */

/* The id of what is presented at a pointer, "" for nothing; free() it. */
static char *presented_id(kit *k, const char *pointer) {
  char *text = kmk_store_presentation_id(k->store, pointer, NULL);
  char *copy = calloc(1, 64);
  if (text != NULL) {
    snprintf(copy, 64, "%s", text);
  }
  kmk_text_free(text);
  return copy;
}

static bool is_up(kit *k, const char *pointer, const char *id) {
  char *now = presented_id(k, pointer);
  bool is_same = strcmp(now, id) == 0;
  free(now);
  return is_same;
}

TEST(D11_what_a_row_presents_follows_its_id) {
  kit_open(k, rows(), SHEETS);
  char *a = presented_id(k, "/rows/0/sheet"), *b = presented_id(k, "/rows/1/sheet");
  assert_string_not_equal(a, "");
  assert_string_not_equal(b, "");
  assert_string_not_equal(a, b);
  send_ok(k->store, IN_SHEET("'a'", "'startTimer'"));
  send_ok(k->store, "'reverse'");
  assert_true(is_up(k, "/rows/1/sheet", a));
  assert_true(is_up(k, "/rows/0/sheet", b));
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 'b', 'count': 0, 'sheet': {'count': 3}}, {'id': "
                              "'a', 'count': 0, 'sheet': {'count': 2}, 'other': {'count': 2}}]}");
  send_ok(k->store, "{'remove': 0}");
  assert_true(is_up(k, "/rows/0/sheet", a));
  send_ok(k->store, IN_ROW("'a'", "{'sheet': 'dismiss'}"));
  assert_true(is_up(k, "/rows/0/sheet", ""));
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  free(a);
  free(b);
}

TEST(D11_rows_that_are_written_as_a_whole_keep_what_they_present) {
  kit_open(k, rows(), SHEETS);
  char *a = presented_id(k, "/rows/0/sheet");
  send_ok(k->store, "{'assign': [{'id': 'c', 'count': 0}, {'id': 'a', 'sheet': {'count': 9}}]}");
  assert_true(is_up(k, "/rows/1/sheet", a));
  free(a);
}

TEST(D11_a_row_that_comes_back_later_presents_anew) {
  kit_open(k, rows(), SHEETS);
  char *b = presented_id(k, "/rows/1/sheet");
  const char *goings[] = {"{'remove': 1}", "{'assign': [{'id': 'a', 'count': 0}]}"};
  for (size_t i = 0; i < COUNT_OF(goings); i++) {
    send_ok(k->store, IN_SHEET("'b'", "'startTimer'"));
    send_ok(k->store, goings[i]);
    assert_int_equal(kmk_store_effect_count(k->store), 0);
    send_ok(k->store, "{'append': {'id': 'b', 'count': 0, 'sheet': {'count': 3}}}");
    char *again = presented_id(k, "/rows/1/sheet");
    assert_string_not_equal(again, "");
    assert_string_not_equal(again, b);
    free(b);
    b = again;
  }
  free(b);
}

TEST(D26_the_slots_of_a_row_and_of_its_neighbours_are_independent) {
  kit_open(k, rows(), SHEETS);
  char *other = presented_id(k, "/rows/0/other"), *b = presented_id(k, "/rows/1/sheet");
  send_ok(k->store, IN_SHEET("'a'", "'startTimer'"));
  send_ok(k->store, IN_OTHER("'a'", "'startTimer'"));
  send_ok(k->store, IN_SHEET("'b'", "'startTimer'"));
  json_array_clear(k->log);
  send_ok(k->store, IN_SHEET("'a'", "'close'"));
  assert_json_text(k->log,
                   "[" IN_SHEET("'a'", "'close'") ", " IN_ROW("'a'", "{'sheet': 'dismiss'}") "]");
  assert_true(is_up(k, "/rows/0/sheet", ""));
  assert_true(is_up(k, "/rows/0/other", other));
  assert_true(is_up(k, "/rows/1/sheet", b));
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 'a', 'count': 0, 'sheet': null, 'other': {'count': "
                              "3}}, {'id': 'b', 'count': 0, 'sheet': {'count': 4}}]}");
  send_ok(k->store, "{'assign': []}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  free(other);
  free(b);
}

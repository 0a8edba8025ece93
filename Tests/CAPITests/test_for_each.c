/* Rows with ids: who runs, what is cancelled with a row, and which ids are refused (F1-F11, M1). */
#include "support.h"

#include <stdio.h>
#include <time.h>

#define IN_ROW(id, action) "{'rows': {'element': {'id': " id ", 'action': " action "}}}"
#define TWO "{'rows': [{'id': 'a', 'count': 0}, {'id': 'b', 'count': 0}]}"

/* ----------------------------------------------------------------- the Rows feature */

/* {"cancelAll": ID} cancels an id of effects in all rows; "sum" of every row action goes to "/sum"
 * where there is one. Statuses of writes go to the array that is user data, if any. */
static void noted(void *data, kmk_status status) {
  if (data != NULL) {
    json_array_append_new(data, json_string(kmk_status_name(status)));
  }
}

static size_t row_index(const kmk_state *state, const json_t *id) {
  size_t index = SIZE_MAX;
  return kmk_state_find(state, "/rows", id, &index) == KMK_OK ? index : SIZE_MAX;
}

static const char *row_pointer(const kmk_state *state, const json_t *id, char pointer[40]) {
  snprintf(pointer, 40, "/rows/%zu", row_index(state, id));
  return pointer;
}

static void sum_up(kmk_state *state) {
  if (kmk_state_get(state, "/sum") == NULL) {
    return;
  }
  json_int_t sum = 0;
  size_t index;
  json_t *row;
  json_array_foreach(kmk_state_get(state, "/rows"), index, row) {
    sum += json_integer_value(json_object_get(row, "count"));
  }
  kmk_state_set_new(state, "/sum", json_integer(sum));
}

REDUCER(rows_parent) {
  char pointer[40];
  if (kmk_action_is(action, "rows")) {
    sum_up(state);
  } else if (kmk_action_is(action, "remove")) {
    noted(data, kmk_state_remove(
                    state, row_pointer(state, kmk_action_payload(action, "remove"), pointer)));
  } else if (kmk_action_is(action, "append")) {
    noted(data, kmk_state_insert_new(state, "/rows/-",
                                     json_deep_copy(kmk_action_payload(action, "append"))));
  } else if (kmk_action_is(action, "replace")) {
    const json_t *row = kmk_action_payload(action, "replace");
    row_pointer(state, json_object_get(row, "id"), pointer);
    noted(data, kmk_state_set(state, pointer, row));
  } else if (kmk_action_is(action, "replaceFirst")) {
    noted(data, kmk_state_set(state, "/rows/0", kmk_action_payload(action, "replaceFirst")));
  } else if (kmk_action_is(action, "renameFirst")) {
    noted(data, kmk_state_set(state, "/rows/0/id", kmk_action_payload(action, "renameFirst")));
  } else if (kmk_action_is(action, "assign")) {
    noted(data, kmk_state_set(state, "/rows", kmk_action_payload(action, "assign")));
  } else if (kmk_action_is(action, "document")) {
    noted(data, kmk_state_set(state, "", kmk_action_payload(action, "document")));
  } else if (kmk_action_is(action, "reverse")) {
    size_t count = json_array_size(kmk_state_get(state, "/rows"));
    for (size_t i = 1; i < count; i++) {
      snprintf(pointer, sizeof pointer, "/rows/%zu", i);
      noted(data, kmk_state_move(state, pointer, "/rows/0"));
    }
  } else if (kmk_action_is(action, "takeOutAndBack")) {
    json_t *row = json_incref((json_t *)kmk_state_get(state, "/rows/0"));
    noted(data, kmk_state_remove(state, "/rows/0"));
    noted(data, kmk_state_insert_new(state, "/rows/-", row));
  } else if (kmk_action_is(action, "cancelAll")) {
    return kmk_effect_cancel(json_string_value(kmk_action_payload(action, "cancelAll")));
  }
  return NULL;
}

/* A row is a counter that may also rename itself, and set what it is. */
REDUCER(row_reduce) {
  if (kmk_action_is(action, "rename")) {
    kmk_state_set(state, "/id", kmk_action_payload(action, "rename"));
    kmk_state_set_new(state, "/count", json_integer(9));
    return NULL;
  }
  if (kmk_action_is(action, "become")) {
    kmk_state_set(state, "", kmk_action_payload(action, "become"));
    return NULL;
  }
  return counter_reduce(state, action, env, data);
}

static kmk_reducer *row(void) { return kmk_reducer_new(row_reduce, NULL, NULL); }

static kmk_reducer *rows_noting(json_t *statuses) {
  return kmk_for_each(kmk_reducer_new(rows_parent, statuses, NULL), "/rows", "rows", NULL, row());
}

static kmk_reducer *rows(void) { return rows_noting(NULL); }

static void tick_both(kit *k) {
  send_ok(k->store, IN_ROW("'a'", "'startTimer'"));
  send_ok(k->store, IN_ROW("'b'", "'startTimer'"));
  assert_int_equal(kmk_store_effect_count(k->store), 2);
}

static void assert_quiet(kit *k) { assert_int_equal(kmk_store_effect_count(k->store), 0); }

static void stop_all(kit *k) {
  send_ok(k->store, "{'cancelAll': 'timer'}");
  assert_quiet(k);
}

/* ------------------------------------------------------------------------- running */

static void F1_the_row_runs_before_its_parent(void **state) {
  kit *k = *state;
  kit_open(k, rows(), "{'rows': [{'id': 'a', 'count': 2}, {'id': 'b', 'count': 3}], 'sum': 0}");
  send_ok(k->store, IN_ROW("'b'", "'inc'"));
  assert_state_text(k->store,
                    "{'rows': [{'id': 'a', 'count': 2}, {'id': 'b', 'count': 4}], 'sum': 6}");
}

static void F1_ids_are_of_any_kind_of_JSON(void **state) {
  kit *k = *state;
  const char *initial = "{'rows': [{'id': 1, 'count': 0}, {'id': '1', 'count': 0}, {'id': 1.0, "
                        "'count': 0}, {'id': null, 'count': 0}, {'id': [1, {'x': 2, 'y': 3}], "
                        "'count': 0}]}";
  kit_open(k, rows(), initial);
  send_ok(k->store, IN_ROW("1", "{'set': 10}"));
  send_ok(k->store, IN_ROW("'1'", "{'set': 11}"));
  send_ok(k->store, IN_ROW("1.0", "{'set': 12}"));
  send_ok(k->store, IN_ROW("null", "{'set': 13}"));
  send_ok(k->store, IN_ROW("[1, {'y': 3, 'x': 2}]", "{'set': 14}"));
  assert_state_text(k->store,
                    "{'rows': [{'id': 1, 'count': 10}, {'id': '1', 'count': 11}, {'id': 1.0, "
                    "'count': 12}, {'id': null, 'count': 13}, {'id': [1, {'x': 2, 'y': 3}], "
                    "'count': 14}]}");
}

static void F1_another_member_may_be_the_id(void **state) {
  kit *k = *state;
  kit_open(k, kmk_for_each(counter(), "/rows", "rows", "key", counter()),
           "{'rows': [{'id': 'x', 'key': 1, 'count': 0}, {'id': 'x', 'key': 2, 'count': 0}]}");
  send_ok(k->store, IN_ROW("2", "'inc'"));
  assert_state_text(k->store, "{'rows': [{'id': 'x', 'key': 1, 'count': 0}, "
                              "{'id': 'x', 'key': 2, 'count': 1}]}");
}

/* U+00E9, and an e with U+0301: they look alike. */
#define COMPOSED "'\xc3\xa9'"
#define DECOMPOSED "'e\xcc\x81'"

static void M1_composed_and_decomposed_ids_stand_side_by_side(void **state) {
  kit *k = *state;
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
  stop_all(k);
}

static void F2_an_unknown_id_is_an_issue_and_the_parent_runs(void **state) {
  kit *k = *state;
  kit_open(k, rows(), "{'rows': [{'id': 'a', 'count': 1}], 'sum': 0}");
  send_ok(k->store, IN_ROW("'zz'", "'inc'"));
  json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "case")), "rows.element.inc");
  assert_issues(k, "['missing-element']");
  assert_json_text(k->log, "[" IN_ROW("'zz'", "'inc'") "]");
  assert_state_text(k->store, "{'rows': [{'id': 'a', 'count': 1}], 'sum': 1}");
}

static void F2_rows_that_are_not_there_are_an_issue_and_the_parent_runs(void **state) {
  kit *k = *state;
  kit_open(k, rows(), "{'rows': null, 'sum': 1}");
  send_ok(k->store, IN_ROW("'a'", "'inc'"));
  assert_issues(k, "['missing-element']");
  assert_state_text(k->store, "{'rows': null, 'sum': 0}");
  send_ok(k->store, "{'assign': [{'id': 'a', 'count': 1}]}");
  send_ok(k->store, IN_ROW("'a'", "'inc'"));
  assert_state_text(k->store, "{'rows': [{'id': 'a', 'count': 2}], 'sum': 2}");
}

static void F2_what_is_no_row_action_is_refused_at_once(void **state) {
  kit *k = *state;
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

/* -------------------------------------------------------------------------- effects */

static void F3_removing_a_row_stops_its_effects_and_no_others(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  tick_both(k);
  send_ok(k->store, "{'remove': 'a'}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, 2 * SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 'b', 'count': 2}]}");
  stop_all(k);
}

static void F4_reordering_cancels_nothing(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  tick_both(k);
  send_ok(k->store, "'reverse'");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 'b', 'count': 1}, {'id': 'a', 'count': 1}]}");
  stop_all(k);
}

static void F4_a_row_replaced_by_one_with_its_id_ticks_on(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  tick_both(k);
  advance(k->loop, 2 * SECOND);
  send_ok(k->store, "{'replace': {'id': 'b', 'count': 0}}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 'a', 'count': 3}, {'id': 'b', 'count': 1}]}");
  send_ok(k->store, "{'assign': [{'id': 'b', 'count': 0}, {'id': 'a', 'count': 0}]}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 'b', 'count': 1}, {'id': 'a', 'count': 1}]}");
  stop_all(k);
}

static void F4_a_row_replaced_by_one_with_another_id_is_gone(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  tick_both(k);
  send_ok(k->store, "{'replaceFirst': {'id': 'c', 'count': 0}}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, IN_ROW("'c'", "'inc'"));
  send_ok(k->store, "{'renameFirst': 'd'}");
  send_ok(k->store, IN_ROW("'d'", "'inc'"));
  assert_state_text(k->store, "{'rows': [{'id': 'd', 'count': 2}, {'id': 'b', 'count': 0}]}");
  send_ok(k->store, "{'document': {'rows': [{'id': 'd', 'count': 0}]}}");
  assert_quiet(k);
}

static void F5_removed_and_back_in_one_step_ticks_on(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  tick_both(k);
  send_ok(k->store, "'takeOutAndBack'");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 'b', 'count': 1}, {'id': 'a', 'count': 1}]}");
  stop_all(k);
}

static void F5_removed_and_back_in_two_steps_is_stopped(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  tick_both(k);
  send_ok(k->store, "{'remove': 'a'}");
  send_ok(k->store, "{'append': {'id': 'a', 'count': 0}}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 'b', 'count': 1}, {'id': 'a', 'count': 0}]}");
  stop_all(k);
}

REDUCER(outsider) {
  if (kmk_action_is(action, "outside")) {
    kmk_state_remove(state, "/rows/0");
  } else if (kmk_action_is(action, "outsideAll")) {
    kmk_state_remove(state, "/rows");
  }
  return NULL;
}

static kmk_reducer *with_outsider(bool first) {
  kmk_reducer *outside = kmk_reducer_new(outsider, NULL, NULL);
  kmk_reducer *members[] = {first ? outside : rows(), first ? rows() : outside};
  return kmk_combine(2, members);
}

static void F6_removal_from_outside_is_noticed_with_the_next_action(void **state) {
  kit *k = *state;
  for (int first = 0; first <= 1; first++) {
    kit_open(k, with_outsider(first), TWO);
    tick_both(k);
    send_ok(k->store, "'outside'");
    send_ok(k->store, "'noop'");
    assert_int_equal(kmk_store_effect_count(k->store), 1);
    advance(k->loop, SECOND);
    assert_state_text(k->store, "{'rows': [{'id': 'b', 'count': 1}]}");
    send_ok(k->store, "'outsideAll'");
    send_ok(k->store, "'noop'");
    assert_quiet(k);
    advance(k->loop, SECOND);
    assert_state_text(k->store, "{}");
    kmk_store_free(k->store);
    k->store = NULL;
  }
}

static void F7_an_effect_finds_its_row_wherever_it_moved(void **state) {
  kit *k = *state;
  kit_open(k, rows(), "{'rows': [{'id': 'a', 'count': 0}, {'id': 'b', 'count': 0}, "
                      "{'id': 'c', 'count': 0}]}");
  send_ok(k->store, IN_ROW("'a'", "{'incAfter': 1}"));
  send_ok(k->store, "'reverse'");
  send_ok(k->store, "{'remove': 'c'}");
  json_array_clear(k->log);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[" IN_ROW("'a'", "'inc'") "]");
  assert_state_text(k->store, "{'rows': [{'id': 'b', 'count': 0}, {'id': 'a', 'count': 1}]}");
  assert_quiet(k);
}

static void F8_rows_cannot_cancel_each_other_and_the_parent_cancels_all(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  tick_both(k);
  send_ok(k->store, IN_ROW("'a'", "'stopTimer'"));
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 'a', 'count': 0}, {'id': 'b', 'count': 1}]}");
  send_ok(k->store, IN_ROW("'a'", "'startTimer'"));
  send_ok(k->store, "{'cancelAll': 'timer'}");
  assert_quiet(k);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 'a', 'count': 0}, {'id': 'b', 'count': 1}]}");
}

/* The parent answers "leave" of a row by removing the row, whose step has returned an effect. */
REDUCER(leave_parent) {
  const json_t *id = NULL;
  const json_t *inner = kmk_action_element(action, "rows", &id);
  if (inner != NULL && kmk_action_is(inner, "startTimer")) {
    char pointer[40];
    kmk_state_remove(state, row_pointer(state, id, pointer));
  }
  return NULL;
}

static void F3_what_a_row_began_in_the_step_that_removed_it_is_stopped(void **state) {
  kit *k = *state;
  kit_open(k, kmk_for_each(kmk_reducer_new(leave_parent, NULL, NULL), "/rows", "rows", NULL, row()),
           TWO);
  send_ok(k->store, IN_ROW("'a'", "'startTimer'"));
  assert_quiet(k);
  assert_state_text(k->store, "{'rows': [{'id': 'b', 'count': 0}]}");
}

/* ------------------------------------------------------------------- ids that clash */

static void F9_a_store_with_two_rows_of_one_id_is_not_made(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  kmk_reducer *reducer = rows();
  json_t *initial = json_of("{'rows': [{'id': 1, 'count': 0}, {'id': 1, 'count': 0}]}");
  assert_null(kmk_store_new(k->loop, reducer, initial, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/rows");
  json_decref(initial);
}

static void F9_a_step_that_brings_an_id_twice_is_refused(void **state) {
  kit *k = *state;
  json_t *statuses = json_array();
  const char *initial = "{'rows': [{'id': 1, 'count': 0}, {'id': 2, 'count': 0}]}";
  kit_open(k, rows_noting(statuses), initial);
  const char *clashes[] = {"{'append': {'id': 1, 'count': 5}}",
                           "{'replaceFirst': {'id': 2, 'count': 5}}",
                           "{'renameFirst': 2}",
                           "{'assign': [{'id': 3, 'count': 5}, {'id': 3, 'count': 6}]}",
                           "{'document': {'rows': [{'id': 3, 'count': 5}, {'id': 3}]}}"};
  json_t *invalid = json_array();
  json_array_append_new(invalid, json_string(kmk_status_name(KMK_ERR_INVALID_ARGUMENT)));
  for (size_t i = 0; i < COUNT_OF(clashes); i++) {
    send_ok(k->store, clashes[i]);
    if (!json_equal(statuses, invalid)) {
      fail_msg("%s was not refused", clashes[i]);
    }
    assert_issues(k, "['duplicate-element-id']");
    assert_state_text(k->store, initial);
    json_array_clear(statuses);
  }
  send_ok(k->store, IN_ROW("1", "'inc'"));
  send_ok(k->store, IN_ROW("2", "'inc'"));
  assert_state_text(k->store, "{'rows': [{'id': 1, 'count': 1}, {'id': 2, 'count': 1}]}");
  json_decref(invalid);
  json_decref(statuses);
}

static void F10_a_row_that_changes_its_own_id_keeps_the_old_one(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  tick_both(k);
  send_ok(k->store, IN_ROW("'a'", "{'rename': 5}"));
  assert_issues(k, "['element-id-changed']");
  assert_state_text(k->store, "{'rows': [{'id': 'a', 'count': 9}, {'id': 'b', 'count': 0}]}");
  send_ok(k->store, IN_ROW("'a'", "{'become': {'id': 6, 'count': 1}}"));
  assert_issues(k, "['element-id-changed']");
  assert_state_text(k->store, "{'rows': [{'id': 'a', 'count': 1}, {'id': 'b', 'count': 0}]}");
  send_ok(k->store, IN_ROW("'a'", "{'become': {'count': 2}}"));
  assert_issues(k, "['element-id-changed']");
  assert_state_text(k->store, "{'rows': [{'count': 2, 'id': 'a'}, {'id': 'b', 'count': 0}]}");
  send_ok(k->store, IN_ROW("'a'", "'inc'"));
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'count': 4, 'id': 'a'}, {'id': 'b', 'count': 1}]}");
  stop_all(k);
}

static void F10_a_row_that_takes_a_neighbours_id_keeps_its_own(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  send_ok(k->store, IN_ROW("'a'", "{'rename': 'b'}"));
  assert_int_not_equal(json_array_size(k->issues), 0);
  json_array_clear(k->issues);
  send_ok(k->store, IN_ROW("'b'", "'inc'"));
  assert_state_text(k->store, "{'rows': [{'id': 'a', 'count': 9}, {'id': 'b', 'count': 1}]}");
}

/* ------------------------------------------------------------------------ many rows */

static json_t *many_rows(int count) {
  json_t *array = json_array();
  for (int i = 0; i < count; i++) {
    json_array_append_new(array, json_pack("{s:i, s:i}", "id", i, "count", 0));
  }
  return json_pack("{s:o}", "rows", array);
}

static double seconds_since(struct timespec begin) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) / 1e9;
}

static void F11_many_rows_are_found_without_a_search(void **state) {
  kit *k = *state;
  json_t *initial = many_rows(100000);
  k->store = kmk_store_new(k->loop, rows(), initial, NULL);
  json_decref(initial);
  assert_non_null(k->store);
  struct timespec begin;
  timespec_get(&begin, TIME_UTC);
  unsigned random = 1;
  for (int i = 0; i < 10000; i++) {
    random = random * 1103515245u + 12345u;
    json_t *action = json_pack("{s:{s:{s:i, s:s}}}", "rows", "element", "id",
                               (int)((random >> 8) % 100000), "action", "inc");
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  /* From the front and from all over: what comes after a removed row moves up. */
  send_ok(k->store, IN_ROW("99999", "'startTimer'"));
  for (int i = 0; i < 1000; i++) {
    json_t *action = json_pack("{s:i}", "remove", i % 2 == 0 ? i : 50000 + i * 7 % 40000);
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  assert_true(seconds_since(begin) < 20);
  json_t *left = kmk_store_get(k->store, "/rows", NULL);
  assert_int_equal(json_array_size(left), 99000);
  json_int_t sum = 0;
  size_t index;
  json_t *row;
  json_array_foreach(left, index, row) {
    sum += json_integer_value(json_object_get(row, "count"));
  }
  assert_in_range(sum, 9000, 10000);
  json_decref(left);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  stop_all(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(F1_the_row_runs_before_its_parent),
      KIT_TEST(F1_ids_are_of_any_kind_of_JSON),
      KIT_TEST(F1_another_member_may_be_the_id),
      KIT_TEST(M1_composed_and_decomposed_ids_stand_side_by_side),
      KIT_TEST(F2_an_unknown_id_is_an_issue_and_the_parent_runs),
      KIT_TEST(F2_rows_that_are_not_there_are_an_issue_and_the_parent_runs),
      KIT_TEST(F2_what_is_no_row_action_is_refused_at_once),
      KIT_TEST(F3_removing_a_row_stops_its_effects_and_no_others),
      KIT_TEST(F3_what_a_row_began_in_the_step_that_removed_it_is_stopped),
      KIT_TEST(F4_reordering_cancels_nothing),
      KIT_TEST(F4_a_row_replaced_by_one_with_its_id_ticks_on),
      KIT_TEST(F4_a_row_replaced_by_one_with_another_id_is_gone),
      KIT_TEST(F5_removed_and_back_in_one_step_ticks_on),
      KIT_TEST(F5_removed_and_back_in_two_steps_is_stopped),
      KIT_TEST(F6_removal_from_outside_is_noticed_with_the_next_action),
      KIT_TEST(F7_an_effect_finds_its_row_wherever_it_moved),
      KIT_TEST(F8_rows_cannot_cancel_each_other_and_the_parent_cancels_all),
      KIT_TEST(F9_a_store_with_two_rows_of_one_id_is_not_made),
      KIT_TEST(F9_a_step_that_brings_an_id_twice_is_refused),
      KIT_TEST(F10_a_row_that_changes_its_own_id_keeps_the_old_one),
      KIT_TEST(F10_a_row_that_takes_a_neighbours_id_keeps_its_own),
      KIT_TEST(F11_many_rows_are_found_without_a_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

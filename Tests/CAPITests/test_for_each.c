/* Rows with ids: who runs, and what is cancelled with a row (F1-F8). */
#include "rows_support.h"

/* ------------------------------------------------------------------------- running */

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
  kit_open(k, rows(),
           "{'rows': [{'id': 'a', 'count': 0}, {'id': 'b', 'count': 0}, "
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

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(F1_ids_are_of_any_kind_of_JSON),
      KIT_TEST(F1_another_member_may_be_the_id),
      KIT_TEST(F2_rows_that_are_not_there_are_an_issue_and_the_parent_runs),
      KIT_TEST(F2_what_is_no_row_action_is_refused_at_once),
      KIT_TEST(F3_what_a_row_began_in_the_step_that_removed_it_is_stopped),
      KIT_TEST(F4_a_row_replaced_by_one_with_another_id_is_gone),
      KIT_TEST(F5_removed_and_back_in_one_step_ticks_on),
      KIT_TEST(F5_removed_and_back_in_two_steps_is_stopped),
      KIT_TEST(F6_removal_from_outside_is_noticed_with_the_next_action),
      KIT_TEST(F7_an_effect_finds_its_row_wherever_it_moved),
      KIT_TEST(F8_rows_cannot_cancel_each_other_and_the_parent_cancels_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

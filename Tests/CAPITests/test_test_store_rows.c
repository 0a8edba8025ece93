/* Test stores: changes of rows (I61), and several actions in one call (I60, I62). */
#include "trial_support.h"

/* ------------------------------------------------------------------------- several */

static kmk_effect *ticking(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "start"))
    return kmk_effect_cancellable(kmk_effect_every_new(SECOND, json_string("tick")), "t", true);
  if (kmk_action_is(action, "stop"))
    return kmk_effect_cancel("t");
  if (kmk_action_is(action, "tick")) {
    state_add(state, "/seconds", 1);
    return state_int(state, "/seconds") == 3 ? sends("'rang'") : NULL;
  }
  return NULL;
}

static void open_ticking(trial *t) {
  open_trial_of(t, kmk_reducer_new(ticking, NULL, NULL), "{'seconds': 10}");
  SEND(t, "'start'", NULL);
}

TRIAL_TEST(I60_so_many_of_a_case_are_received_by_what_they_change_together) {
  open_ticking(t);
  assert_true(kmk_test_advance(t->test, 4 * SECOND));
  assert_true(kmk_test_receive_count(t->test, 3, "tick", json_of("{'seconds': 13}")));
  assert_asserted(t, "{'seconds': 13}");
  assert_false(kmk_test_receive_count(t->test, 1, "tick", json_of("{'seconds': 13}")));
  assert_failure(t, __LINE__ - 1, "-   \"seconds\": 13", "+   \"seconds\": 14");
  SEND(t, "'stop'", NULL);
}

TRIAL_TEST(I60_fewer_than_stated_is_a_failure) {
  open_ticking(t);
  assert_false(kmk_test_receive_count(t->test, 2, "tick", NULL));
  assert_failure(t, __LINE__ - 1, "an action of the case tick 2 times, and nothing came");
  assert_true(kmk_test_advance(t->test, 2 * SECOND));
  assert_false(kmk_test_receive_count(t->test, 3, "tick", json_of("{'seconds': 13}")));
  assert_failure(t, __LINE__ - 1, "an action of the case tick 3 times, and it came 2 times");
  assert_asserted(t, "{'seconds': 12}");
  assert_false(kmk_test_receive_count(t->test, 0, "tick", NULL));
  assert_failure(t, __LINE__ - 1, "count is 0");
  SEND(t, "'stop'", NULL);
}

TRIAL_TEST(I60_another_one_among_them_is_a_failure) {
  open_trial_of(t, kmk_reducer_new(ticking, NULL, NULL), "{'seconds': 0}");
  SEND(t, "'start'", NULL);
  kmk_test_advance(t->test, 4 * SECOND);
  assert_false(kmk_test_receive_count(t->test, 4, "tick", json_of("{'seconds': 4}")));
  assert_failure(t, __LINE__ - 1, "After 3 actions of the expected case another one was received",
                 "received: \"rang\"");
  assert_true(kmk_test_receive_count(t->test, 1, "tick", json_of("{'seconds': 4}")));
  SEND(t, "'stop'", NULL);
}

TRIAL_TEST(I60_where_not_all_is_accounted_for_others_among_them_are_skipped) {
  open_trial_of(t, kmk_reducer_new(ticking, NULL, NULL), "{'seconds': 0}");
  kmk_test_store_set_exhaustive(t->test, false, true);
  SEND(t, "'start'", NULL);
  kmk_test_advance(t->test, 4 * SECOND);
  assert_true(kmk_test_receive_count(t->test, 4, "tick", json_of("{'seconds': 4}")));
  assert_note(t, __LINE__ - 1, "Skipped 1 received action", "rang");
  assert_false(kmk_test_receive_count(t->test, 1, "tick", NULL));
  assert_failure(t, __LINE__ - 1, "nothing came");
  SEND(t, "'stop'", NULL);
}

TRIAL_TEST(I62_a_minute_of_ticks_in_one_line) {
  open_ticking(t);
  assert_true(
      kmk_test_advance_receiving(t->test, 60 * SECOND, 60, "tick", json_of("{'seconds': 70}")));
  assert_true(
      kmk_test_advance_receiving(t->test, 2 * SECOND, 2, "tick", json_of("{'seconds': 72}")));
  assert_false(kmk_test_advance_receiving(t->test, SECOND, 1, "tick", json_of("{'seconds': 72}")));
  assert_failure(t, __LINE__ - 1, "-   \"seconds\": 72", "+   \"seconds\": 73");
  SEND(t, "'stop'", NULL);
}

/* ---------------------------------------------------------------------------- rows */

static kmk_effect *row_reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "start")) {
    kmk_state_set_new(state, "/phase", json_string("running"));
    return after(SECOND, "'done'");
  }
  if (kmk_action_is(action, "done"))
    kmk_state_set_new(state, "/phase", json_string("done"));
  return NULL;
}

static kmk_effect *parent_reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "swap"))
    kmk_state_move(state, "/rows/1", "/rows/0");
  if (kmk_action_element(action, "rows", NULL) != NULL)
    state_add(state, "/steps", 1);
  return NULL;
}

static void open_rows(trial *t) {
  kmk_reducer *row = kmk_reducer_new(row_reduce, NULL, NULL);
  kmk_reducer *parent = kmk_reducer_new(parent_reduce, NULL, NULL);
  open_trial_of(t, kmk_for_each(parent, "/rows", "rows", "key", row),
                "{'steps': 0, 'rows': [{'key': 'a', 'phase': ''}, {'key': 7, 'phase': ''}]}");
}

#define START(t, id) "{'rows': {'element': {'id': " id ", 'action': 'start'}}}"

TRIAL_TEST(I61_a_row_is_stated_by_its_id_beside_other_changes) {
  open_rows(t);
  assert_true(kmk_test_expect_row(t->test, "/rows", json_integer(7), "{'phase': 'running'}"));
  assert_true(SEND(t, START(t, "7"), "{'steps': 1}"));
  assert_true(SEND(t, "'swap'", "[{'op': 'move', 'from': '/rows/1', 'path': '/rows/0'}]"));
  assert_true(kmk_test_expect_row(t->test, "/rows", json_string("a"), "{'phase': 'running'}"));
  assert_true(SEND(t, START(t, "'a'"), "{'steps': 2}"));
  kmk_test_advance(t->test, SECOND);
  kmk_test_expect_row(t->test, "/rows", json_integer(7), "{'phase': 'done'}");
  kmk_test_expect_row(t->test, "/rows", json_string("a"),
                      "[{'op': 'replace', 'path': '/phase', 'value': 'done'}]");
  assert_true(kmk_test_receive_count(t->test, 2, "rows.element", json_of("{'steps': 4}")));
}

TRIAL_TEST(I61_what_is_not_so_is_shown) {
  open_rows(t);
  kmk_test_expect_row(t->test, "/rows", json_integer(7), "{'phase': 'gone'}");
  assert_false(SEND(t, START(t, "7"), "{'steps': 1}"));
  assert_failure(t, __LINE__ - 1, "-       \"phase\": \"gone\"", "+       \"phase\": \"running\"");
  kmk_test_expect_row(t->test, "/rows", json_integer(8), "{'phase': 'running'}");
  assert_false(SEND(t, START(t, "'a'"), "{'steps': 2}"));
  assert_failure(t, __LINE__ - 1, "/rows: no row has the id 8");
  kmk_test_expect_row(t->test, "/none", json_integer(8), "{'phase': 'running'}");
  kmk_test_advance(t->test, SECOND);
  assert_false(RECEIVE_CASE(t, "rows.element", NULL));
  assert_failure(t, __LINE__ - 1, "/none: no rows are there");
  kmk_test_expect_row(t->test, "/rows", json_string("a"), "{'phase': 'done'}");
  assert_true(RECEIVE_CASE(t, "rows.element", "{'steps': 4}"));
}

TRIAL_TEST(I61_a_statement_is_of_the_next_action_alone) {
  open_rows(t);
  kmk_test_expect_row(t->test, "/rows", json_integer(7), "{'phase': 'running'}");
  int line = __LINE__ - 1;
  assert_false(kmk_test_finish(t->test));
  assert_failure(t, line, "no action was sent or received that could change the row 7");
  assert_true(kmk_test_finish(t->test));
  kmk_test_expect_row(t->test, "/rows", json_integer(7), "{'phase': 'running'}");
  line = __LINE__ - 1;
  end_trial(t);
  assert_failure(t, line, "no action was sent or received");
}

TRIAL_TEST(I61_wrong_arguments_are_failures) {
  open_rows(t);
  assert_false(kmk_test_expect_row(t->test, NULL, json_integer(7), "{}"));
  assert_failure(t, __LINE__ - 1, "rows_pointer is NULL");
  assert_false(kmk_test_expect_row(t->test, "/rows", NULL, "{}"));
  assert_failure(t, __LINE__ - 1, "id is NULL");
  assert_false(kmk_test_expect_row(t->test, "/rows", json_integer(7), "{'phase'"));
  assert_failure(t, __LINE__ - 1, "changes");
  assert_false(kmk_test_expect_row(t->test, "rows", json_integer(7), "{}"));
  assert_failure(t, __LINE__ - 1, "");
  assert_false(kmk_test_expect_row(NULL, "/rows", json_integer(7), "{}"));
}

/* In a path, the element changes; in an array without an operator, the member "id" is the row's id. */
static kmk_effect *element_reduce(kmk_state *state, const json_t *action, kmk_env *env,
                                  void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "inc"))
    state_add(state, "/n", 1);
  return NULL;
}

static kmk_effect *plain_reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "plain"))
    state_add(state, "/plain/1/n", 1);
  return NULL;
}

TRIAL_TEST(I61_paths_and_plain_arrays_have_ids_too) {
  kmk_reducer *element = kmk_reducer_new(element_reduce, NULL, NULL);
  kmk_reducer *parent = kmk_reducer_new(plain_reduce, NULL, NULL);
  open_trial_of(t, kmk_stack(parent, "/path", "path", element),
                "{'path': [{'id': 0, 'element': {'n': 1}}, {'id': 3, 'element': {'n': 1}}],"
                " 'plain': [{'id': 'x', 'n': 1}, {'id': 'y', 'n': 1}]}");
  kmk_test_expect_row(t->test, "/path", json_integer(3), "{'n': 2}");
  assert_true(SEND(t, "{'path': {'element': {'id': 3, 'action': 'inc'}}}", NULL));
  kmk_test_expect_row(t->test, "/plain", json_string("y"), "{'n': 2}");
  assert_true(SEND(t, "'plain'", NULL));
}

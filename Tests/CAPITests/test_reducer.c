/* Reducers: the step, combine and scope (A1-A8, A42), references, and mistakes in a composition. */
#include "support.h"

/* ------------------------------------------------------------------ the step */

REDUCER(count_call) {
  (*(int *)data)++;
  return NULL;
}

static void A1_each_position_runs_once_for_each_action(void **state) {
  kit *k = *state;
  int calls[2] = {0, 0};
  kmk_reducer *members[] = {kmk_reducer_new(count_call, &calls[0], NULL),
                            kmk_reducer_new(count_call, &calls[1], NULL)};
  kit_open(k, kmk_combine(2, members), "{}");
  assert_int_equal(calls[0], 0);
  assert_int_equal(calls[1], 0);
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "'noop'");
  }
  assert_int_equal(calls[0], 3);
  assert_int_equal(calls[1], 3);
}

/* --------------------------------------------------------------------- combine */

REDUCER(append_a) {
  state_note(state, "/log", "a");
  return kmk_action_is(action, "go") ? sends("'x'") : NULL;
}

REDUCER(append_b) {
  state_note(state, "/log", "b");
  return kmk_action_is(action, "go") ? sends("'y'") : NULL;
}

static kmk_reducer *a_then_b(void) {
  kmk_reducer *members[] = {kmk_reducer_new(append_a, NULL, NULL),
                            kmk_reducer_new(append_b, NULL, NULL)};
  return kmk_combine(2, members);
}

static void A2_combine_runs_its_members_in_order_on_one_state(void **state) {
  kit *k = *state;
  kit_open(k, a_then_b(), "{'log': []}");
  send_ok(k->store, "'noop'");
  assert_state_text(k->store, "{'log': ['a', 'b']}");
}

static void A2_combine_merges_the_effects_in_member_order(void **state) {
  kit *k = *state;
  kit_open(k, a_then_b(), "{'log': []}");
  send_ok(k->store, "'go'");
  assert_json_text(k->log, "['go', 'x', 'y']");
}

static kmk_effect *after_one_second(const json_t *action) {
  return kmk_action_is(action, "go") ? after(1 * SECOND, "'one'") : NULL;
}

static kmk_effect *after_two_seconds(const json_t *action) {
  return kmk_action_is(action, "go") ? after(2 * SECOND, "'two'") : NULL;
}

static void A3_combined_effects_run_beside_each_other(void **state) {
  kit *k = *state;
  kmk_reducer *members[] = {answering(after_one_second), answering(after_two_seconds)};
  kit_open(k, kmk_combine(2, members), "{}");
  send_ok(k->store, "'go'");
  advance(k->loop, 1 * SECOND);
  assert_json_text(k->log, "['go', 'one']");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, 1 * SECOND);
  assert_json_text(k->log, "['go', 'one', 'two']");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void A4_the_empty_reducer_changes_nothing(void **state) {
  kit *k = *state;
  kmk_reducer *nothing[] = {NULL, NULL};
  kmk_reducer *empty[] = {kmk_combine(0, NULL), kmk_combine(2, nothing)};
  for (size_t i = 0; i < COUNT_OF(empty); i++) {
    kmk_store *store = open_store(k->loop, empty[i], "{'count': 1}");
    kmk_task *task = kmk_store_send_task_new(store, json_of("{'anything': [1, 2]}"), NULL);
    assert_non_null(task);
    assert_true(kmk_task_is_finished(task));
    assert_state_text(store, "{'count': 1}");
    kmk_task_free(task);
    kmk_store_free(store);
  }
}

static void A25_NULL_members_of_a_combine_are_left_out(void **state) {
  kit *k = *state;
  kmk_reducer *members[] = {NULL, a_then_b(), NULL};
  kit_open(k, kmk_combine(3, members), "{'log': []}");
  send_ok(k->store, "'go'");
  assert_json_text(k->log, "['go', 'x', 'y']");
  assert_state_text(k->store, "{'log': ['a', 'b', 'a', 'b', 'a', 'b']}");
}

/* ----------------------------------------------------------------------- scope */

static kmk_effect *answer_tap_with_inc(const json_t *action) {
  return kmk_action_is(action, "tap") ? sends("'inc'") : NULL;
}

static void A5_a_scoped_child_sends_inside_its_branch(void **state) {
  kit *k = *state;
  kmk_reducer *both[] = {answering(answer_tap_with_inc), counter()};
  kit_open(k, kmk_scope("/child", "child", kmk_combine(2, both)), "{'child': {'count': 0}}");
  send_ok(k->store, "{'child': 'tap'}");
  assert_json_text(k->log, "[{'child': 'tap'}, {'child': 'inc'}]");
  assert_state_text(k->store, "{'child': {'count': 1}}");
}

static void A5_a_later_action_of_a_scoped_child_comes_back_wrapped_too(void **state) {
  kit *k = *state;
  kit_open(k, kmk_scope("/a/b", "outer.inner", counter()), "{'a': {'b': {'count': 0}}}");
  send_ok(k->store, "{'outer': {'inner': {'incAfter': 1}}}");
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[{'outer': {'inner': {'incAfter': 1}}}, {'outer': {'inner': 'inc'}}]");
  assert_state_text(k->store, "{'a': {'b': {'count': 1}}}");
}

static void A5_other_actions_pass_a_scope_by_silently(void **state) {
  kit *k = *state;
  int calls = 0;
  kit_open(k, kmk_scope("/child", "child", kmk_reducer_new(count_call, &calls, NULL)),
           "{'child': {}}");
  send_ok(k->store, "'inc'");
  send_ok(k->store, "{'children': 'inc'}");
  assert_int_equal(calls, 0);
  assert_issues(k, "[]");
}

static void a_scope_whose_state_is_not_there_raises_absent_child(void **state) {
  kit *k = *state;
  int calls = 0;
  kit_open(k, kmk_scope("/child", "child", kmk_reducer_new(count_call, &calls, NULL)), "{'a': 1}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_int_equal(calls, 0);
  assert_issues(k, "['absent-child']");
  assert_state_text(k->store, "{'a': 1}");
}

static void A6_a_scope_to_another_case_raises_wrong_case_and_runs_its_siblings(void **state) {
  kit *k = *state;
  int child_calls = 0, sibling_calls = 0;
  kmk_reducer *session[] = {
      kmk_scope_case("loggedOut", "loggedOut", kmk_reducer_new(count_call, &child_calls, NULL)),
      kmk_scope_case("loggedIn", "loggedIn", counter()),
      kmk_reducer_new(count_call, &sibling_calls, NULL)};
  kit_open(k, kmk_combine(3, session), "{'loggedIn': {'count': 4}}");
  send_ok(k->store, "{'loggedOut': 'inc'}");
  assert_issues(k, "['wrong-case']");
  assert_int_equal(child_calls, 0);
  assert_int_equal(sibling_calls, 1);
  assert_state_text(k->store, "{'loggedIn': {'count': 4}}");
  send_ok(k->store, "{'loggedIn': 'inc'}");
  assert_state_text(k->store, "{'loggedIn': {'count': 5}}");
}

static void A7_scopes_share_one_namespace_of_effect_ids(void **state) {
  kit *k = *state;
  kmk_reducer *two[] = {kmk_scope("/a", "a", counter()), kmk_scope("/b", "b", counter())};
  kit_open(k, kmk_combine(2, two), "{'a': {'count': 0}, 'b': {'count': 0}}");
  send_ok(k->store, "{'a': 'startTimer'}");
  send_ok(k->store, "{'b': 'startTimer'}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'a': {'count': 1}, 'b': {'count': 1}}");
  send_ok(k->store, "{'a': 'stopTimer'}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, 5 * SECOND);
  assert_state_text(k->store, "{'a': {'count': 1}, 'b': {'count': 1}}");
}

REDUCER(copy_child_to_seen) {
  if (kmk_action_is(action, "child.inc")) {
    kmk_state_set(state, "/seen", kmk_state_get(state, "/child/count"));
  }
  return NULL;
}

static void A8_a_parent_after_the_scope_sees_the_new_value(void **state) {
  kit *k = *state;
  kmk_reducer *members[] = {kmk_scope("/child", "child", counter()),
                            kmk_reducer_new(copy_child_to_seen, NULL, NULL)};
  kit_open(k, kmk_combine(2, members), "{'child': {'count': 0}, 'seen': null}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_state_text(k->store, "{'child': {'count': 1}, 'seen': 1}");
}

static void A8_a_parent_before_the_scope_sees_the_old_value(void **state) {
  kit *k = *state;
  kmk_reducer *members[] = {kmk_reducer_new(copy_child_to_seen, NULL, NULL),
                            kmk_scope("/child", "child", counter())};
  kit_open(k, kmk_combine(2, members), "{'child': {'count': 0}, 'seen': null}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_state_text(k->store, "{'child': {'count': 1}, 'seen': 0}");
}

/* ------------------------------------------------------------ references */

static void user_data_is_released_when_the_last_reference_and_store_have_gone(void **state) {
  kit *k = *state;
  int calls = 0, freed = 0;
  kmk_reducer *one = kmk_reducer_new(count_call, &calls, NULL);
  kmk_reducer *counted = kmk_dependency_pointer(one, "freed", &freed, count_free);
  kmk_reducer *places[] = {kmk_reducer_retain(counted), kmk_reducer_retain(counted)};
  kmk_store *store = open_store(k->loop, kmk_combine(2, places), "{}");
  send_ok(store, "'noop'");
  assert_int_equal(calls, 2);
  kmk_store_free(store);
  run_due(k->loop);
  assert_int_equal(freed, 0);
  kmk_reducer_free(counted);
  assert_int_equal(freed, 1);
}

static void a_reducer_that_no_store_took_releases_its_user_data(void **state) {
  (void)state;
  int freed = 0;
  kmk_reducer_free(kmk_reducer_new(count_call, &freed, count_free));
  assert_int_equal(freed, 1);
}

/* ------------------------------------------------------------- mistakes */

static void assert_refused(kit *k, kmk_reducer *reducer, kmk_status status) {
  kmk_error error = {0};
  assert_non_null(reducer);
  json_t *initial = json_of("{'child': {'count': 0}}");
  assert_null(kmk_store_new(k->loop, reducer, initial, &error));
  assert_int_equal(error.status, status);
  assert_string_not_equal(error.message, "");
  json_decref(initial);
}

static void a_mistake_in_a_composition_is_reported_by_store_new(void **state) {
  kit *k = *state;
  kmk_slot_options small = KMK_SLOT_OPTIONS_INIT;
  small.size = 4;
  assert_refused(k, kmk_reducer_new(NULL, NULL, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_combine(2, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_scope("child", "child", counter()), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_scope("/~2", "child", counter()), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_scope("/child", "", counter()), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_scope("/child", "child", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_scope_case("", "child", counter()), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_if_let(counter(), "/child", "child", &small, counter()),
                 KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_presentation(counter(), "child", "child", NULL, counter()),
                 KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_feature("nobody registered this"), KMK_ERR_UNKNOWN_FEATURE);
}

static void the_first_of_several_mistakes_is_reported(void **state) {
  kit *k = *state;
  kmk_reducer *members[] = {counter(),
                            kmk_scope("/child", "child", kmk_feature("nobody registered this")),
                            kmk_scope("child", "child", counter())};
  assert_refused(k, kmk_combine(3, members), KMK_ERR_UNKNOWN_FEATURE);
}

/* Whatever is composed around a mistake, and however wrongly: the first one is told. */
static void A42_a_composition_keeps_its_first_mistake(void **state) {
  kit *k = *state;
  const kmk_status first = KMK_ERR_UNKNOWN_FEATURE;
#define WRONG_CHILD kmk_feature("nobody registered this")
  assert_refused(k, kmk_scope(NULL, "child", WRONG_CHILD), first);
  assert_refused(k, kmk_scope_case("a.b", "child", WRONG_CHILD), first);
  assert_refused(k, kmk_if_let(WRONG_CHILD, NULL, "x", NULL, NULL), first);
  assert_refused(k, kmk_if_let(NULL, "", "x", NULL, WRONG_CHILD), first);
  assert_refused(k, kmk_if_case_let(WRONG_CHILD, NULL, "x", NULL, NULL), first);
  assert_refused(k, kmk_presentation(WRONG_CHILD, "", "x", NULL, NULL), first);
  assert_refused(k, kmk_presentation_destination(NULL, "/a", "", NULL, WRONG_CHILD), first);
  assert_refused(k, kmk_for_each(WRONG_CHILD, NULL, NULL, NULL, NULL), first);
  assert_refused(k, kmk_stack(NULL, "x", "x", WRONG_CHILD), first);
  assert_refused(k, kmk_navigation_destination(WRONG_CHILD, "x", "x", NULL), first);
  assert_refused(k, kmk_on_change(WRONG_CHILD, "x", NULL, NULL, NULL), first);
  assert_refused(k, kmk_print_changes(WRONG_CHILD, "\xff"), first);
  assert_refused(k, kmk_dependency(WRONG_CHILD, NULL, NULL), first);
  assert_refused(k, kmk_dependency_pointer(WRONG_CHILD, NULL, NULL, NULL), first);
  assert_refused(k, kmk_cases(WRONG_CHILD, SIZE_MAX, NULL), first);
  assert_refused(k, kmk_scope("x", "", kmk_scope(NULL, NULL, WRONG_CHILD)), first);
#undef WRONG_CHILD
}

static void a_refused_composition_releases_its_user_data(void **state) {
  kit *k = *state;
  int freed = 0;
  kmk_reducer *members[] = {kmk_reducer_new(count_call, &freed, count_free),
                            kmk_reducer_new(NULL, &freed, count_free)};
  assert_refused(k, kmk_scope("malformed", "child", kmk_combine(2, members)),
                 KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(freed, 2);
}

/* ------------------------------------------------------------------------- embedding */

REDUCER(answer_in_a_second) {
  if (kmk_action_is(action, "go")) {
    return kmk_effect_cancellable(after(SECOND, "'done'"), "x", false);
  }
  return kmk_action_is(action, "stop") ? kmk_effect_cancel("x") : NULL;
}

static void B10_an_embedded_effect_keeps_its_time_and_its_id(void **state) {
  kit *k = *state;
  kmk_reducer *child = kmk_reducer_new(answer_in_a_second, NULL, NULL);
  kit_open(k, kmk_scope("/outer", "outer", kmk_scope("/inner", "inner", child)),
           "{'outer': {'inner': {}}}");
  send_ok(k->store, "{'outer': {'inner': 'go'}}");
  advance(k->loop, SECOND - 1);
  assert_json_text(k->log, "[{'outer': {'inner': 'go'}}]");
  advance(k->loop, 1);
  assert_json_text(k->log, "[{'outer': {'inner': 'go'}}, {'outer': {'inner': 'done'}}]");
  send_ok(k->store, "{'outer': {'inner': 'go'}}");
  send_ok(k->store, "{'outer': {'inner': 'stop'}}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, 2 * SECOND);
  assert_int_equal(json_array_size(k->log), 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(B10_an_embedded_effect_keeps_its_time_and_its_id),
      KIT_TEST(A1_each_position_runs_once_for_each_action),
      KIT_TEST(A2_combine_runs_its_members_in_order_on_one_state),
      KIT_TEST(A2_combine_merges_the_effects_in_member_order),
      KIT_TEST(A3_combined_effects_run_beside_each_other),
      KIT_TEST(A4_the_empty_reducer_changes_nothing),
      KIT_TEST(A25_NULL_members_of_a_combine_are_left_out),
      KIT_TEST(A5_a_scoped_child_sends_inside_its_branch),
      KIT_TEST(A5_a_later_action_of_a_scoped_child_comes_back_wrapped_too),
      KIT_TEST(A5_other_actions_pass_a_scope_by_silently),
      KIT_TEST(a_scope_whose_state_is_not_there_raises_absent_child),
      KIT_TEST(A6_a_scope_to_another_case_raises_wrong_case_and_runs_its_siblings),
      KIT_TEST(A7_scopes_share_one_namespace_of_effect_ids),
      KIT_TEST(A8_a_parent_after_the_scope_sees_the_new_value),
      KIT_TEST(A8_a_parent_before_the_scope_sees_the_old_value),
      KIT_TEST(user_data_is_released_when_the_last_reference_and_store_have_gone),
      KIT_TEST(a_reducer_that_no_store_took_releases_its_user_data),
      KIT_TEST(a_mistake_in_a_composition_is_reported_by_store_new),
      KIT_TEST(the_first_of_several_mistakes_is_reported),
      KIT_TEST(A42_a_composition_keeps_its_first_mistake),
      KIT_TEST(a_refused_composition_releases_its_user_data),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

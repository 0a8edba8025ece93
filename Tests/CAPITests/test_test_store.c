/* Test stores: sending and the state after it (H6, H12, I1, I2, I7, I16, I18-I20). */
#include "trial_support.h"

/* -------------------------------------------------------------------- the state */

TRIAL_TEST(I1_the_changes_edit_the_state_before_into_the_one_after) {
  open_trial(t, "{'count': 1, 'name': 'a'}");
  assert_true(SEND(t, "'inc'", "{'count': 2}"));
  assert_true(SEND(t, "{'set': 5}", "[{'op': 'replace', 'path': '/count', 'value': 5}]"));
  assert_true(SEND(t, "'inc'", "{'count': 6}"));
  assert_asserted(t, "{'count': 6, 'name': 'a'}");
}

TRIAL_TEST(I1_a_wrong_expectation_fails_with_both_values_at_the_send) {
  open_trial(t, "{'count': 0}");
  assert_false(SEND(t, "'inc'", "{'count': 3}"));
  assert_failure(t, __LINE__ - 1, "The state after \"inc\" is not the one expected",
                 "-   \"count\": 3\n", "+   \"count\": 1\n");
}

TRIAL_TEST(I1_after_a_failure_the_test_goes_on_from_the_real_state) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'inc'", "{'count': 3}");
  assert_failure(t, 0, "is not the one expected");
  assert_true(SEND(t, "'inc'", "{'count': 2}"));
}

TRIAL_TEST(I1_of_a_large_state_only_what_differs_is_shown) {
  open_trial(t, "{'a': 1, 'b': 2, 'c': 3, 'count': 0, 'd': 4, 'e': 5, 'f': 6, 'g': 7, 'h': 8}");
  SEND(t, "'inc'", NULL);
  json_t *message = json_object_get(json_array_get(t->failures, 0), "message");
  assert_null(strstr(json_string_value(message), "\"h\": 8"));
  assert_failure(t, 0, "…", "    \"c\": 3,\n    -   \"count\": 0,\n    +   \"count\": 1,\n");
}

TRIAL_TEST(I1_what_comes_before_it_is_left_out_too) {
  open_trial(t, "{'a1': 1, 'a2': 2, 'a3': 3, 'a4': 4, 'a5': 5, 'count': 0}");
  SEND(t, "'inc'", NULL);
  assert_failure(t, 0, "…\n        \"a3\": 3,\n", "    +   \"count\": 1\n");
}

TRIAL_TEST(I2_a_change_that_nothing_is_said_of_fails) {
  open_trial(t, "{'count': 0}");
  assert_false(SEND(t, "'inc'", NULL));
  assert_failure(t, __LINE__ - 1, "\"inc\" changed the state, and the test says nothing of it",
                 "-   \"count\": 0\n", "+   \"count\": 1\n", "in the argument \"changes\"");
}

TRIAL_TEST(I2_a_change_that_did_not_happen_fails) {
  open_trial(t, "{'count': 0}");
  assert_false(SEND(t, "'noop'", "{'count': 0}"));
  assert_failure(t, __LINE__ - 1,
                 "\"noop\" was expected to change the state, and it changed nothing",
                 "pass NULL as \"changes\"");
  assert_false(SEND(t, "'noop'", "[]"));
  assert_failure(t, __LINE__ - 1, "it changed nothing");
}

TRIAL_TEST(I7_a_send_before_all_was_received_fails_and_the_test_goes_on) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  assert_false(SEND(t, "'inc'", "{'count': 5}"));
  assert_failure(t, __LINE__ - 1,
                 "3 actions came from effects and were not received before this send",
                 "\"first\"\n    \"second\"\n    \"third\"\n", "kmk_test_receive");
  assert_true(SEND(t, "'inc'", "{'count': 6}"));
}

TRIAL_TEST(I7_a_refused_send_before_all_was_received_fails_too) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  assert_false(SEND(t, "{'two': 1, 'members': 2}", NULL));
  assert_failure(t, __LINE__ - 1, "were not received before this send");
  assert_failure(t, __LINE__ - 2, "does not fit the feature, and was not sent");
  assert_asserted(t, "{'count': 4}");
}

TRIAL_TEST(I16_changes_that_cannot_be_applied_are_a_failure_and_the_test_goes_on) {
  open_trial(t, "{'count': 0}");
  assert_false(SEND(t, "'inc'", "[{'op': 'remove', 'path': '/cuont'}]"));
  assert_failure(t, __LINE__ - 1, "The expectation of \"inc\" failed with an error",
                 "changes, at /0: nothing is at \"/cuont\"");
  assert_true(SEND(t, "'inc'", "{'count': 2}"));
}

TRIAL_TEST(I19_the_state_can_be_asserted_without_an_action) {
  open_trial(t, "{'count': 0, 'name': 'a'}");
  SEND(t, "'inc'", "{'count': 1}");
  assert_true(kmk_test_assert(t->test, json_of("{'count': 1}")));
  assert_true(kmk_test_assert(t->test, json_of("[{'op': 'test', 'path': '/name', 'value': 'a'}]")));
  assert_false(kmk_test_assert(t->test, json_of("{'count': 4}")));
  assert_failure(t, __LINE__ - 1, "The state is not as asserted", "-   \"count\": 4",
                 "+   \"count\": 1");
  assert_false(kmk_test_assert(t->test, json_of("[{'op': 'test', 'path': '', 'value': {}}]")));
  assert_failure(t, __LINE__ - 1, "changes, at /0: \"\" is {\"count\":1,\"name\":\"a\"}, not {}");
}

TRIAL_TEST(I19_what_is_not_received_yet_is_not_asserted) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  assert_true(kmk_test_assert(t->test, json_of("{'count': 1}")));
  kmk_test_skip_received(t->test, true);
}

/* ------------------------------------------------------------------------- ids */

REDUCER(show_again) {
  if (kmk_action_is(action, "again")) {
    kmk_state_set_new(state, "/sheet", json_null());
    kmk_state_set_new(state, "/sheet", json_of("{'count': 1}"));
  }
  return NULL;
}

static char *presented(trial *t) {
  return kmk_store_presentation_id(kmk_test_store_store(t->test), "/sheet", NULL);
}

TRIAL_TEST(I20_another_presentation_with_the_same_state_is_no_difference) {
  kmk_reducer *parent = kmk_reducer_new(show_again, NULL, NULL);
  open_trial_of(t, kmk_presentation(parent, "/sheet", "sheet", NULL, counter()),
                "{'sheet': {'count': 1}}");
  char *first = presented(t);
  assert_true(SEND(t, "'again'", NULL));
  char *second = presented(t);
  assert_string_not_equal(first, second);
  kmk_text_free(first);
  kmk_text_free(second);
}

REDUCER(push_again) {
  if (kmk_action_is(action, "again")) {
    kmk_state_set_new(state, "/path", json_of("[{'count': 1}]"));
  }
  return NULL;
}

TRIAL_TEST(I20_another_id_on_a_path_is_a_difference) {
  kmk_reducer *parent = kmk_reducer_new(push_again, NULL, NULL);
  open_trial_of(t, kmk_stack(parent, "/path", "path", counter()), "{'path': [{'count': 1}]}");
  assert_false(SEND(t, "'again'", NULL));
  assert_failure(t, __LINE__ - 1, "-       \"id\": 0", "+       \"id\": 1");
  assert_true(SEND(t, "'again'", "[{'op': 'replace', 'path': '/path/0/id', 'value': 2}]"));
}

/* ---------------------------------------------------------------- dependencies */

TRIAL_TEST(H12_a_dependency_changed_midway_holds_from_the_next_action_on) {
  open_trial(t, "{'stamp': 0}");
  assert_true(kmk_test_set_dependency(t->test, "date", json_integer(1)));
  assert_asserted(t, "{'stamp': 0}");
  SEND(t, "'stamp'", "{'stamp': 1}");
  assert_true(kmk_test_set_dependency(t->test, "date", json_integer(2)));
  assert_asserted(t, "{'stamp': 1}");
  SEND(t, "'stamp'", "{'stamp': 2}");
}

REDUCER(ask) {
  const int *service = kmk_env_pointer(env, "service");
  const json_t *greeting = kmk_env_dependency(env, "greeting");
  if (kmk_action_is(action, "ask")) {
    kmk_state_set_new(state, "/service", json_integer(service == NULL ? 0 : *service));
    if (greeting != NULL) {
      kmk_state_set(state, "/greeting", greeting);
    }
  }
  return NULL;
}

TRIAL_TEST(H12_a_service_may_be_replaced_and_is_let_go) {
  int services[] = {1, 2};
  open_trial_of(t, kmk_reducer_new(ask, NULL, NULL), "{'service': 0, 'greeting': ''}");
  kmk_test_set_dependency(t->test, "greeting", json_of("'hello'"));
  kmk_test_set_dependency_pointer(t->test, "service", &services[0], NULL);
  SEND(t, "'ask'", "{'service': 1, 'greeting': 'hello'}");
  kmk_test_set_dependency_pointer(t->test, "service", &services[1], count_free);
  SEND(t, "'ask'", "{'service': 2}");
  assert_int_equal(services[1], 2);
  end_trial(t);
  assert_int_equal(services[1], 3);
}

TRIAL_TEST(H6_a_dependency_that_nobody_gave_is_a_failure_that_names_it) {
  int service = 7;
  open_trial_of(t, kmk_reducer_new(ask, NULL, NULL), "{'service': 0}");
  kmk_test_set_dependency_pointer(t->test, "service", &service, NULL);
  assert_false(SEND(t, "'ask'", "{'service': 7}"));
  assert_failure(t, __LINE__ - 1, "unimplemented-dependency",
                 "\"greeting\" was used, but no value was set; give it with kmk_dependency");
}

/* --------------------------------------------------------------------- dismissal */

TRIAL_TEST(I18_a_root_that_dismisses_itself_is_dismissed_and_takes_no_more) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'startTimer'", NULL);
  SEND(t, "'close'", NULL);
  assert_true(kmk_test_finish(t->test));
  assert_false(SEND(t, "'inc'", "{'count': 1}"));
  assert_failure(t, __LINE__ - 1, "\"inc\" was sent to a feature that has dismissed itself");
}

/* ------------------------------------------------------------------------ issues */

TRIAL_TEST(A130_an_issue_of_the_engine_is_a_failure_of_the_call_that_led_to_it_with_its_place) {
  kmk_reducer *parent = kmk_reducer_new(show_again, NULL, NULL);
  open_trial_of(t, kmk_presentation(parent, "/sheet", "sheet", NULL, counter()), "{'sheet': null}");
  assert_false(SEND(t, "{'sheet': {'presented': 'inc'}}", NULL));
  assert_failure(t, __LINE__ - 1, "absent-destination", "\n  at /sheet\n", "by presentation /sheet",
                 "while handling sheet.presented.inc");
}

TRIAL_TEST(the_store_under_test_is_there_to_be_read_and_observed) {
  open_trial(t, "{'count': 0}");
  json_t *told = json_array();
  kmk_subscription *subscription = observe_into(kmk_test_store_store(t->test), "/count", told);
  SEND(t, "'burst'", "{'count': 1}");
  assert_json_text(told, "[0, 4]");
  assert_state_text(kmk_test_store_store(t->test), "{'count': 4}");
  assert_asserted(t, "{'count': 1}");
  kmk_test_skip_received(t->test, true);
  kmk_subscription_free(subscription);
  json_decref(told);
}

TRIAL_TEST(what_is_sent_to_the_store_directly_has_to_be_received) {
  open_trial(t, "{'count': 0}");
  send_ok(kmk_test_store_store(t->test), "'inc'");
  assert_asserted(t, "{'count': 0}");
  assert_true(RECEIVE(t, "'inc'", "{'count': 1}"));
}

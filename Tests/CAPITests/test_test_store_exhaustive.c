/* Test stores: tests that do not assert everything (I13, I14). */
#include "trial_support.h"

TRIAL_TEST(I13_only_what_a_test_states_must_hold) {
  open_trial(t, "{'count': 0}");
  kmk_test_store_set_exhaustive(t->test, false, false);
  assert_true(SEND(t, "'inc'", NULL));
  assert_true(SEND(t, "'burst'", NULL));
  assert_true(RECEIVE(t, "'third'", "{'count': 5}"));
  assert_true(SEND(t, "'burst'", NULL));
  assert_true(SEND(t, "{'set': 7}", "{'count': 7}"));
  assert_true(SEND(t, "'startTimer'", NULL));
  assert_true(kmk_test_finish(t->test));
  assert_true(SEND(t, "'burst'", NULL));
}

TRIAL_TEST(I13_changes_are_applied_to_the_state_after_the_action) {
  open_trial(t, "{'a': 1, 'b': 2}");
  kmk_test_store_set_exhaustive(t->test, false, false);
  assert_true(SEND(t, "{'write': {'a': 5, 'b': 6}}", "{'b': 6}"));
  assert_true(SEND(t, "{'write': {'a': 7}}", "[{'op': 'test', 'path': '/a', 'value': 7}]"));
}

TRIAL_TEST(I13_a_wrong_statement_fails_and_so_does_an_action_that_never_came) {
  open_trial(t, "{'count': 0}");
  kmk_test_store_set_exhaustive(t->test, false, false);
  assert_false(SEND(t, "'inc'", "{'count': 4}"));
  assert_failure(t, __LINE__ - 1, "-   \"count\": 4", "+   \"count\": 1");
  SEND(t, "'burst'", NULL);
  assert_false(RECEIVE(t, "'tick'", NULL));
  assert_failure(t, __LINE__ - 1, "None of the received actions is the expected one",
                 "expected: \"tick\"\n", "received: \"first\"\n", "\"third\"\n");
}

TRIAL_TEST(I13_what_was_skipped_is_told_as_notes_where_the_test_asks) {
  open_trial(t, "{'count': 0}");
  kmk_test_store_set_exhaustive(t->test, false, true);
  assert_true(SEND(t, "'inc'", NULL));
  assert_note(t, __LINE__ - 1, "Not asserted: what else \"inc\" changed", "-   \"count\": 0");
  assert_true(SEND(t, "'burst'", "{'count': 2}"));
  assert_true(RECEIVE(t, "'second'", "{'count': 4}"));
  assert_note(t, __LINE__ - 1, "Skipped 1 received action:\n\n    \"first\"\n");
  assert_true(SEND(t, "'startTimer'", NULL));
  int line = __LINE__ - 1;
  assert_note(t, line, "1 action came from effects and was not received before this send");
  end_trial(t);
  assert_note(t, line, "An effect is still running at the end of the test");
}

TRIAL_TEST(I13_what_a_test_skips_by_itself_is_told_too) {
  open_trial(t, "{'count': 0}");
  kmk_test_store_set_exhaustive(t->test, false, true);
  assert_true(SEND(t, "'burst'", "{'count': 1}"));
  assert_true(kmk_test_skip_received(t->test, true));
  assert_note(t, __LINE__ - 1, "Skipped 3 received actions:\n\n    \"first\"\n");
}

TRIAL_TEST(I13_what_is_skipped_without_notes_is_behind_the_test) {
  open_trial(t, "{'count': 0}");
  kmk_test_store_set_exhaustive(t->test, false, false);
  assert_true(SEND(t, "'burst'", NULL));
  assert_true(SEND(t, "'noop'", NULL)); /* skips first, second and third */
  assert_asserted(t, "{'count': 4}");
  kmk_test_store_set_exhaustive(t->test, true, false);
  assert_true(SEND(t, "'inc'", "{'count': 5}"));

  kmk_test_store_set_exhaustive(t->test, false, false);
  assert_true(SEND(t, "'burst'", NULL));
  assert_true(kmk_test_finish(t->test));
  assert_asserted(t, "{'count': 9}");
  kmk_test_store_set_exhaustive(t->test, true, false);
  assert_true(SEND(t, "'inc'", "{'count': 10}"));
  assert_true(kmk_test_finish(t->test));
}

TRIAL_TEST(I14_it_can_be_changed_midway_and_back) {
  open_trial(t, "{'count': 0}");
  kmk_test_store_set_exhaustive(t->test, false, false);
  assert_true(SEND(t, "'inc'", NULL));
  kmk_test_store_set_exhaustive(t->test, true, false);
  assert_false(SEND(t, "'inc'", NULL));
  assert_failure(t, __LINE__ - 1, "says nothing of it");
  kmk_test_store_set_exhaustive(t->test, false, true);
  assert_true(SEND(t, "'inc'", NULL));
  assert_note(t, __LINE__ - 1, "Not asserted");
  kmk_test_store_set_exhaustive(t->test, true, true);
  assert_true(SEND(t, "'inc'", "{'count': 4}"));
}

/* Test stores: actions and changes written as text (P7). */
#include "trial_support.h"

TRIAL_TEST(P7_a_text_is_sent_and_received) {
  open_trial(t, "{'count': 0}");
  assert_true(kmk_test_send_text(t->test, "\"inc\"", "{\"count\": 1}"));
  assert_true(kmk_test_send_text(t->test, "'noop'", NULL));
  assert_true(kmk_test_send_text(t->test, "{'answer': 'inc'}", NULL));
  assert_true(kmk_test_receive_text(t->test, "'inc'", "{'count': 2}"));
  assert_false(kmk_test_send_text(t->test, "'inc'", NULL));
  assert_failure(t, __LINE__ - 1, "\"inc\" changed the state, and the test says nothing of it");
}

TRIAL_TEST(P7_single_quotes_stand_for_double_ones) {
  open_trial(t, "{'count': 0}");
  assert_true(kmk_test_send_text(t->test, "{'write': {'count': 0, 'a': 'say \"hi\"'}}",
                                 "{'a': \"say \\\"hi\\\"\"}"));
  assert_true(kmk_test_send_text(t->test, "{'write': {'count': 0, 'a': 'it\\'s \\\\'}}",
                                 "{\"a\": \"it's \\\\\"}"));
  assert_asserted(t, "{'count':0,'a':'it\\u0027s \\\\'}");
}

TRIAL_TEST(P7_a_text_that_is_no_json_fails_with_its_place) {
  open_trial(t, "{'count': 0}");
  assert_false(kmk_test_send_text(t->test, "inc", NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_send_text: action is no JSON, at byte ");
  assert_false(kmk_test_send_text(t->test, "'inc'", "{'count': }"));
  assert_failure(t, __LINE__ - 1, "kmk_test_send_text: changes is no JSON, at byte ");
  assert_false(kmk_test_receive_text(t->test, NULL, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_receive_text: action is NULL");
  assert_false(kmk_test_send_text(t->test, "\xff", NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_send_text: action is not UTF-8");
  assert_asserted(t, "{'count': 0}");
}

TRIAL_TEST(P7_a_format_makes_the_action_and_the_changes) {
  open_trial(t, "{'count': 0}");
  assert_true(kmk_test_sendf(t->test, "[{s:i}, {s:i}]", "set", 5, "count", 5));
  assert_true(kmk_test_sendf(t->test, "[s]", "noop"));
  assert_true(kmk_test_sendf(t->test, "[{s:s}]", "answer", "inc"));
  assert_true(kmk_test_receivef(t->test, "[s, {s:i}]", "inc", "count", 6));
}

TRIAL_TEST(P7_a_format_that_makes_something_else_fails) {
  open_trial(t, "{'count': 0}");
  assert_false(kmk_test_sendf(t->test, "[s", "inc"));
  assert_failure(t, __LINE__ - 1, "kmk_test_sendf: the format: ");
  assert_false(kmk_test_sendf(t->test, "{s:i}", "set", 5));
  assert_failure(t, __LINE__ - 1, "kmk_test_sendf: the format makes [ACTION] or [ACTION, CHANGES]");
  assert_false(kmk_test_sendf(t->test, "[s,n,n]", "inc"));
  assert_failure(t, __LINE__ - 1, "kmk_test_sendf: the format makes");
  assert_false(kmk_test_receivef(t->test, "[]"));
  assert_failure(t, __LINE__ - 1, "kmk_test_receivef: the format makes");
  assert_asserted(t, "{'count': 0}");
}

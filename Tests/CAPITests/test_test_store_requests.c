/* Test stores: requests of the feature. */
#include "request_support.h"
#include "trial_support.h"

static void open_asking(trial *t) { open_trial_of(t, reader(), "{'log': []}"); }

TRIAL_TEST(B317_a_test_expects_a_request_and_answers_it) {
  open_asking(t);
  SEND(t, "{'load': 'a'}", NULL);
  assert_true(kmk_test_expect_request(t->test, "file", "'a'"));
  assert_true(kmk_test_part(t->test, "5", "{'log': [{'progress': 5}]}"));
  assert_true(kmk_test_answer(t->test, "'x'", "{'log': [{'progress': 5}, {'loaded': 'x'}]}"));
  end_trial(t);
  assert_no_failure(t);
}

TRIAL_TEST(B317_a_failure_is_received_too) {
  open_asking(t);
  SEND(t, "{'load': 'a'}", NULL);
  assert_true(kmk_test_expect_request(t->test, "file", NULL));
  assert_true(kmk_test_fail_request(t->test, "404", "{'log': [{'failed': 404}]}"));
  end_trial(t);
  assert_no_failure(t);
}

TRIAL_TEST(B317_another_request_than_expected_is_a_failure) {
  open_asking(t);
  SEND(t, "{'load': 'a'}", NULL);
  assert_false(kmk_test_expect_request(t->test, "file", "'b'"));
  assert_failure(t, __LINE__ - 1,
                 "expected the request \"file\" with \"b\", found \"file\" with \"a\"");
  assert_false(kmk_test_expect_request(t->test, "file", NULL));
  assert_failure(t, __LINE__ - 1, "no further request is in flight");
  assert_true(kmk_test_answer(t->test, "'x'", "{'log': [{'loaded': 'x'}]}"));
  end_trial(t);
  assert_no_failure(t);
}

TRIAL_TEST(B317_an_answer_that_does_not_fit_is_a_failure_and_the_request_goes_on) {
  open_asking(t);
  SEND(t, "{'load': 'a'}", NULL);
  assert_true(kmk_test_expect_request(t->test, "file", "'a'"));
  assert_false(kmk_test_answer(t->test, "5", NULL));
  assert_failure(t, __LINE__ - 1, "/loaded: expected text, found 5");
  assert_true(kmk_test_answer(t->test, "'x'", "{'log': [{'loaded': 'x'}]}"));
  assert_false(kmk_test_answer(t->test, "'y'", NULL));
  assert_failure(t, __LINE__ - 1, "no request is expected that is still in flight");
  end_trial(t);
  assert_no_failure(t);
}

TRIAL_TEST(B317_a_request_that_is_left_is_named_with_its_question) {
  open_asking(t);
  SEND(t, "{'load': 'a'}", NULL);
  assert_false(kmk_test_finish(t->test));
  assert_failure(t, __LINE__ - 1, "a request \"file\" with \"a\", started by");
  end_trial(t);
  assert_no_failure(t);
}

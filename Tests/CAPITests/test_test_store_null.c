/* Test stores: missing and wrong arguments, and calls from the wrong place, are reported and never crash. */
#define _DEFAULT_SOURCE /* fork */
#include "trial_support.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* --------------------------------------------------------------------------- making */

TRIAL_TEST(a_test_store_that_cannot_be_made_says_why) {
  kmk_error error = {0};
  json_t *object = json_of("{'count': 0}");
  assert_null(kmk_test_store_new(NULL, object, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "reducer is NULL");
  assert_null(kmk_test_store_new(counter(), NULL, &error));
  assert_string_equal(error.message, "initial_state is NULL");
  assert_null(kmk_test_store_new(kmk_scope("x", "x", counter()), object, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_test_store_new(kmk_feature("nobody"), object, &error));
  assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
  assert_null(kmk_test_store_open(NULL, object, &error));
  assert_string_equal(error.message, "feature is NULL");
  assert_null(kmk_test_store_open("nobody", NULL, &error));
  assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
  assert_null(kmk_test_store_new(NULL, NULL, NULL));
  assert_null(kmk_test_store_open(NULL, NULL, NULL));
  json_decref(object);
}

TRIAL_TEST(a_first_state_that_does_not_fit_is_refused) {
  kmk_error error = {0};
  json_t *duplicates = json_of("{'rows': [{'id': 1}, {'id': 1}]}");
  assert_null(kmk_test_store_new(kmk_for_each(counter(), "/rows", "row", NULL, counter()),
                                 duplicates, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  json_decref(duplicates);
}

TRIAL_TEST(a_registered_feature_has_a_state_of_its_own_or_needs_one) {
  kmk_error error = {0};
  json_t *five = json_of("{'count': 5}");
  assert_int_equal(kmk_feature_register("tested-with-state", counter(), five, NULL), KMK_OK);
  assert_int_equal(kmk_feature_register("tested-without", counter(), NULL, NULL), KMK_OK);
  t->live = kmk_live_objects(); /* features stay registered */
  kmk_test_store *test = kmk_test_store_open("tested-with-state", NULL, NULL);
  assert_true(kmk_test_send(test, json_string("inc"), json_of("{'count': 6}")));
  kmk_test_store_free(test);
  test = kmk_test_store_open("tested-without", five, NULL);
  assert_true(kmk_test_send(test, json_string("dec"), json_of("{'count': 4}")));
  kmk_test_store_free(test);
  assert_null(kmk_test_store_open("tested-without", NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  json_decref(five);
}

/* ----------------------------------------------------------------------------- NULL */

TRIAL_TEST(no_test_store_is_false_and_frees_what_is_handed_over) {
  int freed = 0;
  json_t *value = json_of("{'a': 1}");
  kmk_test_store_free(NULL);
  kmk_test_store_on_failure(NULL, NULL, NULL);
  kmk_test_store_on_note(NULL, NULL, NULL);
  kmk_test_store_set_exhaustive(NULL, true, true);
  kmk_test_store_set_timeout(NULL, 1);
  assert_null(kmk_test_store_store(NULL));
  assert_null(kmk_test_store_state(NULL));
  assert_false(kmk_test_send(NULL, json_incref(value), json_incref(value)));
  assert_null(kmk_test_send_task(NULL, json_incref(value), json_incref(value)));
  assert_false(kmk_test_receive(NULL, json_incref(value), json_incref(value)));
  assert_false(kmk_test_receive_case(NULL, "a", json_incref(value)));
  assert_false(kmk_test_receive_payload(NULL, "a", json_incref(value), json_incref(value)));
  assert_false(kmk_test_receive_if(NULL, NULL, NULL, json_incref(value)));
  assert_false(kmk_test_advance(NULL, 1));
  assert_false(kmk_test_skip_received(NULL, true));
  assert_false(kmk_test_skip_in_flight(NULL, true));
  assert_false(kmk_test_finish(NULL));
  assert_false(kmk_test_finish_task(NULL, NULL));
  assert_false(kmk_test_assert(NULL, json_incref(value)));
  assert_false(kmk_test_set_dependency(NULL, "a", json_incref(value)));
  assert_false(kmk_test_set_dependency_pointer(NULL, "a", &freed, count_free));
  assert_false(kmk_test_expect_request(NULL, "a", "1"));
  assert_false(kmk_test_answer(NULL, "1", NULL));
  assert_false(kmk_test_fail_request(NULL, "1", NULL));
  assert_false(kmk_test_part(NULL, "1", NULL));
  assert_int_equal(freed, 1);
  assert_int_equal(value->refcount, 1);
  json_decref(value);
}

TRIAL_TEST(a_null_argument_is_a_failure_that_names_it_and_changes_nothing) {
  int freed = 0;
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  assert_false(kmk_test_send(t->test, NULL, json_of("{'count': 5}")));
  assert_failure(t, __LINE__ - 1, "kmk_test_send: action is NULL");
  assert_null(kmk_test_send_task(t->test, NULL, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_send: action is NULL");
  assert_false(kmk_test_receive(t->test, NULL, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_receive: action is NULL");
  assert_false(kmk_test_receive_case(t->test, NULL, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_receive_case: case_path is NULL");
  assert_false(kmk_test_receive_payload(t->test, NULL, json_null(), NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_receive_payload: case_path is NULL");
  assert_false(kmk_test_receive_payload(t->test, "first", NULL, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_receive_payload: payload is NULL");
  assert_false(kmk_test_receive_if(t->test, NULL, NULL, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_receive_if: matches is NULL");
  assert_false(kmk_test_assert(t->test, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_assert: changes is NULL");
  assert_false(kmk_test_set_dependency(t->test, NULL, json_null()));
  assert_failure(t, __LINE__ - 1, "kmk_test_set_dependency: key is NULL");
  assert_false(kmk_test_set_dependency(t->test, "key", NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_set_dependency: value is NULL");
  assert_false(kmk_test_set_dependency_pointer(t->test, NULL, &freed, count_free));
  assert_failure(t, __LINE__ - 1, "kmk_test_set_dependency_pointer: key is NULL");
  assert_false(kmk_test_expect_request(t->test, NULL, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_expect_request: name is NULL");
  assert_false(kmk_test_answer(t->test, NULL, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_answer: answer is NULL");
  assert_false(kmk_test_fail_request(t->test, NULL, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_fail_request: failure is NULL");
  assert_false(kmk_test_part(t->test, NULL, NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_part: part is NULL");
  assert_int_equal(freed, 1);
  assert_true(kmk_test_finish_task(t->test, NULL));
  assert_asserted(t, "{'count': 1}");
  assert_true(RECEIVE(t, "'first'", "{'count': 2}"));
  kmk_test_skip_received(t->test, true);
}

TRIAL_TEST(a_file_that_is_null_is_named_so) {
  open_trial(t, "{'count': 0}");
  assert_false(kmk_test_send_at(t->test, NULL, NULL, NULL, 7));
  json_t *report = json_array_get(t->failures, 0);
  assert_string_equal(json_string_value(json_object_get(report, "file")), "(no file)");
  assert_failure(t, 0, "action is NULL");
}

/* ----------------------------------------------------------------------- mismatches */

TRIAL_TEST(a_path_that_is_none_is_a_failure_and_takes_nothing) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  const char *paths[] = {"", ".", "first.", "a..b"};
  for (size_t i = 0; i < COUNT_OF(paths); i++) {
    assert_false(RECEIVE_CASE(t, paths[i], NULL));
    assert_failure(t, __LINE__ - 1, "kmk_test_receive_case: a case path is names with dots");
  }
  assert_false(RECEIVE_CASE(t, "\xff", NULL));
  assert_failure(t, __LINE__ - 1, "case_path is not UTF-8");
  assert_true(RECEIVE_CASE(t, "first", "{'count': 2}"));
  kmk_test_skip_received(t->test, true);
}

TRIAL_TEST(an_action_that_does_not_fit_is_a_failure_and_changes_nothing) {
  open_trial_of(t, kmk_presentation(counter(), "/sheet", "sheet", NULL, counter()),
                "{'count': 0, 'sheet': null}");
  assert_false(SEND(t, "{'sheet': 'dismis'}", NULL));
  assert_failure(t, __LINE__ - 1,
                 "{\"sheet\":\"dismis\"} does not fit the feature, and was not sent", "/sheet");
  const char *none[] = {"3", "[]", "{}", "null", "{'a': 1, 'b': 2}"};
  for (size_t i = 0; i < COUNT_OF(none); i++) {
    assert_false(SEND(t, none[i], NULL));
    assert_failure(t, __LINE__ - 1, "does not fit the feature", "expected an action");
  }
  assert_true(SEND(t, "'inc'", "{'count': 1}"));
}

TRIAL_TEST(a_clock_at_its_end_is_a_failure) {
  open_trial(t, "{'count': 0}");
  assert_true(kmk_test_advance(t->test, INT64_MAX));
  assert_false(kmk_test_advance(t->test, 1));
  assert_failure(t, __LINE__ - 1, "kmk_test_advance: the clock ends at INT64_MAX");
  assert_false(kmk_test_advance(t->test, UINT64_MAX));
  assert_failure(t, __LINE__ - 1, "kmk_test_advance: the clock ends at INT64_MAX");
}

TRIAL_TEST(a_task_of_another_store_is_a_failure) {
  open_trial(t, "{'count': 0}");
  kmk_test_store *other = kmk_test_store_new(counter(), json_null(), NULL);
  kmk_task *task = kmk_test_send_task(other, json_string("startTimer"), NULL);
  assert_false(kmk_test_finish_task(t->test, task));
  assert_failure(t, __LINE__ - 1, "kmk_test_finish_task: the task is of another store");
  kmk_test_skip_in_flight(other, true);
  kmk_test_store_free(other);
  assert_true(kmk_test_finish_task(t->test, task));
  kmk_task_free(task);
}

/* ------------------------------------------------------------------- callbacks, threads */

REDUCER(test_from_inside) {
  trial *t = data;
  if (kmk_action_is(action, "go")) {
    kmk_test_send(t->test, json_string("inc"), NULL);
    kmk_test_receive_case(t->test, "x", NULL);
    kmk_test_advance(t->test, 1);
    kmk_test_finish(t->test);
    kmk_test_store_free(t->test);
  }
  return NULL;
}

TRIAL_TEST(a_call_inside_a_reducer_is_a_failure_of_the_call_around_it) {
  kmk_reducer *members[] = {counter(), kmk_reducer_new(test_from_inside, t, NULL)};
  open_trial_of(t, kmk_combine(2, members), "{'count': 0}");
  assert_false(SEND(t, "'go'", NULL));
  const char *functions[] = {"kmk_test_send", "kmk_test_receive_case", "kmk_test_advance",
                             "kmk_test_finish", "kmk_test_store_free"};
  for (size_t i = 0; i < COUNT_OF(functions); i++) {
    assert_failure(t, 0, functions[i], "was called inside a callback of the store under test");
  }
  assert_true(SEND(t, "'inc'", "{'count': 1}"));
}

TRIAL_TEST(a_call_inside_a_direct_send_is_told_with_the_next_call) {
  kmk_reducer *members[] = {counter(), kmk_reducer_new(test_from_inside, t, NULL)};
  open_trial_of(t, kmk_combine(2, members), "{'count': 0}");
  send_ok(kmk_test_store_store(t->test), "'go'");
  assert_no_failure(t);
  assert_false(RECEIVE(t, "'go'", NULL));
  json_array_clear(t->failures);
}

static void *use_on_another_thread(void *user_data) {
  trial *t = user_data;
  kmk_test_store_on_failure(t->test, NULL, NULL);
  kmk_test_store_set_exhaustive(t->test, false, false);
  bool answered = kmk_test_send(t->test, json_string("inc"), json_integer(1)) ||
                  kmk_test_store_state(t->test) != NULL || kmk_test_store_store(t->test) != NULL ||
                  kmk_test_finish(t->test);
  kmk_test_store_free(t->test);
  return answered ? t : NULL;
}

TRIAL_TEST(another_thread_changes_nothing_and_is_told_with_the_next_call) {
  pthread_t thread;
  void *answered = NULL;
  open_trial(t, "{'count': 0}");
  assert_int_equal(pthread_create(&thread, NULL, use_on_another_thread, t), 0);
  pthread_join(thread, &answered);
  assert_null(answered);
  assert_false(SEND(t, "'inc'", "{'count': 1}"));
  const char *functions[] = {
      "kmk_test_store_on_failure", "kmk_test_store_set_exhaustive", "kmk_test_send",
      "kmk_test_store_state",      "kmk_test_store_store",          "kmk_test_finish",
      "kmk_test_store_free"};
  for (size_t i = 0; i < COUNT_OF(functions); i++) {
    assert_failure(t, 0, "off-thread", functions[i]);
  }
  assert_asserted(t, "{'count': 1}");
}

/* All calls are refused in the child, and the parent's test continues. */
TRIAL_TEST(I27_why_there_is_no_test_store_is_on_standard_error) {
  char text[256];
  int ends[2], own = dup(STDERR_FILENO);
  json_t *first = json_pack("{s:i}", "rows", 1);
  assert_int_equal(pipe(ends), 0);
  dup2(ends[1], STDERR_FILENO);
  kmk_test_store *test =
      kmk_test_store_new(kmk_for_each(counter(), "/rows", "row", NULL, counter()), first, NULL);
  kmk_error error;
  kmk_test_store *other = kmk_test_store_open("nobody", NULL, &error);
  dup2(own, STDERR_FILENO);
  close(own), close(ends[1]);
  ssize_t length = read(ends[0], text, sizeof text - 1);
  close(ends[0]);
  assert_null(test);
  assert_null(other);
  assert_true(length > 0);
  text[length] = '\0';
  assert_string_equal(text,
                      "kmk_test_store_new: /rows: expected rows: an array of objects, found 1\n");
  json_decref(first);
}

TRIAL_TEST(the_child_of_a_fork_can_only_free_it) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    bool answered = SEND(t, "'inc'", NULL) || RECEIVE_CASE(t, "first", NULL) ||
                    kmk_test_advance(t->test, 1) || kmk_test_finish(t->test) ||
                    kmk_test_store_state(t->test) != NULL;
    kmk_test_store_free(t->test);
    _exit(answered ? 1 : 0);
  }
  int status = -1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  assert_true(RECEIVE_CASE(t, "first", "{'count': 2}"));
  kmk_test_skip_received(t->test, true);
}

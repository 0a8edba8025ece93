/* Test stores under any framework: assert, cmocka, and failure callbacks that leave by longjmp; and ten thousand
 * test stores in one process. */
#define _DEFAULT_SOURCE /* fork, pipe, mallinfo2 */
#include "trial_support.h"

#include <assert.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static kmk_test_store *new_test_store(void) {
  json_t *initial = json_of("{'count': 0}");
  kmk_test_store *test = kmk_test_store_new(trial_counter(), initial, NULL);
  json_decref(initial);
  return test;
}

/* ----------------------------------------------------------------------- plain assert */

/* Runs a test in a child. Returns the child's status, and its output. */
static int run_child(void (*test)(void), char *printed, size_t size) {
  int ends[2];
  fflush(NULL);
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    signal(SIGABRT, SIG_DFL); /* otherwise cmocka reports a failure of the running test */
    test();
    _exit(0);
  }
  close(ends[1]);
  size_t length = 0;
  for (ssize_t count; (count = read(ends[0], printed + length, size - 1 - length)) > 0;) {
    length += (size_t)count;
  }
  printed[length] = '\0';
  close(ends[0]);
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return status;
}

static const int failing_line = __LINE__ + 3;
static void fail_without_a_callback(void) {
  kmk_test_store *test = new_test_store();
  kmk_test_send(test, json_string("inc"), json_pack("{s:i}", "count", 3));
}

TRIAL_TEST(a_failure_without_a_callback_is_printed_and_the_process_aborts) {
  char printed[4096], expected[512];
  int status = run_child(fail_without_a_callback, printed, sizeof printed);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGABRT);
  snprintf(expected, sizeof expected, "%s:%d: The state after \"inc\" is not the one expected",
           __FILE__, failing_line);
  assert_non_null(strstr(printed, expected));
  assert_non_null(strstr(printed, "+   \"count\": 1\n"));
}

static void skip_without_a_callback(void) {
  kmk_test_store *test = new_test_store();
  kmk_test_store_set_exhaustive(test, false, true);
  kmk_test_send(test, json_string("inc"), NULL);
  kmk_test_store_free(test);
}

TRIAL_TEST(a_note_without_a_callback_is_printed_and_that_is_all) {
  char printed[4096];
  int status = run_child(skip_without_a_callback, printed, sizeof printed);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
  assert_non_null(strstr(printed, "Not asserted: what else \"inc\" changed"));
}

static void assert_a_failure(void) {
  kmk_test_store *test = new_test_store();
  int failures = 0;
  kmk_test_store_on_failure(test, NULL, &failures);
  assert(kmk_test_send(test, json_string("inc"), json_pack("{s:i}", "count", 1)));
  assert(kmk_test_finish(test));
  kmk_test_store_free(test);
}

TRIAL_TEST(a_test_with_assert_alone_passes_where_all_is_as_expected) {
  char printed[4096];
  assert_int_equal(run_child(assert_a_failure, printed, sizeof printed), 0);
  assert_string_equal(printed, "");
}

/* ------------------------------------------------------- a callback that does not return */

static jmp_buf way_out;

static void leave(const char *file, int line, const char *message, void *count) {
  (void)file, (void)line, (void)message;
  ++*(int *)count;
  longjmp(way_out, 1);
}

TRIAL_TEST(a_callback_may_leave_by_longjmp_and_the_test_store_goes_on) {
  static int failures;
  failures = 0;
  open_trial(t, "{'count': 0}");
  kmk_test_store_on_failure(t->test, leave, &failures);
  if (setjmp(way_out) == 0) {
    SEND(t, "'inc'", "{'count': 3}");
    fail_msg("it returned");
  }
  assert_int_equal(failures, 1);
  assert_true(SEND(t, "'inc'", "{'count': 2}"));
}

TRIAL_TEST(what_else_the_call_had_to_report_is_dropped) {
  static int failures;
  failures = 0;
  open_trial(t, "{'count': 0}");
  SEND(t, "'startTimer'", NULL);
  SEND(t, "'burst'", "{'count': 1}");
  kmk_test_store_on_failure(t->test, leave, &failures);
  if (setjmp(way_out) == 0) {
    kmk_test_finish(t->test); /* two failures: not received, still running */
    fail_msg("it returned");
  }
  assert_int_equal(failures, 1);
  assert_true(kmk_test_finish(t->test)); /* each failure is reported once */
  assert_true(SEND(t, "'stopTimer'", NULL));
}

TRIAL_TEST(a_callback_may_leave_the_end_of_a_test_by_longjmp_and_everything_is_freed) {
  static int failures;
  failures = 0;
  open_trial(t, "{'count': 0}");
  SEND(t, "'startTimer'", NULL);
  SEND(t, "'startTimer'", NULL);
  SEND(t, "'burst'", "{'count': 1}");
  kmk_test_store_on_failure(t->test, leave, &failures);
  kmk_test_store *test = t->test;
  t->test = NULL;
  if (setjmp(way_out) == 0) {
    kmk_test_store_free(test);
    fail_msg("it returned");
  }
  assert_int_equal(failures, 1);
}

/* ------------------------------------------------------------------------------ cmocka */

/* The failure callback of a program tested with cmocka. */
static void fail_with_cmocka(const char *file, int line, const char *message, void *user_data) {
  (void)user_data;
  print_error("%s\n", message);
  _fail(file, line);
}

static void a_failing_test(void **state) {
  kmk_test_send(*state, json_string("inc"), json_pack("{s:i}", "count", 3));
  exit(3); /* never reached */
}

static int begin(void **state) {
  *state = new_test_store();
  kmk_test_store_on_failure(*state, fail_with_cmocka, NULL);
  return 0;
}

static int end(void **state) {
  kmk_test_store_free(*state);
  return 0;
}

static void run_with_cmocka(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(a_failing_test, begin, end)};
  _exit(cmocka_run_group_tests(tests, NULL, NULL));
}

TRIAL_TEST(a_failure_fails_the_test_of_cmocka) {
  char printed[4096];
  int status = run_child(run_with_cmocka, printed, sizeof printed);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 1); /* tests failed */
  assert_non_null(strstr(printed, "The state after \"inc\" is not the one expected"));
}

/* ---------------------------------------------------------------------- ten thousand */

static void use_one(void) {
  kmk_test_store *test = new_test_store();
  kmk_test_store_on_failure(test, fail_with_cmocka, NULL);
  kmk_test_send(test, json_string("burst"), json_pack("{s:i}", "count", 1));
  kmk_test_receive_case(test, "first", json_pack("{s:i}", "count", 2));
  kmk_test_skip_received(test, true);
  kmk_test_send(test, json_pack("{s:i}", "incAfter", 1), NULL);
  kmk_test_advance(test, SECOND);
  kmk_test_receive(test, json_string("inc"), json_pack("{s:i}", "count", 5));
  kmk_test_finish(test);
  kmk_test_store_free(test);
}

TRIAL_TEST(ten_thousand_in_one_process_leave_nothing_behind_and_start_no_thread) {
  int threads = process_threads();
  for (int i = 0; i < 100; i++) {
    use_one();
  }
  size_t before = mallinfo2().uordblks;
  int count = is_in_hurry() ? 300 : 10000;
  for (int i = 0; i < count; i++) {
    use_one();
  }
  /* Tables of the process may grow once; a leak of one byte for each would exceed this. */
  assert_in_range(mallinfo2().uordblks, 0, before + (size_t)count - 1);
  assert_int_equal(kmk_live_objects(), t->live);
  assert_int_equal(process_threads(), threads);
}

int main(void) {
  use_one(); /* otherwise a forked child cannot find out its stack size under valgrind */
  return run_all_tests();
}

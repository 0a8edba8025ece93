/* The fixture of the tests of test stores: one test store, and its reports.
 *
 *     TRIAL_TEST(I2_a_promise) {
 *       open_trial(t, "{'count': 0}");
 *       SEND(t, "'inc'", NULL);
 *       assert_failure(t, __LINE__ - 1, "says nothing of it");
 *     }
 *
 * A test must assert every failure and every note; an unasserted one fails the test.
 */
#ifndef KUMIKI_TESTS_TRIAL_SUPPORT_H
#define KUMIKI_TESTS_TRIAL_SUPPORT_H

#include "support.h"

#include <kumiki_test.h>

typedef struct trial {
  kmk_test_store *test; /* opened by open_trial; a test that frees it sets it to NULL */
  json_t *failures;     /* {file, line, message} each */
  json_t *notes;
  size_t live; /* kmk_live_objects() before the test */
} trial;

int trial_setup(void **state);
int trial_teardown(void **state);
#define TRIAL_TEST(name) FRAMED_TEST(trial, t, trial_setup, trial_teardown, name)

/* Opens a test store that adds its failures and notes to the trial. */
void open_trial_of(trial *t, kmk_reducer *reducer, const char *state);

/* Opens a test store of the kit's Counter with additional actions: "burst" adds 1 and sends "first", "second" and
 * "third", which add 1 each; {"answer": action} sends the action; {"write": state} writes the whole state; "noop";
 * "chain" waits a second, sends "noop", and waits another; "stamp" writes the date to "/stamp". */
void open_trial(trial *t, const char *state);
kmk_reducer *trial_counter(void);

/* Ends the test store. */
void end_trial(trial *t);

/* Calls with JSON in the kit's notation; changes may be NULL. */
#define SEND(t, action, changes) kmk_test_send((t)->test, json_of(action), trial_changes(changes))
#define RECEIVE(t, action, changes)                                                                \
  kmk_test_receive((t)->test, json_of(action), trial_changes(changes))
#define RECEIVE_CASE(t, path, changes)                                                             \
  kmk_test_receive_case((t)->test, (path), trial_changes(changes))

json_t *trial_changes(const char *text);

/* The state as asserted so far. */
#define assert_asserted(t, expected) trial_assert_state((t), (expected), __FILE__, __LINE__)
void trial_assert_state(trial *t, const char *expected, const char *file, int line);

/* Asserts the first failure, or note, that was not asserted yet: its line in the calling file, and strings that its
 * message must contain. The line 0 matches any line. Forgets the report. */
#define assert_failure(t, line, ...)                                                               \
  trial_assert_report((t)->failures, (line), (const char *[]){__VA_ARGS__, NULL}, __FILE__,        \
                      __LINE__)
#define assert_note(t, line, ...)                                                                  \
  trial_assert_report((t)->notes, (line), (const char *[]){__VA_ARGS__, NULL}, __FILE__, __LINE__)
#define assert_no_failure(t) trial_assert_none((t), __FILE__, __LINE__)

void trial_assert_report(json_t *reports, int line, const char **texts, const char *file,
                         int own_line);
void trial_assert_none(trial *t, const char *file, int line);

#endif

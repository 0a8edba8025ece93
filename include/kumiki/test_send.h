/** Sending actions to the feature under test, and checking their changes. */
#ifndef KUMIKI_TEST_SEND_H
#define KUMIKI_TEST_SEND_H

#include "task.h"
#include "test_store.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Sends an action, and checks its immediate changes. The changes of actions that its effects send are checked when the
 * test receives those actions.
 *
 * If an effect has sent an action that the test has not received yet, the send is a failure, and that action then counts
 * as received.
 *
 * @param changes  see kumiki_test.h. NULL means that the action changes nothing.
 *
 * Owns: steals action and changes. NULL: changes may be NULL; returns false for a NULL test; a NULL action is a failure.
 * Threads: owner. Since: 0.1.
 */
bool kmk_test_send_at(kmk_test_store *test, json_t *action, json_t *changes, const char *file,
                      int line);

#define kmk_test_send(test, action, changes)                                                       \
  kmk_test_send_at((test), (action), (changes), __FILE__, __LINE__)

/**
 * Sends an action, checks its immediate changes, and returns a handle to everything that the send has started. Otherwise
 * it works like kmk_test_send_at.
 *
 * @return the task, even if an assertion failed; NULL if nothing was sent.
 *
 * Owns: steals action and changes, task new. NULL: changes may be NULL; returns NULL for a NULL test; a NULL action is a
 * failure. Threads: owner. Since: 0.1.
 */
kmk_task *kmk_test_send_task_at(kmk_test_store *test, json_t *action, json_t *changes,
                                const char *file, int line);

#define kmk_test_send_task(test, action, changes)                                                  \
  kmk_test_send_task_at((test), (action), (changes), __FILE__, __LINE__)

/**
 * Sends an action, and checks its immediate changes. The action and the changes are written as JSON text.
 *
 *     kmk_test_send_text(test, "{'rename': 'Ann'}", "{'name': 'Ann'}");
 *
 * Single quotes may replace double quotes. Inside single quotes, a double quote need not be escaped, but a single quote
 * must be: \\' in a C string literal.
 *
 * Owns: strings borrowed. NULL: changes may be NULL; returns false for a NULL test; a NULL action, or text that cannot be
 * parsed, is a failure. Threads: owner. Since: 0.2.
 */
bool kmk_test_send_text_at(kmk_test_store *test, const char *action, const char *changes,
                           const char *file, int line);

#define kmk_test_send_text(test, action, changes)                                                  \
  kmk_test_send_text_at((test), (action), (changes), __FILE__, __LINE__)

/**
 * Sends an action, and checks its immediate changes. A single json_pack format describes both, as an array: the action
 * and its changes, or only the action if it changes nothing.
 *
 *     kmk_test_sendf(test, "[{s:i}, {s:i}]", "setCount", count, "count", count);
 *
 * Owns: as in json_pack. NULL: returns false for a NULL test. A format that json_pack refuses, or a value that is not
 * such an array, is a failure. Threads: owner. Since: 0.2.
 */
bool kmk_test_sendf_at(kmk_test_store *test, const char *file, int line, const char *format, ...);

#define kmk_test_sendf(test, ...) kmk_test_sendf_at((test), __FILE__, __LINE__, __VA_ARGS__)

/**
 * States what the next action changes in one row, found by its id. The next action is the one that the next call sends
 * or receives. The `changes` of that call apply too.
 *
 *     kmk_test_expect_row(test, "/rows", json_integer(7), "{'phase': 'running'}");
 *     kmk_test_send_text(test, "{'rows': {'element': {'id': 7, 'action': 'start'}}}", NULL);
 *
 * The expected state is computed from the state before the action: first the row is changed, then the `changes` of the
 * call that sends or receives the action are applied. To state the changes of several rows, call this function once for
 * each row. If no action follows, kmk_test_finish and the end of the test report a failure.
 *
 * @param rows_pointer  rows of a kmk_for_each, a navigation path (`changes` then apply to the screen's state, the member
 *                      "element"), or any array of objects with a member "id".
 * @param changes       JSON as in kmk_test_send_text_at: members to set, or a patch of the row.
 *
 * Owns: strings borrowed, steals id. NULL: returns false for a NULL test; any other NULL, or text that cannot be parsed,
 * is a failure. Threads: owner. Since: 0.3.
 */
bool kmk_test_expect_row_at(kmk_test_store *test, const char *rows_pointer, json_t *id,
                            const char *changes, const char *file, int line);

#define kmk_test_expect_row(test, rows, id, changes)                                               \
  kmk_test_expect_row_at((test), (rows), (id), (changes), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif

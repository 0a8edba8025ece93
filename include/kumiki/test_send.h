/**
 * What a test sends, and what that changes.
 */
#ifndef KUMIKI_TEST_SEND_H
#define KUMIKI_TEST_SEND_H

#include "task.h"
#include "test_store.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Sends an action, and checks what it changes at once.
 *
 * Sending while an action is not received is a failure; it then counts as received.
 *
 * Owns: steals action and changes. NULL: changes may be; NULL test: false; a NULL action is a
 * failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_send_at(kmk_test_store *test, json_t *action, json_t *changes, const char *file,
                      int line);

#define kmk_test_send(test, action, changes)                                                       \
  kmk_test_send_at((test), (action), (changes), __FILE__, __LINE__)

/**
 * Does what kmk_test_send_at does, and returns a handle to all that the send has started.
 *
 * @return the task, also where an assertion failed; NULL where nothing was sent.
 *
 * Owns: steals action and changes, task new. NULL: as kmk_test_send_at. Threads: owner. Since: 0.1.
 */
kmk_task *kmk_test_send_task_at(kmk_test_store *test, json_t *action, json_t *changes,
                                const char *file, int line);

#define kmk_test_send_task(test, action, changes)                                                  \
  kmk_test_send_task_at((test), (action), (changes), __FILE__, __LINE__)

/**
 * Does what kmk_test_send_at does, with an action and changes written as text.
 *
 *     kmk_test_send_text(test, "{'rename': 'Ann'}", "{'name': 'Ann'}");
 *
 * The text is JSON in which single quotes may stand for double ones; inside them a double quote need
 * not be escaped, and a single one is written \\'.
 *
 * Owns: texts borrowed. NULL: changes may be; NULL test: false; a NULL action, and what is no JSON, is
 * a failure. Threads: owner. Since: 0.2.
 */
bool kmk_test_send_text_at(kmk_test_store *test, const char *action, const char *changes,
                           const char *file, int line);

#define kmk_test_send_text(test, action, changes)                                                  \
  kmk_test_send_text_at((test), (action), (changes), __FILE__, __LINE__)

/**
 * Does what kmk_test_send_at does, with an action and changes made by the format of json_pack: an
 * array of both, or of the action alone where it changes nothing.
 *
 *     kmk_test_sendf(test, "[{s:i}, {s:i}]", "setCount", count, "count", count);
 *
 * Owns: as json_pack. NULL: NULL test: false. What json_pack refuses, and what is no such array, is a
 * failure. Threads: owner. Since: 0.2.
 */
bool kmk_test_sendf_at(kmk_test_store *test, const char *file, int line, const char *format, ...);

#define kmk_test_sendf(test, ...) kmk_test_sendf_at((test), __FILE__, __LINE__, __VA_ARGS__)

/**
 * States what the next action changes of one row, wherever the row is: the action that is sent or received
 * by the next call, beside what that call's `changes` say.
 *
 *     kmk_test_expect_row(test, "/rows", json_integer(7), "{'phase': 'running'}");
 *     kmk_test_send_text(test, "{'rows': {'element': {'id': 7, 'action': 'start'}}}", NULL);
 *
 * The row is looked up in the state before the action, and changed before `changes` are. Several calls state
 * changes of several rows. Where no action follows, that is a failure of kmk_test_finish and of the test's
 * end.
 *
 * @param rows_pointer  rows of kmk_for_each, a path (whose element is changed), or any array of objects that
 *                      have a member "id".
 * @param changes       JSON as in kmk_test_send_text_at: members to set, or a patch of the row.
 *
 * Owns: texts borrowed, steals id. NULL: NULL test: false; any other NULL, and what is no JSON, is a failure.
 * Threads: owner. Since: 0.3.
 */
bool kmk_test_expect_row_at(kmk_test_store *test, const char *rows_pointer, json_t *id,
                            const char *changes, const char *file, int line);

#define kmk_test_expect_row(test, rows, id, changes)                                               \
  kmk_test_expect_row_at((test), (rows), (id), (changes), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif

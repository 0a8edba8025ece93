/** Receiving the actions that effects of the feature under test have sent, and checking their changes. */
#ifndef KUMIKI_TEST_RECEIVE_H
#define KUMIKI_TEST_RECEIVE_H

#include "test_store.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns whether an action is the expected one. The action is borrowed. The function must return normally: it must not
 * call longjmp or throw an exception.
 */
typedef bool (*kmk_test_match_fn)(const json_t *action, void *user_data);

/**
 * Receives the next action that an effect has sent, and checks its changes.
 *
 * If that action is not the given one, the test fails. The action still counts as received, and its changes as asserted.
 *
 * @param changes  see kumiki_test.h. NULL means that the action changes nothing.
 *
 * Owns: steals action and changes. NULL: changes may be NULL; returns false for a NULL test; a NULL action is a failure.
 * Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_at(kmk_test_store *test, json_t *action, json_t *changes, const char *file,
                         int line);

#define kmk_test_receive(test, action, changes)                                                    \
  kmk_test_receive_at((test), (action), (changes), __FILE__, __LINE__)

/**
 * Receives the next action that an effect has sent, and checks its changes. The action and the changes are written as
 * JSON text.
 *
 *     kmk_test_receive_text(test, "{'loaded': 7}", "{'count': 7}");
 *
 * Single quotes may be used instead of double quotes, as in kmk_test_send_text_at. If the next action is not the given
 * one, the test fails, but the action still counts as received.
 *
 * Owns: strings borrowed. NULL: changes may be NULL; returns false for a NULL test; a NULL action, or text that cannot be
 * parsed, is a failure. Threads: owner. Since: 0.2.
 */
bool kmk_test_receive_text_at(kmk_test_store *test, const char *action, const char *changes,
                              const char *file, int line);

#define kmk_test_receive_text(test, action, changes)                                               \
  kmk_test_receive_text_at((test), (action), (changes), __FILE__, __LINE__)

/**
 * Receives the next action that an effect has sent, and checks its changes. A single json_pack format describes both, as
 * an array: the action and its changes, or only the action if it changes nothing.
 *
 *     kmk_test_receivef(test, "[{s:i}, {s:i}]", "loaded", count, "count", count);
 *
 * If the next action is not the given one, the test fails, but the action still counts as received.
 *
 * Owns: as in json_pack. NULL: returns false for a NULL test. A format that json_pack refuses, or a value that is not
 * such an array, is a failure. Threads: owner. Since: 0.2.
 */
bool kmk_test_receivef_at(kmk_test_store *test, const char *file, int line, const char *format,
                          ...);

#define kmk_test_receivef(test, ...) kmk_test_receivef_at((test), __FILE__, __LINE__, __VA_ARGS__)

/**
 * Receives the next action that an effect has sent, and checks its case and its changes, but not its payload.
 *
 * @param case_path  the expected case: "destination.presented.counter". An action with a different case is a failure, but
 *                   still counts as received.
 *
 * Owns: case_path borrowed, steals changes. NULL: changes may be NULL; returns false for a NULL test; a NULL case_path is
 * a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_case_at(kmk_test_store *test, const char *case_path, json_t *changes,
                              const char *file, int line);

#define kmk_test_receive_case(test, path, changes)                                                 \
  kmk_test_receive_case_at((test), (path), (changes), __FILE__, __LINE__)

/**
 * Receives the next action that an effect has sent, and checks its case, its payload and its changes. An action with a
 * different case or payload is a failure, but still counts as received.
 *
 * Owns: case_path borrowed, steals payload and changes. NULL: changes may be NULL; returns false for a NULL test; a NULL
 * case_path or payload is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_payload_at(kmk_test_store *test, const char *case_path, json_t *payload,
                                 json_t *changes, const char *file, int line);

#define kmk_test_receive_payload(test, path, payload, changes)                                     \
  kmk_test_receive_payload_at((test), (path), (payload), (changes), __FILE__, __LINE__)

/**
 * Receives the next `count` actions, checks that all of them have the given case, and checks their combined changes. Use
 * it for the ticks of a timer or the progress of a download.
 *
 * @param count  at least 1.
 *
 * Owns: case_path borrowed, steals changes. NULL: changes may be NULL; returns false for a NULL test; a NULL case_path is
 * a failure. Threads: owner. Since: 0.3.
 */
bool kmk_test_receive_count_at(kmk_test_store *test, size_t count, const char *case_path,
                               json_t *changes, const char *file, int line);

#define kmk_test_receive_count(test, count, path, changes)                                         \
  kmk_test_receive_count_at((test), (count), (path), (changes), __FILE__, __LINE__)

/**
 * Receives the next action that an effect has sent, calls a function to check it, and checks its changes. An action that
 * the function does not accept is a failure, but still counts as received. The function may be called more than once.
 *
 * Owns: user_data borrowed for the call, steals changes. NULL: changes and user_data may be NULL; returns false for a
 * NULL test; it is a failure if `matches` is NULL. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_if_at(kmk_test_store *test, kmk_test_match_fn matches, void *user_data,
                            json_t *changes, const char *file, int line);

#define kmk_test_receive_if(test, matches, user_data, changes)                                     \
  kmk_test_receive_if_at((test), (matches), (user_data), (changes), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif

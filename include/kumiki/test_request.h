/** Requests of the feature under test: expecting them, and answering them. */
#ifndef KUMIKI_TEST_REQUEST_H
#define KUMIKI_TEST_REQUEST_H

#include "request.h"
#include "test_store.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Expects that the oldest request in flight that the test has not expected yet asks this question.
 *
 *     kmk_test_send_text(test, "'load'", "{'isLoading': true}");
 *     kmk_test_expect_request(test, "file.read", "'notes.txt'");
 *     kmk_test_answer(test, "'text'", "{'isLoading': false, 'text': 'text'}");
 *
 * A test store needs no servers: a request without one waits for the test, and raises no issue. If the test moves the
 * clock or sends further actions first, requests may wait for long. A request that waits for its time or its turn has not
 * begun, and cannot be expected; see kmk_test_advance.
 *
 * @param question  JSON text; single quotes may be used instead of double quotes. NULL: any question.
 *
 * Owns: strings borrowed. NULL: question may be NULL; returns false for a NULL test; a NULL name, or text that cannot be
 * parsed, is a failure. Threads: owner. Since: 0.4.
 */
bool kmk_test_expect_request_at(kmk_test_store *test, const char *name, const char *question,
                                const char *file, int line);

#define kmk_test_expect_request(test, name, question)                                              \
  kmk_test_expect_request_at((test), (name), (question), __FILE__, __LINE__)

/**
 * Gives the answer to the last request that the test has expected, receives the action that it becomes, and checks its
 * changes. To answer requests in another order, use kmk_store_request and kmk_test_receive.
 *
 * @param answer   JSON text, as in kmk_test_expect_request.
 * @param changes  see kumiki_test.h. NULL means that the action changes nothing.
 *
 * Owns: strings borrowed. NULL: changes may be NULL; returns false for a NULL test; a NULL answer, text that cannot be
 * parsed, or an answer that the feature does not accept is a failure. Threads: owner. Since: 0.4.
 */
bool kmk_test_answer_at(kmk_test_store *test, const char *answer, const char *changes,
                        const char *file, int line);

#define kmk_test_answer(test, answer, changes)                                                     \
  kmk_test_answer_at((test), (answer), (changes), __FILE__, __LINE__)

/**
 * Lets the last request that the test has expected fail; otherwise like kmk_test_answer_at. If the request has no case
 * for failures, the effect fails (kmk_effect_catch), no action is received here, and changes must be NULL.
 *
 * Owns: strings borrowed. NULL: changes may be NULL; returns false for a NULL test; a NULL failure, text that cannot be
 * parsed, or a failure that the feature does not accept is a failure. Threads: owner. Since: 0.4.
 */
bool kmk_test_fail_request_at(kmk_test_store *test, const char *failure, const char *changes,
                              const char *file, int line);

#define kmk_test_fail_request(test, failure, changes)                                              \
  kmk_test_fail_request_at((test), (failure), (changes), __FILE__, __LINE__)

/**
 * Sends a part of the last request that the test has expected; otherwise like kmk_test_answer_at. The request continues.
 *
 * Owns: strings borrowed. NULL: changes may be NULL; returns false for a NULL test; a NULL part, text that cannot be
 * parsed, or a part that the feature does not accept is a failure. Threads: owner. Since: 0.4.
 */
bool kmk_test_part_at(kmk_test_store *test, const char *part, const char *changes, const char *file,
                      int line);

#define kmk_test_part(test, part, changes)                                                         \
  kmk_test_part_at((test), (part), (changes), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif

/** Starting and ending a test, receiving its failures, and setting how much it must account for. */
#ifndef KUMIKI_TEST_STORE_H
#define KUMIKI_TEST_STORE_H

#include "reducer.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A feature under test. Freed by kmk_test_store_free. */
typedef struct kmk_test_store kmk_test_store;

/**
 * Receives a failure or a note; see kmk_test_store_on_failure.
 *
 * The function may read the state (kmk_test_store_state). It must not make a call that could report another failure or
 * note.
 *
 * @param file     the __FILE__ that the macro passed, valid during the call.
 * @param message  one or more lines, valid during the call.
 */
typedef void (*kmk_test_failure_fn)(const char *file, int line, const char *message,
                                    void *user_data);

/**
 * Creates a test store from a reducer and an initial state, on its own virtual loop.
 *
 * If error is NULL, the reason for a failure is written to standard error. Calls with a NULL test do nothing, so assert
 * that the result is not NULL.
 *
 * State-driven effects (kmk_running) of the initial state start in this call. So before this call, set the dependencies
 * that their functions read: wrap the reducer in kmk_dependency or kmk_dependency_pointer. kmk_test_set_dependency
 * applies only from the next action onwards. A missing dependency is reported as a failure in the file "(before the first
 * call of the test)", line 0.
 *
 *     kmk_reducer *tested = kmk_dependency_pointer(feature(), "files", &files, NULL);
 *     kmk_test_store *test = kmk_test_store_new(tested, initial, NULL);
 *
 * Owns: reducer consumed, initial_state borrowed, test store new. Fails: INVALID_ARGUMENT (NULL, a configuration error in
 * the reducer), UNKNOWN_FEATURE (in the reducer tree), DECODE (a state that does not match the reducer), and the other
 * errors of kmk_store_new. Threads: any, callback. Since: 0.1.
 */
kmk_test_store *kmk_test_store_new(kmk_reducer *reducer, const json_t *initial_state,
                                   kmk_error *error);

/**
 * Creates a test store for a registered feature. The feature may be written in any language.
 *
 * @param initial_state  NULL means the state that the feature was registered with.
 *
 * Owns: initial_state borrowed, test store new. Fails: INVALID_ARGUMENT (NULL feature; no state given here or
 * registered), UNKNOWN_FEATURE, DECODE, and the other errors of kmk_store_open. Threads: any, callback. Since: 0.1.
 */
kmk_test_store *kmk_test_store_open(const char *feature, const json_t *initial_state,
                                    kmk_error *error);

/**
 * Ends a test and frees everything. Reports anything that the test has not accounted for.
 *
 * Each action that the test has not received is reported as a failure, with the file and line of the last call. Each
 * effect that is still running is reported as a failure, with the file and line of the send that started it. The call
 * first waits for running blocking effects, like kmk_test_finish, but no longer than kmk_test_store_set_timeout allows.
 * Apart from that, it runs only work that is due, and does not move the clock.
 *
 * Owns: consumes test. NULL: nothing happens. Threads: owner. Since: 0.1.
 */
void kmk_test_store_free(kmk_test_store *test);

/**
 * Sets the callback that receives the failures of a test. Without a callback, a failure is printed and the process
 * aborts.
 *
 * @param fn  NULL restores the default.
 *
 * Owns: user_data borrowed. NULL: nothing happens for a NULL test. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_on_failure(kmk_test_store *test, kmk_test_failure_fn fn, void *user_data);

/**
 * Sets the callback that receives the notes of a test: what a non-exhaustive test has skipped. Notes are not failures.
 *
 * @param fn  NULL restores the default: notes are printed to standard error.
 *
 * Owns: user_data borrowed. NULL: nothing happens for a NULL test. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_on_note(kmk_test_store *test, kmk_test_failure_fn fn, void *user_data);

/**
 * Sets how much a test must account for, from the next call onwards. By default, a test is exhaustive: it must account
 * for everything.
 *
 * A non-exhaustive test fails only if an assertion does not hold. In such a test, `changes` lists values that the state
 * must contain after the action: applying `changes` to that state must leave it unchanged. kmk_test_receive skips to the
 * first action that matches. Unreceived actions and effects that are still running are not failures.
 *
 * @param exhaustive    whether the test must account for everything.
 * @param show_skipped  if not exhaustive: report what was skipped as notes.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_set_exhaustive(kmk_test_store *test, bool exhaustive, bool show_skipped);

/**
 * Sets the longest time to wait for blocking effects on other threads. The default is 1000 milliseconds.
 *
 * A test never waits for time to pass: a sleeping effect continues when kmk_test_advance moves the clock.
 *
 * @param milliseconds  a negative value counts as 0.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_set_timeout(kmk_test_store *test, int milliseconds);

/**
 * Returns the store under test, for observing or reading.
 *
 * An action sent directly to this store counts as sent by an effect: the test must receive it.
 *
 * Owns: store borrowed; neither the store nor its loop may be freed. NULL: returns NULL. Threads: owner, callback. Since:
 * 0.1.
 */
kmk_store *kmk_test_store_store(kmk_test_store *test);

/**
 * Returns the state that the test has asserted. It does not contain the changes of actions that the test has not received
 * yet.
 *
 * Owns: result new. NULL: returns NULL. Threads: owner, callback. Since: 0.1.
 */
json_t *kmk_test_store_state(kmk_test_store *test);

#ifdef __cplusplus
}
#endif
#endif

/**
 * Test stores: how a test begins and ends, what it is told, and how much it has to account for.
 */
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
 * Receives a failure, or a note; see kmk_test_store_on_failure.
 *
 * It may read (kmk_test_store_state), and must not make a call that could report something itself.
 *
 * @param file     as the macro wrote it, valid during the call.
 * @param message  one or several lines, valid during the call.
 */
typedef void (*kmk_test_failure_fn)(const char *file, int line, const char *message,
                                    void *user_data);

/**
 * Makes a test store from a reducer and a first state, on a virtual loop of its own.
 *
 * With a NULL error, why there is none is written to standard error: calls with a NULL test do nothing,
 * so assert that there is one.
 *
 * Effects that follow the state (kmk_running) begin with the first state, in this call: what their functions ask
 * their env for has to be given before, by kmk_dependency or kmk_dependency_pointer around the reducer, since
 * kmk_test_set_dependency counts from the next action on. What is missing is a failure of the place "(before the first
 * call of the test)", line 0.
 *
 *     kmk_reducer *tested = kmk_dependency_pointer(feature(), "files", &files, NULL);
 *     kmk_test_store *test = kmk_test_store_new(tested, initial, NULL);
 *
 * Owns: reducer consumed, initial_state borrowed, test store new. Fails: as kmk_store_new.
 * Threads: any, callback. Since: 0.1.
 */
kmk_test_store *kmk_test_store_new(kmk_reducer *reducer, const json_t *initial_state,
                                   kmk_error *error);

/**
 * Makes a test store of a registered feature, whichever language it is written in.
 *
 * @param initial_state  NULL: the state that the feature was registered with.
 *
 * Owns: initial_state borrowed, test store new. Fails: as kmk_store_open. Threads: any, callback.
 * Since: 0.1.
 */
kmk_test_store *kmk_test_store_open(const char *feature, const json_t *initial_state,
                                    kmk_error *error);

/**
 * Ends the test, then the store: reports what was not accounted for, and frees everything.
 *
 * That is every action not received, at the place of the last call, and every effect still running,
 * each at the place of the send that started it. A blocking effect that is still at work is waited
 * for first, as kmk_test_finish does and no longer than kmk_test_store_set_timeout says. Otherwise
 * only what is due is run, and time does not move.
 *
 * Owns: consumes test. NULL: nothing happens. Threads: owner. Since: 0.1.
 */
void kmk_test_store_free(kmk_test_store *test);

/**
 * Sends failures to a callback. Without one they are printed and the process aborts.
 *
 * @param fn  NULL restores the default.
 *
 * Owns: user_data borrowed. NULL: NULL test: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_on_failure(kmk_test_store *test, kmk_test_failure_fn fn, void *user_data);

/**
 * Sends notes to a callback: what a test that is not exhaustive has skipped. They are no failures.
 *
 * @param fn  NULL restores the default: they are printed to standard error.
 *
 * Owns: user_data borrowed. NULL: NULL test: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_on_note(kmk_test_store *test, kmk_test_failure_fn fn, void *user_data);

/**
 * Says how much the test has to account for, from the next call on. At first for everything.
 *
 * When not exhaustive, only what the test states must hold: `changes` is applied to the state after
 * the action and must change nothing in it; kmk_test_receive skips to the first action that fits;
 * what is not received and what still runs are no failures.
 *
 * @param show_skipped  when not exhaustive: tell as notes what was skipped.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_set_exhaustive(kmk_test_store *test, bool exhaustive, bool show_skipped);

/**
 * Sets the longest time to wait for blocking effects at work on other threads; 1000 at first.
 *
 * Time itself is never waited for: an effect that sleeps goes on when kmk_test_advance moves the
 * clock.
 *
 * @param milliseconds  less than 0 counts as 0.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_set_timeout(kmk_test_store *test, int milliseconds);

/**
 * Returns the store under test, to observe it or to read it.
 *
 * What is sent to it directly counts as sent by an effect: it has to be received.
 *
 * Owns: store borrowed; it must not be freed, nor its loop. NULL: NULL. Threads: owner, callback.
 * Since: 0.1.
 */
kmk_store *kmk_test_store_store(kmk_test_store *test);

/**
 * Returns the state as far as it was asserted: what actions not yet received have changed is not
 * in it.
 *
 * Owns: result new. NULL: NULL. Threads: owner, callback. Since: 0.1.
 */
json_t *kmk_test_store_state(kmk_test_store *test);

#ifdef __cplusplus
}
#endif
#endif

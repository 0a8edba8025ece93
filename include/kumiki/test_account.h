/** Moving the clock of a test, accounting for effects and shared values, and setting dependencies. */
#ifndef KUMIKI_TEST_ACCOUNT_H
#define KUMIKI_TEST_ACCOUNT_H

#include "shared.h"
#include "task.h"
#include "test_store.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Moves the clock of a test, and runs everything that becomes due on the way; see kmk_loop_advance.
 *
 * NULL: returns false. Threads: owner. Since: 0.1.
 */
bool kmk_test_advance_at(kmk_test_store *test, uint64_t nanoseconds, const char *file, int line);

#define kmk_test_advance(test, nanoseconds)                                                        \
  kmk_test_advance_at((test), (nanoseconds), __FILE__, __LINE__)

/**
 * Moves the clock of a test, and then receives a number of actions of one case: a minute of ticks in one line.
 *
 *     kmk_test_advance_receiving(test, 60 * SECOND, 60, "tick", json_pack("{s:i}", "seconds", 60));
 *
 * It calls kmk_test_advance_at and then kmk_test_receive_count_at, which checks what the actions changed together.
 *
 * Owns: case_path borrowed, steals changes. NULL: changes may be NULL; returns false for a NULL test; a NULL case_path is
 * a failure. Threads: owner. Since: 0.3.
 */
bool kmk_test_advance_receiving_at(kmk_test_store *test, uint64_t nanoseconds, size_t count,
                                   const char *case_path, json_t *changes, const char *file,
                                   int line);

#define kmk_test_advance_receiving(test, nanoseconds, count, path, changes)                        \
  kmk_test_advance_receiving_at((test), (nanoseconds), (count), (path), (changes), __FILE__,       \
                                __LINE__)

/**
 * Drops the actions that were not received. The asserted state becomes the current state.
 *
 * @param strict  whether it is a failure if no action is dropped.
 *
 * NULL: returns false. Threads: owner. Since: 0.1.
 */
bool kmk_test_skip_received_at(kmk_test_store *test, bool strict, const char *file, int line);

#define kmk_test_skip_received(test, strict)                                                       \
  kmk_test_skip_received_at((test), (strict), __FILE__, __LINE__)

/**
 * Excludes the running effects from the account. They continue, and the test must still receive the actions that they
 * send.
 *
 * @param strict  whether it is a failure if no effect is running.
 *
 * NULL: returns false. Threads: owner. Since: 0.1.
 */
bool kmk_test_skip_in_flight_at(kmk_test_store *test, bool strict, const char *file, int line);

#define kmk_test_skip_in_flight(test, strict)                                                      \
  kmk_test_skip_in_flight_at((test), (strict), __FILE__, __LINE__)

/**
 * Fails if an action was not received or an effect is still running. Waits for blocking effects.
 *
 * NULL: returns false. Threads: owner. Since: 0.1.
 */
bool kmk_test_finish_at(kmk_test_store *test, const char *file, int line);

#define kmk_test_finish(test) kmk_test_finish_at((test), __FILE__, __LINE__)

/**
 * Fails if anything that one send has started is still running. To cancel it, call kmk_task_cancel.
 *
 * Owns: task borrowed. NULL: returns false for a NULL test; a NULL task has nothing running. Threads: owner. Since: 0.1.
 */
bool kmk_test_finish_task_at(kmk_test_store *test, kmk_task *task, const char *file, int line);

#define kmk_test_finish_task(test, task) kmk_test_finish_task_at((test), (task), __FILE__, __LINE__)

/**
 * Checks the asserted state without an action.
 *
 * @param changes  applied to the asserted state, it must not change it. So an object states members, and a patch of
 *                 "test" operations states anything else.
 *
 * Owns: steals changes. NULL: returns false for a NULL test; a NULL changes is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_assert_at(kmk_test_store *test, json_t *changes, const char *file, int line);

#define kmk_test_assert(test, changes) kmk_test_assert_at((test), (changes), __FILE__, __LINE__)

/**
 * States the current value of a shared value.
 *
 * The test must state the values that the feature, with its effects, has written to shared values: before the next send,
 * and before the end of the test.
 *
 * Owns: steals value. NULL: returns false for a NULL test; a NULL shared or value is a failure. Threads: owner. Since:
 * 0.2.
 */
bool kmk_test_shared_at(kmk_test_store *test, kmk_shared *shared, json_t *value, const char *file,
                        int line);

#define kmk_test_shared(test, shared, value)                                                       \
  kmk_test_shared_at((test), (shared), (value), __FILE__, __LINE__)

/**
 * Writes a shared value of this test, like a writer outside the feature. This write need not be stated.
 *
 * Owns: steals value. NULL: returns false for a NULL test; a NULL shared or value is a failure. Threads: owner. Since:
 * 0.2.
 */
bool kmk_test_set_shared_at(kmk_test_store *test, kmk_shared *shared, json_t *value,
                            const char *file, int line);

#define kmk_test_set_shared(test, shared, value)                                                   \
  kmk_test_set_shared_at((test), (shared), (value), __FILE__, __LINE__)

/**
 * Sets a dependency of the feature from the next action on, as kmk_dependency does around a reducer. Effects of the first
 * state have asked for their dependencies before: see kmk_test_store_new.
 *
 * In a test, every dependency that a feature asks for must be set, here or by kmk_dependency. A missing dependency is the
 * issue "unimplemented-dependency", and so a failure. A dependency set nearer to the reducer that asks takes precedence.
 *
 * Owns: key copied, steals value. NULL: returns false for a NULL test; a NULL key or value is a failure. Threads: owner.
 * Since: 0.1.
 */
bool kmk_test_set_dependency_at(kmk_test_store *test, const char *key, json_t *value,
                                const char *file, int line);

#define kmk_test_set_dependency(test, key, value)                                                  \
  kmk_test_set_dependency_at((test), (key), (value), __FILE__, __LINE__)

/**
 * Sets a dependency that is a pointer, from the next action on. kmk_env_pointer returns the pointer. Otherwise works like
 * kmk_test_set_dependency_at.
 *
 * Owns: key copied; free_fn receives the service after it was replaced or the test store freed, and after everything that
 * ran with it has ended; on failure, immediately. NULL: service and free_fn may be NULL; returns false for a NULL test; a
 * NULL key is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_set_dependency_pointer_at(kmk_test_store *test, const char *key, void *service,
                                        kmk_free_fn free_fn, const char *file, int line);

#define kmk_test_set_dependency_pointer(test, key, service, free_fn)                               \
  kmk_test_set_dependency_pointer_at((test), (key), (service), (free_fn), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif

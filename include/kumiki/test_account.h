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
 * Moves the clock of a test forward, and runs everything that becomes due by then; see kmk_loop_advance.
 *
 * NULL: returns false. Threads: owner. Since: 0.1.
 */
bool kmk_test_advance_at(kmk_test_store *test, uint64_t nanoseconds, const char *file, int line);

#define kmk_test_advance(test, nanoseconds)                                                        \
  kmk_test_advance_at((test), (nanoseconds), __FILE__, __LINE__)

/**
 * Moves the clock of a test forward, and then receives a number of actions of the same case, such as a minute of ticks.
 *
 *     kmk_test_advance_receiving(test, 60 * SECOND, 60, "tick", json_pack("{s:i}", "seconds", 60));
 *
 * It calls kmk_test_advance_at and then kmk_test_receive_count_at, which checks the combined changes of the actions.
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
 * Drops the actions that the test has not received. Their changes remain: the asserted state (kmk_test_store_state)
 * becomes the current state.
 *
 * @param strict  true: it is a failure if there is no action to drop.
 *
 * NULL: returns false. Threads: owner. Since: 0.1.
 */
bool kmk_test_skip_received_at(kmk_test_store *test, bool strict, const char *file, int line);

#define kmk_test_skip_received(test, strict)                                                       \
  kmk_test_skip_received_at((test), (strict), __FILE__, __LINE__)

/**
 * Skips the running effects: the test no longer needs to account for them. They continue, and the test must still receive
 * the actions that they send.
 *
 * @param strict  true: it is a failure if no effect is running.
 *
 * NULL: returns false. Threads: owner. Since: 0.1.
 */
bool kmk_test_skip_in_flight_at(kmk_test_store *test, bool strict, const char *file, int line);

#define kmk_test_skip_in_flight(test, strict)                                                      \
  kmk_test_skip_in_flight_at((test), (strict), __FILE__, __LINE__)

/**
 * Fails if an action has not been received or an effect is still running. Waits for blocking effects.
 *
 * NULL: returns false. Threads: owner. Since: 0.1.
 */
bool kmk_test_finish_at(kmk_test_store *test, const char *file, int line);

#define kmk_test_finish(test) kmk_test_finish_at((test), __FILE__, __LINE__)

/**
 * Fails if anything that a send started is still running. The task comes from kmk_test_send_task_at; kmk_task_cancel
 * cancels it.
 *
 * Owns: task borrowed. NULL: returns false for a NULL test; a NULL task has nothing running. Threads: owner. Since: 0.1.
 */
bool kmk_test_finish_task_at(kmk_test_store *test, kmk_task *task, const char *file, int line);

#define kmk_test_finish_task(test, task) kmk_test_finish_task_at((test), (task), __FILE__, __LINE__)

/**
 * Checks the asserted state (kmk_test_store_state) between actions.
 *
 * @param changes  values that the asserted state must already contain: applying `changes` must leave it unchanged. Use an
 *                 object to check members, and a patch of "test" operations to check anything else.
 *
 * Owns: steals changes. NULL: returns false for a NULL test; a NULL changes is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_assert_at(kmk_test_store *test, json_t *changes, const char *file, int line);

#define kmk_test_assert(test, changes) kmk_test_assert_at((test), (changes), __FILE__, __LINE__)

/**
 * Asserts the current value of a shared value.
 *
 * If the feature or its effects write to a shared value, the test must assert the new value before the next send and
 * before the end of the test.
 *
 * Owns: steals value. NULL: returns false for a NULL test; a NULL shared or value is a failure. Threads: owner. Since:
 * 0.2.
 */
bool kmk_test_shared_at(kmk_test_store *test, kmk_shared *shared, json_t *value, const char *file,
                        int line);

#define kmk_test_shared(test, shared, value)                                                       \
  kmk_test_shared_at((test), (shared), (value), __FILE__, __LINE__)

/**
 * Writes to a shared value of this test, as code outside the feature would. The test need not assert this write.
 *
 * Owns: steals value. NULL: returns false for a NULL test; a NULL shared or value is a failure. Threads: owner. Since:
 * 0.2.
 */
bool kmk_test_set_shared_at(kmk_test_store *test, kmk_shared *shared, json_t *value,
                            const char *file, int line);

#define kmk_test_set_shared(test, shared, value)                                                   \
  kmk_test_set_shared_at((test), (shared), (value), __FILE__, __LINE__)

/**
 * Sets a dependency of the feature from the next action onwards, like a kmk_dependency around the reducer. Effects that
 * started with the initial state have read their dependencies before this call: see kmk_test_store_new.
 *
 * In a test, every dependency that a feature reads must be set, here or by kmk_dependency. Reading any other dependency
 * raises the issue "unimplemented-dependency", which is a failure. If a dependency is set in several places, the value
 * set nearest to the reducer takes precedence.
 *
 * Owns: key copied, steals value. NULL: returns false for a NULL test; a NULL key or value is a failure. Threads: owner.
 * Since: 0.1.
 */
bool kmk_test_set_dependency_at(kmk_test_store *test, const char *key, json_t *value,
                                const char *file, int line);

#define kmk_test_set_dependency(test, key, value)                                                  \
  kmk_test_set_dependency_at((test), (key), (value), __FILE__, __LINE__)

/**
 * Sets a dependency that is a pointer, from the next action onwards. kmk_env_pointer returns the pointer. In all other
 * respects, works like kmk_test_set_dependency_at.
 *
 * Owns: key copied; free_fn receives the service once the service has been replaced or the test store freed, and
 * everything that ran with the service has ended; if the call fails, free_fn receives it immediately. NULL: service and
 * free_fn may be NULL; returns false for a NULL test; a NULL key is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_set_dependency_pointer_at(kmk_test_store *test, const char *key, void *service,
                                        kmk_free_fn free_fn, const char *file, int line);

#define kmk_test_set_dependency_pointer(test, key, service, free_fn)                               \
  kmk_test_set_dependency_pointer_at((test), (key), (service), (free_fn), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif

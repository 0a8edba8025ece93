/**
 * The time of a test, what it has not accounted for yet, and what the feature under test gets from outside.
 */
#ifndef KUMIKI_TEST_ACCOUNT_H
#define KUMIKI_TEST_ACCOUNT_H

#include "shared.h"
#include "task.h"
#include "test_store.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Moves the clock, running on the way whatever becomes due; see kmk_loop_advance.
 *
 * NULL: false. Threads: owner. Since: 0.1.
 */
bool kmk_test_advance_at(kmk_test_store *test, uint64_t nanoseconds, const char *file, int line);

#define kmk_test_advance(test, nanoseconds)                                                        \
  kmk_test_advance_at((test), (nanoseconds), __FILE__, __LINE__)

/**
 * Moves the clock as kmk_test_advance_at does, and then receives as kmk_test_receive_count_at does: a minute
 * of ticks in one line.
 *
 *     kmk_test_advance_receiving(test, 60 * SECOND, 60, "tick", json_pack("{s:i}", "seconds", 60));
 *
 * Owns: case_path borrowed, steals changes. NULL: as kmk_test_receive_count_at. Threads: owner. Since: 0.3.
 */
bool kmk_test_advance_receiving_at(kmk_test_store *test, uint64_t nanoseconds, size_t count,
                                   const char *case_path, json_t *changes, const char *file,
                                   int line);

#define kmk_test_advance_receiving(test, nanoseconds, count, path, changes)                        \
  kmk_test_advance_receiving_at((test), (nanoseconds), (count), (path), (changes), __FILE__,       \
                                __LINE__)

/**
 * Drops the actions that were not received. The state is then the newest.
 *
 * @param strict  whether it is a failure that there are none.
 *
 * NULL: false. Threads: owner. Since: 0.1.
 */
bool kmk_test_skip_received_at(kmk_test_store *test, bool strict, const char *file, int line);

#define kmk_test_skip_received(test, strict)                                                       \
  kmk_test_skip_received_at((test), (strict), __FILE__, __LINE__)

/**
 * Takes the effects that are running out of the account. They go on, and what they send must be
 * received all the same.
 *
 * @param strict  whether it is a failure that there are none.
 *
 * NULL: false. Threads: owner. Since: 0.1.
 */
bool kmk_test_skip_in_flight_at(kmk_test_store *test, bool strict, const char *file, int line);

#define kmk_test_skip_in_flight(test, strict)                                                      \
  kmk_test_skip_in_flight_at((test), (strict), __FILE__, __LINE__)

/**
 * Fails where an action was not received or an effect is still running. Blocking effects are waited
 * for.
 *
 * NULL: false. Threads: owner. Since: 0.1.
 */
bool kmk_test_finish_at(kmk_test_store *test, const char *file, int line);

#define kmk_test_finish(test) kmk_test_finish_at((test), __FILE__, __LINE__)

/**
 * Fails where something that one send has started is still running. Cancel it with kmk_task_cancel.
 *
 * Owns: task borrowed. NULL: NULL test: false; a NULL task has nothing running. Threads: owner.
 * Since: 0.1.
 */
bool kmk_test_finish_task_at(kmk_test_store *test, kmk_task *task, const char *file, int line);

#define kmk_test_finish_task(test, task) kmk_test_finish_task_at((test), (task), __FILE__, __LINE__)

/**
 * Checks the state, as far as it was asserted, without an action.
 *
 * @param changes  applied to the state, it must change nothing in it: so an object states members,
 *                 and a patch of "test" operations whatever else must hold.
 *
 * Owns: steals changes. NULL: NULL test: false; a NULL changes is a failure. Threads: owner.
 * Since: 0.1.
 */
bool kmk_test_assert_at(kmk_test_store *test, json_t *changes, const char *file, int line);

#define kmk_test_assert(test, changes) kmk_test_assert_at((test), (changes), __FILE__, __LINE__)

/**
 * States what a shared value is now.
 *
 * What the feature writes to shared values, its effects included, has to be stated before the next
 * send, and before the end of the test.
 *
 * Owns: steals value. NULL: NULL test: false; a NULL shared or value is a failure. Threads: owner.
 * Since: 0.2.
 */
bool kmk_test_shared_at(kmk_test_store *test, kmk_shared *shared, json_t *value, const char *file,
                        int line);

#define kmk_test_shared(test, shared, value)                                                       \
  kmk_test_shared_at((test), (shared), (value), __FILE__, __LINE__)

/**
 * Writes a shared value of this test, as somebody else would; that need not be stated.
 *
 * Owns: steals value. NULL: NULL test: false; a NULL shared or value is a failure. Threads: owner.
 * Since: 0.2.
 */
bool kmk_test_set_shared_at(kmk_test_store *test, kmk_shared *shared, json_t *value,
                            const char *file, int line);

#define kmk_test_set_shared(test, shared, value)                                                   \
  kmk_test_set_shared_at((test), (shared), (value), __FILE__, __LINE__)

/**
 * Sets a dependency of the feature from the next action on, as kmk_dependency does around a
 * reducer. What the first state begins was asked for before: see kmk_test_store_new.
 *
 * In a test every dependency that a feature asks for has to be set, here or by kmk_dependency; one
 * that is not is the issue "unimplemented-dependency", and so a failure. Those set nearer to the
 * reader win.
 *
 * Owns: key copied, steals value. NULL: NULL test: false; a NULL key or value is a failure.
 * Threads: owner. Since: 0.1.
 */
bool kmk_test_set_dependency_at(kmk_test_store *test, const char *key, json_t *value,
                                const char *file, int line);

#define kmk_test_set_dependency(test, key, value)                                                  \
  kmk_test_set_dependency_at((test), (key), (value), __FILE__, __LINE__)

/**
 * Does the same for a pointer, which kmk_env_pointer answers.
 *
 * Owns: key copied; free_fn gets the service once it was replaced or the test store freed, and
 * whatever ran with it has ended; at once on failure. NULL: service and free_fn may be; NULL test:
 * false; a NULL key is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_set_dependency_pointer_at(kmk_test_store *test, const char *key, void *service,
                                        kmk_free_fn free_fn, const char *file, int line);

#define kmk_test_set_dependency_pointer(test, key, service, free_fn)                               \
  kmk_test_set_dependency_pointer_at((test), (key), (service), (free_fn), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif

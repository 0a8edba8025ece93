/** Replaying a recorded log as a test. */
#ifndef KUMIKI_TEST_REPLAY_H
#define KUMIKI_TEST_REPLAY_H

#include "test_store.h"
#include "trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Replays a recorded log from its first checkpoint to its end, with all its runs (see kmk_replay_open), and fails unless
 * each step matches the recorded one.
 *
 *     kmk_test_replay("issue-42.log", feature());
 *
 * The failure message describes the first step that differs: its action, the recorded patch, the patch of the replay, and
 * the difference between the states. It is also a failure if the file is not a log, or if the recorded state does not
 * match the reducer. See trace.h.
 *
 * @param fn  receives the failure. If fn is NULL, the failure is printed and the process aborts; the macro
 *            kmk_test_replay passes NULL.
 *
 * Owns: path copied, reducer consumed, user_data borrowed. NULL: a NULL path or reducer is a failure. Threads: any,
 * callback. Since: 0.3.
 */
bool kmk_test_replay_at(const char *path, kmk_reducer *reducer, kmk_test_failure_fn fn,
                        void *user_data, const char *file, int line);

/**
 * Does the same with a log that an earlier version of the program may have recorded; see kmk_replay_open_with.
 *
 *     kmk_test_replay_with("issue-42.log", feature(), &options);
 *
 * @param options  NULL means KMK_REPLAY_OPTIONS_INIT.
 *
 * Owns: path copied, options and user_data borrowed, reducer consumed. NULL: a NULL path or reducer is a failure.
 * Threads: any, callback. Since: 0.4.
 */
bool kmk_test_replay_with_at(const char *path, kmk_reducer *reducer,
                             const kmk_replay_options *options, kmk_test_failure_fn fn,
                             void *user_data, const char *file, int line);

#define kmk_test_replay(path, reducer)                                                             \
  kmk_test_replay_at((path), (reducer), NULL, NULL, __FILE__, __LINE__)
#define kmk_test_replay_with(path, reducer, options)                                               \
  kmk_test_replay_with_at((path), (reducer), (options), NULL, NULL, __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif

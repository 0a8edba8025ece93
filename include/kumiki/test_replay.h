/**
 * A recorded log as a test.
 */
#ifndef KUMIKI_TEST_REPLAY_H
#define KUMIKI_TEST_REPLAY_H

#include "test_store.h"
#include "trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Runs a recorded log from its first checkpoint to its end, all its runs: each step must come out as it did then.
 *
 *     kmk_test_replay("issue-42.log", feature());
 *
 * The failure names the first step that does not: its action, the patches of then and of now, and how the states
 * differ. So is a file that is no log a failure, or one whose state does not fit. See trace.h.
 *
 * @param fn  receives the failure; NULL: it is printed and the process aborts, as with kmk_test_replay.
 *
 * Owns: path copied, reducer consumed, user_data borrowed. NULL: a NULL path or reducer is a failure. Threads: any,
 * callback. Since: 0.3.
 */
bool kmk_test_replay_at(const char *path, kmk_reducer *reducer, kmk_test_failure_fn fn,
                        void *user_data, const char *file, int line);

#define kmk_test_replay(path, reducer)                                                             \
  kmk_test_replay_at((path), (reducer), NULL, NULL, __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif

/**
 * Tasks: handles to everything that one send has started. Use a task to wait for it or to cancel it.
 */
#ifndef KUMIKI_TASK_H
#define KUMIKI_TASK_H

#include "base.h"
#include "error.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Everything that one send has started. Freed with kmk_task_free. */
typedef struct kmk_task kmk_task;

/**
 * Sends an action and returns a handle to everything that the action starts.
 *
 * The task covers the action's effects, the effects of the actions that those effects send, and so on. The
 * task does not wait for the dismissal of a feature that the action presents. If the store is busy, the
 * action waits in the buffer, its effects belong to the send that is already in progress, and the returned
 * task is already finished.
 *
 * Owns: steals action, task new. Fails: INVALID_ARGUMENT (NULL), DECODE, TOO_DEEP, LIMIT (see limit.h),
 * WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_task *kmk_store_send_task_new(kmk_store *store, json_t *action, kmk_error *error);

/**
 * Returns whether everything that the send started has ended. Also returns true if the store has ended.
 *
 * NULL: returns false. Threads: owner, callback. Since: 0.1.
 */
bool kmk_task_is_finished(const kmk_task *task);

/**
 * Cancels the effects that the send started, and the effects of the actions that those effects have sent.
 *
 * The state does not change, and an action that is already buffered is still reduced.
 *
 * NULL: does nothing. Threads: owner, callback. Since: 0.1.
 */
void kmk_task_cancel(kmk_task *task);

/**
 * Runs the loop until the task has finished.
 *
 * A virtual clock does not move: if a virtual loop becomes idle (see kmk_loop_run_until_idle) before the
 * task has finished, the call returns KMK_ERR_TIMEOUT.
 *
 * @param timeout_ms  the longest time to spend; 0 runs the work that is due now, -1 sets no limit.
 *
 * Fails: INVALID_ARGUMENT (NULL, timeout_ms below -1), TIMEOUT, BUSY, WRONG_THREAD, CLOSED (the store has
 * ended). Threads: owner. Since: 0.1.
 */
kmk_status kmk_task_finish(kmk_task *task, int timeout_ms, kmk_error *error);

/**
 * Frees the handle of a task, without cancelling anything.
 *
 * Owns: consumes task. NULL: does nothing. Threads: any, callback. Since: 0.1.
 */
void kmk_task_free(kmk_task *task);

#ifdef __cplusplus
}
#endif
#endif

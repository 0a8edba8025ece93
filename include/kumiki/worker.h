/**
 * Workers: the threads for a loop's blocking work, the order of that work, and the orderly end of a program.
 *
 * A loop runs blocking work (kmk_effect_blocking, kmk_effect_work_new) on at most four threads at a time, unless
 * its options say otherwise. Work starts in order of arrival. Work that is cancelled before it starts never starts.
 * Worker threads do not receive the program's signals. No thread is kept idle: a thread ends when no work is left
 * for it. Work that never ends occupies a thread forever: run it on a thread of your own, started with
 * kmk_effect_start.
 */
#ifndef KUMIKI_WORKER_H
#define KUMIKI_WORKER_H

#include "base.h"
#include "effect.h"
#include "error.h"
#include "loop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------- work */

/**
 * Does blocking work on a value, such as a document to save or a string to search for.
 *
 * Runs like a kmk_blocking_fn, on a thread other than the loop's.
 *
 * @param input  the value passed to kmk_effect_work_new, borrowed for the call. Nothing changes the value during
 *               the call, whatever happens to the state that contained it.
 */
typedef void (*kmk_work_fn)(kmk_sender *sender, const json_t *input, void *user_data);

/* Begins the definition of a static kmk_work_fn, which may leave parameters unused (KMK_UNUSED). Since: 0.3. */
#define KMK_WORK_FN(name)                                                                          \
  static void name(KMK_UNUSED kmk_sender *sender, KMK_UNUSED const json_t *input,                  \
                   KMK_UNUSED void *user_data)

/**
 * Runs a blocking function on a worker thread, with a value as its input.
 *
 *     kmk_effect_work_new(kmk_json_retain(kmk_state_get(state, "/document")), save, app, NULL)
 *
 * The rules of kmk_effect_blocking for threads and cancellation apply. The value is passed without being copied: it
 * may have any depth, and a large value costs no more than a small one. It is released on the loop's thread.
 *
 * Owns: steals input, effect new; free_fn runs once, after run has returned, or when run can no longer start. NULL:
 * a NULL input or run makes an invalid effect. Threads: any, callback. Since: 0.2.
 */
kmk_effect *kmk_effect_work_new(json_t *input, kmk_work_fn run, void *user_data,
                                kmk_free_fn free_fn);

/**
 * Runs effects with the same id one at a time: each starts when the previous one has ended.
 *
 * An effect has ended when its blocking function has returned, when the sender of its kmk_effect_start has been
 * finished, or when the tasks of a Swift feature have ended. This applies even if the effect was cancelled first,
 * because cancelling an effect does not stop a function that does not check for cancellation. For this reason,
 * kmk_effect_debounce and kmk_effect_cancellable do not prevent two functions from running at once, for example two
 * saves to the same file. Put kmk_effect_serial inside them:
 *
 *     kmk_effect *save = kmk_effect_work_new(document, write_file, app, NULL);
 *     save = kmk_effect_serial(save, "save", true);
 *     return kmk_effect_debounce(save, "save", KMK_MILLISECONDS(500));
 *
 * Waiting effects count as running. kmk_effect_cancel with the id drops the waiting effects and cancels the one
 * that has started. An effect inside another effect with the same id does not wait: it starts together with the
 * outer effect.
 *
 * Like other ids, this id is local to one store and to the feature that returned the effect. A feature is
 * identified by its place and its own id. A row that was removed and added again with the same id, or an optional
 * child that is present again, therefore waits for work that is still running for its predecessor. A new
 * presentation or a new screen on a navigation path is a different feature, and does not wait.
 *
 * @param latest  true: this effect replaces all waiting effects; false: all waiting effects start, in order.
 *
 * Owns: consumes effect, id copied, effect new. NULL: if effect is NULL, the result does nothing; a NULL id makes
 * an invalid effect. Threads: any, callback. Since: 0.2.
 */
kmk_effect *kmk_effect_serial(kmk_effect *effect, const char *id, bool latest);

/**
 * Limits how many effects with a given id run at once in the whole store; the others wait for their turn, in order.
 *
 *     kmk_effect *fetch = kmk_effect_work_new(kmk_json_retain(row), download, app, NULL);
 *     return kmk_effect_limited(fetch, "download", 3);
 *
 * Unlike other ids, this id is shared by all features of the store: the rows of a list, each with its own effect,
 * wait for one another. Choose a name that says what is limited. The rules of kmk_effect_serial decide when an
 * effect has ended and how a waiting effect counts. kmk_effect_cancel with the id cancels the effects of the
 * feature that returns it, and of the features inside that feature. If one step ends several effects, all of them
 * have ended before the next waiting effect starts. Each limited effect counts once, whatever it contains: if it is
 * a merge of three effects, all three start together.
 *
 * @param most  the limit for all effects with the id, from now on, unless kmk_effect_limit has set another limit.
 *              0 means that no effect starts until the limit is raised; kmk_loop_finish does not wait for these
 *              effects, and leaves them waiting.
 *
 * Owns: consumes effect, id copied, effect new. NULL: if effect is NULL, the result does nothing; a NULL id makes
 * an invalid effect. Threads: any, callback. Since: 0.3.
 */
kmk_effect *kmk_effect_limited(kmk_effect *effect, const char *id, uint32_t most);

/**
 * Sets the limit for an id of kmk_effect_limited, in this store, from now on.
 *
 * Use it for a limit that the user can change. It overrides the limits passed to kmk_effect_limited. A higher limit
 * starts waiting effects, in order; a lower limit does not stop any effect. The limit is not part of a snapshot:
 * the program must set it again. It takes up memory as long as the store exists, so do not use ids from external
 * input.
 *
 * Ids are not declared, and a limit may be set before the first effect with its id. A misspelt id is therefore
 * accepted, and limits nothing. Define each id once, as a constant, for both kmk_effect_limited and this function.
 * To find a misspelt id in a test, set the limit to 0: effects with another id still start.
 *
 * Owns: id copied, effect new. NULL: makes an invalid effect. Threads: any, callback. Since: 0.3.
 */
kmk_effect *kmk_effect_limit(const char *id, uint32_t most);

/* ------------------------------------------------------------------------ threads */

/** Blocking work for a program's own threads. Consumed by kmk_job_run or kmk_job_free. */
typedef struct kmk_job kmk_job;

/**
 * Passes a job to the program's own threads, such as a thread pool of GLib or libuv.
 *
 * The function arranges for one of these threads to call kmk_job_run, and returns without waiting for that call. It
 * runs on the loop's thread when the effect starts. The program sets the number of threads and the order of jobs.
 *
 * @return true if the job was accepted; false if the job was refused and left untouched: the effect then fails.
 */
typedef bool (*kmk_submit_fn)(kmk_job *job, void *user_data);

/**
 * Does the work of a job, or nothing if the job's effect was cancelled.
 *
 * The submit function may call this itself; the loop is then blocked while the work runs.
 *
 * Owns: consumes job. NULL: does nothing. Threads: any. Since: 0.2.
 */
void kmk_job_run(kmk_job *job);

/**
 * Frees a job that was accepted but will not run, for example when a pool is shut down. Its effect fails.
 *
 * Owns: consumes job. NULL: does nothing. Threads: any. Since: 0.2.
 */
void kmk_job_free(kmk_job *job);

/**
 * Options of a loop. Initialize with KMK_LOOP_OPTIONS_INIT. Any version of the struct since 0.2 is accepted.
 */
typedef struct kmk_loop_options {
  /* sizeof(kmk_loop_options) */
  size_t size;

  /* Whether the clock moves only when kmk_loop_advance is called, as in a loop made by kmk_loop_new_virtual. */
  bool is_virtual;

  /* Whether the loop can end while blocking work is still running, as a loop made by kmk_loop_new can. If false,
   * the loop does not end until that work has ended. */
  bool abandons_workers;

  /* The maximum number of threads that run work at once, 1 or more. Has no effect if submit is set. */
  uint32_t worker_count;

  /* Replaces the library's threads with the program's own. NULL means that the library starts threads. */
  kmk_submit_fn submit;

  /* The maximum number of actions in a burst: one send, and everything that it triggers synchronously. 0 means
   * 250,000. A longer burst ends at this limit: no reducer runs again, the waiting actions are dropped, the
   * observers are notified of the current state, and the issue "endless-burst" names the actions that repeated. The
   * send returns KMK_OK, and the store continues to work. */
  uint64_t burst_limit;
} kmk_loop_options;
#define KMK_LOOP_OPTIONS_INIT { sizeof(kmk_loop_options), false, false, 4, NULL, 0 }

/**
 * Creates a loop with the given options. The loop belongs to the calling thread.
 *
 * Unless abandons_workers is set, kmk_loop_free cancels the loop's blocking effects and waits until the functions
 * that are running, on the library's threads or the program's, have returned. If kmk_loop_free is called inside a
 * callback, this wait takes place when the outermost call on the loop returns. The functions can check
 * kmk_sender_is_cancelled. Jobs that no thread has started are cancelled with their effects, and kmk_loop_free does
 * not wait for them. In all other respects the loop works like a loop made by kmk_loop_new or kmk_loop_new_virtual.
 *
 * @param options    NULL means KMK_LOOP_OPTIONS_INIT.
 * @param user_data  passed to submit.
 *
 * Owns: options borrowed, loop new; free_fn runs once, when the loop ends or if no loop is created. Fails:
 * INVALID_ARGUMENT (a size that is too small, a worker_count of 0, a second engine), NO_MEMORY. Threads: any,
 * callback. Since: 0.2.
 */
kmk_loop *kmk_loop_new_with(const kmk_loop_options *options, void *user_data, kmk_free_fn free_fn,
                            kmk_error *error);

/**
 * Changes how many threads may run blocking work at once; see kmk_loop_options.
 *
 * If the number is raised, more threads start and take up waiting work. If it is lowered, surplus threads end after
 * their current work.
 *
 * @param count  1 or more. Has no effect if the program's own threads do the work.
 *
 * Fails: INVALID_ARGUMENT (NULL, 0), WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_loop_set_worker_count(kmk_loop *loop, uint32_t count);

/* ------------------------------------------------------------------------- the end */

/**
 * Runs the loop until its work is done, and starts delayed, debounced and throttled effects immediately.
 *
 * Call this at the end of a program, so that the last edit is saved without waiting for a debounce. Effects that
 * are waiting for a time (kmk_effect_delay, _debounce, _throttle, _after_new) start in the order of their due
 * times. So do such effects that are added during the call. The call waits until all of them have ended. It also
 * waits for other work that ends on its own, even if that work is added during the call: blocking work,
 * kmk_effect_start effects without a cancel function, and the work in a kmk_effect_awaited. A kmk_effect_start
 * effect has ended when its sender has been finished.
 *
 * The call does not wait for effects that may never end, and does not change them: kmk_effect_start effects with a
 * cancel function, tasks of Swift features, and repeating timers (kmk_effect_every_new). Work that needs the main
 * loop of the calling thread cannot end during the call: for such work, set a time limit or provide a cancel
 * function. On a virtual loop the call returns KMK_ERR_TIMEOUT if only kmk_effect_start effects are left.
 *
 * After the call, the loop can be used as before. The call never moves a virtual clock, and does not wait for work
 * that needs a virtual clock to move.
 *
 * @param timeout_ms  the longest time to spend; 0 never waits, -1 sets no limit.
 * @return KMK_OK once all work is done; KMK_ERR_TIMEOUT if the time limit expired first, or if there are still new
 *         delayed effects, with any delay, after a hundred rounds of starting them.
 *
 * Fails: INVALID_ARGUMENT (NULL, timeout_ms below -1), WRONG_THREAD, CLOSED, BUSY, TIMEOUT. Threads: owner. Since:
 * 0.2.
 */
kmk_status kmk_loop_finish(kmk_loop *loop, int timeout_ms, kmk_error *error);

/**
 * Makes kmk_loop_finish wait until the work in an effect has ended.
 *
 * Use it for a save or an upload that can be cancelled but must not be lost:
 *
 *     kmk_effect *upload = kmk_effect_start(begin_upload, stop_upload, app, NULL);
 *     return kmk_effect_awaited(upload);
 *
 * It can wrap any effect. An inner kmk_effect_start effect has ended when its sender has been finished, even if the
 * effect was cancelled first. A task of a Swift feature has ended when it has returned. kmk_loop_finish does not
 * wait for repeating timers. Do not wrap a listener: it never ends, so the call would wait forever.
 *
 * Owns: consumes effect, effect new. NULL: the result does nothing. Threads: any, callback. Since: 0.4.
 */
kmk_effect *kmk_effect_awaited(kmk_effect *effect);

/**
 * Returns the number of running kmk_effect_start effects that kmk_loop_finish would wait for.
 *
 * These are the effects without a cancel function, and the effects inside a kmk_effect_awaited. Blocking work does
 * not count; see kmk_loop_is_idle.
 *
 * NULL: returns 0. Threads: owner, callback; elsewhere 0. Since: 0.4.
 */
size_t kmk_loop_awaited_count(const kmk_loop *loop);

/** How kmk_loop_finish_with treats unfinished work. Combine the flags with |. */
typedef enum kmk_finish_policy {
  /* Delayed effects start now, and all work may finish, as with kmk_loop_finish. */
  KMK_FINISH_ALL = 0,

  /* Effects that are waiting for a time (kmk_effect_delay, _debounce, _throttle, _after_new) are dropped. */
  KMK_FINISH_DROP_DELAYED = 1,

  /* Work that the call would wait for is cancelled. If the work has started, the call still waits until the
   * function has returned or the sender has been finished. The function can check kmk_sender_is_cancelled. No more
   * work starts until the call returns, no matter what the work was waiting for. */
  KMK_FINISH_CANCEL_WORK = 2
} kmk_finish_policy;

/**
 * Runs the loop until its work is done, as kmk_loop_finish does, but drops or cancels some of the work.
 *
 * If a dropped or cancelled effect is a member of a chain, the rest of the chain is dropped too. Other effects are
 * not affected. If the call returns KMK_ERR_TIMEOUT, work that was dropped or cancelled stays dropped or cancelled,
 * and the other work continues.
 *
 * @param policy  flags of kmk_finish_policy.
 *
 * Fails: INVALID_ARGUMENT (NULL, timeout_ms below -1, a policy with other bits), WRONG_THREAD, CLOSED, BUSY,
 * TIMEOUT. Threads: owner. Since: 0.3.
 */
kmk_status kmk_loop_finish_with(kmk_loop *loop, int timeout_ms, uint32_t policy, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif

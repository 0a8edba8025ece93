/**
 * Workers: who does the blocking work of a loop, in which order, and how a program ends in order.
 *
 * A loop has at most four threads at blocking work (kmk_effect_blocking, kmk_effect_work_new) at a
 * time, unless its options say otherwise. Work begins in the order in which it came; what is
 * cancelled before that never begins. A worker's thread takes no signal that is for the program. No
 * thread is kept idle: one that has nothing more to do ends. Work that never ends keeps a place for
 * ever: it belongs in a thread of the program's own, begun by kmk_effect_start.
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
 * Does blocking work on a value, a document to save or a text to search for.
 *
 * Runs as a kmk_blocking_fn does, on another thread than the loop's.
 *
 * @param input  the value of kmk_effect_work_new, borrowed for the call: nothing changes it
 *               meanwhile, whatever becomes of the state that it was a part of.
 */
typedef void (*kmk_work_fn)(kmk_sender *sender, const json_t *input, void *user_data);

/* The head of a kmk_work_fn: see KMK_UNUSED. Since: 0.3. */
#define KMK_WORK_FN(name)                                                                          \
  static void name(KMK_UNUSED kmk_sender *sender, KMK_UNUSED const json_t *input,                  \
                   KMK_UNUSED void *user_data)

/**
 * Runs a blocking function on a worker thread, with a value as its input.
 *
 *     kmk_effect_work_new(kmk_json_retain(kmk_state_get(state, "/document")), save, app, NULL)
 *
 * Otherwise as kmk_effect_blocking. The value is handed on as it is, of any depth and at the same cost
 * however large it is, and released on the loop's thread.
 *
 * Owns: steals input, effect new; free_fn runs once, after run has returned or when it will never
 * begin. NULL: a NULL input or run makes an invalid effect. Threads: any, callback. Since: 0.2.
 */
kmk_effect *kmk_effect_work_new(json_t *input, kmk_work_fn run, void *user_data,
                                kmk_free_fn free_fn);

/**
 * Never lets two effects with that id be at work at once: each begins when the last has ended.
 *
 * It has really ended then: a blocking function has returned, the sender of a started effect was
 * finished, the tasks of a Swift feature have ended; also where the effect was cancelled before.
 * Cancelling stops no function that does not look, so kmk_effect_debounce and
 * kmk_effect_cancellable alone may have two at work at once, two saves into one file. They belong
 * around this:
 *
 *     kmk_effect *save = kmk_effect_work_new(document, write_file, app, NULL);
 *     save = kmk_effect_serial(save, "save", true);
 *     return kmk_effect_debounce(save, "save", KMK_MILLISECONDS(500));
 *
 * Effects that wait count as running. kmk_effect_cancel with the id drops them, and cancels the one
 * that has begun. An effect inside another one of the same id begins with it.
 *
 * As any id, this one is of the feature that returned the effect, in one store. A feature is what
 * its place and its own id name: a row that was removed and is back under its id, or an optional
 * child that is there again, waits for what the one before has still at work. What is presented or
 * pushed anew is another feature, and does not wait.
 *
 * @param latest  of the effects that wait only this one stays; else all have their turn, in order.
 *
 * Owns: consumes effect, id copied, effect new. NULL: of a NULL effect the result does nothing; a
 * NULL id makes an invalid effect. Threads: any, callback. Since: 0.2.
 */
kmk_effect *kmk_effect_serial(kmk_effect *effect, const char *id, bool latest);

/**
 * Lets at most so many effects with that id be at work at once in the whole store; the others wait for
 * their turns, in order.
 *
 *     kmk_effect *fetch = kmk_effect_work_new(kmk_json_retain(row), download, app, NULL);
 *     return kmk_effect_limited(fetch, "download", 3);
 *
 * Unlike other ids this one is shared by all features of the store: the rows of a list, each with its own
 * effect, wait for one another. So give it a name that says what is limited. When an effect has ended, and
 * what waits counts as, are as with kmk_effect_serial; kmk_effect_cancel with the id reaches the effects
 * of the feature that returns it, and of those below it. What a step ends has ended before the next one
 * begins. An effect takes one place, whatever is in it: a merge of three begins all three.
 *
 * @param most  for all effects under the id, from now on, unless kmk_effect_limit has set another. 0: none
 *              begins until the limit is greater; kmk_loop_finish does not wait for them, and leaves them.
 *
 * Owns: consumes effect, id copied, effect new. NULL: of a NULL effect the result does nothing; a NULL id
 * makes an invalid effect. Threads: any, callback. Since: 0.3.
 */
kmk_effect *kmk_effect_limited(kmk_effect *effect, const char *id, uint32_t most);

/**
 * Sets the limit of the effects under an id of kmk_effect_limited, in this store and from now on, whatever
 * they say themselves: a setting that the user changes.
 *
 * A greater limit begins those that wait, in order; a smaller one stops none. It is no part of a snapshot: a
 * program sets it again. It is kept as long as the store, so take the ids of limits from the program, and not
 * from outside input.
 *
 * Ids are not declared, and a limit may be set before the first effect with its id. So a misspelt id is accepted
 * and limits nothing. Write each id once, as a constant, for kmk_effect_limited and this. A test finds a misspelt
 * one with the limit 0: its effects begin all the same.
 *
 * Owns: id copied, effect new. NULL: an invalid effect. Threads: any, callback. Since: 0.3.
 */
kmk_effect *kmk_effect_limit(const char *id, uint32_t most);

/* ------------------------------------------------------------------------ threads */

/** Blocking work for a program's own threads. Consumed by kmk_job_run or kmk_job_free. */
typedef struct kmk_job kmk_job;

/**
 * Hands a job to threads of the program's own: a pool of GLib's or libuv's.
 *
 * It has kmk_job_run called on one of them, in its turn, and returns. Runs on the loop's thread,
 * when the effect begins. The threads may be as many as the program likes; the order is theirs.
 *
 * @return true where the job was taken over; false where it is refused, and the job not touched:
 *         then the effect fails.
 */
typedef bool (*kmk_submit_fn)(kmk_job *job, void *user_data);

/**
 * Does the work of a job. If its effect was cancelled meanwhile there is nothing to do.
 *
 * May be called by the submit function itself: then the loop stands still for so long.
 *
 * Owns: consumes job. NULL: nothing happens. Threads: any. Since: 0.2.
 */
void kmk_job_run(kmk_job *job);

/**
 * Gives a job up that was taken over, as where a pool is ended: its effect fails.
 *
 * Owns: consumes job. NULL: nothing happens. Threads: any. Since: 0.2.
 */
void kmk_job_free(kmk_job *job);

/**
 * What a loop is like. Begin with KMK_LOOP_OPTIONS_INIT. Any size from that of version 0.2 on is
 * taken.
 */
typedef struct kmk_loop_options {
  /* sizeof(kmk_loop_options) */
  size_t size;

  /* Whether the clock moves only by kmk_loop_advance, as that of kmk_loop_new_virtual. */
  bool is_virtual;

  /* Whether the end of the loop leaves blocking work that has begun to itself, as kmk_loop_new has
   * it. Otherwise it waits until that has ended. */
  bool abandons_workers;

  /* The most threads that are at work at once, from 1 on. Of no effect beside submit. */
  uint32_t worker_count;

  /* Does without threads of the library's. NULL: the library starts them. */
  kmk_submit_fn submit;

  /* The most actions of a burst: one send, and all that follows from it at once. 0: 250 000. A
   * burst that goes on is ended there: no reducer runs again, what still waits is dropped, the
   * observers are told of the state as it is, and the issue "endless-burst" names the actions that
   * went round. The send has answered KMK_OK, and the store goes on. */
  uint64_t burst_limit;
} kmk_loop_options;
#define KMK_LOOP_OPTIONS_INIT { sizeof(kmk_loop_options), false, false, 4, NULL, 0 }

/**
 * Makes a loop with options, as kmk_loop_new and kmk_loop_new_virtual otherwise.
 *
 * Unless it abandons its workers, kmk_loop_free cancels the blocking effects of the loop and waits
 * until those at work have returned, on whichever threads; inside a callback the wait comes when
 * the outermost call on the loop returns. Their functions see it by kmk_sender_is_cancelled. Jobs
 * that no thread has begun are cancelled with their effects, and not waited for.
 *
 * @param options    NULL: as KMK_LOOP_OPTIONS_INIT.
 * @param user_data  for submit.
 *
 * Owns: options borrowed, loop new; free_fn runs once, at the loop's end or where there will be no
 * loop. Fails: INVALID_ARGUMENT (a size that is too small, a worker_count of 0, a second engine),
 * NO_MEMORY. Threads: any, callback. Since: 0.2.
 */
kmk_loop *kmk_loop_new_with(const kmk_loop_options *options, void *user_data, kmk_free_fn free_fn,
                            kmk_error *error);

/**
 * Changes how many threads may be at blocking work at once; see kmk_loop_options.
 *
 * More begin with the work that waits. Fewer: those that are too many end after the work that they have.
 *
 * @param count  from 1 on. Of no effect where the program's own threads do the work.
 *
 * Fails: INVALID_ARGUMENT (NULL, 0), WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_loop_set_worker_count(kmk_loop *loop, uint32_t count);

/* ------------------------------------------------------------------------- the end */

/**
 * Runs the loop until its work is done, and begins now what is delayed, debounced or throttled.
 *
 * For the end of a program: the last edit is saved, without waiting for the pause that a debounce
 * makes. What waits for a moment (kmk_effect_delay, _debounce, _throttle, _after_new) begins in the
 * order of these, and so does work that is added in the meantime. The call waits until all of it has
 * ended, and for work that ends on its own: blocking work, a kmk_effect_start without a cancel function,
 * and the work in a kmk_effect_awaited. A started effect has ended when its sender was finished.
 *
 * Everything else is left as it is, since it may never end: started effects that have a cancel function,
 * tasks of Swift features, repeating timers (kmk_effect_every_new). Work that the thread in this call would
 * have to serve itself, in a main loop of its own, cannot end meanwhile: wait with a time limit, or give it a
 * cancel function. On a virtual loop the call answers KMK_ERR_TIMEOUT where only started effects are left.
 *
 * The loop is as before afterwards. Never moves a virtual clock; what needs it to end is not waited
 * for.
 *
 * @param timeout_ms  the longest time to spend; 0 never waits, -1 sets no limit.
 * @return KMK_OK once all is done; KMK_ERR_TIMEOUT when the time passed first, or where work still
 *         delays itself anew, by whatever time, when it has been begun a hundred times.
 *
 * Fails: INVALID_ARGUMENT (NULL, timeout_ms below -1), WRONG_THREAD, CLOSED, BUSY, TIMEOUT.
 * Threads: owner. Since: 0.2.
 */
kmk_status kmk_loop_finish(kmk_loop *loop, int timeout_ms, kmk_error *error);

/**
 * Lets kmk_loop_finish wait for the work in an effect, until it has ended: a save or an upload that
 * could be cancelled, and is not to be lost.
 *
 *     kmk_effect *upload = kmk_effect_start(begin_upload, stop_upload, app, NULL);
 *     return kmk_effect_awaited(upload);
 *
 * It may stand around any effect. Started effects in it have ended when their senders were finished, even if
 * they were cancelled before, and tasks of Swift features when they have returned. Repeating timers are not
 * waited for. Around a listener, which never ends, it makes kmk_loop_finish wait for ever.
 *
 * Owns: consumes effect, effect new. NULL: of a NULL effect the result does nothing. Threads: any,
 * callback. Since: 0.4.
 */
kmk_effect *kmk_effect_awaited(kmk_effect *effect);

/**
 * Returns how many started effects are at work that kmk_loop_finish would wait for: those without a cancel
 * function, and those in a kmk_effect_awaited. Blocking work does not count; see kmk_loop_is_idle.
 *
 * NULL: 0. Threads: owner, callback; elsewhere 0. Since: 0.4.
 */
size_t kmk_loop_awaited_count(const kmk_loop *loop);

/** What kmk_loop_finish_with does with work that is not done. Members are combined by |. */
typedef enum kmk_finish_policy {
  /* Delayed effects begin now, and all work may finish, as kmk_loop_finish has it. */
  KMK_FINISH_ALL = 0,

  /* Effects that wait for a moment (kmk_effect_delay, _debounce, _throttle, _after_new) are dropped. */
  KMK_FINISH_DROP_DELAYED = 1,

  /* Work that the call would wait for is cancelled. If it has begun, the call still waits until it has returned
   * or its sender was finished: it may check kmk_sender_is_cancelled. No more work begins until the call returns,
   * whatever it has waited for. */
  KMK_FINISH_CANCEL_WORK = 2
} kmk_finish_policy;

/**
 * Does what kmk_loop_finish does, and drops or cancels some work instead.
 *
 * The rest of the chains that it is a member of is dropped with it; other effects stay as they are.
 * After KMK_ERR_TIMEOUT what was dropped or cancelled until then stays so, and the rest goes on.
 *
 * @param policy  members of kmk_finish_policy.
 *
 * Fails: as kmk_loop_finish, and INVALID_ARGUMENT for a policy with other bits. Threads: owner.
 * Since: 0.3.
 */
kmk_status kmk_loop_finish_with(kmk_loop *loop, int timeout_ms, uint32_t policy, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif

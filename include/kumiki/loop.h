/**
 * The loop: where effects go on, on the program's own thread.
 *
 * The library has no main loop of its own. A program puts kmk_loop_fd into poll, epoll, GLib or
 * libuv and calls kmk_loop_dispatch(loop, 0) when it is readable; or it lets
 * kmk_loop_dispatch(loop, -1) block. A test uses a virtual loop, whose time it moves itself.
 */
#ifndef KUMIKI_LOOP_H
#define KUMIKI_LOOP_H

#include "base.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A queue of due work, a clock, and the stores made on it. Freed by kmk_loop_free. */
typedef struct kmk_loop kmk_loop;

/**
 * Makes a loop that belongs to the calling thread and runs on real time.
 *
 * A process can have one engine. If another library in it brought one too (a team's own library
 * with Kumiki inside, beside libkumiki), this fails and error->message names that library.
 *
 * @return the loop, or NULL.
 *
 * Owns: loop new. Fails: INVALID_ARGUMENT (a second engine, an unfit Swift runtime), NO_MEMORY.
 * Threads: any, callback.
 * Since: 0.1.
 */
kmk_loop *kmk_loop_new(kmk_error *error);

/**
 * Makes a loop whose clock starts at 0 and moves only by kmk_loop_advance.
 *
 * Nothing in it is random: in each store presentation ids count "0", "1", ... and uuids
 * 00000000-0000-0000-0000-000000000000, ...0001. On a real loop both are unique texts.
 *
 * Owns: loop new. Fails: INVALID_ARGUMENT (a second engine, an unfit Swift runtime), NO_MEMORY.
 * Threads: any, callback.
 * Since: 0.1.
 */
kmk_loop *kmk_loop_new_virtual(kmk_error *error);

/**
 * Ends every store of the loop as kmk_store_free does, then frees the loop.
 *
 * Handles of its stores, tasks, subscriptions, mailboxes and senders stay valid to free or finish;
 * any other call on them answers KMK_ERR_CLOSED. Blocking effects are cancelled but not waited for,
 * unless the loop's options say so (kmk_loop_new_with).
 * Inside a callback the stores end at once (one that is at work with its burst, which drops what is
 * buffered), and the loop goes when the outermost call on it returns.
 *
 * Owns: consumes loop. NULL: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_loop_free(kmk_loop *loop);

/**
 * Returns the one descriptor to wait for: it is readable while something is due, timers included.
 *
 * Watch it for reading, and neither read nor close it. It stays the same for the loop's life. Where
 * a callback has not returned and a call that runs the loop has answered KMK_ERR_BUSY, it is not
 * readable until that callback has returned: a main loop inside a callback is not kept awake.
 *
 * @return a descriptor, or -1 where there is none: NULL, another thread, a loop inherited by fork.
 *
 * Owns: descriptor borrowed. NULL: -1. Threads: owner, callback. Since: 0.1.
 */
int kmk_loop_fd(const kmk_loop *loop);

/**
 * Runs the work that is due: effects to begin or to go on, timers, posted actions.
 *
 * It runs what is due when it is called. What begins meanwhile waits for the next turn: the
 * descriptor is readable still, and kmk_loop_run_until_idle takes as many turns as it needs.
 *
 * @param timeout_ms  how long to wait while nothing is due: 0 not at all, -1 until a job has run or
 *                    kmk_loop_wakeup is called. A virtual loop never waits.
 * @return the number of jobs that ran, or a negative kmk_status.
 *
 * Fails: INVALID_ARGUMENT (NULL, timeout_ms below -1), WRONG_THREAD, CLOSED, BUSY. Threads: owner.
 * Since: 0.1.
 */
int kmk_loop_dispatch(kmk_loop *loop, int timeout_ms);

/**
 * Bounds what one turn does, so that a flood of work leaves the program's other sources their turn.
 *
 * A kmk_loop_dispatch then returns after so many jobs, or when so much time of the loop's clock has
 * passed, whichever is first, and at least after one job. What is left waits in its order for the next
 * turn: the descriptor stays readable. Where timers alone use up a turn, the queue is first in the next; so
 * are functions of kmk_loop_defer, which count as jobs, where all else has used up a turn.
 * Calls that take as many turns as they need (kmk_loop_run_until_idle, kmk_loop_finish,
 * kmk_loop_advance) are not bound by it. A job that is long is not interrupted.
 *
 * @param jobs         0: any number, as at first.
 * @param nanoseconds  0: any time, as at first. A virtual clock stands still in a turn.
 *
 * Fails: INVALID_ARGUMENT (NULL), WRONG_THREAD, CLOSED. Threads: owner, callback: from the next turn on.
 * Since: 0.3.
 */
kmk_status kmk_loop_set_turn_budget(kmk_loop *loop, size_t jobs, uint64_t nanoseconds);

/**
 * Runs the loop until it is idle.
 *
 * Idle means that nothing is due and no blocking effect is at work. Timers to come are not waited
 * for, nor are started effects that wait for the world outside. Never moves a virtual clock.
 *
 * @param timeout_ms  the longest time to spend; 0 runs what is due now, -1 sets no limit.
 * @return KMK_OK once idle; KMK_ERR_TIMEOUT when the time passed first.
 *
 * Fails: INVALID_ARGUMENT (NULL, timeout_ms below -1), WRONG_THREAD, CLOSED, BUSY, TIMEOUT.
 * Threads: owner. Since: 0.1.
 */
kmk_status kmk_loop_run_until_idle(kmk_loop *loop, int timeout_ms, kmk_error *error);

/**
 * Tells whether the loop is idle: nothing is due, and no blocking effect is at work.
 *
 * Then kmk_loop_run_until_idle would return at once. Timers to come, and started effects that wait
 * for the world outside, leave a loop idle.
 *
 * NULL: true, since nothing is due in it. Threads: owner, callback; elsewhere false. Since: 0.2.
 */
bool kmk_loop_is_idle(const kmk_loop *loop);

/**
 * Says how long a wait may last before there is something to dispatch, as poll wants it.
 *
 * For a host that polls without kmk_loop_fd, or beside it. Work that other threads hand over ends no
 * such wait; the descriptor does. Nor does a date that comes while the machine is suspended, or because
 * the date is set (KMK_TIME_DEADLINE): most calls measure their wait by a clock that notices neither.
 *
 * @return milliseconds until the next timer, rounded up; 0 where something is due now; -1 where
 *         nothing is, and on a virtual loop, whose clock only kmk_loop_advance moves.
 *
 * NULL: -1. Threads: owner, callback; elsewhere -1. Since: 0.2.
 */
int kmk_loop_timeout_ms(const kmk_loop *loop);

/**
 * Moves a virtual clock forward, running on the way whatever becomes due.
 *
 * Timers fire in the order of their due times, equal ones in the order in which they were set; a restore
 * sets those of effects that follow the state anew, inner places and earlier rows first. What
 * they start runs before the clock moves on, so a timer set on the way fires in the same call if it
 * is due within it. Advancing by 0 runs what is due now.
 *
 * Fails: INVALID_ARGUMENT (NULL, a loop on real time, a clock past INT64_MAX), WRONG_THREAD,
 * CLOSED, BUSY. Threads: owner. Since: 0.1.
 */
kmk_status kmk_loop_advance(kmk_loop *loop, uint64_t nanoseconds, kmk_error *error);

/**
 * Makes a blocking kmk_loop_dispatch return, or the next one if none is blocking now.
 *
 * The loop must live until this returns. Not for a signal handler, as no function here is: it takes a lock that
 * the interrupted code may hold. Read signals from a descriptor beside kmk_loop_fd, a signalfd or a pipe into
 * which the handler writes (docs/threads.md).
 *
 * Fails: INVALID_ARGUMENT (NULL), CLOSED. Threads: any. Since: 0.1.
 */
kmk_status kmk_loop_wakeup(kmk_loop *loop);

/** Is called by the loop, outside of every callback; see kmk_loop_defer. */
typedef void (*kmk_loop_fn)(void *user_data);

/**
 * Has a function called at the loop's next turn, outside of every callback.
 *
 * From there everything works as it does outside of the loop: sends are reduced before they return,
 * and the loop may be run (kmk_loop_dispatch, a main loop that watches kmk_loop_fd), also by
 * functions that are deferred meanwhile, to any depth. This is the place for what does not return
 * before a user has answered, a modal dialog: inside a callback it would keep the loop busy.
 *
 * Called once, in the order of the calls, by whatever runs the loop next, after all else that is
 * due in that turn; with a kmk_loop_set_turn_budget perhaps in a later turn, as said there. If the loop is freed first it is not called. A loop that is freed from it goes
 * when the outermost call on the loop returns.
 *
 * From another thread the loop must live until this returns.
 *
 * Owns: user_data released by free_fn after the call, and where it is not called. Fails:
 * INVALID_ARGUMENT (NULL loop or fn), CLOSED. Threads: any, callback. Since: 0.2.
 */
kmk_status kmk_loop_defer(kmk_loop *loop, kmk_loop_fn fn, void *user_data, kmk_free_fn free_fn);

/**
 * Sends the loop's issues to a callback. Without one they are written to standard error.
 *
 * Replaces the callback before, whose free_fn runs. Issues noticed on another thread are reported
 * at the next dispatch: equal ones once, with their number in the message, and of further different ones of a code the
 * first of them with the number of the others.
 *
 * @param fn  NULL restores the default.
 *
 * Owns: user_data released by free_fn. NULL: for a NULL loop only free_fn runs.
 * Threads: owner, callback. Since: 0.1.
 */
void kmk_loop_set_diagnostics(kmk_loop *loop, kmk_diagnostic_fn fn, void *user_data,
                              kmk_free_fn free_fn);

/**
 * Says whether a send to a store that is busy is reported: one made in its reducer or its observer.
 *
 * Such a send is buffered and handled all the same. Off at first. When on, each is the issue
 * "reentrant-send"; what effects send is none.
 *
 * NULL: nothing happens. Threads: owner, callback; elsewhere the issue "off-thread". Since: 0.1.
 */
void kmk_loop_report_reentrant_sends(kmk_loop *loop, bool enabled);

#ifdef __cplusplus
}
#endif
#endif

/**
 * Loops: a loop runs effects and timers on the program's own thread.
 *
 * A kmk_loop does not replace the program's main loop. The program watches kmk_loop_fd with poll, epoll, GLib or
 * libuv, and calls kmk_loop_dispatch(loop, 0) when the descriptor is readable. A program without a main loop calls
 * kmk_loop_dispatch(loop, -1), which blocks. A test uses a virtual loop and moves its clock.
 */
#ifndef KUMIKI_LOOP_H
#define KUMIKI_LOOP_H

#include "base.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A queue of due work, a clock, and the stores created on it. Freed with kmk_loop_free. */
typedef struct kmk_loop kmk_loop;

/**
 * Creates a loop that belongs to the calling thread and uses the system's clock.
 *
 * A process can use only one copy of Kumiki's code (an engine). If a process loads libkumiki and another library
 * that has Kumiki built into it, it has two copies. The call then fails, and error->message names the other
 * library.
 *
 * @return the loop, or NULL.
 *
 * Owns: loop new. Fails: INVALID_ARGUMENT (a second engine, an unsuitable Swift runtime), NO_MEMORY. Threads: any,
 * callback. Since: 0.1.
 */
kmk_loop *kmk_loop_new(kmk_error *error);

/**
 * Creates a loop whose clock starts at 0 and moves only when kmk_loop_advance is called.
 *
 * Nothing on this loop is random. In each store the presentation ids are "0", "1" and so on, and the UUIDs are
 * 00000000-0000-0000-0000-000000000000, ...0001 and so on. On a real-time loop both are unique strings.
 *
 * Owns: loop new. Fails: INVALID_ARGUMENT (a second engine, an unsuitable Swift runtime), NO_MEMORY. Threads: any,
 * callback. Since: 0.1.
 */
kmk_loop *kmk_loop_new_virtual(kmk_error *error);

/**
 * Ends every store of the loop as kmk_store_free does, then frees the loop.
 *
 * Its senders can still be ended (kmk_sender_finish, kmk_sender_fail, kmk_sender_fail_new), and handles to its
 * stores, tasks, subscriptions and mailboxes can still be freed; any other call on them returns KMK_ERR_CLOSED.
 * Blocking effects are cancelled, but the call does not wait for them unless the loop's options say otherwise
 * (kmk_loop_new_with). If the call is made inside a callback, the loop is freed when the outermost call on it
 * returns. Stores that are not busy end immediately; a busy store drops its buffered actions and ends at the end of
 * its burst.
 *
 * Owns: consumes loop. NULL: does nothing. Threads: owner, callback. Since: 0.1.
 */
void kmk_loop_free(kmk_loop *loop);

/**
 * Returns the single descriptor to wait on. It is readable while something is due, including a timer.
 *
 * Watch it for reading, but neither read from it nor close it. It stays the same for the life of the loop. If a
 * callback runs a main loop that watches the descriptor, kmk_loop_dispatch returns KMK_ERR_BUSY inside that
 * callback. The descriptor is then not readable until the callback has returned, so the main loop does not spin.
 *
 * @return a descriptor, or -1 for NULL, on another thread, or for a loop inherited through fork.
 *
 * Owns: descriptor borrowed. NULL: returns -1. Threads: owner, callback. Since: 0.1.
 */
int kmk_loop_fd(const kmk_loop *loop);

/**
 * Runs the work that is due: effects that start or continue, timers, posted actions.
 *
 * Each call is one iteration: it runs the work that is due at the time of the call. Work that arises during the
 * call waits for the next iteration: the descriptor stays readable, and kmk_loop_run_until_idle runs as many
 * iterations as it needs.
 *
 * @param timeout_ms  how long to wait while nothing is due. 0 does not wait; -1 waits until a job has run or
 *                    kmk_loop_wakeup is called. A virtual loop never waits.
 * @return the number of jobs that ran (timers and queue entries), or a negative kmk_status.
 *
 * Fails: INVALID_ARGUMENT (NULL, timeout_ms below -1), WRONG_THREAD, CLOSED, BUSY. Threads: owner. Since: 0.1.
 */
int kmk_loop_dispatch(kmk_loop *loop, int timeout_ms);

/**
 * Bounds one iteration, so that a flood of work leaves time for the program's other event sources.
 *
 * A call to kmk_loop_dispatch then returns after the given number of jobs (timers and queue entries), or when the
 * given time has passed on the loop's clock, whichever comes first, but not before one job has run. The remaining
 * work keeps its order and waits for the next iteration: the descriptor stays readable. The bounds apply from the
 * next iteration onwards.
 *
 * If timers alone use up an iteration, the next iteration runs the queue before the timers. Functions passed to
 * kmk_loop_defer also count as jobs. If other work uses up an iteration, the next iteration runs these functions
 * first. The bounds do not affect calls that run as many iterations as they need (kmk_loop_run_until_idle,
 * kmk_loop_finish, kmk_loop_advance). A long job is not interrupted.
 *
 * @param jobs         0, the default, means any number.
 * @param nanoseconds  0, the default, means no time limit. A virtual clock does not move during an iteration.
 *
 * Fails: INVALID_ARGUMENT (NULL), WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_loop_set_turn_budget(kmk_loop *loop, size_t jobs, uint64_t nanoseconds);

/**
 * Runs the loop until it is idle.
 *
 * Idle means that nothing is due and no blocking effect is running. The call waits neither for future timers nor
 * for kmk_effect_start effects that are waiting for an outside event. It never moves a virtual clock.
 *
 * @param timeout_ms  the longest time to spend; 0 runs the work that is due now, -1 sets no limit.
 * @return KMK_OK once idle; KMK_ERR_TIMEOUT if the time limit expired first.
 *
 * Fails: INVALID_ARGUMENT (NULL, timeout_ms below -1), WRONG_THREAD, CLOSED, BUSY, TIMEOUT. Threads: owner. Since:
 * 0.1.
 */
kmk_status kmk_loop_run_until_idle(kmk_loop *loop, int timeout_ms, kmk_error *error);

/**
 * Returns whether the loop is idle: nothing is due, and no blocking effect is running.
 *
 * On an idle loop kmk_loop_run_until_idle would return immediately. A loop can be idle even if it has future
 * timers, or kmk_effect_start effects that are waiting for an outside event.
 *
 * NULL: returns true, since nothing is due. Threads: owner, callback; elsewhere false. Since: 0.2.
 */
bool kmk_loop_is_idle(const kmk_loop *loop);

/**
 * Returns how long to wait until there is something to dispatch, as a timeout for poll.
 *
 * Use it in a host that polls without kmk_loop_fd, or in addition to that descriptor. Work that other threads send
 * to the loop only makes the descriptor readable: it does not end a wait that does not include the descriptor. Nor
 * does a date (KMK_TIME_DEADLINE, kmk_effect_at_new) that passes while the machine is suspended, or because the system time
 * was changed, a timer that counts the suspend (kmk_effect_counting_sleep), or such an event itself
 * (kmk_effect_woken_new): most polling calls use a clock that stops during suspension and is not affected by changes to
 * the system time.
 *
 * @return milliseconds until the next timer, rounded up; 0 if something is due now; -1 if no timer is set, or on a
 *         virtual loop, whose clock only kmk_loop_advance moves.
 *
 * NULL: returns -1. Threads: owner, callback; elsewhere -1. Since: 0.2.
 */
int kmk_loop_timeout_ms(const kmk_loop *loop);

/**
 * Returns how long the loop's clock must move until the next timer is due, on a virtual loop too.
 *
 * A program that explores what may happen next moves a virtual clock by this time (kmk_loop_advance): then the timers
 * that are due first fire, and no others.
 *
 * @return nanoseconds; 0 if a timer is due; UINT64_MAX if no timer is set.
 *
 * NULL: returns UINT64_MAX. Threads: owner, callback; elsewhere UINT64_MAX. Since: 0.4.
 */
uint64_t kmk_loop_until_timer(const kmk_loop *loop);

/**
 * Moves a virtual clock forward, and runs all work that becomes due on the way.
 *
 * Timers fire in the order of their due times; if the times are equal, the timer that was set first fires first.
 * When a snapshot is restored, the timers of state-driven effects are set again in this order: inner places before
 * outer ones, earlier rows before later ones. Work that a timer starts runs before the clock moves on, so a timer
 * that is set during the call fires in the same call if the clock still reaches its due time. Advancing by 0 runs
 * the work that is due now.
 *
 * Fails: INVALID_ARGUMENT (NULL, a real-time loop, a clock past INT64_MAX), WRONG_THREAD, CLOSED, BUSY. Threads:
 * owner. Since: 0.1.
 */
kmk_status kmk_loop_advance(kmk_loop *loop, uint64_t nanoseconds, kmk_error *error);

/**
 * Suspends the machine of a virtual loop for a time, and wakes it.
 *
 * First the work that is due runs. The loop's clock stands during the suspend; the date (kmk_env_date) and the timers inside
 * kmk_effect_counting_sleep move on. Then the timers that are late fire, in the order of their due times, the effects of
 * kmk_effect_woken_new send their actions, in the order of their start, and all work that follows runs.
 *
 *     kmk_loop_suspend(loop, KMK_SECONDS(3600), NULL);
 *
 * Fails: INVALID_ARGUMENT (NULL, a real-time loop, a date past INT64_MAX), WRONG_THREAD, CLOSED, BUSY. Threads: owner.
 * Since: 0.4.
 */
kmk_status kmk_loop_suspend(kmk_loop *loop, uint64_t nanoseconds, kmk_error *error);

/**
 * Sets the date of a virtual loop, as if the machine's clock were set. The loop's clock stands.
 *
 * First the work that is due runs. Then the timers whose date has passed fire, in the order of their dates: the timers of
 * kmk_effect_at_new, kmk_effect_daily_new and KMK_TIME_DEADLINE. Then the effects of kmk_effect_clock_set_new send their
 * actions, in the order of their start, and all work that follows runs. Until the first call, the date of a virtual
 * loop is its clock.
 *
 * @param date  nanoseconds since 1970, not negative.
 *
 * Fails: INVALID_ARGUMENT (NULL, a real-time loop, a negative date), WRONG_THREAD, CLOSED, BUSY. Threads: owner. Since:
 * 0.4.
 */
kmk_status kmk_loop_set_date(kmk_loop *loop, int64_t date, kmk_error *error);

/**
 * Makes a blocking kmk_loop_dispatch return; if no call is blocking now, the next one returns.
 *
 * The loop must exist until the call returns. Do not call this, or any function of the library, in a signal
 * handler: it takes a lock that the interrupted code may hold. To handle signals, watch a second descriptor in
 * addition to kmk_loop_fd: a signalfd, or a pipe that the handler writes to (docs/threads.md).
 *
 * Fails: INVALID_ARGUMENT (NULL), CLOSED. Threads: any. Since: 0.1.
 */
kmk_status kmk_loop_wakeup(kmk_loop *loop);

/** Called by the loop, outside any callback; see kmk_loop_defer. */
typedef void (*kmk_loop_fn)(void *user_data);

/**
 * Defers a function to the loop's next iteration, outside any callback.
 *
 * In this function, calls work as they do outside the loop: a send returns after its action has been reduced. The
 * function may run the loop (kmk_loop_dispatch, a main loop that watches kmk_loop_fd). Functions that are deferred
 * while it runs the loop may also run the loop, to any depth. Use kmk_loop_defer for a call that does not return
 * until the user has responded, such as a modal dialog. Made inside a callback, such a call would keep the loop
 * busy.
 *
 * Each function is called once, in the loop's next iteration, whichever call runs it, after all other work that is
 * due in that iteration. Functions are called in the order in which they were deferred. If kmk_loop_set_turn_budget
 * has set bounds, a function may be called in a later iteration. If the loop is freed first, the function is not
 * called. If the function frees the loop, the loop ends when the outermost call on it returns.
 *
 * If kmk_loop_defer is called on another thread, the loop must exist until the call returns.
 *
 * Owns: user_data released by free_fn after the call, or if the function is never called. Fails: INVALID_ARGUMENT
 * (NULL loop or fn), CLOSED. Threads: any, callback. Since: 0.2.
 */
kmk_status kmk_loop_defer(kmk_loop *loop, kmk_loop_fn fn, void *user_data, kmk_free_fn free_fn);

/**
 * Sends the loop's issues to a callback. Without a callback, they are written to standard error.
 *
 * The callback replaces the previous one, whose free_fn runs. Issues raised on another thread are reported in the
 * next dispatch, where identical ones are reported once, and the message says how many there were. If too many
 * different issues from other threads have the same code, the rest are left out, and one message stands for them:
 * it shows the first of these and the number of the others.
 *
 * @param fn  NULL restores the default.
 *
 * Owns: user_data released by free_fn. NULL: if loop is NULL, only free_fn runs. Threads: owner, callback. Since:
 * 0.1.
 */
void kmk_loop_set_diagnostics(kmk_loop *loop, kmk_diagnostic_fn fn, void *user_data,
                              kmk_free_fn free_fn);

/**
 * Turns on or off the reporting of sends to a busy store: sends from its reducer or an observer.
 *
 * Such a send is buffered and handled in either case. Reporting is off by default. When it is on, each such send
 * raises the issue "reentrant-send"; sends by effects do not.
 *
 * NULL: does nothing. Threads: owner, callback; elsewhere the issue "off-thread". Since: 0.1.
 */
void kmk_loop_report_reentrant_sends(kmk_loop *loop, bool enabled);

#ifdef __cplusplus
}
#endif
#endif

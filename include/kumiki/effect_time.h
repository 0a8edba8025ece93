/**
 * Effects of time: timers, delays, limits of time, and further tries.
 *
 * Times are nanoseconds of the loop's clock (loop.h), which stops while the machine is suspended, or dates. A virtual loop
 * moves only when the program advances it. The rules for all effects apply: see effect.h.
 */
#ifndef KUMIKI_EFFECT_TIME_H
#define KUMIKI_EFFECT_TIME_H

#include "effect.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------- timers */

/**
 * Sends an action once, after a delay measured by the loop's clock.
 *
 * @param nanoseconds  0 sends the action in the loop's next iteration, never in the same burst.
 *
 * Owns: steals action, effect new. NULL: makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_after_new(uint64_t nanoseconds, json_t *action);

/**
 * Sends an action at a fixed interval until the effect is cancelled. The first action is sent after one interval.
 *
 * The ticks follow a fixed grid: a late tick does not shift later ticks. If the loop does not run for several
 * intervals, the missed ticks are skipped: the timer ticks once and then continues on its grid. A virtual clock is
 * never late: if kmk_loop_advance moves it by ten intervals, the timer ticks ten times.
 *
 * @param nanoseconds  the interval on the loop's clock; 0 makes an invalid effect.
 *
 * Owns: steals action, effect new. NULL: makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_every_new(uint64_t nanoseconds, json_t *action);

/**
 * Sends an action once, at a date, even if the machine was suspended or its clock was set. A date that has passed sends
 * the action in the loop's next iteration. A virtual loop has a date of its own (see kmk_env_date).
 * kmk_loop_finish neither waits for the date nor sends the action. In a state-driven effect of a store made from a
 * snapshot, the date remains.
 *
 * @param date  nanoseconds since 1970.
 *
 * Owns: steals action, effect new. NULL: makes an invalid effect. Threads: any, callback. Since: 0.4.
 */
kmk_effect *kmk_effect_at_new(int64_t date, json_t *action);

/**
 * Sends an action every day at a local time, until the effect is cancelled. The first action is sent the next time that
 * local clocks show the time.
 *
 * The time zone of the process applies (TZ, or the system's), with its changes to and from summer time. Each day has one
 * action: if clocks are set forward over the time, the action is sent at that moment; if the time occurs twice, it is sent
 * at the first one. After a suspend, a time that has passed sends one action. So does a time that the machine's clock is
 * set forward over. If the clock is set back, the next action is sent the next time that the clock shows the time, even if
 * an action was sent for that day before. A virtual loop has a date of its own (see kmk_env_date). kmk_loop_finish sends no
 * action.
 *
 * @param hour    0 to 23. Any other value, and a minute beyond 59, make an invalid effect.
 * @param minute  0 to 59.
 *
 * Owns: steals action, effect new. NULL: makes an invalid effect. Threads: any, callback. Since: 0.4.
 */
kmk_effect *kmk_effect_daily_new(unsigned hour, unsigned minute, json_t *action);

/**
 * Sends an action each time that the machine has woken from a suspend, until the effect is cancelled.
 *
 * After a suspend, the timers that are late fire first. On a virtual loop, kmk_loop_suspend wakes the machine. The loop's
 * descriptor becomes readable, and a waiting kmk_loop_dispatch returns (see kmk_loop_timeout_ms for hosts that poll
 * without the descriptor). In a store made from a snapshot, a state-driven effect waits again. kmk_loop_finish sends no
 * action.
 *
 * Owns: steals action, effect new. NULL: makes an invalid effect. Threads: any, callback. Since: 0.4.
 */
kmk_effect *kmk_effect_woken_new(json_t *action);

/**
 * Sends an action each time that the machine's clock was set, by at least a millisecond, until the effect is cancelled.
 *
 * Use it to show dates again, or to compute them from the new date (kmk_env_date). Dated timers that are late fire first.
 * Not sent while a time service slows the clock down or speeds it up, nor for changes to and from summer time. On a virtual
 * loop, kmk_loop_set_date sets the clock. Otherwise like kmk_effect_woken_new.
 *
 * Owns: steals action, effect new. NULL: makes an invalid effect. Threads: any, callback. Since: 0.4.
 */
kmk_effect *kmk_effect_clock_set_new(json_t *action);

/* ----------------------------------------- delays and further tries */

/**
 * Starts an effect after a delay measured by the loop's clock. Several delayed effects wait independently.
 *
 * Owns: consumes effect, effect new. NULL: the result does nothing. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_delay(kmk_effect *effect, uint64_t nanoseconds);

/**
 * Makes the timers inside an effect count the time while the machine is suspended.
 *
 *     kmk_effect_counting_sleep(kmk_effect_after_new(KMK_SECONDS(8 * 3600), json_string("log_out")))
 *
 * It applies to kmk_effect_after_new, _every_new, _delay, _debounce, _throttle and _timeout_new, and to the waits of
 * kmk_effect_retry, wherever they are inside the effect. The loop's clock, which these timers follow otherwise, stops during
 * a suspend. Unlike a date, the clock here cannot be set. A timer that has become due during a suspend fires after the
 * machine has woken. On a virtual loop, kmk_loop_suspend suspends the machine.
 *
 * In a state-driven effect with KMK_TIME_DEADLINE, the timers follow the date in any case. With KMK_TIME_REMAINING, suspends
 * count while the store is open, and the time between the snapshot and the restore does not; with KMK_TIME_RESTART, the
 * timers start again. After a restore, the rest of an open window (kmk_effect_throttle) follows the loop's clock.
 *
 * Owns: consumes effect, effect new. NULL: the result does nothing. Threads: any, callback. Since: 0.4.
 */
kmk_effect *kmk_effect_counting_sleep(kmk_effect *effect);

/**
 * Starts an effect once no other effect with the same id has been requested for the given time.
 *
 * A reducer requests an effect by returning it. Each request drops the effects from earlier requests by the same
 * feature that are still waiting; these effects never start. It also cancels the effect that an earlier request has
 * started, because its results would be out of date. kmk_effect_cancel with the id drops the waiting effect and
 * cancels the running one. A cancelled blocking function continues until it checks for cancellation, so two functions
 * may run at the same time; see kmk_effect_serial.
 *
 * Owns: consumes effect, id copied, effect new. NULL: if effect is NULL, the result does nothing; a NULL id makes an
 * invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_debounce(kmk_effect *effect, const char *id, uint64_t nanoseconds);

/**
 * Starts at most one effect with a given id in each window of time.
 *
 * The first effect starts immediately and opens a window. If a reducer returns other effects with the id within the
 * window, one of them waits for the end of the window: the last one if latest is true, or the first one if not. When
 * the waiting effect starts, it opens the next window. An effect with a shorter interval may start before the window
 * ends: each effect waits until its own interval (nanoseconds) has passed since the start of the previous effect. A
 * window belongs to one feature in one store.
 *
 * Owns: consumes effect, id copied, effect new. NULL: if effect is NULL, the result does nothing; a NULL id makes an
 * invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_throttle(kmk_effect *effect, const char *id, uint64_t nanoseconds,
                                bool latest);

/**
 * Cancels an effect that has not ended after a time on the loop's clock, and sends an action.
 *
 *     kmk_effect_timeout_new(download, KMK_SECONDS(10), json_string("slow"))
 *
 * The time starts when a reducer has returned the effect, so it includes delays and turns inside. If everything inside
 * the effect has ended by then, nothing happens. In a store made from a snapshot the time starts again. If the timeout is
 * inside kmk_effect_retry, running out of time is the failure "timeout": the whole effect is tried again, and only the
 * last try sends the action.
 *
 * Owns: consumes effect, steals action, effect new. NULL: if effect is NULL, the result does nothing; a NULL action
 * makes an invalid effect. Threads: any, callback. Since: 0.4.
 */
kmk_effect *kmk_effect_timeout_new(kmk_effect *effect, uint64_t nanoseconds, json_t *action);

/**
 * When and how a failed effect is tried again. Initialize with KMK_RETRY_OPTIONS_INIT. Any version of the struct since 0.4
 * is accepted; a size smaller than in 0.4 makes the effect invalid.
 */
typedef struct kmk_retry_options {
  /* sizeof(kmk_retry_options) */
  size_t size;

  /* The wait before the second try, and the greatest wait, in nanoseconds of the loop's clock. A greatest wait of 0: no
   * bound. */
  uint64_t wait;
  uint64_t greatest_wait;

  /* Each further wait is the previous one times this number, which is at least 1. */
  double factor;

  /* The part of each wait, from 0 to 1, that is random: with 0.25 a wait takes between three quarters and the whole of
   * its time. On a virtual loop the random numbers are the same in each run. */
  double jitter;

  /* The failures that are tried again, by their names: the failure is that string, an object with that single member,
   * such as "busy" for {"busy": 503}, or an object whose member "type" is that string. An array that ends with NULL;
   * NULL: all failures. */
  const char *const *only;
} kmk_retry_options;
#define KMK_RETRY_OPTIONS_INIT                                                                      \
  { sizeof(kmk_retry_options), KMK_SECONDS(1), KMK_SECONDS(60), 2, 0, NULL }

/**
 * Starts a failed effect again, after a wait, up to a number of times.
 *
 *     kmk_effect_retry(kmk_effect_request_new("net.fetch", url, &ask), 3, NULL)
 *
 * An effect fails if its sender fails (kmk_sender_fail), if its thread is refused, if its server fails it, or if its time
 * is over (kmk_effect_timeout_new). Each effect inside is tried on its own: the other members of a merge continue, and a
 * chain waits for its member. A failure that a kmk_effect_catch inside handles is not tried again. The last failure
 * reaches the catch around the retry, or the case kmk_ask.failure; earlier failures reach neither.
 *
 * A further try calls kmk_start_fn or kmk_blocking_fn again with the same user_data and a new sender. A request keeps
 * its id, and its server sees the next attempt (kmk_request_attempt). An effect that waits for its next try counts as
 * running, keeps its turn (kmk_effect_serial), and is dropped by a cancellation. kmk_loop_finish begins its try at once.
 * In a store made from a snapshot, the try begins at once too, and the tries are counted from the start.
 *
 * @param times    the number of further tries.
 * @param options  NULL means KMK_RETRY_OPTIONS_INIT.
 *
 * Owns: consumes effect, options and their names copied, effect new. NULL: options may be NULL; if effect is NULL, the result
 * does nothing. Threads: any, callback. Since: 0.4.
 */
kmk_effect *kmk_effect_retry(kmk_effect *effect, uint32_t times, const kmk_retry_options *options);

#ifdef __cplusplus
}
#endif
#endif

/**
 * Effects: work that a reducer asks for, and the sender through which it answers with actions.
 *
 * A reducer returns one effect, or NULL for none. An effect belongs to the feature that returned
 * it: its actions come back to that feature, and when that feature is dismissed it is cancelled.
 * Every action is in the feature's own words; the way through its parents is added for it.
 *
 * Constructors consume the effects they are given and never return NULL. A mistake (a NULL where
 * something is needed) makes an invalid effect: returned from a reducer it raises the issue
 * "invalid-effect" and does nothing. An effect that is built and not returned must be freed.
 *
 * Effects may be nested KMK_MAX_DEPTH deep. Merges of merges and chains of chains may be as long as
 * you like; a delay is a chain. An effect that is nested further is invalid, and so is all that is
 * put around it. On a thread with little stack left that begins at fewer levels.
 */
#ifndef KUMIKI_EFFECT_H
#define KUMIKI_EFFECT_H

#include "base.h"
#include "error.h"
#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A description of work. Consumed by a constructor, or by being returned; else kmk_effect_free. */
typedef struct kmk_effect kmk_effect;

/**
 * Sends the actions of a running effect to its feature. Any thread may use it.
 *
 * It lives until kmk_sender_finish, kmk_sender_fail or kmk_sender_fail_new. One of them must be
 * called, exactly once: when the work is done, also after it was cancelled, and also after its
 * store and loop have gone. Until then the effect counts as running, unless it was cancelled.
 */
typedef struct kmk_sender kmk_sender;

/**
 * Begins an effect: registers a callback somewhere, starts a request, sends what is there already.
 *
 * Runs on the loop's thread at the loop's next turn, never inside the reducer nor the send that
 * returned the effect; an effect that is cancelled before that never begins. May use the sender at
 * once, finish it, and do anything that is legal in a callback.
 */
typedef void (*kmk_start_fn)(kmk_sender *sender, void *user_data);

/**
 * Is told that an effect was cancelled: stop the work, then finish the sender, here or later.
 *
 * Runs on the loop's thread, at most once, never before kmk_start_fn has begun nor after the sender
 * was finished. Where an effect is cancelled while its kmk_start_fn runs, it waits until that has
 * returned. No send gets through once the effect was cancelled.
 */
typedef void (*kmk_cancel_fn)(void *user_data);

/**
 * Does blocking work, a file to read or a query to wait for.
 *
 * Runs on a thread of the library's. It should ask kmk_sender_is_cancelled now and then. The sender
 * is finished for it when it returns, unless it has called kmk_sender_finish or kmk_sender_fail. It
 * may outlast its store and loop, so it must not rely on anything that ends with them.
 */
typedef void (*kmk_blocking_fn)(kmk_sender *sender, void *user_data);

/**
 * Makes an action of an error, so that the feature is told of it; see kmk_effect_catch.
 *
 * Runs on the loop's thread, once for each effect that fails, and for each of its actions that does not fit.
 *
 * @param error  what the effect failed with, borrowed for the call: the text of kmk_sender_fail, the
 *               value of kmk_sender_fail_new, or a text of the library's (a thread was refused, an action
 *               does not fit).
 *
 * @return a new action in the feature's own words, which is stolen; NULL: none, and the error is dealt
 * with all the same.
 */
typedef json_t *(*kmk_catch_fn)(const json_t *error, void *user_data);

/* The head of a kmk_catch_fn: see KMK_UNUSED. Since: 0.3. */
#define KMK_CATCH_FN(name)                                                                         \
  static json_t *name(KMK_UNUSED const json_t *error, KMK_UNUSED void *user_data)

/* ----------------------------------------------------------- constructors */

/**
 * Sends an action in the same burst: after the actions that wait already, before the send returns.
 *
 * Owns: action borrowed, effect new. NULL: an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_send(const json_t *action);

/**
 * Does what kmk_effect_send does, with an action that it takes over.
 *
 * Owns: steals action, effect new. NULL: an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_send_new(json_t *action);

/**
 * Runs work that the program drives itself: a socket in its main loop, a thread of its own.
 *
 * @param start   begins the work, on the loop's next turn.
 * @param cancel  stops it; NULL for work that ends on its own, such as a request or a save. After a cancellation
 *                its sends are dropped all the same, and kmk_loop_finish waits until its sender is finished.
 *                Work that runs until it is stopped, such as a listener, needs a cancel function.
 *
 * Owns: effect new; free_fn runs once, after the sender was finished or when the effect will never
 * begin. NULL: NULL start makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_start(kmk_start_fn start, kmk_cancel_fn cancel, void *user_data,
                             kmk_free_fn free_fn);

/**
 * Runs a blocking function on a worker thread, the only threads that the library starts.
 *
 * A loop has four of them at a time, or as many as its options say, and begins work in the order in
 * which it came; see worker.h. An effect that is cancelled before that never begins. One that has
 * begun goes on when it is cancelled, until it looks or returns: only its sends are dropped.
 *
 * Owns: effect new; free_fn runs once, after run has returned or when it will never begin. NULL:
 * NULL run makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_blocking(kmk_blocking_fn run, void *user_data, kmk_free_fn free_fn);

/**
 * Sends an action once, after a time on the loop's clock.
 *
 * @param nanoseconds  0 sends at the loop's next turn, never in the same burst.
 *
 * Owns: steals action, effect new. NULL: an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_after_new(uint64_t nanoseconds, json_t *action);

/**
 * Sends an action again and again, first after one interval, until it is cancelled.
 *
 * The ticks keep to a grid: one that comes late does not shift those after it. Ticks that were missed
 * while the loop stood still are not made up for: the timer ticks once, and then on its grid. A
 * virtual clock is never late: kmk_loop_advance by ten intervals brings ten ticks.
 *
 * @param nanoseconds  the interval on the loop's clock; 0 makes an invalid effect.
 *
 * Owns: steals action, effect new. NULL: an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_every_new(uint64_t nanoseconds, json_t *action);

/**
 * Asks for the feature in hand to be dismissed, in the same burst as kmk_effect_send would.
 *
 * Addresses the nearest presentation around the feature: the store receives "dismiss" for that
 * slot. Where there is none it raises the issue "dismiss-unavailable". In an ephemeral value, an
 * alert or a dialog, it does nothing: its own actions dismiss it.
 *
 * @param env  the environment that the reducer was given.
 *
 * Owns: env borrowed, effect new. NULL: an invalid effect. Threads: callback. Since: 0.1.
 */
kmk_effect *kmk_effect_dismiss(const kmk_env *env);

/**
 * Runs effects beside each other, started in the order of the array.
 *
 * NULL members are left out; a merge of none is an effect that does nothing.
 *
 * Owns: array borrowed, members consumed, effect new. NULL: NULL effects with a count makes an
 * invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_merge(size_t count, kmk_effect *const *effects);

/**
 * Runs effects one after another.
 *
 * Each begins when the one before it has finished, failed or been cancelled by an id of its own.
 * NULL members are left out. Cancelling the whole chain starts no further member.
 *
 * Owns: array borrowed, members consumed, effect new. NULL: NULL effects with a count makes an
 * invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_concatenate(size_t count, kmk_effect *const *effects);

#ifndef __cplusplus
/* kmk_effect_merge and kmk_effect_concatenate of the effects that stand here. Since: 0.2. */
#define KMK_MERGE(...)                                                                             \
  kmk_effect_merge(KMK_COUNT(((kmk_effect *[]){__VA_ARGS__})), (kmk_effect *[]){__VA_ARGS__})
#define KMK_CONCATENATE(...)                                                                       \
  kmk_effect_concatenate(KMK_COUNT(((kmk_effect *[]){__VA_ARGS__})), (kmk_effect *[]){__VA_ARGS__})
#endif

/**
 * Gives an effect a name by which it can be cancelled.
 *
 * Several running effects may share an id, and an effect may have several ids. A blocking function
 * that was cancelled goes on until it looks, beside the next one: see kmk_effect_serial.
 *
 * @param effect            consumed; of NULL, or a merge of none, the result does nothing, and cancels nothing.
 * @param cancel_in_flight  first cancels what kmk_effect_cancel with that id would, but for the effects that
 *                          this one is a part of.
 *
 * Owns: id copied, effect new. NULL: NULL id makes an invalid effect. Threads: any, callback.
 * Since: 0.1.
 */
kmk_effect *kmk_effect_cancellable(kmk_effect *effect, const char *id, bool cancel_in_flight);

/**
 * Cancels the running effects with an id, in the feature that returns it and in all below it.
 *
 * It never reaches the effects of a parent, of a sibling presentation or of another store. An id
 * that nothing has is no mistake. Inside an effect of that id it ends that one as well: no further part
 * of a chain or merge around it begins.
 *
 * Owns: id copied, effect new. NULL: an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_cancel(const char *id);

/**
 * Begins an effect after a time on the loop's clock. Each request waits by itself.
 *
 * Owns: consumes effect, effect new. NULL: of a NULL effect the result does nothing. Threads: any,
 * callback. Since: 0.1.
 */
kmk_effect *kmk_effect_delay(kmk_effect *effect, uint64_t nanoseconds);

/**
 * Begins an effect once a time has passed without another request with that id.
 *
 * Requests of the same feature that are still waiting are dropped and never begin. A request also
 * stops the effect that an earlier one has begun: what that still sent would be out of date.
 * kmk_effect_cancel with the id drops the waiting one, and stops the running one. A blocking
 * function goes on until it looks, so two may be at work at once: see kmk_effect_serial.
 *
 * Owns: consumes effect, id copied, effect new. NULL: of a NULL effect the result does nothing; a
 * NULL id makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_debounce(kmk_effect *effect, const char *id, uint64_t nanoseconds);

/**
 * Begins at most one effect with that id in each window of time.
 *
 * The first begins at once and opens a window. Of those that come within it one waits for its end:
 * the last if latest is true, else the first. When it begins, the next window opens. A request
 * counts its own time from the begin of the last one: one with a shorter time may begin sooner.
 * Windows belong to the feature in this store.
 *
 * Owns: consumes effect, id copied, effect new. NULL: of a NULL effect the result does nothing; a
 * NULL id makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_throttle(kmk_effect *effect, const char *id, uint64_t nanoseconds,
                                bool latest);

/**
 * Makes actions of the errors of an effect, which otherwise are the issue "effect-threw".
 *
 *     kmk_effect_catch(kmk_effect_blocking(load, NULL, NULL), load_failed, NULL, NULL)
 *
 * It may stand around any effect, also around a merge, a chain, a delay or a debounce: each effect
 * inside that fails is told of by itself, the others go on, and a chain goes on with its next
 * member. Of several around an effect the nearest one is asked. The error of an effect that was
 * cancelled reaches nobody. Everything else about the effect stays as it is: whose it is, its ids,
 * its time.
 *
 * Owns: consumes effect, effect new; free_fn runs once, after the last call of fn or when there
 * will be none. NULL: of a NULL effect the result does nothing; a NULL fn makes an invalid effect.
 * Threads: any, callback. Since: 0.2.
 */
kmk_effect *kmk_effect_catch(kmk_effect *effect, kmk_catch_fn fn, void *user_data,
                             kmk_free_fn free_fn);

/**
 * Frees an effect that was not returned from a reducer nor consumed by another constructor.
 *
 * Owns: consumes effect. NULL: nothing happens. Threads: any, callback. Since: 0.1.
 */
void kmk_effect_free(kmk_effect *effect);

/* ----------------------------------------------------------------- sender */

/**
 * Sends an action to the feature whose effect this is.
 *
 * On the loop's thread it is reduced at once, or buffered if the store is at work; from any other
 * thread it is reduced at the loop's next dispatch. The actions of one sender keep their order. An
 * action that does not fit, because the feature's cases or a limit exclude it, is dropped with the issue
 * "action-misfit", which names the effect. If it is reduced at once, the call fails. Otherwise the
 * nearest kmk_effect_catch around the effect is called when the action's turn comes, with a text that says
 * what does not fit; the effect continues. NULL, which json_pack returns for a wrong format, and an action
 * that is too deep are refused at once.
 *
 * Owns: steals action. Fails: INVALID_ARGUMENT (NULL), TOO_DEEP, DECODE and LIMIT (it does not fit),
 * NO_MEMORY, CLOSED (the effect was cancelled, the store has ended). Threads: any, callback. Since: 0.1.
 */
kmk_status kmk_sender_send_new(kmk_sender *sender, json_t *action);

/**
 * Sends an action in place of the one under that key that still waits, for what moves all the time:
 * progress, pointer moves, sizes.
 *
 * From another thread than the loop's: if an action that this sender has sent under that key has not
 * been reduced yet, it is freed, and the new one has its place in the queue. So of each key one waits at
 * most, however fast they come. What kmk_sender_send_new sends keeps its order with all that was sent
 * before and after: an action that waits in front of it is not replaced any more. Keys are independent
 * of each other. On the loop's thread it drops the one that waits, and is kmk_sender_send_new.
 *
 * Owns: key copied, steals action. Fails: INVALID_ARGUMENT (NULL, a key that is not UTF-8), TOO_DEEP,
 * NO_MEMORY, CLOSED (the effect was cancelled, the store has ended). Threads: any, callback. Since: 0.3.
 */
kmk_status kmk_sender_send_latest_new(kmk_sender *sender, const char *key, json_t *action);

/**
 * Asks for the feature whose effect this is to be dismissed.
 *
 * It cancels this effect too, so a later send or dismiss answers KMK_ERR_CLOSED, and
 * kmk_sender_is_cancelled true; the sender is still to be finished. From another thread than the loop's
 * that holds at once; what was sent before comes before the dismissal. If another presentation has
 * taken the place meanwhile, it is left alone.
 * Where nothing is presented it raises the issue "dismiss-unavailable" and answers KMK_OK. From an
 * ephemeral value, an alert or a dialog, it does nothing.
 *
 * Fails: INVALID_ARGUMENT (NULL), NO_MEMORY, CLOSED (the effect was cancelled, the store has
 * ended). Threads: any, callback. Since: 0.1.
 */
kmk_status kmk_sender_dismiss(kmk_sender *sender);

/**
 * Ends the effect with an error, in place of kmk_sender_finish.
 *
 * The nearest kmk_effect_catch around the effect makes an action of it; where there is none it is
 * the issue "effect-threw". An effect that was cancelled ends without either.
 *
 * @param message  copied; what went wrong.
 *
 * Owns: consumes sender. NULL: nothing happens for a NULL sender; NULL message is "the effect
 * failed". Threads: any, callback. Since: 0.1.
 */
void kmk_sender_fail(kmk_sender *sender, const char *message);

/**
 * Does what kmk_sender_fail does, with an error that says more than a text: {"status": 404}.
 *
 * Owns: consumes sender, steals error. NULL: for a NULL sender nothing happens, but error is
 * stolen; a NULL error, or one that is too deep, becomes a text that says so. Threads: any,
 * callback. Since: 0.2.
 */
void kmk_sender_fail_new(kmk_sender *sender, json_t *error);

/**
 * Tells whether the effect was cancelled or its store has ended, so that the work may stop.
 *
 * NULL: false. Threads: any, callback. Since: 0.1.
 */
bool kmk_sender_is_cancelled(const kmk_sender *sender);

/**
 * Ends the effect and frees its sender. Must be called exactly once, except in a kmk_blocking_fn.
 *
 * Owns: consumes sender. NULL: nothing happens. Threads: any, callback. Since: 0.1.
 */
void kmk_sender_finish(kmk_sender *sender);

#ifdef __cplusplus
}
#endif
#endif

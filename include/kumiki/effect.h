/**
 * Effects: work that a reducer asks for, and the sender that returns its results as actions.
 *
 * A reducer returns one effect, or NULL. An effect belongs to the feature that returned it: its actions come back to
 * that feature, and the effect is cancelled when the feature is dismissed. Its actions use the feature's own case
 * names; the library adds the case names of the feature's parents.
 *
 * Constructors consume the effects passed to them and never return NULL. A mistake (a NULL where a value is required)
 * results in an invalid effect: if a reducer returns it, the effect raises the issue "invalid-effect" and does
 * nothing. An effect that is neither returned nor passed to another constructor must be freed.
 *
 * Effects may be nested up to KMK_MAX_DEPTH levels. A merge directly inside a merge, or a chain directly inside a
 * chain, adds no level, however often this is repeated. A delay counts as a chain. An effect with more levels is
 * invalid, and so is every effect that contains it. On a thread with little stack space left, the limit is lower.
 *
 * The effects of time (timers, delays, timeouts, retries) are in effect_time.h.
 */
#ifndef KUMIKI_EFFECT_H
#define KUMIKI_EFFECT_H

#include "base.h"
#include "error.h"
#include "loop.h"
#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A description of work. It is consumed when you pass it to a constructor or return it from a reducer. If you do
 * neither, free it with kmk_effect_free.
 */
typedef struct kmk_effect kmk_effect;

/**
 * Sends the actions of a running effect to its feature. Any thread may use it.
 *
 * A sender is valid until you pass it to kmk_sender_finish, kmk_sender_fail or kmk_sender_fail_new. Call one of
 * these exactly once, when the work is done, even if the effect was cancelled, and even if its store and loop no
 * longer exist. Until then the effect counts as running, unless it was cancelled.
 */
typedef struct kmk_sender kmk_sender;

/**
 * Starts an effect: for example, registers a callback, starts a request, or sends a value immediately.
 *
 * Runs on the loop's thread in the loop's next iteration: never inside the reducer that returned the effect, and
 * never inside the send that ran that reducer. An effect that is cancelled before that iteration never starts. The
 * function may use the sender immediately, finish it, and do anything else that a callback may do.
 */
typedef void (*kmk_start_fn)(kmk_sender *sender, void *user_data);

/**
 * Called when an effect has been cancelled: stop the work, then finish the sender, either now or later.
 *
 * Runs on the loop's thread, at most once, never before kmk_start_fn has started, and never after the sender has
 * been finished. If an effect is cancelled while its kmk_start_fn runs, this function runs after kmk_start_fn has
 * returned. No send succeeds once the effect has been cancelled.
 */
typedef void (*kmk_cancel_fn)(void *user_data);

/**
 * Does blocking work, such as reading a file or waiting for a query.
 *
 * Runs on one of the library's threads. It should check kmk_sender_is_cancelled from time to time. The library
 * finishes the sender when the function returns, unless the function has called kmk_sender_finish or
 * kmk_sender_fail. The function may outlast its store and loop, so it must not rely on anything that ends with
 * them.
 */
typedef void (*kmk_blocking_fn)(kmk_sender *sender, void *user_data);

/**
 * Turns an error into an action, so that the feature can handle it; see kmk_effect_catch.
 *
 * Runs on the loop's thread, once for each effect that fails, and once for each action that an effect sends but that
 * does not match the feature.
 *
 * @param error  the error, borrowed for the call: the string passed to kmk_sender_fail, the value passed to
 *               kmk_sender_fail_new, or a string from the library (for example, if the system or the program refused
 *               a thread for a blocking function, or if an action does not match).
 * @return a new action that uses the feature's own case names (the library takes ownership of it), or NULL to send no
 *         action. The error counts as handled in either case.
 */
typedef json_t *(*kmk_catch_fn)(const json_t *error, void *user_data);

/* Begins the definition of a static kmk_catch_fn, which may leave parameters unused (KMK_UNUSED). Since: 0.3. */
#define KMK_CATCH_FN(name)                                                                         \
  static json_t *name(KMK_UNUSED const json_t *error, KMK_UNUSED void *user_data)

/* ----------------------------------------------------------- constructors */

/**
 * Sends an action in the same burst.
 *
 * The action is reduced after the actions that are already waiting, and before the outermost send returns.
 *
 * Owns: action borrowed, effect new. NULL: makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_send(const json_t *action);

/**
 * Sends an action in the same burst, and takes ownership of the action.
 *
 * The action is reduced after the actions that are already waiting, and before the outermost send returns.
 *
 * Owns: steals action, effect new. NULL: makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_send_new(json_t *action);

/**
 * Runs work that the program drives itself, such as a socket in its main loop or a thread that it starts.
 *
 * @param start   starts the work, in the loop's next iteration.
 * @param cancel  stops the work; NULL for work that ends on its own, such as a request or a save. If such work is
 *                cancelled, its sends are dropped, but the work continues, and kmk_loop_finish waits until its sender
 *                is finished. Work that runs until it is stopped, such as a listener, needs a cancel function.
 *
 * Owns: effect new; free_fn runs once, after the sender has been finished, or when the effect can no longer start.
 * NULL: a NULL start makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_start(kmk_start_fn start, kmk_cancel_fn cancel, void *user_data,
                             kmk_free_fn free_fn);

/**
 * Runs a blocking function on a worker thread of the library.
 *
 * A loop runs at most four of these functions at a time, unless its options say otherwise, and starts them in order
 * of arrival; see worker.h. An effect that is cancelled before it starts never starts. If the effect is cancelled
 * after the function has started, the function continues until it checks for cancellation or returns: only its sends
 * are dropped.
 *
 * Owns: effect new; free_fn runs once, after run has returned, or when run can no longer start. NULL: a NULL run
 * makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_blocking(kmk_blocking_fn run, void *user_data, kmk_free_fn free_fn);

/**
 * Dismisses the feature that returns this effect, in the same burst (see kmk_effect_send).
 *
 * The store receives "dismiss" for the nearest presentation around the feature. If the feature is not presented,
 * the effect raises the issue "dismiss-unavailable". If the feature is an alert or a dialog (an ephemeral value),
 * the effect does nothing, since the feature's own actions dismiss it.
 *
 * @param env  the environment that was passed to the reducer.
 *
 * Owns: env borrowed, effect new. NULL: makes an invalid effect. Threads: callback. Since: 0.1.
 */
kmk_effect *kmk_effect_dismiss(const kmk_env *env);

/**
 * Runs effects concurrently. They start in the order of the array.
 *
 * NULL members are skipped. A merge without members does nothing.
 *
 * Owns: array borrowed, members consumed, effect new. NULL: if the array is NULL and count is not 0, the result is an
 * invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_merge(size_t count, kmk_effect *const *effects);

/**
 * Runs effects one after another.
 *
 * Each member starts when the previous one has finished, has failed, or has been cancelled through an id of its own.
 * NULL members are skipped. If the whole chain is cancelled, no further member starts.
 *
 * Owns: array borrowed, members consumed, effect new. NULL: if the array is NULL and count is not 0, the result is an
 * invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_concatenate(size_t count, kmk_effect *const *effects);

#ifndef __cplusplus
/* Call kmk_effect_merge and kmk_effect_concatenate with a list of effects. Since: 0.2. */
#define KMK_MERGE(...)                                                                             \
  kmk_effect_merge(KMK_COUNT(((kmk_effect *[]){__VA_ARGS__})), (kmk_effect *[]){__VA_ARGS__})
#define KMK_CONCATENATE(...)                                                                       \
  kmk_effect_concatenate(KMK_COUNT(((kmk_effect *[]){__VA_ARGS__})), (kmk_effect *[]){__VA_ARGS__})
#endif

/**
 * Gives an effect an id, so that kmk_effect_cancel can cancel it.
 *
 * Several running effects may share an id, and an effect may have several ids. A cancelled blocking function
 * continues until it checks for cancellation, so two functions may run at the same time; see kmk_effect_serial.
 *
 * @param effect            consumed; if it is NULL or an empty merge, the result does nothing and cancels nothing.
 * @param cancel_in_flight  true: first cancels the effects that kmk_effect_cancel would cancel for this id, except
 *                          effects that contain this one.
 *
 * Owns: consumes effect, id copied, effect new. NULL: a NULL id makes an invalid effect; if effect is NULL, the
 * result does nothing. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_cancellable(kmk_effect *effect, const char *id, bool cancel_in_flight);

/**
 * Cancels the running effects with a given id, in the feature that returns this effect and in all features inside it.
 *
 * It never cancels effects of a parent, a sibling presentation or another store. If no effect has the id, nothing
 * happens. If this effect is part of an effect with the same id, that effect is cancelled too, and its members that
 * have not started yet never start.
 *
 * Owns: id copied, effect new. NULL: makes an invalid effect. Threads: any, callback. Since: 0.1.
 */
kmk_effect *kmk_effect_cancel(const char *id);

/**
 * Turns the errors of an effect into actions. An error that no catch handles raises the issue "effect-threw".
 *
 *     kmk_effect_catch(kmk_effect_blocking(load, NULL, NULL), load_failed, NULL, NULL)
 *
 * A catch can wrap any effect, including a merge, a chain, a delay or a debounce. fn is called separately for each
 * inner effect that fails; the other effects continue, and a chain continues with its next member. If several catches
 * contain an effect, the innermost one is called. The error of a cancelled effect is dropped. A catch does not change
 * the feature, the ids or the timing of the effect.
 *
 * Owns: consumes effect, effect new; free_fn runs once, after the last call of fn, or when fn can no longer be
 * called. NULL: if effect is NULL, the result does nothing; a NULL fn makes an invalid effect. Threads: any,
 * callback. Since: 0.2.
 */
kmk_effect *kmk_effect_catch(kmk_effect *effect, kmk_catch_fn fn, void *user_data,
                             kmk_free_fn free_fn);

/**
 * Frees an effect that was neither returned from a reducer nor consumed by another constructor.
 *
 * Owns: consumes effect. NULL: does nothing. Threads: any, callback. Since: 0.1.
 */
void kmk_effect_free(kmk_effect *effect);

/* ----------------------------------------------------------------- sender */

/**
 * Sends an action to the feature that the effect belongs to.
 *
 * On the loop's thread, the action is reduced immediately, or buffered if the store is busy. If it is sent from any
 * other thread, it is reduced in the loop's next dispatch. The actions of one sender keep their order.
 *
 * An action that does not match, because the feature's cases or a limit do not allow it, is dropped with the issue
 * "action-misfit", which names the effect. On the loop's thread, the call then fails, provided that no store of the
 * loop is busy. In every other situation the mismatch is found when the action's turn comes: the nearest
 * kmk_effect_catch around the effect is called with a string that describes the mismatch, and the effect continues.
 * NULL (which json_pack returns if its format is wrong) and an action that is too deep are refused immediately.
 *
 * Owns: steals action. Fails: INVALID_ARGUMENT (NULL), TOO_DEEP, DECODE (the action does not match), LIMIT (see
 * limit.h), NO_MEMORY, CLOSED (the effect was cancelled, the store has ended). Threads: any, callback. Since: 0.1.
 */
kmk_status kmk_sender_send_new(kmk_sender *sender, json_t *action);

/**
 * Sends an action that replaces the waiting action with the same key.
 *
 * Use it for values that change often, such as progress, pointer movement or sizes. On a thread other than the
 * loop's, the call looks for an action that this sender sent earlier with the same key and that is still waiting to
 * be reduced. That action is freed, and the new action takes its place in the queue. At most one action per key is
 * therefore waiting, however fast the program sends. An action sent with kmk_sender_send_new keeps its place in the
 * queue and acts as a barrier: an action sent after it never replaces one sent before it. Keys are independent of
 * each other. On the loop's thread, the call drops the waiting action and then works like kmk_sender_send_new.
 *
 * Owns: key copied, steals action. Fails: INVALID_ARGUMENT (NULL, a key that is not UTF-8), TOO_DEEP, DECODE (the
 * action does not match), LIMIT (see limit.h), NO_MEMORY, CLOSED (the effect was cancelled, the store has ended).
 * Threads: any, callback. Since: 0.3.
 */
kmk_status kmk_sender_send_latest_new(kmk_sender *sender, const char *key, json_t *action);

/**
 * Dismisses the feature that the effect belongs to.
 *
 * This also cancels the effect: a later send or dismiss returns KMK_ERR_CLOSED, and kmk_sender_is_cancelled returns
 * true. You must still finish the sender. If the call comes from a thread other than the loop's, the effect is
 * cancelled immediately, and actions that were already sent are reduced before the dismissal. If another presentation
 * has replaced the feature by then, that presentation is not dismissed. If the feature is not presented, the call
 * raises the issue "dismiss-unavailable" and returns KMK_OK. If the feature is an alert or a dialog (an ephemeral
 * value), the call does nothing.
 *
 * Fails: INVALID_ARGUMENT (NULL), NO_MEMORY, CLOSED (the effect was cancelled, the store has ended). Threads: any,
 * callback. Since: 0.1.
 */
kmk_status kmk_sender_dismiss(kmk_sender *sender);

/**
 * Ends the effect with an error. Call this instead of kmk_sender_finish.
 *
 * The nearest kmk_effect_catch around the effect turns the error into an action. If there is no catch, the error
 * raises the issue "effect-threw". If the effect was cancelled, the error is dropped.
 *
 * @param message  the error, copied.
 *
 * Owns: consumes sender. NULL: a NULL sender does nothing; a NULL message becomes "the effect failed". Threads:
 * any, callback. Since: 0.1.
 */
void kmk_sender_fail(kmk_sender *sender, const char *message);

/**
 * Ends the effect with an error that is a JSON value, such as {"status": 404}.
 *
 * The nearest kmk_effect_catch around the effect turns the error into an action. If there is no catch, the error
 * raises the issue "effect-threw". If the effect was cancelled, the error is dropped.
 *
 * Owns: consumes sender, steals error. NULL: if sender is NULL, nothing happens, but error is stolen; an error that
 * is NULL or too deep is replaced by a string that describes the mistake. Threads: any, callback. Since: 0.2.
 */
void kmk_sender_fail_new(kmk_sender *sender, json_t *error);

/**
 * Returns whether the work should stop, because the effect was cancelled or its store has ended.
 *
 * NULL: returns false. Threads: any, callback. Since: 0.1.
 */
bool kmk_sender_is_cancelled(const kmk_sender *sender);

/**
 * Returns the loop that runs the effect, or NULL if the loop no longer exists.
 *
 * The work of an effect can defer functions there, and make a store of its own, whose timers follow the same clock.
 *
 * Owns: loop borrowed. NULL: returns NULL. Threads: owner, callback; elsewhere NULL. Since: 0.4.
 */
kmk_loop *kmk_sender_loop(const kmk_sender *sender);

/**
 * Ends the effect and frees its sender.
 *
 * End each sender exactly once, with this function, kmk_sender_fail or kmk_sender_fail_new. In a kmk_blocking_fn
 * you may leave this to the library.
 *
 * Owns: consumes sender. NULL: does nothing. Threads: any, callback. Since: 0.1.
 */
void kmk_sender_finish(kmk_sender *sender);

#ifdef __cplusplus
}
#endif
#endif

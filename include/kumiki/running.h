/**
 * State-driven effects: an effect runs while a place holds a value.
 *
 *     static kmk_effect *search(const json_t *query, kmk_env *env, void *data) {
 *       return kmk_effect_blocking(...);
 *     }
 *
 *     reducer = kmk_running(reducer, "/query", NULL, search, NULL, NULL);
 *
 * A reducer starts and ends such an effect by writing to the state. Any other change to the state does the same: a
 * change by a parent, a view's binding, an undo or a restored snapshot. The initial state of a store can start effects
 * too. The idea comes from SwiftUI's task(id:) and Elm's subscriptions, but here no view is involved.
 */
#ifndef KUMIKI_RUNNING_H
#define KUMIKI_RUNNING_H

#include "base.h"
#include "effect.h"
#include "reducer.h"
#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Whether an effect starts over or continues when a store is restored; see snapshot.h.
 *
 * With KMK_TIME_REMAINING and KMK_TIME_DEADLINE the effect continues from where it was:
 *
 * - A timer waits for the remaining time, and fires immediately if it was overdue.
 * - Completed work, such as a send, a timer that has fired or a member of a chain, is not repeated.
 * - The program's own work (kmk_effect_start, a blocking function) is not saved. If the work was running, it starts
 *   over, and the members after it in a chain wait for it again. If the work had ended, it does not start again.
 * - An effect whose sub-effects differ from the sub-effects in the snapshot starts over.
 *
 * With all three values:
 *
 * - Inside kmk_effect_limited and kmk_effect_serial, the effects that had started, but not ended, at the time of the
 *   snapshot start first. The effects that were waiting follow, in the same order as before. If an effect starts over
 *   and first has to wait for a delay or for an earlier member of a chain, it joins the queue when that delay or member
 *   has ended.
 * - If a window of kmk_effect_throttle was open, it stays open for the rest of its time. The KMK_TIME value decides
 *   whether the time between the snapshot and the restore counts, as for a timer. The window is restored only if the
 *   effect that asked for it last is restored too; a finished effect counts. An effect that had started in the window
 *   starts again without waiting for the end of the window.
 * - An effect that continues, or that was running and starts over, does not cancel other effects that were running at
 *   the same time.
 */
typedef enum kmk_running_time {
  /* From the beginning: the effect starts as if it were new. */
  KMK_TIME_RESTART = 0,
  /* The time between the snapshot and the restore does not count. */
  KMK_TIME_REMAINING = 1,
  /* The time between the snapshot and the restore counts. Each timer is due at a fixed date, and fires immediately if
   * that date has passed. This also applies while the store is open: suspending the machine does not delay a timer, and
   * changing the date makes it fire earlier or later. */
  KMK_TIME_DEADLINE = 2
} kmk_running_time;

/**
 * Options of kmk_running. Initialize with KMK_RUNNING_OPTIONS_INIT. Any version of the struct since 0.3 is accepted; a
 * size smaller than in 0.3 makes the reducer invalid.
 */
typedef struct kmk_running_options {
  /* sizeof(kmk_running_options) */
  size_t size;

  /* Distinguishes two effects at the same place of a feature. NULL means "". */
  const char *id;

  /* Applies to kmk_effect_after_new, _every_new, _delay and _debounce, even inside a chain. Does not apply to time that
   * the program measures itself. */
  kmk_running_time time;

  /* An action of the feature that is sent when the effect has ended without sending one: "stopped". So a state that waits
   * for the effect does not wait forever. A part that fails, or is cancelled by an id inside the effect, has ended, as in
   * a chain (kmk_effect_concatenate). Not sent if the value changes or the feature leaves, nor without an effect. After a
   * restore only the actions since then count. Retained. NULL means none. Since: 0.4. */
  const json_t *ended;
} kmk_running_options;
#define KMK_RUNNING_OPTIONS_INIT                                                                   \
  { sizeof(kmk_running_options), NULL, KMK_TIME_RESTART, NULL }

/**
 * Creates the effect for a value.
 *
 * Runs on the loop's thread: after a step, or when a store is created, restored or given another reducer. It may not
 * call its store.
 *
 * @param value  borrowed for the call. If the place is a case, this is the payload of the case, or null if it has none.
 * @return an effect, which is consumed. Its actions use the feature's own case names. NULL means no effect for this
 *         value.
 */
typedef kmk_effect *(*kmk_running_fn)(const json_t *value, kmk_env *env, void *user_data);

/* Begins the definition of a static kmk_running_fn, which may leave parameters unused (KMK_UNUSED). Since: 0.3. */
#define KMK_RUNNING_FN(name)                                                                       \
  static kmk_effect *name(KMK_UNUSED const json_t *value, KMK_UNUSED kmk_env *env,                 \
                          KMK_UNUSED void *user_data)

/**
 * Runs an effect while a place holds a value.
 *
 * Null, false and a missing value count as no value. When the value changes (compared by equality), the effect for the
 * previous value is cancelled and fn is called again. When the value or the feature is removed, the effect is
 * cancelled. An effect that has finished, or was cancelled by an id, starts again only when the value changes.
 *
 * The place is checked after each step that writes to it, whichever reducer or action did so: a parent, a present or
 * push action, or an undo, for example. It is also checked when a store is created, restored or given another reducer.
 * If a recursion (kmk_recurse) runs several levels on the same state, the place is checked once. If the place of a
 * kmk_scope is missing, or the state is not in the case of a kmk_scope_case, the state-driven effects of that child
 * end; its other effects continue.
 *
 * Inside dynamic reducers (kmk_reader), these rules apply only once one of the store's dynamic reducers has, for some
 * action, chosen a reducer that contains a state-driven effect. State-driven effects elsewhere in the store make no
 * difference. From then on, all dynamic reducers of the store are called with a null action: once immediately, and then
 * after each step that writes to their state. They are also called immediately after an action for which one of them
 * chose an invalid reducer, such as a feature that has been unregistered. The state-driven effects of every chosen
 * reducer are checked, and an effect ends when no chosen reducer contains it any longer. All this remains true after
 * kmk_store_replace_reducer, and in a store that continues from a snapshot of this store.
 *
 * If a dynamic reducer first chooses one effect, and later one with the same place, id and value but a different fn,
 * the later effect is a different effect, and replaces the first. The same applies to a different user_data without a
 * free_fn. A user_data with a free_fn is not compared, because a dynamic reducer may create it again for each call. If
 * two effects differ only in a user_data with a free_fn, give each an id.
 *
 * The effect belongs to the feature: a reducer can cancel it, or a part of it, through an id inside the effect
 * (kmk_effect_cancellable). The effect does not belong to any send: tasks do not wait for it, and a test need not
 * account for it (kumiki_test.h). The value is kept for as long as the effect, and a write inside a kept value copies
 * it, so choose places that hold scalars or small values. In an alert or a dialog, fn is not called, because its effect
 * would outlive the alert or dialog.
 *
 * Two effects with the same place and the same id around one reducer make the reducer invalid. If the members of a
 * kmk_combine contain two such effects, the second raises the issue "invalid-effect" and is left out.
 *
 * @param place    a pointer relative to the feature's state, or the name of a case of a state enum.
 * @param options  NULL means KMK_RUNNING_OPTIONS_INIT.
 *
 * Owns: base consumed, place and options copied, reducer new; free_fn runs once, when no reducer, store or effect
 * contains the new reducer any longer. NULL: options may be NULL; any other NULL makes an invalid reducer. Threads:
 * any, callback. Since: 0.3.
 */
kmk_reducer *kmk_running(kmk_reducer *base, const char *place, const kmk_running_options *options,
                         kmk_running_fn fn, void *user_data, kmk_free_fn free_fn);

/**
 * Sets the limit of an id (kmk_effect_limited) from a number in the state.
 *
 *     reducer = kmk_limit_by(reducer, "fetch", "/settings/parallel");
 *
 * The number is a state-driven kmk_effect_limit: it applies in the initial state and after each change, by whichever
 * reducer, undo or restore. A negative number counts as 0. Any other value changes nothing. Several places may set the
 * limits of different ids.
 *
 * @param place  a pointer relative to the feature's state, or the name of a case of a state enum.
 *
 * Owns: base consumed, id and place copied, reducer new. NULL: makes an invalid reducer. Threads: any, callback. Since:
 * 0.4.
 */
kmk_reducer *kmk_limit_by(kmk_reducer *base, const char *id, const char *place);

#ifdef __cplusplus
}
#endif
#endif

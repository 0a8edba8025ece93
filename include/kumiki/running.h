/**
 * State-driven effects: an effect runs while a place holds a value.
 *
 *     static kmk_effect *search(const json_t *query, kmk_env *env, void *data) {
 *       return kmk_effect_blocking(...);
 *     }
 *
 *     reducer = kmk_running(reducer, "/query", NULL, search, NULL, NULL);
 *
 * A reducer starts and ends such an effect by writing the state. Any other change of the state does the same: by a
 * parent, a view's binding, an undo or a restored snapshot. The initial state of a store can start effects too. The
 * idea comes from SwiftUI's task(id:) and Elm's subscriptions, but here no view is involved.
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
 * With KMK_TIME_REMAINING and KMK_TIME_DEADLINE the effect continues where it was:
 *
 * - A timer waits for the time that was left, and fires immediately if it was overdue.
 * - Completed work is not repeated: a send, a timer that has fired, a member of a chain.
 * - The program's own work (kmk_effect_start, a blocking function) is not saved. If the work was running, it starts
 *   over, and the members after it in a chain wait for it again. If the work had ended, it does not start.
 * - An effect whose sub-effects differ from those at the snapshot starts over.
 *
 * With all three values:
 *
 * - Inside kmk_effect_limited and kmk_effect_serial, the effects that were running start first. The waiting effects
 *   follow in the order in which they waited. If an effect starts over with a delay or another member of a chain, it
 *   joins the queue when that has ended.
 * - If a window of kmk_effect_throttle was open, it stays open for the rest of its length. Whether the time between the
 *   snapshot and the restore counts is decided as for a timer. The window is restored only together with the last
 *   effect that asked for it, even if that effect has finished. An effect that had started in the window starts again
 *   without waiting for the end of the window.
 * - An effect that continues, or that was running and starts over, does not cancel others that were running with it.
 */
typedef enum kmk_running_time {
  /* From the beginning: the effect starts as if it were new. */
  KMK_TIME_RESTART = 0,
  /* The time between the snapshot and the restore does not count. */
  KMK_TIME_REMAINING = 1,
  /* The time between the snapshot and the restore counts. Each timer is due at a fixed date, and fires immediately if
   * that date has passed. This also holds while the store is open: suspending the machine does not delay a timer, and
   * setting the date makes it fire earlier or later. */
  KMK_TIME_DEADLINE = 2
} kmk_running_time;

/**
 * Options of kmk_running. Initialize with KMK_RUNNING_OPTIONS_INIT. The struct of any version since 0.3 is accepted; a
 * smaller size makes an invalid reducer.
 */
typedef struct kmk_running_options {
  /* sizeof(kmk_running_options) */
  size_t size;

  /* Distinguishes two effects at one place of a feature. NULL: "". */
  const char *id;

  /* Applies to kmk_effect_after_new, every, delay and debounce, even inside a chain. Does not apply to time that the
   * program measures itself. */
  kmk_running_time time;
} kmk_running_options;
#define KMK_RUNNING_OPTIONS_INIT                                                                   \
  { sizeof(kmk_running_options), NULL, KMK_TIME_RESTART }

/**
 * Makes the effect for a value.
 *
 * Runs on the loop's thread: after a step, or when a store is made, restored or gets another reducer. It may not call
 * its store.
 *
 * @param value  borrowed for the call. If the place is a case, this is the payload of the case, or null if it has none.
 * @return an effect, which is consumed. Its actions use the feature's own case names. NULL: no effect for this value.
 */
typedef kmk_effect *(*kmk_running_fn)(const json_t *value, kmk_env *env, void *user_data);

/* Defines a kmk_running_fn: see KMK_UNUSED. Since: 0.3. */
#define KMK_RUNNING_FN(name)                                                                       \
  static kmk_effect *name(KMK_UNUSED const json_t *value, KMK_UNUSED kmk_env *env,                 \
                          KMK_UNUSED void *user_data)

/**
 * Runs an effect while a place holds a value.
 *
 * Null, false and a missing value count as no value. When the value changes (compared by equality), the effect of the
 * previous value is cancelled and fn is called again. When the value or the feature is removed, the effect is
 * cancelled. An effect that has finished, or was cancelled by an id, starts again only for another value.
 *
 * The place is checked after each step that wrote there, no matter which reducer or action wrote: this includes a
 * parent, a present or push action, and an undo. It is also checked when a store is made, restored or gets another
 * reducer. If a recursion (kmk_recurse) runs several levels on the same state, the place is checked once. If the place
 * of a kmk_scope is missing, or the state is not in the case of a kmk_scope_case, the state-driven effects of that
 * child end; its other effects continue.
 *
 * Inside dynamic reducers (kmk_reader) these rules apply once a dynamic reducer of the store has chosen a reducer with
 * such an effect for an action, even if other parts of the store already have such effects. From then on all dynamic
 * reducers of the store are called with the action null: once immediately, then after each step that wrote to their
 * state. They are also called immediately after an action for which one of them chose an invalid reducer, such as a
 * feature that was unregistered. The effects of every chosen reducer are checked, and effects that are no longer chosen
 * end. All this continues after kmk_store_replace_reducer, and in a store that continues from a snapshot of this store.
 *
 * For the same place, id and value, an effect with another fn is a different effect, which replaces the first. So is an
 * effect with another user_data, if the user_data has no free_fn. A user_data with a free_fn is not compared, since a
 * dynamic reducer may create it again for each call. If two effects differ only in such a user_data, give each an id.
 *
 * The effect belongs to the feature: a reducer can cancel it, or a part of it, by an id that the effect contains
 * (kmk_effect_cancellable). The effect does not belong to any send: tasks do not wait for it, and a test does not
 * account for it (kumiki_test.h). The value is kept as long as the effect, and a write inside a kept value makes a
 * copy, so choose places with scalars and small values. In an alert or a dialog fn is not called, because effects there
 * would outlive the alert or dialog.
 *
 * Two effects with one place and one id around one reducer make an invalid reducer. If two such effects meet in a
 * kmk_combine, the second raises the issue "invalid-effect" and is left out.
 *
 * @param place    a pointer from the feature's state, or the name of a case of a state enum.
 * @param options  NULL: KMK_RUNNING_OPTIONS_INIT.
 *
 * Owns: base consumed, place and options copied, reducer new; free_fn runs when the last reducer, store and effect that
 * contain it are gone. NULL: options may be NULL; any other NULL makes an invalid reducer. Threads: any, callback.
 * Since: 0.3.
 */
kmk_reducer *kmk_running(kmk_reducer *base, const char *place, const kmk_running_options *options,
                         kmk_running_fn fn, void *user_data, kmk_free_fn free_fn);

#ifdef __cplusplus
}
#endif
#endif

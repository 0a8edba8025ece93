/**
 * State-driven effects: an effect runs while a place holds a value.
 *
 *     static kmk_effect *search(const json_t *query, kmk_env *env, void *data) {
 *       return kmk_effect_blocking(...);
 *     }
 *
 *     reducer = kmk_running(reducer, "/query", NULL, search, NULL, NULL);
 *
 * A reducer starts and ends such an effect by writing the state. So does every other writer: a parent, a view's
 * binding, an undo, a restored snapshot, the initial state of a store. The idea comes from SwiftUI's task(id:) and Elm's
 * subscriptions, here one layer below the view.
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
 * How the timers of an effect count when the effect starts again in a restored store: see snapshot.h.
 *
 * With KMK_TIME_REMAINING and KMK_TIME_DEADLINE the effect continues where it was. Each timer has the time that it had
 * left, and fires immediately if it was overdue. Completed work is not repeated: a send, a timer that has fired, a
 * member of a chain. The program's own work (kmk_effect_start, a blocking function) is not saved: it starts over if it
 * was running, and does not start if it had ended; the members after it in a chain wait for it again. An effect whose
 * sub-effects differ from those at the snapshot starts over.
 *
 * With all three values, the effects that were running inside kmk_effect_limited and kmk_effect_serial have their turn
 * first, and the waiting effects follow in their order. If an effect that starts over first runs a delay or another
 * member of a chain, it asks for its turn after that. If the window of a kmk_effect_throttle was open, it stays open
 * for the rest of its length; the time between the snapshot and the restore counts for it as for a timer. This requires
 * that the effect that last used the window is present, even if it has finished. An effect that had started in the
 * window does not wait for the end of the window. An effect that continues, or that was running and starts over,
 * cancels no effect that was running beside it.
 */
typedef enum kmk_running_time {
  /* From the beginning: the effect starts as if it were new. */
  KMK_TIME_RESTART = 0,
  /* The time between the snapshot and the restore does not count. */
  KMK_TIME_REMAINING = 1,
  /* This time counts, by the date: a timer fires when it was due, or immediately if that time has passed. The same
   * holds in an open store: a timer is not delayed while the machine is suspended, and setting the date moves it. */
  KMK_TIME_DEADLINE = 2
} kmk_running_time;

/**
 * Options of kmk_running. Initialize with KMK_RUNNING_OPTIONS_INIT. A size smaller than in version 0.3 makes an invalid
 * reducer.
 */
typedef struct kmk_running_options {
  /* sizeof(kmk_running_options) */
  size_t size;

  /* Distinguishes two effects at one place of a feature. NULL: "". */
  const char *id;

  /* Applies to kmk_effect_after_new, every, delay and debounce, in a chain too; not to time that the program measures
   * itself. */
  kmk_running_time time;
} kmk_running_options;
#define KMK_RUNNING_OPTIONS_INIT                                                                   \
  { sizeof(kmk_running_options), NULL, KMK_TIME_RESTART }

/**
 * Makes the effect for a value. Runs on the loop's thread, when a reducer may run; it may not call its store.
 *
 * @param value  borrowed for the call; for a case its payload, null for a case without a payload.
 * @return an effect, which is consumed, whose actions use the feature's own case names; NULL: no effect for this value.
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
 * The place is checked after each step that wrote there, whoever wrote: including steps of parents, present, push and
 * undo; and when a store is made, restored or gets another reducer. If kmk_scope leads a recursion to itself on the
 * same state, the place is checked once. If the place of a kmk_scope is missing, or the state is not in the case of a
 * kmk_scope_case, the state-driven effects in it end, and no others.
 *
 * Inside kmk_reader these rules hold once a reader of the store has chosen such an effect for an action, whatever else
 * is in the store. They also hold after kmk_store_replace_reducer, and in a store that continues from a snapshot of
 * such a store. From then on all readers of the store are called with the action null: once immediately, then after
 * each step that wrote there. They are also called immediately after an action if a reader chose a reducer with a
 * mistake for it, such as a feature that was unregistered. Everything that a reader chooses is checked, and effects
 * that it no longer chooses end. Another fn for the same place, id and value makes another effect, and so does another
 * user_data without a free_fn. A user_data with a free_fn is not compared, since a reader may create it again for each
 * call. If two choices differ in nothing else, give each an id.
 *
 * The effect belongs to the feature: a reducer can cancel an id in it. It belongs to no send: tasks do not wait for it,
 * and a test does not account for it (kumiki_test.h). The value is kept as long as the effect, so a write inside the
 * value copies: choose places with scalars and small values. In an alert or a dialog, whose effects outlive it, fn is
 * not called.
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

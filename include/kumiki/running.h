/**
 * Effects that follow the state: in flight while a place holds a value.
 *
 *     static kmk_effect *search(const json_t *query, kmk_env *env, void *data) {
 *       return kmk_effect_blocking(...);
 *     }
 *
 *     reducer = kmk_running(reducer, "/query", NULL, search, NULL, NULL);
 *
 * A reducer begins and ends such an effect by writing the state, and so does whatever else writes it: a
 * parent, a view's binding, an undo, a restored snapshot, the first state of a store. The idea is that of
 * SwiftUI's task(id:) and of Elm's subscriptions, below the view.
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
 * How the timers of an effect count when it begins again in a restored store: see snapshot.h.
 *
 * REMAINING and DEADLINE go on where the effect was. Each timer has the time that it had left, and fires at
 * once if it was overdue. What was over is not done again: a send, a timer that has fired, a link of a chain.
 * The program's own work (kmk_effect_start, a blocking function) is not saved: it begins again from its beginning
 * if it was at work, and not if it had ended; what comes after it in a chain waits for it again. An effect that is
 * made of other parts than at the snapshot begins anew.
 *
 * Whichever it is, what was at work behind kmk_effect_limited and kmk_effect_serial has its turn first, and what waited
 * has it in the order in which it waited; an effect that begins anew with a delay or another link of a chain asks when it
 * has come that far. The window of a kmk_effect_throttle that was open is open for the rest of its length, as the time
 * between counts, if the effect that asked for it last is there, also as one that has finished; what had begun in it does
 * not wait for its end. What goes on, or was in flight and begins anew, cancels nothing that was in flight beside it.
 */
typedef enum kmk_running_time {
  /* From the beginning: the effect begins as if it were new. */
  KMK_TIME_RESTART = 0,
  /* The time between the snapshot and the restore does not count. */
  KMK_TIME_REMAINING = 1,
  /* It counts, by the date: a timer fires when it was due, or at once. So it does in a store that lives: a
   * machine that was suspended has not put it off, and a date that is set moves it. */
  KMK_TIME_DEADLINE = 2
} kmk_running_time;

/** Begin with KMK_RUNNING_OPTIONS_INIT. A smaller size than that of version 0.3 makes an invalid reducer. */
typedef struct kmk_running_options {
  /* sizeof(kmk_running_options) */
  size_t size;

  /* Tells two effects at one place of a feature apart. NULL: "". */
  const char *id;

  /* Counts for kmk_effect_after_new, every, delay and debounce, in a chain too; not for what the program
   * measures itself. */
  kmk_running_time time;
} kmk_running_options;
#define KMK_RUNNING_OPTIONS_INIT                                                                   \
  { sizeof(kmk_running_options), NULL, KMK_TIME_RESTART }

/**
 * Makes the effect for a value. Runs on the loop's thread, where a reducer may run; it may not call on its
 * store.
 *
 * @param value  borrowed for the call; of a case its payload, null for a case without one.
 *
 * @return an effect, which is consumed, with actions in the feature's own words; NULL: none for this value.
 */
typedef kmk_effect *(*kmk_running_fn)(const json_t *value, kmk_env *env, void *user_data);

/* The head of a kmk_running_fn: see KMK_UNUSED. Since: 0.3. */
#define KMK_RUNNING_FN(name)                                                                       \
  static kmk_effect *name(KMK_UNUSED const json_t *value, KMK_UNUSED kmk_env *env,                 \
                          KMK_UNUSED void *user_data)

/**
 * Keeps an effect in flight while a place holds a value.
 *
 * Null, false and a missing value are none. When another value stands there (compared by equality) the effect
 * of the one before is cancelled and fn asked again; when the value goes, and when the feature goes, the
 * effect is cancelled. One that has finished, or was cancelled by an id, begins again for another value only.
 *
 * fn is asked after each step that wrote there, whoever wrote: also after steps of parents, after present,
 * push and undo; when a store is made, restored or gets another reducer. A recursion that kmk_scope leads to
 * itself on the same state is asked once. Of a kmk_scope whose place is missing, or whose case the state is
 * not in, the effects that follow the state end, and no others.
 *
 * Inside of kmk_reader this holds once an action has reached a reader of the store for which it chose such an
 * effect, whatever else is in the store; also after kmk_store_replace_reducer, and in a store that goes on from a
 * snapshot of such a one. From then on all readers of the store are called with the action null, at once and after
 * steps that wrote there; and at once after an action for which one chose a reducer with a mistake, such as a
 * feature that was unregistered. All that a reader chooses is asked, and what it does not choose any more ends.
 * Another fn for the same place, id and value is another effect, and so is another user_data without a free_fn;
 * data with one is not compared, since a reader may make it anew for each call. Give choices that differ in nothing
 * else an id each.
 *
 * The effect is the feature's: a reducer can cancel an id in it. It belongs to no send: tasks do not wait for
 * it, and a test does not account for it (kumiki_test.h). The value is kept while the effect is, so that a write
 * inside it copies: name scalars and small values. In an alert or a dialog, whose effects outlive it, fn is
 * not asked.
 *
 * @param place    a pointer from the feature's state, or the name of a case of a state that is an enum.
 * @param options  NULL: KMK_RUNNING_OPTIONS_INIT.
 *
 * Owns: base consumed, place and options copied, reducer new; free_fn runs when the last reducer, store and
 * effect that contain it have gone. NULL: options may be; any other NULL makes an invalid reducer, as do two
 * with one place and one id around one reducer. Where two of one place and one id meet in a kmk_combine, the
 * second is the issue invalid-effect, and is left out. Threads: any, callback. Since: 0.3.
 */
kmk_reducer *kmk_running(kmk_reducer *base, const char *place, const kmk_running_options *options,
                         kmk_running_fn fn, void *user_data, kmk_free_fn free_fn);

#ifdef __cplusplus
}
#endif
#endif

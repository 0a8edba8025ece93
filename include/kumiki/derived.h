/**
 * Derived values: what a view shows that no state holds, such as a total or a count.
 *
 * A derived value is computed by a function from places of a store's state. It is computed when it
 * is first asked for, and again only after a burst that wrote to one of these places. It is
 * observed as a place is, and other values can be derived from it.
 */
#ifndef KUMIKI_DERIVED_H
#define KUMIKI_DERIVED_H

#include "base.h"
#include "error.h"
#include "observe.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A value that is computed from a store's state. Freed by kmk_derived_free. */
typedef struct kmk_derived kmk_derived;

/**
 * Computes a derived value: a new reference, or NULL where it cannot be computed. NULL is not kept:
 * whoever asks next has the function run again. A value that is nothing is json_null().
 *
 * The function only reads. What it reads of this store (the state, parts of it, whether a view is
 * valid, a presentation's id), through any handle of it, other derived values and lists of this
 * store, is what the value depends on; what it reads elsewhere is not noticed when it changes. A call
 * that would change the store, observe it, make a list or show another part of one, or make a derived
 * value answers KMK_ERR_BUSY; a call that runs the loop too. A store or value that is freed here ends when the
 * function has returned.
 *
 * The value is immutable from here on. If it contains a container of the state, the next write to
 * that container copies it.
 *
 * @param store  as given to kmk_derived_new, borrowed for the call.
 */
typedef json_t *(*kmk_derived_fn)(kmk_store *store, void *user_data);

/**
 * Makes a derived value. Nothing is computed yet.
 *
 * Without pointers the value depends on what its function read when it ran last. With pointers it
 * depends on these places, whatever the function reads of the state: for one that reads more than
 * the value depends on, or reads thousands of places. On the derived values that it asks for, and on
 * the lists that it reads, it depends in both cases.
 *
 * Only writes count: of a feature written in C the value is stale when a write reached one of the
 * places or something inside, of a Swift feature when the place's JSON differs. Nothing of the
 * state is kept or compared for a feature written in C.
 *
 * @param store     a store, or a view, to which the pointers are relative.
 * @param pointers  ends with NULL. NULL: what the function reads.
 *
 * Owns: pointers copied, derived new; free_fn runs when nothing needs the function any more: the
 * value was freed, its subscriptions too, and no other value depends on it; or the store has ended.
 * Fails: INVALID_ARGUMENT (NULL store or fn, malformed pointer, a place that the shape excludes), BUSY
 * (in the function of a derived value), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_derived *kmk_derived_new(kmk_store *store, const char *const *pointers, kmk_derived_fn fn,
                             void *user_data, kmk_free_fn free_fn, kmk_error *error);

/**
 * Returns the value, computing it if it is stale.
 *
 * It is never an old one: an observer that is told of a burst gets the value after this burst,
 * whichever of them is told first. To ask again between two bursts costs the same however much the
 * value was computed from; after a burst that wrote elsewhere each place is asked once.
 *
 * Owns: json_t new. Fails: INVALID_ARGUMENT (NULL), NOT_FOUND (the function answered NULL),
 * TOO_DEEP (what it answered is nested too deep or too large; values are derived from each other
 * further than the stack reaches), BUSY (in a reducer; while the value is being computed, when its
 * function asks for it, itself or through others), WRONG_THREAD, CLOSED. Threads: owner, callback.
 * Since: 0.3.
 */
json_t *kmk_derived_get(kmk_derived *derived, kmk_error *error);

/**
 * Observes a derived value: fn is called at once, before this returns, and then after each burst in
 * which the value became another one; with NULL where there is none.
 *
 * After a burst that wrote to none of its places it is not looked at. After any other it is
 * computed once for all who ask or observe. Observers of values are told in their order among all
 * others of the store.
 *
 * Owns: subscription new (kmk_subscription_free); free_fn runs when the subscription is freed or
 * the store ends. The value lives on while it is observed. Fails: INVALID_ARGUMENT (NULL derived or
 * fn), TOO_DEEP (values are derived from each other further than the stack reaches), BUSY (in a
 * reducer or the function of a derived value), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner,
 * callback. Since: 0.3.
 */
kmk_subscription *kmk_derived_observe(kmk_derived *derived, kmk_observe_fn fn, void *user_data,
                                      kmk_free_fn free_fn, kmk_error *error);

/**
 * Frees a derived value.
 *
 * Its subscriptions go on, and so do values that are derived from it. Inside its own function it is
 * freed when that has returned. From another thread it is freed at the loop's next dispatch.
 *
 * Owns: consumes derived. NULL: nothing happens. Threads: any, callback. Since: 0.3.
 */
void kmk_derived_free(kmk_derived *derived);

#ifdef __cplusplus
}
#endif
#endif

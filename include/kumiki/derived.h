/**
 * Derived values: values computed from the state, such as a total or a count.
 *
 * A function computes a derived value from the values at certain places in a store's state. The value is computed when
 * the program first asks for it, and again only after a burst (a send and everything that it triggers) that wrote to one
 * of these places. A program can observe a derived value like a place in the state, and can derive other values from it.
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

/** A value computed from a store's state. Freed by kmk_derived_free. */
typedef struct kmk_derived kmk_derived;

/**
 * Computes a derived value. Returns a new reference, or NULL if the value cannot be computed.
 *
 * NULL is not cached: the next request for the value runs the function again. To return an empty value, return
 * json_null() instead.
 *
 * The function may only read. Unless pointers were given to kmk_derived_new, the value depends on everything that the
 * function reads from this store, through any handle of the store: the state and its parts, whether a scoped store is
 * valid, the id of a presentation, and other derived values and lists. Changes to anything else that the function reads
 * are not detected. Inside the function, a call returns KMK_ERR_BUSY if it would change or observe the store, create a
 * list or a derived value, show another part of a list, or run the loop. If the function frees a store or a derived
 * value, the store or value is not freed until the function returns.
 *
 * The value is immutable once returned. If it includes an object or array from the state, the next write to that object
 * or array copies it first.
 *
 * @param store  the store given to kmk_derived_new, borrowed for the call.
 */
typedef json_t *(*kmk_derived_fn)(kmk_store *store, void *user_data);

/**
 * Creates a derived value. Nothing is computed yet.
 *
 * Without pointers, the value depends on the places that its function read when it last ran. With pointers, the value
 * depends on the places that the pointers name, no matter which places the function reads. Pass pointers if the function
 * reads places that do not affect the value, or reads thousands of places. In either case, the value also depends on the
 * derived values and lists that the function reads.
 *
 * In a feature written in C, the value becomes stale when one of the places, or something inside it, is written. Only
 * writes matter: the library neither keeps nor compares any part of the state. In a Swift feature, the value becomes
 * stale when the JSON at one of the places changes.
 *
 * @param store     a store or a scoped store. The pointers are relative to its state.
 * @param pointers  ends with NULL. NULL means the places that the function reads.
 *
 * Owns: pointers copied, derived new; free_fn runs when the function is no longer needed: the value and its subscriptions
 * have been freed and no other value depends on it, or the store has ended. Fails: INVALID_ARGUMENT (NULL store or fn,
 * malformed pointer, a place that the shape excludes), BUSY (in the function of a derived value), WRONG_THREAD,
 * NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_derived *kmk_derived_new(kmk_store *store, const char *const *pointers, kmk_derived_fn fn,
                             void *user_data, kmk_free_fn free_fn, kmk_error *error);

/**
 * Returns the value, computing it first if it is stale.
 *
 * The value is always current: an observer that is called for a burst gets the value after that burst, whichever observer
 * is called first. A repeated request between two bursts takes constant time. After a burst that wrote only to other
 * places, a request checks each of the value's places once.
 *
 * Owns: result new. Fails: INVALID_ARGUMENT (NULL), NOT_FOUND (the function returned NULL), TOO_DEEP (the function
 * returned a value that is too large or too deeply nested; the stack is too small for the chain of derived values), BUSY
 * (in a reducer; the value's own function asks for it, directly or through other values), WRONG_THREAD, CLOSED. Threads:
 * owner, callback. Since: 0.3.
 */
json_t *kmk_derived_get(kmk_derived *derived, kmk_error *error);

/**
 * Observes a derived value. The library calls fn once before this returns, and again after each burst that changed the
 * value. fn receives NULL if the value cannot be computed.
 *
 * After a burst that wrote to none of its places, the value is not checked. After any other burst it is computed once for
 * all observers and requests. Observers of derived values and all other observers of the store are called in the order
 * they subscribed.
 *
 * Owns: subscription new (kmk_subscription_free); free_fn runs when the subscription is freed or the store ends. The
 * value stays alive while it is observed. Fails: INVALID_ARGUMENT (NULL derived or fn), TOO_DEEP (the stack is too
 * small for the chain of derived values), BUSY (in a reducer or the function of a derived value), LIMIT (see limit.h),
 * WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_subscription *kmk_derived_observe(kmk_derived *derived, kmk_observe_fn fn, void *user_data,
                                      kmk_free_fn free_fn, kmk_error *error);

/**
 * Frees a derived value.
 *
 * Its subscriptions and the values derived from it keep working. If the value's own function calls this, the value is
 * freed when the function returns. If another thread calls this, the value is freed at the loop's next dispatch.
 *
 * Owns: consumes derived. NULL: nothing happens. Threads: any, callback. Since: 0.3.
 */
void kmk_derived_free(kmk_derived *derived);

#ifdef __cplusplus
}
#endif
#endif

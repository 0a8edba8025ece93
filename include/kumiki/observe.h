/**
 * Observing: what a view needs, told when a burst has settled.
 *
 * Observers of every kind run on the loop's thread, in the order in which they subscribed, once for
 * each burst that changed what they look at. They may send, read the store, subscribe and free. An
 * action that they send is reduced after all observers were called. If it is sent in the first call,
 * inside the function that subscribes, it is reduced after that call and before the function returns.
 * A subscription keeps no store alive.
 *
 * An observer at a place that the state's kmk_shape excludes is refused, with the nearest name. For
 * a feature written in Swift, its types decide (docs/shapes.md).
 */
#ifndef KUMIKI_OBSERVE_H
#define KUMIKI_OBSERVE_H

#include "base.h"
#include "error.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A standing request to be told. Freed by kmk_subscription_free. */
typedef struct kmk_subscription kmk_subscription;

/**
 * Receives the value at an observer's pointer; NULL where there is nothing.
 *
 * The value is borrowed for the call; kmk_json_retain keeps it as a snapshot.
 */
typedef void (*kmk_observe_fn)(const json_t *value, void *user_data);

/**
 * Observes the value at a pointer: fn is called at once, before this returns, and then when the
 * value has changed.
 *
 * A scalar has changed when it differs. A container of a feature written in C has changed when a
 * write reached it or something inside it; of a Swift feature, when its JSON differs.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store
 * ends. Fails: INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape
 * excludes), BUSY (in a reducer), DECODE (a Swift feature's state holds what JSON cannot write), WRONG_THREAD, NO_MEMORY,
 * CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_subscription *kmk_store_observe(kmk_store *store, const char *pointer, kmk_observe_fn fn,
                                    void *user_data, kmk_free_fn free_fn, kmk_error *error);

/**
 * The view side of a presentation: what a sheet, an alert or a dialog needs.
 *
 * A change of identity is a dismiss of the old one, then a present of the new. So is another case under
 * the same id, which a present action may bring: both have that id, and the effects go on. Any of the
 * functions may be NULL. All arguments are borrowed for the call. Any size from that of version 0.1 on is
 * accepted: what a larger one holds beyond what the library knows is never called.
 */
typedef struct kmk_presentation_callbacks {
  size_t size; /* sizeof(kmk_presentation_callbacks) */

  /* Something is up. Of an enum, state_case is the case and state its payload; else state_case is
   * NULL and state the value. */
  void (*present)(const char *id, const char *state_case, const json_t *state, void *user_data);

  /* The same presentation and the same case, with another state. */
  void (*update)(const char *id, const json_t *state, void *user_data);

  /* It is gone. A dismissal that this reports needs no answer. */
  void (*dismiss)(const char *id, void *user_data);
} kmk_presentation_callbacks;

/**
 * Observes what is presented in the slot at a pointer.
 *
 * If something is up, present is called at once, before this returns. A pointer at which no slot is
 * attached never has anything presented.
 *
 * Owns: pointer and callbacks copied, subscription new; free_fn runs when the subscription is freed
 * or the store ends. Fails: INVALID_ARGUMENT (NULL store, pointer or callbacks, malformed pointer,
 * callbacks->size, a place that the shape excludes), BUSY (in a reducer), DECODE (a Swift feature's state holds what JSON cannot
 * write), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_subscription *kmk_store_observe_presentation(kmk_store *store, const char *pointer,
                                                 const kmk_presentation_callbacks *callbacks,
                                                 void *user_data, kmk_free_fn free_fn,
                                                 kmk_error *error);

/**
 * Receives the case of an enum and its payload, json_null() for a case without one.
 *
 * For a value that is no enum's case: NULL and the value. Where nothing or null is: NULL and NULL.
 * Borrowed for the call.
 */
typedef void (*kmk_case_fn)(const char *state_case, const json_t *payload, void *user_data);

/**
 * Observes which case is up: the view side of a switch, and of an optional.
 *
 * Told at once, before this returns, and then when another case is up, or when something comes to
 * be there or goes; not when only the payload changes. A view for the payload is that of
 * kmk_store_scope. An object with one member is a case: {"counter": {"count": 1}}.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store
 * ends. Fails: INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape
 * excludes), BUSY (in a reducer), DECODE (a Swift feature's state holds what JSON cannot write), WRONG_THREAD, NO_MEMORY,
 * CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_subscription *kmk_store_observe_case(kmk_store *store, const char *pointer, kmk_case_fn fn,
                                         void *user_data, kmk_free_fn free_fn, kmk_error *error);

/** Receives the ids of rows or of a path's elements, an array in order, borrowed for the call. */
typedef void (*kmk_ids_fn)(const json_t *ids, void *user_data);

/**
 * Observes which rows there are, and in which order: the view side of a list and of a path.
 *
 * Told at once, before this returns, and then when a row comes, goes or moves; not when one only
 * changes. Where nothing is there are no rows. Rows that no kmk_for_each is attached to go by their
 * member "id". A view for one row is that of kmk_store_scope_element.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store
 * ends. Fails: INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that
 * the shape excludes), NOT_FOUND (the value there has no rows), BUSY (in a reducer), DECODE (a Swift
 * feature's ids cannot be written as JSON), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_subscription *kmk_store_observe_ids(kmk_store *store, const char *pointer, kmk_ids_fn fn,
                                        void *user_data, kmk_free_fn free_fn, kmk_error *error);

/**
 * Receives what has changed about which rows there are: an array of
 *
 *     {"index": I, "removed": N, "inserted": [ID, ...]}
 *
 * Where the index is, so many ids go and these come; one of the two may be none. Carried out one
 * after the other, on the array of all ids, they make the ids of now. Borrowed for the call.
 */
typedef void (*kmk_id_changes_fn)(const json_t *changes, void *user_data);

/**
 * Does what kmk_store_observe_ids does, and tells only what has changed: for a list widget, which is
 * told where rows come and go.
 *
 * Told at once of all ids as coming, of none as an empty array. What a burst did in one stretch is
 * one change, whichever way it came about; a row that moves goes and comes. A row of a kmk_for_each
 * or an element of a path that comes or goes costs the same however many there are, but for moving
 * those behind it in an array of ids. Where the whole array was written, or in more than 64
 * stretches, and for rows of others, all ids are compared. If there was no memory for a telling, which is
 * the issue no-memory, the next one has all ids: as many go as were told, and all of now come.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store
 * ends. Fails: INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that
 * the shape excludes), NOT_FOUND (the value there has no rows), BUSY (in a reducer), DECODE (a Swift
 * feature's ids cannot be written as JSON), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.2.
 */
kmk_subscription *kmk_store_observe_id_changes(kmk_store *store, const char *pointer,
                                               kmk_id_changes_fn fn, void *user_data,
                                               kmk_free_fn free_fn, kmk_error *error);

/**
 * Receives a JSON Patch (RFC 6902): an array of operations, to be applied in order.
 *
 * Borrowed for the call. Its values are parts of the state: while a kept patch holds them, a write
 * to one copies it first.
 */
typedef void (*kmk_patch_fn)(const json_t *patch, void *user_data);

/**
 * Observes what each burst changes, as patches for a mirror of the state elsewhere.
 *
 * Paths begin at the pointer. Applied to the value that kmk_store_get answered when this was
 * called, the patches give the value of now; nothing is told at once. For a feature written in C
 * they are made from the writes of the burst (add, remove, replace, and move within an array),
 * whatever the size of the state; a container that was written over is replaced as a whole. A
 * feature written in Swift is compared with what it was. A part that goes is removed at the path "",
 * and one that comes is added there; kmk_json_patched keeps null for it in between.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store
 * ends. Fails: INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape
 * excludes), BUSY (in a reducer), DECODE (a Swift feature's state holds what JSON cannot write), WRONG_THREAD, NO_MEMORY,
 * CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_subscription *kmk_store_observe_patches(kmk_store *store, const char *pointer, kmk_patch_fn fn,
                                            void *user_data, kmk_free_fn free_fn,
                                            kmk_error *error);

/**
 * Ends a subscription: its function is not called after this returns.
 *
 * From another thread it ends at the loop's next dispatch.
 *
 * Owns: consumes subscription. NULL: nothing happens. Threads: any, callback. Since: 0.1.
 */
void kmk_subscription_free(kmk_subscription *subscription);

#ifdef __cplusplus
}
#endif
#endif

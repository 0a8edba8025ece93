/**
 * Observing: functions that are called when a part of the state has changed.
 *
 * The library calls observers after a burst: one send and every action that it triggers before it returns. Observers of
 * every kind run on the loop's thread, in the order they subscribed, once for each burst that changed the place they
 * observe. An observer may send, read the store, subscribe and free handles. The store reduces an action from an observer
 * after it has called all observers. Most functions that subscribe an observer also call it once before they return. If
 * this first call sends an action, the store reduces the action after the call and before the function returns. A
 * subscription does not keep its store alive.
 *
 * You cannot observe a place that the state's kmk_shape excludes: the call fails, and the error message suggests the
 * closest name. In a feature written in Swift, the types determine which places exist (docs/shapes.md).
 */
#ifndef KUMIKI_OBSERVE_H
#define KUMIKI_OBSERVE_H

#include "base.h"
#include "error.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A registered observer. Freed by kmk_subscription_free. */
typedef struct kmk_subscription kmk_subscription;

/**
 * Receives the value at an observer's pointer, or NULL if the place has no value.
 *
 * The value is borrowed for the call. To keep it, call kmk_json_retain; later writes do not change a retained value.
 */
typedef void (*kmk_observe_fn)(const json_t *value, void *user_data);

/**
 * Observes the value at a pointer. The library calls fn once before this returns, and again whenever the value changes.
 *
 * A scalar counts as changed if it differs from the previous value. A container in a feature written in C counts as
 * changed if it, or something inside it, was written. A container in a Swift feature counts as changed if its JSON
 * differs.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store ends. Fails:
 * INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape excludes), BUSY (in a
 * reducer), DECODE (a Swift feature's state cannot be encoded), LIMIT (see limit.h), WRONG_THREAD, NO_MEMORY, CLOSED.
 * Threads: owner, callback. Since: 0.1.
 */
kmk_subscription *kmk_store_observe(kmk_store *store, const char *pointer, kmk_observe_fn fn,
                                    void *user_data, kmk_free_fn free_fn, kmk_error *error);

/**
 * The callbacks of a presentation: what a window needs to show a sheet, an alert or a dialog.
 *
 * When the presentation id changes, the library calls dismiss for the old presentation and then present for the new one.
 * If the case changes but the presentation id stays the same (a present action can cause this), the library also calls
 * dismiss and then present, both with that id. The feature's effects keep running.
 *
 * Any of the functions may be NULL. All arguments are borrowed for the call. The library accepts the struct as declared
 * in any version since 0.1. In a struct of a newer version, functions that this library does not know are never called.
 */
typedef struct kmk_presentation_callbacks {
  size_t size; /* sizeof(kmk_presentation_callbacks) */

  /* A feature is presented. If the state is an enum, state_case is the name of its case and state is the payload.
   * Otherwise state_case is NULL and state is the value. */
  void (*present)(const char *id, const char *state_case, const json_t *state, void *user_data);

  /* The state has changed; the presentation and the case have not. */
  void (*update)(const char *id, const json_t *state, void *user_data);

  /* The feature is no longer presented. The program need not send anything in response. */
  void (*dismiss)(const char *id, void *user_data);
} kmk_presentation_callbacks;

/**
 * Observes the feature that is presented in the slot at a pointer.
 *
 * If a feature is already presented, the library calls present before this returns. If no operator manages a slot at the
 * pointer, present is never called.
 *
 * Owns: pointer and callbacks copied, subscription new; free_fn runs when the subscription is freed or the store ends.
 * Fails: INVALID_ARGUMENT (NULL store, pointer or callbacks, malformed pointer, a wrong callbacks->size, a place that
 * the shape excludes), BUSY (in a reducer), DECODE (a Swift feature's state cannot be encoded), LIMIT (see limit.h),
 * WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_subscription *kmk_store_observe_presentation(kmk_store *store, const char *pointer,
                                                 const kmk_presentation_callbacks *callbacks,
                                                 void *user_data, kmk_free_fn free_fn,
                                                 kmk_error *error);

/**
 * Receives the case of an enum and its payload, which is json_null() for a case without a payload.
 *
 * For a value that is not a case, state_case is NULL and payload is the value. For null or a missing value, both are
 * NULL. Both are borrowed for the call.
 */
typedef void (*kmk_case_fn)(const char *state_case, const json_t *payload, void *user_data);

/**
 * Observes the case of an enum, or whether an optional has a value.
 *
 * The library calls fn once before this returns, and again when the case changes, or when a value appears or disappears.
 * A change to the payload alone is not reported; to observe the payload, use a scoped store (kmk_store_scope). An object
 * with one member is a case: {"counter": {"count": 1}}.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store ends. Fails:
 * INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape excludes), BUSY (in a
 * reducer), DECODE (a Swift feature's state cannot be encoded), LIMIT (see limit.h), WRONG_THREAD, NO_MEMORY, CLOSED.
 * Threads: owner, callback. Since: 0.1.
 */
kmk_subscription *kmk_store_observe_case(kmk_store *store, const char *pointer, kmk_case_fn fn,
                                         void *user_data, kmk_free_fn free_fn, kmk_error *error);

/** Receives the ids of rows, or of the elements of a navigation path, in order. The array is borrowed for the call. */
typedef void (*kmk_ids_fn)(const json_t *ids, void *user_data);

/**
 * Observes which rows an array contains, and in what order. Use it for a list or for a navigation path.
 *
 * The library calls fn once before this returns, and again when a row is inserted, removed or moved. A change inside a
 * row is not reported; to observe one row, use a scoped store (kmk_store_scope_element). A missing value counts as an
 * empty array. If no kmk_for_each is attached to the rows, a row's id is its member "id".
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store ends. Fails:
 * INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape excludes), NOT_FOUND (the
 * value there has no rows), BUSY (in a reducer), DECODE (a Swift feature's ids cannot be encoded), LIMIT (see limit.h),
 * WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_subscription *kmk_store_observe_ids(kmk_store *store, const char *pointer, kmk_ids_fn fn,
                                        void *user_data, kmk_free_fn free_fn, kmk_error *error);

/**
 * Receives the rows that were removed and inserted: an array of changes, borrowed for the call.
 *
 *     {"index": I, "removed": N, "inserted": [ID, ...]}
 *
 * At the index, N ids are removed and then the listed ids are inserted. N may be 0, and the list may be empty. To keep
 * track of all ids, apply the changes to your array of ids, one after the other.
 */
typedef void (*kmk_id_changes_fn)(const json_t *changes, void *user_data);

/**
 * Observes the insertion and removal of rows, with their indexes. Use it for a list widget that inserts and removes rows
 * one at a time; kmk_store_observe_ids reports all ids instead.
 *
 * The first call, made before this returns, reports all ids as inserted. If the array has no rows, the first call
 * receives an empty array. Each later call reports the changes of one burst. Changes to adjacent rows are reported as one
 * change, however many writes caused them. A row that moves is removed at its old index and inserted at its new one. A
 * missing value counts as an empty array. If no kmk_for_each is attached to the rows, a row's id is its member "id".
 *
 * Inserting or removing a row of a kmk_for_each, or an element of a navigation path, takes the same time however many
 * rows there are, except that the library shifts the ids that follow it in an internal array. All ids are compared if the
 * whole array was written, if the burst changed more than 64 separate ranges, or if the rows have no operator
 * (kmk_for_each, kmk_stack, kmk_navigation_destination). In a Swift feature all ids are compared whenever the rows may
 * have changed. If there is not enough memory for a call (issue "no-memory"), the next call replaces the whole list: it
 * removes as many ids as were reported before and inserts all current ids.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store ends. Fails:
 * INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape excludes), NOT_FOUND (the
 * value there has no rows), BUSY (in a reducer), DECODE (a Swift feature's ids cannot be encoded), LIMIT (see limit.h),
 * WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.2.
 */
kmk_subscription *kmk_store_observe_id_changes(kmk_store *store, const char *pointer,
                                               kmk_id_changes_fn fn, void *user_data,
                                               kmk_free_fn free_fn, kmk_error *error);

/**
 * Receives a JSON Patch (RFC 6902): an array of operations to apply in order, borrowed for the call.
 *
 * The values in a patch are shared with the state, not copied. While the program keeps a patch, a write to one of these
 * values copies the value first.
 */
typedef void (*kmk_patch_fn)(const json_t *patch, void *user_data);

/**
 * Observes the changes of each burst as patches, to mirror the state elsewhere.
 *
 * The paths in a patch are relative to the pointer. Get the value with kmk_store_get when you call this, and apply each
 * patch to it: the result is the current value. There is no initial call: fn is first called after a burst that changes
 * the value.
 *
 * For a feature written in C, patches are made from the writes of the burst (add, remove, replace, and move within an
 * array); their cost does not depend on the size of the state. A container that was overwritten is replaced as a whole. A
 * Swift feature's state is compared with the previous one. When the observed value disappears, the patch removes it at
 * the path ""; when it reappears, the patch adds it there. In between, the copy that you maintain with kmk_json_patched
 * (json.h) is null.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store ends. Fails:
 * INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape excludes), BUSY (in a
 * reducer), DECODE (a Swift feature's state cannot be encoded), LIMIT (see limit.h), WRONG_THREAD, NO_MEMORY, CLOSED.
 * Threads: owner, callback. Since: 0.1.
 */
kmk_subscription *kmk_store_observe_patches(kmk_store *store, const char *pointer, kmk_patch_fn fn,
                                            void *user_data, kmk_free_fn free_fn,
                                            kmk_error *error);

/**
 * Ends a subscription. Its function is not called after this returns.
 *
 * If you call this on another thread, the subscription ends at the loop's next dispatch.
 *
 * Owns: consumes subscription. NULL: nothing happens. Threads: any, callback. Since: 0.1.
 */
void kmk_subscription_free(kmk_subscription *subscription);

#ifdef __cplusplus
}
#endif
#endif

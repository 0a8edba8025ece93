/**
 * Scoped stores: handles for a part of a store's state.
 *
 * A scoped store is a kmk_store without a state of its own. It reads a part of its store's state, and an action sent
 * through it becomes an action of its store. A widget with a scoped store therefore need not know its place in the
 * application. Every function that takes a store also takes a scoped store; its pointers are then relative to that part.
 *
 * A scoped store refers to a place, not to a value. When the value at that place disappears (it becomes null, its row is
 * removed, or its enum changes to another case), the scoped store becomes invalid. Reads then return the last value of
 * the part. If one action changes the value and then removes it, reads return the changed value. Observers of values,
 * cases, ids and patches are not called, and lists (list.h) keep the rows that they last had. When the place has a value
 * again, the scoped store is valid again. An action sent through an invalid scoped store still goes to the reducer,
 * which raises an issue. Only writes by the functions in binding.h are dropped.
 */
#ifndef KUMIKI_VIEW_H
#define KUMIKI_VIEW_H

#include "base.h"
#include "error.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Creates a scoped store for the value at a pointer, with the case path of its actions.
 *
 *     "/counter"     "counter"               the child of a kmk_scope
 *     "/sheet"       "sheet.presented"       the feature that is presented in a slot
 *     "/sheet/edit"  "sheet.presented.edit"  one case of that feature
 *
 * The pointer and the case path are relative to the given store, which may be a scoped store. A second call for the same
 * place and path returns the same handle, which must then be freed twice. A scoped store for the whole state of a store
 * ("") can be created, and is valid, even if the state is null.
 *
 * Calling kmk_store_free on a scoped store frees only that handle; subscriptions made through it continue. If the store
 * that it belongs to is freed, the scoped store ends: calls on it return KMK_ERR_CLOSED.
 *
 * Owns: strings copied, scoped store new (kmk_store_free). Fails: INVALID_ARGUMENT (NULL, malformed pointer or path, a
 * place that does not exist in the shape), NOT_FOUND (the value is missing or null, or an enum is in another case, which
 * the message names), BUSY (in a reducer), DECODE (a Swift feature's state cannot be encoded), WRONG_THREAD, NO_MEMORY,
 * CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_store *kmk_store_scope(kmk_store *store, const char *pointer, const char *action_case,
                           kmk_error *error);

/**
 * Creates a scoped store for one row of a kmk_for_each, or one element of a navigation path, wherever it moves.
 *
 * An action sent through it is wrapped as {"element": {"id": ID, "action": ACTION}} under the case path. For an element
 * of a navigation path the scoped store reads the element, not the entry {"id", "element"} that contains it. If the row
 * is removed, the scoped store is invalid. If a row with that id is inserted again, the scoped store is valid again.
 *
 * @param pointer      the place of the array.
 * @param action_case  the case of the collection: "rows".
 * @param id           as kmk_store_observe_ids reports it.
 *
 * Owns: strings copied, id borrowed, scoped store new (kmk_store_free). Fails: INVALID_ARGUMENT (NULL, malformed pointer
 * or path, a place that does not exist in the shape), NOT_FOUND (no row with that id, no operator attached there),
 * TOO_DEEP, BUSY (in a reducer), DECODE, WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_store *kmk_store_scope_element(kmk_store *store, const char *pointer, const char *action_case,
                                   const json_t *id, kmk_error *error);

/**
 * Returns whether a scoped store's part of the state has a value. For any other store, returns true until it ends.
 *
 * In a reducer of the same store this returns false and raises the issue "read-while-reducing".
 *
 * NULL: returns false. Threads: owner, callback. Since: 0.1.
 */
bool kmk_store_is_valid(kmk_store *store);

#ifdef __cplusplus
}
#endif
#endif

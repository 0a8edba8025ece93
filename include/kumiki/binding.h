/**
 * Bindings: a view writes a field of the state, or a whole navigation path, by sending one action.
 *
 * These functions send actions that the operators of the feature handle (kmk_binding_fields, kmk_stack). If no operator
 * handles the action, an issue is raised. To close a presentation, call kmk_store_dismiss_id.
 */
#ifndef KUMIKI_BINDING_H
#define KUMIKI_BINDING_H

#include "base.h"
#include "error.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Writes a field: sends {CASE: {"path": pointer, "value": value}}.
 *
 * To write a field of a presented feature, pass the case path of that feature's binding, and a pointer relative to its
 * state: ("destination.presented.counter.binding", "/name"). If no kmk_binding_fields (BindingReducer in Swift) handles
 * the write, "binding-unhandled" is raised and nothing changes. If the feature is not present, the write raises only the
 * issue that any action for that feature would raise, such as "absent-destination". If store is an invalid scoped store
 * (see kmk_store_is_valid), the call sends nothing.
 *
 * @param binding_case  the case path of the feature's bindings, usually "binding".
 *
 * Owns: value borrowed. NULL: returns INVALID_ARGUMENT. Fails: INVALID_ARGUMENT (malformed case path or pointer), DECODE
 * (the action does not match the feature), TOO_DEEP, LIMIT (see limit.h), CLOSED, WRONG_THREAD. Threads: owner, callback.
 * Since: 0.1.
 */
kmk_status kmk_store_write_binding(kmk_store *store, const char *binding_case, const char *pointer,
                                   const json_t *value, kmk_error *error);

/**
 * Writes a whole navigation path.
 *
 * For a kmk_stack, the action depends on the length of the array. If the array is longer than the current path, the call
 * sends push with the last element. If the array is shorter, the call sends popFrom with the first id that is missing
 * from the array. If the lengths are equal, the call raises "path-not-handled" and sends nothing. For a
 * kmk_navigation_destination, the call sends setPath with the array. If store is an invalid scoped store (see
 * kmk_store_is_valid), the call sends nothing.
 *
 * @param state_path   the place of the path in the state.
 * @param action_case  the case path of its actions.
 * @param path         an array of entries {"id", "element"} or of elements. The pushed element gets the store's next id.
 *
 * Owns: path borrowed. NULL: returns INVALID_ARGUMENT. Fails: INVALID_ARGUMENT (malformed case path or pointer, path is
 * not an array), NOT_FOUND (no navigation path there), DECODE (elements that the feature cannot read), TOO_DEEP, LIMIT
 * (see limit.h), BUSY (in a reducer), CLOSED, WRONG_THREAD. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_write_path(kmk_store *store, const char *state_path, const char *action_case,
                                const json_t *path, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif

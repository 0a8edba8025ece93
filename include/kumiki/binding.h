/**
 * Writing back from a view: a field, or a whole path of screens, each write as one action.
 *
 * They send what the feature's own reducers know (kmk_binding_fields, kmk_stack), and say so when
 * nobody took it. What is presented is closed with kmk_store_dismiss_id.
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
 * Writes a field as a view's binding does: sends {CASE: {"path": pointer, "value": value}}.
 *
 * A field of what is presented is written by the case path of its own binding, with the pointer as
 * its feature sees it: ("destination.presented.counter.binding", "/name"). A write that no
 * kmk_binding_fields, or BindingReducer in Swift, takes raises "binding-unhandled" and changes
 * nothing. One for a feature that is not there raises the issue of any action for it alone, such as
 * "absent-destination". Through a view that is invalid nothing is sent.
 *
 * @param binding_case  the case path of the feature's bindings, usually "binding".
 *
 * Owns: value borrowed. NULL: INVALID_ARGUMENT. Fails: INVALID_ARGUMENT (malformed case path or
 * pointer), DECODE (no such binding action, a presented child apart), TOO_DEEP, CLOSED,
 * WRONG_THREAD. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_write_binding(kmk_store *store, const char *binding_case, const char *pointer,
                                   const json_t *value, kmk_error *error);

/**
 * Writes a path as a view's stack does.
 *
 * Of a kmk_stack: a longer array sends push with its last element, a shorter one popFrom with the
 * first id that is missing; one as long as the path raises "path-not-handled" and sends nothing.
 * Of a kmk_navigation_destination: sends setPath. Through a view that is invalid nothing is sent.
 *
 * @param state_path   where the path is in the state.
 * @param action_case  the case path of its actions.
 * @param path         an array of entries {"id", "element"} or of elements. The pushed element gets
 *                     the store's next id.
 *
 * Owns: path borrowed. NULL: INVALID_ARGUMENT. Fails: INVALID_ARGUMENT (malformed case path or
 * pointer, path is no array), NOT_FOUND (no path there), DECODE (elements that the feature cannot
 * read), TOO_DEEP, BUSY (in a reducer), CLOSED, WRONG_THREAD. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_write_path(kmk_store *store, const char *state_path, const char *action_case,
                                const json_t *path, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif

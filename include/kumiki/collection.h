/**
 * Collections: rows with ids, and navigation paths.
 *
 * Rows are an array of objects, each with an id: [{"id": "a", "count": 1}, ...]. A navigation path is an array of
 * entries, the last one on top: [{"id": 0, "element": STATE}, ...]. If a path is written as a plain array of elements,
 * the store gives the elements ids. Rows and elements are looked up by id, without searching the array. Everything that
 * belongs to an element (its effects, its presentations) follows the id wherever the element moves.
 */
#ifndef KUMIKI_COLLECTION_H
#define KUMIKI_COLLECTION_H

#include "base.h"
#include "error.h"
#include "reducer.h"
#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Runs a feature for each row of an array: first the row, then the parent.
 *
 * A row's action is {ACTION_CASE: {"element": {"id": ID, "action": ACTION}}}. When a row is removed, its effects are
 * cancelled. When rows are reordered, or a row is replaced by another with the same id, nothing is cancelled. An action
 * for a missing row raises "missing-element", and the parent runs. A row that changes its own id keeps the old id
 * ("element-id-changed"). If another reducer, such as the parent, writes the id, or writes inside an id that is an
 * object or an array, the row becomes a different row. A write that would create a duplicate id is refused
 * ("duplicate-element-id"). So is a write of anything but an array of objects with an id ("state-misfit").
 *
 * @param id_key  the key of the member that holds a row's id, which may be any JSON value; NULL means "id".
 *
 * Owns: strings copied, parent and element consumed, reducer new. NULL: id_key may be NULL; any other NULL makes an
 * invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_for_each(kmk_reducer *parent, const char *state_path, const char *action_case,
                          const char *id_key, kmk_reducer *element);

/**
 * Runs a feature for each element of a navigation path: first the element, then the parent.
 *
 * The actions of the path are {ACTION_CASE: A}, where A is one of:
 *
 * - {"element": {"id": N, "action": ACTION}}: runs the element.
 * - {"push": {"id": N, "state": STATE}}: pushes before the parent runs. The id may be left out.
 * - {"popFrom": {"id": N}}: after the parent has run, removes that element and all elements above it.
 *
 * When an element is removed, its effects and the effects of everything presented inside it are cancelled.
 * kmk_effect_dismiss in an element's effect pops the element.
 *
 * Issues: "missing-stack-element", "pop-missing", "push-duplicate"; the parent still runs. A write of anything but an
 * array is refused ("state-misfit").
 *
 * Owns: strings copied, parent and element consumed, reducer new. NULL: returns an invalid reducer. Threads: any,
 * callback. Since: 0.1.
 */
kmk_reducer *kmk_stack(kmk_reducer *parent, const char *state_path, const char *action_case,
                       kmk_reducer *element);

/**
 * Runs a feature for each element of a navigation path, which the user interface may replace as a whole (setPath).
 *
 * It works like kmk_stack, with these actions:
 *
 * - {"element": {"id": N, "action": ACTION}}: runs the element.
 * - {"dismiss": {"id": N}}: before the parent runs, removes that element and all elements above it.
 * - {"setPath": PATH}: elements of PATH whose ids are already on the navigation path keep their effects; other elements
 *   are inserted or removed. A path with a duplicate id raises "duplicate-element-id" and changes nothing.
 *
 * Owns: strings copied, parent and element consumed, reducer new. NULL: returns an invalid reducer. Threads: any,
 * callback. Since: 0.1.
 */
kmk_reducer *kmk_navigation_destination(kmk_reducer *parent, const char *state_path,
                                        const char *action_case, kmk_reducer *element);

/* --------------------------------------------------- inside a reduce call */

/**
 * Returns the inner action of an action for a row or an element.
 *
 * @param case_path  the case of the collection: "rows", "path".
 * @param id         receives the id, borrowed; may be NULL.
 *
 * Owns: result borrowed. NULL: returns NULL. Threads: any, callback. Since: 0.1.
 */
const json_t *kmk_action_element(const json_t *action, const char *case_path, const json_t **id);

/**
 * Returns the inner action from the payload of an action for a row or an element. For use in a handler of kmk_handlers,
 * which receives the payload of its case.
 *
 * @param id  receives the id, borrowed; may be NULL.
 *
 * Owns: result borrowed. NULL: returns NULL. Threads: any, callback. Since: 0.3.
 */
const json_t *kmk_payload_element(const json_t *payload, const json_t **id);

/**
 * Looks up the index of a row by its id, without searching the array. It uses the kmk_for_each or kmk_stack attached to
 * the array.
 *
 * Fails: INVALID_ARGUMENT (NULL, malformed pointer), NOT_FOUND (no such row, or no operator attached there). Threads:
 * callback. Since: 0.1.
 */
kmk_status kmk_state_find(const kmk_state *state, const char *rows_pointer, const json_t *id,
                          size_t *index);

/**
 * Pushes an element onto a navigation path, with the store's next id.
 *
 * @param id  receives the element's id; may be NULL.
 *
 * Owns: steals element. Fails: INVALID_ARGUMENT (NULL, malformed pointer, no kmk_stack attached there), NOT_FOUND (no
 * value there), TOO_DEEP, NO_MEMORY. Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_push_new(kmk_state *state, const char *stack_pointer, json_t *element,
                              uint64_t *id);

/**
 * Removes an element of a navigation path and all elements above it. An unknown id removes nothing.
 *
 * Fails: INVALID_ARGUMENT, NOT_FOUND (no value at the pointer). Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_pop_from(kmk_state *state, const char *stack_pointer, uint64_t id);

/**
 * Removes all elements above one element of a navigation path. An unknown id removes nothing.
 *
 * Fails: INVALID_ARGUMENT, NOT_FOUND (no value at the pointer). Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_pop_to(kmk_state *state, const char *stack_pointer, uint64_t id);

#ifdef __cplusplus
}
#endif
#endif

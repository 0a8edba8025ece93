/**
 * Collections: rows with ids, and paths of screens.
 *
 * Rows are an array of objects that each have an id: [{"id": "a", "count": 1}, ...]. A path is an
 * array of entries: [{"id": 0, "element": STATE}, ...], the last one on top; written as a plain
 * array of elements it is given ids when it is taken in. Both find an element by its id without a
 * search, and what belongs to an element (its effects, what it presents) follows the id wherever it
 * moves.
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
 * Runs a feature for each row of an array: the row first, then the parent.
 *
 * Its action is {"element": {"id": ID, "action": ACTION}} inside action_case. When a row goes, its
 * effects are cancelled; when rows are reordered, or one is replaced by another with its id,
 * nothing is. An action for a row that is not there raises "missing-element", and the parent runs.
 * A row that changes its own id keeps the old one ("element-id-changed"). Written by others, at the
 * id or inside of one that is an object or an array, it is another row. A write that would bring
 * an id twice is refused ("duplicate-element-id"), and so is one of what is no array of objects
 * that have an id ("state-misfit").
 *
 * @param id_key  the member that is a row's id, of any JSON kind; NULL: "id".
 *
 * Owns: texts copied, parent and element consumed, reducer new. NULL: id_key may be; any other NULL
 * makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_for_each(kmk_reducer *parent, const char *state_path, const char *action_case,
                          const char *id_key, kmk_reducer *element);

/**
 * Runs a feature for each element of a path: the element first, then the parent.
 *
 * Its actions are {"element": {"id": N, "action": ACTION}}, {"push": {"id": N, "state": STATE}}
 * (before the parent's step; the id may be left out), and {"popFrom": {"id": N}} (after it: that
 * element and all above it). When an element goes, its effects and those of everything presented
 * inside it are cancelled. From an element's effect kmk_effect_dismiss pops it.
 *
 * Issues: "missing-stack-element", "pop-missing", "push-duplicate"; the parent runs. A write of
 * what is no array is refused ("state-misfit").
 *
 * Owns: texts copied, parent and element consumed, reducer new. NULL: an invalid reducer.
 * Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_stack(kmk_reducer *parent, const char *state_path, const char *action_case,
                       kmk_reducer *element);

/**
 * Runs a feature for each element of a path that the view writes as a whole.
 *
 * As kmk_stack, but its actions are {"element": ...}, {"dismiss": {"id": N}} (before the parent's
 * step: that element and all above it) and {"setPath": PATH}: elements with known ids keep their
 * effects, others come or go. A path with an id in it twice raises "duplicate-element-id" and
 * changes nothing.
 *
 * Owns: texts copied, parent and element consumed, reducer new. NULL: an invalid reducer.
 * Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_navigation_destination(kmk_reducer *parent, const char *state_path,
                                        const char *action_case, kmk_reducer *element);

/* --------------------------------------------------- inside a reduce call */

/**
 * Returns the inner action of a row's or an element's action.
 *
 * @param case_path  the case of the collection: "rows", "path".
 * @param id         receives the id, borrowed; may be NULL.
 *
 * Owns: result borrowed. NULL: NULL. Threads: any, callback. Since: 0.1.
 */
const json_t *kmk_action_element(const json_t *action, const char *case_path, const json_t **id);

/**
 * Returns the inner action of what a row's or an element's action carries, for a handler of kmk_handlers,
 * which is given the payload of its case.
 *
 * @param id  receives the id, borrowed; may be NULL.
 *
 * Owns: result borrowed. NULL: NULL. Threads: any, callback. Since: 0.3.
 */
const json_t *kmk_payload_element(const json_t *payload, const json_t **id);

/**
 * Finds a row by its id, by the index of the kmk_for_each or kmk_stack that is attached there.
 *
 * Fails: INVALID_ARGUMENT (NULL, malformed pointer), NOT_FOUND (no such row, or nothing is attached
 * there). Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_find(const kmk_state *state, const char *rows_pointer, const json_t *id,
                          size_t *index);

/**
 * Puts an element on top of a path under the next id of the store.
 *
 * @param id  receives the element's id; may be NULL.
 *
 * Owns: steals element. Fails: INVALID_ARGUMENT (NULL, malformed pointer, no kmk_stack attached
 * there), NOT_FOUND (nothing there), TOO_DEEP, NO_MEMORY. Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_push_new(kmk_state *state, const char *stack_pointer, json_t *element,
                              uint64_t *id);

/**
 * Removes an element of a path and all above it. An unknown id removes nothing.
 *
 * Fails: INVALID_ARGUMENT, NOT_FOUND (nothing at the pointer). Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_pop_from(kmk_state *state, const char *stack_pointer, uint64_t id);

/**
 * Removes all elements above one. An unknown id removes nothing.
 *
 * Fails: INVALID_ARGUMENT, NOT_FOUND (nothing at the pointer). Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_pop_to(kmk_state *state, const char *stack_pointer, uint64_t id);

#ifdef __cplusplus
}
#endif
#endif

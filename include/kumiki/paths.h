/**
 * Actions and places written as one text: by case path, by a pointer with arguments, by a row's id.
 *
 *     kmk_store_send_at(store, "destination.presented.detail.rename", name, &error);
 *
 *     const json_t *name = kmk_state_getf(state, "/contacts/%zu/name", index);
 *     kmk_state_setf_new(state, json_true(), "/open/%s", key);
 *
 * ## Pointers with arguments
 *
 * A format is a JSON Pointer with conversions in it, those of printf: %s, %d, %i, %u, %x and %%,
 * the numbers with hh, h, l, ll, z, t or j before them (so JSON_INTEGER_FORMAT, PRIu64 and the like
 * work), none with a width or a precision but for %.*s, which takes an int and a text that need not
 * end in a NUL. A text is escaped as a pointer asks for ("~" as "~0", "/" as "~1"), so it is always
 * one step. Any other conversion, and a NULL text, is no pointer.
 *
 * A compiler that knows printf checks the arguments against the format.
 *
 * The format comes last in these functions, since its arguments follow it, as in snprintf: so the
 * value stands before it, while kmk_state_set_new(state, pointer, value) reads as an assignment. A
 * compiler tells of the two swapped: a text is no json_t *.
 */
#ifndef KUMIKI_PATHS_H
#define KUMIKI_PATHS_H

#include "base.h"
#include "error.h"
#include "state.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) || defined(__clang__)
#define KMK_POINTER_FORMAT(place, first) __attribute__((format(printf, place, first)))
#else
#define KMK_POINTER_FORMAT(place, first)
#endif

/* ------------------------------------------------------------ by case path */

/**
 * Builds the action that kmk_action_is reads with the same case path.
 *
 *     kmk_action_at("destination.dismiss", NULL)          {"destination": "dismiss"}
 *     kmk_action_at("child.setCount", json_integer(3))    {"child": {"setCount": 3}}
 *
 * An action of a row or of a path's element needs its id too: kmk_action_element_at_new.
 *
 * @param payload  NULL: a case without one.
 *
 * @return the action, or NULL (a malformed case path, no memory).
 *
 * Owns: payload borrowed, result new. NULL: payload may be; a NULL case_path: NULL. Threads: any,
 * callback. Since: 0.2.
 */
json_t *kmk_action_at(const char *case_path, const json_t *payload);

/**
 * Does what kmk_action_at does, with a payload that it takes over.
 *
 * Owns: steals payload, result new. NULL: payload may be; a NULL case_path: NULL. Threads: any,
 * callback. Since: 0.2.
 */
json_t *kmk_action_at_new(const char *case_path, json_t *payload);

/**
 * Builds an action of a row, or of a path's element: {"rows": {"element": {"id": ID, "action": A}}}.
 *
 * @param case_path  the case of the collection, as in kmk_action_element.
 *
 * @return the action, or NULL (a malformed case path, no memory).
 *
 * Owns: id borrowed, steals action, result new. NULL: NULL. Threads: any, callback. Since: 0.2.
 */
json_t *kmk_action_element_at_new(const char *case_path, const json_t *id, json_t *action);

/**
 * Builds an action as kmk_action_at does and sends it.
 *
 * Owns: payload borrowed. NULL: payload may be. Fails: INVALID_ARGUMENT (NULL, a malformed case
 * path), DECODE (with path), TOO_DEEP, WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback.
 * Since: 0.2.
 */
kmk_status kmk_store_send_at(kmk_store *store, const char *case_path, const json_t *payload,
                             kmk_error *error);

/**
 * Does what kmk_store_send_at does, with a payload that it takes over.
 *
 * Owns: steals payload. NULL: payload may be. Fails: INVALID_ARGUMENT, DECODE, TOO_DEEP,
 * WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.2.
 */
kmk_status kmk_store_send_at_new(kmk_store *store, const char *case_path, json_t *payload,
                                 kmk_error *error);

/* ------------------------------------------------- by pointer with arguments */

/**
 * Writes a pointer with its arguments, for whatever takes a pointer.
 *
 * @return the pointer, or NULL (no format, no memory).
 *
 * Owns: text new (kmk_text_free). NULL: NULL. Threads: any, callback. Since: 0.2.
 */
char *kmk_pointerf(const char *format, ...) KMK_POINTER_FORMAT(1, 2);

/**
 * Does what kmk_pointerf does, with its arguments in a list.
 *
 * Owns: text new (kmk_text_free). NULL: NULL. Threads: any, callback. Since: 0.2.
 */
char *kmk_vpointerf(const char *format, va_list arguments) KMK_POINTER_FORMAT(1, 0);

/**
 * Returns what kmk_state_get returns for the pointer.
 *
 * Owns: result borrowed, until the next write. NULL: NULL. Threads: callback. Since: 0.2.
 */
const json_t *kmk_state_getf(const kmk_state *state, const char *format, ...)
    KMK_POINTER_FORMAT(2, 3);

/**
 * Does what kmk_state_set does at the pointer.
 *
 * Owns: value borrowed. Fails: as kmk_state_set; INVALID_ARGUMENT (no format). Threads: callback.
 * Since: 0.2.
 */
kmk_status kmk_state_setf(kmk_state *state, const json_t *value, const char *format, ...)
    KMK_POINTER_FORMAT(3, 4);

/**
 * Does what kmk_state_set_new does at the pointer.
 *
 * Owns: steals value. Fails: as kmk_state_set_new; INVALID_ARGUMENT (no format). Threads: callback.
 * Since: 0.2.
 */
kmk_status kmk_state_setf_new(kmk_state *state, json_t *value, const char *format, ...)
    KMK_POINTER_FORMAT(3, 4);

/**
 * Does what kmk_state_insert_new does at the pointer.
 *
 * Owns: steals value. Fails: as kmk_state_insert_new; INVALID_ARGUMENT (no format). Threads:
 * callback. Since: 0.2.
 */
kmk_status kmk_state_insertf_new(kmk_state *state, json_t *value, const char *format, ...)
    KMK_POINTER_FORMAT(3, 4);

/**
 * Does what kmk_state_remove does at the pointer.
 *
 * Fails: as kmk_state_remove; INVALID_ARGUMENT (no format). Threads: callback. Since: 0.2.
 */
kmk_status kmk_state_removef(kmk_state *state, const char *format, ...) KMK_POINTER_FORMAT(2, 3);

/**
 * Does what kmk_store_get does for the pointer.
 *
 * Owns: result new. Fails: as kmk_store_get; INVALID_ARGUMENT (no format). Threads: owner, callback.
 * Since: 0.2.
 */
json_t *kmk_store_getf(kmk_store *store, kmk_error *error, const char *format, ...)
    KMK_POINTER_FORMAT(3, 4);

/* ------------------------------------------------------------- by row's id
 * By the index of the kmk_for_each or kmk_stack that is attached at rows_pointer, as kmk_state_find:
 * without a search. Of a path's entry the inner pointer begins with "/element". */

/**
 * Returns the row with an id, NULL where there is none.
 *
 * Owns: result borrowed, until the next write. NULL: NULL. Threads: callback. Since: 0.2.
 */
const json_t *kmk_state_row(const kmk_state *state, const char *rows_pointer, const json_t *id);

/**
 * Writes into the row with an id, as kmk_state_set_new does.
 *
 * @param pointer  inside the row, "/name"; "" replaces the row.
 *
 * Owns: steals value. Fails: as kmk_state_set_new; NOT_FOUND (no such row, or nothing is attached
 * at rows_pointer). Threads: callback. Since: 0.2.
 */
kmk_status kmk_state_set_row_new(kmk_state *state, const char *rows_pointer, const json_t *id,
                                 const char *pointer, json_t *value);

/**
 * Removes the row with an id.
 *
 * Fails: as kmk_state_remove; NOT_FOUND (no such row, or nothing is attached at rows_pointer).
 * Threads: callback. Since: 0.2.
 */
kmk_status kmk_state_remove_row(kmk_state *state, const char *rows_pointer, const json_t *id);

#ifdef __cplusplus
}
#endif
#endif

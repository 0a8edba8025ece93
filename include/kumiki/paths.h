/**
 * Functions that name an action by its case path, a place by a pointer with arguments, or a row by its id.
 *
 *     kmk_store_send_at(store, "destination.presented.detail.rename", name, &error);
 *
 *     const json_t *name = kmk_state_getf(state, "/contacts/%zu/name", index);
 *     kmk_state_setf_new(state, json_true(), "/open/%s", key);
 *
 * ## Pointers with arguments
 *
 * A format is a JSON Pointer that contains printf conversions: %s, %d, %i, %u, %x and %%. An integer
 * conversion may have a length modifier hh, h, l, ll, z, t or j (so JSON_INTEGER_FORMAT, PRIu64 and the like
 * work). Widths and precisions are not supported, except in %.*s, which takes an int and a string that need
 * not be NUL-terminated. A string is escaped as a pointer requires ("~" as "~0", "/" as "~1"), so it always
 * stands for one key or index, even if it contains a slash. Any other conversion, or a NULL string, makes the
 * pointer invalid.
 *
 * GCC and Clang check the arguments against the format.
 *
 * In these functions the value comes before the format, because the arguments follow the format, as in
 * snprintf. In kmk_state_set_new(state, pointer, value) the pointer comes first. If you swap the two, the
 * compiler reports it: a string is not a json_t *.
 */
#ifndef KUMIKI_PATHS_H
#define KUMIKI_PATHS_H

#include "base.h"
#include "condition.h"
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
 * Builds the action that a case path names. For this action and case path, kmk_action_is returns true.
 *
 *     kmk_action_at("destination.dismiss", NULL)          {"destination": "dismiss"}
 *     kmk_action_at("child.setCount", json_integer(3))    {"child": {"setCount": 3}}
 *
 * An action for a row or for an element of a navigation path also needs the id: use
 * kmk_action_element_at_new.
 *
 * @param payload  NULL means a case without a payload.
 * @return the action, or NULL (a malformed case path, no memory).
 *
 * Owns: payload borrowed, result new. NULL: payload may be NULL; a NULL case_path returns NULL. Threads:
 * any, callback. Since: 0.2.
 */
json_t *kmk_action_at(const char *case_path, const json_t *payload);

/**
 * Builds the action that a case path names, and takes ownership of the payload.
 *
 * @return the action, or NULL (a malformed case path, no memory).
 *
 * Owns: steals payload, result new. NULL: payload may be NULL; a NULL case_path returns NULL. Threads: any,
 * callback. Since: 0.2.
 */
json_t *kmk_action_at_new(const char *case_path, json_t *payload);

/**
 * Builds an action for a row, or for an element of a navigation path.
 *
 * The action is {"rows": {"element": {"id": ID, "action": A}}}.
 *
 * @param case_path  the case of the collection, as in kmk_action_element.
 * @return the action, or NULL (a malformed case path, no memory).
 *
 * Owns: id borrowed, steals action, result new. NULL: returns NULL. Threads: any, callback. Since: 0.2.
 */
json_t *kmk_action_element_at_new(const char *case_path, const json_t *id, json_t *action);

/**
 * Builds the action that a case path names, as kmk_action_at does, and sends it.
 *
 * Owns: payload borrowed. NULL: payload may be NULL. Fails: INVALID_ARGUMENT (NULL, a malformed case path),
 * DECODE (with path), TOO_DEEP, LIMIT (see limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner,
 * callback. Since: 0.2.
 */
kmk_status kmk_store_send_at(kmk_store *store, const char *case_path, const json_t *payload,
                             kmk_error *error);

/**
 * Builds the action that a case path names, and sends it. Takes ownership of the payload.
 *
 * Owns: steals payload. NULL: payload may be NULL. Fails: INVALID_ARGUMENT (NULL, a malformed case path),
 * DECODE (with path), TOO_DEEP, LIMIT (see limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner,
 * callback. Since: 0.2.
 */
kmk_status kmk_store_send_at_new(kmk_store *store, const char *case_path, json_t *payload,
                                 kmk_error *error);

/* ------------------------------------------------- by pointer with arguments */

/**
 * Builds a pointer from a format and its arguments, for any function that takes a pointer.
 *
 * @return the pointer, or NULL (an invalid format, no memory).
 *
 * Owns: string new (kmk_text_free). NULL: returns NULL. Threads: any, callback. Since: 0.2.
 */
char *kmk_pointerf(const char *format, ...) KMK_POINTER_FORMAT(1, 2);

/**
 * Builds a pointer from a format and a va_list.
 *
 * @return the pointer, or NULL (an invalid format, no memory).
 *
 * Owns: string new (kmk_text_free). NULL: returns NULL. Threads: any, callback. Since: 0.2.
 */
char *kmk_vpointerf(const char *format, va_list arguments) KMK_POINTER_FORMAT(1, 0);

/**
 * Returns the value at a pointer with arguments, or NULL if the place is missing or the format is invalid.
 *
 * Owns: result borrowed, until the next write. NULL: returns NULL. Threads: callback. Since: 0.2.
 */
const json_t *kmk_state_getf(const kmk_state *state, const char *format, ...)
    KMK_POINTER_FORMAT(2, 3);

/**
 * Writes a value at a pointer with arguments, like kmk_state_set.
 *
 * Owns: value borrowed. Fails: INVALID_ARGUMENT (NULL, an invalid format or pointer, a refused write),
 * NOT_FOUND (no container there, no such element), TOO_DEEP, LIMIT (see limit.h), NO_MEMORY. Threads:
 * callback. Since: 0.2.
 */
kmk_status kmk_state_setf(kmk_state *state, const json_t *value, const char *format, ...)
    KMK_POINTER_FORMAT(3, 4);

/**
 * Writes a value at a pointer with arguments, like kmk_state_set_new. Takes ownership of the value.
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT (NULL, an invalid format or pointer, a refused write),
 * NOT_FOUND (no container there, no such element), TOO_DEEP, LIMIT (see limit.h), NO_MEMORY. Threads:
 * callback. Since: 0.2.
 */
kmk_status kmk_state_setf_new(kmk_state *state, json_t *value, const char *format, ...)
    KMK_POINTER_FORMAT(3, 4);

/**
 * Inserts a value at a pointer with arguments, like kmk_state_insert_new.
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT (NULL, an invalid format or pointer, a refused value),
 * NOT_FOUND (no container there, an index past the end), TOO_DEEP, LIMIT (see limit.h), NO_MEMORY.
 * Threads: callback. Since: 0.2.
 */
kmk_status kmk_state_insertf_new(kmk_state *state, json_t *value, const char *format, ...)
    KMK_POINTER_FORMAT(3, 4);

/**
 * Removes the member or the element at a pointer with arguments, like kmk_state_remove.
 *
 * Fails: INVALID_ARGUMENT (NULL, an invalid format or pointer, "", a refused removal), NOT_FOUND (no such
 * place), NO_MEMORY. Threads: callback. Since: 0.2.
 */
kmk_status kmk_state_removef(kmk_state *state, const char *format, ...) KMK_POINTER_FORMAT(2, 3);

/**
 * Returns the value in a store at a pointer with arguments; otherwise works like kmk_store_get.
 *
 * Owns: result new. Fails: INVALID_ARGUMENT (NULL, an invalid format or pointer), NOT_FOUND (no such
 * place), BUSY (in a reducer), DECODE (a Swift feature's state cannot be encoded), WRONG_THREAD,
 * NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.2.
 */
json_t *kmk_store_getf(kmk_store *store, kmk_error *error, const char *format, ...)
    KMK_POINTER_FORMAT(3, 4);

/* ------------------------------------------------------------- by row id
 * These use the index of the kmk_for_each or kmk_stack attached at rows_pointer, as kmk_state_find does: they
 * do not search the rows. */

/**
 * Returns the row with a given id, or NULL if the row is missing or no operator is attached at rows_pointer.
 *
 * The row is looked up in the index of the kmk_for_each or kmk_stack at rows_pointer, without a search.
 *
 * Owns: result borrowed, until the next write. NULL: returns NULL. Threads: callback. Since: 0.2.
 */
const json_t *kmk_state_row(const kmk_state *state, const char *rows_pointer, const json_t *id);

/**
 * Writes a value into the row with a given id, like kmk_state_set_new.
 *
 * The row is looked up in the index of the kmk_for_each or kmk_stack at rows_pointer, without a search.
 *
 * @param pointer  relative to the row, such as "/name"; "" replaces the row. For an entry of a navigation
 *                 path, the pointer starts with "/element".
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT (NULL, a malformed pointer, a refused write), NOT_FOUND (no
 * such row, no operator attached at rows_pointer, no container in the row), TOO_DEEP, LIMIT (see limit.h),
 * NO_MEMORY. Threads: callback. Since: 0.2.
 */
kmk_status kmk_state_set_row_new(kmk_state *state, const char *rows_pointer, const json_t *id,
                                 const char *pointer, json_t *value);

/**
 * Removes the row with a given id.
 *
 * The row is looked up in the index of the kmk_for_each or kmk_stack at rows_pointer, without a search.
 *
 * Fails: INVALID_ARGUMENT (NULL, a malformed pointer, a refused removal), NOT_FOUND (no such row, or no
 * operator attached at rows_pointer), NO_MEMORY. Threads: callback. Since: 0.2.
 */
kmk_status kmk_state_remove_row(kmk_state *state, const char *rows_pointer, const json_t *id);

/* ------------------------------------------------------- rows by a condition */

/**
 * Writes a value into each row that satisfies a condition: into all of these rows or, if one of them refuses the value,
 * into none.
 *
 * It costs less than a loop of kmk_state_setf, and an undo takes back the written rows alone. Rows that have the value
 * already are not written. The rows need no operator and no ids.
 *
 * @param rows_pointer  the array.
 * @param pointer       relative to a row, such as "/isRead".
 * @param condition     borrowed. Evaluated for all rows before the first write. Its "place" reads the reducer's state.
 *                      {"and": []} holds for every row.
 *
 * Owns: value borrowed. Fails: INVALID_ARGUMENT (NULL, a malformed pointer, a refused write), NOT_FOUND (no array at
 * rows_pointer, no container in a row), TOO_DEEP, LIMIT (see limit.h), NO_MEMORY. Threads: callback. Since: 0.4.
 */
kmk_status kmk_state_set_rows(kmk_state *state, const char *rows_pointer, const char *pointer,
                              const json_t *value, const kmk_condition *condition);

/**
 * Removes each row that satisfies a condition.
 *
 * More than 64 rows are removed by a single write of the array.
 *
 * @param condition  borrowed. Its "place" reads the reducer's state.
 *
 * Fails: INVALID_ARGUMENT (NULL, a malformed pointer, a refused removal), NOT_FOUND (no array at rows_pointer),
 * NO_MEMORY. Threads: callback. Since: 0.4.
 */
kmk_status kmk_state_remove_rows(kmk_state *state, const char *rows_pointer,
                                 const kmk_condition *condition);

#ifdef __cplusplus
}
#endif
#endif

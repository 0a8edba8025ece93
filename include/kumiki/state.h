/**
 * The arguments of a reducer: the action, the state that it may change, and its environment.
 *
 * A kmk_reduce_fn borrows a kmk_state and a kmk_env for one call. Do not keep them, and do not use them on
 * another thread. Pointers start at the reducer's own part of the state: a child attached by
 * kmk_scope("/child", ...) reads its count as "/count". A value that is read here is borrowed until the
 * next write; kmk_json_retain makes a snapshot of the value.
 *
 * A write that fails returns a status and changes nothing. Since a reducer can hardly do anything about it,
 * the write also raises the issue "write-failed", with the place, the reason and the operator around the
 * reducer, or a more specific issue ("duplicate-element-id", "write-wrong-case", "state-misfit").
 */
#ifndef KUMIKI_STATE_H
#define KUMIKI_STATE_H

#include "base.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The reducer's part of the state, valid only inside the reduce call. */
typedef struct kmk_state kmk_state;

/** The reducer's dependencies, valid only inside the reduce call. */
typedef struct kmk_env kmk_env;

/* ---------------------------------------------------------------- actions */

/**
 * Tells whether an action is the case that a case path names, with or without a payload.
 *
 * "destination" and "destination.dismiss" both match {"destination": "dismiss"}.
 *
 * Owns: borrowed. NULL: returns false. Threads: any. Since: 0.1.
 */
bool kmk_action_is(const json_t *action, const char *case_path);

/**
 * Returns the payload of an action that is the named case, or NULL if the action is another case.
 *
 * A case without a payload has the payload json_null(), in each of its forms: "increment",
 * {"increment": null} and {"increment": {}}. So an empty object that is a payload, of a case such as
 * {"filter", "[text: text]"}, is json_null() here too. To get that object as it was written, call
 * json_object_get(action, "filter"); the function of a kmk_handler receives the object as well.
 *
 * Owns: result borrowed from the action. NULL: returns NULL. Threads: any. Since: 0.1.
 */
const json_t *kmk_action_payload(const json_t *action, const char *case_path);

/* ------------------------------------------------------------------ state */

/**
 * Returns the reducer's whole part of the state.
 *
 * Owns: result borrowed, until the next write. NULL: returns NULL. Threads: callback. Since: 0.1.
 */
const json_t *kmk_state_json(const kmk_state *state);

/**
 * Returns the value at a pointer, or NULL if the place is missing or the pointer is malformed.
 *
 * Owns: result borrowed, until the next write. NULL: returns NULL. Threads: callback. Since: 0.1.
 */
const json_t *kmk_state_get(const kmk_state *state, const char *pointer);

/**
 * Writes a value at a pointer; "" replaces the reducer's whole part of the state.
 *
 * The container around the place must exist. A member of an object is added or replaced, an element of an
 * array is replaced. The value may be taken from the state itself.
 *
 * Writing exactly at the pointer of a presentation slot presents, replaces or dismisses: null dismisses,
 * another case of an enum (or a changed id_key) is a new presentation, the same case keeps the current
 * presentation. See kmk_presentation.
 *
 * Three kinds of write are refused with an issue. "write-wrong-case": the pointer goes through a case that
 * is not the current case of the presented value, the optional child or the path's element.
 * "duplicate-element-id": a row would get the id of another row. "state-misfit": an operator at or below
 * the pointer could not use the value, as in kmk_store_new.
 *
 * Owns: value borrowed. Fails: INVALID_ARGUMENT (NULL, malformed pointer, a refused write), NOT_FOUND (no
 * container there, no such element), TOO_DEEP, NO_MEMORY. Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_set(kmk_state *state, const char *pointer, const json_t *value);

/**
 * Writes a value, which it takes over, at a pointer; "" replaces the reducer's whole part of the state.
 *
 * The rules of kmk_state_set apply.
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT (NULL, malformed pointer, a refused write), NOT_FOUND (no
 * container there, no such element), TOO_DEEP, NO_MEMORY. Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_set_new(kmk_state *state, const char *pointer, json_t *value);

/**
 * Inserts a value, as "add" of RFC 6902: into an array before an index, or with "/rows/-" at its end.
 *
 * In an object it works as kmk_state_set_new.
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT (NULL, malformed pointer, a refused value), NOT_FOUND (no
 * container there, an index past the end), TOO_DEEP, NO_MEMORY. Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_insert_new(kmk_state *state, const char *pointer, json_t *value);

/**
 * Moves the value at one pointer to another, as "move" of RFC 6902.
 *
 * Within an array it reorders the elements. Moving the value of a presentation slot away ends its
 * presentation. A value may replace the object or array that contains it; operators then check the new
 * value, and not the container without it.
 *
 * Fails: INVALID_ARGUMENT (NULL, malformed pointer, a value into itself, a value that is refused at to: it
 * stays where it is), NOT_FOUND (nothing at from, no container at to), TOO_DEEP, NO_MEMORY. Threads:
 * callback. Since: 0.1.
 */
kmk_status kmk_state_move(kmk_state *state, const char *from, const char *to);

/**
 * Removes a member of an object or an element of an array.
 *
 * Removing a presentation slot dismisses. A row's id cannot be removed, nor can the id or the element of an
 * entry on a navigation path ("state-misfit").
 *
 * Fails: INVALID_ARGUMENT (NULL, malformed pointer, "", a refused removal), NOT_FOUND (nothing there),
 * NO_MEMORY. Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_remove(kmk_state *state, const char *pointer);

/**
 * Fills in the details of a write that was just refused: the reason, and the place in the store's state.
 *
 *     kmk_status status = kmk_state_set_new(state, "/age", json_string("five"));
 *     kmk_error error;
 *     if (status != KMK_OK)
 *       kmk_state_error(state, status, &error);
 *
 * The issue that the write has raised contains the same details. The function works for every call that
 * writes into the reducer's state, but only for the last call that failed.
 *
 * @param status  the status that the write returned; with KMK_OK error is left alone.
 *
 * NULL: a NULL state is reported in error as missing; error may be NULL. Fails: never. Threads: callback.
 * Since: 0.2.
 */
void kmk_state_error(const kmk_state *state, kmk_status status, kmk_error *error);

/* ------------------------------------------------------------ environment */

/**
 * Returns the JSON value that the nearest kmk_dependency gives for a key, or NULL.
 *
 * In a test store a key without a value also raises "unimplemented-dependency".
 *
 * Owns: result borrowed, valid during the reduce call. NULL: returns NULL. Threads: callback. Since: 0.1.
 */
const json_t *kmk_env_dependency(const kmk_env *env, const char *key);

/**
 * Returns the service that the nearest kmk_dependency_pointer gives for a key, or NULL.
 *
 * A key that no kmk_dependency_pointer gives raises "missing-dependency", or "unimplemented-dependency" in
 * a test store. Give NULL for a service that is optional.
 *
 * The service exists as long as the store. An effect that may outlast the store, on a worker thread, needs
 * a reference of its own.
 *
 * Owns: result borrowed. NULL: returns NULL. Threads: callback. Since: 0.1.
 */
void *kmk_env_pointer(const kmk_env *env, const char *key);

/**
 * Returns the loop's clock in nanoseconds. The clock never goes back; a virtual clock starts at 0.
 *
 * NULL: returns 0. Threads: callback. Since: 0.1.
 */
uint64_t kmk_env_now(const kmk_env *env);

/**
 * Returns the wall clock in nanoseconds since 1970.
 *
 * On a virtual loop it is the loop's clock. A kmk_dependency "date" around the reducer replaces it.
 *
 * NULL: returns 0. Threads: callback. Since: 0.1.
 */
int64_t kmk_env_date(const kmk_env *env);

/**
 * Writes a fresh UUID: 36 characters, hexadecimal digits in lower case, and a NUL.
 *
 * On a virtual loop the UUIDs of each store count up from 00000000-0000-0000-0000-000000000000. A
 * kmk_dependency "uuid" around the reducer replaces them.
 *
 * NULL: a NULL env writes ""; with a NULL out nothing happens. Threads: callback. Since: 0.1.
 */
void kmk_env_uuid(const kmk_env *env, char out[37]);

/**
 * Tells whether the feature is inside a presentation, so that kmk_effect_dismiss can dismiss it.
 *
 * An ephemeral value (an alert or a dialog) does not count as a presentation: its own actions dismiss it.
 *
 * NULL: returns false. Threads: callback. Since: 0.1.
 */
bool kmk_env_is_presented(const kmk_env *env);

#ifdef __cplusplus
}
#endif
#endif

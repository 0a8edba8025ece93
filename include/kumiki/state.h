/**
 * The arguments of a reducer: the action, the state that it may change, and its environment.
 *
 * A kmk_reduce_fn borrows a kmk_state and a kmk_env for one call. Do not keep them, and do not use them on
 * another thread. Pointers are relative to the reducer's own part of the state: a child attached with
 * kmk_scope("/child", ...) reads its count as "/count". A value that is read here is borrowed until the
 * next write. To keep the value, call kmk_json_retain.
 *
 * A write that fails returns a status and changes nothing. Since a reducer usually cannot correct the
 * mistake, the write also raises an issue, which gives the place, the reason and the operator around the
 * reducer. The issue is "write-failed" or a more specific one: "duplicate-element-id", "write-wrong-case"
 * or "state-misfit".
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
 * Returns whether an action matches a case path, whether or not the action has a payload.
 *
 * "destination" and "destination.dismiss" both match {"destination": "dismiss"}.
 *
 * Owns: borrowed. NULL: returns false. Threads: any. Since: 0.1.
 */
bool kmk_action_is(const json_t *action, const char *case_path);

/**
 * Returns the payload of an action if the action matches the case path, or NULL if it does not.
 *
 * If the action has no payload, the result is json_null(). The action may be written in any of three forms:
 * "increment", {"increment": null} or {"increment": {}}. The result is therefore json_null() even for
 * {"filter": {}}, where the payload is meant to be an empty object. To get that object, call
 * json_object_get(action, "filter"), or use a kmk_handler that declares the payload as an object: its
 * function receives the unchanged payload.
 *
 * Owns: result borrowed from the action. NULL: returns NULL. Threads: any. Since: 0.1.
 */
const json_t *kmk_action_payload(const json_t *action, const char *case_path);

/* ------------------------------------------------------------------ state */

/**
 * Returns the whole of the reducer's part of the state.
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
 * Writes a value at a pointer; "" replaces the whole of the reducer's part of the state.
 *
 * The container around the place must exist. A member of an object is added or replaced; an element of an
 * array is replaced. The value may be taken from the state itself.
 *
 * A write exactly at the pointer of a presentation slot presents a feature, replaces it or dismisses it.
 * Writing null dismisses the feature. Writing a different case of a state enum, or changing the member
 * named by the slot's id_key option, starts a new presentation. Writing the same case keeps the current
 * presentation. See kmk_presentation.
 *
 * The following writes are refused, each with its own issue:
 *
 * - "write-wrong-case": the pointer goes through a case that is not the current case of the presented
 *   value, the optional child or the element of a navigation path.
 * - "duplicate-element-id": a row would get the id of another row.
 * - "state-misfit": an operator at or below the pointer could not use the value (see kmk_store_new).
 *
 * Owns: value borrowed. Fails: INVALID_ARGUMENT (NULL, malformed pointer, a refused write), NOT_FOUND (no
 * container there, no such element), TOO_DEEP, LIMIT (see limit.h), NO_MEMORY. Threads: callback. Since:
 * 0.1.
 */
kmk_status kmk_state_set(kmk_state *state, const char *pointer, const json_t *value);

/**
 * Writes a value at a pointer, and takes ownership of the value.
 *
 * The pointer "" replaces the whole of the reducer's part of the state. The rules of kmk_state_set apply.
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT (NULL, malformed pointer, a refused write), NOT_FOUND (no
 * container there, no such element), TOO_DEEP, LIMIT (see limit.h), NO_MEMORY. Threads: callback. Since:
 * 0.1.
 */
kmk_status kmk_state_set_new(kmk_state *state, const char *pointer, json_t *value);

/**
 * Inserts a value before an array index, or at the end ("/rows/-"), like "add" in RFC 6902.
 *
 * In an object this works like kmk_state_set_new.
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT (NULL, malformed pointer, a refused value), NOT_FOUND (no
 * container there, an index past the end), TOO_DEEP, LIMIT (see limit.h), NO_MEMORY. Threads: callback.
 * Since: 0.1.
 */
kmk_status kmk_state_insert_new(kmk_state *state, const char *pointer, json_t *value);

/**
 * Moves the value at one pointer to another, like "move" in RFC 6902.
 *
 * Within an array this reorders the elements. Moving the value out of a presentation slot ends the
 * presentation. A value may be moved to the place of the object or array that contains it. Operators then
 * check the value at its new place; the removal from the old place is not checked.
 *
 * Fails: INVALID_ARGUMENT (NULL, malformed pointer, moving a value into itself, a value refused at its new
 * place; the value then stays where it is), NOT_FOUND (no value to move, no container for the new place),
 * TOO_DEEP, NO_MEMORY. Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_move(kmk_state *state, const char *from, const char *to);

/**
 * Removes a member of an object or an element of an array.
 *
 * Removing the value of a presentation slot dismisses the feature. The id of a row cannot be removed, nor
 * can the member "id" or "element" of a navigation path entry ("state-misfit").
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
 * The issue that the write raised contains the same details. This works after any function that writes to
 * the reducer's state, and describes the last write that failed.
 *
 * @param status  the status that the write returned. If it is KMK_OK, error does not change.
 *
 * NULL: a NULL state is reported in error as missing; error may be NULL. Fails: never. Threads: callback.
 * Since: 0.2.
 */
void kmk_state_error(const kmk_state *state, kmk_status status, kmk_error *error);

/* ------------------------------------------------------------ environment */

/**
 * Returns the JSON value that the nearest kmk_dependency provides for a key, or NULL.
 *
 * In a test store the issue "unimplemented-dependency" is also raised if no value is provided.
 *
 * Owns: result borrowed, valid during the reduce call. NULL: returns NULL. Threads: callback. Since: 0.1.
 */
const json_t *kmk_env_dependency(const kmk_env *env, const char *key);

/**
 * Returns the service that the nearest kmk_dependency_pointer provides for a key, or NULL.
 *
 * If no kmk_dependency_pointer provides the key, the issue "missing-dependency" is raised, or
 * "unimplemented-dependency" in a test store. To make a service optional, call kmk_dependency_pointer with
 * NULL.
 *
 * The service lives as long as the store. An effect that may outlast the store, such as a function on a
 * worker thread, needs a reference of its own.
 *
 * Owns: result borrowed. NULL: returns NULL. Threads: callback. Since: 0.1.
 */
void *kmk_env_pointer(const kmk_env *env, const char *key);

/**
 * Returns the loop's clock in nanoseconds. The clock never goes backwards. A virtual clock starts at 0.
 *
 * NULL: returns 0. Threads: callback. Since: 0.1.
 */
uint64_t kmk_env_now(const kmk_env *env);

/**
 * Returns the wall clock in nanoseconds since 1970.
 *
 * On a virtual loop this is the loop's clock, until kmk_loop_suspend or kmk_loop_set_date has moved the date. A
 * kmk_dependency "date" around the reducer overrides it.
 *
 * NULL: returns 0. Threads: callback. Since: 0.1.
 */
int64_t kmk_env_date(const kmk_env *env);

/**
 * Writes a fresh UUID: 36 characters, with lower-case hexadecimal digits, and a NUL.
 *
 * On a virtual loop the UUIDs of each store count up from 00000000-0000-0000-0000-000000000000. A
 * kmk_dependency "uuid" around the reducer overrides them.
 *
 * NULL: if env is NULL, writes ""; if out is NULL, does nothing. Threads: callback. Since: 0.1.
 */
void kmk_env_uuid(const kmk_env *env, char out[37]);

/**
 * Returns whether the feature is inside a presentation, that is, whether kmk_effect_dismiss can dismiss it.
 *
 * An alert or a dialog (an ephemeral value) does not count, since its own actions dismiss it.
 *
 * NULL: returns false. Threads: callback. Since: 0.1.
 */
bool kmk_env_is_presented(const kmk_env *env);

#ifdef __cplusplus
}
#endif
#endif

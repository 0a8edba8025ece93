/**
 * What a reducer has in hand: the action, the state it may change, and its environment.
 *
 * A kmk_state and a kmk_env are lent to a kmk_reduce_fn for one call. They must not be kept, nor
 * used on another thread. Pointers start at the reducer's own part of the state: a child attached
 * by kmk_scope("/child", ...) reads its count as "/count". A value that is read here is borrowed
 * until the next write; kmk_json_retain makes a snapshot of it.
 *
 * A write that is not done answers a status and changes nothing. Since a reducer can hardly do
 * anything about it, it also raises the issue "write-failed", with the place, the reason and the
 * operator around the reducer, or an issue that says more ("duplicate-element-id",
 * "write-wrong-case", "state-misfit").
 */
#ifndef KUMIKI_STATE_H
#define KUMIKI_STATE_H

#include "base.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The state in hand, valid only inside the reduce call. */
typedef struct kmk_state kmk_state;

/** The dependencies in hand, valid only inside the reduce call. */
typedef struct kmk_env kmk_env;

/* ---------------------------------------------------------------- actions */

/**
 * Tells whether an action is the case that a case path names, with or without a payload.
 *
 * "destination" and "destination.dismiss" both match {"destination": "dismiss"}.
 *
 * Owns: borrowed. NULL: false. Threads: any. Since: 0.1.
 */
bool kmk_action_is(const json_t *action, const char *case_path);

/**
 * Returns the payload of an action that is the named case, NULL where it is another one.
 *
 * A case without a payload has the payload json_null(), whichever of its forms it was written in:
 * "increment", {"increment": null} or {"increment": {}}. So an empty object that is a payload, of a case such as
 * {"filter", "[text: text]"}, is json_null() here too: json_object_get(action, "filter") has it as it was
 * written, and so has the function of a kmk_handler.
 *
 * Owns: result borrowed from the action. NULL: NULL. Threads: any. Since: 0.1.
 */
const json_t *kmk_action_payload(const json_t *action, const char *case_path);

/* ------------------------------------------------------------------ state */

/**
 * Returns the whole state in hand.
 *
 * Owns: result borrowed, until the next write. NULL: NULL. Threads: callback. Since: 0.1.
 */
const json_t *kmk_state_json(const kmk_state *state);

/**
 * Returns the value at a pointer, NULL where there is nothing or the pointer is malformed.
 *
 * Owns: result borrowed, until the next write. NULL: NULL. Threads: callback. Since: 0.1.
 */
const json_t *kmk_state_get(const kmk_state *state, const char *pointer);

/**
 * Writes a value at a pointer; "" replaces the whole state in hand.
 *
 * The container around the place must be there. A member of an object is added or replaced, an
 * element of an array replaced. The value may be taken from the state itself.
 *
 * Writing exactly at the pointer of a presentation slot is what presents, replaces and dismisses:
 * null dismisses, another case of an enum (or a changed id_key) is a new presentation, the same
 * case keeps the one that is up. See kmk_presentation.
 *
 * A pointer through a case that the presented value, an optional child or a path's element is not
 * in, and a row whose id another row has, are refused and raise "write-wrong-case" and
 * "duplicate-element-id". So is what an operator at or below the pointer could not use, as in
 * kmk_store_new, with "state-misfit".
 *
 * Owns: value borrowed. Fails: INVALID_ARGUMENT (NULL, malformed pointer, a refused write),
 * NOT_FOUND (no container there, no such element), TOO_DEEP, NO_MEMORY. Threads: callback. Since:
 * 0.1.
 */
kmk_status kmk_state_set(kmk_state *state, const char *pointer, const json_t *value);

/**
 * Does what kmk_state_set does, with a value that it takes over.
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT, NOT_FOUND, TOO_DEEP, NO_MEMORY. Threads: callback.
 * Since: 0.1.
 */
kmk_status kmk_state_set_new(kmk_state *state, const char *pointer, json_t *value);

/**
 * Inserts a value, as "add" of RFC 6902: into an array before an index, "/rows/-" at its end.
 *
 * In an object it is kmk_state_set_new.
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT (NULL, malformed pointer, a refused value), NOT_FOUND
 * (no container there, an index past the end), TOO_DEEP, NO_MEMORY. Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_insert_new(kmk_state *state, const char *pointer, json_t *value);

/**
 * Takes the value at one pointer out and inserts it at another, as "move" of RFC 6902.
 *
 * Within an array it reorders. Moving the value of a presentation slot away ends its presentation. A value may
 * replace the object or array that contains it. Operators then check the new value, not what was left without it.
 *
 * Fails: INVALID_ARGUMENT (NULL, malformed pointer, a value into itself, one that is refused at to:
 * it stays where it is), NOT_FOUND (nothing at from, no container at to), TOO_DEEP, NO_MEMORY.
 * Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_move(kmk_state *state, const char *from, const char *to);

/**
 * Removes a member of an object or an element of an array.
 *
 * Removing a presentation slot dismisses. A row's id, and the id and the element of a path's entry,
 * cannot be removed ("state-misfit").
 *
 * Fails: INVALID_ARGUMENT (NULL, malformed pointer, "", a refused removal), NOT_FOUND (nothing
 * there), NO_MEMORY. Threads: callback. Since: 0.1.
 */
kmk_status kmk_state_remove(kmk_state *state, const char *pointer);

/**
 * Fills in the details of a write that was just refused: the reason, and the place in the store's
 * state.
 *
 *     kmk_status status = kmk_state_set_new(state, "/age", json_string("five"));
 *     kmk_error error;
 *     if (status != KMK_OK)
 *       kmk_state_error(state, status, &error);
 *
 * They are those of the issue that the write has raised. It answers for every call that writes into
 * the state in hand, and only for the last one that failed.
 *
 * @param status  what the write answered; KMK_OK: error is left alone.
 *
 * NULL: fills in that there is no state in hand; error may be. Fails: never. Threads: callback.
 * Since: 0.2.
 */
void kmk_state_error(const kmk_state *state, kmk_status status, kmk_error *error);

/* ------------------------------------------------------------ environment */

/**
 * Returns the JSON value that the nearest kmk_dependency gives for a key, or NULL.
 *
 * In a test store a key without a value also raises "unimplemented-dependency".
 *
 * Owns: result borrowed, valid during the reduce call. NULL: NULL. Threads: callback. Since: 0.1.
 */
const json_t *kmk_env_dependency(const kmk_env *env, const char *key);

/**
 * Returns the service that the nearest kmk_dependency_pointer gives for a key, or NULL.
 *
 * A key for which nobody gives one raises "missing-dependency", in a test store
 * "unimplemented-dependency". A service that is optional is given as NULL.
 *
 * It is there for as long as the store; an effect that may outlast the store, on a worker thread,
 * needs a hold of its own.
 *
 * Owns: result borrowed. NULL: NULL. Threads: callback. Since: 0.1.
 */
void *kmk_env_pointer(const kmk_env *env, const char *key);

/**
 * Returns the loop's clock in nanoseconds. It never goes back; a virtual one starts at 0.
 *
 * NULL: 0. Threads: callback. Since: 0.1.
 */
uint64_t kmk_env_now(const kmk_env *env);

/**
 * Returns the wall clock in nanoseconds since 1970; of a virtual loop, its clock; under a
 * kmk_dependency "date", what that says.
 *
 * NULL: 0. Threads: callback. Since: 0.1.
 */
int64_t kmk_env_date(const kmk_env *env);

/**
 * Writes a fresh UUID: 36 characters, hexadecimal digits in lower case, and a NUL.
 *
 * On a virtual loop they count up from 00000000-0000-0000-0000-000000000000 in each store. Under a
 * kmk_dependency "uuid" they are what that says.
 *
 * NULL: NULL env writes ""; NULL out does nothing. Threads: callback. Since: 0.1.
 */
void kmk_env_uuid(const kmk_env *env, char out[37]);

/**
 * Tells whether the feature is inside a presentation: where kmk_effect_dismiss has an addressee.
 *
 * An ephemeral value, an alert or a dialog, is no such presentation: its own actions dismiss it.
 *
 * NULL: false. Threads: callback. Since: 0.1.
 */
bool kmk_env_is_presented(const kmk_env *env);

#ifdef __cplusplus
}
#endif
#endif

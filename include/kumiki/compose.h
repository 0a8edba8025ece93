/**
 * More operators: children of a case, dynamic reducers, recursion, bindings, and reactions to changes.
 */
#ifndef KUMIKI_COMPOSE_H
#define KUMIKI_COMPOSE_H

#include "base.h"
#include "effect.h"
#include "reducer.h"
#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Attaches a child to one case of a state enum. The child runs first, then the parent.
 *
 * If the state is in another case, an action for the child raises "wrong-case", and the parent still runs.
 * When the parent sets another case, or changes the member named by the option id_key, the child's effects
 * are cancelled.
 *
 * @param options  NULL means all defaults.
 *
 * Owns: strings and options copied, parent and child consumed, reducer new. NULL: options may be NULL; any
 * other NULL makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_if_case_let(kmk_reducer *parent, const char *state_case, const char *action_case,
                             const kmk_slot_options *options, kmk_reducer *child);

/**
 * Chooses a reducer, based on the state and the action.
 *
 * Both arguments are borrowed for the call. The result is consumed; NULL means that no reducer runs. The
 * function runs on the loop's thread, once for every action that reaches it. It may not call its store.
 *
 * Even before an action reaches the function, the store may have to find a slot, rows or a navigation path
 * inside the chosen reducer. In this case the store calls the function with a null action (json_null()),
 * perhaps several times, to find out which reducer the function chooses for the current state.
 */
typedef kmk_reducer *(*kmk_reader_fn)(const json_t *state, const json_t *action, void *user_data);

/**
 * Creates a dynamic reducer: for each action, fn chooses the reducer that runs.
 *
 * In a kmk_combine, fn receives the state as the previous members left it. An action that the chosen
 * reducer does not handle is ignored without an issue. An action that does not match the chosen reducer
 * raises "action-misfit" and is dropped. The same happens if dynamic reducers choose themselves, or each
 * other, endlessly.
 *
 * Owns: reducer new; free_fn runs once, when no reducer or store contains the new reducer any longer. NULL:
 * a NULL fn makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_reader(kmk_reader_fn fn, void *user_data, kmk_free_fn free_fn);

/**
 * Chooses a reducer as a kmk_reader_fn does, but can also read the dependencies. env is borrowed for the
 * call.
 */
typedef kmk_reducer *(*kmk_reader_env_fn)(const json_t *state, const json_t *action, kmk_env *env,
                                          void *user_data);

/**
 * Creates a dynamic reducer whose function can also read the dependencies.
 *
 * For each action, fn chooses the reducer that runs. The rules of kmk_reader apply.
 *
 * Owns: reducer new; free_fn runs once, when no reducer or store contains the new reducer any longer. NULL:
 * a NULL fn makes an invalid reducer. Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_reader_env(kmk_reader_env_fn fn, void *user_data, kmk_free_fn free_fn);

/** Builds a reducer that contains itself: self stands for the result. Both self and the result are
 * consumed. The function is called once. */
typedef kmk_reducer *(*kmk_recurse_fn)(kmk_reducer *self, void *user_data);

/**
 * Creates a reducer that contains itself. fn receives a reducer that stands for the result of fn.
 *
 * To use self in two places, call kmk_reducer_retain. Each level of the recursion may have its own part of
 * the state, or only its own actions: kmk_scope("", "inner", self) runs on the same state.
 *
 * Owns: reducer new; free_fn runs before the call returns. NULL: a NULL fn, or an fn that returns NULL,
 * makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_recurse(kmk_recurse_fn fn, void *user_data, kmk_free_fn free_fn);

/**
 * A field of a state that views may write, and the kind of its values.
 *
 *     {"/name", "text"}, {"/settings/volume", "unsigned"}, {"/nickname", "text?"}
 */
typedef struct kmk_field {
  const char *pointer; /* relative to the reducer's state */
  const char *kind;    /* integer, unsigned, number, text, boolean or any, or an array or object as in
                          kmk_shape. A question mark allows null too. "shape" stands for the kind that
                          kmk_shape declares for that place. */
} kmk_field;

/**
 * Writes the value that a view's binding sends: {"binding": {"path": "/name", "value": "x"}}.
 *
 * Only the given fields can be written, each at its own pointer and not below it, with a value of the
 * declared kind. The place must exist, except that a member whose kind has a question mark may be absent.
 * Any other write raises "binding-failed" and changes nothing. If only a part of an array or object does
 * not match, the issue names the place of that part, such as /tags/1.
 *
 * @param action_case  usually "binding".
 *
 * Owns: array and strings copied, reducer new. NULL: NULL fields if count is not 0, or a NULL in a field,
 * makes an invalid reducer. Fails, through the reducer: INVALID_ARGUMENT (a malformed pointer, a string
 * that is not a kind). Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_binding_fields(const char *action_case, size_t count, const kmk_field *fields);

#ifndef __cplusplus
/* Calls kmk_binding_fields with a list of fields: KMK_BINDING_FIELDS("binding", {"/name", "text"}). Since:
 * 0.2. */
#define KMK_BINDING_FIELDS(action_case, ...)                                                       \
  kmk_binding_fields((action_case), KMK_COUNT(((const kmk_field[]){__VA_ARGS__})),                 \
                     (const kmk_field[]){__VA_ARGS__})
#endif

/**
 * Writes the value that a view's binding sends, of any kind and at any place.
 *
 * Deprecated: with this operator a view can replace the whole state, or put a value of any kind anywhere.
 * Declare the fields that views may write with kmk_binding_fields.
 *
 * The path is relative to this reducer's state, and its place must exist; if it does not, "binding-failed"
 * is raised and nothing changes. A write cannot append an element to an array.
 *
 * @param action_case  usually "binding".
 *
 * Owns: string copied, reducer new. NULL: makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_bindings(const char *action_case)
    KMK_DEPRECATED("use kmk_binding_fields, which writes the fields that it is given");

/**
 * Handles a change, as a kmk_reduce_fn handles an action. The values are borrowed; an absent value
 * is NULL.
 */
typedef kmk_effect *(*kmk_change_fn)(kmk_state *state, const json_t *old_value,
                                     const json_t *new_value, const json_t *action, kmk_env *env,
                                     void *user_data);

/**
 * Runs a function after each action for which a reducer (the base) changes the value at a pointer.
 *
 * The library keeps the value from before the action, and compares it with the value after the base has
 * run. A write inside a kept value copies that value, so use this for scalars and small values. The
 * function is not called again for its own changes. The effects of the base and the function are merged, in
 * that order.
 *
 * Owns: base consumed, pointer copied, reducer new; free_fn runs once, when no reducer or store contains
 * the new reducer any longer. NULL: makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_on_change(kmk_reducer *base, const char *state_path, kmk_change_fn change,
                           void *user_data, kmk_free_fn free_fn);

/**
 * Prints each action that a reducer receives, and the resulting changes, to standard error.
 *
 * The reducer itself works as before. The state before each step is kept, so each write copies the
 * containers that it changes. Use this for debugging, not in a release.
 *
 * @param label  printed before each line; NULL or "": no label.
 *
 * Owns: base consumed, label copied, reducer new. NULL: a NULL base makes an invalid reducer. Threads: any,
 * callback. Since: 0.1.
 */
kmk_reducer *kmk_print_changes(kmk_reducer *base, const char *label);

#ifdef __cplusplus
}
#endif
#endif

/**
 * Further ways to compose reducers: by the state's case, by choice, with themselves, around others.
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
 * Attaches a child to one case of a state that is an enum: the child first, then the parent.
 *
 * A child action in another case raises "wrong-case", and the parent runs. When the parent moves to
 * another case, or the payload's id (options) changes, the child's effects are cancelled.
 *
 * @param options  NULL: all defaults.
 *
 * Owns: texts and options copied, parent and child consumed, reducer new. NULL: options may be; any
 * other NULL makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_if_case_let(kmk_reducer *parent, const char *state_case, const char *action_case,
                             const kmk_slot_options *options, kmk_reducer *child);

/**
 * Chooses a reducer by the state and the action.
 *
 * Both arguments are borrowed for the call. The result is consumed; NULL: nothing for this action.
 * Runs once for every action that reaches it, on the loop's thread; it may not call on its store.
 *
 * Where the store is asked for a slot, rows or a path that no action has reached yet, it is called
 * with the action null (json_null()), perhaps several times, to see what is chosen for the state.
 */
typedef kmk_reducer *(*kmk_reader_fn)(const json_t *state, const json_t *action, void *user_data);

/**
 * Asks for a reducer for each action, with the state as the members before it left it, and runs it.
 *
 * An action that the chosen reducer does not read is ignored without an issue. One that does not
 * fit it raises "action-misfit" and is dropped; so is one for which readers answer themselves, or
 * each other, without end.
 *
 * Owns: reducer new; free_fn runs when the last reducer and store that contain it have gone.
 * NULL: NULL fn makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_reader(kmk_reader_fn fn, void *user_data, kmk_free_fn free_fn);

/** As kmk_reader_fn, with the dependencies in force there: env is lent for the call. */
typedef kmk_reducer *(*kmk_reader_env_fn)(const json_t *state, const json_t *action, kmk_env *env,
                                          void *user_data);

/**
 * Does what kmk_reader does, with a function that may choose by its dependencies too.
 *
 * Owns: reducer new; free_fn runs when the last reducer and store that contain it have gone.
 * NULL: NULL fn makes an invalid reducer. Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_reader_env(kmk_reader_env_fn fn, void *user_data, kmk_free_fn free_fn);

/** Builds a reducer around itself: consumes self, and its result is consumed. Called once. */
typedef kmk_reducer *(*kmk_recurse_fn)(kmk_reducer *self, void *user_data);

/**
 * Makes a reducer that contains itself: fn is given a reducer that stands for its own result.
 *
 * To use self in two places, kmk_reducer_retain it. A level may be a part of the state, or only of
 * the actions: kmk_scope("", "inner", self) runs on the same state.
 *
 * Owns: reducer new; free_fn runs before this returns. NULL: NULL fn, and a NULL result of it, make
 * an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_recurse(kmk_recurse_fn fn, void *user_data, kmk_free_fn free_fn);

/**
 * A field of a state that views may write, and what it may become.
 *
 *     {"/name", "text"}, {"/settings/volume", "unsigned"}, {"/nickname", "text?"}
 */
typedef struct kmk_field {
  const char *pointer; /* from the state of the reducer */
  const char *kind;    /* as a payload of kmk_case: integer, unsigned, number, text, boolean or any,
                          with a question mark where null is right too, or with parts as in kmk_shape;
                          or shape: what kmk_shape says of that place */
} kmk_field;

/**
 * Writes what a view's binding sends: {"binding": {"path": "/name", "value": "x"}}.
 *
 * Only the fields that are given can be written, each at its own pointer and not below it, with a
 * value of its kind. What the pointer names must be there; a member of a kind with a question mark
 * may be absent from its object. Any other write raises "binding-failed", and nothing changes; of a
 * value with parts the issue names the one that does not fit: /tags/1.
 *
 * @param action_case  usually "binding".
 *
 * Owns: array and texts copied, reducer new. NULL: NULL fields with a count, or a NULL in one,
 * makes an invalid reducer. Fails, through the reducer: INVALID_ARGUMENT (a malformed pointer, what
 * is no kind). Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_binding_fields(const char *action_case, size_t count, const kmk_field *fields);

#ifndef __cplusplus
/* kmk_binding_fields of what stands here: KMK_BINDING_FIELDS("binding", {"/name", "text"}).
 * Since: 0.2. */
#define KMK_BINDING_FIELDS(action_case, ...)                                                       \
  kmk_binding_fields((action_case), KMK_COUNT(((const kmk_field[]){__VA_ARGS__})),                 \
                     (const kmk_field[]){__VA_ARGS__})
#endif

/**
 * Writes what a view's binding sends, whatever it names and whatever it is.
 *
 * Deprecated: a view may then replace the whole state, and put a value of any kind anywhere.
 * Declare with kmk_binding_fields what views may write.
 *
 * The path is seen from this reducer, and what it names must be there: else "binding-failed", and
 * nothing changes. A new element is not appended.
 *
 * @param action_case  usually "binding".
 *
 * Owns: text copied, reducer new. NULL: an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_bindings(const char *action_case)
    KMK_DEPRECATED("use kmk_binding_fields, which writes the fields that it is given");

/**
 * Answers a change: the values are borrowed, NULL where there is nothing. As kmk_reduce_fn.
 */
typedef kmk_effect *(*kmk_change_fn)(kmk_state *state, const json_t *old_value,
                                     const json_t *new_value, const json_t *action, kmk_env *env,
                                     void *user_data);

/**
 * Runs a function when the base has changed what is at a pointer, once for each action.
 *
 * The value is compared before and after the base's step, and kept meanwhile: use it on scalars and
 * small values. What the function changes is not compared again. Effects are merged, the base's
 * first.
 *
 * Owns: base consumed, pointer copied, reducer new; free_fn runs when the last reducer and store
 * that contain it have gone. NULL: an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_on_change(kmk_reducer *base, const char *state_path, kmk_change_fn change,
                           void *user_data, kmk_free_fn free_fn);

/**
 * Writes each action of a reducer, and what it changed, to standard error.
 *
 * It changes nothing itself. It keeps the state before each step, so writes copy: for looking, not
 * for shipping.
 *
 * @param label  stands before each line; NULL or "": nothing.
 *
 * Owns: base consumed, label copied, reducer new. NULL: NULL base makes an invalid reducer.
 * Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_print_changes(kmk_reducer *base, const char *label);

#ifdef __cplusplus
}
#endif
#endif

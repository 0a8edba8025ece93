/**
 * Reducers: functions that change a state when an action arrives, and the operators that combine them.
 *
 * A reducer handle is immutable. Constructors consume the reducers passed to them and never return NULL. A
 * mistake (a NULL, a malformed pointer or an empty case path) results in an invalid reducer, which carries
 * its first error through all surrounding operators to kmk_store_new. A reducer tree can therefore be
 * written as one expression:
 *
 *     kmk_presentation(kmk_reducer_new(parent, NULL, NULL), "/destination", "destination", NULL,
 *         kmk_combine(2, (kmk_reducer *[]){
 *             kmk_scope_case("counter", "counter", kmk_reducer_new(counter, NULL, NULL)),
 *             kmk_scope_case("search", "search", kmk_feature("search"))}))
 *
 * The pointers and case paths of an operator are relative to the state and the actions of the surrounding
 * reducer. The child sees only its own part of the state.
 *
 * Reducers may be nested up to KMK_MAX_DEPTH levels. A reducer with more levels is refused with
 * KMK_ERR_TOO_DEEP, as is a reducer too deep for the stack space left on the thread that creates the store.
 */
#ifndef KUMIKI_REDUCER_H
#define KUMIKI_REDUCER_H

#include "base.h"
#include "effect.h"
#include "error.h"
#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A reference to a reducer, consumed by a constructor or a store. If unused, free it with kmk_reducer_free.
 */
typedef struct kmk_reducer kmk_reducer;

/**
 * Handles one action: changes the state and returns the effect to run, or NULL.
 *
 * Runs on the loop's thread, for every action that reaches this reducer. The function may send (the action
 * is buffered and reduced afterwards), post, subscribe to other stores, and free anything. It may not query
 * its own store. It cannot return an error: keep errors in the state. The returned effect is consumed. All
 * arguments are borrowed for the call.
 */
typedef kmk_effect *(*kmk_reduce_fn)(kmk_state *state, const json_t *action, kmk_env *env,
                                     void *user_data);

/* Begins the definition of a static kmk_reduce_fn, which may leave parameters unused (KMK_UNUSED). Since:
 * 0.3. */
#define KMK_REDUCE_FN(name)                                                                        \
  static kmk_effect *name(KMK_UNUSED kmk_state *state, KMK_UNUSED const json_t *action,            \
                          KMK_UNUSED kmk_env *env, KMK_UNUSED void *user_data)

/* ------------------------------------------------------------- the basics */

/**
 * Creates a reducer from a C function.
 *
 * Owns: reducer new; free_fn runs once, when no reducer or store contains the new reducer any longer. NULL:
 * a NULL reduce makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_reducer_new(kmk_reduce_fn reduce, void *user_data, kmk_free_fn free_fn);

/**
 * Returns a second reference, so that one reducer can be used in two places.
 *
 * Owns: reducer borrowed, result new. NULL: returns NULL. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_reducer_retain(kmk_reducer *reducer);

/**
 * Frees a reference that no call has consumed.
 *
 * Owns: consumes reducer. NULL: does nothing. Threads: any, callback. Since: 0.1.
 */
void kmk_reducer_free(kmk_reducer *reducer);

/**
 * Runs reducers in order on the same state and merges their effects in that order.
 *
 * Each reducer sees the state as the previous one left it. NULL members are skipped. With no members, the
 * result is a reducer that does nothing.
 *
 * Owns: array borrowed, members consumed, reducer new. NULL: if the array is NULL and count is not 0, the
 * result is an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_combine(size_t count, kmk_reducer *const *reducers);

#ifndef __cplusplus
/* Calls kmk_combine with a list of reducers: KMK_COMBINE(counter, search). Since: 0.2. */
#define KMK_COMBINE(...)                                                                           \
  kmk_combine(KMK_COUNT(((kmk_reducer *[]){__VA_ARGS__})), (kmk_reducer *[]){__VA_ARGS__})
#endif

/**
 * Creates a reducer that does nothing, for a child that has a state to show but no actions to handle.
 *
 * Owns: reducer new. Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_empty(void);

/**
 * Runs a child on a part of the state, for the actions of one case.
 *
 * Actions that the child's effects send are wrapped in that case. If there is no value at state_path, an
 * action for the child raises the issue "absent-child".
 *
 * @param state_path   JSON Pointer to the child's state.
 * @param action_case  case path of the child's actions.
 *
 * Owns: strings copied, child consumed, reducer new. NULL: makes an invalid reducer. Threads: any,
 * callback. Since: 0.1.
 */
kmk_reducer *kmk_scope(const char *state_path, const char *action_case, kmk_reducer *child);

/**
 * Runs a child on the payload of one case of a state enum: {"counter": {"count": 1}}.
 *
 * If the state is in another case, an action for the child raises the issue "wrong-case" and the child does
 * not run.
 *
 * @param state_case   the case's name.
 * @param action_case  case path of the child's actions.
 *
 * Owns: strings copied, child consumed, reducer new. NULL: makes an invalid reducer. Threads: any,
 * callback. Since: 0.1.
 */
kmk_reducer *kmk_scope_case(const char *state_case, const char *action_case, kmk_reducer *child);

/* -------------------------------------------- children that come and go */

/** Whether the value in a slot is an enum. In an enum, a value with another case counts as a new value. */
typedef enum kmk_state_kind {
  KMK_STATE_AUTO = 0, /* an enum if the child contains a kmk_scope_case that applies to the value; if the
                         child consists only of kmk_scope_case operators, their cases and the ephemeral
                         cases are the only cases of the enum */
  KMK_STATE_STRUCT,
  KMK_STATE_ENUM /* an enum, with any cases */
} kmk_state_kind;

/**
 * How a slot distinguishes one value from the next, and which values are dismissed automatically.
 *
 * Initialize it with KMK_SLOT_OPTIONS_INIT. Any version of the struct since 0.1 is accepted; a size smaller
 * than in 0.1 makes the reducer invalid.
 */
typedef struct kmk_slot_options {
  /* sizeof(kmk_slot_options) */
  size_t size;

  kmk_state_kind kind;

  /* The key of a member of the value (for an enum, of its payload). If that member changes, the value
   * counts as a new value. NULL means no such member. */
  const char *id_key;

  /* The cases that are alerts or dialogs, ending with NULL: any action of such a case dismisses it. NULL
   * means no such cases. */
  const char *const *ephemeral_cases;

  /* Whether the whole slot is one alert or dialog, so that any action of the child dismisses it. */
  bool ephemeral;
} kmk_slot_options;
#define KMK_SLOT_OPTIONS_INIT { sizeof(kmk_slot_options), KMK_STATE_AUTO, NULL, NULL, false }

/**
 * Attaches an optional child, whose state is either a value or null (or absent).
 *
 * The child runs first, then the parent. When the parent removes the child's value, or replaces it with a
 * value that counts as new (kmk_slot_options), the child's effects are cancelled. If the child is null, an
 * action for it raises the issue "absent-child", and the parent still runs. An ephemeral child becomes null
 * after each of its own actions, once the parent has run, unless the parent has replaced it.
 *
 * @param options  NULL means all defaults.
 *
 * Owns: strings and options copied, parent and child consumed, reducer new. NULL: options may be NULL; any
 * other NULL makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_if_let(kmk_reducer *parent, const char *state_path, const char *action_case,
                        const kmk_slot_options *options, kmk_reducer *child);

/**
 * Attaches a presentation slot, which is null (or absent) or holds the state of a presented feature.
 *
 * Each presentation has an id in addition to its value (kmk_store_presentation_id). A write at the slot's
 * own pointer presents a feature if the slot was empty. Writing null dismisses the feature. A value that
 * counts as new (kmk_slot_options), or any ephemeral value, starts a new presentation. Any other value
 * keeps the current presentation.
 *
 * A write to a container around the slot is checked once, after this operator has run, by comparing the
 * value in the slot with the previous value. If the write removes the container, the presentation ends.
 *
 * When a presentation ends, the effects of everything in it are cancelled in the same burst. There is one
 * exception: if a reducer further out than this operator's parent writes into the slot, the effects are
 * cancelled when the next action reaches this operator, even if one of these effects sent that action.
 *
 * {"presented": A} runs the destination first, then the parent. "dismiss" runs the parent, which still sees
 * the presented state, and then empties the slot, unless the parent has put another presentation there. An
 * ephemeral value is dismissed after each of its own actions, once the parent has run, unless the parent
 * wrote to the slot. If the slot is empty, both actions raise "absent-destination", and the parent runs.
 *
 * @param options  NULL means all defaults.
 *
 * Owns: strings and options copied, parent and destination consumed, reducer new. NULL: options may be
 * NULL; any other NULL makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_presentation(kmk_reducer *parent, const char *state_path, const char *action_case,
                              const kmk_slot_options *options, kmk_reducer *destination);

/**
 * Attaches a presentation slot that can also be filled by an action.
 *
 * The slot works like a slot made by kmk_presentation, with four differences:
 *
 * - {"present": {"id": I, "state": S}} fills the slot before the parent runs. If id is absent, the
 *   presentation gets a new id. If id is the current presentation id, the presentation continues with the
 *   new state. If state is absent and the parent does not fill the slot, "present-not-hydrated" is raised.
 * - If the slot is empty, {"presented": A} raises "absent-destination", and the parent does not run.
 * - An ephemeral value is dismissed before the parent runs, not afterwards.
 * - "dismiss" empties the slot, whatever the parent has put there.
 *
 * Owns: strings and options copied, parent and destination consumed, reducer new. NULL: options may be
 * NULL; any other NULL makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_presentation_destination(kmk_reducer *parent, const char *state_path,
                                          const char *action_case, const kmk_slot_options *options,
                                          kmk_reducer *destination);

/* ------------------------------------------------------------ dependencies */

/**
 * Provides a named JSON value to a reducer, to everything inside it, and to their effects.
 *
 * Reducers read the value with kmk_env_dependency. If several kmk_dependency operators around a reducer
 * have the same key, the innermost one applies.
 *
 * Some keys also control the library itself, provided that the value has the type given here. Features
 * written in Swift see these keys too.
 *
 * - "date": an integer, in nanoseconds since 1970. kmk_env_date always returns it.
 * - "uuid": a UUID as a string. kmk_env_uuid always returns it. "incrementing" counts up: 0, 1, 2, ...
 * - "isPresented": true or false. kmk_env_is_presented returns it.
 *
 * Owns: base consumed, key copied, value borrowed, reducer new. NULL: makes an invalid reducer. Threads:
 * any, callback. Since: 0.1.
 */
kmk_reducer *kmk_dependency(kmk_reducer *base, const char *key, const json_t *value);

/**
 * Provides a named service, such as a database handle, to a reducer and to everything inside it.
 *
 * Reducers read the service with kmk_env_pointer. If several kmk_dependency_pointer operators around a
 * reducer have the same key, the innermost one applies.
 *
 * @param service  NULL hides a service that is provided further out.
 *
 * Owns: base consumed, key copied, reducer new; free_fn receives the service once, when no reducer or store
 * contains the new reducer any longer. NULL: service and free_fn may be NULL; any other NULL makes an
 * invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_dependency_pointer(kmk_reducer *base, const char *key, void *service,
                                    kmk_free_fn free_fn);

/* --------------------------------------------------------- features by name */

/**
 * Registers a feature under a name for the whole process, whatever language the feature is written in.
 *
 * A feature stays registered until kmk_feature_unregister is called, or for the life of the process. If the
 * reducer is invalid, the call fails with the reducer's error.
 *
 * @param initial_state  the state that kmk_store_open uses if its caller gives no state; NULL means no such
 *                       state.
 *
 * Owns: reducer consumed, name copied, initial_state borrowed. Fails: INVALID_ARGUMENT (NULL or "" name,
 * NULL reducer, a name that is taken, a mistake in the reducer), UNKNOWN_FEATURE (used in the reducer),
 * DECODE (a state that does not match), TOO_DEEP, NO_MEMORY. Threads: any, callback. Since: 0.1.
 */
kmk_status kmk_feature_register(const char *name, kmk_reducer *reducer, const json_t *initial_state,
                                kmk_error *error);

/**
 * Removes a feature's name, so that its code can be unloaded, and reloaded after a change.
 *
 * The call is refused while the feature is in use: while a reducer contains it, or while a handle to one of
 * its stores or scoped stores exists, even if the store has ended. Once the call has succeeded, the
 * reducer's free_fns have run. docs/threads.md lists what else keeps a plug-in's code in use.
 *
 * Owns: name borrowed. Fails: INVALID_ARGUMENT (NULL), NOT_FOUND (no such feature), BUSY. Threads: any,
 * callback. Since: 0.2.
 */
kmk_status kmk_feature_unregister(const char *name);

/**
 * Returns a registered feature as a reducer, for use in a reducer tree.
 *
 * A feature written in Swift keeps its own typed state in addition to the JSON. A feature that it presents
 * therefore keeps its presentation id even if C code writes to other places. If the initial state does not
 * match the feature, the store cannot be created. A later state that does not match raises the issue
 * "action-misfit". See docs/mixed.md.
 *
 * If the name is not registered at the time of the call, the result is an invalid reducer with the error
 * KMK_ERR_UNKNOWN_FEATURE.
 *
 * Owns: reducer new. NULL: makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_feature(const char *name);

#ifdef __cplusplus
}
#endif
#endif

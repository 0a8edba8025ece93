/**
 * Reducers: descriptions of how actions change a state, composed from small ones.
 *
 * A reducer handle is immutable. Constructors consume the reducers that they are given and never return
 * NULL. A mistake (a NULL, a malformed pointer, an empty case path) makes an invalid reducer, which carries
 * its first error to kmk_store_new, through all operators around it. So a reducer tree reads as one
 * expression:
 *
 *     kmk_presentation(kmk_reducer_new(parent, NULL, NULL), "/destination", "destination", NULL,
 *         kmk_combine(2, (kmk_reducer *[]){
 *             kmk_scope_case("counter", "counter", kmk_reducer_new(counter, NULL, NULL)),
 *             kmk_scope_case("search", "search", kmk_feature("search"))}))
 *
 * Pointers and case paths start at the reducer around the child; the child sees only its own part.
 *
 * Reducers may be nested KMK_MAX_DEPTH deep. Deeper nesting is the error KMK_ERR_TOO_DEEP, and so is a
 * reducer too deep for the remaining stack of the thread that makes the store.
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
 * A reference to a reducer. Consumed by a constructor or a store; otherwise free it with kmk_reducer_free.
 */
typedef struct kmk_reducer kmk_reducer;

/**
 * Handles one action: changes the state and returns the effect to run, or NULL.
 *
 * Runs on the loop's thread, for every action that reaches its place. It may send (the action is buffered
 * and reduced afterwards), post, subscribe to other stores and free anything; it may not query its own
 * store. It cannot fail: store errors in the state. The returned effect is consumed. All arguments are
 * borrowed for the call.
 */
typedef kmk_effect *(*kmk_reduce_fn)(kmk_state *state, const json_t *action, kmk_env *env,
                                     void *user_data);

/* Defines a kmk_reduce_fn: see KMK_UNUSED. Since: 0.3. */
#define KMK_REDUCE_FN(name)                                                                        \
  static kmk_effect *name(KMK_UNUSED kmk_state *state, KMK_UNUSED const json_t *action,            \
                          KMK_UNUSED kmk_env *env, KMK_UNUSED void *user_data)

/* ------------------------------------------------------------- the basics */

/**
 * Makes a reducer from a C function.
 *
 * Owns: reducer new; free_fn runs when the last reducer and store that contain it are gone. NULL: a NULL
 * reduce makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_reducer_new(kmk_reduce_fn reduce, void *user_data, kmk_free_fn free_fn);

/**
 * Makes a second reference, to use one reducer in two places.
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
 * Each reducer sees the state as the previous one left it. NULL members are left out; without members the
 * result is the reducer that does nothing.
 *
 * Owns: array borrowed, members consumed, reducer new. NULL: NULL reducers with a count makes an invalid
 * reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_combine(size_t count, kmk_reducer *const *reducers);

#ifndef __cplusplus
/* Calls kmk_combine with a list of reducers: KMK_COMBINE(counter, search). Since: 0.2. */
#define KMK_COMBINE(...)                                                                           \
  kmk_combine(KMK_COUNT(((kmk_reducer *[]){__VA_ARGS__})), (kmk_reducer *[]){__VA_ARGS__})
#endif

/**
 * Makes a reducer that does nothing, for a child that only shows its state.
 *
 * Owns: reducer new. Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_empty(void);

/**
 * Runs a child on a part of the state, for the actions of one case.
 *
 * The child's effects send their actions back inside that case. If nothing is at state_path, an action for
 * the child raises the issue "absent-child".
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
 * If the state is another case, an action for the child raises the issue "wrong-case" and the child does
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

/** Whether the value in a slot is an enum, whose case is a part of its identity. */
typedef enum kmk_state_kind {
  KMK_STATE_AUTO = 0, /* an enum if the child reaches into it by kmk_scope_case; if the child consists of
                         nothing else, the enum has these cases and the ephemeral ones */
  KMK_STATE_STRUCT,
  KMK_STATE_ENUM /* an enum, with any cases */
} kmk_state_kind;

/**
 * How a slot distinguishes one value from the next, and which values are dismissed automatically.
 *
 * Initialize it with KMK_SLOT_OPTIONS_INIT. Any size since version 0.1 is accepted; a smaller size makes an
 * invalid reducer.
 */
typedef struct kmk_slot_options {
  /* sizeof(kmk_slot_options) */
  size_t size;

  kmk_state_kind kind;

  /* A member of the value (of an enum's payload). If the member changes, the identity is new. NULL:
   * none. */
  const char *id_key;

  /* Cases that are an alert or a dialog: any of their actions dismisses it. Ends with NULL. NULL: none. */
  const char *const *ephemeral_cases;

  /* The whole slot is one alert or dialog: any action of the child dismisses. */
  bool ephemeral;
} kmk_slot_options;
#define KMK_SLOT_OPTIONS_INIT { sizeof(kmk_slot_options), KMK_STATE_AUTO, NULL, NULL, false }

/**
 * Attaches a plain optional child: null (or absent), or a value.
 *
 * The child runs first, then the parent. When the parent's step removes the child, or replaces the child by
 * one with another identity, the child's effects are cancelled. An action for a child that is null raises
 * the issue "absent-child", and the parent runs. After an action of an ephemeral child and the parent's
 * step, the child becomes null, unless the parent has replaced it.
 *
 * @param options  NULL: all defaults.
 *
 * Owns: strings and options copied, parent and child consumed, reducer new. NULL: options may be NULL; any
 * other NULL makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_if_let(kmk_reducer *parent, const char *state_path, const char *action_case,
                        const kmk_slot_options *options, kmk_reducer *child);

/**
 * Attaches a presentation slot: null (or absent), or the state of a presented feature.
 *
 * The slot has an identity in addition to its value (kmk_store_presentation_id). A write at the slot's own
 * pointer presents when it fills the slot and dismisses when it writes null. It presents again when it
 * writes another case, a changed id_key, or an ephemeral value; any other value keeps the presentation. A
 * write to a container around the slot is judged once, at the end of this operator's step, by comparing
 * with the value before. If a write leaves no container around the slot, the presentation ends. When a
 * presentation ends, the effects of everything in it are cancelled in the same burst. The only exception is
 * a write into the slot by a reducer further out than this operator's parent: the effects are then
 * cancelled with the next action that reaches this operator, even if they send that action themselves.
 *
 * {"presented": A} runs the destination first, then the parent. "dismiss" runs the parent, which still sees
 * the child, and then empties the slot, unless the parent has put another presentation there. An ephemeral
 * value is dismissed after any of its own actions and the parent's step, unless the parent wrote to the
 * slot. For an empty slot both actions raise "absent-destination", and the parent runs.
 *
 * @param options  NULL: all defaults.
 *
 * Owns: strings and options copied, parent and destination consumed, reducer new. NULL: options may be
 * NULL; any other NULL makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_presentation(kmk_reducer *parent, const char *state_path, const char *action_case,
                              const kmk_slot_options *options, kmk_reducer *destination);

/**
 * Attaches a presentation slot that can also be filled by an action.
 *
 * The slot works as with kmk_presentation, except for four points:
 *
 * - {"present": {"id": I, "state": S}} fills the slot before the parent's step. Without an id the
 *   presentation gets a fresh one; with the current presentation id, the presentation continues with the
 *   new state. Without a state the parent must fill the slot, otherwise "present-not-hydrated" is raised.
 * - {"presented": A} for an empty slot raises "absent-destination" and the parent does not run.
 * - An ephemeral value is dismissed before the parent's step, not after it.
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
 * Gives a named JSON value to a reducer, to everything inside it, and to their effects.
 *
 * Reducers read it with kmk_env_dependency. The override nearest to the reading reducer wins.
 *
 * Some keys also control the library itself, if their value has the form below; a feature written in Swift
 * sees them too:
 *
 * "date"         an integer: kmk_env_date, constant, in nanoseconds since 1970 "uuid"         a UUID as a
 * string: kmk_env_uuid, constant; or "incrementing": 0, 1, 2, ... "isPresented"  true or false:
 * kmk_env_is_presented
 *
 * Owns: base consumed, key copied, value borrowed, reducer new. NULL: makes an invalid reducer. Threads:
 * any, callback. Since: 0.1.
 */
kmk_reducer *kmk_dependency(kmk_reducer *base, const char *key, const json_t *value);

/**
 * Gives a named service to a reducer and to everything inside it: a database handle, a client.
 *
 * Reducers read it with kmk_env_pointer. The override nearest to the reading reducer wins.
 *
 * @param service  may be NULL, which hides a service given further out.
 *
 * Owns: base consumed, key copied, reducer new; free_fn receives the service when the last reducer and
 * store that contain it are gone. NULL: service and free_fn may be NULL; any other NULL makes an invalid
 * reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_dependency_pointer(kmk_reducer *base, const char *key, void *service,
                                    kmk_free_fn free_fn);

/* --------------------------------------------------------- features by name */

/**
 * Registers a feature under a name for the whole process, whichever language it is written in.
 *
 * A registered feature stays until kmk_feature_unregister, or for the life of the process. If the reducer
 * is invalid, the error is the one that it carries.
 *
 * @param initial_state  the state that kmk_store_open uses if its caller gives no state; NULL: none.
 *
 * Owns: reducer consumed, name copied, initial_state borrowed. Fails: INVALID_ARGUMENT (NULL or "" name,
 * NULL reducer, a name that is taken, a mistake in the reducer), UNKNOWN_FEATURE (inside the reducer),
 * DECODE (a state that does not match), TOO_DEEP, NO_MEMORY. Threads: any, callback. Since: 0.1.
 */
kmk_status kmk_feature_register(const char *name, kmk_reducer *reducer, const json_t *initial_state,
                                kmk_error *error);

/**
 * Removes a feature's name, so that its code may be unloaded, and loaded again after a change.
 *
 * Refused while the feature is in use: while a reducer contains it, or while a handle of one of its stores
 * or scoped stores exists, even of a store that has ended. Afterwards the reducer's free_fn functions have
 * run. docs/threads.md says what else keeps the code of a plug-in in use.
 *
 * Owns: name borrowed. Fails: INVALID_ARGUMENT (NULL), NOT_FOUND (no such feature), BUSY. Threads: any,
 * callback. Since: 0.2.
 */
kmk_status kmk_feature_unregister(const char *name);

/**
 * Returns a registered feature as a reducer, for use in a reducer tree.
 *
 * A feature written in Swift keeps its typed state beside the JSON: a feature that it presents keeps its
 * presentation id even when C writes to other places. A state that does not match the feature is an error
 * of the store that is made with it, and later the issue "action-misfit". See docs/mixed.md.
 *
 * A name that is not registered at the time of the call makes an invalid reducer, whose error is
 * KMK_ERR_UNKNOWN_FEATURE.
 *
 * Owns: reducer new. NULL: makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_feature(const char *name);

#ifdef __cplusplus
}
#endif
#endif

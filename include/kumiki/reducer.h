/**
 * Reducers: descriptions of how a state answers actions, composed from small ones.
 *
 * A reducer handle is immutable. Constructors consume the reducers they are given and never return
 * NULL: a mistake (a NULL, a malformed pointer, an empty case path) makes an invalid reducer that
 * carries its first error to kmk_store_new, whatever is composed around it, so that a composition
 * reads as one expression:
 *
 *     kmk_presentation(kmk_reducer_new(parent, NULL, NULL), "/destination", "destination", NULL,
 *         kmk_combine(2, (kmk_reducer *[]){
 *             kmk_scope_case("counter", "counter", kmk_reducer_new(counter, NULL, NULL)),
 *             kmk_scope_case("search", "search", kmk_feature("search"))}))
 *
 * Pointers and case paths are those of the reducer around the child; the child sees its own alone.
 *
 * Reducers may be nested KMK_MAX_DEPTH deep: what goes further is a mistake, KMK_ERR_TOO_DEEP. So
 * is a reducer too deep for what is left of the stack of the thread that makes the store.
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

/** A reference to a reducer. Consumed by a constructor or a store; else kmk_reducer_free. */
typedef struct kmk_reducer kmk_reducer;

/**
 * Answers one action: changes the state in hand and returns the effect to run, NULL for none.
 *
 * Runs on the loop's thread, for every action that reaches its place. It may send (the action is
 * buffered and reduced afterwards), post, subscribe to other stores and free anything; it may not
 * query its own store. It cannot fail: what went wrong belongs into the state. The returned effect
 * is consumed. All arguments are borrowed for the call.
 */
typedef kmk_effect *(*kmk_reduce_fn)(kmk_state *state, const json_t *action, kmk_env *env,
                                     void *user_data);

/* The head of a kmk_reduce_fn: see KMK_UNUSED. Since: 0.3. */
#define KMK_REDUCE_FN(name)                                                                        \
  static kmk_effect *name(KMK_UNUSED kmk_state *state, KMK_UNUSED const json_t *action,            \
                          KMK_UNUSED kmk_env *env, KMK_UNUSED void *user_data)

/* ------------------------------------------------------------- the basics */

/**
 * Makes a reducer of a C function.
 *
 * Owns: reducer new; free_fn runs when the last reducer and store that contain it have gone. NULL:
 * NULL reduce makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_reducer_new(kmk_reduce_fn reduce, void *user_data, kmk_free_fn free_fn);

/**
 * Makes a second reference, to use one reducer in two places.
 *
 * Owns: reducer borrowed, result new. NULL: NULL. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_reducer_retain(kmk_reducer *reducer);

/**
 * Frees a reference that nothing has consumed.
 *
 * Owns: consumes reducer. NULL: nothing happens. Threads: any, callback. Since: 0.1.
 */
void kmk_reducer_free(kmk_reducer *reducer);

/**
 * Runs reducers in order on the same state and merges their effects in that order.
 *
 * Each sees the state as the one before it left it. NULL members are left out; none at all is the
 * reducer that does nothing.
 *
 * Owns: array borrowed, members consumed, reducer new. NULL: NULL reducers with a count makes an
 * invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_combine(size_t count, kmk_reducer *const *reducers);

#ifndef __cplusplus
/* kmk_combine of the reducers that stand here: KMK_COMBINE(counter, search). Since: 0.2. */
#define KMK_COMBINE(...)                                                                           \
  kmk_combine(KMK_COUNT(((kmk_reducer *[]){__VA_ARGS__})), (kmk_reducer *[]){__VA_ARGS__})
#endif

/**
 * Makes the reducer that does nothing: for a child that only shows its state.
 *
 * Owns: reducer new. Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_empty(void);

/**
 * Runs a child on a part of the state, for the actions of one case.
 *
 * The child's effects send their actions back inside that case. If nothing is at state_path, an
 * action for the child raises the issue "absent-child".
 *
 * @param state_path   JSON Pointer of the child's state.
 * @param action_case  case path of the child's actions.
 *
 * Owns: texts copied, child consumed, reducer new. NULL: an invalid reducer.
 * Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_scope(const char *state_path, const char *action_case, kmk_reducer *child);

/**
 * Runs a child on the payload of one case of a state that is an enum: {"counter": {"count": 1}}.
 *
 * If the state is another case, an action for the child raises the issue "wrong-case" and the child
 * does not run.
 *
 * @param state_case   the case's name.
 * @param action_case  case path of the child's actions.
 *
 * Owns: texts copied, child consumed, reducer new. NULL: an invalid reducer.
 * Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_scope_case(const char *state_case, const char *action_case, kmk_reducer *child);

/* -------------------------------------------- children that come and go */

/** Whether the value in a slot is an enum, whose case is a part of its identity. */
typedef enum kmk_state_kind {
  KMK_STATE_AUTO = 0, /* an enum where the child reaches into it by kmk_scope_case; if it is made of
                         nothing else, its cases are those and the ephemeral ones */
  KMK_STATE_STRUCT,
  KMK_STATE_ENUM /* an enum, of whatever cases */
} kmk_state_kind;

/**
 * How a slot tells one value from the next, and which values close by themselves.
 *
 * Begin with KMK_SLOT_OPTIONS_INIT. Any size from that of version 0.1 on is taken; a smaller one makes
 * an invalid reducer.
 */
typedef struct kmk_slot_options {
  /* sizeof(kmk_slot_options) */
  size_t size;

  kmk_state_kind kind;

  /* A member of the value (of an enum: of its payload): a change is a new identity. NULL: none. */
  const char *id_key;

  /* Cases of an alert or a dialog: any action of theirs dismisses. Ends with NULL. NULL: none. */
  const char *const *ephemeral_cases;

  /* The whole slot is one alert or dialog: any action of the child dismisses. */
  bool ephemeral;
} kmk_slot_options;
#define KMK_SLOT_OPTIONS_INIT { sizeof(kmk_slot_options), KMK_STATE_AUTO, NULL, NULL, false }

/**
 * Attaches a plain optional child: null (or absent), or a value.
 *
 * The child runs first, then the parent. When the parent's step removes the child, or replaces it
 * by one of another identity, the child's effects are cancelled. An action for a child that is null
 * raises the issue "absent-child"; the parent runs. After an action of an ephemeral child and the
 * parent's step the child becomes null, unless the parent has replaced it.
 *
 * @param options  NULL: all defaults.
 *
 * Owns: texts and options copied, parent and child consumed, reducer new. NULL: options may be; any
 * other NULL makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_if_let(kmk_reducer *parent, const char *state_path, const char *action_case,
                        const kmk_slot_options *options, kmk_reducer *child);

/**
 * Attaches a presentation slot: null (or absent), or the state of what is presented.
 *
 * The slot has an identity beside its value (kmk_store_presentation_id). A write at its own pointer
 * presents when it fills the slot, dismisses when it is null, and presents anew when it brings
 * another case, a changed id_key, or an ephemeral value; any other value keeps the presentation. A
 * write to a container around the slot is judged once, at the end of this operator's step, by
 * comparing with the value before. Where a write leaves no container around it, its presentation is
 * over. When a presentation ends, the effects of all that it held are cancelled in the same burst.
 * Only where a reducer further out than this operator's parent wrote into the slot are they cancelled
 * with the next action that reaches this operator, be it one of theirs.
 *
 * {"presented": A} runs the destination first, then the parent. "dismiss" runs the parent, which
 * still sees the child, and then empties the slot, unless the parent has put another presentation
 * there. An ephemeral value is dismissed after any action of its own and the parent's step, unless
 * the parent wrote to the slot. For an empty slot both actions raise "absent-destination", and the
 * parent runs.
 *
 * @param options  NULL: all defaults.
 *
 * Owns: texts and options copied, parent and destination consumed, reducer new. NULL: options may
 * be; any other NULL makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_presentation(kmk_reducer *parent, const char *state_path, const char *action_case,
                              const kmk_slot_options *options, kmk_reducer *destination);

/**
 * Attaches a presentation slot that can also be filled by an action.
 *
 * As kmk_presentation, but for four points:
 *
 * - {"present": {"id": I, "state": S}} fills the slot before the parent's step. Without an id it
 *   takes a fresh one; with the id that is up, the presentation goes on with the new state. Without
 *   a state the parent is asked to fill the slot, else "present-not-hydrated" is raised.
 * - {"presented": A} for an empty slot raises "absent-destination" and the parent does not run.
 * - An ephemeral value is dismissed before the parent's step, not after it.
 * - "dismiss" empties the slot whatever the parent has put there.
 *
 * Owns: texts and options copied, parent and destination consumed, reducer new. NULL: options may
 * be; any other NULL makes an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_presentation_destination(kmk_reducer *parent, const char *state_path,
                                          const char *action_case, const kmk_slot_options *options,
                                          kmk_reducer *destination);

/* ------------------------------------------------------------ dependencies */

/**
 * Gives a named JSON value to a reducer, to all inside it, and to their effects.
 *
 * The override nearest to the reader wins. Read by kmk_env_dependency.
 *
 * Some keys also set what the library itself asks for, where the value has their form; a feature
 * written in Swift then sees it too:
 *
 *   "date"         an integer: kmk_env_date, constant, in nanoseconds since 1970
 *   "uuid"         a UUID as text: kmk_env_uuid, constant; or "incrementing": 0, 1, 2, ...
 *   "isPresented"  true or false: kmk_env_is_presented
 *
 * Owns: base consumed, key copied, value borrowed, reducer new. NULL: an invalid reducer.
 * Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_dependency(kmk_reducer *base, const char *key, const json_t *value);

/**
 * Gives a named service to a reducer and to all inside it: a database handle, a client.
 *
 * The override nearest to the reader wins. Read by kmk_env_pointer.
 *
 * @param service  may be NULL, which hides one from further out.
 *
 * Owns: base consumed, key copied, reducer new; free_fn gets the service when the last reducer and
 * store that contain it have gone. NULL: service may be; any other NULL but free_fn makes an
 * invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_dependency_pointer(kmk_reducer *base, const char *key, void *service,
                                    kmk_free_fn free_fn);

/* --------------------------------------------------------- features by name */

/**
 * Names a feature for the whole process, whichever language it is written in.
 *
 * A registered feature stays until kmk_feature_unregister, or for as long as the process lives. If
 * the reducer is invalid, the error is the one that it carries.
 *
 * @param initial_state  the state of kmk_store_open when none is given; NULL: there is none.
 *
 * Owns: reducer consumed, name copied, initial_state borrowed. Fails: INVALID_ARGUMENT (NULL or ""
 * name, NULL reducer, a name that is taken, a mistake in the reducer), UNKNOWN_FEATURE (inside the
 * reducer), DECODE (a state that does not fit), TOO_DEEP, NO_MEMORY. Threads: any, callback.
 * Since: 0.1.
 */
kmk_status kmk_feature_register(const char *name, kmk_reducer *reducer, const json_t *initial_state,
                                kmk_error *error);

/**
 * Takes a feature's name away, so that what implements it may be unloaded, and loaded again
 * changed.
 *
 * Refused while the feature is in use: while the handle of a store or a view of it is there, also
 * of one that has ended, or a reducer that contains it. Afterwards the reducer's free_fn functions
 * have run. docs/threads.md says what else keeps the code of a plug-in in use.
 *
 * Owns: name borrowed. Fails: INVALID_ARGUMENT (NULL), NOT_FOUND (no such feature), BUSY.
 * Threads: any, callback. Since: 0.2.
 */
kmk_status kmk_feature_unregister(const char *name);

/**
 * Returns a registered feature as a reducer, for composing.
 *
 * One written in Swift keeps its typed state beside the JSON: what it presents keeps its identity
 * also when C writes beside that. A state that does not fit it is an error of the store that is
 * made with it, later the issue "action-misfit". See docs/mixed.md.
 *
 * A name that is not registered at this moment makes an invalid reducer, whose error is
 * KMK_ERR_UNKNOWN_FEATURE.
 *
 * Owns: reducer new. NULL: an invalid reducer. Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_feature(const char *name);

#ifdef __cplusplus
}
#endif
#endif

/**
 * History: undo and redo, changes with their inverse, and the places that a step wrote.
 *
 *     kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
 *     options.state_path = "/contacts";
 *     options.history_path = "/history";
 *     kmk_reducer *app = kmk_undoable(kmk_reducer_new(reduce, NULL, NULL), &options);
 *
 * The action "undo" reverts what the last action wrote in /contacts, and nothing else. The action "redo" reverts what the
 * undo wrote. A menu can use the numbers in /history to enable its items: {"undo": 2, "redo": 0}. Steps can have labels
 * and form groups (kmk_undo_describe_fn), and kmk_store_undo_steps lists them.
 */
#ifndef KUMIKI_HISTORY_H
#define KUMIKI_HISTORY_H

#include "base.h"
#include "effect.h"
#include "error.h"
#include "observe.h"
#include "reducer.h"
#include "state.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------- inverse patches */

/**
 * Receives a JSON Patch (RFC 6902) and its inverse. Each is an array of operations to apply in order, borrowed for the
 * call.
 *
 * The values in the patches are shared with the state, not copied. While the program keeps a patch, a write to one of
 * these values copies the value first.
 */
typedef void (*kmk_changes_fn)(const json_t *patch, const json_t *inverse, void *user_data);

/**
 * Observes the changes of each burst (a send and everything that it triggers) as patches, each with its inverse.
 * kmk_store_observe_patches reports the same patches, without the inverse.
 *
 * Applied to the value after the burst, the inverse gives the value before it. Only the order of members in an object may
 * differ, because a JSON Patch does not specify it. The inverse contains the values that were replaced and removed. There
 * is no initial call: fn is first called after a burst that changes the value.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store ends. Fails:
 * INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape excludes), BUSY (in a
 * reducer), DECODE (a Swift feature's state cannot be encoded), LIMIT (see limit.h), WRONG_THREAD, NO_MEMORY, CLOSED.
 * Threads: owner, callback. Since: 0.2.
 */
kmk_subscription *kmk_store_observe_changes(kmk_store *store, const char *pointer,
                                            kmk_changes_fn fn, void *user_data, kmk_free_fn free_fn,
                                            kmk_error *error);

/* ---------------------------------------------------- the writes of a step */

/**
 * Responds to the writes of a step. In all other respects, the function works like a kmk_reduce_fn.
 *
 * @param places  an array of JSON Pointers relative to the part at state_path: "/3/name", or "" for the whole part. The
 *                pointers are valid in the current state. Each place is listed once. A value that was written as a whole
 *                is listed without the places inside it. If a value was removed, its container is listed. If elements of
 *                an array were inserted, removed or moved, that array and the inserted elements are listed. Borrowed for
 *                the call.
 */
typedef kmk_effect *(*kmk_write_fn)(kmk_state *state, const json_t *places, const json_t *action,
                                    kmk_env *env, void *user_data);

/* Begins the definition of a static kmk_write_fn, which may leave parameters unused (KMK_UNUSED). Since: 0.3. */
#define KMK_WRITE_FN(name)                                                                         \
  static kmk_effect *name(KMK_UNUSED kmk_state *state, KMK_UNUSED const json_t *places,            \
                          KMK_UNUSED const json_t *action, KMK_UNUSED kmk_env *env,                \
                          KMK_UNUSED void *user_data)

/**
 * Calls a function once after each action that makes base write at or below a pointer. The function receives the places
 * that were written.
 *
 * Nothing is copied. A scalar that has the same value after the action as before it does not count as written; no other
 * values are compared. The cost therefore depends on the size of the write, not on the size of the value at the pointer.
 * (kmk_on_change compares that value instead.) The function is not called for its own writes. The effects of base and the
 * function are merged, in that order. If there is not enough memory to list the places, the function is not called, and
 * the issue "no-memory" is raised.
 *
 * Owns: base consumed, pointer copied, reducer new; free_fn runs once, when no reducer or store contains the new reducer
 * any longer. NULL: returns an invalid reducer. Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_on_write(kmk_reducer *base, const char *state_path, kmk_write_fn write,
                          void *user_data, kmk_free_fn free_fn);

/* ----------------------------------------------------------- undo and redo */

/**
 * Describes the step that an action is about to make. Called before the step, for each action that may be a step.
 *
 * The result is NULL, JSON null, or an object with these members, each optional or null:
 *
 * - "label": a string for a menu, such as "Delete 3 Rows". A step that consists of several has the first label among them.
 * - "key": a string. A step joins the last one if both have the same key, such as the id of a row that is being edited.
 *   With group_nanoseconds, they must also follow each other within that time.
 * - "group": "begin", "end" or "join". "begin" begins a group: this step and all later ones up to the step with "end",
 *   included, are one step. Each of the two may be an action that changes nothing. Groups may contain groups: the
 *   outermost one decides. An undo, a redo and "clearHistory" end all open groups. "end" without an open group means
 *   nothing. "join" lets this step join the last one, unless that step was undone.
 *
 * Inside a group, and with "join", keys and times mean nothing. A step with a key never joins a step with another key or
 * with none. An object with other members raises the issue "undo-misfit", and the step has no description.
 *
 * @param state   the reducer's state before the step. Borrowed for the call.
 * @param action  the action. Borrowed for the call.
 */
typedef json_t *(*kmk_undo_describe_fn)(const json_t *state, const json_t *action, void *user_data);

/**
 * Options of kmk_undoable: which part of the state an undo affects, and which actions are steps.
 *
 * Initialize with KMK_UNDO_OPTIONS_INIT. The library accepts the struct as declared in any version since 0.2; a size
 * smaller than in 0.2 makes an invalid reducer.
 */
typedef struct kmk_undo_options {
  /* sizeof(kmk_undo_options) */
  size_t size;

  /* The number of steps to keep; older steps are dropped. 0 means 100. */
  size_t limit;

  /* The part that an undo affects: a pointer relative to the reducer's state. NULL or "" means the whole state. */
  const char *state_path;

  /* A pointer to the member for the counts: the operator sets it to {"undo": N, "redo": M}, the numbers of steps that can
   * be undone and redone. With `describe`, the value also has the members "undoLabel" and "redoLabel": the labels of the
   * steps that the next undo and the next redo revert, or null. The object that contains the member must exist; a write
   * that removes the object is refused. NULL means that the counts are not in the state. */
  const char *history_path;

  /* The operator's own cases. NULL means "undo", "redo" or "clearHistory". */
  const char *undo_case;
  const char *redo_case;
  const char *clear_case;

  /* Arrays of case paths, each ending with NULL. `actions` lists the actions that are steps (NULL means all actions).
   * `ignored` lists actions that are not steps. */
  const char *const *actions;
  const char *const *ignored;

  /* A step that follows the previous step within this time, by the loop's clock, is combined with it. 0 means that each
   * step stays separate. */
  uint64_t group_nanoseconds;

  /* The maximum size of the steps that can be undone, in bytes: the replaced and removed values as compact JSON, and 8
   * bytes for each write. The oldest steps are dropped; the last step stays, even if it is larger. 0 means no limit.
   * Since: 0.4. */
  size_t limit_bytes;

  /* Arrays of pointers to places in the part, relative to state_path, each ending with NULL. `included` lists the places
   * that steps consist of; NULL means the whole part. So one history covers several places of a state. `excluded` lists
   * places that are never undone, such as a scroll position; "*" in them stands for any element of an array. A write to
   * another place, or to an excluded one, is not a part of a step: an undo keeps the value there. If an undo writes an
   * object around an excluded place, the place keeps its current value; an element of an array that returns has the value
   * that it had. Transient members of a shape are always excluded (shape.h). Since: 0.4. */
  const char *const *included;
  const char *const *excluded;

  /* Describes steps, with its user data. describe_free runs once, when no reducer or store contains the new reducer any
   * longer. NULL means that steps have no descriptions. Since: 0.4. */
  kmk_undo_describe_fn describe;
  void *describe_data;
  kmk_free_fn describe_free;
} kmk_undo_options;
#define KMK_UNDO_OPTIONS_INIT                                                                      \
  {                                                                                                \
    sizeof(kmk_undo_options), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, \
        NULL, NULL                                                                                 \
  }

/**
 * Adds undo and redo to a reducer. The history records what each step wrote, not copies of the state.
 *
 * A step is an action that changes a value in the part, unless kmk_undo_options excludes the action. An action that
 * leaves the part equal to its previous value is not a step. "undo" reverts what the last step wrote, and nothing else.
 * "redo" reverts what the undo wrote. Both change the state as any other action does: a sheet that reappears gets a new
 * presentation id, and the effects of a removed row are cancelled. {"undo": {"steps": 3}} undoes three steps, or as many
 * as there are, and {"redo": {"steps": 3}} redoes them. {"undo": {"to": 7}}, or "redo" with the same payload, undoes or
 * redoes steps until step 7 of kmk_store_undo_steps is the last one that is not undone; a greater number than the last
 * step's redoes all steps, and a smaller one than the first step's undoes all. Then base receives the "undo" or "redo"
 * action, just as a parent receives an action after its child, and may respond to it. If the history has no step to undo
 * or redo, nothing happens. A new step drops the steps that could be redone. "clearHistory" drops all steps.
 *
 * All other writes are kept: writes by actions that are not steps, by base in response to an undo, and from outside the
 * reducer. These writes may have moved or changed the values that a step wrote. An undo or a redo therefore follows these
 * rules:
 *
 * - A place that the step wrote gets back the value that it had before the step, even if other writes have since changed
 *   the value or something inside it. If the place is an element of an array, or is inside an element, it is found even
 *   if the element has moved.
 * - An element that the step inserted is removed. An element that the step removed or moved returns to its old position:
 *   after the elements that preceded it in its array, and before elements that other writes have inserted at that
 *   position. The start of the array is an exception: there the element returns after the inserted elements.
 * - A write of a whole value, by base or by another writer, is treated as a write of each part that differs. Members of
 *   objects are compared by name, and rows by id. The elements of an array count as rows if each has a unique id: the id
 *   that the array's kmk_for_each or navigation path uses, or otherwise the member "id". A reducer may therefore filter
 *   or sort rows into a new array: members and rows that do not differ are not part of the step. An array is treated as a
 *   whole if an element has no id or two elements have the same id. An object with one member, such as a case of an enum,
 *   is treated as a whole if an object with a different member replaces it.
 * - Rows of a kmk_for_each and elements of navigation paths are always identified by their ids. In other arrays too, an
 *   element is recognized after it has moved. If the elements have no ids, this holds only until a write that is not part
 *   of a step replaces the whole array. Nothing is put back into an element that was removed. A removed row is not put
 *   back if a row with the same id is present again.
 * - If the object that contained a place was replaced, the value is put into the new object. A value is not put back if
 *   no object contains its place, if the place is in a case of an enum and the enum is now in another case, or if a shape
 *   refuses the value. If a value is left out for one of these reasons and no other value of the step can be put back,
 *   nothing changes, the step stays in the history, and the issue "write-failed" names the place.
 * - A step with nothing left to revert is dropped, and the next one in the history is reverted instead.
 *
 * A write to the reducer's entire state from outside the reducer starts a new history. An initial state also starts a new
 * history, whatever counts it contains at history_path. The counts of this history, or of another one, may be inside the
 * part at state_path: a change to the counts is not a step, and an undo does not restore the counts.
 *
 * A step keeps the values that it replaced or removed. Other writes use no memory in the history. A snapshot contains the
 * histories (snapshot.h). To observe what an undo changes, put kmk_on_change or kmk_on_write around this operator. A
 * kmk_cases around it must name the three cases; a kmk_cases inside it need not. If two kmk_undoable operators cover the
 * same part with different cases, each has its own history. If their cases and their history_path are the same, they
 * share one history.
 *
 * @param options  NULL means all defaults.
 *
 * Owns: strings and options copied, base consumed, reducer new. NULL: options may be NULL; a NULL base makes an invalid
 * reducer. Fails, through the reducer: INVALID_ARGUMENT (a malformed pointer or case path, a case that contains a dot,
 * the same case for two of the three, a history_path that is state_path or a container of it, an excluded place that is
 * the whole part), DECODE (a state without the object that history_path requires). Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_undoable(kmk_reducer *base, const kmk_undo_options *options);

/**
 * Returns the steps of a history. A program may show them as a list, and jump to the step that the user selects.
 *
 * The result is an object with the arrays "undo" and "redo". The first element of each is the step that the next undo,
 * or the next redo, reverts. An element is {"step": 7, "label": "Delete 3 Rows", "bytes": 120}: the number of the step, its
 * label or null, and its size as limit_bytes counts it. The oldest step of a history has the number 1. Numbers are in
 * sequence, and stay the same when older steps are dropped, and in a snapshot. A new step takes the number after the last
 * step that is not undone. Takes time proportional to the size of the steps.
 *
 * @param history_path  a pointer from the store's state to the counts: the place of a kmk_undoable, and its history_path.
 *
 * Owns: result new. Fails: INVALID_ARGUMENT (NULL or malformed, a scoped store, the store of a Swift feature), NOT_FOUND
 * (no history has its counts there), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.4.
 */
json_t *kmk_store_undo_steps(kmk_store *store, const char *history_path, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif

/**
 * History: what a step wrote, the inverse of a change, and undo and redo.
 *
 *     kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
 *     options.state_path = "/contacts";
 *     options.history_path = "/history";
 *     kmk_reducer *app = kmk_undoable(kmk_reducer_new(reduce, NULL, NULL), &options);
 *
 * "undo" takes back what the last action wrote in /contacts, and nothing else. "redo" takes back what the undo wrote.
 * /history is {"undo": 2, "redo": 0}, to enable the items of a menu.
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
 * The values in the patches are parts of the state. While the program keeps a patch, a write to one of these values
 * copies the value first.
 */
typedef void (*kmk_changes_fn)(const json_t *patch, const json_t *inverse, void *user_data);

/**
 * Observes the changes of each burst (a send and everything that it triggers) as patches, each with its inverse.
 * kmk_store_observe_patches makes the same patches, without the inverse.
 *
 * Applied to the value after the burst, the inverse gives the value before it. The members of an object may then be in
 * another order, which has no meaning in a JSON Patch. The inverse contains the values that were replaced and removed. fn
 * is not called before this returns.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store ends. Fails:
 * INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape excludes), BUSY (in a reducer),
 * DECODE (a Swift feature's state cannot be encoded), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since:
 * 0.2.
 */
kmk_subscription *kmk_store_observe_changes(kmk_store *store, const char *pointer,
                                            kmk_changes_fn fn, void *user_data, kmk_free_fn free_fn,
                                            kmk_error *error);

/* ---------------------------------------------------- the writes of a step */

/**
 * Responds to the writes of a step. Otherwise like a kmk_reduce_fn.
 *
 * @param places  an array of JSON Pointers relative to the part, as the places are now: "/3/name", or "" for the whole
 *                part. Each place is listed once. A value written as a whole is listed without the places inside it. For
 *                a removed value its container is listed. If elements of an array were inserted, removed or moved, the
 *                array and the inserted elements are listed. Borrowed for the call.
 */
typedef kmk_effect *(*kmk_write_fn)(kmk_state *state, const json_t *places, const json_t *action,
                                    kmk_env *env, void *user_data);

/* The signature of a kmk_write_fn: see KMK_UNUSED. Since: 0.3. */
#define KMK_WRITE_FN(name)                                                                         \
  static kmk_effect *name(KMK_UNUSED kmk_state *state, KMK_UNUSED const json_t *places,            \
                          KMK_UNUSED const json_t *action, KMK_UNUSED kmk_env *env,                \
                          KMK_UNUSED void *user_data)

/**
 * Calls a function when the base has written at or below a pointer, once for each action, with the places that were
 * written.
 *
 * Nothing is copied, and nothing is compared except a scalar with the scalar that it replaced. So the cost depends on the
 * size of the write, not of the part. kmk_on_change compares the part instead. The function is not called for its own
 * writes. Effects are merged, the base's first. If memory runs out for the places, the function is not called, and the
 * issue "no-memory" is raised.
 *
 * Owns: base consumed, pointer copied, reducer new; free_fn runs when the last reducer and store that contain it no
 * longer exist. NULL: returns an invalid reducer. Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_on_write(kmk_reducer *base, const char *state_path, kmk_write_fn write,
                          void *user_data, kmk_free_fn free_fn);

/* ----------------------------------------------------------- undo and redo */

/**
 * Options of kmk_undoable: the part that can be undone, and the actions that count.
 *
 * Initialize with KMK_UNDO_OPTIONS_INIT. Every size since version 0.2 is accepted; a smaller size makes an invalid
 * reducer.
 */
typedef struct kmk_undo_options {
  /* sizeof(kmk_undo_options) */
  size_t size;

  /* The number of steps to keep; older steps are dropped. 0: 100. */
  size_t limit;

  /* The part that can be undone: a pointer relative to the reducer's state. NULL or "": the whole state. */
  const char *state_path;

  /* A member that the operator sets to {"undo": N, "redo": M}, the numbers of steps. The object around the member must
   * exist; a write that removes the object is refused. NULL: the numbers are not in the state. */
  const char *history_path;

  /* The operator's own cases. NULL: "undo", "redo", "clearHistory". */
  const char *undo_case;
  const char *redo_case;
  const char *clear_case;

  /* Case paths; each array ends with NULL. The actions that are steps (NULL: all actions), and the actions that are not. */
  const char *const *actions;
  const char *const *ignored;

  /* Steps that follow each other within this time, by the loop's clock, form one step. 0: each step stays separate. */
  uint64_t group_nanoseconds;
} kmk_undo_options;
#define KMK_UNDO_OPTIONS_INIT                                                                      \
  { sizeof(kmk_undo_options), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0 }

/**
 * Adds undo and redo to a reducer. The history records what each step wrote, not copies of the state.
 *
 * A step is an action that counts (kmk_undo_options) and changes the value of the part. "undo" takes back what the last
 * step wrote, and nothing else. "redo" takes back what the undo wrote. Both write like any other action: a sheet that
 * returns is presented again under a new id, and the effects of a row that is removed are cancelled. Then base runs with
 * the action, as a parent does after its child, and may respond to it. If the history has no step to undo or redo,
 * nothing happens. A new step drops the steps that could be redone. "clearHistory" drops all steps.
 *
 * Other writes stay: writes by actions that do not count, by base in response to an undo, and from outside. The places of
 * a step move with these writes:
 *
 * - A place gets back the value from before the step, wherever the place is now, even if others have written at the place
 *   or inside it.
 * - An element that the step inserted is removed. An element that the step removed or moved returns to its old position:
 *   after the elements that preceded it in its array, and before elements that others have inserted into the gap. At the
 *   start of the array it returns after elements that others have inserted there.
 * - A write of a whole value, by base or by others, counts as writes of the parts that differ. Members of objects are
 *   compared by name, and rows by id. The elements of an array are rows if each has its own member "id", or the id of its
 *   kmk_for_each or navigation path. So a reducer may filter or sort rows into a new array: members and rows that stay
 *   equal are not part of the step. An array is treated as a whole if an element has no id or two elements have the same
 *   id. An object with one member is treated as a whole if it is replaced by an object with another member (an enum's
 *   case).
 * - Rows of a kmk_for_each and elements of navigation paths are always followed by their ids. Elements of other arrays
 *   are followed until others write the whole array and its elements have no ids. Nothing is put back into an element
 *   that was removed, and a row whose id is present again stays as it is.
 * - If another object is now around a place, the value is put into that object. If no object is around the place, an enum
 *   is in another case, or a shape refuses the value, the value is left out. If nothing else could be put back, nothing
 *   changes, the step stays in the history, and the issue "write-failed" names the place.
 * - A step with nothing left to take back is skipped.
 *
 * A write of the reducer's whole state from outside starts a new history. An initial state does too, whatever its counts
 * are. The counts of a history inside the part are not data of this history.
 *
 * A step keeps the values that it replaced or removed; writes of others use no memory in the history. A snapshot contains
 * the histories (snapshot.h). To observe what an undo changes, put kmk_on_change and kmk_on_write around this operator. A
 * kmk_cases around it must name the three cases; a kmk_cases inside it need not. Two kmk_undoable of one part with
 * different cases have separate histories. With the same cases and the same history_path, they share one history.
 *
 * @param options  NULL: all defaults.
 *
 * Owns: strings and options copied, base consumed, reducer new. NULL: options may be NULL; a NULL base makes an invalid
 * reducer. Fails, through the reducer: INVALID_ARGUMENT (a malformed pointer or case path, a case with dots, the same
 * case for two of the three, a history_path that is state_path or around it), DECODE (a state without the object for
 * history_path). Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_undoable(kmk_reducer *base, const kmk_undo_options *options);

#ifdef __cplusplus
}
#endif
#endif

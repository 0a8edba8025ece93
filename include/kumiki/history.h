/**
 * History: what was written, the way back from it, and undo and redo.
 *
 *     kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
 *     options.state_path = "/contacts";
 *     options.history_path = "/history";
 *     kmk_reducer *app = kmk_undoable(kmk_reducer_new(reduce, NULL, NULL), &options);
 *
 * "undo" takes back what the last action wrote in /contacts, and nothing else; "redo" what the undo wrote.
 * /history is {"undo": 2, "redo": 0}, for the items of a menu.
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

/* ----------------------------------------------------------- the way back */

/**
 * Receives a JSON Patch (RFC 6902) and its inverse, each an array of operations, to be applied in
 * order.
 *
 * Borrowed for the call, as in kmk_patch_fn.
 */
typedef void (*kmk_changes_fn)(const json_t *patch, const json_t *inverse, void *user_data);

/**
 * Does what kmk_store_observe_patches does, and tells the way back too.
 *
 * Applied to the value after the burst, the inverse gives the value before it; the members of an object
 * may then be in another order, of which JSON Patch says nothing. It holds what was replaced and
 * removed.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed or the store
 * ends. Fails: INVALID_ARGUMENT (NULL store, pointer or fn, malformed pointer, a place that the shape
 * excludes), BUSY (in a reducer), DECODE (a Swift feature's state holds what JSON cannot write), WRONG_THREAD, NO_MEMORY,
 * CLOSED. Threads: owner, callback. Since: 0.2.
 */
kmk_subscription *kmk_store_observe_changes(kmk_store *store, const char *pointer,
                                            kmk_changes_fn fn, void *user_data, kmk_free_fn free_fn,
                                            kmk_error *error);

/* ------------------------------------------------------- what was written */

/**
 * Answers what a step wrote. As kmk_reduce_fn.
 *
 * @param places  an array of JSON Pointers, from the part on, as the places are now: "/3/name", "" for
 *                the whole part. Each stands once, and what is new as a whole stands for all inside. Of
 *                what was removed the container stands there; of an array whose elements came, went or
 *                moved, the array and those that came. Borrowed for the call.
 */
typedef kmk_effect *(*kmk_write_fn)(kmk_state *state, const json_t *places, const json_t *action,
                                    kmk_env *env, void *user_data);

/* The head of a kmk_write_fn: see KMK_UNUSED. Since: 0.3. */
#define KMK_WRITE_FN(name)                                                                         \
  static kmk_effect *name(KMK_UNUSED kmk_state *state, KMK_UNUSED const json_t *places,            \
                          KMK_UNUSED const json_t *action, KMK_UNUSED kmk_env *env,                \
                          KMK_UNUSED void *user_data)

/**
 * Runs a function when the base has written at or below a pointer, once for each action, and tells it
 * where.
 *
 * As kmk_on_change, but nothing is kept and nothing compared, apart from a scalar with the one that it
 * replaced: so it costs what was written, however large the part is. What the function writes is not
 * told again. Effects are merged, the base's first. Without memory for the places the function is not
 * run, which is the issue no-memory.
 *
 * Owns: base consumed, pointer copied, reducer new; free_fn runs when the last reducer and store
 * that contain it have gone. NULL: an invalid reducer. Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_on_write(kmk_reducer *base, const char *state_path, kmk_write_fn write,
                          void *user_data, kmk_free_fn free_fn);

/* ----------------------------------------------------------- undo and redo */

/**
 * What can be undone, and by which actions.
 *
 * Begin with KMK_UNDO_OPTIONS_INIT. Any size from that of version 0.2 on is taken; a smaller one makes
 * an invalid reducer.
 */
typedef struct kmk_undo_options {
  /* sizeof(kmk_undo_options) */
  size_t size;

  /* So many steps are kept, the last ones. 0: 100. */
  size_t limit;

  /* The part, a pointer from the reducer's state. NULL or "": the whole. */
  const char *state_path;

  /* A member that is {"undo": N, "redo": M} from now on: how many steps there are. Its object must be
   * there, and stays: a write that takes it away is refused. NULL: nowhere. */
  const char *history_path;

  /* The operator's own cases. NULL: "undo", "redo", "clearHistory". */
  const char *undo_case;
  const char *redo_case;
  const char *clear_case;

  /* Case paths, each array ending with NULL: of the actions that are steps (NULL: all), and of those
   * that are none. */
  const char *const *actions;
  const char *const *ignored;

  /* Steps that follow each other within this time, by the loop's clock, are one. 0: none are. */
  uint64_t group_nanoseconds;
} kmk_undo_options;
#define KMK_UNDO_OPTIONS_INIT                                                                      \
  { sizeof(kmk_undo_options), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0 }

/**
 * Makes the steps of a reducer undoable: redux-undo, by what was written and not by copies.
 *
 * A step is an action that counts and changes the part by value. "undo" takes back what the last step wrote,
 * and nothing else; "redo" takes back what the undo wrote; both by writes as any other: a sheet that comes back
 * is presented anew, and what ran for a row that goes is cancelled. Then base runs with that action, as a
 * parent does after its child, and may answer; where there is nothing to undo or redo nothing happens. A new
 * step drops what could be redone. "clearHistory" forgets all steps.
 *
 * What others write, by actions that do not count, by base when it answers an undo, or from outside, stays,
 * and the places of a step move with it:
 *
 * - A place gets back what was there before the step, wherever it is now, over what others wrote at it or
 *   inside it.
 * - An element that the step inserted goes, one that it removed or moved is again where it stood: behind those
 *   of its array that stood before it, and before what others have put into that gap; at the start of the
 *   array, behind that.
 * - A write of a whole value, by base or by others, counts as writes of its parts that differ. Members of objects
 *   are compared by name, and rows by their ids. The elements of an array are rows if each has its own member "id",
 *   or the id of its kmk_for_each or path. So a reducer may filter or sort rows into a new array; members and rows
 *   that come out equal are not part of the step. An array with an element without an id, or with an id twice, is
 *   treated as a whole, and so is an object of one member that is replaced by one of another (an enum's case).
 * - Rows of kmk_for_each, and the elements of paths, are known by their ids, whatever others do. The elements of
 *   other arrays are known as long as others do not write the array as a whole where elements have no ids. Nothing
 *   is put back in an element that has gone, and a row whose id is there again stays as it is.
 * - Where the object around a place is another one the value is put into it. Where none is, another case is up,
 *   or a shape refuses it, it is left out. If nothing else could be put back, nothing changes, the step stays,
 *   and an issue (write-failed) names the place.
 * - A step of which nothing is left is passed over.
 *
 * A write from outside of the reducer's whole state begins a new history, and so does a first state, whatever
 * its counts say. The counts of a history inside the part are no data of this one.
 *
 * Of a step the values are kept that it replaced or removed; of what others write nothing. A snapshot has the
 * histories (snapshot.h). Put kmk_on_change and
 * kmk_on_write, which are to see what an undo changes, around this, and kmk_cases, which has to name the three
 * cases there; inside it need not. Two of these on one part, by other cases, have a history each; by the same
 * cases, and with the same history_path, they have one.
 *
 * @param options  NULL: all defaults.
 *
 * Owns: texts and options copied, base consumed, reducer new. NULL: options may be; NULL base makes an
 * invalid reducer. Fails, through the reducer: INVALID_ARGUMENT (a malformed pointer or case path, a
 * case with dots, one case for two of the three, a history_path that is state_path or around it), DECODE
 * (a state without the object for history_path). Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_undoable(kmk_reducer *base, const kmk_undo_options *options);

#ifdef __cplusplus
}
#endif
#endif

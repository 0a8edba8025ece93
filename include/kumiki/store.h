/**
 * Stores: a state, its reducer, and its running effects.
 *
 * kmk_store_send is synchronous. It returns when the store has reduced the action and all actions buffered after it, and
 * has called the observers. All of this is one burst. Only a send that is made while the store is busy, inside a reducer
 * or an observer, returns immediately: its action waits in the buffer.
 */
#ifndef KUMIKI_STORE_H
#define KUMIKI_STORE_H

#include "base.h"
#include "error.h"
#include "loop.h"
#include "reducer.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A state with its reducer and effects, on one loop. Freed by kmk_store_free. */
typedef struct kmk_store kmk_store;

/** Posts actions to a store from any thread, and may outlive the store. See kmk_store_mailbox. */
typedef struct kmk_mailbox kmk_mailbox;

/* ---------------------------------------------------------- create and end */

/**
 * Creates a store from a reducer and an initial state.
 *
 * Configuration errors in the reducer tree are reported here. A feature in a slot of the initial state is presented from
 * the start. The call fails with KMK_ERR_DECODE if an operator cannot use the value at its place: rows or a navigation
 * path that is not an array, a row without an id, two rows with the same id, or a slot whose value is not a case of the
 * feature attached to the slot.
 *
 * Owns: reducer consumed, initial_state borrowed, store new. Fails: INVALID_ARGUMENT (NULL, a configuration error in the
 * reducer), UNKNOWN_FEATURE (in the reducer tree), DECODE (a state that does not match the reducer), TOO_DEEP, LIMIT
 * (limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_store *kmk_store_new(kmk_loop *loop, kmk_reducer *reducer, const json_t *initial_state,
                         kmk_error *error);

/**
 * Creates a store for a registered feature.
 *
 * @param initial_state  NULL means the state that the feature was registered with.
 *
 * Owns: initial_state borrowed, store new. Fails: INVALID_ARGUMENT (NULL loop or feature; no state given here or
 * registered), UNKNOWN_FEATURE, DECODE, TOO_DEEP, LIMIT, WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback.
 * Since: 0.1.
 */
kmk_store *kmk_store_open(kmk_loop *loop, const char *feature, const json_t *initial_state,
                          kmk_error *error);

/**
 * Replaces the reducer of a store. The new reducer handles every later action. The state stays as it is.
 *
 * The following are kept: observers, scoped stores, mailboxes and dependencies; the ids of rows and of a navigation
 * path's elements; and each presentation, with its id, if the new reducer has a slot at the same place. Observers of such
 * a presentation are not notified of a dismissal. If only the old reducer had a slot, rows or a navigation path at a
 * place, the place becomes plain JSON, and observers of a presentation there are notified of its dismissal. If only the
 * new reducer has a slot, rows or a path at a place, the place is set up as in kmk_store_new.
 *
 * Defaults of the new reducer's kmk_shape are not filled in. To fill them in, have an action write the result of
 * kmk_reducer_complete_state, or take a snapshot afterwards and restore it: kmk_store_restore fills them in. The undo
 * histories (kmk_undoable) start empty, even if both reducers have the same history. To bring the histories back, restore
 * a snapshot from before the call. This also replaces the state with the snapshot's state. The histories are restored
 * only if both reducers have the same description (kmk_reducer_hash).
 *
 * All effects, timers and throttle windows of the old reducer end. Any task (kmk_task) that was waiting for them
 * finishes. When this returns, the old reducer's free_fns have all run, except for data still in use by a running
 * blocking effect, a Swift task, the effect callback that called this, or the program itself (kmk_reducer_retain). Once
 * all of them have run, it is safe to unload a plug-in's code; see docs/threads.md.
 *
 * The state is checked first, as in kmk_store_new. Rows are not checked again if both reducers use the same member as the
 * id, so 100,000 rows take no longer than one. Rows are checked one by one if only the new reducer has rows at the place,
 * if the reducers use different members as the id, or if the new reducer has slots, rows, paths, enums or Swift features
 * inside the rows.
 *
 * Owns: reducer consumed, whether the call succeeds or not. Fails: INVALID_ARGUMENT (NULL, a configuration error in the
 * reducer, a scoped store, a store that kmk_store_open made from a Swift feature), UNKNOWN_FEATURE (in the reducer tree),
 * DECODE (a state that does not match the reducer, with path), BUSY (in a reducer or an observer), TOO_DEEP,
 * WRONG_THREAD, CLOSED; after a failure nothing has changed. Threads: owner, callback. Since: 0.2.
 */
kmk_status kmk_store_replace_reducer(kmk_store *store, kmk_reducer *reducer, kmk_error *error);

/**
 * Ends a store and frees its handle. Its effects are cancelled. As it ends, the store calls
 *
 *   - the kmk_cancel_fn of each effect that runs,
 *   - kmk_server.ended for each request that a server has, also a server of the loop,
 *   - the free_fn of all data that only this store was still using: of reducers, observers, and servers of the store.
 *
 * It calls no other callbacks. After its end these may still run: a blocking function that has begun, until it returns,
 * and then its free_fn and the free_fn of the reducers; and the free_fn of a kmk_effect_start whose sender is not finished yet,
 * when it is finished.
 *
 * If you call this inside a callback, the store does not end until the end of the burst. Before it ends, pending
 * observers are still called; actions that are still in the buffer are dropped. If you call this on another thread, the
 * store ends at the loop's next dispatch. Its senders can still be ended (kmk_sender_finish, kmk_sender_fail,
 * kmk_sender_fail_new), and handles to its subscriptions, tasks and mailboxes can still be freed; any other call on them
 * returns KMK_ERR_CLOSED. You may call this after kmk_loop_free.
 *
 * Owns: consumes store. NULL: nothing happens. Threads: any, callback. Since: 0.1.
 */
void kmk_store_free(kmk_store *store);

/**
 * Returns the loop of a store, or NULL if the loop no longer exists.
 *
 * Owns: loop borrowed. NULL: returns NULL. Threads: owner, callback. Since: 0.1.
 */
kmk_loop *kmk_store_loop(const kmk_store *store);

/**
 * Returns the number of effects that are running or about to start.
 *
 * Each member of a merge counts. In a chain, only the running member counts. A presentation is not an effect and does not
 * count.
 *
 * NULL: returns 0. Threads: owner, callback. Since: 0.1.
 */
size_t kmk_store_effect_count(const kmk_store *store);

/* -------------------------------------------------------------------- send */

/**
 * Sends an action.
 *
 * An action that does not match the reducer tree is refused before any reducer runs, and the error message lists the
 * known cases at the place of the mismatch. In a feature written in C, these are the cases that its operators handle. A
 * case that no operator knows cannot be checked: the store passes it to the reducers, unless the feature has declared its
 * cases (kmk_cases). While the store is busy, KMK_OK means that the action waits in the buffer.
 *
 * Owns: action borrowed. Fails: INVALID_ARGUMENT (NULL), DECODE (with path), TOO_DEEP, LIMIT (see limit.h), WRONG_THREAD,
 * NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_send(kmk_store *store, const json_t *action, kmk_error *error);

/**
 * Sends an action and takes ownership of it; otherwise works like kmk_store_send.
 *
 * Owns: steals action. Fails: INVALID_ARGUMENT (NULL), DECODE (with path), TOO_DEEP, LIMIT (see limit.h), WRONG_THREAD,
 * NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_send_new(kmk_store *store, json_t *action, kmk_error *error);

/**
 * Sends an action written as JSON text, such as "\"increment\"" or "{\"setCount\": 3}".
 *
 * Text with duplicate keys, out-of-range numbers or invalid UTF-8 is refused.
 *
 * Owns: text borrowed for the call. Fails: INVALID_ARGUMENT (NULL), JSON (with position), DECODE, TOO_DEEP, LIMIT (see
 * limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_send_text(kmk_store *store, const char *json, kmk_error *error);

/**
 * Sends an action written as JSON text of a given length. The text need not end with a NUL. Text with duplicate keys,
 * out-of-range numbers or invalid UTF-8 is refused.
 *
 * @param length  in bytes.
 *
 * Owns: text borrowed for the call. Fails: INVALID_ARGUMENT (NULL), JSON (with position), DECODE, TOO_DEEP, LIMIT (see
 * limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_send_textn(kmk_store *store, const char *json, size_t length,
                                kmk_error *error);

/**
 * Sends an action built in place from json_pack arguments, such as "{s:i}", "setCount", 3.
 *
 * If json_pack refuses the format or a value, error->message contains its message, and error->position is the byte offset
 * of the error in the format.
 *
 * Owns: as in json_pack, "o" steals and "O" borrows. Fails: INVALID_ARGUMENT (NULL store, a format that json_pack
 * refuses), DECODE, TOO_DEEP, LIMIT (see limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
static inline kmk_status kmk_store_sendf(kmk_store *store, kmk_error *error, const char *format,
                                         ...) {
  json_t *action;
  json_error_t reason;
  va_list arguments;
  va_start(arguments, format);
  action = json_vpack_ex(&reason, 0, format, arguments);
  va_end(arguments);
  if (action != NULL) return kmk_store_send_new(store, action, error);
  if (error != NULL) {
    error->status = KMK_ERR_INVALID_ARGUMENT;
    error->position = reason.position < 0 ? 0 : (size_t)reason.position;
    error->path[0] = '\0';
    snprintf(error->message, sizeof error->message, "the format: %s", reason.text);
  }
  return KMK_ERR_INVALID_ARGUMENT;
}

/* ------------------------------------------------------ from other threads */

/**
 * Creates a mailbox, for threads that cannot know whether the store is still open.
 *
 * @return the mailbox, or NULL on failure: a NULL or ended store, a call on another thread, or no memory.
 *
 * Owns: mailbox new. NULL: returns NULL. Threads: owner, callback. Since: 0.1.
 */
kmk_mailbox *kmk_store_mailbox(kmk_store *store);

/**
 * Posts an action to a store. The action is reduced at the loop's next dispatch, as a burst of its own.
 *
 * Actions are reduced in the order they were accepted. An action that does not match the reducer tree is dropped when its
 * turn comes, and the issue "action-misfit" is raised.
 *
 * Owns: steals action. Fails: INVALID_ARGUMENT (NULL), TOO_DEEP, LIMIT (see limit.h), NO_MEMORY, CLOSED (the store has
 * ended). Threads: any, callback. Since: 0.1.
 */
kmk_status kmk_mailbox_post_new(kmk_mailbox *mailbox, json_t *action);

/**
 * Frees a mailbox. Actions that were already posted are still reduced.
 *
 * Owns: consumes mailbox. NULL: nothing happens. Threads: any, callback. Since: 0.1.
 */
void kmk_mailbox_free(kmk_mailbox *mailbox);

/**
 * Posts an action that replaces the waiting action with the same key. Use it for progress, pointer movement or sizes.
 *
 * If an action posted earlier to this mailbox with the same key has not been reduced yet, it is freed, and the new action
 * takes its place in the queue, so at most one action per key is waiting. An action posted with kmk_mailbox_post_new acts
 * as a barrier: it is reduced in the order of posting, and a keyed action posted after it does not replace one posted
 * before it. Keys are independent of each other.
 *
 * Owns: key copied, steals action. Fails: INVALID_ARGUMENT (NULL, a key that is not UTF-8), TOO_DEEP, LIMIT (see
 * limit.h), NO_MEMORY, CLOSED (the store has ended). Threads: any. Since: 0.3.
 */
kmk_status kmk_mailbox_post_latest_new(kmk_mailbox *mailbox, const char *key, json_t *action);

/**
 * Posts an action to a store without a mailbox: the action is reduced at the loop's next dispatch, as a burst of its own.
 * Actions are reduced in the order they were accepted. An action that does not match the reducer tree is dropped when its
 * turn comes, and the issue "action-misfit" is raised. The store's handle must not be freed before this returns.
 *
 * Owns: steals action. Fails: INVALID_ARGUMENT (NULL), TOO_DEEP, LIMIT (see limit.h), NO_MEMORY, CLOSED (the store has
 * ended). Threads: any, callback. Since: 0.1.
 */
kmk_status kmk_store_post_new(kmk_store *store, json_t *action);

/* ----------------------------------------------------------- presentations
 * These functions build a presentation action and send it. They return the same statuses as kmk_store_send. action_case
 * is the case given to kmk_presentation or kmk_presentation_destination, such as "destination". For a slot inside other
 * features, it is the case path to the slot. If no slot has that case, the action is handled like any other case that no
 * operator knows (kmk_store_send). */

/**
 * Sends "present" with a state. The slot is filled before the parent's reducer runs. Only a slot made by
 * kmk_presentation_destination accepts "present".
 *
 * @param action_case    the case of the slot, or the case path to it.
 * @param state_or_null  NULL asks the parent to fill the slot.
 *
 * Owns: all arguments borrowed. Fails: INVALID_ARGUMENT (NULL), DECODE (a state that does not match; a slot made by
 * kmk_presentation), TOO_DEEP, LIMIT (see limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since:
 * 0.1.
 */
kmk_status kmk_store_present(kmk_store *store, const char *action_case, const json_t *state_or_null,
                             kmk_error *error);

/**
 * Sends "dismiss" to a slot, whichever feature is presented there.
 *
 * @param action_case  the case of the slot, or the case path to it.
 *
 * Owns: all arguments borrowed. Fails: INVALID_ARGUMENT (NULL), DECODE, TOO_DEEP, WRONG_THREAD, NO_MEMORY, CLOSED.
 * Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_dismiss(kmk_store *store, const char *action_case, kmk_error *error);

/**
 * Sends "dismiss" if the slot still holds the presentation with the given id. Call this when the user closes a window.
 *
 * If the presentation has already been dismissed, or another one has replaced it, nothing is sent.
 *
 * @param action_case  the case of the slot, or the case path to it.
 * @param id           the presentation id, as the observer of the presentation received it.
 *
 * Owns: all arguments borrowed. Fails: INVALID_ARGUMENT (NULL, a string that is not UTF-8), NOT_FOUND (no presentation
 * with that id, no such slot), BUSY (in a reducer), TOO_DEEP, WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback.
 * Since: 0.1.
 */
kmk_status kmk_store_dismiss_id(kmk_store *store, const char *action_case, const char *id,
                                kmk_error *error);

/**
 * Sends an action to the feature that is presented in a slot.
 *
 * @param action_case  the case of the slot, or the case path to it.
 *
 * Owns: all arguments borrowed. Fails: INVALID_ARGUMENT (NULL), DECODE, TOO_DEEP, LIMIT (see limit.h), WRONG_THREAD,
 * NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_presented(kmk_store *store, const char *action_case, const json_t *action,
                               kmk_error *error);

/* -------------------------------------------------------------------- read
 * Inside a reducer of the same store, these functions return KMK_ERR_BUSY or NULL, and raise the issue
 * "read-while-reducing". Everywhere else they read the state as of the last reduced action. */

/**
 * Returns the whole state. Later changes to the state do not affect the result. For a feature written in C, the call
 * takes constant time.
 *
 * @return the state, or NULL on failure; kmk_store_get(store, "", &error) gives the reason.
 *
 * Owns: result new. NULL: returns NULL. Threads: owner, callback. Since: 0.1.
 */
json_t *kmk_store_state(kmk_store *store);

/**
 * Returns the value at a pointer. Later changes to the state do not affect the result.
 *
 * Owns: pointer borrowed, result new. Fails: INVALID_ARGUMENT (NULL, malformed pointer), NOT_FOUND (if the shape excludes
 * the place, the message suggests the closest name), BUSY (in a reducer), DECODE (a Swift feature's state cannot be
 * encoded), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
json_t *kmk_store_get(kmk_store *store, const char *pointer, kmk_error *error);

/**
 * Returns the integer at a pointer, without a reference to release. A missing value and a value of another type are 0;
 * kmk_store_get says why a value is missing.
 *
 * Owns: pointer borrowed. NULL: returns 0, as for a malformed pointer, in a reducer and for a store that has ended.
 * Threads: owner, callback; elsewhere 0. Since: 0.4.
 */
int64_t kmk_store_integer(kmk_store *store, const char *pointer);

/**
 * Returns the number at a pointer, an integer too; otherwise like kmk_store_integer.
 *
 * Owns: pointer borrowed. NULL: returns 0. Threads: owner, callback; elsewhere 0. Since: 0.4.
 */
double kmk_store_real(kmk_store *store, const char *pointer);

/**
 * Returns whether true is at a pointer; otherwise like kmk_store_integer.
 *
 * Owns: pointer borrowed. NULL: returns false. Threads: owner, callback; elsewhere false. Since: 0.4.
 */
bool kmk_store_bool(kmk_store *store, const char *pointer);

/**
 * Returns the text at a pointer, or NULL; otherwise like kmk_store_integer.
 *
 * Owns: pointer borrowed, text borrowed until the store reduces the next action or ends. NULL: returns NULL. Threads:
 * owner, callback; elsewhere NULL. Since: 0.4.
 */
const char *kmk_store_text(kmk_store *store, const char *pointer);

/**
 * Returns the state of a row, or of a navigation path's element. Later changes to the state do not affect the result.
 *
 * The row is found by its id in O(1): in the index of the kmk_for_each or kmk_stack at the pointer, or in the index of a
 * Swift feature's rows. Nothing else is read or converted.
 *
 * Owns: pointer and id borrowed, result new. Fails: INVALID_ARGUMENT (NULL, malformed pointer), NOT_FOUND (no such row,
 * or no operator is attached there), BUSY (in a reducer), DECODE (a Swift feature's state cannot be encoded),
 * WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
json_t *kmk_store_row(kmk_store *store, const char *rows_pointer, const json_t *id,
                      kmk_error *error);

/**
 * Returns the whole state as JSON text.
 *
 * @param json_dumps_flags  jansson's flags, such as JSON_COMPACT or JSON_INDENT(2). JSON_ENCODE_ANY is implied.
 * @return the text, or NULL if kmk_store_state returns NULL or the text cannot be built.
 *
 * Owns: text new (kmk_text_free). NULL: returns NULL. Threads: owner, callback. Since: 0.1.
 */
char *kmk_store_state_text(kmk_store *store, size_t json_dumps_flags);

/**
 * Returns the id of the presentation in the slot at a pointer.
 *
 * Owns: pointer borrowed, string new (kmk_text_free). Fails: INVALID_ARGUMENT (NULL, malformed pointer), NOT_FOUND
 * (nothing is presented there), BUSY (in a reducer), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since:
 * 0.1.
 */
char *kmk_store_presentation_id(kmk_store *store, const char *pointer, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif

/**
 * Stores: a state, its reducer, and the effects that are running.
 *
 * A send is synchronous. The outermost one returns when the action, everything buffered behind it
 * and the observers are done (a burst). One made while the store is at work, in a reducer or an
 * observer, only puts its action into the buffer.
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

/** A way for any thread to post actions to a store, which it may outlive. See kmk_store_mailbox. */
typedef struct kmk_mailbox kmk_mailbox;

/* ---------------------------------------------------------- create and end */

/**
 * Makes a store from a reducer and a first state.
 *
 * A mistake made while the reducer was composed is reported here. What the first state presents is
 * presented from the start. What an operator cannot use at its place does not fit: rows or a path
 * that are no array, a row without its id, an id twice, a slot whose value is no case of its
 * destination.
 *
 * Owns: reducer consumed, initial_state borrowed, store new. Fails: INVALID_ARGUMENT (NULL, a
 * mistake in the reducer), UNKNOWN_FEATURE (inside the reducer), DECODE (a state that does not
 * fit), TOO_DEEP, LIMIT (limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback.
 * Since: 0.1.
 */
kmk_store *kmk_store_new(kmk_loop *loop, kmk_reducer *reducer, const json_t *initial_state,
                         kmk_error *error);

/**
 * Makes a store of a registered feature.
 *
 * @param initial_state  NULL: the state that the feature was registered with.
 *
 * Owns: initial_state borrowed, store new. Fails: INVALID_ARGUMENT (NULL loop or feature; no state
 * given here nor registered), UNKNOWN_FEATURE, DECODE, TOO_DEEP, LIMIT, WRONG_THREAD, NO_MEMORY, CLOSED.
 * Threads: owner, callback. Since: 0.1.
 */
kmk_store *kmk_store_open(kmk_loop *loop, const char *feature, const json_t *initial_state,
                          kmk_error *error);

/**
 * Has another reducer handle every action from here on, while the state stays as it is.
 *
 * Kept are observers, views, mailboxes and dependencies; what is presented, under its id, where the
 * new reducer has a slot as well, so that no view is dismissed; the ids of rows and of a path's
 * elements. A place where only the old one had a slot, rows or a path is plain JSON afterwards, and
 * what was presented there is dismissed for its observers; one that only the new one has is set up
 * as kmk_store_new does.
 *
 * What the new reducer's kmk_shape gives a default and is not in the state is not filled in. To have
 * it, write what kmk_reducer_complete_state makes of the state, by an action, or restore a snapshot
 * that is taken then: kmk_store_restore fills it in. The undo histories (kmk_undoable) begin anew,
 * also where both reducers have the same one; kmk_store_restore of a snapshot from before brings
 * them back, with the state of then, where the new reducer is described as the old one was.
 *
 * What the old reducer has running ends: effects, timers, the windows of throttles, and tasks are
 * finished. When this returns it has been let go of: each free_fn of it has run, but for what
 * blocking effects that are still at work, Swift tasks, the effect's callback that calls this, and
 * the program itself (kmk_reducer_retain) still hold. So a plug-in's code may be taken away:
 * docs/threads.md.
 *
 * The state is checked first as kmk_store_new checks it. What was rows by the same id before is not
 * looked at again, so this takes as long with 100,000 rows as with one; rows that are new, that have
 * another id, or inside of which the new reducer has slots, rows, paths, enums or Swift features are
 * looked at one by one.
 *
 * Owns: reducer consumed, success or not. Fails: INVALID_ARGUMENT (NULL, a mistake in the reducer, a
 * view, a store that kmk_store_open has made of a feature written in Swift), UNKNOWN_FEATURE (inside
 * the reducer), DECODE (a state that does not fit, with path), BUSY (in a reducer or an observer),
 * TOO_DEEP, WRONG_THREAD, CLOSED; then nothing has changed. Threads: owner, callback. Since: 0.2.
 */
kmk_status kmk_store_replace_reducer(kmk_store *store, kmk_reducer *reducer, kmk_error *error);

/**
 * Ends a store and frees its handle: its effects are cancelled. While it ends it calls the kmk_cancel_fn of
 * effects that are at work, and each free_fn whose last user was the store. No other callback of it runs any more.
 *
 * Inside a callback it takes effect when the burst ends: actions still buffered are dropped,
 * observers who were about to be told are told. From another thread it takes effect at the loop's
 * next dispatch. Subscriptions, tasks, mailboxes and senders stay valid to free or finish, and
 * answer KMK_ERR_CLOSED. Legal after kmk_loop_free.
 *
 * Owns: consumes store. NULL: nothing happens. Threads: any, callback. Since: 0.1.
 */
void kmk_store_free(kmk_store *store);

/**
 * Returns the loop that the store was made on, NULL if that has gone.
 *
 * Owns: loop borrowed. NULL: NULL. Threads: owner, callback. Since: 0.1.
 */
kmk_loop *kmk_store_loop(const kmk_store *store);

/**
 * Counts the effects that are running or about to begin.
 *
 * Each member of a merge counts by itself, of a chain the member that runs. What is presented is no
 * effect and does not count.
 *
 * NULL: 0. Threads: owner, callback. Since: 0.1.
 */
size_t kmk_store_effect_count(const kmk_store *store);

/* -------------------------------------------------------------------- send */

/**
 * Sends an action.
 *
 * An action that does not fit is refused before any reducer runs, and the message lists the cases
 * that are known at that place. For a feature written in C that is what its operators read; a case
 * that no operator knows goes to the reducers. While the store is at work KMK_OK means that the
 * action waits.
 *
 * Owns: action borrowed. Fails: INVALID_ARGUMENT (NULL), DECODE (with path), TOO_DEEP,
 * WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_send(kmk_store *store, const json_t *action, kmk_error *error);

/**
 * Does what kmk_store_send does, with an action that it takes over.
 *
 * Owns: steals action. Fails: INVALID_ARGUMENT, DECODE, TOO_DEEP, WRONG_THREAD, NO_MEMORY, CLOSED.
 * Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_send_new(kmk_store *store, json_t *action, kmk_error *error);

/**
 * Sends an action written as JSON text: "\"increment\"", "{\"setCount\": 3}".
 *
 * Duplicate keys, numbers out of range and invalid UTF-8 are not JSON.
 *
 * Owns: text borrowed for the call. Fails: INVALID_ARGUMENT (NULL), JSON (with position), DECODE,
 * TOO_DEEP, WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_send_text(kmk_store *store, const char *json, kmk_error *error);

/**
 * Does what kmk_store_send_text does, with a text that need not end in a NUL.
 *
 * @param length  in bytes.
 *
 * Owns: text borrowed for the call. Fails: INVALID_ARGUMENT (NULL), JSON (with position), DECODE,
 * TOO_DEEP, WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_send_textn(kmk_store *store, const char *json, size_t length,
                                kmk_error *error);

/**
 * Sends an action built in place, with the format of json_pack: "{s:i}", "setCount", 3.
 *
 * Where json_pack refuses the format or a value, error->message is what it says, and
 * error->position the byte of the format.
 *
 * Owns: as json_pack: "o" steals, "O" borrows. Fails: INVALID_ARGUMENT (NULL store, a format that
 * json_pack refuses), DECODE, TOO_DEEP, WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback.
 * Since: 0.1.
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
 * Makes a mailbox: for threads that cannot know whether the store still lives.
 *
 * @return the mailbox, or NULL (NULL, another thread, an ended store, no memory).
 *
 * Owns: mailbox new. NULL: NULL. Threads: owner, callback. Since: 0.1.
 */
kmk_mailbox *kmk_store_mailbox(kmk_store *store);

/**
 * Leaves an action for the store, to be reduced at the loop's next dispatch as a burst of its own.
 *
 * Actions are reduced in the order in which they were accepted. One that does not fit is dropped
 * then, with the issue "action-misfit".
 *
 * Owns: steals action. Fails: INVALID_ARGUMENT (NULL), TOO_DEEP, NO_MEMORY, CLOSED (the store has
 * ended). Threads: any, callback. Since: 0.1.
 */
kmk_status kmk_mailbox_post_new(kmk_mailbox *mailbox, json_t *action);

/**
 * Frees a mailbox. What was posted is still reduced.
 *
 * Owns: consumes mailbox. NULL: nothing happens. Threads: any, callback. Since: 0.1.
 */
void kmk_mailbox_free(kmk_mailbox *mailbox);

/**
 * Posts an action in place of the one under that key that still waits: as kmk_sender_send_latest_new, for
 * what was posted to this mailbox.
 *
 * Owns: key copied, steals action. Fails: as kmk_mailbox_post_new, and INVALID_ARGUMENT for a key that is
 * NULL or not UTF-8. Threads: any. Since: 0.3.
 */
kmk_status kmk_mailbox_post_latest_new(kmk_mailbox *mailbox, const char *key, json_t *action);

/**
 * Does what kmk_mailbox_post_new does. The store's handle must not be freed before this returns.
 *
 * Owns: steals action. Fails: INVALID_ARGUMENT (NULL), TOO_DEEP, NO_MEMORY, CLOSED.
 * Threads: any, callback. Since: 0.1.
 */
kmk_status kmk_store_post_new(kmk_store *store, json_t *action);

/* ----------------------------------------------------------- presentations
 * These build the action of a presentation and send it, with the statuses of kmk_store_send.
 * action_case is that of kmk_presentation, "destination"; of a slot inside other features the case
 * path to it. Where no slot has that case, the action is as any other that no operator knows. */

/**
 * Sends "present" with a state: the slot is filled before the parent's step.
 *
 * @param state_or_null  NULL asks the parent to fill the slot.
 *
 * Owns: all borrowed. Fails: INVALID_ARGUMENT (NULL), DECODE (a state that does not fit; a slot of
 * kmk_presentation, which knows no "present"), TOO_DEEP, WRONG_THREAD, NO_MEMORY, CLOSED.
 * Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_present(kmk_store *store, const char *action_case, const json_t *state_or_null,
                             kmk_error *error);

/**
 * Sends "dismiss", whatever is presented.
 *
 * Owns: all borrowed. Fails: INVALID_ARGUMENT (NULL), DECODE, TOO_DEEP, WRONG_THREAD, NO_MEMORY,
 * CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_dismiss(kmk_store *store, const char *action_case, kmk_error *error);

/**
 * Sends "dismiss" only while one presentation is up: what a window sends when its user closes it.
 *
 * A presentation that has gone already, and one that has taken its place, are left alone.
 *
 * @param id  as the observer of the presentation was told.
 *
 * Owns: all borrowed. Fails: INVALID_ARGUMENT (NULL, a text that is not UTF-8), NOT_FOUND (that id
 * is not up, no such slot), BUSY (in a reducer), TOO_DEEP, WRONG_THREAD, NO_MEMORY, CLOSED.
 * Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_dismiss_id(kmk_store *store, const char *action_case, const char *id,
                                kmk_error *error);

/**
 * Sends an action to what is presented.
 *
 * Owns: all borrowed. Fails: INVALID_ARGUMENT (NULL), DECODE, TOO_DEEP, WRONG_THREAD, NO_MEMORY,
 * CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_status kmk_store_presented(kmk_store *store, const char *action_case, const json_t *action,
                               kmk_error *error);

/* -------------------------------------------------------------------- read
 * Inside a reducer of the same store these answer KMK_ERR_BUSY or NULL, and raise the issue
 * "read-while-reducing". Everywhere else they answer with the state that the last action left. */

/**
 * Returns the whole state as a snapshot, in constant time for a feature written in C.
 *
 * @return the state, or NULL; kmk_store_get(store, "", &error) says why.
 *
 * Owns: result new. NULL: NULL. Threads: owner, callback. Since: 0.1.
 */
json_t *kmk_store_state(kmk_store *store);

/**
 * Returns the value at a pointer as a snapshot.
 *
 * Owns: pointer borrowed, result new. Fails: INVALID_ARGUMENT (NULL, malformed pointer), NOT_FOUND
 * (for a place that the shape excludes, the message has the nearest name), BUSY (in a reducer), DECODE (a Swift feature's state holds what JSON cannot write), WRONG_THREAD,
 * NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
json_t *kmk_store_get(kmk_store *store, const char *pointer, kmk_error *error);

/**
 * Returns the state of a row, or of an element of a path, by its id, as a snapshot.
 *
 * Found by the index of the kmk_for_each or kmk_stack that is attached there, or of the rows of a feature
 * in Swift: in O(1). It reads and converts nothing beside it.
 *
 * Owns: pointer and id borrowed, result new. Fails: INVALID_ARGUMENT (NULL, malformed pointer), NOT_FOUND (no
 * such row, or nothing is attached there); else as kmk_store_get. Threads: owner, callback. Since: 0.3.
 */
json_t *kmk_store_row(kmk_store *store, const char *rows_pointer, const json_t *id,
                      kmk_error *error);

/**
 * Writes the whole state as text.
 *
 * @param json_dumps_flags  jansson's: JSON_COMPACT, JSON_INDENT(2); JSON_ENCODE_ANY is implied.
 * @return the text, or NULL where kmk_store_state answers NULL or the text cannot be built.
 *
 * Owns: text new (kmk_text_free). NULL: NULL. Threads: owner, callback. Since: 0.1.
 */
char *kmk_store_state_text(kmk_store *store, size_t json_dumps_flags);

/**
 * Returns the identity of what is presented in the slot at a pointer.
 *
 * Owns: pointer borrowed, text new (kmk_text_free). Fails: INVALID_ARGUMENT (NULL, malformed
 * pointer), NOT_FOUND (nothing is presented there), BUSY (in a reducer), WRONG_THREAD, NO_MEMORY,
 * CLOSED. Threads: owner, callback. Since: 0.1.
 */
char *kmk_store_presentation_id(kmk_store *store, const char *pointer, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif

/**
 * Snapshots: a moment of a store, to go back to or to go on from in another process.
 *
 *     kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
 *     json_t *saved = kmk_snapshot_json(snapshot, 1, NULL);      // {"kumiki": 1, "version": 1, "state": ...}
 *     ...
 *     kmk_snapshot *read = kmk_snapshot_new(saved, NULL, NULL);
 *     kmk_store *again = kmk_store_new_from(loop, reducer, read, &error);
 *
 * A snapshot has the state; the ids of what is presented, and of the elements of paths; the ids still to
 * come; the effects that follow the state (running.h) with how much of their time has passed; and the histories
 * (kmk_undoable), so that what could be undone can be undone afterwards. It has no other effects, since those
 * are a step's, and nothing that is shared.
 *
 * Histories are left out where the reducer is described otherwise than the one that the snapshot is of
 * (kmk_reducer_hash), or the state went through a migration: their counts are 0 then.
 *
 * A feature written in Swift is saved and restored too, with the ids of what it presents. The effects that follow
 * its state are found again by the names of its properties and by the ids of its rows; two that these do not tell
 * apart begin anew, also if they had finished. What it keeps to undo is a member of its state, and empty afterwards.
 *
 * docs/json.md has the grammar of the JSON form, docs/saving.md leads through saving and restoring.
 */
#ifndef KUMIKI_SNAPSHOT_H
#define KUMIKI_SNAPSHOT_H

#include "base.h"
#include "error.h"
#include "loop.h"
#include "reducer.h"
#include "running.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A moment of a store. Immutable: any thread may hold, read and free it. */
typedef struct kmk_snapshot kmk_snapshot;

/**
 * Takes a snapshot of a store.
 *
 * It costs the same for 100,000 rows as for one: it counts with what is presented and observed, and with the
 * effects that follow the state. The state of a feature written in Swift is encoded. While a snapshot is held,
 * a write copies the containers on its way, as for kmk_store_state, and the next step of a history copies the
 * history, but not the values in it. The first one of a reducer describes it, as kmk_reducer_hash does.
 *
 * A snapshot holds no function of the program: it may be held, and freed, when the reducer and its plug-in are gone.
 *
 * Owns: snapshot new. Fails: INVALID_ARGUMENT (NULL, a view), DECODE (a Swift feature's state holds what JSON
 * cannot write), BUSY (in a reducer), NO_MEMORY, WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_snapshot *kmk_store_snapshot(kmk_store *store, kmk_error *error);

/**
 * Takes a snapshot without the state. For who keeps the state in another way, by the patches of a trace: while it is
 * held, writes copy nothing of the state.
 *
 * kmk_snapshot_beside and kmk_snapshot_bounded take it; kmk_snapshot_state answers NULL, and other functions
 * INVALID_ARGUMENT.
 *
 * Owns: snapshot new. Fails: as kmk_store_snapshot. Threads: owner, callback. Since: 0.3.
 */
kmk_snapshot *kmk_store_snapshot_beside(kmk_store *store, kmk_error *error);

/**
 * Frees a snapshot.
 *
 * Owns: consumes snapshot. NULL: nothing happens. Threads: any, callback. Since: 0.3.
 */
void kmk_snapshot_free(kmk_snapshot *snapshot);

/**
 * Returns the state in a snapshot.
 *
 * Owns: snapshot borrowed, result new. NULL: NULL. Threads: any, callback. Since: 0.3.
 */
json_t *kmk_snapshot_state(const kmk_snapshot *snapshot);

/**
 * Returns the form of a snapshot that is saved. It has a hash of the reducer's description, so that a file
 * says what it was made with (kmk_reducer_hash).
 *
 * Saving a store that was just restored gives the same bytes. Three things make them other ones: a snapshot that
 * was taken at an action of an effect that follows the state (its chain has begun its next link since), a limit
 * that kmk_effect_limit had set, which is no part of a snapshot, and for KMK_TIME_DEADLINE a clock that says
 * less than then. A history is as large as the
 * values that its steps replaced; see kmk_snapshot_bounded.
 *
 * @param version  the program's number for the form of its states; see kmk_migrations.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL), TOO_DEEP, NO_MEMORY. Threads: any,
 * callback. Since: 0.3.
 */
json_t *kmk_snapshot_json(const kmk_snapshot *snapshot, uint32_t version, kmk_error *error);

/**
 * Returns the same without the member "state": what is beside the state.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL), NO_MEMORY. Threads: any, callback.
 * Since: 0.3.
 */
json_t *kmk_snapshot_beside(const kmk_snapshot *snapshot, uint32_t version, kmk_error *error);

/**
 * Returns the same snapshot with at most so many bytes of histories, as kmk_snapshot_json writes them.
 *
 * What is undone and redone first stays; the counts of a store that goes on from it say how much that is. Histories
 * have the values that their steps replaced, as many steps as kmk_undo_options.limit says, so they may be
 * larger than the state.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL), NO_MEMORY. Threads: any, callback.
 * Since: 0.3.
 */
kmk_snapshot *kmk_snapshot_bounded(const kmk_snapshot *snapshot, size_t history_bytes,
                                   kmk_error *error);

/* --------------------------------------------------------------- migration */

/**
 * Reads a state of one version and returns it in the form of the next.
 *
 * @param state  borrowed for the call; build another one.
 *
 * @return a new state, which is stolen; NULL: it cannot be read.
 */
typedef json_t *(*kmk_migrate_fn)(const json_t *state, void *user_data);

/** A step from one version to the next. */
typedef struct kmk_migration {
  uint32_t from;
  kmk_migrate_fn migrate;
  void *user_data; /* for each call; the program keeps it until kmk_snapshot_new has returned */
} kmk_migration;

/** The steps by which a program reads states of its earlier versions. Any size from that of version 0.3 on
 * is taken. */
typedef struct kmk_migrations {
  size_t size;      /* sizeof(kmk_migrations) */
  uint32_t version; /* the program's own: what it gives to kmk_snapshot_json */
  size_t count;
  const kmk_migration *steps; /* in any order; one for each version that is still read */
} kmk_migrations;

/**
 * Reads a snapshot that was saved.
 *
 * With migrations the state goes through each step from its version to the program's. Effects and presentations
 * stay with the rows of the same ids, whatever the steps do to their order; an effect that had finished begins
 * anew if its place got another value. Members that are merely
 * new need none: what kmk_shape gives a default is added when the store is made or restored. A version beyond
 * the program's own, and one that no step leads on from, is refused; so keep the saved text until a new one
 * is on disk.
 *
 * @param migrations  NULL: the state is taken as it is.
 *
 * Owns: json and migrations borrowed, snapshot new. Fails: INVALID_ARGUMENT (NULL, a wrong size, two steps
 * from one version), DECODE (no snapshot, a newer form, a version that cannot be read; with path), TOO_DEEP,
 * NO_MEMORY. Threads: any, callback; migrations run on the calling thread. Since: 0.3.
 */
kmk_snapshot *kmk_snapshot_new(const json_t *json, const kmk_migrations *migrations,
                               kmk_error *error);

/* ----------------------------------------------------------------- restore */

/**
 * Goes back to a snapshot in a store that lives.
 *
 * Its state takes the place of the present one, with the ids of then: what was presented then is presented
 * again under its id, so views and kmk_store_dismiss_id that know it go on. All effects end; those that
 * follow the state begin again, with the time that kmk_running_options says; those that had finished do not.
 * Observers are told once, of what differs. What they send then comes after.
 *
 * Owns: snapshot borrowed. Fails: INVALID_ARGUMENT (NULL, a view), DECODE (a state that does not fit, with
 * path), BUSY (in a reducer or an observer), TOO_DEEP, LIMIT (limit.h), WRONG_THREAD, CLOSED; then nothing has
 * changed. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_store_restore(kmk_store *store, const kmk_snapshot *snapshot, kmk_error *error);

/**
 * Makes a store that goes on from a snapshot: kmk_store_new and kmk_store_restore in one. For a store of
 * kmk_store_open open it, and restore.
 *
 * Owns: reducer consumed, snapshot borrowed, store new. Fails: as kmk_store_new. Threads: owner, callback.
 * Since: 0.3.
 */
kmk_store *kmk_store_new_from(kmk_loop *loop, kmk_reducer *reducer, const kmk_snapshot *snapshot,
                              kmk_error *error);

/**
 * Returns a hash of what is known of a reducer's states and actions: equal for reducers that
 * kmk_reducer_describe describes alike, in every process and version.
 *
 * Owns: reducer borrowed, text new (kmk_text_free). Fails: INVALID_ARGUMENT (NULL, a mistake in the reducer),
 * NO_MEMORY. Threads: any, callback. Since: 0.3.
 */
char *kmk_reducer_hash(const kmk_reducer *reducer, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif

/**
 * Snapshots: a store at one point in time, to go back to or to continue from in another process.
 *
 *     kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
 *     json_t *saved = kmk_snapshot_json(snapshot, 1, NULL);      // {"kumiki": 1, "version": 1, "state": ...}
 *     ...
 *     kmk_snapshot *read = kmk_snapshot_new(saved, NULL, NULL);
 *     kmk_store *again = kmk_store_new_from(loop, reducer, read, &error);
 *
 * A snapshot contains:
 *
 * - the state;
 * - the ids of presentations and of the elements of navigation paths, and the ids that will be assigned next;
 * - the state-driven effects (running.h), and how much of their time has passed;
 * - the undo histories (kmk_undoable), so that undo works after a restore.
 *
 * It contains no shared values. Nor does it contain other effects, because they belong to the step that started them.
 *
 * Its JSON, and the result of kmk_snapshot_state, contain no transient members of the state (shape.h). A restore of the
 * snapshot itself brings them back; a restore from its JSON gives them their defaults.
 *
 * A restore leaves out the histories, and sets their counts to 0, if the description of the store's reducer differs from
 * the description of the snapshot's reducer (kmk_reducer_hash), or if the state was migrated.
 *
 * Features written in Swift are also saved and restored, with the ids of their presentations. Their state-driven effects
 * are identified by the names of properties and the ids of rows. If two effects have the same names and ids, both start
 * from the beginning, even if they had finished. The undo history of a Swift feature is a member of its state, and is
 * empty after a restore.
 *
 * docs/formats.md gives the grammar of the JSON form. docs/saving.md is a guide to saving and restoring.
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

/** A store at one point in time. Immutable: any thread may hold, read and free it. */
typedef struct kmk_snapshot kmk_snapshot;

/**
 * Takes a snapshot of a store.
 *
 * The cost does not depend on the number of rows: 100,000 rows cost as much as one. It depends on the number of
 * presentations, observers and state-driven effects. The state of a Swift feature is encoded. While a snapshot is held,
 * each write also records the value that it replaces, and copies nothing. A snapshot that is read later is made from
 * the current state and the recorded values. If there are many of them, the next write copies the objects and arrays
 * around its place, as it does while a result of kmk_store_state is held. Another thread that reads a snapshot copies
 * large arrays in slices, between which the store is written. The next step of a history copies the history, but not
 * the values in it. The first snapshot for a reducer costs more, because it describes the reducer, as kmk_reducer_hash
 * does.
 *
 * A snapshot contains none of the program's functions. It may be held and freed after the reducer and its plug-in are
 * gone.
 *
 * Owns: snapshot new. Fails: INVALID_ARGUMENT (NULL, a scoped store), DECODE (a Swift feature's state cannot be encoded),
 * BUSY (in a reducer), NO_MEMORY, WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_snapshot *kmk_store_snapshot(kmk_store *store, kmk_error *error);

/**
 * Takes a snapshot without the state, for programs that keep their own copy of the state by applying the patches of a
 * trace. While such a snapshot is held, writes copy no part of the state.
 *
 * Use it with kmk_snapshot_json_without_state, kmk_snapshot_bounded and kmk_saver_change. kmk_snapshot_state returns NULL
 * for it, and all other functions fail with INVALID_ARGUMENT.
 *
 * Owns: snapshot new. Fails: INVALID_ARGUMENT (NULL, a scoped store), DECODE (a Swift feature's state cannot be encoded),
 * BUSY (in a reducer), NO_MEMORY, WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.4.
 */
kmk_snapshot *kmk_store_snapshot_without_state(kmk_store *store, kmk_error *error);

/**
 * The former name of kmk_store_snapshot_without_state, for existing programs.
 *
 * Owns: snapshot new. Fails: INVALID_ARGUMENT (NULL, a scoped store), DECODE (a Swift feature's state cannot be encoded),
 * BUSY (in a reducer), NO_MEMORY, WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_snapshot *kmk_store_snapshot_beside(kmk_store *store, kmk_error *error);

/**
 * Frees a snapshot.
 *
 * Owns: consumes snapshot. NULL: nothing happens. Threads: any, callback. Since: 0.3.
 */
void kmk_snapshot_free(kmk_snapshot *snapshot);

/**
 * Returns the state in a snapshot, without transient members (shape.h).
 *
 * Owns: snapshot borrowed, result new. NULL: returns NULL. Threads: any, callback. Since: 0.3.
 */
json_t *kmk_snapshot_state(const kmk_snapshot *snapshot);

/**
 * Returns whether a snapshot contains no effects, no requests and no undo steps: only the state, the ids in it and the
 * counters for new ids. A store that is made from its state alone then behaves like one that is made from the snapshot,
 * apart from new ids. Takes constant time.
 *
 * Owns: snapshot borrowed. NULL: returns false. Threads: any, callback. Since: 0.4.
 */
bool kmk_snapshot_is_state_only(const kmk_snapshot *snapshot);

/**
 * Returns a snapshot as JSON, for saving. The JSON contains a hash of the reducer's description (kmk_reducer_hash), so
 * that a saved file identifies its reducer.
 *
 * Saving a store that was just restored gives the same bytes, with three exceptions:
 *
 * - The snapshot was taken in a burst in which a state-driven effect had sent an action (for example, by an observer of
 *   that action), and the effect's chain has since started its next member.
 * - kmk_effect_limit had set a limit. Limits are not part of a snapshot.
 * - An effect uses KMK_TIME_DEADLINE, and the clock is earlier than it was at the snapshot.
 *
 * A history is as large as the values that its steps replaced. To limit its size, see kmk_snapshot_bounded.
 *
 * @param version  the version number of the program's state schema; see kmk_migrations.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL, a snapshot without its state), TOO_DEEP, NO_MEMORY.
 * Threads: any, callback. Since: 0.3.
 */
json_t *kmk_snapshot_json(const kmk_snapshot *snapshot, uint32_t version, kmk_error *error);

/**
 * Returns a snapshot as JSON without the state: the result of kmk_snapshot_json without the member "state".
 *
 * @param version  the version number of the program's state schema; see kmk_migrations.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL), NO_MEMORY. Threads: any, callback. Since: 0.4.
 */
json_t *kmk_snapshot_json_without_state(const kmk_snapshot *snapshot, uint32_t version,
                                        kmk_error *error);

/**
 * The former name of kmk_snapshot_json_without_state, for existing programs.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL), NO_MEMORY. Threads: any, callback. Since: 0.3.
 */
json_t *kmk_snapshot_beside(const kmk_snapshot *snapshot, uint32_t version, kmk_error *error);

/**
 * Returns a snapshot with bounded histories: the same snapshot with at most history_bytes of histories, as
 * kmk_snapshot_json writes them.
 *
 * The steps nearest to the snapshot's state, which an undo or a redo would reach first, are kept. In a store that
 * continues from the result, the counts at kmk_undo_options.history_path are the numbers of the steps that were kept.
 * Histories contain the values that their steps replaced, for as many steps as kmk_undo_options.limit allows, so they may
 * be larger than the state.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL), NO_MEMORY. Threads: any, callback. Since: 0.3.
 */
kmk_snapshot *kmk_snapshot_bounded(const kmk_snapshot *snapshot, size_t history_bytes,
                                   kmk_error *error);

/* --------------------------------------------------------------- migration */

/**
 * Migrates a state of one version to the next version.
 *
 * @param state  borrowed for the call; build a new state from it.
 *
 * @return a new state, which the library then owns; NULL if the state cannot be read.
 */
typedef json_t *(*kmk_migrate_fn)(const json_t *state, void *user_data);

/** A migration step from one version to the next. */
typedef struct kmk_migration {
  uint32_t from;
  kmk_migrate_fn migrate;
  void *user_data; /* passed to each call; must stay valid until kmk_snapshot_new has returned */
} kmk_migration;

/** Steps that migrate states of earlier versions. The library accepts the struct as declared in any version since 0.3. */
typedef struct kmk_migrations {
  size_t size;      /* sizeof(kmk_migrations) */
  uint32_t version; /* the program's own version, as given to kmk_snapshot_json */
  size_t count;
  const kmk_migration *steps; /* in any order; one for each version that the program still reads */
} kmk_migrations;

/**
 * Reads a saved snapshot.
 *
 * With migrations, the state goes through each step from its version to the program's version. Effects and presentations
 * stay with the rows that have the same ids, even if the steps reorder the rows. A finished effect starts again if the
 * value at its place has changed. New members need no migration: a default of kmk_shape is added when the store is made
 * or restored. A version above the program's own is refused, as is a version without a step to the next one. Therefore,
 * keep a saved file until a new file is on the disk.
 *
 * @param migrations  NULL means that the state is used as it is.
 *
 * Owns: json and migrations borrowed, snapshot new. Fails: INVALID_ARGUMENT (NULL, a wrong size, two steps from one
 * version), DECODE (not a snapshot, a newer format, a version that cannot be read; with path), TOO_DEEP, NO_MEMORY.
 * Threads: any, callback; migrations run on the calling thread. Since: 0.3.
 */
kmk_snapshot *kmk_snapshot_new(const json_t *json, const kmk_migrations *migrations,
                               kmk_error *error);

/* ----------------------------------------------------------------- restore */

/**
 * Restores a snapshot in an open store.
 *
 * The snapshot's state and ids replace the current ones. Presentations in the snapshot are presented again with their
 * ids, so scoped stores and kmk_store_dismiss_id continue to work with these ids. All effects end. The snapshot's
 * state-driven effects start again; kmk_running_options determines how their elapsed time counts. Effects that had
 * finished do not start again. Observers are called once, if what they observe has changed. Actions that they send are
 * reduced afterwards.
 *
 * Owns: snapshot borrowed. Fails: INVALID_ARGUMENT (NULL, a scoped store), DECODE (a state that does not match the
 * reducer, with path), BUSY (in a reducer or an observer), TOO_DEEP, LIMIT (limit.h), WRONG_THREAD, CLOSED; after a
 * failure nothing has changed. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_store_restore(kmk_store *store, const kmk_snapshot *snapshot, kmk_error *error);

/**
 * Creates a store that continues from a snapshot: kmk_store_new and kmk_store_restore in one call. For a registered
 * feature, call kmk_store_open and then kmk_store_restore.
 *
 * Owns: reducer consumed, snapshot borrowed, store new. Fails: INVALID_ARGUMENT (NULL, a configuration error in the
 * reducer), UNKNOWN_FEATURE (in the reducer tree), DECODE (a state that does not match the reducer), TOO_DEEP, LIMIT
 * (limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_store *kmk_store_new_from(kmk_loop *loop, kmk_reducer *reducer, const kmk_snapshot *snapshot,
                              kmk_error *error);

/**
 * Returns a hash of a reducer's states and actions, as kmk_reducer_describe describes them. Reducers with the same
 * description have the same hash, in every process and version.
 *
 * Owns: reducer borrowed, string new (kmk_text_free). Fails: INVALID_ARGUMENT (NULL, a configuration error in the
 * reducer), NO_MEMORY. Threads: any, callback. Since: 0.3.
 */
char *kmk_reducer_hash(const kmk_reducer *reducer, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif

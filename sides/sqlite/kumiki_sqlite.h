/**
 * Keeps stores in a database: the state and the steps of each store in one SQLite file, written by a separate thread.
 *
 *     kmk_sqlite *database = kmk_sqlite_open("app.db", NULL, &error);
 *     kmk_store *store = kmk_sqlite_store(database, "main", loop, reducer, initial, &error);
 *     ...                                 // sends as with any store
 *     kmk_sqlite_flush(database, &error); // and saves the elapsed time of effects
 *     kmk_store_free(store);
 *     kmk_sqlite_free(database);          // writes the waiting steps
 *
 * kmk_sqlite_store makes a store that continues from the last snapshot in the file: with its ids, its undo histories
 * (kmk_undoable) and its state-driven effects (kmk_running). Each step is written as a patch, together with the changes that
 * the step made to histories, effects and ids. From time to time the whole state is written, and the rows of earlier steps are
 * deleted. At the end of each loop iteration, and of each send outside an iteration, the steps go to the thread, which writes
 * many steps in one transaction.
 *
 * Only one program at a time can write a store: kmk_sqlite_store takes a lock, or fails with BUSY. It is a kernel lock on the
 * file PATH-lock (PATH is the path of the database), and is released when the process ends, however the process ends. A forked
 * child that does not call exec holds the lock too, until the child ends. On a network file system the lock is only as reliable
 * as the locks of that file system, which SQLite also relies on. Several machines cannot share PATH-wal at all, so let only one
 * machine read and write a database.
 *
 * The file is in WAL mode: other processes may read it while it is written, with is_read_only and kmk_sqlite_snapshot, or with
 * SQL. Only the user who owns a new file can read and write it (mode 0600); the same holds for PATH-wal, PATH-shm and
 * PATH-lock. An existing file keeps its mode. The file contains these tables:
 *
 *     kumiki_moment(store, step, snapshot)    one row per store: kmk_saver_whole
 *     kumiki_step(store, step, record)        kmk_saver_step, for each later step that wrote something
 *     kumiki_note(store, number, step, patch) each later kmk_saver_change, from number 1; 0: the elapsed time
 *     kumiki_beside(store, step, beside)      in files of earlier versions: kmk_snapshot_json_without_state at a later step
 *
 * These functions are in a separate library, libkumiki-sqlite, which needs SQLite 3.31 or later. The linker flags of kumiki.pc
 * link this library if the program uses it; libkumiki does not need it.
 */
#ifndef KUMIKI_SQLITE_H
#define KUMIKI_SQLITE_H

/* The functions below need none of these headers. Programs written for version 0.3, whose header contained the code, rely
 * on them. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A database file with stores. */
typedef struct kmk_sqlite kmk_sqlite;

/** Initialize with KMK_SQLITE_OPTIONS_INIT. */
typedef struct kmk_sqlite_options {
  size_t size; /* sizeof(kmk_sqlite_options) */

  /* The program's version number for its states' schema, and the steps that migrate earlier states: see kmk_snapshot_new. An
   * older state stays in the file until the first step of the new program is written. All stores use these migrations, unless
   * kmk_sqlite_store_with gives a store its own. NULL: the version is 0, and a store whose state has another version is
   * refused; kmk_sqlite_snapshot reads such a state without migrating it. */
  const kmk_migrations *migrations;

  /* A transaction is written when batch_steps steps wait, or when the oldest step has waited batch_milliseconds. 0: 1000
   * steps, 20 milliseconds. */
  unsigned batch_steps;
  unsigned batch_milliseconds;

  /* The whole state is written and the steps before it are deleted after compact_steps steps, or when the steps take at least
   * compact_bytes bytes and at least as many bytes as the whole state. 0: 10,000 and 1 MiB. */
  unsigned compact_steps;
  size_t compact_bytes;

  /* Whether each transaction waits until it is on the disk. If false, a crash of the machine may lose the last
   * transactions; a crash of the process loses none. */
  bool waits_for_disk;

  /* The maximum size of a store's undo histories, in bytes. If the history is larger, the most recent steps are kept, which
   * undo reverts first. 0: 1 MiB. */
  size_t history_bytes;

  /* Opens an existing file and does not change it. kmk_sqlite_snapshot reads the file, while another process may write it;
   * kmk_sqlite_store is refused. Each read opens the file again. The file may be in a folder that this process cannot write to.
   */
  bool is_read_only;

  /* Called when a write fails. If the failure may pass (see kmk_sqlite_flush), the message says that the write is tried
   * again, `resumed` is called once a try succeeds, and this function is not called in between. After any other failure
   * the database writes nothing more. It runs on the thread that notices the failure, usually the
   * database's own thread, and must not use the database. The message is borrowed. NULL: the message is printed to standard
   * error. */
  void (*failed)(const char *message, void *user_data);
  void *user_data;

  /* Whether the file also contains each step's action and the rest of its record (kmk_trace_fn), for programs that read
   * kumiki_step with SQL. A store needs only the patch to continue: if false, a step that changes nothing is not written. */
  bool keeps_actions;

  /* The secrets to leave out of the file, as in kmk_saver_options: places in states, patches and histories, and payloads of
   * actions if actions are kept. The program must keep the list until the database is freed. NULL: none. */
  const char *const *secret_paths;

  /* How long to wait for a file that another program has locked, in milliseconds. 0: 5000. Since 0.4. */
  unsigned busy_milliseconds;

  /* Whether only this handle may write the file, for programs that may run once only. kmk_sqlite_open then fails
   * with BUSY if another handle, here or in another process, was opened in this way or has a store open; afterwards other
   * handles open no store. The error message contains the holder's process id and name, if the system knows them. The lock
   * ends with kmk_sqlite_free, even if a forked child lives on, and with the process. Since 0.4. */
  bool writes_alone;

  /* How long kmk_sqlite_open and kmk_sqlite_store wait for another writer before they fail with BUSY, in milliseconds. The
   * call continues some milliseconds after that writer has ended. 0: no wait. Since 0.4. */
  unsigned wait_milliseconds;

  /* Called when the file is written again after a failure that has passed (see kmk_sqlite_flush), on the database's own
   * thread. It must not use the database. NULL: a line on standard error, unless `failed` is set. Since 0.4. */
  void (*resumed)(void *user_data);
} kmk_sqlite_options;
#define KMK_SQLITE_OPTIONS_INIT                                                                    \
  {                                                                                                \
    sizeof(kmk_sqlite_options), NULL, 0, 0, 0, 0, false, 0, false, NULL, NULL, false, NULL, 0,     \
        false, 0, NULL                                                                             \
  }

/**
 * Opens a database file, or creates it.
 *
 * @param path     the path of a file. SQLite's names for databases without a file are refused: "", ":memory:", and URIs
 *                 ("file:"), whose parameters may ask for such a database. Put "./" in front of a relative path that starts
 *                 like one of these.
 * @param options  NULL: KMK_SQLITE_OPTIONS_INIT. Copied; the program must keep the migrations until the database is freed.
 *
 * Owns: database new. Fails: INVALID_ARGUMENT (NULL or such a path, a file that is not a database, cannot be opened or,
 * with is_read_only, does not exist; a wrong size, a malformed secret path), BUSY (writes_alone, and another handle writes
 * the file), NO_MEMORY. Threads: any that may block. Since: 0.3.
 */
kmk_sqlite *kmk_sqlite_open(const char *path, const kmk_sqlite_options *options, kmk_error *error);

/**
 * Opens the store that the file keeps under a name, or makes a new one under that name from an initial state.
 *
 * The store behaves like one that kmk_store_new made. Its steps are written to the file, whichever code frees the store. Only
 * one store may be open under a name at a time, across all processes. A second one is refused, after wait_milliseconds if that is set, and
 * the first one continues to write. The error message contains the id and the name of the process that has the store open, if the system
 * knows them.
 *
 * @param initial  NULL: the call fails with NOT_FOUND if the file has no store under the name.
 *
 * Owns: reducer consumed, initial borrowed, store new. Fails: as kmk_store_new_from, kmk_snapshot_new and kmk_sqlite_flush;
 * NOT_FOUND; DECODE and JSON (a row is missing or broken, as in kmk_sqlite_snapshot; nothing is written then); BUSY (a store is
 * open under the name, here or in another program, or another handle writes the file alone); INVALID_ARGUMENT (NULL, an empty name, a file that cannot be read, or was
 * opened as read-only); CLOSED (in a forked child); NO_MEMORY. Threads: the loop's. Since: 0.3.
 */
kmk_store *kmk_sqlite_store(kmk_sqlite *database, const char *name, kmk_loop *loop, kmk_reducer *reducer,
                            const json_t *initial, kmk_error *error);

/**
 * Opens or makes a store as kmk_sqlite_store does, with a version and migrations for this store instead of the database's.
 *
 * @param migrations  NULL: the version is 0, and a state with another version is refused. Used during the call.
 *
 * Owns: reducer consumed, initial and migrations borrowed, store new. Fails: as kmk_sqlite_store. Threads: the loop's.
 * Since: 0.4.
 */
kmk_store *kmk_sqlite_store_with(kmk_sqlite *database, const char *name, kmk_loop *loop, kmk_reducer *reducer,
                                 const json_t *initial, const kmk_migrations *migrations, kmk_error *error);

/**
 * Reads the last snapshot of a store in the file, to examine it or to continue from it elsewhere. For a store that is open
 * here, the snapshot includes each step so far; for a store of another process, the steps that the process has written.
 *
 * Owns: database borrowed, snapshot new. Fails: NOT_FOUND; as kmk_snapshot_new; DECODE (a row is missing or broken), JSON
 * (a column contains text that is not JSON), both with the names of the store and the row or column; INVALID_ARGUMENT
 * (NULL, a file that cannot be read); BUSY (a file in a folder that this process cannot write was written during the read);
 * CLOSED (in a forked child); NO_MEMORY. Threads: any that may block. Since: 0.3.
 */
kmk_snapshot *kmk_sqlite_snapshot(kmk_sqlite *database, const char *name, kmk_error *error);

/**
 * Reads the last snapshot of a store as kmk_sqlite_snapshot does, with a version and migrations for this call instead of
 * the database's.
 *
 * @param migrations  NULL: the state is not migrated. Used only during the call.
 *
 * Owns: database and migrations borrowed, snapshot new. Fails: as kmk_sqlite_snapshot. Threads: any that may block. Since:
 * 0.4.
 */
kmk_snapshot *kmk_sqlite_snapshot_with(kmk_sqlite *database, const char *name, const kmk_migrations *migrations,
                                       kmk_error *error);

/**
 * Returns the names of the stores in the file, sorted, as an array of strings.
 *
 * Owns: database borrowed, array new. Fails: INVALID_ARGUMENT (NULL, a file that cannot be read), BUSY (as
 * kmk_sqlite_snapshot), CLOSED (in a forked child), NO_MEMORY. Threads: any that may block. Since: 0.4.
 */
json_t *kmk_sqlite_names(kmk_sqlite *database, kmk_error *error);

/**
 * Waits until all steps so far are in the file. For a store that belongs to another thread, waits for the store's steps up to
 * the last finished iteration of its loop.
 *
 * On the thread of a store's loop, the call also writes the elapsed time of the store's effects (KMK_TIME_REMAINING). Otherwise
 * this time is written only together with steps. A program should call this function before it frees its stores and exits.
 *
 * Some failures may pass: a full disk or quota, an error of the device, a file that another program locks for a long time.
 * Then the steps stay in memory and are written again after a pause, which grows from 0.1 to 10 seconds. Each call of this
 * function tries at once, and returns the error if that fails too. Once a try succeeds, the file contains all steps. If more than batch_steps steps wait, the last state replaces them. New stores are refused until then, requests wait,
 * and kmk_sqlite_free tries a last time.
 *
 * After any other failure nothing more is written, and every later call returns the error.
 *
 * Fails: INVALID_ARGUMENT (NULL; the file cannot be written, was removed or replaced, or there was no memory), BUSY (a program
 * with an earlier Kumiki, which takes no lock, writes one of the stores), CLOSED (in a forked child). Threads: any that may
 * block. Since: 0.3.
 */
kmk_status kmk_sqlite_flush(kmk_sqlite *database, kmk_error *error);

/**
 * Returns SQLite's extended result code of the last failed call of a function in this header on this thread; 0 if SQLite did
 * not cause the failure.
 *
 * Threads: any. Since: 0.4.
 */
int kmk_sqlite_last_code(void);

/**
 * Writes the waiting steps and closes the file. Free the database's stores first: the later steps of a store that is still open
 * are not written. A failed write calls kmk_sqlite_options.failed. To get the error, call kmk_sqlite_flush first.
 *
 * Owns: consumes database. NULL: nothing happens. Threads: any that may block. Since: 0.3.
 */
void kmk_sqlite_free(kmk_sqlite *database);

#ifdef __cplusplus
}
#endif
#endif

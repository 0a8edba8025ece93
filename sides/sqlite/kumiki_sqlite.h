/**
 * Stores in a database: state and steps in one SQLite file, written by a thread beside the loop.
 *
 *     kmk_sqlite *database = kmk_sqlite_open("app.db", NULL, &error);
 *     kmk_store *store = kmk_sqlite_store(database, "main", loop, reducer, initial, &error);
 *     ...                                 // sends as with any store
 *     kmk_sqlite_flush(database, &error); // with the time of effects
 *     kmk_store_free(store);
 *     kmk_sqlite_free(database);          // what is left is written
 *
 * kmk_sqlite_store gives a new store with the state of the last moment that was written: with its ids, with its
 * histories (kmk_undoable), and with the effects that follow the state (kmk_running) going on. Each step is written as its
 * patch, and with it what it changed of histories, effects and ids; from time to time the whole state is written, and the
 * rows before it go. Steps are handed over when the loop comes to rest, and written many in a transaction.
 *
 * One program at a time writes a store: kmk_sqlite_store takes the right to it or fails with BUSY. The right is a lock of
 * the kernel's in the file PATH-lock, and ends with the process, however that ends. A child by fork that runs no other
 * program holds it too as long as it lives. On a network disk it is as good as the locks there, and SQLite relies on
 * them too; PATH-wal cannot be shared between machines at all, so have one machine write and read a database.
 *
 * The file is in WAL mode: other processes may read it while it is written, with is_read_only and
 * kmk_sqlite_snapshot, or by SQL. A new file can be read and written by its user alone (mode 0600), and so can PATH-wal,
 * PATH-shm and PATH-lock. An existing file keeps its mode. It has these tables:
 *
 *     kumiki_moment(store, step, snapshot)    one row a store: kmk_saver_whole
 *     kumiki_step(store, step, record)        kmk_saver_step, of the steps after it that wrote something
 *     kumiki_note(store, number, step, patch) kmk_saver_change since then, from number 1 on; 0: the time that has passed
 *     kumiki_beside(store, step, beside)      in files of earlier versions: kmk_snapshot_json_without_state at a later step
 *
 * A library of its own, libkumiki-sqlite, over SQLite 3.31 or later. The flags of kumiki.pc link it where a program uses it;
 * libkumiki does not need it.
 */
#ifndef KUMIKI_SQLITE_H
#define KUMIKI_SQLITE_H

/* The functions below need none of these. Programs written for 0.3, whose header had the code, get them from here. */
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

/** Begin with KMK_SQLITE_OPTIONS_INIT. */
typedef struct kmk_sqlite_options {
  size_t size; /* sizeof(kmk_sqlite_options) */

  /* The program's number for the form of its states, and how it reads earlier ones: see kmk_snapshot_new. An
   * older state stays in the file until the first step of the new program is written. All stores use these migrations,
   * unless kmk_sqlite_store_with gives a store its own. NULL: the number is 0, and a store whose state has another number
   * is refused; kmk_sqlite_snapshot takes such a state as it is. */
  const kmk_migrations *migrations;

  /* A transaction is written when batch_steps steps wait, or when the oldest step has waited batch_milliseconds. 0: 1000
   * steps, 20 milliseconds. */
  unsigned batch_steps;
  unsigned batch_milliseconds;

  /* The whole state is written and the steps before it are deleted after compact_steps steps, or when the steps take
   * compact_bytes bytes and no fewer than the whole state. 0: 10,000 and 1 MiB. */
  unsigned compact_steps;
  size_t compact_bytes;

  /* Whether each transaction waits until the disk has it. Without, a crash of the machine may lose the last
   * ones; a crash of the process loses none of them. */
  bool waits_for_disk;

  /* The most bytes that a store's histories may take. The steps that are undone first are kept. 0: 1 MiB. */
  size_t history_bytes;

  /* Opens an existing file and leaves it as it is: kmk_sqlite_snapshot reads it, while another process may write
   * it, and kmk_sqlite_store is refused. Each read opens the file, which may be in a folder that this process cannot write. */
  bool is_read_only;

  /* Called once, at the first write that fails; nothing is written from then on. It runs on the thread that notices the
   * failure, mostly the database's own, and may do nothing with the database. The message is borrowed. NULL: the message is
   * printed to stderr. */
  void (*failed)(const char *message, void *user_data);
  void *user_data;

  /* Whether the file also has each step's action and the rest of its record (kmk_trace_fn), for programs that read
   * kumiki_step by SQL. A store needs only the patch to go on: without this a step that changes nothing is not written. */
  bool keeps_actions;

  /* The secrets to leave out of the file, as in kmk_saver_options: places of states, patches and histories, and
   * payloads of actions if actions are kept. The program keeps the list until the database is freed. NULL: nothing. */
  const char *const *secret_paths;

  /* How long to wait for a file that another program has locked, in milliseconds. 0: 5000. Since 0.4. */
  unsigned busy_milliseconds;
} kmk_sqlite_options;
#define KMK_SQLITE_OPTIONS_INIT                                                                    \
  { sizeof(kmk_sqlite_options), NULL, 0, 0, 0, 0, false, 0, false, NULL, NULL, false, NULL, 0 }

/**
 * Opens a database, or makes one.
 *
 * @param path     a file's. SQLite's names of databases without one are refused: "", ":memory:", and URIs ("file:"),
 *                 which may have parameters for that. A relative path that begins so is written with "./".
 * @param options  NULL: KMK_SQLITE_OPTIONS_INIT. Copied; what migrations points to stays the program's until
 *                 the database is freed.
 *
 * Owns: database new. Fails: INVALID_ARGUMENT (NULL or such a path, a file that is not a database, cannot be opened or,
 * with is_read_only, does not exist; a wrong size, a malformed secret path), NO_MEMORY. Threads: any that may block. Since: 0.3.
 */
kmk_sqlite *kmk_sqlite_open(const char *path, const kmk_sqlite_options *options, kmk_error *error);

/**
 * Opens the store that the file keeps under a name, or makes a new one there from a first state.
 *
 * The store is one as kmk_store_new makes; whoever frees it, the file has its steps. One store at a time may be
 * open under a name, in all processes: a second one is refused at once, and the first one writes on. The message has
 * the number and the name of the process that has the store open, if the system knows them.
 *
 * @param initial  NULL: if the file has no moment under the name, fails with NOT_FOUND.
 *
 * Owns: reducer consumed, initial borrowed, store new. Fails: as kmk_store_new_from, kmk_snapshot_new and
 * kmk_sqlite_flush; NOT_FOUND; DECODE and JSON (a row is missing or broken, as for kmk_sqlite_snapshot:
 * nothing is written); BUSY (a store is open under the name, here or in another program); INVALID_ARGUMENT (NULL, an
 * empty name, a file that cannot be read, or was opened to be read); CLOSED (in a child by fork); NO_MEMORY. Threads: the loop's. Since: 0.3.
 */
kmk_store *kmk_sqlite_store(kmk_sqlite *database, const char *name, kmk_loop *loop, kmk_reducer *reducer,
                            const json_t *initial, kmk_error *error);

/**
 * Does what kmk_sqlite_store does, with a version and migrations of the store's own in place of the database's.
 *
 * @param migrations  NULL: the version is 0, and a state of another one is refused. Used during the call.
 *
 * Owns: as kmk_sqlite_store; migrations borrowed. Fails: as kmk_sqlite_store. Threads: the loop's. Since: 0.4.
 */
kmk_store *kmk_sqlite_store_with(kmk_sqlite *database, const char *name, kmk_loop *loop, kmk_reducer *reducer,
                                 const json_t *initial, const kmk_migrations *migrations, kmk_error *error);

/**
 * Reads the last moment of a store in the file: to look at, or to go on from elsewhere. For a store that is open here,
 * the moment includes each step so far; for a store of another process, the steps that it has written.
 *
 * Owns: database borrowed, snapshot new. Fails: NOT_FOUND; as kmk_snapshot_new; DECODE (a row is missing or broken), JSON
 * (a column holds text that is not JSON), both with the names of the store and the row or column; INVALID_ARGUMENT (NULL,
 * a file that cannot be read); BUSY (a file in a folder that this process cannot write was written during the read);
 * CLOSED (in a child by fork); NO_MEMORY. Threads: any that may block. Since: 0.3.
 */
kmk_snapshot *kmk_sqlite_snapshot(kmk_sqlite *database, const char *name, kmk_error *error);

/**
 * Does what kmk_sqlite_snapshot does, with a version and migrations of the call's own in place of the database's.
 *
 * @param migrations  NULL: the state is taken as it is. Used during the call.
 *
 * Owns: database and migrations borrowed, snapshot new. Fails: as kmk_sqlite_snapshot. Threads: any that may block.
 * Since: 0.4.
 */
kmk_snapshot *kmk_sqlite_snapshot_with(kmk_sqlite *database, const char *name, const kmk_migrations *migrations,
                                       kmk_error *error);

/**
 * Returns the names of the stores in the file, sorted, as an array of strings.
 *
 * Owns: database borrowed, array new. Fails: INVALID_ARGUMENT (NULL, a file that cannot be read), BUSY (as
 * kmk_sqlite_snapshot), CLOSED (in a child by fork), NO_MEMORY. Threads: any that may block. Since: 0.4.
 */
json_t *kmk_sqlite_names(kmk_sqlite *database, kmk_error *error);

/**
 * Waits until all steps so far are in the file. On a thread that is not a store's, waits for the store's steps up to the last
 * turn of its loop that has ended.
 *
 * On the thread of a store's loop the file also gets how much of the time of the store's effects has passed
 * (KMK_TIME_REMAINING), which is written with steps otherwise. A program that ends calls this before it frees its stores.
 *
 * Fails: INVALID_ARGUMENT (NULL; the file cannot be written, was removed or replaced, or there was no memory), BUSY (a
 * program of a version without locks writes one of its stores), CLOSED (in a child by fork). Nothing is written from the first failure on, and this says why each time. Threads: any that may block.
 * Since: 0.3.
 */
kmk_status kmk_sqlite_flush(kmk_sqlite *database, kmk_error *error);

/**
 * Returns SQLite's extended result code for the last call here that failed on this thread; 0 if it failed for another
 * reason than SQLite's.
 *
 * Threads: any. Since: 0.4.
 */
int kmk_sqlite_last_code(void);

/**
 * Writes the steps that wait and closes the file. Free its stores before: the steps of a store that is still open are not written
 * any more. A failed write calls kmk_sqlite_options.failed; call kmk_sqlite_flush before to get the error.
 *
 * Owns: consumes database. NULL: nothing happens. Threads: any that may block. Since: 0.3.
 */
void kmk_sqlite_free(kmk_sqlite *database);

#ifdef __cplusplus
}
#endif
#endif

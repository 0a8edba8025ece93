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
 * PATH-shm and PATH-lock. One that is there keeps its mode. It has these tables:
 *
 *     kumiki_moment(store, step, snapshot)    one row a store: kmk_saver_whole
 *     kumiki_step(store, step, record)        kmk_saver_step, of the steps after it that wrote something
 *     kumiki_note(store, number, step, patch) kmk_saver_change since then, from number 1 on; 0: the time that has passed
 *     kumiki_beside(store, step, beside)      in files of earlier versions: kmk_snapshot_beside at a later step
 *
 * Header-only, over SQLite 3.31 or later: link with -lsqlite3 -lpthread. libkumiki does not need it. Needs the clocks of
 * POSIX, which -std=c99 and -std=c11 leave out: compile with -std=gnu11, or with -D_POSIX_C_SOURCE=200809L.
 */
#ifndef KUMIKI_SQLITE_H
#define KUMIKI_SQLITE_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Begin with KMK_SQLITE_OPTIONS_INIT. */
typedef struct kmk_sqlite_options {
  size_t size; /* sizeof(kmk_sqlite_options) */

  /* The program's number for the form of its states, and how it reads earlier ones: see kmk_snapshot_new. An
   * older state stays in the file until the first step of the new program is written. They are those of all stores: where
   * each has a version of its own, open the file once for each. NULL: the number is 0, and a
   * state with another one is no store; only kmk_sqlite_snapshot takes it as it is. */
  const kmk_migrations *migrations;

  /* A transaction is written when so many steps wait, or when the oldest has waited so long. 0: 1000 steps, 20
   * milliseconds. */
  unsigned batch_steps;
  unsigned batch_milliseconds;

  /* The whole state is written, and the steps before it go, after so many steps, or when the steps take so many bytes and
   * no fewer than the whole state. 0: 10,000 and 1 MiB. */
  unsigned compact_steps;
  size_t compact_bytes;

  /* Whether each transaction waits until the disk has it. Without, a crash of the machine may lose the last
   * ones; a crash of the process loses none of them. */
  bool waits_for_disk;

  /* The most bytes that a store's histories may take. The steps that are undone first are kept. 0: 1 MiB. */
  size_t history_bytes;

  /* Opens a file that is there and leaves it as it is: kmk_sqlite_snapshot reads it, while another process may write
   * it. There are no stores then. */
  bool is_read_only;

  /* Told once when something cannot be written: nothing is from then on. It runs on the thread that notices it, mostly
   * the database's own, and may do nothing with the database. The message is borrowed. NULL: it is printed to stderr. */
  void (*failed)(const char *message, void *user_data);
  void *user_data;

  /* Whether the file also has each step's action and the rest of its record (kmk_trace_fn), for programs that read
   * kumiki_step by SQL. A store needs only the patch to go on: without this a step that changes nothing is not written. */
  bool keeps_actions;

  /* The secrets to leave out of the file, as in kmk_saver_options: places of states, patches and histories, and
   * payloads of actions if actions are kept. The program keeps the list until the database is freed. NULL: nothing. */
  const char *const *secret_paths;
} kmk_sqlite_options;
#define KMK_SQLITE_OPTIONS_INIT                                                                    \
  { sizeof(kmk_sqlite_options), NULL, 0, 0, 0, 0, false, 0, false, NULL, NULL, false, NULL }

#ifdef __cplusplus
}
#endif

#include "kumiki_sqlite_writer.h"
/* use what that one declares */
#include "kumiki_sqlite_reader.h"
/* and that one */
#include "kumiki_sqlite_lock.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------ the loop's side */

/* The present moment, of which the file gets what is beside the state, or all; NULL if there is no memory the second
 * time either. */
static inline kmk_snapshot *kmk_sqlite_note(kmk_sqlite_link *link, bool is_whole) {
  link->noted = link->step;
  link->noted_at = kmk_sqlite_milliseconds();
  if (is_whole) link->whole = link->step;
  kmk_snapshot *moment = NULL;
  for (int trial = 0; moment == NULL && trial < 2; trial++)
    moment = is_whole ? kmk_store_snapshot(link->store, NULL) : kmk_store_snapshot_beside(link->store, NULL);
  return moment;
}

/* Whether a step may have changed what is beside the state: it gave out an id, an effect began or ended, a history
 * changed, or a container came, went or moved. */
static inline bool kmk_sqlite_is_beside(const json_t *step) {
  size_t index;
  json_t *operation, *patch = json_object_get(step, "patch");
  if (json_object_get(step, "given") != NULL || json_object_get(step, "began") != NULL ||
      json_object_get(step, "ended") != NULL || json_object_get(step, "history") != NULL)
    return true;
  json_array_foreach(patch, index, operation) {
    const json_t *value = json_object_get(operation, "value");
    const char *name = json_string_value(json_object_get(operation, "op"));
    if (name == NULL || strcmp(name, "replace") != 0 || json_is_object(value) || json_is_array(value) ||
        json_is_null(value))
      return true;
  }
  return false;
}

/* Holds the moment at the beginning, before anything else of the store is written: the file's is an old one then. */
static inline void kmk_sqlite_hold_first(kmk_sqlite_link *link) {
  if (link->first != NULL) kmk_sqlite_hold(link, NULL, link->first, false);
  link->first = NULL;
}

static inline void kmk_sqlite_traced(const json_t *step, void *user_data) {
  kmk_sqlite_link *link = (kmk_sqlite_link *)user_data;
  uint64_t number = (uint64_t)json_integer_value(json_object_get(step, "step"));
  /* Where there was no memory to tell a step, the whole state stands in for it, as after a restore. */
  bool is_missing = (link->traced != 0 && number != link->traced + 1) || json_object_get(step, "missing") != NULL;
  bool is_restored = is_missing || json_object_get(step, "snapshot") != NULL;
  link->traced = number;
  link->is_restored = link->is_restored || is_restored;
  link->is_changed = link->is_changed || kmk_sqlite_is_beside(step);
  /* The file has no step that wrote nothing. */
  bool is_empty = !is_restored && !link->database->options.keeps_actions &&
                  json_array_size(json_object_get(step, "patch")) == 0;
  if (is_empty) return;
  kmk_sqlite_hold_first(link);
  link->step++;
  if (!is_restored) kmk_sqlite_hold(link, kmk_json_retain(step), NULL, false);
}

/* Hands the steps so far to the writer, with the moment that they have led to where that is due. */
static inline void kmk_sqlite_write_steps(kmk_sqlite_link *link, bool is_noted) {
  const kmk_sqlite_options *options = &link->database->options;
  bool is_whole =
      link->is_restored || link->step - link->whole >= options->compact_steps || kmk_sqlite_is_large(link);
  if (is_whole || is_noted || link->is_changed || link->step - link->noted >= options->batch_steps ||
      kmk_sqlite_milliseconds() - link->noted_at >= options->batch_milliseconds) {
    kmk_sqlite_hold_first(link);
    kmk_snapshot *moment = kmk_sqlite_note(link, is_whole);
    if (moment != NULL)
      kmk_sqlite_hold(link, NULL, moment, !is_whole);
    else
      kmk_sqlite_ok(link->database, SQLITE_NOMEM);
  }
  link->is_changed = link->is_restored = false;
  kmk_sqlite_hand(link);
}

/* The program's version and the reducer's hash in a saved snapshot. */
static inline json_t *kmk_sqlite_form(const json_t *saved) {
  return json_pack("{s:O?, s:O?}", "version", json_object_get(saved, "version"), "shape",
                   json_object_get(saved, "shape"));
}

/* Whether a moment has effects that follow the state, and the file has the store in the form that this program
 * writes. */
static inline bool kmk_sqlite_goes_on(kmk_sqlite_link *link, const kmk_snapshot *moment) {
  kmk_snapshot *short_one = kmk_snapshot_bounded(moment, 0, NULL);
  json_t *beside =
      short_one == NULL ? NULL : kmk_snapshot_beside(short_one, kmk_sqlite_version(link->database), NULL);
  json_t *form = kmk_sqlite_form(beside);
  bool goes_on = beside != NULL && form != NULL && json_equal(form, link->form) &&
                 json_array_size(json_object_get(beside, "running")) > 0;
  json_decref(form);
  kmk_json_release(beside);
  kmk_snapshot_free(short_one);
  return goes_on;
}

/* Notes which effects that follow the state have ended since the last step, and how much time of the others has
 * passed. An older program's data stays as it is until the first step; the moment of this program is written as a whole
 * once. Without memory nothing is noted. */
static inline void kmk_sqlite_note_effects(kmk_sqlite_link *link) {
  bool is_whole = link->first != NULL || kmk_sqlite_is_large(link);
  kmk_snapshot *moment = kmk_sqlite_note(link, is_whole);
  if (moment == NULL || (link->first != NULL && !kmk_sqlite_goes_on(link, moment))) {
    kmk_snapshot_free(moment);
    return;
  }
  kmk_snapshot_free(link->first);
  link->first = NULL;
  kmk_sqlite_hold(link, NULL, moment, !is_whole);
  kmk_sqlite_hand(link);
}

/* Hands over what there is. */
static inline void kmk_sqlite_write_now(kmk_sqlite_link *link, bool with_effects) {
  if (link->held != NULL || link->is_restored || link->is_changed)
    kmk_sqlite_write_steps(link, with_effects);
  else if (with_effects)
    kmk_sqlite_note_effects(link);
}

/* The loop has come to rest: after steps, or after effects have begun or ended. */
static inline void kmk_sqlite_settled(bool effects_changed, void *user_data) {
  kmk_sqlite_write_now((kmk_sqlite_link *)user_data, effects_changed);
}

/* Whether this is the process that opened it: after a fork the parent writes it, and the child has no thread for that. */
static inline bool kmk_sqlite_is_here(kmk_sqlite *database, kmk_error *error) {
  if (database->process == getpid()) return true;
  kmk_sqlite_fail(error, KMK_ERR_CLOSED, "the process before the fork writes it");
  return false;
}

/* Hands over what the stores of this thread have, with the time of their effects if that is asked for. Only this thread ends
 * them, so they stay while the lock is let go. */
static inline void kmk_sqlite_write_own(kmk_sqlite *database, bool with_effects) {
  pthread_mutex_lock(&database->lock);
  for (kmk_sqlite_link *link = database->links; link != NULL; link = link->next) {
    if (!link->is_open || !pthread_equal(link->thread, pthread_self()) || link->trace == NULL) continue;
    pthread_mutex_unlock(&database->lock);
    kmk_sqlite_write_now(link, with_effects);
    pthread_mutex_lock(&database->lock);
  }
  pthread_mutex_unlock(&database->lock);
}

/* The store has ended. */
static inline void kmk_sqlite_left(void *user_data) {
  kmk_sqlite_link *link = (kmk_sqlite_link *)user_data;
  kmk_sqlite *database = link->database;
  kmk_subscription_free(link->trace);
  kmk_sqlite_hand(link);
  kmk_snapshot_free(link->first);
  json_decref(link->form);
  pthread_mutex_lock(&database->lock);
  link->is_open = false;
  kmk_sqlite_release(link);
  pthread_mutex_unlock(&database->lock);
}

/* What the file has under a name, after what was handed over for it before. */
static inline json_t *kmk_sqlite_saved(kmk_sqlite *database, const char *name, uint64_t *step, kmk_status *status,
                                       kmk_error *error) {
  pthread_mutex_lock(&database->lock);
  while (database->done < database->handed) {
    database->is_hurried = true;
    pthread_cond_broadcast(&database->changed);
    pthread_cond_wait(&database->changed, &database->lock);
  }
  /* The writer has nothing, and gets nothing as long as the lock is held. */
  json_t *moment = kmk_sqlite_moment(database, name, step, status, error);
  pthread_mutex_unlock(&database->lock);
  if (moment == NULL && *status == KMK_OK)
    kmk_sqlite_fail(error, KMK_ERR_NOT_FOUND, "nothing is kept under that name");
  return moment;
}

/* The snapshot that a store's rows are, which are consumed; an error names the store. */
static inline kmk_snapshot *kmk_sqlite_snapshot_of(json_t *moment, const char *name, const kmk_migrations *migrations,
                                                   kmk_error *error) {
  kmk_error inner = {KMK_OK, 0, "", ""};
  kmk_snapshot *snapshot = kmk_snapshot_new(moment, migrations, &inner);
  json_decref(moment);
  if (snapshot != NULL) return snapshot;
  kmk_sqlite_within_store(&inner, name);
  if (error != NULL) *error = inner;
  return NULL;
}

/**
 * Reads the last moment of a store in the file: to look at, or to go on from elsewhere. Of a store that is open here it
 * has each step so far; of one that another process writes, what that has written.
 *
 * Owns: database borrowed, snapshot new. Fails: NOT_FOUND; as kmk_snapshot_new; DECODE (a row is missing or broken), JSON
 * (a column holds text that is not JSON), both with the names of the store and the row or column; INVALID_ARGUMENT (NULL,
 * a file that cannot be read); NO_MEMORY. Threads: any that may block. Since: 0.3.
 */
static inline kmk_snapshot *kmk_sqlite_snapshot(kmk_sqlite *database, const char *name, kmk_error *error) {
  kmk_status status;
  uint64_t step;
  if (database == NULL || name == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "database or name is NULL");
    return NULL;
  }
  if (!kmk_sqlite_is_here(database, error)) return NULL;
  kmk_sqlite_write_own(database, false);
  json_t *moment = kmk_sqlite_saved(database, name, &step, &status, error);
  return moment == NULL ? NULL : kmk_sqlite_snapshot_of(moment, name, database->options.migrations, error);
}

/* Waits until all that was handed over is in the file. */
static inline kmk_status kmk_sqlite_wait(kmk_sqlite *database, kmk_error *error) {
  pthread_mutex_lock(&database->lock);
  uint64_t all = database->handed;
  database->is_hurried = true;
  pthread_cond_broadcast(&database->changed);
  while (database->done < all) pthread_cond_wait(&database->changed, &database->lock);
  kmk_status failure = database->failure;
  pthread_mutex_unlock(&database->lock);
  if (failure != KMK_OK) kmk_sqlite_fail(error, failure, database->message);
  return failure;
}

/**
 * Waits until all steps so far are in the file; on another thread than a store's loop, those of the turns that have ended.
 *
 * On the thread of a store's loop the file also gets how much of the time of the store's effects has passed
 * (KMK_TIME_REMAINING), which is written with steps otherwise. A program that ends calls this before it frees its stores.
 *
 * Fails: INVALID_ARGUMENT (NULL; the file cannot be written, was removed or replaced, or there was no memory), BUSY (a
 * program of a version without locks writes one of its stores), CLOSED (in a child by fork). Nothing is written from the first failure on, and this says why each time. Threads: any that may block.
 * Since: 0.3.
 */
static inline kmk_status kmk_sqlite_flush(kmk_sqlite *database, kmk_error *error) {
  if (database == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "it is NULL");
    return KMK_ERR_INVALID_ARGUMENT;
  }
  if (!kmk_sqlite_is_here(database, error)) return KMK_ERR_CLOSED;
  kmk_sqlite_write_own(database, true);
  return kmk_sqlite_wait(database, error);
}

/* Takes a name for a store, and the right to write it; NULL if one is open under it, in any process. */
static inline kmk_sqlite_link *kmk_sqlite_take(kmk_sqlite *database, const char *name, kmk_error *error) {
  kmk_sqlite_link *link = (kmk_sqlite_link *)calloc(1, sizeof *link);
  char *copy = link == NULL ? NULL : (char *)malloc(strlen(name) + 1);
  if (copy == NULL) {
    free(link);
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return NULL;
  }
  memcpy(copy, name, strlen(name) + 1);
  link->name = copy;
  link->database = database;
  link->is_open = true;
  link->thread = pthread_self();
  link->references = 1;
  pthread_mutex_lock(&database->lock);
  bool is_taken = false;
  for (kmk_sqlite_link *other = database->links; other != NULL; other = other->next)
    is_taken = is_taken || (other->is_open && strcmp(other->name, name) == 0);
  link->next = database->links;
  database->links = link;
  if (is_taken)
    kmk_sqlite_fail(error, KMK_ERR_BUSY, "a store is open under that name");
  else
    link->is_locked = kmk_sqlite_lock(database, name, error);
  link->saver = link->is_locked ? kmk_sqlite_saver(&database->options, error) : NULL;
  bool is_done = link->saver != NULL;
  if (!is_done) kmk_sqlite_release(link);
  pthread_mutex_unlock(&database->lock);
  return is_done ? link : NULL;
}

/* The store for a name that was taken: what the file has, or a first state; the reducer is consumed. */
static inline kmk_store *kmk_sqlite_made(kmk_sqlite_link *link, kmk_loop *loop, kmk_reducer *reducer,
                                         const json_t *initial, kmk_error *error) {
  /* A program that names no version goes on from states of version 0 alone: it would write theirs as such. */
  static const kmk_migrations unversioned = {sizeof unversioned, 0, 0, NULL};
  kmk_sqlite *database = link->database;
  kmk_status status = KMK_OK;
  uint64_t step = 0;
  json_t *moment = kmk_sqlite_saved(database, link->name, &step, &status, error);
  link->base = link->step = link->noted = link->whole = step;
  link->large = UINT64_MAX;
  link->written = moment == NULL ? -1 : (sqlite3_int64)step;
  if (moment == NULL && status == KMK_OK && initial != NULL)
    return kmk_store_new(loop, reducer, initial, error);
  const kmk_migrations *migrations = database->options.migrations;
  kmk_snapshot *snapshot = NULL;
  if (moment != NULL) {
    link->form = kmk_sqlite_form(moment);
    snapshot = kmk_sqlite_snapshot_of(moment, link->name, migrations != NULL ? migrations : &unversioned, error);
  }
  if (snapshot == NULL) {
    kmk_reducer_free(reducer);
    return NULL;
  }
  kmk_store *store = kmk_store_new_from(loop, reducer, snapshot, error);
  kmk_snapshot_free(snapshot);
  return store;
}

/**
 * Opens the store that the file keeps under a name, or makes a new one there from a first state.
 *
 * The store is one as kmk_store_new makes; whoever frees it, the file has its steps. One store at a time may be
 * open under a name, in all processes: a second one is refused at once, and the first one writes on. The message has
 * the number and the name of the process that has the store open, if the system knows them.
 *
 * @param initial  NULL: without a moment in the file the answer is NOT_FOUND.
 *
 * Owns: reducer consumed, initial borrowed, store new. Fails: as kmk_store_new_from, kmk_snapshot_new and
 * kmk_sqlite_flush; NOT_FOUND; DECODE and JSON (a row is missing or broken, as for kmk_sqlite_snapshot:
 * nothing is written); BUSY (a store is open under the name, here or in another program); INVALID_ARGUMENT (NULL, an
 * empty name, a file that cannot be read, or was opened to be read); CLOSED (in a child by fork); NO_MEMORY. Threads: the loop's. Since: 0.3.
 */
static inline kmk_store *kmk_sqlite_store(kmk_sqlite *database, const char *name, kmk_loop *loop,
                                          kmk_reducer *reducer, const json_t *initial, kmk_error *error) {
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  kmk_sqlite_link *link = NULL;
  if (database == NULL || name == NULL)
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "database or name is NULL");
  else if (*name == '\0')
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "found an empty name, expected that of a store");
  else if (database->options.is_read_only)
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "it was opened to be read");
  else if (kmk_sqlite_is_here(database, error) && kmk_sqlite_wait(database, error) == KMK_OK) /* one that failed makes no store */
    link = kmk_sqlite_take(database, name, error);
  if (link == NULL) {
    kmk_reducer_free(reducer);
    return NULL;
  }
  kmk_store *store = kmk_sqlite_made(link, loop, reducer, initial, error);
  if (store == NULL) {
    kmk_sqlite_left(link);
    return NULL;
  }
  link->store = store;
  link->noted_at = kmk_sqlite_milliseconds();
  options.omits_inverse = true;
  options.settled = kmk_sqlite_settled;
  /* A trace that is refused has left the link. */
  kmk_subscription *trace = kmk_store_trace(store, &options, kmk_sqlite_traced, link, kmk_sqlite_left, error);
  if (trace == NULL) {
    kmk_store_free(store);
    return NULL;
  }
  link->trace = trace;
  kmk_snapshot *first = kmk_sqlite_note(link, true);
  if (first == NULL) {
    kmk_store_free(store);
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return NULL;
  }
  if (link->written < 0) {
    kmk_sqlite_hold(link, NULL, first, false);
    kmk_sqlite_hand(link);
  } else {
    link->first = first;
  }
  return store;
}

/* ------------------------------------------------------------- open and close */

static inline void kmk_sqlite_close(kmk_sqlite *database) {
  sqlite3_close(database->file);
  if (database->lock_file >= 0) close(database->lock_file);
  free(database);
}

/**
 * Writes what is left and closes the file. Its stores must have been freed. What cannot be written is told as
 * kmk_sqlite_options.failed says; call kmk_sqlite_flush before to have it answered.
 *
 * Owns: consumes database. NULL: nothing happens. Threads: any that may block. Since: 0.3.
 */
static inline void kmk_sqlite_free(kmk_sqlite *database) {
  if (database == NULL) return;
  /* SQLite's connections are not for a child by fork; nor are locks that another thread may hold. */
  if (database->process != getpid()) return;
  pthread_mutex_lock(&database->lock);
  database->is_ending = true;
  pthread_cond_broadcast(&database->changed);
  pthread_mutex_unlock(&database->lock);
  if (!database->options.is_read_only) pthread_join(database->writer, NULL);
  pthread_cond_destroy(&database->changed);
  pthread_mutex_destroy(&database->lock);
  kmk_sqlite_close(database);
}

/* Whether SQLite takes a text for the path of a file, so that something is kept. */
static inline bool kmk_sqlite_is_path(const char *path, kmk_error *error) {
  char what[160];
  const char *reason = NULL;
  if (*path == '\0')
    reason = "an empty path";
  else if (strcmp(path, ":memory:") == 0 || strncmp(path, "file:", 5) == 0)
    reason = path;
  if (reason == NULL) return true;
  snprintf(what, sizeof what, "found %.60s, expected the path of a file (\"./\" in front of a relative one)", reason);
  kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, what);
  return false;
}

/* Makes the file, for its user alone; false if there is one. */
static inline bool kmk_sqlite_make_file(const char *path) {
  int file = kmk_sqlite_open_private(path, O_RDWR | O_CREAT | O_EXCL);
  if (file >= 0) close(file);
  return file >= 0;
}

/* Opens the file, with the tables, which are made unless it is only read. */
static inline int kmk_sqlite_open_file(kmk_sqlite *database, const char *path) {
  struct stat opened;
  bool is_read_only = database->options.is_read_only;
  int flags = is_read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  int code = sqlite3_open_v2(path, &database->file, flags | SQLITE_OPEN_FULLMUTEX, NULL);
  if (code != SQLITE_OK) return code;
  sqlite3_busy_timeout(database->file, 5000);
  if (stat(sqlite3_db_filename(database->file, "main"), &opened) == 0) {
    database->device = opened.st_dev;
    database->inode = opened.st_ino;
  }
  if (is_read_only)
    return sqlite3_exec(database->file, "SELECT store FROM kumiki_moment LIMIT 1", NULL, NULL, NULL);
  code = sqlite3_exec(
      database->file,
      "PRAGMA journal_mode = WAL;"
      "CREATE TABLE IF NOT EXISTS kumiki_moment(store TEXT PRIMARY KEY, step INTEGER, snapshot TEXT) WITHOUT ROWID;"
      "CREATE TABLE IF NOT EXISTS kumiki_beside(store TEXT PRIMARY KEY, step INTEGER, beside TEXT) WITHOUT ROWID;"
      "CREATE TABLE IF NOT EXISTS kumiki_note(store TEXT, number INTEGER, step INTEGER, patch TEXT, "
      "PRIMARY KEY(store, number)) WITHOUT ROWID;"
      "CREATE TABLE IF NOT EXISTS kumiki_step(store TEXT, step INTEGER, record TEXT, "
      "PRIMARY KEY(store, step)) WITHOUT ROWID;",
      NULL, NULL, NULL);
  if (code != SQLITE_OK) return code;
  return sqlite3_exec(
      database->file,
      database->options.waits_for_disk ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", NULL, NULL,
      NULL);
}

/* Says why a file could not be opened, and frees the database. */
static inline void kmk_sqlite_unopened(kmk_sqlite *database, const char *path, kmk_error *error) {
  char what[240];
  if (database->file == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
  } else {
    snprintf(what, sizeof what, "%.120s: %.100s", path, sqlite3_errmsg(database->file));
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, what);
  }
  kmk_sqlite_close(database);
}

/**
 * Opens a database, or makes one.
 *
 * @param options  NULL: KMK_SQLITE_OPTIONS_INIT. Copied; what migrations points to stays the program's until
 *                 the database is freed.
 *
 * @param path  a file's. SQLite's names of databases without one are refused: "", ":memory:", and URIs ("file:"), which
 *              may have parameters for that. A relative path that begins so is written with "./".
 *
 * Owns: database new. Fails: INVALID_ARGUMENT (NULL or such a path, a file that is not a database, cannot be opened or,
 * with is_read_only, does not exist; a wrong size, a malformed secret path), NO_MEMORY. Threads: any that may block. Since: 0.3.
 */
static inline kmk_sqlite *kmk_sqlite_open(const char *path, const kmk_sqlite_options *options, kmk_error *error) {
  kmk_sqlite_options standard = KMK_SQLITE_OPTIONS_INIT;
  if (path == NULL || (options != NULL && options->size < sizeof standard)) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT,
                    path == NULL ? "path is NULL" : "options.size is wrong; use KMK_SQLITE_OPTIONS_INIT");
    return NULL;
  }
  if (!kmk_sqlite_is_path(path, error)) return NULL;
  kmk_saver *tried = kmk_sqlite_saver(options == NULL ? &standard : options, error);
  if (tried == NULL) return NULL;
  kmk_saver_free(tried);
  kmk_sqlite *database = (kmk_sqlite *)calloc(1, sizeof *database);
  if (database == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return NULL;
  }
  database->options = options == NULL ? standard : *options;
  if (database->options.batch_steps == 0) database->options.batch_steps = 1000;
  if (database->options.batch_milliseconds == 0) database->options.batch_milliseconds = 20;
  if (database->options.compact_steps == 0) database->options.compact_steps = 10000;
  if (database->options.compact_bytes == 0) database->options.compact_bytes = 1024 * 1024;
  database->process = getpid();
  database->lock_file = -1;
  bool is_read_only = database->options.is_read_only;
  bool is_new = !is_read_only && kmk_sqlite_make_file(path);
  int code = kmk_sqlite_open_file(database, path);
  if (code != SQLITE_OK) {
    kmk_sqlite_unopened(database, path, error);
    if (is_new) unlink(path);
    return NULL;
  }
  if (!is_read_only && !kmk_sqlite_open_locks(database, error)) {
    kmk_sqlite_close(database);
    return NULL;
  }
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&database->changed, &monotonic);
  pthread_condattr_destroy(&monotonic);
  pthread_mutex_init(&database->lock, NULL);
  if (is_read_only || pthread_create(&database->writer, NULL, kmk_sqlite_writer, database) == 0) return database;
  kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "the system gave no thread");
  pthread_cond_destroy(&database->changed);
  pthread_mutex_destroy(&database->lock);
  kmk_sqlite_close(database);
  return NULL;
}

#ifdef __cplusplus
}
#endif
#endif

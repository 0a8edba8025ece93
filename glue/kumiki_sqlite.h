/**
 * Stores in a database: state and steps in one SQLite file, written by a thread beside the loop.
 *
 *     kmk_sqlite *database = kmk_sqlite_open("app.db", NULL, &error);
 *     kmk_store *store = kmk_sqlite_store(database, "main", loop, reducer, initial, &error);
 *     ...                                 // sends as with any store
 *     kmk_sqlite_flush(database, &error); // with the time of effects that has passed
 *     kmk_store_free(store);
 *     kmk_sqlite_free(database);          // what is left is written
 *
 * kmk_sqlite_store gives a new store with the state of the last moment that was written: with its ids, with its
 * histories (kmk_undoable), and with the effects that follow the state (kmk_running) going on. Each step is written as its patch; from time to time
 * the whole state is, and the patches before it go. Steps are collected and written many in a transaction.
 *
 * The file is in WAL mode: other processes may read it while it is written, with is_read_only and
 * kmk_sqlite_snapshot, or by SQL. It has three tables:
 *
 *     kumiki_moment(store, step, snapshot)    one row a store: kmk_snapshot_json
 *     kumiki_step(store, step, record)        kmk_store_trace's, of the steps after it
 *     kumiki_beside(store, step, beside)      at most one row a store: kmk_snapshot_beside at a later step. A table
 *                                             of its own, since SQLite writes a row as a whole
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
   * older state stays in the file until the first step of the new program is written. NULL: the number is 0, and a
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

  /* Histories are written with each step that changes them, once a transaction. A store's take at most so many
   * bytes, and what is undone first stays. 0: 1 MiB. */
  size_t history_bytes;

  /* Opens a file that is there and leaves it as it is: kmk_sqlite_snapshot reads it, while another process may write
   * it. There are no stores then. */
  bool is_read_only;

  /* Told once when something cannot be written: nothing is from then on. It runs on the thread that notices it, mostly
   * the database's own, and may do nothing with the database. The message is borrowed. NULL: it is printed to stderr. */
  void (*failed)(const char *message, void *user_data);
  void *user_data;
} kmk_sqlite_options;
#define KMK_SQLITE_OPTIONS_INIT                                                                    \
  { sizeof(kmk_sqlite_options), NULL, 0, 0, 0, 0, false, 0, false, NULL, NULL }

#ifdef __cplusplus
}
#endif

#include "kumiki_sqlite_writer.h"

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

static inline void kmk_sqlite_traced(const json_t *step, void *user_data) {
  kmk_sqlite_link *link = (kmk_sqlite_link *)user_data;
  const kmk_sqlite_options *options = &link->database->options;
  kmk_snapshot *moment = NULL;
  if (link->first != NULL) {
    kmk_sqlite_hand(link, NULL, link->first, false, false);
    link->first = NULL;
  }
  uint64_t number = link->base + (uint64_t)json_integer_value(json_object_get(step, "step"));
  /* Where there was no memory to tell a step, the whole state stands in for it, as after a restore. */
  bool is_missing = number != link->step + 1 || json_object_get(step, "missing") != NULL;
  bool is_restore = is_missing || json_object_get(step, "snapshot") != NULL;
  link->step = number;
  bool is_whole = is_restore || link->step - link->whole >= options->compact_steps || kmk_sqlite_is_large(link);
  if (is_whole || kmk_sqlite_is_beside(step) || link->step - link->noted >= options->batch_steps ||
      kmk_sqlite_milliseconds() - link->noted_at >= options->batch_milliseconds) {
    moment = kmk_sqlite_note(link, is_whole);
    if (moment == NULL) kmk_sqlite_ok(link->database, SQLITE_NOMEM);
  }
  kmk_sqlite_hand(link, is_restore ? NULL : kmk_json_retain(step), moment, !is_whole, false);
}

/* The program's version and the reducer's hash in a saved snapshot. */
static inline json_t *kmk_sqlite_form(const json_t *saved) {
  return json_pack("{s:O?, s:O?}", "version", json_object_get(saved, "version"), "shape",
                   json_object_get(saved, "shape"));
}

/* Notes which effects that follow the state have ended since the last step, and how much of the time of the others
 * has passed. What the file has of an older
 * program stays as it is until the first step, and so does that of another program that writes the store. Without
 * memory nothing is noted. */
static inline void kmk_sqlite_note_effects(kmk_sqlite_link *link) {
  kmk_snapshot *moment = kmk_store_snapshot_beside(link->store, NULL);
  kmk_snapshot *short_one = moment == NULL ? NULL : kmk_snapshot_bounded(moment, 0, NULL);
  json_t *beside =
      short_one == NULL ? NULL : kmk_snapshot_beside(short_one, kmk_sqlite_version(link->database), NULL);
  bool has_effects = json_array_size(json_object_get(beside, "running")) > 0;
  if (has_effects && link->first != NULL) {
    json_t *form = kmk_sqlite_form(beside);
    has_effects = form != NULL && json_equal(form, link->form);
    json_decref(form);
  }
  kmk_json_release(beside);
  kmk_snapshot_free(short_one);
  if (has_effects) {
    link->noted = link->step;
    link->noted_at = kmk_sqlite_milliseconds();
    kmk_sqlite_hand(link, NULL, moment, true, true);
  } else {
    kmk_snapshot_free(moment);
  }
}

/* The same for all stores of this thread. Only it ends them, so they stay while the lock is let go. */
static inline void kmk_sqlite_note_own_effects(kmk_sqlite *database) {
  pthread_mutex_lock(&database->lock);
  for (kmk_sqlite_link *link = database->links; link != NULL; link = link->next) {
    if (!link->is_open || !pthread_equal(link->thread, pthread_self()) || link->trace == NULL) continue;
    pthread_mutex_unlock(&database->lock);
    kmk_sqlite_note_effects(link);
    pthread_mutex_lock(&database->lock);
  }
  pthread_mutex_unlock(&database->lock);
}

/* The store has ended. */
static inline void kmk_sqlite_left(void *user_data) {
  kmk_sqlite_link *link = (kmk_sqlite_link *)user_data;
  kmk_sqlite *database = link->database;
  kmk_subscription_free(link->trace);
  kmk_snapshot_free(link->first);
  json_decref(link->form);
  pthread_mutex_lock(&database->lock);
  link->is_open = false;
  kmk_sqlite_release(link);
  pthread_mutex_unlock(&database->lock);
}

/* ------------------------------------------------------------------- reading */

static inline void kmk_sqlite_fail(kmk_error *error, kmk_status status, const char *message) {
  if (error == NULL) return;
  error->status = status;
  error->position = 0;
  error->path[0] = '\0';
  snprintf(error->message, sizeof error->message, "the database: %s", message);
}

/* Says in front of an error's message where it is. */
static inline void kmk_sqlite_within(kmk_error *error, const char *what) {
  char message[sizeof error->message];
  memcpy(message, error->message, sizeof message);
  snprintf(error->message, sizeof error->message, "%.110s: %.140s", what, message);
}

/* The same where the error is one of the store's rows. */
static inline void kmk_sqlite_within_store(kmk_error *error, const char *name) {
  char what[112];
  snprintf(what, sizeof what, "the database: the store %.80s", name);
  kmk_sqlite_within(error, what);
}

/* What is wrong with a row: the names of the store and the database come in front of it later. */
static inline void kmk_sqlite_broken(kmk_error *error, const char *what, const char *message) {
  kmk_sqlite_fail(error, KMK_ERR_DECODE, "");
  snprintf(error->message, sizeof error->message, "%s%s", what, message);
}

/* A failure of the library with what a row has. JSON (a text that is none), TOO_DEEP and NO_MEMORY stay. */
static inline void kmk_sqlite_refused(kmk_error *error, const char *what) {
  bool is_known = error->status == KMK_ERR_JSON || error->status == KMK_ERR_TOO_DEEP ||
                  error->status == KMK_ERR_NO_MEMORY;
  if (!is_known) error->status = KMK_ERR_DECODE;
  kmk_sqlite_within(error, what);
}

/* Reads a column that must hold an object with a member; NULL with an error if it does not. */
static inline json_t *kmk_sqlite_object(sqlite3_stmt *row, int column, const char *what, const char *member,
                                        kmk_error *error) {
  char expected[64];
  if (sqlite3_column_type(row, column) == SQLITE_NULL) {
    kmk_sqlite_broken(error, what, " is NULL");
    return NULL;
  }
  const char *text = (const char *)sqlite3_column_text(row, column);
  if (text == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return NULL;
  }
  json_t *object = kmk_json_parse(text, (size_t)sqlite3_column_bytes(row, column), error);
  if (object == NULL) {
    kmk_sqlite_refused(error, what);
  } else if (json_object_get(object, member) == NULL) {
    snprintf(expected, sizeof expected, " is not an object with the member %s", member);
    kmk_sqlite_broken(error, what, expected);
    json_decref(object);
    object = NULL;
  }
  return object;
}

/* Whether a column has the number of a step; an error if not. */
static inline bool kmk_sqlite_is_step(sqlite3_stmt *row, int column, const char *what, kmk_error *error) {
  bool is_step = sqlite3_column_type(row, column) == SQLITE_INTEGER && sqlite3_column_int64(row, column) >= 0 &&
                 sqlite3_column_int64(row, column) < INT64_MAX / 2;
  if (!is_step) kmk_sqlite_broken(error, what, " has no number of a step");
  return is_step;
}

/** What the file has of a store, while it is read. */
typedef struct kmk_sqlite_found {
  json_t *snapshot, *beside; /* beside: NULL if there is no note */
  json_t *state;             /* after the steps that were applied */
  uint64_t step;             /* the last one that was read */
  uint64_t noted;            /* the step of the note beside the state */
  json_t *operations;        /* of the steps that are to be applied */
  json_t *ends;              /* for each of these steps, how many operations there are up to its end */
  size_t bytes;              /* of the records of these steps */
} kmk_sqlite_found;

static inline sqlite3_stmt *kmk_sqlite_query(kmk_sqlite *database, const char *sql, const char *name, int *code) {
  sqlite3_stmt *rows = NULL;
  *code = sqlite3_prepare_v2(database->file, sql, -1, &rows, NULL);
  if (*code != SQLITE_OK) return NULL;
  sqlite3_bind_text(rows, 1, name, -1, SQLITE_STATIC);
  *code = sqlite3_step(rows);
  return rows;
}

/* Reads the snapshot and what is beside it. Without a snapshot the file must have nothing of the store. */
static inline int kmk_sqlite_read_moment(kmk_sqlite *database, const char *name, kmk_sqlite_found *found,
                                         kmk_error *error) {
  int code;
  sqlite3_stmt *rows = kmk_sqlite_query(database, "SELECT step, snapshot FROM kumiki_moment WHERE store = ?1", name,
                                        &code);
  bool is_there = code == SQLITE_ROW;
  if (is_there && kmk_sqlite_is_step(rows, 0, "the row of kumiki_moment", error)) {
    found->step = found->noted = (uint64_t)sqlite3_column_int64(rows, 0);
    found->snapshot = kmk_sqlite_object(rows, 1, "snapshot", "state", error);
    if (found->snapshot != NULL) found->state = json_incref(json_object_get(found->snapshot, "state"));
  }
  sqlite3_finalize(rows);
  if (error->status != KMK_OK || (code != SQLITE_ROW && code != SQLITE_DONE)) return code;
  rows = kmk_sqlite_query(database, "SELECT step, beside FROM kumiki_beside WHERE store = ?1", name, &code);
  bool is_noted = code == SQLITE_ROW;
  if (is_there && is_noted && kmk_sqlite_is_step(rows, 0, "the row of kumiki_beside", error)) {
    found->noted = (uint64_t)sqlite3_column_int64(rows, 0);
    found->beside = kmk_sqlite_object(rows, 1, "beside", "kumiki", error);
    if (found->noted < found->step)
      kmk_sqlite_broken(error, "the row of kumiki_beside", " is older than the snapshot");
  }
  sqlite3_finalize(rows);
  if (is_there || error->status != KMK_OK || (code != SQLITE_ROW && code != SQLITE_DONE)) return code;
  rows = kmk_sqlite_query(database, "SELECT step FROM kumiki_step WHERE store = ?1 LIMIT 1", name, &code);
  if (is_noted || code == SQLITE_ROW)
    kmk_sqlite_broken(error, "", "the row of kumiki_moment is missing, while there are rows of later steps");
  sqlite3_finalize(rows);
  return code;
}

/* Takes a step's record: its number, and what it wrote. */
static inline void kmk_sqlite_read_step(sqlite3_stmt *row, kmk_sqlite_found *found, uint64_t snapshot,
                                        kmk_error *error) {
  char what[64];
  if (!kmk_sqlite_is_step(row, 0, "a row of kumiki_step", error)) return;
  uint64_t step = (uint64_t)sqlite3_column_int64(row, 0);
  snprintf(what, sizeof what, "step %llu", (unsigned long long)(step <= snapshot ? step : found->step + 1));
  if (step != found->step + 1) {
    kmk_sqlite_broken(error, what, step <= snapshot ? " is older than the snapshot" : " is missing");
    return;
  }
  snprintf(what, sizeof what, "record of step %llu", (unsigned long long)step);
  json_t *record = kmk_sqlite_object(row, 1, what, "patch", error);
  if (record == NULL) return;
  json_t *patch = json_object_get(record, "patch");
  if (!json_is_array(patch)) {
    kmk_sqlite_broken(error, what, ": patch is not an array");
  } else if (json_array_extend(found->operations, patch) != 0 ||
             json_array_append_new(found->ends, json_integer((json_int_t)json_array_size(found->operations))) != 0) {
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
  }
  json_decref(record);
  found->bytes += (size_t)sqlite3_column_bytes(row, 1);
  found->step = step;
}

/* Names the step whose operation could not be applied, and its place in the record. */
static inline void kmk_sqlite_misfit(const kmk_sqlite_found *found, kmk_error *error) {
  char what[64], path[sizeof error->path];
  char *rest = error->path;
  json_int_t operation = error->path[0] == '/' ? strtoll(error->path + 1, &rest, 10) : 0, begin = 0;
  size_t index = 0, count = json_array_size(found->ends);
  while (index + 1 < count && json_integer_value(json_array_get(found->ends, index)) <= operation)
    begin = json_integer_value(json_array_get(found->ends, index++));
  memcpy(path, rest, strlen(rest) + 1);
  snprintf(error->path, sizeof error->path, "/patch/%lld%.95s", (long long)(operation - begin), path);
  snprintf(what, sizeof what, "record of step %llu", (unsigned long long)(found->step - count + index + 1));
  kmk_sqlite_refused(error, what);
}

/* Of so many bytes of steps each place is copied once. */
#define KMK_SQLITE_PART ((size_t)1024 * 1024)

/* Writes the steps that were read into the state, as one patch. */
static inline void kmk_sqlite_apply(kmk_sqlite_found *found, kmk_error *error) {
  json_t *state = kmk_json_patched(found->state, found->operations, error);
  if (state == NULL && error->status != KMK_ERR_NO_MEMORY) kmk_sqlite_misfit(found, error);
  json_decref(found->state);
  found->state = state;
  json_array_clear(found->operations);
  json_array_clear(found->ends);
  found->bytes = 0;
}

/* Reads the steps after the snapshot. */
static inline int kmk_sqlite_read_steps(kmk_sqlite *database, const char *name, kmk_sqlite_found *found,
                                        kmk_error *error) {
  int code;
  char what[64];
  uint64_t snapshot = found->step;
  found->operations = json_array();
  found->ends = json_array();
  if (found->operations == NULL || found->ends == NULL) kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
  sqlite3_stmt *rows = kmk_sqlite_query(
      database, "SELECT step, record FROM kumiki_step WHERE store = ?1 ORDER BY step", name, &code);
  for (; error->status == KMK_OK && code == SQLITE_ROW; code = sqlite3_step(rows)) {
    kmk_sqlite_read_step(rows, found, snapshot, error);
    if (error->status == KMK_OK && found->bytes >= KMK_SQLITE_PART) kmk_sqlite_apply(found, error);
  }
  sqlite3_finalize(rows);
  if (error->status != KMK_OK || code != SQLITE_DONE) return code;
  snprintf(what, sizeof what, "step %llu", (unsigned long long)found->step + 1);
  if (found->step < found->noted)
    kmk_sqlite_broken(error, what, " is missing");
  else
    kmk_sqlite_apply(found, error);
  return code;
}

/* The moment of a store: NULL with KMK_OK in status if the file has none. */
static inline json_t *kmk_sqlite_moment(kmk_sqlite *database, const char *name, uint64_t *step,
                                        kmk_status *status, kmk_error *error) {
  kmk_sqlite_found found = {NULL, NULL, NULL, 0, 0, NULL, NULL, 0};
  kmk_error inner = {KMK_OK, 0, "", ""};
  /* All queries see one moment of the file, whoever writes it meanwhile. */
  int code = sqlite3_exec(database->file, "BEGIN", NULL, NULL, NULL);
  if (code == SQLITE_OK) code = kmk_sqlite_read_moment(database, name, &found, &inner);
  if (found.snapshot != NULL && inner.status == KMK_OK && (code == SQLITE_ROW || code == SQLITE_DONE))
    code = kmk_sqlite_read_steps(database, name, &found, &inner);
  json_t *moment = found.beside != NULL ? found.beside : found.snapshot;
  if (found.state != NULL && inner.status == KMK_OK && json_object_set(moment, "state", found.state) != 0)
    kmk_sqlite_fail(&inner, KMK_ERR_NO_MEMORY, "no memory");
  if (inner.status != KMK_OK)
    kmk_sqlite_within_store(&inner, name);
  else if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
    kmk_sqlite_fail(&inner, KMK_ERR_INVALID_ARGUMENT, sqlite3_errmsg(database->file));
  if (!sqlite3_get_autocommit(database->file)) sqlite3_exec(database->file, "COMMIT", NULL, NULL, NULL);
  json_incref(moment);
  json_decref(found.snapshot);
  json_decref(found.beside);
  json_decref(found.state);
  json_decref(found.operations);
  json_decref(found.ends);
  *step = found.step;
  *status = inner.status;
  if (inner.status == KMK_OK) return moment;
  json_decref(moment);
  if (error != NULL) *error = inner;
  return NULL;
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
 * Owns: database borrowed, snapshot new. Fails: NOT_FOUND; as kmk_snapshot_new; DECODE (a row is missing or broken) and
 * JSON (it has a text that is none), with the names of the store and the row or column; INVALID_ARGUMENT (NULL, a file
 * that cannot be read); NO_MEMORY. Threads: any that may block. Since: 0.3.
 */
static inline kmk_snapshot *kmk_sqlite_snapshot(kmk_sqlite *database, const char *name, kmk_error *error) {
  kmk_status status;
  uint64_t step;
  if (database == NULL || name == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "database or name is NULL");
    return NULL;
  }
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
 * Waits until all steps so far are in the file.
 *
 * On the thread of a store's loop the file also gets how much of the time of the store's effects has passed
 * (KMK_TIME_REMAINING), which is written with steps otherwise. A program that ends calls this before it frees its stores.
 *
 * Fails: INVALID_ARGUMENT (NULL; the file cannot be written, or there was no memory), BUSY (another program writes one of
 * its stores). Nothing is written from the first failure on, and this says why each time. Threads: any that may block.
 * Since: 0.3.
 */
static inline kmk_status kmk_sqlite_flush(kmk_sqlite *database, kmk_error *error) {
  if (database == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "it is NULL");
    return KMK_ERR_INVALID_ARGUMENT;
  }
  kmk_sqlite_note_own_effects(database);
  return kmk_sqlite_wait(database, error);
}

/* Takes a name for a store; NULL if one is open under it. */
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
  if (is_taken) kmk_sqlite_release(link);
  pthread_mutex_unlock(&database->lock);
  if (!is_taken) return link;
  kmk_sqlite_fail(error, KMK_ERR_BUSY, "a store is open under that name");
  return NULL;
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
 * open under a name. Where two processes write one, the later one to write is refused: its flush answers BUSY, and
 * what the other has written stays.
 *
 * @param initial  NULL: without a moment in the file the answer is NOT_FOUND.
 *
 * Owns: reducer consumed, initial borrowed, store new. Fails: as kmk_store_new_from, kmk_snapshot_new and
 * kmk_sqlite_flush; NOT_FOUND; DECODE and JSON (a row is missing or broken, as for kmk_sqlite_snapshot:
 * nothing is written); BUSY (a store is open under the name); INVALID_ARGUMENT (NULL, a file that cannot be read, or
 * was opened to be read); NO_MEMORY. Threads: the loop's. Since: 0.3.
 */
static inline kmk_store *kmk_sqlite_store(kmk_sqlite *database, const char *name, kmk_loop *loop,
                                          kmk_reducer *reducer, const json_t *initial, kmk_error *error) {
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  kmk_sqlite_link *link = NULL;
  if (database == NULL || name == NULL)
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "database or name is NULL");
  else if (database->options.is_read_only)
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT, "it was opened to be read");
  else if (kmk_sqlite_wait(database, error) == KMK_OK) /* one that failed makes no store */
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
  if (link->written < 0)
    kmk_sqlite_hand(link, NULL, first, false, false);
  else
    link->first = first;
  return store;
}

/* ------------------------------------------------------------- open and close */

/**
 * Writes what is left and closes the file. Its stores must have been freed. What cannot be written is told as
 * kmk_sqlite_options.failed says; call kmk_sqlite_flush before to have it answered.
 *
 * Owns: consumes database. NULL: nothing happens. Threads: any that may block. Since: 0.3.
 */
static inline void kmk_sqlite_free(kmk_sqlite *database) {
  if (database == NULL) return;
  pthread_mutex_lock(&database->lock);
  database->is_ending = true;
  pthread_cond_broadcast(&database->changed);
  pthread_mutex_unlock(&database->lock);
  if (!database->options.is_read_only) pthread_join(database->writer, NULL);
  pthread_cond_destroy(&database->changed);
  pthread_mutex_destroy(&database->lock);
  sqlite3_close(database->file);
  free(database);
}

/**
 * Opens a database, or makes one.
 *
 * @param options  NULL: KMK_SQLITE_OPTIONS_INIT. Copied; what migrations points to stays the program's until
 *                 the database is freed.
 *
 * Owns: database new. Fails: INVALID_ARGUMENT (NULL path, a file that is no database or cannot be opened or, to be
 * read, is not there; a wrong size), NO_MEMORY. Threads: any that may block. Since: 0.3.
 */
static inline kmk_sqlite *kmk_sqlite_open(const char *path, const kmk_sqlite_options *options,
                                          kmk_error *error) {
  static const kmk_sqlite_options standard = KMK_SQLITE_OPTIONS_INIT;
  if (path == NULL || (options != NULL && options->size < sizeof standard)) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT,
                    path == NULL ? "path is NULL" : "options.size is wrong; use KMK_SQLITE_OPTIONS_INIT");
    return NULL;
  }
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
  if (database->options.history_bytes == 0) database->options.history_bytes = 1024 * 1024;
  bool is_read_only = database->options.is_read_only;
  int flags = is_read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  int code = sqlite3_open_v2(path, &database->file, flags | SQLITE_OPEN_FULLMUTEX, NULL);
  if (code == SQLITE_OK) sqlite3_busy_timeout(database->file, 5000);
  if (code == SQLITE_OK && is_read_only)
    code = sqlite3_exec(database->file, "SELECT store FROM kumiki_moment LIMIT 1", NULL, NULL, NULL);
  if (code == SQLITE_OK && !is_read_only)
    code = sqlite3_exec(
        database->file,
        "PRAGMA journal_mode = WAL;"
        "CREATE TABLE IF NOT EXISTS kumiki_moment(store TEXT PRIMARY KEY, step INTEGER, snapshot TEXT) "
        "WITHOUT ROWID;"
        "CREATE TABLE IF NOT EXISTS kumiki_beside(store TEXT PRIMARY KEY, step INTEGER, beside TEXT) "
        "WITHOUT ROWID;"
        "CREATE TABLE IF NOT EXISTS kumiki_step(store TEXT, step INTEGER, record TEXT, "
        "PRIMARY KEY(store, step)) WITHOUT ROWID;",
        NULL, NULL, NULL);
  if (code == SQLITE_OK && !is_read_only)
    code = sqlite3_exec(database->file,
                        database->options.waits_for_disk ? "PRAGMA synchronous = FULL"
                                                         : "PRAGMA synchronous = NORMAL",
                        NULL, NULL, NULL);
  if (code != SQLITE_OK) {
    kmk_sqlite_fail(error, KMK_ERR_INVALID_ARGUMENT,
                    database->file == NULL ? "no memory" : sqlite3_errmsg(database->file));
    sqlite3_close(database->file);
    free(database);
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
  sqlite3_close(database->file);
  free(database);
  return NULL;
}

#ifdef __cplusplus
}
#endif
#endif

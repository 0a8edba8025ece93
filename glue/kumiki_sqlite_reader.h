/**
 * The part of kumiki_sqlite.h that reads a store's rows: its last whole state, what is beside it, and the steps since. A
 * row that is missing or broken is an error with the names of the store and the row or column. Include kumiki_sqlite.h.
 */
#ifndef KUMIKI_SQLITE_H
#include "kumiki_sqlite.h" /* it includes this one behind the writer */
#else
#ifndef KUMIKI_SQLITE_READER_H
#define KUMIKI_SQLITE_READER_H

#ifdef __cplusplus
extern "C" {
#endif

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

/* Adds the row to an error that the library gave for its value. JSON, TOO_DEEP and NO_MEMORY stay as they are; any
 * other status becomes DECODE. */
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

#ifdef __cplusplus
}
#endif
#endif
#endif

/**
 * The part of kumiki_sqlite.h that reads a store's rows: its last whole state, and the steps and the changes beside it since. A
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

/* Reads a column that must hold JSON; NULL with an error if it does not. */
static inline json_t *kmk_sqlite_json(sqlite3_stmt *row, int column, const char *what, kmk_error *error) {
  if (sqlite3_column_type(row, column) == SQLITE_NULL) {
    kmk_sqlite_broken(error, what, " is NULL");
    return NULL;
  }
  const char *text = (const char *)sqlite3_column_text(row, column);
  if (text == NULL) {
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
    return NULL;
  }
  json_t *value = kmk_json_parse(text, (size_t)sqlite3_column_bytes(row, column), error);
  if (value == NULL) kmk_sqlite_refused(error, what);
  return value;
}

/* The same of an object with a member. */
static inline json_t *kmk_sqlite_object(sqlite3_stmt *row, int column, const char *what, const char *member,
                                        kmk_error *error) {
  char expected[64];
  json_t *object = kmk_sqlite_json(row, column, what, error);
  if (object == NULL || json_object_get(object, member) != NULL) return object;
  snprintf(expected, sizeof expected, " is not an object with the member %s", member);
  kmk_sqlite_broken(error, what, expected);
  json_decref(object);
  return NULL;
}

/* Whether a column has the number of a step; an error if not. */
static inline bool kmk_sqlite_is_step(sqlite3_stmt *row, int column, const char *what, kmk_error *error) {
  bool is_step = sqlite3_column_type(row, column) == SQLITE_INTEGER && sqlite3_column_int64(row, column) >= 0 &&
                 sqlite3_column_int64(row, column) < INT64_MAX / 2;
  if (!is_step) kmk_sqlite_broken(error, what, " has no number of a step");
  return is_step;
}

/** Patches that are read, and applied many at a time. */
typedef struct kmk_sqlite_patches {
  const char *what;   /* in front of the number of one: "record of step" */
  json_t *value;      /* with the patches that were applied; NULL once one could not be */
  uint64_t last;      /* the number of the last one that was read */
  json_t *operations; /* of the patches that are to be applied */
  json_t *ends;       /* for each of these, how many operations there are up to its end */
  size_t bytes;       /* of these, as text */
} kmk_sqlite_patches;

/** A store as the file has it, while it is read. */
typedef struct kmk_sqlite_found {
  json_t *snapshot, *beside; /* beside: of a file of the first form, where it is one row; else NULL */
  uint64_t step;             /* of the snapshot */
  uint64_t noted;            /* the last step whose data beside the state the file has */
  kmk_sqlite_patches steps;  /* of the state */
  kmk_sqlite_patches notes;  /* of the data beside the state */
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

/* Patches of this many bytes are applied together, so each place is copied once for all of them. */
#define KMK_SQLITE_PART ((size_t)1024 * 1024)

/* Begins to read the patches of a value, which is stolen. */
static inline void kmk_sqlite_begin_patches(kmk_sqlite_patches *patches, const char *what, json_t *value, uint64_t last,
                                            kmk_error *error) {
  patches->what = what;
  patches->value = value;
  patches->last = last;
  patches->operations = json_array();
  patches->ends = json_array();
  if (value == NULL || patches->operations == NULL || patches->ends == NULL)
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
}

static inline void kmk_sqlite_end_patches(kmk_sqlite_patches *patches) {
  json_decref(patches->value);
  json_decref(patches->operations);
  json_decref(patches->ends);
}

/* Names the patch whose operation could not be applied, and its place in it. `prefix`: the way to it in its row. */
static inline void kmk_sqlite_misfit(const kmk_sqlite_patches *patches, const char *prefix, kmk_error *error) {
  char what[64], path[sizeof error->path];
  char *rest = error->path;
  json_int_t operation = error->path[0] == '/' ? strtoll(error->path + 1, &rest, 10) : 0, begin = 0;
  size_t index = 0, count = json_array_size(patches->ends);
  while (index + 1 < count && json_integer_value(json_array_get(patches->ends, index)) <= operation)
    begin = json_integer_value(json_array_get(patches->ends, index++));
  memcpy(path, rest, strlen(rest) + 1);
  snprintf(error->path, sizeof error->path, "%s/%lld%.95s", prefix, (long long)(operation - begin), path);
  snprintf(what, sizeof what, "%s %llu", patches->what, (unsigned long long)(patches->last - count + index + 1));
  kmk_sqlite_refused(error, what);
}

/* Writes the patches that were read into the value, as one. */
static inline void kmk_sqlite_apply(kmk_sqlite_patches *patches, const char *prefix, kmk_error *error) {
  json_t *value = kmk_json_patched(patches->value, patches->operations, error);
  if (value == NULL && error->status != KMK_ERR_NO_MEMORY) kmk_sqlite_misfit(patches, prefix, error);
  json_decref(patches->value);
  patches->value = value;
  json_array_clear(patches->operations);
  json_array_clear(patches->ends);
  patches->bytes = 0;
}

/* Adds the next patch, of `bytes` bytes as text. */
static inline void kmk_sqlite_add(kmk_sqlite_patches *patches, json_t *patch, size_t bytes, const char *prefix,
                                  kmk_error *error) {
  patches->last++;
  patches->bytes += bytes;
  if (json_array_extend(patches->operations, patch) != 0 ||
      json_array_append_new(patches->ends, json_integer((json_int_t)json_array_size(patches->operations))) != 0)
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
  else if (patches->bytes >= KMK_SQLITE_PART)
    kmk_sqlite_apply(patches, prefix, error);
}

/* Takes a step's record: its number, and what it wrote. */
static inline void kmk_sqlite_read_step(sqlite3_stmt *row, kmk_sqlite_found *found, kmk_error *error) {
  char what[64];
  if (!kmk_sqlite_is_step(row, 0, "a row of kumiki_step", error)) return;
  uint64_t step = (uint64_t)sqlite3_column_int64(row, 0), next = found->steps.last + 1;
  snprintf(what, sizeof what, "step %llu", (unsigned long long)(step <= found->step ? step : next));
  if (step != next) {
    kmk_sqlite_broken(error, what, step <= found->step ? " is older than the snapshot" : " is missing");
    return;
  }
  snprintf(what, sizeof what, "record of step %llu", (unsigned long long)step);
  json_t *record = kmk_sqlite_object(row, 1, what, "patch", error);
  if (record == NULL) return;
  json_t *patch = json_object_get(record, "patch");
  if (!json_is_array(patch))
    kmk_sqlite_broken(error, what, ": patch is not an array");
  else
    kmk_sqlite_add(&found->steps, patch, (size_t)sqlite3_column_bytes(row, 1), "/patch", error);
  json_decref(record);
}

/* Reads the steps after the snapshot. */
static inline int kmk_sqlite_read_steps(kmk_sqlite *database, const char *name, kmk_sqlite_found *found,
                                        kmk_error *error) {
  int code;
  char what[64];
  kmk_sqlite_begin_patches(&found->steps, "record of step", json_incref(json_object_get(found->snapshot, "state")),
                           found->step, error);
  sqlite3_stmt *rows = kmk_sqlite_query(
      database, "SELECT step, record FROM kumiki_step WHERE store = ?1 ORDER BY step", name, &code);
  for (; error->status == KMK_OK && code == SQLITE_ROW; code = sqlite3_step(rows))
    kmk_sqlite_read_step(rows, found, error);
  sqlite3_finalize(rows);
  if (error->status != KMK_OK || code != SQLITE_DONE) return code;
  snprintf(what, sizeof what, "step %llu", (unsigned long long)found->steps.last + 1);
  if (found->steps.last < found->noted)
    kmk_sqlite_broken(error, what, " is missing");
  else
    kmk_sqlite_apply(&found->steps, "/patch", error);
  return code;
}

/* Reads a row with changes beside the state. */
static inline void kmk_sqlite_read_note(sqlite3_stmt *row, kmk_sqlite_found *found, json_t **time, kmk_error *error) {
  char what[64];
  if (!kmk_sqlite_is_step(row, 0, "a row of kumiki_note", error)) return;
  uint64_t number = (uint64_t)sqlite3_column_int64(row, 0), next = found->notes.last + 1;
  snprintf(what, sizeof what, "note %llu", (unsigned long long)(number == 0 ? 0 : next));
  if (number != 0 && number != next) {
    kmk_sqlite_broken(error, what, " is missing");
    return;
  }
  if (!kmk_sqlite_is_step(row, 1, what, error)) return;
  uint64_t step = (uint64_t)sqlite3_column_int64(row, 1);
  if (step < found->step) {
    kmk_sqlite_broken(error, what, " is older than the snapshot");
    return;
  }
  if (step > found->noted) found->noted = step;
  snprintf(what, sizeof what, "patch of note %llu", (unsigned long long)number);
  json_t *patch = kmk_sqlite_json(row, 2, what, error);
  if (patch != NULL && !json_is_array(patch))
    kmk_sqlite_broken(error, what, " is not an array");
  else if (patch != NULL && number == 0)
    *time = json_incref(patch);
  else if (patch != NULL)
    kmk_sqlite_add(&found->notes, patch, (size_t)sqlite3_column_bytes(row, 2), "", error);
  json_decref(patch);
}

/* Whether the file has the table, which files of the first form lack. */
static inline bool kmk_sqlite_has_notes(kmk_sqlite *database, int *code) {
  sqlite3_stmt *rows = kmk_sqlite_query(database, "SELECT 1 FROM sqlite_master WHERE name = 'kumiki_note'", "", code);
  sqlite3_finalize(rows);
  return *code == SQLITE_ROW;
}

/* A new object with the same members, which json_copy would leave out one by one without memory. NULL: no memory. */
static inline json_t *kmk_sqlite_copy(json_t *object) {
  json_t *copy = json_object();
  if (copy == NULL || json_object_update(copy, object) == 0) return copy;
  json_decref(copy);
  return NULL;
}

/* Reads what has changed beside the state since the snapshot. The row 0 is the time that has passed: its place is after
 * all others. */
static inline int kmk_sqlite_read_notes(kmk_sqlite *database, const char *name, kmk_sqlite_found *found,
                                        kmk_error *error) {
  int code;
  json_t *time = NULL, *beside = kmk_sqlite_copy(found->beside != NULL ? found->beside : found->snapshot);
  if (beside != NULL) json_object_del(beside, "state");
  kmk_sqlite_begin_patches(&found->notes, "patch of note", beside, 0, error);
  if (error->status != KMK_OK || !kmk_sqlite_has_notes(database, &code)) return error->status != KMK_OK ? SQLITE_OK : code;
  sqlite3_stmt *rows = kmk_sqlite_query(
      database, "SELECT number, step, patch FROM kumiki_note WHERE store = ?1 ORDER BY number", name, &code);
  for (; error->status == KMK_OK && code == SQLITE_ROW; code = sqlite3_step(rows))
    kmk_sqlite_read_note(rows, found, &time, error);
  sqlite3_finalize(rows);
  if (error->status == KMK_OK && code == SQLITE_DONE) kmk_sqlite_apply(&found->notes, "", error);
  if (error->status == KMK_OK && code == SQLITE_DONE && time != NULL) {
    kmk_sqlite_add(&found->notes, time, 0, "", error);
    found->notes.what = "patch of the note of time, after note";
    if (error->status == KMK_OK) kmk_sqlite_apply(&found->notes, "", error);
  }
  json_decref(time);
  return code;
}

/* The moment of a store: NULL with KMK_OK in status if the file has none. */
static inline json_t *kmk_sqlite_moment(kmk_sqlite *database, const char *name, uint64_t *step,
                                        kmk_status *status, kmk_error *error) {
  kmk_sqlite_found found;
  memset(&found, 0, sizeof found);
  kmk_error inner = {KMK_OK, 0, "", ""};
  /* All queries see one moment of the file, whoever writes it meanwhile. */
  int code = sqlite3_exec(database->file, "BEGIN", NULL, NULL, NULL);
  if (code == SQLITE_OK) code = kmk_sqlite_read_moment(database, name, &found, &inner);
  if (found.snapshot != NULL && inner.status == KMK_OK && (code == SQLITE_ROW || code == SQLITE_DONE))
    code = kmk_sqlite_read_notes(database, name, &found, &inner);
  if (found.snapshot != NULL && inner.status == KMK_OK && (code == SQLITE_ROW || code == SQLITE_DONE))
    code = kmk_sqlite_read_steps(database, name, &found, &inner);
  bool is_read = inner.status == KMK_OK && found.notes.value != NULL && found.steps.value != NULL;
  json_t *moment = is_read ? kmk_sqlite_copy(found.notes.value) : NULL;
  if (is_read && (moment == NULL || json_object_set(moment, "state", found.steps.value) != 0))
    kmk_sqlite_fail(&inner, KMK_ERR_NO_MEMORY, "no memory");
  if (inner.status != KMK_OK)
    kmk_sqlite_within_store(&inner, name);
  else if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
    kmk_sqlite_fail(&inner, KMK_ERR_INVALID_ARGUMENT, sqlite3_errmsg(database->file));
  if (!sqlite3_get_autocommit(database->file)) sqlite3_exec(database->file, "COMMIT", NULL, NULL, NULL);
  json_decref(found.snapshot);
  json_decref(found.beside);
  *step = found.steps.last;
  kmk_sqlite_end_patches(&found.steps);
  kmk_sqlite_end_patches(&found.notes);
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

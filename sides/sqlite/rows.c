/* The rows of a store: its last whole state, and the steps and the changes beside the state since then. A missing or
 * broken row is an error with the names of the store and the row or column. */
#include "database.h"

/* A store in the file while it is read. */
typedef struct {
  json_t *snapshot,
      *beside;    /* beside: of a file of the first form, where it is one row; else NULL */
  uint64_t step;  /* of the snapshot */
  uint64_t noted; /* the last step whose data beside the state the file has */
  kmk_sqlite_patches steps; /* of the state */
  kmk_sqlite_patches notes; /* of the data beside the state */
} found_store;

/* Reads a column that must contain JSON; NULL with an error if it does not. */
static json_t *json_of(sqlite3_stmt *row, int column, const char *what, kmk_error *error) {
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
  if (value == NULL)
    kmk_sqlite_refused(error, what);
  return value;
}

/* Reads a column that must contain an object with a given member, as json_of does. */
static json_t *object_of(sqlite3_stmt *row, int column, const char *what, const char *member,
                         kmk_error *error) {
  char expected[64];
  json_t *object = json_of(row, column, what, error);
  if (object == NULL || json_object_get(object, member) != NULL)
    return object;
  snprintf(expected, sizeof expected, " is not an object with the member %s", member);
  kmk_sqlite_broken(error, what, expected);
  json_decref(object);
  return NULL;
}

/* Whether a column contains the number of a step; an error if not. */
static bool is_step(sqlite3_stmt *row, int column, const char *what, kmk_error *error) {
  bool is_step = sqlite3_column_type(row, column) == SQLITE_INTEGER &&
                 sqlite3_column_int64(row, column) >= 0 &&
                 sqlite3_column_int64(row, column) < INT64_MAX / 2;
  if (!is_step)
    kmk_sqlite_broken(error, what, " has no number of a step");
  return is_step;
}

static bool has_failed(const kmk_error *error, int code) {
  return error->status != KMK_OK || (code != SQLITE_ROW && code != SQLITE_DONE);
}

/* Reads the snapshot, and the data beside it in a file of the first format. Without a snapshot the file must contain
 * no other row of the store. */
static int read_snapshot(sqlite3 *file, const char *name, found_store *found, kmk_error *error) {
  int code;
  sqlite3_stmt *rows = kmk_sqlite_query(
      file, "SELECT step, snapshot FROM kumiki_moment WHERE store = ?1", name, &code);
  bool has_snapshot = code == SQLITE_ROW;
  if (has_snapshot && is_step(rows, 0, "the row of kumiki_moment", error)) {
    found->step = found->noted = (uint64_t)sqlite3_column_int64(rows, 0);
    found->snapshot = object_of(rows, 1, "snapshot", "state", error);
  }
  sqlite3_finalize(rows);
  if (has_failed(error, code))
    return code;
  rows = kmk_sqlite_query(file, "SELECT step, beside FROM kumiki_beside WHERE store = ?1", name,
                          &code);
  bool is_noted = code == SQLITE_ROW;
  if (has_snapshot && is_noted && is_step(rows, 0, "the row of kumiki_beside", error)) {
    found->noted = (uint64_t)sqlite3_column_int64(rows, 0);
    found->beside = object_of(rows, 1, "beside", "kumiki", error);
    if (found->noted < found->step)
      kmk_sqlite_broken(error, "the row of kumiki_beside", " is older than the snapshot");
  }
  sqlite3_finalize(rows);
  if (has_snapshot || has_failed(error, code))
    return code;
  rows =
      kmk_sqlite_query(file, "SELECT step FROM kumiki_step WHERE store = ?1 LIMIT 1", name, &code);
  if (is_noted || code == SQLITE_ROW)
    kmk_sqlite_broken(error, "",
                      "the row of kumiki_moment is missing, while there are rows of later steps");
  sqlite3_finalize(rows);
  return code;
}

/* Reads a step's record: its number and its patch. */
static void read_step(sqlite3_stmt *row, found_store *found, kmk_error *error) {
  char what[64];
  if (!is_step(row, 0, "a row of kumiki_step", error))
    return;
  uint64_t step = (uint64_t)sqlite3_column_int64(row, 0), next = found->steps.last + 1;
  snprintf(what, sizeof what, "step %llu", (unsigned long long)(step <= found->step ? step : next));
  if (step != next) {
    kmk_sqlite_broken(error, what,
                      step <= found->step ? " is older than the snapshot" : " is missing");
    return;
  }
  snprintf(what, sizeof what, "record of step %llu", (unsigned long long)step);
  json_t *record = object_of(row, 1, what, "patch", error);
  if (record == NULL)
    return;
  json_t *patch = json_object_get(record, "patch");
  if (!json_is_array(patch))
    kmk_sqlite_broken(error, what, ": patch is not an array");
  else
    kmk_sqlite_add(&found->steps, patch, (size_t)sqlite3_column_bytes(row, 1), "/patch", error);
  json_decref(record);
}

/* Reads the steps after the snapshot. */
static int read_steps(sqlite3 *file, const char *name, found_store *found, kmk_error *error) {
  int code;
  char what[64];
  kmk_sqlite_begin_patches(&found->steps, "record of step",
                           json_incref(json_object_get(found->snapshot, "state")), found->step,
                           error);
  sqlite3_stmt *rows = kmk_sqlite_query(
      file, "SELECT step, record FROM kumiki_step WHERE store = ?1 ORDER BY step", name, &code);
  for (; error->status == KMK_OK && code == SQLITE_ROW; code = sqlite3_step(rows))
    read_step(rows, found, error);
  sqlite3_finalize(rows);
  if (error->status != KMK_OK || code != SQLITE_DONE)
    return code;
  snprintf(what, sizeof what, "step %llu", (unsigned long long)found->steps.last + 1);
  if (found->steps.last < found->noted)
    kmk_sqlite_broken(error, what, " is missing");
  else
    kmk_sqlite_apply(&found->steps, "/patch", error);
  return code;
}

/* Reads a row with changes beside the state. */
static void read_note(sqlite3_stmt *row, found_store *found, json_t **time, kmk_error *error) {
  char what[64];
  if (!is_step(row, 0, "a row of kumiki_note", error))
    return;
  uint64_t number = (uint64_t)sqlite3_column_int64(row, 0), next = found->notes.last + 1;
  snprintf(what, sizeof what, "note %llu", (unsigned long long)(number == 0 ? 0 : next));
  if (number != 0 && number != next) {
    kmk_sqlite_broken(error, what, " is missing");
    return;
  }
  if (!is_step(row, 1, what, error))
    return;
  uint64_t step = (uint64_t)sqlite3_column_int64(row, 1);
  if (step < found->step) {
    kmk_sqlite_broken(error, what, " is older than the snapshot");
    return;
  }
  if (step > found->noted)
    found->noted = step;
  snprintf(what, sizeof what, "patch of note %llu", (unsigned long long)number);
  json_t *patch = json_of(row, 2, what, error);
  if (patch != NULL && !json_is_array(patch))
    kmk_sqlite_broken(error, what, " is not an array");
  else if (patch != NULL && number == 0)
    *time = json_incref(patch);
  else if (patch != NULL)
    kmk_sqlite_add(&found->notes, patch, (size_t)sqlite3_column_bytes(row, 2), "", error);
  json_decref(patch);
}

/* Whether the file has the table, which files of the first format lack. */
static bool has_notes(sqlite3 *file, int *code) {
  sqlite3_stmt *rows =
      kmk_sqlite_query(file, "SELECT 1 FROM sqlite_master WHERE name = 'kumiki_note'", "", code);
  sqlite3_finalize(rows);
  return *code == SQLITE_ROW;
}

/* Makes a new object with the same members. Without memory, json_copy would leave out members. NULL: no memory. */
static json_t *copy_of(json_t *object) {
  json_t *copy = json_object();
  if (copy == NULL || json_object_update(copy, object) == 0)
    return copy;
  json_decref(copy);
  return NULL;
}

/* Reads the changes beside the state since the snapshot. Row 0 is the time that has passed; it is applied after all
 * others. */
static int read_notes(sqlite3 *file, const char *name, found_store *found, kmk_error *error) {
  int code;
  json_t *time = NULL, *beside = copy_of(found->beside != NULL ? found->beside : found->snapshot);
  if (beside != NULL)
    json_object_del(beside, "state");
  kmk_sqlite_begin_patches(&found->notes, "patch of note", beside, 0, error);
  if (error->status != KMK_OK || !has_notes(file, &code))
    return error->status != KMK_OK ? SQLITE_OK : code;
  sqlite3_stmt *rows = kmk_sqlite_query(
      file, "SELECT number, step, patch FROM kumiki_note WHERE store = ?1 ORDER BY number", name,
      &code);
  for (; error->status == KMK_OK && code == SQLITE_ROW; code = sqlite3_step(rows))
    read_note(rows, found, &time, error);
  sqlite3_finalize(rows);
  if (error->status == KMK_OK && code == SQLITE_DONE)
    kmk_sqlite_apply(&found->notes, "", error);
  if (error->status == KMK_OK && code == SQLITE_DONE && time != NULL) {
    kmk_sqlite_add(&found->notes, time, 0, "", error);
    found->notes.what = "patch of the note of time, after note";
    if (error->status == KMK_OK)
      kmk_sqlite_apply(&found->notes, "", error);
  }
  json_decref(time);
  return code;
}

/* Returns the moment of a store; NULL with KMK_OK in status if the file has none. */
json_t *kmk_sqlite_find_saved(sqlite3 *file, const char *name, uint64_t *step, kmk_status *status,
                              kmk_error *error) {
  found_store found;
  memset(&found, 0, sizeof found);
  kmk_error inner = {KMK_OK, 0, "", ""};
  int code = read_snapshot(file, name, &found, &inner);
  if (found.snapshot != NULL && !has_failed(&inner, code))
    code = read_notes(file, name, &found, &inner);
  if (found.snapshot != NULL && !has_failed(&inner, code))
    code = read_steps(file, name, &found, &inner);
  bool is_read = inner.status == KMK_OK && found.notes.value != NULL && found.steps.value != NULL;
  json_t *saved = is_read ? copy_of(found.notes.value) : NULL;
  if (is_read && (saved == NULL || json_object_set(saved, "state", found.steps.value) != 0))
    kmk_sqlite_fail(&inner, KMK_ERR_NO_MEMORY, "no memory");
  if (inner.status != KMK_OK)
    kmk_sqlite_within_store(&inner, name);
  else if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
    kmk_sqlite_fail_with(&inner, KMK_ERR_INVALID_ARGUMENT, sqlite3_errmsg(file),
                         sqlite3_extended_errcode(file));
  json_decref(found.snapshot);
  json_decref(found.beside);
  *step = found.steps.last;
  kmk_sqlite_end_patches(&found.steps);
  kmk_sqlite_end_patches(&found.notes);
  *status = inner.status;
  if (inner.status == KMK_OK)
    return saved;
  json_decref(saved);
  if (error != NULL)
    *error = inner;
  return NULL;
}

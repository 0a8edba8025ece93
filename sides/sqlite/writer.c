/* The rows that the writer's thread makes from steps and moments, many in a transaction. */
#include "database.h"

/* Runs a statement with a store's name, a number, a string and the number of a step. It may lack the last parameters. */
static bool run(kmk_sqlite *database, const char *sql, const char *name, uint64_t number,
                const char *text, size_t length, uint64_t step) {
  sqlite3_stmt *statement = NULL;
  bool is_done =
      kmk_sqlite_ok(database, sqlite3_prepare_v2(database->file, sql, -1, &statement, NULL));
  if (is_done) {
    int count = sqlite3_bind_parameter_count(statement);
    if (count > 0)
      sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    if (count > 1)
      sqlite3_bind_int64(statement, 2, (sqlite3_int64)number);
    if (count > 2)
      sqlite3_bind_text(statement, 3, text, (int)length, SQLITE_STATIC);
    if (count > 3)
      sqlite3_bind_int64(statement, 4, (sqlite3_int64)step);
    is_done = kmk_sqlite_ok(database, sqlite3_step(statement));
  }
  /* The error of the step is already known; this call repeats it. */
  sqlite3_finalize(statement);
  return is_done;
}

static bool run_for_store(kmk_sqlite *database, const char *sql, const char *name,
                          uint64_t number) {
  return run(database, sql, name, number, NULL, 0, 0);
}

/* Returns a saved form as text, which is made on this thread because it may be large; NULL: no memory. */
static char *text_of(json_t *saved) {
  char *text = saved == NULL ? NULL : kmk_json_text(saved, JSON_COMPACT);
  kmk_json_release(saved);
  return text;
}

/* Makes the text of a whole moment. Later changes and bytes count from it. */
static bool make_whole(kmk_sqlite_item *item) {
  kmk_sqlite_link *link = item->link;
  item->whole = text_of(kmk_saver_whole(link->saver, item->snapshot, NULL));
  if (item->whole == NULL)
    return false;
  link->step_bytes = 0;
  link->notes = link->passed = 0;
  link->whole_bytes = strlen(item->whole);
  link->compacted = item->number;
  return true;
}

/* Makes the texts of the changes beside the state: a note, if there are changes, and the time that has passed. */
static bool make_change(kmk_sqlite_item *item) {
  kmk_sqlite_link *link = item->link;
  uint64_t passed = 0;
  json_t *patch = kmk_saver_change(link->saver, item->snapshot, &passed, NULL);
  if (patch != NULL && json_array_size(patch) == 0) {
    kmk_json_release(patch);
  } else {
    item->change = text_of(patch);
    if (item->change == NULL)
      return false;
    item->note = ++link->notes;
    link->step_bytes += strlen(item->change);
  }
  if (passed != link->passed)
    snprintf(item->passed, sizeof item->passed,
             "[{\"op\":\"add\",\"path\":\"/passed\",\"value\":%llu}]", (unsigned long long)passed);
  link->passed = passed;
  return true;
}

/* Makes the texts of an item, unless an earlier transaction made them and failed: the saver makes each text once. */
static bool make(kmk_sqlite *database, kmk_sqlite_item *item) {
  /* A later moment of the store contains the data beside the state too. */
  bool is_needless = item->snapshot == NULL || (item->is_beside && item->link->last != item);
  if (item->is_made)
    return true;
  if (item->step != NULL) {
    item->record = text_of(kmk_saver_step(item->link->saver, item->step, NULL));
    if (item->record == NULL)
      return kmk_sqlite_ok(database, SQLITE_NOMEM);
    item->link->step_bytes += strlen(item->record);
  }
  item->is_made = is_needless || (item->is_beside ? make_change(item) : make_whole(item));
  return item->is_made || kmk_sqlite_ok(database, SQLITE_NOMEM);
}

static bool write_record(kmk_sqlite *database, sqlite3_stmt *insert, const kmk_sqlite_item *item) {
  sqlite3_bind_text(insert, 1, item->link->name, -1, SQLITE_STATIC);
  sqlite3_bind_int64(insert, 2, (sqlite3_int64)item->number);
  sqlite3_bind_text(insert, 3, item->record, -1, SQLITE_STATIC);
  bool is_done = kmk_sqlite_ok(database, sqlite3_step(insert));
  sqlite3_reset(insert);
  return is_done;
}

/* Writes a whole moment, which replaces all rows so far. */
static bool write_whole(kmk_sqlite *database, const kmk_sqlite_item *item) {
  const char *name = item->link->name;
  return run(database,
             "INSERT OR REPLACE INTO kumiki_moment(store, step, snapshot) VALUES (?1, ?2, ?3)",
             name, item->number, item->whole, strlen(item->whole), 0) &&
         run_for_store(database, "DELETE FROM kumiki_beside WHERE store = ?1", name, 0) &&
         run_for_store(database, "DELETE FROM kumiki_note WHERE store = ?1", name, 0) &&
         run_for_store(database, "DELETE FROM kumiki_step WHERE store = ?1 AND step <= ?2", name,
                       item->number);
}

static bool write_note(kmk_sqlite *database, const kmk_sqlite_item *item, uint64_t number,
                       const char *text) {
  return run(
      database,
      "INSERT OR REPLACE INTO kumiki_note(store, number, patch, step) VALUES (?1, ?2, ?3, ?4)",
      item->link->name, number, text, strlen(text), item->number);
}

/* Whether this process has written the store's rows: a program of a version without locks may write them too. Checked
 * once per transaction. */
static bool is_own(kmk_sqlite *database, const kmk_sqlite_item *item) {
  kmk_sqlite_link *link = item->link;
  if (link->transaction == database->transactions)
    return true;
  sqlite3_stmt *rows = NULL;
  bool is_own = false;
  char message[200];
  int code = sqlite3_prepare_v2(database->file,
                                "SELECT max(step) FROM (SELECT step FROM kumiki_moment WHERE "
                                "store = ?1 UNION ALL SELECT max(step) FROM kumiki_step WHERE "
                                "store = ?1)",
                                -1, &rows, NULL);
  if (!kmk_sqlite_ok(database, code))
    return false;
  sqlite3_bind_text(rows, 1, link->name, -1, SQLITE_STATIC);
  if (kmk_sqlite_ok(database, sqlite3_step(rows))) {
    bool is_empty = sqlite3_column_type(rows, 0) == SQLITE_NULL;
    is_own = (is_empty ? -1 : sqlite3_column_int64(rows, 0)) == link->written;
    snprintf(message, sizeof message, "another program writes the store %.60s of %.100s",
             link->name, database->path);
    if (!is_own)
      kmk_sqlite_stop(database, KMK_ERR_BUSY, message, SQLITE_OK);
  }
  if (is_own)
    link->transaction = database->transactions;
  sqlite3_finalize(rows);
  return is_own;
}

static bool write_item(kmk_sqlite *database, sqlite3_stmt *insert, kmk_sqlite_item *item) {
  return is_own(database, item) && make(database, item) &&
         (item->record == NULL || write_record(database, insert, item)) &&
         (item->whole == NULL || write_whole(database, item)) &&
         (item->change == NULL || write_note(database, item, item->note, item->change)) &&
         (*item->passed == '\0' || write_note(database, item, 0, item->passed));
}

/* Writes a list of items in one transaction, all or none. */
bool kmk_sqlite_commit(kmk_sqlite *database, kmk_sqlite_item *items) {
  sqlite3_stmt *insert = NULL;
  database->transactions++;
  if (!kmk_sqlite_is_at_its_path(database)) {
    kmk_sqlite_stop(database, KMK_ERR_INVALID_ARGUMENT,
                    "the file was removed or replaced while it was open", SQLITE_OK);
    return false;
  }
  bool is_done = run_for_store(database, "BEGIN IMMEDIATE", NULL, 0);
  is_done = is_done &&
            kmk_sqlite_ok(database, sqlite3_prepare_v2(database->file,
                                                       "INSERT OR REPLACE INTO kumiki_step(store, "
                                                       "step, record) VALUES (?1, ?2, ?3)",
                                                       -1, &insert, NULL));
  for (kmk_sqlite_item *item = items; item != NULL; item = item->next)
    if (item->snapshot != NULL)
      item->link->last = item;
  for (kmk_sqlite_item *item = items; is_done && item != NULL; item = item->next)
    is_done = write_item(database, insert, item);
  sqlite3_finalize(insert);
  is_done = is_done && run_for_store(database, "COMMIT", NULL, 0);
  for (kmk_sqlite_item *item = items; is_done && item != NULL; item = item->next) {
    item->link->written = (sqlite3_int64)item->number;
    if (item->mark <= item->link->kept)
      continue;
    item->link->kept = item->mark;
    kmk_mailbox_requests_kept(item->link->mailbox, item->mark);
  }
  if (!sqlite3_get_autocommit(database->file))
    sqlite3_exec(database->file, "ROLLBACK", NULL, NULL, NULL);
  return is_done;
}

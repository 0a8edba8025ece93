/* kumiki_sqlite.h: rows that are missing or broken because of a disk or another program. */
#include "sqlite_support.h"

/* Makes a file whose store has a snapshot of step 3, the steps 4 to 6, and a note of the changes beside the state at
 * step 5. */
static void make(void) {
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_steps = 3;
  options.batch_steps = 2;
  options.batch_milliseconds = 1000000;
  remove_file();
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  kmk_store *store = opened(file, "main", loop, NULL);
  for (int i = 0; i < 3; i++)
    send(store, "inc");
  kmk_store_free(store);
  kmk_sqlite_free(file);
  options.compact_steps = 100;
  file = kmk_sqlite_open(path, &options, &error);
  store = opened(file, "main", loop, NULL);
  send(store, "inc");
  send(store, "open");
  send(store, "inc");
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

/* Runs a statement that another kind of program might run. */
static void run(const char *sql) {
  sqlite3 *file = NULL;
  char *message = NULL;
  assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
  if (sqlite3_exec(file, sql, NULL, NULL, &message) != SQLITE_OK)
    fail_msg("%s: %s", sql, message);
  sqlite3_close(file);
}

/* Makes it a file of the first format, in which the data beside the state is one row. */
static void make_first_form(void) {
  run("INSERT INTO kumiki_beside SELECT store, 5, json_remove(snapshot, '$.state') FROM "
      "kumiki_moment;"
      "DROP TABLE kumiki_note;");
}

/* Returns all rows of the file as one string. */
static char *content(void) {
  static const char all[] =
      "SELECT group_concat(line, char(10)) FROM ("
      "SELECT store || ' ' || step || quote(snapshot) AS line FROM kumiki_moment UNION ALL "
      "SELECT store || ' ' || step || quote(beside) FROM kumiki_beside UNION ALL "
      "SELECT store || ' ' || step || quote(patch) FROM kumiki_note UNION ALL "
      "SELECT store || ' ' || step || quote(record) FROM kumiki_step)";
  sqlite3 *file = NULL;
  sqlite3_stmt *rows = NULL;
  assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(file, all, -1, &rows, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
  const char *text = (const char *)sqlite3_column_text(rows, 0);
  char *copy = strdup(text == NULL ? "" : text);
  sqlite3_finalize(rows);
  sqlite3_close(file);
  return copy;
}

/* A statement, and the error for the rows after it. python/tests/test_database_broken.py has the same list. */
typedef struct {
  const char *sql, *words;
} broken;

#define RECORD(text) "UPDATE kumiki_step SET record = " text " WHERE step = 5"
#define SNAPSHOT(text) "UPDATE kumiki_moment SET snapshot = " text
#define BESIDE(text) "UPDATE kumiki_beside SET beside = " text
#define NOTE(text) "UPDATE kumiki_note SET patch = " text

static const broken all_broken[] = {
    {"DELETE FROM kumiki_step WHERE step = 4", "step 4 is missing"},
    {"DELETE FROM kumiki_step WHERE step = 5", "step 5 is missing"},
    {"DELETE FROM kumiki_step WHERE step >= 5", "step 5 is missing"},
    {"UPDATE kumiki_step SET step = 2 WHERE step = 5", "step 2 is older than the snapshot"},
    {"UPDATE kumiki_step SET step = 'x' WHERE step = 6", "a row of kumiki_step has no number"},
    {RECORD("NULL"), "record of step 5 is NULL"},
    {RECORD("'{}'"), "record of step 5 is not an object with the member patch"},
    {RECORD("'[1]'"), "record of step 5 is not an object with the member patch"},
    {RECORD("7"), "record of step 5 is not an object with the member patch"},
    {RECORD("'{\"patch\":5}'"), "record of step 5: patch is not an array"},
    {RECORD("'{\"patch\":[{}]}'"), "record of step 5: "},
    {RECORD("'{\"patch\":[{\"op\":\"remove\",\"path\":\"/no/where\"}]}'"), "record of step 5: "},
    {"DELETE FROM kumiki_moment", "the row of kumiki_moment is missing"},
    {"UPDATE kumiki_moment SET step = 'many'", "the row of kumiki_moment has no number"},
    {"UPDATE kumiki_moment SET step = 9223372036854775807",
     "the row of kumiki_moment has no number"},
    {"UPDATE kumiki_moment SET step = 2", "step 3 is missing"},
    {"UPDATE kumiki_moment SET step = 5", "step 4 is older than the snapshot"},
    {SNAPSHOT("NULL"), "snapshot is NULL"},
    {SNAPSHOT("7"), "snapshot is not an object with the member state"},
    {SNAPSHOT("'[]'"), "snapshot is not an object with the member state"},
    {SNAPSHOT("'{}'"), "snapshot is not an object with the member state"},
    {"UPDATE kumiki_beside SET step = NULL", "the row of kumiki_beside has no number"},
    {"UPDATE kumiki_beside SET step = 2", "the row of kumiki_beside is older than the snapshot"},
    {BESIDE("NULL"), "beside is NULL"},
    {BESIDE("7"), "beside is not an object with the member kumiki"},
    {BESIDE("'{}'"), "beside is not an object with the member kumiki"},
    {BESIDE("'{\"kumiki\":\"x\"}'"), ""},
    {"UPDATE kumiki_note SET step = NULL", "note 1 has no number of a step"},
    {"UPDATE kumiki_note SET step = 2", "note 1 is older than the snapshot"},
    {"UPDATE kumiki_note SET step = 9", "step 7 is missing"},
    {"UPDATE kumiki_note SET number = 'x'", "a row of kumiki_note has no number"},
    {"UPDATE kumiki_note SET number = 2", "note 1 is missing"},
    {NOTE("NULL"), "patch of note 1 is NULL"},
    {NOTE("'{}'"), "patch of note 1 is not an array"},
    {NOTE("'[{\"op\":\"remove\",\"path\":\"/no/where\"}]'"), "patch of note 1: "},
    {NOTE("'[{\"op\":\"replace\",\"path\":\"/kumiki\",\"value\":\"x\"}]'"), ""},
    {"INSERT INTO kumiki_note VALUES ('main', 0, 5, '[{\"op\":\"what\"}]')",
     "patch of the note of time"},
};

static const broken no_json[] = {
    {RECORD("'{'"), "record of step 5: "}, {RECORD("x'00ff'"), "record of step 5: "},
    {SNAPSHOT("'{'"), "snapshot: "},       {BESIDE("'['"), "beside: "},
    {NOTE("'['"), "patch of note 1: "},
};

static void assert_says(const kmk_error *error, const broken *each, kmk_status status) {
  if (error->status != status ||
      strstr(error->message, "the database: the store main: ") != error->message ||
      strstr(error->message, each->words) == NULL)
    fail_msg("%s: %d %s", each->sql, error->status, error->message);
}

static void assert_all_told(const broken *all, size_t count, kmk_status status) {
  for (const broken *each = all; each < all + count; each++) {
    kmk_error error = {0};
    make();
    if (strstr(each->sql, "kumiki_beside") != NULL)
      make_first_form();
    run(each->sql);
    run("CREATE TABLE IF NOT EXISTS kumiki_note(store, number, step, patch)");
    char *before = content();
    kmk_sqlite *file = database(NULL);
    if (opened(file, "main", loop, &error) != NULL)
      fail_msg("%s: a store", each->sql);
    assert_says(&error, each, status);
    assert_null(kmk_sqlite_snapshot(file, "main", &error));
    assert_says(&error, each, status);
    kmk_sqlite_free(file);
    char *after = content();
    assert_string_equal(after, before);
    free(before);
    free(after);
  }
}

static void Z97_a_broken_row_is_an_error_with_its_name_and_nothing_is_written(void **state) {
  (void)state;
  assert_all_told(all_broken, sizeof all_broken / sizeof *all_broken, KMK_ERR_DECODE);
  assert_all_told(no_json, sizeof no_json / sizeof *no_json, KMK_ERR_JSON);
}

static void Z182_a_file_of_the_first_form_is_gone_on_with(void **state) {
  (void)state;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.is_read_only = true;
  make();
  make_first_form();
  kmk_sqlite *reader = kmk_sqlite_open(path, &options, NULL);
  kmk_snapshot *moment = kmk_sqlite_snapshot(reader, "main", NULL);
  assert_non_null(moment);
  kmk_snapshot_free(moment);
  kmk_sqlite_free(reader);
  for (json_int_t found = 5; found < 7; found++) {
    kmk_sqlite *file = database(NULL);
    kmk_store *store = opened(file, "main", loop, NULL);
    assert_int_equal(number(store), found);
    send(store, "inc");
    kmk_store_free(store);
    kmk_sqlite_free(file);
  }
}

static void Z97_the_place_of_an_operation_that_cannot_be_applied_is_told(void **state) {
  (void)state;
  kmk_error error;
  make();
  /* Steps of so many bytes are not applied as one patch with earlier steps. */
  run("UPDATE kumiki_step SET record = '{\"patch\":[],\"action\":\"' || hex(zeroblob(600000)) || "
      "'\"}' WHERE step = 4");
  run("UPDATE kumiki_step SET record = "
      "'{\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":1},"
      "{\"op\":\"what\"}]}' WHERE step = 6");
  kmk_sqlite *file = database(NULL);
  assert_null(kmk_sqlite_snapshot(file, "main", &error));
  assert_non_null(strstr(error.message, "record of step 6: "));
  assert_string_equal(error.path, "/patch/1/op");
  kmk_sqlite_free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z97_a_broken_row_is_an_error_with_its_name_and_nothing_is_written),
      FILE_TEST(Z182_a_file_of_the_first_form_is_gone_on_with),
      FILE_TEST(Z97_the_place_of_an_operation_that_cannot_be_applied_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

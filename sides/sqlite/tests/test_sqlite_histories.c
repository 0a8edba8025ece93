/* kumiki_sqlite.h: undo histories in a database. */
#include "sqlite_support.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static kmk_effect *write_text(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "text"))
    kmk_state_set(state, "/text", kmk_action_payload(action, "text"));
  return NULL;
}

/* A store with an undoable string. */
static kmk_store *opened_text(kmk_sqlite *from, kmk_loop *on) {
  const kmk_undo_options undo = {sizeof undo, .state_path = "/text", .history_path = "/history"};
  json_t *initial = json_pack("{s: s, s: n}", "text", "", "history");
  kmk_reducer *reducer = kmk_undoable(kmk_reducer_new(write_text, NULL, NULL), &undo);
  kmk_store *store = kmk_sqlite_store(from, "text", on, reducer, initial, NULL);
  json_decref(initial);
  return store;
}

static void send_text(kmk_store *store, const char *text) {
  assert_int_equal(kmk_store_send_new(store, json_pack("{s: s}", "text", text), NULL), KMK_OK);
}

static void assert_text(kmk_store *store, const char *expected) {
  json_t *text = kmk_store_get(store, "/text", NULL);
  assert_string_equal(json_string_value(text), expected);
  json_decref(text);
}

/* A process that ends without closing its database. The last step belongs to no note: it comes after a flush. */
static void write_and_leave(unsigned compact_steps) {
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_steps = compact_steps;
  kmk_loop *own = kmk_loop_new(NULL);
  kmk_sqlite *file = kmk_sqlite_open(path, &options, NULL);
  kmk_store *store = file == NULL ? NULL : opened_text(file, own);
  if (store == NULL)
    _exit(1);
  send_text(store, "a");
  send_text(store, "b");
  send_text(store, "c");
  if (kmk_sqlite_flush(file, NULL) != KMK_OK)
    _exit(2);
  send(store, "undo");
  send_text(store, "b");
  _exit(kmk_sqlite_flush(file, NULL) == KMK_OK ? 0 : 3);
}

static void Z72_a_store_goes_on_with_its_history_after_a_kill(void **state) {
  (void)state;
  for (unsigned compact_steps = 1; compact_steps < 5; compact_steps++) {
    int status;
    remove_file();
    pid_t child = fork();
    if (child == 0)
      write_and_leave(compact_steps);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (int i = 0; i < 2; i++) { /* the undone steps are in the file too */
      kmk_sqlite *file = database(NULL);
      kmk_store *store = opened_text(file, loop);
      if (i == 0) {
        send(store, "undo");
        assert_text(store, "a");
        send(store, "undo");
        assert_text(store, "");
        send(store, "redo");
      }
      assert_text(store, "a");
      if (i == 1) {
        send(store, "redo");
        assert_text(store, "b");
        send(store, "redo");
        assert_text(store, "c");
      }
      kmk_store_free(store);
      kmk_sqlite_free(file);
    }
  }
}

static void Z72_of_a_large_history_what_is_undone_first_stays(void **state) {
  (void)state;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.history_bytes = 100000;
  char text[30001];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  for (int i = 0; i < 2; i++) {
    kmk_sqlite *file = kmk_sqlite_open(path, &options, NULL);
    kmk_store *store = opened_text(file, loop);
    for (char step = '0'; i == 0 && step < '8'; step++) {
      text[0] = step;
      send_text(store, text);
    }
    json_t *count = kmk_store_get(store, "/history/undo", NULL);
    assert_int_equal(json_integer_value(count), i == 0 ? 8 : 3);
    json_decref(count);
    if (i == 1) {
      send(store, "undo");
      text[0] = '6';
      assert_text(store, text);
    }
    kmk_store_free(store);
    kmk_sqlite_free(file);
  }
}

enum { ROWS = 2000 };

static kmk_effect *mark(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "one"))
    kmk_state_setf_new(state, json_integer(7), "/rows/%d/read",
                       (int)json_integer_value(kmk_action_payload(action, "one")));
  else if (kmk_action_is(action, "key"))
    kmk_state_set_new(state, "/key",
                      json_integer(json_integer_value(kmk_state_get(state, "/key")) + 1));
  for (int row = 0; kmk_action_is(action, "all") && row < ROWS; row++)
    kmk_state_setf_new(state, json_true(), "/rows/%d/read", row);
  return NULL;
}

/* A store of rows that can be marked, and of a key beside them. */
static kmk_store *opened_rows(kmk_sqlite *from) {
  const kmk_undo_options undo = {sizeof undo, .state_path = "/rows", .history_path = "/history"};
  json_t *rows = json_array();
  for (int row = 0; row < ROWS; row++)
    json_array_append_new(rows, json_pack("{s: i, s: b}", "id", row, "read", 0));
  json_t *initial = json_pack("{s: o, s: i, s: n}", "rows", rows, "key", 0, "history");
  kmk_reducer *reducer =
      kmk_for_each(kmk_reducer_new(mark, NULL, NULL), "/rows", "rows", NULL, kmk_empty());
  kmk_store *store =
      kmk_sqlite_store(from, "rows", loop, kmk_undoable(reducer, &undo), initial, NULL);
  json_decref(initial);
  return store;
}

/* Returns the number that a statement of another kind of program selects. */
static long counted(const char *sql) {
  sqlite3 *file = NULL;
  sqlite3_stmt *rows = NULL;
  assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(file, sql, -1, &rows, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
  long number = (long)sqlite3_column_int64(rows, 0);
  sqlite3_finalize(rows);
  sqlite3_close(file);
  return number;
}

static long written(void) {
  return counted("SELECT coalesce(sum(length(record)), 0) FROM kumiki_step") +
         counted("SELECT coalesce(sum(length(patch)), 0) FROM kumiki_note");
}

/* Returns the bytes that the disk gets: the log grows until it has 1,000 pages. */
static long logged(void) {
  struct stat found;
  char name[sizeof path + 8];
  snprintf(name, sizeof name, "%s-wal", path);
  assert_int_equal(stat(name, &found), 0);
  return (long)found.st_size;
}

static void Z181_what_is_written_of_a_history_is_what_a_step_changed(void **state) {
  (void)state;
  static const char *const actions[] = {"\"key\"", "{\"one\": 1000}", "\"undo\"", "\"redo\"",
                                        "{\"one\": 3}"};
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened_rows(file);
  send(store, "key");
  send(store, "all");
  assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
    long before = written(), in_log = logged();
    assert_int_equal(kmk_store_send_text(store, actions[i], NULL), KMK_OK);
    assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
    assert_in_range(written() - before, 1, 1000);
    assert_in_range(logged() - in_log, 1, 10 * 4120); /* frames of pages */
  }
  json_t *expected = kmk_store_state(store);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  file = database(NULL);
  store = opened_rows(file);
  json_t *found = kmk_store_state(store);
  assert_true(json_equal(found, expected));
  for (int i = 0; i < 3; i++)
    send(store, "undo");
  json_t *row = kmk_store_get(store, "/rows/1000/read", NULL),
         *left = kmk_store_get(store, "/history/undo", NULL);
  assert_true(json_is_false(row) && json_integer_value(left) == 0);
  json_decref(row);
  json_decref(left);
  json_decref(found);
  json_decref(expected);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static kmk_effect *log_in(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *password = kmk_action_payload(action, "login");
  if (password == NULL)
    return NULL;
  kmk_state_set_new(state, "/user", json_string("Ada"));
  kmk_state_set(state, "/password", password);
  return NULL;
}

/* A store with a secret, which is in its history too. */
static kmk_store *opened_login(const kmk_sqlite_options *options, kmk_sqlite **file) {
  static const kmk_undo_options undo = {sizeof undo, .history_path = NULL};
  json_t *initial = json_pack("{s: s}", "user", "");
  *file = kmk_sqlite_open(path, options, NULL);
  kmk_reducer *reducer =
      kmk_shape(kmk_reducer_new(log_in, NULL, NULL), "{user: text, password: text = ''}");
  kmk_store *store =
      kmk_sqlite_store(*file, "main", loop, kmk_undoable(reducer, &undo), initial, NULL);
  json_decref(initial);
  assert_non_null(store);
  return store;
}

/* Whether a table contains a string in any row. */
static bool has(const char *table, const char *column, const char *text) {
  char sql[200];
  snprintf(sql, sizeof sql, "SELECT count(*) FROM %s WHERE instr(%s, '%s')", table, column, text);
  return counted(sql) > 0;
}

static void Z188_actions_and_secrets_are_written_where_that_is_asked_for(void **state) {
  (void)state;
  static const char *const secrets[] = {"/password", "login", NULL};
  static const char *const tables[][2] = {
      {"kumiki_step", "record"}, {"kumiki_note", "patch"}, {"kumiki_moment", "snapshot"}};
  static char large[100001];
  memset(large, 'x', sizeof large - 1);
  for (int keeps_actions = 0; keeps_actions < 2; keeps_actions++) {
    kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
    options.keeps_actions = keeps_actions;
    options.secret_paths = secrets;
    kmk_sqlite *file;
    remove_file();
    kmk_store *store = opened_login(&options, &file);
    send_text(store, large);
    assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
    assert_int_equal(counted("SELECT count(*) FROM kumiki_step"), keeps_actions);
    assert_int_equal(written() > (long)sizeof large, keeps_actions);
    assert_int_equal(kmk_store_sendf(store, NULL, "{s: s}", "login", "hunter2"), KMK_OK);
    assert_int_equal(kmk_store_sendf(store, NULL, "{s: s}", "login", "hunter2 too"), KMK_OK);
    assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
      assert_false(has(tables[i][0], tables[i][1], "hunter2"));
    assert_true(has("kumiki_step", "record", "Ada"));
    assert_int_equal(has("kumiki_step", "record", "login"), keeps_actions);
    kmk_store_free(store);
    kmk_sqlite_free(file);
    store = opened_login(&options, &file);
    char *now = kmk_store_state_text(store, JSON_COMPACT | JSON_SORT_KEYS);
    assert_string_equal(now, "{\"password\":\"\",\"user\":\"Ada\"}");
    kmk_text_free(now);
    kmk_store_free(store);
    kmk_sqlite_free(file);
    assert_false(has("kumiki_moment", "snapshot", "hunter2"));
  }
  static const char *const malformed[] = {"/a~", NULL};
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.secret_paths = malformed;
  assert_null(kmk_sqlite_open(path, &options, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "secret_paths"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z72_a_store_goes_on_with_its_history_after_a_kill),
      FILE_TEST(Z72_of_a_large_history_what_is_undone_first_stays),
      FILE_TEST(Z181_what_is_written_of_a_history_is_what_a_step_changed),
      FILE_TEST(Z188_actions_and_secrets_are_written_where_that_is_asked_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

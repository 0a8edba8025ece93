/* kumiki_sqlite.h and transient members: they are in no row, and steps that write only them make no row. */
#include "sqlite_support.h"

#include <string.h>

#define STATE                                                                                      \
  "{n: integer = 0, transient percent: integer = 3, rows: [{id: integer, transient seen: boolean"  \
  " = false}] = [], history: any?}"

static kmk_effect *write_all(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  static const char *const places[] = {"/n", "/percent", "/rows"};
  for (size_t i = 0; i < 3; i++) {
    const json_t *value = kmk_action_payload(action, places[i]);
    if (value != NULL)
      kmk_state_set(state, places[i], value);
  }
  return NULL;
}

static kmk_reducer *percents(void) {
  kmk_undo_options undo = KMK_UNDO_OPTIONS_INIT;
  undo.history_path = "/history";
  return kmk_shape(kmk_undoable(kmk_reducer_new(write_all, NULL, NULL), &undo), STATE);
}

static kmk_store *opened_percents(kmk_sqlite *file) {
  json_t *first = json_pack("{s:i, s:[{s:i, s:b}]}", "percent", 50, "rows", "id", 1, "seen", 1);
  kmk_store *store = kmk_sqlite_store(file, "main", loop, percents(), first, NULL);
  assert_non_null(store);
  json_decref(first);
  return store;
}

static void write_at(kmk_store *store, const char *place, int value) {
  json_t *action = json_pack("{s:i}", place, value);
  assert_int_equal(kmk_store_send(store, action, NULL), KMK_OK);
  json_decref(action);
}

static json_int_t integer_at(kmk_store *store, const char *place) {
  json_t *value = kmk_store_get(store, place, NULL);
  json_int_t result = json_integer_value(value);
  json_decref(value);
  return result;
}

/* Returns the number that a statement selects from the file. */
static long answer(const char *sql) {
  sqlite3 *reader = NULL;
  sqlite3_stmt *rows = NULL;
  assert_int_equal(sqlite3_open_v2(path, &reader, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(reader, sql, -1, &rows, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
  long result = sqlite3_column_int(rows, 0);
  sqlite3_finalize(rows);
  sqlite3_close(reader);
  return result;
}

static const char in_rows[] =
    "SELECT (SELECT count(*) FROM kumiki_moment WHERE instr(snapshot, 'percent') > 0 OR "
    "instr(snapshot, 'seen') > 0) + (SELECT count(*) FROM kumiki_step WHERE instr(record, "
    "'percent') > 0 OR instr(record, 'seen') > 0) + (SELECT count(*) FROM kumiki_note WHERE "
    "instr(patch, 'percent') > 0 OR instr(patch, 'seen') > 0)";

static void Z212_a_step_of_transient_members_makes_no_row(void **state) {
  (void)state;
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened_percents(file);
  write_at(store, "/n", 1);
  for (int i = 51; i <= 100; i++)
    write_at(store, "/percent", i);
  write_at(store, "/n", 2);
  assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  assert_int_equal(answer("SELECT count(*) FROM kumiki_step"), 2);
  assert_int_equal(answer(in_rows), 0);
  assert_int_equal(integer_at(store, "/percent"), 100);
  kmk_store_free(store);
  store = opened_percents(file);
  assert_int_equal(integer_at(store, "/n"), 2);
  assert_int_equal(integer_at(store, "/percent"), 3);
  assert_int_equal(integer_at(store, "/history/undo"), 2);
  json_t *seen = kmk_store_get(store, "/rows/0/seen", NULL);
  assert_true(json_is_false(seen));
  json_decref(seen);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void Z211_a_compacted_database_has_no_transient_member(void **state) {
  (void)state;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_steps = 3;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, NULL);
  kmk_store *store = opened_percents(file);
  for (int i = 0; i < 20; i++) {
    write_at(store, i % 2 == 0 ? "/n" : "/percent", i);
    kmk_loop_dispatch(loop, 0);
  }
  json_t *rows = json_pack("{s:[{s:i, s:b}, {s:i}]}", "/rows", "id", 2, "seen", 1, "id", 3);
  assert_int_equal(kmk_store_send(store, rows, NULL), KMK_OK);
  json_decref(rows);
  kmk_snapshot *moment = kmk_store_snapshot(store, NULL);
  assert_int_equal(kmk_store_restore(store, moment, NULL), KMK_OK);
  kmk_snapshot_free(moment);
  assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  assert_int_equal(answer(in_rows), 0);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z212_a_step_of_transient_members_makes_no_row),
      FILE_TEST(Z211_a_compacted_database_has_no_transient_member),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* kumiki_sqlite.h: stores in a database, and what remains of them after a kill. */
#include "sqlite_support.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void Z60_a_store_goes_on_with_its_ids_and_effects(void **state) {
  (void)state;
  kmk_sqlite *first = database(NULL);
  kmk_store *store = opened(first, "main", loop, NULL);
  for (int i = 0; i < 25; i++)
    send(store, "inc");
  send(store, "open");
  send(store, "work");
  char *id = kmk_store_presentation_id(store, "/sheet", NULL);
  assert_int_equal(kmk_store_effect_count(store), 1);
  kmk_store_free(store);
  kmk_sqlite_free(first);
  kmk_sqlite *second = database(NULL);
  store = opened(second, "main", loop, NULL);
  assert_int_equal(number(store), 25);
  char *again = kmk_store_presentation_id(store, "/sheet", NULL);
  assert_string_equal(again, id);
  assert_int_equal(kmk_store_effect_count(store), 1);
  kmk_text_free(id);
  kmk_text_free(again);
  kmk_store_free(store);
  kmk_sqlite_free(second);
}

static void Z61_several_stores_are_in_one_file_which_others_read(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite *file = database(NULL);
  kmk_store *a = opened(file, "a", loop, NULL), *b = opened(file, "b", loop, NULL);
  for (int i = 0; i < 3; i++)
    send(a, "inc");
  send(b, "inc");
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  sqlite3 *reader = NULL;
  sqlite3_stmt *rows = NULL;
  assert_int_equal(sqlite3_open_v2(path, &reader, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(reader, "SELECT count(*) FROM kumiki_step WHERE store = 'a'",
                                      -1, &rows, NULL),
                   SQLITE_OK);
  assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
  assert_int_equal(sqlite3_column_int(rows, 0), 3);
  sqlite3_finalize(rows);
  sqlite3_close(reader);
  kmk_store_free(a);
  a = opened(file, "a", loop, NULL);
  assert_int_equal(number(a), 3);
  assert_int_equal(number(b), 1);
  kmk_store_free(a);
  kmk_store_free(b);
  kmk_sqlite_free(file);
}

static void Z62_steps_are_compacted_and_nothing_of_the_state_is_lost(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_steps = 10;
  options.batch_steps = 3;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  kmk_store *store = opened(file, "main", loop, NULL);
  for (int i = 0; i < 47; i++)
    send(store, "inc");
  kmk_store_free(store);
  store = opened(file, "main", loop, NULL);
  assert_int_equal(number(store), 47);
  kmk_store_free(store);
  kmk_sqlite_free(file);
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

static void Z98_steps_in_a_database_take_bounded_bytes(void **state) {
  (void)state;
  enum { BYTES = 2000, RECORD = 300, SENDS = 100 };
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_bytes = BYTES;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  kmk_store *store = opened(file, "main", loop, NULL);
  for (int i = 0; i < SENDS; i++) {
    send(store, "inc");
    assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
    assert_in_range(answer("SELECT coalesce(sum(length(record)), 0) FROM kumiki_step"), 0,
                    BYTES + RECORD);
  }
  assert_in_range(answer("SELECT step FROM kumiki_moment"), SENDS - BYTES / 50, SENDS);
  /* Steps that are passed on faster than they are written request one whole state. */
  for (int i = 0; i < SENDS; i++)
    send(store, "inc");
  kmk_store_free(store);
  store = opened(file, "main", loop, NULL);
  assert_int_equal(number(store), 2 * SENDS);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void Z98_a_state_is_not_written_again_for_fewer_bytes_than_it_has(void **state) {
  (void)state;
  enum { LARGE = 20000 };
  static char text[LARGE + 1];
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_bytes = 1;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  json_t *initial = first_state();
  memset(text, 'x', LARGE);
  json_object_set_new(initial, "text", json_string(text));
  kmk_store *store = kmk_sqlite_store(file, "main", loop, feature(), initial, &error);
  json_decref(initial);
  long bytes = 0;
  while (answer("SELECT coalesce(max(step), 0) FROM kumiki_moment") == 0) {
    send(store, "inc");
    assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
    long now = answer("SELECT coalesce(sum(length(record)), 0) FROM kumiki_step");
    if (now > bytes)
      bytes = now;
  }
  assert_in_range(bytes, LARGE, LARGE + 1000);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void Z93_a_store_goes_on_where_its_reducer_was_replaced(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  send(store, "work");
  send(store, "inc");
  assert_int_equal(kmk_store_replace_reducer(store, feature(), &error), KMK_OK);
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  send(store, "inc");
  kmk_store_free(store);
  store = opened(file, "main", loop, NULL);
  assert_int_equal(number(store), 2);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void Z63_what_is_no_database_is_refused(void **state) {
  (void)state;
  kmk_error error;
  FILE *file = fopen(path, "w");
  fputs("this is a text, and long enough to be looked at as a database of pages", file);
  fclose(file);
  assert_null(kmk_sqlite_open(path, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_sqlite_open(NULL, NULL, &error));
  assert_int_equal(kmk_sqlite_flush(NULL, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_sqlite_store(NULL, "main", loop, feature(), NULL, &error));
  kmk_sqlite_free(NULL);
  unlink(path);
  kmk_sqlite *empty = database(NULL);
  assert_null(kmk_sqlite_store(empty, "main", loop, feature(), NULL, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  kmk_sqlite_free(empty);
}

static json_t *from_number(const json_t *state, void *data) {
  (void)data;
  return json_pack("{s:O, s:n, s:n}", "n", json_object_get(state, "number"), "sheet", "job");
}

/* Returns the snapshot of the store in the file, as a new string. */
static char *saved_moment(void) {
  sqlite3 *reader = NULL;
  sqlite3_stmt *rows = NULL;
  assert_int_equal(sqlite3_open_v2(path, &reader, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
  assert_int_equal(
      sqlite3_prepare_v2(reader, "SELECT snapshot FROM kumiki_moment", -1, &rows, NULL), SQLITE_OK);
  assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
  char *text = strdup((const char *)sqlite3_column_text(rows, 0));
  sqlite3_finalize(rows);
  sqlite3_close(reader);
  return text;
}

static void Z68_an_older_state_stays_in_the_file_until_the_first_step(void **state) {
  (void)state;
  static const char old[] = "{\"kumiki\":1,\"version\":1,\"state\":{\"number\":4}}";
  const kmk_migration steps[] = {{1, from_number, NULL}};
  const kmk_migrations migrations = {sizeof migrations, 2, 1, steps};
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.migrations = &migrations;
  kmk_sqlite *file = database(NULL);
  kmk_sqlite_free(file);
  char *sql = sqlite3_mprintf("INSERT INTO kumiki_moment VALUES ('main', 9, %Q)", old);
  sqlite3 *writer = NULL;
  assert_int_equal(sqlite3_open(path, &writer), SQLITE_OK);
  assert_int_equal(sqlite3_exec(writer, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(writer);
  sqlite3_free(sql);
  for (int sends = 0; sends < 2; sends++) {
    file = kmk_sqlite_open(path, &options, NULL);
    kmk_store *store = opened(file, "main", loop, NULL);
    assert_int_equal(number(store), 4);
    for (int i = 0; i < sends; i++)
      send(store, "inc");
    kmk_store_free(store);
    kmk_sqlite_free(file);
    char *saved = saved_moment();
    assert_int_equal(strcmp(saved, old) == 0, sends == 0);
    free(saved);
  }
  /* A program that gives no version would write the state as version 0. */
  kmk_error error;
  file = database(NULL);
  assert_null(opened(file, "main", loop, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/version");
  kmk_sqlite_free(file);
  file = kmk_sqlite_open(path, &options, NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  assert_int_equal(number(store), 5);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void Z68_each_store_may_have_a_version_of_its_own(void **state) {
  (void)state;
  kmk_error error;
  const kmk_migration steps[] = {{1, from_number, NULL}};
  const kmk_migrations first = {sizeof first, 1, 0, NULL}, second = {sizeof second, 2, 1, steps};
  kmk_sqlite *file = database(NULL);
  json_t *old = json_pack("{s:i}", "number", 4), *initial = first_state();
  kmk_store *store = kmk_sqlite_store_with(file, "old", loop, feature(), old, &first, &error);
  assert_non_null(store);
  kmk_store_free(store);
  store = kmk_sqlite_store_with(file, "new", loop, feature(), initial, &second, &error);
  assert_non_null(store);
  kmk_store_free(store);
  assert_null(kmk_sqlite_store_with(file, "old", loop, feature(), NULL, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_null(kmk_sqlite_snapshot_with(file, "new", &first, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  store = kmk_sqlite_store_with(file, "old", loop, feature(), NULL, &second, &error);
  assert_int_equal(number(store), 4);
  send(store, "inc");
  kmk_store_free(store);
  kmk_snapshot *moment = kmk_sqlite_snapshot_with(file, "old", NULL, &error);
  json_t *saved = kmk_snapshot_json(moment, 0, &error);
  assert_int_equal(json_integer_value(json_object_get(json_object_get(saved, "state"), "n")), 5);
  kmk_snapshot_free(moment);
  moment = kmk_sqlite_snapshot_with(file, "old", &second, &error);
  assert_non_null(moment);
  kmk_snapshot_free(moment);
  json_t *names = kmk_sqlite_names(file, &error), *both = json_pack("[s, s]", "new", "old");
  assert_true(json_equal(names, both));
  json_decref(names);
  json_decref(both);
  json_decref(saved);
  json_decref(old);
  json_decref(initial);
  kmk_sqlite_free(file);
}

/* Counts forever, and reports the count after each flush. */
static void count_until_killed(int out) {
  kmk_error error;
  kmk_loop *own = kmk_loop_new(&error);
  kmk_sqlite *file = kmk_sqlite_open(path, NULL, &error);
  if (own == NULL || file == NULL)
    _exit(1);
  kmk_store *store = opened(file, "main", own, NULL);
  if (store == NULL)
    _exit(2);
  for (;;) {
    for (int i = 0; i < 7; i++) {
      json_t *action = json_string("inc");
      if (kmk_store_send_new(store, action, NULL) != KMK_OK)
        _exit(3);
    }
    json_int_t done = number(store);
    if (kmk_sqlite_flush(file, NULL) != KMK_OK)
      _exit(4);
    if (write(out, &done, sizeof done) != (ssize_t)sizeof done)
      _exit(5);
  }
}

/* KUMIKI_KILLS gives the number of kills; each child continues from the state that the previous child has left. */
static void Z64_nothing_acknowledged_is_lost_when_a_process_is_killed(void **state) {
  (void)state;
  const char *given = getenv("KUMIKI_KILLS");
  int kills = given == NULL ? 10 : atoi(given);
  json_int_t acknowledged = 0;
  for (int kill_number = 0; kill_number < kills; kill_number++) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0)
      count_until_killed(ends[1]);
    close(ends[1]);
    /* After a different number of flushes each time, and at a different point between two. */
    json_int_t done;
    for (int i = 0; i <= kill_number % 5; i++) {
      assert_int_equal(read(ends[0], &done, sizeof done), sizeof done);
      acknowledged = done;
    }
    for (volatile int i = 0; i < (kill_number * 7919) % 200000; i++) {
    }
    assert_int_equal(kill(child, SIGKILL), 0);
    while (read(ends[0], &done, sizeof done) == (ssize_t)sizeof done)
      acknowledged = done;
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    kmk_sqlite *file = database(NULL);
    assert_non_null(file);
    kmk_store *store = opened(file, "main", loop, NULL);
    assert_non_null(store);
    assert_true(number(store) >= acknowledged);
    kmk_store_free(store);
    kmk_sqlite_free(file);
  }
}

static void Z71_a_note_beside_a_large_state_does_not_write_the_state(void **state) {
  (void)state;
  enum { LARGE = 1000000 };
  static char text[LARGE + 1];
  struct stat wal;
  kmk_error error;
  kmk_sqlite *file = database(NULL);
  json_t *initial = first_state();
  memset(text, 'x', LARGE);
  json_object_set_new(initial, "text", json_string(text));
  kmk_store *store = kmk_sqlite_store(file, "main", loop, feature(), initial, &error);
  json_decref(initial);
  assert_non_null(store);
  for (int i = 0; i < 10; i++) {
    send(store, "open");
    assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  }
  char beside[sizeof path + 4];
  snprintf(beside, sizeof beside, "%s-wal", path);
  assert_int_equal(stat(beside, &wal), 0);
  assert_true(wal.st_size < 2 * LARGE);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static kmk_effect *fire(const json_t *value, kmk_env *env, void *data) {
  (void)value, (void)env, (void)data;
  return kmk_effect_after_new(KMK_MILLISECONDS(5000), json_string("inc"));
}

/* Runs an effect of 5 s while there is a job. Only the time while the program runs counts. */
static kmk_store *timed(kmk_sqlite *file, kmk_loop *on) {
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  options.id = "timed";
  options.time = KMK_TIME_REMAINING;
  json_t *initial = first_state();
  kmk_store *store = kmk_sqlite_store(
      file, "main", on, kmk_running(feature(), "/job", &options, fire, NULL, NULL), initial, NULL);
  json_decref(initial);
  assert_non_null(store);
  return store;
}

static void Z96_the_time_of_effects_goes_on_where_a_program_ends_without_a_step(void **state) {
  (void)state;
  for (int run = 0; run < 3; run++) {
    kmk_sqlite *file = database(NULL);
    kmk_store *store = timed(file, loop);
    if (run == 0)
      send(store, "work");
    assert_int_equal(kmk_loop_advance(loop, KMK_MILLISECONDS(2000), NULL), KMK_OK);
    assert_int_equal(number(store), run == 2);
    assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
    kmk_store_free(store);
    kmk_sqlite_free(file);
  }
}

static int begun;

static void begin_and_end(kmk_sender *sender, void *data) {
  (void)data;
  begun++;
  kmk_sender_send_new(sender, json_string("inc"));
  kmk_sender_finish(sender);
}

static kmk_effect *short_work(const json_t *value, kmk_env *env, void *data) {
  (void)value, (void)env, (void)data;
  return kmk_effect_start(begin_and_end, NULL, NULL, NULL);
}

static void Z96_an_effect_that_ends_behind_its_last_action_has_ended(void **state) {
  (void)state;
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  options.id = "short";
  begun = 0;
  for (int run = 0; run < 3; run++) {
    kmk_sqlite *file = database(NULL);
    json_t *initial = first_state();
    kmk_reducer *reducer = kmk_running(feature(), "/job", &options, short_work, NULL, NULL);
    kmk_store *store = kmk_sqlite_store(file, "main", loop, reducer, initial, NULL);
    json_decref(initial);
    if (run == 0)
      send(store, "work");
    assert_int_equal(kmk_loop_run_until_idle(loop, -1, NULL), KMK_OK);
    assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
    kmk_store_free(store);
    kmk_sqlite_free(file);
  }
  assert_int_equal(begun, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z60_a_store_goes_on_with_its_ids_and_effects),
      FILE_TEST(Z61_several_stores_are_in_one_file_which_others_read),
      FILE_TEST(Z62_steps_are_compacted_and_nothing_of_the_state_is_lost),
      FILE_TEST(Z98_steps_in_a_database_take_bounded_bytes),
      FILE_TEST(Z98_a_state_is_not_written_again_for_fewer_bytes_than_it_has),
      FILE_TEST(Z93_a_store_goes_on_where_its_reducer_was_replaced),
      FILE_TEST(Z63_what_is_no_database_is_refused),
      FILE_TEST(Z68_an_older_state_stays_in_the_file_until_the_first_step),
      FILE_TEST(Z68_each_store_may_have_a_version_of_its_own),
      FILE_TEST(Z64_nothing_acknowledged_is_lost_when_a_process_is_killed),
      FILE_TEST(Z71_a_note_beside_a_large_state_does_not_write_the_state),
      VIRTUAL_FILE_TEST(Z96_the_time_of_effects_goes_on_where_a_program_ends_without_a_step),
      VIRTUAL_FILE_TEST(Z96_an_effect_that_ends_behind_its_last_action_has_ended),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* kumiki_sqlite.h: stores in a database, and what is left of them after a kill. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <kumiki_sqlite.h>

#include "sqlite_feature.h"

static char folder[64], path[96];
static kmk_loop *loop;

static kmk_sqlite *database(void) {
  kmk_error error;
  kmk_sqlite *made = kmk_sqlite_open(path, NULL, &error);
  if (made == NULL)
    print_error("%s\n", error.message);
  return made;
}

static kmk_store *opened(kmk_sqlite *from, const char *name, kmk_loop *on) {
  kmk_error error;
  json_t *initial = first_state();
  kmk_store *store = kmk_sqlite_store(from, name, on, feature(), initial, &error);
  json_decref(initial);
  if (store == NULL)
    print_error("%s: %s\n", error.path, error.message);
  return store;
}

static json_int_t number(kmk_store *store) {
  json_t *value = kmk_store_get(store, "/n", NULL);
  json_int_t result = json_integer_value(value);
  json_decref(value);
  return result;
}

static void send(kmk_store *store, const char *name) {
  json_t *action = json_string(name);
  assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
}

static void Z60_a_store_goes_on_with_its_ids_and_effects(void **state) {
  (void)state;
  kmk_sqlite *first = database();
  kmk_store *store = opened(first, "main", loop);
  for (int i = 0; i < 25; i++)
    send(store, "inc");
  send(store, "open");
  send(store, "work");
  char *id = kmk_store_presentation_id(store, "/sheet", NULL);
  assert_int_equal(kmk_store_effect_count(store), 1);
  kmk_store_free(store);
  kmk_sqlite_free(first);
  kmk_sqlite *second = database();
  store = opened(second, "main", loop);
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
  kmk_sqlite *file = database();
  kmk_store *a = opened(file, "a", loop), *b = opened(file, "b", loop);
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
  a = opened(file, "a", loop);
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
  kmk_store *store = opened(file, "main", loop);
  for (int i = 0; i < 47; i++)
    send(store, "inc");
  kmk_store_free(store);
  store = opened(file, "main", loop);
  assert_int_equal(number(store), 47);
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
  kmk_sqlite *empty = database();
  assert_null(kmk_sqlite_store(empty, "main", loop, feature(), NULL, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  kmk_sqlite_free(empty);
}

static json_t *from_number(const json_t *state, void *data) {
  (void)data;
  return json_pack("{s:O, s:n, s:n}", "n", json_object_get(state, "number"), "sheet", "job");
}

/* What the file has of the store, as a new text. */
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
  kmk_sqlite *file = database();
  char *sql = sqlite3_mprintf("INSERT INTO kumiki_moment VALUES ('main', 9, %Q)", old);
  assert_int_equal(sqlite3_exec(file->file, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_free(sql);
  kmk_sqlite_free(file);
  for (int sends = 0; sends < 2; sends++) {
    file = kmk_sqlite_open(path, &options, NULL);
    kmk_store *store = opened(file, "main", loop);
    assert_int_equal(number(store), 4);
    for (int i = 0; i < sends; i++)
      send(store, "inc");
    kmk_store_free(store);
    kmk_sqlite_free(file);
    char *saved = saved_moment();
    assert_int_equal(strcmp(saved, old) == 0, sends == 0);
    free(saved);
  }
  file = kmk_sqlite_open(path, &options, NULL);
  kmk_store *store = opened(file, "main", loop);
  assert_int_equal(number(store), 5);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

/* Counts for ever, and says after each flush how far it is. */
static void count_until_killed(int out) {
  kmk_error error;
  kmk_loop *own = kmk_loop_new(&error);
  kmk_sqlite *file = kmk_sqlite_open(path, NULL, &error);
  if (own == NULL || file == NULL)
    _exit(1);
  kmk_store *store = opened(file, "main", own);
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

/* KUMIKI_KILLS says how often; each child goes on from what the one before has left. */
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
    /* After another number of flushes each time, and at another place between two. */
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
    kmk_sqlite *file = database();
    assert_non_null(file);
    kmk_store *store = opened(file, "main", loop);
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
  kmk_sqlite *file = database();
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

/* -------------------------------------------------------------------------- histories */

/* The database, with what SQLite keeps beside it. */
static void remove_file(void) {
  static const char *const ends[] = {"", "-wal", "-shm"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    char name[sizeof path + 4];
    snprintf(name, sizeof name, "%s%s", path, ends[i]);
    remove(name);
  }
}

static kmk_effect *write_text(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "text"))
    kmk_state_set(state, "/text", kmk_action_payload(action, "text"));
  return NULL;
}

/* A store of an undoable text. */
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

/* A process that ends without an end of its database. The last step is no note's: it comes after a flush. */
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
    for (int i = 0; i < 2; i++) { /* what was undone is in the file too */
      kmk_sqlite *file = database();
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
    assert_int_equal(json_integer_value(count), i == 0 ? 8 : 2);
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

/* -------------------------------------------------------------------- a disk that fails */

/* The call of the system that fails, and all after it until the disk is repaired; 0: none. */
static int calls, failing_call;
static bool is_full;

static bool fails(void) {
  if (failing_call == 0 || __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) < failing_call)
    return false;
  errno = is_full ? ENOSPC : EIO;
  return true;
}

static ssize_t failing_pwrite(int file, const void *bytes, size_t count, off_t at) {
  return fails() ? -1 : pwrite(file, bytes, count, at);
}

static int failing_fsync(int file) { return fails() ? -1 : fsync(file); }
static int failing_ftruncate(int file, off_t size) { return fails() ? -1 : ftruncate(file, size); }

static void interpose(bool on) {
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  const struct {
    const char *name;
    sqlite3_syscall_ptr function;
  } all[] = {{"pwrite", (sqlite3_syscall_ptr)failing_pwrite},
             {"pwrite64", (sqlite3_syscall_ptr)failing_pwrite},
             {"fsync", (sqlite3_syscall_ptr)failing_fsync},
             {"ftruncate", (sqlite3_syscall_ptr)failing_ftruncate}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    vfs->xSetSystemCall(vfs, all[i].name, on ? all[i].function : NULL);
}

/* Counts in bursts, each of which is acknowledged, until the disk fails. Returns how far it was acknowledged. */
static json_int_t count_until_it_fails(void) {
  kmk_error error;
  json_int_t acknowledged = 0;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_steps = 10;
  options.waits_for_disk = true;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  kmk_store *store = file == NULL ? NULL : opened(file, "main", loop);
  for (int i = 0; store != NULL && i < 12; i++) {
    for (int step = 0; step < 3; step++)
      send(store, "inc");
    if (kmk_sqlite_flush(file, &error) != KMK_OK)
      break;
    acknowledged = number(store);
  }
  kmk_store_free(store);
  kmk_sqlite_free(file);
  return acknowledged;
}

static void Z65_nothing_acknowledged_is_lost_when_a_write_fails(void **state) {
  (void)state;
  bool was_whole = false;
  int call = 1;
  interpose(true);
  for (; !was_whole && call < 2000; call++) {
    remove_file();
    is_full = call % 2 == 0;
    calls = 0;
    failing_call = call;
    json_int_t acknowledged = count_until_it_fails();
    was_whole = calls < call; /* it did without that call */
    failing_call = 0;
    kmk_sqlite *file = database();
    assert_non_null(file);
    kmk_store *store = opened(file, "main", loop);
    assert_non_null(store);
    assert_true(number(store) >= acknowledged && number(store) <= acknowledged + 3);
    send(store, "inc");
    assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
    kmk_store_free(store);
    kmk_sqlite_free(file);
  }
  interpose(false);
  assert_true(was_whole && call > 50);
}

static int begin(void **state) {
  (void)state;
  kmk_error error;
  strcpy(folder, "/tmp/kumiki-XXXXXX");
  if (mkdtemp(folder) == NULL)
    return -1;
  snprintf(path, sizeof path, "%s/app.db", folder);
  loop = kmk_loop_new(&error);
  return loop == NULL ? -1 : 0;
}

static int end(void **state) {
  (void)state;
  char command[128];
  kmk_loop_free(loop);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) == 0 && kmk_live_objects() == 0 ? 0 : -1;
}

#define FILE_TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z60_a_store_goes_on_with_its_ids_and_effects),
      FILE_TEST(Z61_several_stores_are_in_one_file_which_others_read),
      FILE_TEST(Z62_steps_are_compacted_and_nothing_of_the_state_is_lost),
      FILE_TEST(Z63_what_is_no_database_is_refused),
      FILE_TEST(Z64_nothing_acknowledged_is_lost_when_a_process_is_killed),
      FILE_TEST(Z65_nothing_acknowledged_is_lost_when_a_write_fails),
      FILE_TEST(Z68_an_older_state_stays_in_the_file_until_the_first_step),
      FILE_TEST(Z71_a_note_beside_a_large_state_does_not_write_the_state),
      FILE_TEST(Z72_a_store_goes_on_with_its_history_after_a_kill),
      FILE_TEST(Z72_of_a_large_history_what_is_undone_first_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

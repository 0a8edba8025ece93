/* kumiki_sqlite.h: a file that other programs have open too, to read it or to write it. */
#include "sqlite_support.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void Z69_a_name_is_one_stores_at_a_time(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  assert_null(opened(file, "main", loop, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_non_null(strstr(error.message, "open under that name"));
  assert_non_null(strstr(error.message, path));
  send(store, "inc");
  kmk_store_free(store);
  /* The writer may still hold steps of the store that has ended. */
  store = opened(file, "main", loop, NULL);
  assert_int_equal(number(store), 1);
  kmk_store_free(store);
  /* A name is free again if no store was made under it. */
  assert_null(kmk_sqlite_store(file, "other", loop, feature(), NULL, &error));
  store = opened(file, "other", loop, NULL);
  assert_non_null(store);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void Z224_the_error_of_a_file_in_use_names_the_file(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.writes_alone = true;
  kmk_sqlite *file = database(NULL), *other = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  assert_null(opened(other, "main", loop, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_non_null(strstr(error.message, "main is open in this process"));
  assert_non_null(strstr(error.message, path));
  assert_null(kmk_sqlite_open(path, &options, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_non_null(strstr(error.message, ": the file is "));
  assert_non_null(strstr(error.message, path));
  kmk_store_free(store);
  kmk_sqlite_free(other);
  kmk_sqlite_free(file);
}

/* A reported failure. */
typedef struct {
  int count;
  char message[128];
} told;

static void note(const char *message, void *data) {
  told *failed = data;
  failed->count++;
  snprintf(failed->message, sizeof failed->message, "%s", message);
}

static kmk_sqlite *telling(told *failed) {
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.failed = note;
  options.user_data = failed;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  assert_non_null(file);
  return file;
}

/* A store of another process, which holds it until this process closes the pipe; 0 if it could not be opened. */
static pid_t holder(int ends[2]) {
  char is_open = 0;
  int ready[2];
  assert_int_equal(pipe(ends), 0);
  assert_int_equal(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    kmk_loop *own = kmk_loop_new(NULL);
    kmk_sqlite *file = database(NULL);
    kmk_store *store = opened(file, "main", own, NULL);
    is_open = store != NULL;
    if (is_open)
      send(store, "inc");
    is_open = is_open && kmk_sqlite_flush(file, NULL) == KMK_OK;
    if (write(ready[1], &is_open, 1) != 1)
      _exit(1);
    /* The process ends without closing its database. */
    _exit(read(ends[0], &is_open, 1) < 0);
  }
  close(ends[0]);
  assert_int_equal(read(ready[0], &is_open, 1), 1);
  close(ready[0]);
  close(ready[1]);
  return is_open ? child : 0;
}

static void assert_busy(const char *words) {
  kmk_error error;
  kmk_sqlite *second = database(NULL);
  assert_null(opened(second, "main", loop, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  if (strstr(error.message, words) == NULL)
    fail_msg("%s", error.message);
  /* This process may open another store of the file, and may read any store. */
  kmk_store *other = opened(second, "other", loop, NULL);
  assert_non_null(other);
  kmk_store_free(other);
  kmk_snapshot *moment = kmk_sqlite_snapshot(second, "main", NULL);
  assert_non_null(moment);
  kmk_snapshot_free(moment);
  kmk_sqlite_free(second);
}

static void
Z183_a_store_of_another_process_is_refused_with_its_number_until_that_ends(void **state) {
  (void)state;
  int ends[2], status;
  char words[64];
  pid_t child = holder(ends);
  assert_true(child > 0);
  snprintf(words, sizeof words, "process %d", (int)child);
  assert_busy(words);
  assert_busy("side_sqlite");
  close(ends[1]);
  assert_int_equal(waitpid(child, &status, 0), child);
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  assert_int_equal(number(store), 1);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void Z69_the_first_of_two_writers_writes_on(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite *first = database(NULL);
  kmk_store *store = opened(first, "main", loop, NULL);
  for (json_int_t sent = 1; sent < 4; sent++) {
    send(store, "inc");
    assert_int_equal(kmk_sqlite_flush(first, &error), KMK_OK);
    assert_busy(sent == 1 ? "in this process" : "the store main");
  }
  kmk_store_free(store);
  /* The right ends with the store, not with its database. */
  kmk_sqlite *second = database(NULL);
  store = opened(second, "main", loop, NULL);
  assert_int_equal(number(store), 3);
  kmk_store_free(store);
  kmk_sqlite_free(second);
  kmk_sqlite_free(first);
}

static void Z69_what_a_program_without_locks_has_written_stays(void **state) {
  (void)state;
  kmk_error error;
  told failed = {0};
  kmk_sqlite *file = telling(&failed);
  kmk_store *store = opened(file, "main", loop, NULL);
  send(store, "inc");
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  sqlite3 *other = NULL;
  assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other,
                                "INSERT INTO kumiki_step VALUES ('main', 2, '{\"patch\":[]}')",
                                NULL, NULL, NULL),
                   SQLITE_OK);
  sqlite3_close(other);
  send(store, "inc");
  for (int i = 0; i < 2; i++) {
    assert_int_equal(kmk_sqlite_flush(file, &error), KMK_ERR_BUSY);
    assert_non_null(strstr(error.message, "another program writes the store main of "));
    assert_non_null(strstr(error.message, path));
  }
  assert_int_equal(failed.count, 1);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  file = database(NULL);
  store = opened(file, "main", loop, NULL);
  assert_int_equal(number(store), 1);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void Z184_a_child_by_fork_writes_nothing(void **state) {
  (void)state;
  kmk_error error;
  int status;
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  send(store, "inc");
  pid_t child = fork();
  if (child == 0) {
    bool is_told = kmk_sqlite_flush(file, &error) == KMK_ERR_CLOSED &&
                   kmk_sqlite_snapshot(file, "main", &error) == NULL &&
                   error.status == KMK_ERR_CLOSED && opened(file, "other", loop, &error) == NULL &&
                   error.status == KMK_ERR_CLOSED && kmk_sqlite_names(file, &error) == NULL &&
                   error.status == KMK_ERR_CLOSED;
    kmk_store_free(store);
    kmk_sqlite_free(file);
    _exit(is_told ? 0 : 1);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  send(store, "inc");
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void Z185_a_file_that_is_removed_or_replaced_while_it_is_open_is_told(void **state) {
  (void)state;
  kmk_error error;
  for (int is_replaced = 0; is_replaced < 2; is_replaced++) {
    told failed = {0};
    kmk_sqlite *file = telling(&failed);
    kmk_store *store = opened(file, "main", loop, NULL);
    send(store, "inc");
    assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
    assert_int_equal(remove(path), 0);
    if (is_replaced)
      fclose(fopen(path, "w"));
    send(store, "inc");
    assert_int_equal(kmk_sqlite_flush(file, &error), KMK_ERR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "removed or replaced"));
    assert_int_equal(failed.count, 1);
    kmk_store_free(store);
    kmk_sqlite_free(file);
    remove_file();
  }
}

static void Z186_what_sqlite_takes_for_no_file_is_refused(void **state) {
  (void)state;
  static const char *const paths[] = {"", ":memory:", "file:app.db",
                                      "file::memory:", "file:x?mode=memory"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    kmk_error error = {0};
    assert_null(kmk_sqlite_open(paths[i], NULL, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "expected the path of a file"));
  }
  kmk_error error = {0};
  assert_null(kmk_sqlite_open(folder, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, folder));
  kmk_sqlite *file = database(NULL);
  assert_null(opened(file, "", loop, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_sqlite_free(file);
}

/* Returns the mode of a file beside the database. */
static unsigned mode_of(const char *end) {
  struct stat found;
  char name[sizeof path + 8];
  snprintf(name, sizeof name, "%s%s", path, end);
  assert_int_equal(stat(name, &found), 0);
  return found.st_mode & 0777;
}

static void Z187_a_new_database_is_its_users_alone(void **state) {
  (void)state;
  static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  send(store, "inc");
  assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    assert_int_equal(mode_of(ends[i]), 0600);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  assert_int_equal(chmod(path, 0640), 0);
  kmk_sqlite_free(database(NULL));
  assert_int_equal(mode_of(""), 0640);
}

static void Z91_a_database_that_cannot_be_written_says_so_and_makes_no_store(void **state) {
  (void)state;
  kmk_error error;
  told failed = {0};
  kmk_sqlite *file = telling(&failed);
  kmk_store *store = opened(file, "main", loop, NULL);
  send(store, "inc");
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  sqlite3 *other = NULL;
  assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other, "DROP TABLE kumiki_step", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(other);
  send(store, "inc");
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_ERR_INVALID_ARGUMENT);
  send(store, "inc");
  assert_int_equal(failed.count, 1);
  assert_non_null(strstr(error.message, failed.message));
  assert_null(opened(file, "other", loop, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  assert_int_equal(failed.count, 1);
}

static void Z90_what_was_opened_to_be_read_is_not_written(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.is_read_only = true;
  assert_null(kmk_sqlite_open(path, &options, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  send(store, "inc");
  send(store, "work");
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  kmk_sqlite *reader = kmk_sqlite_open(path, &options, &error);
  assert_non_null(reader);
  kmk_reducer *reducer = feature();
  assert_null(kmk_sqlite_store(reader, "main", loop, reducer, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  for (int n = 1; n < 4; n++) {
    kmk_snapshot *moment = kmk_sqlite_snapshot(reader, "main", &error);
    assert_non_null(moment);
    json_t *now = kmk_snapshot_state(moment);
    assert_int_equal(json_integer_value(json_object_get(now, "n")), n);
    json_decref(now);
    kmk_snapshot_free(moment);
    send(store, "inc");
    assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  }
  assert_null(kmk_sqlite_snapshot(reader, "other", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_null(kmk_sqlite_snapshot(NULL, "main", &error));
  assert_int_equal(kmk_sqlite_flush(reader, &error), KMK_OK);
  kmk_sqlite_free(reader);
  /* A store of this process includes each step so far. */
  send(store, "inc");
  kmk_snapshot *moment = kmk_sqlite_snapshot(file, "main", &error);
  json_t *now = kmk_snapshot_state(moment);
  assert_int_equal(json_integer_value(json_object_get(now, "n")), 5);
  json_decref(now);
  kmk_snapshot_free(moment);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z69_a_name_is_one_stores_at_a_time),
      FILE_TEST(Z224_the_error_of_a_file_in_use_names_the_file),
      FILE_TEST(Z69_the_first_of_two_writers_writes_on),
      FILE_TEST(Z69_what_a_program_without_locks_has_written_stays),
      FILE_TEST(Z183_a_store_of_another_process_is_refused_with_its_number_until_that_ends),
      FILE_TEST(Z184_a_child_by_fork_writes_nothing),
      FILE_TEST(Z185_a_file_that_is_removed_or_replaced_while_it_is_open_is_told),
      FILE_TEST(Z186_what_sqlite_takes_for_no_file_is_refused),
      FILE_TEST(Z187_a_new_database_is_its_users_alone),
      FILE_TEST(Z91_a_database_that_cannot_be_written_says_so_and_makes_no_store),
      FILE_TEST(Z90_what_was_opened_to_be_read_is_not_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* kumiki_sqlite.h: files in a folder that this process cannot write, locked files, and options of earlier versions. */
#include "sqlite_support.h"

#include <sys/wait.h>

static const kmk_sqlite_options reading = {.size = sizeof reading, .is_read_only = true};

static json_int_t number_in(kmk_snapshot *moment) {
  json_t *state = kmk_snapshot_state(moment);
  json_int_t number = json_integer_value(json_object_get(state, "n"));
  json_decref(state);
  kmk_snapshot_free(moment);
  return number;
}

static void count(int times) {
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  for (int i = 0; i < times; i++)
    send(store, "inc");
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static int files_in_folder(void) {
  char command[128];
  int count = -1;
  snprintf(command, sizeof command, "ls -A %s | wc -l", folder);
  FILE *told = popen(command, "r");
  assert_int_equal(fscanf(told, "%d", &count), 1);
  pclose(told);
  return count;
}

/* Makes the folder writable or not, for its user and for others. */
static void let_write(bool can_write) {
  assert_int_equal(chmod(folder, can_write ? 0755 : 0555), 0);
  assert_int_equal(chmod(path, 0644), 0);
}

/* A child that cannot write the folder: root can write everything, so it becomes another user. */
static pid_t child_without_rights(void) {
  pid_t child = fork();
  if (child == 0 && getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
    _exit(9);
  return child;
}

static void assert_succeeds(pid_t child) {
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

static void Z90_a_file_is_read_in_a_folder_that_cannot_be_written(void **state) {
  (void)state;
  count(3);
  let_write(false);
  int files = files_in_folder();
  pid_t child = child_without_rights();
  if (child == 0) {
    kmk_sqlite *file = kmk_sqlite_open(path, &reading, NULL);
    kmk_snapshot *moment = file == NULL ? NULL : kmk_sqlite_snapshot(file, "main", NULL);
    if (moment == NULL || number_in(moment) != 3)
      _exit(1);
    kmk_sqlite_free(file);
    _exit(0);
  }
  assert_succeeds(child);
  assert_int_equal(files_in_folder(), files);
  let_write(true);
}

/* Makes the parent write the file when SQLite opens it. */
static int to_parent[2], to_child[2];
static bool is_written;

static int open_later(const char *name, int flags, int mode) {
  char byte = 0;
  if (!is_written && strcmp(name, path) == 0) {
    is_written = true;
    if (write(to_parent[1], &byte, 1) != 1 || read(to_child[0], &byte, 1) != 1)
      _exit(2);
  }
  return open(name, flags, mode);
}

static void read_while_it_is_written(void) {
  kmk_error error = {0};
  kmk_sqlite *file = kmk_sqlite_open(path, &reading, NULL);
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  if (file == NULL)
    _exit(3);
  vfs->xSetSystemCall(vfs, "open", (sqlite3_syscall_ptr)open_later);
  if (kmk_sqlite_snapshot(file, "main", &error) != NULL || error.status != KMK_ERR_BUSY ||
      strstr(error.message, "while it was read") == NULL)
    _exit(4);
  kmk_snapshot *moment = kmk_sqlite_snapshot(file, "main", NULL);
  _exit(moment == NULL ? 5 : number_in(moment) == 5 ? 0 : 6);
}

static void Z90_a_writer_that_comes_while_such_a_file_is_read_is_noticed(void **state) {
  (void)state;
  char byte = 0;
  is_written = false;
  count(3);
  let_write(false);
  assert_int_equal(pipe(to_parent), 0);
  assert_int_equal(pipe(to_child), 0);
  pid_t child = child_without_rights();
  if (child == 0)
    read_while_it_is_written();
  close(to_parent[1]);
  assert_int_equal(read(to_parent[0], &byte, 1), 1);
  let_write(true);
  count(2);
  let_write(false);
  assert_int_equal(write(to_child[1], &byte, 1), 1);
  assert_succeeds(child);
  let_write(true);
  close(to_parent[0]);
  close(to_child[0]);
  close(to_child[1]);
}

static void a_locked_file_is_waited_for_as_long_as_the_options_say(void **state) {
  (void)state;
  kmk_error error = {0};
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.busy_milliseconds = 1;
  sqlite3 *other = NULL;
  assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other, "CREATE TABLE theirs(x); BEGIN EXCLUSIVE", NULL, NULL, NULL),
                   SQLITE_OK);
  assert_null(kmk_sqlite_open(path, &options, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_sqlite_last_code(), SQLITE_BUSY);
  assert_null(kmk_sqlite_open("", NULL, &error));
  assert_int_equal(kmk_sqlite_last_code(), SQLITE_OK);
  sqlite3_close(other);
}

static void options_without_the_last_member_are_taken(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.size = offsetof(kmk_sqlite_options, busy_milliseconds);
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  assert_non_null(file);
  kmk_sqlite_free(file);
  options.size--;
  assert_null(kmk_sqlite_open(path, &options, &error));
  assert_non_null(strstr(error.message, "options.size is wrong"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z90_a_file_is_read_in_a_folder_that_cannot_be_written),
      FILE_TEST(Z90_a_writer_that_comes_while_such_a_file_is_read_is_noticed),
      FILE_TEST(a_locked_file_is_waited_for_as_long_as_the_options_say),
      FILE_TEST(options_without_the_last_member_are_taken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

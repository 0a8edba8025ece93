/* kumiki_sqlite.h: a file that one handle writes alone, and handles that wait for another writer. */
#include "sqlite_support.h"

#include <limits.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static kmk_sqlite *alone(unsigned wait, kmk_error *error) {
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.writes_alone = true;
  options.wait_milliseconds = wait;
  return kmk_sqlite_open(path, &options, error);
}

static void assert_says(const kmk_error *error, const char *words) {
  assert_int_equal(error->status, KMK_ERR_BUSY);
  if (strstr(error->message, words) == NULL)
    fail_msg("%s", error->message);
}

static pid_t child;
static int to_child[2], from_child[2];

static void say(int end) { assert_int_equal(write(end, "", 1), 1); }

static void hear(int end) {
  char byte;
  assert_int_equal(read(end, &byte, 1), 1);
}

/* A process that writes the file: alone, or a store. At a byte it ends its writer, and lives on until the next one. */
static void begin_child(bool is_alone) {
  assert_int_equal(pipe(to_child), 0);
  assert_int_equal(pipe(from_child), 0);
  child = fork();
  if (child != 0) {
    hear(from_child[0]);
    return;
  }
  char byte = 0;
  kmk_loop *own = kmk_loop_new(NULL);
  kmk_sqlite *file = is_alone ? alone(0, NULL) : database(NULL);
  kmk_store *store = file == NULL ? NULL : opened(file, "main", own, NULL);
  if (store == NULL)
    _exit(1);
  send(store, "inc");
  if (write(from_child[1], "", 1) != 1 || read(to_child[0], &byte, 1) != 1)
    _exit(2);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  _exit(read(to_child[0], &byte, 1) == 1 ? 0 : 3);
}

static void end_child(void) {
  int status;
  say(to_child[1]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  for (int i = 0; i < 2; i++) {
    close(to_child[i]);
    close(from_child[i]);
  }
}

static void Z206_a_file_that_another_process_writes_alone_is_refused_with_its_number(void **state) {
  (void)state;
  kmk_error error;
  char words[64];
  for (int is_alone = 0; is_alone < 2; is_alone++) {
    begin_child(is_alone);
    snprintf(words, sizeof words, "process %d", (int)child);
    assert_null(alone(0, &error));
    assert_says(&error, words);
    assert_says(&error, "the file is written by ");
    kmk_sqlite *file = database(NULL);
    kmk_store *other = opened(file, "other", loop, &error);
    assert_true((other == NULL) == is_alone);
    if (is_alone)
      assert_says(&error, words);
    kmk_store_free(other);
    kmk_snapshot_free(kmk_sqlite_snapshot(file, "main", NULL));
    kmk_sqlite_free(file);
    say(to_child[1]);
    file = alone(UINT_MAX, &error);
    assert_non_null(file);
    kmk_store *store = opened(file, "main", loop, NULL);
    assert_int_equal(number(store), 1);
    kmk_store_free(store);
    kmk_sqlite_free(file);
    end_child();
    remove_file();
  }
}

static void Z206_the_right_to_write_alone_ends_with_the_process(void **state) {
  (void)state;
  kmk_error error;
  int status;
  begin_child(true);
  assert_null(alone(0, &error));
  kill(child, SIGKILL);
  assert_int_equal(waitpid(child, &status, 0), child);
  kmk_sqlite *file = alone(0, &error);
  assert_non_null(file);
  kmk_sqlite_free(file);
}

static void Z206_a_second_handle_of_this_process_is_refused(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite *file = alone(0, &error), *plain = database(NULL);
  assert_non_null(file);
  assert_null(opened(plain, "main", loop, &error));
  assert_says(&error, "the file is open in this process");
  assert_null(alone(0, &error));
  assert_says(&error, "the file is open in this process");
  /* The process id is lost when this process closes the file with the locks. */
  assert_null(alone(0, &error));
  assert_says(&error, "the file is ");
  /* The handle itself opens any number of stores. */
  kmk_store *a = opened(file, "a", loop, NULL), *b = opened(file, "b", loop, NULL);
  kmk_store_free(a);
  assert_null(opened(plain, "a", loop, &error));
  kmk_store_free(b);
  /* A forked child does not keep the lock. */
  int ends[2], status;
  char byte;
  assert_int_equal(pipe(ends), 0);
  pid_t forked = fork();
  if (forked == 0)
    _exit(close(ends[1]) != 0 || read(ends[0], &byte, 1) != 0);
  kmk_sqlite_free(file);
  kmk_store *store = opened(plain, "main", loop, NULL);
  assert_null(alone(0, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  kmk_store_free(store);
  kmk_sqlite_free(plain);
  close(ends[1]);
  assert_int_equal(waitpid(forked, &status, 0), forked);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  close(ends[0]);
}

static void Z207_a_store_waits_for_another_process(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.wait_milliseconds = UINT_MAX;
  begin_child(false);
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  say(to_child[1]);
  kmk_store *store = opened(file, "main", loop, NULL);
  assert_int_equal(number(store), 1);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  end_child();
}

static void Z207_the_end_of_the_wait_is_the_same_error(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite *file = alone(0, &error);
  assert_null(alone(30, &error));
  assert_says(&error, "the file is open in this process");
  kmk_sqlite_free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z206_a_file_that_another_process_writes_alone_is_refused_with_its_number),
      FILE_TEST(Z206_the_right_to_write_alone_ends_with_the_process),
      FILE_TEST(Z206_a_second_handle_of_this_process_is_refused),
      FILE_TEST(Z207_a_store_waits_for_another_process),
      FILE_TEST(Z207_the_end_of_the_wait_is_the_same_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

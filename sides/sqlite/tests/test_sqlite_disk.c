/* kumiki_sqlite.h on a disk that fails, at each call of the system in turn. */
#include "sqlite_support.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The system call that fails, its error, and all calls after it until the disk is repaired; 0: none. */
static int calls, failing_call, failure;

static bool fails(void) {
  if (failing_call == 0 || __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) < failing_call)
    return false;
  errno = failure;
  return true;
}

static ssize_t failing_pwrite(int file, const void *bytes, size_t count, off_t at) {
  return fails() ? -1 : pwrite(file, bytes, count, at);
}
static int failing_fsync(int file) { return fails() ? -1 : fsync(file); }
static int failing_ftruncate(int file, off_t size) { return fails() ? -1 : ftruncate(file, size); }
static ssize_t failing_pread(int file, void *bytes, size_t count, off_t at) {
  return fails() ? -1 : pread(file, bytes, count, at);
}
static ssize_t failing_read(int file, void *bytes, size_t count) {
  return fails() ? -1 : read(file, bytes, count);
}
static int failing_open(const char *name, int flags, int mode) {
  return fails() ? -1 : open(name, flags, mode);
}

/* SQLite's system calls, and the functions that replace them. */
typedef struct {
  const char *name;
  sqlite3_syscall_ptr function;
} disk_call;

#define FAILING(function) (sqlite3_syscall_ptr) failing_##function
static const disk_call writes[] = {{"pwrite", FAILING(pwrite)},
                                   {"pwrite64", FAILING(pwrite)},
                                   {"fsync", FAILING(fsync)},
                                   {"ftruncate", FAILING(ftruncate)}};
static const disk_call reads[] = {{"pread", FAILING(pread)},
                                  {"pread64", FAILING(pread)},
                                  {"read", FAILING(read)},
                                  {"open", FAILING(open)}};

static void interpose(const disk_call *all, size_t count, bool on) {
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  for (size_t i = 0; i < count; i++)
    vfs->xSetSystemCall(vfs, all[i].name, on ? all[i].function : NULL);
}

/* Counts in bursts, each of which is acknowledged, until the disk fails. Returns the last acknowledged count. */
static json_int_t count_until_it_fails(void) {
  kmk_error error;
  json_int_t acknowledged = 0;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_steps = 10;
  options.waits_for_disk = true;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  kmk_store *store = file == NULL ? NULL : opened(file, "main", loop, NULL);
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
  interpose(writes, COUNT_OF(writes), true);
  for (; !was_whole && call < 2000; call++) {
    remove_file();
    failure = call % 2 == 0 ? ENOSPC : EIO;
    calls = 0;
    failing_call = call;
    json_int_t acknowledged = count_until_it_fails();
    was_whole = calls < call; /* the run did not need that call */
    failing_call = 0;
    kmk_sqlite *file = database(NULL);
    assert_non_null(file);
    kmk_store *store = opened(file, "main", loop, NULL);
    assert_non_null(store);
    assert_true(number(store) >= acknowledged && number(store) <= acknowledged + 3);
    send(store, "inc");
    assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
    kmk_store_free(store);
    kmk_sqlite_free(file);
  }
  interpose(writes, COUNT_OF(writes), false);
  assert_true(was_whole && call > 50);
}

static void Z75_a_database_that_cannot_be_read_is_refused_and_stays_as_it_was(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite *file = database(&error);
  kmk_store *store = opened(file, "main", loop, &error);
  for (int i = 0; i < 3; i++)
    assert_int_equal(kmk_store_send_new(store, json_string("inc"), NULL), KMK_OK);
  json_t *before = kmk_store_state(store);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  bool was_whole = false;
  int call = 1;
  interpose(reads, COUNT_OF(reads), true);
  for (; !was_whole && call < 200; call++) {
    failure = EIO;
    calls = 0;
    failing_call = call;
    file = database(&error);
    store = file == NULL ? NULL : opened(file, "main", loop, &error);
    was_whole = calls < call;
    failing_call = 0;
    if (store == NULL)
      assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    assert_true(!was_whole || store != NULL);
    kmk_store_free(store);
    kmk_sqlite_free(file);
    assert_kept(before, call);
  }
  interpose(reads, COUNT_OF(reads), false);
  assert_true(was_whole && call > 5);
  json_decref(before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z65_nothing_acknowledged_is_lost_when_a_write_fails),
      FILE_TEST(Z75_a_database_that_cannot_be_read_is_refused_and_stays_as_it_was),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A recorder on a disk that fails at each write in turn, and at each other call. */
#define _GNU_SOURCE /* syscall */

#include "trace_support.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The write that fails, and all after it; 0: none. A full disk takes a part of one first. */
static int writes, failing_write;
static bool takes_a_part;

/* The call of any kind that fails, and all after it; 0: none. */
static int calls, failing_call;

static bool fails(void) {
  if (failing_call == 0 || ++calls < failing_call)
    return false;
  errno = EIO;
  return true;
}

/* In place of the C library's, for the library too. */
ssize_t write(int file, const void *bytes, size_t count) {
  if (file > 2 && fails())
    return -1;
  if (failing_write != 0 && file > 2 && ++writes >= failing_write) {
    if (!takes_a_part || writes > failing_write || count < 2) {
      errno = takes_a_part ? ENOSPC : EIO;
      return -1;
    }
    count /= 2;
  }
  return syscall(SYS_write, file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t at) {
  return fails() ? -1 : syscall(SYS_pread64, file, bytes, count, at);
}
int fdatasync(int file) { return fails() ? -1 : (int)syscall(SYS_fdatasync, file); }
int ftruncate(int file, off_t length) {
  return fails() ? -1 : (int)syscall(SYS_ftruncate, file, length);
}
int rename(const char *old, const char *new) {
  return fails() ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, old, AT_FDCWD, new);
}
off_t lseek(int file, off_t to, int from) {
  return fails() ? -1 : (off_t)syscall(SYS_lseek, file, to, from);
}
int open(const char *path, int flags, ...) {
  return fails() ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
}

/* Records a history of 20 steps; returns how many of them were handed to the disk whole. */
static int record_until_it_fails(kit *k, const char *path) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 400;
  int written = 0;
  open_traced(k);
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, &options, &error);
  if (recorder == NULL)
    failing_write = 0; /* an assertion leaves the test */
  assert_non_null(recorder);
  for (int i = 0; i < 20; i++) {
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
    written += failing_write == 0 || writes < failing_write;
  }
  kmk_recorder_free(recorder);
  json_t *n = kmk_store_get(k->store, "/rows/0/n", NULL);
  assert_int_equal(json_integer_value(n), 20); /* the store does not care */
  json_decref(n);
  end_store(k);
  return written;
}

FILE_TEST(Z48_what_was_written_before_a_failing_write_is_a_log) {
  kmk_error error;
  bool was_whole = false;
  for (int number = 1; !was_whole && number < 200; number++) {
    char name[32];
    snprintf(name, sizeof name, "%d.log", number);
    const char *path = in_folder(name);
    takes_a_part = number % 2 == 0;
    writes = 0;
    failing_write = number;
    int written = record_until_it_fails(k, path);
    was_whole = writes < number;
    failing_write = 0;
    if (!was_whole)
      assert_issues(k, "['record-failed']");
    kmk_replay *replay = kmk_replay_open(path, traced_feature(1), &error);
    if (replay == NULL) {
      /* Not even the first checkpoint. */
      assert_int_equal(written, 0);
      assert_int_equal(error.status, KMK_ERR_DECODE);
      continue;
    }
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    /* The write that failed may have taken the step and not the checkpoint behind it. */
    int replayed = (int)kmk_replay_step(replay);
    assert_true(replayed == written || (replayed == written + 1 && takes_a_part));
    kmk_replay_free(replay);
  }
  assert_true(was_whole);
}

/* The same where each step waits for the disk, and the log is rotated. */
static int record_until_any_call_fails(kit *k, const char *path, bool *is_refused) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.flush = KMK_FLUSH_SYNC;
  options.checkpoint_bytes = 400;
  options.rotate_bytes = 2000;
  int written = 0;
  open_traced(k);
  calls = 0;
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, &options, &error);
  *is_refused = recorder == NULL;
  if (recorder == NULL)
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  for (int i = 0; i < 20; i++) {
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
    written += recorder != NULL && (failing_call == 0 || calls < failing_call);
  }
  kmk_recorder_free(recorder);
  end_store(k);
  return written;
}

/* How far a log leads; 0 if it has no checkpoint. */
static int steps_in(const char *path) {
  kmk_error error;
  kmk_replay *replay = kmk_replay_open(path, traced_feature(1), &error);
  if (replay == NULL)
    return 0;
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  int steps = (int)kmk_replay_step(replay);
  kmk_replay_free(replay);
  return steps;
}

FILE_TEST(Z48_what_was_written_before_any_call_of_the_disk_fails_is_a_log) {
  bool was_whole = false, is_refused;
  int number = 1, refused = 0;
  for (; !was_whole && number < 400; number++) {
    char name[32], former[32];
    snprintf(name, sizeof name, "%d.log", number);
    snprintf(former, sizeof former, "%d.log.1", number);
    write_file(in_folder(name), "half a line");
    failing_call = number;
    int written = record_until_any_call_fails(k, in_folder(name), &is_refused);
    was_whole = calls < number;
    failing_call = 0;
    refused += is_refused;
    if (!was_whole && !is_refused)
      assert_issues(k, "['record-failed']");
    int now = steps_in(in_folder(name)), before = steps_in(in_folder(former));
    /* The call that failed may have been one after the step. */
    assert_in_range(now > before ? now : before, written, written + 1);
  }
  assert_true(was_whole && number > 50);
  assert_in_range(refused, 3, 10);
}

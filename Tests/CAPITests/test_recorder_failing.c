/* A recorder on a disk that fails at each write in turn. */
#define _GNU_SOURCE /* syscall */

#include "trace_support.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The write that fails, and all after it; 0: none. A full disk takes a part of one first. */
static int writes, failing_write;
static bool takes_a_part;

/* In place of the C library's, for the library too. */
ssize_t write(int file, const void *bytes, size_t count) {
  if (failing_write != 0 && file > 2 && ++writes >= failing_write) {
    if (!takes_a_part || writes > failing_write || count < 2) {
      errno = takes_a_part ? ENOSPC : EIO;
      return -1;
    }
    count /= 2;
  }
  return syscall(SYS_write, file, bytes, count);
}

/* Records a history of 20 steps; returns how many of them were handed to the disk whole. */
static int record_until_it_fails(kit *k, const char *path) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 400;
  int written = 0;
  open_traced(k);
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, &options, &error);
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

/* A recorder on a disk that fails at each write in turn, and at each other call; and in a process that is killed at
   each call. */
#define _GNU_SOURCE /* syscall */

#include "trace_support.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The write that fails, as do all later ones; 0: none. A full disk first writes a part of the bytes. */
static int writes, failing_write;
static bool takes_a_part;

/* The call of any kind that fails, as do all later ones; 0: none. */
static int calls, failing_call;

/* The call before which the process is killed; 0: none. */
static int dying_call;

static bool dies(void) { return dying_call != 0 && ++calls == dying_call; }

static bool fails(void) {
  if (dies())
    raise(SIGKILL);
  if (failing_call == 0 || ++calls < failing_call)
    return false;
  errno = EIO;
  return true;
}

/* Whether the file system supports hard links. */
static bool has_links = true;

/* Replaces the C library's function, for the library too. */
ssize_t write(int file, const void *bytes, size_t count) {
  if (file > 2 && dying_call != 0) {
    if (dies()) {
      syscall(SYS_write, file, bytes, count / 2);
      raise(SIGKILL);
    }
    return syscall(SYS_write, file, bytes, count);
  }
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
int fsync(int file) { return fails() ? -1 : (int)syscall(SYS_fsync, file); }
int link(const char *old, const char *new) {
  if (!has_links) {
    errno = EPERM;
    return -1;
  }
  return fails() ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0);
}
int unlink(const char *path) {
  return fails() ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
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

/* Records a history of 20 steps; returns how many of them were written completely. */
static int record_until_it_fails(kit *k, const char *path) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 400;
  int written = 0;
  open_traced(k);
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, &options, &error);
  if (recorder == NULL)
    failing_write = 0; /* a failed assertion leaves the test */
  assert_non_null(recorder);
  for (int i = 0; i < 20; i++) {
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
    written += failing_write == 0 || writes < failing_write;
  }
  kmk_recorder_free(recorder);
  json_t *n = kmk_store_get(k->store, "/rows/0/n", NULL);
  assert_int_equal(json_integer_value(n), 20); /* the store is not affected */
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
      /* Not even the first checkpoint was written, so there is no file. */
      assert_int_equal(written, 0);
      assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
      assert_int_equal(access(path, F_OK), -1);
      continue;
    }
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    /* The failed write may have written the step without the checkpoint after it. */
    int replayed = (int)kmk_replay_step(replay);
    assert_true(replayed == written || (replayed == written + 1 && takes_a_part));
    kmk_replay_free(replay);
  }
  assert_true(was_whole);
}

/* The same with a log that waits for the disk after each step, and is rotated. */
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

/* The last step of a log; 0 if it has no checkpoint. */
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
    write_file(in_folder(name), "{\"kumiki\":\"lo");
    failing_call = number;
    int written = record_until_any_call_fails(k, in_folder(name), &is_refused);
    was_whole = calls < number;
    failing_call = 0;
    refused += is_refused;
    if (!was_whole && !is_refused)
      assert_issues(k, "['record-failed']");
    int now = steps_in(in_folder(name)), before = steps_in(in_folder(former));
    /* The failed call may have come after the step was written. */
    assert_in_range(now > before ? now : before, written, written + 1);
  }
  assert_true(was_whole && number > 50);
  assert_in_range(refused, 3, 10);
}

/* ---------------------------------------------------------------------- interruptions */

static void count_up(kit *k, int times) {
  for (int i = 0; i < times; i++)
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
}

/* The disk is full from now on, after a part of the next write. */
static void fill_disk(void) {
  takes_a_part = true;
  writes = 0;
  failing_write = 1;
}

static void assert_log(const char *path, int steps, const char *word, bool is_expected) {
  size_t size = 0;
  char *text = NULL;
  FILE *file = fopen(path, "r"), *copy = open_memstream(&text, &size);
  for (int byte; (byte = fgetc(file)) != EOF;)
    fputc(byte, copy);
  fclose(file);
  fclose(copy);
  assert_int_equal(strstr(text, word) != NULL, is_expected);
  free(text);
  char state[128];
  snprintf(state, sizeof state,
           "{\"rows\": [{\"id\": 1, \"n\": %d}, {\"id\": 2, \"n\": 0}], \"sheet\": null}", steps);
  assert_replays(path, traced_feature(1), state);
  assert_int_equal(steps_in(path), steps);
}

FILE_TEST(Z210_steps_that_a_full_disk_refused_are_written_later) {
  kmk_error error;
  const char *path = in_folder("kept.log");
  open_traced(k);
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, &error);
  count_up(k, 2);
  fill_disk();
  count_up(k, 3);
  assert_issues(k, "['record-failed']");
  assert_int_equal(kmk_recorder_flush(recorder, &error), KMK_ERR_BUSY);
  assert_non_null(strstr(error.message, strerror(ENOSPC)));
  failing_write = 0;
  advance(k->loop, SECOND);
  assert_issues(k, "['record-resumed']");
  assert_int_equal(kmk_recorder_flush(recorder, &error), KMK_OK);
  count_up(k, 1);
  kmk_recorder_free(recorder);
  end_store(k);
  assert_log(path, 6, "interrupted", false);
}

FILE_TEST(Z210_a_log_that_lacks_steps_says_so_and_is_replayed_from_the_next_run) {
  kmk_error error;
  const char *path = in_folder("lost.log");
  open_traced(k);
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, &error);
  count_up(k, 2);
  fill_disk();
  count_up(k, 600);
  assert_issues(k, "['record-failed']");
  failing_write = 0;
  assert_int_equal(kmk_recorder_flush(recorder, &error), KMK_OK);
  assert_issues(k, "['record-resumed']");
  count_up(k, 3);
  kmk_recorder_free(recorder);
  end_store(k);
  assert_log(path, 605, "\"interrupted\":\"No space left on device\"", true);
}

FILE_TEST(Z210_the_pauses_between_tries_grow) {
  kmk_error error;
  open_traced(k);
  kmk_recorder *recorder = kmk_recorder_new(k->store, in_folder("grown.log"), NULL, &error);
  fill_disk();
  count_up(k, 1);
  assert_issues(k, "['record-failed']");
  writes = 1;
  for (int i = 0; i < 100; i++)
    advance(k->loop, SECOND);
  /* After 0.1, 0.3, 0.7, 1.5, 3.1, 6.3, 12.7 and 22.7 seconds, and then each 10 seconds. */
  assert_in_range(writes, 15, 18);
  failing_write = 0;
  kmk_recorder_free(recorder);
  end_store(k);
  assert_issues(k, "['record-resumed']");
  assert_log(in_folder("grown.log"), 1, "interrupted", false);
}

FILE_TEST(Z210_a_log_goes_on_after_any_call_of_the_disk_has_failed_for_a_while) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.flush = KMK_FLUSH_SYNC;
  options.checkpoint_bytes = 400;
  options.rotate_bytes = 2000;
  bool was_whole = false;
  int number = 1, ended = 0;
  for (; !was_whole && number < 400; number++) {
    char name[32];
    snprintf(name, sizeof name, "%d.log", number);
    open_traced(k);
    kmk_recorder *recorder = kmk_recorder_new(k->store, in_folder(name), &options, &error);
    calls = 0;
    failing_call = number;
    count_up(k, 12);
    was_whole = calls < number;
    failing_call = 0;
    bool goes_on = kmk_recorder_flush(recorder, &error) == KMK_OK;
    count_up(k, 8);
    kmk_recorder_free(recorder);
    end_store(k);
    ended += !goes_on;
    if (!was_whole)
      assert_issues(k, goes_on ? "['record-failed', 'record-resumed']" : "['record-failed']");
    if (goes_on)
      assert_int_equal(steps_in(in_folder(name)), 20);
    else
      assert_int_equal(error.status, KMK_ERR_CLOSED);
  }
  assert_true(was_whole && number > 30);
  assert_in_range(ended, 1, 12);
}

/* -------------------------------------------------------------------------- kills */

enum { SENT = 24 };
static const char *dying_log;
static int acknowledging;

/* In a child: records steps, and reports each recorded step to the parent. */
static int record_until_it_is_killed(void *number) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store = open_store(loop, traced_feature(1), traced_state);
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 400;
  options.rotate_bytes = 2000;
  options.flush = *(int *)number % 2 == 0 ? KMK_FLUSH_STEP : KMK_FLUSH_SYNC;
  calls = 0;
  dying_call = *(int *)number;
  kmk_recorder *recorder = kmk_recorder_new(store, dying_log, &options, &error);
  for (int i = 1; i <= SENT && recorder != NULL; i++) {
    send_ok(store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
    syscall(SYS_write, acknowledging, &i, sizeof i);
  }
  dying_call = 0;
  kmk_recorder_free(recorder);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

/* Records in a child that is killed before a call; returns the last step that the child reported, and whether the
   child was killed. */
static int last_of_child(int number, bool *is_killed) {
  int ends[2], last = 0, told;
  assert_int_equal(pipe(ends), 0);
  acknowledging = ends[1];
  pid_t child = begin_child(record_until_it_is_killed, &number);
  close(ends[1]);
  while (read(ends[0], &told, sizeof told) == sizeof told)
    last = told;
  close(ends[0]);
  *is_killed = end_child(child) == -1;
  return last;
}

/* The value of rows/0/n at the end of a log; 0 if there is no log. The log must open. */
static int end_of(const char *path) {
  kmk_error error;
  if (access(path, F_OK) != 0)
    return 0;
  kmk_replay *replay = kmk_replay_open(path, traced_feature(1), &error);
  assert_non_null(replay);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  json_t *n = kmk_store_get(kmk_replay_store(replay), "/rows/0/n", NULL);
  int result = (int)json_integer_value(n);
  json_decref(n);
  kmk_replay_free(replay);
  return result;
}

static void kill_before_each_call(kit *k) {
  bool is_killed = true;
  int number = 1;
  for (; is_killed && number < 1000; number += is_watched() ? 7 : has_links ? 1 : 3) {
    char name[32], next[40], former[40];
    snprintf(name, sizeof name, "%d.log", number);
    snprintf(next, sizeof next, "%s.new", name);
    snprintf(former, sizeof former, "%s.1", name);
    dying_log = in_folder(name);
    int last = last_of_child(number, &is_killed);
    assert_true(is_killed || access(in_folder(former), F_OK) == 0); /* the log was rotated */
    int end = end_of(in_folder(name));
    if (!has_links && end == 0)
      end = end_of(in_folder(former));
    assert_in_range(end, last, last + 1);
    /* The next program continues the log. */
    kmk_error error;
    open_traced(k);
    kmk_recorder *recorder = kmk_recorder_new(k->store, in_folder(name), NULL, &error);
    assert_non_null(recorder);
    assert_int_equal(access(in_folder(next), F_OK), -1);
    for (int i = 0; i < 3; i++)
      send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
    kmk_recorder_free(recorder);
    end_store(k);
    assert_int_equal(end_of(in_folder(name)), 3);
  }
  assert_false(is_killed);
  assert_true(number > 40);
}

FILE_TEST(Z80_a_process_that_is_killed_before_any_call_leaves_a_log_that_opens) {
  kill_before_each_call(k);
}

/* Without hard links, the log may exist under its former name only. */
FILE_TEST(Z80_without_hard_links_the_recorded_steps_are_in_the_former_part) {
  has_links = false;
  kill_before_each_call(k);
  has_links = true;
}

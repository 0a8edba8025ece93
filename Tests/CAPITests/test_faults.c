/* Failures of the system: no descriptors, disk errors, system calls interrupted by signals, a clock that is set back
 * or jumps, a small stack. The call reports the failure, or the work continues (N80 to N85). */
#define _GNU_SOURCE /* syscall */

#include "app_support.h"
#include "shared_support.h"
#include "worker_support.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* -------------------------------------------- system calls, replaced for this program and for the library */

/* The number of the first call at which the disk fails, and its error; 0: none. */
static _Atomic int calls, failing_call, failure;
/* Whether a signal interrupts each call once. */
static _Atomic bool is_interrupted;
static _Thread_local bool was_interrupted;

static bool fails(void) {
  if (failing_call != 0 && ++calls >= failing_call) {
    errno = failure;
    return true;
  }
  if (!is_interrupted || was_interrupted) {
    was_interrupted = false;
    return false;
  }
  was_interrupted = true;
  errno = EINTR;
  return true;
}

ssize_t write(int file, const void *bytes, size_t count) {
  return file > 2 && fails() ? -1 : syscall(SYS_write, file, bytes, count);
}
ssize_t read(int file, void *bytes, size_t count) {
  return is_interrupted && fails() ? -1 : syscall(SYS_read, file, bytes, count);
}
ssize_t pread(int file, void *bytes, size_t count, off_t at) {
  return is_interrupted && fails() ? -1 : syscall(SYS_pread64, file, bytes, count, at);
}
int fsync(int file) { return fails() ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return fails() ? -1 : (int)syscall(SYS_fdatasync, file); }
int ftruncate(int file, off_t length) {
  return fails() ? -1 : (int)syscall(SYS_ftruncate, file, length);
}
int renameat(int from, const char *old, int to, const char *new) {
  return !is_interrupted && fails() ? -1 : (int)syscall(SYS_renameat, from, old, to, new);
}
int openat(int folder, const char *path, int flags, ...) {
  return fails() ? -1 : (int)syscall(SYS_openat, folder, path, flags, 0666);
}
int flock(int file, int operation) {
  return is_interrupted && fails() ? -1 : (int)syscall(SYS_flock, file, operation);
}
int poll(struct pollfd *all, nfds_t count, int time) {
  return is_interrupted && fails() ? -1 : (int)syscall(SYS_poll, all, count, time);
}
int ppoll(struct pollfd *all, nfds_t count, const struct timespec *time, const sigset_t *signals) {
  if (is_interrupted && fails())
    return -1;
  struct timespec left = time == NULL ? (struct timespec){0} : *time; /* the kernel writes to it */
  return (int)syscall(SYS_ppoll, all, count, time == NULL ? NULL : &left, signals, _NSIG / 8);
}

/* Moves the date, and the clock that cannot be set, by this number of seconds. */
static long moved, moved_on;
int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (clock == CLOCK_REALTIME)
    time->tv_sec += moved;
  else
    time->tv_sec += moved_on;
  return result;
}

/* ------------------------------------------------------------------ descriptors */

/* Uses up all descriptors except `left`; returns the former limit. */
static struct rlimit leave_descriptors(int count) {
  struct rlimit before, after;
  getrlimit(RLIMIT_NOFILE, &before);
  after = before;
  int next = dup(0);
  close(next);
  after.rlim_cur = (rlim_t)(next + count);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &after), 0);
  return before;
}

FILE_TEST(N80_a_loop_for_which_there_is_no_descriptor_is_refused) {
  (void)k;
  kmk_error error;
  int open = open_descriptors(), refused = 0;
  for (int left = 0; left < 8; left++) {
    struct rlimit before = leave_descriptors(left);
    kmk_loop *loop = kmk_loop_new(&error);
    setrlimit(RLIMIT_NOFILE, &before);
    if (loop == NULL) {
      refused++;
      assert_int_equal(error.status, KMK_ERR_NO_MEMORY);
      assert_non_null(strstr(error.message, "errno 24"));
    }
    kmk_loop_free(loop);
    assert_int_equal(open_descriptors(), open);
  }
  assert_in_range(refused, 1, 7);
  kmk_loop *loop = kmk_loop_new(&error);
  assert_non_null(loop);
  kmk_loop_free(loop);
}

FILE_TEST(N80_a_file_for_which_there_is_no_descriptor_is_an_issue_or_an_error) {
  kmk_error error;
  kmk_shared *shared = share(kmk_shared_file, in_folder("value.json"), "1");
  kmk_store *store = open_store(k->loop, counter(), "{'count': 0}");
  struct rlimit before = leave_descriptors(0);
  kmk_status status = kmk_shared_set_new(shared, "", json_integer(2), NULL);
  kmk_recorder *recorder = kmk_recorder_new(store, in_folder("a.log"), NULL, &error);
  setrlimit(RLIMIT_NOFILE, &before);
  assert_int_equal(status, KMK_OK);
  assert_true(is_now(shared, "2"));
  assert_issues(k, "['shared-unsaved']");
  assert_null(recorder);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  set_ok(shared, "3");
  assert_file(in_folder("value.json"), "3\n");
  kmk_shared_free(shared);
  kmk_store_free(store);
}

FILE_TEST(N80_a_log_for_which_there_is_no_descriptor_is_not_opened) {
  kmk_error error;
  kmk_store *store = open_store(k->loop, counter(), "{'count': 0}");
  kmk_recorder_free(kmk_recorder_new(store, in_folder("a.log"), NULL, &error));
  struct rlimit before = leave_descriptors(0);
  kmk_replay *replay = kmk_replay_open(in_folder("a.log"), counter(), &error);
  setrlimit(RLIMIT_NOFILE, &before);
  assert_null(replay);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  replay = kmk_replay_open(in_folder("a.log"), counter(), &error);
  assert_non_null(replay);
  kmk_replay_free(replay);
  kmk_store_free(store);
}

/* ------------------------------------------------------------------------ threads */

FILE_TEST(N86_a_file_that_no_thread_watches_is_read_and_written_and_watched_later) {
  refuse_threads(true);
  kmk_shared *shared = share(kmk_shared_file, in_folder("value.json"), "1");
  set_ok(shared, "2");
  refuse_threads(false);
  assert_file(in_folder("value.json"), "2\n");
  set_ok(shared, "3");
  write_file(in_folder("value.json"), "4");
  assert_soon(shared, "4");
  assert_issues(k, "[]");
  kmk_shared_free(shared);
}

/* ---------------------------------------------------------------------- the disk */

static void fail_each_call(kit *k, int with) {
  kmk_shared *shared = share(kmk_shared_file, in_folder("value.json"), "0");
  bool was_whole = false;
  set_ok(shared, "1");
  int open = open_descriptors();
  for (int number = 1; !was_whole && number < 50; number++) {
    calls = 0;
    failure = with;
    failing_call = number;
    assert_int_equal(kmk_shared_set_new(shared, "", json_integer(number + 1), NULL), KMK_OK);
    was_whole = calls < number;
    failing_call = 0;
    /* This process has the value. The file is the old one or the new one, and complete. */
    char now[16];
    snprintf(now, sizeof now, "%d", number + 1);
    assert_true(is_now(shared, now));
    kmk_loop_run_until_idle(k->loop, 0, NULL);
    json_t *file = json_load_file(in_folder("value.json"), JSON_DECODE_ANY, NULL);
    json_int_t found = json_integer_value(file);
    json_decref(file);
    if (json_array_size(k->issues) == 0) {
      assert_int_equal(found, number + 1);
    } else {
      assert_issues(k, "['shared-unsaved']");
      assert_int_not_equal(found, number + 1);
    }
    assert_int_equal(system("test $(ls -A \"$KMK_TEST_FOLDER\" | grep -c new) = 0"), 0);
    set_ok(shared, "1");
  }
  assert_true(was_whole);
  /* The thread that watches the file may have it open at this moment. */
  assert_in_range(open_descriptors(), 0, open + 1);
  kmk_shared_free(shared);
}

FILE_TEST(N81_a_shared_file_is_whole_whichever_call_of_the_disk_fails) {
  setenv("KMK_TEST_FOLDER", folder, 1);
  fail_each_call(k, ENOSPC);
  fail_each_call(k, EIO);
}

/* ------------------------------------------------------------------------ signals */

FILE_TEST(N82_a_call_that_a_signal_interrupts_is_made_again) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.flush = KMK_FLUSH_SYNC;
  kmk_shared *shared = share(kmk_shared_file, in_folder("value.json"), "1");
  kmk_store *store = open_store(k->loop, counter(), "{'count': 0}");
  kmk_recorder_free(kmk_recorder_new(store, in_folder("a.log"), NULL, NULL));
  FILE *log = fopen(in_folder("a.log"), "a");
  fputs("half a line", log);
  fclose(log);
  is_interrupted = true;
  set_ok(shared, "2");
  kmk_recorder *recorder = kmk_recorder_new(store, in_folder("a.log"), &options, &error);
  send_ok(store, "'inc'");
  kmk_status flushed = kmk_recorder_flush(recorder, &error);
  kmk_loop *loop = kmk_loop_new(&error);
  kmk_store *live = open_store(loop, counter(), "{'count': 0}");
  kmk_status sent = kmk_store_send_text(live, "{\"incAfter\":0}", &error);
  while (kmk_store_effect_count(live) != 0)
    kmk_loop_dispatch(loop, -1);
  kmk_replay *replay = NULL;
  if (flushed == KMK_OK)
    replay = kmk_replay_open(in_folder("a.log"), counter(), &error);
  kmk_status run = kmk_replay_run(replay, UINT64_MAX, &error);
  is_interrupted = false;
  assert_int_equal(flushed, KMK_OK);
  assert_int_equal(sent, KMK_OK);
  assert_int_equal(run, KMK_OK);
  assert_int_equal(kmk_replay_step(replay), 1);
  assert_file(in_folder("value.json"), "2\n");
  kmk_replay_free(replay);
  kmk_recorder_free(recorder);
  kmk_store_free(store);
  kmk_store_free(live);
  kmk_loop_free(loop);
  kmk_shared_free(shared);
}

/* -------------------------------------------------------------------------- clocks */

REDUCER(dates) {
  kmk_state_set_new(state, "/date", json_integer(kmk_env_date(env)));
  return kmk_action_is(action, "wait") ? after(MILLISECOND, "'done'") : NULL;
}

TEST(N83_a_clock_that_is_set_back_moves_the_date_and_no_timer) {
  (void)k;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, kmk_reducer_new(dates, NULL, NULL), "{'date': 0}");
  send_ok(store, "'wait'");
  json_t *before = kmk_store_get(store, "/date", NULL);
  moved = -1000L * 24 * 3600;
  while (kmk_store_effect_count(store) != 0)
    assert_true(kmk_loop_dispatch(loop, -1) >= 0);
  json_t *later = kmk_store_get(store, "/date", NULL);
  moved = 0;
  assert_true(json_integer_value(later) < json_integer_value(before));
  json_decref(before);
  json_decref(later);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

static const json_int_t hour = 3600;

static json_int_t count_of(kmk_store *store) {
  json_t *count = kmk_store_get(store, "/count", NULL);
  json_int_t result = json_integer_value(count);
  json_decref(count);
  return result;
}

REDUCER(ticks_each_hour) {
  return kmk_action_is(action, "start") ? kmk_effect_every_new(3600 * SECOND, json_string("tick"))
                                        : counter_reduce(state, action, env, NULL);
}

TEST(N83_a_date_that_jumps_ahead_moves_no_timer) {
  (void)k;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, kmk_reducer_new(ticks_each_hour, NULL, NULL), "{'count': 0}");
  send_ok(store, "'start'");
  moved = 1000L * 24 * 3600;
  assert_true(kmk_loop_dispatch(loop, 0) >= 0);
  moved = 0;
  assert_int_equal(count_of(store), 0);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

TEST(N83_a_machine_that_stood_still_has_missed_ticks_once_and_the_grid_stays) {
  (void)k;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, kmk_reducer_new(ticks_each_hour, NULL, NULL), "{'count': 0}");
  send_ok(store, "'start'");
  kmk_loop_dispatch(loop, 0);
  /* In quarters of an hour, with the number of ticks by that time. */
  static const int moments[][2] = {{3, 0}, {5, 1}, {42, 2}, {43, 2}, {45, 3}, {47, 3}, {49, 4}};
  for (size_t i = 0; i < COUNT_OF(moments); i++) {
    moved_on = moments[i][0] * hour / 4;
    for (int turn = 0; turn < 3; turn++)
      assert_true(kmk_loop_dispatch(loop, 0) >= 0);
    assert_int_equal(count_of(store), moments[i][1]);
  }
  moved_on = 0;
  kmk_store_free(store);
  kmk_loop_free(loop);
}

/* --------------------------------------------------------------------- a small stack */

typedef struct {
  kmk_reducer *reducer;
  const char *state, *action;
  kmk_status made, sent, sent_deep;
} little;

/* An ordinary program, on a stack of 64 KiB. */
static void *live_on_little(void *trial) {
  little *l = trial;
  kmk_error error = {.status = KMK_OK};
  kmk_loop *loop = app_loop();
  json_t *state = json_loads(l->state, 0, NULL);
  kmk_store *store = kmk_store_new(loop, l->reducer, state, &error);
  json_decref(state);
  l->made = error.status;
  if (store != NULL) {
    l->sent = kmk_store_send_text(store, l->action, &error);
    char *deep = wrapped(KMK_MAX_DEPTH - 1, "[", "1", "]");
    l->sent_deep = kmk_store_send_text(store, deep, &error);
    free(deep);
    kmk_loop_advance(loop, SECOND, NULL);
    kmk_text_free(kmk_store_state_text(store, 0));
    kmk_snapshot *snapshot = kmk_store_snapshot(store, &error);
    json_decref(kmk_snapshot_json(snapshot, 1, &error));
    kmk_snapshot_free(snapshot);
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
  return NULL;
}

static void run_on(size_t kibibytes, little *l) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  assert_int_equal(pthread_attr_setstacksize(&attributes, kibibytes * 1024), 0);
  assert_int_equal(pthread_create(&thread, &attributes, live_on_little, l), 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}

TEST(N85_on_a_stack_of_64_KiB_calls_work_or_are_refused) {
  (void)k;
  if (SANITIZED)
    skip(); /* sanitizers make frames many times larger */
  for (size_t size = 64; size <= 512; size *= 2) {
    json_t *state = app_state(3);
    char *text = text_of(state);
    little plain = {.reducer = counter(), .state = "{\"count\": 0}", .action = "\"inc\""};
    little large = {.reducer = app_reducer(true),
                    .state = text,
                    .action = "{\"rows\":{\"element\":{\"id\":1,\"action\":\"inc\"}}}"};
    run_on(size, &plain);
    run_on(size, &large);
    free(text);
    json_decref(state);
    print_message("%zu KiB: a counter %d %d %d, the app %d %d %d\n", size, plain.made, plain.sent,
                  plain.sent_deep, large.made, large.sent, large.sent_deep);
    const kmk_status answers[] = {plain.sent, plain.sent_deep, large.made, large.sent};
    for (size_t i = 0; i < COUNT_OF(answers); i++)
      assert_true(answers[i] == KMK_OK || answers[i] == KMK_ERR_TOO_DEEP ||
                  (answers[i] == KMK_ERR_DECODE && i == 1));
    assert_int_equal(plain.made, KMK_OK);
    if (size >= 128)
      assert_int_equal(plain.sent, KMK_OK);
  }
}

typedef struct {
  json_t *value;
  const char *log;
  int taken, refused;
} deep_trial;

REDUCER(writes_payload) {
  kmk_state_set(state, "/deep", kmk_action_payload(action, "set"));
  return NULL;
}

/* A deep value arrives as a state and with an action, and is written as text, into a log and into a snapshot. */
static void *take_deep(void *trial) {
  deep_trial *d = trial;
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *state = json_pack("{s:O}", "deep", d->value);
  kmk_store *store =
      kmk_store_new(loop, kmk_reducer_new(writes_payload, NULL, NULL), state, &error);
  (store == NULL ? &d->refused : &d->taken)[0]++;
  if (store == NULL) {
    json_t *small = json_pack("{s:n}", "deep");
    store = kmk_store_new(loop, kmk_reducer_new(writes_payload, NULL, NULL), small, &error);
    json_decref(small);
  }
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  const char *secrets[] = {"/other/*", NULL};
  options.secret_paths = secrets;
  kmk_recorder *recorder = kmk_recorder_new(store, d->log, &options, &error);
  json_t *action = json_pack("{s:O}", "set", d->value);
  kmk_store_send(store, action, &error);
  kmk_store_send(store, action, &error);
  kmk_text_free(kmk_store_state_text(store, 0));
  kmk_text_free(kmk_json_text(d->value, 0));
  kmk_snapshot *snapshot = kmk_store_snapshot(store, &error);
  json_decref(kmk_snapshot_json(snapshot, 1, &error));
  kmk_store_restore(store, snapshot, &error);
  kmk_snapshot_free(snapshot);
  kmk_recorder_free(recorder);
  kmk_json_release(action);
  kmk_json_release(state);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return NULL;
}

FILE_TEST(N85_a_deep_value_on_a_little_stack_is_taken_or_refused) {
  (void)k;
  if (is_watched())
    skip();
  for (size_t size = 64; size <= 512; size *= 2) {
    deep_trial d = {.log = in_folder("deep.log")};
    for (int depth = 16; depth < KMK_MAX_DEPTH - 1; depth = depth * 5 / 4) {
      char *text = wrapped(depth, "[", "1", "]");
      d.value = kmk_json_parse(text, SIZE_MAX, NULL);
      free(text);
      pthread_t thread;
      pthread_attr_t attributes;
      pthread_attr_init(&attributes);
      pthread_attr_setstacksize(&attributes, size * 1024);
      assert_int_equal(pthread_create(&thread, &attributes, take_deep, &d), 0);
      pthread_join(thread, NULL);
      pthread_attr_destroy(&attributes);
      kmk_json_release(d.value);
      remove(d.log);
    }
    print_message("%zu KiB: %d deep values taken, %d refused\n", size, d.taken, d.refused);
    assert_true(d.taken > 0);
  }
}

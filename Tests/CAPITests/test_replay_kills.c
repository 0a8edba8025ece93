/* A recorder whose process is killed at random times: while it writes, starts a log or rotates it. */
#define _GNU_SOURCE

#include "trace_support.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static kmk_effect *count(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)action, (void)env, (void)data;
  json_int_t n = json_integer_value(kmk_state_get(state, "/n")) + 1;
  kmk_state_set_new(state, "/n", json_integer(n));
  kmk_state_set_new(state, "/text", json_sprintf("%0*d", (int)(n * 7919 % 3000), 1));
  return NULL;
}

static kmk_reducer *counting(void) { return kmk_reducer_new(count, NULL, NULL); }

static int told[2];
static const char *path;

static int record_until_killed(void *data) {
  (void)data;
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store = open_store(loop, counting(), "{'n': 0}");
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 8000;
  options.rotate_bytes = 20000;
  kmk_recorder *recorder = kmk_recorder_new(store, path, &options, &error);
  for (int i = 1; recorder != NULL; i++) {
    send_ok(store, "'inc'");
    if (write(told[1], &i, sizeof i) != sizeof i)
      break;
  }
  return 1;
}

/* KUMIKI_KILLS=1000 kills that many processes. */
FILE_TEST(Z80_what_was_recorded_before_a_kill_is_in_a_log_that_opens) {
  (void)k;
  const char *more = getenv("KUMIKI_KILLS");
  int kills = more != NULL ? atoi(more) : is_watched() ? 5 : 40;
  unsigned seed = 7;
  for (int i = 0; i < kills; i++) {
    kmk_error error;
    path = in_folder("a.log");
    int number, last = 0;
    assert_int_equal(pipe(told), 0);
    pid_t child = begin_child(record_until_killed, NULL);
    close(told[1]);
    /* Kills some before the first step, and the others after a random amount of work. */
    if (i % 4 != 0) {
      assert_int_equal(read(told[0], &number, sizeof number), sizeof number);
      last = number;
    }
    for (volatile int turn = rand_r(&seed) % 4000000; turn > 0; turn--) {
    }
    kill(child, SIGKILL);
    while (read(told[0], &number, sizeof number) == sizeof number)
      last = number;
    close(told[0]);
    assert_int_equal(end_child(child), -1);
    if (access(path, F_OK) != 0) {
      assert_int_equal(last, 0);
      continue;
    }
    kmk_replay *replay = kmk_replay_open(path, counting(), &error);
    assert_non_null(replay);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    json_t *n = kmk_store_get(kmk_replay_store(replay), "/n", NULL);
    /* Until the first checkpoint of the new run is written, the former log is still in place. */
    assert_true(last == 0 || (json_integer_value(n) >= last && json_integer_value(n) <= last + 1));
    json_decref(n);
    kmk_replay_free(replay);
  }
}

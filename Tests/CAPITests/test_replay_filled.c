/* A replay fills in defaults where the recorded store filled them in, and nowhere else (Z110). */
#include "trace_support.h"

#include <kumiki_test.h>

/* "inc" adds one to /m; "n" adds one to /n. */
static kmk_effect *count(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const char *place = kmk_action_is(action, "inc") ? "/m" : "/n";
  json_int_t number = json_integer_value(kmk_state_get(state, place));
  kmk_state_set_new(state, place, json_integer(number + 1));
  return NULL;
}

static kmk_reducer *shaped(const char *shape) {
  return kmk_shape(kmk_reducer_new(count, NULL, NULL), shape);
}

static kmk_reducer *narrow(void) { return shaped("{n: integer}"); }
static kmk_reducer *wide(void) { return shaped("{n: integer, m: integer = 7}"); }

static kmk_recorder *record(kit *k, const char *path) {
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, NULL);
  assert_non_null(recorder);
  return recorder;
}

static void replace(kit *k, kmk_reducer *reducer) {
  assert_int_equal(kmk_store_replace_reducer(k->store, reducer, NULL), KMK_OK);
}

/* Runs a log up to a step, and asserts that the steps come out as recorded. */
static void run_to(kmk_replay *replay, uint64_t step, const char *expected) {
  kmk_error error = {0};
  if (kmk_replay_run(replay, step, &error) != KMK_OK)
    fail_msg("%s", error.message);
  assert_null(kmk_replay_divergence(replay));
  assert_state_text(kmk_replay_store(replay), expected);
}

FILE_TEST(Z110_a_log_that_begins_after_a_replacement_lacks_what_its_store_lacked) {
  const char *path = in_folder("a.log");
  k->store = open_store(k->loop, narrow(), "{'n': 0}");
  replace(k, wide());
  kmk_recorder *recorder = record(k, path);
  send_ok(k->store, "'n'");
  kmk_recorder_free(recorder);
  recorder = record(k, path);
  send_ok(k->store, "'n'");
  send_ok(k->store, "'inc'");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, wide(), NULL);
  assert_state_text(kmk_replay_store(replay), "{'n': 0}");
  run_to(replay, 2, "{'n': 2}");
  run_to(replay, 3, "{'n': 2, 'm': 1}");
  run_to(replay, 1, "{'n': 1}");
  run_to(replay, UINT64_MAX, "{'n': 2, 'm': 1}");
  kmk_replay_free(replay);
  assert_true(kmk_test_replay(path, wide()));
}

/* With a replacement of the reducer, the steps after it, and a restore, which fills in defaults. */
FILE_TEST(Z110_a_replacement_fills_in_nothing_and_a_restore_does) {
  const char *path = in_folder("a.log");
  k->store = open_store(k->loop, narrow(), "{'n': 0}");
  kmk_recorder *recorder = record(k, path);
  send_ok(k->store, "'n'");
  replace(k, wide());
  send_ok(k->store, "'n'");
  kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
  send_ok(k->store, "'n'");
  assert_int_equal(kmk_store_restore(k->store, snapshot, NULL), KMK_OK);
  assert_state_text(k->store, "{'n': 2, 'm': 7}");
  send_ok(k->store, "'inc'");
  kmk_snapshot_free(snapshot);
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open_at(path, wide(), 2, NULL);
  run_to(replay, 2, "{'n': 1}");
  run_to(replay, 4, "{'n': 3}");
  run_to(replay, 5, "{'n': 2, 'm': 7}");
  run_to(replay, 6, "{'n': 2, 'm': 8}");
  run_to(replay, 3, "{'n': 2}");
  run_to(replay, UINT64_MAX, "{'n': 2, 'm': 8}");
  kmk_replay_free(replay);
}

/* The snapshots that a replay keeps lack the default too. */
FILE_TEST(Z110_a_replay_goes_back_to_a_state_that_lacks_a_default) {
  const char *path = in_folder("a.log");
  k->store = open_store(k->loop, narrow(), "{'n': 0}");
  replace(k, wide());
  kmk_recorder *recorder = record(k, path);
  for (int i = 0; i < 2100; i++)
    send_ok(k->store, "'n'");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, wide(), NULL);
  run_to(replay, UINT64_MAX, "{'n': 2100}");
  run_to(replay, 2050, "{'n': 2050}");
  run_to(replay, 1030, "{'n': 1030}");
  run_to(replay, UINT64_MAX, "{'n': 2100}");
  kmk_replay_free(replay);
}

/* Replays that go back, using snapshots that they took on the way, with the data beside the state. */
#include "trace_support.h"

#define STEPS ((uint64_t)(is_watched() ? 6000 : 20000))
enum { BETWEEN = 1024 };

static kmk_recorder *record(kmk_store *store, const char *path) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = (size_t)1 << 40; /* only one, at the start */
  options.flush = KMK_FLUSH_FULL;
  kmk_recorder *recorder = kmk_recorder_new(store, path, &options, &error);
  assert_non_null(recorder);
  return recorder;
}

static void assert_number(kmk_store *store, const char *pointer, uint64_t expected) {
  json_t *value = kmk_store_get(store, pointer, NULL);
  assert_int_equal(json_integer_value(value), expected);
  json_decref(value);
}

static kmk_effect *count(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env;
  ++*(uint64_t *)data;
  if (kmk_action_is(action, "inc"))
    kmk_state_set_new(state, "/n",
                      json_integer(json_integer_value(kmk_state_get(state, "/n")) + 1));
  return NULL;
}

FILE_TEST(Z55_going_back_runs_few_steps_however_long_the_log_is) {
  kmk_error error;
  uint64_t calls = 0;
  const char *path = in_folder("a.log");
  k->store = open_store(k->loop, kmk_reducer_new(count, &calls, NULL), "{'n': 0}");
  kmk_recorder *recorder = record(k->store, path);
  for (uint64_t i = 0; i < STEPS; i++)
    send_ok(k->store, "'inc'");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, kmk_reducer_new(count, &calls, NULL), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  kmk_store *store = kmk_replay_store(replay);
  for (uint64_t step = STEPS - 1; step > STEPS - 3000; step -= 500) {
    calls = 0;
    assert_int_equal(kmk_replay_run(replay, step, &error), KMK_OK);
    assert_true(calls <= BETWEEN);
    assert_number(store, "/n", step);
  }
  /* Snapshots far back are farther apart, but never by more than their distance from the end. */
  calls = 0;
  assert_int_equal(kmk_replay_run(replay, 2500, &error), KMK_OK);
  assert_true(calls <= STEPS - 2500);
  assert_number(store, "/n", 2500);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_number(store, "/n", STEPS);
  kmk_replay_free(replay);
}

static kmk_reducer *undoing(uint64_t *calls) {
  const kmk_undo_options options = {sizeof options, .state_path = "/n", .history_path = "/history"};
  return kmk_undoable(kmk_reducer_new(count, calls, NULL), &options);
}

FILE_TEST(Z56_a_replay_that_goes_back_has_the_histories_of_then) {
  kmk_error error;
  uint64_t calls = 0;
  const char *path = in_folder("a.log");
  k->store = open_store(k->loop, undoing(&calls), "{'n': 0, 'history': null}");
  kmk_recorder *recorder = record(k->store, path);
  for (int i = 0; i < BETWEEN + 10; i++)
    send_ok(k->store, "'inc'");
  for (int i = 0; i < 30; i++)
    send_ok(k->store, "'undo'");
  send_ok(k->store, "'redo'");
  char *then = kmk_store_state_text(k->store, JSON_COMPACT);
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, undoing(&calls), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  calls = 0;
  assert_int_equal(kmk_replay_run(replay, BETWEEN + 5, &error), KMK_OK);
  assert_int_equal(calls, 5);
  kmk_store *store = kmk_replay_store(replay);
  assert_number(store, "/n", BETWEEN + 5);
  assert_number(store, "/history/undo", 100);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  char *again = kmk_store_state_text(store, JSON_COMPACT);
  assert_string_equal(again, then);
  kmk_text_free(again);
  kmk_text_free(then);
  kmk_replay_free(replay);
}

/* The log has many checkpoints, closer together than the replay's own snapshots. */
FILE_TEST(Z58_a_replay_begins_at_any_checkpoint_with_the_histories_of_then) {
  kmk_error error;
  uint64_t calls = 0;
  const char *path = in_folder("a.log");
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 400;
  k->store = open_store(k->loop, undoing(&calls), "{'n': 0, 'history': null}");
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, &options, &error);
  for (int i = 0; i < 40; i++)
    send_ok(k->store, i % 5 == 4 ? "'undo'" : "'inc'");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, undoing(&calls), &error);
  kmk_store *store = kmk_replay_store(replay);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  for (uint64_t step = 39; step > 30; step--) {
    calls = 0;
    assert_int_equal(kmk_replay_run(replay, step, &error), KMK_OK);
    assert_in_range(calls, 0, 5);
    assert_number(store, "/n", step - 2 * (step / 5));
    assert_number(store, "/history/undo", step - 2 * (step / 5));
  }
  /* An open store behaves the same. */
  kmk_snapshot *then = kmk_replay_snapshot(replay, &error);
  assert_int_equal(kmk_store_restore(k->store, then, &error), KMK_OK);
  send_ok(k->store, "'undo'");
  assert_number(k->store, "/n", 31 - 2 * 6 - 1);
  kmk_snapshot_free(then);
  kmk_replay_free(replay);
}

/* The time of a step is the recorded time, regardless of the replay's clock. */
FILE_TEST(Z58_a_step_joins_the_one_before_a_checkpoint) {
  kmk_error error;
  uint64_t calls = 0;
  const char *path = in_folder("a.log");
  kmk_undo_options undo = {sizeof undo, .history_path = "/history", .group_nanoseconds = SECOND};
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 1;
  advance(k->loop, 5 * SECOND);
  k->store = open_store(k->loop, kmk_undoable(kmk_reducer_new(count, &calls, NULL), &undo),
                        "{'n': 0, 'history': null}");
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, &options, &error);
  send_ok(k->store, "'inc'");
  advance(k->loop, SECOND / 2);
  send_ok(k->store, "'inc'");
  advance(k->loop, 2 * SECOND);
  send_ok(k->store, "'inc'");
  assert_number(k->store, "/history/undo", 2);
  kmk_recorder_free(recorder);
  kmk_replay *replay =
      kmk_replay_open(path, kmk_undoable(kmk_reducer_new(count, &calls, NULL), &undo), &error);
  for (uint64_t step = 3; step > 0; step--) {
    assert_int_equal(kmk_replay_run(replay, step, &error), KMK_OK);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  }
  kmk_replay_free(replay);
}

/* The sheet is behind a dynamic reducer, so the engine does not know about the sheet before the first access. */
static kmk_reducer *sheet(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return traced_feature(1);
}

FILE_TEST(Z57_a_look_at_a_replay_changes_nothing_of_what_comes) {
  kmk_error error;
  const char *path = in_folder("a.log");
  /* On a real-time loop, where ids differ in each run. */
  kmk_loop *loop = kmk_loop_new(&error);
  kmk_store *store =
      open_store(loop, kmk_reader(sheet, NULL, NULL), "{'rows': [], 'sheet': {'n': 0}}");
  kmk_recorder *recorder = record(store, path);
  send_ok(store, "'more'");
  send_ok(store, "{'sheet': {'presented': 'inc'}}");
  char *id = kmk_store_presentation_id(store, "/sheet", &error);
  kmk_recorder_free(recorder);
  kmk_store_free(store);
  kmk_loop_free(loop);
  kmk_replay *replay = kmk_replay_open(path, kmk_reader(sheet, NULL, NULL), &error);
  kmk_text_free(kmk_store_presentation_id(kmk_replay_store(replay), "/sheet", &error));
  assert_int_equal(kmk_replay_run(replay, 1, &error), KMK_OK);
  kmk_snapshot_free(kmk_replay_snapshot(replay, &error));
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  char *again = kmk_store_presentation_id(kmk_replay_store(replay), "/sheet", &error);
  assert_string_equal(again, id);
  kmk_text_free(again);
  kmk_text_free(id);
  kmk_replay_free(replay);
}

/* --------------------------------------------------------------------- with state-driven effects */

static kmk_effect *ticks(const json_t *value, kmk_env *env, void *data) {
  (void)value, (void)env, (void)data;
  return kmk_effect_every_new(SECOND, json_string("tick"));
}

static kmk_effect *put(kmk_state *state, const json_t *action, kmk_env *env, void *by) {
  (void)action, (void)env;
  kmk_state_set_new(state, "/box", json_pack("{s:i}", "n", *(int *)by));
  return NULL;
}

static kmk_reducer *putting(int *by) {
  return kmk_running(kmk_reducer_new(put, by, NULL), "/on", NULL, ticks, NULL, NULL);
}

FILE_TEST(Z56_a_replay_that_goes_back_finds_the_first_difference_again) {
  kmk_error error;
  int one = 1, two = 2;
  const char *path = in_folder("a.log");
  k->store = open_store(k->loop, putting(&one), "{'box': {'n': 0}, 'on': 1}");
  kmk_recorder *recorder = record(k->store, path);
  send_ok(k->store, "'put'");
  send_ok(k->store, "'put'");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, putting(&two), &error);
  for (int tries = 0; tries < 3; tries++) {
    assert_int_equal(kmk_replay_run(replay, 2, &error), KMK_ERR_DECODE);
    assert_int_equal(kmk_replay_step(replay), 1);
    json_t *divergence = kmk_replay_divergence(replay);
    assert_json_text(json_object_get(divergence, "difference"),
                     "[{'op': 'replace', 'path': '/box/n', 'value': 2}]");
    json_decref(divergence);
    assert_int_equal(kmk_replay_run(replay, 0, &error), KMK_OK);
  }
  kmk_replay_free(replay);
}

/* Events between the steps of a recorded store: reads, restores, ignored actions. Also logs as tests. */
#include "trace_support.h"

#include <kumiki_test.h>

/* The sheet is behind a dynamic reducer, so the engine does not know about the sheet before the first access. */
static kmk_reducer *sheet(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return traced_feature(1);
}

static kmk_reducer *read_sheet(void) { return kmk_reader(sheet, NULL, NULL); }

static kmk_recorder *record(kmk_store *store, const char *path) {
  kmk_error error;
  kmk_recorder *recorder = kmk_recorder_new(store, path, NULL, &error);
  assert_non_null(recorder);
  return recorder;
}

FILE_TEST(Z51_an_id_that_a_look_between_the_steps_gave_is_in_the_next_record) {
  kmk_error error;
  const char *path = in_folder("a.log");
  /* On a real-time loop, where ids differ in each run. */
  kmk_loop *loop = kmk_loop_new(&error);
  kmk_store *store = open_store(loop, read_sheet(), "{'rows': [], 'sheet': {'n': 0}}");
  kmk_recorder *recorder = record(store, path);
  char *id = kmk_store_presentation_id(store, "/sheet", &error);
  assert_non_null(id);
  send_ok(store, "{'sheet': {'presented': 'inc'}}");
  assert_int_equal(kmk_store_dismiss_id(store, "sheet", id, &error), KMK_OK);
  kmk_recorder_free(recorder);
  kmk_store_free(store);
  kmk_loop_free(loop);
  kmk_replay *replay = kmk_replay_open(path, read_sheet(), &error);
  assert_int_equal(kmk_replay_run(replay, 1, &error), KMK_OK);
  char *again = kmk_store_presentation_id(kmk_replay_store(replay), "/sheet", &error);
  assert_string_equal(again, id);
  kmk_text_free(again);
  kmk_text_free(id);
  kmk_replay_free(replay);
  assert_replays(path, read_sheet(), "{\"rows\": [], \"sheet\": null}");
}

/* Opens the sheet as soon as there are rows. */
static void open_sheet(const json_t *rows, void *data) {
  kit *k = data;
  if (k->store != NULL && json_array_size(rows) > 2)
    send_ok(k->store, "'open'");
}

FILE_TEST(Z52_a_restore_is_recorded_before_what_observers_send_because_of_it) {
  kmk_error error;
  const char *path = in_folder("a.log");
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path);
  send_ok(k->store, "'more'");
  kmk_snapshot *full = kmk_store_snapshot(k->store, &error);
  send_ok(k->store, "'whole'");
  kmk_subscription *observer = kmk_store_observe(k->store, "/rows", open_sheet, k, NULL, &error);
  assert_int_equal(kmk_store_restore(k->store, full, &error), KMK_OK);
  char *then = kmk_store_state_text(k->store, JSON_COMPACT);
  kmk_snapshot_free(full);
  kmk_subscription_free(observer);
  kmk_recorder_free(recorder);
  assert_replays(path, traced_feature(1), then);
  kmk_text_free(then);
}

/* Sends itself an action of a shape that no sheet has. */
static kmk_effect *misfit(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env, (void)data;
  return kmk_action_is(action, "go") ? kmk_effect_send_new(json_pack("{s:s}", "sheet", "nothing"))
                                     : NULL;
}

static kmk_reducer *sending_misfits(void) {
  kmk_reducer *sheet = kmk_reducer_new(misfit, NULL, NULL);
  return kmk_presentation(kmk_reducer_new(misfit, NULL, NULL), "/sheet", "sheet", NULL, sheet);
}

FILE_TEST(Z53_an_action_that_was_dropped_is_dropped_again) {
  const char *path = in_folder("a.log");
  k->store = open_store(k->loop, sending_misfits(), "{'sheet': {}}");
  kmk_recorder *recorder = record(k->store, path);
  send_ok(k->store, "'go'");
  assert_issues(k, "['action-misfit']");
  kmk_recorder_free(recorder);
  assert_replays(path, sending_misfits(), "{\"sheet\": {}}");
}

typedef struct {
  int line;
  char message[600];
} failure;

static void keep_failure(const char *file, int line, const char *message, void *data) {
  failure *found = data;
  assert_string_equal(file, "here.c");
  found->line = line;
  snprintf(found->message, sizeof found->message, "%s", message);
}

FILE_TEST(Z54_a_log_is_a_test) {
  failure found = {0, ""};
  const char *path = in_folder("a.log");
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path);
  play_history(k);
  kmk_recorder_free(recorder);
  assert_true(kmk_test_replay(path, traced_feature(1)));
  assert_false(kmk_test_replay_at(path, traced_feature(2), keep_failure, &found, "here.c", 7));
  assert_int_equal(found.line, 7);
  assert_string_equal(found.message,
                      "step 1 came out differently\n"
                      "  action: {\"rows\":{\"element\":{\"id\":1,\"action\":\"inc\"}}}\n"
                      "  expected: [{\"op\":\"replace\",\"path\":\"/rows/0/n\",\"value\":1}]\n"
                      "  found: [{\"op\":\"replace\",\"path\":\"/rows/0/n\",\"value\":2}]\n"
                      "  difference: [{\"op\":\"replace\",\"path\":\"/rows/0/n\",\"value\":2}]");
  assert_false(kmk_test_replay_at(in_folder("none.log"), traced_feature(1), keep_failure, &found,
                                  "here.c", 8));
  assert_int_equal(found.line, 8);
  assert_non_null(strstr(found.message, "there is no file"));
  assert_false(kmk_test_replay_at(NULL, traced_feature(1), keep_failure, &found, "here.c", 9));
  assert_false(kmk_test_replay_at(path, NULL, keep_failure, &found, "here.c", 10));
  assert_int_equal(found.line, 10);
}

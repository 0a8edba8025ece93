/* Logs of an earlier version of the program, replayed by a later one. */
#include "trace_support.h"

#include <kumiki_test.h>
#include <stdio.h>
#include <string.h>

/* Version 1: {"n", "sidebar"}; "inc", "toggle" and {"add": N}. */
static kmk_effect *first(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  json_int_t n = json_integer_value(kmk_state_get(state, "/n"));
  if (kmk_action_is(action, "inc"))
    kmk_state_set_new(state, "/n", json_integer(n + 1));
  if (kmk_action_is(action, "add"))
    kmk_state_set_new(state, "/n",
                      json_integer(n + json_integer_value(kmk_action_payload(action, "add"))));
  if (kmk_action_is(action, "toggle"))
    kmk_state_set_new(state, "/sidebar",
                      json_boolean(!json_is_true(kmk_state_get(state, "/sidebar"))));
  return NULL;
}

/* Version 3: {"counter": {"count"}, "note"}; {"add": N}. With data, an addition of more than 4 adds one too many. */
static kmk_effect *third(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env;
  json_int_t by = json_integer_value(kmk_action_payload(action, "add"));
  json_int_t n = json_integer_value(kmk_state_get(state, "/counter/count"));
  if (by != 0)
    kmk_state_set_new(state, "/counter/count", json_integer(n + by + (data != NULL && by > 4)));
  return NULL;
}

static kmk_reducer *current(void *data) {
  kmk_reducer *base = KMK_CASES(kmk_reducer_new(third, data, NULL), {"add", "integer"});
  return kmk_shape(base, "{counter: {count: integer}, note: text = ''}");
}

static json_t *renamed(const json_t *state, void *data) {
  (void)data;
  return json_pack("{s:O?}", "count", json_object_get(state, "n"));
}

static json_t *nested(const json_t *state, void *data) {
  (void)data;
  return json_pack("{s:O}", "counter", state);
}

static json_t *respelled(const json_t *action, void *data) {
  (void)data;
  if (kmk_action_is(action, "toggle"))
    return json_null();
  return kmk_action_is(action, "inc") ? json_pack("{s:i}", "add", 1) : kmk_json_retain(action);
}

static json_t *unreadable(const json_t *action, void *data) {
  return kmk_action_is(action, "add") ? json_incref(data) : respelled(action, NULL);
}

static json_t *nothing(const json_t *action, void *data) {
  (void)action, (void)data;
  return NULL;
}

static const kmk_migration states[] = {{2, nested, NULL}, {1, renamed, NULL}};
static const kmk_migration actions[] = {{1, respelled, NULL}};
static const kmk_migrations to_third = {sizeof to_third, 3, 2, states};
static const kmk_migrations actions_to_third = {sizeof actions_to_third, 3, 1, actions};

static kmk_replay_options migrating(void) {
  kmk_replay_options options = KMK_REPLAY_OPTIONS_INIT;
  options.states = &to_third;
  options.actions = &actions_to_third;
  return options;
}

static kmk_recorder *begin(kmk_store *store, const char *path, uint32_t version, size_t between) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.version = version;
  options.checkpoint_bytes = between;
  kmk_recorder *recorder = kmk_recorder_new(store, path, &options, &error);
  assert_non_null(recorder);
  return recorder;
}

/* A run of version 1 with the actions, which are separated by spaces. */
static void record_first(kit *k, const char *path, const char *played, size_t between) {
  kmk_store *store =
      open_store(k->loop, kmk_reducer_new(first, NULL, NULL), "{'n': 1, 'sidebar': false}");
  kmk_recorder *recorder = begin(store, path, 1, between);
  char copy[256];
  snprintf(copy, sizeof copy, "%s", played);
  for (char *rest = copy, *action; (action = strtok_r(rest, " ", &rest)) != NULL;)
    send_ok(store, action);
  kmk_recorder_free(recorder);
  kmk_store_free(store);
}

static const char *record(kit *k, const char *played) {
  const char *path = in_folder("a.log");
  remove(path);
  record_first(k, path, played, 0);
  return path;
}

static void assert_state(kmk_replay *replay, const char *expected) {
  json_t *state = kmk_store_state(kmk_replay_store(replay));
  json_t *value = json_loads(expected, 0, NULL);
  assert_true(json_equal(state, value));
  json_decref(state), json_decref(value);
}

static kmk_replay *open_first(const char *path, kmk_reducer *reducer) {
  kmk_error error;
  const kmk_replay_options options = migrating();
  kmk_replay *replay = kmk_replay_open_with(path, reducer, &options, &error);
  if (replay == NULL)
    print_error("%s: %s\n", error.path, error.message);
  assert_non_null(replay);
  return replay;
}

FILE_TEST(Z220_an_old_log_is_replayed_by_a_new_program) {
  kmk_error error;
  const char *path = record(k, "'inc' 'toggle' {'add':7} 'toggle' 'inc'");
  kmk_replay *replay = open_first(path, current(NULL));
  assert_state(replay, "{\"counter\": {\"count\": 1}, \"note\": \"\"}");
  assert_int_equal(kmk_replay_run(replay, 3, &error), KMK_OK);
  assert_state(replay, "{\"counter\": {\"count\": 9}, \"note\": \"\"}");
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_int_equal(kmk_replay_step(replay), 5);
  assert_state(replay, "{\"counter\": {\"count\": 10}, \"note\": \"\"}");
  assert_int_equal(kmk_replay_run(replay, 1, &error), KMK_OK);
  assert_state(replay, "{\"counter\": {\"count\": 2}, \"note\": \"\"}");
  assert_null(kmk_replay_divergence(replay));
  kmk_replay_free(replay);
}

/* Runs of both versions in one file, with checkpoints after each step or two. */
FILE_TEST(Z220_a_log_may_contain_runs_of_several_versions) {
  kmk_error error;
  const char *path = record(k, "'inc'");
  remove(path);
  record_first(k, path, "'inc' {'add':2} 'inc' 'toggle' {'add':3}", 200);
  kmk_store *store =
      open_store(k->loop, current(NULL), "{'counter': {'count': 40}, 'note': 'new'}");
  kmk_recorder *recorder = begin(store, path, 3, 200);
  send_ok(store, "{'add': 1}");
  send_ok(store, "{'add': 1}");
  kmk_recorder_free(recorder);
  kmk_store_free(store);
  record_first(k, path, "'inc'", 0);

  kmk_replay *replay = open_first(path, current(NULL));
  for (uint64_t step = 1; step <= 8; step++)
    assert_int_equal(kmk_replay_run(replay, step, &error), KMK_OK);
  assert_state(replay, "{\"counter\": {\"count\": 2}, \"note\": \"\"}");
  for (uint64_t step = 8; step-- > 0;)
    assert_int_equal(kmk_replay_run(replay, step, &error), KMK_OK);
  assert_int_equal(kmk_replay_run(replay, 7, &error), KMK_OK);
  assert_state(replay, "{\"counter\": {\"count\": 42}, \"note\": \"new\"}");
  kmk_replay_free(replay);

  for (uint64_t step = 0; step <= 8; step++) {
    kmk_replay_options options = migrating();
    options.step = step;
    replay = kmk_replay_open_with(path, current(NULL), &options, &error);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    kmk_replay_free(replay);
  }
}

FILE_TEST(Z221_the_first_step_that_leads_to_another_state_is_reported) {
  kmk_error error;
  static int wrong;
  const char *path = record(k, "'inc' {'add':4} {'add':5} {'add':6} 'inc'");
  kmk_replay *replay = open_first(path, current(&wrong));
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  assert_int_equal(kmk_replay_step(replay), 3);
  json_t *found = kmk_replay_divergence(replay);
  json_t *expected = json_loads(
      "{\"step\": 3, \"version\": 1, \"action\": {\"add\": 5}, \"migrated\": {\"add\": 5},"
      "\"expected\": [{\"op\": \"replace\", \"path\": \"/counter/count\", \"value\": 11}],"
      "\"difference\": [{\"op\": \"replace\", \"path\": \"/counter/count\", \"value\": 12}],"
      "\"found\": [{\"op\": \"replace\", \"path\": \"/counter/count\", \"value\": 12}]}",
      0, NULL);
  assert_true(json_equal(found, expected));
  json_decref(found), json_decref(expected);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_int_equal(kmk_replay_step(replay), 5);
  kmk_replay_free(replay);
}

static json_t *marked(const json_t *state, void *data) {
  (void)data;
  json_int_t n = json_integer_value(json_object_get(state, "n"));
  return json_pack("{s:I}", "count", n > 5 ? n * 2 : n);
}

FILE_TEST(Z221_a_checkpoint_is_migrated_and_compared) {
  kmk_error error;
  const kmk_migration steps[] = {{1, marked, NULL}, {2, nested, NULL}};
  const kmk_migrations doubling = {sizeof doubling, 3, 2, steps};
  kmk_replay_options options = migrating();
  const char *path = in_folder("b.log");
  record_first(k, path, "'inc' 'inc' 'inc' 'inc' 'inc' 'inc' 'inc'", 1);
  options.states = &doubling;
  /* The patch of step 5 is removed, so that the checkpoint after it is the first to differ. */
  in_shell("sed -i '/^{\"step\":5,/s/\"patch\":\\[[^]]*\\]/\"patch\":[]/' b.log");
  kmk_replay *replay = kmk_replay_open_with(path, current(NULL), &options, &error);
  assert_int_equal(kmk_replay_run(replay, 4, &error), KMK_OK);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  json_t *found = kmk_replay_divergence(replay);
  assert_int_equal(json_integer_value(json_object_get(found, "step")), 5);
  json_decref(found);
  kmk_replay_free(replay);
}

FILE_TEST(Z222_a_left_out_action_is_compared_by_its_state) {
  kmk_error error;
  const kmk_migration none[] = {{1, unreadable, json_null()}};
  const kmk_migrations leaving = {sizeof leaving, 3, 1, none};
  kmk_replay_options options = migrating();
  options.actions = &leaving;
  const char *path = record(k, "'toggle' {'add':2} 'inc'");
  kmk_replay *replay = kmk_replay_open_with(path, current(NULL), &options, &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  assert_int_equal(kmk_replay_step(replay), 2);
  json_t *found = kmk_replay_divergence(replay);
  assert_true(json_is_null(json_object_get(found, "migrated")));
  assert_int_equal(json_array_size(json_object_get(found, "found")), 0);
  json_decref(found);
  kmk_replay_free(replay);
}

static void assert_refused(const char *path, const kmk_replay_options *options, kmk_status status,
                           const char *place, const char *message) {
  kmk_error error;
  assert_null(kmk_replay_open_with(path, current(NULL), options, &error));
  assert_int_equal(error.status, status);
  assert_string_equal(error.path, place);
  assert_string_equal(error.message, message);
}

FILE_TEST(Z223_migrations_that_do_not_match_the_log_are_refused) {
  const char *path = record(k, "'inc'");
  kmk_replay_options options = migrating();
  const kmk_migration twice[] = {{1, renamed, NULL}, {1, nested, NULL}};
  const kmk_migrations ambiguous = {sizeof ambiguous, 3, 2, twice};
  options.states = &ambiguous;
  assert_refused(path, &options, KMK_ERR_INVALID_ARGUMENT, "",
                 "two of options.states.steps are from version 1");
  options = migrating();
  options.actions = &ambiguous;
  assert_refused(path, &options, KMK_ERR_INVALID_ARGUMENT, "",
                 "two of options.actions.steps are from version 1");
  const kmk_migrations other = {sizeof other, 2, 1, actions};
  options.actions = &other;
  assert_refused(path, &options, KMK_ERR_INVALID_ARGUMENT, "",
                 "options.states migrates to version 3, and options.actions to 2");
  options = migrating();
  const kmk_migrations gap = {sizeof gap, 3, 1, states + 1};
  options.states = &gap;
  assert_refused(path, &options, KMK_ERR_DECODE, "/version",
                 "found version 1, expected 3: there is no migration from 2");
  const kmk_migration failing[] = {{1, nothing, NULL}, {2, nested, NULL}};
  const kmk_migrations broken = {sizeof broken, 3, 2, failing};
  options.states = &broken;
  assert_refused(path, &options, KMK_ERR_DECODE, "/state",
                 "the migration from version 1 cannot read it");
  const kmk_migrations none = {sizeof none, 0, 0, NULL};
  const char *newer = "found version 1, expected at most 0: a newer program has written this";
  options.states = &none, options.actions = NULL;
  assert_refused(path, &options, KMK_ERR_DECODE, "/version", newer);
  options.states = NULL, options.actions = &none;
  assert_refused(path, &options, KMK_ERR_DECODE, "/version", newer);
  const kmk_migration empty[] = {{1, NULL, NULL}};
  const kmk_migrations without = {sizeof without, 3, 1, empty};
  options.actions = &without;
  assert_refused(path, &options, KMK_ERR_INVALID_ARGUMENT, "",
                 "options.actions.steps.migrate is NULL");
  options = migrating();
  options.size = 8;
  assert_refused(path, &options, KMK_ERR_INVALID_ARGUMENT, "",
                 "options.size is smaller than kmk_replay_options; use KMK_REPLAY_OPTIONS_INIT");
}

/* The message names the step and the version, the step does not run, and the next call continues. */
FILE_TEST(Z223_a_result_that_is_not_an_action_is_an_error_at_its_step) {
  kmk_error error;
  const char *path = record(k, "'inc' {'add':7} 'toggle'");
  json_t *number = json_integer(5);
  const kmk_migration steps[][1] = {{{1, unreadable, number}}, {{1, nothing, NULL}}};
  const char *said[] = {"step 2, its action: the migration from version 1 returned 5, "
                        "expected an action or null",
                        "step 1, its action: the migration from version 1 returned nothing, "
                        "expected an action or null"};
  for (int i = 0; i < 2; i++) {
    const kmk_migrations wrong = {sizeof wrong, 3, 1, steps[i]};
    kmk_replay_options options = migrating();
    options.actions = &wrong;
    kmk_replay *replay = kmk_replay_open_with(path, current(NULL), &options, &error);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
    assert_string_equal(error.message, said[i]);
    assert_string_equal(error.path, "/action");
    assert_int_equal(kmk_replay_step(replay), 1 - i);
    assert_null(kmk_replay_divergence(replay));
    kmk_replay_free(replay);
  }
  json_decref(number);
}

static json_t *only_small(const json_t *state, void *data) {
  return json_integer_value(json_object_get(state, "n")) > 5 ? NULL : renamed(state, data);
}

FILE_TEST(Z223_a_recorded_state_that_cannot_be_read_is_an_error_at_its_step) {
  kmk_error error;
  const kmk_migration steps[] = {{1, only_small, NULL}, {2, nested, NULL}};
  const kmk_migrations small = {sizeof small, 3, 2, steps};
  kmk_replay_options options = migrating();
  options.states = &small;
  const char *path = record(k, "'inc' {'add':7} 'inc'");
  kmk_replay *replay = kmk_replay_open_with(path, current(NULL), &options, &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  assert_string_equal(error.message, "step 2, its recorded state: the migration from version 1 "
                                     "cannot read it");
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_state(replay, "{\"counter\": {\"count\": 10}, \"note\": \"\"}");
  kmk_replay_free(replay);
}

static void note(const char *file, int line, const char *message, void *text) {
  (void)file, (void)line;
  snprintf(text, 2048, "%s", message);
}

FILE_TEST(Z220_an_old_log_is_a_test_of_the_new_program) {
  static int wrong;
  char text[2048] = "";
  const char *path = record(k, "'inc' 'toggle' {'add':7}");
  const kmk_replay_options options = migrating();
  assert_true(kmk_test_replay_with(path, current(NULL), &options));
  assert_false(
      kmk_test_replay_with_at(path, current(&wrong), &options, note, text, __FILE__, __LINE__));
  assert_non_null(strstr(text, "step 3 came out differently\n  action: {\"add\":7}\n"));
  assert_non_null(strstr(text, "migrated: {\"add\":7}\n"));
}

/* A secret is null in the log. It matches its declaration in the new place too. */
FILE_TEST(Z220_a_secret_may_move) {
  kmk_error error;
  const char *const secrets[] = {"/n", NULL};
  kmk_recorder_options recording = KMK_RECORDER_OPTIONS_INIT;
  recording.version = 1;
  recording.secret_paths = secrets;
  const char *path = in_folder("a.log");
  kmk_store *store =
      open_store(k->loop, kmk_reducer_new(first, NULL, NULL), "{'n': 1, 'sidebar': false}");
  kmk_recorder *recorder = kmk_recorder_new(store, path, &recording, &error);
  send_ok(store, "'toggle'");
  kmk_recorder_free(recorder);
  kmk_store_free(store);
  kmk_replay *replay = open_first(path, current(NULL));
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  kmk_replay_free(replay);
}

int main(void) { return run_all_tests(); }

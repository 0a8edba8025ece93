/* Recorders and replays: records steps in a file, and runs the same steps again. */
/* For truncate and setenv in strict C11. */
#define _POSIX_C_SOURCE 200809L

#include "trace_support.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static kmk_recorder *record(kmk_store *store, const char *path,
                            const kmk_recorder_options *options) {
  kmk_error error;
  kmk_recorder *recorder = kmk_recorder_new(store, path, options, &error);
  assert_non_null(recorder);
  return recorder;
}

static off_t size_of(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 ? status.st_size : -1;
}

FILE_TEST(Z40_a_recorded_history_comes_out_the_same) {
  const char *path = in_folder("a.log");
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path, NULL);
  play_history(k);
  char *then = kmk_store_state_text(k->store, JSON_COMPACT);
  kmk_recorder_free(recorder);
  assert_replays(path, traced_feature(1), then);
  kmk_text_free(then);
}

FILE_TEST(Z41_a_changed_reducer_is_noticed_at_the_first_step_that_differs) {
  kmk_error error;
  const char *path = in_folder("a.log");
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path, NULL);
  send_ok(k->store, "'open'");
  send_ok(k->store, "{'sheet': {'presented': 'inc'}}");
  send_ok(k->store, "'more'");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, traced_feature(2), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  assert_int_equal(kmk_replay_step(replay), 2);
  json_t *divergence = kmk_replay_divergence(replay);
  assert_json_text(divergence,
                   "{'step': 2, 'action': {'sheet': {'presented': 'inc'}}, "
                   "'expected': [{'op': 'replace', 'path': '/sheet/n', 'value': 1}], "
                   "'found': [{'op': 'replace', 'path': '/sheet/n', 'value': 2}], "
                   "'difference': [{'op': 'replace', 'path': '/sheet/n', 'value': 2}]}");
  json_decref(divergence);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_int_equal(kmk_replay_step(replay), 3);
  kmk_replay_free(replay);
}

FILE_TEST(Z42_a_replay_goes_to_any_step_and_back) {
  kmk_error error;
  const char *path = in_folder("a.log");
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 300;
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path, &options);
  for (int i = 0; i < 20; i++)
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, traced_feature(1), &error);
  kmk_store *store = kmk_replay_store(replay); /* the same store, even after going back */
  const uint64_t steps[] = {20, 3, 17, 1, 20};
  for (size_t i = 0; i < COUNT_OF(steps); i++) {
    assert_int_equal(kmk_replay_run(replay, steps[i], &error), KMK_OK);
    assert_int_equal(kmk_replay_step(replay), steps[i]);
    json_t *n = kmk_store_get(store, "/rows/0/n", NULL);
    assert_int_equal(json_integer_value(n), steps[i]);
    json_decref(n);
  }
  assert_int_equal(kmk_replay_run(replay, 21, &error), KMK_ERR_NOT_FOUND);
  kmk_replay_free(replay);
}

FILE_TEST(Z43_a_living_store_goes_on_from_a_replayed_step) {
  kmk_error error;
  const char *path = in_folder("a.log");
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path, NULL);
  play_history(k);
  kmk_replay *replay = kmk_replay_open(path, traced_feature(1), &error);
  assert_int_equal(kmk_replay_run(replay, 1, &error), KMK_OK);
  kmk_snapshot *then = kmk_replay_snapshot(replay, &error);
  assert_int_equal(kmk_store_restore(k->store, then, &error), KMK_OK);
  assert_state_text(k->store, "{'rows': [{'id': 1, 'n': 1}, {'id': 2, 'n': 0}], 'sheet': null}");
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'inc'}}}");
  char *now = kmk_store_state_text(k->store, JSON_COMPACT);
  kmk_snapshot_free(then);
  kmk_replay_free(replay);
  kmk_recorder_free(recorder);
  /* The log contains the restore too. */
  assert_replays(path, traced_feature(1), now);
  kmk_text_free(now);
}

FILE_TEST(Z44_a_replay_begins_nothing_and_takes_nothing) {
  kmk_error error;
  const char *path = in_folder("a.log");
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path, NULL);
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'later'}}}");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, traced_feature(1), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_int_equal(kmk_store_effect_count(kmk_replay_store(replay)), 0);
  assert_int_equal(send_status(kmk_replay_store(replay), "'open'"), KMK_ERR_BUSY);
  kmk_replay_free(replay);
}

/* A killed process leaves an incomplete last line. */
FILE_TEST(Z45_what_was_not_finished_is_left_out_and_then_cut_off) {
  const char *path = in_folder("a.log");
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path, NULL);
  send_ok(k->store, "'more'");
  char *then = kmk_store_state_text(k->store, JSON_COMPACT);
  off_t whole = size_of(path);
  send_ok(k->store, "{'rows': {'element': {'id': 3, 'action': 'inc'}}}");
  off_t longer = size_of(path);
  kmk_recorder_free(recorder);
  for (off_t size = longer - 1; size >= whole; size -= 7) {
    assert_int_equal(truncate(path, size), 0);
    assert_replays(path, traced_feature(1), then);
  }
  recorder = record(k->store, path, NULL);
  send_ok(k->store, "'open'");
  kmk_recorder_free(recorder);
  kmk_text_free(then);
  then = kmk_store_state_text(k->store, JSON_COMPACT);
  /* The second run in the log starts with its own checkpoint. */
  kmk_error error;
  kmk_replay *replay = kmk_replay_open(path, traced_feature(1), &error);
  assert_non_null(replay);
  kmk_replay_free(replay);
  kmk_text_free(then);
}

FILE_TEST(Z46_a_log_is_rotated) {
  const char *path = in_folder("a.log"), *old = in_folder("a.log.1");
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 500;
  options.rotate_bytes = 3000;
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path, &options);
  for (int i = 0; i < 200; i++)
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  assert_int_equal(kmk_recorder_flush(recorder, NULL), KMK_OK);
  char *now = kmk_store_state_text(k->store, JSON_COMPACT);
  kmk_recorder_free(recorder);
  assert_true(size_of(path) > 0 && size_of(path) < 6000);
  assert_true(size_of(old) > 0 && size_of(old) < 6000);
  assert_replays(path, traced_feature(1), now);
  kmk_text_free(now);
}

/* {"set": {"at": POINTER, "value": V}} writes. */
static kmk_effect *set(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *payload = kmk_action_payload(action, "set");
  if (payload != NULL)
    kmk_state_set(state, json_string_value(json_object_get(payload, "at")),
                  json_object_get(payload, "value"));
  return NULL;
}

FILE_TEST(Z47_secrets_stay_out_of_the_file) {
  const char *path = in_folder("a.log");
  const char *const secrets[] = {"/rows/*/word", "/by~1name/*/word", "/login",
                                 "set",          "rows.element.set", NULL};
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.secret_paths = secrets;
  options.checkpoint_bytes = 1;
  k->store = open_store(
      k->loop,
      kmk_for_each(kmk_reducer_new(set, NULL, NULL), "/rows", "rows", "id",
                   kmk_reducer_new(set, NULL, NULL)),
      "{'login': {'name': 'hidden'}, 'by/name': {'a': {'word': 'hidden'}}, 'shown': 'seen 1',"
      " 'rows': [{'id': 1, 'word': 'hidden', 'n': 'seen 2'}, {'id': 2, 'word': 'hidden'}]}");
  kmk_recorder *recorder = record(k->store, path, &options);
  /* At the secret place, above it, below it, at an index matched by a star, a whole array, the whole state. */
  send_ok(k->store, "{'set': {'at': '/login', 'value': 'hidden'}}");
  send_ok(k->store, "{'set': {'at': '/login', 'value': {'name': {'first': 'hidden'}}}}");
  send_ok(k->store, "{'set': {'at': '/login/name/first', 'value': 'hidden again'}}");
  send_ok(k->store, "{'set': {'at': '/rows/1/word', 'value': ['hidden']}}");
  send_ok(k->store, "{'set': {'at': '/by~1name/a/word', 'value': 'hidden 2'}}");
  send_ok(k->store, "{'set': {'at': '/by~1name/b', 'value': {'word': 'hidden', 'x': 'seen 3'}}}");
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action':"
                    " {'set': {'at': '/word', 'value': 'hidden'}}}}}");
  send_ok(k->store, "{'set': {'at': '/rows/0', 'value': {'id': 7, 'word': 'hidden'}}}");
  send_ok(k->store, "{'set': {'at': '/rows', 'value': [{'id': 7, 'word': 'hidden 3'}]}}");
  send_ok(k->store, "{'set': {'at': '/shown', 'value': 'seen 4'}}");
  kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
  assert_int_equal(kmk_store_restore(k->store, snapshot, NULL), KMK_OK);
  kmk_snapshot_free(snapshot);
  send_ok(k->store, "{'set': {'at': '', 'value': {'login': 'hidden', 'rows': []}}}");
  kmk_recorder_free(recorder);
  char text[32768] = "";
  FILE *file = fopen(path, "r");
  assert_in_range(fread(text, 1, sizeof text - 1, file), 1, sizeof text - 2);
  fclose(file);
  assert_null(strstr(text, "hidden"));
  const char *const seen[] = {"seen 1", "seen 2", "seen 3", "seen 4"};
  for (size_t i = 0; i < COUNT_OF(seen); i++)
    assert_non_null(strstr(text, seen[i]));
}

/* 2,048 levels, including the object around the arrays and the number inside them. */
FILE_TEST(Z59_a_state_as_deep_as_one_may_be_is_recorded_and_replayed) {
  const char *path = in_folder("a.log");
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  char *deep = wrapped(2046, "[", "1", "]");
  size_t size = strlen(deep) + 40;
  char *state = malloc(size);
  snprintf(state, size, "{'deep': %s, 'n': 0}", deep);
  options.checkpoint_bytes = 100;
  k->store = open_store(k->loop, kmk_reducer_new(set, NULL, NULL), state);
  kmk_recorder *recorder = record(k->store, path, &options);
  for (int i = 0; i < 5; i++)
    send_ok(k->store, "{'set': {'at': '/n', 'value': 7}}");
  kmk_recorder_free(recorder);
  char *now = kmk_store_state_text(k->store, JSON_COMPACT);
  assert_replays(path, kmk_reducer_new(set, NULL, NULL), now);
  kmk_text_free(now);
  free(state);
  free(deep);
}

FILE_TEST(Z47_secrets_stay_out_of_histories_in_checkpoints) {
  const char *path = in_folder("a.log");
  const char *const secrets[] = {"/by~1name/rows/*/word", "/plain/*", "/login/name", "set", NULL};
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.secret_paths = secrets;
  options.checkpoint_bytes = 1;
  kmk_reducer *rows = kmk_for_each(kmk_reducer_new(set, NULL, NULL), "/by~1name/rows", "rows", "id",
                                   kmk_reducer_new(set, NULL, NULL));
  k->store =
      open_store(k->loop, kmk_undoable(rows, NULL),
                 "{'by/name': {'rows': [{'id': 1, 'word': 'hidden'}, {'id': 2, 'word': 'hidden'}]},"
                 " 'login': {'name': 'hidden', 'n': 'seen 1'}, 'plain': ['hidden', 'hidden'], "
                 "'shown': 'seen 2'}");
  kmk_recorder *recorder = record(k->store, path, &options);
  static const char *const places[] = {"/by~1name/rows/1/word",
                                       "/plain/0",
                                       "/login/name",
                                       "/by~1name/rows/0",
                                       "/plain",
                                       "/login",
                                       "/by~1name",
                                       ""};
  for (size_t i = 0; i < COUNT_OF(places); i++) {
    json_t *action = json_pack("{s: {s: s, s: n}}", "set", "at", places[i], "value");
    if (i == COUNT_OF(places) - 1)
      json_object_set_new(json_object_get(action, "set"), "value", json_object());
    if (i == 3)
      json_object_set_new(json_object_get(action, "set"), "value", json_pack("{s: i}", "id", 1));
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
    if (i == 2)
      send_ok(k->store, "'undo'");
  }
  for (size_t i = 0; i < COUNT_OF(places); i++)
    send_ok(k->store, "'undo'");
  kmk_recorder_free(recorder);
  static char text[262144];
  FILE *file = fopen(path, "r");
  size_t size = fread(text, 1, sizeof text - 1, file);
  assert_in_range(size, 1, sizeof text - 2);
  text[size] = '\0';
  fclose(file);
  assert_non_null(strstr(text, "histories"));
  assert_null(strstr(text, "hidden"));
  assert_non_null(strstr(text, "seen 1"));
  assert_non_null(strstr(text, "seen 2"));
}

FILE_TEST(Z47_a_malformed_place_is_refused) {
  const char *const malformed[] = {"", "/a~", "/a~2", ".a", "a.", "a..b", "a/b"};
  char longest[1025];
  memset(longest, 'a', sizeof longest);
  longest[1024] = '\0';
  open_traced(k);
  for (size_t i = 0; i <= COUNT_OF(malformed); i++) {
    const char *given = i < COUNT_OF(malformed) ? malformed[i] : longest;
    const char *const secrets[] = {"/a~0~1/*", "a.b", given, NULL};
    kmk_error error;
    kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
    options.secret_paths = secrets;
    assert_null(kmk_recorder_new(k->store, in_folder("a.log"), &options, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "secret_paths"));
  }
  assert_int_equal(access(in_folder("a.log"), F_OK), -1);
}

FILE_TEST(Z48_a_file_that_cannot_be_written_stops_the_recorder_alone) {
  kmk_error error;
  open_traced(k);
  assert_null(kmk_recorder_new(k->store, in_folder("missing/a.log"), NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_recorder *recorder = record(k->store, "/dev/full", NULL);
  send_ok(k->store, "'open'");
  assert_issues(k, "['record-failed']");
  assert_int_equal(kmk_recorder_flush(recorder, &error), KMK_ERR_CLOSED);
  kmk_recorder_free(recorder);
  assert_null(kmk_recorder_new(NULL, in_folder("a.log"), NULL, &error));
  assert_null(kmk_recorder_new(k->store, NULL, NULL, &error));
  assert_int_equal(kmk_recorder_flush(NULL, &error), KMK_ERR_INVALID_ARGUMENT);
  kmk_recorder_free(NULL);
}

FILE_TEST(Z49_what_is_no_log_is_refused_with_its_place) {
  kmk_error error;
  const char *path = in_folder("a.log");
  assert_null(kmk_replay_open(path, traced_feature(1), &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  write_file(path, "{\"step\": 1}\n");
  assert_null(kmk_replay_open(path, traced_feature(1), &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  write_file(path, "{\"checkpoint\" [}\n");
  assert_null(kmk_replay_open(path, traced_feature(1), &error));
  assert_int_equal(error.status, KMK_ERR_JSON);
  assert_null(kmk_replay_open(NULL, traced_feature(1), &error));
  assert_null(kmk_replay_open(path, NULL, &error));
  assert_int_equal(kmk_replay_run(NULL, 1, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_replay_step(NULL), 0);
  assert_null(kmk_replay_store(NULL));
  assert_null(kmk_replay_divergence(NULL));
  assert_null(kmk_replay_snapshot(NULL, &error));
  kmk_replay_free(NULL);
}

static void append(const char *path, const char *text) {
  FILE *file = fopen(path, "a");
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

/* A log that another program has written, or a person. */
FILE_TEST(Z40_a_line_may_have_spaces) {
  const char *path = in_folder("a.log");
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path, NULL);
  play_history(k);
  char *then = kmk_store_state_text(k->store, JSON_COMPACT);
  kmk_recorder_free(recorder);
  char *line = NULL;
  size_t size = 0;
  FILE *log = fopen(path, "r");
  path = in_folder("b.log");
  FILE *spaced = fopen(path, "w");
  while (getline(&line, &size, log) > 0) {
    json_t *one = json_loads(line, 0, NULL);
    char *text = json_dumps(one, 0); /* {"step": 1, ...} */
    fprintf(spaced, "%s \n", text);
    free(text);
    json_decref(one);
  }
  free(line);
  fclose(log);
  fclose(spaced);
  assert_replays(path, traced_feature(1), then);
  kmk_text_free(then);
}

/* Each damaged line follows a valid line. The error gives the byte at which the line becomes invalid. */
FILE_TEST(Z49_a_line_that_is_damaged_is_refused_with_its_place) {
  kmk_error error;
  const char *path = in_folder("a.log");
  open_traced(k);
  kmk_recorder_free(record(k->store, path, NULL));
  const off_t whole = size_of(path);
  const char *lines[] = {
      "{\"step\": 1, \"action\": \"tick\"\n", "{\"step\": 1, \"action\": [tick], \"patch\": []}\n",
      "{\"step\": 1, \"action\": \"ti\n",     "{\"step\": 1} {\n",
      "{\"step\": 1, action: \"tick\"}\n",    "{\"step\": 1, \"patch\": [}\n",
  };
  for (size_t i = 0; i < COUNT_OF(lines); i++) {
    assert_int_equal(truncate(path, whole), 0);
    append(path, lines[i]);
    kmk_replay *replay = kmk_replay_open(path, traced_feature(1), &error);
    assert_non_null(replay);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_JSON);
    assert_true((off_t)error.position > whole && (off_t)error.position <= size_of(path));
    assert_int_equal(kmk_replay_step(replay), 0);
    kmk_replay_free(replay);
  }
}

FILE_TEST(Z50_a_program_that_was_not_changed_is_recorded) {
  const char *path = in_folder("env.log");
  setenv("KUMIKI_RECORD", path, 1);
  open_traced(k);
  unsetenv("KUMIKI_RECORD");
  play_history(k);
  char *then = kmk_store_state_text(k->store, JSON_COMPACT);
  end_store(k);
  assert_replays(path, traced_feature(1), then);
  kmk_text_free(then);
}

/* A recorder writes the same JSON text as jansson. */
FILE_TEST(Z40_values_of_every_kind_are_recorded_as_they_are) {
  const char *path = in_folder("a.log");
  json_t *all =
      json_pack("{s:[i,I,I,f,f,b,b,n,[],{}], s:s, s:s, s:i}", "values", -7, (json_int_t)INT64_MIN,
                (json_int_t)INT64_MAX, 0.1, -1e300, 1, 0, "texts\n\t\r\b\f\"\\\x01\x1f",
                "a \" b \\ c \n\t\r\b\f \x01 \x7f \xc3\xa9", "", "", "n", 0);
  assert_non_null(all);
  char *text = text_of(all);
  k->store = kmk_store_new(k->loop, kmk_reducer_new(set, NULL, NULL), all, NULL);
  kmk_recorder *recorder = record(k->store, path, NULL);
  kmk_store_sendf(k->store, NULL, "{s:{s:s, s:O}}", "set", "at", "/n", "value", all);
  kmk_recorder_free(recorder);
  kmk_error error;
  kmk_replay *replay = kmk_replay_open(path, kmk_reducer_new(set, NULL, NULL), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  json_t *found = kmk_store_get(kmk_replay_store(replay), "/n", NULL);
  char *again = text_of(found);
  assert_string_equal(again, text);
  free(text);
  free(again);
  json_decref(found);
  json_decref(all);
  kmk_replay_free(replay);
}

/* Damaged logs: the errors that a replay reports, and how it continues. */
#include "trace_support.h"

#include <kumiki_test.h>
#include <stdio.h>

/* {"set": V} writes V to /n; other actions add one. */
static kmk_effect *change(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *value = kmk_action_payload(action, "set");
  if (value != NULL)
    kmk_state_set(state, "/n", value);
  else
    kmk_state_set_new(state, "/n",
                      json_integer(json_integer_value(kmk_state_get(state, "/n")) + 1));
  return NULL;
}

static kmk_reducer *changing(void) { return kmk_reducer_new(change, NULL, NULL); }

/* Appends a run of `steps` steps to a log. */
static void record_run(kit *k, const char *path, size_t between, int steps) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = between;
  kmk_store *store = open_store(k->loop, changing(), "{'n': 0, 'other': 5}");
  kmk_recorder *recorder = kmk_recorder_new(store, path, &options, &error);
  assert_non_null(recorder);
  for (int i = 0; i < steps; i++)
    send_ok(store, "'inc'");
  kmk_recorder_free(recorder);
  kmk_store_free(store);
}

/* Copies a log with one part of its text replaced, and returns the copy's path. */
static const char *damaged(const char *path, const char *part, const char *other) {
  static char text[65536], all[65536 + 64];
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  char *at = strstr(text, part);
  assert_non_null(at);
  snprintf(all, sizeof all, "%.*s%s%s", (int)(at - text), text, other, at + strlen(part));
  static char other_path[4096]; /* in_folder may return the memory of `path` again */
  snprintf(other_path, sizeof other_path, "%s.damaged", path);
  write_file(other_path, all);
  return other_path;
}

/* Runs a log to its end, and returns how often the replay stopped. `last` receives the last error. */
static int stops_in(const char *path, kmk_error *last, uint64_t *end) {
  kmk_error error;
  kmk_replay *replay = kmk_replay_open(path, changing(), &error);
  assert_non_null(replay);
  int count = 0;
  while (kmk_replay_run(replay, UINT64_MAX, &error) != KMK_OK) {
    *last = error;
    assert_in_range(++count, 1, 20);
    json_decref(kmk_replay_divergence(replay));
  }
  *end = kmk_replay_step(replay);
  kmk_replay_run(replay, 1, NULL);
  kmk_replay_free(replay);
  return count;
}

FILE_TEST(Z100_a_number_that_no_step_has_is_refused_with_its_place) {
  kmk_error error;
  uint64_t end;
  const char *path = in_folder("a.log");
  const char *const wrong[] = {"9223372036854775807",
                               "9223372036854775808",
                               "18446744073709551615",
                               "99999999999999999999",
                               "-3",
                               "3.0",
                               "\"3\"",
                               "null"};
  record_run(k, path, 0, 5);
  char line[64];
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    snprintf(line, sizeof line, "\n{\"step\":%s,", wrong[i]);
    const char *log = damaged(path, "\n{\"step\":3,", line);
    kmk_replay *replay = kmk_replay_open(log, changing(), &error);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
    assert_string_equal(error.path, "/step");
    assert_true(error.position > 0);
    assert_int_equal(kmk_replay_step(replay), 2);
    kmk_replay_free(replay);
    stops_in(log, &error, &end);
    assert_int_equal(end, 5);
    snprintf(line, sizeof line, "\"step\":%s,\"clock\"", wrong[i]);
    assert_null(kmk_replay_open(damaged(path, "\"step\":0,\"clock\"", line), changing(), &error));
    assert_int_equal(error.status, KMK_ERR_DECODE);
    assert_string_equal(error.path, "/step");
  }
}

FILE_TEST(Z100_the_largest_numbers_of_steps_are_run) {
  kmk_error error;
  uint64_t end;
  const char *path = in_folder("a.log");
  const char *const numbers[] = {"1099511627776", "4611686018427387904", "9223372036854775806"};
  record_run(k, path, 0, 5);
  record_run(k, path, 0, 5);
  char line[64];
  for (size_t i = 0; i < COUNT_OF(numbers); i++) {
    snprintf(line, sizeof line, "{\"step\":%s,", numbers[i]);
    stops_in(damaged(path, "{\"step\":5,", line), &error, &end);
    stops_in(damaged(path, "{\"step\":3,", line), &error, &end);
    assert_int_equal(end, 10);
  }
}

/* The line is reported once, with its position, and the steps after it run. */
FILE_TEST(Z101_a_line_that_is_no_object_is_told_of_once) {
  kmk_error error;
  const char *path = in_folder("a.log");
  const char *const wrong[] = {"\n[\"step\":3", "\n\n{\"step\":3", "\n7\n{\"step\":3",
                               "\n{\"step\":3,,", "\n{}\n{\"step\":3"};
  record_run(k, path, 0, 5);
  record_run(k, path, 0, 2);
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    kmk_replay *replay =
        kmk_replay_open(damaged(path, "\n{\"step\":3", wrong[i]), changing(), &error);
    kmk_status status = kmk_replay_run(replay, UINT64_MAX, &error);
    assert_true(status == KMK_ERR_JSON || status == KMK_ERR_DECODE);
    assert_true(error.position > 0);
    assert_int_equal(kmk_replay_step(replay), 2);
    status = kmk_replay_run(replay, UINT64_MAX, &error);
    if (status == KMK_ERR_DECODE) { /* the log lacks the damaged step */
      assert_non_null(strstr(error.message, "does not have step 3"));
      status = kmk_replay_run(replay, UINT64_MAX, &error);
    }
    assert_int_equal(status, KMK_OK);
    assert_int_equal(kmk_replay_step(replay), 7);
    kmk_replay_free(replay);
  }
}

/* Even if no later step could differ. */
FILE_TEST(Z101_a_step_whose_members_have_other_names_is_told_of) {
  kmk_error error;
  uint64_t end;
  const char *path = in_folder("a.log");
  const char *const wrong[][2] = {{"\n{\"step\":5,", "\n{\"stop\":5,"},
                                  {"\n{\"step\":5,\"clock\":0,\"origin\":\"program\",\"action\"",
                                   "\n{\"step\":5,\"clock\":0,\"origin\":\"program\",\"auction\""}};
  record_run(k, path, 0, 5);
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    assert_int_equal(stops_in(damaged(path, wrong[i][0], wrong[i][1]), &error, &end), 1);
    assert_int_equal(error.status, KMK_ERR_DECODE);
    assert_true(error.position > 0);
    assert_int_equal(end, 4);
  }
}

FILE_TEST(Z86_a_log_of_a_newer_form_is_refused) {
  kmk_error error;
  const char *path = in_folder("a.log");
  record_run(k, path, 0, 2);
  assert_null(kmk_replay_open(damaged(path, "\"form\":1", "\"form\":2"), changing(), &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/form");
  assert_non_null(strstr(error.message, "a newer library has written this"));
  const char *const wrong[] = {"", "\"form\":0,", "\"form\":\"1\","};
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    assert_null(kmk_replay_open(damaged(path, "\"form\":1,", wrong[i]), changing(), &error));
    assert_int_equal(error.status, KMK_ERR_DECODE);
    assert_string_equal(error.path, "/form");
  }
}

FILE_TEST(Z41_another_value_of_any_kind_is_noticed) {
  static const char *const values[] = {
      /* in an action, {} means the same as null */
      "null",  "true",  "false", "0",      "1",    "1.0",          "2.0",         "\"\"",
      "\"a\"", "\"b\"", "[]",    "[null]", "[[]]", "{\"a\":null}", "{\"b\":null}"};
  for (size_t i = 0; i < COUNT_OF(values); i++) {
    kmk_error error;
    uint64_t end;
    char name[16], action[64], other[64];
    snprintf(name, sizeof name, "%zu.log", i);
    snprintf(action, sizeof action, "{\"set\":%s}", values[i]);
    kmk_store *store = open_store(k->loop, changing(), "{'n': 'first'}");
    kmk_recorder *recorder = kmk_recorder_new(store, in_folder(name), NULL, &error);
    send_ok(store, action);
    kmk_recorder_free(recorder);
    kmk_store_free(store);
    for (size_t j = 0; j < COUNT_OF(values); j++) {
      snprintf(other, sizeof other, "{\"set\":%s}", values[j]);
      assert_int_equal(stops_in(damaged(in_folder(name), action, other), &error, &end), i != j);
    }
  }
}

FILE_TEST(Z87_a_checkpoint_with_another_state_is_a_difference) {
  kmk_error error;
  uint64_t end;
  const char *path = in_folder("a.log");
  record_run(k, path, 200, 5);
  stops_in(path, &error, &end);
  assert_int_equal(stops_in(path, &error, &end), 0);
  const char *log =
      damaged(path, "\"state\":{\"n\":4,\"other\":5}", "\"state\":{\"n\":4,\"other\":6}");
  for (int back = 0; back < 2; back++) {
    kmk_replay *replay = kmk_replay_open(log, changing(), &error);
    if (back == 1)
      assert_int_equal(kmk_replay_run(replay, 4, &error), KMK_OK);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
    assert_non_null(strstr(error.message, "step 4 left another state than the checkpoint has"));
    assert_int_equal(kmk_replay_step(replay), 4);
    json_t *divergence = kmk_replay_divergence(replay);
    assert_json_text(divergence,
                     "{'step': 4, 'checkpoint': true,"
                     " 'difference': [{'op': 'replace', 'path': '/other', 'value': 5}]}");
    json_decref(divergence);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    assert_int_equal(kmk_replay_step(replay), 5);
    kmk_replay_free(replay);
  }
}

static void keep_failure(const char *file, int line, const char *message, void *found) {
  (void)file, (void)line;
  snprintf(found, 512, "%s", message);
}

FILE_TEST(Z88_a_test_of_a_log_says_which_run_does_not_fit) {
  char found[512] = "";
  kmk_error error;
  const char *path = in_folder("a.log");
  record_run(k, path, 0, 2);
  record_run(k, path, 0, 2);
  assert_true(kmk_test_replay(path, changing()));
  in_shell("sed -e '1,5b' -e 's/\"state\":{\"n\":0/\"state\":{\"m\":0/' a.log > other.log");
  path = in_folder("other.log");
  kmk_reducer *shaped = kmk_shape(changing(), "{n: integer, other: integer}");
  kmk_replay *replay = kmk_replay_open(path, kmk_reducer_retain(shaped), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/n");
  assert_non_null(strstr(error.message, "run 2, from step 3 on, begins with a state that does not "
                                        "fit: the log was made with another shape ("));
  assert_non_null(strstr(error.message, "): expected an integer, found nothing"));
  kmk_replay_free(replay);
  assert_false(kmk_test_replay_at(path, shaped, keep_failure, found, "here.c", 7));
  assert_non_null(strstr(found, "run 2"));
  assert_non_null(strstr(found, "expected an integer, found nothing at /n"));
  /* A missing step, and a missing step of a later run. */
  in_shell("sed -e 3d a.log > other.log");
  assert_false(kmk_test_replay_at(path, changing(), keep_failure, found, "here.c", 7));
  assert_non_null(strstr(found, "step 2 came out differently, since the log does not have step 1"));
  in_shell("sed -e '6,8s/\"inc\"/{\"set\":7}/' a.log > other.log");
  assert_false(kmk_test_replay_at(path, changing(), keep_failure, found, "here.c", 7));
  assert_non_null(strstr(found, "step 3 (step 1 of run 2) came out differently\n"));
  in_shell("sed -e '3s/\"inc\"/inc/' a.log > other.log");
  assert_false(kmk_test_replay_at(path, changing(), keep_failure, found, "here.c", 7));
  assert_non_null(strstr(found, " of the log)"));
}

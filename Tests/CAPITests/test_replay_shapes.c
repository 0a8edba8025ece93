/* Logs replayed by a reducer with another shape. */
#include "trace_support.h"

#include <kumiki_test.h>
#include <stdio.h>

static kmk_effect *count(kmk_state *state, const json_t *action, kmk_env *env, void *step) {
  (void)action, (void)env;
  json_int_t n = json_integer_value(kmk_state_get(state, "/n"));
  kmk_state_set_new(state, "/n", json_integer(n + *(int *)step));
  return NULL;
}

static int one = 1, two = 2;

static kmk_reducer *counting(const char *shape, int *step) {
  return kmk_shape(kmk_reducer_new(count, step, NULL), shape);
}

static const char *record(kit *k) {
  kmk_error error;
  const char *path = in_folder("a.log");
  kmk_store *store = open_store(k->loop, counting("{n: integer}", &one), "{'n': 0}");
  kmk_recorder *recorder = kmk_recorder_new(store, path, NULL, &error);
  assert_non_null(recorder);
  send_ok(store, "'inc'");
  send_ok(store, "'inc'");
  kmk_recorder_free(recorder);
  kmk_store_free(store);
  return path;
}

static json_t *first_difference(const char *path, kmk_reducer *reducer) {
  kmk_error error;
  kmk_replay *replay = kmk_replay_open(path, reducer, &error);
  assert_non_null(replay);
  kmk_replay_run(replay, UINT64_MAX, &error);
  json_t *difference = kmk_replay_divergence(replay);
  kmk_replay_free(replay);
  return difference;
}

static json_t *hashes(const char *then, const char *now) {
  kmk_error error;
  kmk_reducer *reducers[] = {counting(then, &one), counting(now, &one)};
  char *texts[] = {kmk_reducer_hash(reducers[0], &error), kmk_reducer_hash(reducers[1], &error)};
  json_t *both = json_pack("[s, s]", texts[0], texts[1]);
  for (int i = 0; i < 2; i++)
    kmk_text_free(texts[i]), kmk_reducer_free(reducers[i]);
  return both;
}

FILE_TEST(Z104_another_shape_is_in_the_first_difference) {
  const char *path = record(k), *wider = "{n: integer, name: text = ''}";
  json_t *difference = first_difference(path, counting(wider, &two));
  json_t *expected = hashes("{n: integer}", wider);
  assert_true(json_equal(json_object_get(difference, "shapes"), expected));
  json_decref(difference), json_decref(expected);

  difference = first_difference(path, counting("{n: integer}", &two));
  assert_non_null(difference);
  assert_null(json_object_get(difference, "shapes"));
  json_decref(difference);
}

FILE_TEST(Z104_a_state_that_does_not_fit_another_shape) {
  kmk_error error;
  const char *path = record(k);
  assert_null(kmk_replay_open(path, counting("{n: text}", &one), &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/n");
  assert_non_null(strstr(error.message, "the log was made with another shape ("));
}

static void note(const char *file, int line, const char *message, void *text) {
  (void)file, (void)line;
  snprintf(text, 2048, "%s", message);
}

FILE_TEST(Z104_a_test_of_the_log_tells_of_it) {
  char said[2048] = "";
  assert_false(kmk_test_replay_at(record(k), counting("{n: integer, m: integer = 0}", &two), note,
                                  said, __FILE__, __LINE__));
  assert_non_null(strstr(said, "\n  shapes: [\""));
}

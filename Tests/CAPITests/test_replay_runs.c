/* Logs that a program continued each time it ran. */
#include "trace_support.h"

#include <kumiki_test.h>
#include <pthread.h>
#include <stdio.h>

/* Each action adds one to /n. If `odd` is given, it adds six whenever n modulo 100 equals `odd`, so that each run
   has one such step. */
static kmk_effect *count(kmk_state *state, const json_t *action, kmk_env *env, void *odd) {
  (void)action, (void)env;
  json_int_t n = json_integer_value(kmk_state_get(state, "/n"));
  kmk_state_set_new(state, "/n", json_integer(n + (odd != NULL && n % 100 == *(int *)odd ? 6 : 1)));
  return NULL;
}

static kmk_reducer *counting(int *odd) { return kmk_reducer_new(count, odd, NULL); }

static void record_run(kit *k, const char *path, int first, int steps, int between) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  char state[32];
  options.checkpoint_bytes = (size_t)between;
  snprintf(state, sizeof state, "{'n': %d}", first);
  kmk_store *store = open_store(k->loop, counting(NULL), state);
  kmk_recorder *recorder = kmk_recorder_new(store, path, &options, &error);
  assert_non_null(recorder);
  for (int i = 0; i < steps; i++)
    send_ok(store, "'inc'");
  kmk_recorder_free(recorder);
  kmk_store_free(store);
}

/* Four runs: 10 steps, 4 steps, none, and 6 steps. */
static const char *record_runs(kit *k, int between) {
  const char *path = in_folder("a.log");
  record_run(k, path, 0, 10, between);
  record_run(k, path, 100, 4, between);
  record_run(k, path, 200, 0, between);
  record_run(k, path, 300, 6, between);
  return path;
}

static void assert_n(kmk_replay *replay, uint64_t step, json_int_t expected) {
  json_t *n = kmk_store_get(kmk_replay_store(replay), "/n", NULL);
  assert_int_equal(kmk_replay_step(replay), step);
  assert_int_equal(json_integer_value(n), expected);
  json_decref(n);
}

static json_int_t n_after(uint64_t step) {
  return (json_int_t)(step <= 10 ? step : step <= 14 ? 100 + step - 10 : 300 + step - 14);
}

FILE_TEST(Z81_a_log_of_several_runs_is_replayed_from_its_first_to_its_last) {
  kmk_error error;
  const int between[] = {1 << 20, 200};
  const uint64_t steps[] = {8, 2, 10, 11, 10, 14, 13, 20, 14, 15, 5, 12, 3, 10, 0, 20, 1};
  for (size_t i = 0; i < COUNT_OF(between); i++) {
    const char *path = record_runs(k, between[i]);
    kmk_replay *replay = kmk_replay_open(path, counting(NULL), &error);
    assert_n(replay, 0, 0);
    for (size_t j = 0; j < COUNT_OF(steps); j++) {
      assert_int_equal(kmk_replay_run(replay, steps[j], &error), KMK_OK);
      assert_n(replay, steps[j], n_after(steps[j]));
    }
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    assert_n(replay, 20, 306);
    assert_int_equal(kmk_replay_run(replay, 21, &error), KMK_ERR_NOT_FOUND);
    kmk_replay_free(replay);
    remove(path);
  }
}

/* The last run has no steps: it is the end of the log, and the step before it can still be reached. */
FILE_TEST(Z81_a_run_without_a_step_is_gone_to_as_the_end) {
  kmk_error error;
  const char *path = in_folder("a.log");
  record_run(k, path, 0, 3, 0);
  record_run(k, path, 100, 0, 0);
  kmk_replay *replay = kmk_replay_open(path, counting(NULL), &error);
  for (int tries = 0; tries < 2; tries++) {
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    assert_n(replay, 3, 100);
    assert_int_equal(kmk_replay_run(replay, 3, &error), KMK_OK);
    assert_n(replay, 3, 3);
  }
  kmk_replay_free(replay);
}

FILE_TEST(Z92_a_replay_opens_at_the_last_checkpoint_before_a_step) {
  kmk_error error;
  const char *path = record_runs(k, 200);
  uint64_t begins = 0;
  for (uint64_t step = 1; step <= 20; step++) {
    kmk_replay *replay = kmk_replay_open_at(path, counting(NULL), step, &error);
    uint64_t begin = kmk_replay_step(replay);
    assert_true(begin >= begins && begin <= step);
    begins = begin;
    assert_int_equal(kmk_replay_run(replay, step, &error), KMK_OK);
    assert_n(replay, step, n_after(step));
    /* Back to the first step, and to the end again. */
    assert_int_equal(kmk_replay_run(replay, 1, &error), KMK_OK);
    assert_n(replay, 1, 1);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    assert_n(replay, 20, 306);
    kmk_replay_free(replay);
  }
  assert_true(begins > 16);
}

/* An older program recorded 3 steps and this one 3 more. */
FILE_TEST(Z92_what_stands_before_the_checkpoint_need_not_fit) {
  kmk_error error;
  int odd = 1;
  const char *path = in_folder("a.log");
  record_run(k, path, 0, 3, 1 << 20);
  record_run(k, path, 110, 3, 1 << 20);
  kmk_replay *replay = kmk_replay_open(path, counting(&odd), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  kmk_replay_free(replay);
  const uint64_t steps[] = {4, 6, 7, UINT64_MAX};
  for (size_t i = 0; i < COUNT_OF(steps); i++) {
    replay = kmk_replay_open_at(path, counting(&odd), steps[i], &error);
    assert_n(replay, 3, 110);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    assert_n(replay, 6, 113);
    kmk_replay_free(replay);
  }
  assert_null(kmk_replay_open_at(path, NULL, 4, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_replay_open_at(NULL, counting(&odd), 4, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
}

/* Each reducer replays its own part of the log. */
FILE_TEST(Z93_a_log_has_another_run_where_the_reducer_was_replaced) {
  kmk_error error;
  int odd = 1;
  const char *path = in_folder("a.log");
  k->store = open_store(k->loop, counting(NULL), "{'n': 0}");
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, &error);
  send_ok(k->store, "'inc'");
  send_ok(k->store, "'inc'");
  assert_int_equal(kmk_store_replace_reducer(k->store, counting(&odd), &error), KMK_OK);
  for (int i = 0; i < 101; i++)
    send_ok(k->store, "'inc'");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, counting(NULL), &error);
  assert_int_equal(kmk_replay_run(replay, 3, &error), KMK_OK);
  assert_n(replay, 3, 2); /* Step 3 is the replacement of the reducer. */
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  kmk_replay_free(replay);
  replay = kmk_replay_open_at(path, counting(&odd), 4, &error);
  assert_n(replay, 3, 2);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_n(replay, 104, 108);
  kmk_replay_free(replay);
}

static void *flush_and_free(void *recorder) {
  static kmk_error error;
  assert_int_equal(kmk_recorder_flush(recorder, &error), KMK_ERR_WRONG_THREAD);
  kmk_recorder_free(recorder);
  return NULL;
}

/* Frees the recorder on another thread three times: before the loop is dispatched, after the store has ended, and
   without either. */
FILE_TEST(Z94_a_recorder_that_is_freed_on_another_thread_leaves_a_whole_log) {
  kmk_error error;
  const char *path = in_folder("a.log");
  for (int kind = 0; kind < 3; kind++) {
    pthread_t thread;
    k->store = open_store(k->loop, counting(NULL), "{'n': 0}");
    kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, &error);
    send_ok(k->store, "'inc'");
    if (kind == 1)
      end_store(k);
    pthread_create(&thread, NULL, flush_and_free, recorder);
    pthread_join(thread, NULL);
    if (kind == 0) {
      run_due(k->loop);
      send_ok(k->store, "'inc'");
    }
    if (kind != 1)
      end_store(k);
  }
  kmk_replay *replay = kmk_replay_open(path, counting(NULL), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_n(replay, 3, 1);
  kmk_replay_free(replay);
}

/* Several recorders in turn record one store. The steps are numbered consecutively. */
FILE_TEST(Z81_the_steps_of_a_store_that_was_recorded_twice_keep_their_numbers) {
  kmk_error error;
  const char *path = in_folder("a.log");
  k->store = open_store(k->loop, counting(NULL), "{'n': 0}");
  for (int i = 0; i < 3; i++) {
    kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, &error);
    send_ok(k->store, "'inc'");
    send_ok(k->store, "'inc'");
    kmk_recorder_free(recorder);
  }
  kmk_replay *replay = kmk_replay_open(path, counting(NULL), &error);
  const uint64_t steps[] = {6, 3, 2, 5, 1, 4};
  for (size_t i = 0; i < COUNT_OF(steps); i++) {
    assert_int_equal(kmk_replay_run(replay, steps[i], &error), KMK_OK);
    assert_n(replay, steps[i], (json_int_t)steps[i]);
  }
  kmk_replay_free(replay);
}

/* Rotated parts joined in order equal the log without rotation. */
FILE_TEST(Z81_rotated_parts_that_were_joined_are_one_log) {
  kmk_error error;
  const char *path = in_folder("a.log");
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 300;
  options.rotate_bytes = 4000;
  k->store = open_store(k->loop, counting(NULL), "{'n': 0}");
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, &options, &error);
  for (int i = 0; i < 40; i++)
    send_ok(k->store, "'inc'");
  kmk_recorder_free(recorder);
  in_shell("cat a.log.1 a.log > whole.log");
  kmk_replay *replay = kmk_replay_open(in_folder("whole.log"), counting(NULL), &error);
  assert_n(replay, 0, 0);
  for (uint64_t step = 40; step > 0; step -= 5) {
    assert_int_equal(kmk_replay_run(replay, step, &error), KMK_OK);
    assert_n(replay, step, (json_int_t)step);
  }
  kmk_replay_free(replay);
}

static void keep_failure(const char *file, int line, const char *message, void *found) {
  (void)file, (void)line;
  snprintf(found, 512, "%s", message);
}

FILE_TEST(Z82_a_difference_in_any_run_fails_the_test) {
  char found[512] = "";
  const char *path = record_runs(k, 0);
  int odd = 7;
  assert_true(kmk_test_replay(path, counting(NULL)));
  assert_false(kmk_test_replay_at(path, counting(&odd), keep_failure, found, "here.c", 7));
  assert_non_null(strstr(found, "step 8 came out differently"));
  odd = 2;
  assert_false(kmk_test_replay_at(path, counting(&odd), keep_failure, found, "here.c", 7));
  assert_non_null(strstr(found, "step 3 came out differently"));
}

FILE_TEST(Z82_the_first_difference_of_each_run_is_told) {
  kmk_error error;
  const char *path = record_runs(k, 0);
  int odd = 3;
  kmk_replay *replay = kmk_replay_open(path, counting(&odd), &error);
  const uint64_t steps[] = {4, 14, 18};
  const char *const messages[] = {"step 4 came", "step 14 (step 4 of run 2) came",
                                  "step 18 (step 4 of run 4) came"};
  for (size_t i = 0; i < COUNT_OF(steps); i++) {
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
    assert_int_equal(kmk_replay_step(replay), steps[i]);
    assert_non_null(strstr(error.message, messages[i]));
    json_t *divergence = kmk_replay_divergence(replay);
    assert_int_equal(json_integer_value(json_object_get(divergence, "step")), steps[i]);
    json_decref(divergence);
  }
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_n(replay, 20, 311);
  kmk_replay_free(replay);
}

/* A second program was recorded into the same file. */
FILE_TEST(Z81_a_run_of_another_feature_is_refused_where_it_begins) {
  kmk_error error;
  const char *path = in_folder("a.log");
  record_run(k, path, 0, 3, 0);
  open_traced(k);
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, &error);
  send_ok(k->store, "'more'");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, kmk_shape(counting(NULL), "{n: integer}"), &error);
  assert_non_null(replay);
  for (int tries = 0; tries < 2; tries++) {
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
    assert_null(kmk_replay_divergence(replay));
    assert_n(replay, 3, 3);
  }
  assert_int_equal(kmk_replay_run(replay, 2, &error), KMK_OK);
  assert_n(replay, 2, 2);
  kmk_replay_free(replay);
}

/* ----------------------------------------------------------- going back in a log that diverges */

FILE_TEST(Z85_going_back_behind_a_known_difference_leads_to_the_step) {
  kmk_error error;
  const int between[] = {1 << 20, 300};
  int odd = 3;
  for (size_t i = 0; i < COUNT_OF(between); i++) {
    const char *path = in_folder("a.log");
    record_run(k, path, 0, 12, between[i]);
    kmk_replay *replay = kmk_replay_open(path, counting(&odd), &error);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
    assert_int_equal(kmk_replay_step(replay), 4);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    for (uint64_t step = 11; step > 0; step--) {
      assert_int_equal(kmk_replay_run(replay, step, &error), KMK_OK);
      assert_int_equal(kmk_replay_step(replay), step);
    }
    /* Run again from an earlier step, the divergence is reported again. */
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
    assert_int_equal(kmk_replay_step(replay), 4);
    kmk_replay_free(replay);
    remove(path);
  }
}

FILE_TEST(Z95_the_first_difference_names_a_step_that_the_log_lacks) {
  kmk_error error;
  const char *path = in_folder("a.log");
  record_run(k, path, 0, 9, 1 << 20);
  in_shell("sed -i -e '/\"step\":4,/d' -e '/\"step\":5,/d' a.log");
  kmk_replay *replay = kmk_replay_open(path, counting(NULL), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  assert_non_null(
      strstr(error.message, "step 6 came out differently, since the log does not have step 4"));
  assert_int_equal(kmk_replay_step(replay), 6);
  json_t *divergence = kmk_replay_divergence(replay);
  assert_int_equal(json_integer_value(json_object_get(divergence, "step")), 6);
  assert_int_equal(json_integer_value(json_object_get(divergence, "missing")), 4);
  json_decref(divergence);
  assert_int_equal(kmk_replay_run(replay, 2, &error), KMK_OK);
  assert_int_equal(kmk_replay_run(replay, 3, &error), KMK_OK);
  assert_null(kmk_replay_divergence(replay));
  kmk_replay_free(replay);
}

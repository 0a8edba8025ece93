/* An effect's error as an action of the feature (B60-B63). */
#include "worker_support.h"

#include <pthread.h>

/* ------------------------------------------------------- a feature that loads */

static void fail_now(kmk_sender *sender, void *message) { kmk_sender_fail(sender, message); }

static kmk_effect *failing(char *message) {
  return kmk_effect_start(fail_now, NULL, message, NULL);
}

/* Makes {NAME: error}; NAME is the user data. */
static json_t *as_case(const json_t *error, void *name) {
  return json_pack("{s:O}", (const char *)name, error);
}

static json_t *as_nothing(const json_t *error, void *calls) {
  (void)error;
  ++*(int *)calls;
  return NULL;
}

static kmk_effect *catching(kmk_effect *effect) {
  return kmk_effect_catch(effect, as_case, "failed", NULL);
}

static void send_and_run(kit *k, const char *action) {
  json_array_clear(k->log);
  send_ok(k->store, action);
  run_due(k->loop);
}

/* Sends, runs everything that is due, and asserts the log. */
static void assert_log(kit *k, const char *action, const char *log) {
  send_and_run(k, action);
  assert_json_text(k->log, log);
}

/* ------------------------------------------------ which catch receives the error */

static void never_run(kmk_sender *sender, void *data) { (void)sender, (void)data; }

static kmk_effect *block(const json_t *action) {
  return kmk_action_is(action, "go") ? catching(kmk_effect_blocking(never_run, NULL, NULL)) : NULL;
}

TEST(B60_a_refused_thread_is_an_error_like_others) {
  kit_open(k, answering(block), "{}");
  refuse_threads(true);
  send_and_run(k, "'go'");
  refuse_threads(false);
  assert_json_text(k->log,
                   "['go', {'failed': 'the system refused a thread for a blocking effect'}]");
}

static void fail_elsewhere(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_fail(sender, "far away");
}

static kmk_effect *block_and_fail(const json_t *action) {
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  return kmk_effect_catch(kmk_effect_blocking(fail_elsewhere, NULL, NULL), as_case, "failed", NULL);
}

TEST(B60_an_error_of_another_thread_arrives_on_the_loops) {
  kit_open(k, answering(block_and_fail), "{}");
  assert_log(k, "'go'", "['go', {'failed': 'far away'}]");
}

/* ---------------------------------------------------------------------- invalid arguments */

TEST(B63_the_context_is_freed_once_whatever_becomes_of_the_effect) {
  int freed = 0;
  kmk_effect_free(kmk_effect_catch(failing("x"), as_nothing, &freed, count_free));
  assert_int_equal(freed, 1);
  kmk_effect_free(kmk_effect_catch(NULL, as_nothing, &freed, count_free));
  assert_int_equal(freed, 2);
  kmk_effect_free(kmk_effect_catch(failing("x"), NULL, &freed, count_free));
  assert_int_equal(freed, 3);
  (void)k;
}

static json_t *too_deep(const json_t *error, void *data) {
  (void)error, (void)data;
  json_t *deep = json_array();
  for (int i = 0; i < KMK_MAX_DEPTH; i++) {
    json_t *outer = json_array();
    json_array_append_new(outer, deep);
    deep = outer;
  }
  return deep;
}

static kmk_effect *answer_deep(const json_t *action) {
  if (kmk_action_is(action, "go")) {
    return kmk_effect_catch(failing("x"), too_deep, NULL, NULL);
  }
  return kmk_action_is(action, "invalid") ? kmk_effect_catch(failing("x"), NULL, NULL, NULL) : NULL;
}

TEST(B63_an_answer_that_is_no_action_is_dropped) {
  kit_open(k, answering(answer_deep), "{}");
  assert_log(k, "'go'", "['go']");
  assert_issues(k, "['action-misfit']");
  assert_log(k, "'invalid'", "['invalid']");
  assert_issues(k, "['invalid-effect']");
}

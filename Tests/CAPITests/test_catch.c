/* An error of an effect as an action of the feature (B60-B63). */
#include "worker_support.h"

#include <pthread.h>

/* ------------------------------------------------------- a feature that loads */

static void fail_now(kmk_sender *sender, void *message) { kmk_sender_fail(sender, message); }

static void fail_not_found(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_fail_new(sender, json_of("{'status': 404}"));
}

static kmk_effect *failing(char *message) {
  return kmk_effect_start(fail_now, NULL, message, NULL);
}

/* {NAME: error}, NAME being user data. */
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

static probe probes[2];
static int calls;

/* Returns the effect that the action names. */
static kmk_effect *answer(const json_t *action) {
  if (kmk_action_is(action, "load")) {
    return catching(failing("no network"));
  } else if (kmk_action_is(action, "loadValue")) {
    return catching(kmk_effect_start(fail_not_found, NULL, NULL, NULL));
  } else if (kmk_action_is(action, "uncaught")) {
    return failing("no network");
  } else if (kmk_action_is(action, "twice")) {
    kmk_effect *inner = kmk_effect_catch(failing("x"), as_case, "inner", NULL);
    return kmk_effect_catch(inner, as_case, "outer", NULL);
  } else if (kmk_action_is(action, "ignore")) {
    return kmk_effect_catch(failing("x"), as_nothing, &calls, NULL);
  } else if (kmk_action_is(action, "merge")) {
    kmk_effect *members[] = {failing("a"), after(SECOND, "'later'"), failing("b")};
    return catching(kmk_effect_merge(3, members));
  } else if (kmk_action_is(action, "chain")) {
    kmk_effect *links[] = {sends("'first'"), failing("x"), sends("'last'")};
    return catching(kmk_effect_concatenate(3, links));
  } else if (kmk_action_is(action, "delay")) {
    return catching(kmk_effect_delay(failing("x"), SECOND));
  } else if (kmk_action_is(action, "debounce")) {
    return catching(kmk_effect_debounce(failing("x"), "d", SECOND));
  } else if (kmk_action_is(action, "throttle")) {
    return catching(kmk_effect_throttle(failing("x"), "t", SECOND, true));
  } else if (kmk_action_is(action, "probe")) {
    return kmk_effect_cancellable(catching(probe_effect(&probes[0])), "p", false);
  } else if (kmk_action_is(action, "cancel")) {
    return kmk_effect_cancel("p");
  }
  return NULL;
}

static void fail_probe(probe *p, const char *message) {
  kmk_sender *sender = p->sender;
  p->sender = NULL;
  kmk_sender_fail(sender, message);
}

static void open_answering(kit *k) {
  memset(probes, 0, sizeof probes);
  calls = 0;
  kit_open(k, answering(answer), "{}");
}

/* Sends, runs what is due, and asserts the log. */
static void assert_log(kit *k, const char *action, const char *log) {
  json_array_clear(k->log);
  send_ok(k->store, action);
  run_due(k->loop);
  assert_json_text(k->log, log);
}

/* ------------------------------------------------------------------- who is told */

static void B60_the_feature_hears_of_an_error_as_an_action(void **state) {
  kit *k = *state;
  open_answering(k);
  assert_log(k, "'load'", "['load', {'failed': 'no network'}]");
  assert_log(k, "'loadValue'", "['loadValue', {'failed': {'status': 404}}]");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void B60_of_several_the_nearest_is_asked(void **state) {
  kit *k = *state;
  open_answering(k);
  assert_log(k, "'twice'", "['twice', {'inner': 'x'}]");
}

static void B60_where_nobody_maps_it_is_an_issue(void **state) {
  kit *k = *state;
  open_answering(k);
  assert_log(k, "'uncaught'", "['uncaught']");
  const json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "message")), "no network");
  assert_issues(k, "['effect-threw']");
}

static void B60_an_error_without_an_action_is_dealt_with(void **state) {
  kit *k = *state;
  open_answering(k);
  assert_log(k, "'ignore'", "['ignore']");
  assert_int_equal(calls, 1);
  assert_issues(k, "[]");
}

static void never_run(kmk_sender *sender, void *data) { (void)sender, (void)data; }

static kmk_effect *block(const json_t *action) {
  return kmk_action_is(action, "go") ? catching(kmk_effect_blocking(never_run, NULL, NULL)) : NULL;
}

static void B60_a_refused_thread_is_an_error_like_others(void **state) {
  kit *k = *state;
  kit_open(k, answering(block), "{}");
  refuse_threads(true);
  assert_log(k, "'go'", "['go', {'failed': 'the system refused a thread for a blocking effect'}]");
  refuse_threads(false);
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

static void B60_an_error_of_another_thread_arrives_on_the_loops(void **state) {
  kit *k = *state;
  kit_open(k, answering(block_and_fail), "{}");
  assert_log(k, "'go'", "['go', {'failed': 'far away'}]");
}

/* --------------------------------------------------------------- nothing else changes */

static void B61_each_failure_is_told_by_itself_and_the_others_go_on(void **state) {
  kit *k = *state;
  open_answering(k);
  assert_log(k, "'merge'", "['merge', {'failed': 'a'}, {'failed': 'b'}]");
  advance(k->loop, SECOND);
  assert_json_text(k->log, "['merge', {'failed': 'a'}, {'failed': 'b'}, 'later']");
}

static void B61_a_chain_goes_on(void **state) {
  kit *k = *state;
  open_answering(k);
  assert_log(k, "'chain'", "['chain', 'first', {'failed': 'x'}, 'last']");
}

static void B61_it_stands_around_what_is_timed(void **state) {
  kit *k = *state;
  open_answering(k);
  const char *kinds[] = {"'delay'", "'debounce'"};
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    json_array_clear(k->log);
    send_ok(k->store, kinds[i]);
    run_due(k->loop);
    assert_int_equal(json_array_size(k->log), 1);
    advance(k->loop, SECOND);
    assert_int_equal(json_array_size(k->log), 2);
  }
  assert_log(k, "'throttle'", "['throttle', {'failed': 'x'}]");
  assert_log(k, "'throttle'", "['throttle']");
  advance(k->loop, SECOND);
  assert_json_text(k->log, "['throttle', {'failed': 'x'}]");
}

REDUCER(keep_error) {
  if (kmk_action_is(action, "load")) {
    return catching(failing("no network"));
  }
  const json_t *error = kmk_action_payload(action, "failed");
  if (error != NULL) {
    kmk_state_set(state, "/error", error);
  }
  return NULL;
}

static void B61_the_action_is_the_features_own(void **state) {
  kit *k = *state;
  kmk_reducer *child = kmk_reducer_new(keep_error, NULL, NULL);
  kit_open(k, kmk_if_let(kmk_combine(0, NULL), "/child", "child", NULL, child),
           "{'child': {'error': null}}");
  send_ok(k->store, "{'child': 'load'}");
  run_due(k->loop);
  assert_state_text(k->store, "{'child': {'error': 'no network'}}");
}

static void B61_a_send_counts_what_its_errors_lead_to(void **state) {
  kit *k = *state;
  open_answering(k);
  kmk_task *task = kmk_store_send_task_new(k->store, json_of("'probe'"), NULL);
  run_due(k->loop);
  assert_false(kmk_task_is_finished(task));
  fail_probe(&probes[0], "x");
  assert_true(kmk_task_is_finished(task));
  assert_json_text(k->log, "['probe', {'failed': 'x'}]");
  kmk_task_free(task);
}

/* --------------------------------------------------------------------- cancelled */

static void B62_the_error_of_a_cancelled_effect_reaches_nobody(void **state) {
  kit *k = *state;
  open_answering(k);
  probes[0].lingers = true;
  send_ok(k->store, "'probe'");
  run_due(k->loop);
  send_ok(k->store, "'cancel'");
  fail_probe(&probes[0], "too late");
  assert_json_text(k->log, "['probe', 'cancel']");
  assert_issues(k, "[]");
}

/* ------------------------------------------------------------------ what is built wrongly */

static void B63_the_context_is_freed_once_whatever_becomes_of_the_effect(void **state) {
  kit *k = *state;
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

static void B63_an_answer_that_is_no_action_is_dropped(void **state) {
  kit *k = *state;
  kit_open(k, answering(answer_deep), "{}");
  assert_log(k, "'go'", "['go']");
  assert_issues(k, "['action-misfit']");
  assert_log(k, "'invalid'", "['invalid']");
  assert_issues(k, "['invalid-effect']");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(B60_the_feature_hears_of_an_error_as_an_action),
      KIT_TEST(B60_of_several_the_nearest_is_asked),
      KIT_TEST(B60_where_nobody_maps_it_is_an_issue),
      KIT_TEST(B60_an_error_without_an_action_is_dealt_with),
      KIT_TEST(B60_a_refused_thread_is_an_error_like_others),
      KIT_TEST(B60_an_error_of_another_thread_arrives_on_the_loops),
      KIT_TEST(B61_each_failure_is_told_by_itself_and_the_others_go_on),
      KIT_TEST(B61_a_chain_goes_on),
      KIT_TEST(B61_it_stands_around_what_is_timed),
      KIT_TEST(B61_the_action_is_the_features_own),
      KIT_TEST(B61_a_send_counts_what_its_errors_lead_to),
      KIT_TEST(B62_the_error_of_a_cancelled_effect_reaches_nobody),
      KIT_TEST(B63_the_context_is_freed_once_whatever_becomes_of_the_effect),
      KIT_TEST(B63_an_answer_that_is_no_action_is_dropped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

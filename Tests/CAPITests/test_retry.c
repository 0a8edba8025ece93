/* Timeouts and retries: what only C can see of them (B400-B407). */
#include "request_support.h"
#include "trial_support.h"
#include "worker_support.h"

/* ---------------------------------------------------------- work that fails */

static int tries; /* of the work, so far */

static void fail_with(kmk_sender *sender, void *error) {
  tries++;
  kmk_sender_fail_new(sender, kmk_json_retain(error));
}

static json_t *as_failed(const json_t *error, void *data) {
  (void)data;
  return json_pack("{s:O}", "failed", error);
}

static kmk_retry_options options;

static kmk_effect *retrying(kmk_effect *effect, uint32_t times) {
  return kmk_effect_catch(kmk_effect_retry(effect, times, &options), as_failed, NULL, NULL);
}

static void release(void *value) { json_decref(value); }

/* {"fail": ERROR} fails with the error, and is tried three times again. */
static kmk_effect *failing(const json_t *action) {
  json_t *error = json_object_get(action, "fail");
  return error == NULL
             ? NULL
             : retrying(kmk_effect_start(fail_with, NULL, json_incref(error), release), 3);
}

static void open_failing(kit *k) {
  options = (kmk_retry_options)KMK_RETRY_OPTIONS_INIT;
  tries = 0;
  kit_open(k, answering(failing), "{}");
}

TEST(B402_the_same_data_is_passed_to_each_try_and_freed_once) {
  int freed = 0;
  kmk_effect_free(kmk_effect_retry(kmk_effect_start(fail_with, NULL, &freed, count_free), 1, NULL));
  assert_int_equal(freed, 1);
  open_failing(k);
  send_ok(k->store, "{'fail': 5}");
  run_due(k->loop);
  assert_int_equal(tries, 1);
  advance(k->loop, SECOND);
  assert_int_equal(tries, 2);
  advance(k->loop, 2 * SECOND);
  advance(k->loop, 4 * SECOND);
  assert_int_equal(tries, 4);
  assert_json_text(k->log, "[{'fail': 5}, {'failed': 5}]");
}

static void fail_elsewhere(kmk_sender *sender, void *data) {
  ++*(int *)data;
  kmk_sender_fail(sender, "far away");
}

static kmk_effect *block(const json_t *action) {
  return kmk_action_is(action, "go")
             ? retrying(kmk_effect_blocking(fail_elsewhere, &tries, NULL), 1)
             : NULL;
}

TEST(B402_a_function_on_a_worker_is_called_again) {
  open_failing(k);
  end_store(k);
  kit_open(k, answering(block), "{}");
  json_array_clear(k->log);
  send_ok(k->store, "'go'");
  run_due(k->loop);
  advance(k->loop, SECOND);
  run_due(k->loop);
  assert_int_equal(tries, 2);
  assert_json_text(k->log, "['go', {'failed': 'far away'}]");
}

TEST(B404_only_the_named_failures_are_tried_again) {
  static const char *const names[] = {"busy", "slow", NULL};
  static const char *const again[] = {"\"busy\"", "{\"slow\": 1}",
                                      "{\"type\": \"busy\", \"n\": 1}"};
  static const char *const never[] = {"\"gone\"", "{\"slow\": 1, \"n\": 1}", "[\"busy\"]", "5"};
  open_failing(k);
  options.only = names;
  options.wait = 0;
  for (size_t i = 0; i < COUNT_OF(again); i++) {
    tries = 0;
    assert_int_equal(
        kmk_store_send_new(k->store, json_pack("{s:o}", "fail", json_of(again[i])), NULL), KMK_OK);
    run_due(k->loop);
    assert_int_equal(tries, 4);
  }
  for (size_t i = 0; i < COUNT_OF(never); i++) {
    tries = 0;
    assert_int_equal(
        kmk_store_send_new(k->store, json_pack("{s:o}", "fail", json_of(never[i])), NULL), KMK_OK);
    run_due(k->loop);
    assert_int_equal(tries, 1);
  }
}

TEST(B404_waits_have_a_greatest_one) {
  open_failing(k);
  options.wait = 4 * SECOND;
  options.factor = 1e300;
  options.greatest_wait = 5 * SECOND;
  send_ok(k->store, "{'fail': 5}");
  run_due(k->loop);
  advance(k->loop, 4 * SECOND);
  advance(k->loop, 5 * SECOND);
  assert_int_equal(tries, 3);
  options.greatest_wait = 0; /* no bound: the wait never ends */
  tries = 0;
  send_ok(k->store, "{'fail': 5}");
  run_due(k->loop);
  advance(k->loop, 4 * SECOND);
  advance(k->loop, UINT64_C(1) << 60);
  assert_int_equal(tries, 2 + 1); /* with the last try of the first effect */
}

/* The time of the second try, in milliseconds. */
static uint64_t second_try(kit *k) {
  uint64_t time = 0;
  tries = 0;
  send_ok(k->store, "{'fail': 5}");
  run_due(k->loop);
  while (tries == 1) {
    advance(k->loop, MILLISECOND);
    time++;
  }
  return time;
}

TEST(B406_the_random_part_of_a_wait_is_within_its_bounds) {
  uint64_t times[2][4];
  for (size_t run = 0; run < 2; run++) {
    open_failing(k);
    options.jitter = 0.5;
    for (size_t i = 0; i < 4; i++) {
      times[run][i] = second_try(k);
      assert_in_range(times[run][i], 500, 1001);
      advance(k->loop, 60 * SECOND);
    }
    end_store(k);
  }
  assert_memory_equal(times[0], times[1], sizeof times[0]);
  assert_int_not_equal(times[0][0], times[0][1]);
}

/* ------------------------------------------------------------ invalid arguments */

static kmk_effect *invalid(const json_t *action) {
  static kmk_retry_options wrong;
  kmk_effect *effect = kmk_effect_after_new(0, json_string("never"));
  wrong = (kmk_retry_options)KMK_RETRY_OPTIONS_INIT;
  if (kmk_action_is(action, "size")) {
    wrong.size = 8;
  } else if (kmk_action_is(action, "factor")) {
    wrong.factor = 0.5;
  } else if (kmk_action_is(action, "jitter")) {
    wrong.jitter = 1.5;
  } else if (kmk_action_is(action, "timeout")) {
    return kmk_effect_timeout_new(effect, 1, NULL);
  } else {
    kmk_effect_free(effect);
    return kmk_effect_merge(2, (kmk_effect *[]){kmk_effect_retry(NULL, 1, NULL),
                                                kmk_effect_timeout_new(NULL, 1, json_null())});
  }
  return kmk_effect_retry(effect, 1, &wrong);
}

TEST(B402_invalid_options_make_an_invalid_effect) {
  kit_open(k, answering(invalid), "{}");
  for (size_t i = 0; i < 4; i++) {
    send_ok(k->store, (const char *[]){"'size'", "'factor'", "'jitter'", "'timeout'"}[i]);
    run_due(k->loop);
    assert_issues(k, "['invalid-effect']");
  }
  send_ok(k->store, "'nothing'");
  run_due(k->loop);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

/* -------------------------------------------------------------------- requests */

static kmk_effect *ask(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_ask cases = KMK_ASK_INIT;
  cases.answer = "loaded";
  cases.failure = "failed";
  if (kmk_action_is(action, "load")) {
    return kmk_effect_retry(kmk_effect_request_new("file", json_string("a"), &cases), 1, NULL);
  }
  if (kmk_action_is(action, "failed")) {
    kmk_state_set(state, "/failed", json_object_get(action, "failed"));
  }
  return NULL;
}

TRIAL_TEST(B403_a_test_fails_a_request_that_is_tried_again) {
  open_trial_of(t, kmk_reducer_new(ask, NULL, NULL), "{'failed': null}");
  SEND(t, "'load'", NULL);
  assert_true(kmk_test_expect_request(t->test, "file", "'a'"));
  assert_false(kmk_test_fail_request(t->test, "'busy'", "{'failed': 'busy'}"));
  assert_failure(t, __LINE__ - 1, "the request is tried again, which changes nothing");
  kmk_test_advance(t->test, SECOND);
  assert_true(kmk_test_expect_request(t->test, "file", "'a'"));
  assert_true(kmk_test_fail_request(t->test, "'busy'", "{'failed': 'busy'}"));
  end_trial(t);
  assert_no_failure(t);
}

/* ------------------------------------------------------------- effects in flight */

static void begin_nothing(kmk_sender *sender, void *place) { *(kmk_sender **)place = sender; }
static kmk_sender *started;

static kmk_effect *several(const json_t *action) {
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  kmk_effect *work = kmk_effect_start(begin_nothing, NULL, &started, NULL);
  kmk_effect *waits = kmk_effect_serial(kmk_effect_after_new(0, json_string("ended")), "s", false);
  kmk_effect *named = kmk_effect_cancellable(kmk_effect_serial(work, "s", false), "own", false);
  return KMK_MERGE(kmk_effect_timeout_new(named, SECOND * 60, json_string("late")), waits,
                   kmk_effect_after_new(SECOND * 5, json_string("ticked")),
                   kmk_effect_request_new("file", json_string("a"), NULL));
}

static void assert_effects(kit *k, const char *expected) {
  json_t *effects = kmk_store_effects(k->store);
  assert_json_text(effects, expected);
  json_decref(effects);
}

TEST(B410_the_effects_in_flight_are_listed) {
  kit_open(k, answering(several), "{}");
  assert_effects(k, "[]");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  advance(k->loop, SECOND);
  assert_issues(k, "['request-unserved']");
  assert_effects(k,
                 "[{'at': '', 'kind': 'work', 'ids': ['s', 'own'], 'age': 1000000000},"
                 " {'at': '', 'kind': 'waiting', 'ids': ['s'], 'age': 1000000000},"
                 " {'at': '', 'kind': 'timer', 'ids': [], 'age': 1000000000},"
                 " {'at': '', 'kind': 'request', 'ids': [], 'age': 1000000000, 'request': '0'}]");
  kmk_sender_finish(started);
  advance(k->loop, 5 * SECOND);
  assert_effects(k,
                 "[{'at': '', 'kind': 'request', 'ids': [], 'age': 6000000000, 'request': '0'}]");
}

/* ----------------------------------------------------------- a limit in the state */

static kmk_effect *fetch(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "go")) {
    return kmk_effect_limited(kmk_effect_after_new(SECOND, json_string("done")), "fetch", 9);
  }
  if (kmk_action_is(action, "limit")) {
    kmk_state_set(state, "/settings/parallel", json_object_get(action, "limit"));
  } else {
    kmk_state_insert_new(state, "/done/-", json_true());
  }
  return NULL;
}

static size_t done(kit *k) {
  json_t *state = kmk_store_get(k->store, "/done", NULL);
  size_t count = json_array_size(state);
  json_decref(state);
  return count;
}

TEST(B411_the_number_at_a_place_is_the_limit_of_an_id) {
  kmk_reducer *base = kmk_reducer_new(fetch, NULL, NULL);
  kit_open(k, kmk_limit_by(base, "fetch", "/settings/parallel"),
           "{'settings': {'parallel': 1}, 'done': []}");
  for (size_t i = 0; i < 5; i++) {
    send_ok(k->store, "'go'");
  }
  advance(k->loop, SECOND);
  assert_int_equal(done(k), 1);
  send_ok(k->store, "{'limit': 2}");
  advance(k->loop, SECOND);
  assert_int_equal(done(k), 3);
  send_ok(k->store, "{'limit': -1}");
  advance(k->loop, SECOND);
  assert_int_equal(done(k), 5);
  send_ok(k->store, "'go'");
  send_ok(k->store, "{'limit': 'many'}");
  advance(k->loop, SECOND);
  assert_int_equal(done(k), 5);
  send_ok(k->store, "{'limit': 1}");
  advance(k->loop, SECOND);
  assert_int_equal(done(k), 6);
  assert_invalid_reducer(k, kmk_limit_by(kmk_reducer_new(fetch, NULL, NULL), NULL, "/x"), "id");
}

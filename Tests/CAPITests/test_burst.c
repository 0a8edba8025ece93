/* The burst: how one send, with everything it triggers synchronously, is reduced, buffered, committed and announced
   (C9, C29, C30, C60, C61). */
#include "trial_support.h"

#include <pthread.h>

/* --------------------------------------------------------------- order within a burst */

/* "set" counts up to its payload, one action at a time. */
REDUCER(count_up) {
  json_int_t goal = json_integer_value(kmk_action_payload(action, "upTo"));
  state_add(state, "/count", 1);
  if (state_int(state, "/count") < goal) {
    return kmk_effect_send_new(json_pack("{s:I}", "upTo", goal));
  }
  return NULL;
}

/* --------------------------------------------------------------- reading in a reducer */

REDUCER(query_another_store) {
  *(json_t **)data = NULL;
  kmk_store *other = kmk_env_pointer(env, "other");
  *(json_t **)data = kmk_store_get(other, "/count", NULL);
  return NULL;
}

TEST(C9_a_reducer_may_query_another_store) {
  json_t *found = NULL;
  kmk_store *other = open_store(k->loop, counter(), "{'count': 7}");
  kit_open(k,
           kmk_dependency_pointer(kmk_reducer_new(query_another_store, &found, NULL), "other",
                                  other, NULL),
           "{}");
  send_ok(k->store, "'go'");
  assert_json_text(found, "7");
  json_decref(found);
  kmk_store_free(other);
}

/* ------------------------------------------------------- long and unusual bursts */

REDUCER(count_to_100000) {
  json_int_t count = state_int(state, "/count") + 1;
  kmk_state_set_new(state, "/count", json_integer(count));
  return count < 100000 ? sends("'incr'") : NULL;
}

/* Runs on a thread with 512 KiB of stack. */
static void *run_long_chain(void *unused) {
  (void)unused;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:i}", "count", 0);
  kmk_store *store =
      kmk_store_new(loop, kmk_reducer_new(count_to_100000, NULL, NULL), initial, NULL);
  json_decref(initial);
  kmk_store_send_text(store, "\"incr\"", NULL);
  json_t *state = kmk_store_state(store);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return state;
}

TEST(C29_a_chain_of_100000_follow_ups_runs_in_little_stack) {
  pthread_t thread;
  pthread_attr_t attributes;
  void *result = NULL;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 512 * 1024);
  assert_int_equal(pthread_create(&thread, &attributes, run_long_chain, NULL), 0);
  pthread_join(thread, &result);
  pthread_attr_destroy(&attributes);
  assert_json_text(result, "{'count': 100000}");
  json_decref(result);
}

static void ignore_start(kmk_sender *sender, void *store) {
  (void)store;
  kmk_sender_finish(sender);
}

static void send_stop(void *store) {
  kmk_store_send_new(*(kmk_store **)store, json_string("stop"), NULL);
}

/* "carrier" frees an effect whose release function sends "stop". */
REDUCER(release_during_step) {
  if (kmk_action_is(action, "start")) {
    return sends("'kickOff'");
  }
  if (kmk_action_is(action, "kickOff")) {
    return sends("'carrier'");
  }
  if (kmk_action_is(action, "carrier")) {
    kmk_effect_free(kmk_effect_start(ignore_start, NULL, data, send_stop));
    return sends("'behind'");
  }
  return NULL;
}

TEST(C30_a_send_from_a_release_is_buffered_and_not_lost) {
  kit_open(k, kmk_reducer_new(release_during_step, &k->store, NULL), "{}");
  send_ok(k->store, "'start'");
  assert_json_text(k->log, "['start', 'kickOff', 'carrier', 'stop', 'behind']");
}

/* ------------------------------------------------------------------------ endless bursts */

/* Replaces the kit's loop with a virtual loop whose bursts may have `limit` actions. */
static void bound_bursts(kit *k, uint64_t limit) {
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  options.is_virtual = true;
  options.burst_limit = limit;
  kmk_loop_free(k->loop);
  k->loop = kmk_loop_new_with(&options, NULL, NULL, NULL);
  collect_issues(k->loop, k->issues);
}

/* "ping" and "pong" trigger each other; "count" adds one; "ask" does nothing. */
REDUCER(play) {
  state_add(state, "/count", 1);
  if (kmk_action_is(action, "ping")) {
    return kmk_effect_merge(2, (kmk_effect *[]){sends("'pong'"), sends("'aside'")});
  }
  return kmk_action_is(action, "pong") ? sends("'ping'") : NULL;
}

TEST(C60_a_burst_is_ended_at_its_bound_and_names_what_went_round) {
  bound_bursts(k, 100);
  k->store = open_store(k->loop, kmk_reducer_new(play, NULL, NULL), "{'count': 0}");
  send_ok(k->store, "'ping'");
  assert_state_text(k->store, "{'count': 100}");
  assert_int_equal(json_array_size(k->issues), 1);
  const json_t *issue = json_array_get(k->issues, 0);
  const char *message = json_string_value(json_object_get(issue, "message"));
  assert_non_null(strstr(message, "100 actions"));
  assert_non_null(strstr(message, "went round: ping, pong, aside"));
  assert_issues(k, "['endless-burst']");
}

TEST(C60_a_burst_that_ends_at_its_bound_is_no_issue) {
  bound_bursts(k, 3);
  k->store = open_store(k->loop, kmk_reducer_new(count_up, NULL, NULL), "{'count': 0}");
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "{'upTo': 0}"); /* each send has its own limit */
  }
  send_ok(k->store, "{'upTo': 5}");
  send_ok(k->store, "{'upTo': 8}");
  assert_state_text(k->store, "{'count': 8}");
  assert_issues(k, "[]");
  send_ok(k->store, "{'upTo': 12}");
  assert_state_text(k->store, "{'count': 11}");
  assert_issues(k, "['endless-burst']");
}

TEST(C60_a_quarter_of_a_million_actions_unless_told_otherwise) {
  if (is_in_hurry()) {
    skip(); /* half a million actions */
  }
  bound_bursts(k, 0);
  kmk_loop *usual = kmk_loop_new_virtual(NULL);
  collect_issues(usual, k->issues);
  kmk_store *store = open_store(usual, kmk_reducer_new(count_up, NULL, NULL), "{'count': 0}");
  k->store = open_store(k->loop, kmk_reducer_new(count_up, NULL, NULL), "{'count': 0}");
  send_ok(store, "{'upTo': 250000}");
  assert_issues(k, "[]");
  send_ok(k->store, "{'upTo': 250001}");
  assert_state_text(k->store, "{'count': 250000}");
  assert_issues(k, "['endless-burst']");
  kmk_store_free(store);
  kmk_loop_free(usual);
}

/* An observer that sends an action at every change, and counts its calls. */
typedef struct answerer {
  kmk_store *store;
  int told;
  json_int_t last;
} answerer;

static void answer_with_a_count(const json_t *value, void *user_data) {
  answerer *a = user_data;
  a->told++;
  a->last = json_integer_value(value);
  if (a->last > 0) {
    kmk_store_send_text(a->store, "\"count\"", NULL);
  }
}

TEST(C61_observers_that_go_round_are_told_of_the_last_state) {
  bound_bursts(k, 50);
  k->store = open_store(k->loop, kmk_reducer_new(play, NULL, NULL), "{'count': 0}");
  answerer a = {k->store, 0, 0};
  kmk_subscription *s = kmk_store_observe(k->store, "/count", answer_with_a_count, &a, NULL, NULL);
  send_ok(k->store, "'count'");
  assert_state_text(k->store, "{'count': 50}");
  assert_int_equal(a.last, 50);
  assert_issues(k, "['endless-burst']");
  kmk_subscription_free(s);
  send_ok(k->store, "'count'");
  assert_state_text(k->store, "{'count': 51}");
}

/* "go" sends itself again and starts a probe's effect, all under one task. */
REDUCER(start_and_go_round) {
  state_add(state, "/count", 1);
  if (state_int(state, "/count") == 1) {
    return kmk_effect_merge(2, (kmk_effect *[]){probe_effect(data), sends("'go'")});
  }
  return kmk_action_is(action, "go") ? sends("'go'") : NULL;
}

TEST(C61_what_was_begun_goes_on_and_the_task_ends_with_it) {
  probe p = {0};
  bound_bursts(k, 20);
  k->store = open_store(k->loop, kmk_reducer_new(start_and_go_round, &p, NULL), "{'count': 0}");
  kmk_task *task = kmk_store_send_task_new(k->store, json_string("go"), NULL);
  assert_issues(k, "['endless-burst']");
  run_due(k->loop);
  assert_int_equal(p.started, 1);
  assert_false(kmk_task_is_finished(task));
  assert_int_equal(probe_send(&p, "'other'"), KMK_OK);
  assert_state_text(k->store, "{'count': 21}");
  probe_finish(&p);
  assert_true(kmk_task_is_finished(task)); /* the task does not wait for the dropped action */
  kmk_task_free(task);
}

/* An issue handler that repairs the state. */
static void reset_at_issue(const kmk_diagnostic *issue, void *store) {
  if (strcmp(issue->code, "endless-burst") == 0) {
    kmk_store_send_text(*(kmk_store **)store, "\"count\"", NULL);
  }
}

TEST(C61_the_issue_comes_after_the_burst_so_its_handler_may_send) {
  bound_bursts(k, 10);
  k->store = open_store(k->loop, kmk_reducer_new(play, NULL, NULL), "{'count': 0}");
  kmk_loop_set_diagnostics(k->loop, reset_at_issue, &k->store, NULL);
  send_ok(k->store, "'ping'");
  assert_state_text(k->store, "{'count': 11}");
}

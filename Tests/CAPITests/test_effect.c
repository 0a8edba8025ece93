/* Effects: when they begin, in which order they deliver, and when they end (B1-B6, B37, B42). */
#include "support.h"

static probe probes[1];

static void forget_probes(void) { memset(probes, 0, sizeof probes); }

/* ------------------------------------------------------------------------ none, send */

static kmk_effect *nothing(const json_t *action) {
  (void)action;
  return NULL;
}

static void B1_none_produces_nothing_and_is_finished_at_once(void **state) {
  kit *k = *state;
  kit_open(k, answering(nothing), "{}");
  kmk_task *task = kmk_store_send_task_new(k->store, json_of("'go'"), NULL);
  assert_true(kmk_task_is_finished(task));
  assert_int_equal(kmk_task_finish(task, 0, NULL), KMK_OK);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  kmk_task_free(task);
}

/* Sends "waiting" itself, and then returns an effect that sends "set". */
REDUCER(send_then_return_send) {
  if (kmk_action_is(action, "go")) {
    kmk_store_send_new(*(kmk_store **)data, json_string("waiting"), NULL);
    return sends("{'set': 5}");
  }
  return counter_reduce(state, action, env, NULL);
}

static void B2_a_sent_action_is_reduced_in_the_same_burst_behind_those_that_wait(void **state) {
  kit *k = *state;
  kit_open(k, kmk_reducer_new(send_then_return_send, &k->store, NULL), "{'count': 0}");
  send_ok(k->store, "'go'");
  assert_json_text(k->log, "['go', 'waiting', {'set': 5}]");
  assert_state_text(k->store, "{'count': 5}");
}

static void a_sent_action_is_borrowed_or_taken_over_as_the_name_says(void **state) {
  (void)state;
  json_t *action = json_of("{'set': 1}");
  kmk_effect *borrowing = kmk_effect_send(action);
  kmk_effect_free(borrowing);
  assert_int_equal(action->refcount, 1);
  kmk_effect_free(kmk_effect_send_new(json_incref(action)));
  assert_int_equal(action->refcount, 1);
  kmk_effect_free(kmk_effect_after_new(1, json_incref(action)));
  kmk_effect_free(kmk_effect_every_new(1, json_incref(action)));
  kmk_effect_free(kmk_effect_every_new(0, json_incref(action)));
  assert_int_equal(action->refcount, 1);
  json_decref(action);
}

/* ----------------------------------------------------------------- the beginning */

typedef struct body {
  kmk_store **store;
  json_t *seen; /* the state as the body saw it, at each point */
} body;

static void observe_and_send(kmk_sender *sender, void *user_data) {
  body *b = user_data;
  json_array_append_new(b->seen, kmk_store_state(*b->store));
  kmk_sender_send_new(sender, json_string("inc"));
  json_array_append_new(b->seen, kmk_store_state(*b->store));
  kmk_sender_send_new(sender, json_string("inc"));
  json_array_append_new(b->seen, kmk_store_state(*b->store));
  kmk_sender_finish(sender);
}

REDUCER(count_and_run_body) {
  if (kmk_action_is(action, "go")) {
    state_add(state, "/count", 1);
    return kmk_effect_start(observe_and_send, NULL, data, NULL);
  }
  return counter_reduce(state, action, env, NULL);
}

static void B3_a_body_begins_at_the_loops_next_turn_and_each_send_is_a_burst(void **state) {
  kit *k = *state;
  body b = {&k->store, json_array()};
  json_t *told = json_array();
  kit_open(k, kmk_reducer_new(count_and_run_body, &b, NULL), "{'count': 0}");
  kmk_subscription *subscription = observe_into(k->store, "/count", told);
  send_ok(k->store, "'go'");
  assert_json_text(b.seen, "[]");
  assert_json_text(told, "[0, 1]");
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 1);
  assert_json_text(json_array_get(b.seen, 0), "{'count': 1}");
  assert_json_text(told, "[0, 1, 2, 3]");
  kmk_subscription_free(subscription);
  json_decref(told);
  json_decref(b.seen);
}

static void B4_a_send_of_an_idle_store_returns_after_the_action_was_reduced(void **state) {
  kit *k = *state;
  body b = {&k->store, json_array()};
  kit_open(k, kmk_reducer_new(count_and_run_body, &b, NULL), "{'count': 0}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_json_text(b.seen, "[{'count': 1}, {'count': 2}, {'count': 3}]");
  json_decref(b.seen);
}

/* While "poke" is reduced the sender of a running effect is used. */
REDUCER(poke_probe) {
  if (kmk_action_is(action, "go")) {
    return probe_effect(&probes[0]);
  }
  if (kmk_action_is(action, "poke")) {
    *(kmk_status *)data = probe_send(&probes[0], "'inc'");
    kmk_state_set(state, "/during", kmk_state_get(state, "/count"));
    return NULL;
  }
  return counter_reduce(state, action, env, NULL);
}

static void B4_a_send_of_a_busy_store_is_buffered(void **state) {
  kit *k = *state;
  kmk_status status = KMK_ERR_BUSY;
  forget_probes();
  kit_open(k, kmk_reducer_new(poke_probe, &status, NULL), "{'count': 0}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  send_ok(k->store, "'poke'");
  assert_int_equal(status, KMK_OK);
  assert_state_text(k->store, "{'count': 1, 'during': 0}");
  probe_finish(&probes[0]);
}

/* --------------------------------------------------------------------------- merge */

static kmk_effect *merge_three(kmk_effect *a, kmk_effect *b, kmk_effect *c) {
  return kmk_effect_merge(3, (kmk_effect *[]){a, b, c});
}

static kmk_effect *merges(const json_t *action) {
  if (kmk_action_is(action, "now")) {
    return merge_three(sends("'a'"), sends("'b'"), sends("'c'"));
  }
  if (kmk_action_is(action, "later")) {
    return merge_three(after(3 * SECOND, "'3'"), after(SECOND, "'1'"), after(2 * SECOND, "'2'"));
  }
  if (kmk_action_is(action, "tied")) {
    return merge_three(after(SECOND, "'a'"), after(SECOND, "'b'"), after(SECOND, "'c'"));
  }
  if (kmk_action_is(action, "none")) {
    return kmk_effect_merge(2, (kmk_effect *[]){NULL, NULL});
  }
  if (kmk_action_is(action, "chainOfNone")) {
    return kmk_effect_concatenate(2, (kmk_effect *[]){NULL, NULL});
  }
  if (kmk_action_is(action, "ofNoMembers")) {
    return kmk_effect_merge(0, NULL);
  }
  if (kmk_action_is(action, "one")) {
    return kmk_effect_merge(3, (kmk_effect *[]){NULL, sends("'x'"), NULL});
  }
  if (kmk_action_is(action, "chainOfOne")) {
    return kmk_effect_concatenate(3, (kmk_effect *[]){NULL, sends("'x'"), NULL});
  }
  return NULL;
}

static void B5_immediate_members_of_a_merge_deliver_in_list_order(void **state) {
  kit *k = *state;
  kit_open(k, answering(merges), "{}");
  send_ok(k->store, "'now'");
  assert_json_text(k->log, "['now', 'a', 'b', 'c']");
}

static void note_start(kmk_sender *sender, void *order) {
  json_array_append_new(order, json_integer((json_int_t)json_array_size(order)));
  kmk_sender_send_new(sender, json_pack("{s:i}", "begun", (int)json_array_size(order)));
  kmk_sender_finish(sender);
}

REDUCER(start_three) {
  if (kmk_action_is(action, "go")) {
    return merge_three(kmk_effect_start(note_start, NULL, data, NULL),
                       kmk_effect_start(note_start, NULL, data, NULL), after(0, "'timer'"));
  }
  return NULL;
}

static void B5_a_merge_starts_its_members_in_list_order(void **state) {
  kit *k = *state;
  json_t *order = json_array();
  kit_open(k, kmk_reducer_new(start_three, order, NULL), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_json_text(k->log, "['go', {'begun': 1}, {'begun': 2}, 'timer']");
  json_decref(order);
}

static void B6_members_that_are_nothing_vanish(void **state) {
  kit *k = *state;
  kit_open(k, answering(merges), "{}");
  const char *actions[] = {"'none'", "'chainOfNone'", "'ofNoMembers'"};
  for (size_t i = 0; i < COUNT_OF(actions); i++) {
    kmk_task *task = kmk_store_send_task_new(k->store, json_of(actions[i]), NULL);
    assert_true(kmk_task_is_finished(task));
    assert_int_equal(kmk_store_effect_count(k->store), 0);
    kmk_task_free(task);
  }
  json_array_clear(k->log);
  send_ok(k->store, "'one'");
  assert_json_text(k->log, "['one', 'x']");
  json_array_clear(k->log);
  send_ok(k->store, "'chainOfOne'");
  assert_json_text(k->log, "['chainOfOne', 'x']");
}

/* ----------------------------------------------------------- in flight, and the end */

static kmk_effect *flights(const json_t *action) {
  if (kmk_action_is(action, "probe")) {
    return probe_effect(&probes[0]);
  }
  if (kmk_action_is(action, "delay")) {
    return after(SECOND, "'late'");
  }
  if (kmk_action_is(action, "send")) {
    return sends("'now'");
  }
  if (kmk_action_is(action, "two")) {
    return kmk_effect_merge(2, (kmk_effect *[]){after(SECOND, "'a'"), after(2 * SECOND, "'b'")});
  }
  if (kmk_action_is(action, "every")) {
    return kmk_effect_cancellable(kmk_effect_every_new(SECOND, json_string("tick")), "x", false);
  }
  if (kmk_action_is(action, "stop")) {
    return kmk_effect_cancel("x");
  }
  return NULL;
}

static void B37_an_effect_that_sends_nothing_counts_until_it_ends(void **state) {
  kit *k = *state;
  forget_probes();
  kit_open(k, answering(flights), "{}");
  kmk_task *task = kmk_store_send_task_new(k->store, json_of("'probe'"), NULL);
  run_due(k->loop);
  assert_false(kmk_task_is_finished(task));
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  assert_int_equal(kmk_task_finish(task, 0, NULL), KMK_ERR_TIMEOUT);
  probe_finish(&probes[0]);
  assert_true(kmk_task_is_finished(task));
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(probes[0].freed, 1);
  assert_json_text(k->log, "['probe']");
  kmk_task_free(task);
}

static void B42_the_table_holds_an_entry_exactly_while_an_effect_is_unfinished(void **state) {
  kit *k = *state;
  kit_open(k, answering(flights), "{}");
  send_ok(k->store, "'send'");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  send_ok(k->store, "'delay'");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND - 1);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, 1);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  send_ok(k->store, "'two'");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  advance(k->loop, SECOND);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void a_timer_ticks_first_after_one_interval_and_until_it_is_cancelled(void **state) {
  kit *k = *state;
  kit_open(k, answering(flights), "{}");
  send_ok(k->store, "'every'");
  advance(k->loop, SECOND - 1);
  assert_json_text(k->log, "['every']");
  advance(k->loop, 1);
  assert_json_text(k->log, "['every', 'tick']");
  advance(k->loop, 2 * SECOND);
  assert_json_text(k->log, "['every', 'tick', 'tick', 'tick']");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "'stop'");
  advance(k->loop, 5 * SECOND);
  assert_json_text(k->log, "['every', 'tick', 'tick', 'tick', 'stop']");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(B1_none_produces_nothing_and_is_finished_at_once),
      KIT_TEST(B2_a_sent_action_is_reduced_in_the_same_burst_behind_those_that_wait),
      KIT_TEST(a_sent_action_is_borrowed_or_taken_over_as_the_name_says),
      KIT_TEST(B3_a_body_begins_at_the_loops_next_turn_and_each_send_is_a_burst),
      KIT_TEST(B4_a_send_of_an_idle_store_returns_after_the_action_was_reduced),
      KIT_TEST(B4_a_send_of_a_busy_store_is_buffered),
      KIT_TEST(B5_immediate_members_of_a_merge_deliver_in_list_order),
      KIT_TEST(B5_a_merge_starts_its_members_in_list_order),
      KIT_TEST(B6_members_that_are_nothing_vanish),
      KIT_TEST(B37_an_effect_that_sends_nothing_counts_until_it_ends),
      KIT_TEST(B42_the_table_holds_an_entry_exactly_while_an_effect_is_unfinished),
      KIT_TEST(a_timer_ticks_first_after_one_interval_and_until_it_is_cancelled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Limits that a host sets: values, waiting actions, and the length of a burst. */
#include "support.h"

REDUCER(keep) {
  const json_t *value = kmk_action_payload(action, "keep");
  if (value != NULL) {
    *(kmk_status *)data = kmk_state_set(state, "/kept", value);
  }
  return NULL;
}

static kmk_status wrote;

static void open_keeping(kit *k, uint64_t values) {
  wrote = KMK_OK;
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, values), KMK_OK);
  k->store = open_store(k->loop, kmk_reducer_new(keep, &wrote, NULL), "{'kept': null}");
}

TEST(N14_a_state_has_as_many_values_as_it_may) {
  open_keeping(k, 5); /* the object, the array, and its three elements */
  send_ok(k->store, "{'keep': [1, 2, 3]}");
  assert_int_equal(wrote, KMK_OK);
  send_ok(k->store, "{'keep': [1, 2, 3, 4]}");
  assert_int_equal(wrote, KMK_ERR_LIMIT);
  assert_state_text(k->store, "{'kept': [1, 2, 3]}");
  assert_failed_writes(k, 1);
  send_ok(k->store, "{'keep': [4, 5, 6]}"); /* the replaced value does not count */
  assert_int_equal(wrote, KMK_OK);
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, UINT64_MAX), KMK_OK);
  send_ok(k->store, "{'keep': [1, 2, 3, 4]}"); /* not for a store created before */
  assert_int_equal(wrote, KMK_ERR_LIMIT);
  assert_failed_writes(k, 1);
}

TEST(N14_an_initial_state_has_as_many_values_as_it_may) {
  kmk_error error;
  json_t *state = json_of("{'kept': [1, 2]}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, 3);
  assert_null(kmk_store_new(k->loop, counter(), state, &error));
  assert_int_equal(error.status, KMK_ERR_LIMIT);
  kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, 4);
  kmk_store *store = kmk_store_new(k->loop, counter(), state, &error);
  assert_non_null(store);
  kmk_store_free(store);
  json_decref(state);
}

TEST(N14_an_action_has_as_many_values_as_it_may) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_VALUES, 4);
  send_ok(k->store, "{'noop': [1, 2]}");
  json_t *large = json_of("{'noop': [1, 2, 3]}");
  kmk_error error;
  assert_int_equal(kmk_store_send(k->store, large, &error), KMK_ERR_LIMIT);
  assert_string_equal(error.message, "expands to more than 4 values");
  assert_int_equal(kmk_store_send_text(k->store, "{\"noop\":[1,2,3]}", NULL), KMK_ERR_LIMIT);
  assert_int_equal(kmk_store_post_new(k->store, json_incref(large)), KMK_ERR_LIMIT);
  assert_issues(k, "['action-misfit']");
  assert_int_equal(large->refcount, 1);
  json_decref(large);
  assert_json_text(k->log, "[{'noop': [1, 2]}]");
}

/* {"noop": TEXT} has 4 bytes for "noop", plus the bytes of TEXT. */
TEST(N26_an_action_has_as_many_bytes_as_it_may) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_BYTES, 8);
  const char *fit[] = {"{'noop': 'abcd'}",
                       "{'noop': {'ab': 'cd'}}",
                       "{'noop': ['a', {'b': 'c'}, 'd']}",
                       "{'noop': [1, 2, 3]}",
                       "'inc'",
                       "{'noop': 1}"};
  for (size_t i = 0; i < COUNT_OF(fit); i++)
    send_ok(k->store, fit[i]);
  const char *large[] = {"{'noop': 'abcde'}", "{'noop': {'abc': 'de'}}",
                         "{'noop': ['a', {'b': 'c'}, 'd', 'e']}", "{'noop': [{'abcde': 1}]}"};
  for (size_t i = 0; i < COUNT_OF(large); i++) {
    json_t *action = json_of(large[i]);
    char *text = json_dumps(action, JSON_COMPACT);
    kmk_error error;
    assert_int_equal(kmk_store_send(k->store, action, &error), KMK_ERR_LIMIT);
    assert_string_equal(error.message, "has more than 8 bytes of texts and keys");
    assert_int_equal(kmk_store_send_text(k->store, text, NULL), KMK_ERR_LIMIT);
    assert_int_equal(kmk_store_post_new(k->store, json_incref(action)), KMK_ERR_LIMIT);
    assert_issues(k, "['action-misfit']");
    assert_int_equal(action->refcount, 1);
    json_decref(action);
    free(text);
  }
  assert_int_equal(json_array_size(k->log), COUNT_OF(fit));
  kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_BYTES, UINT64_MAX);
  send_ok(k->store, large[0]);
}

/* ------------------------------------------------------------------------------ waiting */

TEST(N15_as_many_actions_wait_as_may) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_WAITING_ACTIONS, 2);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  json_t *action = json_of("'inc'");
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_incref(action)), KMK_OK);
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_incref(action)), KMK_OK);
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_incref(action)), KMK_ERR_LIMIT);
  assert_int_equal(action->refcount, 3);
  assert_int_equal(kmk_mailbox_post_latest_new(mailbox, "k", json_incref(action)), KMK_OK);
  run_due(k->loop);
  assert_state_text(k->store, "{'count': 3}");
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_incref(action)), KMK_OK); /* there is room */
  run_due(k->loop);
  kmk_mailbox_free(mailbox);
  json_array_clear(k->log); /* releases the log's references to the reduced actions */
  assert_int_equal(action->refcount, 1);
  json_decref(action);
}

static probe sending;

static kmk_effect *begin(const json_t *action) {
  return kmk_action_is(action, "go") ? probe_effect(&sending) : NULL;
}

static void *send_three(void *statuses) {
  for (int i = 0; i < 3; i++) {
    ((kmk_status *)statuses)[i] = kmk_sender_send_new(sending.sender, json_string("inc"));
  }
  return NULL;
}

TEST(N15_a_sender_on_another_thread_hears_of_it) {
  kmk_status statuses[3];
  memset(&sending, 0, sizeof sending);
  kit_open(k, answering(begin), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  kmk_loop_set_limit(k->loop, KMK_LIMIT_WAITING_ACTIONS, 2);
  run_in_little_stack(send_three, statuses);
  assert_int_equal(statuses[1], KMK_OK);
  assert_int_equal(statuses[2], KMK_ERR_LIMIT);
  run_due(k->loop);
  assert_json_text(k->log, "['go', 'inc', 'inc']");
  for (int i = 0; i < 5; i++) { /* the loop's own sends do not wait */
    assert_int_equal(kmk_sender_send_new(sending.sender, json_string("inc")), KMK_OK);
  }
  probe_finish(&sending);
}

/* ---------------------------------------------------------------------------- interrupt */

static int asked, ends_after, freed;

static bool is_over(void *data) {
  (void)data;
  return ++asked > ends_after;
}

static kmk_effect *round_and_round(const json_t *action) {
  return kmk_action_is(action, "go") ? kmk_effect_send_new(json_string("go")) : NULL;
}

TEST(N16_a_burst_ends_where_the_host_says_so) {
  asked = freed = 0;
  ends_after = 2;
  json_t *told = json_array();
  kit_open(k, answering(round_and_round), "{'count': 0}");
  kmk_subscription *subscription = observe_into(k->store, "", told);
  kmk_loop_set_interrupt(k->loop, is_over, &freed, count_free);
  send_ok(k->store, "'go'");
  assert_int_equal(asked, 3);
  assert_int_equal(json_array_size(k->log), 48);
  assert_issues(k, "['interrupted-burst']");
  kmk_loop_set_interrupt(k->loop, NULL, NULL, NULL);
  assert_int_equal(freed, 1);
  kmk_loop_set_limit(k->loop, KMK_LIMIT_BURST_ACTIONS, 10);
  assert_int_equal(kmk_loop_limit(k->loop, KMK_LIMIT_BURST_ACTIONS), 10);
  send_ok(k->store, "'go'");
  assert_issues(k, "['endless-burst']");
  kmk_subscription_free(subscription);
  json_decref(told);
}

TEST(N16_short_bursts_ask_nobody) {
  asked = 0;
  kit_open(k, counter(), "{'count': 0}");
  kmk_loop_set_interrupt(k->loop, is_over, NULL, NULL);
  for (int i = 0; i < 100; i++) {
    send_ok(k->store, "'inc'");
  }
  assert_int_equal(asked, 0);
}

/* ------------------------------------------------------------------- effects and observers */

static json_t *told_of(const json_t *error, void *data) {
  (void)data;
  return json_pack("{s:O}", "failed", error);
}

static kmk_effect *waiting(const json_t *action) {
  if (!kmk_action_is(action, "wait"))
    return NULL;
  return kmk_effect_catch(kmk_effect_after_new(SECOND, json_string("done")), told_of, NULL, NULL);
}

TEST(N17_a_store_has_as_many_effects_in_flight_as_it_may) {
  kit_open(k, answering(waiting), "{'count': 0}");
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_EFFECTS, 2), KMK_OK);
  for (int i = 0; i < 3; i++)
    send_ok(k->store, "'wait'");
  assert_int_equal(kmk_store_effect_count(k->store), 3); /* one of them is refused when it starts */
  run_due(k->loop);
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  json_t *failed = json_object_get(json_array_get(k->log, 3), "failed");
  assert_non_null(strstr(json_string_value(failed), "2 effects of the store are in flight"));
  kmk_loop_advance(k->loop, SECOND, NULL);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(json_array_size(k->log), 6);
  send_ok(k->store, "'wait'"); /* there is room again */
  kmk_loop_advance(k->loop, SECOND, NULL);
  assert_int_equal(json_array_size(k->log), 8);
}

TEST(N18_a_store_has_as_many_observers_as_it_may) {
  json_t *told = json_array();
  kit_open(k, counter(), "{'count': 0}");
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_OBSERVERS, 1), KMK_OK);
  kmk_subscription *first = observe_into(k->store, "", told);
  kmk_error error;
  freed = 0;
  assert_null(kmk_store_observe(k->store, "/count", NULL, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_observe(k->store, "/count", record_value, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_LIMIT);
  assert_int_equal(freed, 2);
  kmk_subscription_free(first);
  first = observe_into(k->store, "", told);
  send_ok(k->store, "'inc'");
  assert_int_equal(json_array_size(told), 3);
  kmk_subscription_free(first);
  json_decref(told);
}

/* ------------------------------------------------------------------------ invalid calls */

static void *from_elsewhere(void *loop) {
  assert_int_equal(kmk_loop_set_limit(loop, KMK_LIMIT_STATE_VALUES, 1), KMK_ERR_WRONG_THREAD);
  assert_int_equal(kmk_loop_limit(loop, KMK_LIMIT_STATE_VALUES), 0);
  return NULL;
}

TEST(N14_limits_are_read_and_wrong_ones_refused) {
  assert_int_equal(kmk_loop_limit(k->loop, KMK_LIMIT_STATE_VALUES), 10000000);
  assert_int_equal(kmk_loop_limit(k->loop, KMK_LIMIT_ACTION_VALUES), 10000000);
  assert_true(kmk_loop_limit(k->loop, KMK_LIMIT_ACTION_BYTES) == UINT64_MAX);
  assert_true(kmk_loop_limit(k->loop, KMK_LIMIT_STATE_BYTES) == UINT64_MAX);
  assert_true(kmk_loop_limit(k->loop, KMK_LIMIT_WAITING_ACTIONS) == UINT64_MAX);
  assert_int_equal(kmk_loop_limit(k->loop, KMK_LIMIT_BURST_ACTIONS), 250000);
  assert_true(kmk_loop_limit(k->loop, KMK_LIMIT_EFFECTS) == UINT64_MAX);
  assert_true(kmk_loop_limit(k->loop, KMK_LIMIT_OBSERVERS) == UINT64_MAX);
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, 0),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_set_limit(k->loop, (kmk_limit)99, 1), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_set_limit(NULL, KMK_LIMIT_STATE_VALUES, 1), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_limit(NULL, KMK_LIMIT_STATE_VALUES), 0);
  assert_int_equal(kmk_loop_limit(k->loop, (kmk_limit)0), 0);
  freed = 0;
  kmk_loop_set_interrupt(NULL, is_over, &freed, count_free);
  assert_int_equal(freed, 1);
  run_in_little_stack(from_elsewhere, k->loop);
  kmk_loop_set_limit(k->loop, KMK_LIMIT_WAITING_ACTIONS, UINT64_MAX);
  assert_true(kmk_loop_limit(k->loop, KMK_LIMIT_WAITING_ACTIONS) == UINT64_MAX);
}

/* kmk_loop_finish_with: waiting effects are dropped, and running effects are cancelled. */
#include "worker_support.h"

static kmk_effect *answer_later(const json_t *action) {
  if (kmk_action_is(action, "delay")) {
    return kmk_effect_delay(sends("'delayed'"), SECOND);
  }
  if (kmk_action_is(action, "debounce")) {
    return kmk_effect_debounce(sends("'debounced'"), "d", SECOND);
  }
  if (kmk_action_is(action, "throttle")) {
    return kmk_effect_throttle(sends("'throttled'"), "t", SECOND, true);
  }
  if (kmk_action_is(action, "limited")) {
    return kmk_effect_limited(kmk_effect_delay(sends("'limited'"), SECOND), "l", 1);
  }
  if (kmk_action_is(action, "chain")) {
    kmk_effect *first = kmk_effect_delay(sends("'late'"), SECOND);
    first = kmk_effect_cancellable(first, "first", false);
    return KMK_CONCATENATE(first, after(SECOND, "'later'"), sends("'then'"));
  }
  if (kmk_action_is(action, "every")) {
    return kmk_effect_every_new(SECOND, json_string("tick"));
  }
  return kmk_action_is(action, "after") ? after(SECOND, "'sent'") : NULL;
}

static void finish_ok(const kit *k, uint32_t policy) {
  kmk_error error;
  assert_int_equal(kmk_loop_finish_with(k->loop, 0, policy, &error), KMK_OK);
}

TEST(W17_what_waits_for_a_moment_is_dropped) {
  kit_open(k, answering(answer_later), "{}");
  const char *actions[] = {"'throttle'", "'throttle'", "'delay'",
                           "'after'",    "'debounce'", "'every'"};
  for (size_t i = 0; i < KMK_COUNT(actions); i++) {
    send_ok(k->store, actions[i]);
  }
  json_array_clear(k->log);
  finish_ok(k, KMK_FINISH_DROP_DELAYED);
  assert_json_text(k->log, "[]");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND); /* the loop works as before; the repeating timer is still running */
  assert_json_text(k->log, "['tick']");
}

TEST(W17_the_rest_of_a_chain_is_dropped_too) {
  kit_open(k, answering(answer_later), "{}");
  send_ok(k->store, "'chain'");
  json_array_clear(k->log);
  finish_ok(k, KMK_FINISH_DROP_DELAYED);
  assert_json_text(k->log, "[]");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

/* The second effect starts its delay when the first is dropped. */
TEST(W17_what_waits_for_its_turn_behind_it_is_dropped_too) {
  kit_open(k, answering(answer_later), "{}");
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "'limited'");
  }
  json_array_clear(k->log);
  finish_ok(k, KMK_FINISH_DROP_DELAYED);
  assert_json_text(k->log, "[]");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

TEST(W17_without_a_policy_all_is_done) {
  kit_open(k, answering(answer_later), "{}");
  send_ok(k->store, "'delay'");
  finish_ok(k, KMK_FINISH_ALL);
  assert_json_text(k->log, "['delay', 'delayed']");
}

/* Work that runs until it is cancelled, and work that waits for a thread. */
TEST(W17_blocking_work_is_cancelled_and_waited_for) {
  yard *y = new_yard(10);
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  kmk_loop *loop;
  y->until_cancelled = true;
  options.worker_count = 2;
  kmk_store *store = open_with(k, &options, &loop, y);
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  while (y->begun < 2) {
    sched_yield();
  }
  assert_int_equal(kmk_loop_finish_with(loop, -1, KMK_FINISH_CANCEL_WORK, NULL), KMK_OK);
  assert_int_equal(y->ended, 2);
  assert_int_equal(y->begun, 2);
  assert_int_equal(count_freed(y), 10);
  assert_int_equal(kmk_store_effect_count(store), 0);
  kmk_store_free(store);
  kmk_loop_free(loop);
  free_yard(y);
}

/* Delayed work starts now, and is cancelled as soon as it runs. */
REDUCER(work_later) {
  yard *y = data;
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  kmk_effect *work = kmk_effect_blocking(do_item, &y->items[0], free_item);
  return kmk_effect_delay(work, SECOND);
}

TEST(W17_delayed_work_begins_and_is_cancelled) {
  yard *y = new_yard(1);
  y->until_cancelled = true;
  k->store = open_store(k->loop, kmk_reducer_new(work_later, y, NULL), "{}");
  send_ok(k->store, "'go'");
  assert_int_equal(kmk_loop_finish_with(k->loop, -1, KMK_FINISH_CANCEL_WORK, NULL), KMK_OK);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(y->begun, y->ended);
  assert_int_equal(count_freed(y), 1);
  end_store(k);
  free_yard(y);
}

TEST(W17_a_policy_that_is_none_is_refused) {
  kmk_error error;
  kit_open(k, answering(answer_later), "{}");
  send_ok(k->store, "'delay'");
  assert_int_equal(kmk_loop_finish_with(k->loop, 0, 4, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "policy has bits without a meaning");
  assert_int_equal(kmk_loop_finish_with(NULL, 0, 0, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_finish_with(k->loop, -2, 0, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
}

/* KMK_LIMIT_EFFECTS and effects that wait for their turn. */
#include "support.h"

static json_t *told_of(const json_t *error, void *data) {
  (void)error;
  return json_pack("{s:O}", "refused", (json_t *)data);
}

static void drop(void *value) { json_decref(value); }

static kmk_effect *second(const json_t *number) {
  return kmk_effect_after_new(SECOND, json_pack("{s:O}", "done", number));
}

static kmk_effect *in_turn(const json_t *action, const json_t **number) {
  if ((*number = kmk_action_payload(action, "limited"))) {
    return kmk_effect_limited(second(*number), "n", 2);
  }
  if ((*number = kmk_action_payload(action, "serial"))) {
    return kmk_effect_serial(second(*number), "n", false);
  }
  if ((*number = kmk_action_payload(action, "latest"))) {
    return kmk_effect_serial(second(*number), "n", true);
  }
  if ((*number = kmk_action_payload(action, "throttled"))) {
    return kmk_effect_throttle(second(*number), "n", SECOND, true);
  }
  if ((*number = kmk_action_payload(action, "both"))) {
    return kmk_effect_limited(KMK_MERGE(second(*number), second(*number)), "n", 1);
  }
  return NULL;
}

/* {"limited": N} and so on take a second each, and say {"done": N} or {"refused": N}. The catch is around the wait:
 * one inside would be told only of what has begun. */
static kmk_effect *answer_in_turn(const json_t *action) {
  const json_t *number;
  kmk_effect *effect = in_turn(action, &number);
  if (effect) {
    return kmk_effect_catch(effect, told_of, kmk_json_retain(number), drop);
  }
  return kmk_action_is(action, "cancel") ? kmk_effect_cancel("n") : NULL;
}

static void open_limited(kit *k, uint64_t limit) {
  kit_open(k, answering(answer_in_turn), "{}");
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_EFFECTS, limit), KMK_OK);
}

static void send_some(const kit *k, const char *name, int count) {
  for (int i = 0; i < count; i++) {
    assert_int_equal(kmk_store_sendf(k->store, NULL, "{s:i}", name, i), KMK_OK);
  }
  json_array_clear(k->log);
}

TEST(N87_those_that_wait_for_their_turn_count_and_one_more_is_refused_at_once) {
  open_limited(k, 3);
  send_some(k, "limited", 8);
  run_due(k->loop);
  assert_int_equal(kmk_store_effect_count(k->store), 3);
  assert_json_text(
      k->log, "[{'refused': 3}, {'refused': 4}, {'refused': 5}, {'refused': 6}, {'refused': 7}]");
  json_array_clear(k->log);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[{'done': 0}, {'done': 1}]");
  send_some(k, "limited", 1); /* there is room again, behind the one that waited */
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[{'done': 2}, {'done': 0}]");
}

TEST(N87_also_behind_a_serial_effect) {
  open_limited(k, 3);
  send_some(k, "serial", 8);
  run_due(k->loop);
  json_array_clear(k->log);
  assert_int_equal(kmk_store_effect_count(k->store), 3);
  for (int i = 0; i < 3; i++) {
    advance(k->loop, SECOND);
  }
  assert_json_text(k->log, "[{'done': 0}, {'done': 1}, {'done': 2}]");
}

TEST(N87_one_that_takes_the_place_of_those_that_wait_has_room) {
  open_limited(k, 2);
  send_some(k, "latest", 4);
  run_due(k->loop);
  assert_json_text(k->log, "[]");
  advance(k->loop, SECOND);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[{'done': 0}, {'done': 3}]");
}

TEST(N87_one_that_waits_for_the_end_of_a_window_counts_too) {
  open_limited(k, 1);
  send_some(k, "throttled", 2);
  run_due(k->loop);
  assert_json_text(k->log, "[{'refused': 1}]");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  send_some(k, "throttled", 1); /* the window has let the refused one go */
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[{'done': 0}]");
}

TEST(N87_of_several_that_begin_in_one_place_the_first_has_it) {
  open_limited(k, 3);
  send_some(k, "both", 2); /* two at work, and one that waits to be two */
  run_due(k->loop);
  assert_json_text(k->log, "[]");
  advance(k->loop, SECOND);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[{'done': 0}, {'done': 0}, {'done': 1}, {'done': 1}]");
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_EFFECTS, 2), KMK_OK);
  send_some(k, "both", 2);
  run_due(k->loop);
  assert_json_text(k->log, "[{'refused': 1}]");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
}

TEST(N87_those_that_are_cancelled_leave_their_places) {
  open_limited(k, 2);
  send_some(k, "limited", 4); /* two of them are refused, and have not been told of it yet */
  send_ok(k->store, "'cancel'");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  send_some(k, "limited", 3);
  run_due(k->loop);
  assert_json_text(k->log, "[{'refused': 2}]");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
}

/* Debounce, throttle, delay and timers on the virtual clock (B29-B36). */
#include "support.h"

#define QUARTER (SECOND / 4)

static probe probes[4];

/* {"value": n} arrives; {"debounce": n}, {"latest": n}, {"first": n} and {"delay": n} ask for it.
 * {"probe": n} debounces a probe, "timer" restarts a timer, {"cancel": id} cancels. */
static kmk_effect *answer_timing(const json_t *action) {
  const char *kinds[] = {"debounce", "latest", "first", "delay"};
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    const json_t *value = kmk_action_payload(action, kinds[i]);
    if (value != NULL) {
      kmk_effect *effect = kmk_effect_send_new(json_pack("{s:O}", "value", value));
      return i == 0   ? kmk_effect_debounce(effect, "x", SECOND)
             : i == 3 ? kmk_effect_delay(effect, SECOND)
                      : kmk_effect_throttle(effect, "x", SECOND, i == 1);
    }
  }
  if (kmk_action_is(action, "probe")) {
    size_t index = (size_t)json_integer_value(kmk_action_payload(action, "probe"));
    return kmk_effect_debounce(probe_effect(&probes[index]), "x", SECOND);
  }
  if (kmk_action_is(action, "timer")) {
    return kmk_effect_cancellable(kmk_effect_every_new(SECOND, json_string("tick")), "x", true);
  }
  if (kmk_action_is(action, "cancel")) {
    return kmk_effect_cancel("x");
  }
  return NULL;
}

static void open_timing(kit *k) {
  memset(probes, 0, sizeof probes);
  kit_open(k, answering(answer_timing), "{}");
}

/* The values, and ticks, that have arrived since the last time. */
#define assert_arrived(k, expected) check_arrived((k), (expected), __FILE__, __LINE__)
static void check_arrived(kit *k, const char *expected, const char *file, int line) {
  json_t *arrived = json_array();
  size_t index;
  json_t *action;
  json_array_foreach(k->log, index, action) {
    if (kmk_action_is(action, "value")) {
      json_array_append_new(arrived, kmk_json_retain(kmk_action_payload(action, "value")));
    } else if (kmk_action_is(action, "tick")) {
      json_array_append(arrived, action);
    }
  }
  json_array_clear(k->log);
  kit_assert_json(arrived, expected, file, line);
  json_decref(arrived);
}

static void B29_cancelling_the_id_drops_the_waiting_request(void **state) {
  kit *k = *state;
  open_timing(k);
  send_ok(k->store, "{'debounce': 1}");
  send_ok(k->store, "'cancel'");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, 2 * SECOND);
  assert_arrived(k, "[]");
}

/* 1 at 0; 2 at 0, 3 at .25, 4 at .5, 5 at .75. */
static void request_five(kit *k, const char *const requests[5]) {
  send_ok(k->store, requests[0]);
  assert_arrived(k, "[1]");
  send_ok(k->store, requests[1]);
  for (int i = 2; i < 5; i++) {
    advance(k->loop, QUARTER);
    send_ok(k->store, requests[i]);
  }
  advance(k->loop, QUARTER - 1);
  assert_arrived(k, "[]");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, 1);
}

static void B32_without_latest_the_first_one_comes_at_the_end_of_the_window(void **state) {
  kit *k = *state;
  const char *const requests[] = {"{'first': 1}", "{'first': 2}", "{'first': 3}", "{'first': 4}",
                                  "{'first': 5}"};
  open_timing(k);
  request_five(k, requests);
  assert_arrived(k, "[2]");
  advance(k->loop, 5 * SECOND);
  assert_arrived(k, "[]");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void B31_cancelling_the_id_drops_the_one_that_waits(void **state) {
  kit *k = *state;
  open_timing(k);
  send_ok(k->store, "{'latest': 1}");
  send_ok(k->store, "{'latest': 2}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "'cancel'");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, SECOND);
  assert_arrived(k, "[1]");
  send_ok(k->store, "{'latest': 3}");
  assert_arrived(k, "[3]");
}

static void B31_a_store_that_ends_takes_the_one_that_waits_with_it(void **state) {
  kit *k = *state;
  open_timing(k);
  send_ok(k->store, "{'latest': 1}");
  send_ok(k->store, "{'latest': 2}");
  kmk_store_free(k->store);
  k->store = NULL;
  advance(k->loop, 2 * SECOND);
  assert_arrived(k, "[1]");
}

static void B34_every_store_and_every_feature_throttles_for_itself(void **state) {
  kit *k = *state;
  open_timing(k);
  json_t *other_log = json_array();
  kmk_reducer *members[] = {logger(other_log), answering(answer_timing)};
  kmk_store *other = open_store(k->loop, kmk_combine(2, members), "{}");
  send_ok(k->store, "{'first': 1}");
  send_ok(other, "{'first': 2}");
  assert_arrived(k, "[1]");
  assert_json_text(other_log, "[{'first': 2}, {'value': 2}]");
  kmk_store_free(other);
  json_decref(other_log);
  kmk_store_free(k->store);
  kit_open(k,
           kmk_for_each(answering(answer_timing), "/rows", "rows", NULL, answering(answer_timing)),
           "{'rows': [{'id': 0}, {'id': 1}]}");
  send_ok(k->store, "{'rows': {'element': {'id': 0, 'action': {'first': 1}}}}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': {'first': 2}}}}");
  assert_json_text(json_array_get(k->log, 1),
                   "{'rows': {'element': {'id': 0, 'action': {'value': 1}}}}");
  assert_json_text(json_array_get(k->log, 3),
                   "{'rows': {'element': {'id': 1, 'action': {'value': 2}}}}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(B29_cancelling_the_id_drops_the_waiting_request),
      KIT_TEST(B31_cancelling_the_id_drops_the_one_that_waits),
      KIT_TEST(B31_a_store_that_ends_takes_the_one_that_waits_with_it),
      KIT_TEST(B32_without_latest_the_first_one_comes_at_the_end_of_the_window),
      KIT_TEST(B34_every_store_and_every_feature_throttles_for_itself),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

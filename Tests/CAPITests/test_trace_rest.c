/* The calls of kmk_trace_options.settled, when the loop has come to rest. */
#include "support.h"

static void add(json_t *told, const char *what) { json_array_append_new(told, json_string(what)); }

static void step_told(const json_t *step, void *told) {
  (void)step;
  add(told, "step");
}

static void settled(bool effects_changed, void *told) {
  add(told, effects_changed ? "changed" : "rest");
}

/* "later" counts after a second. */
static kmk_effect *count(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "later"))
    return kmk_effect_after_new(SECOND, json_string("inc"));
  json_int_t n = json_integer_value(kmk_state_get(state, "/n"));
  kmk_state_set_new(state, "/n", json_integer(n + 1));
  return NULL;
}

static json_t *told;
static kmk_subscription *trace;

static void open_settling(kit *k) {
  kmk_error error;
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  options.settled = settled;
  told = json_array();
  kit_open(k, kmk_reducer_new(count, NULL, NULL), "{'n': 0}");
  trace = kmk_store_trace(k->store, &options, step_told, told, NULL, &error);
  assert_non_null(trace);
}

static void end_settling(void) {
  kmk_subscription_free(trace);
  json_decref(told);
}

static void assert_told(const char *expected) {
  assert_json_text(told, expected);
  json_array_clear(told);
}

TEST(Z120_a_trace_is_told_of_rest_once_after_the_steps_of_a_turn_and_of_a_send) {
  open_settling(k);
  send_ok(k->store, "'inc'");
  assert_told("['step', 'rest']");
  send_ok(k->store, "'later'");
  send_ok(k->store, "'later'");
  assert_told("['step', 'rest', 'step', 'rest']");
  advance(k->loop, SECOND);
  assert_told("['step', 'step', 'changed']");
  advance(k->loop, SECOND);
  assert_told("[]");
  end_settling();
}

TEST(Z120_an_effect_that_ends_without_a_step_is_told_as_a_change) {
  kmk_error error;
  open_settling(k);
  kmk_task *task = kmk_store_send_task_new(k->store, json_string("later"), &error);
  assert_told("['step', 'rest']");
  kmk_task_cancel(task);
  assert_told("['changed']");
  kmk_task_free(task);
  send_ok(k->store, "'inc'");
  assert_told("['step', 'rest']");
  end_settling();
}

static void end_in_observer(const json_t *value, void *data) {
  kit *k = data;
  if (json_integer_value(value) == 1)
    end_store(k);
}

TEST(Z120_a_store_that_ends_in_a_callback_tells_of_its_last_steps_before) {
  kmk_error error;
  open_settling(k);
  kmk_subscription *observer = kmk_store_observe(k->store, "/n", end_in_observer, k, NULL, &error);
  send_ok(k->store, "'inc'");
  assert_told("['step', 'rest']");
  kmk_subscription_free(observer);
  end_settling();
}

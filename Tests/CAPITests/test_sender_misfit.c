/* Effects that send actions excluded by the feature's cases: where the error is reported. */
#include "support.h"

static probe asking;

static json_t *failed(const json_t *error, void *unused) {
  (void)unused;
  return json_pack("{s:O}", "failed", error);
}

static json_t *failed_oddly(const json_t *error, void *unused) {
  (void)error, (void)unused;
  return json_string("unknown");
}

static void send_number_and_end(kmk_sender *sender, void *unused) {
  (void)unused;
  kmk_sender_send_new(sender, json_pack("{s:i}", "loaded", 5));
  kmk_sender_send_new(sender, json_pack("{s:s}", "loaded", "text"));
}

REDUCER(loads) {
  if (kmk_action_is(action, "load"))
    return kmk_effect_catch(kmk_effect_cancellable(probe_effect(&asking), "load", false), failed,
                            NULL, NULL);
  if (kmk_action_is(action, "loadOddly"))
    return kmk_effect_catch(probe_effect(&asking), failed_oddly, NULL, NULL);
  if (kmk_action_is(action, "work"))
    return kmk_effect_catch(kmk_effect_blocking(send_number_and_end, NULL, NULL), failed, NULL,
                            NULL);
  if (kmk_action_is(action, "later"))
    return kmk_effect_catch(kmk_effect_after_new(SECOND, json_pack("{s:i}", "loaded", 5)), failed,
                            NULL, NULL);
  if (kmk_action_is(action, "cancel"))
    return kmk_effect_cancel("load");
  if (kmk_action_is(action, "loaded"))
    kmk_state_set(state, "/value", kmk_action_payload(action, "loaded"));
  if (kmk_action_is(action, "failed"))
    kmk_state_set(state, "/value", kmk_action_payload(action, "failed"));
  return NULL;
}

static void open_loading(kit *k, const char *action) {
  memset(&asking, 0, sizeof asking);
  kmk_reducer *reducer = KMK_CASES(kmk_reducer_new(loads, NULL, NULL), {"load", NULL},
                                   {"loadOddly", NULL}, {"work", NULL}, {"later", NULL},
                                   {"cancel", NULL}, {"loaded", "text"}, {"failed", "any"});
  kit_open(k, reducer, "{'value': null}");
  send_ok(k->store, action);
  run_due(k->loop);
}

static const char *const misfit = "['action-misfit']";
static const char *const error_state =
    "{'value': 'an action does not fit: expected text, found 5'}";

/* Asserts that there is one issue, and that it names the effect. Forgets the issue. */
static void assert_names(kit *k, const char *name) {
  const char *message = json_string_value(json_object_get(json_array_get(k->issues, 0), "message"));
  if (message == NULL || strstr(message, name) == NULL)
    fail_msg("%s", message == NULL ? "no issue" : message);
  assert_issues(k, misfit);
}

TEST(B150_the_call_that_sends_it_hears_of_it) {
  open_loading(k, "'load'");
  assert_int_equal(probe_send(&asking, "{'loaded': 5}"), KMK_ERR_DECODE);
  assert_names(k, "the effect \"load\" has sent it");
  assert_state_text(k->store, "{'value': null}");
  assert_int_equal(probe_send(&asking, "'unknown'"), KMK_ERR_DECODE);
  assert_issues(k, misfit);
  assert_int_equal(probe_send(&asking, "{'loaded': 'text'}"), KMK_OK);
  assert_state_text(k->store, "{'value': 'text'}");
  probe_finish(&asking);
}

static void *send_elsewhere(void *data) {
  *(kmk_status *)data = probe_send(&asking, "{'loaded': 5}");
  return NULL;
}

TEST(B150_what_another_thread_has_sent_asks_the_catch) {
  kmk_status status = KMK_ERR_DECODE;
  open_loading(k, "'load'");
  run_in_little_stack(send_elsewhere, &status);
  assert_int_equal(status, KMK_OK);
  run_due(k->loop);
  assert_names(k, "the effect \"load\" has sent it");
  assert_state_text(k->store, error_state);
  /* The effect continues. */
  assert_int_equal(probe_send(&asking, "{'loaded': 'text'}"), KMK_OK);
  assert_state_text(k->store, "{'value': 'text'}");
  probe_finish(&asking);
}

TEST(B150_actions_that_a_worker_and_a_timer_send_reach_the_catch) {
  open_loading(k, "'work'");
  kmk_loop_run_until_idle(k->loop, -1, NULL);
  assert_names(k, "the effect has sent it");
  assert_state_text(k->store, "{'value': 'text'}"); /* sent after the action that failed */
  send_ok(k->store, "'later'");
  advance(k->loop, SECOND);
  assert_names(k, "the effect has sent it");
  assert_state_text(k->store, error_state);
}

typedef struct busy {
  kmk_status status;
  bool ends, cancels;
  kmk_store *store;
  int told;
} busy;

/* Sends while the store is busy, and may finish before the action is reduced. */
static void send_while_busy(const json_t *value, void *data) {
  busy *b = data;
  if (value == NULL || json_is_null(value) || b->told++ > 0)
    return;
  b->status = probe_send(&asking, "{'loaded': 5}");
  if (b->ends)
    probe_finish(&asking);
  if (b->cancels)
    kmk_store_send_text(b->store, "\"cancel\"", NULL);
}

static void expect_while_busy(kit *k, bool ends, const char *expected) {
  kmk_error error;
  busy b = {.ends = ends, .store = k->store};
  kmk_subscription *observer =
      kmk_store_observe(k->store, "/value", send_while_busy, &b, NULL, &error);
  send_ok(k->store, "{'loaded': 'first'}");
  assert_int_equal(b.status, KMK_OK);
  assert_names(k, "the effect \"load\" has sent it");
  assert_state_text(k->store, expected);
  kmk_subscription_free(observer);
}

TEST(B150_what_is_sent_while_the_store_is_busy_asks_the_catch) {
  open_loading(k, "'load'");
  expect_while_busy(k, false, error_state);
  probe_finish(&asking);
}

TEST(B150_actions_reach_the_catch_even_if_the_effect_has_finished_since) {
  open_loading(k, "'load'");
  expect_while_busy(k, true, error_state);
}

TEST(B150_an_effect_that_was_cancelled_asks_nobody) {
  kmk_status status;
  open_loading(k, "'load'");
  asking.lingers = true;
  run_in_little_stack(send_elsewhere, &status);
  send_ok(k->store, "'cancel'");
  run_due(k->loop);
  assert_issues(k, "[]"); /* its action is dropped */
  assert_state_text(k->store, "{'value': null}");
  probe_finish(&asking);
}

/* Otherwise the catch would be called again and again. */
TEST(B150_what_a_catch_makes_and_does_not_fit_asks_nobody) {
  kmk_status status;
  open_loading(k, "'loadOddly'");
  run_in_little_stack(send_elsewhere, &status);
  run_due(k->loop);
  assert_issues(k, "['action-misfit', 'action-misfit']");
  assert_state_text(k->store, "{'value': null}");
  probe_finish(&asking);
}

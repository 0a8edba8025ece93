/* Tasks: what one send has started, to wait for and to cancel (C8, C19-C22). */
#include "support.h"

static kmk_task *send_task(kmk_store *store, const char *action) {
  kmk_task *task = kmk_store_send_task_new(store, json_of(action), NULL);
  assert_non_null(task);
  return task;
}

/* ------------------------------------------------------------------- re-entrant sends */

typedef struct inner_send {
  kmk_store **store;
  kmk_task *task;
  bool finished_at_once;
} inner_send;

REDUCER(send_inside) {
  inner_send *inner = data;
  if (kmk_action_is(action, "outer")) {
    inner->task = kmk_store_send_task_new(*inner->store, json_string("inner"), NULL);
    inner->finished_at_once = kmk_task_is_finished(inner->task);
  } else if (kmk_action_is(action, "inner")) {
    return after(SECOND, "'late'");
  }
  return NULL;
}

static void C8_the_outer_task_covers_the_effects_of_a_reentrant_send(void **state) {
  kit *k = *state;
  inner_send inner = {&k->store, NULL, false};
  kit_open(k, kmk_reducer_new(send_inside, &inner, NULL), "{}");
  kmk_task *outer = send_task(k->store, "'outer'");
  assert_true(inner.finished_at_once);
  assert_true(kmk_task_is_finished(inner.task));
  assert_false(kmk_task_is_finished(outer));
  advance(k->loop, SECOND - 1);
  assert_false(kmk_task_is_finished(outer));
  advance(k->loop, 1);
  assert_true(kmk_task_is_finished(outer));
  assert_json_text(k->log, "['outer', 'inner', 'late']");
  kmk_task_free(inner.task);
  kmk_task_free(outer);
}

/* --------------------------------------------------------------------- the task tree */

static void respond(kmk_sender *sender, void *unused) {
  (void)unused;
  kmk_sender_send_new(sender, json_string("response"));
  kmk_sender_finish(sender);
}

static kmk_effect *answer_tap_with_task_tree(const json_t *action) {
  if (kmk_action_is(action, "tap")) {
    return kmk_effect_start(respond, NULL, NULL, NULL);
  }
  return kmk_action_is(action, "response") ? after(SECOND, "'delayed'") : NULL;
}

static void C19_finish_waits_for_the_whole_task_tree(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  kit_open(k, answering(answer_tap_with_task_tree), "{}");
  kmk_task *task = send_task(k->store, "'tap'");
  assert_int_equal(kmk_task_finish(task, -1, &error), KMK_ERR_TIMEOUT);
  assert_int_equal(error.status, KMK_ERR_TIMEOUT);
  assert_json_text(k->log, "['tap', 'response']");
  advance(k->loop, SECOND - 1);
  assert_int_equal(kmk_task_finish(task, -1, NULL), KMK_ERR_TIMEOUT);
  advance(k->loop, 1);
  assert_int_equal(kmk_task_finish(task, -1, NULL), KMK_OK);
  assert_json_text(k->log, "['tap', 'response', 'delayed']");
  kmk_task_free(task);
}

static kmk_effect *answer_tap_in_real_time(const json_t *action) {
  if (kmk_action_is(action, "tap")) {
    return kmk_effect_start(respond, NULL, NULL, NULL);
  }
  return kmk_action_is(action, "response") ? after(5 * MILLISECOND, "'delayed'") : NULL;
}

static void C19_finish_runs_a_real_loop_until_the_task_tree_is_over(void **state) {
  (void)state;
  json_t *log = json_array();
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_reducer *members[] = {logger(log), answering(answer_tap_in_real_time)};
  kmk_store *store = open_store(loop, kmk_combine(2, members), "{}");
  kmk_task *task = send_task(store, "'tap'");
  assert_int_equal(kmk_task_finish(task, 10000, NULL), KMK_OK);
  assert_true(kmk_task_is_finished(task));
  assert_json_text(log, "['tap', 'response', 'delayed']");
  kmk_task_free(task);
  kmk_store_free(store);
  kmk_loop_free(loop);
  json_decref(log);
}

static void C20_cancel_stops_the_whole_task_tree(void **state) {
  kit *k = *state;
  kit_open(k, answering(answer_tap_with_task_tree), "{}");
  kmk_task *task = send_task(k->store, "'tap'");
  run_due(k->loop);
  assert_json_text(k->log, "['tap', 'response']");
  kmk_task_cancel(task);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, 5 * SECOND);
  assert_json_text(k->log, "['tap', 'response']");
  assert_true(kmk_task_is_finished(task));
  kmk_task_free(task);
}

static kmk_effect *delay_on_response(const json_t *action) {
  return kmk_action_is(action, "child.presented.response") ? after(SECOND, "'delayed'") : NULL;
}

static kmk_effect *answer_tap_with_response(const json_t *action) {
  return kmk_action_is(action, "tap") ? kmk_effect_start(respond, NULL, NULL, NULL) : NULL;
}

static void C20_cancel_stops_what_the_parent_started_for_the_childs_action(void **state) {
  kit *k = *state;
  kit_open(k,
           kmk_presentation(answering(delay_on_response), "/child", "child", NULL,
                            answering(answer_tap_with_response)),
           "{'child': {}}");
  kmk_task *task = send_task(k->store, "{'child': {'presented': 'tap'}}");
  run_due(k->loop);
  assert_int_equal(json_array_size(k->log), 2);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  kmk_task_cancel(task);
  kmk_task_free(task);
  advance(k->loop, 5 * SECOND);
  assert_int_equal(json_array_size(k->log), 2);
}

static void C21_cancelling_changes_no_state_and_withdraws_no_action(void **state) {
  kit *k = *state;
  kit_open(k, counter(), "{'count': 0}");
  kmk_task *task = send_task(k->store, "{'incAfter': 1}");
  kmk_task_cancel(task);
  assert_state_text(k->store, "{'count': 0}");
  kmk_task_free(task);
  task = send_task(k->store, "{'incAfter': 1}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'count': 1}");
  kmk_task_cancel(task);
  assert_state_text(k->store, "{'count': 1}");
  kmk_task_free(task);
}

typedef struct cancelling {
  kmk_store *store;
  kmk_task *task;
} cancelling;

/* A send waits in the buffer while the task is cancelled. */
static void send_and_cancel(const json_t *value, void *user_data) {
  cancelling *c = user_data;
  if (json_integer_value(value) == 1) {
    kmk_store_send_new(c->store, json_string("buffered"), NULL);
    kmk_task_cancel(c->task);
  }
}

static void C21_an_action_that_is_buffered_already_is_still_reduced(void **state) {
  kit *k = *state;
  kit_open(k, counter(), "{'count': 0}");
  cancelling c = {k->store, send_task(k->store, "{'incAfter': 1}")};
  kmk_subscription *subscription =
      kmk_store_observe(k->store, "/count", send_and_cancel, &c, NULL, NULL);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[{'incAfter': 1}, 'inc', 'buffered']");
  kmk_subscription_free(subscription);
  kmk_task_free(c.task);
}

static void C21_a_task_without_effects_is_finished(void **state) {
  kit *k = *state;
  kit_open(k, counter(), "{'count': 0}");
  kmk_task *task = send_task(k->store, "'inc'");
  assert_true(kmk_task_is_finished(task));
  kmk_task_cancel(task);
  assert_int_equal(kmk_task_finish(task, 0, NULL), KMK_OK);
  kmk_task_free(task);
}

/* ------------------------------------------------------------------ presentations */

REDUCER(present_on_open) {
  if (kmk_action_is(action, "open")) {
    kmk_state_set_new(state, "/child", json_pack("{s:i}", "count", 0));
  }
  return NULL;
}

static void C22_a_presentation_is_no_part_of_the_task_that_presented_it(void **state) {
  kit *k = *state;
  kit_open(k,
           kmk_presentation(kmk_reducer_new(present_on_open, NULL, NULL), "/child", "child", NULL,
                            counter()),
           "{'child': null}");
  kmk_task *task = send_task(k->store, "'open'");
  assert_int_equal(kmk_task_finish(task, -1, NULL), KMK_OK);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  kmk_task_cancel(task);
  kmk_task_free(task);
  assert_state_text(k->store, "{'child': {'count': 0}}");
  send_ok(k->store, "{'child': {'presented': 'close'}}");
  assert_state_text(k->store, "{'child': null}");
}

/* ----------------------------------------------------------------------- limits */

static void freeing_a_task_cancels_nothing(void **state) {
  kit *k = *state;
  kit_open(k, counter(), "{'count': 0}");
  kmk_task_free(send_task(k->store, "{'incAfter': 1}"));
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'count': 1}");
}

REDUCER(finish_inside) {
  kmk_task **task = data;
  if (kmk_action_is(action, "finish")) {
    kmk_status status = kmk_task_finish(*task, 0, NULL);
    kmk_state_set_new(state, "/status", json_string(kmk_status_name(status)));
    return NULL;
  }
  return after(SECOND, "'late'");
}

static void finish_inside_a_callback_is_busy(void **state) {
  kit *k = *state;
  kmk_task *task = NULL;
  kmk_store *store = open_store(k->loop, kmk_reducer_new(finish_inside, &task, NULL), "{}");
  task = send_task(store, "'go'");
  send_ok(store, "'finish'");
  assert_state_text(store, "{'status': 'KMK_ERR_BUSY'}");
  kmk_task_free(task);
  kmk_store_free(store);
}

static void finish_refuses_a_timeout_below_minus_one(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  kit_open(k, counter(), "{'count': 0}");
  kmk_task *task = send_task(k->store, "{'incAfter': 1}");
  assert_int_equal(kmk_task_finish(task, -2, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_task_free(task);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(C8_the_outer_task_covers_the_effects_of_a_reentrant_send),
      KIT_TEST(C19_finish_waits_for_the_whole_task_tree),
      KIT_TEST(C19_finish_runs_a_real_loop_until_the_task_tree_is_over),
      KIT_TEST(C20_cancel_stops_the_whole_task_tree),
      KIT_TEST(C20_cancel_stops_what_the_parent_started_for_the_childs_action),
      KIT_TEST(C21_cancelling_changes_no_state_and_withdraws_no_action),
      KIT_TEST(C21_an_action_that_is_buffered_already_is_still_reduced),
      KIT_TEST(C21_a_task_without_effects_is_finished),
      KIT_TEST(C22_a_presentation_is_no_part_of_the_task_that_presented_it),
      KIT_TEST(freeing_a_task_cancels_nothing),
      KIT_TEST(finish_inside_a_callback_is_busy),
      KIT_TEST(finish_refuses_a_timeout_below_minus_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

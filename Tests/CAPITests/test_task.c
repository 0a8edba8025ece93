/* Tasks: the effects that one send started, to wait for and to cancel (C19). */
#include "support.h"

static kmk_task *send_task(kmk_store *store, const char *action) {
  kmk_task *task = kmk_store_send_task_new(store, json_of(action), NULL);
  assert_non_null(task);
  return task;
}

/* --------------------------------------------------------------------- the task tree */

static void respond(kmk_sender *sender, void *unused) {
  (void)unused;
  kmk_sender_send_new(sender, json_string("response"));
  kmk_sender_finish(sender);
}

static kmk_effect *answer_tap_in_real_time(const json_t *action) {
  if (kmk_action_is(action, "tap")) {
    return kmk_effect_start(respond, NULL, NULL, NULL);
  }
  return kmk_action_is(action, "response") ? after(5 * MILLISECOND, "'delayed'") : NULL;
}

TEST(C19_finish_runs_a_real_loop_until_the_task_tree_is_over) {
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

/* ----------------------------------------------------------------------- limits */

TEST(freeing_a_task_cancels_nothing) {
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

TEST(finish_inside_a_callback_is_busy) {
  kmk_task *task = NULL;
  kmk_store *store = open_store(k->loop, kmk_reducer_new(finish_inside, &task, NULL), "{}");
  task = send_task(store, "'go'");
  send_ok(store, "'finish'");
  assert_state_text(store, "{'status': 'KMK_ERR_BUSY'}");
  kmk_task_free(task);
  kmk_store_free(store);
}

TEST(finish_refuses_a_timeout_below_minus_one) {
  kmk_error error = {0};
  kit_open(k, counter(), "{'count': 0}");
  kmk_task *task = send_task(k->store, "{'incAfter': 1}");
  assert_int_equal(kmk_task_finish(task, -2, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_task_free(task);
}

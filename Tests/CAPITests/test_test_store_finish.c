/* Test stores: actions that were not received, and effects that are still running (I8-I12, I15). */
#define _POSIX_C_SOURCE 200809L

#include "trial_support.h"

#include <pthread.h>
#include <sched.h>

/* ------------------------------------------------------------------ the end of a test */

TRIAL_TEST(I8_the_end_fails_for_what_was_not_received_and_lists_it) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  RECEIVE(t, "'first'", "{'count': 2}");
  end_trial(t);
  assert_failure(t, __LINE__ - 2, "2 actions came from effects", "before the end of the test",
                 "    \"second\"\n    \"third\"\n");
}

TRIAL_TEST(I9_the_end_fails_once_for_each_running_effect_at_its_send) {
  open_trial(t, "{'count': 0}");
  SEND(t, "{'incAfter': 1}", NULL);
  SEND(t, "'startTimer'", NULL);
  end_trial(t);
  assert_failure(t, __LINE__ - 3, "An effect is still running at the end of the test",
                 "started by {\"incAfter\":1}\n", "kmk_test_skip_in_flight");
  assert_failure(t, __LINE__ - 4, "started by \"startTimer\", cancellable by timer\n");
  assert_no_failure(t);
}

TRIAL_TEST(I9_an_effect_of_a_received_action_is_located_at_the_send_that_led_to_it) {
  open_trial(t, "{'count': 0}");
  SEND(t, "{'answer': {'incAfter': 1}}", NULL);
  RECEIVE(t, "{'incAfter': 1}", NULL);
  SEND(t, "'noop'", NULL);
  end_trial(t);
  assert_failure(t, __LINE__ - 4, "started by {\"incAfter\":1}\n");
}

TRIAL_TEST(I9_a_later_link_of_a_chain_is_still_its_actions) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'chain'", NULL);
  kmk_test_advance(t->test, SECOND);
  RECEIVE(t, "'noop'", NULL);
  RECEIVE(t, "'noop'", NULL);
  end_trial(t);
  assert_failure(t, __LINE__ - 5, "started by \"chain\"");
}

REDUCER(show) {
  if (kmk_action_is(action, "show")) {
    kmk_state_set_new(state, "/sheet", json_of("{'count': 1}"));
  }
  return NULL;
}

TRIAL_TEST(I9_presenting_alone_starts_nothing_to_account_for) {
  kmk_reducer *parent = kmk_reducer_new(show, NULL, NULL);
  open_trial_of(t, kmk_presentation(parent, "/sheet", "sheet", NULL, counter()), "{'sheet': null}");
  SEND(t, "'show'", "{'sheet': {'count': 1}}");
  assert_true(kmk_test_finish(t->test));
}

TRIAL_TEST(I9_what_a_presented_feature_started_ends_with_it) {
  kmk_reducer *parent = kmk_reducer_new(show, NULL, NULL);
  open_trial_of(t, kmk_presentation(parent, "/sheet", "sheet", NULL, counter()), "{'sheet': null}");
  SEND(t, "'show'", "{'sheet': {'count': 1}}");
  SEND(t, "{'sheet': {'presented': 'startTimer'}}", NULL);
  assert_false(kmk_test_finish(t->test));
  assert_failure(t, __LINE__ - 1, "started by {\"sheet\":{\"presented\":\"startTimer\"}}");
  SEND(t, "{'sheet': 'dismiss'}", "{'sheet': null}");
  assert_true(kmk_test_finish(t->test));
}

/* ---------------------------------------------------------------------------- finish */

TRIAL_TEST(I10_finish_fails_for_what_was_not_received_then_for_what_runs) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'startTimer'", NULL);
  SEND(t, "'burst'", "{'count': 1}");
  assert_false(kmk_test_finish(t->test));
  int line = __LINE__ - 1;
  assert_failure(t, line, "3 actions", "were not received before kmk_test_finish");
  assert_failure(t, line, "Expected every effect to have finished. 1 effect is in flight:",
                 "started by \"startTimer\"");
}

TRIAL_TEST(I10_nothing_to_receive_and_nothing_running_is_a_clean_finish) {
  open_trial(t, "{'count': 0}");
  SEND(t, "{'incAfter': 1}", NULL);
  assert_true(kmk_test_advance(t->test, SECOND));
  RECEIVE(t, "'inc'", "{'count': 1}");
  assert_true(kmk_test_finish(t->test));
}

/* ------------------------------------------------------------------------------ skip */

TRIAL_TEST(I11_skipping_what_was_received_takes_the_newest_state) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  assert_true(kmk_test_skip_received(t->test, true));
  assert_asserted(t, "{'count': 4}");
  assert_true(kmk_test_skip_received(t->test, false));
  assert_false(kmk_test_skip_received(t->test, true));
  assert_failure(t, __LINE__ - 1, "There is no received action to skip.");
}

TRIAL_TEST(I12_skipped_effects_need_no_account_and_what_they_send_is_received) {
  open_trial(t, "{'count': 0}");
  SEND(t, "{'incAfter': 1}", NULL);
  SEND(t, "'startTimer'", NULL);
  assert_true(kmk_test_skip_in_flight(t->test, true));
  kmk_test_advance(t->test, SECOND);
  assert_true(RECEIVE(t, "'inc'", "{'count': 1}"));
  assert_true(RECEIVE(t, "'tick'", "{'count': 2}"));
  assert_true(kmk_test_skip_in_flight(t->test, false));
  assert_false(kmk_test_skip_in_flight(t->test, true));
  assert_failure(t, __LINE__ - 1, "There is no effect in flight to skip.");
}

/* ----------------------------------------------------------------------------- tasks */

TRIAL_TEST(I15_a_tasks_finish_fails_while_it_runs_and_cancelled_it_has_finished) {
  open_trial(t, "{'count': 0}");
  kmk_task *timer = kmk_test_send_task(t->test, json_string("startTimer"), NULL);
  kmk_task *sleep = kmk_test_send_task(t->test, json_of("{'incAfter': 1}"), NULL);
  assert_false(kmk_test_finish_task(t->test, sleep));
  assert_failure(t, __LINE__ - 1,
                 "Expected this send's effects to have finished. 1 effect is in flight:\n\n"
                 "    started by {\"incAfter\":1}\n");
  kmk_task_cancel(sleep);
  assert_true(kmk_test_finish_task(t->test, sleep));
  assert_true(kmk_task_is_finished(sleep));
  assert_false(kmk_task_is_finished(timer));
  kmk_test_advance(t->test, SECOND);
  assert_true(RECEIVE(t, "'tick'", "{'count': 1}"));
  kmk_task_cancel(timer);
  assert_true(kmk_test_finish(t->test));
  kmk_task_free(timer);
  kmk_task_free(sleep);
}

TRIAL_TEST(I15_a_send_without_effects_has_finished_also_where_it_failed) {
  open_trial(t, "{'count': 0}");
  kmk_task *task = kmk_test_send_task(t->test, json_string("inc"), NULL);
  assert_failure(t, __LINE__ - 1, "says nothing of it");
  assert_true(kmk_test_finish_task(t->test, task));
  kmk_task_free(task);
}

/* ---------------------------------------------------------------- deferred functions */

static kmk_test_store *the_test;
static int ran_inside;
static bool sent_inside;

static void run_inside(void *user_data) {
  (void)user_data;
  kmk_loop *loop = kmk_store_loop(kmk_test_store_store(the_test));
  kmk_store_send_text(kmk_test_store_store(the_test), "\"burst\"", NULL);
  ran_inside = kmk_loop_dispatch(loop, 0);
  sent_inside = kmk_test_send(the_test, json_string("inc"), NULL);
}

TRIAL_TEST(N2_what_is_deferred_in_a_test_runs_the_loop_and_makes_no_call_of_the_test) {
  open_trial(t, "{'count': 0}");
  the_test = t->test;
  kmk_loop_defer(kmk_store_loop(kmk_test_store_store(t->test)), run_inside, NULL, NULL);
  SEND(t, "'noop'", NULL);
  assert_true(ran_inside >= 0);
  assert_false(sent_inside);
  assert_failure(t, 0, "kmk_test_send was called inside a callback");
  assert_failure(t, __LINE__ - 4, "were not received before this send", "\"burst\"");
  kmk_test_skip_received(t->test, false);
}

/* ------------------------------------------------------- other threads at the end */

static pthread_barrier_t worker_may_end;

/* The test receives its action long before its thread ends. */
static void send_and_linger(kmk_sender *sender, void *user_data) {
  (void)user_data;
  kmk_sender_send_new(sender, json_string("noop"));
  pthread_barrier_wait(&worker_may_end);
}

static kmk_effect *answer_with_worker(const json_t *action) {
  return kmk_action_is(action, "work") ? kmk_effect_blocking(send_and_linger, NULL, NULL) : NULL;
}

TRIAL_TEST(N5_the_end_waits_for_a_blocking_effect) {
  pthread_barrier_init(&worker_may_end, NULL, 2);
  for (int i = 0; i < 200; i++) {
    open_trial_of(t, answering(answer_with_worker), "{}");
    kmk_test_store_set_timeout(t->test, 60 * 1000);
    SEND(t, "'work'", NULL);
    RECEIVE(t, "'noop'", NULL);
    pthread_barrier_wait(&worker_may_end);
    if (i % 2 == 1) {
      assert_true(kmk_test_finish(t->test));
    }
    end_trial(t);
    assert_no_failure(t);
  }
  pthread_barrier_destroy(&worker_may_end);
}

TRIAL_TEST(N5_no_longer_than_its_timeout_and_not_for_what_was_skipped) {
  pthread_barrier_init(&worker_may_end, NULL, 2);
  for (int i = 0; i < 2; i++) {
    open_trial_of(t, answering(answer_with_worker), "{}");
    kmk_test_store_set_timeout(t->test, 60 * 1000);
    SEND(t, "'work'", NULL);
    RECEIVE(t, "'noop'", NULL);
    if (i == 0) {
      kmk_test_store_set_timeout(t->test, 0);
    } else {
      kmk_test_skip_in_flight(t->test, true);
    }
    end_trial(t);
    if (i == 0) {
      assert_failure(t, 0, "An effect is still running", "started by \"work\"");
    }
    assert_no_failure(t);
    size_t live = t->live;
    pthread_barrier_wait(&worker_may_end);
    while (kmk_live_objects() > live) {
      sched_yield();
    }
  }
  pthread_barrier_destroy(&worker_may_end);
}

/* ------------------------------------------------------------ effects that fail */

static void fail_later(kmk_sender *sender, void *data) { *(kmk_sender **)data = sender; }

static kmk_effect *fetch(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env;
  return kmk_action_is(action, "fetch") ? kmk_effect_start(fail_later, NULL, data, NULL)
                                        : kmk_effect_after_new(1000, json_string("other"));
}

TRIAL_TEST(I66_an_effect_that_fails_is_told_with_the_action_that_started_it) {
  kmk_sender *sender = NULL;
  open_trial_of(t, kmk_reducer_new(fetch, &sender, NULL), "{}");
  SEND(t, "{'wait': 1}", NULL);
  SEND(t, "'fetch'", NULL);
  kmk_test_advance(t->test, 1);
  assert_non_null(sender);
  kmk_sender_fail(sender, "no network");
  kmk_test_advance(t->test, 1);
  assert_failure(t, 0, "effect-threw: no network\n  started by \"fetch\"");
  kmk_test_skip_in_flight(t->test, true);
}

/* The loop: its descriptor, dispatching, and a virtual clock. */
#include "support.h"

#include <poll.h>
#include <pthread.h>

static bool is_readable(kmk_loop *loop, int timeout_ms) {
  struct pollfd watched = {kmk_loop_fd(loop), POLLIN, 0};
  return poll(&watched, 1, timeout_ms) == 1;
}

static kmk_effect *answer_delays(const json_t *action) {
  if (kmk_action_is(action, "soon")) {
    return after(20 * MILLISECOND, "'rang'");
  }
  if (kmk_action_is(action, "far")) {
    return after(3600 * SECOND, "'never'");
  }
  if (kmk_action_is(action, "next")) {
    return after(0, "'turn'");
  }
  if (kmk_action_is(action, "twoNext")) {
    return kmk_effect_merge(2, (kmk_effect *[]){after(0, "'a'"), after(0, "'b'")});
  }
  return NULL;
}

/* A loop in real time, with a store that writes a log. */
typedef struct real {
  kmk_loop *loop;
  kmk_store *store;
  json_t *log;
} real;

static real open_real(void) {
  real r = {kmk_loop_new(NULL), NULL, json_array()};
  assert_non_null(r.loop);
  kmk_reducer *members[] = {logger(r.log), answering(answer_delays)};
  r.store = open_store(r.loop, kmk_combine(2, members), "{}");
  return r;
}

static void close_real(real *r) {
  kmk_store_free(r->store);
  kmk_loop_free(r->loop);
  json_decref(r->log);
}

/* --------------------------------------------------------------- the descriptor */

TEST(the_descriptor_is_readable_while_something_is_due) {
  real r = open_real();
  int fd = kmk_loop_fd(r.loop);
  assert_true(fd >= 0);
  assert_false(is_readable(r.loop, 0));
  send_ok(r.store, "'next'");
  assert_true(is_readable(r.loop, 0));
  assert_true(kmk_loop_dispatch(r.loop, 0) > 0);
  assert_false(is_readable(r.loop, 0));
  assert_int_equal(kmk_store_post_new(r.store, json_string("posted")), KMK_OK);
  assert_true(is_readable(r.loop, 0));
  kmk_loop_dispatch(r.loop, 0);
  assert_false(is_readable(r.loop, 0));
  assert_int_equal(kmk_loop_fd(r.loop), fd);
  assert_json_text(r.log, "['next', 'turn', 'posted']");
  close_real(&r);
}

TEST(the_descriptor_becomes_readable_when_a_timer_is_due) {
  real r = open_real();
  send_ok(r.store, "'soon'");
  /* On a busy machine the timer may be due already. In that case, starts over. */
  int dispatched = kmk_loop_dispatch(r.loop, 0);
  for (int again = 0; dispatched != 0 && again < 100; again++) {
    close_real(&r);
    r = open_real();
    send_ok(r.store, "'soon'");
    dispatched = kmk_loop_dispatch(r.loop, 0);
  }
  assert_int_equal(dispatched, 0);
  assert_true(is_readable(r.loop, 10000));
  assert_int_equal(kmk_loop_dispatch(r.loop, 0), 1);
  assert_json_text(r.log, "['soon', 'rang']");
  close_real(&r);
}

TEST(two_loops_have_descriptors_and_work_of_their_own) {
  real one = open_real(), two = open_real();
  assert_int_not_equal(kmk_loop_fd(one.loop), kmk_loop_fd(two.loop));
  send_ok(one.store, "'next'");
  assert_int_equal(kmk_loop_dispatch(two.loop, 0), 0);
  assert_json_text(one.log, "['next']");
  assert_int_equal(kmk_loop_dispatch(one.loop, 0), 1);
  assert_json_text(one.log, "['next', 'turn']");
  close_real(&one);
  close_real(&two);
}

/* ------------------------------------------------------------------ dispatching */

TEST(dispatch_counts_the_jobs_that_ran) {
  real r = open_real();
  assert_int_equal(kmk_loop_dispatch(r.loop, 0), 0);
  send_ok(r.store, "'twoNext'");
  assert_int_equal(kmk_loop_dispatch(r.loop, 0), 2);
  assert_int_equal(kmk_loop_dispatch(r.loop, 0), 0);
  close_real(&r);
}

TEST(dispatch_waits_for_a_timer) {
  real r = open_real();
  send_ok(r.store, "'soon'");
  assert_int_equal(kmk_loop_dispatch(r.loop, -1), 1);
  assert_json_text(r.log, "['soon', 'rang']");
  close_real(&r);
}

TEST(dispatch_gives_up_when_its_time_has_passed) {
  real r = open_real();
  send_ok(r.store, "'far'");
  assert_int_equal(kmk_loop_dispatch(r.loop, 5), 0);
  assert_json_text(r.log, "['far']");
  close_real(&r);
}

TEST(dispatch_of_a_virtual_loop_never_waits) {
  kit_open(k, answering(answer_delays), "{}");
  send_ok(k->store, "'far'");
  assert_int_equal(kmk_loop_dispatch(k->loop, -1), 0);
}

TEST(a_timeout_below_minus_one_is_refused) {
  kmk_error error = {0};
  assert_int_equal(kmk_loop_dispatch(k->loop, -2), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_run_until_idle(k->loop, -2, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
}

static void *wake(void *loop) {
  kmk_loop_wakeup(loop);
  return NULL;
}

TEST(wakeup_makes_a_blocking_dispatch_return) {
  real r = open_real();
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, wake, r.loop), 0);
  assert_int_equal(kmk_loop_dispatch(r.loop, -1), 0);
  pthread_join(thread, NULL);
  close_real(&r);
}

TEST(wakeup_makes_the_next_dispatch_return) {
  real r = open_real();
  assert_int_equal(kmk_loop_wakeup(r.loop), KMK_OK);
  assert_int_equal(kmk_loop_dispatch(r.loop, -1), 0);
  close_real(&r);
}

/* ----------------------------------------------------------------- until idle */

static probe a_probe;

static kmk_effect *run_probe_and_timer(const json_t *action) {
  if (kmk_action_is(action, "go")) {
    return kmk_effect_merge(
        3, (kmk_effect *[]){probe_effect(&a_probe), after(SECOND, "'late'"), after(0, "'next'")});
  }
  return kmk_action_is(action, "next") ? after(0, "'afterNext'") : NULL;
}

TEST(idle_waits_neither_for_timers_nor_for_the_world_outside) {
  memset(&a_probe, 0, sizeof a_probe);
  kit_open(k, answering(run_probe_and_timer), "{}");
  send_ok(k->store, "'go'");
  assert_int_equal(kmk_loop_run_until_idle(k->loop, -1, NULL), KMK_OK);
  assert_int_equal(a_probe.started, 1);
  assert_json_text(k->log, "['go', 'next', 'afterNext']");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
}

static kmk_effect *answer_for_ever(const json_t *action) {
  (void)action;
  return after(0, "'again'");
}

TEST(a_loop_that_is_never_idle_answers_timeout) {
  kmk_error error = {0};
  k->store = open_store(k->loop, answering(answer_for_ever), "{}");
  send_ok(k->store, "'go'");
  assert_int_equal(kmk_loop_run_until_idle(k->loop, 5, &error), KMK_ERR_TIMEOUT);
  assert_int_equal(error.status, KMK_ERR_TIMEOUT);
}

/* ------------------------------------------------------------ the virtual clock */

TEST(advancing_by_0_runs_what_is_due) {
  kit_open(k, answering(answer_delays), "{}");
  send_ok(k->store, "'next'");
  advance(k->loop, 0);
  assert_json_text(k->log, "['next', 'turn']");
}

TEST(a_virtual_clock_moves_by_advance_alone) {
  kit_open(k, answering(answer_delays), "{}");
  send_ok(k->store, "'soon'");
  run_due(k->loop);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 0);
  advance(k->loop, 20 * MILLISECOND - 1);
  assert_json_text(k->log, "['soon']");
  advance(k->loop, 1);
  assert_json_text(k->log, "['soon', 'rang']");
}

TEST(advance_refuses_a_real_loop_and_a_clock_past_its_end) {
  kmk_error error = {0};
  real r = open_real();
  assert_int_equal(kmk_loop_advance(r.loop, 1, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  close_real(&r);
  kit_open(k, answering(answer_delays), "{}");
  send_ok(k->store, "'far'");
  assert_int_equal(kmk_loop_advance(k->loop, UINT64_MAX, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_advance(k->loop, (uint64_t)INT64_MAX + 1, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_json_text(k->log, "['far']");
  assert_int_equal(kmk_loop_advance(k->loop, INT64_MAX, NULL), KMK_OK);
  assert_json_text(k->log, "['far', 'never']");
  assert_int_equal(kmk_loop_advance(k->loop, 1, NULL), KMK_ERR_INVALID_ARGUMENT);
}

/* ---------------------------------------------------------------- inside callbacks */

typedef struct runs {
  kmk_loop *loop;
  int count;
  int dispatched[4];
  kmk_status idle[4], advanced[4];
} runs;

static void run_loop(runs *r) {
  int i = r->count++;
  r->dispatched[i] = kmk_loop_dispatch(r->loop, 0);
  r->idle[i] = kmk_loop_run_until_idle(r->loop, 0, NULL);
  r->advanced[i] = kmk_loop_advance(r->loop, SECOND, NULL);
}

static void run_loop_in_start(kmk_sender *sender, void *user_data) {
  run_loop(user_data);
  kmk_sender_finish(sender);
}

static void run_loop_in_observer(const json_t *value, void *user_data) {
  (void)value;
  run_loop(user_data);
}

REDUCER(run_loop_in_reducer) {
  if (kmk_action_is(action, "go")) {
    run_loop(data);
    kmk_state_set_new(state, "/done", json_true());
    return kmk_effect_start(run_loop_in_start, NULL, data, NULL);
  }
  return NULL;
}

TEST(running_the_loop_inside_a_callback_is_busy) {
  runs r = {.loop = k->loop};
  kit_open(k, kmk_reducer_new(run_loop_in_reducer, &r, NULL), "{}");
  kmk_subscription *subscription =
      kmk_store_observe(k->store, "/done", run_loop_in_observer, &r, NULL, NULL);
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(r.count, 4); /* the first observation, a reducer, an observer, an effect */
  for (int i = 0; i < r.count; i++) {
    assert_int_equal(r.dispatched[i], KMK_ERR_BUSY);
    assert_int_equal(r.idle[i], KMK_ERR_BUSY);
    assert_int_equal(r.advanced[i], KMK_ERR_BUSY);
  }
  kmk_subscription_free(subscription);
}

TEST(freeing_a_loop_ends_its_stores) {
  memset(&a_probe, 0, sizeof a_probe);
  kit_open(k, answering(run_probe_and_timer), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  end_loop(k);
  assert_int_equal(a_probe.cancelled, 1);
  assert_int_equal(a_probe.freed, 1);
}

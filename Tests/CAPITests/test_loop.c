/* The loop: its descriptor, dispatching, a virtual clock, and its end. */
#include "support.h"

#include <malloc.h>
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

/* A loop on real time, with a store on it that writes a log. */
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

static void the_descriptor_is_readable_while_something_is_due(void **state) {
  (void)state;
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

static void the_descriptor_becomes_readable_when_a_timer_is_due(void **state) {
  (void)state;
  real r = open_real();
  send_ok(r.store, "'soon'");
  /* On a machine that stands still for a moment it is due already: then from the beginning. */
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

static void two_loops_have_descriptors_and_work_of_their_own(void **state) {
  (void)state;
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

static void dispatch_counts_the_jobs_that_ran(void **state) {
  (void)state;
  real r = open_real();
  assert_int_equal(kmk_loop_dispatch(r.loop, 0), 0);
  send_ok(r.store, "'twoNext'");
  assert_int_equal(kmk_loop_dispatch(r.loop, 0), 2);
  assert_int_equal(kmk_loop_dispatch(r.loop, 0), 0);
  close_real(&r);
}

static void dispatch_waits_for_a_timer(void **state) {
  (void)state;
  real r = open_real();
  send_ok(r.store, "'soon'");
  assert_int_equal(kmk_loop_dispatch(r.loop, -1), 1);
  assert_json_text(r.log, "['soon', 'rang']");
  close_real(&r);
}

static void dispatch_gives_up_when_its_time_has_passed(void **state) {
  (void)state;
  real r = open_real();
  send_ok(r.store, "'far'");
  assert_int_equal(kmk_loop_dispatch(r.loop, 5), 0);
  assert_json_text(r.log, "['far']");
  close_real(&r);
}

static void dispatch_of_a_virtual_loop_never_waits(void **state) {
  kit *k = *state;
  kit_open(k, answering(answer_delays), "{}");
  send_ok(k->store, "'far'");
  assert_int_equal(kmk_loop_dispatch(k->loop, -1), 0);
}

static void a_timeout_below_minus_one_is_refused(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  assert_int_equal(kmk_loop_dispatch(k->loop, -2), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_run_until_idle(k->loop, -2, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
}

static void *wake(void *loop) {
  kmk_loop_wakeup(loop);
  return NULL;
}

static void wakeup_makes_a_blocking_dispatch_return(void **state) {
  (void)state;
  real r = open_real();
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, wake, r.loop), 0);
  assert_int_equal(kmk_loop_dispatch(r.loop, -1), 0);
  pthread_join(thread, NULL);
  close_real(&r);
}

static void wakeup_makes_the_next_dispatch_return(void **state) {
  (void)state;
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

static void idle_waits_neither_for_timers_nor_for_the_world_outside(void **state) {
  kit *k = *state;
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

static void a_loop_that_is_never_idle_answers_timeout(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  k->store = open_store(k->loop, answering(answer_for_ever), "{}");
  send_ok(k->store, "'go'");
  assert_int_equal(kmk_loop_run_until_idle(k->loop, 5, &error), KMK_ERR_TIMEOUT);
  assert_int_equal(error.status, KMK_ERR_TIMEOUT);
}

/* ------------------------------------------------------------ the virtual clock */

static kmk_effect *answer_on_the_way(const json_t *action) {
  if (kmk_action_is(action, "go")) {
    return kmk_effect_merge(2, (kmk_effect *[]){after(SECOND, "'1'"), after(3 * SECOND, "'3'")});
  }
  if (kmk_action_is(action, "1")) {
    return kmk_effect_merge(2, (kmk_effect *[]){after(SECOND, "'2'"), after(0, "'1b'")});
  }
  return kmk_action_is(action, "3") ? after(SECOND, "'4'") : NULL;
}

static void a_timer_that_is_set_on_the_way_fires_in_the_same_advance(void **state) {
  kit *k = *state;
  kit_open(k, answering(answer_on_the_way), "{}");
  send_ok(k->store, "'go'");
  advance(k->loop, 3 * SECOND);
  assert_json_text(k->log, "['go', '1', '1b', '2', '3']");
  advance(k->loop, SECOND);
  assert_json_text(k->log, "['go', '1', '1b', '2', '3', '4']");
}

static void advancing_by_0_runs_what_is_due(void **state) {
  kit *k = *state;
  kit_open(k, answering(answer_delays), "{}");
  send_ok(k->store, "'next'");
  advance(k->loop, 0);
  assert_json_text(k->log, "['next', 'turn']");
}

static void a_virtual_clock_moves_by_advance_alone(void **state) {
  kit *k = *state;
  kit_open(k, answering(answer_delays), "{}");
  send_ok(k->store, "'soon'");
  run_due(k->loop);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 0);
  advance(k->loop, 20 * MILLISECOND - 1);
  assert_json_text(k->log, "['soon']");
  advance(k->loop, 1);
  assert_json_text(k->log, "['soon', 'rang']");
}

static void advance_refuses_a_real_loop_and_a_clock_past_its_end(void **state) {
  kit *k = *state;
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

static void running_the_loop_inside_a_callback_is_busy(void **state) {
  kit *k = *state;
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

/* --------------------------------------------------------------------- the end */

static void free_loop_now(kmk_loop **loop) {
  kmk_loop_free(*loop);
  *loop = NULL;
}

static void free_loop_in_start(kmk_sender *sender, void *user_data) {
  free_loop_now(user_data);
  kmk_sender_finish(sender);
}

REDUCER(free_loop_in_reducer) {
  if (kmk_action_is(action, "now")) {
    free_loop_now(data);
    return after(0, "'never'");
  }
  return kmk_action_is(action, "effect") ? kmk_effect_start(free_loop_in_start, NULL, data, NULL)
                                         : NULL;
}

static void a_loop_freed_by_a_reducer_goes_when_the_send_returns(void **state) {
  kit *k = *state;
  kit_open(k, kmk_reducer_new(free_loop_in_reducer, &k->loop, NULL), "{}");
  send_ok(k->store, "'now'");
  assert_null(k->loop);
  assert_json_text(k->log, "['now']");
  assert_int_equal(kmk_store_send_text(k->store, "\"more\"", NULL), KMK_ERR_CLOSED);
}

static void a_loop_freed_by_an_effect_goes_when_the_dispatch_returns(void **state) {
  kit *k = *state;
  kit_open(k, kmk_reducer_new(free_loop_in_reducer, &k->loop, NULL), "{}");
  send_ok(k->store, "'effect'");
  kmk_loop_dispatch(k->loop, 0);
  assert_null(k->loop);
  assert_int_equal(kmk_store_send_text(k->store, "\"more\"", NULL), KMK_ERR_CLOSED);
}

/* A loop that is freed while one of its stores is at work, and another one is not. */
typedef struct ending {
  kit *kit;
  kmk_store *other;
  kmk_status to_other, to_own;
  bool has_loop;
  probe probe;
} ending;

REDUCER(free_loop_and_send) {
  ending *e = data;
  if (!kmk_action_is(action, "free")) {
    return NULL;
  }
  kmk_store_send_text(e->kit->store, "\"buffered\"", NULL);
  free_loop_now(&e->kit->loop);
  e->has_loop = kmk_store_loop(e->kit->store) != NULL || kmk_store_loop(e->other) != NULL;
  e->to_own = kmk_store_send_text(e->kit->store, "\"late\"", NULL);
  e->to_other = kmk_store_send_text(e->other, "\"late\"", NULL);
  kmk_state_set_new(state, "/done", json_true());
  return kmk_effect_merge(2, (kmk_effect *[]){sends("'follow'"), probe_effect(&e->probe)});
}

static void C36_a_loop_freed_inside_a_burst_drops_what_is_buffered(void **state) {
  kit *k = *state;
  ending e = {.kit = k};
  kit_open(k, kmk_reducer_new(free_loop_and_send, &e, NULL), "{'done': false}");
  e.other = open_store(k->loop, kmk_reducer_new(free_loop_and_send, &e, NULL), "{}");
  json_t *told = json_array();
  kmk_subscription *subscription = observe_into(k->store, "/done", told);
  send_ok(k->store, "'free'");
  assert_null(k->loop);
  assert_json_text(k->log, "['free']");
  assert_json_text(told, "[false, true]"); /* as for a store that is freed there */
  assert_int_equal(e.to_own, KMK_OK);      /* it waits in the buffer, and goes with it */
  assert_int_equal(e.to_other, KMK_ERR_CLOSED);
  assert_false(e.has_loop); /* its handle was freed */
  assert_int_equal(e.probe.started, 0);
  kmk_subscription_free(subscription);
  kmk_store_free(e.other);
  json_decref(told);
}

static void free_loop_when_done(const json_t *value, void *user_data) {
  kit *k = user_data;
  if (json_is_true(value)) {
    kmk_store_send_text(k->store, "\"buffered\"", NULL);
    free_loop_now(&k->loop);
  }
}

REDUCER(set_done) {
  if (kmk_action_is(action, "go")) {
    return probe_effect(&a_probe);
  }
  kmk_state_set_new(state, "/done", json_true());
  return NULL;
}

/* The action comes from a sender, outside of every dispatch. */
static void C36_so_does_one_freed_by_an_observer_of_an_effects_action(void **state) {
  kit *k = *state;
  memset(&a_probe, 0, sizeof a_probe);
  kit_open(k, kmk_reducer_new(set_done, NULL, NULL), "{'done': false}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  json_t *told = json_array();
  kmk_subscription *first =
      kmk_store_observe(k->store, "/done", free_loop_when_done, k, NULL, NULL);
  kmk_subscription *second = observe_into(k->store, "/done", told);
  assert_int_equal(probe_send(&a_probe, "'act'"), KMK_OK);
  assert_null(k->loop);
  assert_json_text(k->log, "['go', 'act']");
  assert_json_text(told, "[false, true]");
  assert_int_equal(a_probe.cancelled, 1);
  assert_int_equal(a_probe.freed, 1);
  kmk_subscription_free(first);
  kmk_subscription_free(second);
  json_decref(told);
}

static void freeing_a_loop_ends_its_stores(void **state) {
  kit *k = *state;
  memset(&a_probe, 0, sizeof a_probe);
  kit_open(k, answering(run_probe_and_timer), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  kmk_loop_free(k->loop);
  k->loop = NULL;
  assert_int_equal(a_probe.cancelled, 1);
  assert_int_equal(a_probe.freed, 1);
}

static size_t heap_after_loops(int count) {
  for (int i = 0; i < count; i++) {
    kmk_loop_free(i % 2 == 0 ? kmk_loop_new_virtual(NULL) : kmk_loop_new(NULL));
  }
  return mallinfo2().uordblks;
}

static void a_freed_loop_leaves_nothing_behind(void **state) {
  (void)state;
  size_t before = heap_after_loops(100);
  /* Tables of the process may grow once; a byte for each would be too much. */
  assert_in_range(heap_after_loops(1000), 0, before + 999);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(the_descriptor_is_readable_while_something_is_due),
      KIT_TEST(the_descriptor_becomes_readable_when_a_timer_is_due),
      KIT_TEST(two_loops_have_descriptors_and_work_of_their_own),
      KIT_TEST(dispatch_counts_the_jobs_that_ran),
      KIT_TEST(dispatch_waits_for_a_timer),
      KIT_TEST(dispatch_gives_up_when_its_time_has_passed),
      KIT_TEST(dispatch_of_a_virtual_loop_never_waits),
      KIT_TEST(a_timeout_below_minus_one_is_refused),
      KIT_TEST(wakeup_makes_a_blocking_dispatch_return),
      KIT_TEST(wakeup_makes_the_next_dispatch_return),
      KIT_TEST(idle_waits_neither_for_timers_nor_for_the_world_outside),
      KIT_TEST(a_loop_that_is_never_idle_answers_timeout),
      KIT_TEST(a_timer_that_is_set_on_the_way_fires_in_the_same_advance),
      KIT_TEST(advancing_by_0_runs_what_is_due),
      KIT_TEST(a_virtual_clock_moves_by_advance_alone),
      KIT_TEST(advance_refuses_a_real_loop_and_a_clock_past_its_end),
      KIT_TEST(running_the_loop_inside_a_callback_is_busy),
      KIT_TEST(a_loop_freed_by_a_reducer_goes_when_the_send_returns),
      KIT_TEST(a_loop_freed_by_an_effect_goes_when_the_dispatch_returns),
      KIT_TEST(C36_a_loop_freed_inside_a_burst_drops_what_is_buffered),
      KIT_TEST(C36_so_does_one_freed_by_an_observer_of_an_effects_action),
      KIT_TEST(freeing_a_loop_ends_its_stores),
      KIT_TEST(a_freed_loop_leaves_nothing_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

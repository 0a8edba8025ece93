/* The workers of a loop: their number, the order of their work, and the effects of cancelling and of the loop's end. */
#include "worker_support.h"

#include <signal.h>

/* -------------------------------------------------------------------- number and order */

TEST(W1_three_thousand_effects_have_four_workers) {
  yard *y = new_yard(MANY);
  k->store = open_yard(k->loop, y);
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(y->ended, MANY);
  assert_in_range(y->most_running, 1, 4);
  assert_false(y->out_of_order);
  assert_int_equal(count_freed(y), MANY);
  assert_true(pthread_equal(y->freed_on, pthread_self()));
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  free_yard(y);
}

TEST(W1_a_worker_begins_what_came_first) {
  yard *y = new_yard(MANY);
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  kmk_loop *loop;
  options.worker_count = 1;
  kmk_store *store = open_with(k, &options, &loop, y);
  send_ok(store, "'go'");
  run_due(loop);
  assert_int_equal(y->most_running, 1);
  for (int i = 0; i < MANY; i++) {
    assert_int_equal(y->order[i], i);
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
  free_yard(y);
}

/* A loop without options has four workers. */
TEST(W1_no_more_threads_than_the_loop_may_have) {
  for (uint32_t most = 1; most <= 4; most++) {
    yard *y = new_yard(10);
    kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
    kmk_loop *loop;
    y->gated = true;
    options.worker_count = most;
    kmk_store *store = open_with(k, most < 4 ? &options : NULL, &loop, y);
    send_ok(store, "'go'");
    assert_int_equal(kmk_loop_dispatch(loop, 0), 10);
    await_at_gate(y, (int)most);
    assert_int_equal(y->begun, most);
    assert_false(kmk_loop_is_idle(loop));
    open_gate(y);
    run_due(loop);
    assert_true(kmk_loop_is_idle(loop));
    assert_int_equal(y->ended, 10);
    assert_int_equal(y->most_running, most);
    kmk_store_free(store);
    kmk_loop_free(loop);
    free_yard(y);
  }
}

/* ---------------------------------------------------------------------- cancelled early */

TEST(W2_what_is_cancelled_before_it_begins_never_begins) {
  yard *y = new_yard(MANY);
  y->gated = true;
  k->store = open_yard(k->loop, y);
  send_ok(k->store, "'go'");
  kmk_loop_dispatch(k->loop, 0);
  await_at_gate(y, 4);
  send_ok(k->store, "'cancel'");
  assert_int_equal(count_freed(y), MANY / 3 - 1); /* one of them is running */
  assert_true(pthread_equal(y->freed_on, pthread_self()));
  assert_int_equal(kmk_store_effect_count(k->store), MANY - MANY / 3);
  open_gate(y);
  run_due(k->loop);
  assert_int_equal(y->ended, MANY - MANY / 3 + 1);
  for (int i = 0; i < MANY; i++) {
    assert_int_equal(y->items[i].begun, i % 3 != 2 || i == 2);
    assert_int_equal(y->items[i].freed, 1);
  }
  assert_true(y->items[2].cancelled);
  free_yard(y);
}

TEST(W2_a_store_that_ends_takes_its_work_out) {
  yard *y = new_yard(10);
  y->gated = true;
  k->store = open_yard(k->loop, y);
  send_ok(k->store, "'go'");
  kmk_loop_dispatch(k->loop, 0);
  await_at_gate(y, 4);
  end_store(k);
  assert_int_equal(count_freed(y), 6);
  open_gate(y);
  run_due(k->loop);
  assert_int_equal(y->begun, 4);
  assert_int_equal(count_freed(y), 10);
  free_yard(y);
}

/* ------------------------------------------------------------------- the loop's end */

TEST(W3_the_end_waits_for_what_is_at_work) {
  yard *y = new_yard(10);
  kmk_loop *loop;
  y->until_cancelled = true;
  kmk_store *store = open_with(k, NULL, &loop, y);
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  await_at_gate(y, 4);
  kmk_loop_free(loop);
  assert_int_equal(y->ended, 4);
  assert_int_equal(y->begun, 4);
  assert_int_equal(count_freed(y), 10);
  assert_true(pthread_equal(y->freed_on, pthread_self()));
  kmk_store_free(store);
  free_yard(y);
}

REDUCER(free_its_loop) {
  if (kmk_action_is(action, "free")) {
    kmk_loop_free(data);
  }
  return NULL;
}

TEST(W3_a_loop_freed_inside_a_callback_waits_when_that_has_returned) {
  yard *y = new_yard(2);
  kmk_loop *loop;
  y->until_cancelled = true;
  kmk_store *store = open_with(k, NULL, &loop, y);
  kmk_store *freeing = open_store(loop, kmk_reducer_new(free_its_loop, loop, NULL), "{}");
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  await_at_gate(y, 2);
  send_ok(freeing, "'free'");
  assert_int_equal(y->ended, 2);
  assert_int_equal(count_freed(y), 2);
  kmk_store_free(freeing);
  kmk_store_free(store);
  free_yard(y);
}

TEST(W3_or_abandons_it_where_the_loop_says_so) {
  yard *y = new_yard(10);
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  kmk_loop *loop;
  size_t live = kmk_live_objects();
  y->gated = true;
  options.abandons_workers = true;
  kmk_store *store = open_with(k, &options, &loop, y);
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  await_at_gate(y, 4);
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(y->ended, 0);
  assert_int_equal(count_freed(y), 6);
  open_gate(y);
  while (kmk_live_objects() > live || y->ended < 4) {
    sched_yield();
  }
  assert_int_equal(y->begun, 4);
  free_yard(y);
}

/* -------------------------------------------------------------------------- signals */

static void read_mask(kmk_sender *sender, void *mask) {
  (void)sender;
  assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, mask), 0);
}

REDUCER(mask_reader) {
  (void)state;
  return kmk_action_is(action, "go") ? kmk_effect_blocking(read_mask, data, NULL) : NULL;
}

TEST(W12_signals_of_the_program_are_not_a_workers) {
  sigset_t mask, own;
  sigemptyset(&mask);
  k->store = open_store(k->loop, kmk_reducer_new(mask_reader, &mask, NULL), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_true(sigismember(&mask, SIGTERM) && sigismember(&mask, SIGINT));
  assert_true(sigismember(&mask, SIGCHLD) && sigismember(&mask, SIGWINCH));
  assert_false(sigismember(&mask, SIGSEGV) || sigismember(&mask, SIGBUS));
  pthread_sigmask(SIG_SETMASK, NULL, &own);
  assert_false(sigismember(&own, SIGTERM) || sigismember(&own, SIGCHLD));
}

/* ----------------------------------------------------------------------- invalid options */

TEST(W1_options_that_are_wrong_make_no_loop) {
  kmk_error error;
  int freed = 0;
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  options.size = sizeof options.size;
  assert_null(kmk_loop_new_with(&options, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "options.size is smaller than kmk_loop_options; use "
                                     "KMK_LOOP_OPTIONS_INIT");
  options = (kmk_loop_options)KMK_LOOP_OPTIONS_INIT;
  options.worker_count = 0;
  assert_null(kmk_loop_new_with(&options, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message,
                      "options.worker_count is 0; nothing would do the blocking work");
  assert_int_equal(freed, 2);
  kmk_loop *loop = kmk_loop_new_with(NULL, &freed, count_free, NULL);
  kmk_loop_free(loop);
  assert_int_equal(freed, 3);
  kmk_job_run(NULL);
  kmk_job_free(NULL);
}

/* kmk_loop_set_worker_count: more or fewer threads while work waits and runs. */
#include "worker_support.h"

static kmk_store *open_gated(const kit *k, kmk_loop **loop, yard *y, uint32_t count) {
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  options.worker_count = count;
  y->gated = true;
  kmk_store *store = open_with(k, &options, loop, y);
  send_ok(store, "'go'");
  kmk_loop_dispatch(*loop, 0);
  await_at_gate(y, (int)count);
  return store;
}

static void end_gated(kmk_loop *loop, kmk_store *store, yard *y) {
  open_gate(y);
  run_due(loop);
  assert_int_equal(y->ended, y->count);
  assert_int_equal(count_freed(y), y->count);
  kmk_store_free(store);
  kmk_loop_free(loop);
  free_yard(y);
}

TEST(W16_more_threads_begin_with_the_work_that_waits) {
  yard *y = new_yard(10);
  kmk_loop *loop;
  kmk_store *store = open_gated(k, &loop, y, 1);
  assert_int_equal(kmk_loop_set_worker_count(loop, 4), KMK_OK);
  await_at_gate(y, 3);
  assert_int_equal(y->begun, 4);
  assert_int_equal(kmk_loop_set_worker_count(loop, UINT32_MAX), KMK_OK);
  await_at_gate(y, 6);
  assert_int_equal(y->begun, 10);
  end_gated(loop, store, y);
}

TEST(W16_fewer_threads_end_after_the_work_that_they_have) {
  yard *y = new_yard(10);
  kmk_loop *loop;
  kmk_store *store = open_gated(k, &loop, y, 4);
  assert_int_equal(kmk_loop_set_worker_count(loop, 1), KMK_OK);
  /* Three of the threads end; one continues alone. */
  for (int i = 0; i < 4; i++) {
    sem_post(&y->gate);
  }
  await_at_gate(y, 1);
  assert_int_equal(y->begun, 5);
  end_gated(loop, store, y);
}

TEST(W16_without_work_it_changes_what_comes) {
  yard *y = new_yard(4);
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  kmk_loop *loop;
  y->gated = true;
  kmk_store *store = open_with(k, &options, &loop, y);
  assert_int_equal(kmk_loop_set_worker_count(loop, 2), KMK_OK);
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  await_at_gate(y, 2);
  assert_int_equal(y->begun, 2);
  end_gated(loop, store, y);
}

/* The system refuses the additional threads: the first thread does all of the work. */
TEST(W16_threads_that_are_refused_are_done_without) {
  yard *y = new_yard(5);
  kmk_loop *loop;
  kmk_store *store = open_gated(k, &loop, y, 1);
  refuse_threads(true);
  assert_int_equal(kmk_loop_set_worker_count(loop, 4), KMK_OK);
  refuse_threads(false);
  open_gate(y);
  run_due(loop);
  assert_int_equal(y->most_running, 1);
  end_gated(loop, store, y);
}

static void *set_elsewhere(void *loop) {
  assert_int_equal(kmk_loop_set_worker_count(loop, 1), KMK_ERR_WRONG_THREAD);
  return NULL;
}

TEST(W16_wrong_calls_change_nothing) {
  assert_int_equal(kmk_loop_set_worker_count(NULL, 1), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_set_worker_count(k->loop, 0), KMK_ERR_INVALID_ARGUMENT);
  run_in_little_stack(set_elsewhere, k->loop);
}

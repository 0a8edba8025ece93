/* kmk_loop_set_turn_budget: an iteration that ends before everything due has run. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <poll.h>
#include <time.h>

static bool is_readable(const kmk_loop *loop) {
  struct pollfd waited = {.fd = kmk_loop_fd(loop), .events = POLLIN};
  return poll(&waited, 1, 0) == 1;
}

static void post_numbers(const kit *k, int from, int count) {
  for (int i = from; i < from + count; i++) {
    kmk_store_post_new(k->store, json_sprintf("%d", i));
  }
}

static kmk_effect *nothing(const json_t *action) {
  (void)action;
  return NULL;
}

TEST(N10_a_turn_runs_as_many_jobs_as_it_may_and_the_rest_keeps_its_order) {
  kit_open(k, answering(nothing), "{}");
  assert_int_equal(kmk_loop_set_turn_budget(k->loop, 2, 0), KMK_OK);
  kmk_loop_fd(k->loop);
  post_numbers(k, 1, 5);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 2);
  assert_json_text(k->log, "['1', '2']");
  assert_true(is_readable(k->loop));
  assert_false(kmk_loop_is_idle(k->loop));
  assert_int_equal(kmk_loop_timeout_ms(k->loop), 0);
  post_numbers(k, 6, 1); /* behind the waiting actions */
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 2);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 2);
  assert_json_text(k->log, "['1', '2', '3', '4', '5', '6']");
  assert_false(is_readable(k->loop));
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 0);
}

TEST(N10_calls_that_take_several_turns_are_not_bound) {
  kit_open(k, answering(nothing), "{}");
  kmk_loop_set_turn_budget(k->loop, 1, 1);
  post_numbers(k, 0, 5000);
  assert_int_equal(kmk_loop_run_until_idle(k->loop, 0, NULL), KMK_OK);
  assert_int_equal(json_array_size(k->log), 5000);
  post_numbers(k, 0, 3);
  assert_int_equal(kmk_loop_advance(k->loop, 0, NULL), KMK_OK);
  assert_int_equal(json_array_size(k->log), 5003);
}

/* In real time, where each queue entry takes longer than the budget. */
static kmk_effect *dawdle(const json_t *action) {
  (void)action;
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - begin.tv_sec) * SECOND + (uint64_t)(now.tv_nsec - begin.tv_nsec) < 1000);
  return NULL;
}

TEST(N10_at_least_one_job_runs_however_short_the_time) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, answering(dawdle), "{}");
  assert_int_equal(kmk_loop_set_turn_budget(loop, 0, 1), KMK_OK);
  for (int i = 0; i < 3; i++) {
    kmk_store_post_new(store, json_sprintf("%d", i));
  }
  for (int i = 0; i < 3; i++) {
    assert_true(is_readable(loop));
    assert_int_equal(kmk_loop_dispatch(loop, -1), 1);
  }
  assert_int_equal(kmk_loop_dispatch(loop, 0), 0);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

TEST(N10_a_virtual_clock_stands_still_in_a_turn) {
  kit_open(k, answering(nothing), "{}");
  kmk_loop_set_turn_budget(k->loop, 0, 1);
  post_numbers(k, 0, 100);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 100);
}

static void widen(void *loop) { kmk_loop_set_turn_budget(loop, 0, 0); }

TEST(N10_it_changes_with_the_next_turn) {
  kit_open(k, answering(nothing), "{}");
  kmk_loop_set_turn_budget(k->loop, 2, 0);
  post_numbers(k, 0, 10);
  kmk_loop_defer(k->loop, widen, k->loop, NULL);
  post_numbers(k, 10, 10);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 2);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0),
                   2); /* the function that raises the budget, and one more entry */
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 17);
}

/* ---------------------------------------------------------------------------- timers */

static kmk_effect *tick_all_the_time(const json_t *action) {
  if (kmk_action_is(action, "go")) {
    kmk_effect *ticks[4];
    for (int i = 0; i < 4; i++) {
      ticks[i] = kmk_effect_every_new(1, json_string("tick"));
    }
    return kmk_effect_merge(4, ticks);
  }
  return NULL;
}

static kmk_store *open_logged(kmk_loop *loop, kmk_reducer *reducer, json_t *log) {
  return open_store(loop, kmk_combine(2, (kmk_reducer *[]){logger(log), reducer}), "{}");
}

static size_t count_of(const json_t *log, const char *name) {
  size_t count = 0;
  for (size_t i = 0; i < json_array_size(log); i++) {
    count += kmk_action_is(json_array_get(log, i), name);
  }
  return count;
}

TEST(N11_timers_that_use_up_each_turn_do_not_keep_the_queue_waiting) {
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *log = json_array();
  kmk_store *store = open_logged(loop, answering(tick_all_the_time), log);
  kmk_loop_set_turn_budget(loop, 2, 0);
  send_ok(store, "'go'");
  kmk_store_post_new(store, json_string("posted"));
  for (int turns = 0; turns < 100 && count_of(log, "posted") == 0; turns++) {
    kmk_loop_dispatch(loop, -1);
  }
  assert_int_equal(count_of(log, "posted"), 1);
  json_decref(log);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

/* Each posted action posts another one: there is always more work than one iteration may do. */
static kmk_store *flooded;

static kmk_effect *flood(const json_t *action) {
  if (kmk_action_is(action, "more")) {
    kmk_store_post_new(flooded, json_string("more"));
  }
  return kmk_action_is(action, "go") ? kmk_effect_after_new(1, json_string("fired")) : NULL;
}

TEST(N11_nor_does_a_flood_keep_the_timers_waiting) {
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *log = json_array();
  kmk_store *store = open_logged(loop, answering(flood), log);
  flooded = store;
  kmk_loop_set_turn_budget(loop, 1, 0);
  for (int i = 0; i < 10; i++) {
    kmk_store_post_new(store, json_string("more"));
  }
  send_ok(store, "'go'");
  for (int turns = 0; turns < 1000 && count_of(log, "fired") == 0; turns++) {
    kmk_loop_dispatch(loop, 0);
  }
  assert_int_equal(count_of(log, "fired"), 1);
  json_decref(log);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

static void *set_elsewhere(void *loop) {
  assert_int_equal(kmk_loop_set_turn_budget(loop, 1, 0), KMK_ERR_WRONG_THREAD);
  return NULL;
}

TEST(N10_wrong_calls_change_nothing) {
  kit_open(k, answering(nothing), "{}");
  assert_int_equal(kmk_loop_set_turn_budget(NULL, 1, 0), KMK_ERR_INVALID_ARGUMENT);
  run_in_little_stack(set_elsewhere, k->loop);
  assert_int_equal(kmk_loop_set_turn_budget(k->loop, SIZE_MAX, UINT64_MAX), KMK_OK);
  post_numbers(k, 0, 3);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 3);
}

/* kmk_loop_set_turn_budget with kmk_loop_defer: a deferred function counts toward the budget of its iteration. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <poll.h>
#include <time.h>

static void count_call(void *calls) { ++*(int *)calls; }

static void defer_count(kmk_loop *loop, int *calls, int count) {
  for (int i = 0; i < count; i++) {
    assert_int_equal(kmk_loop_defer(loop, count_call, calls, NULL), KMK_OK);
  }
}

static bool is_readable(const kmk_loop *loop) {
  struct pollfd waited = {.fd = kmk_loop_fd(loop), .events = POLLIN};
  return poll(&waited, 1, 0) == 1;
}

static void post(kmk_store *store, int count) {
  for (int i = 0; i < count; i++) {
    assert_int_equal(kmk_store_post_new(store, json_string("noop")), KMK_OK);
  }
}

TEST(N30_a_turn_calls_as_many_deferred_functions_as_it_may) {
  int calls = 0;
  kmk_loop_set_turn_budget(k->loop, 2, 0);
  kmk_loop_fd(k->loop);
  defer_count(k->loop, &calls, 5);
  for (int left = 5; left > 0; left -= 2) {
    assert_true(is_readable(k->loop));
    assert_int_equal(kmk_loop_dispatch(k->loop, 0), left > 2 ? 2 : left);
    assert_int_equal(calls, left > 2 ? 5 - left + 2 : 5);
  }
  assert_false(is_readable(k->loop));
  defer_count(k->loop, &calls, 5);
  assert_int_equal(kmk_loop_run_until_idle(k->loop, 0, NULL),
                   KMK_OK); /* takes as many iterations as it needs */
  assert_int_equal(calls, 10);
}

static void dawdle(void *calls) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - begin.tv_sec) * SECOND + (uint64_t)(now.tv_nsec - begin.tv_nsec) < 1000);
  ++*(int *)calls;
}

TEST(N30_a_turn_calls_deferred_functions_for_as_long_as_it_may) {
  int calls = 0;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_loop_set_turn_budget(loop, 0, 1);
  for (int i = 0; i < 3; i++) {
    kmk_loop_defer(loop, dawdle, &calls, NULL);
  }
  for (int i = 1; i <= 3; i++) {
    assert_int_equal(kmk_loop_dispatch(loop, -1), 1);
    assert_int_equal(calls, i);
  }
  kmk_loop_free(loop);
}

TEST(N30_what_the_queue_has_used_up_is_not_left_for_them) {
  int calls = 0;
  kit_open(k, counter(), "{'count': 0}");
  kmk_loop_set_turn_budget(k->loop, 2, 0);
  defer_count(k->loop, &calls, 3);
  post(k->store, 5);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 2);
  assert_int_equal(calls, 0);
  /* In the next iteration the deferred functions come first, and in the one after it the queue. */
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 2);
  assert_int_equal(calls, 2);
  assert_int_equal(json_array_size(k->log), 2);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 2);
  assert_int_equal(calls, 2);
  assert_int_equal(json_array_size(k->log), 4);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 2);
  assert_int_equal(calls, 3);
  assert_int_equal(json_array_size(k->log), 5);
}

/* Each function defers itself again, and each action posts another one. */
typedef struct flood {
  kmk_loop *loop;
  int calls;
} flood;

static void defer_again(void *data) {
  flood *f = data;
  f->calls++;
  kmk_loop_defer(f->loop, defer_again, f, NULL);
}

static kmk_store *flooded;

static kmk_effect *post_again(const json_t *action) {
  if (kmk_action_is(action, "go")) {
    return kmk_effect_every_new(1, json_string("tick"));
  }
  if (kmk_action_is(action, "more")) {
    kmk_store_post_new(flooded, json_string("more"));
  }
  return NULL;
}

static int count_of(const json_t *log, const char *name) {
  int count = 0;
  for (size_t i = 0; i < json_array_size(log); i++) {
    count += kmk_action_is(json_array_get(log, i), name);
  }
  return count;
}

TEST(N30_timers_the_queue_and_deferred_functions_each_get_their_turn) {
  flood f = {kmk_loop_new(NULL), 0};
  json_t *log = json_array();
  flooded = open_store(f.loop,
                       kmk_combine(2, (kmk_reducer *[]){logger(log), answering(post_again)}), "{}");
  kmk_loop_set_turn_budget(f.loop, 1, 0);
  send_ok(flooded, "'go'");
  for (int i = 0; i < 3; i++) {
    kmk_store_post_new(flooded, json_string("more"));
    kmk_loop_defer(f.loop, defer_again, &f, NULL);
  }
  for (int turns = 0; turns < 60; turns++) {
    assert_int_equal(kmk_loop_dispatch(f.loop, 0), 1);
  }
  assert_true(f.calls >= 5);
  assert_true(count_of(log, "more") >= 5);
  assert_true(count_of(log, "tick") >= 5);
  json_decref(log);
  kmk_store_free(flooded);
  kmk_loop_free(f.loop);
}

/* Deferred functions behind a queue that is longer than an iteration's budget. */
#include "support.h"

#include <pthread.h>

static void count_call(void *calls) { ++*(int *)calls; }

static void post(kmk_store *store, int count) {
  for (int i = 0; i < count; i++) {
    assert_int_equal(kmk_store_post_new(store, json_string("noop")), KMK_OK);
  }
}

static void open_with_budget(kit *k, size_t jobs) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_loop_set_turn_budget(k->loop, jobs, 0);
}

TEST(N88_a_backlog_keeps_a_deferred_function_waiting_for_one_turn) {
  int calls = 0;
  open_with_budget(k, 5);
  post(k->store, 1000);
  kmk_loop_defer(k->loop, count_call, &calls, NULL);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 5);
  assert_int_equal(calls, 0);
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 5);
  assert_int_equal(calls, 1);
  assert_int_equal(json_array_size(k->log), 9);
}

static void *defer_there(void *given) {
  void **both = given;
  assert_int_equal(kmk_loop_defer(both[0], count_call, both[1], NULL), KMK_OK);
  return NULL;
}

TEST(N88_also_one_that_another_thread_defers) {
  int calls = 0;
  open_with_budget(k, 5);
  post(k->store, 1000);
  void *both[] = {k->loop, &calls};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, defer_there, both), 0);
  pthread_join(thread, NULL);
  kmk_loop_dispatch(k->loop, 0);
  assert_int_equal(calls, 0);
  kmk_loop_dispatch(k->loop, 0);
  assert_int_equal(calls, 1);
}

/* A function that defers itself again is called once in each iteration, and never in the iteration in which it was
   deferred. */
typedef struct again {
  kmk_loop *loop;
  int calls;
} again;

static void defer_again(void *data) {
  again *a = data;
  a->calls++;
  kmk_loop_defer(a->loop, defer_again, a, NULL);
}

TEST(N88_what_a_deferred_function_defers_waits_for_the_next_turn) {
  again a = {k->loop, 0};
  kit_open(k, counter(), "{'count': 0}");
  kmk_loop_defer(k->loop, defer_again, &a, NULL);
  for (int turn = 1; turn <= 3; turn++) {
    post(k->store, 1);
    assert_int_equal(kmk_loop_dispatch(k->loop, 0), 2);
    assert_int_equal(a.calls, turn);
    assert_int_equal(json_array_size(k->log), (size_t)turn);
    assert_false(kmk_loop_is_idle(k->loop));
  }
}

TEST(N88_one_that_a_freed_loop_never_called_is_let_go_of) {
  int calls = 0, let_go = 0;
  (void)k;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_loop_defer(loop, count_call, &let_go, count_call);
  kmk_loop_free(loop);
  assert_int_equal(let_go, 1);
  assert_int_equal(calls, 0);
}

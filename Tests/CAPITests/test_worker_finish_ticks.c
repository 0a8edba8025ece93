/* kmk_loop_finish in real time, with repeating timers that are late at each tick. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <sched.h>
#include <stdatomic.h>
#include <time.h>

static int ticks;
static atomic_bool is_done;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

/* Is busy for this long, like a reducer that computes. */
static void compute(uint64_t nanoseconds) {
  for (uint64_t end = now() + nanoseconds; now() < end;) {
  }
}

/* Work that ends after some ticks, so it ends only if the timer ticks while the work runs. */
static void work(kmk_sender *sender, void *unused) {
  (void)sender, (void)unused;
  while (!atomic_load(&is_done)) {
    sched_yield();
  }
}

static kmk_effect *answer(const json_t *action) {
  if (kmk_action_is(action, "start")) {
    return kmk_effect_every_new(KMK_MILLISECONDS(1), json_string("tick"));
  }
  if (kmk_action_is(action, "rush")) {
    return kmk_effect_every_new(1, json_string("tock"));
  }
  if (kmk_action_is(action, "tick")) { /* a frame that takes longer than its interval */
    compute(KMK_MILLISECONDS(2));
    if (++ticks >= 3) {
      atomic_store(&is_done, true);
    }
    return after(KMK_MILLISECONDS(1), "'drawn'");
  }
  return kmk_action_is(action, "work") ? kmk_effect_blocking(work, NULL, NULL) : NULL;
}

static kmk_store *open_late(kmk_loop *loop, const char *action) {
  ticks = 0;
  atomic_store(&is_done, false);
  kmk_store *store = open_store(loop, answering(answer), "{}");
  send_ok(store, action);
  kmk_loop_dispatch(loop, 0);
  compute(KMK_MILLISECONDS(2));
  return store;
}

TEST(W40_finish_ends_beside_a_timer_that_is_late_each_time) {
  const char *starts[] = {"'start'", "'rush'"};
  for (uint32_t policy = 0; policy < 4; policy++) {
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
      kmk_loop *loop = kmk_loop_new(NULL);
      kmk_store *store = open_late(loop, starts[i]);
      assert_int_equal(kmk_loop_finish_with(loop, 20000, policy, NULL), KMK_OK);
      assert_int_equal(kmk_store_effect_count(store), 1);
      assert_true(kmk_loop_dispatch(loop, 1000) > 0); /* the timer continues as before */
      kmk_store_free(store);
      kmk_loop_free(loop);
    }
  }
}

TEST(W40_it_ticks_while_finish_waits_for_work) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_late(loop, "'start'");
  send_ok(store, "'work'");
  assert_int_equal(kmk_loop_finish(loop, 20000, NULL), KMK_OK);
  assert_true(ticks >= 3);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

/* kmk_loop_finish_with and blocking work that waits for its turn: behind a limit, or behind a serial effect. */
#include "worker_support.h"

#define ITEMS 12

static yard *here;

/* Depending on the action: a limit of two, a serial effect, or a serial chain whose second member is the work. */
static kmk_effect *in_turn(const json_t *action, int index) {
  kmk_effect *work = kmk_effect_blocking(do_item, &here->items[index], free_item);
  if (kmk_action_is(action, "limited")) {
    return kmk_effect_limited(work, "net", 2);
  }
  if (kmk_action_is(action, "serial")) {
    return kmk_effect_serial(work, "s", false);
  }
  kmk_effect *first = kmk_effect_send_new(json_string("first"));
  return kmk_effect_serial(KMK_CONCATENATE(first, work, kmk_effect_send_new(json_string("then"))),
                           "s", false);
}

static int given, firsts, thens;

REDUCER(works_in_turn) {
  (void)state;
  (void)data;
  firsts += kmk_action_is(action, "first");
  thens += kmk_action_is(action, "then");
  bool is_work = kmk_action_is(action, "limited") || kmk_action_is(action, "serial") ||
                 kmk_action_is(action, "chain");
  return is_work ? in_turn(action, given++) : NULL;
}

static void cancel_at_the_end(const kit *k, const char *action, int at_work, int timeout_ms) {
  (void)k;
  here = new_yard(ITEMS);
  here->until_cancelled = true;
  given = firsts = thens = 0;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, kmk_reducer_new(works_in_turn, NULL, NULL), "{}");
  for (int i = 0; i < ITEMS; i++) {
    send_ok(store, action);
  }
  kmk_loop_dispatch(loop, 0);
  while (here->begun < at_work) {
    sched_yield();
  }
  assert_int_equal(kmk_loop_finish_with(loop, timeout_ms, KMK_FINISH_CANCEL_WORK, NULL), KMK_OK);
  assert_int_equal(here->begun, at_work);
  assert_int_equal(here->ended, at_work);
  assert_int_equal(count_freed(here), ITEMS);
  assert_int_equal(kmk_store_effect_count(store), 0);
  /* The loop works as before: new work starts, and is done. */
  here->until_cancelled = false;
  here->items[0] = (item){.yard = here};
  given = 0;
  send_ok(store, action);
  assert_int_equal(kmk_loop_run_until_idle(loop, -1, NULL), KMK_OK);
  assert_int_equal(here->begun, at_work + 1);
  kmk_store_free(store);
  kmk_loop_free(loop);
  free_yard(here);
}

TEST(W61_work_that_waits_behind_a_limit_never_begins) { cancel_at_the_end(k, "'limited'", 2, -1); }

TEST(W61_work_that_waits_behind_a_serial_effect_never_begins) {
  cancel_at_the_end(k, "'serial'", 1, -1);
}

TEST(W61_what_else_waits_begins_up_to_the_work) {
  cancel_at_the_end(k, "'chain'", 1, -1);
  assert_int_equal(firsts, ITEMS + 1);
  assert_int_equal(thens, 1);
}

/* Delayed work, which would start after the call has cancelled the running work. */
REDUCER(work_in_a_second) {
  (void)state;
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  yard *y = data;
  return kmk_effect_delay(kmk_effect_blocking(do_item, &y->items[0], free_item), SECOND);
}

TEST(W61_delayed_work_never_begins) {
  yard *y = new_yard(1);
  k->store = open_store(k->loop, kmk_reducer_new(work_in_a_second, y, NULL), "{}");
  send_ok(k->store, "'go'");
  assert_int_equal(kmk_loop_finish_with(k->loop, -1, KMK_FINISH_CANCEL_WORK, NULL), KMK_OK);
  assert_int_equal(y->begun, 0);
  assert_int_equal(count_freed(y), 1);
  end_store(k);
  free_yard(y);
}

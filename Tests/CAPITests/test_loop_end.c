/* The end of a loop: freed in a callback, freed inside a burst, and without leaks (C36). */
#include "support.h"

#include <malloc.h>

static probe a_probe;

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

TEST(a_loop_freed_by_a_reducer_goes_when_the_send_returns) {
  kit_open(k, kmk_reducer_new(free_loop_in_reducer, &k->loop, NULL), "{}");
  send_ok(k->store, "'now'");
  assert_null(k->loop);
  assert_json_text(k->log, "['now']");
  assert_int_equal(kmk_store_send_text(k->store, "\"more\"", NULL), KMK_ERR_CLOSED);
}

TEST(a_loop_freed_by_an_effect_goes_when_the_dispatch_returns) {
  kit_open(k, kmk_reducer_new(free_loop_in_reducer, &k->loop, NULL), "{}");
  send_ok(k->store, "'effect'");
  kmk_loop_dispatch(k->loop, 0);
  assert_null(k->loop);
  assert_int_equal(kmk_store_send_text(k->store, "\"more\"", NULL), KMK_ERR_CLOSED);
}

/* A loop that is freed while one of its stores is busy and another is not. */
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

TEST(C36_a_loop_freed_inside_a_burst_drops_what_is_buffered) {
  ending e = {.kit = k};
  kit_open(k, kmk_reducer_new(free_loop_and_send, &e, NULL), "{'done': false}");
  e.other = open_store(k->loop, kmk_reducer_new(free_loop_and_send, &e, NULL), "{}");
  json_t *told = json_array();
  kmk_subscription *subscription = observe_into(k->store, "/done", told);
  send_ok(k->store, "'free'");
  assert_null(k->loop);
  assert_json_text(k->log, "['free']");
  assert_json_text(told, "[false, true]"); /* as if the store had been freed there */
  assert_int_equal(e.to_own, KMK_OK); /* the action waits in the buffer, and is dropped with it */
  assert_int_equal(e.to_other, KMK_ERR_CLOSED);
  assert_false(e.has_loop); /* the loop's handle was freed */
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

/* A sender delivers the action, outside of every dispatch. */
TEST(C36_a_loop_freed_by_an_observer_of_an_effects_action_drops_what_is_buffered) {
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

static size_t heap_after_loops(int count) {
  for (int i = 0; i < count; i++) {
    kmk_loop_free(i % 2 == 0 ? kmk_loop_new_virtual(NULL) : kmk_loop_new(NULL));
  }
  return mallinfo2().uordblks;
}

TEST(a_freed_loop_leaves_nothing_behind) {
  size_t before = heap_after_loops(100);
  /* Tables of the process may grow once; a leak of one byte for each loop would exceed this. */
  assert_in_range(heap_after_loops(1000), 0, before + 999);
}

/* Cancelling and timing, as far as the scenarios do not cover it: objects, effects that start at the same time, and
 * two stores (B11, B22, B34, B42, B70). */
#include "support.h"

static kmk_effect *answer(const json_t *action) {
  if (kmk_action_is(action, "later")) {
    return kmk_effect_cancellable(after(MILLISECOND, "'done'"), "x", false);
  }
  if (kmk_action_is(action, "now")) {
    return kmk_effect_cancellable(sends("'done'"), "x", false);
  }
  if (kmk_action_is(action, "throttle")) {
    return kmk_effect_throttle(sends("'passed'"), "x", SECOND, false);
  }
  return kmk_action_is(action, "stop") ? kmk_effect_cancel("x") : NULL;
}

TEST(B11_completed_effects_leave_nothing_behind) {
  k->store = open_store(k->loop, answering(answer), "{}");
  size_t before = kmk_live_objects();
  for (int i = 0; i < 1000; i++) {
    send_ok(k->store, i % 2 == 0 ? "'later'" : "'now'");
    if (i % 10 == 0) {
      advance(k->loop, MILLISECOND);
    }
  }
  advance(k->loop, MILLISECOND);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(kmk_live_objects(), before);
}

/* ------------------------------------------------------------- cancelled while it starts */

typedef struct beginning {
  kmk_sender *sender;
  bool is_beginning, was_beginning;
  bool knows; /* is cancelled before it has started */
  int told;
} beginning;

static void begin(kmk_sender *sender, void *user_data) {
  beginning *b = user_data;
  b->sender = sender;
  b->is_beginning = true;
  kmk_sender_send_new(sender, json_string("stop"));
  b->knows = kmk_sender_is_cancelled(sender);
  b->is_beginning = false;
}

static void stop(void *user_data) {
  beginning *b = user_data;
  b->told++;
  b->was_beginning = b->is_beginning;
  kmk_sender_finish(b->sender);
}

REDUCER(begin_and_stop) {
  if (kmk_action_is(action, "go")) {
    return kmk_effect_cancellable(kmk_effect_start(begin, stop, data, NULL), "x", false);
  }
  return kmk_action_is(action, "stop") ? kmk_effect_cancel("x") : NULL;
}

TEST(B70_an_effect_cancelled_while_it_begins_is_told_when_it_has_begun) {
  beginning b = {0};
  kit_open(k, kmk_reducer_new(begin_and_stop, &b, NULL), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_true(b.knows);
  assert_int_equal(b.told, 1);
  assert_false(b.was_beginning);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

/* ---------------------------------------------------------------------------- two stores */

TEST(B22_B34_two_stores_neither_cancel_nor_throttle_each_others_effects) {
  json_t *other_log = json_array();
  kmk_reducer *members[] = {logger(other_log), answering(answer)};
  kmk_store *other = open_store(k->loop, kmk_combine(2, members), "{}");
  kit_open(k, answering(answer), "{}");
  send_ok(k->store, "'throttle'");
  send_ok(other, "'throttle'");
  assert_json_text(k->log, "['throttle', 'passed']");
  assert_json_text(other_log, "['throttle', 'passed']");
  send_ok(k->store, "'later'");
  send_ok(other, "'later'");
  send_ok(other, "'stop'");
  advance(k->loop, MILLISECOND);
  assert_json_text(k->log, "['throttle', 'passed', 'later', 'done']");
  assert_json_text(other_log, "['throttle', 'passed', 'later', 'stop']");
  kmk_store_free(other);
  json_decref(other_log);
}

/* When this effect starts, it cancels its id, which is also the id of the throttle around it. */
static kmk_effect *held(void) {
  kmk_effect *own = kmk_effect_cancellable(after(20 * SECOND, "'late'"), "id", true);
  return kmk_effect_throttle(own, "id", SECOND, true);
}

REDUCER(throttles) {
  (void)state, (void)env, (void)data;
  return kmk_action_is(action, "go") ? kmk_effect_merge(2, (kmk_effect *[]){held(), held()}) : NULL;
}

TEST(B42_a_throttle_whose_effect_cancels_what_held_it_leaves_nothing) {
  size_t before = kmk_live_objects();
  kmk_store *store = open_store(
      k->loop, kmk_scope("/a", "a", kmk_reducer_new(throttles, NULL, NULL)), "{'a': {}}");
  send_ok(store, "{'a': 'go'}");
  advance(k->loop, 2 * SECOND);
  assert_int_equal(kmk_store_effect_count(store), 1);
  kmk_store_free(store);
  assert_int_equal(kmk_live_objects(), before);
}

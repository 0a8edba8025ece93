/* The turns of the loop: a dispatch runs what is due when it is called (B3). */
#include "support.h"

/* What sends "again" begins anew each time. */
static void again(kmk_sender *sender, void *user_data) {
  (void)user_data;
  kmk_sender_send_new(sender, json_string("again"));
  kmk_sender_finish(sender);
}

static kmk_effect *start_again(const json_t *action) {
  (void)action;
  return kmk_effect_start(again, NULL, NULL, NULL);
}

static kmk_effect *ring_again(const json_t *action) {
  (void)action;
  return after(0, "'again'");
}

static kmk_effect *delay_again(const json_t *action) {
  (void)action;
  return kmk_effect_delay(sends("'again'"), 0);
}

static void B3_what_begins_in_a_dispatch_waits_for_the_next_one(void **state) {
  kmk_effect *(*const answers[])(const json_t *) = {start_again, ring_again, delay_again};
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(answers); i++) {
    kmk_store_free(k->store);
    json_array_clear(k->log);
    kit_open(k, answering(answers[i]), "{}");
    send_ok(k->store, "'go'");
    assert_json_text(k->log, "['go']");
    for (size_t turn = 1; turn <= 3; turn++) {
      assert_true(kmk_loop_dispatch(k->loop, 0) > 0);
      assert_int_equal(json_array_size(k->log), 1 + turn);
    }
  }
}

static kmk_effect *three_turns(const json_t *action) {
  if (kmk_action_is(action, "go")) {
    return after(0, "'one'");
  }
  return kmk_action_is(action, "one") ? kmk_effect_start(again, NULL, NULL, NULL) : NULL;
}

static void B3_until_it_is_idle_a_loop_takes_as_many_turns_as_it_needs(void **state) {
  kit *k = *state;
  kit_open(k, answering(three_turns), "{}");
  send_ok(k->store, "'go'");
  assert_true(kmk_loop_dispatch(k->loop, 0) > 0);
  assert_json_text(k->log, "['go', 'one']");
  run_due(k->loop);
  assert_json_text(k->log, "['go', 'one', 'again']");
  assert_int_equal(kmk_loop_dispatch(k->loop, 0), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(B3_what_begins_in_a_dispatch_waits_for_the_next_one),
      KIT_TEST(B3_until_it_is_idle_a_loop_takes_as_many_turns_as_it_needs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What goes on behind a serial effect, in a feature that nothing else keeps. */
#include "support.h"

static kmk_effect *later(void) { return kmk_effect_after_new(KMK_SECONDS(1), json_string("late")); }

static kmk_effect *waiting(void) { return kmk_effect_serial(later(), "b", false); }

REDUCER(child) {
  (void)state;
  if (kmk_action_is(action, "chain")) {
    return KMK_CONCATENATE(waiting(), later());
  }
  return kmk_action_is(action, "wait") ? waiting() : NULL;
}

REDUCER(parent) {
  (void)state;
  return kmk_action_is(action, "cancel") ? kmk_effect_cancel("b") : NULL;
}

/* The chain goes on when the serial effect is cancelled, and the effect that waited for it goes at the same time: the
 * child's place in the tree of effects has to stay. */
static void W8_what_goes_on_behind_a_serial_effect_ends_with_the_store(void **state) {
  kit *k = *state;
  kit_open(k,
           KMK_COMBINE(kmk_scope("/kid", "kid", kmk_reducer_new(child, NULL, NULL)),
                       kmk_reducer_new(parent, NULL, NULL)),
           "{'kid': {}}");
  send_ok(k->store, "{'kid': 'chain'}");
  send_ok(k->store, "{'kid': 'wait'}");
  send_ok(k->store, "'cancel'");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  kmk_store_free(k->store);
  k->store = NULL;
  kmk_loop_free(k->loop);
  k->loop = NULL;
  assert_int_equal(kmk_live_objects(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(W8_what_goes_on_behind_a_serial_effect_ends_with_the_store),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Derived values of the whole state, and many derived from each other (J21, J25; Tests/Scenarios/derived covers the
   rest). */
#include "derived_support.h"

#include <string.h>

TEST(J21_a_read_of_the_whole_state_is_noted) {
  int ran = 0;
  open_numbers(k);
  kmk_derived *text = kmk_derived_new(k->store, NULL, everything, &ran, NULL, NULL);
  json_t *record = json_array();
  kmk_subscription *told = observe_derived(text, record);
  send_ok(k->store, "{'set': ['/c/d', 1]}");
  send_ok(k->store, "'other'");
  assert_int_equal(json_array_size(record), 2);
  assert_int_equal(ran, 2);
  kmk_subscription_free(told);
  kmk_derived_free(text);
  json_decref(record);
}

TEST(J25_diamonds_on_top_of_each_other_are_computed_once_each) {
  enum { LEVELS = 40 };
  sum sums[LEVELS][2];
  open_numbers(k);
  memset(sums, 0, sizeof sums);
  for (int level = 0; level < LEVELS; level++) {
    for (int side = 0; side < 2; side++) {
      sum *s = &sums[level][side];
      s->first = level == 0 ? "/a" : NULL;
      s->of = level == 0 ? NULL : sums[level - 1][0].self;
      s->and_of = level == 0 ? NULL : sums[level - 1][1].self;
      derive(k->store, s);
    }
  }
  sum top = {.of = sums[LEVELS - 1][0].self};
  kmk_derived *last = derive(k->store, &top);
  json_t *record = json_array();
  kmk_subscription *told = observe_derived(last, record);
  send_ok(k->store, "{'set': ['/a', 3]}");
  assert_recorded(record, "[1, 3]");
  assert_int_equal(sums[0][0].ran, 2);
  assert_int_equal(sums[LEVELS - 1][0].ran, 2);
  kmk_subscription_free(told);
  kmk_derived_free(last);
  for (int level = 0; level < LEVELS; level++) {
    kmk_derived_free(sums[level][0].self);
    kmk_derived_free(sums[level][1].self);
  }
  json_decref(record);
}

/* State-driven effects that exceeded the limit of their loop, across a snapshot (R68). */
#include "timed_support.h"

static void ignore_issue(__attribute__((unused)) const kmk_diagnostic *issue,
                         __attribute__((unused)) void *data) {}

/* Saves after 3 s on a loop whose limit is one effect. */
static char *saved_with_room_for_one(kmk_running_time time, const char *effect) {
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_loop_set_diagnostics(loop, ignore_issue, NULL, NULL);
  assert_int_equal(kmk_loop_set_limit(loop, KMK_LIMIT_EFFECTS, 1), KMK_OK);
  kmk_store *store = begin_timed(loop, time, effect);
  advance(loop, 3 * SECOND);
  char *saved = saved_text(store);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return saved;
}

TEST(R68_what_was_one_effect_too_many_begins_in_a_restored_store_with_room) {
  static const struct {
    kmk_running_time time;
    const char *effect;
    size_t count;
    uint64_t at[3];
  } cases[] = {
      {KMK_TIME_REMAINING, "{'merge': [9, 7]}", 2, {6, 7}},
      {KMK_TIME_REMAINING, "{'merge': [2, 7]}", 1, {7}},
      {KMK_TIME_REMAINING, "{'merge': [2, 'send', {'every': 5}]}", 2, {5, 10}},
      {KMK_TIME_RESTART, "{'merge': [2, 7]}", 2, {2, 7}},
      {KMK_TIME_DEADLINE, "{'merge': [9, {'chain': [4, 4]}]}", 3, {4, 6, 8}},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    char *saved = saved_with_room_for_one(cases[i].time, cases[i].effect);
    process p = process_begin(saved, cases[i].time, 3 * SECOND);
    assert_more_ticks(p, cases[i].count, cases[i].at);
    process_end(p);
    free(saved);
  }
  (void)k;
}

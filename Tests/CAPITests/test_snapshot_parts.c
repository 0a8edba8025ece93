/* State-driven effects across a snapshot: each of their sub-effects continues on its own (R61 to R65). */
#include "timed_support.h"

/* At 10 s two sub-effects are overdue, and the store is saved before the loop's next iteration. The delay of the
 * next member of a chain counts from the overdue member's deadline, or from the restore. */
TEST(R61_what_is_overdue_comes_at_once_and_the_others_when_they_are_due) {
  const char *effect = "{'merge': [1, 15, {'every': 14}, {'chain': [2, 10]}]}";
  static const struct {
    kmk_running_time time;
    uint64_t date;
    uint64_t at[6];
  } cases[] = {{KMK_TIME_REMAINING, 99, {0, 0, 4, 5, 10, 18}},
               {KMK_TIME_DEADLINE, 10, {0, 0, 2, 4, 5, 18}},
               {KMK_TIME_DEADLINE, 14, {0, 0, 0, 0, 1, 14}}};
  kmk_store *store = begin_timed(k->loop, KMK_TIME_DEADLINE, effect);
  char *first = saved_text(store);
  kmk_store_free(store);
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    process p = process_begin(first, KMK_TIME_DEADLINE, 10 * SECOND);
    assert_int_equal(ticks_of(p.store), 0);
    char *second = saved_text(p.store);
    process_end(p);
    p = process_begin(second, cases[i].time, 10 * SECOND);
    char *third = saved_text(p.store);
    if (cases[i].time == KMK_TIME_DEADLINE)
      assert_string_equal(third, second);
    process_end(p);
    p = process_begin(third, cases[i].time, cases[i].date * SECOND);
    assert_more_ticks(p, 6, cases[i].at);
    process_end(p);
    free(second);
    free(third);
  }
  free(first);
}

TEST(Z122_what_a_finish_drops_is_not_over) {
  kmk_store *store = begin_timed(k->loop, KMK_TIME_REMAINING, "{'delay': 5}");
  assert_int_equal(kmk_loop_finish_with(k->loop, 0, KMK_FINISH_DROP_DELAYED, NULL), KMK_OK);
  assert_int_equal(kmk_store_effect_count(store), 0);
  char *saved = saved_text(store);
  kmk_store_free(store);
  process p = process_begin(saved, KMK_TIME_REMAINING, 0);
  assert_int_equal(kmk_store_effect_count(p.store), 1);
  process_end(p);
  free(saved);
}

/* The second has its turn in the serial queue and waits in the limit. The third waits for its turn in the serial
   queue. */
TEST(R75_one_inside_of_the_other_waits_where_it_waited) {
  const char *effect = "{'merge': [{'limited': {'after': 5}},"
                       " {'serial': {'limited': {'after': 5}}}, {'serial': {'after': 1}},"
                       " {'limited': {'serial': {'after': 1}}}]}";
  TICKS(KMK_TIME_REMAINING, effect, 3, 9, 0, 2, 7, 8, 9);
  TICKS(KMK_TIME_REMAINING, effect, 7, 9, 1, 3, 4, 5);
  TICKS(KMK_TIME_DEADLINE, effect, 7, 9, 1, 1, 2, 3);
}

/* The first sub-effect is the last to enter the queue: by then the second is running and the third waits. */
TEST(R75_who_stands_first_in_the_effect_is_not_first_in_the_queue) {
  const char *effect = "{'merge': [{'chain': [1, {'limited': {'after': 5}}]},"
                       " {'limited': {'after': 4}}, {'limited': {'after': 2}}]}";
  TICKS(KMK_TIME_REMAINING, effect, 3, 9, 1, 1, 3, 8);
  TICKS(KMK_TIME_DEADLINE, effect, 3, 9, 1, 0, 2, 7);
}

TEST(R76_the_one_that_waits_for_the_window_waits_on) {
  const char *effect = "{'merge': [{'throttle': {'after': 5}}, {'throttle': {'after': 1}}]}";
  TICKS(KMK_TIME_REMAINING, effect, 3, 9, 0, 2, 6);
  TICKS(KMK_TIME_REMAINING, effect, 6, 9, 1, 3);
  TICKS(KMK_TIME_DEADLINE, effect, 3, 6, 0, 0, 3);
  TICKS(KMK_TIME_DEADLINE, effect, 3, 20, 0, 0, 1);
  TICKS(KMK_TIME_RESTART, effect, 3, 9, 0, 5, 6);
}

TEST(R46_turns_and_windows_are_saved_as_they_were) {
  static const kmk_running_time times[] = {KMK_TIME_RESTART, KMK_TIME_REMAINING, KMK_TIME_DEADLINE};
  static const char *const effects[] = {
      ("{'merge': [{'limited': {'after': 5}}, {'serial': {'limited': {'after': 5}}},"
       " {'serial': {'after': 1}}]}"),
      "{'merge': [{'throttle': {'after': 5}}, {'throttle': {'limited': {'after': 1}}}]}",
      "{'throttle': 'send'}"};
  for (size_t i = 0; i < COUNT_OF(effects) * COUNT_OF(times); i++) {
    kmk_running_time time = times[i % COUNT_OF(times)];
    kmk_store *store = begin_timed(k->loop, time, effects[i / COUNT_OF(times)]);
    advance(k->loop, 3 * SECOND);
    char *before = saved_text(store);
    kmk_store_free(store);
    process p = process_begin(before, time, 3 * (i + 1) * SECOND);
    char *after = saved_text(p.store);
    assert_string_equal(after, before);
    process_end(p);
    free(before), free(after);
  }
}

TEST(R62_what_was_sent_in_a_chain_is_not_sent_again) {
  TICKS(KMK_TIME_REMAINING, "{'chain': [4, 'send', 6]}", 7, 9, 2, 3);
  TICKS(KMK_TIME_DEADLINE, "{'chain': [4, 'send', 6]}", 7, 9, 2, 1);
  TICKS(KMK_TIME_DEADLINE, "{'chain': [4, 'send', 6]}", 2, 9, 0, 0, 0, 1);
  TICKS(KMK_TIME_DEADLINE, "{'chain': ['send', 4, 'send', 'send', 6]}", 7, 9, 4, 1);
  TICKS(KMK_TIME_REMAINING, "{'merge': ['send', 4, 6]}", 5, 9, 2, 1);
  TICKS(KMK_TIME_RESTART, "{'chain': [4, 'send', 6]}", 7, 9, 2, 4, 4, 10);
}

TEST(R62_a_chain_in_a_merge_in_a_chain_goes_on_where_it_was) {
  const char *effect =
      "{'chain': [1, {'merge': [{'chain': [2, {'debounce': 3}, 4]}, {'every': 100}, 2]}]}";
  TICKS(KMK_TIME_REMAINING, effect, 5, 50, 3, 1, 5);
  TICKS(KMK_TIME_DEADLINE, effect, 5, 6, 3, 0, 4);
  TICKS(KMK_TIME_DEADLINE, effect, 5, 8, 3, 0, 2);
  TICKS(KMK_TIME_DEADLINE, "{'chain': [1, {'merge': [2, {'debounce': 3}]}, 4]}", 0, 6, 0, 0, 0, 0,
        2);
}

/* The second sub-effect waited for the first, so its time started at 5. */
TEST(R62_what_waited_for_its_turn_has_its_own_time) {
  const char *effect = "{'merge': [{'serial': {'after': 5}}, {'serial': {'chain': [5, 5]}}]}";
  TICKS(KMK_TIME_REMAINING, effect, 3, 9, 0, 2, 7, 12);
  TICKS(KMK_TIME_REMAINING, effect, 7, 9, 1, 3, 8);
  TICKS(KMK_TIME_DEADLINE, effect, 7, 9, 1, 1, 6);
}

static void save_at_first(const json_t *value, void *data) {
  saver *s = data;
  if (json_integer_value(value) == 1)
    s->saved = saved_text(s->other);
}

TEST(R62_of_two_that_are_due_together_the_one_that_has_fired_does_not_again) {
  const kmk_running_time times[] = {KMK_TIME_REMAINING, KMK_TIME_DEADLINE};
  const char *effects[] = {"{'merge': [5, 5]}", "{'merge': [{'chain': [5]}, {'debounce': 5}]}"};
  (void)k;
  for (size_t i = 0; i < COUNT_OF(times); i++) {
    for (size_t j = 0; j < COUNT_OF(effects); j++) {
      kmk_loop *loop = kmk_loop_new_virtual(NULL);
      kmk_store *store = begin_timed(loop, times[i], effects[j]);
      saver s = {store, NULL};
      kmk_subscription *saving = kmk_store_observe(store, "/ticks", save_at_first, &s, NULL, NULL);
      advance(loop, 5 * SECOND);
      assert_int_equal(ticks_of(store), 2);
      process p = process_begin(s.saved, times[i], 5 * SECOND);
      assert_int_equal(ticks_of(p.store), 1);
      advance(p.loop, SECOND);
      assert_int_equal(ticks_of(p.store), 2);
      process_end(p);
      free(s.saved);
      kmk_subscription_free(saving);
      kmk_store_free(store);
      kmk_loop_free(loop);
    }
  }
}

TEST(R63_what_is_no_timer_begins_again_if_it_was_at_work) {
  const char *effect = "{'chain': [2, 'work', {'merge': [3, 'work']}, 4]}";
  kmk_store *store = begin_timed(k->loop, KMK_TIME_REMAINING, effect);
  advance(k->loop, 5 * SECOND);
  assert_int_equal(works_begun, 1);
  char *saved = saved_text(store);
  finish_works();
  advance(k->loop, SECOND);
  assert_int_equal(works_begun, 1);
  char *later = saved_text(store);
  finish_works();
  run_due(k->loop);
  char *last = saved_text(store);
  kmk_store_free(store);

  process p = process_begin(saved, KMK_TIME_REMAINING, 0);
  advance(p.loop, 9 * SECOND);
  assert_int_equal(works_begun, 1);
  assert_int_equal(ticks_of(p.store), 1);
  finish_works();
  advance(p.loop, 3 * SECOND - 1);
  assert_int_equal(works_begun, 1);
  assert_int_equal(ticks_of(p.store), 1);
  advance(p.loop, 1);
  assert_int_equal(ticks_of(p.store), 2);
  finish_works();
  process_end(p);

  p = process_begin(later, KMK_TIME_REMAINING, 0);
  advance(p.loop, 2 * SECOND);
  assert_int_equal(works_begun, 1);
  assert_int_equal(ticks_of(p.store), 2);
  finish_works();
  advance(p.loop, 4 * SECOND);
  assert_int_equal(ticks_of(p.store), 3);
  assert_int_equal(kmk_store_effect_count(p.store), 0);
  process_end(p);

  p = process_begin(last, KMK_TIME_REMAINING, 0);
  advance(p.loop, 2 * SECOND);
  assert_int_equal(works_begun, 0);
  assert_int_equal(ticks_of(p.store), 2);
  advance(p.loop, 4 * SECOND);
  assert_int_equal(ticks_of(p.store), 3);
  process_end(p);
  free(saved);
  free(later);
  free(last);
}

/* Saves at each tick. Restored from any of these snapshots, the effect continues with the next tick, at the same
   times. */
typedef struct keeper {
  kmk_store *store;
  char *saved[8];
  size_t count;
} keeper;

static void keep(__attribute__((unused)) const json_t *value, void *data) {
  keeper *kept = data;
  assert_true(kept->count < COUNT_OF(kept->saved));
  kept->saved[kept->count++] = saved_text(kept->store);
}

TEST(R64_a_snapshot_that_is_taken_at_an_action_of_the_effect_goes_on_after_it) {
  static const struct {
    const char *effect;
    size_t count;
    uint64_t at[5];
  } cases[] = {
      {"{'chain': [1, 'send', 2, 'send']}", 4, {1, 1, 3, 3}},
      {"{'chain': [1, {'merge': ['send', 2, 'send', {'chain': ['send', 1]}]}]}",
       5,
       {1, 1, 1, 1, 2}},
      {"{'merge': [1, {'chain': [{'debounce': 2}, 'send', 1]}]}", 4, {1, 2, 2, 3}},
      {"{'merge': [{'serial': 2}, {'serial': {'merge': ['send', 1]}}]}", 2, {2, 3}},
  };
  const kmk_running_time times[] = {KMK_TIME_REMAINING, KMK_TIME_DEADLINE};
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    for (size_t j = 0; j < COUNT_OF(times); j++) {
      kmk_loop *loop = kmk_loop_new_virtual(NULL);
      keeper kept = {begin_timed(loop, times[j], cases[i].effect), {NULL}, 0};
      kmk_subscription *keeping = kmk_store_observe(kept.store, "/ticks", keep, &kept, NULL, NULL);
      advance(loop, 20 * SECOND);
      json_int_t last = ticks_of(kept.store);
      for (size_t n = 0; n < kept.count; n++) {
        process p = process_begin(kept.saved[n], times[j], 20 * SECOND);
        json_int_t before = ticks_of(p.store);
        advance(p.loop, 20 * SECOND);
        if (ticks_of(p.store) != last)
          fail_msg("%s: of %d after %s came %d", cases[i].effect, (int)last, kept.saved[n],
                   (int)ticks_of(p.store));
        assert_true(before <= last);
        assert_int_equal(kmk_store_effect_count(p.store), 0);
        process_end(p);
        free(kept.saved[n]);
      }
      kmk_subscription_free(keeping);
      kmk_store_free(kept.store);
      kmk_loop_free(loop);
    }
  }
  (void)k;
}

/* As older library versions wrote it: whatever was due at that age has fired. */
TEST(R65_an_effect_of_an_older_form_goes_on_by_its_age) {
  static const struct {
    const char *effect;
    size_t count;
    uint64_t at[4];
  } cases[] = {
      {"{'after': 9}", 1, {4}},
      {"{'after': 5}", 0, {0}},
      {"{'every': 4}", 2, {3, 7}},
      {"{'chain': [3, 4, 5]}", 2, {2, 7}},
      {"{'debounce': 7}", 1, {2}},
      {"{'merge': [2, {'every': 5}]}", 1, {5}},
      {"{'chain': [{'debounce': 3}, 4]}", 1, {2}},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    json_t *saved = json_pack("{s: i, s: {s: i, s: o}, s: [{s: s, s: I}]}", "kumiki", 1, "state",
                              "ticks", 0, "on", json_of(cases[i].effect), "running", "at", "/on",
                              "age", (json_int_t)(5 * SECOND));
    char *text = json_dumps(saved, JSON_COMPACT);
    json_decref(saved);
    process p = process_begin(text, KMK_TIME_REMAINING, 0);
    assert_more_ticks(p, cases[i].count, cases[i].at);
    process_end(p);
    free(text);
  }
  (void)k;
}

TEST(R65_another_effect_than_that_of_the_snapshot_begins_anew) {
  json_t *saved =
      json_of("{'kumiki': 1, 'state': {'ticks': 0, 'on': {'merge': [4, 5]}}, 'running': ["
              " {'at': '/on', 'age': 3000000000, 'of': 1,"
              "  'parts': [{'part': 0, 'due': 4000000000}]}]}");
  char *text = json_dumps(saved, JSON_COMPACT);
  json_decref(saved);
  process p = process_begin(text, KMK_TIME_REMAINING, 0);
  const uint64_t at[] = {4, 5};
  assert_more_ticks(p, 2, at);
  process_end(p);
  free(text);
  (void)k;
}

/* The same number of sub-effects, of other kinds or in another order. */
TEST(R65_an_effect_of_other_kinds_of_parts_than_that_of_the_snapshot_begins_anew) {
  static const struct {
    const char *then, *now;
    json_int_t at_once;
    size_t count;
    uint64_t at[3];
  } cases[] = {
      {"{'merge': [10, 'send']}", "{'merge': ['send', 10]}", 1, 1, {10}},
      {"{'chain': [10, 'send']}", "{'chain': ['send', 10]}", 1, 1, {10}},
      {"{'chain': [10, 'send']}", "{'merge': [10, 'send']}", 1, 1, {10}},
      {"{'merge': [10, {'after': 20}]}", "{'merge': [{'every': 9}, 10]}", 0, 3, {9, 10, 18}},
      {"{'merge': [10, 11]}", "{'chain': ['send', 12]}", 1, 1, {12}},
      {"{'own': 10}", "{'serial': {'after': 10}}", 0, 1, {10}},
      {"{'merge': [10, 9]}", "{'merge': [10, 9]}", 0, 2, {6, 7}},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    kmk_loop *loop = kmk_loop_new_virtual(NULL);
    kmk_store *store = begin_timed(loop, KMK_TIME_REMAINING, cases[i].then);
    advance(loop, 3 * SECOND);
    char *text = saved_text(store);
    json_t *saved = json_loads(text, 0, NULL);
    free(text);
    json_object_set_new(json_object_get(saved, "state"), "on", json_of(cases[i].now));
    json_object_set_new(json_object_get(saved, "state"), "ticks", json_integer(0));
    text = json_dumps(saved, JSON_COMPACT);
    /* Older saved forms have no "kinds": only the count is compared. */
    json_t *effect = json_array_get(json_object_get(saved, "running"), 0);
    assert_int_equal(json_object_del(effect, "kinds"), 0);
    char *older = json_dumps(saved, JSON_COMPACT);
    process p = process_begin(text, KMK_TIME_REMAINING, 0);
    assert_int_equal(ticks_of(p.store), cases[i].at_once);
    assert_more_ticks(p, cases[i].count, cases[i].at);
    process_end(p);
    process_end(process_begin(older, KMK_TIME_REMAINING, 0));
    json_decref(saved);
    free(text);
    free(older);
    kmk_store_free(store);
    kmk_loop_free(loop);
  }
  (void)k;
}

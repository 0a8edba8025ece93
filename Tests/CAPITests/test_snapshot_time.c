/* State-driven effects across a snapshot: the time of their timers under each policy (R46 to R48). */
#include "timed_support.h"

#include <time.h>

/* All virtual loops start at the same date: a loop advanced by 4 seconds has the date of any loop that ran for 4
 * seconds. */
TEST(R47_a_timer_begins_anew) {
  TICKS(KMK_TIME_RESTART, "{'after': 10}", 4, 4, 0, 10);
  TICKS(KMK_TIME_RESTART, "{'after': 10}", 4, 100, 0, 10);
  TICKS(KMK_TIME_RESTART, "{'every': 10}", 14, 100, 1, 10, 20);
  TICKS(KMK_TIME_RESTART, "{'chain': [3, 4]}", 5, 100, 1, 3, 7);
}

TEST(R47_what_is_left_of_a_timer_is_waited_for) {
  TICKS(KMK_TIME_REMAINING, "{'after': 10}", 4, 4, 0, 6);
  TICKS(KMK_TIME_REMAINING, "{'after': 10}", 4, 100, 0, 6);
  TICKS(KMK_TIME_REMAINING, "{'every': 10}", 14, 100, 1, 6, 16);
  TICKS(KMK_TIME_REMAINING, "{'delay': 10}", 4, 0, 0, 6);
  TICKS(KMK_TIME_REMAINING, "{'debounce': 10}", 4, 0, 0, 6);
  TICKS(KMK_TIME_REMAINING, "{'own': 10}", 4, 0, 0, 6);
}

TEST(R47_a_deadline_is_kept_by_the_date) {
  TICKS(KMK_TIME_DEADLINE, "{'after': 10}", 4, 4, 0, 6);
  TICKS(KMK_TIME_DEADLINE, "{'after': 10}", 4, 7, 0, 3);
  TICKS(KMK_TIME_DEADLINE, "{'after': 10}", 4, 100, 0, 0);
  TICKS(KMK_TIME_DEADLINE, "{'every': 10}", 14, 17, 1, 3, 13);
  TICKS(KMK_TIME_DEADLINE, "{'delay': 10}", 4, 7, 0, 3);
  TICKS(KMK_TIME_DEADLINE, "{'debounce': 10}", 4, 7, 0, 3);
  TICKS(KMK_TIME_DEADLINE, "{'debounce': 10}", 4, 100, 0, 0);
}

/* The grid of a repeating timer stays the same; all missed ticks together are made up for by one. */
TEST(R47_of_missed_ticks_one_is_made_up_for) {
  TICKS(KMK_TIME_DEADLINE, "{'every': 10}", 14, 45, 1, 0, 5, 15);
}

/* If the clock was set back, the timer waits for the remaining time, and no longer. */
TEST(R47_a_date_before_the_snapshot_counts_as_none) {
  TICKS(KMK_TIME_DEADLINE, "{'after': 10}", 4, 0, 0, 6);
  TICKS(KMK_TIME_DEADLINE, "{'every': 10}", 14, 2, 1, 6, 16);
}

TEST(R47_a_chain_goes_on_at_its_link) {
  TICKS(KMK_TIME_REMAINING, "{'chain': [3, 4, 5]}", 5, 100, 1, 2, 7);
  TICKS(KMK_TIME_DEADLINE, "{'chain': [3, 4, 5]}", 5, 6, 1, 1, 6);
  TICKS(KMK_TIME_DEADLINE, "{'chain': [3, 4, 5]}", 2, 8, 0, 0, 0, 4);
}

/* The clock has reached the time, but the loop has not run its next iteration. */
TEST(R48_a_timer_that_is_due_and_has_not_fired_fires_once) {
  const kmk_running_time times[] = {KMK_TIME_REMAINING, KMK_TIME_DEADLINE};
  const char *effects[] = {"{'after': 10}", "{'every': 10}", "{'delay': 10}", "{'debounce': 10}"};
  for (size_t i = 0; i < COUNT_OF(times); i++) {
    for (size_t j = 0; j < COUNT_OF(effects); j++) {
      kmk_store *store = open_store(k->loop, timed(times[i], NULL), "{'ticks': 0, 'on': null}");
      json_t *action = json_pack("{s: o}", "set", json_of(effects[j]));
      assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
      advance(k->loop, 10 * SECOND - 1);
      assert_int_equal(ticks_of(store), 0);
      char *saved = saved_text(store);
      kmk_store_free(store);
      process p = process_begin(saved, times[i], 10 * SECOND - 1);
      advance(p.loop, 1);
      assert_int_equal(ticks_of(p.store), 1);
      free(saved);
      saved = saved_text(p.store);
      process_end(p);
      p = process_begin(saved, times[i], 10 * SECOND);
      run_due(p.loop);
      advance(p.loop, SECOND);
      assert_int_equal(ticks_of(p.store), 1);
      free(saved);
      process_end(p);
    }
  }
}

/* Two timers are due at the same time. The first store's action saves the second store, whose timer is still to
   fire. */
REDUCER(saves) {
  saver *s = data;
  if (kmk_action_is(action, "save")) {
    s->saved = saved_text(s->other);
    return NULL;
  }
  return after(10 * SECOND, "'save'");
}

TEST(R48_a_timer_that_is_due_in_the_same_turn_fires_once) {
  const kmk_running_time times[] = {KMK_TIME_REMAINING, KMK_TIME_DEADLINE};
  const char *effects[] = {"{'after': 10}", "{'every': 10}", "{'delay': 10}", "{'debounce': 10}",
                           "{'chain': [10, 10]}"};
  for (size_t i = 0; i < COUNT_OF(times); i++) {
    for (size_t j = 0; j < COUNT_OF(effects); j++) {
      kmk_loop *loop = kmk_loop_new_virtual(NULL);
      saver s = {NULL, NULL};
      kmk_store *first = open_store(loop, kmk_reducer_new(saves, &s, NULL), "{}");
      send_ok(first, "'go'");
      s.other = open_store(loop, timed(times[i], NULL), "{'ticks': 0, 'on': null}");
      json_t *action = json_pack("{s: o}", "set", json_of(effects[j]));
      assert_int_equal(kmk_store_send_new(s.other, action, NULL), KMK_OK);
      run_due(loop);
      advance(loop, 10 * SECOND);
      assert_non_null(s.saved);
      assert_int_equal(ticks_of(s.other), 1);
      process p = process_begin(s.saved, times[i], 10 * SECOND);
      assert_int_equal(ticks_of(p.store), 0);
      advance(p.loop, SECOND);
      assert_int_equal(ticks_of(p.store), 1);
      process_end(p);
      free(s.saved);
      kmk_store_free(first);
      kmk_store_free(s.other);
      kmk_loop_free(loop);
    }
  }
  (void)k;
}

/* In each row, in the feature that a row presents, on a path, and under two ids. */
static kmk_reducer *timed_row(void) {
  kmk_reducer *row = timed(KMK_TIME_REMAINING, NULL);
  return kmk_presentation_destination(row, "/note", "note", NULL, timed(KMK_TIME_REMAINING, NULL));
}

static kmk_reducer *timed_everywhere(void) {
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  options.time = KMK_TIME_REMAINING;
  options.id = "second";
  kmk_reducer *base =
      kmk_running(timed(KMK_TIME_REMAINING, NULL), "/on", &options, timed_effect, NULL, NULL);
  return kmk_stack(kmk_for_each(base, "/rows", "rows", "id", timed_row()), "/path", "path",
                   timed(KMK_TIME_REMAINING, NULL));
}

TEST(R47_effects_of_rows_slots_and_paths_keep_their_time) {
  k->store = open_store(
      k->loop, timed_everywhere(),
      "{'ticks': 0, 'on': {'after': 10}, 'path': [{'ticks': 0, 'on': {'after': 9}}], 'rows': ["
      " {'id': 'a', 'ticks': 0, 'on': {'after': 8}, 'note': null},"
      " {'id': {'b': [1]}, 'ticks': 0, 'on': null, 'note': {'ticks': 0, 'on': {'after': 7}}}]}");
  assert_int_equal(kmk_store_effect_count(k->store), 5);
  advance(k->loop, 4 * SECOND);
  char *text = saved_text(k->store);
  kmk_snapshot *snapshot = snapshot_read(text);
  kmk_store *again = kmk_store_new_from(k->loop, timed_everywhere(), snapshot, NULL);
  char *second = saved_text(again);
  assert_string_equal(second, text);
  assert_int_equal(kmk_store_effect_count(again), 5);
  const char *places[] = {"/rows/1/note/ticks", "/rows/0/ticks", "/path/0/element/ticks", "/ticks"};
  advance(k->loop, 3 * SECOND - 1);
  for (size_t i = 0; i < COUNT_OF(places); i++) {
    assert_part(again, places[i], "0");
    advance(k->loop, 1);
    assert_part(again, places[i], i < 3 ? "1" : "2");
    advance(k->loop, SECOND - 1);
  }
  free(text);
  free(second);
  kmk_store_free(again);
  kmk_snapshot_free(snapshot);
}

/* A dynamic reducer's state-driven effects: restored as far as they had started at the snapshot. */
static kmk_reducer *choose_timed(__attribute__((unused)) const json_t *state,
                                 __attribute__((unused)) const json_t *action, void *begun) {
  return timed(KMK_TIME_RESTART, begun);
}

TEST(R47_what_a_reader_chose_begins_again) {
  int begun = 0;
  kmk_reducer *feature = kmk_reader(choose_timed, &begun, NULL);
  k->store = open_store(k->loop, kmk_reducer_retain(feature), "{'ticks': 0, 'on': {'after': 9}}");
  char *before = saved_text(k->store);
  kmk_snapshot *unmet = snapshot_of(k->store);
  send_ok(k->store, "'other'");
  assert_int_equal(begun, 1);
  char *text = saved_text(k->store);
  kmk_snapshot *met = snapshot_of(k->store);
  restore_ok(k->store, met);
  assert_int_equal(begun, 2);
  restore_ok(k->store, unmet);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(begun, 2);
  const char *texts[] = {before, text};
  for (int i = 0; i < 2; i++) {
    kmk_snapshot *read = snapshot_read(texts[i]);
    kmk_store *again = kmk_store_new_from(k->loop, kmk_reducer_retain(feature), read, NULL);
    assert_int_equal(kmk_store_effect_count(again), i);
    assert_int_equal(begun, 2 + i);
    kmk_store_free(again);
    kmk_snapshot_free(read);
  }
  free(before);
  free(text);
  kmk_snapshot_free(met);
  kmk_snapshot_free(unmet);
  kmk_reducer_free(feature);
}

/* Saving, restoring and saving again gives the same bytes for effects of every policy, even in another process at
 * the same date. */
TEST(R46_saved_effects_have_the_same_bytes) {
  const kmk_running_time times[] = {KMK_TIME_RESTART, KMK_TIME_REMAINING, KMK_TIME_DEADLINE};
  const char *effects[] = {"{'after': 10}", "{'every': 3}", "{'chain': [2, 9]}", "{'after': 1}"};
  for (size_t i = 0; i < COUNT_OF(times); i++) {
    for (size_t j = 0; j < COUNT_OF(effects); j++) {
      kmk_loop *loop = kmk_loop_new_virtual(NULL);
      kmk_store *store = open_store(loop, timed(times[i], NULL), "{'ticks': 0, 'on': null}");
      advance(loop, 1);
      json_t *action = json_pack("{s: o}", "set", json_of(effects[j]));
      assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
      advance(loop, 5 * SECOND);
      char *first = saved_text(store);
      kmk_snapshot *snapshot = snapshot_read(first);
      assert_int_equal(kmk_store_restore(store, snapshot, NULL), KMK_OK);
      char *second = saved_text(store);
      process p = process_begin(first, times[i], 5 * SECOND + 1);
      char *third = saved_text(p.store);
      assert_string_equal(second, first);
      assert_string_equal(third, first);
      free(first);
      free(second);
      free(third);
      kmk_snapshot_free(snapshot);
      process_end(p);
      kmk_store_free(store);
      kmk_loop_free(loop);
    }
  }
  (void)k;
}

/* A restored effect is saved and restored again: its times add up. */
TEST(R47_time_adds_up_over_several_restores) {
  k->store = open_store(k->loop, timed(KMK_TIME_REMAINING, NULL), "{'ticks': 0, 'on': null}");
  send_ok(k->store, "{'set': {'after': 10}}");
  for (int i = 0; i < 3; i++) {
    advance(k->loop, 3 * SECOND);
    kmk_snapshot *snapshot = snapshot_of(k->store);
    advance(k->loop, 50 * SECOND);
    restore_ok(k->store, snapshot);
    assert_int_equal(ticks_of(k->store), 0);
    kmk_snapshot_free(snapshot);
  }
  advance(k->loop, SECOND - 1);
  assert_int_equal(ticks_of(k->store), 0);
  advance(k->loop, 1);
  assert_int_equal(ticks_of(k->store), 1);
}

/* In real time an effect starts before its timers are created, and its loop may not run for a while. */
static void wait_until(const struct timespec *begin, uint64_t nanoseconds) {
  struct timespec now;
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((uint64_t)(now.tv_sec - begin->tv_sec) * SECOND + (uint64_t)now.tv_nsec <
           (uint64_t)begin->tv_nsec + nanoseconds);
}

static kmk_effect *soon_and_late(__attribute__((unused)) const json_t *value,
                                 __attribute__((unused)) kmk_env *env,
                                 __attribute__((unused)) void *data) {
  kmk_effect *effects[] = {after(MILLISECOND, "'tick'"), after(3600 * SECOND, "'tick'")};
  return kmk_effect_merge(2, effects);
}

TEST(R48_a_timer_that_is_due_on_real_time_fires_after_the_restore) {
  const kmk_running_time times[] = {KMK_TIME_REMAINING, KMK_TIME_DEADLINE};
  for (size_t i = 0; i < COUNT_OF(times); i++) {
    kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
    options.time = times[i];
    kmk_reducer *feature = kmk_running(kmk_reducer_new(timed_base, NULL, NULL), "/on", &options,
                                       soon_and_late, NULL, NULL);
    kmk_loop *loop = kmk_loop_new(NULL);
    struct timespec begun;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    kmk_store *store = open_store(loop, kmk_reducer_retain(feature), "{'ticks': 0, 'on': true}");
    struct timespec ended;
    clock_gettime(CLOCK_MONOTONIC, &ended);
    wait_until(&ended, 2 * MILLISECOND);
    char *saved = saved_text(store);
    assert_int_equal(ticks_of(store), 0);
    kmk_store_free(store);
    kmk_loop_free(loop);

    loop = kmk_loop_new(NULL);
    kmk_snapshot *snapshot = snapshot_read(saved);
    store = kmk_store_new_from(loop, feature, snapshot, NULL);
    assert_int_equal(kmk_store_effect_count(store), 2);
    while (ticks_of(store) == 0 && kmk_store_effect_count(store) == 2)
      kmk_loop_dispatch(loop, 100);
    assert_int_equal(ticks_of(store), 1);
    assert_int_equal(kmk_store_effect_count(store), 1);
    kmk_snapshot_free(snapshot);
    free(saved);
    kmk_store_free(store);
    kmk_loop_free(loop);
  }
  (void)k;
}

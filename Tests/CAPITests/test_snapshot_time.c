/* Effects that follow the state, across a snapshot: their time by each policy, and which begin again (R47 to
 * R49, R61 to R65). */
#include "snapshot_support.h"

#include <time.h>

/* The state is {"ticks": n, "on": null or an effect, "off": ...}; "tick" adds 1, "set" writes "/on", "cancel"
 * cancels the id "own". An effect is {"after": s}, {"every": s}, {"delay": s}, {"debounce": s},
 * {"own": s} under the id "own", "send" and "work" (see below), or {"chain": [...]} and {"merge": [...]} of
 * effects, in which s stands for {"after": s}. */
REDUCER(timed_base) {
  const json_t *set = kmk_action_payload(action, "set");
  if (kmk_action_is(action, "tick"))
    state_add(state, "/ticks", 1);
  if (set != NULL)
    kmk_state_set(state, "/on", set);
  return kmk_action_is(action, "cancel") ? kmk_effect_cancel("own") : NULL;
}

static uint64_t seconds(const json_t *value, const char *key) {
  return (uint64_t)json_integer_value(json_object_get(value, key)) * SECOND;
}

/* The effects of the program that "work" has begun. They end when the test says so. */
static kmk_sender *works[8];
static size_t works_begun;

static void begin_work(kmk_sender *sender, __attribute__((unused)) void *data) {
  assert_true(works_begun < COUNT_OF(works));
  works[works_begun++] = sender;
}

static void finish_works(void) {
  while (works_begun > 0)
    kmk_sender_finish(works[--works_begun]);
}

static kmk_effect *timed_effect(const json_t *value, kmk_env *env, void *begun);

static kmk_effect *several(const json_t *of,
                           kmk_effect *(*put)(size_t count, kmk_effect *const *effects)) {
  kmk_effect *effects[8];
  size_t count = json_array_size(of);
  assert_true(count <= COUNT_OF(effects));
  for (size_t i = 0; i < count; i++) {
    const json_t *one = json_array_get(of, i);
    effects[i] = json_is_integer(one) ? after((uint64_t)json_integer_value(one) * SECOND, "'tick'")
                                      : timed_effect(one, NULL, NULL);
  }
  return put(count, effects);
}

static kmk_effect *timed_effect(const json_t *value, __attribute__((unused)) kmk_env *env,
                                void *begun) {
  if (begun != NULL)
    ++*(int *)begun;
  if (json_object_get(value, "after") != NULL)
    return after(seconds(value, "after"), "'tick'");
  if (json_object_get(value, "every") != NULL)
    return kmk_effect_every_new(seconds(value, "every"), json_string("tick"));
  if (json_object_get(value, "delay") != NULL)
    return kmk_effect_delay(sends("'tick'"), seconds(value, "delay"));
  if (json_object_get(value, "debounce") != NULL)
    return kmk_effect_debounce(sends("'tick'"), "calm", seconds(value, "debounce"));
  if (json_object_get(value, "own") != NULL)
    return kmk_effect_cancellable(after(seconds(value, "own"), "'tick'"), "own", false);
  if (json_object_get(value, "chain") != NULL)
    return several(json_object_get(value, "chain"), kmk_effect_concatenate);
  if (json_object_get(value, "merge") != NULL)
    return several(json_object_get(value, "merge"), kmk_effect_merge);
  const json_t *serial = json_object_get(value, "serial");
  if (serial != NULL)
    return kmk_effect_serial(timed_effect(serial, NULL, NULL), "turn", false);
  if (json_is_string(value) && strcmp(json_string_value(value), "work") == 0)
    return kmk_effect_start(begin_work, NULL, NULL, NULL);
  return sends("'tick'");
}

static kmk_reducer *timed(kmk_running_time time, int *begun) {
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  options.time = time;
  return kmk_running(kmk_reducer_new(timed_base, NULL, NULL), "/on", &options, timed_effect, begun,
                     NULL);
}

static json_int_t ticks(kmk_store *store) {
  json_t *value = kmk_store_get(store, "/ticks", NULL);
  json_int_t ticks = json_integer_value(value);
  json_decref(value);
  return ticks;
}

/* Another process, some seconds later: a loop of its own, whose clock begins anew but not its date. */
typedef struct process {
  kmk_loop *loop;
  kmk_store *store;
} process;

static process begin(const char *saved, kmk_running_time time, uint64_t date) {
  process p = {kmk_loop_new_virtual(NULL), NULL};
  advance(p.loop, date);
  kmk_snapshot *snapshot = snapshot_read(saved);
  p.store = kmk_store_new_from(p.loop, timed(time, NULL), snapshot, NULL);
  kmk_snapshot_free(snapshot);
  assert_non_null(p.store);
  return p;
}

static void end(process p) {
  kmk_store_free(p.store);
  kmk_loop_free(p.loop);
}

/* Asserts at which seconds from here on the next ticks come. */
static void assert_more_ticks(process p, size_t count, const uint64_t *at) {
  json_int_t before = ticks(p.store);
  uint64_t passed = 0;
  for (size_t i = 0; i < count; i++) {
    if (at[i] > passed) {
      advance(p.loop, (at[i] - passed) * SECOND - 1);
      assert_int_equal(ticks(p.store), before + (json_int_t)i);
      advance(p.loop, 1);
    } else {
      run_due(p.loop);
    }
    passed = at[i];
    /* Several may come at one moment. */
    while (i + 1 < count && at[i + 1] == passed)
      i++;
    assert_int_equal(ticks(p.store), before + (json_int_t)i + 1);
  }
  advance(p.loop, SECOND - 1);
  assert_int_equal(ticks(p.store), before + (json_int_t)count);
}

/* Begins an effect, lets `before` seconds pass, saves, and goes on in a process that begins at the date
 * `date`. Asserts at which seconds from there on the first ticks come. */
static void assert_ticks_at(kit *k, kmk_running_time time, const char *effect, uint64_t before,
                            uint64_t date, json_int_t ticks_before, size_t count,
                            const uint64_t *at) {
  k->store = open_store(k->loop, timed(time, NULL), "{'ticks': 0, 'on': null}");
  json_t *action = json_pack("{s: o}", "set", json_of(effect));
  assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  advance(k->loop, before * SECOND);
  assert_int_equal(ticks(k->store), ticks_before);
  char *saved = saved_text(k->store);
  end_store(k);
  process p = begin(saved, time, date * SECOND);
  assert_more_ticks(p, count, at);
  end(p);
  free(saved);
}

#define TICKS(time, effect, before, date, ticks_before, ...)                                       \
  do {                                                                                             \
    const uint64_t at[] = {__VA_ARGS__};                                                           \
    void *fresh = NULL;                                                                            \
    kit_setup(&fresh);                                                                             \
    assert_ticks_at(fresh, time, effect, before, date, ticks_before, COUNT_OF(at), at);            \
    kit_teardown(&fresh);                                                                          \
  } while (0)

/* A virtual loop begins at one date, so that a loop that was moved by 4 seconds is at the date of one that
 * ran for 4 seconds. */
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

/* The grid of a repeating timer is kept; of the ticks that were missed one is made up for. */
TEST(R47_of_missed_ticks_one_is_made_up_for) {
  TICKS(KMK_TIME_DEADLINE, "{'every': 10}", 14, 45, 1, 0, 5, 15);
}

/* A clock that was set back does not make a timer longer than what was left. */
TEST(R47_a_date_before_the_snapshot_counts_as_none) {
  TICKS(KMK_TIME_DEADLINE, "{'after': 10}", 4, 0, 0, 6);
  TICKS(KMK_TIME_DEADLINE, "{'every': 10}", 14, 2, 1, 6, 16);
}

TEST(R47_a_chain_goes_on_at_its_link) {
  TICKS(KMK_TIME_REMAINING, "{'chain': [3, 4, 5]}", 5, 100, 1, 2, 7);
  TICKS(KMK_TIME_DEADLINE, "{'chain': [3, 4, 5]}", 5, 6, 1, 1, 6);
  TICKS(KMK_TIME_DEADLINE, "{'chain': [3, 4, 5]}", 2, 8, 0, 0, 0, 4);
}

/* The clock stands at the moment, and the loop has not turned yet. */
TEST(R48_a_timer_that_is_due_and_has_not_fired_fires_once) {
  const kmk_running_time times[] = {KMK_TIME_REMAINING, KMK_TIME_DEADLINE};
  const char *effects[] = {"{'after': 10}", "{'every': 10}", "{'delay': 10}", "{'debounce': 10}"};
  for (size_t i = 0; i < COUNT_OF(times); i++) {
    for (size_t j = 0; j < COUNT_OF(effects); j++) {
      kmk_store *store = open_store(k->loop, timed(times[i], NULL), "{'ticks': 0, 'on': null}");
      json_t *action = json_pack("{s: o}", "set", json_of(effects[j]));
      assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
      advance(k->loop, 10 * SECOND - 1);
      assert_int_equal(ticks(store), 0);
      char *saved = saved_text(store);
      kmk_store_free(store);
      process p = begin(saved, times[i], 10 * SECOND - 1);
      advance(p.loop, 1);
      assert_int_equal(ticks(p.store), 1);
      free(saved);
      saved = saved_text(p.store);
      end(p);
      p = begin(saved, times[i], 10 * SECOND);
      run_due(p.loop);
      advance(p.loop, SECOND);
      assert_int_equal(ticks(p.store), 1);
      free(saved);
      end(p);
    }
  }
}

/* A first store's action at the same moment saves the second one, whose timer is due and comes after. */
typedef struct saver {
  kmk_store *other;
  char *saved;
} saver;

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
      assert_int_equal(ticks(s.other), 1);
      process p = begin(s.saved, times[i], 10 * SECOND);
      assert_int_equal(ticks(p.store), 0);
      advance(p.loop, SECOND);
      assert_int_equal(ticks(p.store), 1);
      end(p);
      free(s.saved);
      kmk_store_free(first);
      kmk_store_free(s.other);
      kmk_loop_free(loop);
    }
  }
  (void)k;
}

TEST(R49_what_had_finished_or_was_cancelled_does_not_begin_again) {
  int begun = 0;
  k->store = open_store(k->loop, timed(KMK_TIME_RESTART, &begun), "{'ticks': 0, 'on': null}");
  send_ok(k->store, "{'set': {'after': 1}}");
  advance(k->loop, SECOND);
  assert_int_equal(begun, 1);
  assert_int_equal(ticks(k->store), 1);
  kmk_snapshot *finished = snapshot_of(k->store);
  send_ok(k->store, "{'set': {'own': 5}}");
  kmk_snapshot *running = snapshot_of(k->store);
  send_ok(k->store, "'cancel'");
  kmk_snapshot *cancelled = snapshot_of(k->store);
  restore_ok(k->store, finished);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  restore_ok(k->store, running);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  restore_ok(k->store, cancelled);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, 20 * SECOND);
  assert_int_equal(ticks(k->store), 1);
  char *text = saved_text(k->store);
  process p = begin(text, KMK_TIME_RESTART, 0);
  assert_int_equal(kmk_store_effect_count(p.store), 0);
  send_ok(p.store, "{'set': {'own': 6}}");
  assert_int_equal(kmk_store_effect_count(p.store), 1);
  send_ok(p.store, "{'set': {'own': 5}}");
  assert_int_equal(kmk_store_effect_count(p.store), 1);
  end(p);
  free(text);
  kmk_snapshot_free(finished);
  kmk_snapshot_free(running);
  kmk_snapshot_free(cancelled);
}

/* In each row, in what a row presents, on a path and under two ids. */
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

static kmk_effect *nothing(__attribute__((unused)) const json_t *value,
                           __attribute__((unused)) kmk_env *env, void *begun) {
  ++*(int *)begun;
  return NULL;
}

/* An effect that follows a path itself, and the effects of elements of a path in an element of a path. */
TEST(R49_finished_effects_at_a_path_and_in_nested_paths_do_not_begin_again) {
  const char *state =
      "{'ticks': 0, 'on': null, 'path': [{'path': [{'ticks': 0, 'on': {'after': 1}}]}]}";
  int begun[] = {0, 0};
  kmk_reducer *inner = kmk_stack(kmk_empty(), "/path", "path", timed(KMK_TIME_RESTART, &begun[0]));
  kmk_reducer *parent = kmk_running(kmk_empty(), "/path", NULL, nothing, &begun[1], NULL);
  kmk_reducer *feature = kmk_stack(parent, "/path", "path", inner);
  k->store = open_store(k->loop, kmk_reducer_retain(feature), state);
  advance(k->loop, SECOND);
  assert_part(k->store, "/path/0/element/path/0/element/ticks", "1");
  assert_int_equal(begun[0], 1);
  assert_int_equal(begun[1], 2); /* for the path, and for the path after the tick */
  char *text = saved_text(k->store);
  kmk_snapshot *snapshot = snapshot_read(text);
  kmk_store *again = kmk_store_new_from(k->loop, feature, snapshot, NULL);
  assert_int_equal(begun[0], 1);
  assert_int_equal(begun[1], 2);
  kmk_store_free(again);
  kmk_snapshot_free(snapshot);
  free(text);
}

/* Whether a reader is asked for effects that follow the state is as it was at the snapshot. */
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

/* The effects of every policy that are saved, restored and saved have the same bytes, also in a process that
 * begins at the same date. */
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
      process p = begin(first, times[i], 5 * SECOND + 1);
      char *third = saved_text(p.store);
      assert_string_equal(second, first);
      assert_string_equal(third, first);
      free(first);
      free(second);
      free(third);
      kmk_snapshot_free(snapshot);
      end(p);
      kmk_store_free(store);
      kmk_loop_free(loop);
    }
  }
  (void)k;
}

/* A restored effect is restored again: the times add up. */
TEST(R47_time_adds_up_over_several_restores) {
  k->store = open_store(k->loop, timed(KMK_TIME_REMAINING, NULL), "{'ticks': 0, 'on': null}");
  send_ok(k->store, "{'set': {'after': 10}}");
  for (int i = 0; i < 3; i++) {
    advance(k->loop, 3 * SECOND);
    kmk_snapshot *snapshot = snapshot_of(k->store);
    advance(k->loop, 50 * SECOND);
    restore_ok(k->store, snapshot);
    assert_int_equal(ticks(k->store), 0);
    kmk_snapshot_free(snapshot);
  }
  advance(k->loop, SECOND - 1);
  assert_int_equal(ticks(k->store), 0);
  advance(k->loop, 1);
  assert_int_equal(ticks(k->store), 1);
}

/* ------------------------------------------------- what is left of an effect that is made of several */

static kmk_store *begin_timed(kmk_loop *loop, kmk_running_time time, const char *effect) {
  kmk_store *store = open_store(loop, timed(time, NULL), "{'ticks': 0, 'on': null}");
  json_t *action = json_pack("{s: o}", "set", json_of(effect));
  assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
  return store;
}

/* On real time an effect begins before its timers do, and its loop may stand still. */
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
    assert_int_equal(ticks(store), 0);
    kmk_store_free(store);
    kmk_loop_free(loop);

    loop = kmk_loop_new(NULL);
    kmk_snapshot *snapshot = snapshot_read(saved);
    store = kmk_store_new_from(loop, feature, snapshot, NULL);
    assert_int_equal(kmk_store_effect_count(store), 2);
    while (ticks(store) == 0 && kmk_store_effect_count(store) == 2)
      kmk_loop_dispatch(loop, 100);
    assert_int_equal(ticks(store), 1);
    assert_int_equal(kmk_store_effect_count(store), 1);
    kmk_snapshot_free(snapshot);
    free(saved);
    kmk_store_free(store);
    kmk_loop_free(loop);
  }
  (void)k;
}

/* At 10 s two are overdue, and are saved before the loop has turned. What comes after one in a chain counts from
 * its deadline, or from the restore. */
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
    process p = begin(first, KMK_TIME_DEADLINE, 10 * SECOND);
    assert_int_equal(ticks(p.store), 0);
    char *second = saved_text(p.store);
    end(p);
    p = begin(second, cases[i].time, 10 * SECOND);
    char *third = saved_text(p.store);
    if (cases[i].time == KMK_TIME_DEADLINE)
      assert_string_equal(third, second);
    end(p);
    p = begin(third, cases[i].time, cases[i].date * SECOND);
    assert_more_ticks(p, 6, cases[i].at);
    end(p);
    free(second);
    free(third);
  }
  free(first);
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

/* The second has waited for the first: its time began at 5. */
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
      assert_int_equal(ticks(store), 2);
      process p = begin(s.saved, times[i], 5 * SECOND);
      assert_int_equal(ticks(p.store), 1);
      advance(p.loop, SECOND);
      assert_int_equal(ticks(p.store), 2);
      end(p);
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

  process p = begin(saved, KMK_TIME_REMAINING, 0);
  advance(p.loop, 9 * SECOND);
  assert_int_equal(works_begun, 1);
  assert_int_equal(ticks(p.store), 1);
  finish_works();
  advance(p.loop, 3 * SECOND - 1);
  assert_int_equal(works_begun, 1);
  assert_int_equal(ticks(p.store), 1);
  advance(p.loop, 1);
  assert_int_equal(ticks(p.store), 2);
  finish_works();
  end(p);

  p = begin(later, KMK_TIME_REMAINING, 0);
  advance(p.loop, 2 * SECOND);
  assert_int_equal(works_begun, 1);
  assert_int_equal(ticks(p.store), 2);
  finish_works();
  advance(p.loop, 4 * SECOND);
  assert_int_equal(ticks(p.store), 3);
  assert_int_equal(kmk_store_effect_count(p.store), 0);
  end(p);

  p = begin(last, KMK_TIME_REMAINING, 0);
  advance(p.loop, 2 * SECOND);
  assert_int_equal(works_begun, 0);
  assert_int_equal(ticks(p.store), 2);
  advance(p.loop, 4 * SECOND);
  assert_int_equal(ticks(p.store), 3);
  end(p);
  free(saved);
  free(later);
  free(last);
}

/* Saves at each tick. From each of them the effect goes on with the next, and the ticks come when they came. */
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
      json_int_t last = ticks(kept.store);
      for (size_t n = 0; n < kept.count; n++) {
        process p = begin(kept.saved[n], times[j], 20 * SECOND);
        json_int_t before = ticks(p.store);
        advance(p.loop, 20 * SECOND);
        if (ticks(p.store) != last)
          fail_msg("%s: of %d after %s came %d", cases[i].effect, (int)last, kept.saved[n],
                   (int)ticks(p.store));
        assert_true(before <= last);
        assert_int_equal(kmk_store_effect_count(p.store), 0);
        end(p);
        free(kept.saved[n]);
      }
      kmk_subscription_free(keeping);
      kmk_store_free(kept.store);
      kmk_loop_free(loop);
    }
  }
  (void)k;
}

/* As older libraries wrote it: what was due by the age has fired. */
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
    process p = begin(text, KMK_TIME_REMAINING, 0);
    assert_more_ticks(p, cases[i].count, cases[i].at);
    end(p);
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
  process p = begin(text, KMK_TIME_REMAINING, 0);
  const uint64_t at[] = {4, 5};
  assert_more_ticks(p, 2, at);
  end(p);
  free(text);
  (void)k;
}

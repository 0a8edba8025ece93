#include "timed_support.h"

kmk_effect *timed_base(kmk_state *state, const json_t *action, __attribute__((unused)) kmk_env *env,
                       __attribute__((unused)) void *data) {
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

/* The program's effects that "work" started. They end when the test says so. */
static kmk_sender *works[8];
size_t works_begun;

static void begin_work(kmk_sender *sender, __attribute__((unused)) void *data) {
  assert_true(works_begun < COUNT_OF(works));
  works[works_begun++] = sender;
}

void finish_works(void) {
  while (works_begun > 0)
    kmk_sender_finish(works[--works_begun]);
}

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

kmk_effect *timed_effect(const json_t *value, __attribute__((unused)) kmk_env *env, void *begun) {
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
  const json_t *limited = json_object_get(value, "limited");
  if (limited != NULL)
    return kmk_effect_limited(timed_effect(limited, NULL, NULL), "limit", 1);
  const json_t *throttled = json_object_get(value, "throttle");
  if (throttled != NULL)
    return kmk_effect_throttle(timed_effect(throttled, NULL, NULL), "window", 8 * SECOND, true);
  if (json_is_string(value) && strcmp(json_string_value(value), "work") == 0)
    return kmk_effect_start(begin_work, NULL, NULL, NULL);
  return sends("'tick'");
}

kmk_reducer *timed(kmk_running_time time, int *begun) {
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  options.time = time;
  return kmk_running(kmk_reducer_new(timed_base, NULL, NULL), "/on", &options, timed_effect, begun,
                     NULL);
}

json_int_t ticks_of(kmk_store *store) {
  json_t *value = kmk_store_get(store, "/ticks", NULL);
  json_int_t ticks = json_integer_value(value);
  json_decref(value);
  return ticks;
}

process process_begin(const char *saved, kmk_running_time time, uint64_t date) {
  process p = {kmk_loop_new_virtual(NULL), NULL};
  advance(p.loop, date);
  kmk_snapshot *snapshot = snapshot_read(saved);
  p.store = kmk_store_new_from(p.loop, timed(time, NULL), snapshot, NULL);
  kmk_snapshot_free(snapshot);
  assert_non_null(p.store);
  return p;
}

void process_end(process p) {
  kmk_store_free(p.store);
  kmk_loop_free(p.loop);
}

void assert_more_ticks(process p, size_t count, const uint64_t *at) {
  json_int_t before = ticks_of(p.store);
  uint64_t passed = 0;
  for (size_t i = 0; i < count; i++) {
    if (at[i] > passed) {
      advance(p.loop, (at[i] - passed) * SECOND - 1);
      assert_int_equal(ticks_of(p.store), before + (json_int_t)i);
      advance(p.loop, 1);
    } else {
      run_due(p.loop);
    }
    passed = at[i];
    /* Several ticks may come at the same time. */
    while (i + 1 < count && at[i + 1] == passed)
      i++;
    assert_int_equal(ticks_of(p.store), before + (json_int_t)i + 1);
  }
  advance(p.loop, SECOND - 1);
  assert_int_equal(ticks_of(p.store), before + (json_int_t)count);
}

void assert_ticks_at(kit *k, kmk_running_time time, const char *effect, uint64_t before,
                     uint64_t date, json_int_t ticks_before, size_t count, const uint64_t *at) {
  k->store = open_store(k->loop, timed(time, NULL), "{'ticks': 0, 'on': null}");
  json_t *action = json_pack("{s: o}", "set", json_of(effect));
  assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  advance(k->loop, before * SECOND);
  assert_int_equal(ticks_of(k->store), ticks_before);
  char *saved = saved_text(k->store);
  end_store(k);
  process p = process_begin(saved, time, date * SECOND);
  assert_more_ticks(p, count, at);
  process_end(p);
  free(saved);
}

kmk_store *begin_timed(kmk_loop *loop, kmk_running_time time, const char *effect) {
  kmk_store *store = open_store(loop, timed(time, NULL), "{'ticks': 0, 'on': null}");
  json_t *action = json_pack("{s: o}", "set", json_of(effect));
  assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
  return store;
}

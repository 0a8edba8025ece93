/* Many observers. Each change affects a single one. */
#include "support.h"

#include <stdio.h>

enum { GAUGES = 100, IDLE = 10000 };

static kmk_effect *gauges(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *index = kmk_action_payload(action, "increment");
  if (index) {
    char pointer[32];
    snprintf(pointer, sizeof pointer, "/gauges/%" JSON_INTEGER_FORMAT, json_integer_value(index));
    json_int_t count = json_integer_value(kmk_state_get(state, pointer));
    kmk_state_set_new(state, pointer, json_integer(count + 1));
  }
  return NULL;
}

static json_t *zeros(int count) {
  json_t *zeros = json_array();
  while (count-- > 0)
    json_array_append_new(zeros, json_integer(0));
  return zeros;
}

static void observe_each(kmk_store *store, const char *array, int count) {
  char pointer[32];
  for (int index = 0; index < count; index++) {
    snprintf(pointer, sizeof pointer, "/%s/%d", array, index);
    observe(store, pointer);
  }
}

static kmk_store *watched, *idled;
static json_t *increment;

static kmk_store *gauges_beside(int idle) {
  kmk_store *store =
      store_of(kmk_reducer_new(gauges, NULL, NULL),
               json_pack("{s:o, s:o}", "gauges", zeros(GAUGES), "others", zeros(idle)));
  observe_each(store, "gauges", GAUGES);
  observe_each(store, "others", idle);
  increment = value_of("{s:i}", "increment", GAUGES / 2);
  return store;
}

static void set_up_watched(void) { watched = gauges_beside(0); }

static void set_up_idled(void) { idled = gauges_beside(IDLE); }

static void one_of_hundred(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(watched, increment, NULL));
}

static void one_beside_idle(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(idled, increment, NULL));
}

static const struct bench_row rows[] = {
    {"c.observers", one_of_hundred, set_up_watched, NULL},
    {"c.observers-idle", one_beside_idle, set_up_idled, NULL},
};
const struct theme observer_rows = THEME(rows);

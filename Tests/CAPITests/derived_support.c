#include "derived_support.h"

#include <string.h>

json_int_t read_int(kmk_store *store, const char *pointer) {
  json_t *value = kmk_store_get(store, pointer, NULL);
  const json_int_t number = json_integer_value(value);
  json_decref(value);
  return number;
}

json_t *sum_up(kmk_store *store, void *data) {
  sum *s = data;
  s->ran++;
  if (s->once != NULL) {
    void (*once)(sum *, kmk_store *) = s->once;
    s->once = NULL;
    once(s, store);
  }
  json_int_t total = s->first ? read_int(store, s->first) : 0;
  if (s->second != NULL && total < 10) {
    total += read_int(store, s->second);
  }
  if (s->of != NULL) {
    json_t *value = kmk_derived_get(s->of, &s->error);
    total += json_integer_value(value);
    json_decref(value);
  }
  if (s->and_of != NULL) {
    json_decref(kmk_derived_get(s->and_of, NULL));
  }
  return json_integer(total);
}

void sum_freed(void *data) { ((sum *)data)->freed++; }

kmk_derived *derive(kmk_store *store, sum *s) {
  s->self = kmk_derived_new(store, NULL, sum_up, s, sum_freed, NULL);
  assert_non_null(s->self);
  return s->self;
}

json_int_t got(kmk_derived *derived) {
  kmk_error error = {0};
  json_t *value = kmk_derived_get(derived, &error);
  assert_int_equal(error.status, KMK_OK);
  assert_non_null(value);
  const json_int_t number = json_integer_value(value);
  json_decref(value);
  return number;
}

kmk_status get_status(kmk_derived *derived) {
  kmk_error error = {0};
  json_decref(kmk_derived_get(derived, &error));
  return error.status;
}

kmk_subscription *observe_derived(kmk_derived *derived, json_t *record) {
  kmk_subscription *made = kmk_derived_observe(derived, record_value, record, NULL, NULL);
  assert_non_null(made);
  return made;
}

REDUCER(setting) {
  size_t index;
  json_t *pair;
  json_array_foreach(kmk_action_payload(action, "sets"), index, pair) {
    kmk_state_set(state, json_string_value(json_array_get(pair, 0)), json_array_get(pair, 1));
  }
  const json_t *one = kmk_action_payload(action, "set");
  if (one != NULL) {
    kmk_state_set(state, json_string_value(json_array_get(one, 0)), json_array_get(one, 1));
  }
  return NULL;
}

kmk_reducer *setting_reducer(void) { return kmk_reducer_new(setting, NULL, NULL); }

kmk_store *open_numbers(kit *k) { return kit_open(k, setting_reducer(), NUMBERS); }

json_t *everything(kmk_store *store, void *data) {
  ++*(int *)data;
  char *text = kmk_store_state_text(store, JSON_COMPACT | JSON_SORT_KEYS);
  json_t *value = json_string(text);
  kmk_text_free(text);
  return value;
}

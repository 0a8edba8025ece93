/* The work without an engine: in plain C, and on JSON with only jansson. */
#include "floor.h"
#include "support.h"

enum { ROWS = 100000 };

static json_t *state, *rows_state;

static void set_up_state(void) { state = value_of("{s:i, s:s}", "count", 0, "name", "counter"); }

static void set_up_rows(void) {
  json_t *rows = json_array();
  for (int id = 0; id < ROWS; id++)
    json_array_append_new(rows, json_pack("{s:i, s:i}", "id", id, "count", 0));
  rows_state = value_of("{s:o}", "rows", rows);
}

static void raise_count(json_t *counter) {
  json_int_t count = json_integer_value(json_object_get(counter, "count"));
  json_object_set_new(counter, "count", json_integer(count + 1));
}

static void json_counter(size_t times) {
  for (size_t index = 0; index < times; index++)
    raise_count(state);
}

static void json_row(size_t times) {
  for (size_t index = 0; index < times; index++)
    raise_count(json_array_get(json_object_get(rows_state, "rows"), ROWS / 2));
}

static void json_append_remove(size_t times) {
  for (size_t index = 0; index < times; index++) {
    json_t *rows = json_object_get(rows_state, "rows");
    json_array_append_new(rows, json_pack("{s:i, s:i}", "id", ROWS, "count", 0));
    json_array_remove(rows, ROWS);
  }
}

static void json_keep(size_t times) {
  for (size_t index = 0; index < times; index++)
    json_decref(kmk_json_retain(state));
}

static const struct bench_row rows[] = {
    {"floor.counter", floor_counter, NULL, NULL},
    {"floor.present-dismiss", floor_present_dismiss, NULL, NULL},
    {"floor.effect", floor_effect, NULL, NULL},
    {"floor.row", floor_row, NULL, NULL},
    {"floor.append-remove", floor_append_remove, NULL, NULL},
    {"floor.observers", floor_observers, NULL, NULL},
    {"floor.json", json_counter, set_up_state, NULL},
    {"floor.json-row", json_row, set_up_rows, NULL},
    {"floor.json-append-remove", json_append_remove, set_up_rows, NULL},
    {"floor.json-keep", json_keep, set_up_state, NULL},
};
const struct theme floors = THEME(rows);

/* Many rows at once, with a shape, a for-each and an undo around: to open a store with them, and to write them. An operation
 * concerns 1,000 rows of four members. */
#include "support.h"

#include <string.h>

enum { ROWS = 1000, STEPS = 10 };

static json_t *row_of(int id, int count) {
  return json_pack("{s:i, s:s, s:i, s:b}", "id", id, "name", "a name", "count", count, "done", 0);
}

static json_t *rows_of(int count) {
  json_t *rows = json_array();
  for (int id = 0; id < ROWS; id++)
    json_array_append_new(rows, row_of(id, count));
  return rows;
}

/* Each write differs from the one before. */
static int written;
static kmk_condition *every_row;

static void set_each(kmk_state *state) {
  for (int id = 0; id < ROWS; id++) {
    json_t *key = json_integer(id);
    check(kmk_state_set_row_new(state, "/rows", key, "", row_of(id, written)));
    json_decref(key);
  }
}

static void set_counts(kmk_state *state) {
  for (int id = 0; id < ROWS; id++)
    check(kmk_state_setf_new(state, json_integer(written), "/rows/%d/count", id));
}

static void append_each(kmk_state *state) {
  for (int id = 0; id < ROWS; id++)
    check(kmk_state_insert_new(state, "/rows/-", row_of(id, written)));
}

/* All rows have the same value before. */
static void set_done(kmk_state *state) {
  check(kmk_state_set_rows(state, "/rows", "/done", written % 2 ? json_true() : json_false(),
                           every_row));
}

static kmk_effect *bulk(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const char *name = json_string_value(action);
  written++;
  if (strcmp(name, "set") == 0)
    check(kmk_state_set_new(state, "/rows", rows_of(written)));
  else if (strcmp(name, "set each") == 0)
    set_each(state);
  else if (strcmp(name, "set counts") == 0)
    set_counts(state);
  else if (strcmp(name, "set done") == 0)
    set_done(state);
  else if (strcmp(name, "append each") == 0)
    append_each(state);
  else
    check(kmk_state_set_new(state, "/rows", json_array()));
  return NULL;
}

static kmk_reducer *around(kmk_reducer *element) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = "/rows";
  options.limit = STEPS;
  kmk_reducer *rows = kmk_reducer_new(bulk, NULL, NULL);
  rows = kmk_for_each(rows, "/rows", "row", NULL, element);
  rows = kmk_shape(rows, "{rows: [{id: integer, name: text, count: integer = 0, done: boolean = "
                         "false}]}");
  return kmk_undoable(rows, &options);
}

static kmk_store *store;
static json_t *initial, *set, *each, *counts, *done, *append, *clear;

static void set_up(void) {
  if (store)
    return;
  initial = value_of("{s:o}", "rows", rows_of(0));
  store = store_of(around(counter_reducer()), json_deep_copy(initial));
  set = value_of("s", "set");
  each = value_of("s", "set each");
  counts = value_of("s", "set counts");
  done = value_of("s", "set done");
  every_row = kmk_condition_new(value_of("{s:[]}", "and"), NULL);
  append = value_of("s", "append each");
  clear = value_of("s", "clear");
}

/* The floors: a copy of the rows, and to make them. */
static void copy(size_t times) {
  for (size_t index = 0; index < times; index++)
    json_decref(json_deep_copy(initial));
}

static void make(size_t times) {
  for (size_t index = 0; index < times; index++)
    json_decref(rows_of((int)index));
}

static void open_with(kmk_reducer *reducer, size_t times) {
  kmk_error error;
  for (size_t index = 0; index < times; index++) {
    kmk_store *opened = kmk_store_new(loop, kmk_reducer_retain(reducer), initial, &error);
    check_made(opened, &error);
    kmk_store_free(opened);
  }
  kmk_reducer_free(reducer);
}

static void open_plain(size_t times) { open_with(around(counter_reducer()), times); }

static void open_slots(size_t times) {
  open_with(around(kmk_presentation(counter_reducer(), "/sheet", "sheet", NULL, counter_reducer())),
            times);
}

static void send_one(const json_t *action, size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(store, action, NULL));
}

static void send_set(size_t times) { send_one(set, times); }

static void prepare(size_t times) {
  (void)times;
  send_one(set, 1);
}

static void send_each(size_t times) { send_one(each, times); }

static void send_counts(size_t times) { send_one(counts, times); }

static void send_done(size_t times) { send_one(done, times); }

static void send_append(size_t times) {
  for (size_t index = 0; index < times; index++) {
    send_one(clear, 1);
    send_one(append, 1);
  }
}

static const struct bench_row rows[] = {
    {"floor.rows-copy", copy, set_up, NULL},
    {"floor.rows-make", make, set_up, NULL},
    {"c.rows-open", open_plain, set_up, NULL},
    {"c.rows-open-slots", open_slots, set_up, NULL},
    {"c.rows-set", send_set, set_up, NULL},
    {"c.rows-set-each", send_each, set_up, prepare},
    {"c.rows-set-counts", send_counts, set_up, prepare},
    {"c.rows-set-done", send_done, set_up, prepare},
    {"c.rows-append-each", send_append, set_up, NULL},
};
const struct theme bulk_rows = THEME(rows);

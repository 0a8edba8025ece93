/* Rows with ids, few and many, and the cost of reading a state. */
#include "support.h"

#include <stdio.h>

enum { FEW = 10, MANY = 100000 };

static kmk_effect *list(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *id = kmk_action_payload(action, "append");
  if (id) {
    kmk_state_insert_new(state, "/rows/-", json_pack("{s:O, s:i}", "id", id, "count", 0));
  } else if ((id = kmk_action_payload(action, "remove"))) {
    size_t index;
    char pointer[32];
    if (kmk_state_find(state, "/rows", id, &index) == KMK_OK) {
      snprintf(pointer, sizeof pointer, "/rows/%zu", index);
      kmk_state_remove(state, pointer);
    }
  }
  return NULL;
}

static kmk_reducer *list_reducer(void) {
  kmk_reducer *parent = kmk_reducer_new(list, NULL, NULL);
  return kmk_for_each(parent, "/rows", "rows", NULL, counter_reducer());
}

static kmk_store *list_of(int count) {
  json_t *rows = json_array();
  for (int id = 0; id < count; id++)
    json_array_append_new(rows, json_pack("{s:i, s:i}", "id", id, "count", 0));
  return store_of(list_reducer(), json_pack("{s:o}", "rows", rows));
}

/* An observer on the row in the middle, and the action that changes it. */
static kmk_store *few, *many, *changing;
static json_t *in_few, *in_many, *append, *remove_it;

static json_t *in_the_middle(kmk_store *store, int count) {
  char pointer[32];
  snprintf(pointer, sizeof pointer, "/rows/%d", count / 2);
  observe(store, pointer);
  return value_of("{s:{s:{s:i, s:s}}}", "rows", "element", "id", count / 2, "action", "increment");
}

static void set_up_few(void) { in_few = in_the_middle(few = list_of(FEW), FEW); }

static void set_up_many(void) { in_many = in_the_middle(many = list_of(MANY), MANY); }

static void set_up_changing(void) {
  changing = list_of(MANY);
  append = value_of("{s:i}", "append", MANY);
  remove_it = value_of("{s:i}", "remove", MANY);
}

static void row_of_few(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(few, in_few, NULL));
}

static void row_of_many(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(many, in_many, NULL));
}

static void append_and_remove(size_t times) {
  for (size_t index = 0; index < times; index++) {
    check(kmk_store_send(changing, append, NULL));
    check(kmk_store_send(changing, remove_it, NULL));
  }
}

/* Replaces the reducer with an equal one, which is made each time. */
static kmk_store *replaced;

static void set_up_replaced(void) { in_the_middle(replaced = list_of(MANY), MANY); }

static void replace_reducer(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_replace_reducer(replaced, list_reducer(), NULL));
}

/* ---------------------------------------------------------------- reading */

static kmk_store *small;

static void set_up_small(void) {
  small = store_of(counter_reducer(), json_pack("{s:i}", "count", 0));
}

static void set_up_large(void) {
  if (!many)
    set_up_many();
}

static void read_small(size_t times) {
  for (size_t index = 0; index < times; index++)
    json_decref(kmk_store_state(small));
}

static void read_large(size_t times) {
  for (size_t index = 0; index < times; index++)
    json_decref(kmk_store_state(many));
}

/* --------------------------------------------------------------- snapshots */

static void snapshot_large(size_t times) {
  kmk_error error;
  for (size_t index = 0; index < times; index++) {
    kmk_snapshot *snapshot = kmk_store_snapshot(many, &error);
    check_made(snapshot, &error);
    kmk_snapshot_free(snapshot);
  }
}

/* The text of the file was read already: only the parsing of the snapshot and the store are measured. */
static json_t *saved;

static void set_up_saved(void) {
  kmk_error error;
  set_up_large();
  kmk_snapshot *snapshot = kmk_store_snapshot(many, &error);
  check_made(snapshot, &error);
  json_t *json = kmk_snapshot_json(snapshot, 1, &error);
  check_made(json, &error);
  saved = value_of("o", json_deep_copy(json));
  json_decref(json);
  kmk_snapshot_free(snapshot);
}

static void open_saved(size_t times) {
  kmk_error error;
  for (size_t index = 0; index < times; index++) {
    kmk_snapshot *snapshot = kmk_snapshot_new(saved, NULL, &error);
    check_made(snapshot, &error);
    kmk_store *store = kmk_store_new_from(loop, list_reducer(), snapshot, &error);
    check_made(store, &error);
    kmk_store_free(store);
    kmk_snapshot_free(snapshot);
  }
}

static const struct bench_row rows[] = {
    {"c.row-of-10", row_of_few, set_up_few, NULL},
    {"c.row-of-100000", row_of_many, set_up_many, NULL},
    {"c.append-remove", append_and_remove, set_up_changing, NULL},
    {"c.replace", replace_reducer, set_up_replaced, NULL},
    {"c.state", read_small, set_up_small, NULL},
    {"c.state-large", read_large, set_up_large, NULL},
    {"c.snapshot-large", snapshot_large, set_up_large, NULL},
    {"c.snapshot-open", open_saved, set_up_saved, NULL},
};
const struct theme collection_rows = THEME(rows);

/* Snapshots of a state of 100,000 rows: held during writes, read and restored. */
#include "support.h"

enum { MANY = 100000, ACTIONS = 4096, HELD = 100 };

static kmk_effect *write_row(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/a", kmk_action_payload(action, "a"));
  return NULL;
}

static kmk_effect *nothing(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return NULL;
}

static json_t *actions[ACTIONS];

static kmk_store *store_of_rows(void) {
  /* The actions write 4,096 different rows. */
  for (int index = 0; index < ACTIONS && !actions[ACTIONS - 1]; index++)
    actions[index] = value_of("{s:{s:{s:i, s:{s:i}}}}", "rows", "element", "id",
                              (int)(index * 7919L % MANY), "action", "a", index);
  json_t *rows = json_array();
  for (int id = 0; id < MANY; id++)
    json_array_append_new(
        rows, json_pack("{s:i, s:i, s:i, s:s}", "id", id, "a", 2 * id, "b", 0, "c", "text"));
  kmk_reducer *parent = kmk_reducer_new(nothing, NULL, NULL);
  return store_of(
      kmk_for_each(parent, "/rows", "rows", NULL, kmk_reducer_new(write_row, NULL, NULL)),
      json_pack("{s:o}", "rows", rows));
}

static kmk_snapshot *taken(kmk_store *store) {
  kmk_error error;
  kmk_snapshot *snapshot = kmk_store_snapshot(store, &error);
  check_made(snapshot, &error);
  return snapshot;
}

static kmk_store *store;
static kmk_snapshot *held[HELD];

static void write_any(size_t index) {
  check(kmk_store_send(store, actions[index % ACTIONS], NULL));
}

static void set_up(void) {
  if (!store)
    store = store_of_rows();
}

/* Frees the snapshots, and takes others, with a write between them. */
static void hold(int count) {
  for (int index = 0; index < HELD; index++) {
    kmk_snapshot_free(held[index]);
    held[index] = NULL;
  }
  for (int index = 0; index < count; index++) {
    held[index] = taken(store);
    write_any(index);
  }
}

static void write_under(int count, size_t times) {
  hold(count);
  for (size_t index = 0; index < times; index++)
    write_any(index);
  hold(0);
}

static void write_under_none(size_t times) { write_under(0, times); }
static void write_under_1(size_t times) { write_under(1, times); }
static void write_under_100(size_t times) { write_under(HELD, times); }

static void take_and_write(size_t times) {
  for (size_t index = 0; index < times; index++) {
    kmk_snapshot *before = taken(store);
    write_any(index);
    kmk_snapshot_free(before);
  }
}

static void restore(size_t times) {
  kmk_snapshot *before = taken(store);
  for (size_t index = 0; index < times; index++) {
    write_any(index);
    check(kmk_store_restore(store, before, NULL));
  }
  kmk_snapshot_free(before);
}

static void read_whole(size_t times) {
  for (size_t index = 0; index < times; index++) {
    kmk_snapshot *before = taken(store);
    write_any(index);
    json_decref(kmk_snapshot_state(before));
    kmk_snapshot_free(before);
  }
}

static const struct bench_row rows[] = {
    {"c.held-none", write_under_none, set_up, NULL},
    {"c.held-1", write_under_1, set_up, NULL},
    {"c.held-100", write_under_100, set_up, NULL},
    {"c.snapshot-each", take_and_write, set_up, NULL},
    {"c.snapshot-restored", restore, set_up, NULL},
    {"c.snapshot-read", read_whole, set_up, NULL},
};
const struct theme snapshot_rows = THEME(rows);

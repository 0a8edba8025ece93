/* Migrations that change rows, with the effects and presentations in the rows, or the values that effects depend on
   (R66, R67). */
#include "snapshot_support.h"

static int begun;

/* Waits the given seconds, and then sends "fired" to its row. */
static kmk_effect *row_effect(const json_t *value, __attribute__((unused)) kmk_env *env,
                              __attribute__((unused)) void *data) {
  begun++;
  return after((uint64_t)json_integer_value(value) * SECOND, "'fired'");
}

REDUCER(timed_row) {
  if (kmk_action_is(action, "fired"))
    kmk_state_set_new(state, "/fired", json_true());
  return NULL;
}

REDUCER(no_base) { return NULL; }

/* Rows with an effect and a sheet each, around inner rows of the same kind. */
static kmk_reducer *timed_rows(const char *key) {
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  options.time = KMK_TIME_REMAINING;
  kmk_reducer *rows = NULL;
  for (int depth = 0; depth < 2; depth++) {
    kmk_reducer *row = kmk_reducer_new(timed_row, NULL, NULL);
    if (rows != NULL)
      row = KMK_COMBINE(row, kmk_scope("/inner", "inner", rows));
    row = kmk_running(row, "/seconds", &options, row_effect, NULL, NULL);
    row = kmk_presentation(row, "/sheet", "sheet", NULL, kmk_reducer_new(no_base, NULL, NULL));
    rows = kmk_for_each(kmk_reducer_new(no_base, NULL, NULL), "/rows", "rows", key, row);
  }
  return rows;
}

static json_t *turned(const json_t *rows) {
  json_t *others = json_array();
  size_t index;
  json_t *row;
  json_array_foreach(rows, index, row) json_array_insert(others, 0, row);
  return others;
}

/* Reverses the rows and the first row's inner rows, removes "gone", and inserts a new row at the front. */
static json_t *turn(const json_t *state, __attribute__((unused)) void *data) {
  json_t *copy = json_deep_copy(state), *rows = json_object_get(copy, "rows");
  json_t *inner = json_object_get(json_array_get(rows, 0), "inner");
  json_object_set_new(inner, "rows", turned(json_object_get(inner, "rows")));
  json_t *others = turned(rows);
  json_array_remove(others, 0);
  json_array_insert_new(others, 0,
                        json_of("{'id': 'new', 'key': 'new', 'seconds': 7, 'sheet': {}}"));
  json_object_set_new(copy, "rows", others);
  return copy;
}

static const char *rows_of_then =
    "{'rows': [{'id': 'a', 'key': 'a', 'seconds': 10, 'sheet': {}, 'inner': {'rows':"
    "   [{'id': 1, 'key': 1, 'seconds': 20}, {'id': 2, 'key': 2, 'seconds': 900, 'sheet': {}}]}},"
    " {'id': 'b', 'key': 'b', 'seconds': 1000, 'sheet': {}},"
    " {'id': 'gone', 'key': 'gone', 'seconds': 1000, 'sheet': {}}]}";

/* A snapshot taken at 500 s, and read as version 2. */
static kmk_snapshot *turned_snapshot(const char *key, kmk_migrate_fn step, char **ids) {
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store = open_store(loop, timed_rows(key), rows_of_then);
  advance(loop, 500 * SECOND);
  ids[0] = kmk_store_presentation_id(store, "/rows/0/sheet", NULL);
  ids[1] = kmk_store_presentation_id(store, "/rows/0/inner/rows/1/sheet", NULL);
  ids[2] = kmk_store_presentation_id(store, "/rows/1/sheet", NULL);
  char *text = saved_text(store);
  kmk_store_free(store);
  kmk_loop_free(loop);
  json_t *json = json_loads(text, 0, NULL);
  free(text);
  const kmk_migration steps[] = {{1, step, NULL}};
  const kmk_migrations migrations = {sizeof migrations, 2, 1, steps};
  kmk_snapshot *snapshot = kmk_snapshot_new(json, &migrations, NULL);
  json_decref(json);
  assert_non_null(snapshot);
  return snapshot;
}

static void assert_shown(kmk_store *store, const char *pointer, const char *id) {
  char *found = kmk_store_presentation_id(store, pointer, NULL);
  assert_string_equal(found, id);
  kmk_text_free(found);
}

/* Asserts that the store has the rows new, b and a, with the inner rows 2 and 1 in a. */
static void assert_turned(kmk_loop *loop, kmk_store *store, char **ids) {
  assert_shown(store, "/rows/2/sheet", ids[0]);
  assert_shown(store, "/rows/2/inner/rows/0/sheet", ids[1]);
  assert_shown(store, "/rows/1/sheet", ids[2]);
  char *id = kmk_store_presentation_id(store, "/rows/0/sheet", NULL);
  for (int i = 0; i < 3; i++)
    assert_string_not_equal(id, ids[i]);
  kmk_text_free(id);
  /* The effects of the new row, of b, and of 2 in a. */
  assert_int_equal(kmk_store_effect_count(store), 3);
  advance(loop, 7 * SECOND);
  assert_part(store, "/rows/0/fired", "true");
  advance(loop, 393 * SECOND - 1);
  assert_null(kmk_store_get(store, "/rows/2/inner/rows/0/fired", NULL));
  advance(loop, 1);
  assert_part(store, "/rows/2/inner/rows/0/fired", "true");
  advance(loop, 100 * SECOND - 1);
  assert_null(kmk_store_get(store, "/rows/1/fired", NULL));
  advance(loop, 1);
  assert_part(store, "/rows/1/fired", "true");
  assert_int_equal(kmk_store_effect_count(store), 0);
}

static void free_ids(char **ids) {
  for (int i = 0; i < 3; i++)
    kmk_text_free(ids[i]);
}

TEST(R66_effects_and_presentations_stay_with_their_rows_whatever_a_migration_does_to_their_order) {
  const char *keys[] = {NULL, "key"};
  for (size_t i = 0; i < COUNT_OF(keys); i++) {
    char *ids[3];
    kmk_snapshot *snapshot = turned_snapshot(keys[i], turn, ids);
    begun = 0;
    k->store = kmk_store_new_from(k->loop, timed_rows(keys[i]), snapshot, NULL);
    assert_turned(k->loop, k->store, ids);
    restore_ok(k->store, snapshot);
    assert_turned(k->loop, k->store, ids);
    kmk_snapshot_free(snapshot);
    free_ids(ids);
    end_store(k);
  }
}

TEST(R66_a_migrated_snapshot_is_saved_and_read_before_a_store_is_made_of_it) {
  char *ids[3];
  kmk_snapshot *snapshot = turned_snapshot(NULL, turn, ids);
  json_t *json = kmk_snapshot_json(snapshot, 2, NULL);
  kmk_snapshot_free(snapshot);
  snapshot = kmk_snapshot_new(json, NULL, NULL);
  json_decref(json);
  k->store = kmk_store_new_from(k->loop, timed_rows(NULL), snapshot, NULL);
  kmk_snapshot_free(snapshot);
  char *text = saved_text(k->store);
  json_t *after_it = json_loads(text, 0, NULL);
  free(text);
  assert_null(json_object_get(after_it, "before"));
  json_decref(after_it);
  assert_turned(k->loop, k->store, ids);
  free_ids(ids);
}

/* ---------------------------------------------------------- state-driven effects */

/* Changes the value of row a's effect, and leaves the other values. */
static json_t *other_value(const json_t *state, __attribute__((unused)) void *data) {
  json_t *copy = json_deep_copy(state);
  json_object_set_new(json_array_get(json_object_get(copy, "rows"), 0), "seconds",
                      json_integer(11));
  return copy;
}

TEST(R67_an_effect_that_had_finished_begins_anew_where_a_migration_changed_its_value) {
  char *ids[3];
  kmk_snapshot *snapshot = turned_snapshot(NULL, other_value, ids);
  begun = 0;
  k->store = kmk_store_new_from(k->loop, timed_rows(NULL), snapshot, NULL);
  kmk_snapshot_free(snapshot);
  free_ids(ids);
  /* The effects of b, gone and 2 continue, and the effect of a starts again. The effect of 1 has finished. */
  assert_int_equal(begun, 4);
  assert_int_equal(kmk_store_effect_count(k->store), 4);
  advance(k->loop, 11 * SECOND);
  assert_int_equal(kmk_store_effect_count(k->store), 3);
}

/* A snapshot holds nothing of the program: it keeps only a hash of its reducer (Z111). A store that goes back to a
 * snapshot keeps it until it is there (R41). */
#include "snapshot_support.h"
#include "writer_support.h"

static kmk_reducer *read(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return writer();
}

static kmk_reducer *undoable(kmk_reducer *reducer) {
  const kmk_undo_options options = {sizeof options, .state_path = "/on"};
  return kmk_undoable(reducer, &options);
}

#define KINDS 6

/* Reducers around a dynamic reducer. `freed` counts the releases of its user data. */
static kmk_reducer *reading(int kind, int *freed) {
  kmk_reducer *reader = kmk_reader(read, freed, count_free);
  switch (kind) {
  case 0:
    return reader;
  case 1:
    return KMK_COMBINE(writer(), reader);
  case 2:
    return undoable(reader);
  case 3:
    return kmk_shape(reader, "{on: integer, rows: any}");
  case 4:
    return kmk_for_each(writer(), "/rows", "rows", "id", reader);
  default:
    return kmk_scope("/on", "on", reader);
  }
}

#define STATE "{'on': 1, 'rows': [{'id': 1}]}"

typedef kmk_snapshot *take(kmk_store *store, kmk_error *error);

static kmk_snapshot *take_bounded(kmk_store *store, kmk_error *error) {
  kmk_snapshot *whole = kmk_store_snapshot(store, error);
  kmk_snapshot *bounded = kmk_snapshot_bounded(whole, 1000, error);
  kmk_snapshot_free(whole);
  return bounded;
}

static take *const takes[] = {kmk_store_snapshot, kmk_store_snapshot_without_state, take_bounded};

TEST(Z111_a_held_snapshot_keeps_no_function_of_a_reducer_that_was_replaced) {
  for (int kind = 0; kind < KINDS; kind++) {
    for (size_t i = 0; i < COUNT_OF(takes); i++) {
      int freed = 0;
      k->store = open_store(k->loop, reading(kind, &freed), STATE);
      send_ok(k->store, "{'set': ['/on', 2]}");
      kmk_snapshot *snapshot = takes[i](k->store, NULL);
      assert_non_null(snapshot);
      assert_int_equal(kmk_store_replace_reducer(k->store, writer(), NULL), KMK_OK);
      assert_int_equal(freed, 1);
      kmk_snapshot_free(snapshot);
      end_store(k);
      assert_int_equal(freed, 1);
    }
  }
}

TEST(Z111_a_held_snapshot_keeps_no_function_of_a_feature_that_is_unregistered) {
  int freed = 0;
  assert_int_equal(kmk_feature_register("Read", reading(2, &freed), NULL, NULL), KMK_OK);
  k->store = open_store(k->loop, kmk_feature("Read"), STATE);
  kmk_snapshot *snapshot = snapshot_of(k->store);
  end_store(k);
  assert_int_equal(kmk_feature_unregister("Read"), KMK_OK);
  assert_int_equal(freed, 1);
  kmk_snapshot_free(snapshot);
}

/* The saved form contains the hash of the former reducer. A restore brings the history back if the current reducer
   has the same description. */
TEST(Z111_a_snapshot_is_saved_and_restored_when_its_reducer_has_gone) {
  static int freed; /* the second reducer is freed with the loop */
  freed = 0;
  kmk_reducer *first = reading(2, &freed), *second = reading(2, &freed);
  char *hash = kmk_reducer_hash(second, NULL);
  k->store = open_store(k->loop, first, STATE);
  send_ok(k->store, "{'set': ['/on', 2]}");
  kmk_snapshot *snapshot = snapshot_of(k->store);
  assert_int_equal(kmk_store_replace_reducer(k->store, writer(), NULL), KMK_OK);
  assert_int_equal(freed, 1);
  json_t *json = kmk_snapshot_json(snapshot, 0, NULL);
  assert_string_equal(json_string_value(json_object_get(json, "shape")), hash);
  assert_int_equal(json_array_size(json_object_get(json, "histories")), 1);
  json_decref(json);
  kmk_text_free(hash);
  assert_int_equal(kmk_store_replace_reducer(k->store, second, NULL), KMK_OK);
  send_ok(k->store, "{'set': ['/rows', []]}");
  restore_ok(k->store, snapshot);
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, STATE);
  kmk_snapshot_free(snapshot);
}

/* Work of the test, and the snapshot that it frees when it is cancelled. */
typedef struct work {
  kmk_sender *sender;
  kmk_snapshot *snapshot;
} work;

static void begin(kmk_sender *sender, void *data) { ((work *)data)->sender = sender; }

static void free_snapshot(void *data) {
  kmk_snapshot_free(((work *)data)->snapshot);
  kmk_sender_finish(((work *)data)->sender);
}

REDUCER(begin_work) {
  kmk_state_set_new(state, "/on", json_integer(2));
  return kmk_effect_start(begin, free_snapshot, data, NULL);
}

TEST(R41_a_snapshot_is_freed_while_a_store_goes_back_to_it) {
  work running = {0};
  k->store = open_store(k->loop, kmk_reducer_new(begin_work, &running, NULL), "{'on': 1}");
  running.snapshot = snapshot_of(k->store);
  send_ok(k->store, "'begin'");
  kmk_loop_dispatch(k->loop, 0);
  restore_ok(k->store, running.snapshot);
  assert_state_text(k->store, "{'on': 1}");
}

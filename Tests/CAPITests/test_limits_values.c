/* The values of a state are counted exactly: values that are added, removed and moved, and values that operators
   add. */
#include "shared_support.h"
#include "writer_support.h"

static size_t values_in(const json_t *value) {
  size_t count = 1, index;
  const char *key;
  json_t *inner;
  if (json_is_object(value)) {
    json_object_foreach((json_t *)(uintptr_t)value, key, inner) count += values_in(inner);
  }
  if (json_is_array(value)) {
    json_array_foreach((json_t *)(uintptr_t)value, index, inner) count += values_in(inner);
  }
  return count;
}

static size_t values_of(kmk_store *store) {
  json_t *state = kmk_store_state(store);
  size_t count = values_in(state);
  json_decref(state);
  return count;
}

static void open_limited(kit *k, kmk_reducer *reducer, const char *state, uint64_t values) {
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, values), KMK_OK);
  if (k->store != NULL)
    kmk_store_free(k->store);
  k->store = open_store(k->loop, reducer, state);
  wrote = KMK_OK;
}

/* ---------------------------------------------------------------- removed and added values */

TEST(N20_after_a_refused_write_as_many_values_have_room_as_before) {
  open_limited(k, writer(), "{'rows': [], 'v': [1, 2]}", 6);
  for (int i = 0; i < 3; i++)
    write_is(k, "{'set': ['/v', [1, 2, 3, 4]]}", KMK_ERR_LIMIT);
  write_is(k, "{'insert': ['/rows/-', 1]}", KMK_OK);
  write_is(k, "{'insert': ['/rows/-', 1]}", KMK_ERR_LIMIT);
  write_is(k, "{'set': ['/missing/x', [1]]}", KMK_ERR_LIMIT);
  assert_state_text(k->store, "{'rows': [1], 'v': [1, 2]}");
  write_is(k, "{'remove': '/rows/0'}", KMK_OK);
  write_is(k, "{'set': ['/missing/x', 1]}", KMK_ERR_NOT_FOUND); /* fails for another reason */
  write_is(k, "{'set': ['/v', [1, 2, 3]]}", KMK_OK);
  write_is(k, "{'set': ['/v', [1, 2, 3, 4]]}", KMK_ERR_LIMIT);
  write_is(k, "{'remove': '/v'}", KMK_OK);
  write_is(k, "{'set': ['/rows', [1, 2, 3, 4]]}", KMK_OK);
  write_is(k, "{'insert': ['/rows', [1, 2, 3, 5]]}", KMK_OK); /* replaces a member */
  assert_int_equal(values_of(k->store), 6);
}

TEST(N20_an_empty_container_counts_too) {
  kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, 2);
  assert_no_store(k, counter(), "{'a': {'b': []}}", KMK_ERR_LIMIT, NULL, NULL);
}

static uint32_t seed;

static uint32_t pick(uint32_t count) {
  seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
  return (seed >> 16) % count;
}

static json_t *random_value(int depth) {
  switch (pick(depth > 2 ? 2 : 5)) {
  case 0:
    return json_integer(pick(9));
  case 1:
    return json_null();
  case 2:
    return json_pack("{s:o}", "a", random_value(depth + 1));
  case 3:
    return json_pack("[o,o]", random_value(depth + 1), random_value(depth + 1));
  default:
    return json_array();
  }
}

static const char *const places[] = {"/a",   "/b",      "/rows/-", "/rows/0", "/rows/1",
                                     "/a/a", "/b/1",    "/a/0",    "/b/a/a",  "/rows",
                                     "",     "/path/0", "/path"};

static const char *random_place(void) { return places[pick(COUNT_OF(places))]; }

/* Asserts that a store accepts exactly as many more values as its state has room for. */
static void assert_room(kit *k, size_t limit) {
  size_t room = limit - values_of(k->store);
  assert_in_range(values_of(k->store), 1, limit);
  json_t *rows = kmk_store_get(k->store, "/rows", NULL);
  if (!json_is_array(rows)) {
    json_decref(rows);
    return;
  }
  size_t count = json_array_size(rows);
  json_decref(rows);
  json_t *fill = json_pack("{s:[s,o]}", "insert", "/rows/-", json_array());
  json_t *one = json_of("{'insert': ['/rows/-', 1]}");
  json_t *filling = json_array_get(json_object_get(fill, "insert"), 1);
  while (room > 0 && values_in(filling) < room)
    json_array_append_new(filling, json_null());
  if (room > 0) {
    assert_int_equal(kmk_store_send(k->store, fill, NULL), KMK_OK);
    assert_int_equal(wrote, KMK_OK);
  }
  assert_int_equal(kmk_store_send(k->store, one, NULL), KMK_OK);
  assert_int_equal(wrote, KMK_ERR_LIMIT);
  if (room > 0) {
    char pointer[40];
    snprintf(pointer, sizeof pointer, "/rows/%zu", count);
    json_t *taken = json_pack("{s:s}", "remove", pointer);
    assert_int_equal(kmk_store_send(k->store, taken, NULL), KMK_OK);
    assert_int_equal(wrote, KMK_OK);
    json_decref(taken);
  }
  json_decref(fill);
  json_decref(one);
}

static kmk_reducer *undoable(kmk_reducer *base) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = "/a";
  return kmk_undoable(base, &options);
}

static kmk_reducer *with_all(void) {
  kmk_reducer *base = kmk_stack(writer(), "/path", "path", kmk_empty());
  return undoable(kmk_shape(base, "{a: any, b: any, rows: any, path: any, d: any = [1, 2]}"));
}

TEST(N20_whatever_is_written_a_state_has_as_much_room_as_its_limit_leaves) {
  static const char *const plain[] = {"'undo'", "'redo'", "{'path': {'push': {'state': [1]}}}",
                                      "{'path': {'popFrom': {'id': 1}}}"};
  for (int round = 0; round < ROUNDS_OF(60); round++) {
    seed = (uint32_t)round;
    size_t limit = 20 + pick(20);
    open_limited(k, round % 2 ? with_all() : writer(),
                 "{'a': null, 'b': [1, {'a': 2}], 'd': [1, 2], 'path': [], 'rows': [1]}", limit);
    for (int step = 0; step < 60; step++) {
      json_t *action;
      switch (pick(6)) {
      case 0:
        action = json_pack("{s:[s,o]}", "set", random_place(), random_value(0));
        break;
      case 1:
        action = json_pack("{s:[s,o]}", "insert", random_place(), random_value(0));
        break;
      case 2:
        action = json_pack("{s:s}", "remove", random_place());
        break;
      case 3:
        action = json_pack("{s:[s,s]}", "move", random_place(), random_place());
        break;
      case 4:
        action = json_pack("{s:[s,o]}", "push", "/path", random_value(0));
        break;
      default:
        action = json_of(plain[pick(COUNT_OF(plain))]);
      }
      size_t before = values_of(k->store);
      wrote = KMK_OK;
      kmk_store_send(k->store, action, NULL);
      if (wrote == KMK_ERR_LIMIT)
        assert_int_equal(values_of(k->store), before);
      json_decref(action);
    }
    json_array_clear(k->issues);
    assert_room(k, limit);
    json_array_clear(k->issues);
  }
}

/* ------------------------------------------------------------------------------- moves */

TEST(N21_a_move_is_not_refused_by_the_limit) {
  open_limited(k, writer(), "{'o': {}, 'rows': [[1], [2]], 'v': [1, 2], 'w': null}", 11);
  assert_int_equal(values_of(k->store), 11);
  write_is(k, "{'move': ['/v', '/o/x']}", KMK_OK);
  write_is(k, "{'move': ['/rows/0', '/rows/1']}", KMK_OK);
  write_is(k, "{'move': ['/rows/1', '/o/y']}", KMK_OK);
  write_is(k, "{'move': ['/o/x', '/rows/-']}", KMK_OK);
  write_is(k, "{'move': ['/o/y', '/w']}", KMK_OK); /* the replaced value is gone */
  assert_state_text(k->store, "{'o': {}, 'rows': [[2], [1, 2]], 'w': [1]}");
  assert_int_equal(values_of(k->store), 10);
  write_is(k, "{'insert': ['/rows/-', 1]}", KMK_OK);
  write_is(k, "{'insert': ['/rows/-', 1]}", KMK_ERR_LIMIT);
}

TEST(N21_a_move_in_a_state_beyond_the_limit_is_not_refused) {
  open_limited(k, kmk_stack(writer(), "/p", "p", kmk_empty()), "{'p': [], 'v': [1]}", 8);
  write_is(k, "{'set': ['/p', [1, 2, 3]]}", KMK_OK); /* its entries are counted afterwards */
  assert_int_equal(values_of(k->store), 13);
  write_is(k, "{'move': ['/v', '/w']}", KMK_OK);
  write_is(k, "{'move': ['/w', '/v']}", KMK_OK);
  write_is(k, "{'move': ['/p/2', '/p/0']}", KMK_OK);
  assert_state_is(k->store, "{'p': [{'id': 2, 'element': 3}, {'id': 0, 'element': 1}, "
                            "{'id': 1, 'element': 2}], 'v': [1]}");
}

TEST(N21_a_refused_move_leaves_the_value_where_it_is) {
  kmk_reducer *reducer = kmk_shape(writer(), "{o: {x: {a: any, b: any = [1, 2]}?}, v: {a: any}}");
  open_limited(k, reducer, "{'o': {}, 'v': {'a': 1}}", 4);
  send_ok(k->store, "{'move': ['/v', '/o/x']}");
  assert_int_equal(wrote, KMK_ERR_INVALID_ARGUMENT); /* v is required */
  assert_issues(k, "['state-misfit']");
  assert_state_text(k->store, "{'o': {}, 'v': {'a': 1}}");
  reducer = kmk_shape(writer(), "{o: {x: {a: any, b: any = [1, 2]}?}, v: any?}");
  open_limited(k, reducer, "{'o': {}, 'v': {'a': 1}}", 4);
  write_is(k, "{'move': ['/v', '/o/x']}", KMK_ERR_LIMIT); /* the default exceeds the limit */
  assert_state_text(k->store, "{'o': {}, 'v': {'a': 1}}");
  write_is(k, "{'insert': ['/v/b', 1]}", KMK_ERR_LIMIT);
  write_is(k, "{'remove': '/v'}", KMK_OK);
  write_is(k, "{'set': ['/v', [1]]}", KMK_OK);
  write_is(k, "{'set': ['/v', [1, 2]]}", KMK_ERR_LIMIT);
}

/* ---------------------------------------------------------------------- paths and presentations */

TEST(N22_a_push_beyond_is_an_issue) {
  open_limited(k, kmk_stack(writer(), "/p", "p", kmk_empty()), "{'p': []}", 8);
  write_is(k, "{'push': ['/p', [1, 2, 3, 4]]}", KMK_ERR_LIMIT);
  send_ok(k->store, "{'p': {'push': {'id': 0, 'state': [1, 2, 3, 4]}}}");
  assert_issues(k, "['action-misfit']");
  assert_state_text(k->store, "{'p': []}");
  write_is(k, "{'push': ['/p', [1, 2]]}", KMK_OK);
  assert_state_text(k->store, "{'p': [{'id': 0, 'element': [1, 2]}]}");
  json_t *path = json_of("[{'id': 0, 'element': [1, 2]}, [1, 2]]");
  assert_int_equal(kmk_store_write_path(k->store, "/p", "p", path, NULL), KMK_OK);
  json_decref(path);
  assert_issues(k, "['action-misfit']");
  assert_state_text(k->store, "{'p': [{'id': 0, 'element': [1, 2]}]}");
}

TEST(N22_a_path_beyond_is_an_issue) {
  open_limited(k, kmk_navigation_destination(kmk_empty(), "/p", "p", kmk_empty()), "{'p': []}", 8);
  send_ok(k->store, "{'p': {'setPath': [1, 2]}}");
  assert_state_text(k->store, "{'p': [{'id': 0, 'element': 1}, {'id': 1, 'element': 2}]}");
  send_ok(k->store, "{'p': {'setPath': [1, 2, 3]}}");
  assert_issues(k, "['action-misfit']");
  json_t *path = json_of("[1, 2, 3, 4, 5]");
  assert_int_equal(kmk_store_write_path(k->store, "/p", "p", path, NULL), KMK_OK);
  json_decref(path);
  assert_issues(k, "['action-misfit']");
  assert_int_equal(values_of(k->store), 8);
  send_ok(k->store, "{'p': {'setPath': [7]}}"); /* the refused paths did not use up ids */
  assert_state_text(k->store, "{'p': [{'id': 2, 'element': 7}]}");
}

TEST(N22_what_is_presented_beyond_is_an_issue) {
  kmk_reducer *sheet = kmk_shape(kmk_empty(), "{a: any, b: any = [1, 2]}");
  open_limited(k, kmk_presentation_destination(kmk_empty(), "/s", "s", NULL, sheet), "{'s': null}",
               6);
  send_ok(k->store, "{'s': {'present': {'state': {'a': [1]}}}}");
  assert_issues(k, "['action-misfit']");
  assert_state_text(k->store, "{'s': null}");
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "{'s': {'present': {'state': {'a': 1}}}}");
    assert_state_text(k->store, "{'s': {'a': 1, 'b': [1, 2]}}");
    send_ok(k->store, "{'s': 'dismiss'}");
  }
  assert_issues(k, "[]");
}

/* ------------------------------------------------------------ values added by operators */

static kmk_store *open_with(kit *k, kmk_reducer *reducer, const char *text, uint64_t values,
                            kmk_error *error) {
  json_t *state = json_of(text);
  kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, values);
  kmk_store *store = kmk_store_new(k->loop, reducer, state, error);
  json_decref(state);
  return store;
}

TEST(N23_defaults_and_entries_of_a_first_state_count) {
  const char *form = "{a: integer, d: any = [1, 2, 3, 4, 5]}";
  for (uint64_t values = 7; values <= 8; values++) {
    kmk_error shape_error, path_error;
    kmk_store *shaped = open_with(k, kmk_shape(writer(), form), "{'a': 1}", values, &shape_error);
    kmk_store *path = open_with(k, kmk_stack(kmk_empty(), "/p", "p", kmk_empty()), "{'p': [1, 2]}",
                                values, &path_error);
    if (values == 7) {
      assert_null(shaped);
      assert_int_equal(shape_error.status, KMK_ERR_LIMIT);
      assert_null(path);
      assert_int_equal(path_error.status, KMK_ERR_LIMIT);
    } else {
      assert_int_equal(values_of(shaped), 8);
      assert_int_equal(values_of(path), 8);
      kmk_store_free(shaped);
      kmk_store_free(path);
    }
  }
}

TEST(N23_entries_of_a_path_that_a_reducer_writes_count_afterwards) {
  open_limited(k, kmk_stack(writer(), "/p", "p", kmk_empty()), "{'p': [], 'v': null}", 8);
  write_is(k, "{'set': ['/p', [1, 2, 3]]}", KMK_OK);
  assert_int_equal(values_of(k->store), 12); /* two more for each element */
  write_is(k, "{'set': ['/v', [1]]}", KMK_ERR_LIMIT);
  write_is(k, "{'set': ['/v', 1]}", KMK_OK); /* does not make the state larger */
  write_is(k, "{'set': ['/p', [1]]}", KMK_OK);
  write_is(k, "{'set': ['/v', [1]]}", KMK_OK);
  assert_int_equal(values_of(k->store), 7);
}

/* ------------------------------------------------------------------------------ restores */

TEST(N24_a_restore_beyond_is_refused_before_anything_ends) {
  json_t *told = json_array();
  kmk_error error;
  kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, 100);
  kmk_store *large = open_store(k->loop, kmk_empty(), "{'v': [1, 2, 3, 4, 5]}");
  kmk_snapshot *snapshot = kmk_store_snapshot(large, NULL);
  kmk_store_free(large);
  kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, 6);
  kmk_store *store = open_store(k->loop, kmk_empty(), "{'v': [1]}");
  kmk_subscription *subscription = observe_into(store, "", told);
  assert_recorded(told, "[{'v': [1]}]");
  assert_int_equal(kmk_store_restore(store, snapshot, &error), KMK_ERR_LIMIT);
  assert_string_equal(error.message, "expands to more than 6 values");
  assert_state_text(store, "{'v': [1]}");
  assert_recorded(told, "[]");
  assert_null(kmk_store_new_from(k->loop, kmk_empty(), snapshot, &error));
  assert_int_equal(error.status, KMK_ERR_LIMIT);
  kmk_subscription_free(subscription);
  kmk_store_free(store);
  kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, 7);
  store = open_store(k->loop, kmk_empty(), "{'v': [1]}");
  assert_int_equal(kmk_store_restore(store, snapshot, &error), KMK_OK);
  assert_int_equal(values_of(store), 7);
  kmk_store_free(store);
  kmk_snapshot_free(snapshot);
  json_decref(told);
}

static probe work;

static kmk_effect *begin_work(const json_t *action) {
  return kmk_action_is(action, "go") ? probe_effect(&work) : NULL;
}

TEST(N24_its_defaults_count_and_effects_go_on) {
  kmk_error error;
  memset(&work, 0, sizeof work);
  kmk_reducer *plain = kmk_combine(2, (kmk_reducer *[]){answering(begin_work), kmk_empty()});
  kmk_reducer *reducer = kmk_shape(plain, "{v: any, d: any = [1, 2, 3]}");
  open_limited(k, reducer, "{'v': 1, 'd': 0}", 6);
  json_t *saved = json_of("{'kumiki': 1, 'state': {'v': [1]}}");
  kmk_snapshot *snapshot = kmk_snapshot_new(saved, NULL, &error);
  assert_non_null(snapshot);
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(work.started, 1);
  assert_int_equal(kmk_store_restore(k->store, snapshot, &error), KMK_ERR_LIMIT);
  assert_int_equal(work.cancelled, 0);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  assert_state_text(k->store, "{'v': 1, 'd': 0}");
  assert_issues(k, "[]");
  probe_finish(&work);
  kmk_snapshot_free(snapshot);
  json_decref(saved);
}

/* --------------------------------------------------------------------- actions of effects */

static kmk_effect *sends_much(const json_t *action) {
  if (kmk_action_is(action, "now"))
    return kmk_effect_send_new(json_of("{'much': [1, 2, 3]}"));
  if (kmk_action_is(action, "later"))
    return kmk_effect_after_new(SECOND, json_of("{'much': [1, 2, 3]}"));
  return kmk_action_is(action, "little") ? kmk_effect_send_new(json_of("{'much': [1, 2]}")) : NULL;
}

TEST(N25_an_effects_action_beyond_is_dropped_with_an_issue) {
  kit_open(k, answering(sends_much), "{}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_VALUES, 4);
  send_ok(k->store, "'now'");
  assert_issues(k, "['action-misfit']");
  send_ok(k->store, "'later'");
  kmk_loop_advance(k->loop, SECOND, NULL);
  assert_issues(k, "['action-misfit']");
  send_ok(k->store, "'little'");
  assert_issues(k, "[]");
}

TEST(N26_an_action_with_too_many_bytes_is_dropped_with_an_issue) {
  kit_open(k, answering(sends_much), "{}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_BYTES, 5);
  send_ok(k->store, "'now'");
  send_ok(k->store, "'later'");
  assert_issues(k, "[]");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_BYTES, 3);
  send_ok(k->store, "'now'");
  assert_issues(k, "['action-misfit']");
  kmk_loop_advance(k->loop, SECOND, NULL);
  assert_issues(k, "['action-misfit']");
}

/* -------------------------------------------------------------------- traces and bursts */

static int freed;

FILE_TEST(N18_a_trace_and_a_recorder_are_observers) {
  kmk_error error;
  json_t *told = json_array();
  kit_open(k, counter(), "{'count': 0}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_OBSERVERS, 1);
  kmk_subscription *first = observe_into(k->store, "", told);
  freed = 0;
  assert_null(kmk_store_trace(k->store, NULL, record_value, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_LIMIT);
  assert_int_equal(freed, 1);
  assert_null(kmk_recorder_new(k->store, in_folder("a.log"), NULL, &error));
  assert_int_equal(error.status, KMK_ERR_LIMIT);
  in_shell("test ! -e a.log -a ! -e a.log.new");
  kmk_subscription_free(first);
  first = kmk_store_trace(k->store, NULL, record_value, told, NULL, &error);
  assert_non_null(first);
  assert_null(kmk_store_trace(k->store, NULL, record_value, told, NULL, &error));
  kmk_subscription_free(first);
  json_decref(told);
}

static kmk_effect *again(const json_t *action) {
  return kmk_action_is(action, "go") ? kmk_effect_send_new(json_string("round")) : NULL;
}

TEST(N16_a_burst_of_one_action_names_the_one_that_it_led_to) {
  kit_open(k, answering(again), "{}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_BURST_ACTIONS, 1);
  send_ok(k->store, "'go'");
  const json_t *issue = json_array_get(k->issues, 0);
  const char *message = json_string_value(json_object_get(issue, "message"));
  assert_non_null(strstr(message, "the last that went round: round."));
  assert_string_equal(json_string_value(json_object_get(issue, "case")), "round");
  assert_issues(k, "['endless-burst']");
}

/* The bytes of a state are counted exactly: strings and keys that are added, removed and moved, and values that
   operators add. */
#include "writer_support.h"

static size_t bytes_in(const json_t *value) {
  size_t count = json_string_length(value), index;
  const char *key;
  json_t *inner;
  if (json_is_object(value)) {
    json_object_foreach((json_t *)(uintptr_t)value, key, inner) count +=
        strlen(key) + bytes_in(inner);
  }
  if (json_is_array(value)) {
    json_array_foreach((json_t *)(uintptr_t)value, index, inner) count += bytes_in(inner);
  }
  return count;
}

static size_t bytes_of(kmk_store *store) {
  json_t *state = kmk_store_state(store);
  size_t count = bytes_in(state);
  json_decref(state);
  return count;
}

static void open_limited(kit *k, kmk_reducer *reducer, const char *state, uint64_t bytes) {
  assert_int_equal(kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_BYTES, bytes), KMK_OK);
  if (k->store != NULL)
    kmk_store_free(k->store);
  k->store = open_store(k->loop, reducer, state);
  wrote = KMK_OK;
}

TEST(N27_a_state_has_as_many_bytes_as_it_may) {
  open_limited(k, writer(), "{'text': 'abc', 'n': 1}", 10);
  assert_int_equal(bytes_of(k->store), 8);
  write_is(k, "{'set': ['/text', 'abcde']}", KMK_OK);
  send_ok(k->store, "{'set': ['/text', 'abcdef']}");
  assert_int_equal(wrote, KMK_ERR_LIMIT);
  assert_issues(k, "['write-failed']");
  assert_state_text(k->store, "{'text': 'abcde', 'n': 1}");
  write_is(k, "{'set': ['/n', 123456789]}", KMK_OK); /* a number does not count */
  write_is(k, "{'set': ['/m', 1]}", KMK_ERR_LIMIT);  /* a key counts */
  write_is(k, "{'set': ['/text', {'ab': ['cd', 1], 'e': null}]}", KMK_OK);
  write_is(k, "{'set': ['/text', {'ab': ['cd', 1], 'ef': null}]}", KMK_ERR_LIMIT);
  write_is(k, "{'remove': '/n'}", KMK_OK);
  write_is(k, "{'set': ['/m', 1]}", KMK_OK);
  write_is(k, "{'move': ['/m', '/mm']}", KMK_OK); /* a move is never refused */
  assert_int_equal(bytes_of(k->store), 11);
  write_is(k, "{'set': ['/mm', 'a']}", KMK_ERR_LIMIT);
  write_is(k, "{'set': ['/text', {'ab': 'cd', 'e': null}]}", KMK_OK);
  write_is(k, "{'set': ['/text/ab', [1, 2]]}", KMK_OK); /* does not add any bytes */
  assert_int_equal(bytes_of(k->store), 9);
}

TEST(N27_initial_and_restored_states_have_as_many_bytes_as_they_may) {
  kmk_error error;
  open_limited(k, kmk_empty(), "{'v': 'abc'}", UINT64_MAX);
  kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
  kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_BYTES, 3);
  json_t *state = kmk_store_state(k->store);
  assert_null(kmk_store_new(k->loop, kmk_empty(), state, &error));
  json_decref(state);
  assert_int_equal(error.status, KMK_ERR_LIMIT);
  assert_string_equal(error.message, "has more than 3 bytes of texts and keys");
  assert_null(kmk_store_new_from(k->loop, kmk_empty(), snapshot, &error));
  assert_int_equal(error.status, KMK_ERR_LIMIT);
  open_limited(k, kmk_empty(), "{'v': 'a'}", 3);
  assert_int_equal(kmk_store_restore(k->store, snapshot, &error), KMK_ERR_LIMIT);
  assert_state_text(k->store, "{'v': 'a'}");
  open_limited(k, kmk_empty(), "{'v': 'a'}", 4);
  assert_int_equal(kmk_store_restore(k->store, snapshot, &error), KMK_OK);
  kmk_snapshot_free(snapshot);
}

/* Values that operators add are counted: a default, and the entries of a path ("id" and "element" have nine bytes). */
TEST(N27_values_that_operators_add_count_as_bytes) {
  open_limited(k, kmk_shape(writer(), "{a: any, d: any = 'four'}"), "{'a': 1}", 10);
  assert_int_equal(bytes_of(k->store), 6);
  write_is(k, "{'set': ['/a', 'four']}", KMK_OK);
  write_is(k, "{'set': ['/a', 'fives']}", KMK_ERR_LIMIT);
  kmk_reducer *path = kmk_stack(writer(), "/p", "p", kmk_empty());
  open_limited(k, path, "{'p': ['x']}", 22);
  assert_int_equal(bytes_of(k->store), 11);
  send_ok(k->store, "{'p': {'push': {'id': 1, 'state': 'abc'}}}");
  assert_issues(k, "['action-misfit']");
  send_ok(k->store, "{'p': {'push': {'id': 1, 'state': 'ab'}}}");
  assert_issues(k, "[]");
  write_is(k, "{'push': ['/p', 1]}", KMK_ERR_LIMIT);
  assert_int_equal(bytes_of(k->store), 22);
  kmk_reducer *sheet = kmk_shape(kmk_empty(), "{a: any, b: any = 'two'}");
  open_limited(k, kmk_presentation_destination(kmk_empty(), "/s", "s", NULL, sheet), "{}", 7);
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "{'s': {'present': {'state': {'a': 'xx'}}}}");
    assert_issues(k, "['action-misfit']");
    send_ok(k->store, "{'s': {'present': {'state': {'a': 'x'}}}}");
    assert_issues(k, "[]");
    assert_int_equal(bytes_of(k->store), 7);
    send_ok(k->store, "{'s': 'dismiss'}");
  }
}

static uint32_t seed;

static uint32_t pick(uint32_t count) {
  seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
  return (seed >> 16) % count;
}

static json_t *random_value(int depth) {
  static const char text[] = "abcdefgh";
  switch (pick(depth > 2 ? 2 : 5)) {
  case 0:
    return json_stringn(text, pick(8));
  case 1:
    return json_integer(pick(9));
  case 2:
    return json_pack("{s:o}", &text[pick(8)], random_value(depth + 1));
  case 3:
    return json_pack("[o,o]", random_value(depth + 1), random_value(depth + 1));
  default:
    return json_object();
  }
}

static const char *const places[] = {"/a",   "/b",      "/rows/-",        "/rows/0",
                                     "/a/h", "/b/gh",   "/a/0",           "/new",
                                     "",     "/path/0", "/path/0/element"};

static const char *random_place(void) { return places[pick(COUNT_OF(places))]; }

static json_t *random_action(void) {
  static const char *const plain[] = {"'undo'", "'redo'", "{'path': {'push': {'state': ['abc']}}}",
                                      "{'path': {'popFrom': {'id': 1}}}"};
  switch (pick(6)) {
  case 0:
    return json_pack("{s:[s,o]}", "set", random_place(), random_value(0));
  case 1:
    return json_pack("{s:[s,o]}", "insert", random_place(), random_value(0));
  case 2:
    return json_pack("{s:s}", "remove", random_place());
  case 3:
    return json_pack("{s:[s,s]}", "move", random_place(), random_place());
  case 4:
    return json_pack("{s:[s,o]}", "push", "/path", random_value(0));
  default:
    return json_of(plain[pick(COUNT_OF(plain))]);
  }
}

static kmk_reducer *with_all(void) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = "/a";
  kmk_reducer *base = kmk_stack(writer(), "/path", "path", kmk_empty());
  return kmk_undoable(kmk_shape(base, "{a: any, b: any, rows: any, path: any, d: any = 'dd'}"),
                      &options);
}

/* Asserts that a store accepts exactly as many more bytes as its state has room for. */
static void assert_room(kit *k, size_t limit) {
  size_t bytes = bytes_of(k->store);
  json_t *rows = kmk_store_get(k->store, "/rows", NULL);
  bool are_there = json_is_array(rows);
  json_decref(rows);
  if (!are_there || bytes > limit)
    return;
  char fill[100];
  memset(fill, 'x', sizeof fill);
  assert_in_range(limit - bytes, 0, sizeof fill);
  for (int more = 1; more >= 0; more--) {
    json_t *action =
        json_pack("{s:[s,s%]}", "insert", "/rows/-", fill, limit - bytes + (size_t)more);
    assert_int_equal(kmk_store_send(k->store, action, NULL), KMK_OK);
    assert_int_equal(wrote, more ? KMK_ERR_LIMIT : KMK_OK);
    json_decref(action);
  }
}

TEST(N27_whatever_is_written_a_state_has_as_much_room_as_its_limit_leaves) {
  for (int round = 0; round < ROUNDS_OF(60); round++) {
    seed = (uint32_t)round;
    size_t limit = 40 + pick(40);
    open_limited(k, round % 2 ? with_all() : writer(),
                 "{'a': 'b', 'b': [1, {'gh': 2}], 'd': 'dd', 'path': [], 'rows': ['c']}", limit);
    for (int step = 0; step < 60; step++) {
      json_t *action = random_action();
      size_t before = bytes_of(k->store);
      wrote = KMK_OK;
      kmk_store_send(k->store, action, NULL);
      if (wrote == KMK_ERR_LIMIT)
        assert_int_equal(bytes_of(k->store), before);
      json_decref(action);
    }
    assert_room(k, limit);
    json_array_clear(k->issues);
  }
}

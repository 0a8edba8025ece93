/* Histories in snapshots: they continue, in this process and through text; when they are left out; which are
 * refused; and how much of them is kept (R50, R58, R59). */
#include "snapshot_support.h"
#include "writer_support.h"

#include <stdio.h>

#define OTHER(write) "{'other': " write "}"

static kmk_effect *write_other(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const json_t *other = kmk_action_payload(action, "other");
  return write_down(state, other != NULL ? other : action, env, data);
}

/* Rows in /doc/l, and plain arrays elsewhere in /doc. The action "other" is not an undo step. */
static kmk_reducer *documents(const char *shape) {
  static const char *const ignored[] = {"other", NULL};
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = "/doc";
  options.history_path = "/history";
  options.ignored = ignored;
  options.group_nanoseconds = SECOND;
  kmk_reducer *base = kmk_reducer_new(write_other, NULL, NULL);
  base = kmk_for_each(base, "/doc/l", "rows", NULL, kmk_empty());
  kmk_reducer *made = kmk_undoable(base, &options);
  return shape == NULL ? made : kmk_shape(made, shape);
}

#define DOC "{'doc': {'l': [{'id': 1}, {'id': 2}, {'id': 3}], 'p': [1, 2, 3], 'n': 0}}"

/* Three steps. The first removes a row and writes a member. The second inserts, moves and removes elements. The
 * third replaces the array. Other writes come in between, and the last step is undone. */
static void play(kit *k) {
  send_ok(k->store, "{'all': [{'remove': '/doc/l/0'}, {'set': ['/doc/n', 1]}]}");
  advance(k->loop, 2 * SECOND);
  send_ok(k->store, OTHER("{'insert': ['/doc/l/0', {'id': 9}]}"));
  send_ok(k->store, "{'all': [{'insert': ['/doc/p/1', 7]}, {'move': ['/doc/p/3', '/doc/p/0']},"
                    " {'remove': '/doc/p/1'}, {'set': ['/doc/l/1/n', 'x']}]}");
  advance(k->loop, 2 * SECOND);
  send_ok(k->store, OTHER("{'remove': '/doc/l/1'}"));
  send_ok(k->store, "{'set': ['/doc/p', []]}");
  advance(k->loop, 2 * SECOND);
  send_ok(k->store, "{'set': ['/doc/m~1a', null]}");
  send_ok(k->store, "'undo'");
}

static json_t *saved_of(kmk_store *store) {
  kmk_snapshot *snapshot = snapshot_of(store);
  json_t *json = kmk_snapshot_json(snapshot, 0, NULL);
  kmk_snapshot_free(snapshot);
  return json;
}

/* Sends the same actions to two stores, and asserts that their states stay equal. */
static void assert_goes_on_alike(kmk_store *one, kmk_store *other) {
  static const char *const words[] = {
      "'undo'", "'undo'", "'redo'", OTHER("{'insert': ['/doc/l/0', {'id': 2}]}"),
      "'undo'", "'undo'", "'redo'", "'redo'",
      "'redo'", "'redo'"};
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    send_ok(one, words[i]);
    send_ok(other, words[i]);
    char *expected = kmk_store_state_text(one, JSON_COMPACT);
    char *found = kmk_store_state_text(other, JSON_COMPACT);
    assert_string_equal(found, expected);
    kmk_text_free(expected);
    kmk_text_free(found);
  }
}

TEST(R50_histories_go_on_in_another_store_and_in_the_same) {
  for (int hop = 0; hop < 2; hop++) {
    kmk_store *first = open_store(k->loop, documents(NULL), DOC);
    k->store = first;
    play(k);
    char *text = saved_text(first);
    kmk_snapshot *snapshot = hop ? snapshot_read(text) : snapshot_of(first);
    kmk_store *other = kmk_store_new_from(k->loop, documents(NULL), snapshot, NULL);
    assert_goes_on_alike(first, other);
    restore_ok(first, snapshot);
    char *again = saved_text(first);
    assert_string_equal(again, text);
    restore_ok(other, snapshot);
    assert_goes_on_alike(other, first);
    free(text);
    free(again);
    kmk_store_free(other);
    kmk_snapshot_free(snapshot);
    k->store = NULL;
    kmk_store_free(first);
  }
}

TEST(R50_a_step_joins_the_one_before_within_the_time_that_was_left) {
  k->store = open_store(k->loop, documents(NULL), DOC);
  send_ok(k->store, "{'set': ['/doc/n', 1]}");
  advance(k->loop, SECOND / 2);
  char *text = saved_text(k->store);
  kmk_snapshot *snapshot = snapshot_read(text);
  kmk_loop *loops[2] = {kmk_loop_new_virtual(NULL), kmk_loop_new_virtual(NULL)};
  for (int i = 0; i < 2; i++) {
    kmk_store *store = kmk_store_new_from(loops[i], documents(NULL), snapshot, NULL);
    advance(loops[i], i == 0 ? SECOND / 2 : SECOND / 2 + 1);
    send_ok(store, "{'set': ['/doc/n', 2]}");
    assert_part(store, "/history/undo", i == 0 ? "1" : "2");
    kmk_store_free(store);
    kmk_loop_free(loops[i]);
  }
  kmk_snapshot_free(snapshot);
  free(text);
}

/* Elements of two arrays. The order in which an undo restores them depends on the step alone, not on the order of
 * the history's places, since a replay compares the writes. */
TEST(R50_a_history_that_was_read_undoes_in_the_same_order) {
  static const char both[] =
      "{'all': [{'insert': ['/doc/p/0', 7]}, {'insert': ['/doc/l/0', {'id': 7}]}]}";
  k->store = open_store(k->loop, documents(NULL), DOC);
  send_ok(k->store, both);
  send_ok(k->store, "'undo'");
  send_ok(k->store, "{'set': ['/doc/n', 1]}");
  char *text = saved_text(k->store);
  kmk_snapshot *snapshot = snapshot_read(text);
  kmk_store *again = kmk_store_new_from(k->loop, documents(NULL), snapshot, NULL);
  kmk_store *stores[] = {k->store, again};
  char *saved[2];
  advance(k->loop, 2 * SECOND);
  for (int i = 0; i < 2; i++) {
    send_ok(stores[i], both);
    send_ok(stores[i], "'undo'");
    saved[i] = saved_text(stores[i]);
  }
  assert_string_equal(saved[1], saved[0]);
  free(saved[0]);
  free(saved[1]);
  free(text);
  kmk_store_free(again);
  kmk_snapshot_free(snapshot);
}

/* A history in a dynamic reducer, whose shape does not mention it. */
static kmk_reducer *read_documents(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return documents(NULL);
}

TEST(R50_a_history_of_a_reader_goes_on) {
  k->store = open_store(k->loop, kmk_reader(read_documents, NULL, NULL), DOC);
  play(k);
  char *text = saved_text(k->store);
  kmk_snapshot *snapshot = snapshot_read(text);
  kmk_store *again =
      kmk_store_new_from(k->loop, kmk_reader(read_documents, NULL, NULL), snapshot, NULL);
  char *second = saved_text(again);
  assert_string_equal(second, text);
  assert_goes_on_alike(k->store, again);
  free(text);
  free(second);
  kmk_store_free(again);
  kmk_snapshot_free(snapshot);
}

/* ---------------------------------------------------------------------- left out */

static json_t *as_it_is(const json_t *state, void *data) {
  (void)data;
  return json_deep_copy(state);
}

TEST(R58_histories_of_another_description_and_of_a_migrated_state_are_left_out) {
  const char *shape = "{doc: any, history: any = null}";
  const kmk_migration step = {0, as_it_is, NULL};
  const kmk_migrations none = {sizeof none, 0, 0, NULL}, one = {sizeof one, 1, 1, &step};
  k->store = open_store(k->loop, documents(NULL), DOC);
  play(k);
  json_t *saved = saved_of(k->store);
  for (int i = 0; i < 4; i++) {
    json_t *given = json_deep_copy(saved);
    if (i == 3)
      json_object_del(given, "shape");
    kmk_snapshot *snapshot = kmk_snapshot_new(given, i == 2 ? &one : &none, NULL);
    kmk_store *store =
        kmk_store_new_from(k->loop, documents(i == 1 ? shape : NULL), snapshot, NULL);
    assert_part(store, "/history", i == 0 ? "{'undo': 3, 'redo': 1}" : "{'undo': 0, 'redo': 0}");
    send_ok(store, "'undo'");
    assert_part(store, "/doc/p", i == 0 ? "[3, 7, 2]" : "[]");
    kmk_store_free(store);
    kmk_snapshot_free(snapshot);
    json_decref(given);
  }
  json_decref(saved);
}

TEST(R58_of_a_reducer_that_was_replaced_a_snapshot_has_no_history) {
  const kmk_undo_options other = {sizeof other, .state_path = "/doc/n", .history_path = "/history"};
  k->store = open_store(k->loop, documents(NULL), DOC);
  play(k);
  kmk_reducer *next = kmk_undoable(writer(), &other);
  assert_int_equal(kmk_store_replace_reducer(k->store, next, NULL), KMK_OK);
  send_ok(k->store, "{'set': ['/doc/n', 5]}");
  kmk_snapshot *snapshot = snapshot_of(k->store);
  send_ok(k->store, "'undo'");
  restore_ok(k->store, snapshot);
  assert_part(k->store, "/history", "{'undo': 1, 'redo': 0}");
  json_t *saved = saved_of(k->store);
  assert_int_equal(json_array_size(json_object_get(saved, "histories")), 1);
  json_decref(saved);
  kmk_snapshot_free(snapshot);
}

TEST(R12_an_exchange_drops_the_histories_and_a_snapshot_of_before_brings_them_back) {
  k->store = open_store(k->loop, documents(NULL), DOC);
  play(k);
  assert_part(k->store, "/history", "{'undo': 3, 'redo': 1}");
  kmk_snapshot *snapshot = snapshot_of(k->store);
  assert_int_equal(kmk_store_replace_reducer(k->store, documents(NULL), NULL), KMK_OK);
  assert_part(k->store, "/history", "{'undo': 0, 'redo': 0}");
  send_ok(k->store, "'undo'");
  send_ok(k->store, "'redo'");
  assert_part(k->store, "/doc/p", "[]");
  restore_ok(k->store, snapshot);
  assert_part(k->store, "/history", "{'undo': 3, 'redo': 1}");
  send_ok(k->store, "'undo'");
  assert_part(k->store, "/doc/p", "[3, 7, 2]");
  kmk_snapshot_free(snapshot);
}

/* -------------------------------------------------------------------- refused */

TEST(R59_what_is_no_history_is_refused_with_its_place) {
  /* The undoable part, a row and its member, a removed element of a plain array, and a replaced array. */
  static const char history[] =
      "{'at': '', 'part': '/doc', 'cases': ['undo', 'redo', 'clearHistory'], 'age': 5,"
      " 'places': [[0, 'l'], {'array': 0}, [2, 'n'], {'array': 1}, {'array': 0, 'id': 4}],"
      " 'arrays': [{'at': 1, 'rows': 'id', 'items': [[0, 2], [1, null]]},"
      "            {'at': 0, 'replaced': true, 'items': []}],"
      " 'undo': [[{'at': 3, 'old': 1}, {'at': 5, 'old': {'id': 4}, 'removed': true, 'gap': 0}]],"
      " 'redo': [[{'at': 4, 'new': true, 'arrays': [1, -1]}]]}";
  static const struct {
    const char *at, *value, *path;
  } wrong[] = {
      {"", "1", ""},
      {"/at", "1", "/at"},
      {"/at", "'x'", "/at"},
      {"/part", "1", "/part"},
      {"/counts", "'/doc'", "/counts"},
      {"/cases", "{}", "/cases"},
      {"/cases/1", "1", "/cases/1"},
      {"/age", "'1'", "/age"},
      {"/places", "1", "/places"},
      {"/places/0", "1", "/places/0"},
      {"/places/0/0", "1", "/places/0/0"},
      {"/places/0/0", "-1", "/places/0/0"},
      {"/places/0/1", "1", "/places/0/1"},
      {"/places/2", "[0, 'l']", "/places/2/1"},
      {"/places/1/array", "2", "/places/1/array"},
      {"/arrays/0/at", "2", "/places/1/array"},
      {"/arrays", "1", "/arrays"},
      {"/arrays/0/at", "6", "/arrays/0/at"},
      {"/arrays/0/rows", "1", "/arrays/0/rows"},
      {"/arrays/1", "{'at': 1, 'items': []}", "/arrays/1/at"},
      {"/arrays/0/items", "1", "/arrays/0/items"},
      {"/arrays/0/items/0", "1", "/arrays/0/items/0"},
      {"/arrays/0/items/0/0", "-1", "/arrays/0/items/0/0"},
      {"/arrays/0/items/0/0", "3000000000", "/arrays/0/items/0/0"},
      {"/arrays/0/items/0/1", "6", "/arrays/0/items/0/1"},
      {"/arrays/0/items/0/1", "3", "/arrays/0/items/0"},
      {"/arrays/0/items/0/1", "4", "/arrays/0/items/0"},
      {"/arrays/0/items/0/1", "5", "/arrays/0/items/0"},
      {"/arrays/0/items/1", "[0, 2]", "/arrays/0/items/1"},
      {"/arrays/1/replaced", "1", "/arrays/1/replaced"},
      {"/undo", "1", "/undo"},
      {"/undo/0", "1", "/undo/0"},
      {"/undo/0/0", "1", "/undo/0/0"},
      {"/undo/0/0/at", "6", "/undo/0/0/at"},
      {"/undo/0/0/at", "5", "/undo/0/1/at"},
      {"/undo/0/0/inserted", "true", "/undo/0/0/at"},
      {"/undo/0/0/inserted", "1", "/undo/0/0/inserted"},
      {"/undo/0/1/gap", "1", "/undo/0/1/gap"},
      {"/undo/0/1", "{'at': 5, 'old': 1, 'removed': true}", "/undo/0/1/gap"},
      {"/undo/0/1", "{'at': 5, 'removed': true, 'gap': 0}", "/undo/0/1/old"},
      {"/redo/0/0", "{'at': 5, 'gap': 0}", "/redo/0/0/gap"},
      {"/redo/0/0/arrays/0", "2", "/redo/0/0/arrays/0"},
      {"/redo/0/0/arrays/0", "-2", "/redo/0/0/arrays/0"},
  };
  for (size_t i = 0; i <= COUNT_OF(wrong); i++) {
    bool is_right = i == COUNT_OF(wrong);
    kmk_error error = {0};
    json_t *right = json_of(history), *one = NULL;
    const char *const ops[] = {"replace", "add"};
    for (int j = 0; j < 2 && one == NULL; j++) {
      json_t *value = json_of(is_right ? "0" : wrong[i].value);
      json_t *patch = json_pack("[{s: s, s: s, s: o}]", "op", ops[j], "path",
                                is_right ? "/later" : wrong[i].at, "value", value);
      one = kmk_json_patched(right, patch, NULL);
      json_decref(patch);
    }
    json_t *json = json_pack("{s: i, s: {}, s: [o]}", "kumiki", 1, "state", "histories", one);
    kmk_snapshot *snapshot = kmk_snapshot_new(json, NULL, &error);
    if (is_right) {
      assert_non_null(snapshot);
    } else {
      char path[100];
      snprintf(path, sizeof path, "/histories/0%s", wrong[i].path);
      assert_null(snapshot);
      assert_int_equal(error.status, KMK_ERR_DECODE);
      assert_string_equal(error.path, path);
    }
    kmk_snapshot_free(snapshot);
    json_decref(json);
    json_decref(right);
  }
  (void)k;
}

/* ------------------------------------------------------------------- how much */

TEST(R59_a_history_is_bounded_and_may_lack_steps) {
  k->store = open_store(k->loop, documents(NULL), DOC);
  play(k);
  kmk_snapshot *whole = snapshot_of(k->store);
  json_t *saved = kmk_snapshot_json(whole, 0, NULL);
  size_t size = json_dumpb(json_object_get(saved, "histories"), NULL, 0, JSON_COMPACT);
  for (int i = 0; i < 3; i++) {
    kmk_snapshot *bounded = kmk_snapshot_bounded(whole,
                                                 i == 0   ? size
                                                 : i == 1 ? size / 2
                                                          : 0,
                                                 NULL);
    kmk_store *store = kmk_store_new_from(k->loop, documents(NULL), bounded, NULL);
    assert_part(store, "/history",
                i == 0   ? "{'undo': 3, 'redo': 1}"
                : i == 1 ? "{'undo': 1, 'redo': 1}"
                         : "{'undo': 0, 'redo': 0}");
    send_ok(store, "'undo'");
    assert_part(store, "/doc/p", i == 2 ? "[]" : "[3, 7, 2]");
    kmk_store_free(store);
    kmk_snapshot_free(bounded);
  }
  /* Another program removed steps from the saved form. */
  json_t *history = json_array_get(json_object_get(saved, "histories"), 0);
  json_array_clear(json_object_get(history, "redo"));
  json_array_remove(json_object_get(history, "undo"), 0);
  json_array_remove(json_object_get(history, "undo"), 0);
  kmk_snapshot *read = kmk_snapshot_new(saved, NULL, NULL);
  kmk_store *store = kmk_store_new_from(k->loop, documents(NULL), read, NULL);
  send_ok(store, "'undo'");
  assert_part(store, "/history", "{'undo': 0, 'redo': 1}");
  kmk_store_free(store);
  kmk_snapshot_free(read);
  json_decref(saved);
  kmk_snapshot_free(whole);
}

TEST(R59_a_bounded_history_never_has_more_bytes) {
  k->store = open_store(k->loop, documents(NULL), DOC);
  play(k);
  kmk_snapshot *whole = snapshot_of(k->store);
  size_t size = 1, most = 0;
  for (size_t bound = 0; most < 3; bound += 8) {
    kmk_snapshot *bounded = kmk_snapshot_bounded(whole, bound, NULL);
    json_t *saved = kmk_snapshot_json(bounded, 0, NULL);
    const json_t *histories = json_object_get(saved, "histories");
    size = json_dumpb(histories, NULL, 0, JSON_COMPACT);
    assert_true(size <= bound);
    most = json_array_size(json_object_get(json_array_get(histories, 0), "undo"));
    json_decref(saved);
    kmk_snapshot_free(bounded);
  }
  kmk_snapshot_free(whole);
}

/* The second text is large. It belongs to the step to be redone, not to the steps to be undone. */
TEST(R59_a_large_step_takes_none_of_the_other_direction) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = "/doc";
  options.history_path = "/history";
  kmk_reducer *reducer = kmk_undoable(app(), &options);
  k->store = open_store(k->loop, reducer,
                        "{'ticks': 0, 'uuid': null, 'sheet': null, 'path': [], 'shown': {},"
                        " 'rows': [], 'doc': {'text': ''}, 'history': null}");
  send_ok(k->store, SET("/doc/text", "'a'"));
  send_ok(k->store, SET("/doc/text", "'b'"));
  char large[5000] = "";
  memset(large, 'x', sizeof large - 1);
  json_t *set = json_pack("{s:{s:s, s:s}}", "set", "at", "/doc/text", "value", large);
  assert_int_equal(kmk_store_send_new(k->store, set, NULL), KMK_OK);
  send_ok(k->store, "'undo'");
  kmk_snapshot *whole = snapshot_of(k->store);
  kmk_snapshot *bounded = kmk_snapshot_bounded(whole, 1000, NULL);
  restore_ok(k->store, bounded);
  assert_part(k->store, "/history", "{'undo': 2, 'redo': 0}");
  kmk_snapshot_free(bounded);
  kmk_snapshot_free(whole);
}

TEST(M11_null_and_a_snapshot_without_its_state) {
  kmk_error error = {0};
  k->store = open_store(k->loop, documents(NULL), DOC);
  kmk_snapshot *snapshot = kmk_store_snapshot_without_state(k->store, &error);
  assert_non_null(snapshot);
  assert_null(kmk_snapshot_state(snapshot));
  assert_null(kmk_snapshot_json(snapshot, 0, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_restore(k->store, snapshot, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_new_from(k->loop, documents(NULL), snapshot, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_snapshot *bounded = kmk_snapshot_bounded(snapshot, 0, &error);
  json_t *beside = kmk_snapshot_json_without_state(bounded, 2, &error);
  assert_int_equal(json_integer_value(json_object_get(beside, "version")), 2);
  assert_null(json_object_get(beside, "state"));
  json_decref(beside);
  kmk_snapshot_free(bounded);
  kmk_snapshot_free(snapshot);
  assert_null(kmk_store_snapshot_without_state(NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_snapshot_bounded(NULL, 0, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
}

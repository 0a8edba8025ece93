/* Undo in C: valid and invalid options, steps that cost nothing, and the examples of docs/undo.md (U4 to U28;
 * Tests/Scenarios/undo covers the rest). */
#include "writer_support.h"

#include <stdio.h>

static kmk_undo_options part_options(const char *state_path) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = state_path;
  options.history_path = "/history";
  return options;
}

TEST(U17_options_that_cannot_be_are_a_mistake) {
  const char *paths[] = {"a..b", NULL};
  struct {
    kmk_undo_options options;
    const char *message;
  } wrong[] = {
      {{.size = 8}, "options.size"},
      {{.state_path = "doc"}, ""},
      {{.history_path = "history"}, ""},
      {{.state_path = "/doc", .history_path = "/doc"}, "stand over"},
      {{.state_path = "/doc/in", .history_path = "/doc"}, "stand over"},
      {{.history_path = ""}, "stand over"},
      {{.undo_case = "a.b"}, "options.undo_case"},
      {{.undo_case = ""}, "a case path"},
      {{.undo_case = "redo"}, "three cases"},
      {{.redo_case = "\xff"}, "options.redo_case"},
      {{.actions = paths}, "a case path"},
      {{.ignored = paths}, "a case path"},
  };
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    if (i > 0) {
      wrong[i].options.size = sizeof wrong[i].options;
    }
    assert_no_store(k, kmk_undoable(counter(), &wrong[i].options), "{'count': 0}",
                    KMK_ERR_INVALID_ARGUMENT, NULL, wrong[i].message);
  }
  assert_no_store(k, kmk_undoable(NULL, NULL), "{}", KMK_ERR_INVALID_ARGUMENT, NULL,
                  "base is NULL");
}

TEST(U17_M16_the_ends_of_the_options) {
  char *pointer = calloc(1, 2 * 20000 + 1), *path = calloc(1, 2 * 20000 + 1);
  for (int i = 0; i < 20000; i++) {
    memcpy(pointer + 2 * i, "/a", 2);
    memcpy(path + 2 * i, "a.", 2);
  }
  path[2 * 20000 - 1] = '\0';
  const char *paths[] = {path, NULL}, *none[] = {NULL};
  kmk_undo_options options[] = {
      {.size = SIZE_MAX, .limit = SIZE_MAX, .group_nanoseconds = UINT64_MAX},
      {.size = sizeof options[0], .limit = 1, .group_nanoseconds = 1, .ignored = paths},
      {.size = sizeof options[0], .state_path = pointer},
      {.size = sizeof options[0], .actions = paths},
      {.size = sizeof options[0], .actions = none},
  };
  /* The third has no such part, and in the fourth and fifth no action counts as a step. */
  const char *expected[] = {"{'n': 0}", "{'n': 1}", "{'n': 2}", "{'n': 2}", "{'n': 2}"};
  for (size_t i = 0; i < COUNT_OF(options); i++) {
    kmk_store *store = open_store(k->loop, kmk_undoable(writer(), &options[i]), "{'n': 0}");
    send_ok(store, "{'set': ['/n', 1]}");
    advance(k->loop, SECOND);
    send_ok(store, "{'set': ['/n', 2]}");
    send_ok(store, "'undo'");
    assert_state_is(store, expected[i]);
    kmk_store_free(store);
  }
  free(pointer);
  free(path);
}

TEST(U17_a_state_that_cannot_show_the_history_makes_no_store) {
  kmk_undo_options options = part_options("/doc");
  options.history_path = "/menu/history";
  assert_no_store(k, kmk_undoable(writer(), &options), "{'doc': {}}", KMK_ERR_DECODE, NULL,
                  "an object, to show the history in");
}

TEST(U17_a_payload_of_undo_is_refused) {
  kmk_error error;
  kmk_undo_options options = part_options("/doc");
  kit_open(k, kmk_undoable(writer(), &options), "{'doc': {'n': 0, 'rows': []}, 'beside': 0}");
  assert_int_equal(kmk_store_send_text(k->store, "{\"undo\": 5}", &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/undo");
}

TEST(U7_a_hundred_steps_unless_told) {
  kmk_undo_options options = part_options("/n");
  kit_open(k, kmk_undoable(writer(), &options), "{'n': 0}");
  for (int n = 1; n <= 120; n++) {
    json_t *action = json_pack("{s: [s, i]}", "set", "/n", n);
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  assert_state_is(k->store, "{'n': 120, 'history': {'redo': 0, 'undo': 100}}");
}

/* ---------------------------------- together with other writes, under "other", which is not a step */

#define OTHER(write) "{'other': " write "}"

static kmk_effect *write_other(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const json_t *other = kmk_action_payload(action, "other");
  return write_down(state, other != NULL ? other : action, env, data);
}

static kmk_reducer *undoable(bool has_rows) {
  static const char *const ignored[] = {"other", NULL};
  kmk_undo_options options = part_options("/doc");
  kmk_reducer *base = kmk_reducer_new(write_other, NULL, NULL);
  options.ignored = ignored;
  if (has_rows) {
    base = kmk_for_each(base, "/doc/l", "rows", NULL, kmk_empty());
  }
  return kmk_undoable(base, &options);
}

static void open_plain(kit *k, const char *state) { kit_open(k, undoable(false), state); }
static void open_rows(kit *k, const char *state) { kit_open(k, undoable(true), state); }

static void assert_doc(kit *k, const char *expected) {
  json_t *doc = kmk_store_get(k->store, "/doc", NULL);
  assert_value_is(doc, expected);
  json_decref(doc);
}

static void assert_counts(kit *k, const char *expected) {
  json_t *counts = kmk_store_get(k->store, "/history", NULL);
  assert_value_is(counts, expected);
  json_decref(counts);
}

static void undo(kit *k, const char *expected) {
  send_ok(k->store, "'undo'");
  assert_doc(k, expected);
}

TEST(U23_rows_that_were_not_there_for_a_while_take_back_what_was_removed) {
  open_rows(k, "{'doc': {'l': [{'id': 1}, {'id': 2}]}}");
  send_ok(k->store, "{'all': [{'set': ['/doc/l/1/n', 1]}, {'remove': '/doc/l/0'}]}");
  send_ok(k->store, OTHER("{'set': ['/doc/l', null]}"));
  undo(k, "{'l': null}");
  assert_counts(k, "{'undo': 1, 'redo': 0}");
  assert_issues(k, "['write-failed']");
  send_ok(k->store, OTHER("{'set': ['/doc/l', [{'id': 9}]]}"));
  undo(k, "{'l': [{'id': 1}, {'id': 9}]}");
}

TEST(U28_of_what_others_write_and_remove_again_nothing_is_kept) {
  json_t *value = json_of("{'n': 1}");
  open_plain(k, "{'doc': {'n': 0, 'l': [1, 2, 3, 4, 5]}}");
  send_ok(k->store, "{'all': [{'set': ['/doc/n', 1]}, {'remove': '/doc/l/2'}]}");
  for (int i = 0; i < ROUNDS_OF(500); i++) {
    json_t *insert = json_pack("{s: {s: [s, O]}}", "other", "insert", "/doc/l/0", value);
    assert_int_equal(kmk_store_send_new(k->store, insert, NULL), KMK_OK);
    send_ok(k->store, OTHER("{'set': ['/doc/n', 2]}"));
    send_ok(k->store,
            OTHER("{'all': [{'move': ['/doc/l/0', '/doc/l/3']}, {'remove': '/doc/l/3'}]}"));
    json_array_clear(k->log);
    assert_int_equal(value->refcount, 1);
  }
  undo(k, "{'n': 0, 'l': [1, 2, 3, 4, 5]}");
  json_decref(value);
}

static void assert_at(kit *k, const char *pointer, const char *expected) {
  json_t *value = kmk_store_get(k->store, pointer, NULL);
  assert_json_text(value, expected);
  json_decref(value);
}

/* Comparing all rows at each step would take half an hour, which exceeds the runner's time limit. */
TEST(U30_a_step_is_compared_where_it_wrote_with_the_counts_in_the_part_too) {
  json_t *rows = json_array();
  for (int i = 0; i < 100000; i++)
    json_array_append_new(rows, json_integer(0));
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.history_path = "/history";
  json_t *state = json_pack("{s: o, s: n}", "l", rows, "history");
  k->store = kmk_store_new(k->loop, kmk_undoable(writer(), &options), state, NULL);
  json_decref(state);
  assert_non_null(k->store);
  int count = is_in_hurry() ? 300 : 100000;
  for (int i = 1; i <= count; i++) {
    json_t *write = json_pack("{s: [s, i]}", "set", "/l/5", i);
    assert_int_equal(kmk_store_send_new(k->store, write, NULL), KMK_OK);
  }
  assert_at(k, "/history", "{'undo': 100, 'redo': 0}");
  send_ok(k->store, "'undo'");
  assert_at(k, "/l/5", is_in_hurry() ? "299" : "99999");
}

/* A write that restores the former value is not a step, and neither is a reducer's write to the history counts. */
TEST(U30_a_step_that_comes_out_as_before_is_none) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.history_path = "/in/history";
  kit_open(k, kmk_undoable(writer(), &options), "{'in': {'a': 1, 'history': null}}");
  send_ok(k->store, "{'set': ['/in', {'a': 1, 'history': null}]}");
  assert_at(k, "/in/history", "{'undo': 0, 'redo': 0}");
  send_ok(k->store, "{'set': ['/in/history', 7]}");
  assert_at(k, "/in/history", "{'undo': 0, 'redo': 0}");
  send_ok(k->store, "{'set': ['/in', {'a': 2, 'history': null}]}");
  assert_at(k, "/in/history", "{'undo': 1, 'redo': 0}");
}

TEST(U28_many_removals_are_undone_and_redone) {
  json_t *rows = json_array(), *all = json_array();
  int count = is_in_hurry() ? 1000 : 20000;
  for (int i = 0; i < count; i++) {
    json_array_append_new(rows, json_pack("{s: i}", "id", i));
    /* Removes rows from the start and from the end, and leaves a row here and there. */
    char path[32];
    int left = count - i;
    snprintf(path, sizeof path, "/doc/l/%d", i % 3 == 0 ? left - 1 : left / 50);
    json_array_append_new(all, i % 50 == 0 ? json_object() : json_pack("{s: s}", "remove", path));
  }
  open_rows(k, "{'doc': {'l': []}}");
  json_t *whole = json_pack("{s: {s: [s, O]}}", "other", "set", "/doc/l", rows);
  assert_int_equal(kmk_store_send_new(k->store, whole, NULL), KMK_OK);
  assert_int_equal(kmk_store_send_new(k->store, json_pack("{s: o}", "all", all), NULL), KMK_OK);
  json_t *after = kmk_store_get(k->store, "/doc/l", NULL);
  for (int times = 0; times < 2; times++) {
    send_ok(k->store, "'undo'");
    json_t *now = kmk_store_get(k->store, "/doc/l", NULL);
    assert_true(json_equal(now, rows));
    json_decref(now);
    send_ok(k->store, "'redo'");
    now = kmk_store_get(k->store, "/doc/l", NULL);
    assert_true(json_equal(now, after));
    json_decref(now);
  }
  json_decref(after);
  json_decref(rows);
}

static kmk_effect *download_reduce(kmk_state *state, const json_t *action, kmk_env *env,
                                   void *data) {
  (void)env, (void)data;
  const json_t *received = kmk_action_payload(action, "progress");
  if (received != NULL) {
    kmk_state_set(state, "/received", received);
  }
  return NULL;
}

static kmk_effect *list_reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *id = kmk_action_payload(action, "remove");
  if (id != NULL) {
    kmk_state_remove_row(state, "/downloads", id);
  }
  return NULL;
}

/* The example of docs/undo.md. */
static kmk_reducer *download_list(void) {
  kmk_reducer *parent = kmk_reducer_new(list_reduce, NULL, NULL);
  kmk_reducer *download = kmk_reducer_new(download_reduce, NULL, NULL);
  kmk_reducer *rows = kmk_for_each(parent, "/downloads", "downloads", NULL, download);
  const kmk_undo_options undo = {sizeof undo, .state_path = "/downloads",
                                 .actions = (const char *const[]){"remove", "rename", NULL}};
  return kmk_undoable(rows, &undo);
}

TEST(U20_a_removed_row_comes_back_and_the_others_keep_their_progress) {
  kit_open(k, download_list(),
           "{'downloads': [{'id': 1, 'received': 0}, {'id': 2, 'received': 0}]}");
  send_ok(k->store, "{'remove': 1}");
  send_ok(k->store, "{'downloads': {'element': {'id': 2, 'action': {'progress': 900}}}}");
  send_ok(k->store, "'undo'");
  json_t *downloads = kmk_store_get(k->store, "/downloads", NULL);
  assert_value_is(downloads, "[{'id': 1, 'received': 0}, {'id': 2, 'received': 900}]");
  json_decref(downloads);
}

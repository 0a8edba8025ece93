/* An undo beside what others write (U20 to U28). Others' writes are actions under "other", which are no steps. */
#include "history_support.h"

#include <stdio.h>

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

static void redo(kit *k, const char *expected) {
  send_ok(k->store, "'redo'");
  assert_doc(k, expected);
}

static void U20_the_place_itself_and_what_is_inside_is_written_over(void **state) {
  kit *k = *state;
  open_plain(k, "{'doc': {'n': 0, 'o': {'a': 1}}}");
  send_ok(k->store, "{'all': [{'set': ['/doc/n', 1]}, {'set': ['/doc/o', {'b': 2}]}]}");
  send_ok(k->store, OTHER("{'all': [{'set': ['/doc/n', 5]}, {'set': ['/doc/o/c', 3]}, {'set': "
                          "['/doc/x', 4]}]}"));
  undo(k, "{'n': 0, 'o': {'a': 1}, 'x': 4}");
  redo(k, "{'n': 5, 'o': {'b': 2, 'c': 3}, 'x': 4}");
}

static void U21_others_shift_what_a_step_wrote(void **state) {
  kit *k = *state;
  open_plain(k, "{'doc': {'l': [{'n': 0}, {'n': 1}, {'n': 2}]}}");
  send_ok(k->store, "{'set': ['/doc/l/1/n', 9]}");
  send_ok(k->store, OTHER("{'insert': ['/doc/l/0', 'new']}"));
  send_ok(k->store, OTHER("{'move': ['/doc/l/2', '/doc/l/0']}"));
  send_ok(k->store, OTHER("{'remove': '/doc/l/2'}"));
  assert_doc(k, "{'l': [{'n': 9}, 'new', {'n': 2}]}");
  undo(k, "{'l': [{'n': 1}, 'new', {'n': 2}]}");
  send_ok(k->store, OTHER("{'move': ['/doc/l/0', '/doc/l/2']}"));
  redo(k, "{'l': ['new', {'n': 2}, {'n': 9}]}");
}

static void
U21_an_element_written_over_in_place_stays_and_an_array_written_anew_has_others(void **state) {
  kit *k = *state;
  open_plain(k, "{'doc': {'l': [{'n': 0}, {'n': 1}], 'm': 0}}");
  send_ok(k->store, "{'set': ['/doc/m', 1]}");
  send_ok(k->store, "{'set': ['/doc/l/1/n', 9]}");
  send_ok(k->store, OTHER("{'set': ['/doc/l/1', {'n': 5, 'x': 6}]}"));
  undo(k, "{'l': [{'n': 0}, {'n': 1, 'x': 6}], 'm': 1}");
  redo(k, "{'l': [{'n': 0}, {'n': 5, 'x': 6}], 'm': 1}");
  send_ok(k->store, OTHER("{'set': ['/doc/l', [{'n': 7}, {'n': 8}]]}"));
  undo(k, "{'l': [{'n': 7}, {'n': 8}], 'm': 0}");
}

static void U21_rows_are_known_by_their_ids(void **state) {
  kit *k = *state;
  open_rows(k, "{'doc': {'l': [{'id': 1, 'n': 0}, {'id': 2, 'n': 0}], 'm': 0}}");
  send_ok(k->store, "{'set': ['/doc/l/0/n', 9]}");
  send_ok(k->store,
          OTHER("{'set': ['/doc/l', [{'id': 3, 'n': 3}, {'id': 2, 'n': 2}, {'id': 1, 'n': 1}]]}"));
  undo(k, "{'l': [{'id': 3, 'n': 3}, {'id': 2, 'n': 2}, {'id': 1, 'n': 0}], 'm': 0}");
  /* Written over by another row, or given another id, it is another; back again, it is the same. */
  send_ok(k->store, OTHER("{'set': ['/doc/l/2', {'id': 4, 'n': 4}]}"));
  send_ok(k->store, OTHER("{'insert': ['/doc/l/0', {'id': 1, 'n': 7}]}"));
  redo(k,
       "{'l': [{'id': 1, 'n': 1}, {'id': 3, 'n': 3}, {'id': 2, 'n': 2}, {'id': 4, 'n': 4}], 'm': "
       "0}");
  send_ok(k->store, OTHER("{'set': ['/doc/l/0/id', 5]}"));
  undo(k,
       "{'l': [{'id': 5, 'n': 1}, {'id': 3, 'n': 3}, {'id': 2, 'n': 2}, {'id': 4, 'n': 4}], 'm': "
       "0}");
  assert_counts(k, "{'undo': 0, 'redo': 0}");
}

static void U22_what_a_step_removed_stands_where_it_stood(void **state) {
  kit *k = *state;
  open_plain(k, "{'doc': {'l': ['a', 'b', 'c', 'd']}}");
  send_ok(k->store, "{'all': [{'remove': '/doc/l/1'}, {'remove': '/doc/l/1'}]}");
  send_ok(k->store, OTHER("{'insert': ['/doc/l/1', 'x']}"));
  send_ok(k->store, OTHER("{'insert': ['/doc/l/0', 'y']}"));
  send_ok(k->store, OTHER("{'remove': '/doc/l/1'}"));
  assert_doc(k, "{'l': ['y', 'x', 'd']}");
  undo(k, "{'l': ['y', 'b', 'c', 'x', 'd']}");
  redo(k, "{'l': ['y', 'x', 'd']}");
}

static void U22_at_the_start_what_others_insert_stands_before_it(void **state) {
  kit *k = *state;
  open_plain(k, "{'doc': {'l': ['a', 'b']}}");
  send_ok(k->store, "{'remove': '/doc/l/0'}");
  send_ok(k->store, OTHER("{'insert': ['/doc/l/0', 'x']}"));
  undo(k, "{'l': ['x', 'a', 'b']}");
}

static void U22_what_a_step_inserted_goes_and_what_it_moved_goes_back(void **state) {
  kit *k = *state;
  open_plain(k, "{'doc': {'l': ['a', 'b', 'c']}}");
  send_ok(k->store, "{'all': [{'insert': ['/doc/l/0', {'n': 0}]}, {'move': ['/doc/l/1', "
                    "'/doc/l/3']}]}");
  send_ok(k->store, OTHER("{'set': ['/doc/l/0/n', 5]}"));
  send_ok(k->store, OTHER("{'move': ['/doc/l/0', '/doc/l/2']}"));
  send_ok(k->store, OTHER("{'insert': ['/doc/l/-', 'x']}"));
  assert_doc(k, "{'l': ['b', 'c', {'n': 5}, 'a', 'x']}");
  undo(k, "{'l': ['a', 'b', 'c', 'x']}");
  redo(k, "{'l': ['b', 'c', {'n': 5}, 'a', 'x']}");
}

static void U22_of_rows_written_anew_a_row_stands_behind_the_one_before_it(void **state) {
  kit *k = *state;
  open_rows(k, "{'doc': {'l': [{'id': 1}, {'id': 2}, {'id': 3}]}}");
  send_ok(k->store, "{'remove': '/doc/l/2'}");
  send_ok(k->store, OTHER("{'set': ['/doc/l', [{'id': 8}, {'id': 1}, {'id': 9}]]}"));
  undo(k, "{'l': [{'id': 8}, {'id': 1}, {'id': 3}, {'id': 9}]}");
}

static void U23_nothing_comes_back_in_what_has_gone_or_over_what_is_there_again(void **state) {
  kit *k = *state;
  open_rows(k, "{'doc': {'m': 0, 'l': [{'id': 1, 'n': 0}, {'id': 2, 'n': 0}]}}");
  send_ok(k->store, "{'all': [{'set': ['/doc/m', 1]}, {'set': ['/doc/l/0/n', 1]}]}");
  send_ok(k->store, OTHER("{'remove': '/doc/l/0'}"));
  undo(k, "{'m': 0, 'l': [{'id': 2, 'n': 0}]}");
  redo(k, "{'m': 1, 'l': [{'id': 2, 'n': 0}]}");
  send_ok(k->store, "{'all': [{'set': ['/doc/l/0/n', 5]}, {'remove': '/doc/l/0'}]}");
  send_ok(k->store, OTHER("{'insert': ['/doc/l/0', {'id': 2, 'n': 7}]}"));
  /* Of the removal nothing is left: the step before is undone. */
  undo(k, "{'m': 0, 'l': [{'id': 2, 'n': 7}]}");
  assert_counts(k, "{'undo': 0, 'redo': 1}");
  assert_issues(k, "[]");
}

static void U23_rows_that_were_not_there_for_a_while_take_back_what_was_removed(void **state) {
  kit *k = *state;
  open_rows(k, "{'doc': {'l': [{'id': 1}, {'id': 2}]}}");
  send_ok(k->store, "{'remove': '/doc/l/0'}");
  send_ok(k->store, OTHER("{'set': ['/doc/l', null]}"));
  undo(k, "{'l': null}");
  assert_counts(k, "{'undo': 1, 'redo': 0}");
  assert_issues(k, "['write-failed']");
  send_ok(k->store, OTHER("{'set': ['/doc/l', [{'id': 9}]]}"));
  undo(k, "{'l': [{'id': 1}, {'id': 9}]}");
}

static void U24_it_is_put_into_another_object_and_left_out_where_there_is_none(void **state) {
  kit *k = *state;
  open_plain(k, "{'doc': {'o': {'n': 0}, 'm': 0}}");
  send_ok(k->store, "{'set': ['/doc/o/n', 1]}");
  send_ok(k->store, OTHER("{'set': ['/doc/o', {'x': 1}]}"));
  undo(k, "{'o': {'x': 1, 'n': 0}, 'm': 0}");
  redo(k, "{'o': {'x': 1}, 'm': 0}");
  send_ok(k->store, "{'all': [{'set': ['/doc/o/n', 2]}, {'set': ['/doc/m', 1]}]}");
  send_ok(k->store, "{'set': ['/doc/o/x', 2]}");
  send_ok(k->store, OTHER("{'set': ['/doc/o', 'text']}"));
  undo(k, "{'o': 'text', 'm': 1}");
  assert_counts(k, "{'undo': 3, 'redo': 0}");
  json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "path")), "/doc/o/x");
  assert_issues(k, "['write-failed']");
  send_ok(k->store, OTHER("{'set': ['/doc/o', {}]}"));
  undo(k, "{'o': {'x': 1}, 'm': 1}");
  send_ok(k->store, OTHER("{'remove': '/doc/o'}"));
  /* A part of the step can be put back: the rest is left out. */
  undo(k, "{'m': 0}");
  assert_counts(k, "{'undo': 1, 'redo': 2}");
  assert_issues(k, "[]");
}

static void U24_a_part_whose_container_has_gone_waits_for_it(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/p/q");
  open_undoable(k, &options, "{'p': {'q': 1}}");
  send_ok(k->store, "{'set': ['/p/q', 2]}");
  send_ok(k->store, "{'remove': '/p'}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'history': {'redo': 0, 'undo': 2}}");
  assert_issues(k, "['write-failed']");
  send_ok(k->store, "{'set': ['/p', {}]}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'history': {'redo': 1, 'undo': 1}, 'p': {'q': 2}}");
}

static void U24_a_case_that_is_not_up_is_left_out(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/sheet");
  kmk_reducer *sheet = kmk_presentation(writer(), "/sheet", "sheet", NULL, kmk_empty());
  static const char *const ignored[] = {"set", NULL};
  options.ignored = ignored;
  kit_open(k, kmk_undoable(sheet, &options), "{'sheet': {'edit': {'text': 'a'}}}");
  send_ok(k->store, "{'all': [{'set': ['/sheet/edit/text', 'b']}]}");
  send_ok(k->store, "{'set': ['/sheet', {'view': {}}]}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'sheet': {'view': {}}, 'history': {'redo': 0, 'undo': 1}}");
  assert_issues(k, "['write-failed']");
  send_ok(k->store, "{'set': ['/sheet', {'edit': {'text': 'c'}}]}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store,
                  "{'sheet': {'edit': {'text': 'a'}}, 'history': {'redo': 1, 'undo': 0}}");
}

static void U25_an_equal_value_is_no_step(void **state) {
  kit *k = *state;
  open_plain(k, "{'doc': {'o': {'a': [1, {}]}, 'l': [1, 1, 2]}}");
  send_ok(k->store, "{'set': ['/doc/n', 1]}");
  send_ok(k->store, "'undo'");
  send_ok(k->store, "{'set': ['/doc/o', {'a': [1, {}]}]}");
  send_ok(k->store, "{'move': ['/doc/l/0', '/doc/l/1']}");
  send_ok(k->store, "{'all': [{'remove': '/doc/l/2'}, {'insert': ['/doc/l/2', 2]}]}");
  send_ok(k->store, "{'all': [{'set': ['/doc/o/a', 0]}, {'set': ['/doc/o', {'a': [1, {}]}]}]}");
  assert_counts(k, "{'undo': 0, 'redo': 1}");
  redo(k, "{'o': {'a': [1, {}]}, 'l': [1, 1, 2], 'n': 1}");
}

static void U25_U26_counts_alone_make_no_step(void **state) {
  kit *k = *state;
  kmk_undo_options inner = part_options("/n"), outer = KMK_UNDO_OPTIONS_INIT;
  inner.history_path = "/inner";
  outer.history_path = "/outer";
  outer.undo_case = "back";
  outer.group_nanoseconds = UINT64_MAX / 2; /* all steps are one */
  kit_open(k, kmk_undoable(kmk_undoable(writer(), &inner), &outer), "{'n': 0}");
  /* The outer's own counts are written over with the rest, and shown again. */
  send_ok(k->store, "{'set': ['', {'n': 0}]}");
  assert_state_is(k->store, "{'n': 0, 'inner': {'undo': 0, 'redo': 0}, "
                            "'outer': {'undo': 0, 'redo': 0}}");
  /* What the outer one takes back is there, but for the counts of the inner one: it writes nothing. */
  send_ok(k->store, "{'set': ['', {}]}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'n': 0, 'inner': {'undo': 0, 'redo': 1}, "
                            "'outer': {'undo': 1, 'redo': 0}}");
  send_ok(k->store, "'back'");
  assert_state_is(k->store, "{'n': 0, 'inner': {'undo': 0, 'redo': 1}, "
                            "'outer': {'undo': 0, 'redo': 0}}");
  send_ok(k->store, "{'set': ['', {'n': 0, 'inner': {'undo': 7, 'redo': 7}}]}");
  assert_state_is(k->store, "{'n': 0, 'inner': {'undo': 0, 'redo': 1}, "
                            "'outer': {'undo': 0, 'redo': 0}}");
}

static void
U20_a_step_that_wrote_null_over_all_is_taken_back_while_somebody_observes(void **state) {
  kit *k = *state;
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  json_t *told = json_array();
  kit_open(k, kmk_undoable(writer(), &options), "{'t': 1}");
  kmk_subscription *watch = kmk_store_observe(k->store, "/t", record_value, told, NULL, NULL);
  send_ok(k->store, "{'set': ['', null]}");
  assert_state_is(k->store, "null");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'t': 1}");
  kmk_subscription_free(watch);
  json_decref(told);
}

static void U26_a_row_that_writes_over_all_of_itself_has_no_step_of_counts(void **state) {
  kit *k = *state;
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.history_path = "/history";
  kmk_reducer *row = KMK_COMBINE(writer(), kmk_undoable(writer(), &options));
  kit_open(k, kmk_for_each(writer(), "/rows", "rows", NULL, row), "{'rows': [{'id': 1}]}");
  /* The first has taken the row's id away with the rest, when the second writes the same. */
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': {'set': ['', {}]}}}}");
  assert_state_is(k->store, "{'rows': [{'id': 1, 'history': {'redo': 0, 'undo': 0}}]}");
  assert_issues(k, "['element-id-changed']");
}

static void U26_the_counts_of_rows_are_their_own(void **state) {
  kit *k = *state;
  kmk_undo_options inner = part_options("/n"), outer = part_options("/rows");
  kmk_reducer *rows = kmk_for_each(writer(), "/rows", "rows", NULL, kmk_undoable(writer(), &inner));
  kit_open(k, kmk_undoable(rows, &outer), "{'rows': [{'id': 1, 'n': 0}]}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': {'set': ['/n', 1]}}}}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'history': {'redo': 1, 'undo': 0}, 'rows': [{'id': 1, 'n': 0, "
                            "'history': {'redo': 0, 'undo': 1}}]}");
  send_ok(k->store, "'redo'");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'undo'}}}");
  assert_state_is(k->store, "{'history': {'redo': 0, 'undo': 2}, 'rows': [{'id': 1, 'n': 0, "
                            "'history': {'redo': 1, 'undo': 0}}]}");
}

static void U27_two_histories_of_one_part_go_beside_each_other(void **state) {
  kit *k = *state;
  kmk_undo_options fine = KMK_UNDO_OPTIONS_INIT, coarse = KMK_UNDO_OPTIONS_INIT;
  coarse.undo_case = "revert";
  coarse.redo_case = "again";
  coarse.clear_case = "settle";
  kit_open(k, kmk_undoable(kmk_undoable(writer(), &fine), &coarse), "{'n': 0}");
  send_ok(k->store, "{'set': ['/n', 1]}");
  send_ok(k->store, "{'set': ['/n', 2]}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'n': 1}");
  send_ok(k->store, "'revert'");
  assert_state_is(k->store, "{'n': 2}");
  send_ok(k->store, "'revert'");
  assert_state_is(k->store, "{'n': 1}");
}

static void U28_of_what_others_write_and_remove_again_nothing_is_kept(void **state) {
  kit *k = *state;
  json_t *value = json_of("{'n': 1}");
  open_plain(k, "{'doc': {'n': 0, 'l': [1, 2, 3, 4, 5]}}");
  send_ok(k->store, "{'all': [{'set': ['/doc/n', 1]}, {'remove': '/doc/l/2'}]}");
  for (int i = 0; i < 500; i++) {
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

static void U28_many_removals_are_undone_and_redone(void **state) {
  kit *k = *state;
  json_t *rows = json_array(), *all = json_array();
  int count = SANITIZED ? 1000 : 20000;
  for (int i = 0; i < count; i++) {
    json_array_append_new(rows, json_pack("{s: i}", "id", i));
    /* From the start, from the end, and one stays here and there. */
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

/* As docs/saving.md shows it. */
static kmk_reducer *download_list(void) {
  kmk_reducer *parent = kmk_reducer_new(list_reduce, NULL, NULL);
  kmk_reducer *download = kmk_reducer_new(download_reduce, NULL, NULL);
  kmk_reducer *rows = kmk_for_each(parent, "/downloads", "downloads", NULL, download);
  const kmk_undo_options undo = {sizeof undo, .state_path = "/downloads",
                                 .actions = (const char *const[]){"remove", "rename", NULL}};
  return kmk_undoable(rows, &undo);
}

static void U20_a_removed_row_comes_back_and_the_others_keep_their_progress(void **state) {
  kit *k = *state;
  kit_open(k, download_list(),
           "{'downloads': [{'id': 1, 'received': 0}, {'id': 2, 'received': 0}]}");
  send_ok(k->store, "{'remove': 1}");
  send_ok(k->store, "{'downloads': {'element': {'id': 2, 'action': {'progress': 900}}}}");
  send_ok(k->store, "'undo'");
  json_t *downloads = kmk_store_get(k->store, "/downloads", NULL);
  assert_value_is(downloads, "[{'id': 1, 'received': 0}, {'id': 2, 'received': 900}]");
  json_decref(downloads);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(U20_the_place_itself_and_what_is_inside_is_written_over),
      KIT_TEST(U20_a_removed_row_comes_back_and_the_others_keep_their_progress),
      KIT_TEST(U21_others_shift_what_a_step_wrote),
      KIT_TEST(U21_an_element_written_over_in_place_stays_and_an_array_written_anew_has_others),
      KIT_TEST(U21_rows_are_known_by_their_ids),
      KIT_TEST(U22_what_a_step_removed_stands_where_it_stood),
      KIT_TEST(U22_at_the_start_what_others_insert_stands_before_it),
      KIT_TEST(U22_what_a_step_inserted_goes_and_what_it_moved_goes_back),
      KIT_TEST(U22_of_rows_written_anew_a_row_stands_behind_the_one_before_it),
      KIT_TEST(U23_nothing_comes_back_in_what_has_gone_or_over_what_is_there_again),
      KIT_TEST(U23_rows_that_were_not_there_for_a_while_take_back_what_was_removed),
      KIT_TEST(U24_it_is_put_into_another_object_and_left_out_where_there_is_none),
      KIT_TEST(U24_a_part_whose_container_has_gone_waits_for_it),
      KIT_TEST(U24_a_case_that_is_not_up_is_left_out),
      KIT_TEST(U25_an_equal_value_is_no_step),
      KIT_TEST(U25_U26_counts_alone_make_no_step),
      KIT_TEST(U26_a_row_that_writes_over_all_of_itself_has_no_step_of_counts),
      KIT_TEST(U26_the_counts_of_rows_are_their_own),
      KIT_TEST(U20_a_step_that_wrote_null_over_all_is_taken_back_while_somebody_observes),
      KIT_TEST(U27_two_histories_of_one_part_go_beside_each_other),
      KIT_TEST(U28_of_what_others_write_and_remove_again_nothing_is_kept),
      KIT_TEST(U28_many_removals_are_undone_and_redone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

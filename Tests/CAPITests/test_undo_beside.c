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
      KIT_TEST(U20_a_removed_row_comes_back_and_the_others_keep_their_progress),
      KIT_TEST(U23_rows_that_were_not_there_for_a_while_take_back_what_was_removed),
      KIT_TEST(U28_of_what_others_write_and_remove_again_nothing_is_kept),
      KIT_TEST(U28_many_removals_are_undone_and_redone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

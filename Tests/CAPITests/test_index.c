/* Rows that a reducer counts without a look at each (J52 to J55). */
#include "writer_support.h"

#include <stdio.h>

#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define ROWS                                                                                       \
  "{'rows': [{'id': 'a', 'k': 'x', 'n': 3}, {'id': 'b', 'k': 'y', 'n': 1}, {'id': 'c', 'k': 'x', " \
  "'n': 2}]}"

/* Writes, and writes down what it counts then: {"count": ["/rows", "/k", VALUE]} into /found. */
static kmk_effect *count_rows(kmk_state *state, const json_t *action, kmk_env *env, void *unused) {
  kmk_effect *effect = write_down(state, action, env, unused);
  const json_t *asked = kmk_action_payload(action, "count");
  const char *rows = json_string_value(json_array_get(asked, 0));
  const char *group = json_string_value(json_array_get(asked, 1));
  if (asked != NULL) {
    const json_t *value = json_array_get(asked, 2);
    json_t *totals = kmk_state_totals(state, rows, group, value);
    size_t count = kmk_state_count(state, rows, group, value);
    if (totals == NULL) {
      assert_int_equal(count, 0);
    } else {
      assert_int_equal(count, json_integer_value(json_object_get(totals, "count")));
    }
    kmk_state_set_new(state, "/found", totals != NULL ? totals : json_null());
  }
  return effect;
}

static kmk_reducer *counting(void) { return kmk_reducer_new(count_rows, NULL, NULL); }

static void assert_found(kit *k, const char *action, const char *expected) {
  send_ok(k->store, action);
  json_t *found = kmk_store_get(k->store, "/found", NULL);
  kit_assert_is(NULL, found, expected, __FILE__, __LINE__);
  json_decref(found);
}

#define X "{'count': ['/rows', '/k', 'x']}"
#define OF(count, sum, least, greatest)                                                            \
  "{'count': " #count ", 'numbers': {'/n': {'count': " #count ", 'sum': " #sum ", 'min': " #least  \
  ", 'max': " #greatest "}}}"

TEST(J52_a_reducer_counts_and_sums_the_rows_of_a_group) {
  kit_open(k, kmk_indexed(counting(), "/rows", "/k", TEXTS("/n")), ROWS);
  assert_found(k, X, OF(2, 5, 2, 3));
  assert_found(k, "{'count': ['/rows', '/k', 'y']}", OF(1, 1, 1, 1));
  assert_found(k, "{'count': ['/rows', '/k', 'z']}",
               "{'count': 0, 'numbers': {'/n': {'count': 0, 'sum': 0}}}");
  assert_found(k, "{'count': ['/rows', '/k']}", OF(3, 6, 1, 3));
  assert_found(k, "{'count': ['/rows']}", OF(3, 6, 1, 3));
  /* Null stands for rows that have nothing there, too. */
  send_ok(k->store, "{'all': [{'remove': '/rows/0/k'}, {'set': ['/rows/1/k', null]}]}");
  assert_found(k, "{'count': ['/rows', '/k', null]}", OF(2, 4, 1, 3));
  assert_found(k, X, OF(1, 2, 2, 2));
  send_ok(k->store, "{'set': ['/rows', 7]}");
  assert_found(k, "{'count': ['/rows']}",
               "{'count': 0, 'numbers': {'/n': {'count': 0, 'sum': 0}}}");
  assert_issues(k, "[]");
}

TEST(J52_arrays_and_objects_are_equal_where_what_is_in_them_is) {
  kit_open(k, kmk_indexed(counting(), "/rows", "/k", TEXTS("/n")),
           "{'rows': [{'id': 'a', 'k': {'failed': 'no route', 'at': 1}, 'n': 3},"
           " {'id': 'b', 'k': {'paused': 7}, 'n': 1}, {'id': 'c', 'k': {'at': 1, 'failed': 'no "
           "route'}, 'n': 2},"
           " {'id': 'd', 'k': [1], 'n': 5}]}");
  assert_found(k, "{'count': ['/rows', '/k', {'failed': 'no route', 'at': 1}]}", OF(2, 5, 2, 3));
  assert_found(k, "{'count': ['/rows', '/k', {'paused': 7}]}", OF(1, 1, 1, 1));
  assert_found(k, "{'count': ['/rows', '/k', [1]]}", OF(1, 5, 5, 5));
  assert_found(k, "{'count': ['/rows', '/k', {'nobody': 'x'}]}",
               "{'count': 0, 'numbers': {'/n': {'count': 0, 'sum': 0}}}");
  send_ok(k->store, "{'set': ['/rows/1/k/paused', 8]}");
  assert_found(k, "{'count': ['/rows', '/k', {'paused': 7}]}",
               "{'count': 0, 'numbers': {'/n': {'count': 0, 'sum': 0}}}");
  assert_found(k, "{'count': ['/rows', '/k', {'paused': 8}]}", OF(1, 1, 1, 1));
}

/* One action, which writes first and counts then. */
static void assert_after(kit *k, const char *writes, const char *expected) {
  char action[512];
  snprintf(action, sizeof action, "{'both': {'all': [%s], 'count': ['/rows', '/k', 'x']}}", writes);
  assert_found(k, action, expected);
}

static kmk_effect *count_both(kmk_state *state, const json_t *action, kmk_env *env, void *unused) {
  const json_t *both = kmk_action_payload(action, "both");
  if (both == NULL) {
    return count_rows(state, action, env, unused);
  }
  json_t *all = json_pack("{s:O}", "all", json_object_get(both, "all"));
  json_t *count = json_pack("{s:O}", "count", json_object_get(both, "count"));
  count_rows(state, all, env, unused);
  count_rows(state, count, env, unused);
  json_decref(all);
  json_decref(count);
  return NULL;
}

TEST(J53_an_index_is_right_after_each_write_of_a_step) {
  kmk_reducer *base = kmk_reducer_new(count_both, NULL, NULL);
  kit_open(k, kmk_indexed(base, "/rows", "/k", TEXTS("/n")), ROWS);
  assert_after(k, "", OF(2, 5, 2, 3));
  assert_after(k, "{'set': ['/rows/1/k', 'x']}", OF(3, 6, 1, 3));
  assert_after(k, "{'set': ['/rows/0/n', 10]}, {'set': ['/rows/0/other', 1]}", OF(3, 13, 1, 10));
  assert_after(
      k, "{'insert': ['/rows/0', {'id': 'd', 'k': 'x', 'n': 1}]}, {'set': ['/rows/1/k', 'y']}",
      OF(3, 4, 1, 2));
  assert_after(k, "{'move': ['/rows/3', '/rows/0']}, {'remove': '/rows/1'}", OF(2, 3, 1, 2));
  assert_after(k, "{'set': ['/rows/0', {'id': 'z', 'k': 'x', 'n': 7}]}", OF(2, 8, 1, 7));
  assert_after(k, "{'set': ['/rows', [{'id': 'z', 'k': 'x', 'n': 7}]]}", OF(1, 7, 7, 7));
  assert_after(k, "{'set': ['', {'rows': [{'id': 'z', 'k': 'x', 'n': 9}]}]}", OF(1, 9, 9, 9));
  assert_after(k, "{'set': ['/other', 9]}", OF(1, 9, 9, 9));
}

TEST(J53_an_index_is_right_after_what_a_parent_wrote) {
  kmk_reducer *child = kmk_indexed(counting(), "/rows", "/k", TEXTS("/n"));
  kmk_reducer *scoped = kmk_scope("/child", "child", child);
  kmk_reducer *both[] = {writer(), scoped};
  kit_open(k, kmk_combine(2, both),
           "{'child': {'rows': [{'id': 'a', 'k': 'x', 'n': 3}, {'id': 'b', 'k': 'x', 'n': 1}]}}");
  send_ok(k->store, "{'child': " X "}");
  assert_state_is(k->store, "{'child': {'rows': [{'id': 'a', 'k': 'x', 'n': 3}, {'id': 'b', 'k': "
                            "'x', 'n': 1}], 'found': " OF(2, 4, 1, 3) "}}");
  send_ok(k->store, "{'set': ['/child/rows/0/n', 5]}");
  send_ok(k->store, "{'child': " X "}");
  json_t *found = kmk_store_get(k->store, "/child/found", NULL);
  assert_value_is(found, OF(2, 6, 1, 5));
  json_decref(found);
  send_ok(k->store, "{'set': ['/child', {'rows': [{'id': 'a', 'k': 'x', 'n': 4}]}]}");
  send_ok(k->store, "{'child': " X "}");
  found = kmk_store_get(k->store, "/child/found", NULL);
  assert_value_is(found, OF(1, 4, 4, 4));
  json_decref(found);
}

TEST(J53_an_index_is_right_after_an_undo_and_a_restore) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  kmk_error error;
  kmk_reducer *indexed = kmk_indexed(counting(), "/rows", "/k", TEXTS("/n"));
  options.state_path = "/rows";
  kit_open(k, kmk_undoable(indexed, &options), ROWS);
  assert_found(k, X, OF(2, 5, 2, 3));
  kmk_snapshot *moment = kmk_store_snapshot(k->store, &error);
  send_ok(k->store, "{'all': [{'set': ['/rows/1/k', 'x']}, {'remove': '/rows/0'}]}");
  assert_found(k, X, OF(2, 3, 1, 2));
  send_ok(k->store, "'undo'");
  assert_found(k, X, OF(2, 5, 2, 3));
  send_ok(k->store, "'redo'");
  assert_found(k, X, OF(2, 3, 1, 2));
  assert_int_equal(kmk_store_restore(k->store, moment, NULL), KMK_OK);
  assert_found(k, X, OF(2, 5, 2, 3));
  kmk_snapshot_free(moment);
}

TEST(J53_an_index_is_right_after_many_writes_that_nobody_counted) {
  char action[128];
  kit_open(k, kmk_indexed(counting(), "/rows", "/k", TEXTS("/n")), ROWS);
  assert_found(k, X, OF(2, 5, 2, 3));
  for (int i = 0; i < 200; i++) {
    snprintf(action, sizeof action, "{'insert': ['/rows/0', {'id': %d, 'k': 'x', 'n': %d}]}", i, i);
    send_ok(k->store, action);
    send_ok(k->store, "{'remove': '/rows/1'}");
  }
  send_ok(k->store, "{'insert': ['/rows/-', {'id': 'z', 'k': 'x', 'n': 1}]}");
  assert_found(k, X, OF(3, 202, 1, 199));
}

TEST(J54_each_row_has_an_index_of_its_own_and_reducers_inside_ask_by_their_pointers) {
  kmk_reducer *inner = kmk_scope("/in", "in", counting());
  kmk_reducer *row = kmk_indexed(inner, "/in/rows", "/k", TEXTS("/n"));
  kit_open(k, kmk_for_each(writer(), "/all", "row", "id", row),
           "{'all': [{'id': 1, 'in': {'rows': [{'id': 'a', 'k': 'x', 'n': 3}]}}, {'id': 2, 'in': "
           "{'rows': [{'id': 'a', 'k': 'x', 'n': 5}]}}]}");
  send_ok(k->store, "{'row': {'element': {'id': 1, 'action': {'in': " X "}}}}");
  send_ok(k->store, "{'row': {'element': {'id': 2, 'action': {'in': " X "}}}}");
  json_t *found = kmk_store_get(k->store, "/all/1/in/found", NULL);
  assert_value_is(found, OF(1, 5, 5, 5));
  json_decref(found);
  send_ok(k->store,
          "{'all': [{'move': ['/all/1', '/all/0']}, {'set': ['/all/1/in/rows/0/n', 8]}, {'set': "
          "['/all/0/in/rows/0/n', 6]}]}");
  send_ok(k->store, "{'row': {'element': {'id': 1, 'action': {'in': " X "}}}}");
  send_ok(k->store, "{'row': {'element': {'id': 2, 'action': {'in': " X "}}}}");
  found = kmk_store_get(k->store, "/all/1/in/found", NULL);
  assert_value_is(found, OF(1, 8, 8, 8));
  json_decref(found);
  found = kmk_store_get(k->store, "/all/0/in/found", NULL);
  assert_value_is(found, OF(1, 6, 6, 6));
  json_decref(found);
  /* A row that goes and comes again, in a step each. */
  send_ok(k->store, "{'remove': '/all/0'}");
  send_ok(k->store, "{'insert': ['/all/0', {'id': 2, 'in': {'rows': []}}]}");
  send_ok(k->store, "{'row': {'element': {'id': 2, 'action': {'in': " X "}}}}");
  found = kmk_store_get(k->store, "/all/0/in/found", NULL);
  assert_value_is(found, "{'count': 0, 'numbers': {'/n': {'count': 0, 'sum': 0}}}");
  json_decref(found);
}

TEST(J55_rows_that_are_not_indexed_are_an_issue_and_count_as_none) {
  kmk_reducer *both[] = {counting(), kmk_indexed(writer(), "/rows", "/k", NULL)};
  kit_open(k, kmk_combine(2, both), ROWS);
  /* Beside an index is not inside of it. */
  assert_found(k, X, "null");
  assert_issues(k, "['missing-index', 'missing-index']");
  assert_int_equal(kmk_state_count(NULL, "/rows", NULL, NULL), 0);
  assert_null(kmk_state_totals(NULL, "/rows", NULL, NULL));
}

TEST(J55_another_place_another_group_and_a_malformed_pointer_are_not_indexed) {
  kit_open(k, kmk_indexed(counting(), "/rows", "/k", NULL), ROWS);
  assert_found(k, "{'count': ['/rows', '/n', 3]}", "null");
  assert_found(k, "{'count': ['/other', '/k', 3]}", "null");
  assert_found(k, "{'count': ['rows', '/k', 3]}", "null");
  assert_found(k, "{'count': ['/rows', 'k', 3]}", "null");
  assert_issues(k, "['missing-index', 'missing-index', 'missing-index', 'missing-index', "
                   "'missing-index', 'missing-index', 'missing-index', 'missing-index']");
  /* A value without a group says nothing. */
  assert_found(k, "{'count': ['/rows', null, 3]}", "null");
  assert_issues(k, "[]");
}

static const json_t *running;

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const json_t *id = kmk_action_payload(action, "start");
  (void)env, (void)data;
  if (id != NULL && kmk_state_count(state, "/downloads", "/status", running) < 3)
    kmk_state_set_row_new(state, "/downloads", id, "/status", json_string("running"));
  return NULL;
}

TEST(J53_no_more_downloads_are_started_than_may_run) {
  json_t *state = json_of("{'downloads': []}");
  json_t *is_running = json_string("running");
  running = is_running;
  kmk_reducer *app = kmk_indexed(kmk_reducer_new(reduce, NULL, NULL), "/downloads", "/status",
                                 (const char *const[]){"/bytes", NULL});
  app = kmk_for_each(app, "/downloads", "download", "id", kmk_combine(0, NULL));
  for (int i = 0; i < 5; i++) {
    json_array_append_new(json_object_get(state, "downloads"), json_pack("{s:i}", "id", i));
  }
  k->store = kmk_store_new(k->loop, app, state, NULL);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(kmk_store_send_new(k->store, json_pack("{s:i}", "start", i), NULL), KMK_OK);
  }
  assert_state_is(k->store,
                  "{'downloads': [{'id': 0, 'status': 'running'}, {'id': 1, 'status': 'running'}, "
                  "{'id': 2, 'status': 'running'}, {'id': 3}, {'id': 4}]}");
  json_decref(state);
  json_decref(is_running);
}

static void assert_refused(kit *k, kmk_reducer *reducer, const char *part) {
  kmk_error error;
  json_t *state = json_object();
  assert_null(kmk_store_new(k->loop, reducer, state, &error));
  json_decref(state);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, part));
}

TEST(J55_what_is_wrong_with_an_index_makes_an_invalid_reducer) {
  assert_refused(k, kmk_indexed(NULL, "/rows", NULL, NULL), "base");
  assert_refused(k, kmk_indexed(writer(), NULL, NULL, NULL), "rows");
  assert_refused(k, kmk_indexed(writer(), "rows", NULL, NULL), "JSON Pointer");
  assert_refused(k, kmk_indexed(writer(), "/rows", "k", NULL), "JSON Pointer");
  assert_refused(k, kmk_indexed(writer(), "/rows", "/k", TEXTS("/n", "~")), "JSON Pointer");
  kmk_reducer *once = kmk_indexed(writer(), "/rows", "/k", NULL);
  assert_refused(k, kmk_indexed(once, "/rows", "/k", TEXTS("/n")), "twice");
}

TEST(J55_two_indexes_of_the_same_rows_by_other_groups_stand_beside_each_other) {
  kmk_reducer *one = kmk_indexed(counting(), "/rows", "/k", TEXTS("/n"));
  kit_open(k, kmk_indexed(one, "/rows", "/n", NULL), ROWS);
  assert_found(k, X, OF(2, 5, 2, 3));
  assert_found(k, "{'count': ['/rows', '/n', 3]}", "{'count': 1, 'numbers': {}}");
  assert_issues(k, "[]");
}

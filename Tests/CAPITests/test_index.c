/* Counting rows in a reducer without iterating over them: many writes, a limit, mistakes (J53, J55;
 * Tests/Scenarios/lists covers the rest). */
#include "writer_support.h"

#include <stdio.h>

#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define ROWS                                                                                       \
  "{'rows': [{'id': 'a', 'k': 'x', 'n': 3}, {'id': 'b', 'k': 'y', 'n': 1}, {'id': 'c', 'k': 'x', " \
  "'n': 2}]}"

/* Makes a write, then stores the result of {"count": ["/rows", "/k", VALUE]} in /found. */
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

TEST(J55_rows_that_are_not_indexed_are_an_issue_and_count_as_none) {
  kmk_reducer *both[] = {counting(), kmk_indexed(writer(), "/rows", "/k", NULL)};
  kit_open(k, kmk_combine(2, both), ROWS);
  /* A reducer beside an index is not inside the index. */
  assert_found(k, X, "null");
  assert_issues(k, "['missing-index', 'missing-index']");
  assert_int_equal(kmk_state_count(NULL, "/rows", NULL, NULL), 0);
  assert_null(kmk_state_totals(NULL, "/rows", NULL, NULL));
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

TEST(J55_what_is_wrong_with_an_index_makes_an_invalid_reducer) {
  assert_invalid_reducer(k, kmk_indexed(NULL, "/rows", NULL, NULL), "base");
  assert_invalid_reducer(k, kmk_indexed(writer(), NULL, NULL, NULL), "rows");
  assert_invalid_reducer(k, kmk_indexed(writer(), "rows", NULL, NULL), "JSON Pointer");
  assert_invalid_reducer(k, kmk_indexed(writer(), "/rows", "k", NULL), "JSON Pointer");
  assert_invalid_reducer(k, kmk_indexed(writer(), "/rows", "/k", TEXTS("/n", "~")), "JSON Pointer");
  kmk_reducer *once = kmk_indexed(writer(), "/rows", "/k", NULL);
  assert_invalid_reducer(k, kmk_indexed(once, "/rows", "/k", TEXTS("/n")), "twice");
}

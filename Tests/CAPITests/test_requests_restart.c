/* Requests in saved snapshots: a secret question, and damaged requests. */
#include "request_support.h"

#include <stdio.h>

/* {"log": []}. Appends each action to the log. */
REDUCER(logs) {
  kmk_state_insert_new(state, "/log/-", kmk_json_retain(action));
  return NULL;
}

TEST(B320_a_secret_question_is_not_saved_and_its_asker_is_told) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  static const char saved[] =
      "{'kumiki': 1, 'state': {'log': []}, 'requests': [{'id': '7', 'name': 'file', 'at': '',"
      " 'depth': 0, 'answer': 'loaded', 'failure': 'failed'}]}";
  json_t *json = json_of(saved);
  kmk_snapshot *snapshot = kmk_snapshot_new(json, NULL, NULL);
  json_decref(json);
  k->store = kmk_store_new_from(k->loop, kmk_reducer_new(logs, NULL, NULL), snapshot, NULL);
  kmk_snapshot_free(snapshot);
  run_due(k->loop);
  assert_recorded(file.calls, "[]");
  assert_state_text(k->store, "{'log': [{'failed': 'interrupted'}]}");
  end_loop(k);
  end_keeper(&file);
}

static void check_refused(const char *request, const char *path) {
  kmk_error error = {0};
  char text[256];
  snprintf(text, sizeof text, "{'kumiki': 1, 'state': {}, 'requests': [%s]}", request);
  json_t *json = json_of(text);
  assert_null(kmk_snapshot_new(json, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, path);
  json_decref(json);
}

TEST(B320_a_damaged_request_is_refused_with_its_place) {
  (void)k;
  check_refused("5", "/requests/0");
  check_refused("{'id': 'a'}", "/requests/0");
  check_refused("{'id': 'a', 'name': 'b', 'at': 'x', 'depth': 0}", "/requests/0/at");
  check_refused("{'id': 'a', 'name': 'b', 'at': '', 'depth': -1}", "/requests/0/depth");
  check_refused("{'id': 'a', 'name': 'b', 'at': '', 'depth': 0, 'answer': 'a..b'}",
                "/requests/0/answer");
  check_refused("{'id': 'a', 'name': 'b', 'at': '', 'depth': 0, 'restart': 'never'}",
                "/requests/0/restart");
}

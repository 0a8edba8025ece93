/* Requests in snapshots: asked again, failed or dropped, and going on where they are still in flight. */
#include "request_support.h"

#include <stdio.h>

/* {"log": []}. "again", "fail" and "drop" ask "file" with their own names, under the id "all", which "stop" cancels. */
REDUCER(restarts) {
  static const char *const names[] = {"again", "fail", "drop"};
  for (int i = 0; i < 3; i++) {
    if (!kmk_action_is(action, names[i]))
      continue;
    kmk_ask ask = KMK_ASK_INIT;
    ask.answer = "loaded";
    ask.part = "progress";
    ask.failure = "failed";
    ask.restart = (kmk_request_restart)i;
    kmk_effect *effect = kmk_effect_request_new("file", json_string(names[i]), &ask);
    return kmk_effect_cancellable(effect, "all", false);
  }
  if (kmk_action_is(action, "stop"))
    return kmk_effect_cancel("all");
  kmk_state_insert_new(state, "/log/-", kmk_json_retain(action));
  return NULL;
}

static kmk_reducer *restarting(void) { return kmk_reducer_new(restarts, NULL, NULL); }

static kmk_reducer *in_rows(void) {
  return kmk_for_each(kmk_combine(0, NULL), "/rows", "rows", "id", restarting());
}

/* A snapshot of a store, written and read again, as another process would read it. */
static kmk_snapshot *through_text(kmk_store *store) {
  kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
  json_t *saved = kmk_snapshot_json(snapshot, 0, NULL);
  kmk_snapshot_free(snapshot);
  kmk_snapshot *read = kmk_snapshot_new(saved, NULL, NULL);
  assert_non_null(read);
  json_decref(saved);
  return read;
}

/* Ends the kit's store, and opens another from the snapshot, which is consumed. */
static void go_on(kit *k, kmk_reducer *reducer, kmk_snapshot *snapshot) {
  end_store(k);
  k->store = kmk_store_new_from(k->loop, reducer, snapshot, NULL);
  assert_non_null(k->store);
  kmk_snapshot_free(snapshot);
  run_due(k->loop);
}

TEST(B320_a_store_that_goes_on_asks_again_fails_or_drops) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(k, restarting(), "{'log': []}");
  send_ok(k->store, "'again'");
  send_ok(k->store, "'fail'");
  send_ok(k->store, "'drop'");
  run_due(k->loop);
  assert_int_equal(kmk_request_part_new(file.requests[0], NULL, json_integer(5), NULL), KMK_OK);
  json_array_clear(file.calls);
  kmk_snapshot *snapshot = through_text(k->store);
  go_on(k, restarting(), snapshot);
  assert_recorded(file.calls, "[['cancelled', '0'], ['cancelled', '1'], ['cancelled', '2'],"
                              " ['serve', '0', 'again']]");
  assert_state_text(k->store, "{'log': [{'progress': 5}, {'failed': 'interrupted'}]}");
  assert_int_equal(kmk_request_attempt(file.requests[3]), 2);
  assert_json_text(kmk_request_last_part(file.requests[3]), "5");
  assert_int_equal(answer(file.requests[3], "'x'"), KMK_OK);
  assert_recorded(file.calls, "[['taken', '0']]");
  assert_requests(k->store, "[]");
  send_ok(k->store, "'again'");
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '3', 'again']]");
  end_loop(k);
  end_keeper(&file);
}

TEST(B320_a_request_of_a_row_is_asked_again_by_that_row_under_its_id) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(k, in_rows(), "{'rows': [{'id': 1, 'log': []}, {'id': 2, 'log': []}]}");
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'again'}}}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'again'}}}");
  run_due(k->loop);
  json_array_clear(file.calls);
  go_on(k, in_rows(), through_text(k->store));
  assert_recorded(file.calls, "[['cancelled', '0'], ['cancelled', '1'], ['serve', '1', 'again'],"
                              " ['serve', '0', 'again']]");
  assert_int_equal(answer(file.requests[3], "'x'"), KMK_OK);
  assert_state_text(k->store,
                    "{'rows': [{'id': 1, 'log': []}, {'id': 2, 'log': [{'loaded': 'x'}]}]}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'stop'}}}");
  assert_recorded(file.calls, "[['taken', '0'], ['cancelled', '1']]");
  end_loop(k);
  end_keeper(&file);
}

TEST(B320_a_request_in_a_slot_is_asked_again_and_ends_with_the_slot) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(k, kmk_presentation(kmk_combine(0, NULL), "/sheet", "sheet", NULL, restarting()),
           "{'sheet': {'log': []}}");
  send_ok(k->store, "{'sheet': {'presented': 'again'}}");
  run_due(k->loop);
  json_array_clear(file.calls);
  go_on(k, kmk_presentation(kmk_combine(0, NULL), "/sheet", "sheet", NULL, restarting()),
        through_text(k->store));
  assert_recorded(file.calls, "[['cancelled', '0'], ['serve', '0', 'again']]");
  send_ok(k->store, "{'sheet': 'dismiss'}");
  assert_recorded(file.calls, "[['cancelled', '0']]");
  end_loop(k);
  end_keeper(&file);
}

TEST(B321_what_is_still_in_flight_goes_on_through_a_restore) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(k, in_rows(), "{'rows': [{'id': 1, 'log': []}, {'id': 2, 'log': []}]}");
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'drop'}}}");
  run_due(k->loop);
  kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'again'}}}");
  run_due(k->loop);
  json_array_clear(file.calls);
  assert_int_equal(kmk_store_restore(k->store, snapshot, NULL), KMK_OK);
  run_due(k->loop);
  /* The later request is not part of the moment. */
  assert_recorded(file.calls, "[['cancelled', '1']]");
  assert_int_equal(answer(file.requests[0], "5"), KMK_OK);
  assert_recorded(file.calls, "[['taken', '0']]");
  assert_state_text(k->store,
                    "{'rows': [{'id': 1, 'log': []}, {'id': 2, 'log': [{'loaded': 5}]}]}");
  /* The same moment again. The request has ended since, and its policy is to drop it. */
  assert_int_equal(kmk_store_restore(k->store, snapshot, NULL), KMK_OK);
  run_due(k->loop);
  assert_recorded(file.calls, "[]");
  assert_requests(k->store, "[]");
  kmk_snapshot_free(snapshot);
  end_loop(k);
  end_keeper(&file);
}

static kmk_effect *follow(const json_t *value, kmk_env *env, void *data) {
  (void)env, (void)data;
  return asks("file", value);
}

REDUCER(sets) {
  if (kmk_action_is(action, "set"))
    kmk_state_set(state, "/query", kmk_action_payload(action, "set"));
  else
    kmk_state_insert_new(state, "/log/-", kmk_json_retain(action));
  return NULL;
}

static kmk_reducer *following(void) {
  return kmk_running(kmk_reducer_new(sets, NULL, NULL), "/query", NULL, follow, NULL, NULL);
}

TEST(B322_what_the_state_asks_is_asked_again_under_its_id_and_once) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(k, following(), "{'query': 'a', 'log': []}");
  run_due(k->loop);
  assert_int_equal(kmk_request_part_new(file.requests[0], NULL, json_integer(5), NULL), KMK_OK);
  json_array_clear(file.calls);
  go_on(k, following(), through_text(k->store));
  assert_recorded(file.calls, "[['cancelled', '0'], ['serve', '0', 'a']]");
  assert_int_equal(kmk_request_attempt(file.requests[1]), 2);
  assert_json_text(kmk_request_last_part(file.requests[1]), "5");
  end_loop(k);
  end_keeper(&file);
}

TEST(B322_what_the_state_still_asks_goes_on_through_a_restore_and_another_reducer) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(k, following(), "{'query': 'a', 'log': []}");
  run_due(k->loop);
  kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
  send_ok(k->store, "{'other': 1}");
  json_array_clear(file.calls);
  assert_int_equal(kmk_store_restore(k->store, snapshot, NULL), KMK_OK);
  run_due(k->loop);
  assert_int_equal(kmk_store_replace_reducer(k->store, following(), NULL), KMK_OK);
  run_due(k->loop);
  assert_recorded(file.calls, "[]");
  assert_int_equal(answer(file.requests[0], "'x'"), KMK_OK);
  assert_recorded(file.calls, "[['taken', '0']]");
  assert_state_text(k->store, "{'query': 'a', 'log': [{'loaded': 'x'}]}");
  kmk_snapshot_free(snapshot);
  end_loop(k);
  end_keeper(&file);
}

TEST(B322_another_value_cancels_and_asks) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  kit_open(k, following(), "{'query': 'a', 'log': []}");
  run_due(k->loop);
  send_ok(k->store, "{'set': 'b'}");
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '0', 'a'], ['cancelled', '0'], ['serve', '1', 'b']]");
  end_loop(k);
  end_keeper(&file);
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
  k->store = kmk_store_new_from(k->loop, restarting(), snapshot, NULL);
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

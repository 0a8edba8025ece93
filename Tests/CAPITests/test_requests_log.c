/* Requests in the record of a step, in a log and in a replay. */
#include "request_support.h"
#include "shared_support.h"

/* The questions of a reducer for "go". */
typedef struct asked {
  const char *names[3];
  const char *questions[3];
  bool is_secret, is_chain;
} asked;

REDUCER(asks_these) {
  const asked *these = data;
  if (!kmk_action_is(action, "go"))
    return NULL;
  kmk_ask ask = KMK_ASK_INIT;
  ask.answer = "loaded";
  ask.is_secret = these->is_secret;
  kmk_effect *effects[3] = {NULL};
  for (size_t i = 0; i < 3 && these->names[i] != NULL; i++)
    effects[i] = kmk_effect_delay(
        kmk_effect_request_new(these->names[i], json_of(these->questions[i]), &ask), SECOND);
  return these->is_chain ? kmk_effect_concatenate(3, effects) : kmk_effect_merge(3, effects);
}

static kmk_reducer *asker(const asked *these) {
  return kmk_for_each(kmk_combine(0, NULL), "/rows", "rows", "id",
                      kmk_reducer_new(asks_these, (void *)(uintptr_t)these, NULL));
}

static void keep_step(const json_t *step, void *record) {
  json_array_append_new(record, kmk_json_retain(json_object_get(step, "asked")));
}

static const char rows[] = "{'rows': [{'id': 1}, {'id': 2}]}";
static const char go[] = "{'rows': {'element': {'id': 2, 'action': 'go'}}}";

TEST(B315_a_step_lists_what_it_asks_also_later_members_of_a_chain) {
  static const asked two = {{"a", "b"}, {"1", "[2]"}, false, true};
  json_t *record = json_array();
  kit_open(k, asker(&two), rows);
  kmk_subscription *trace = kmk_store_trace(k->store, NULL, keep_step, record, NULL, NULL);
  send_ok(k->store, go);
  run_due(k->loop);
  assert_json_text(record, "[[{'name': 'a', 'at': '/rows/1', 'question': 1},"
                           " {'name': 'b', 'at': '/rows/1', 'question': [2]}]]");
  kmk_subscription_free(trace);
  json_decref(record);
}

TEST(B316_the_question_of_a_secret_request_is_left_out) {
  static const asked secret = {{"a"}, {"'password'"}, true, false};
  json_t *record = json_array();
  kit_open(k, asker(&secret), rows);
  kmk_subscription *trace = kmk_store_trace(k->store, NULL, keep_step, record, NULL, NULL);
  send_ok(k->store, go);
  run_due(k->loop);
  assert_json_text(record, "[[{'name': 'a', 'at': '/rows/1'}]]");
  advance(k->loop, SECOND);
  assert_issues(k, "['request-unserved']");
  assert_requests(k->store, "[{'id': '0', 'name': 'a', 'at': '/rows/1', 'phase': 'unserved',"
                            " 'attempt': 0, 'age': 0}]");
  kmk_subscription_free(trace);
  json_decref(record);
}

/* Records "go" with one asker, replays it with another, and asserts the divergence's member "asked". */
static void check_replay(kit *k, const asked *then, const asked *now, const char *difference) {
  kmk_error error;
  const char *path = in_folder("a.log");
  kit_open(k, asker(then), rows);
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, &error);
  send_ok(k->store, go);
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, asker(now), &error);
  assert_non_null(replay);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error),
                   difference == NULL ? KMK_OK : KMK_ERR_DECODE);
  json_t *divergence = kmk_replay_divergence(replay);
  if (difference != NULL)
    assert_json_text(json_object_get(divergence, "asked"), difference);
  json_decref(divergence);
  kmk_replay_free(replay);
}

static const asked one = {{"a"}, {"1"}, false, false};

FILE_TEST(B315_a_replay_that_asks_the_same_agrees) { check_replay(k, &one, &one, NULL); }

FILE_TEST(B315_a_replay_notices_another_question) {
  static const asked other = {{"a"}, {"2"}, false, false};
  check_replay(k, &one, &other,
               "{'expected': [{'name': 'a', 'at': '/rows/1', 'question': 1}],"
               " 'found': [{'name': 'a', 'at': '/rows/1', 'question': 2}]}");
}

FILE_TEST(B315_a_replay_notices_a_request_that_is_missing) {
  static const asked none = {{NULL}, {NULL}, false, false};
  check_replay(k, &one, &none,
               "{'expected': [{'name': 'a', 'at': '/rows/1', 'question': 1}], 'found': []}");
}

FILE_TEST(B315_a_replay_notices_one_more_request) {
  static const asked more = {{"a", "delete"}, {"1", "null"}, false, false};
  check_replay(k, &one, &more,
               "{'expected': [{'name': 'a', 'at': '/rows/1', 'question': 1}],"
               " 'found': [{'name': 'a', 'at': '/rows/1', 'question': 1},"
               " {'name': 'delete', 'at': '/rows/1', 'question': null}]}");
}

FILE_TEST(B316_a_replay_compares_secret_requests_by_their_names) {
  static const asked first = {{"a"}, {"'one'"}, true, false};
  static const asked second = {{"a"}, {"'two'"}, true, false};
  check_replay(k, &first, &second, NULL);
}

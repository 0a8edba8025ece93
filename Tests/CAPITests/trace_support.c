#include "trace_support.h"

const char traced_state[] = "{'rows': [{'id': 1, 'n': 0}, {'id': 2, 'n': 0}], 'sheet': null}";

static kmk_effect *count(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  int by = data == NULL ? 1 : 2;
  if (kmk_action_is(action, "inc"))
    kmk_state_set_new(state, "/n",
                      json_integer(json_integer_value(kmk_state_get(state, "/n")) + by));
  if (kmk_action_is(action, "stamp")) {
    char id[37];
    kmk_env_uuid(env, id);
    kmk_state_set_new(state, "/id_card", json_string(id));
    kmk_state_set_new(state, "/date", json_integer(kmk_env_date(env)));
    kmk_state_set_new(state, "/now", json_integer((json_int_t)kmk_env_now(env)));
  }
  if (kmk_action_is(action, "later"))
    return kmk_effect_after_new(SECOND, json_string("inc"));
  if (kmk_action_is(action, "twice"))
    return KMK_MERGE(kmk_effect_send_new(json_string("inc")),
                     kmk_effect_send_new(json_string("inc")));
  if (kmk_action_is(action, "close"))
    return kmk_effect_dismiss(env);
  return NULL;
}

static kmk_effect *parent(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "open"))
    kmk_state_set_new(state, "/sheet", json_pack("{s:i}", "n", 0));
  if (kmk_action_is(action, "more"))
    kmk_state_insert_new(state, "/rows/0", json_pack("{s:i, s:i}", "id", 3, "n", 0));
  if (kmk_action_is(action, "whole"))
    kmk_state_set_new(state, "", json_pack("{s:[], s:n}", "rows", "sheet"));
  return NULL;
}

kmk_reducer *traced_feature(int by) {
  static int two;
  void *data = by == 1 ? NULL : &two;
  kmk_reducer *rows = kmk_for_each(kmk_reducer_new(parent, NULL, NULL), "/rows", "rows", "id",
                                   kmk_reducer_new(count, data, NULL));
  return kmk_presentation(rows, "/sheet", "sheet", NULL, kmk_reducer_new(count, data, NULL));
}

void open_traced(kit *k) { k->store = open_store(k->loop, traced_feature(1), traced_state); }

void play_history(kit *k) {
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'stamp'}}}");
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'later'}}}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'twice'}}}");
  send_ok(k->store, "'open'");
  advance(k->loop, SECOND);
  send_ok(k->store, "'more'");
  send_ok(k->store, "{'sheet': {'presented': 'inc'}}");
  send_ok(k->store, "{'sheet': {'presented': 'close'}}");
}

void assert_replays(const char *path, kmk_reducer *reducer, const char *state) {
  kmk_error error;
  kmk_replay *replay = kmk_replay_open(path, reducer, &error);
  assert_non_null(replay);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_null(kmk_replay_divergence(replay));
  json_t *expected = json_loads(state, 0, NULL), *found = kmk_store_state(kmk_replay_store(replay));
  assert_true(json_equal(expected, found));
  json_decref(expected);
  json_decref(found);
  kmk_replay_free(replay);
}

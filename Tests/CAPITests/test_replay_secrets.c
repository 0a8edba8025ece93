/* Declared secrets: what a log contains of them, and how the log is replayed. */
#include "trace_support.h"

#include <stdio.h>

/* {"set": {"at": POINTER, "value": V}} writes; "pin" writes its payload; {"relay": A} sends A. */
static kmk_effect *set(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *payload;
  if ((payload = kmk_action_payload(action, "set")) != NULL)
    kmk_state_set(state, json_string_value(json_object_get(payload, "at")),
                  json_object_get(payload, "value"));
  if ((payload = kmk_action_payload(action, "pin")) != NULL)
    kmk_state_set(state, "/pin", payload);
  if ((payload = kmk_action_payload(action, "relay")) != NULL)
    return kmk_effect_send(payload);
  return NULL;
}

static kmk_reducer *setting(void) { return kmk_reducer_new(set, NULL, NULL); }

static kmk_recorder *record(kmk_store *store, const char *path, const char *const *secrets) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.secret_paths = secrets;
  options.checkpoint_bytes = 300;
  kmk_recorder *recorder = kmk_recorder_new(store, path, &options, &error);
  assert_non_null(recorder);
  return recorder;
}

/* The file's text, in a buffer that the next call uses again. */
static const char *text_in(const char *path) {
  static char text[65536];
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return text;
}

static const char *const pin[] = {"/pin", NULL};

FILE_TEST(Z83_an_issue_in_a_log_does_not_say_what_was_refused_at_a_declared_place) {
  const char *path = in_folder("a.log");
  const char *const secrets[] = {"/pin", "/rows/*/word", "pin", "set", "rows.element.set",
                                 "form", "relay",        NULL};
  kmk_reducer *rows = kmk_for_each(setting(), "/rows", "rows", "id",
                                   kmk_shape(setting(), "{id: integer, word: text?, n: integer?}"));
  rows = kmk_presentation(rows, "/form", "form", NULL, setting());
  k->store =
      open_store(k->loop, kmk_shape(rows, "{pin: text?, n: integer = 0, rows: [any], form: any?}"),
                 "{'pin': null, 'rows': [{'id': 1}]}");
  kmk_recorder *recorder = record(k->store, path, secrets);
  send_ok(k->store, "{'pin': 987654}");
  send_ok(k->store, "{'set': {'at': '/pin/deeper', 'value': 987654}}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action':"
                    " {'set': {'at': '/word', 'value': 987654}}}}}");
  send_ok(k->store, "{'relay': {'form': '987654'}}");
  send_ok(k->store, "{'set': {'at': '/n', 'value': 'seen'}}");
  kmk_recorder_free(recorder);
  json_t *issue;
  size_t index;
  char *told = text_of(k->issues);
  assert_non_null(strstr(told, "987654")); /* the loop's own issues still contain it */
  free(told);
  json_array_foreach(k->issues, index, issue)
      assert_true(json_is_string(json_object_get(issue, "message")));
  json_array_clear(k->issues);
  const char *text = text_in(path);
  assert_null(strstr(text, "987654"));
  assert_non_null(strstr(text, "\"message\":null,\"path\":\"/pin\""));
  assert_non_null(strstr(text, "\"message\":null,\"path\":\"/rows/0/word\""));
  assert_non_null(strstr(text, "found text \\\"seen\\\""));
}

/* Records a run. Two such runs differ only in their secret. */
static void play_with(kit *k, const char *path, const char *secret) {
  k->store = open_store(k->loop, setting(), "{'pin': '0000', 'n': 0}");
  kmk_recorder *recorder = record(k->store, path, pin);
  kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
  kmk_store_sendf(k->store, NULL, "{s:s}", "pin", secret);
  send_ok(k->store, "{'set': {'at': '/n', 'value': 1}}");
  kmk_store_sendf(k->store, NULL, "{s:{s:s, s:{s:s, s:i}}}", "set", "at", "", "value", "pin",
                  secret, "n", 2);
  kmk_snapshot *second = kmk_store_snapshot(k->store, NULL);
  assert_int_equal(kmk_store_restore(k->store, snapshot, NULL), KMK_OK);
  assert_int_equal(kmk_store_restore(k->store, second, NULL), KMK_OK);
  for (int i = 0; i < 9; i++)
    send_ok(k->store, "{'set': {'at': '/n', 'value': 3}}");
  kmk_snapshot_free(snapshot);
  kmk_snapshot_free(second);
  kmk_recorder_free(recorder);
  end_store(k);
}

FILE_TEST(Z83_two_runs_that_differ_by_a_secret_have_the_same_hashes) {
  const char *one = in_folder("1.log"), *two = in_folder("2.log");
  play_with(k, one, "4711");
  play_with(k, two, "0815");
  char first[65536];
  strcpy(first, text_in(one));
  const char *a = first, *b = text_in(two);
  int hashes = 0;
  while ((a = strstr(a, "\"hash\":")) != NULL) {
    b = strstr(b, "\"hash\":");
    assert_non_null(b);
    assert_memory_equal(a, b, 25);
    hashes++, a++, b++;
  }
  assert_null(strstr(b, "\"hash\":"));
  assert_true(hashes > 16);
}

FILE_TEST(Z83_a_log_without_its_secrets_comes_out_the_same) {
  kmk_error error;
  const char *path = in_folder("1.log");
  play_with(k, path, "4711");
  kmk_replay *replay = kmk_replay_open(path, setting(), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  const uint64_t steps[] = {14, 5, 3, 1, 0, 9, 4, 2};
  for (size_t i = 0; i < COUNT_OF(steps); i++)
    assert_int_equal(kmk_replay_run(replay, steps[i], &error), KMK_OK);
  kmk_replay_free(replay);
}

/* A divergence in other writes of the step is reported, and neither side shows the secret. */
static kmk_effect *more(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  if (kmk_action_is(action, "pin"))
    kmk_state_set_new(state, "/n", json_integer(7));
  return set(state, action, env, data);
}

FILE_TEST(Z83_a_changed_reducer_is_noticed_beside_a_secret) {
  kmk_error error;
  const char *path = in_folder("1.log");
  play_with(k, path, "4711");
  kmk_replay *replay = kmk_replay_open(path, kmk_reducer_new(more, NULL, NULL), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  assert_int_equal(kmk_replay_step(replay), 1);
  json_t *divergence = kmk_replay_divergence(replay);
  assert_json_text(json_object_get(divergence, "difference"),
                   "[{'op': 'replace', 'path': '/n', 'value': 7}]");
  json_decref(divergence);
  kmk_replay_free(replay);
}

/* As development versions of 0.3.0 wrote it: the hashes cover everything that was written. */
FILE_TEST(Z83_a_log_with_hashes_of_the_secrets_is_still_replayed) {
  (void)k;
  const char *path = in_folder("old.log");
  write_file(
      path, "{\"kumiki\":\"log\",\"form\":1,\"library\":\"0.3.0\",\"shape\":\"f357e0de45544c50\"}\n"
            "{\"checkpoint\":{\"kumiki\":1,\"version\":0,\"shape\":\"f357e0de45544c50\",\"next\":"
            "{\"presentation\":0,\"element\":0,\"uuid\":0}},\"state\":{\"pin\":null},\"step\":0,"
            "\"clock\":0,"
            "\"hash\":\"0000000000000000\"}\n"
            "{\"step\":1,\"clock\":0,\"origin\":\"program\",\"action\":{\"pin\":\"4711\"},"
            "\"patch\":[{\"op\":"
            "\"replace\",\"path\":\"/pin\",\"value\":null}],\"hash\":\"4ff51a2167fae1ad\"}\n"
            "{\"step\":2,\"clock\":0,\"origin\":\"program\",\"action\":{\"pin\":\"0815\"},"
            "\"patch\":[{\"op\":"
            "\"replace\",\"path\":\"/pin\",\"value\":null}],\"hash\":\"754a6c9d823769df\"}\n");
  assert_replays(path, setting(), "{\"pin\": \"0815\"}");
}

FILE_TEST(Z83_a_header_with_malformed_places_is_refused) {
  kmk_error error;
  const char *path = in_folder("a.log");
  const char *const wrong[] = {"7", "[7]", "[\"/a~\"]", "[\"\"]", "{}"};
  open_traced(k);
  kmk_recorder_free(record(k->store, path, NULL));
  char rest[4096], text[8192];
  strcpy(rest, strchr(text_in(path), '\n'));
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    snprintf(text, sizeof text, "{\"kumiki\":\"log\",\"form\":1,\"secrets\":%s}%s", wrong[i], rest);
    write_file(path, text);
    assert_null(kmk_replay_open(path, traced_feature(1), &error));
    assert_int_equal(error.status, KMK_ERR_DECODE);
    assert_non_null(strstr(error.message, "secret"));
  }
}

/* ------------------------------------------------------------------ bindings */

static kmk_reducer *bound_later(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  static const kmk_field fields[] = {{"/key", "text?"}};
  return kmk_binding_fields("binding", COUNT_OF(fields), fields);
}

/* A field at the root, in a slot, in rows, and behind a dynamic reducer, which is unknown beforehand. */
static kmk_reducer *forms(void) {
  static const kmk_field own[] = {{"/pw", "text?"}, {"/name", "text?"}, {"/sheet/pw", "text?"}};
  static const kmk_field inner[] = {{"/word", "text?"}, {"/name", "text?"}};
  kmk_reducer *all = kmk_combine(
      3, (kmk_reducer *[]){kmk_binding_fields("binding", COUNT_OF(own), own), setting(),
                           kmk_scope("/late", "late", kmk_reader(bound_later, NULL, NULL))});
  all = kmk_for_each(all, "/rows", "rows", "id",
                     kmk_binding_fields("binding", COUNT_OF(inner), inner));
  return kmk_presentation(all, "/sheet", "sheet", NULL,
                          kmk_binding_fields("deep.binding", COUNT_OF(inner), inner));
}

static const char *const bound[] = {"/pw",       "/rows/*/word", "/sheet/word",
                                    "/late/key", "/other/name",  NULL};

static void open_forms(kit *k) {
  k->store = open_store(k->loop, forms(),
                        "{'pw': 'hidden', 'name': '', 'rows': [{'id': 1, 'word': '', 'name': ''}],"
                        " 'sheet': {'word': '', 'name': ''}, 'late': {'key': ''}}");
}

static void write_field(kmk_store *store, const char *binding, const char *pointer,
                        const char *text) {
  kmk_error error;
  json_t *value = json_string(text);
  assert_int_equal(kmk_store_write_binding(store, binding, pointer, value, &error), KMK_OK);
  json_decref(value);
}

FILE_TEST(Z84_a_write_of_a_binding_to_a_declared_place_has_no_value_in_the_log) {
  const char *path = in_folder("a.log");
  open_forms(k);
  kmk_recorder *recorder = record(k->store, path, bound);
  write_field(k->store, "binding", "/pw", "hidden 1");
  write_field(k->store, "binding", "/pw", "hidden 1"); /* changes nothing */
  write_field(k->store, "sheet.presented.deep.binding", "/word", "hidden 2");
  write_field(k->store, "late.binding", "/key", "hidden 3");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action':"
                    " {'binding': {'path': '/word', 'value': 'hidden 4'}}}}}");
  send_ok(k->store, "{'relay': {'rows': {'element': {'id': 9, 'action':"
                    " {'binding': {'path': '/word', 'value': 'hidden 5'}}}}}}");
  write_field(k->store, "binding", "/name", "seen 1");
  write_field(k->store, "sheet.presented.deep.binding", "/name", "seen 2");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action':"
                    " {'binding': {'path': '/name', 'value': 'seen 3'}}}}}");
  json_t *number = json_integer(424242);
  kmk_store_write_binding(k->store, "binding", "/pw", number, NULL);
  json_decref(number);
  kmk_recorder_free(recorder);
  json_array_clear(k->issues);
  const char *text = text_in(path);
  assert_null(strstr(text, "hidden"));
  assert_null(strstr(text, "424242"));
  assert_non_null(strstr(text, "{\"binding\":{\"path\":\"/pw\",\"value\":null}}"));
  assert_non_null(
      strstr(text, "{\"id\":1,\"action\":{\"binding\":{\"path\":\"/word\",\"value\":null}}}"));
  const char *const seen[] = {"seen 1", "seen 2", "seen 3"};
  for (size_t i = 0; i < COUNT_OF(seen); i++)
    assert_non_null(strstr(text, seen[i]));
}

/* The replay gets null, as for the payload of a declared case. */
FILE_TEST(Z89_a_binding_whose_value_was_kept_out_is_replayed) {
  kmk_error error;
  const char *path = in_folder("a.log");
  open_forms(k);
  kmk_recorder *recorder = record(k->store, path, bound);
  write_field(k->store, "binding", "/name", "Ann");
  write_field(k->store, "late.binding", "/key", "hidden");
  write_field(k->store, "late.binding", "/key", "hidden 2");
  write_field(k->store, "binding", "/pw", "hidden 3");
  write_field(k->store, "binding", "/name", "Eve");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, forms(), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_int_equal(kmk_replay_step(replay), 5);
  json_t *name = kmk_store_get(kmk_replay_store(replay), "/name", NULL);
  assert_string_equal(json_string_value(name), "Eve");
  json_decref(name);
  assert_int_equal(kmk_replay_run(replay, 2, &error), KMK_OK);
  kmk_replay_free(replay);
}

/* ----------------------------------------------------------- replays of actions that write secrets */

static const char *const words[] = {"/pin", "/codes/*", "/login/word", "pin", "codes", NULL};

/* "pin" writes its payload as the pin and as a part of the login, "codes" appends its payload; each action adds one
   to /n. */
static kmk_effect *enter(kmk_state *state, const json_t *action, kmk_env *env, void *by) {
  (void)env;
  const json_t *payload;
  if ((payload = kmk_action_payload(action, "pin")) != NULL) {
    kmk_state_set(state, "/pin", payload);
    kmk_state_set(state, "/login/word", payload);
  }
  if ((payload = kmk_action_payload(action, "codes")) != NULL)
    kmk_state_insert_new(state, "/codes/-", json_deep_copy(payload));
  kmk_state_set_new(
      state, "/n",
      json_integer(json_integer_value(kmk_state_get(state, "/n")) + (by == NULL ? 1 : *(int *)by)));
  return NULL;
}

static kmk_reducer *entering(int *by, const char *shape) {
  static const kmk_case cases[] = {{"pin", "text"}, {"codes", "text"}, {"inc", NULL},
                                   {"undo", NULL},  {"redo", NULL},    {"clear", NULL}};
  kmk_reducer *reducer = kmk_undoable(kmk_reducer_new(enter, by, NULL), NULL);
  return shape == NULL ? reducer : kmk_cases(kmk_shape(reducer, shape), COUNT_OF(cases), cases);
}

static void play_secrets(kit *k, const char *path, const char *shape, const char *state) {
  k->store = open_store(k->loop, entering(NULL, shape), state);
  kmk_recorder *recorder = record(k->store, path, words);
  static const char *const actions[] = {"{'pin': 'hidden'}",
                                        "{'pin': 'hidden 2'}",
                                        "'inc'",
                                        "{'codes': 'hidden 3'}",
                                        "'undo'",
                                        "'redo'",
                                        "{'codes': 'hidden 4'}",
                                        "'inc'"};
  for (size_t i = 0; i < COUNT_OF(actions); i++)
    send_ok(k->store, actions[i]);
  kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
  send_ok(k->store, "{'pin': 'hidden 5'}");
  assert_int_equal(kmk_store_restore(k->store, snapshot, NULL), KMK_OK);
  kmk_snapshot_free(snapshot);
  send_ok(k->store, "'inc'");
  kmk_recorder_free(recorder);
  end_store(k);
  assert_null(strstr(text_in(path), "hidden"));
}

static const char *const shapes[] = {
    NULL, "{pin: text = '', n: integer, login: {word: text, name: text}, codes: [text]}"};

/* Regardless of the former content of the place: a value, null, or nothing. */
FILE_TEST(Z89_a_log_is_replayed_where_an_action_writes_a_secret) {
  kmk_error error;
  const char *path = in_folder("a.log");
  const char *const states[] = {
      "{'n': 0, 'pin': '', 'login': {'word': '', 'name': ''}, 'codes': []}",
      "{'n': 0, 'pin': 'hidden', 'login': {'word': 'hidden', 'name': 'Ann'}, 'codes': ['hidden']}",
      "{'n': 0, 'pin': null, 'login': {'word': null}, 'codes': []}",
      "{'n': 0, 'login': {}, 'codes': []}"};
  for (size_t i = 0; i < 6; i++) {
    const char *shape = shapes[i / 4];
    play_secrets(k, path, shape, states[i % 4]);
    kmk_replay *replay = kmk_replay_open(path, entering(NULL, shape), &error);
    assert_non_null(replay);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    const uint64_t steps[] = {9, 3, 7, 1, 11, 0};
    for (size_t j = 0; j < COUNT_OF(steps); j++)
      assert_int_equal(kmk_replay_run(replay, steps[j], &error), KMK_OK);
    kmk_replay_free(replay);
    replay = kmk_replay_open_at(path, entering(NULL, shape), UINT64_MAX, &error);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    kmk_replay_free(replay);
    remove(path);
  }
}

/* A changed reducer is detected in a step that writes secrets. The divergence does not show a secret's place. */
FILE_TEST(Z89_a_changed_reducer_is_noticed_in_a_step_that_writes_a_secret) {
  kmk_error error;
  int two = 2;
  const char *path = in_folder("a.log");
  play_secrets(k, path, shapes[1], "{'n': 0, 'login': {'word': '', 'name': ''}, 'codes': []}");
  kmk_replay *replay = kmk_replay_open(path, entering(&two, shapes[1]), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_ERR_DECODE);
  assert_int_equal(kmk_replay_step(replay), 1);
  json_t *divergence = kmk_replay_divergence(replay);
  assert_json_text(divergence, "{'step': 1, 'action': {'pin': null},"
                               " 'expected': [{'op': 'replace', 'path': '/n', 'value': 1}],"
                               " 'found': [{'op': 'replace', 'path': '/n', 'value': 2}],"
                               " 'difference': [{'op': 'replace', 'path': '/n', 'value': 2}]}");
  json_decref(divergence);
  kmk_replay_free(replay);
}

/* In an open store, null is a value like any other. */
FILE_TEST(Z89_a_moment_without_its_secrets_fits_a_living_store_only_where_null_does) {
  kmk_error error;
  const char *path = in_folder("a.log");
  play_secrets(k, path, shapes[1], "{'n': 0, 'login': {'word': '', 'name': ''}, 'codes': []}");
  kmk_replay *replay = kmk_replay_open(path, entering(NULL, shapes[1]), &error);
  assert_int_equal(kmk_replay_run(replay, 1, &error), KMK_OK);
  kmk_snapshot *moment = kmk_replay_snapshot(replay, &error);
  k->store = kmk_store_new_from(k->loop, entering(NULL, shapes[1]), moment, &error);
  assert_null(k->store);
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_non_null(strstr(error.message, "expected text, found null"));
  kmk_snapshot_free(moment);
  kmk_replay_free(replay);
}

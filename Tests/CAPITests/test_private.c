/* Private cases: only the effects of their feature send them (M210 to M213). */
#include "support.h"
#include "trace_support.h"
#include "trial_support.h"

static const kmk_case known[] = {
    {"load", NULL}, {"later", NULL},          {"work", NULL},           {"private loaded", "text"},
    {"fail", NULL}, {"private failed", NULL}, {"private child", "any"}, {"reach", NULL},
};
static probe loading;

static json_t *loaded(void) { return json_pack("{s:s}", "loaded", "a"); }

static json_t *failed(const json_t *error, void *data) {
  (void)error, (void)data;
  return json_string("failed");
}

static void works(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_send_new(sender, loaded());
}

/* Answers its public cases with effects, and writes what a private one brings. */
REDUCER(loads) {
  const json_t *text = kmk_action_payload(action, "loaded");
  if (text != NULL)
    kmk_state_set(state, "/text", text);
  if (kmk_action_is(action, "failed"))
    kmk_state_set_new(state, "/text", json_string("none"));
  if (kmk_action_is(action, "load"))
    return kmk_effect_send_new(loaded());
  if (kmk_action_is(action, "later"))
    return kmk_effect_after_new(SECOND, loaded());
  if (kmk_action_is(action, "work"))
    return kmk_effect_blocking(works, NULL, NULL);
  if (kmk_action_is(action, "start"))
    return probe_effect(&loading);
  if (kmk_action_is(action, "fail"))
    return kmk_effect_catch(kmk_effect_blocking(works, NULL, NULL), failed, NULL, NULL);
  if (kmk_action_is(action, "reach"))
    return kmk_effect_send_new(json_pack("{s:{s:s}}", "child", "loaded", "b"));
  return NULL;
}

static kmk_reducer *feature(void) {
  return KMK_CASES(kmk_reducer_new(loads, NULL, NULL), {"load", NULL}, {"later", NULL},
                   {"work", NULL}, {"start", NULL}, {"private loaded", "text"});
}

static void refused(kmk_store *store, const char *action, const char *path) {
  kmk_error error;
  json_t *value = json_of(action);
  assert_int_equal(kmk_store_send(store, value, &error), KMK_ERR_NOT_ALLOWED);
  json_decref(value);
  assert_string_equal(error.path, path);
  assert_non_null(strstr(error.message, "\"loaded\" is private: only effects of its own feature"));
}

TEST(M210_the_program_does_not_send_a_private_case) {
  kit_open(k, feature(), "{'text': ''}");
  refused(k->store, "{'loaded': 'x'}", "");
  kmk_error error;
  assert_int_equal(kmk_store_send_text(k->store, "{\"loaded\":\"x\"}", &error),
                   KMK_ERR_NOT_ALLOWED);
  assert_string_equal(error.message,
                      "the case \"loaded\" is private: only effects of its own feature send it; "
                      "send one of the feature's other cases: load, later, work, start");
  assert_json_text(k->log, "[]");
  assert_string_equal(kmk_status_name(KMK_ERR_NOT_ALLOWED), "KMK_ERR_NOT_ALLOWED");
}

TEST(M210_a_posted_private_case_is_an_issue) {
  kit_open(k, feature(), "{'text': ''}");
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  assert_int_equal(kmk_mailbox_post_new(mailbox, loaded()), KMK_OK);
  kmk_mailbox_free(mailbox);
  run_due(k->loop);
  assert_json_text(k->log, "[]");
  assert_issues(k, "['private-case']");
}

TEST(M211_each_kind_of_effect_sends_the_private_cases_of_its_feature) {
  static const char *const starts[] = {"'load'", "'later'", "'work'"};
  for (size_t i = 0; i < COUNT_OF(starts); i++) {
    kmk_store *store = open_store(k->loop, feature(), "{'text': ''}");
    send_ok(store, starts[i]);
    run_due(k->loop);
    advance(k->loop, SECOND);
    assert_state_text(store, "{'text': 'a'}");
    kmk_store_free(store);
  }
}

/* An operator around the feature: a state, and the action around the feature's. */
typedef struct around {
  kmk_reducer *reducer;
  const char *state, *before, *after, *path, *result;
} around;

static kmk_reducer *nothing(void) { return KMK_COMBINE(kmk_reducer_new(loads, NULL, NULL)); }

TEST(M211_the_features_around_wrap_it) {
  const around all[] = {
      {kmk_scope("/a", "a", feature()), "{'a': {'text': ''}}", "{'a': ", "}", "/a",
       "{'a': {'text': 'a'}}"},
      {kmk_if_let(nothing(), "/a", "a", NULL, feature()), "{'a': {'text': ''}}", "{'a': ", "}",
       "/a", "{'a': {'text': 'a'}}"},
      {kmk_presentation(nothing(), "/a", "a", NULL, feature()), "{'a': {'text': ''}}",
       "{'a': {'presented': ", "}}", "/a/presented", "{'a': {'text': 'a'}}"},
      {kmk_for_each(nothing(), "/rows", "rows", "id", feature()),
       "{'rows': [{'id': 1, 'text': ''}]}", "{'rows': {'element': {'id': 1, 'action': ", "}}}",
       "/rows/element/action", "{'rows': [{'id': 1, 'text': 'a'}]}"},
      {kmk_stack(nothing(), "/path", "path", feature()), "{'path': [{'text': ''}]}",
       "{'path': {'element': {'id': 0, 'action': ", "}}}", "/path/element/action",
       "{'path': [{'id': 0, 'element': {'text': 'a'}}]}"},
      {kmk_presentation(nothing(), "/a", "a", NULL, kmk_scope_case("one", "one", feature())),
       "{'a': {'one': {'text': ''}}}", "{'a': {'presented': {'one': ", "}}}", "/a/presented/one",
       "{'a': {'one': {'text': 'a'}}}"},
  };
  for (size_t i = 0; i < COUNT_OF(all); i++) {
    static const char *const starts[] = {"'load'", "'later'", "'work'"};
    kmk_store *store = open_store(k->loop, all[i].reducer, all[i].state);
    char text[256];
    snprintf(text, sizeof text, "%s{'loaded': 'x'}%s", all[i].before, all[i].after);
    refused(store, text, all[i].path);
    for (size_t j = 0; j < COUNT_OF(starts); j++) {
      snprintf(text, sizeof text, "%s%s%s", all[i].before, starts[j], all[i].after);
      send_ok(store, text);
      run_due(k->loop);
      advance(k->loop, SECOND);
      assert_state_text(store, all[i].result);
    }
    kmk_store_free(store);
  }
}

static kmk_reducer *tree(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_cases(kmk_for_each(kmk_reducer_new(loads, NULL, NULL), "/rows", "rows", "id", self), 3,
                   (const kmk_case[]){{"load", NULL}, {"rows", "any"}, {"private loaded", "text"}});
}

TEST(M211_a_recursion_is_judged_at_each_of_its_levels) {
  kit_open(
      k, kmk_recurse(tree, NULL, NULL),
      "{'rows': [{'id': 1, 'rows': [{'id': 2, 'rows': [], 'text': ''}], 'text': ''}], 'text': ''}");
  refused(k->store,
          "{'rows': {'element': {'id': 1, 'action': {'rows': {'element': {'id': 2, 'action':"
          " {'loaded': 'x'}}}}}}}",
          "/rows/element/action/rows/element/action");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': {'rows': {'element': {'id': 2,"
                    " 'action': 'load'}}}}}}");
  assert_state_text(k->store, "{'rows': [{'id': 1, 'rows': [{'id': 2, 'rows': [], 'text': 'a'}],"
                              " 'text': ''}], 'text': ''}");
}

TEST(M210_an_effect_of_a_parent_does_not_send_its_childs_private_case) {
  kmk_reducer *parent =
      kmk_if_let(kmk_reducer_new(loads, NULL, NULL), "/child", "child", NULL, feature());
  kit_open(k, kmk_cases(parent, COUNT_OF(known), known), "{'child': {'text': ''}, 'text': ''}");
  send_ok(k->store, "'reach'");
  assert_state_text(k->store, "{'child': {'text': ''}, 'text': ''}");
  assert_issues(k, "['private-case']");
}

REDUCER(starts) {
  return kmk_action_is(action, "start")
             ? kmk_effect_catch(probe_effect(&loading), failed, NULL, NULL)
             : NULL;
}

TEST(M210_a_sender_is_told_that_a_childs_case_is_private) {
  kmk_reducer *parent =
      kmk_if_let(kmk_reducer_new(starts, NULL, NULL), "/child", "child", NULL, feature());
  kit_open(k, parent, "{'child': {'text': ''}}");
  send_ok(k->store, "'start'");
  run_due(k->loop);
  assert_int_equal(probe_send(&loading, "{'child': {'loaded': 'x'}}"), KMK_ERR_NOT_ALLOWED);
  assert_issues(k, "['private-case']");
  assert_int_equal(probe_send(&loading, "{'child': 'load'}"), KMK_OK);
  assert_state_text(k->store, "{'child': {'text': 'a'}}");
  probe_finish(&loading);
}

TEST(M210_a_case_that_wraps_a_child_may_be_private) {
  kmk_reducer *parent = kmk_if_let(nothing(), "/child", "child", NULL, feature());
  kit_open(k, KMK_CASES(parent, {"go", NULL}, {"private child", "any"}), "{'child': {'text': ''}}");
  kmk_error error;
  json_t *value = json_of("{'child': 'load'}");
  assert_int_equal(kmk_store_send(k->store, value, &error), KMK_ERR_NOT_ALLOWED);
  json_decref(value);
  assert_string_equal(error.path, "");
}

TEST(M210_the_payload_of_a_parents_case_may_declare_its_childs_private_cases) {
  kmk_reducer *parent =
      kmk_if_let(nothing(), "/child", "child", NULL, kmk_reducer_new(loads, NULL, NULL));
  kit_open(k, KMK_CASES(parent, {"child", "(load | private loaded: text)"}),
           "{'child': {'text': ''}}");
  refused(k->store, "{'child': {'loaded': 'x'}}", "/child");
  send_ok(k->store, "{'child': 'load'}");
  assert_state_text(k->store, "{'child': {'text': 'a'}}");
}

TEST(M210_a_view_does_not_send_a_private_case) {
  kit_open(k, kmk_scope("/a", "a", feature()), "{'a': {'text': ''}}");
  kmk_store *view = kmk_store_scope(k->store, "/a", "a", NULL);
  refused(view, "{'loaded': 'x'}", "");
  kmk_mailbox *mailbox = kmk_store_mailbox(view);
  assert_int_equal(kmk_mailbox_post_new(mailbox, loaded()), KMK_OK);
  kmk_mailbox_free(mailbox);
  run_due(k->loop);
  assert_issues(k, "['private-case']");
  send_ok(view, "'load'");
  assert_state_text(k->store, "{'a': {'text': 'a'}}");
  kmk_store_free(view);
}

static kmk_effect *handles_load(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)state, (void)payload, (void)env, (void)data;
  return kmk_effect_send_new(loaded());
}

static kmk_effect *handles_loaded(kmk_state *state, const json_t *payload, kmk_env *env,
                                  void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/text", payload);
  return NULL;
}

TEST(M211_a_handler_may_be_of_a_private_case) {
  kit_open(k,
           KMK_HANDLERS({"load", NULL, handles_load}, {"private loaded", "text", handles_loaded}),
           "{'text': ''}");
  refused(k->store, "{'loaded': 'x'}", "");
  send_ok(k->store, "'load'");
  assert_state_text(k->store, "{'text': 'a'}");
}

/* A store, and the status of the private case that its observer sends. */
typedef struct sending {
  kmk_store *store;
  kmk_status status;
} sending;

static void sends_back(const json_t *value, void *data) {
  (void)value;
  sending *own = data;
  if (own->store != NULL)
    own->status = kmk_store_send_new(own->store, loaded(), NULL);
}

TEST(M210_an_observer_is_the_program) {
  sending own = {NULL, KMK_OK};
  kmk_store *store = open_store(k->loop, feature(), "{'text': ''}");
  kmk_subscription *observer = kmk_store_observe(store, "/text", sends_back, &own, NULL, NULL);
  own.store = store;
  send_ok(store, "'load'");
  assert_int_equal(own.status, KMK_ERR_NOT_ALLOWED);
  assert_state_text(store, "{'text': 'a'}");
  kmk_subscription_free(observer);
  kmk_store_free(store);
}

TEST(M213_private_alone_is_a_name) {
  kit_open(k,
           KMK_CASES(logger(k->log), {"private", "text"},
                     {"set", "(private: integer | private x | 'private y')"}),
           "{}");
  send_ok(k->store, "{'private': 'a'}");
  send_ok(k->store, "{'set': {'private': 1}}");
  send_ok(k->store, "{'set': 'private y'}");
  assert_int_equal(send_status(k->store, "{'set': 'x'}"), KMK_ERR_NOT_ALLOWED);
}

TEST(M213_a_description_names_the_private_cases) {
  kmk_reducer *reducer = feature();
  json_t *schema = kmk_reducer_describe(reducer, NULL);
  const json_t *action = json_object_get(json_object_get(schema, "$defs"), "action");
  assert_json_text(
      json_object_get(json_array_get(json_object_get(action, "anyOf"), 1), "x-private"),
      "['loaded']");
  json_decref(schema);
  kmk_reducer_free(reducer);
}

TRIAL_TEST(M212_a_test_sends_private_cases) {
  open_trial_of(t, kmk_scope("/a", "a", feature()), "{'a': {'text': ''}}");
  SEND(t, "{'a': {'loaded': 'x'}}", "{'a': {'text': 'x'}}");
  SEND(t, "{'a': 'load'}", NULL);
  RECEIVE(t, "{'a': {'loaded': 'a'}}", "{'a': {'text': 'a'}}");
}

/* Records what a store does, and replays it with the same reducer. */
FILE_TEST(M212_a_replay_repeats_what_was_sent_and_what_was_refused) {
  const char *path = in_folder("a.log");
  kmk_error error;
  const kmk_case own[] = {{"start", NULL}, {"child", "any"}};
  kmk_reducer *child = feature();
  kmk_reducer *parent =
      kmk_if_let(kmk_reducer_new(starts, NULL, NULL), "/child", "child", NULL, child);
  k->store = open_store(k->loop, kmk_cases(parent, 2, own), "{'child': {'text': ''}}");
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, &error);
  assert_non_null(recorder);
  send_ok(k->store, "'start'");
  run_due(k->loop);
  assert_int_equal(probe_send(&loading, "{'child': {'loaded': 'x'}}"), KMK_ERR_NOT_ALLOWED);
  assert_int_equal(probe_send(&loading, "{'child': 'load'}"), KMK_OK);
  probe_finish(&loading);
  assert_issues(k, "['private-case']");
  kmk_recorder_free(recorder);
  parent = kmk_if_let(kmk_reducer_new(starts, NULL, NULL), "/child", "child", NULL, feature());
  kmk_replay *replay = kmk_replay_open(path, kmk_cases(parent, 2, own), &error);
  assert_non_null(replay);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_state_text(kmk_replay_store(replay), "{'child': {'text': 'a'}}");
  kmk_replay_free(replay);
}

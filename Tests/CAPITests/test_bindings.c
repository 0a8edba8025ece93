/* What a view's binding writes (G1-G5, G7). */
#define KMK_NO_DEPRECATED /* kmk_bindings is tried here too */
#include "support.h"

#define SET(path, value) "{'binding': {'path': '" path "', 'value': " value "}}"

static void G1_a_path_is_a_JSON_pointer(void **state) {
  kit *k = *state;
  kit_open(k, kmk_bindings("binding"), "{'a/b': 0, '': 0, '~x': 0, 'in': {'rows': [1, 2]}}");
  send_ok(k->store, SET("/a~1b", "1"));
  send_ok(k->store, SET("/", "2"));
  send_ok(k->store, SET("/~0x", "3"));
  send_ok(k->store, SET("/in/rows/1", "'x'"));
  assert_state_text(k->store, "{'a/b': 1, '': 2, '~x': 3, 'in': {'rows': [1, 'x']}}");
  send_ok(k->store, SET("", "{'whole': true}"));
  assert_state_text(k->store, "{'whole': true}");
}

/* Copies the name to the place that is user data. */
REDUCER(derive) {
  kmk_state_set(state, data, kmk_state_get(state, "/name"));
  return NULL;
}

static void G2_it_is_written_at_its_place_in_the_order(void **state) {
  kit *k = *state;
  kmk_reducer *members[] = {kmk_reducer_new(derive, "/before", NULL), kmk_bindings("binding"),
                            kmk_reducer_new(derive, "/after", NULL)};
  kit_open(k, kmk_combine(3, members), "{'name': 'old', 'before': 0, 'after': 0}");
  send_ok(k->store, SET("/name", "'new'"));
  assert_state_text(k->store, "{'name': 'new', 'before': 'old', 'after': 'new'}");
}

static void G3_other_actions_are_ignored(void **state) {
  kit *k = *state;
  kit_open(k, kmk_bindings("binding"), "{'path': 1}");
  kmk_task *task = kmk_store_send_task_new(k->store, json_of("{'other': {'path': '/path'}}"), NULL);
  assert_true(kmk_task_is_finished(task));
  kmk_task_free(task);
  task = kmk_store_send_task_new(k->store, json_of(SET("/path", "2")), NULL);
  assert_true(kmk_task_is_finished(task));
  kmk_task_free(task);
  assert_state_text(k->store, "{'path': 2}");
}

/* A name that is forbidden is put back; by path and value. */
REDUCER(refuse_root) {
  const json_t *binding = kmk_action_payload(action, "binding");
  json_t *special = json_of("{'path': '/name', 'value': 'root'}");
  if (binding != NULL && json_equal(binding, special)) {
    kmk_state_set_new(state, "/name", json_string("refused"));
  }
  json_decref(special);
  return NULL;
}

static void G4_a_reducer_can_match_the_path_and_the_value(void **state) {
  kit *k = *state;
  kmk_reducer *members[] = {kmk_bindings("binding"), kmk_reducer_new(refuse_root, NULL, NULL)};
  kit_open(k, kmk_combine(2, members), "{'name': '', 'other': ''}");
  send_ok(k->store, SET("/name", "'root'"));
  send_ok(k->store, SET("/other", "'root'"));
  assert_state_text(k->store, "{'name': 'refused', 'other': 'root'}");
  send_ok(k->store, SET("/name", "'user'"));
  assert_state_text(k->store, "{'name': 'user', 'other': 'root'}");
}

static void G5_an_equal_value_is_an_action_and_no_news(void **state) {
  kit *k = *state;
  kit_open(k, kmk_bindings("binding"), "{'name': 'x'}");
  json_t *told = json_array();
  kmk_subscription *subscription = observe_into(k->store, "/name", told);
  send_ok(k->store, SET("/name", "'x'"));
  assert_json_text(k->log, "[" SET("/name", "'x'") "]");
  assert_json_text(told, "['x']");
  send_ok(k->store, SET("/name", "'y'"));
  assert_json_text(told, "['x', 'y']");
  kmk_subscription_free(subscription);
  json_decref(told);
}

static void G7_a_path_that_is_not_there_changes_nothing(void **state) {
  kit *k = *state;
  const char *initial = "{'rows': [1], 'name': 'x'}";
  kit_open(k, kmk_bindings("binding"), initial);
  const char *lost[] = {SET("/nope", "1"),   SET("/rows/-", "1"),    SET("/rows/1", "1"),
                        SET("/name/x", "1"), SET("/nope/deep", "1"), SET("name", "1"),
                        SET("/na~2me", "1")};
  for (size_t i = 0; i < COUNT_OF(lost); i++) {
    send_ok(k->store, lost[i]);
    assert_issues(k, "['binding-failed']");
    assert_state_text(k->store, initial);
  }
}

static void G14_a_binding_that_brings_an_id_twice_is_one_issue(void **state) {
  kit *k = *state;
  kmk_field fields[] = {{"/path", "any"}, {"/rows", "any"}};
  kmk_reducer *bound = kmk_binding_fields("binding", COUNT_OF(fields), fields);
  kmk_reducer *rows = kmk_for_each(bound, "/rows", "rows", NULL, counter());
  const char *initial = "{'path': [{'id': 0, 'element': {}}], 'rows': [{'id': 1}]}";
  kit_open(k, kmk_stack(rows, "/path", "path", counter()), initial);
  const char *duplicates[] = {SET("/path", "[{'id': 3, 'element': {}}, {'id': 3, 'element': {}}]"),
                              SET("/rows", "[{'id': 3}, {'id': 3}]")};
  for (size_t i = 0; i < COUNT_OF(duplicates); i++) {
    send_ok(k->store, duplicates[i]);
    assert_issues(k, "['duplicate-element-id']");
    assert_state_text(k->store, initial);
  }
}

static void G7_what_is_no_binding_action_is_refused_at_once(void **state) {
  kit *k = *state;
  kit_open(k, kmk_bindings("binding"), "{'name': 'x'}");
  const char *misfits[] = {"'binding'", "{'binding': {'path': '/name'}}",
                           "{'binding': {'path': 1, 'value': 1}}",
                           "{'binding': {'path': '/name', 'value': 1, 'more': 1}}"};
  for (size_t i = 0; i < COUNT_OF(misfits); i++) {
    assert_int_equal(send_status(k->store, misfits[i]), KMK_ERR_DECODE);
  }
  assert_state_text(k->store, "{'name': 'x'}");
}

static void G7_the_issue_tells_the_place_in_the_whole_state(void **state) {
  kit *k = *state;
  kit_open(k, kmk_scope("/child", "child", kmk_bindings("binding")), "{'child': {'name': 'x'}}");
  send_ok(k->store, "{'child': " SET("/name", "'y'") "}");
  send_ok(k->store, "{'child': " SET("/nope", "'y'") "}");
  const json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "path")), "/child/nope");
  assert_issues(k, "['binding-failed']");
  assert_state_text(k->store, "{'child': {'name': 'y'}}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(G1_a_path_is_a_JSON_pointer),
      KIT_TEST(G2_it_is_written_at_its_place_in_the_order),
      KIT_TEST(G3_other_actions_are_ignored),
      KIT_TEST(G4_a_reducer_can_match_the_path_and_the_value),
      KIT_TEST(G5_an_equal_value_is_an_action_and_no_news),
      KIT_TEST(G7_a_path_that_is_not_there_changes_nothing),
      KIT_TEST(G14_a_binding_that_brings_an_id_twice_is_one_issue),
      KIT_TEST(G7_what_is_no_binding_action_is_refused_at_once),
      KIT_TEST(G7_the_issue_tells_the_place_in_the_whole_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

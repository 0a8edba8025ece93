/* Paths that the view writes as a whole: the seed dialect (E10, E25, E26, E40). */
#include "support.h"

#define IN_ELEMENT(id, action) "{'path': {'element': {'id': " id ", 'action': " action "}}}"
#define ENTRY(id, count) "{'id': " id ", 'element': {'count': " count "}}"
#define THREE "{'path': [" ENTRY("0", "0") ", " ENTRY("1", "0") ", " ENTRY("2", "0") "]}"

/* Notes the ids of the path in each of its steps. */
REDUCER(note_ids) {
  json_t *ids = json_array();
  size_t index;
  json_t *entry;
  json_array_foreach(kmk_state_get(state, "/path"), index, entry) {
    json_array_append(ids, json_object_get(entry, "id"));
  }
  json_array_append_new(data, ids);
  return NULL;
}

static void open_path(kit *k, json_t *ids) {
  kit_open(
      k,
      kmk_navigation_destination(kmk_reducer_new(note_ids, ids, NULL), "/path", "path", counter()),
      THREE);
  send_ok(k->store, IN_ELEMENT("0", "'startTimer'"));
  send_ok(k->store, IN_ELEMENT("1", "'startTimer'"));
  send_ok(k->store, IN_ELEMENT("2", "'startTimer'"));
  assert_int_equal(kmk_store_effect_count(k->store), 3);
  json_array_clear(ids);
  json_array_clear(k->log);
}

static void close_path(kit *k, json_t *ids) {
  send_ok(k->store, "{'path': {'setPath': []}}");
  assert_state_text(k->store, "{'path': []}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  json_decref(ids);
}

static void E25_dismiss_removes_before_the_parent_runs(void **state) {
  kit *k = *state;
  json_t *ids = json_array();
  open_path(k, ids);
  send_ok(k->store, "{'path': {'dismiss': {'id': 1}}}");
  assert_json_text(ids, "[[0]]");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") "]}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "{'path': {'dismiss': {'id': 9}}}");
  assert_issues(k, "['pop-missing']");
  assert_json_text(ids, "[[0], [0]]");
  close_path(k, ids);
}

static void E26_a_path_that_is_set_keeps_the_effects_of_known_ids(void **state) {
  kit *k = *state;
  json_t *ids = json_array();
  open_path(k, ids);
  send_ok(k->store, "{'path': {'setPath': [" ENTRY("0", "0") ", " ENTRY("7", "0") "]}}");
  assert_json_text(ids, "[[0, 7]]");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'path': [" ENTRY("0", "1") ", " ENTRY("7", "0") "]}");
  send_ok(k->store, IN_ELEMENT("7", "'inc'"));
  assert_state_text(k->store, "{'path': [" ENTRY("0", "1") ", " ENTRY("7", "1") "]}");
  close_path(k, ids);
}

static void E26_a_plain_path_that_is_set_is_all_new(void **state) {
  kit *k = *state;
  json_t *ids = json_array();
  open_path(k, ids);
  send_ok(k->store, "{'path': {'setPath': [{'count': 0}, {'count': 5}]}}");
  assert_json_text(ids, "[[3, 4]]");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_state_text(k->store, "{'path': [" ENTRY("3", "0") ", " ENTRY("4", "5") "]}");
  close_path(k, ids);
}

static void E10_a_path_with_an_id_twice_changes_nothing_and_the_parent_runs(void **state) {
  kit *k = *state;
  json_t *ids = json_array();
  open_path(k, ids);
  send_ok(k->store, "{'path': {'setPath': [" ENTRY("3", "0") ", " ENTRY("3", "1") "]}}");
  assert_issues(k, "['duplicate-element-id']");
  assert_json_text(ids, "[[0, 1, 2]]");
  assert_state_text(k->store, THREE);
  assert_int_equal(kmk_store_effect_count(k->store), 3);
  close_path(k, ids);
}

static void E40_dismiss_in_an_element_sends_its_dismiss_action(void **state) {
  kit *k = *state;
  json_t *ids = json_array();
  open_path(k, ids);
  send_ok(k->store, IN_ELEMENT("1", "'close'"));
  assert_json_text(k->log, "[" IN_ELEMENT("1", "'close'") ", {'path': {'dismiss': {'id': 1}}}]");
  assert_json_text(ids, "[[0, 1, 2], [0]]");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  close_path(k, ids);
}

static void E26_the_actions_of_the_other_dialect_are_refused(void **state) {
  kit *k = *state;
  json_t *ids = json_array();
  open_path(k, ids);
  assert_int_equal(send_status(k->store, "{'path': {'popFrom': {'id': 1}}}"), KMK_ERR_DECODE);
  assert_int_equal(send_status(k->store, "{'path': {'push': {'state': {}}}}"), KMK_ERR_DECODE);
  assert_int_equal(send_status(k->store, "{'path': {'setPath': {}}}"), KMK_ERR_DECODE);
  assert_json_text(ids, "[]");
  close_path(k, ids);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(E25_dismiss_removes_before_the_parent_runs),
      KIT_TEST(E26_a_path_that_is_set_keeps_the_effects_of_known_ids),
      KIT_TEST(E26_a_plain_path_that_is_set_is_all_new),
      KIT_TEST(E10_a_path_with_an_id_twice_changes_nothing_and_the_parent_runs),
      KIT_TEST(E40_dismiss_in_an_element_sends_its_dismiss_action),
      KIT_TEST(E26_the_actions_of_the_other_dialect_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

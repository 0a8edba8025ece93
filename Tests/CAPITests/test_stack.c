/* Paths of screens: the path, its ids and its forms (E1-E6, E8-E11). */
#include "stack_support.h"

/* ------------------------------------------------------------------------- the path */

static void E1_appended_elements_stand_in_order_with_their_ids(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  for (uint64_t id = 0; id < 3; id++) {
    send_ok(k->store, "'add'");
    assert_int_equal(s.status, KMK_OK);
    assert_int_equal(s.id, id);
  }
  assert_state_text(k->store, THREE);
  close_stack(k, &s);
}

static void E2_an_id_is_never_used_again(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  send_ok(k->store, "'add'");
  send_ok(k->store, "'add'");
  send_ok(k->store, "{'popFrom': 1}");
  send_ok(k->store, "{'popFrom': 0}");
  assert_state_text(k->store, EMPTY);
  send_ok(k->store, "'add'");
  assert_state_text(k->store, "{'path': [" ENTRY("2", "0") "]}");
  close_stack(k, &s);
}

static void E2_ids_of_the_first_state_are_not_given_out_again(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, "{'path': [" ENTRY("0", "5") ", " ENTRY("1", "5") "]}");
  send_ok(k->store, PUSH("0"));
  assert_issues(k, "[]");
  assert_state_text(k->store,
                    "{'path': [" ENTRY("0", "5") ", " ENTRY("1", "5") ", " ENTRY("2", "0") "]}");
  send_ok(k->store, "{'popFrom': 1}");
  send_ok(k->store, "'add'");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "5") ", " ENTRY("3", "0") "]}");
  close_stack(k, &s);
}

static void E2_every_store_counts_for_itself(void **state) {
  kit *k = *state;
  seen first = {0}, second = {0};
  open_stack(k, &first, EMPTY);
  kmk_store *other = open_store(k->loop, stack_of(&second, counter()), EMPTY);
  send_ok(k->store, "'add'");
  send_ok(other, "'add'");
  assert_int_equal(first.id, 0);
  assert_int_equal(second.id, 0);
  kmk_store_free(other);
  json_decref(second.ids);
  close_stack(k, &first);
}

static void E3_a_plain_path_in_the_old_ones_place_has_new_ids(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, PLAIN_THREE);
  assert_state_text(k->store, THREE);
  start_timers(k, 3);
  send_ok(k->store, "{'assign': [{'count': 0}, {'count': 0}]}");
  assert_int_equal(s.status, KMK_OK);
  assert_state_text(k->store, "{'path': [" ENTRY("3", "0") ", " ENTRY("4", "0") "]}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  send_ok(k->store, IN_ELEMENT("4", "'inc'"));
  send_ok(k->store, "{'document': {'path': [{'count': 7}]}}");
  assert_state_text(k->store, "{'path': [" ENTRY("5", "7") "]}");
  close_stack(k, &s);
}

static void E3_a_plain_element_that_is_written_has_a_new_id(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  start_timers(k, 3);
  send_ok(k->store, "{'put': {'count': 4}}");
  send_ok(k->store, "{'insert': {'count': 5}}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("3", "4") ", " ENTRY(
                                  "2", "0") ", " ENTRY("4", "5") "]}");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  send_ok(k->store, IN_ELEMENT("3", "'inc'"));
  send_ok(k->store, IN_ELEMENT("4", "'inc'"));
  send_ok(k->store, "{'popFrom': 0}");
  close_stack(k, &s);
}

static void E4_moving_elements_keeps_their_ids_and_effects(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  start_timers(k, 3);
  send_ok(k->store, "'reverse'");
  advance(k->loop, SECOND);
  assert_state_text(k->store,
                    "{'path': [" ENTRY("2", "1") ", " ENTRY("1", "1") ", " ENTRY("0", "1") "]}");
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

static void E5_removing_one_leaves_those_above(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  send_ok(k->store, "{'removeAt': 1}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("2", "0") "]}");
  send_ok(k->store, "{'put': " ENTRY("2", "8") "}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("2", "8") "]}");
  close_stack(k, &s);
}

static void E6_pop_from_and_pop_to_remove_what_is_above(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  for (int i = 0; i < 4; i++) {
    send_ok(k->store, "'add'");
  }
  send_ok(k->store, "{'popFrom': 2}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("1", "0") "]}");
  send_ok(k->store, "{'popTo': 0}");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") "]}");
  s.status = KMK_ERR_BUSY;
  send_ok(k->store, "{'popFrom': 77}");
  assert_int_equal(s.status, KMK_OK);
  s.status = KMK_ERR_BUSY;
  send_ok(k->store, "{'popTo': 77}");
  assert_int_equal(s.status, KMK_OK);
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") "]}");
  close_stack(k, &s);
}

static void E7_equal_elements_under_other_ids_are_another_path(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  json_t *before = kmk_store_state(k->store);
  send_ok(k->store, "{'assign': [{'count': 0}, {'count': 0}, {'count': 0}]}");
  json_t *other = kmk_store_state(k->store);
  assert_int_equal(json_array_size(json_object_get(other, "path")), 3);
  assert_false(json_equal(before, other));
  send_ok(k->store, "{'assign': [" ENTRY("0", "0") ", " ENTRY("1", "0") ", " ENTRY("2", "0") "]}");
  json_t *again = kmk_store_state(k->store);
  assert_true(json_equal(before, again));
  json_decref(before);
  json_decref(other);
  json_decref(again);
  close_stack(k, &s);
}

static void E8_a_plain_path_is_given_ids_and_a_long_one_keeps_its_own(void **state) {
  kit *k = *state;
  const struct {
    const char *written, *read;
  } forms[] = {
      {"{'path': [{'count': 7}, {'count': 8}]}",
       "{'path': [" ENTRY("0", "7") ", " ENTRY("1", "8") "]}"},
      {"{'path': [" ENTRY("4", "7") ", " ENTRY("2", "8") "]}",
       "{'path': [" ENTRY("4", "7") ", " ENTRY("2", "8") "]}"},
      {"{'path': [" ENTRY("'x'", "7") "]}",
       "{'path': [{'id': 0, 'element': " ENTRY("'x'", "7") "}]}"},
      {"{'path': [{'id': 3, 'element': {}, 'more': 1}]}",
       "{'path': [{'id': 0, 'element': {'id': 3, 'element': {}, 'more': 1}}]}"},
  };
  for (size_t i = 0; i < COUNT_OF(forms); i++) {
    seen s = {0};
    open_stack(k, &s, forms[i].written);
    assert_state_text(k->store, forms[i].read);
    close_stack(k, &s);
    kmk_store_free(k->store);
    k->store = NULL;
  }
}

static void E10_a_path_with_an_id_twice_is_refused(void **state) {
  kit *k = *state;
  seen s = {0};
  kmk_error error = {0};
  json_t *twice = json_of("{'path': [" ENTRY("3", "1") ", " ENTRY("3", "2") "]}");
  assert_null(kmk_store_new(k->loop, stack_of(&s, counter()), twice, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/path");
  json_decref(twice);
  json_decref(s.ids);
  open_stack(k, &s, THREE);
  send_ok(k->store, "{'assign': [" ENTRY("3", "1") ", " ENTRY("3", "2") "]}");
  assert_int_equal(s.status, KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, "['duplicate-element-id']");
  assert_state_text(k->store, THREE);
  close_stack(k, &s);
}

/* Elements that are enums: {"counter": {...}} or {"other": {}}. */
static void E11_an_element_replaced_in_place_keeps_its_id_and_effects(void **state) {
  kit *k = *state;
  seen s = {0};
  kit_open(k, stack_of(&s, kmk_scope_case("counter", "counter", counter())),
           "{'path': [{'counter': {'count': 0}}]}");
  send_ok(k->store, IN_ELEMENT("0", "{'counter': 'startTimer'}"));
  send_ok(k->store, "{'putElement': {'other': {}}}");
  assert_int_equal(s.status, KMK_OK);
  advance(k->loop, SECOND);
  assert_issues(k, "['wrong-case']");
  advance(k->loop, SECOND);
  assert_issues(k, "['wrong-case']");
  assert_state_text(k->store, "{'path': [{'id': 0, 'element': {'other': {}}}]}");
  send_ok(k->store, "{'putElement': {'counter': {'count': 0}}}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'path': [{'id': 0, 'element': {'counter': {'count': 1}}}]}");
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

/* "inside" and "whole" write into a case of the element that it is not in, "own" into the one that is
 * up. */
REDUCER(write_cases) {
  kmk_status *status = data;
  if (kmk_action_is(action, "inside")) {
    *status = kmk_state_set_new(state, "/path/0/element/other/count", json_integer(1));
  } else if (kmk_action_is(action, "whole")) {
    *status = kmk_state_set_new(state, "/path/0/element/other", json_object());
  } else if (kmk_action_is(action, "own")) {
    *status = kmk_state_set_new(state, "/path/0/element/counter/count", json_integer(1));
  }
  return NULL;
}

static void E9_a_write_into_another_case_is_an_issue_and_changes_nothing(void **state) {
  kit *k = *state;
  kmk_status status = KMK_OK;
  kit_open(k,
           kmk_stack(kmk_reducer_new(write_cases, &status, NULL), "/path", "path",
                     kmk_scope_case("counter", "counter", counter())),
           "{'path': [{'counter': {'count': 0}}]}");
  const char *writes[] = {"'inside'", "'whole'"};
  for (size_t i = 0; i < COUNT_OF(writes); i++) {
    send_ok(k->store, writes[i]);
    assert_int_equal(status, KMK_ERR_INVALID_ARGUMENT);
    assert_issues(k, "['write-wrong-case']");
    assert_state_text(k->store, "{'path': [{'id': 0, 'element': {'counter': {'count': 0}}}]}");
  }
  send_ok(k->store, "'own'");
  assert_int_equal(status, KMK_OK);
  assert_state_text(k->store, "{'path': [{'id': 0, 'element': {'counter': {'count': 1}}}]}");
}

REDUCER(write_own_case) {
  const char *pointer = kmk_action_is(action, "inside") ? "/other/count" : "/other";
  *(kmk_status *)data = kmk_state_set_new(state, pointer, json_integer(1));
  return NULL;
}

static void E9_so_is_one_by_the_elements_own_reducer(void **state) {
  kit *k = *state;
  kmk_status status = KMK_OK;
  kmk_reducer *members[] = {kmk_reducer_new(write_own_case, &status, NULL),
                            kmk_scope_case("counter", "counter", counter())};
  kit_open(k,
           kmk_navigation_destination(kmk_combine(0, NULL), "/path", "path",
                                      kmk_combine(COUNT_OF(members), members)),
           "{'path': [{'counter': {'count': 0}}]}");
  send_ok(k->store, IN_ELEMENT("0", "'inside'"));
  assert_int_equal(status, KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, "['write-wrong-case']");
  send_ok(k->store, IN_ELEMENT("0", "'whole'"));
  assert_int_equal(status, KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, "['write-wrong-case']");
  assert_state_text(k->store, "{'path': [{'id': 0, 'element': {'counter': {'count': 0}}}]}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(E1_appended_elements_stand_in_order_with_their_ids),
      KIT_TEST(E2_an_id_is_never_used_again),
      KIT_TEST(E2_ids_of_the_first_state_are_not_given_out_again),
      KIT_TEST(E2_every_store_counts_for_itself),
      KIT_TEST(E3_a_plain_path_in_the_old_ones_place_has_new_ids),
      KIT_TEST(E3_a_plain_element_that_is_written_has_a_new_id),
      KIT_TEST(E4_moving_elements_keeps_their_ids_and_effects),
      KIT_TEST(E5_removing_one_leaves_those_above),
      KIT_TEST(E6_pop_from_and_pop_to_remove_what_is_above),
      KIT_TEST(E7_equal_elements_under_other_ids_are_another_path),
      KIT_TEST(E8_a_plain_path_is_given_ids_and_a_long_one_keeps_its_own),
      KIT_TEST(E10_a_path_with_an_id_twice_is_refused),
      KIT_TEST(E9_a_write_into_another_case_is_an_issue_and_changes_nothing),
      KIT_TEST(E9_so_is_one_by_the_elements_own_reducer),
      KIT_TEST(E11_an_element_replaced_in_place_keeps_its_id_and_effects),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

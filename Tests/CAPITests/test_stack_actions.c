/* Paths of screens: actions, effects and dismissal (E20-E24, E30-E34, E40-E42, E50). */
#include "stack_support.h"

/* -------------------------------------------------------------------------- actions */

static void E20_what_is_no_path_action_is_refused_at_once(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  const char *misfits[] = {"{'path': {'element': {}}}",
                           "{'path': {'element': {'id': 'x', 'action': 'inc'}}}",
                           "{'path': {'element': {'id': -1, 'action': 'inc'}}}",
                           "{'path': 'popFrom'}",
                           "{'path': {'popFrom': 1}}",
                           "{'path': {'popFrom': {'id': 1.5}}}",
                           "{'path': {'popFrom': {'id': 1}, 'push': {'state': {}}}}",
                           "{'path': {'push': {'id': 3}}}",
                           "{'path': {'push': {'id': 'x', 'state': {}}}}",
                           "{'path': {'dismiss': {'id': 0}}}",
                           "{'path': {'setPath': []}}"};
  for (size_t i = 0; i < COUNT_OF(misfits); i++) {
    if (send_status(k->store, misfits[i]) != KMK_ERR_DECODE) {
      fail_msg("%s was taken", misfits[i]);
    }
  }
  assert_json_text(s.ids, "[]");
  assert_state_text(k->store, THREE);
  close_stack(k, &s);
}

static void E21_what_is_pushed_is_there_before_the_parent_runs(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': {'count': 4}}}}");
  assert_json_text(last_ids(&s), "[0]");
  send_ok(k->store, PUSH("5"));
  assert_json_text(last_ids(&s), "[0, 1]");
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': {'count': 6}}}}");
  assert_issues(k, "['push-duplicate']");
  assert_json_text(last_ids(&s), "[0, 1]");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "4") ", " ENTRY("1", "5") "]}");
  send_ok(k->store, IN_ELEMENT("1", "'inc'"));
  assert_state_text(k->store, "{'path': [" ENTRY("0", "4") ", " ENTRY("1", "6") "]}");
  close_stack(k, &s);
}

static void E22_an_id_beyond_the_next_one_is_pushed_with_an_issue(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, EMPTY);
  send_ok(k->store, "{'path': {'push': {'id': 1, 'state': {'count': 0}}}}");
  assert_issues(k, "['push-generation']");
  assert_json_text(last_ids(&s), "[1]");
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': {'count': 0}}}}");
  assert_issues(k, "[]");
  send_ok(k->store, "{'popFrom': 0}");
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': {'count': 0}}}}");
  assert_issues(k, "[]");
  assert_state_text(k->store, "{'path': [" ENTRY("1", "0") ", " ENTRY("0", "0") "]}");
  send_ok(k->store, PUSH("0"));
  assert_issues(k, "[]");
  assert_state_text(k->store,
                    "{'path': [" ENTRY("1", "0") ", " ENTRY("0", "0") ", " ENTRY("2", "0") "]}");
  close_stack(k, &s);
}

static void E23_pop_from_removes_after_the_parent_has_run(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  start_timers(k, 3);
  send_ok(k->store, "{'path': {'popFrom': {'id': 1}}}");
  assert_json_text(last_ids(&s), "[0, 1, 2]");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") "]}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  size_t steps = json_array_size(s.ids);
  send_ok(k->store, "{'path': {'popFrom': {'id': 999}}}");
  assert_issues(k, "['pop-missing']");
  assert_int_equal(json_array_size(s.ids), steps + 1);
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

/* Removes the element itself when it is popped by action. */
REDUCER(pop_itself) {
  if (kmk_action_is(action, "path.popFrom")) {
    kmk_state_remove(state, "/path/1");
  }
  return NULL;
}

static void E24_what_the_parent_has_removed_itself_is_no_issue(void **state) {
  kit *k = *state;
  kit_open(k, kmk_stack(kmk_reducer_new(pop_itself, NULL, NULL), "/path", "path", counter()),
           THREE);
  send_ok(k->store, "{'path': {'popFrom': {'id': 1}}}");
  assert_issues(k, "[]");
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("2", "0") "]}");
}

/* -------------------------------------------------------------------------- effects */

static void E30_an_effect_finds_its_element_by_id(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  send_ok(k->store, IN_ELEMENT("0", "{'incAfter': 1}"));
  send_ok(k->store, IN_ELEMENT("1", "{'incAfter': 1}"));
  send_ok(k->store, "{'removeAt': 0}");
  json_array_clear(k->log);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[" IN_ELEMENT("1", "'inc'") "]");
  assert_state_text(k->store, "{'path': [" ENTRY("1", "1") ", " ENTRY("2", "0") "]}");
  close_stack(k, &s);
}

static void E31_an_element_that_goes_takes_its_own_effects_with_it(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  start_timers(k, 3);
  send_ok(k->store, "{'removeAt': 1}");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'path': [" ENTRY("0", "1") ", " ENTRY("2", "1") "]}");
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

#define IN_SHEET(id, action) IN_ELEMENT(id, "{'sheet': {'presented': " action "}}")

static void E31_what_is_presented_inside_an_element_goes_with_it(void **state) {
  kit *k = *state;
  seen s = {0};
  kit_open(k, stack_of(&s, kmk_presentation(counter(), "/sheet", "sheet", NULL, counter())),
           "{'path': [{'count': 0, 'sheet': {'count': 0}}, {'count': 0, 'sheet': {'count': 0}}]}");
  send_ok(k->store, IN_SHEET("0", "'startTimer'"));
  send_ok(k->store, IN_SHEET("1", "'startTimer'"));
  json_array_clear(k->log);
  send_ok(k->store, "{'path': {'popFrom': {'id': 1}}}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  assert_json_text(k->log, "[{'path': {'popFrom': {'id': 1}}}]");
  send_ok(k->store, "'reverse'");
  advance(k->loop, SECOND);
  assert_state_text(k->store,
                    "{'path': [{'id': 0, 'element': {'count': 0, 'sheet': {'count': 1}}}]}");
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

static void E32_what_is_presented_inside_moves_with_its_element(void **state) {
  kit *k = *state;
  seen s = {0};
  kit_open(k, stack_of(&s, kmk_presentation(counter(), "/sheet", "sheet", NULL, counter())),
           "{'path': [{'count': 0, 'sheet': {'count': 0}}, {'count': 0, 'sheet': {'count': 0}}]}");
  send_ok(k->store, IN_SHEET("0", "'startTimer'"));
  send_ok(k->store, IN_SHEET("1", "'startTimer'"));
  send_ok(k->store, "'reverse'");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'path': [{'id': 1, 'element': {'count': 0, 'sheet': {'count': 1}}},"
                              " {'id': 0, 'element': {'count': 0, 'sheet': {'count': 1}}}]}");
  send_ok(k->store, "'removeAll'");
  close_stack(k, &s);
}

REDUCER(remover) {
  if (kmk_action_is(action, "outside")) {
    kmk_state_set_new(state, "/path", json_array());
  }
  return NULL;
}

static void E33_removal_from_outside_is_noticed_with_the_next_action(void **state) {
  kit *k = *state;
  for (int first = 0; first <= 1; first++) {
    seen s = {0};
    kmk_reducer *outside = kmk_reducer_new(remover, NULL, NULL);
    kmk_reducer *stack = stack_of(&s, counter());
    kmk_reducer *members[] = {first ? outside : stack, first ? stack : outside};
    kit_open(k, kmk_combine(2, members), THREE);
    start_timers(k, 3);
    send_ok(k->store, "'outside'");
    send_ok(k->store, "'noop'");
    json_array_clear(k->log);
    advance(k->loop, 2 * SECOND);
    assert_json_text(k->log, "[]");
    close_stack(k, &s);
    kmk_store_free(k->store);
    k->store = NULL;
  }
}

static void E34_elements_cannot_cancel_each_other_and_the_parent_cancels_all(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, "{'path': [{'count': 0}, {'count': 0}]}");
  start_timers(k, 2);
  send_ok(k->store, IN_ELEMENT("0", "'stopTimer'"));
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'path': [" ENTRY("0", "0") ", " ENTRY("1", "1") "]}");
  send_ok(k->store, IN_ELEMENT("0", "'startTimer'"));
  send_ok(k->store, "{'cancel': 'timer'}");
  close_stack(k, &s);
}

/* ------------------------------------------------------------------------ dismissal */

static void E41_an_element_of_the_first_state_can_dismiss_itself(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, "{'path': [{'count': 0}]}");
  send_ok(k->store, IN_ELEMENT("0", "'close'"));
  assert_state_text(k->store, EMPTY);
  close_stack(k, &s);
}

static void E42_an_element_is_presented(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, "{'path': [{'count': 0}]}");
  send_ok(k->store, IN_ELEMENT("0", "'whoami'"));
  assert_state_text(k->store,
                    "{'path': [{'id': 0, 'element': {'count': 0, 'isPresented': true}}]}");
  close_stack(k, &s);
}

static void E50_pop_to_the_root_ends_all(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  start_timers(k, 3);
  send_ok(k->store, "'removeAll'");
  assert_state_text(k->store, EMPTY);
  close_stack(k, &s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(E20_what_is_no_path_action_is_refused_at_once),
      KIT_TEST(E21_what_is_pushed_is_there_before_the_parent_runs),
      KIT_TEST(E22_an_id_beyond_the_next_one_is_pushed_with_an_issue),
      KIT_TEST(E23_pop_from_removes_after_the_parent_has_run),
      KIT_TEST(E24_what_the_parent_has_removed_itself_is_no_issue),
      KIT_TEST(E30_an_effect_finds_its_element_by_id),
      KIT_TEST(E31_an_element_that_goes_takes_its_own_effects_with_it),
      KIT_TEST(E31_what_is_presented_inside_an_element_goes_with_it),
      KIT_TEST(E32_what_is_presented_inside_moves_with_its_element),
      KIT_TEST(E33_removal_from_outside_is_noticed_with_the_next_action),
      KIT_TEST(E34_elements_cannot_cancel_each_other_and_the_parent_cancels_all),
      KIT_TEST(E41_an_element_of_the_first_state_can_dismiss_itself),
      KIT_TEST(E42_an_element_is_presented),
      KIT_TEST(E50_pop_to_the_root_ends_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

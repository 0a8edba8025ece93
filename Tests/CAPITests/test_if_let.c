/* Optional children (A9-A13, A17, A26), and what an issue carries and leaves alone (A28, A29). */
#include "support.h"

/* A parent: counts its steps at "/steps", and changes its child after the child's own step. */
REDUCER(parent) {
  state_add(state, "/steps", 1);
  if (kmk_action_is(action, "child.inc") && kmk_state_get(state, "/child/count") != NULL) {
    kmk_state_set(state, "/seen", kmk_state_get(state, "/child/count"));
  } else if (kmk_action_is(action, "clear")) {
    kmk_state_set_new(state, "/child", json_null());
  } else if (kmk_action_is(action, "remove")) {
    kmk_state_remove(state, "/child");
  } else if (kmk_action_is(action, "assign")) {
    kmk_state_set(state, "/child", kmk_action_payload(action, "assign"));
  }
  return NULL;
}

static kmk_reducer *with_optional_counter(kmk_reduce_fn reduce, const kmk_slot_options *options) {
  return kmk_if_let(kmk_reducer_new(reduce, NULL, NULL), "/child", "child", options, counter());
}

static void A9_the_child_runs_before_the_parent(void **state) {
  kit *k = *state;
  kit_open(k, with_optional_counter(parent, NULL),
           "{'child': {'count': 0}, 'seen': null, 'steps': 0}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_state_text(k->store, "{'child': {'count': 1}, 'seen': 1, 'steps': 1}");
}

/* A selection that holds a value, both optional, as in navigate-and-load. */
static void open_nested(kit *k, const char *initial) {
  kmk_reducer *selection = kmk_if_let(kmk_combine(0, NULL), "/value", "value", NULL, counter());
  kit_open(k, kmk_if_let(kmk_combine(0, NULL), "/selection", "selection", NULL, selection),
           initial);
}

#define TO_VALUE(action) "{'selection': {'value': " action "}}"

static void A16_an_action_goes_through_both_layers_and_effects_come_back(void **state) {
  kit *k = *state;
  open_nested(k, "{'selection': {'id': 1, 'value': {'count': 0}}}");
  send_ok(k->store, TO_VALUE("'inc'"));
  send_ok(k->store, TO_VALUE("{'incAfter': 1}"));
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'selection': {'id': 1, 'value': {'count': 2}}}");
  assert_json_text(json_array_get(k->log, 2), TO_VALUE("'inc'"));
}

static void A16_the_outermost_layer_that_is_missing_reports_once(void **state) {
  kit *k = *state;
  const char *missing[] = {"{'selection': {'id': 1, 'value': null}}", "{'selection': null}"};
  const char *paths[] = {"/selection/value", "/selection"};
  for (size_t i = 0; i < COUNT_OF(missing); i++) {
    kmk_store_free(k->store);
    open_nested(k, missing[i]);
    send_ok(k->store, TO_VALUE("'inc'"));
    const json_t *issue = json_array_get(k->issues, 0);
    assert_string_equal(json_string_value(json_object_get(issue, "path")), paths[i]);
    assert_issues(k, "['absent-child']");
    assert_state_text(k->store, missing[i]);
  }
}

static void A9_a_child_that_appears_takes_actions(void **state) {
  kit *k = *state;
  kit_open(k, with_optional_counter(parent, NULL), "{'child': null, 'seen': null, 'steps': 0}");
  send_ok(k->store, "{'assign': {'count': 7}}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_state_text(k->store, "{'child': {'count': 8}, 'seen': 8, 'steps': 2}");
}

/* -------------------------------------------------- the parent takes it away */

static int child_steps;

REDUCER(counting_child) {
  child_steps++;
  return counter_reduce(state, action, env, data);
}

REDUCER(null_on_inc) {
  if (kmk_action_is(action, "child.inc")) {
    kmk_state_set_new(state, "/child", json_null());
  }
  return NULL;
}

static void A10_a_child_nulled_in_answer_to_its_action_has_run(void **state) {
  kit *k = *state;
  child_steps = 0;
  kit_open(k,
           kmk_if_let(kmk_reducer_new(null_on_inc, NULL, NULL), "/child", "child", NULL,
                      kmk_reducer_new(counting_child, NULL, NULL)),
           "{'child': {'count': 0}}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_int_equal(child_steps, 1);
  assert_state_text(k->store, "{'child': null}");
  assert_issues(k, "[]");
}

REDUCER(null_on_start) {
  if (kmk_action_is(action, "child.startTimer")) {
    kmk_state_set_new(state, "/child", json_null());
  }
  return NULL;
}

static void A10_effects_of_the_step_in_which_the_child_goes_are_cancelled(void **state) {
  kit *k = *state;
  kit_open(k, with_optional_counter(null_on_start, NULL), "{'child': {'count': 0}}");
  send_ok(k->store, "{'child': 'startTimer'}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, 5 * SECOND);
  assert_json_text(k->log, "[{'child': 'startTimer'}]");
}

static void A11_an_action_for_a_null_child_raises_absent_child_and_the_parent_runs(void **state) {
  kit *k = *state;
  child_steps = 0;
  kit_open(k,
           kmk_if_let(kmk_reducer_new(parent, NULL, NULL), "/child", "child", NULL,
                      kmk_reducer_new(counting_child, NULL, NULL)),
           "{'child': null, 'steps': 0}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_issues(k, "['absent-child']");
  assert_int_equal(child_steps, 0);
  assert_state_text(k->store, "{'child': null, 'steps': 1}");
}

static void A11_an_absent_member_is_a_null_child(void **state) {
  kit *k = *state;
  kit_open(k, with_optional_counter(parent, NULL), "{'steps': 0}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_issues(k, "['absent-child']");
  assert_state_text(k->store, "{'steps': 1}");
}

static void assert_A12(kit *k, const kmk_slot_options *options, const char *first,
                       const char *removal) {
  json_array_clear(k->log);
  kit_open(k, with_optional_counter(parent, options), first);
  send_ok(k->store, "{'child': 'startTimer'}");
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[{'child': 'startTimer'}, {'child': 'tick'}]");
  send_ok(k->store, removal);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  size_t actions = json_array_size(k->log);
  advance(k->loop, 5 * SECOND);
  assert_int_equal(json_array_size(k->log), actions);
  kmk_store_free(k->store);
  k->store = NULL;
}

static void A12_removing_the_child_cancels_its_effects_in_the_same_burst(void **state) {
  kit *k = *state;
  assert_A12(k, NULL, "{'child': {'count': 0}, 'steps': 0}", "'clear'");
  assert_A12(k, NULL, "{'child': {'count': 0}, 'steps': 0}", "'remove'");
}

static void A12_a_child_of_another_identity_cancels_the_old_effects(void **state) {
  kit *k = *state;
  kmk_slot_options by_id = KMK_SLOT_OPTIONS_INIT;
  by_id.id_key = "id";
  assert_A12(k, &by_id, "{'child': {'id': 1, 'count': 0}, 'steps': 0}",
             "{'assign': {'id': 2, 'count': 0}}");
}

static void A12_a_child_of_the_same_identity_keeps_its_effects(void **state) {
  kit *k = *state;
  kmk_slot_options by_id = KMK_SLOT_OPTIONS_INIT;
  by_id.id_key = "id";
  kit_open(k, with_optional_counter(parent, &by_id), "{'child': {'id': 1, 'count': 0}}");
  send_ok(k->store, "{'child': 'startTimer'}");
  send_ok(k->store, "{'assign': {'id': 1, 'count': 40}}");
  advance(k->loop, 2 * SECOND);
  json_t *count = kmk_store_get(k->store, "/child/count", NULL);
  assert_int_equal(json_integer_value(count), 42);
  json_decref(count);
}

static void A12_another_case_of_an_enum_child_cancels_the_old_effects(void **state) {
  kit *k = *state;
  kmk_reducer *cases[] = {kmk_scope_case("a", "a", counter()), kmk_scope_case("b", "b", counter())};
  kit_open(k,
           kmk_if_let(kmk_reducer_new(parent, NULL, NULL), "/child", "child", NULL,
                      kmk_combine(2, cases)),
           "{'child': {'a': {'count': 0}}}");
  send_ok(k->store, "{'child': {'a': 'startTimer'}}");
  send_ok(k->store, "{'assign': {'a': {'count': 10}}}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "{'assign': {'b': {'count': 10}}}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void A13_a_reducer_that_nulls_the_child_first_makes_the_action_absent_child(void **state) {
  kit *k = *state;
  child_steps = 0;
  kmk_reducer *members[] = {kmk_reducer_new(null_on_inc, NULL, NULL),
                            kmk_if_let(kmk_combine(0, NULL), "/child", "child", NULL,
                                       kmk_reducer_new(counting_child, NULL, NULL))};
  kit_open(k, kmk_combine(2, members), "{'child': {'count': 0}}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_issues(k, "['absent-child']");
  assert_int_equal(child_steps, 0);
}

/* ----------------------------------------------------------------------- nesting */

REDUCER(trace) {
  json_array_append_new(data, json_string("base"));
  return NULL;
}

REDUCER(trace_a) {
  json_array_append_new(data, json_string("a"));
  return NULL;
}

REDUCER(trace_b) {
  json_array_append_new(data, json_string("b"));
  return NULL;
}

static void A17_the_modifier_attached_last_runs_first(void **state) {
  kit *k = *state;
  json_t *steps = json_array();
  kmk_reducer *base = kmk_reducer_new(trace, steps, NULL);
  base = kmk_if_let(base, "/a", "child", NULL, kmk_reducer_new(trace_a, steps, NULL));
  base = kmk_if_let(base, "/b", "child", NULL, kmk_reducer_new(trace_b, steps, NULL));
  kit_open(k, base, "{'a': {}, 'b': {}}");
  send_ok(k->store, "{'child': 'go'}");
  assert_json_text(steps, "['b', 'a', 'base']");
  json_decref(steps);
}

/* --------------------------------------------------------------------- ephemeral */

REDUCER(alert_parent) {
  if (kmk_action_is(action, "alert")) {
    kmk_state_set_new(state, "/alertWasUp", json_boolean(kmk_state_get(state, "/alert/title")));
  }
  if (kmk_action_is(action, "alert.again")) {
    kmk_state_set_new(state, "/alert", json_pack("{s:s}", "title", "second"));
  }
  return NULL;
}

static kmk_reducer *with_alert(void) {
  kmk_slot_options ephemeral = KMK_SLOT_OPTIONS_INIT;
  ephemeral.ephemeral = true;
  return kmk_if_let(kmk_reducer_new(alert_parent, NULL, NULL), "/alert", "alert", &ephemeral,
                    kmk_combine(0, NULL));
}

static void A26_an_alert_goes_after_its_action_and_the_parents_step(void **state) {
  kit *k = *state;
  kit_open(k, with_alert(), "{'alert': {'title': 'first'}}");
  send_ok(k->store, "'noop'");
  assert_state_text(k->store, "{'alert': {'title': 'first'}}");
  send_ok(k->store, "{'alert': 'confirm'}");
  assert_state_text(k->store, "{'alert': null, 'alertWasUp': true}");
}

static void A26_an_alert_that_the_parent_set_in_that_step_stays(void **state) {
  kit *k = *state;
  kit_open(k, with_alert(), "{'alert': {'title': 'first'}}");
  send_ok(k->store, "{'alert': 'again'}");
  assert_state_text(k->store, "{'alert': {'title': 'second'}, 'alertWasUp': true}");
}

/* "same" puts an equal alert up again, "own" the very value, "leave" nothing. */
REDUCER(same_alert) {
  if (kmk_action_is(action, "alert.same") || kmk_action_is(action, "alert.presented.same")) {
    kmk_state_set_new(state, "/alert", json_pack("{s:s}", "title", "first"));
  }
  if (kmk_action_is(action, "alert.own") || kmk_action_is(action, "alert.presented.own")) {
    kmk_state_set(state, "/alert", kmk_state_get(state, "/alert"));
  }
  if (kmk_action_is(action, "alert.beside") || kmk_action_is(action, "alert.presented.beside")) {
    kmk_state_set_new(state, "/beside", json_true());
  }
  return NULL;
}

static kmk_reducer *alert_again(bool is_slot) {
  kmk_slot_options ephemeral = KMK_SLOT_OPTIONS_INIT;
  ephemeral.ephemeral = true;
  kmk_reducer *parent = kmk_reducer_new(same_alert, NULL, NULL), *child = kmk_combine(0, NULL);
  return is_slot ? kmk_presentation(parent, "/alert", "alert", &ephemeral, child)
                 : kmk_if_let(parent, "/alert", "alert", &ephemeral, child);
}

static void A30_an_equal_alert_put_up_while_it_is_answered_stays(void **state) {
  kit *k = *state;
  const char *answers[][3] = {
      {"{'alert': 'same'}", "{'alert': {'presented': 'same'}}", "{'alert': {'title': 'first'}}"},
      {"{'alert': 'own'}", "{'alert': {'presented': 'own'}}", "{'alert': {'title': 'first'}}"},
      {"{'alert': 'beside'}", "{'alert': {'presented': 'beside'}}",
       "{'alert': null, 'beside': true}"},
      {"{'alert': 'leave'}", "{'alert': {'presented': 'leave'}}", "{'alert': null}"},
  };
  for (size_t i = 0; i < COUNT_OF(answers); i++) {
    for (int is_slot = 0; is_slot < 2; is_slot++) {
      kmk_store *store = open_store(k->loop, alert_again(is_slot), "{'alert': {'title': 'first'}}");
      send_ok(store, answers[i][is_slot]);
      assert_state_text(store, answers[i][2]);
      /* It is answered like the first one. */
      send_ok(store, "'noop'");
      assert_state_text(store, answers[i][2]);
      kmk_store_free(store);
    }
  }
}

/* ------------------------------------------------------------------------ issues */

static void A28_an_issue_names_code_operator_and_case_path_without_payload(void **state) {
  kit *k = *state;
  kit_open(k, with_optional_counter(parent, NULL), "{'child': null, 'steps': 0}");
  send_ok(k->store, "{'child': {'inc': {'secret': 4711}}}");
  assert_int_equal(json_array_size(k->issues), 1);
  json_t *issue = json_array_get(k->issues, 0);
  assert_json_text(json_object_get(issue, "code"), "'absent-child'");
  assert_json_text(json_object_get(issue, "case"), "'child.inc'");
  assert_json_text(json_object_get(issue, "path"), "'/child'");
  assert_json_text(json_object_get(issue, "action"), "{'child': {'inc': {'secret': 4711}}}");
  const char *label = json_string_value(json_object_get(issue, "label"));
  assert_non_null(strstr(label, "/child"));
  const char *message = json_string_value(json_object_get(issue, "message"));
  assert_string_not_equal(message, "");
  for (const char *const *text = (const char *const[]){label, message, NULL}; *text; text++) {
    assert_null(strstr(*text, "secret"));
    assert_null(strstr(*text, "4711"));
  }
  json_array_clear(k->issues);
}

static void A28_every_occurrence_is_reported_once(void **state) {
  kit *k = *state;
  kit_open(k, with_optional_counter(parent, NULL), "{'child': null, 'steps': 0}");
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "{'child': 'inc'}");
  }
  assert_issues(k, "['absent-child', 'absent-child', 'absent-child']");
}

REDUCER(count_step) {
  state_add(state, data, 1);
  return NULL;
}

static void A29_an_issue_rolls_nothing_back(void **state) {
  kit *k = *state;
  kmk_reducer *members[] = {kmk_reducer_new(count_step, "/before", NULL),
                            with_optional_counter(parent, NULL),
                            kmk_reducer_new(count_step, "/after", NULL)};
  kit_open(k, kmk_combine(3, members), "{'before': 0, 'child': null, 'steps': 0, 'after': 0}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_issues(k, "['absent-child']");
  assert_state_text(k->store, "{'before': 1, 'child': null, 'steps': 1, 'after': 1}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(A9_the_child_runs_before_the_parent),
      KIT_TEST(A16_an_action_goes_through_both_layers_and_effects_come_back),
      KIT_TEST(A16_the_outermost_layer_that_is_missing_reports_once),
      KIT_TEST(A9_a_child_that_appears_takes_actions),
      KIT_TEST(A10_a_child_nulled_in_answer_to_its_action_has_run),
      KIT_TEST(A10_effects_of_the_step_in_which_the_child_goes_are_cancelled),
      KIT_TEST(A11_an_action_for_a_null_child_raises_absent_child_and_the_parent_runs),
      KIT_TEST(A11_an_absent_member_is_a_null_child),
      KIT_TEST(A12_removing_the_child_cancels_its_effects_in_the_same_burst),
      KIT_TEST(A12_a_child_of_another_identity_cancels_the_old_effects),
      KIT_TEST(A12_a_child_of_the_same_identity_keeps_its_effects),
      KIT_TEST(A12_another_case_of_an_enum_child_cancels_the_old_effects),
      KIT_TEST(A13_a_reducer_that_nulls_the_child_first_makes_the_action_absent_child),
      KIT_TEST(A17_the_modifier_attached_last_runs_first),
      KIT_TEST(A26_an_alert_goes_after_its_action_and_the_parents_step),
      KIT_TEST(A26_an_alert_that_the_parent_set_in_that_step_stays),
      KIT_TEST(A30_an_equal_alert_put_up_while_it_is_answered_stays),
      KIT_TEST(A28_an_issue_names_code_operator_and_case_path_without_payload),
      KIT_TEST(A28_every_occurrence_is_reported_once),
      KIT_TEST(A29_an_issue_rolls_nothing_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Presentations inside presentations: what ends with what. */

#include "presentation_support.h"

/* Three levels of one shape, {"count": n, "child": null or the next}. The root is level 0. */
static kmk_reducer *levels(sheet *s, int depth) {
  return depth == 0 ? counter()
                    : s->dialect->attach(counter(), "/child", "child", NULL, levels(s, depth - 1));
}

#define THREE "{'count': 0, 'child': {'count': 1, 'child': {'count': 2, 'child': {'count': 3}}}}"
#define IN_1(action) "{'child': {'presented': " action "}}"
#define IN_2(action) IN_1(IN_1(action))
#define IN_3(action) IN_1(IN_2(action))

static void open_three(sheet *s) {
  sheet_open_with(s, levels(s, 3), THREE);
  send_ok(s->store, IN_1("'startTimer'"));
  send_ok(s->store, IN_2("'startTimer'"));
  send_ok(s->store, IN_3("'startTimer'"));
  assert_int_equal(kmk_store_effect_count(s->store), 3);
  json_array_clear(s->kit->log);
}

static void D80_dismissing_a_feature_ends_everything_inside_it(void **state) {
  sheet *s = *state;
  open_three(s);
  send_ok(s->store, "{'child': 'dismiss'}");
  assert_state_text(s->store, "{'count': 0, 'child': null}");
  assert_store_log(s, "[{'child': 'dismiss'}]");
  assert_string_equal(id_at(s->store, "/child").text, "");
  assert_string_equal(id_at(s->store, "/child/child").text, "");
  assert_string_equal(id_at(s->store, "/child/child/child").text, "");
  assert_quiet(s);
}

static void D80_what_is_further_out_goes_on(void **state) {
  sheet *s = *state;
  open_three(s);
  slot_id first = id_at(s->store, "/child");
  send_ok(s->store, IN_1("{'child': 'dismiss'}"));
  assert_same_id(first, id_at(s->store, "/child"));
  assert_int_equal(kmk_store_effect_count(s->store), 1);
  wait_seconds(s, 1);
  assert_state_text(s->store, "{'count': 0, 'child': {'count': 2, 'child': null}}");
  send_ok(s->store, "{'child': 'dismiss'}");
}

static void D80_the_watchers_of_what_was_inside_are_gone_too(void **state) {
  sheet *s = *state;
  open_three(s);
  send_ok(s->store, "{'child': 'dismiss'}");
  assert_issues(s->kit, "[]");
  send_ok(s->store, IN_3("'close'"));
  assert_issues(s->kit, "['absent-destination']");
  assert_store_log(s, "[{'child': 'dismiss'}, " IN_3("'close'") "]");
}

/* Presents level 1 again, with levels inside it. */
REDUCER(present_again) {
  if (kmk_action_is(action, "again")) {
    json_t *child = json_deep_copy(kmk_state_get(state, "/child"));
    kmk_state_set_new(state, "/child", json_null());
    kmk_state_set_new(state, "/child", child);
  }
  return counter_reduce(state, action, env, NULL);
}

static void D80_what_is_inside_a_new_presentation_is_a_new_presentation(void **state) {
  sheet *s = *state;
  kmk_reducer *root = kmk_reducer_new(present_again, NULL, NULL);
  sheet_open_with(s, s->dialect->attach(root, "/child", "child", NULL, levels(s, 1)),
                  "{'count': 0, 'child': {'count': 1, 'child': {'count': 2}}}");
  slot_id outer = id_at(s->store, "/child");
  slot_id inner = id_at(s->store, "/child/child");
  assert_string_not_equal(inner.text, "");
  assert_other_id(outer, inner);
  send_ok(s->store, IN_2("'startTimer'"));
  send_ok(s->store, "'again'");
  assert_quiet(s);
  assert_other_id(outer, id_at(s->store, "/child"));
  assert_string_not_equal(id_at(s->store, "/child/child").text, "");
  assert_other_id(inner, id_at(s->store, "/child/child"));

  send_ok(s->store, IN_2("'startTimer'"));
  wait_seconds(s, 1);
  assert_state_text(s->store, "{'count': 0, 'child': {'count': 1, 'child': {'count': 3}}}");
  send_ok(s->store, "{'child': 'dismiss'}");
}

static void D82_a_parent_may_dismiss_a_grandchild(void **state) {
  sheet *s = *state;
  open_three(s);
  slot_id first = id_at(s->store, "/child");
  slot_id second = id_at(s->store, "/child/child");
  send_ok(s->store, IN_2("{'child': 'dismiss'}"));
  assert_state_text(s->store,
                    "{'count': 0, 'child': {'count': 1, 'child': {'count': 2, 'child': null}}}");
  assert_same_id(first, id_at(s->store, "/child"));
  assert_same_id(second, id_at(s->store, "/child/child"));
  assert_int_equal(kmk_store_effect_count(s->store), 2);
  send_ok(s->store, "{'child': 'dismiss'}");
}

static void D82_the_functions_take_the_way_to_a_grandchild(void **state) {
  sheet *s = *state;
  open_three(s);
  json_t *inc = json_string("inc");
  assert_int_equal(kmk_store_presented(s->store, "child.presented.child", inc, NULL), KMK_OK);
  json_decref(inc);
  assert_int_equal(kmk_store_dismiss(s->store, "child.presented.child.presented.child", NULL),
                   KMK_OK);
  assert_store_log(s, "[" IN_2("'inc'") ", " IN_2("{'child': 'dismiss'}") "]");
  slot_id second = id_at(s->store, "/child/child");
  assert_int_equal(kmk_store_dismiss_id(s->store, "child.presented.child", second.text, NULL),
                   KMK_OK);
  assert_state_text(s->store, "{'count': 0, 'child': {'count': 1, 'child': null}}");
  send_ok(s->store, "{'child': 'dismiss'}");
}

/* The sheet whose counter presents a counter of its own. */
static kmk_reducer *sheet_with_nested_counter(sheet *s) {
  kmk_slot_options options = sheet_options();
  kmk_reducer *nested = s->dialect->attach(counter(), "/inner", "inner", NULL, counter());
  kmk_reducer *members[] = {kmk_scope_case("counter", "counter", nested),
                            kmk_scope_case("animations", "animations", counter())};
  return sheet_with(s, &options, kmk_combine(COUNT_OF(members), members));
}

static void D83_a_swap_outside_ends_what_is_presented_inside(void **state) {
  sheet *s = *state;
  sheet_open_with(s, sheet_with_nested_counter(s),
                  "{'log': [], 'destination': {'counter': {'count': 0, 'inner': {'count': 0}}}}");
  slot_id inner = id_at(s->store, "/destination/counter/inner");
  assert_string_not_equal(inner.text, "");
  send_presented(s, "{'counter': {'inner': {'presented': 'startTimer'}}}");
  wait_seconds(s, 1);
  assert_slot(s, "{'counter': {'count': 0, 'inner': {'count': 1}}}");
  send_ok(s->store, "'swap'");
  assert_slot(s, "{'animations': {'color': 'white'}}");
  assert_string_equal(id_at(s->store, "/destination/counter/inner").text, "");
  assert_quiet(s);
}

static void D83_the_same_case_again_has_new_presentations_inside(void **state) {
  sheet *s = *state;
  sheet_open_with(s, sheet_with_nested_counter(s),
                  "{'log': [], 'destination': {'counter': {'inner': {'count': 0}}}}");
  slot_id inner = id_at(s->store, "/destination/counter/inner");
  send_ok(s->store, "'swap'");
  send_ok(s->store, "{'assign': {'counter': {'inner': {'count': 0}}}}");
  assert_string_not_equal(id_at(s->store, "/destination/counter/inner").text, "");
  assert_other_id(inner, id_at(s->store, "/destination/counter/inner"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(D80_dismissing_a_feature_ends_everything_inside_it),
      IN_BOTH_DIALECTS(D80_what_is_further_out_goes_on),
      IN_BOTH_DIALECTS(D80_the_watchers_of_what_was_inside_are_gone_too),
      IN_BOTH_DIALECTS(D80_what_is_inside_a_new_presentation_is_a_new_presentation),
      IN_BOTH_DIALECTS(D82_a_parent_may_dismiss_a_grandchild),
      IN_BOTH_DIALECTS(D82_the_functions_take_the_way_to_a_grandchild),
      IN_BOTH_DIALECTS(D83_a_swap_outside_ends_what_is_presented_inside),
      IN_BOTH_DIALECTS(D83_the_same_case_again_has_new_presentations_inside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

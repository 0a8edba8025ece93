/* Reducers: members that are NULL (A25), references, and configuration errors (A42). */
#include "support.h"

REDUCER(count_call) {
  (*(int *)data)++;
  return NULL;
}

REDUCER(append_a) {
  state_note(state, "/log", "a");
  return kmk_action_is(action, "go") ? sends("'x'") : NULL;
}

REDUCER(append_b) {
  state_note(state, "/log", "b");
  return kmk_action_is(action, "go") ? sends("'y'") : NULL;
}

static kmk_reducer *a_then_b(void) {
  kmk_reducer *members[] = {kmk_reducer_new(append_a, NULL, NULL),
                            kmk_reducer_new(append_b, NULL, NULL)};
  return kmk_combine(2, members);
}

TEST(A25_NULL_members_of_a_combine_are_left_out) {
  kmk_reducer *members[] = {NULL, a_then_b(), NULL};
  kit_open(k, kmk_combine(3, members), "{'log': []}");
  send_ok(k->store, "'go'");
  assert_json_text(k->log, "['go', 'x', 'y']");
  assert_state_text(k->store, "{'log': ['a', 'b', 'a', 'b', 'a', 'b']}");
}

/* ------------------------------------------------------------ references */

TEST(user_data_is_released_when_the_last_reference_and_store_have_gone) {
  int calls = 0, freed = 0;
  kmk_reducer *one = kmk_reducer_new(count_call, &calls, NULL);
  kmk_reducer *counted = kmk_dependency_pointer(one, "freed", &freed, count_free);
  kmk_reducer *places[] = {kmk_reducer_retain(counted), kmk_reducer_retain(counted)};
  kmk_store *store = open_store(k->loop, kmk_combine(2, places), "{}");
  send_ok(store, "'noop'");
  assert_int_equal(calls, 2);
  kmk_store_free(store);
  run_due(k->loop);
  assert_int_equal(freed, 0);
  kmk_reducer_free(counted);
  assert_int_equal(freed, 1);
}

#define assert_refused(k, reducer, status)                                                         \
  assert_no_store((k), (reducer), "{'child': {'count': 0}}", (status), NULL, NULL)

TEST(A23_its_user_data_is_freed_with_the_last_reducer) {
  int freed = 0;
  kmk_reducer_free(kmk_on_change(counter(), "/count", no_answer_to_change, &freed, count_free));
  assert_int_equal(freed, 1);
  kmk_reducer_free(kmk_on_change(counter(), "count", no_answer_to_change, &freed, count_free));
  assert_int_equal(freed, 2);
}

TEST(a_reducer_that_no_store_took_releases_its_user_data) {
  int freed = 0;
  kmk_reducer_free(kmk_reducer_new(count_call, &freed, count_free));
  assert_int_equal(freed, 1);
}

/* ------------------------------------------------------------- mistakes */

TEST(a_mistake_in_a_composition_is_reported_by_store_new) {
  kmk_slot_options small = KMK_SLOT_OPTIONS_INIT;
  small.size = 4;
  assert_refused(k, kmk_reducer_new(NULL, NULL, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_combine(2, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_scope("child", "child", counter()), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_scope("/~2", "child", counter()), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_scope("/child", "", counter()), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_scope("/child", "child", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_scope_case("", "child", counter()), KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_if_let(counter(), "/child", "child", &small, counter()),
                 KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_presentation(counter(), "child", "child", NULL, counter()),
                 KMK_ERR_INVALID_ARGUMENT);
  assert_refused(k, kmk_feature("nobody registered this"), KMK_ERR_UNKNOWN_FEATURE);
}

TEST(the_first_of_several_mistakes_is_reported) {
  kmk_reducer *members[] = {counter(),
                            kmk_scope("/child", "child", kmk_feature("nobody registered this")),
                            kmk_scope("child", "child", counter())};
  assert_refused(k, kmk_combine(3, members), KMK_ERR_UNKNOWN_FEATURE);
}

/* The first mistake is reported, no matter what operators are around it and whether they are wrong too. */
TEST(A42_a_composition_keeps_its_first_mistake) {
  const kmk_status first = KMK_ERR_UNKNOWN_FEATURE;
#define WRONG_CHILD kmk_feature("nobody registered this")
  assert_refused(k, kmk_scope(NULL, "child", WRONG_CHILD), first);
  assert_refused(k, kmk_scope_case("a.b", "child", WRONG_CHILD), first);
  assert_refused(k, kmk_if_let(WRONG_CHILD, NULL, "x", NULL, NULL), first);
  assert_refused(k, kmk_if_let(NULL, "", "x", NULL, WRONG_CHILD), first);
  assert_refused(k, kmk_if_case_let(WRONG_CHILD, NULL, "x", NULL, NULL), first);
  assert_refused(k, kmk_presentation(WRONG_CHILD, "", "x", NULL, NULL), first);
  assert_refused(k, kmk_presentation_destination(NULL, "/a", "", NULL, WRONG_CHILD), first);
  assert_refused(k, kmk_for_each(WRONG_CHILD, NULL, NULL, NULL, NULL), first);
  assert_refused(k, kmk_stack(NULL, "x", "x", WRONG_CHILD), first);
  assert_refused(k, kmk_navigation_destination(WRONG_CHILD, "x", "x", NULL), first);
  assert_refused(k, kmk_on_change(WRONG_CHILD, "x", NULL, NULL, NULL), first);
  assert_refused(k, kmk_print_changes(WRONG_CHILD, "\xff"), first);
  assert_refused(k, kmk_dependency(WRONG_CHILD, NULL, NULL), first);
  assert_refused(k, kmk_dependency_pointer(WRONG_CHILD, NULL, NULL, NULL), first);
  assert_refused(k, kmk_cases(WRONG_CHILD, SIZE_MAX, NULL), first);
  assert_refused(k, kmk_scope("x", "", kmk_scope(NULL, NULL, WRONG_CHILD)), first);
#undef WRONG_CHILD
}

TEST(a_refused_composition_releases_its_user_data) {
  int freed = 0;
  kmk_reducer *members[] = {kmk_reducer_new(count_call, &freed, count_free),
                            kmk_reducer_new(NULL, &freed, count_free)};
  assert_refused(k, kmk_scope("malformed", "child", kmk_combine(2, members)),
                 KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(freed, 2);
}

/* How far a cancel reaches through the tree of features, and through stores (A7, B13, B19, B21, B22). */
#include "support.h"

/* Three features, one inside the other: {"child": {"child": {}}}. Each answers "start" with a timer
 * under the id "t", "cancel" with a cancel of it, and "restart" with a timer that replaces what is
 * in flight. */
static kmk_effect *timers(const json_t *action) {
  if (kmk_action_is(action, "start")) {
    return kmk_effect_cancellable(after(SECOND, "'rang'"), "t", false);
  }
  if (kmk_action_is(action, "restart")) {
    return kmk_effect_cancellable(after(3 * SECOND, "'rangLate'"), "t", true);
  }
  if (kmk_action_is(action, "cancel")) {
    return kmk_effect_cancel("t");
  }
  if (kmk_action_is(action, "chain")) {
    kmk_effect *late = kmk_effect_cancellable(after(3 * SECOND, "'rangLate'"), "t", true);
    return kmk_effect_concatenate(2, (kmk_effect *[]){after(SECOND / 2, "'first'"), late});
  }
  return NULL;
}

static kmk_reducer *optional_family(void) {
  kmk_reducer *child = kmk_if_let(answering(timers), "/child", "child", NULL, answering(timers));
  return kmk_if_let(answering(timers), "/child", "child", NULL, child);
}

static kmk_reducer *presented_family(void) {
  kmk_reducer *child =
      kmk_presentation(answering(timers), "/child", "child", NULL, answering(timers));
  return kmk_presentation(answering(timers), "/child", "child", NULL, child);
}

/* What each generation is sent, in a family of optionals and in one of presentations. */
typedef struct family {
  kmk_reducer *(*make)(void);
  const char *child_prefix, *child_suffix;
} family;

static const family families[] = {{optional_family, "{'child': ", "}"},
                                  {presented_family, "{'child': {'presented': ", "}}"}};

static void send_to(kit *k, const family *f, int generation, const char *action) {
  char text[256] = "";
  for (int i = 0; i < generation; i++) {
    strcat(text, f->child_prefix);
  }
  strcat(strcat(strcat(text, "'"), action), "'");
  for (int i = 0; i < generation; i++) {
    strcat(text, f->child_suffix);
  }
  send_ok(k->store, text);
}

static size_t running(kit *k) { return kmk_store_effect_count(k->store); }

static void open_family(kit *k, const family *f) {
  kmk_store_free(k->store);
  kit_open(k, f->make(), "{'child': {'child': {}}}");
}

static void B19_a_cancel_reaches_the_effects_of_all_features_below(void **state) {
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(families); i++) {
    for (int from = 0; from <= 2; from++) {
      open_family(k, &families[i]);
      send_to(k, &families[i], 2, "start");
      assert_int_equal(running(k), 1);
      send_to(k, &families[i], from, "cancel");
      assert_int_equal(running(k), 0);
    }
  }
}

static void B21_a_cancel_reaches_no_feature_above(void **state) {
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(families); i++) {
    open_family(k, &families[i]);
    for (int generation = 0; generation <= 2; generation++) {
      send_to(k, &families[i], generation, "start");
    }
    assert_int_equal(running(k), 3);
    send_to(k, &families[i], 2, "cancel");
    assert_int_equal(running(k), 2);
    send_to(k, &families[i], 1, "cancel");
    assert_int_equal(running(k), 1);
    send_to(k, &families[i], 0, "cancel");
    assert_int_equal(running(k), 0);
  }
}

static void B21_cancel_in_flight_of_a_child_leaves_the_parents_effect_running(void **state) {
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(families); i++) {
    open_family(k, &families[i]);
    send_to(k, &families[i], 0, "start");
    send_to(k, &families[i], 1, "start");
    send_to(k, &families[i], 1, "restart");
    assert_int_equal(running(k), 2);
    json_array_clear(k->log);
    advance(k->loop, SECOND);
    assert_json_text(k->log, "['rang']");
  }
}

static void B13_cancel_in_flight_reaches_below_as_a_cancel_does(void **state) {
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(families); i++) {
    open_family(k, &families[i]);
    send_to(k, &families[i], 1, "start");
    send_to(k, &families[i], 2, "start");
    send_to(k, &families[i], 0, "restart");
    assert_int_equal(running(k), 1);
  }
}

/* The feature has nothing else running at the moment of the replacement. */
static void B19_an_effect_that_took_anothers_place_is_reached_from_above(void **state) {
  kit *k = *state;
  const char *const replacements[] = {"restart", "chain"};
  for (size_t i = 0; i < COUNT_OF(families); i++) {
    for (size_t j = 0; j < COUNT_OF(replacements); j++) {
      open_family(k, &families[i]);
      send_to(k, &families[i], 2, "start");
      send_to(k, &families[i], 2, replacements[j]);
      advance(k->loop, SECOND / 2);
      assert_int_equal(running(k), 1);
      send_to(k, &families[i], 0, "cancel");
      assert_int_equal(running(k), 0);
    }
  }
}

static void B21_siblings_with_the_same_id_do_not_cancel_each_other(void **state) {
  kit *k = *state;
  kmk_reducer *two = kmk_presentation(kmk_combine(0, NULL), "/a", "a", NULL, counter());
  two = kmk_presentation(two, "/b", "b", NULL, counter());
  kit_open(k, two, "{'a': {'count': 0}, 'b': {'count': 0}}");
  send_ok(k->store, "{'a': {'presented': 'startTimer'}}");
  send_ok(k->store, "{'b': {'presented': 'startTimer'}}");
  send_ok(k->store, "{'a': {'presented': 'stopTimer'}}");
  advance(k->loop, 3 * SECOND);
  assert_state_text(k->store, "{'a': {'count': 0}, 'b': {'count': 3}}");
}

/* ------------------------------------------------- a scope beside another operator's child */

#define WITH_CHILD "{'child': {'one': {}, 'sheet': {}}}"

static kmk_reducer *nothing(void) { return kmk_combine(0, NULL); }

static kmk_reducer *beside_if_let(kmk_reducer *scoped) {
  kmk_reducer *scope = kmk_scope("/child/one", "scope", scoped);
  return kmk_if_let(scope, "/child/one", "one", NULL, nothing());
}

static kmk_reducer *beside_a_slot(kmk_reducer *scoped) {
  kmk_reducer *scope = kmk_scope("/child/one", "scope", scoped);
  return kmk_presentation(scope, "/child/one", "one", NULL, nothing());
}

static kmk_reducer *beside_a_slot_of_the_seed(kmk_reducer *scoped) {
  kmk_reducer *scope = kmk_scope("/child/one", "scope", scoped);
  return kmk_presentation_destination(scope, "/child/one", "one", NULL, nothing());
}

static kmk_reducer *beside_if_case_let(kmk_reducer *scoped) {
  kmk_reducer *scope = kmk_scope_case("one", "scope", scoped);
  return kmk_if_case_let(scope, "one", "one", NULL, nothing());
}

static kmk_reducer *inside_the_case(kmk_reducer *scoped) {
  return kmk_scope("/child", "in", beside_if_case_let(scoped));
}

static void A7_an_operator_at_a_scopes_place_leaves_the_scopes_effects_alone(void **state) {
  static const struct {
    kmk_reducer *(*make)(kmk_reducer *scoped);
    const char *state, *start, *other;
  } kinds[] = {
      {beside_if_let, WITH_CHILD, "{'scope': 'start'}", "{'one': 'x'}"},
      {beside_a_slot, WITH_CHILD, "{'scope': 'start'}", "{'one': {'presented': 'x'}}"},
      {beside_a_slot_of_the_seed, WITH_CHILD, "{'scope': 'start'}", "{'one': {'presented': 'x'}}"},
      {beside_if_case_let, "{'one': {}}", "{'scope': 'start'}", "{'one': 'x'}"},
      {inside_the_case, "{'child': {'one': {}}}", "{'in': {'scope': 'start'}}",
       "{'in': {'one': 'x'}}"},
  };
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    kmk_store_free(k->store);
    kit_open(k, kinds[i].make(answering(timers)), kinds[i].state);
    send_ok(k->store, kinds[i].start);
    assert_int_equal(running(k), 1);
    send_ok(k->store, kinds[i].other);
    send_ok(k->store, "'unrelated'");
    assert_int_equal(running(k), 1);
    json_array_clear(k->log);
    advance(k->loop, SECOND);
    assert_int_equal(json_array_size(k->log), 1);
  }
}

/* The scope's effects are the parent's: they go on when the child goes. */
REDUCER(take_the_child) {
  if (kmk_action_is(action, "take")) {
    kmk_state_set_new(state, "/child", json_null());
  }
  return NULL;
}

static void A7_a_scopes_effects_go_on_when_an_optional_child_at_its_place_goes(void **state) {
  kit *k = *state;
  kmk_reducer *both[] = {kmk_reducer_new(take_the_child, NULL, NULL),
                         kmk_scope("/child", "scope", answering(timers))};
  kit_open(k, kmk_if_let(kmk_combine(2, both), "/child", "child", NULL, answering(timers)),
           "{'child': {}}");
  send_ok(k->store, "{'scope': 'start'}");
  send_ok(k->store, "{'child': 'start'}");
  assert_int_equal(running(k), 2);
  send_ok(k->store, "'take'");
  assert_int_equal(running(k), 1);
  json_array_clear(k->log);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "[{'scope': 'rang'}]");
}

static void B22_two_stores_never_cancel_each_others_effects(void **state) {
  kit *k = *state;
  kmk_reducer *shared = counter();
  kmk_store *one = open_store(k->loop, kmk_reducer_retain(shared), "{'count': 0}");
  kmk_store *two = open_store(k->loop, shared, "{'count': 0}");
  send_ok(one, "'startTimer'");
  send_ok(two, "'startTimer'");
  send_ok(one, "'stopTimer'");
  advance(k->loop, 3 * SECOND);
  assert_state_text(one, "{'count': 0}");
  assert_state_text(two, "{'count': 3}");
  kmk_store_free(one);
  kmk_store_free(two);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(B19_a_cancel_reaches_the_effects_of_all_features_below),
      KIT_TEST(B21_a_cancel_reaches_no_feature_above),
      KIT_TEST(B21_cancel_in_flight_of_a_child_leaves_the_parents_effect_running),
      KIT_TEST(B13_cancel_in_flight_reaches_below_as_a_cancel_does),
      KIT_TEST(B19_an_effect_that_took_anothers_place_is_reached_from_above),
      KIT_TEST(B21_siblings_with_the_same_id_do_not_cancel_each_other),
      KIT_TEST(A7_an_operator_at_a_scopes_place_leaves_the_scopes_effects_alone),
      KIT_TEST(A7_a_scopes_effects_go_on_when_an_optional_child_at_its_place_goes),
      KIT_TEST(B22_two_stores_never_cancel_each_others_effects),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

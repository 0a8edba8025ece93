/* A child in one case of an enum state (A14, A15). */
#include "support.h"

#define ONE(count) "{'one': {'count': " count "}}"

/* The parent copies what the child has left to the seen value, and moves on "move". */
REDUCER(case_parent) {
  const json_t *count = kmk_state_get(state, "/one/count");
  json_array_append_new(data, count == NULL ? json_null() : kmk_json_retain(count));
  const json_t *other = kmk_action_payload(action, "move");
  if (other != NULL) {
    kmk_state_set(state, "", other);
  }
  return NULL;
}

static void open_case(kit *k, json_t *seen, const kmk_slot_options *options, const char *initial) {
  kit_open(
      k,
      kmk_if_case_let(kmk_reducer_new(case_parent, seen, NULL), "one", "one", options, counter()),
      initial);
}

static void A14_the_child_runs_first_and_the_parent_sees_its_payload(void **state) {
  kit *k = *state;
  json_t *seen = json_array();
  open_case(k, seen, NULL, ONE("0"));
  send_ok(k->store, "{'one': 'inc'}");
  assert_json_text(seen, "[1]");
  assert_state_text(k->store, ONE("1"));
  json_decref(seen);
}

static void A14_another_case_is_an_issue_and_the_parent_runs(void **state) {
  kit *k = *state;
  json_t *seen = json_array();
  open_case(k, seen, NULL, "{'two': {}}");
  send_ok(k->store, "{'one': 'inc'}");
  assert_issues(k, "['wrong-case']");
  assert_json_text(seen, "[null]");
  assert_json_text(k->log, "[{'one': 'inc'}]");
  assert_state_text(k->store, "{'two': {}}");
  json_decref(seen);
}

static void A15_moving_to_another_case_stops_the_childs_effects(void **state) {
  kit *k = *state;
  json_t *seen = json_array();
  open_case(k, seen, NULL, ONE("0"));
  send_ok(k->store, "{'one': 'startTimer'}");
  send_ok(k->store, "{'move': " ONE("5") "}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "{'move': {'two': {}}}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  json_array_clear(k->log);
  advance(k->loop, 5 * SECOND);
  assert_json_text(k->log, "[]");
  json_decref(seen);
}

static void A15_another_id_in_the_payload_stops_the_childs_effects(void **state) {
  kit *k = *state;
  json_t *seen = json_array();
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.id_key = "id";
  open_case(k, seen, &options, "{'one': {'id': 1, 'count': 0}}");
  send_ok(k->store, "{'one': 'startTimer'}");
  send_ok(k->store, "{'move': {'one': {'id': 1, 'count': 7}}}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "{'move': {'one': {'id': 2, 'count': 7}}}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'one': {'id': 2, 'count': 7}}");
  json_decref(seen);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(A14_the_child_runs_first_and_the_parent_sees_its_payload),
      KIT_TEST(A14_another_case_is_an_issue_and_the_parent_runs),
      KIT_TEST(A15_moving_to_another_case_stops_the_childs_effects),
      KIT_TEST(A15_another_id_in_the_payload_stops_the_childs_effects),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

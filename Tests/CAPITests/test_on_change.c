/* What answers a change (A23, A24). */
#include "support.h"

/* {"set": n} sets the count, "twice" changes it and back, "drop" removes it. */
REDUCER(base) {
  if (kmk_action_is(action, "set")) {
    kmk_state_set(state, "/count", kmk_action_payload(action, "set"));
    return sends("'base'");
  }
  if (kmk_action_is(action, "twice")) {
    state_add(state, "/count", 1);
    state_add(state, "/count", -1);
  } else if (kmk_action_is(action, "drop")) {
    kmk_state_remove(state, "/count");
  }
  return NULL;
}

/* Notes [old, new, action], and changes the count itself. */
static kmk_effect *answer_change(kmk_state *state, const json_t *old_value, const json_t *new_value,
                                 const json_t *action, kmk_env *env, void *user_data) {
  (void)env;
  json_t *note = json_pack("[O?, O?, O]", old_value, new_value, action);
  json_array_append_new(user_data, note);
  if (new_value != NULL) {
    state_add(state, "/count", 100);
  }
  return sends("'answer'");
}

static void open_change(kit *k, json_t *notes) {
  kit_open(k,
           kmk_on_change(kmk_reducer_new(base, NULL, NULL), "/count", answer_change, notes, NULL),
           "{'count': 0}");
}

static void A23_it_runs_once_with_the_old_and_the_new_value(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  open_change(k, notes);
  send_ok(k->store, "{'set': 1}");
  assert_json_text(notes, "[[0, 1, {'set': 1}]]");
  send_ok(k->store, "'noop'");
  send_ok(k->store, "{'set': 101}");
  assert_json_text(notes, "[[0, 1, {'set': 1}]]");
  json_decref(notes);
}

static void A23_the_bases_effects_come_first(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  open_change(k, notes);
  send_ok(k->store, "{'set': 1}");
  assert_json_text(k->log, "[{'set': 1}, 'base', 'answer']");
  json_decref(notes);
}

static void A23_a_value_that_goes_is_a_change_to_nothing(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  open_change(k, notes);
  send_ok(k->store, "'drop'");
  assert_json_text(notes, "[[0, null, 'drop']]");
  send_ok(k->store, "{'set': 3}");
  assert_json_text(notes, "[[0, null, 'drop'], [null, 3, {'set': 3}]]");
  json_decref(notes);
}

static void A24_its_own_change_is_not_answered_again(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  open_change(k, notes);
  send_ok(k->store, "{'set': 1}");
  assert_int_equal(json_array_size(notes), 1);
  assert_state_text(k->store, "{'count': 101}");
  json_decref(notes);
}

static void A24_a_value_that_is_changed_and_restored_has_not_changed(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  open_change(k, notes);
  send_ok(k->store, "'twice'");
  assert_json_text(notes, "[]");
  json_decref(notes);
}

static void A23_its_user_data_is_freed_with_the_last_reducer(void **state) {
  (void)state;
  int freed = 0;
  kmk_reducer_free(kmk_on_change(counter(), "/count", answer_change, &freed, count_free));
  assert_int_equal(freed, 1);
  kmk_reducer_free(kmk_on_change(counter(), "count", answer_change, &freed, count_free));
  assert_int_equal(freed, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(A23_it_runs_once_with_the_old_and_the_new_value),
      KIT_TEST(A23_the_bases_effects_come_first),
      KIT_TEST(A23_a_value_that_goes_is_a_change_to_nothing),
      KIT_TEST(A23_its_user_data_is_freed_with_the_last_reducer),
      KIT_TEST(A24_its_own_change_is_not_answered_again),
      KIT_TEST(A24_a_value_that_is_changed_and_restored_has_not_changed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

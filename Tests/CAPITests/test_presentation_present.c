/* How something comes to be presented: by a step of the parent, and by the action "present". */

#include "presentation_support.h"

#define COUNTER "{'counter': {'count': 0}}"
#define ANIMATIONS "{'animations': {'color': 'white'}}"

static void present_ok(sheet *s, const char *id_and_state) {
  json_t *action = json_pack("{s:{s:o}}", "destination", "present", json_of(id_and_state));
  assert_int_equal(kmk_store_send_new(s->store, action, NULL), KMK_OK);
}

/* -------------------------------------------------------------------------- D20 */

static void D20_a_step_of_the_parent_that_fills_the_slot_presents(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  send_ok(s->store, "{'assign': " COUNTER "}");
  assert_string_not_equal(id_of(s).text, "");
  send_presented(s, "{'counter': 'inc'}");
  assert_slot(s, "{'counter': {'count': 1}}");
}

/* -------------------------------------------------------------------------- D21 */

REDUCER(on_present) {
  sheet *s = data;
  if (kmk_action_is(action, "destination.present")) {
    saw(s, kmk_state_get(state, "/destination"));
    if (kmk_state_get(state, "/destination/counter") != NULL) {
      state_add(state, "/destination/counter/count", 100);
    }
  }
  return NULL;
}

static void D21_present_fills_the_slot_before_the_parents_step(void **state) {
  sheet *s = *state;
  sheet_open(s, on_present, "null");
  present_ok(s, "{'id': 'login', 'state': {'counter': {'count': 7}}}");
  assert_seen(s, "[{'counter': {'count': 7}}]");
  assert_slot(s, "{'counter': {'count': 107}}");
  assert_string_equal(id_of(s).text, "login");
}

static void D21_the_presentation_has_the_id_of_the_action(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  present_ok(s, "{'id': 'first', 'state': " COUNTER "}");
  assert_string_equal(id_of(s).text, "first");
  send_presented(s, "{'counter': 'inc'}");
  assert_slot(s, "{'counter': {'count': 1}}");
  assert_string_equal(id_of(s).text, "first");
  send_ok(s->store, "{'destination': 'dismiss'}");
  assert_string_equal(id_of(s).text, "");
}

static void D21_the_function_sends_the_same_action(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  json_t *value = json_of(COUNTER);
  assert_int_equal(kmk_store_present(s->store, "destination", value, NULL), KMK_OK);
  json_decref(value);
  assert_store_log(s, "[{'destination': {'present': {'state': " COUNTER "}}}]");
  assert_slot(s, COUNTER);
}

static void D21_the_modern_dialect_does_not_know_present(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  kmk_error error = {0};
  json_t *value = json_of(COUNTER);
  assert_int_equal(kmk_store_present(s->store, "destination", value, &error), KMK_ERR_DECODE);
  json_decref(value);
  assert_string_equal(error.path, "/destination");
  assert_non_null(strstr(error.message, "presented"));
  assert_non_null(strstr(error.message, "dismiss"));
  assert_int_equal(kmk_store_present(s->store, "destination", NULL, NULL), KMK_ERR_DECODE);
  assert_int_equal(send_status(s->store, "{'destination': 'present'}"), KMK_ERR_DECODE);
  assert_int_equal(send_status(s->store, "{'destination': {'present': {'state': " COUNTER "}}}"),
                   KMK_ERR_DECODE);
  assert_state_text(s->store, "{'log': [], 'destination': null}");
  assert_store_log(s, "[]");
}

/* ------------------------------------------------------------------- D22 to D24 */

static void D22_present_without_an_id_takes_the_next_one(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  present_ok(s, "{'state': " COUNTER "}");
  assert_string_equal(id_of(s).text, "0");
  present_ok(s, "{'id': null, 'state': " COUNTER "}");
  assert_string_equal(id_of(s).text, "1");
  json_t *value = json_of(COUNTER);
  assert_int_equal(kmk_store_present(s->store, "destination", value, NULL), KMK_OK);
  json_decref(value);
  assert_string_equal(id_of(s).text, "2");
}

REDUCER(hydrate) {
  sheet *s = data;
  if (kmk_action_is(action, "destination.present")) {
    saw(s, kmk_state_get(state, "/destination"));
    kmk_state_set_new(state, "/destination", json_of(ANIMATIONS));
  }
  return NULL;
}

static void D23_a_parent_that_hydrates_presents_under_a_generated_id(void **state) {
  sheet *s = *state;
  sheet_open(s, hydrate, "null");
  present_ok(s, "{'id': 'asked', 'state': null}");
  assert_seen(s, "[null]");
  assert_slot(s, ANIMATIONS);
  assert_string_equal(id_of(s).text, "0");
}

static void D23_every_way_to_leave_out_the_state_asks_the_parent(void **state) {
  sheet *s = *state;
  sheet_open(s, hydrate, "null");
  const char *forms[] = {"'present'", "{'present': null}", "{'present': {}}",
                         "{'present': {'id': 'asked'}}", "{'present': {'state': null}}"};
  for (size_t i = 0; i < COUNT_OF(forms); i++) {
    send_ok(s->store, "'clear'");
    json_t *action = json_pack("{s:o}", "destination", json_of(forms[i]));
    assert_int_equal(kmk_store_send_new(s->store, action, NULL), KMK_OK);
    assert_slot(s, ANIMATIONS);
    assert_string_not_equal(id_of(s).text, "asked");
  }
  send_ok(s->store, "'clear'");
  assert_int_equal(kmk_store_present(s->store, "destination", NULL, NULL), KMK_OK);
  assert_slot(s, ANIMATIONS);
  assert_seen(s, "[null, null, null, null, null, null]");
}

static void D24_present_that_nobody_hydrates_is_an_issue(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  present_ok(s, "{'id': 'asked', 'state': null}");
  assert_slot(s, "null");
  assert_issues(s->kit, "['present-not-hydrated']");
  assert_parent_log(s, "[{'destination': {'present': {'id': 'asked', 'state': null}}}]");
}

static void D24_present_without_a_state_leaves_alone_what_is_up(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  slot_id first = id_of(s);
  present_ok(s, "{'id': 'asked', 'state': null}");
  assert_slot(s, COUNTER);
  assert_same_id(first, id_of(s));
  assert_issues(s->kit, "[]");
}

/* -------------------------------------------------------------------------- D25 */

static void D25_another_id_is_a_fresh_presentation_even_of_an_equal_state(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  present_ok(s, "{'id': 'one', 'state': " COUNTER "}");
  send_presented(s, "{'counter': 'startTimer'}");
  present_ok(s, "{'id': 'two', 'state': " COUNTER "}");
  assert_string_equal(id_of(s).text, "two");
  assert_quiet(s);
  assert_slot(s, COUNTER);
}

static void D25_the_same_id_replaces_the_state_and_the_effects_live_on(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  present_ok(s, "{'id': 'two', 'state': " COUNTER "}");
  send_presented(s, "{'counter': 'startTimer'}");
  present_ok(s, "{'id': 'two', 'state': {'counter': {'count': 40}}}");
  assert_string_equal(id_of(s).text, "two");
  assert_ticking(s);
  assert_slot(s, "{'counter': {'count': 41}}");
  send_ok(s->store, "'clear'");
}

static void D25_a_given_id_counts_for_more_than_the_case(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  present_ok(s, "{'id': 'two', 'state': " COUNTER "}");
  send_presented(s, "{'counter': 'startTimer'}");
  present_ok(s, "{'id': 'two', 'state': " ANIMATIONS "}");
  assert_string_equal(id_of(s).text, "two");
  assert_int_equal(kmk_store_effect_count(s->store), 1);
  present_ok(s, "{'id': 'two', 'state': " COUNTER "}");
  assert_ticking(s);
  send_ok(s->store, "'clear'");
}

static void D25_no_id_over_a_presentation_is_a_fresh_one(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  slot_id first = id_of(s);
  send_presented(s, "{'counter': 'startTimer'}");
  present_ok(s, "{'state': " COUNTER "}");
  assert_other_id(first, id_of(s));
  assert_quiet(s);
}

/* -------------------------------------------------------------------- D90 to D92 */

static void D90_no_id_is_generated_that_an_action_gave(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  present_ok(s, "{'id': '0', 'state': " COUNTER "}");
  present_ok(s, "{'id': '2', 'state': " COUNTER "}");
  send_presented(s, "{'counter': 'startTimer'}");
  present_ok(s, "{'state': " COUNTER "}");
  assert_string_equal(id_of(s).text, "1");
  assert_quiet(s);
  present_ok(s, "{'state': " COUNTER "}");
  assert_string_equal(id_of(s).text, "3");
  /* Given again it is the program's own. What only looks like a number is none. */
  present_ok(s, "{'id': '1', 'state': " COUNTER "}");
  present_ok(s, "{'id': '04', 'state': " COUNTER "}");
  present_ok(s, "{'id': '18446744073709551615', 'state': " COUNTER "}");
  present_ok(s, "{'id': '18446744073709551616', 'state': " COUNTER "}");
  present_ok(s, "{'state': " COUNTER "}");
  assert_string_equal(id_of(s).text, "4");
}

static void D91_an_id_with_a_zero_character_is_refused(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  slot_id before = id_of(s);
  json_t *id = json_stringn("a\0b", 3);
  kmk_error error = {0};
  json_t *action = json_pack("{s:{s:{s:o}}}", "destination", "present", "id", id);
  assert_int_equal(kmk_store_send_new(s->store, action, &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/destination/present/id");
  assert_non_null(strstr(error.message, "zero character"));
  assert_same_id(before, id_of(s));
  assert_slot(s, COUNTER);
  assert_int_equal(kmk_store_send_text(
                       s->store, "{\"destination\": {\"present\": {\"id\": \"\\u0000\"}}}", NULL),
                   KMK_ERR_DECODE);
}

static void D92_a_text_that_is_not_utf8_dismisses_nothing(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  kmk_error error = {0};
  assert_int_equal(kmk_store_dismiss_id(s->store, "destination", "\xff", &error),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "UTF-8"));
  assert_int_equal(kmk_store_dismiss_id(s->store, "\xff", "0", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss_id(s->store, "destination", "", NULL), KMK_ERR_NOT_FOUND);
  assert_slot(s, COUNTER);
}

/* -------------------------------------------------------------------------- D26 */

static kmk_reducer *two_slots(sheet *s) {
  kmk_slot_options options = sheet_options();
  kmk_reducer *left =
      s->dialect->attach(sheet_parent(s), "/left", "left", &options, sheet_destination(s));
  return s->dialect->attach(left, "/right", "right", &options, sheet_destination(s));
}

static void D26_two_slots_of_one_parent_are_independent(void **state) {
  sheet *s = *state;
  sheet_open_with(s, two_slots(s), "{'log': [], 'left': " COUNTER ", 'right': " COUNTER "}");
  slot_id left = id_at(s->store, "/left");
  slot_id right = id_at(s->store, "/right");
  assert_other_id(left, right);
  send_ok(s->store, "{'left': {'presented': {'counter': 'startTimer'}}}");
  send_ok(s->store, "{'right': {'presented': {'counter': 'startTimer'}}}");
  assert_int_equal(kmk_store_effect_count(s->store), 2);

  send_ok(s->store, "{'left': 'dismiss'}");
  assert_at(s->store, "/left", "null");
  assert_string_equal(id_at(s->store, "/left").text, "");
  assert_same_id(right, id_at(s->store, "/right"));
  wait_seconds(s, 2);
  assert_at(s->store, "/right", "{'counter': {'count': 2}}");
  assert_int_equal(kmk_store_effect_count(s->store), 1);

  send_ok(s->store, "{'right': 'dismiss'}");
  assert_quiet(s);
}

/* -------------------------------------------------------------------------- D27 */

REDUCER(greet_login) {
  sheet *s = data;
  const json_t *what = kmk_action_payload(action, "destination.present");
  const char *id = json_string_value(json_object_get(what, "id"));
  if (id != NULL && strcmp(id, "login") == 0) {
    saw(s, json_object_get(what, "id"));
  }
  return NULL;
}

static void D27_a_parent_can_tell_presents_by_their_id(void **state) {
  sheet *s = *state;
  sheet_open(s, greet_login, "null");
  present_ok(s, "{'id': 'signup', 'state': " COUNTER "}");
  assert_seen(s, "[]");
  present_ok(s, "{'id': 'login', 'state': " COUNTER "}");
  assert_seen(s, "['login']");
  json_t *log = kmk_store_get(s->store, "/log", NULL);
  assert_false(json_equal(json_array_get(log, 0), json_array_get(log, 1)));
  json_decref(log);
  assert_parent_log(s, "[{'destination': {'present': {'id': 'signup', 'state': " COUNTER "}}},"
                       " {'destination': {'present': {'id': 'login', 'state': " COUNTER "}}}]");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(D20_a_step_of_the_parent_that_fills_the_slot_presents),
      IN_DIALECT(D21_present_fills_the_slot_before_the_parents_step, seed),
      IN_DIALECT(D21_the_presentation_has_the_id_of_the_action, seed),
      IN_DIALECT(D21_the_function_sends_the_same_action, seed),
      IN_DIALECT(D21_the_modern_dialect_does_not_know_present, modern),
      IN_DIALECT(D22_present_without_an_id_takes_the_next_one, seed),
      IN_DIALECT(D23_a_parent_that_hydrates_presents_under_a_generated_id, seed),
      IN_DIALECT(D23_every_way_to_leave_out_the_state_asks_the_parent, seed),
      IN_DIALECT(D24_present_that_nobody_hydrates_is_an_issue, seed),
      IN_DIALECT(D24_present_without_a_state_leaves_alone_what_is_up, seed),
      IN_DIALECT(D25_another_id_is_a_fresh_presentation_even_of_an_equal_state, seed),
      IN_DIALECT(D25_the_same_id_replaces_the_state_and_the_effects_live_on, seed),
      IN_DIALECT(D25_a_given_id_counts_for_more_than_the_case, seed),
      IN_DIALECT(D25_no_id_over_a_presentation_is_a_fresh_one, seed),
      IN_DIALECT(D90_no_id_is_generated_that_an_action_gave, seed),
      IN_DIALECT(D91_an_id_with_a_zero_character_is_refused, seed),
      IN_BOTH_DIALECTS(D92_a_text_that_is_not_utf8_dismisses_nothing),
      IN_BOTH_DIALECTS(D26_two_slots_of_one_parent_are_independent),
      IN_DIALECT(D27_a_parent_can_tell_presents_by_their_id, seed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

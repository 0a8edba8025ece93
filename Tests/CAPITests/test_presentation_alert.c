/* Alerts and dialogs: a destination that any action of its own dismisses. */

#include "presentation_support.h"

#define ALERT "{'alert': {'title': 'Sure?'}}"
#define CONFIRM "{'alert': 'confirm'}"

/* ------------------------------------------------------------------- D40 and D41 */

static kmk_effect *ignore(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return NULL;
}

static void D40_every_case_that_is_declared_so_is_ephemeral(void **state) {
  sheet *s = *state;
  const char *const cases[] = {"alert", "dialog", NULL};
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.ephemeral_cases = cases;
  kmk_reducer *members[] = {
      sheet_destination(s),
      kmk_scope_case("dialog", "dialog", kmk_reducer_new(ignore, NULL, NULL))};
  sheet_open_with(s, sheet_with(s, &options, kmk_combine(2, members)),
                  "{'log': [], 'destination': {'dialog': {'title': 'Which?'}}}");
  send_presented(s, "{'dialog': 'first'}");
  assert_slot(s, "null");
  assert_parent_log(s, "[{'destination': {'presented': {'dialog': 'first'}}}]");

  send_ok(s->store, "{'assign': " ALERT "}");
  send_presented(s, CONFIRM);
  assert_slot(s, "null");
}

static void D40_a_whole_slot_may_be_ephemeral(void **state) {
  sheet *s = *state;
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.ephemeral = true;
  sheet_open_with(s, sheet_with(s, &options, kmk_reducer_new(ignore, NULL, NULL)),
                  "{'log': [], 'destination': {'title': 'Sure?'}}");
  send_presented(s, "'confirm'");
  assert_slot(s, "null");
  assert_parent_log(s, "[{'destination': {'presented': 'confirm'}}]");
}

static void D40_a_case_that_is_not_declared_stays(void **state) {
  sheet *s = *state;
  sheet_open_with(s, sheet_with(s, NULL, sheet_destination(s)),
                  "{'log': [], 'destination': " ALERT "}");
  slot_id first = id_of(s);
  send_presented(s, CONFIRM);
  assert_slot(s, ALERT);
  assert_same_id(first, id_of(s));
}

REDUCER(note_choice) {
  if (kmk_action_is(action, "destination.presented.alert.confirm")) {
    json_array_append_new(((sheet *)data)->seen, json_string("confirmed"));
  }
  return NULL;
}

static void D41_an_action_of_the_alert_dismisses_it_and_the_parent_handles_it(void **state) {
  sheet *s = *state;
  sheet_open(s, note_choice, ALERT);
  send_presented(s, CONFIRM);
  assert_slot(s, "null");
  assert_string_equal(id_of(s).text, "");
  assert_seen(s, "['confirmed']");

  send_ok(s->store, "{'assign': " ALERT "}");
  send_presented(s, "{'alert': 'deny'}");
  assert_slot(s, "null");
  assert_seen(s, "['confirmed']");
}

/* ------------------------------------------------------------------- D42 and D43 */

REDUCER(look_at_the_slot) {
  if (kmk_action_is(action, "destination.presented")) {
    saw(data, kmk_state_get(state, "/destination"));
  }
  return NULL;
}

static void D42_seed_dismisses_before_the_parent_and_modern_after_it(void **state) {
  sheet *s = *state;
  sheet_open(s, look_at_the_slot, ALERT);
  send_presented(s, CONFIRM);
  assert_seen(s, s->dialect->is_seed ? "[null]" : "[" ALERT "]");
  assert_slot(s, "null");
}

static void D43_an_action_of_another_case_leaves_the_alert_up(void **state) {
  sheet *s = *state;
  sheet_open(s, look_at_the_slot, ALERT);
  slot_id first = id_of(s);
  send_presented(s, "{'counter': 'inc'}");
  assert_issues(s->kit, "['wrong-case']");
  assert_slot(s, ALERT);
  assert_same_id(first, id_of(s));
  assert_seen(s, "[" ALERT "]");
}

/* ------------------------------------------------------------------- D44 and D48 */

/* Answers "confirm" with what the test has put into the sheet's notes. */
REDUCER(answer_with_a_value) {
  sheet *s = data;
  if (kmk_action_is(action, "destination.presented.alert.confirm")) {
    kmk_state_set(state, "/destination", json_array_get(s->seen, 0));
  }
  return NULL;
}

static void check_answer(sheet *s, const char *value) {
  json_array_clear(s->seen);
  json_array_append_new(s->seen, json_of(value));
  send_ok(s->store, "'clear'");
  send_ok(s->store, "{'assign': " ALERT "}");
  slot_id first = id_of(s);
  send_presented(s, CONFIRM);
  assert_slot(s, value);
  assert_string_not_equal(id_of(s).text, "");
  assert_other_id(first, id_of(s));
}

static void D44_what_the_parent_puts_into_the_slot_meanwhile_stays(void **state) {
  sheet *s = *state;
  sheet_open(s, answer_with_a_value, "null");
  check_answer(s, "{'alert': {'title': 'Really?'}}");
  check_answer(s, ALERT);
  check_answer(s, "{'counter': {'count': 0}}");
  check_answer(s, "{'animations': {'color': 'white'}}");
  assert_issues(s->kit, "[]");
}

static kmk_effect *move_on(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env;
  if (kmk_action_is(action, "alert.confirm")) {
    kmk_state_set(state, "", json_array_get(((sheet *)data)->seen, 0));
  }
  return NULL;
}

static void D44_what_the_destination_moves_on_to_stays_as_well(void **state) {
  sheet *s = *state;
  s->watcher = move_on;
  sheet_open(s, NULL, "null");
  check_answer(s, "{'alert': {'title': 'Really?'}}");
  assert_issues(s->kit, "[]");
  check_answer(s, "{'animations': {'color': 'white'}}");
  assert_issues(s->kit, "['wrong-case']");
}

static void D48_showing_the_same_alert_again_is_a_new_presentation(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, ALERT);
  slot_id first = id_of(s);
  send_ok(s->store, "{'assign': " ALERT "}");
  assert_slot(s, ALERT);
  assert_other_id(first, id_of(s));
}

REDUCER(return_the_document) {
  if (kmk_action_is(action, "destination.presented.alert.confirm")) {
    json_t *document = json_deep_copy(kmk_state_json(state));
    kmk_state_set_new(state, "", document);
  }
  return NULL;
}

static void D48_for_a_document_an_equal_alert_is_untouched(void **state) {
  sheet *s = *state;
  sheet_open(s, return_the_document, ALERT);
  send_presented(s, CONFIRM);
  assert_slot(s, "null");

  send_ok(s->store, "{'assign': " ALERT "}");
  slot_id first = id_of(s);
  send_ok(s->store, "{'document': {'log': [], 'destination': " ALERT "}}");
  assert_same_id(first, id_of(s));
}

/* ---------------------------------------------------------------- D45, D46 and D47 */

static kmk_effect *ask_and_dismiss(kmk_state *state, const json_t *action, kmk_env *env,
                                   void *data) {
  (void)state;
  if (!kmk_action_is(action, "alert")) {
    return NULL;
  }
  saw(data, kmk_env_is_presented(env) ? json_true() : json_false());
  return kmk_effect_dismiss(env);
}

static void D45_nothing_is_in_flight_for_an_alert(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  send_ok(s->store, "{'assign': " ALERT "}");
  assert_int_equal(kmk_store_effect_count(s->store), 0);
  assert_quiet(s);
  assert_slot(s, ALERT);
}

static void D45_an_alert_does_not_dismiss_from_inside(void **state) {
  sheet *s = *state;
  s->watcher = ask_and_dismiss;
  sheet_open(s, NULL, ALERT);
  send_presented(s, CONFIRM);
  assert_seen(s, "[false]");
  assert_store_log(s, "[{'destination': {'presented': {'alert': 'confirm'}}}]");
  assert_slot(s, "null");
  assert_quiet(s);
}

typedef struct dismissal {
  kmk_status status;
  bool is_cancelled;
} dismissal;

static void dismiss_later(kmk_sender *sender, void *user_data) {
  dismissal *d = user_data;
  d->status = kmk_sender_dismiss(sender);
  d->is_cancelled = kmk_sender_is_cancelled(sender);
  kmk_sender_finish(sender);
}

static dismissal late;

static kmk_effect *start_dismissing(kmk_state *state, const json_t *action, kmk_env *env,
                                    void *data) {
  (void)state, (void)env, (void)data;
  return kmk_action_is(action, "alert.confirm") ? kmk_effect_start(dismiss_later, NULL, &late, NULL)
                                                : NULL;
}

static void D45_nor_does_an_effect_of_an_alert(void **state) {
  sheet *s = *state;
  late = (dismissal){KMK_ERR_BUSY, true};
  s->watcher = start_dismissing;
  sheet_open(s, NULL, ALERT);
  send_presented(s, CONFIRM);
  send_ok(s->store, "{'assign': " ALERT "}");
  run_due(s->kit->loop);
  assert_int_equal(late.status, KMK_OK);
  assert_false(late.is_cancelled);
  assert_slot(s, ALERT);
  assert_issues(s->kit, "[]");
  assert_quiet(s);
}

static kmk_effect *answer_later(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env, (void)data;
  return kmk_action_is(action, "alert.confirm") ? after(SECOND, "{'alert': 'late'}") : NULL;
}

static void D46_an_effect_of_the_alerts_step_survives_the_dismissal(void **state) {
  sheet *s = *state;
  s->watcher = answer_later;
  sheet_open(s, NULL, ALERT);
  send_presented(s, CONFIRM);
  assert_slot(s, "null");
  assert_int_equal(kmk_store_effect_count(s->store), 1);
  send_ok(s->store, "'noop'");
  assert_int_equal(kmk_store_effect_count(s->store), 1);
  wait_seconds(s, 1);
  assert_store_log(s, "[{'destination': {'presented': {'alert': 'confirm'}}}, 'noop',"
                      " {'destination': {'presented': {'alert': 'late'}}}]");
  assert_issues(s->kit, "['absent-destination']");
  assert_quiet(s);
}

REDUCER(parent_answers_later) {
  return kmk_action_is(action, "destination.presented.alert") ? after(SECOND, "'noop'") : NULL;
}

static void D46_an_effect_of_the_parent_survives_the_dismissal(void **state) {
  sheet *s = *state;
  sheet_open(s, parent_answers_later, ALERT);
  send_presented(s, CONFIRM);
  assert_slot(s, "null");
  wait_seconds(s, 1);
  assert_store_log(s, "[{'destination': {'presented': {'alert': 'confirm'}}}, 'noop']");
  assert_quiet(s);
}

static void D47_dismiss_of_an_alert_only_nulls_it(void **state) {
  sheet *s = *state;
  sheet_open(s, note_choice, ALERT);
  assert_int_equal(kmk_store_dismiss(s->store, "destination", NULL), KMK_OK);
  assert_slot(s, "null");
  assert_issues(s->kit, "[]");
  assert_seen(s, "[]");
  assert_parent_log(s, "[{'destination': 'dismiss'}]");
}

/* ---------------------------------------------------------------------------- P8 */

static kmk_reducer *counter_or_alert(void) {
  return KMK_COMBINE(kmk_scope_case("counter", "counter", counter()),
                     KMK_ALERT("alert", "confirm", "cancel"));
}

static void P8_a_button_reaches_the_parent_and_dismisses(void **state) {
  sheet *s = *state;
  sheet_open_with(s, sheet_with(s, NULL, counter_or_alert()),
                  "{'log': [], 'destination': " ALERT "}");
  send_presented(s, CONFIRM);
  assert_slot(s, "null");
  assert_parent_log(s, "[{'destination': {'presented': " CONFIRM "}}]");
  send_ok(s->store, "{'assign': {'counter': {'count': 0}}}");
  send_presented(s, "{'counter': 'inc'}");
  assert_slot(s, "{'counter': {'count': 1}}");
}

static void P8_another_action_of_an_alert_is_refused(void **state) {
  sheet *s = *state;
  kmk_error error;
  sheet_open_with(s, sheet_with(s, NULL, counter_or_alert()),
                  "{'log': [], 'destination': " ALERT "}");
  json_t *action = json_of("{'destination': {'presented': {'alert': 'nope'}}}");
  assert_int_equal(kmk_store_send(s->store, action, &error), KMK_ERR_DECODE);
  json_decref(action);
  assert_string_equal(error.path, "/destination/presented/alert");
  assert_non_null(strstr(error.message, "expected one of confirm, cancel"));
  assert_slot(s, ALERT);
}

static void P8_a_mistake_makes_an_invalid_reducer(void **state) {
  sheet *s = *state;
  const char *const wrong[] = {"a.b", NULL};
  kmk_reducer *mistakes[] = {
      kmk_alert(NULL, 0, NULL),         kmk_alert("a.b", 0, NULL),
      kmk_alert("alert", 1, NULL),      kmk_alert("alert", 1, &wrong[0]),
      kmk_alert("alert", 1, &wrong[1]),
  };
  json_t *empty = json_object();
  for (size_t i = 0; i < KMK_COUNT(mistakes); i++) {
    kmk_error error;
    assert_null(kmk_store_new(s->loop, mistakes[i], empty, &error));
  }
  json_decref(empty);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(D40_every_case_that_is_declared_so_is_ephemeral),
      IN_BOTH_DIALECTS(D40_a_whole_slot_may_be_ephemeral),
      IN_BOTH_DIALECTS(D40_a_case_that_is_not_declared_stays),
      IN_BOTH_DIALECTS(D41_an_action_of_the_alert_dismisses_it_and_the_parent_handles_it),
      IN_BOTH_DIALECTS(D42_seed_dismisses_before_the_parent_and_modern_after_it),
      IN_BOTH_DIALECTS(D43_an_action_of_another_case_leaves_the_alert_up),
      IN_BOTH_DIALECTS(D44_what_the_parent_puts_into_the_slot_meanwhile_stays),
      IN_BOTH_DIALECTS(D44_what_the_destination_moves_on_to_stays_as_well),
      IN_BOTH_DIALECTS(D48_showing_the_same_alert_again_is_a_new_presentation),
      IN_BOTH_DIALECTS(D48_for_a_document_an_equal_alert_is_untouched),
      IN_BOTH_DIALECTS(D45_nothing_is_in_flight_for_an_alert),
      IN_BOTH_DIALECTS(D45_an_alert_does_not_dismiss_from_inside),
      IN_BOTH_DIALECTS(D45_nor_does_an_effect_of_an_alert),
      IN_BOTH_DIALECTS(D46_an_effect_of_the_alerts_step_survives_the_dismissal),
      IN_BOTH_DIALECTS(D46_an_effect_of_the_parent_survives_the_dismissal),
      IN_BOTH_DIALECTS(D47_dismiss_of_an_alert_only_nulls_it),
      IN_BOTH_DIALECTS(P8_a_button_reaches_the_parent_and_dismisses),
      IN_BOTH_DIALECTS(P8_another_action_of_an_alert_is_refused),
      IN_BOTH_DIALECTS(P8_a_mistake_makes_an_invalid_reducer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

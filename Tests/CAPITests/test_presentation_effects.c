/* The effects of a presentation: they live as long as its identity, and not a moment longer. */

#include "presentation_support.h"

#define COUNTER "{'counter': {'count': 0}}"
#define ANIMATIONS "{'animations': {'color': 'white'}}"

static void start_timer(sheet *s) { send_presented(s, "{'counter': 'startTimer'}"); }

/* ------------------------------------------------------------------- D60 and D61 */

/* One way to end a presentation: its effects are gone when the send returns. */
static void check_end(sheet *s, const char *action) {
  send_ok(s->store, "'clear'");
  send_ok(s->store, "{'assign': " COUNTER "}");
  start_timer(s);
  send_presented(s, "{'counter': {'incAfter': 2}}");
  assert_ticking(s);
  assert_int_equal(kmk_store_effect_count(s->store), 2);
  send_ok(s->store, action);
  assert_int_equal(kmk_store_effect_count(s->store), 0);
  assert_quiet(s);
}

static void D60_a_changed_id_cancels_the_old_effects_in_the_same_burst(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  check_end(s, "'clear'");
  check_end(s, "'swap'");
  check_end(s, "{'destination': 'dismiss'}");
  check_end(s, "{'assign': {'alert': {'title': 'Sure?'}}}");
  check_end(s, "{'document': {'log': [], 'destination': null}}");
  if (s->dialect->is_seed) {
    check_end(s, "{'destination': {'present': {'id': 'new', 'state': " COUNTER "}}}");
    check_end(s, "{'destination': {'present': {'state': " COUNTER "}}}");
  }
}

static kmk_effect *start_probe(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env;
  return kmk_action_is(action, "start") ? probe_effect(data) : NULL;
}

/* A slot whose child answers "start" with an effect that the test drives. */
static void open_probe(sheet *s, probe *p) {
  sheet_open_with(s, sheet_with(s, NULL, kmk_reducer_new(start_probe, p, NULL)),
                  "{'log': [], 'destination': {}}");
  send_presented(s, "'start'");
}

static void D60_an_effect_that_has_not_begun_never_begins(void **state) {
  sheet *s = *state;
  probe p = {0};
  open_probe(s, &p);
  send_ok(s->store, "'clear'");
  assert_quiet(s);
  assert_int_equal(p.started, 0);
  assert_int_equal(p.cancelled, 0);
  assert_int_equal(p.freed, 1);
}

static void D61_effects_go_on_under_the_same_id_and_meet_the_new_payload(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  start_timer(s);
  wait_seconds(s, 5);
  assert_slot(s, "{'counter': {'count': 5}}");
  send_ok(s->store, "{'assign': {'counter': {'count': 0}}}");
  wait_seconds(s, 1);
  assert_slot(s, "{'counter': {'count': 1}}");
  send_ok(s->store, "'clear'");
}

/* -------------------------------------------------------------------------- D62 */

static kmk_effect *say_goodbye(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env, (void)data;
  if (!kmk_action_is(action, "goodbye")) {
    return NULL;
  }
  kmk_effect *effects[] = {sends("{'counter': 'tick'}"), after(SECOND, "{'counter': 'inc'}")};
  return kmk_effect_merge(COUNT_OF(effects), effects);
}

REDUCER(clear_on_goodbye) {
  if (kmk_action_is(action, "destination.presented.goodbye")) {
    kmk_state_set_new(state, "/destination", json_null());
  }
  return NULL;
}

static void D62_effects_returned_in_the_step_that_ended_the_child_are_cancelled(void **state) {
  sheet *s = *state;
  s->watcher = say_goodbye;
  sheet_open(s, clear_on_goodbye, COUNTER);
  send_presented(s, "'goodbye'");
  assert_slot(s, "null");
  assert_store_log(s, "[{'destination': {'presented': 'goodbye'}},"
                      " {'destination': {'presented': {'counter': 'tick'}}}]");
  assert_issues(s->kit, "['absent-destination']");
  assert_quiet(s);
  assert_parent_log(s, s->dialect->is_seed
                           ? "[{'destination': {'presented': 'goodbye'}}]"
                           : "[{'destination': {'presented': 'goodbye'}},"
                             " {'destination': {'presented': {'counter': 'tick'}}}]");
}

REDUCER(clear_on_start) {
  if (kmk_action_is(action, "destination.presented.start")) {
    kmk_state_set_new(state, "/destination", json_null());
  }
  return NULL;
}

static void D62_they_are_cancelled_where_no_other_action_follows_too(void **state) {
  sheet *s = *state;
  probe p = {0};
  open_probe(s, &p);
  run_due(s->loop);
  assert_int_equal(p.started, 1);
  probe_finish(&p);
  s->handler = clear_on_start;
  send_presented(s, "'start'");
  assert_slot(s, "null");
  assert_int_equal(kmk_store_effect_count(s->store), 0);
  assert_quiet(s);
  assert_int_equal(p.started, 1);
  assert_issues(s->kit, "[]");
}

/* ------------------------------------------------------------------- D63 and D64 */

REDUCER(meddle) {
  if (kmk_action_is(action, "meddle")) {
    kmk_state_set(state, "/destination", kmk_action_payload(action, "meddle"));
  }
  return NULL;
}

static void open_beside(sheet *s, bool is_before) {
  kmk_reducer *other = kmk_reducer_new(meddle, NULL, NULL);
  kmk_reducer *members[] = {is_before ? other : NULL, sheet_reducer(s), is_before ? NULL : other};
  sheet_open_with(s, kmk_combine(COUNT_OF(members), members),
                  "{'log': [], 'destination': " COUNTER "}");
}

static void check_meddling(sheet *s, bool is_before, const char *action, const char *slot) {
  open_beside(s, is_before);
  start_timer(s);
  assert_ticking(s);
  send_ok(s->store, action);
  send_ok(s->store, "'noop'");
  assert_int_equal(kmk_store_effect_count(s->store), 0);
  assert_quiet(s);
  assert_slot(s, slot);
}

static void D63_removal_by_a_reducer_before_the_layer_is_noticed(void **state) {
  check_meddling(*state, true, "{'meddle': null}", "null");
}

static void D63_removal_by_a_reducer_after_the_layer_is_noticed(void **state) {
  check_meddling(*state, false, "{'meddle': null}", "null");
}

static void D64_replacement_by_a_reducer_before_the_layer_is_noticed(void **state) {
  check_meddling(*state, true, "{'meddle': " ANIMATIONS "}", ANIMATIONS);
}

static void D64_replacement_by_a_reducer_after_the_layer_is_noticed(void **state) {
  check_meddling(*state, false, "{'meddle': " ANIMATIONS "}", ANIMATIONS);
}

REDUCER(take_the_panel_away) {
  if (kmk_action_is(action, "meddle")) {
    kmk_state_remove(state, "/panel");
  }
  return NULL;
}

static void D63_removal_of_the_place_around_the_slot_is_noticed(void **state) {
  sheet *s = *state;
  kmk_reducer *members[] = {
      s->dialect->attach(sheet_parent(s), "/panel/slot", "destination", NULL, sheet_destination(s)),
      kmk_reducer_new(take_the_panel_away, NULL, NULL)};
  sheet_open_with(s, kmk_combine(COUNT_OF(members), members),
                  "{'log': [], 'panel': {'slot': " COUNTER "}}");
  start_timer(s);
  send_ok(s->store, "'meddle'");
  send_ok(s->store, "'noop'");
  assert_int_equal(kmk_store_effect_count(s->store), 0);
  assert_quiet(s);
}

/* ------------------------------------------------------------------- D65 and D66 */

REDUCER(start_on_assign) {
  return kmk_action_is(action, "assign") ? after(SECOND, "'noop'") : NULL;
}

static void D65_effects_of_the_parent_are_never_touched(void **state) {
  sheet *s = *state;
  sheet_open(s, start_on_assign, "null");
  send_ok(s->store, "{'assign': " COUNTER "}");
  start_timer(s);
  send_ok(s->store, "{'destination': 'dismiss'}");
  assert_int_equal(kmk_store_effect_count(s->store), 1);
  wait_seconds(s, 1);
  assert_store_log(s, "[{'assign': " COUNTER "},"
                      " {'destination': {'presented': {'counter': 'startTimer'}}},"
                      " {'destination': 'dismiss'}, 'noop']");
  assert_quiet(s);
}

static void D66_an_effect_that_completes_after_the_dismissal_delivers_nothing(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  send_presented(s, "{'counter': {'incAfter': 1}}");
  wait_seconds(s, 0.5);
  send_ok(s->store, "{'destination': 'dismiss'}");
  assert_quiet(s);
  assert_store_log(s, "[{'destination': {'presented': {'counter': {'incAfter': 1}}}},"
                      " {'destination': 'dismiss'}]");
  assert_issues(s->kit, "[]");
}

static void D66_a_body_that_ignores_the_cancellation_is_not_heard(void **state) {
  sheet *s = *state;
  probe p = {.lingers = true};
  open_probe(s, &p);
  run_due(s->loop);
  send_ok(s->store, "{'destination': 'dismiss'}");
  assert_int_equal(p.cancelled, 1);
  assert_int_equal(kmk_store_effect_count(s->store), 0);
  assert_true(kmk_sender_is_cancelled(p.sender));
  assert_int_equal(probe_send(&p, "'late'"), KMK_ERR_CLOSED);
  assert_quiet(s);
  assert_issues(s->kit, "[]");
  probe_finish(&p);
  assert_int_equal(p.freed, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(D60_a_changed_id_cancels_the_old_effects_in_the_same_burst),
      IN_BOTH_DIALECTS(D60_an_effect_that_has_not_begun_never_begins),
      IN_BOTH_DIALECTS(D61_effects_go_on_under_the_same_id_and_meet_the_new_payload),
      IN_BOTH_DIALECTS(D62_effects_returned_in_the_step_that_ended_the_child_are_cancelled),
      IN_BOTH_DIALECTS(D62_they_are_cancelled_where_no_other_action_follows_too),
      IN_BOTH_DIALECTS(D63_removal_by_a_reducer_before_the_layer_is_noticed),
      IN_BOTH_DIALECTS(D63_removal_by_a_reducer_after_the_layer_is_noticed),
      IN_BOTH_DIALECTS(D63_removal_of_the_place_around_the_slot_is_noticed),
      IN_BOTH_DIALECTS(D64_replacement_by_a_reducer_before_the_layer_is_noticed),
      IN_BOTH_DIALECTS(D64_replacement_by_a_reducer_after_the_layer_is_noticed),
      IN_BOTH_DIALECTS(D65_effects_of_the_parent_are_never_touched),
      IN_BOTH_DIALECTS(D66_an_effect_that_completes_after_the_dismissal_delivers_nothing),
      IN_BOTH_DIALECTS(D66_a_body_that_ignores_the_cancellation_is_not_heard),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

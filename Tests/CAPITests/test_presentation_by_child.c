/* Dismissal by the child itself: which presentation it addresses, when, and how often. */

#include "presentation_support.h"

#define COUNTER "{'counter': {'count': 0}}"
#define ANIMATIONS "{'animations': {'color': 'white'}}"
#define CLOSE "{'counter': 'close'}"
#define CLOSED "[{'destination': {'presented': {'counter': 'close'}}}, {'destination': 'dismiss'}]"

/* A reducer that answers "start" with an effect which the test drives. */
static kmk_effect *start_probe(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env;
  return kmk_action_is(action, "start") ? probe_effect(data) : NULL;
}

static kmk_reducer *starter(probe *p) { return kmk_reducer_new(start_probe, p, NULL); }

/* The sheet with one more case, whose child has the probe for its effect. */
static void open_probe(sheet *s, probe *p) {
  kmk_slot_options options = sheet_options();
  kmk_reducer *members[] = {sheet_destination(s), kmk_scope_case("probe", "probe", starter(p))};
  sheet_open_with(s, sheet_with(s, &options, kmk_combine(COUNT_OF(members), members)),
                  "{'log': [], 'destination': {'probe': {}}}");
  send_presented(s, "{'probe': 'start'}");
  run_due(s->loop);
  assert_non_null(p->sender);
  json_array_clear(s->kit->log);
}

/* -------------------------------------------------------------------------- D70 */

static void D70_a_child_that_asks_for_it_is_dismissed_in_the_same_burst(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  send_ok(s->store, "{'assign': " COUNTER "}");
  send_presented(s, "{'counter': 'startTimer'}");
  json_array_clear(s->kit->log);
  send_presented(s, CLOSE);
  assert_store_log(s, CLOSED);
  assert_slot(s, "null");
  assert_quiet(s);
}

static void D70_an_effect_that_runs_may_ask_for_it(void **state) {
  sheet *s = *state;
  probe p = {0};
  open_probe(s, &p);
  assert_int_equal(kmk_sender_dismiss(p.sender), KMK_OK);
  assert_store_log(s, "[{'destination': 'dismiss'}]");
  assert_slot(s, "null");
  assert_int_equal(p.freed, 1);
  assert_quiet(s);
}

/* -------------------------------------------------------------------------- D72 */

static void D72_an_effect_at_the_root_goes_on_after_the_issue(void **state) {
  sheet *s = *state;
  probe p = {0};
  sheet_open_with(s, starter(&p), "{}");
  send_ok(s->store, "'start'");
  run_due(s->loop);
  assert_int_equal(kmk_sender_dismiss(p.sender), KMK_OK);
  assert_issues(s->kit, "['dismiss-unavailable']");
  assert_int_equal(kmk_store_effect_count(s->store), 1);
  assert_int_equal(probe_send(&p, "'later'"), KMK_OK);
  assert_store_log(s, "['start', 'later']");
  probe_finish(&p);
}

/* -------------------------------------------------------------------------- D73 */

/* {"count": n, "part": {}, "extra": {}}: a counter with a scoped and an optional part that close. */
static kmk_reducer *counter_with_parts(void) {
  kmk_reducer *members[] = {counter(), kmk_scope("/part", "part", counter())};
  return kmk_if_let(kmk_combine(COUNT_OF(members), members), "/extra", "extra", NULL, counter());
}

static void check_part(sheet *s, const char *action) {
  send_ok(s->store, "{'assign': {'part': {}, 'extra': {}}}");
  assert_string_not_equal(id_of(s).text, "");
  json_array_clear(s->kit->log);
  send_presented(s, action);
  assert_int_equal(json_array_size(s->kit->log), 2);
  assert_json_text(json_array_get(s->kit->log, 1), "{'destination': 'dismiss'}");
  assert_slot(s, "null");
  assert_issues(s->kit, "[]");
}

static void D73_a_part_of_a_presented_feature_dismisses_the_feature(void **state) {
  sheet *s = *state;
  sheet_open_with(s, sheet_with(s, NULL, counter_with_parts()), "{'log': [], 'destination': null}");
  check_part(s, "'close'");
  check_part(s, "{'part': 'close'}");
  check_part(s, "{'extra': 'close'}");
}

static void D73_a_presented_grandchild_dismisses_only_itself(void **state) {
  sheet *s = *state;
  kmk_reducer *middle = s->dialect->attach(counter(), "/inner", "inner", NULL, counter());
  sheet_open_with(s, sheet_with(s, NULL, middle),
                  "{'log': [], 'destination': {'count': 1, 'inner': {'count': 2}}}");
  slot_id outer = id_of(s);
  send_presented(s, "{'inner': {'presented': 'close'}}");
  assert_slot(s, "{'count': 1, 'inner': null}");
  assert_same_id(outer, id_of(s));
  assert_store_log(s, "[{'destination': {'presented': {'inner': {'presented': 'close'}}}},"
                      " {'destination': {'presented': {'inner': 'dismiss'}}}]");
}

/* ---------------------------------------------------------------- D74, D75 and D76 */

static void D74_the_call_takes_effect_at_once_and_ends_the_caller(void **state) {
  sheet *s = *state;
  probe p = {.lingers = true};
  open_probe(s, &p);
  assert_int_equal(kmk_sender_dismiss(p.sender), KMK_OK);
  assert_slot(s, "null");
  assert_int_equal(kmk_store_effect_count(s->store), 0);
  assert_true(kmk_sender_is_cancelled(p.sender));
  assert_int_equal(probe_send(&p, "'inc'"), KMK_ERR_CLOSED);
  assert_store_log(s, "[{'destination': 'dismiss'}]");
  probe_finish(&p);
  assert_int_equal(p.freed, 1);
}

/* Lets an effect ask for its dismissal in the middle of a step. */
static probe *asking;

REDUCER(ask_meanwhile) {
  sheet *s = data;
  if (kmk_action_is(action, "ask")) {
    kmk_status asked = kmk_sender_dismiss(asking->sender);
    kmk_status sent = probe_send(asking, "'inc'");
    json_array_append_new(s->seen, json_string(kmk_status_name(asked)));
    json_array_append_new(s->seen, json_string(kmk_status_name(sent)));
    saw(s, kmk_state_get(state, "/destination"));
  }
  return NULL;
}

static void D74_while_the_store_is_busy_the_dismissal_waits_and_the_caller_has_ended(void **state) {
  sheet *s = *state;
  probe p = {.lingers = true};
  open_probe(s, &p);
  asking = &p;
  s->handler = ask_meanwhile;
  send_ok(s->store, "'ask'");
  assert_seen(s, "['KMK_OK', 'KMK_ERR_CLOSED', {'probe': {}}]");
  assert_store_log(s, "['ask', {'destination': 'dismiss'}]");
  assert_slot(s, "null");
  assert_int_equal(kmk_store_effect_count(s->store), 0);
  probe_finish(&p);
}

static void D75_a_second_call_sends_nothing_and_raises_nothing(void **state) {
  sheet *s = *state;
  probe p = {.lingers = true};
  open_probe(s, &p);
  assert_int_equal(kmk_sender_dismiss(p.sender), KMK_OK);
  assert_int_equal(kmk_sender_dismiss(p.sender), KMK_ERR_CLOSED);
  assert_store_log(s, "[{'destination': 'dismiss'}]");
  assert_issues(s->kit, "[]");
  probe_finish(&p);
}

static kmk_effect *close_twice(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)data;
  if (!kmk_action_is(action, "closeTwice")) {
    return NULL;
  }
  kmk_effect *effects[] = {kmk_effect_dismiss(env), kmk_effect_dismiss(env)};
  return kmk_effect_merge(COUNT_OF(effects), effects);
}

static void D75_two_requests_of_one_step_are_one_dismissal(void **state) {
  sheet *s = *state;
  s->watcher = close_twice;
  sheet_open(s, NULL, COUNTER);
  send_presented(s, "'closeTwice'");
  assert_store_log(s, "[{'destination': {'presented': 'closeTwice'}}, {'destination': 'dismiss'}]");
  assert_issues(s->kit, "[]");
  assert_slot(s, "null");
}

static void D75_a_call_after_the_presentation_has_ended_does_nothing(void **state) {
  sheet *s = *state;
  probe p = {.lingers = true};
  open_probe(s, &p);
  send_ok(s->store, "'clear'");
  assert_int_equal(p.cancelled, 1);
  assert_int_equal(kmk_sender_dismiss(p.sender), KMK_ERR_CLOSED);
  assert_store_log(s, "['clear']");
  assert_issues(s->kit, "[]");
  probe_finish(&p);
}

static void check_replacement(sheet *s, const char *action, const char *slot) {
  probe p = {.lingers = true};
  open_probe(s, &p);
  send_ok(s->store, action);
  slot_id second = id_of(s);
  assert_int_equal(kmk_sender_dismiss(p.sender), KMK_ERR_CLOSED);
  assert_slot(s, slot);
  assert_same_id(second, id_of(s));
  assert_int_equal(json_array_size(s->kit->log), 1);
  assert_issues(s->kit, "[]");
  probe_finish(&p);
}

static void D76_a_call_never_dismisses_what_took_the_place(void **state) {
  check_replacement(*state, "{'assign': " ANIMATIONS "}", ANIMATIONS);
}

REDUCER(flicker) {
  if (kmk_action_is(action, "flicker")) {
    kmk_state_set_new(state, "/destination", json_null());
    kmk_state_set_new(state, "/destination", json_of("{'probe': {}}"));
  }
  return NULL;
}

static void D76_not_even_where_the_new_value_is_equal(void **state) {
  ((sheet *)*state)->handler = flicker;
  check_replacement(*state, "'flicker'", "{'probe': {}}");
}

/* A child that asks for its dismissal while the parent replaces it in the same step. */
REDUCER(replace_who_closes) {
  if (kmk_action_is(action, "destination.presented.counter.close")) {
    kmk_state_set_new(state, "/destination", json_of(ANIMATIONS));
  }
  return NULL;
}

static void D76_a_request_of_the_step_that_replaced_the_child_leaves_the_new_one(void **state) {
  sheet *s = *state;
  sheet_open(s, replace_who_closes, COUNTER);
  send_presented(s, CLOSE);
  assert_slot(s, ANIMATIONS);
  assert_string_not_equal(id_of(s).text, "");
  assert_quiet(s);
}

/* -------------------------------------------------------------------------- D77 */

static void D77_is_presented_is_false_at_the_root(void **state) {
  sheet *s = *state;
  sheet_open_with(s, counter(), "{'count': 0}");
  send_ok(s->store, "'whoami'");
  assert_state_text(s->store, "{'count': 0, 'isPresented': false}");
}

static void D77_is_presented_is_true_in_a_presented_child(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  send_presented(s, "{'counter': 'whoami'}");
  assert_slot(s, "{'counter': {'count': 0, 'isPresented': true}}");

  send_ok(s->store, "'clear'");
  send_ok(s->store, "{'assign': " COUNTER "}");
  send_presented(s, "{'counter': 'whoami'}");
  assert_slot(s, "{'counter': {'count': 0, 'isPresented': true}}");
}

static void D77_is_presented_is_true_in_the_parts_of_a_presented_feature(void **state) {
  sheet *s = *state;
  sheet_open_with(s, sheet_with(s, NULL, counter_with_parts()),
                  "{'log': [], 'destination': {'part': {}, 'extra': {}}}");
  send_presented(s, "{'part': 'whoami'}");
  send_presented(s, "{'extra': 'whoami'}");
  assert_slot(s, "{'part': {'isPresented': true}, 'extra': {'isPresented': true}}");
}

REDUCER(parent_notes_presence) {
  json_array_append_new(((sheet *)data)->seen, json_boolean(kmk_env_is_presented(env)));
  return NULL;
}

static void D77_is_presented_is_false_in_the_parent_of_what_is_presented(void **state) {
  sheet *s = *state;
  sheet_open(s, parent_notes_presence, COUNTER);
  send_presented(s, "{'counter': 'inc'}");
  send_ok(s->store, "'noop'");
  assert_seen(s, "[false, false]");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(D70_a_child_that_asks_for_it_is_dismissed_in_the_same_burst),
      IN_BOTH_DIALECTS(D70_an_effect_that_runs_may_ask_for_it),
      IN_BOTH_DIALECTS(D72_an_effect_at_the_root_goes_on_after_the_issue),
      IN_BOTH_DIALECTS(D73_a_part_of_a_presented_feature_dismisses_the_feature),
      IN_BOTH_DIALECTS(D73_a_presented_grandchild_dismisses_only_itself),
      IN_BOTH_DIALECTS(D74_the_call_takes_effect_at_once_and_ends_the_caller),
      IN_BOTH_DIALECTS(D74_while_the_store_is_busy_the_dismissal_waits_and_the_caller_has_ended),
      IN_BOTH_DIALECTS(D75_a_second_call_sends_nothing_and_raises_nothing),
      IN_BOTH_DIALECTS(D75_two_requests_of_one_step_are_one_dismissal),
      IN_BOTH_DIALECTS(D75_a_call_after_the_presentation_has_ended_does_nothing),
      IN_BOTH_DIALECTS(D76_a_call_never_dismisses_what_took_the_place),
      IN_BOTH_DIALECTS(D76_not_even_where_the_new_value_is_equal),
      IN_BOTH_DIALECTS(D76_a_request_of_the_step_that_replaced_the_child_leaves_the_new_one),
      IN_BOTH_DIALECTS(D77_is_presented_is_false_at_the_root),
      IN_BOTH_DIALECTS(D77_is_presented_is_true_in_a_presented_child),
      IN_BOTH_DIALECTS(D77_is_presented_is_true_in_the_parts_of_a_presented_feature),
      IN_BOTH_DIALECTS(D77_is_presented_is_false_in_the_parent_of_what_is_presented),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

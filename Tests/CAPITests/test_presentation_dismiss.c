/* Dismissal by action: the parent sees the child for the last time, then the slot is empty. */

#include "presentation_support.h"

#define COUNTER "{'counter': {'count': 0}}"
#define ANIMATIONS "{'animations': {'color': 'white'}}"

static void dismiss_ok(sheet *s) {
  assert_int_equal(kmk_store_dismiss(s->store, "destination", NULL), KMK_OK);
}

REDUCER(copy_count) {
  if (kmk_action_is(action, "destination.dismiss")) {
    saw(data, kmk_state_get(state, "/destination/counter/count"));
  }
  return NULL;
}

static void D50_the_parent_still_sees_the_child_that_dismiss_ends(void **state) {
  sheet *s = *state;
  sheet_open(s, copy_count, "{'counter': {'count': 5}}");
  send_presented(s, "{'counter': 'startTimer'}");
  wait_seconds(s, 2);
  dismiss_ok(s);
  assert_seen(s, "[7]");
  assert_slot(s, "null");
  assert_string_equal(id_of(s).text, "");
  assert_quiet(s);
}

static void D50_every_form_of_dismiss_is_one_action(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  const char *forms[] = {"{'destination': 'dismiss'}", "{'destination': {'dismiss': null}}",
                         "{'destination': {'dismiss': {}}}"};
  for (size_t i = 0; i < COUNT_OF(forms); i++) {
    send_ok(s->store, "{'assign': " COUNTER "}");
    send_ok(s->store, forms[i]);
    assert_slot(s, "null");
  }
}

REDUCER(answer_dismiss) {
  if (kmk_action_is(action, "destination.dismiss")) {
    kmk_state_set(state, "/destination", json_array_get(((sheet *)data)->seen, 0));
  }
  return NULL;
}

static void D51_a_replacement_stays_in_modern_and_goes_in_seed(void **state) {
  sheet *s = *state;
  sheet_open(s, answer_dismiss, COUNTER);
  json_array_append_new(s->seen, json_of(ANIMATIONS));
  slot_id first = id_of(s);
  send_presented(s, "{'counter': 'startTimer'}");
  dismiss_ok(s);
  if (s->dialect->is_seed) {
    assert_slot(s, "null");
    assert_string_equal(id_of(s).text, "");
  } else {
    assert_slot(s, ANIMATIONS);
    assert_string_not_equal(id_of(s).text, "");
    assert_other_id(first, id_of(s));
  }
  assert_quiet(s);
}

static void D51_the_same_identity_goes_in_both(void **state) {
  sheet *s = *state;
  sheet_open(s, answer_dismiss, COUNTER);
  json_array_append_new(s->seen, json_of("{'counter': {'count': 9}}"));
  dismiss_ok(s);
  assert_slot(s, "null");
  assert_string_equal(id_of(s).text, "");
}

static void D52_dismiss_of_an_empty_slot_is_an_issue_and_the_parent_runs(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  dismiss_ok(s);
  json_t *issue = json_incref(json_array_get(s->kit->issues, 0));
  assert_issues(s->kit, "['absent-destination']");
  assert_json_text(json_object_get(issue, "case"), "'destination.dismiss'");
  json_decref(issue);
  assert_state_text(s->store, "{'log': [{'destination': 'dismiss'}], 'destination': null}");
}

static void D53_a_parent_that_nulls_the_slot_itself_raises_nothing(void **state) {
  sheet *s = *state;
  sheet_open(s, answer_dismiss, COUNTER);
  json_array_append_new(s->seen, json_null());
  send_presented(s, "{'counter': 'startTimer'}");
  dismiss_ok(s);
  assert_slot(s, "null");
  assert_issues(s->kit, "[]");
  assert_quiet(s);
}

/* An effect that ends with its presentation: how often it is told so. */
static kmk_effect *start_probe(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env;
  return kmk_action_is(action, "start") ? probe_effect(data) : NULL;
}

static void D53_the_effects_are_cancelled_once(void **state) {
  sheet *s = *state;
  probe p = {0};
  s->handler = answer_dismiss;
  json_array_append_new(s->seen, json_null());
  sheet_open_with(s, sheet_with(s, NULL, kmk_reducer_new(start_probe, &p, NULL)),
                  "{'log': [], 'destination': {}}");
  send_presented(s, "'start'");
  run_due(s->loop);
  assert_int_equal(p.started, 1);
  dismiss_ok(s);
  assert_int_equal(p.cancelled, 1);
  assert_int_equal(p.freed, 1);
  assert_quiet(s);
  assert_int_equal(p.cancelled, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(D50_the_parent_still_sees_the_child_that_dismiss_ends),
      IN_BOTH_DIALECTS(D50_every_form_of_dismiss_is_one_action),
      IN_BOTH_DIALECTS(D51_a_replacement_stays_in_modern_and_goes_in_seed),
      IN_BOTH_DIALECTS(D51_the_same_identity_goes_in_both),
      IN_BOTH_DIALECTS(D52_dismiss_of_an_empty_slot_is_an_issue_and_the_parent_runs),
      IN_BOTH_DIALECTS(D53_a_parent_that_nulls_the_slot_itself_raises_nothing),
      IN_BOTH_DIALECTS(D53_the_effects_are_cancelled_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

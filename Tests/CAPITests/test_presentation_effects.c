/* The effects of a presentation: they live as long as its identity, and not a moment longer. */

#include "presentation_support.h"

#define COUNTER "{'counter': {'count': 0}}"

static void start_timer(sheet *s) { send_presented(s, "{'counter': 'startTimer'}"); }

/* -------------------------------------------------------------------------- D60 */

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

/* -------------------------------------------------------------------------- D62 */

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

/* -------------------------------------------------------------------------- D63 */

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

/* -------------------------------------------------------------------------- D66 */

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
      IN_BOTH_DIALECTS(D62_they_are_cancelled_where_no_other_action_follows_too),
      IN_BOTH_DIALECTS(D63_removal_of_the_place_around_the_slot_is_noticed),
      IN_BOTH_DIALECTS(D66_a_body_that_ignores_the_cancellation_is_not_heard),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

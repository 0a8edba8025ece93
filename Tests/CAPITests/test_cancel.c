/* Cancelling by id: what it reaches, what it leaves alone, and in which order (B11-B19, B21, B22,
 * B38, B39). */
#include "support.h"

static probe probes[2];

static void forget_probes(void) { memset(probes, 0, sizeof probes); }

static kmk_effect *pair(kmk_effect *a, kmk_effect *b) {
  return kmk_effect_merge(2, (kmk_effect *[]){a, b});
}

static kmk_effect *named(const char *id, kmk_effect *effect) {
  return kmk_effect_cancellable(effect, id, false);
}

static kmk_effect *replacing(const char *id, kmk_effect *effect) {
  return kmk_effect_cancellable(effect, id, true);
}

/* Answers that most tests here can do with: {"cancel": id} cancels, "probe" and "second" run probes
 * under the id "x". */
static kmk_effect *answer_common(const json_t *action) {
  if (kmk_action_is(action, "cancel")) {
    return kmk_effect_cancel(json_string_value(kmk_action_payload(action, "cancel")));
  }
  if (kmk_action_is(action, "probe")) {
    return named("x", probe_effect(&probes[0]));
  }
  if (kmk_action_is(action, "second")) {
    return named("x", probe_effect(&probes[1]));
  }
  return NULL;
}

/* --------------------------------------------------------------- the registration */

static kmk_effect *answer_many(const json_t *action) {
  if (kmk_action_is(action, "go")) {
    return named("x", after(MILLISECOND, "'done'"));
  }
  if (kmk_action_is(action, "sendNow")) {
    return named("x", sends("'done'"));
  }
  return answer_common(action);
}

static void B11_completed_effects_leave_nothing_behind(void **state) {
  kit *k = *state;
  k->store = open_store(k->loop, answering(answer_many), "{}");
  size_t before = kmk_live_objects();
  for (int i = 0; i < 1000; i++) {
    send_ok(k->store, i % 2 == 0 ? "'go'" : "'sendNow'");
    if (i % 10 == 0) {
      advance(k->loop, MILLISECOND);
    }
  }
  advance(k->loop, MILLISECOND);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(kmk_live_objects(), before);
}

static void B11_an_effect_is_registered_as_soon_as_the_step_has_returned(void **state) {
  kit *k = *state;
  forget_probes();
  kit_open(k, answering(answer_common), "{}");
  send_ok(k->store, "'probe'");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  assert_int_equal(probes[0].started, 0);
}

static void B11_a_body_that_is_cancelled_before_it_begins_never_begins(void **state) {
  kit *k = *state;
  forget_probes();
  kit_open(k, answering(answer_common), "{}");
  send_ok(k->store, "'probe'");
  send_ok(k->store, "{'cancel': 'x'}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  run_due(k->loop);
  assert_int_equal(probes[0].started, 0);
  assert_int_equal(probes[0].cancelled, 0);
  assert_int_equal(probes[0].freed, 1);
}

/* ---------------------------------------------------------------- cancel in flight */

static kmk_effect *answer_in_flight(const json_t *action) {
  if (kmk_action_is(action, "go")) {
    return replacing("x", after(SECOND, "'done'"));
  }
  if (kmk_action_is(action, "twice")) {
    return replacing("x", replacing("x", sends("{'value': 42}")));
  }
  if (kmk_action_is(action, "twiceLater")) {
    return replacing("x", replacing("x", after(SECOND, "{'value': 42}")));
  }
  if (kmk_action_is(action, "none")) {
    return replacing("x", NULL);
  }
  if (kmk_action_is(action, "emptyMerge")) {
    return replacing("x", kmk_effect_merge(0, NULL));
  }
  return answer_common(action);
}

static void B13_cancel_in_flight_stops_the_old_effect_and_starts_the_new(void **state) {
  kit *k = *state;
  kit_open(k, answering(answer_in_flight), "{}");
  send_ok(k->store, "'go'");
  advance(k->loop, SECOND / 2);
  send_ok(k->store, "'go'");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND / 2);
  assert_json_text(k->log, "['go', 'go']");
  advance(k->loop, SECOND / 2);
  assert_json_text(k->log, "['go', 'go', 'done']");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void B13_an_effect_named_twice_does_not_cancel_itself(void **state) {
  kit *k = *state;
  kit_open(k, answering(answer_in_flight), "{}");
  send_ok(k->store, "'twice'");
  assert_json_text(k->log, "['twice', {'value': 42}]");
  send_ok(k->store, "'twiceLater'");
  advance(k->loop, SECOND);
  assert_json_text(k->log, "['twice', {'value': 42}, 'twiceLater', {'value': 42}]");
}

static void B14_nothing_made_cancellable_cancels_nothing(void **state) {
  kit *k = *state;
  kit_open(k, answering(answer_in_flight), "{}");
  send_ok(k->store, "'go'");
  send_ok(k->store, "'none'");
  send_ok(k->store, "'emptyMerge'");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "['go', 'none', 'emptyMerge', 'done']");
}

/* -------------------------------------------------------------- after cancellation */

static void B17_a_body_that_ignores_its_cancellation_delivers_nothing(void **state) {
  kit *k = *state;
  forget_probes();
  probes[0].lingers = true;
  kit_open(k, answering(answer_common), "{}");
  send_ok(k->store, "'probe'");
  run_due(k->loop);
  send_ok(k->store, "{'cancel': 'x'}");
  assert_int_equal(probes[0].cancelled, 1);
  assert_int_equal(probe_send(&probes[0], "'late'"), KMK_ERR_CLOSED);
  probe_finish(&probes[0]);
  run_due(k->loop);
  assert_json_text(k->log, "['probe', {'cancel': 'x'}]");
}

/* "race" puts a cancel and then an action of the effect into the buffer. */
REDUCER(race) {
  if (kmk_action_is(action, "race")) {
    kmk_store_send_new(*(kmk_store **)data, json_of("{'cancel': 'x'}"), NULL);
    probe_send(&probes[0], "'accepted'");
    return NULL;
  }
  return answer_common(action);
}

static void B17_an_action_that_is_in_the_buffer_already_is_still_reduced(void **state) {
  kit *k = *state;
  forget_probes();
  kit_open(k, kmk_reducer_new(race, &k->store, NULL), "{}");
  send_ok(k->store, "'probe'");
  run_due(k->loop);
  send_ok(k->store, "'race'");
  assert_int_equal(probes[0].cancelled, 1);
  assert_json_text(k->log, "['probe', 'race', {'cancel': 'x'}, 'accepted']");
}

/* U+00E9, and an e with U+0301: they look alike. */
#define COMPOSED "\xc3\xa9"
#define DECOMPOSED "e\xcc\x81"

static kmk_effect *answer_ids(const json_t *action) {
  if (kmk_action_is(action, "go")) {
    return pair(named("1", after(SECOND, "'number'")), named(COMPOSED, after(SECOND, "'text'")));
  }
  return answer_common(action);
}

static void B18_ids_are_compared_as_texts_scalar_by_scalar(void **state) {
  kit *k = *state;
  kit_open(k, answering(answer_ids), "{}");
  send_ok(k->store, "'go'");
  send_ok(k->store, "{'cancel': '1.0'}");
  send_ok(k->store, "{'cancel': '01'}");
  send_ok(k->store, "{'cancel': '" DECOMPOSED "'}");
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  send_ok(k->store, "{'cancel': '1'}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "{'cancel': '" COMPOSED "'}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

/* ---------------------------------------------------------------------- its own id */

typedef struct self_cancel {
  bool cancelled_before, cancelled_after;
  kmk_status status;
  int told; /* calls of the cancel function */
} self_cancel;

static void cancel_oneself(kmk_sender *sender, void *user_data) {
  self_cancel *seen = user_data;
  seen->cancelled_before = kmk_sender_is_cancelled(sender);
  kmk_sender_send_new(sender, json_of("{'cancel': 'x'}"));
  seen->cancelled_after = kmk_sender_is_cancelled(sender);
  seen->status = kmk_sender_send_new(sender, json_string("never"));
  kmk_sender_finish(sender);
}

static void note_cancel(void *user_data) { ((self_cancel *)user_data)->told++; }

REDUCER(run_self_cancel) {
  if (kmk_action_is(action, "go")) {
    return named("x", kmk_effect_start(cancel_oneself, note_cancel, data, NULL));
  }
  return answer_common(action);
}

static void B39_a_body_that_cancels_its_own_id_sends_no_more_and_finishes(void **state) {
  kit *k = *state;
  self_cancel seen = {true, false, KMK_OK, 0};
  kit_open(k, kmk_reducer_new(run_self_cancel, &seen, NULL), "{}");
  kmk_task *task = kmk_store_send_task_new(k->store, json_of("'go'"), NULL);
  run_due(k->loop);
  assert_false(seen.cancelled_before);
  assert_true(seen.cancelled_after);
  assert_int_equal(seen.status, KMK_ERR_CLOSED);
  assert_int_equal(seen.told, 0); /* by then the sender was finished */
  assert_json_text(k->log, "['go', {'cancel': 'x'}]");
  assert_true(kmk_task_is_finished(task));
  kmk_task_free(task);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(B11_completed_effects_leave_nothing_behind),
      KIT_TEST(B11_an_effect_is_registered_as_soon_as_the_step_has_returned),
      KIT_TEST(B11_a_body_that_is_cancelled_before_it_begins_never_begins),
      KIT_TEST(B13_cancel_in_flight_stops_the_old_effect_and_starts_the_new),
      KIT_TEST(B13_an_effect_named_twice_does_not_cancel_itself),
      KIT_TEST(B14_nothing_made_cancellable_cancels_nothing),
      KIT_TEST(B17_a_body_that_ignores_its_cancellation_delivers_nothing),
      KIT_TEST(B17_an_action_that_is_in_the_buffer_already_is_still_reduced),
      KIT_TEST(B18_ids_are_compared_as_texts_scalar_by_scalar),
      KIT_TEST(B39_a_body_that_cancels_its_own_id_sends_no_more_and_finishes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

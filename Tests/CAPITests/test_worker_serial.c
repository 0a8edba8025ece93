/* Serial effects: never two at work at once, whatever cancels them. */
#include "support.h"

/* ---------------------------------------------------------- effects driven by hand */

/* Begins a probe under the queue "save": {"save": n} in order, {"last": n} as the latest; {"anew": n}
 * cancels the one before. stop cancels the id, leave the whole feature's. */
static probe probes[6];

static kmk_effect *serial_probe(const json_t *index, bool latest) {
  return kmk_effect_serial(probe_effect(&probes[json_integer_value(index)]), "save", latest);
}

static kmk_effect *answer_probes(const json_t *action) {
  const json_t *index = kmk_action_payload(action, "save");
  if (index != NULL) {
    return serial_probe(index, false);
  }
  if ((index = kmk_action_payload(action, "last")) != NULL) {
    return serial_probe(index, true);
  }
  if ((index = kmk_action_payload(action, "anew")) != NULL) {
    return kmk_effect_cancellable(serial_probe(index, true), "anew", true);
  }
  return kmk_action_is(action, "stop") ? kmk_effect_cancel("save") : NULL;
}

static kmk_store *open_probes(kit *k) {
  memset(probes, 0, sizeof probes);
  return kit_open(k, answering(answer_probes), "{}");
}

static void send_and_run(const kit *k, const char *action) {
  send_ok(k->store, action);
  run_due(k->loop);
}

static void finish_and_run(const kit *k, int index) {
  probe_finish(&probes[index]);
  run_due(k->loop);
}

static void assert_started(int a, int b, int c) {
  assert_int_equal(probes[0].started, a);
  assert_int_equal(probes[1].started, b);
  assert_int_equal(probes[2].started, c);
}

static void W7_each_begins_when_the_one_before_has_ended(void **state) {
  kit *k = *state;
  open_probes(k);
  send_and_run(k, "{'save': 0}");
  send_and_run(k, "{'save': 1}");
  send_and_run(k, "{'save': 2}");
  assert_started(1, 0, 0);
  assert_int_equal(kmk_store_effect_count(k->store), 3); /* those that wait are running too */
  finish_and_run(k, 0);
  assert_started(1, 1, 0);
  finish_and_run(k, 1);
  assert_started(1, 1, 1);
  finish_and_run(k, 2);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  send_and_run(k, "{'save': 0}"); /* the queue is free again */
  assert_int_equal(probes[0].started, 2);
  finish_and_run(k, 0);
}

static void W7_of_those_that_wait_the_latest_stays(void **state) {
  kit *k = *state;
  open_probes(k);
  send_and_run(k, "{'save': 0}");
  send_and_run(k, "{'save': 1}");
  send_and_run(k, "{'last': 2}");
  send_and_run(k, "{'last': 3}");
  assert_int_equal(probes[1].freed + probes[2].freed, 2);
  assert_int_equal(kmk_store_effect_count(k->store), 2);
  finish_and_run(k, 0);
  assert_int_equal(probes[3].started, 1);
  finish_and_run(k, 3);
  assert_started(1, 0, 0);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void W6_what_was_cancelled_keeps_its_turn_until_its_sender_is_finished(void **state) {
  kit *k = *state;
  open_probes(k);
  probes[0].lingers = true;
  send_and_run(k, "{'anew': 0}");
  send_and_run(k, "{'anew': 1}");
  assert_int_equal(probes[0].cancelled, 1);
  assert_started(1, 0, 0);
  send_and_run(k, "{'anew': 2}");
  assert_started(1, 0, 0);
  finish_and_run(k, 0);
  assert_started(1, 0, 1);
  finish_and_run(k, 2);
}

static void W6_also_where_another_thread_finishes_it(void **state) {
  kit *k = *state;
  open_probes(k);
  probes[0].lingers = true;
  send_and_run(k, "{'save': 0}");
  send_and_run(k, "'stop'");
  send_and_run(k, "{'save': 1}");
  run_in_little_stack((void *(*)(void *))(uintptr_t)probe_finish, &probes[0]);
  run_due(k->loop);
  assert_started(1, 1, 0);
  finish_and_run(k, 1);
}

static void W8_cancelling_the_id_drops_those_that_wait_and_stops_the_one_that_has_begun(void **s) {
  kit *k = *s;
  open_probes(k);
  send_and_run(k, "{'save': 0}");
  send_and_run(k, "{'save': 1}");
  send_and_run(k, "'stop'");
  assert_int_equal(probes[0].cancelled, 1);
  assert_int_equal(probes[0].freed + probes[1].freed, 2);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_started(1, 0, 0);
  send_and_run(k, "{'save': 2}");
  assert_started(1, 0, 1);
  finish_and_run(k, 2);
}

static void W8_a_store_that_ends_leaves_nothing_of_its_queues(void **state) {
  kit *k = *state;
  open_probes(k);
  probes[0].lingers = true;
  send_and_run(k, "{'save': 0}");
  send_and_run(k, "{'save': 1}");
  kmk_store_free(k->store);
  k->store = NULL;
  assert_int_equal(probes[1].freed, 1);
  probe_finish(&probes[0]);
  run_due(k->loop);
  assert_int_equal(probes[0].freed, 1);
  assert_started(1, 0, 0);
}

/* Two features with a queue of the same id: a parent, and an optional child at "/child". */
REDUCER(begin_of_family) {
  if (kmk_action_is(action, "save")) {
    return kmk_effect_serial(probe_effect(data), "save", false);
  }
  return kmk_action_is(action, "remove") ? (kmk_state_remove(state, "/child"), NULL) : NULL;
}

static void W8_the_id_is_the_features_own(void **state) {
  kit *k = *state;
  memset(probes, 0, sizeof probes);
  kmk_reducer *parent = kmk_reducer_new(begin_of_family, &probes[0], NULL);
  kmk_reducer *child = kmk_reducer_new(begin_of_family, &probes[1], NULL);
  kit_open(k, kmk_if_let(parent, "/child", "child", NULL, child), "{'child': {}}");
  send_and_run(k, "'save'");
  send_and_run(k, "{'child': 'save'}");
  assert_started(1, 1, 0);
  probes[1].lingers = true;
  send_and_run(k, "'remove'");
  assert_int_equal(probes[1].cancelled, 1);
  finish_and_run(k, 0);
  finish_and_run(k, 1);
}

/* ----------------------------------------------------------- what a feature's id names */

/* A list whose rows save, each by the probe that it was told; "remove" and "add" take row 1 away
 * and put it back, "replace" does both in one step. An optional child, screens and a sheet beside. */
REDUCER(change_family) {
  if (kmk_action_is(action, "remove") || kmk_action_is(action, "replace")) {
    kmk_state_remove(state, "/rows/0");
  }
  if (kmk_action_is(action, "add") || kmk_action_is(action, "replace")) {
    kmk_state_insert_new(state, "/rows/0", json_of("{'id': 1}"));
  }
  if (kmk_action_is(action, "close")) {
    kmk_state_set_new(state, "/child", json_null());
  }
  if (kmk_action_is(action, "open")) {
    kmk_state_set_new(state, "/child", json_object());
  }
  if (kmk_action_is(action, "present")) {
    kmk_state_set_new(state, "/sheet", json_object());
  }
  return NULL;
}

static kmk_reducer *family(void) {
  kmk_reducer *reducer = kmk_reducer_new(change_family, NULL, NULL);
  reducer = kmk_for_each(reducer, "/rows", "rows", NULL, answering(answer_probes));
  reducer = kmk_if_let(reducer, "/child", "child", NULL, answering(answer_probes));
  reducer = kmk_presentation(reducer, "/sheet", "sheet", NULL, answering(answer_probes));
  return kmk_stack(reducer, "/path", "path", answering(answer_probes));
}

static void open_family(kit *k) {
  memset(probes, 0, sizeof probes);
  for (size_t i = 0; i < COUNT_OF(probes); i++) {
    probes[i].lingers = true;
  }
  kit_open(k, family(), "{'rows': [{'id': 1}, {'id': 2}], 'child': {}, 'sheet': null, 'path': []}");
}

#define ROW(id, word) "{'rows': {'element': {'id': " #id ", 'action': " word "}}}"

static void W60_a_row_that_is_back_waits_for_what_the_one_before_has_at_work(void **state) {
  kit *k = *state;
  open_family(k);
  send_and_run(k, ROW(1, "{'save': 0}"));
  send_and_run(k, "'remove'");
  assert_int_equal(probes[0].cancelled, 1);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  send_and_run(k, "'add'");
  send_and_run(k, ROW(1, "{'save': 1}"));
  send_and_run(k, ROW(2, "{'save': 2}"));
  assert_started(1, 0, 1); /* the other row has a queue of its own */
  finish_and_run(k, 0);
  assert_started(1, 1, 1);
  finish_and_run(k, 1);
  finish_and_run(k, 2);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void W60_also_where_it_was_replaced_in_one_step_and_goes_again(void **state) {
  kit *k = *state;
  open_family(k);
  send_and_run(k, ROW(1, "{'save': 0}"));
  send_and_run(k, ROW(1, "{'save': 1}")); /* waits, and goes with its row */
  send_and_run(k, "'remove'");
  assert_int_equal(probes[1].freed, 1);
  send_and_run(k, "'add'");
  send_and_run(k, ROW(1, "{'last': 2}"));
  send_and_run(k, "'remove'");
  assert_int_equal(probes[2].freed, 1);
  send_and_run(k, "'add'");
  send_and_run(k, ROW(1, "{'save': 3}"));
  finish_and_run(k, 0);
  assert_started(1, 0, 0);
  assert_int_equal(probes[3].started, 1);
  finish_and_run(k, 3);
}

static void W60_an_optional_child_that_is_there_again_waits_too(void **state) {
  kit *k = *state;
  open_family(k);
  send_and_run(k, "{'child': {'save': 0}}");
  send_and_run(k, "'close'");
  send_and_run(k, "'open'");
  send_and_run(k, "{'child': {'save': 1}}");
  assert_started(1, 0, 0);
  finish_and_run(k, 0);
  assert_started(1, 1, 0);
  finish_and_run(k, 1);
}

static void W60_what_is_presented_or_pushed_anew_is_another_and_does_not_wait(void **state) {
  kit *k = *state;
  open_family(k);
  send_and_run(k, "'present'");
  send_and_run(k, "{'sheet': {'presented': {'save': 0}}}");
  send_and_run(k, "{'sheet': 'dismiss'}");
  send_and_run(k, "'present'");
  send_and_run(k, "{'sheet': {'presented': {'save': 1}}}");
  assert_started(1, 1, 0);
  send_and_run(k, "{'path': {'push': {'id': 0, 'state': {}}}}");
  send_and_run(k, "{'path': {'element': {'id': 0, 'action': {'save': 2}}}}");
  send_and_run(k, "{'path': {'popFrom': {'id': 0}}}");
  send_and_run(k, "{'path': {'push': {'id': 1, 'state': {}}}}");
  send_and_run(k, "{'path': {'element': {'id': 1, 'action': {'save': 3}}}}");
  assert_started(1, 1, 1);
  assert_int_equal(probes[3].started, 1);
  for (int i = 0; i < 4; i++) {
    finish_and_run(k, i);
  }
}

static void W60_a_store_may_end_while_a_row_waits_for_the_one_before(void **state) {
  kit *k = *state;
  open_family(k);
  send_and_run(k, ROW(1, "{'save': 0}"));
  send_and_run(k, "'remove'");
  send_and_run(k, "'add'");
  send_and_run(k, ROW(1, "{'save': 1}"));
  kmk_store_free(k->store);
  k->store = NULL;
  assert_int_equal(probes[1].freed, 1);
  finish_and_run(k, 0);
  assert_started(1, 0, 0);
}

/* ------------------------------------------------------------------------- nesting */

static kmk_effect *answer_nested(const json_t *action) {
  if (kmk_action_is(action, "twice")) {
    kmk_effect *inner = kmk_effect_serial(probe_effect(&probes[0]), "save", false);
    return kmk_effect_serial(inner, "save", false);
  }
  if (kmk_action_is(action, "chain")) {
    kmk_effect *chain[] = {probe_effect(&probes[0]), probe_effect(&probes[1])};
    return kmk_effect_serial(kmk_effect_concatenate(2, chain), "save", false);
  }
  if (kmk_action_is(action, "after")) {
    kmk_effect *chain[] = {kmk_effect_serial(sends("'first'"), "save", false), sends("'then'")};
    return kmk_effect_concatenate(2, chain);
  }
  if (kmk_action_is(action, "ten")) {
    return kmk_effect_serial(sends("'one'"), "save", false);
  }
  if (kmk_action_is(action, "bad")) {
    return kmk_effect_serial(probe_effect(&probes[2]), NULL, false);
  }
  return kmk_action_is(action, "none") ? kmk_effect_serial(NULL, "save", false) : NULL;
}

static void W6_an_effect_inside_its_own_queue_begins_with_it(void **state) {
  kit *k = *state;
  memset(probes, 0, sizeof probes);
  kit_open(k, answering(answer_nested), "{}");
  send_and_run(k, "'twice'");
  assert_started(1, 0, 0);
  send_and_run(k, "'chain'");
  finish_and_run(k, 0);
  assert_int_equal(probes[0].started, 2);
  finish_and_run(k, 0);
  assert_int_equal(probes[1].started, 1); /* the whole chain has one turn */
  finish_and_run(k, 1);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void W7_a_chain_goes_on_when_its_serial_link_has_had_its_turn(void **state) {
  kit *k = *state;
  memset(probes, 0, sizeof probes);
  kit_open(k, answering(answer_nested), "{}");
  send_and_run(k, "'twice'");
  json_array_clear(k->log);
  send_and_run(k, "'after'");
  assert_json_text(k->log, "['after']");
  finish_and_run(k, 0);
  assert_json_text(k->log, "['after', 'first', 'then']");
}

/* On any stack: those that end as they begin make room in a loop. */
static void W7_thousands_that_wait_may_end_as_they_begin(void **state) {
  kit *k = *state;
  memset(probes, 0, sizeof probes);
  kit_open(k, answering(answer_nested), "{}");
  send_and_run(k, "'twice'");
  for (int i = 0; i < 20000; i++) {
    send_ok(k->store, "'ten'");
  }
  json_array_clear(k->log);
  finish_and_run(k, 0);
  assert_int_equal(json_array_size(k->log), 20000);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void W6_a_serial_effect_of_none_or_without_an_id(void **state) {
  kit *k = *state;
  memset(probes, 0, sizeof probes);
  kit_open(k, answering(answer_nested), "{}");
  send_and_run(k, "'none'");
  assert_issues(k, "[]");
  send_and_run(k, "'bad'");
  assert_issues(k, "['invalid-effect']");
  assert_int_equal(probes[2].freed, 1);
}

int main(void) {
  json_object_seed(0);
  const struct CMUnitTest tests[] = {
      KIT_TEST(W6_what_was_cancelled_keeps_its_turn_until_its_sender_is_finished),
      KIT_TEST(W6_also_where_another_thread_finishes_it),
      KIT_TEST(W6_an_effect_inside_its_own_queue_begins_with_it),
      KIT_TEST(W6_a_serial_effect_of_none_or_without_an_id),
      KIT_TEST(W7_each_begins_when_the_one_before_has_ended),
      KIT_TEST(W7_of_those_that_wait_the_latest_stays),
      KIT_TEST(W7_a_chain_goes_on_when_its_serial_link_has_had_its_turn),
      KIT_TEST(W7_thousands_that_wait_may_end_as_they_begin),
      KIT_TEST(W8_cancelling_the_id_drops_those_that_wait_and_stops_the_one_that_has_begun),
      KIT_TEST(W8_a_store_that_ends_leaves_nothing_of_its_queues),
      KIT_TEST(W8_the_id_is_the_features_own),
      KIT_TEST(W60_a_row_that_is_back_waits_for_what_the_one_before_has_at_work),
      KIT_TEST(W60_also_where_it_was_replaced_in_one_step_and_goes_again),
      KIT_TEST(W60_an_optional_child_that_is_there_again_waits_too),
      KIT_TEST(W60_what_is_presented_or_pushed_anew_is_another_and_does_not_wait),
      KIT_TEST(W60_a_store_may_end_while_a_row_waits_for_the_one_before),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

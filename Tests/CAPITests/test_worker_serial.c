/* Serial effects: ended by other threads, very many, empty, or invalid (Tests/Scenarios/effects covers the rest). */
#include "writer_support.h"

static probe probes[3];

/* In the queue "save": {"save": n} starts a probe, "say" sends "said", "none" is an empty effect, and "bad" an
 * invalid one. "stop" cancels the queue's id. */
static kmk_effect *answer(const json_t *action) {
  const json_t *index = kmk_action_payload(action, "save");
  if (index != NULL) {
    return kmk_effect_serial(probe_effect(&probes[json_integer_value(index)]), "save", false);
  }
  if (kmk_action_is(action, "say")) {
    return kmk_effect_serial(sends("'said'"), "save", false);
  }
  if (kmk_action_is(action, "bad")) {
    return kmk_effect_serial(probe_effect(&probes[2]), NULL, false);
  }
  if (kmk_action_is(action, "none")) {
    return kmk_effect_serial(NULL, "save", false);
  }
  return kmk_action_is(action, "stop") ? kmk_effect_cancel("save") : NULL;
}

static void open_probes(kit *k) {
  memset(probes, 0, sizeof probes);
  probes[0].lingers = true;
  kmk_reducer *reducer = kmk_if_let(answering(answer), "/child", "child", NULL, answering(answer));
  kit_open(k, kmk_combine(2, (kmk_reducer *[]){reducer, writer()}), "{'child': {}}");
}

static void send_and_run(const kit *k, const char *action) {
  send_ok(k->store, action);
  run_due(k->loop);
}

static void finish_and_run(const kit *k, int index) {
  probe_finish(&probes[index]);
  run_due(k->loop);
}

TEST(W6_another_thread_finishes_what_was_cancelled) {
  open_probes(k);
  send_and_run(k, "{'save': 0}");
  send_and_run(k, "'stop'");
  send_and_run(k, "{'save': 1}");
  run_in_little_stack((void *(*)(void *))(uintptr_t)probe_finish, &probes[0]);
  run_due(k->loop);
  assert_int_equal(probes[0].started, 1);
  assert_int_equal(probes[1].started, 1);
  finish_and_run(k, 1);
}

/* The model does not define this. */
TEST(W60_an_optional_child_that_is_there_again_waits_too) {
  open_probes(k);
  send_and_run(k, "{'child': {'save': 0}}");
  send_and_run(k, "{'set': ['/child', null]}");
  send_and_run(k, "{'set': ['/child', {}]}");
  send_and_run(k, "{'child': {'save': 1}}");
  assert_int_equal(probes[1].started, 0);
  finish_and_run(k, 0);
  assert_int_equal(probes[1].started, 1);
  finish_and_run(k, 1);
}

/* On a stack of any size: effects that end when they start are started in a loop, not recursively. */
TEST(W7_thousands_that_wait_may_end_as_they_begin) {
  open_probes(k);
  send_and_run(k, "{'save': 0}");
  for (int i = 0; i < 20000; i++) {
    send_ok(k->store, "'say'");
  }
  json_array_clear(k->log);
  finish_and_run(k, 0);
  assert_int_equal(json_array_size(k->log), 20000);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

TEST(W6_a_serial_effect_of_none_or_without_an_id) {
  open_probes(k);
  send_and_run(k, "'none'");
  assert_issues(k, "[]");
  send_and_run(k, "'bad'");
  assert_issues(k, "['invalid-effect']");
  assert_int_equal(probes[2].freed, 1);
}

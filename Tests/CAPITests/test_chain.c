/* Chains: one effect after another, and how a chain is cut short (B7-B9). */
#include "support.h"

static probe probes[2];

static void forget_probes(void) { memset(probes, 0, sizeof probes); }

static kmk_effect *chain(kmk_effect *a, kmk_effect *b, kmk_effect *c) {
  return kmk_effect_concatenate(3, (kmk_effect *[]){a, b, c});
}

static kmk_effect *chains(const json_t *action) {
  if (kmk_action_is(action, "sleeps")) {
    return chain(after(SECOND, "'a'"), after(2 * SECOND, "'b'"), after(3 * SECOND, "'c'"));
  }
  if (kmk_action_is(action, "named")) {
    return chain(kmk_effect_cancellable(probe_effect(&probes[0]), "x", false), sends("'b'"), NULL);
  }
  if (kmk_action_is(action, "whole")) {
    return kmk_effect_cancellable(
        chain(probe_effect(&probes[0]), probe_effect(&probes[1]), sends("'never'")), "outer",
        false);
  }
  if (kmk_action_is(action, "cancel")) {
    return kmk_effect_cancel(json_string_value(kmk_action_payload(action, "cancel")));
  }
  return NULL;
}

static void B8_cancelling_a_link_by_its_own_id_starts_the_next(void **state) {
  kit *k = *state;
  forget_probes();
  kit_open(k, answering(chains), "{}");
  send_ok(k->store, "'named'");
  run_due(k->loop);
  assert_int_equal(probes[0].started, 1);
  assert_json_text(k->log, "['named']");
  send_ok(k->store, "{'cancel': 'x'}");
  run_due(k->loop);
  assert_json_text(k->log, "['named', {'cancel': 'x'}, 'b']");
  assert_int_equal(probes[0].cancelled, 1);
}

/* Begins the chain with an outer id, and asserts later that its second link was never seen. */
static kmk_task *begin_whole_chain(kit *k) {
  forget_probes();
  kit_open(k, answering(chains), "{}");
  kmk_task *task = kmk_store_send_task_new(k->store, json_of("'whole'"), NULL);
  run_due(k->loop);
  assert_int_equal(probes[0].started, 1);
  return task;
}

static void assert_chain_is_over(kit *k, kmk_task *task) {
  run_due(k->loop);
  assert_int_equal(probes[0].cancelled, 1);
  assert_int_equal(probes[0].freed, 1);
  assert_int_equal(probes[1].started, 0);
  assert_int_equal(probes[1].cancelled, 0);
  assert_int_equal(probes[1].freed, 1);
  assert_true(kmk_task_is_finished(task));
  kmk_task_free(task);
}

static void B9_cancelling_the_whole_chain_by_its_id_starts_no_further_link(void **state) {
  kit *k = *state;
  kmk_task *task = begin_whole_chain(k);
  send_ok(k->store, "{'cancel': 'outer'}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_chain_is_over(k, task);
  assert_json_text(k->log, "['whole', {'cancel': 'outer'}]");
}

static void B9_cancelling_the_task_of_a_chain_starts_no_further_link(void **state) {
  kit *k = *state;
  kmk_task *task = begin_whole_chain(k);
  kmk_task_cancel(task);
  assert_chain_is_over(k, task);
  assert_json_text(k->log, "['whole']");
}

static void B9_ending_the_store_of_a_chain_starts_no_further_link(void **state) {
  kit *k = *state;
  kmk_task *task = begin_whole_chain(k);
  kmk_store_free(k->store);
  k->store = NULL;
  assert_chain_is_over(k, task);
  assert_json_text(k->log, "['whole']");
}

REDUCER(clear_child) {
  if (kmk_action_is(action, "clear")) {
    kmk_state_set_new(state, "/child", json_null());
  }
  return NULL;
}

static void B9_dismissing_the_feature_of_a_chain_starts_no_further_link(void **state) {
  kit *k = *state;
  forget_probes();
  kit_open(k,
           kmk_presentation(kmk_reducer_new(clear_child, NULL, NULL), "/child", "child", NULL,
                            answering(chains)),
           "{'child': {}}");
  json_t *whole = json_of("{'child': {'presented': 'whole'}}");
  kmk_task *task = kmk_store_send_task_new(k->store, whole, NULL);
  run_due(k->loop);
  assert_int_equal(probes[0].started, 1);
  send_ok(k->store, "'clear'");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_chain_is_over(k, task);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(B8_cancelling_a_link_by_its_own_id_starts_the_next),
      KIT_TEST(B9_cancelling_the_whole_chain_by_its_id_starts_no_further_link),
      KIT_TEST(B9_cancelling_the_task_of_a_chain_starts_no_further_link),
      KIT_TEST(B9_ending_the_store_of_a_chain_starts_no_further_link),
      KIT_TEST(B9_dismissing_the_feature_of_a_chain_starts_no_further_link),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

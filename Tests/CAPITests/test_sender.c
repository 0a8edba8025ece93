/* Senders: failing (B23), actions that they consume or that could not be created (I42), and threads (B40). */
#include "support.h"

#include <pthread.h>

static probe probes[1];

static void forget_probes(void) { memset(probes, 0, sizeof probes); }

/* ------------------------------------------------------------------------- failing */

static void fail_at_once(kmk_sender *sender, void *message) { kmk_sender_fail(sender, message); }

static kmk_effect *answer(const json_t *action) {
  if (kmk_action_is(action, "fail")) {
    return kmk_effect_start(fail_at_once, NULL, "the disk is full", NULL);
  }
  if (kmk_action_is(action, "probe")) {
    return kmk_effect_cancellable(probe_effect(&probes[0]), "x", false);
  }
  if (kmk_action_is(action, "cancel")) {
    return kmk_effect_cancel("x");
  }
  return NULL;
}

TEST(B23_the_issue_of_a_failed_effect_has_its_message) {
  kit_open(k, answering(answer), "{}");
  send_ok(k->store, "'fail'");
  run_due(k->loop);
  const char *message = json_string_value(json_object_get(json_array_get(k->issues, 0), "message"));
  assert_non_null(strstr(message, "the disk is full"));
  assert_issues(k, "['effect-threw']");
}

/* ------------------------------------------------------------- the end of a store */

TEST(a_sender_outlives_its_loop) {
  forget_probes();
  probes[0].lingers = true;
  kit_open(k, answering(answer), "{}");
  send_ok(k->store, "'probe'");
  run_due(k->loop);
  end_loop(k);
  assert_int_equal(probes[0].cancelled, 1);
  assert_true(kmk_sender_is_cancelled(probes[0].sender));
  assert_int_equal(probe_send(&probes[0], "'late'"), KMK_ERR_CLOSED);
  probe_finish(&probes[0]);
  assert_int_equal(probes[0].freed, 1);
}

/* ------------------------------------------------------------------------ its loop */

static void *loop_elsewhere(void *sender) { return kmk_sender_loop(sender); }

TEST(the_loop_of_a_sender_is_its_effects_loop_until_that_ends) {
  forget_probes();
  probes[0].lingers = true;
  kit_open(k, answering(answer), "{}");
  send_ok(k->store, "'probe'");
  run_due(k->loop);
  assert_ptr_equal(kmk_sender_loop(probes[0].sender), k->loop);
  pthread_t thread;
  void *elsewhere = k;
  assert_int_equal(pthread_create(&thread, NULL, loop_elsewhere, probes[0].sender), 0);
  assert_int_equal(pthread_join(thread, &elsewhere), 0);
  assert_null(elsewhere);
  end_loop(k);
  assert_null(kmk_sender_loop(probes[0].sender));
  probe_finish(&probes[0]);
}

/* ------------------------------------------------------------------- cancellation */

TEST(a_failed_send_takes_its_action_all_the_same) {
  forget_probes();
  probes[0].lingers = true;
  kit_open(k, answering(answer), "{}");
  send_ok(k->store, "'probe'");
  run_due(k->loop);
  send_ok(k->store, "'cancel'");
  json_t *action = json_of("{'set': 1}");
  assert_int_equal(kmk_sender_send_new(probes[0].sender, json_incref(action)), KMK_ERR_CLOSED);
  assert_int_equal(kmk_sender_send_new(NULL, json_incref(action)), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(action->refcount, 1);
  json_decref(action);
  probe_finish(&probes[0]);
}

TEST(a_sent_action_is_borrowed_or_taken_over_as_the_name_says) {
  json_t *action = json_of("{'set': 1}");
  kmk_effect_free(kmk_effect_send(action));
  assert_int_equal(action->refcount, 1);
  kmk_effect_free(kmk_effect_send_new(json_incref(action)));
  assert_int_equal(action->refcount, 1);
  kmk_effect_free(kmk_effect_after_new(1, json_incref(action)));
  kmk_effect_free(kmk_effect_every_new(1, json_incref(action)));
  kmk_effect_free(kmk_effect_every_new(0, json_incref(action)));
  assert_int_equal(action->refcount, 1);
  json_decref(action);
}

static const char *const dropped = "['action-misfit']";

/* An object nested deeper than the library accepts. */
static json_t *too_deep(void) {
  json_t *value = json_array();
  for (int i = 0; i <= KMK_MAX_DEPTH; i++) {
    json_t *outer = json_array();
    json_array_append_new(outer, value);
    value = outer;
  }
  return value;
}

TEST(I42_an_action_that_could_not_be_made_is_an_issue) {
  forget_probes();
  probes[0].lingers = true;
  kit_open(k, answering(answer), "{}");
  send_ok(k->store, "'probe'");
  run_due(k->loop);
  json_array_clear(k->log);
  /* json_pack returns NULL for a wrong format. */
  assert_int_equal(kmk_sender_send_new(probes[0].sender, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, dropped);
  assert_int_equal(kmk_sender_send_new(probes[0].sender, too_deep()), KMK_ERR_TOO_DEEP);
  assert_issues(k, dropped);
  assert_int_equal(kmk_store_post_new(k->store, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, dropped);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  assert_int_equal(kmk_mailbox_post_new(mailbox, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, dropped);
  assert_int_equal(kmk_mailbox_post_new(mailbox, too_deep()), KMK_ERR_TOO_DEEP);
  assert_issues(k, dropped);
  run_due(k->loop);
  assert_json_text(k->log, "[]");
  /* After the end, there is no store left to raise an issue in. */
  send_ok(k->store, "'cancel'");
  assert_int_equal(kmk_sender_send_new(probes[0].sender, NULL), KMK_ERR_INVALID_ARGUMENT);
  probe_finish(&probes[0]);
  end_store(k);
  assert_int_equal(kmk_mailbox_post_new(mailbox, NULL), KMK_ERR_INVALID_ARGUMENT);
  kmk_mailbox_free(mailbox);
  assert_issues(k, "[]");
}

static void send_nothing(kmk_sender *sender, void *unused) {
  (void)unused;
  kmk_sender_send_new(sender, NULL);
}

static kmk_effect *work_at_nothing(const json_t *action) {
  return kmk_action_is(action, "work") ? kmk_effect_blocking(send_nothing, NULL, NULL) : NULL;
}

TEST(I42_an_action_that_a_worker_could_not_make_is_told_on_the_loops_thread) {
  kit_open(k, answering(work_at_nothing), "{}");
  send_ok(k->store, "'work'");
  assert_int_equal(kmk_loop_run_until_idle(k->loop, -1, NULL), KMK_OK);
  assert_issues(k, dropped);
}

/* ------------------------------------------------------------------------- order */

static void send_a_thousand(kmk_sender *sender, void *unused) {
  (void)unused;
  for (int i = 1; i <= 1000; i++) {
    kmk_sender_send_new(sender, json_pack("{s:i}", "n", i));
  }
}

static kmk_effect *answer_thousand(const json_t *action) {
  return kmk_action_is(action, "go") ? kmk_effect_blocking(send_a_thousand, NULL, NULL) : NULL;
}

TEST(B40_a_thread_may_send_a_thousand_in_order) {
  kit_open(k, answering(answer_thousand), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(json_array_size(k->log), 1001);
  for (size_t i = 1; i <= 1000; i++) {
    json_t *n = json_object_get(json_array_get(k->log, i), "n");
    assert_int_equal(json_integer_value(n), i);
  }
}

/* --------------------------------------------------------- dismissal, mismatches */

static kmk_effect *run_probe(const json_t *action) {
  return kmk_action_is(action, "probe") ? probe_effect(&probes[0]) : NULL;
}

TEST(M9_an_action_of_an_effect_that_does_not_fit_is_dropped_with_an_issue) {
  forget_probes();
  kmk_reducer *child = kmk_presentation(answering(run_probe), "/sheet", "sheet", NULL, counter());
  kit_open(k, kmk_scope("/child", "child", child), "{'child': {'sheet': {'count': 0}}}");
  send_ok(k->store, "{'child': 'probe'}");
  run_due(k->loop);
  assert_int_equal(probe_send(&probes[0], "{'sheet': 'dismis'}"), KMK_ERR_DECODE);
  run_due(k->loop);
  assert_int_equal(json_array_size(k->issues), 1);
  assert_json_text(json_object_get(json_array_get(k->issues, 0), "path"), "'/child/sheet'");
  assert_issues(k, "['action-misfit']");
  assert_json_text(k->log, "[{'child': 'probe'}]");
  probe_finish(&probes[0]);
}

static kmk_effect *send_no_action(const json_t *action) {
  json_t *none = kmk_json_retain(kmk_action_payload(action, "send"));
  return none != NULL ? kmk_effect_send_new(none) : run_probe(action);
}

TEST(M9_what_an_effect_sends_that_is_no_action_is_dropped_with_an_issue) {
  forget_probes();
  kit_open(k, answering(send_no_action), "{}");
  send_ok(k->store, "'probe'");
  run_due(k->loop);
  static const char *const texts[] = {"{'a': 1, 'b': 2}", "5", "[1]", "{}", "true"};
  for (size_t i = 0; i < COUNT_OF(texts); i++)
    assert_int_equal(probe_send(&probes[0], texts[i]), KMK_ERR_DECODE);
  send_ok(k->store, "{'send': {'a': 1, 'b': 2}}");
  run_due(k->loop);
  assert_issues(k, "['action-misfit', 'action-misfit', 'action-misfit', 'action-misfit', "
                   "'action-misfit', 'action-misfit']");
  assert_json_text(k->log, "['probe', {'send': {'a': 1, 'b': 2}}]");
  probe_finish(&probes[0]);
}

/* kmk_sender_dismiss on a thread other than the loop's. */
#include "support.h"

static probe presented;

static kmk_effect *run_probe(const json_t *action) {
  return kmk_action_is(action, "probe") ? probe_effect(&presented) : NULL;
}

static void open_presented(kit *k) {
  memset(&presented, 0, sizeof presented);
  presented.lingers = true;
  kit_open(k, kmk_presentation(counter(), "/sheet", "sheet", NULL, answering(run_probe)),
           "{'sheet': {}}");
  send_ok(k->store, "{'sheet': {'presented': 'probe'}}");
  run_due(k->loop);
  json_array_clear(k->log);
}

static kmk_status send_one(bool is_latest, const char *text) {
  json_t *action = json_string(text);
  return is_latest ? kmk_sender_send_latest_new(presented.sender, "k", action)
                   : kmk_sender_send_new(presented.sender, action);
}

/* The calls of a thread, and their results. */
typedef struct thread {
  bool is_latest, was_cancelled, is_cancelled;
  kmk_status before, dismissed, after, again;
} thread;

static void *dismiss_between(void *data) {
  thread *t = data;
  t->before = send_one(t->is_latest, "before");
  t->was_cancelled = kmk_sender_is_cancelled(presented.sender);
  t->dismissed = kmk_sender_dismiss(presented.sender);
  t->is_cancelled = kmk_sender_is_cancelled(presented.sender);
  t->after = send_one(t->is_latest, "after");
  t->again = kmk_sender_dismiss(presented.sender);
  return NULL;
}

static void check_order(kit *k, bool is_latest) {
  thread t = {.is_latest = is_latest};
  open_presented(k);
  run_in_little_stack(dismiss_between, &t);
  assert_int_equal(t.before, KMK_OK);
  assert_int_equal(t.dismissed, KMK_OK);
  assert_int_equal(t.after, KMK_ERR_CLOSED);
  assert_int_equal(t.again, KMK_ERR_CLOSED);
  assert_false(t.was_cancelled);
  assert_true(t.is_cancelled);
  assert_state_text(k->store, "{'sheet': {}}");
  assert_int_equal(presented.cancelled, 0);
  /* The loop's thread gets the same result, even before the dismissal is delivered. */
  assert_int_equal(send_one(false, "after"), KMK_ERR_CLOSED);
  run_due(k->loop);
  assert_json_text(k->log, "[{'sheet': {'presented': 'before'}}, {'sheet': 'dismiss'}]");
  assert_state_text(k->store, "{'sheet': null}");
  assert_int_equal(presented.cancelled, 1);
  probe_finish(&presented);
  assert_int_equal(presented.freed, 1);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

TEST(B80_what_was_sent_before_a_dismissal_comes_before_it_and_nothing_after) {
  check_order(k, false);
}

TEST(B80_a_latest_action_sent_before_a_dismissal_comes_before_it) { check_order(k, true); }

static void *dismiss_and_fail(void *status) {
  *(kmk_status *)status = kmk_sender_dismiss(presented.sender);
  kmk_sender_fail(presented.sender, "unheard");
  presented.sender = NULL;
  return NULL;
}

TEST(B80_an_end_behind_it_says_nothing) {
  kmk_status status;
  open_presented(k);
  run_in_little_stack(dismiss_and_fail, &status);
  assert_int_equal(status, KMK_OK);
  run_due(k->loop);
  assert_state_text(k->store, "{'sheet': null}");
  assert_issues(k, "[]");
  assert_int_equal(presented.freed, 1);
}

TEST(B80_an_effect_continues_if_nothing_is_presented) {
  thread t = {.is_latest = false};
  memset(&presented, 0, sizeof presented);
  kit_open(k, answering(run_probe), "{}");
  send_ok(k->store, "'probe'");
  run_due(k->loop);
  json_array_clear(k->log);
  run_in_little_stack(dismiss_between, &t);
  assert_int_equal(t.after, KMK_OK);
  assert_int_equal(t.again, KMK_OK);
  assert_false(t.is_cancelled);
  run_due(k->loop);
  assert_json_text(k->log, "['before', 'after']");
  assert_issues(k, "['dismiss-unavailable', 'dismiss-unavailable']");
  probe_finish(&presented);
}

REDUCER(swap) {
  if (!kmk_action_is(action, "swap"))
    return NULL;
  kmk_state_set_new(state, "/c/sheet", json_null());
  kmk_state_set_new(state, "/c/sheet", json_pack("{s:s}", "n", "new"));
  return NULL;
}

/* An outer reducer replaces the sheet; the sheet's operator notices only at the next action. */
TEST(D76_what_a_reducer_further_out_has_put_in_the_place_stays) {
  memset(&presented, 0, sizeof presented);
  kmk_reducer *sheet = kmk_presentation(kmk_empty(), "/sheet", "sheet", NULL, answering(run_probe));
  kit_open(k, KMK_COMBINE(kmk_reducer_new(swap, NULL, NULL), kmk_scope("/c", "c", sheet)),
           "{'c': {'sheet': {'n': 'old'}}}");
  send_ok(k->store, "{'c': {'sheet': {'presented': 'probe'}}}");
  run_due(k->loop);
  send_ok(k->store, "'swap'");
  assert_int_equal(kmk_sender_dismiss(presented.sender), KMK_OK);
  run_due(k->loop);
  assert_state_text(k->store, "{'c': {'sheet': {'n': 'new'}}}");
  assert_issues(k, "[]");
  assert_int_equal(presented.cancelled, 1);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

/* Posting: actions that wait for the loop's next dispatch (C10). test_threads.c posts from threads. */
#include "support.h"

TEST(C10_posted_actions_are_reduced_at_the_next_dispatch_in_order) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_of("{'set': 1}")), KMK_OK);
  assert_int_equal(kmk_store_post_new(k->store, json_of("{'set': 2}")), KMK_OK);
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_of("'inc'")), KMK_OK);
  assert_json_text(k->log, "[]");
  assert_true(kmk_loop_dispatch(k->loop, 0) > 0);
  assert_json_text(k->log, "[{'set': 1}, {'set': 2}, 'inc']");
  assert_state_text(k->store, "{'count': 3}");
  kmk_mailbox_free(mailbox);
}

TEST(what_was_posted_is_reduced_after_the_mailbox_was_freed) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  kmk_mailbox_post_new(mailbox, json_string("inc"));
  kmk_mailbox_free(mailbox);
  run_due(k->loop);
  assert_state_text(k->store, "{'count': 1}");
}

TEST(what_was_posted_to_a_store_that_ended_is_dropped) {
  kit_open(k, counter(), "{'count': 0}");
  json_t *action = json_of("{'set': 1}");
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  kmk_mailbox_post_new(mailbox, json_incref(action));
  end_store(k);
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_incref(action)), KMK_ERR_CLOSED);
  run_due(k->loop);
  assert_json_text(k->log, "[]");
  assert_int_equal(action->refcount, 1);
  json_decref(action);
  kmk_mailbox_free(mailbox);
}

TEST(a_mailbox_outlives_its_loop) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  kmk_mailbox_post_new(mailbox, json_string("inc"));
  end_loop(k);
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_string("inc")), KMK_ERR_CLOSED);
  kmk_mailbox_free(mailbox);
  assert_json_text(k->log, "[]");
}

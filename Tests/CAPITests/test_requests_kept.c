/* Requests of a store that the program keeps on a disk: its calls, and a thread that writes. */
#define _POSIX_C_SOURCE 200809L

#include "request_support.h"

static void open_held(kit *k, keeper *file) {
  begin_keeper(file);
  serve_ok(k, file);
  open_reader(k);
  assert_int_equal(kmk_store_hold_requests(k->store, NULL), KMK_OK);
}

typedef struct kept {
  kmk_mailbox *mailbox;
  uint64_t mark;
  kmk_status status;
} kept;

/* A thread that has written a snapshot. */
static void *say_kept(void *data) {
  kept *what = data;
  what->status = kmk_mailbox_requests_kept(what->mailbox, what->mark);
  kmk_mailbox_free(what->mailbox);
  return NULL;
}

static kmk_status keep_elsewhere(kmk_store *store, uint64_t mark) {
  kept what = {kmk_store_mailbox(store), mark, KMK_OK};
  run_in_little_stack(say_kept, &what);
  return what.status;
}

TEST(B332_a_thread_says_what_is_kept) {
  keeper file;
  open_held(k, &file);
  assert_int_equal(kmk_store_request_mark(k->store), 0);
  send_ok(k->store, "{'load': 'a'}");
  assert_int_equal(kmk_store_request_mark(k->store), 1);
  run_due(k->loop);
  assert_recorded(file.calls, "[]");
  assert_int_equal(keep_elsewhere(k->store, 1), KMK_OK);
  run_due(k->loop);
  assert_recorded(file.calls, "[['serve', '0', 'a']]");
  assert_int_equal(answer(file.requests[0], "'x'"), KMK_OK);
  assert_int_equal(kmk_store_request_mark(k->store), 2);
  /* An earlier mark changes nothing. */
  assert_int_equal(keep_elsewhere(k->store, 1), KMK_OK);
  run_due(k->loop);
  assert_recorded(file.calls, "[]");
  assert_int_equal(keep_elsewhere(k->store, 2), KMK_OK);
  run_due(k->loop);
  assert_recorded(file.calls, "[['taken', '0']]");
  end_loop(k);
  end_keeper(&file);
}

TEST(B333_what_is_kept_is_taken_even_if_the_loop_has_not_heard_it) {
  keeper file;
  open_held(k, &file);
  send_ok(k->store, "{'load': 'a'}");
  keep_elsewhere(k->store, 1);
  run_due(k->loop);
  send_ok(k->store, "{'again': 'b'}");
  keep_elsewhere(k->store, 2);
  run_due(k->loop);
  answer(file.requests[0], "'x'");
  answer(file.requests[1], "'y'");
  keep_elsewhere(k->store, 3);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  kmk_store_free(k->store);
  k->store = NULL;
  assert_recorded(file.calls, "[['serve', '0', 'a'], ['serve', '1', 'b'], ['taken', '0'], "
                              "['received', '1']]");
  assert_int_equal(kmk_mailbox_requests_kept(mailbox, 4), KMK_ERR_CLOSED);
  kmk_mailbox_free(mailbox);
  end_loop(k);
  end_keeper(&file);
}

TEST(B311_B332_a_finish_waits_for_a_request_that_will_be_kept) {
  keeper file;
  open_held(k, &file);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  assert_int_equal(kmk_loop_awaited_count(k->loop), 1);
  send_ok(k->store, "{'again': 'b'}");
  run_due(k->loop);
  assert_int_equal(kmk_loop_awaited_count(k->loop), 2);
  keep_elsewhere(k->store, 1);
  run_due(k->loop);
  answer(file.requests[0], "'x'");
  assert_int_equal(kmk_loop_awaited_count(k->loop), 1);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  assert_int_equal(kmk_mailbox_requests_lost(mailbox), KMK_OK);
  kmk_mailbox_free(mailbox);
  run_due(k->loop);
  assert_int_equal(kmk_loop_awaited_count(k->loop), 0);
  assert_int_equal(kmk_loop_finish(k->loop, -1, NULL), KMK_OK);
  assert_requests(k->store, "[{'id': '1', 'name': 'file', 'at': '', 'question': 'b', 'phase': "
                            "'unkept', 'attempt': 0, 'age': 0}]");
  end_loop(k);
  end_keeper(&file);
}

TEST(B332_calls_that_are_refused) {
  kmk_error error;
  assert_int_equal(kmk_store_hold_requests(NULL, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_request_mark(NULL), 0);
  assert_int_equal(kmk_mailbox_requests_kept(NULL, 0), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_mailbox_requests_lost(NULL), KMK_ERR_INVALID_ARGUMENT);
  open_reader(k);
  assert_int_equal(kmk_store_request_mark(k->store), 0);
  end_loop(k);
}

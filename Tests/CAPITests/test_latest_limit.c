/* Latest-only actions when the limit of waiting actions is reached. */
#include "support.h"

static probe sending;

static kmk_effect *begin(const json_t *action) {
  return kmk_action_is(action, "go") ? probe_effect(&sending) : NULL;
}

static void open_sending(kit *k, uint64_t most) {
  memset(&sending, 0, sizeof sending);
  kit_open(k, answering(begin), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  json_array_clear(k->log);
  kmk_loop_set_limit(k->loop, KMK_LIMIT_WAITING_ACTIONS, most);
}

/* Three times, a thread sends a plain action and a latest-only action. These are the statuses that it receives. */
typedef struct thread {
  kmk_mailbox *mailbox; /* NULL: uses the sender */
  kmk_status plain[3], latest[3];
} thread;

static void *send_in_turns(void *data) {
  thread *t = data;
  for (int i = 0; i < 3; i++) {
    json_t *plain = json_pack("{s:i}", "plain", i), *latest = json_pack("{s:i}", "latest", i);
    if (t->mailbox != NULL) {
      t->plain[i] = kmk_mailbox_post_new(t->mailbox, plain);
      t->latest[i] = kmk_mailbox_post_latest_new(t->mailbox, "k", latest);
    } else {
      t->plain[i] = kmk_sender_send_new(sending.sender, plain);
      t->latest[i] = kmk_sender_send_latest_new(sending.sender, "k", latest);
    }
  }
  return NULL;
}

static void check_turns(kit *k, thread *t) {
  run_in_little_stack(send_in_turns, t);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(t->plain[i], i < 2 ? KMK_OK : KMK_ERR_LIMIT);
    assert_int_equal(t->latest[i], KMK_OK);
  }
  run_due(k->loop);
  assert_json_text(k->log, "[{'plain': 0}, {'latest': 0}, {'plain': 1}, {'latest': 2}]");
}

TEST(N31_a_send_that_is_refused_lets_no_second_latest_wait) {
  open_sending(k, 2);
  check_turns(k, &(thread){.mailbox = NULL});
  probe_finish(&sending);
}

TEST(N31_a_refused_post_lets_no_second_latest_action_wait) {
  open_sending(k, 2);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  check_turns(k, &(thread){.mailbox = mailbox});
  kmk_mailbox_free(mailbox);
  probe_finish(&sending);
}

static void *flood(void *unused) {
  for (int i = 0; i < ROUNDS_OF(20000); i++) {
    kmk_sender_send_new(sending.sender, json_string("plain"));
    kmk_sender_send_latest_new(sending.sender, "k", json_string("latest"));
  }
  return unused;
}

TEST(N31_many_refused_actions_let_no_second_latest_action_wait) {
  open_sending(k, 10);
  run_in_little_stack(flood, NULL);
  run_due(k->loop);
  assert_int_equal(json_array_size(k->log), 20); /* ten, each with a latest-only action */
  probe_finish(&sending);
}

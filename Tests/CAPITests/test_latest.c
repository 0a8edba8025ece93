/* Latest-only actions: a new action replaces a waiting one. From senders and mailboxes, on other threads. */
#include "support.h"

#include <pthread.h>

/* An action that a thread sends: with a key, only the latest under the key waits; without a key, every action waits. */
typedef struct sent {
  const char *key, *action;
} sent;

typedef struct sending {
  kmk_sender *sender;
  kmk_mailbox *mailbox;
  const sent *items;
  size_t count;
  kmk_status last;
} sending;

static kmk_status send_one(const sending *s, const sent *item) {
  json_t *action = json_of(item->action);
  if (s->mailbox != NULL) {
    return item->key != NULL ? kmk_mailbox_post_latest_new(s->mailbox, item->key, action)
                             : kmk_mailbox_post_new(s->mailbox, action);
  }
  return item->key != NULL ? kmk_sender_send_latest_new(s->sender, item->key, action)
                           : kmk_sender_send_new(s->sender, action);
}

static void *send_them(void *data) {
  sending *s = data;
  for (size_t i = 0; i < s->count; i++) {
    s->last = send_one(s, &s->items[i]);
  }
  return NULL;
}

static kmk_status from_a_thread(sending *s) {
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, send_them, s), 0);
  pthread_join(thread, NULL);
  return s->last;
}

#define FROM_A_THREAD(probe, ...)                                                                  \
  from_a_thread(&(sending){(probe).sender, NULL, (sent[]){__VA_ARGS__},                            \
                           KMK_COUNT(((sent[]){__VA_ARGS__})), KMK_OK})

static probe running;

static kmk_effect *begin(const json_t *action) {
  return kmk_action_is(action, "go") ? probe_effect(&running) : NULL;
}

static void open_running(kit *k) {
  memset(&running, 0, sizeof running);
  kit_open(k, answering(begin), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  json_array_clear(k->log);
}

TEST(N12_the_latest_under_a_key_takes_the_place_of_the_one_that_waits) {
  open_running(k);
  FROM_A_THREAD(running, {"p", "{'p': 1}"}, {"p", "{'p': 2}"}, {"q", "{'q': 1}"},
                {"p", "{'p': 3}"});
  assert_json_text(k->log, "[]");
  run_due(k->loop);
  assert_json_text(k->log, "[{'p': 3}, {'q': 1}]");
  FROM_A_THREAD(running, {"p", "{'p': 4}"}); /* an action that has been reduced is not replaced */
  run_due(k->loop);
  assert_json_text(k->log, "[{'p': 3}, {'q': 1}, {'p': 4}]");
  probe_finish(&running);
}

TEST(N12_what_is_sent_otherwise_keeps_its_order_with_all_before_and_after) {
  open_running(k);
  FROM_A_THREAD(running, {"p", "{'p': 1}"}, {NULL, "'next'"}, {"p", "{'p': 2}"}, {"p", "{'p': 3}"});
  run_due(k->loop);
  assert_json_text(k->log, "[{'p': 1}, 'next', {'p': 3}]");
  probe_finish(&running);
}

TEST(N12_senders_do_not_share_their_keys) {
  open_running(k);
  probe other = {0};
  FROM_A_THREAD(running, {"p", "{'p': 1}"});
  probe first = running;
  memset(&running, 0, sizeof running);
  send_ok(k->store, "'go'");
  run_due(k->loop);
  json_array_clear(k->log);
  other = running;
  FROM_A_THREAD(first, {"p", "{'p': 2}"});
  FROM_A_THREAD(other, {"p", "{'p': 3}"});
  run_due(k->loop);
  assert_json_text(k->log, "[{'p': 2}, {'p': 3}]");
  kmk_sender_finish(first.sender);
  kmk_sender_finish(other.sender);
}

TEST(N12_on_the_loops_thread_it_is_reduced_at_once_and_what_waits_is_dropped) {
  open_running(k);
  FROM_A_THREAD(running, {"p", "{'p': 1}"}, {"q", "{'q': 1}"});
  assert_int_equal(kmk_sender_send_latest_new(running.sender, "p", json_of("{'p': 2}")), KMK_OK);
  assert_json_text(k->log, "[{'p': 2}]");
  run_due(k->loop);
  assert_json_text(k->log, "[{'p': 2}, {'q': 1}]");
  probe_finish(&running);
}

TEST(N12_a_latest_action_is_reduced_before_the_effect_that_sent_it_ends) {
  open_running(k);
  FROM_A_THREAD(running, {"p", "{'p': 1}"}, {"p", "{'p': 2}"});
  run_in_little_stack((void *(*)(void *))(uintptr_t)kmk_sender_finish, running.sender);
  run_due(k->loop);
  assert_json_text(k->log, "[{'p': 2}]");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

TEST(N12_a_mailbox_has_keys_too) {
  open_running(k);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  const sent items[] = {{"p", "{'p': 1}"}, {"p", "{'p': 2}"}, {NULL, "'next'"}, {"p", "{'p': 3}"}};
  assert_int_equal(from_a_thread(&(sending){NULL, mailbox, items, 4, KMK_OK}), KMK_OK);
  /* The same on the loop's own thread, where posting also waits. */
  assert_int_equal(kmk_mailbox_post_latest_new(mailbox, "p", json_of("{'p': 4}")), KMK_OK);
  run_due(k->loop);
  assert_json_text(k->log, "[{'p': 2}, 'next', {'p': 4}]");
  kmk_mailbox_free(mailbox);
  probe_finish(&running);
}

/* The test holds a reference to the action, so the reference count shows whether the library released it. */
TEST(N13_a_replaced_action_is_freed_once) {
  open_running(k);
  json_t *action = json_of("{'p': 1}");
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  kmk_mailbox_post_latest_new(mailbox, "p", json_incref(action));
  assert_int_equal(action->refcount, 2);
  kmk_mailbox_post_latest_new(mailbox, "p", json_of("{'p': 2}"));
  assert_int_equal(action->refcount, 1);
  kmk_mailbox_post_latest_new(mailbox, "p", json_incref(action));
  end_store(k);
  run_due(k->loop);
  assert_int_equal(action->refcount, 1);
  assert_int_equal(kmk_mailbox_post_latest_new(mailbox, "p", json_incref(action)), KMK_ERR_CLOSED);
  assert_int_equal(action->refcount, 1);
  kmk_mailbox_free(mailbox);
  json_decref(action);
  assert_int_equal(running.cancelled, 1);
}

TEST(N13_what_waits_ends_with_its_effect_and_with_its_loop) {
  open_running(k);
  running.lingers = true;
  FROM_A_THREAD(running, {"p", "{'p': 1}"});
  FROM_A_THREAD(running, {"p", "{'p': 2}"});
  end_loop(k);
  assert_int_equal(FROM_A_THREAD(running, {"p", "{'p': 3}"}), KMK_ERR_CLOSED);
  assert_json_text(k->log, "[]");
  probe_finish(&running);
  assert_int_equal(running.freed, 1);
}

TEST(N13_a_wrong_call_sends_nothing) {
  open_running(k);
  assert_int_equal(kmk_sender_send_latest_new(NULL, "p", json_of("'a'")), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_sender_send_latest_new(running.sender, NULL, json_of("'a'")),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_sender_send_latest_new(running.sender, "\xff", json_of("'a'")),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_mailbox_post_latest_new(NULL, "p", json_of("'a'")),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, "[]");
  assert_int_equal(kmk_sender_send_latest_new(running.sender, "p", NULL), KMK_ERR_INVALID_ARGUMENT);
  run_due(k->loop);
  assert_issues(k, "['action-misfit']");
  assert_json_text(k->log, "[]");
  probe_finish(&running);
}

/* ------------------------------------------------------------------------- a flood */

#define FLOOD ROUNDS_OF(200000)

static void *flood(void *data) {
  kmk_sender *sender = data;
  for (int i = 1; i <= FLOOD; i++) {
    kmk_sender_send_latest_new(sender, i % 2 ? "odd" : "even", json_pack("{s:i}", "p", i));
  }
  return NULL;
}

/* The sending thread is not blocked, and only two actions wait. */
TEST(N12_a_flood_leaves_one_of_each_key) {
  open_running(k);
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, flood, running.sender), 0);
  pthread_join(thread, NULL);
  run_due(k->loop);
  assert_int_equal(json_array_size(k->log), 2);
  int even = 0, odd = 0;
  json_unpack(k->log, "[{s:i}, {s:i}]", "p", &odd, "p", &even);
  assert_int_equal(odd + even, 2 * FLOOD - 1);
  probe_finish(&running);
}

/* While the loop reduces them, the last action of each key arrives last, and no action arrives twice. */
TEST(N12_a_flood_that_is_reduced_meanwhile_ends_with_the_latest) {
  open_running(k);
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, flood, running.sender), 0);
  int last[2] = {0, 0};
  while (last[0] + last[1] < 2 * FLOOD - 1) {
    kmk_loop_dispatch(k->loop, 0);
    for (size_t i = 0; i < json_array_size(k->log); i++) {
      int value = 0;
      json_unpack(json_array_get(k->log, i), "{s:i}", "p", &value);
      assert_true(value > last[value % 2]);
      last[value % 2] = value;
    }
    json_array_clear(k->log);
  }
  pthread_join(thread, NULL);
  probe_finish(&running);
}

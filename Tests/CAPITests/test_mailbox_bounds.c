/* Calls that other threads repeat: they do not use more and more memory, and few issues report them. */
#include "support.h"

#include <stdio.h>

/* Asserts that there is one issue, and that its message contains a text. Forgets the issue. */
static void assert_tells(kit *k, const char *text) {
  const char *message = json_string_value(json_object_get(json_array_get(k->issues, 0), "message"));
  if (message == NULL || strstr(message, text) == NULL)
    fail_msg("%s", message == NULL ? "no issue" : message);
  assert_issues(k, "['action-misfit']");
}

enum { POSTS = 20000 };

static void *post_beyond(void *mailbox) {
  for (int i = 0; i < POSTS; i++)
    kmk_mailbox_post_new(mailbox, json_pack("[i, i, i]", 1, 2, 3));
  return NULL;
}

TEST(N150_refused_posts_are_told_once_with_their_number) {
  kit_open(k, kmk_empty(), "{}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_VALUES, 2);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  for (int round = 0; round < 2; round++) {
    run_in_little_stack(post_beyond, mailbox);
    run_due(k->loop);
    assert_tells(k, "nothing was sent (20000 times)");
  }
  kmk_mailbox_free(mailbox);
}

/* Each post fails with a different message. */
static void *post_different(void *mailbox) {
  for (int i = 0; i < POSTS / 10; i++) {
    json_t *array = json_array();
    for (int j = 0; j <= i; j++)
      json_array_append_new(array, json_null());
    json_t *action = json_object();
    json_object_set_new(action, "a", array);
    kmk_mailbox_post_new(mailbox, action);
  }
  return NULL;
}

TEST(N150_of_different_ones_few_are_told) {
  kit_open(k, kmk_empty(), "{}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_ACTION_VALUES, 2);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  run_in_little_stack(post_different, mailbox);
  run_due(k->loop);
  assert_in_range(json_array_size(k->issues), 1, 17);
  json_array_clear(k->issues);
  kmk_mailbox_free(mailbox);
}

static void *post_keys(void *mailbox) {
  static int refused;
  refused = 0;
  for (int i = 0; i < 100; i++) {
    char key[16];
    snprintf(key, sizeof key, "key %d", i);
    refused += kmk_mailbox_post_latest_new(mailbox, key, json_string("a")) == KMK_ERR_LIMIT;
    /* A post that replaces a waiting post needs no room. */
    if (kmk_mailbox_post_latest_new(mailbox, "key 0", json_string("a")) != KMK_OK)
      refused += 1000;
  }
  return &refused;
}

static void *post_keys_and_count(void *data) {
  void **both = data;
  both[1] = post_keys(both[0]);
  return NULL;
}

TEST(N151_the_limit_of_waiting_actions_counts_keys) {
  json_t *log = json_array();
  k->store = open_store(k->loop, logger(log), "{}");
  kmk_loop_set_limit(k->loop, KMK_LIMIT_WAITING_ACTIONS, 10);
  kmk_mailbox *mailbox = kmk_store_mailbox(k->store);
  void *both[] = {mailbox, NULL};
  for (int round = 0; round < 2; round++) {
    run_in_little_stack(post_keys_and_count, both);
    assert_int_equal(*(int *)both[1], 90);
    run_due(k->loop);
    assert_int_equal(json_array_size(log), 10);
    json_array_clear(log);
  }
  kmk_mailbox_free(mailbox);
  json_decref(log);
}

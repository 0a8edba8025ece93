/* Threads at the end of a loop: all calls that any thread may make, made while the owner frees the loop (N1). The
 * thread sanitizer runs this test too. */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { STORES = 4, VIEWS = 3, OBSERVERS = 5, SENDERS = 6, HELPERS = 6, ROUNDS = 60 };

/* The objects of one round. Each helper uses one of the arrays. */
typedef struct round {
  kmk_loop *loop;
  kmk_store *stores[STORES], *posted[STORES];
  kmk_store *views[STORES][VIEWS];
  kmk_subscription *subscriptions[STORES][OBSERVERS];
  kmk_task *tasks[STORES];
  kmk_mailbox *mailboxes[STORES];
  kmk_sender *senders[SENDERS];
  pthread_barrier_t start;
  atomic_int wrong, freed;
} round_of_test;

static round_of_test *now;

static void note_freed(void *user_data) {
  round_of_test *r = user_data;
  atomic_fetch_add(&r->freed, 1);
}

static void check(bool is_right) {
  if (!is_right) {
    atomic_fetch_add(&now->wrong, 1);
  }
}

static bool is_accepted_or_closed(kmk_status status) {
  return status == KMK_OK || status == KMK_ERR_CLOSED;
}

/* ------------------------------------------------------------------------- the feature */

static atomic_int next_sender;

static void keep_sender(kmk_sender *sender, void *user_data) {
  round_of_test *r = user_data;
  r->senders[atomic_fetch_add(&next_sender, 1)] = sender;
}

static void work(kmk_sender *sender, void *user_data) {
  (void)user_data;
  for (int i = 0; i < 10 && !kmk_sender_is_cancelled(sender); i++) {
    check(is_accepted_or_closed(kmk_sender_send_new(sender, json_string("inc"))));
  }
  kmk_sender_finish(sender);
}

REDUCER(reduce) {
  if (kmk_action_is(action, "keep")) {
    return kmk_effect_start(keep_sender, NULL, data, note_freed);
  }
  if (kmk_action_is(action, "work")) {
    return kmk_effect_blocking(work, data, note_freed);
  }
  return counter_reduce(state, action, env, data);
}

static kmk_store *feature(round_of_test *r) {
  kmk_reducer *base = kmk_reducer_new(reduce, r, note_freed);
  base = kmk_presentation(base, "/sheet", "sheet", NULL, counter());
  base = kmk_if_let(base, "/child", "child", NULL, counter());
  return open_store(r->loop, kmk_for_each(base, "/rows", "rows", NULL, counter()),
                    "{'count': 0, 'sheet': {'count': 0}, 'child': {'count': 0},"
                    " 'rows': [{'id': 1, 'count': 0}, {'id': 2, 'count': 0}]}");
}

static void told(const json_t *value, void *user_data) { (void)value, (void)user_data; }

static void told_case(const char *name, const json_t *payload, void *user_data) {
  (void)name, (void)payload, (void)user_data;
}

static void open_store_of(round_of_test *r, int i) {
  kmk_store *store = r->stores[i] = feature(r);
  r->posted[i] = feature(r);
  json_t *id = json_integer(2);
  kmk_store **views = r->views[i];
  views[0] = kmk_store_scope(store, "/sheet", "sheet.presented", NULL);
  views[1] = kmk_store_scope(store, "/child", "child", NULL);
  views[2] = kmk_store_scope_element(store, "/rows", "rows", id, NULL);
  json_decref(id);
  static const kmk_presentation_callbacks none = {sizeof none, NULL, NULL, NULL};
  kmk_subscription **all = r->subscriptions[i];
  all[0] = kmk_store_observe(views[2], "/count", told, r, note_freed, NULL);
  all[1] = kmk_store_observe_presentation(store, "/sheet", &none, r, note_freed, NULL);
  all[2] = kmk_store_observe_case(store, "/child", told_case, r, note_freed, NULL);
  all[3] = kmk_store_observe_ids(store, "/rows", told, r, note_freed, NULL);
  all[4] = kmk_store_observe_patches(store, "", told, r, note_freed, NULL);
  for (int k = 0; k < OBSERVERS; k++) {
    assert_non_null(all[k]);
  }
  r->tasks[i] = kmk_store_send_task_new(store, json_of("{'incAfter': 1}"), NULL);
  r->mailboxes[i] = kmk_store_mailbox(store);
  assert_true(views[0] && views[1] && views[2] && r->tasks[i] && r->mailboxes[i]);
}

/* ------------------------------------------------------------------------- the helpers */

static void *free_stores(void *user_data) {
  round_of_test *r = user_data;
  pthread_barrier_wait(&r->start);
  for (int i = 0; i < STORES; i++) {
    check(is_accepted_or_closed(kmk_mailbox_post_new(r->mailboxes[i], json_string("inc"))));
    kmk_store_free(r->stores[i]);
    check(is_accepted_or_closed(kmk_mailbox_post_new(r->mailboxes[i], json_string("inc"))));
    kmk_mailbox_free(r->mailboxes[i]);
  }
  return NULL;
}

static void *free_views(void *user_data) {
  round_of_test *r = user_data;
  pthread_barrier_wait(&r->start);
  for (int i = 0; i < STORES; i++) {
    for (int k = 0; k < VIEWS; k++) {
      kmk_store_free(r->views[i][k]);
    }
  }
  return NULL;
}

static void *free_subscriptions_and_tasks(void *user_data) {
  round_of_test *r = user_data;
  pthread_barrier_wait(&r->start);
  for (int i = 0; i < STORES; i++) {
    for (int k = 0; k < OBSERVERS; k++) {
      kmk_subscription_free(r->subscriptions[i][k]);
    }
    kmk_task_free(r->tasks[i]);
  }
  return NULL;
}

static void *use_senders(void *user_data) {
  round_of_test *r = user_data;
  pthread_barrier_wait(&r->start);
  for (int i = 0; i < SENDERS; i++) {
    kmk_sender *sender = r->senders[i];
    check(is_accepted_or_closed(kmk_sender_send_new(sender, json_string("inc"))));
    kmk_sender_is_cancelled(sender);
    if (i % 3 == 0) {
      check(is_accepted_or_closed(kmk_sender_dismiss(sender)));
    }
    if (i % 3 == 1) {
      kmk_sender_fail(sender, "given up");
    } else {
      kmk_sender_finish(sender);
    }
  }
  return NULL;
}

/* Posts, and makes calls that only the owner may make. They are refused, whatever the owner is doing. */
static void *post_and_ask(void *user_data) {
  round_of_test *r = user_data;
  kmk_error error = {0};
  pthread_barrier_wait(&r->start);
  for (int i = 0; i < STORES; i++) {
    kmk_store *store = r->posted[i];
    check(is_accepted_or_closed(kmk_store_post_new(store, json_string("inc"))));
    kmk_status status = kmk_store_send_text(store, "\"inc\"", &error);
    check(status == KMK_ERR_WRONG_THREAD || status == KMK_ERR_CLOSED);
    check(kmk_store_state(store) == NULL && !kmk_store_is_valid(store));
    check(kmk_store_mailbox(store) == NULL && kmk_store_loop(store) == NULL);
    check(kmk_store_effect_count(store) == 0);
    kmk_store_free(store);
  }
  return NULL;
}

/* Creates objects without a loop, and loops of this thread. */
static void *make_things(void *user_data) {
  round_of_test *r = user_data;
  json_t *state = json_pack("{s:i}", "count", 0);
  pthread_barrier_wait(&r->start);
  kmk_effect *parts[] = {kmk_effect_after_new(1, json_string("a")),
                         kmk_effect_debounce(kmk_effect_cancel("b"), "c", 1),
                         kmk_effect_send_new(json_string("d"))};
  kmk_effect_free(kmk_effect_cancellable(kmk_effect_merge(3, parts), "e", true));
  check(kmk_feature_register("ending", kmk_reducer_new(counter_reduce, r, note_freed), state,
                             NULL) == KMK_OK);
  kmk_loop *own = kmk_loop_new(NULL);
  kmk_store *store = kmk_store_open(own, "ending", NULL, NULL);
  check(kmk_feature_unregister("ending") == KMK_ERR_BUSY);
  check(kmk_store_send_text(store, "\"inc\"", NULL) == KMK_OK);
  check(kmk_loop_dispatch(own, 0) >= 0);
  json_t *snapshot = kmk_store_state(store);
  json_decref(kmk_json_retain(snapshot));
  kmk_json_release(snapshot);
  kmk_store_free(store);
  kmk_loop_free(own);
  check(kmk_feature_unregister("ending") == KMK_OK);
  json_decref(state);
  check(kmk_live_objects() > 0);
  return NULL;
}

/* --------------------------------------------------------------------------- the rounds */

static void *(*const helpers[HELPERS])(void *) = {
    free_stores, free_views, free_subscriptions_and_tasks, use_senders, post_and_ask, make_things};

static void play(int number) {
  size_t live = kmk_live_objects();
  round_of_test r = {.loop = number % 2 ? kmk_loop_new_virtual(NULL) : kmk_loop_new(NULL)};
  now = &r;
  atomic_store(&next_sender, 0);
  for (int i = 0; i < STORES; i++) {
    open_store_of(&r, i);
  }
  for (int i = 0; i < SENDERS; i++) {
    send_ok(r.stores[i % STORES], "'keep'");
  }
  kmk_loop_dispatch(r.loop, 0);
  send_ok(r.stores[0], "'work'");
  send_ok(r.posted[0], "'work'");
  kmk_loop_dispatch(r.loop, 0);
  pthread_barrier_init(&r.start, NULL, HELPERS + 1);
  pthread_t threads[HELPERS];
  for (int i = 0; i < HELPERS; i++) {
    assert_int_equal(pthread_create(&threads[i], NULL, helpers[i], &r), 0);
  }
  pthread_barrier_wait(&r.start);
  for (int i = 0; i < number % 4; i++) {
    kmk_loop_dispatch(r.loop, 0);
  }
  kmk_loop_free(r.loop);
  for (int i = 0; i < HELPERS; i++) {
    pthread_join(threads[i], NULL);
  }
  /* The program has no handle of the workers, and the loop's end does not wait for them. */
  const int contexts = 2 * STORES + OBSERVERS * STORES + SENDERS + 2 + 1;
  while (atomic_load(&r.freed) < contexts || kmk_live_objects() > live) {
    sched_yield();
  }
  assert_int_equal(atomic_load(&r.wrong), 0);
  assert_int_equal(atomic_load(&r.freed), contexts);
  assert_int_equal(kmk_live_objects(), live);
  pthread_barrier_destroy(&r.start);
}

TEST(N1_any_thread_may_go_on_while_the_owner_frees_the_loop) {
  for (int i = 0; i < ROUNDS; i++) {
    play(i);
  }
}

/* The same with frees only, so that each free may coincide with the end of the loop. */
static void *free_half(void *user_data) {
  round_of_test *r = user_data;
  pthread_barrier_wait(&r->start);
  for (int i = 0; i < STORES; i++) {
    kmk_subscription_free(r->subscriptions[i][0]);
    kmk_store_free(r->stores[i]);
  }
  return NULL;
}

TEST(N1_a_handle_is_freed_once_whoever_ends_it) {
  for (int number = 0; number < 10 * ROUNDS; number++) {
    round_of_test r = {.loop = kmk_loop_new_virtual(NULL)};
    now = &r;
    pthread_barrier_init(&r.start, NULL, 2);
    for (int i = 0; i < STORES; i++) {
      r.stores[i] = feature(&r);
      r.subscriptions[i][0] = kmk_store_observe(r.stores[i], "", told, &r, note_freed, NULL);
    }
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, free_half, &r), 0);
    pthread_barrier_wait(&r.start);
    kmk_loop_free(r.loop);
    pthread_join(thread, NULL);
    assert_int_equal(atomic_load(&r.freed), 2 * STORES);
    pthread_barrier_destroy(&r.start);
  }
}

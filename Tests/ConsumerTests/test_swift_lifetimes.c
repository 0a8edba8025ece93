/* Lifetimes of a Swift feature's objects: its observers' contexts, its handles on other threads, its name. */
#define _POSIX_C_SOURCE 200809L

#include "../CAPITests/support.h"

#include <pthread.h>
#include <stdatomic.h>

#include "team/team.h"

enum { STORES = 4, VIEWS = 3, OBSERVERS = 3, ROUNDS = 60 };

static atomic_int freed;

static void note_freed(void *user_data) {
  (void)user_data;
  atomic_fetch_add(&freed, 1);
}

static void told(const json_t *value, void *user_data) { (void)value, (void)user_data; }

TEST(C23_an_observers_context_goes_when_the_store_ends) {
  atomic_store(&freed, 0);
  k->store = kmk_store_open(k->loop, "Board", NULL, NULL);
  kmk_subscription *title = kmk_store_observe(k->store, "/title", told, NULL, note_freed, NULL);
  kmk_subscription *ids = kmk_store_observe_ids(k->store, "/cards", told, NULL, note_freed, NULL);
  kmk_store_free(k->store);
  k->store = NULL;
  assert_int_equal(atomic_load(&freed), 2);
  kmk_subscription_free(title);
  kmk_subscription_free(ids);
}

/* -------------------------------------------------------------- ended by its observer */

/* Frees the store when the first construct has finished. */
static void free_store(const json_t *value, void *user_data) {
  kmk_store **store = user_data;
  if (json_array_size(value) == 1) {
    kmk_store_free(*store);
    *store = NULL;
  }
}

static void note_case(const char *name, const json_t *payload, void *record) {
  (void)name;
  json_array_append_new(record, payload != NULL ? kmk_json_retain(payload) : json_null());
}

/* The effect started the burst, so no call of the program holds the store. */
TEST(C24_whoever_else_observes_the_store_is_told) {
  json_t *values = json_array(), *cases = json_array(), *patches = json_array();
  kmk_store *store = kmk_store_open(k->loop, "Concurrency", NULL, NULL);
  kmk_subscription *subscriptions[] = {
      kmk_store_observe(store, "/finished", free_store, &store, NULL, NULL),
      observe_into(store, "/finished", values),
      kmk_store_observe_case(store, "/finished/0", note_case, cases, NULL, NULL),
      kmk_store_observe_patches(store, "/finished", record_value, patches, NULL, NULL)};
  send_ok(store, "{'run': 'yield'}");
  run_due(k->loop);
  assert_null(store);
  assert_json_text(values, "[[], ['yield']]");
  assert_json_text(cases, "[null, null]");
  assert_int_equal(json_array_size(patches), 1);
  for (size_t i = 0; i < COUNT_OF(subscriptions); i++) {
    kmk_subscription_free(subscriptions[i]);
  }
  json_decref(values);
  json_decref(cases);
  json_decref(patches);
}

/* ------------------------------------------------------------------------- threads */

typedef struct round {
  kmk_loop *loop;
  kmk_store *stores[STORES], *views[STORES][VIEWS], *tasks[STORES];
  kmk_subscription *subscriptions[STORES][OBSERVERS];
  kmk_mailbox *mailboxes[STORES];
  pthread_barrier_t start;
  int wrong; /* calls that should have been refused; used by one thread only */
} round_of_test;

static void open_board(round_of_test *r, int i) {
  json_t *id = json_string("b");
  kmk_store *store = r->stores[i] = kmk_store_open(r->loop, "Board", NULL, NULL);
  r->views[i][0] = kmk_store_scope(store, "/mode/list", "mode.list", NULL);
  r->views[i][1] = kmk_store_scope_element(store, "/cards", "cards", id, NULL);
  send_ok(store, "{'setDraft': {'id': 'd', 'text': '', 'stars': 0}}");
  r->views[i][2] = kmk_store_scope(store, "/draft", "draft", NULL);
  json_decref(id);
  r->subscriptions[i][0] = kmk_store_observe(store, "", told, NULL, note_freed, NULL);
  r->subscriptions[i][1] =
      kmk_store_observe(r->views[i][1], "/stars", told, NULL, note_freed, NULL);
  r->subscriptions[i][2] = kmk_store_observe_ids(store, "/cards", told, NULL, note_freed, NULL);
  r->mailboxes[i] = kmk_store_mailbox(store);
  /* A second store with waiting tasks. */
  r->tasks[i] = kmk_store_open(r->loop, "Concurrency", NULL, NULL);
  kmk_store_sendf(r->tasks[i], NULL, "{s:s}", "run", "Task.sleep");
  kmk_store_sendf(r->tasks[i], NULL, "{s:s}", "run", "main actor");
}

static void *free_stores(void *user_data) {
  round_of_test *r = user_data;
  pthread_barrier_wait(&r->start);
  for (int i = 0; i < STORES; i++) {
    kmk_store_free(r->stores[i]);
    kmk_mailbox_post_new(r->mailboxes[i], json_pack("{s:s}", "rename", "late"));
    kmk_mailbox_free(r->mailboxes[i]);
    kmk_store_free(r->tasks[i]);
  }
  return NULL;
}

static void *free_the_rest(void *user_data) {
  round_of_test *r = user_data;
  pthread_barrier_wait(&r->start);
  for (int i = 0; i < STORES; i++) {
    for (int j = 0; j < VIEWS; j++) {
      kmk_status status = kmk_store_send_text(r->views[i][j], "\"star\"", NULL);
      r->wrong += status != KMK_ERR_WRONG_THREAD && status != KMK_ERR_CLOSED;
      r->wrong += kmk_store_state(r->views[i][j]) != NULL;
      kmk_store_free(r->views[i][j]);
    }
    for (int j = 0; j < OBSERVERS; j++) {
      kmk_subscription_free(r->subscriptions[i][j]);
    }
  }
  return NULL;
}

TEST(N1_handles_are_freed_on_other_threads_while_the_owner_frees_the_loop) {
  for (int number = 0; number < ROUNDS; number++) {
    round_of_test r = {.loop = kmk_loop_new_virtual(NULL)};
    atomic_store(&freed, 0);
    for (int i = 0; i < STORES; i++) {
      open_board(&r, i);
    }
    kmk_loop_dispatch(r.loop, 0);
    pthread_barrier_init(&r.start, NULL, 3);
    pthread_t threads[2];
    assert_int_equal(pthread_create(&threads[0], NULL, free_stores, &r), 0);
    assert_int_equal(pthread_create(&threads[1], NULL, free_the_rest, &r), 0);
    pthread_barrier_wait(&r.start);
    for (int i = 0; i < number % 3; i++) {
      kmk_loop_dispatch(r.loop, 0);
    }
    kmk_loop_free(r.loop);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert_int_equal(atomic_load(&freed), STORES * OBSERVERS);
    assert_int_equal(r.wrong, 0);
    /* Work for the main actor runs on the first loop. */
    run_due(k->loop);
    pthread_barrier_destroy(&r.start);
  }
}

/* ---------------------------------------------------------------------------- names */

TEST(N4_a_swift_features_name_is_taken_away_when_nothing_uses_it) {
  size_t live = kmk_live_objects();
  k->store = kmk_store_open(k->loop, "Concurrency", NULL, NULL);
  assert_int_equal(kmk_feature_unregister("Concurrency"), KMK_ERR_BUSY);
  kmk_store_free(k->store);
  kmk_reducer *composed = kmk_scope("/part", "part", kmk_feature("Concurrency"));
  assert_int_equal(kmk_feature_unregister("Concurrency"), KMK_ERR_BUSY);
  kmk_reducer_free(composed);
  assert_int_equal(kmk_feature_unregister("Concurrency"), KMK_OK);
  assert_int_equal(kmk_feature_unregister("Concurrency"), KMK_ERR_NOT_FOUND);
  kmk_error error;
  assert_null(kmk_store_open(k->loop, "Concurrency", NULL, &error));
  assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
  /* The name is free for a feature in another language. */
  json_t *initial = json_pack("{s:i}", "count", 0);
  assert_int_equal(kmk_feature_register("Concurrency", counter(), initial, NULL), KMK_OK);
  json_decref(initial);
  k->store = kmk_store_open(k->loop, "Concurrency", NULL, NULL);
  send_ok(k->store, "'inc'");
  assert_state_text(k->store, "{'count': 1}");
  kmk_store_free(k->store);
  k->store = NULL;
  assert_int_equal(kmk_feature_unregister("Concurrency"), KMK_OK);
  k->live -= live - kmk_live_objects(); /* the feature existed before the test */
}

int main(void) {
  if (team_register() != 0)
    return 1;
  return run_all_tests();
}

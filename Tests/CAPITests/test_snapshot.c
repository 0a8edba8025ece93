/* Snapshots: one thread reads them while another continues to send (M14). */
#include "support.h"

#include <pthread.h>

#define SENDS 10000

/* Holds one snapshot on its way from the loop's thread to the reading thread. */
typedef struct exchange {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  json_t *snapshot;
  bool over;
  int read, inconsistent;
} exchange;

static void *read_snapshots(void *user_data) {
  exchange *x = user_data;
  for (;;) {
    pthread_mutex_lock(&x->lock);
    while (x->snapshot == NULL && !x->over) {
      pthread_cond_wait(&x->changed, &x->lock);
    }
    json_t *snapshot = x->snapshot;
    x->snapshot = NULL;
    pthread_cond_signal(&x->changed);
    pthread_mutex_unlock(&x->lock);
    if (snapshot == NULL) {
      return NULL;
    }
    json_t *pair = json_object_get(snapshot, "pair");
    x->read++;
    x->inconsistent += json_integer_value(json_object_get(pair, "a")) !=
                       json_integer_value(json_object_get(pair, "b"));
    json_decref(snapshot);
  }
}

REDUCER(count_pair) {
  state_add(state, "/pair/a", 1);
  state_add(state, "/pair/b", 1);
  return NULL;
}

TEST(M14_snapshots_may_be_read_on_another_thread_while_sends_go_on) {
  exchange x = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
  k->store = open_store(k->loop, kmk_reducer_new(count_pair, NULL, NULL),
                        "{'pair': {'a': 0, 'b': 0}, 'other': [1, 2, 3]}");
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, read_snapshots, &x), 0);
  for (int i = 0; i < SENDS; i++) {
    send_ok(k->store, "'go'");
    json_t *snapshot = kmk_store_state(k->store);
    pthread_mutex_lock(&x.lock);
    while (x.snapshot != NULL) {
      pthread_cond_wait(&x.changed, &x.lock);
    }
    x.snapshot = snapshot;
    pthread_cond_signal(&x.changed);
    pthread_mutex_unlock(&x.lock);
  }
  pthread_mutex_lock(&x.lock);
  x.over = true;
  pthread_cond_signal(&x.changed);
  pthread_mutex_unlock(&x.lock);
  pthread_join(thread, NULL);
  assert_int_equal(x.read, SENDS);
  assert_int_equal(x.inconsistent, 0);
  assert_state_text(k->store, "{'pair': {'a': 10000, 'b': 10000}, 'other': [1, 2, 3]}");
}

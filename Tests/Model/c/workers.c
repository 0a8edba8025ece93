/* Blocking effects, which run on the library's threads. */
#include "script.h"

#include "text.h"

#include <pthread.h>
#include <stdlib.h>

/* A worker's data is its own: it may outlast the case. */
typedef struct worker {
  json_t *actions;
  json_t *error; /* NULL: it does not fail */
} worker;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;
static size_t workers; /* not yet freed */
static bool used;

static void worker_run(kmk_sender *sender, void *data) {
  const worker *w = data;
  size_t index;
  json_t *action;
  json_array_foreach(w->actions, index, action) {
    kmk_sender_send_new(sender, json_deep_copy(action));
  }
  if (json_is_string(w->error)) {
    kmk_sender_fail(sender, json_string_value(w->error));
  } else if (w->error != NULL) {
    kmk_sender_fail_new(sender, json_deep_copy(w->error));
  }
}

static void worker_free(void *data) {
  worker *w = data;
  json_decref(w->actions);
  json_decref(w->error);
  free(w);
  pthread_mutex_lock(&lock);
  workers--;
  pthread_cond_signal(&left);
  pthread_mutex_unlock(&lock);
}

kmk_effect *worker_effect(const json_t *e, kmk_env *env) {
  const json_t *error = json_array_get(e, 2);
  (void)env;
  if (!json_is_array(json_array_get(e, 1))) {
    return NULL;
  }
  worker *w = need(calloc(1, sizeof *w));
  w->actions = json_deep_copy(json_array_get(e, 1));
  w->error = json_is_null(error) ? NULL : json_deep_copy(error);
  pthread_mutex_lock(&lock);
  workers++;
  used = true;
  pthread_mutex_unlock(&lock);
  return kmk_effect_blocking(worker_run, w, worker_free);
}

void workers_wait(void) {
  pthread_mutex_lock(&lock);
  while (workers > 0) {
    pthread_cond_wait(&left, &lock);
  }
  pthread_mutex_unlock(&lock);
}

bool workers_were_used(void) {
  bool were_used = used;
  used = false;
  return were_used;
}

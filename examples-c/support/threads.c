#include "threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
  struct job *next;
  const struct server *server;
  kmk_request *request;
  pthread_t thread;
  bool has_thread;
} job;

typedef struct server {
  threads_work_fn work;
  void *data;
  job *jobs; /* the requests that have not ended; for the loop's thread */
} server;

static void *run(void *at) {
  const job *mine = at;
  mine->server->work(mine->request, mine->server->data);
  /* Refused, unless the work has not replied. */
  kmk_request_fail_new(mine->request, json_string("There was no reply"), NULL);
  return NULL;
}

static void serve(kmk_request *request, void *data) {
  server *of = data;
  job *made = calloc(1, sizeof *made);
  if (!made)
    abort();
  *made = (job){.next = of->jobs, .server = of, .request = kmk_request_retain(request)};
  of->jobs = made;
  made->has_thread = pthread_create(&made->thread, NULL, run, made) == 0;
  if (!made->has_thread)
    kmk_request_fail_new(request, json_string("There is no thread for this"), NULL);
}

/* On a loop with a real clock no other request has the id. */
static void ended(kmk_request *request, kmk_request_end end, void *data) {
  (void)end;
  job **at = &((server *)data)->jobs;
  while (strcmp(kmk_request_id((*at)->request), kmk_request_id(request)) != 0)
    at = &(*at)->next;
  job *done = *at;
  *at = done->next;
  if (done->has_thread)
    pthread_join(done->thread, NULL);
  kmk_request_free(done->request);
  free(done);
}

kmk_status threads_serve(kmk_loop *loop, const char *name, threads_work_fn work, void *data,
                         uint32_t most, kmk_error *error) {
  server *made = malloc(sizeof *made);
  if (!made)
    abort();
  *made = (server){work, data, NULL};
  kmk_server given = KMK_SERVER_INIT;
  given.serve = serve;
  given.ended = ended;
  given.most = most;
  given.user_data = made;
  given.free_fn = free;
  return kmk_loop_serve(loop, name, &given, error);
}

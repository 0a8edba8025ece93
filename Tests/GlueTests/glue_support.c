/* The promises that every main loop keeps. */
#include "glue_support.h"

#include <pthread.h>
#include <stdlib.h>

/* --------------------------------------------------------------------- the feature */

static void work(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_send_new(sender, json_string("thread"));
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "start"))
    return KMK_MERGE(kmk_effect_after_new(KMK_MILLISECONDS(2), json_string("timer")),
                     kmk_effect_blocking(work, NULL, NULL));
  kmk_state_insert_new(state, "/log/-", kmk_json_retain(action));
  return NULL;
}

int fixture_setup(void **state) {
  fixture *f = calloc(1, sizeof *f);
  f->live = kmk_live_objects();
  f->loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:[]}", "log");
  f->store = kmk_store_new(f->loop, kmk_reducer_new(reduce, NULL, NULL), initial, NULL);
  json_decref(initial);
  host_open(f->loop);
  *state = f;
  return 0;
}

int fixture_teardown(void **state) {
  fixture *f = *state;
  host_close();
  kmk_store_free(f->store);
  kmk_loop_run_until_idle(f->loop, -1, NULL);
  kmk_loop_free(f->loop);
  size_t left = kmk_live_objects() - f->live;
  free(f);
  return left == 0 ? 0 : -1;
}

size_t logged(const fixture *f) {
  json_t *log = kmk_store_get(f->store, "/log", NULL);
  size_t count = json_array_size(log);
  json_decref(log);
  return count;
}

bool logged_two(void *data) { return logged(data) >= 2; }

typedef struct thread_job {
  void (*function)(fixture *);
  fixture *f;
} thread_job;

static void *run_job(void *data) {
  thread_job *job = data;
  job->function(job->f);
  return NULL;
}

void on_thread(void (*function)(fixture *), fixture *f) {
  thread_job job = {function, f};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_job, &job) == 0)
    pthread_join(thread, NULL);
}

/* -------------------------------------------------------------------- the promises */

void timers_and_threads_are_served(void **state) {
  fixture *f = *state;
  kmk_store_send_text(f->store, "\"start\"", NULL);
  host_serve(logged_two, f);
  assert_int_equal(logged(f), 2);
}

typedef struct dialog {
  fixture *f;
  struct dialog *opens; /* another dialog inside this one */
  bool has_closed;
} dialog;

static bool has_closed(void *data) {
  dialog *d = data;
  return d->has_closed;
}

/* A dialog: runs the main loop until its effects have sent their actions and the dialog inside has closed. */
static void run_dialog(void *data) {
  dialog *d = data;
  size_t before = logged(d->f);
  if (d->opens != NULL) {
    kmk_loop_defer(d->f->loop, run_dialog, d->opens, NULL);
    host_serve(has_closed, d->opens);
  } else {
    kmk_store_send_text(d->f->store, "\"start\"", NULL);
    host_serve(logged_two, d->f);
  }
  d->has_closed = logged(d->f) == before + 2;
}

void nested_loops_serve_to_any_depth(void **state) {
  fixture *f = *state;
  dialog innermost = {f, NULL, false};
  dialog middle = {f, &innermost, false};
  dialog outermost = {f, &middle, false};
  kmk_loop_defer(f->loop, run_dialog, &outermost, NULL);
  host_serve(has_closed, &outermost);
  assert_true(outermost.has_closed && middle.has_closed && innermost.has_closed);
}

typedef struct visit {
  fixture *f;
  size_t logged;
  int turns;
} visit;

/* An observer that runs the main loop, as no observer should. */
static void run_inside(const json_t *log, void *data) {
  visit *v = data;
  if (json_array_size(log) != 1)
    return;
  kmk_store_send_text(v->f->store, "\"start\"", NULL);
  v->turns = host_turns(50);
  v->logged = logged(v->f);
}

void a_loop_inside_an_observer_sleeps(void **state) {
  fixture *f = *state;
  visit v = {f, 0, 0};
  kmk_subscription *subscription = kmk_store_observe(f->store, "/log", run_inside, &v, NULL, NULL);
  kmk_store_send_text(f->store, "\"first\"", NULL);
  assert_int_equal(v.logged, 1);
  assert_in_range(v.turns, 0, 10);
  host_serve(logged_two, f);
  kmk_subscription_free(subscription);
}

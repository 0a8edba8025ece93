/* The workers of a loop: how many there are, in which order they take work, who does it in their
 * place, what cancelling and the end of the loop do, and what a worker reads. */
#define _GNU_SOURCE /* pthread_setattr_default_np */

#include "support.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>

#define MANY 3000

/* What one blocking effect is to do, and what became of it. */
typedef struct item {
  struct yard *yard;
  int index, begun, freed;
  bool cancelled;
} item;

/* Many of them. Where the gate is closed a worker waits at it. */
typedef struct yard {
  item items[MANY];
  int count, order[MANY];
  atomic_int begun, ended, running, most_running;
  atomic_bool out_of_order;
  bool gated, until_cancelled;
  sem_t at_gate, gate;
  pthread_t freed_on;
} yard;

/* The index that a thread took last. */
static _Thread_local int last_index = -1;

static yard *new_yard(int count) {
  yard *y = calloc(1, sizeof *y);
  assert_non_null(y);
  y->count = count;
  for (int i = 0; i < count; i++) {
    y->items[i] = (item){y, i, 0, 0, false};
  }
  sem_init(&y->at_gate, 0, 0);
  sem_init(&y->gate, 0, 0);
  return y;
}

static void free_yard(yard *y) {
  sem_destroy(&y->at_gate);
  sem_destroy(&y->gate);
  free(y);
}

static void open_gate(yard *y) {
  for (int i = 0; i < y->count; i++) {
    sem_post(&y->gate);
  }
}

static void await_at_gate(yard *y, int count) {
  while (count-- > 0) {
    sem_wait(&y->at_gate);
  }
}

static void linger_until_cancelled(kmk_sender *sender) {
  while (!kmk_sender_is_cancelled(sender)) {
    sched_yield();
  }
  for (int i = 0; i < 2000; i++) {
    sched_yield();
  }
}

static void do_item(kmk_sender *sender, void *user_data) {
  item *self = user_data;
  yard *y = self->yard;
  int running = atomic_fetch_add(&y->running, 1) + 1;
  int most = atomic_load(&y->most_running);
  while (running > most && !atomic_compare_exchange_weak(&y->most_running, &most, running)) {
  }
  y->order[atomic_fetch_add(&y->begun, 1)] = self->index;
  if (self->index < last_index) {
    atomic_store(&y->out_of_order, true);
  }
  last_index = self->index;
  self->begun++;
  sem_post(&y->at_gate);
  if (y->gated) {
    sem_wait(&y->gate);
  }
  if (y->until_cancelled) {
    linger_until_cancelled(sender);
  }
  self->cancelled = kmk_sender_is_cancelled(sender);
  atomic_fetch_sub(&y->running, 1);
  atomic_fetch_add(&y->ended, 1);
}

static void free_item(void *user_data) {
  item *self = user_data;
  self->freed++;
  self->yard->freed_on = pthread_self();
}

/* go: all the work of the yard, that of every third item under the id "third"; cancel: ends those. */
REDUCER(yard_reduce) {
  yard *y = data;
  if (kmk_action_is(action, "cancel")) {
    return kmk_effect_cancel("third");
  }
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  kmk_effect **effects = calloc((size_t)y->count, sizeof *effects);
  for (int i = 0; i < y->count; i++) {
    effects[i] = kmk_effect_blocking(do_item, &y->items[i], free_item);
    if (i % 3 == 2) {
      effects[i] = kmk_effect_cancellable(effects[i], "third", false);
    }
  }
  kmk_effect *all = kmk_effect_merge((size_t)y->count, effects);
  free(effects);
  return all;
}

static kmk_store *open_yard(kmk_loop *loop, yard *y) {
  return open_store(loop, kmk_reducer_new(yard_reduce, y, NULL), "{}");
}

/* A loop with a store of the yard on it, whose issues the kit collects. */
static kmk_store *open_with(const kit *k, const kmk_loop_options *options, kmk_loop **loop,
                            yard *y) {
  kmk_error error = {0};
  *loop = kmk_loop_new_with(options, NULL, NULL, &error);
  if (*loop == NULL) {
    fail_msg("no loop: %s", error.message);
  }
  collect_issues(*loop, k->issues);
  return open_yard(*loop, y);
}

static int count_freed(const yard *y) {
  int freed = 0;
  for (int i = 0; i < y->count; i++) {
    freed += y->items[i].freed;
  }
  return freed;
}

/* --------------------------------------------------------------- how many, which first */

static void W1_three_thousand_effects_have_four_workers(void **state) {
  kit *k = *state;
  yard *y = new_yard(MANY);
  k->store = open_yard(k->loop, y);
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(y->ended, MANY);
  assert_in_range(y->most_running, 1, 4);
  assert_false(y->out_of_order);
  assert_int_equal(count_freed(y), MANY);
  assert_true(pthread_equal(y->freed_on, pthread_self()));
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  free_yard(y);
}

static void W1_a_worker_begins_what_came_first(void **state) {
  kit *k = *state;
  yard *y = new_yard(MANY);
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  kmk_loop *loop;
  options.worker_count = 1;
  kmk_store *store = open_with(k, &options, &loop, y);
  send_ok(store, "'go'");
  run_due(loop);
  assert_int_equal(y->most_running, 1);
  for (int i = 0; i < MANY; i++) {
    assert_int_equal(y->order[i], i);
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
  free_yard(y);
}

/* Of a loop that says nothing of workers too: it has four. */
static void W1_no_more_threads_than_the_loop_may_have(void **state) {
  kit *k = *state;
  for (uint32_t most = 1; most <= 4; most++) {
    yard *y = new_yard(10);
    kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
    kmk_loop *loop;
    y->gated = true;
    options.worker_count = most;
    kmk_store *store = open_with(k, most < 4 ? &options : NULL, &loop, y);
    send_ok(store, "'go'");
    assert_int_equal(kmk_loop_dispatch(loop, 0), 10);
    await_at_gate(y, (int)most);
    assert_int_equal(y->begun, most);
    assert_false(kmk_loop_is_idle(loop));
    open_gate(y);
    run_due(loop);
    assert_true(kmk_loop_is_idle(loop));
    assert_int_equal(y->ended, 10);
    assert_int_equal(y->most_running, most);
    kmk_store_free(store);
    kmk_loop_free(loop);
    free_yard(y);
  }
}

/* ---------------------------------------------------------------------- cancelled early */

static void W2_what_is_cancelled_before_it_begins_never_begins(void **state) {
  kit *k = *state;
  yard *y = new_yard(MANY);
  y->gated = true;
  k->store = open_yard(k->loop, y);
  send_ok(k->store, "'go'");
  kmk_loop_dispatch(k->loop, 0);
  await_at_gate(y, 4);
  send_ok(k->store, "'cancel'");
  assert_int_equal(count_freed(y), MANY / 3 - 1); /* one of them is at work */
  assert_true(pthread_equal(y->freed_on, pthread_self()));
  assert_int_equal(kmk_store_effect_count(k->store), MANY - MANY / 3);
  open_gate(y);
  run_due(k->loop);
  assert_int_equal(y->ended, MANY - MANY / 3 + 1);
  for (int i = 0; i < MANY; i++) {
    assert_int_equal(y->items[i].begun, i % 3 != 2 || i == 2);
    assert_int_equal(y->items[i].freed, 1);
  }
  assert_true(y->items[2].cancelled);
  free_yard(y);
}

static void W2_a_store_that_ends_takes_its_work_out(void **state) {
  kit *k = *state;
  yard *y = new_yard(10);
  y->gated = true;
  k->store = open_yard(k->loop, y);
  send_ok(k->store, "'go'");
  kmk_loop_dispatch(k->loop, 0);
  await_at_gate(y, 4);
  kmk_store_free(k->store);
  k->store = NULL;
  assert_int_equal(count_freed(y), 6);
  open_gate(y);
  run_due(k->loop);
  assert_int_equal(y->begun, 4);
  assert_int_equal(count_freed(y), 10);
  free_yard(y);
}

/* ------------------------------------------------------------------- the loop's end */

static void W3_the_end_waits_for_what_is_at_work(void **state) {
  kit *k = *state;
  yard *y = new_yard(10);
  kmk_loop *loop;
  y->until_cancelled = true;
  kmk_store *store = open_with(k, NULL, &loop, y);
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  await_at_gate(y, 4);
  kmk_loop_free(loop);
  assert_int_equal(y->ended, 4);
  assert_int_equal(y->begun, 4);
  assert_int_equal(count_freed(y), 10);
  assert_true(pthread_equal(y->freed_on, pthread_self()));
  kmk_store_free(store);
  free_yard(y);
}

REDUCER(free_its_loop) {
  if (kmk_action_is(action, "free")) {
    kmk_loop_free(data);
  }
  return NULL;
}

static void W3_a_loop_freed_inside_a_callback_waits_when_that_has_returned(void **state) {
  kit *k = *state;
  yard *y = new_yard(2);
  kmk_loop *loop;
  y->until_cancelled = true;
  kmk_store *store = open_with(k, NULL, &loop, y);
  kmk_store *freeing = open_store(loop, kmk_reducer_new(free_its_loop, loop, NULL), "{}");
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  await_at_gate(y, 2);
  send_ok(freeing, "'free'");
  assert_int_equal(y->ended, 2);
  assert_int_equal(count_freed(y), 2);
  kmk_store_free(freeing);
  kmk_store_free(store);
  free_yard(y);
}

static void W3_or_abandons_it_where_the_loop_says_so(void **state) {
  kit *k = *state;
  yard *y = new_yard(10);
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  kmk_loop *loop;
  size_t live = kmk_live_objects();
  y->gated = true;
  options.abandons_workers = true;
  kmk_store *store = open_with(k, &options, &loop, y);
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  await_at_gate(y, 4);
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(y->ended, 0);
  assert_int_equal(count_freed(y), 6);
  open_gate(y);
  while (kmk_live_objects() > live || y->ended < 4) {
    sched_yield();
  }
  assert_int_equal(y->begun, 4);
  free_yard(y);
}

/* ------------------------------------------------------------- threads of the program's */

/* A pool of the program's own, whose turn comes when the test says so. */
typedef struct pool {
  kmk_job *jobs[MANY];
  size_t count;
  bool refuses, runs_at_once;
  int freed;
} pool;

static bool submit(kmk_job *job, void *user_data) {
  pool *p = user_data;
  if (p->refuses) {
    return false;
  }
  if (p->runs_at_once) {
    kmk_job_run(job);
  } else {
    p->jobs[p->count++] = job;
  }
  return true;
}

static void *run_jobs(void *user_data) {
  pool *p = user_data;
  for (size_t i = 0; i < p->count; i++) {
    kmk_job_run(p->jobs[i]);
  }
  p->count = 0;
  return NULL;
}

static void run_elsewhere(void *(*body)(void *), pool *p) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, p);
  pthread_join(thread, NULL);
}

static void free_pool(void *user_data) { ((pool *)user_data)->freed++; }

/* With a pool of the program's, on a virtual loop. */
static kmk_store *open_with_pool(const kit *k, pool *p, kmk_loop **loop, kmk_reducer *reducer) {
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  options.is_virtual = true;
  options.submit = submit;
  *loop = kmk_loop_new_with(&options, p, free_pool, NULL);
  assert_non_null(*loop);
  collect_issues(*loop, k->issues);
  return open_store(*loop, reducer, "{}");
}

static void close_with_pool(pool *p, kmk_loop *loop, kmk_store *store) {
  kmk_store_free(store);
  assert_int_equal(p->freed, 0);
  kmk_loop_free(loop);
  assert_int_equal(p->freed, 1);
}

static void W4_a_programs_own_threads_do_the_work(void **state) {
  kit *k = *state;
  yard *y = new_yard(10);
  pool p = {0};
  kmk_loop *loop;
  int threads = process_threads();
  kmk_store *store = open_with_pool(k, &p, &loop, kmk_reducer_new(yard_reduce, y, NULL));
  send_ok(store, "'go'");
  assert_int_equal(p.count, 0); /* not before the loop's turn */
  kmk_loop_dispatch(loop, 0);
  assert_int_equal(p.count, 10);
  /* A worker of another loop may have been about to end. */
  assert_in_range(process_threads(), 1, threads);
  assert_false(kmk_loop_is_idle(loop));
  run_elsewhere(run_jobs, &p);
  for (int i = 0; i < 10; i++) {
    assert_int_equal(y->order[i], i);
  }
  run_due(loop);
  assert_int_equal(kmk_store_effect_count(store), 0);
  assert_int_equal(count_freed(y), 10);
  close_with_pool(&p, loop, store);
  free_yard(y);
}

static void W4_a_job_may_be_done_where_it_is_submitted(void **state) {
  kit *k = *state;
  yard *y = new_yard(10);
  pool p = {.runs_at_once = true};
  kmk_loop *loop;
  kmk_store *store = open_with_pool(k, &p, &loop, kmk_reducer_new(yard_reduce, y, NULL));
  send_ok(store, "'go'");
  run_due(loop);
  assert_int_equal(y->ended, 10);
  assert_int_equal(count_freed(y), 10);
  close_with_pool(&p, loop, store);
  free_yard(y);
}

static void W2_a_job_of_a_cancelled_effect_does_nothing(void **state) {
  kit *k = *state;
  yard *y = new_yard(9);
  pool p = {0};
  kmk_loop *loop;
  kmk_store *store = open_with_pool(k, &p, &loop, kmk_reducer_new(yard_reduce, y, NULL));
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  send_ok(store, "'cancel'");
  assert_int_equal(count_freed(y), 3);
  run_elsewhere(run_jobs, &p);
  run_due(loop);
  assert_int_equal(y->begun, 6);
  /* Nor does one whose loop has gone; the end does not wait for it. */
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  close_with_pool(&p, loop, store);
  assert_int_equal(count_freed(y), 18);
  run_elsewhere(run_jobs, &p);
  assert_int_equal(y->begun, 6);
  free_yard(y);
}

/* --------------------------------------------------------------------- refused */

static json_t *name_failure(const json_t *error, void *user_data) {
  json_array_append_new((json_t *)user_data, kmk_json_retain(error));
  return json_string("failed");
}

REDUCER(go_or_catch) {
  if (kmk_action_is(action, "go")) {
    return kmk_effect_blocking(do_item, data, free_item);
  }
  return NULL;
}

static json_t *caught;

REDUCER(go_and_catch) {
  kmk_effect *effect = go_or_catch(state, action, env, data);
  return kmk_effect_catch(effect, name_failure, caught, NULL);
}

static void W5_a_refusal_is_an_error_of_the_effect(void **state) {
  kit *k = *state;
  yard *y = new_yard(1);
  pool p = {.refuses = true};
  kmk_loop *loop;
  kmk_store *store = open_with_pool(k, &p, &loop, kmk_reducer_new(go_or_catch, y->items, NULL));
  send_ok(store, "'go'");
  run_due(loop);
  assert_issues(k, "['effect-threw']");
  assert_int_equal(kmk_store_effect_count(store), 0);
  assert_int_equal(count_freed(y), 1);
  /* The program goes on: the next one is done. */
  p.refuses = false;
  p.runs_at_once = true;
  send_ok(store, "'go'");
  run_due(loop);
  assert_int_equal(y->ended, 1);
  close_with_pool(&p, loop, store);
  free_yard(y);
}

static void W5_a_catch_makes_an_action_of_it(void **state) {
  kit *k = *state;
  yard *y = new_yard(1);
  pool p = {.refuses = true};
  kmk_loop *loop;
  caught = json_array();
  kmk_store *store = open_with_pool(k, &p, &loop, kmk_reducer_new(go_and_catch, y->items, NULL));
  send_ok(store, "'go'");
  run_due(loop);
  assert_int_equal(json_array_size(caught), 1);
  assert_string_equal(json_string_value(json_array_get(caught, 0)),
                      "the program's threads refused a blocking effect");
  close_with_pool(&p, loop, store);
  assert_int_equal(count_freed(y), 1);
  json_decref(caught);
  free_yard(y);
}

static void *free_jobs(void *user_data) {
  pool *p = user_data;
  for (size_t i = 0; i < p->count; i++) {
    kmk_job_free(p->jobs[i]);
  }
  p->count = 0;
  return NULL;
}

static void W5_a_job_that_is_given_up_is_one_too(void **state) {
  kit *k = *state;
  yard *y = new_yard(1);
  pool p = {0};
  kmk_loop *loop;
  kmk_store *store = open_with_pool(k, &p, &loop, kmk_reducer_new(go_or_catch, y->items, NULL));
  for (int i = 0; i < 2; i++) {
    send_ok(store, "'go'");
    kmk_loop_dispatch(loop, 0);
    if (i == 0) {
      free_jobs(&p);
    } else {
      run_elsewhere(free_jobs, &p);
    }
    run_due(loop);
    assert_issues(k, "['effect-threw']");
    assert_int_equal(count_freed(y), i + 1);
  }
  assert_int_equal(y->begun, 0);
  close_with_pool(&p, loop, store);
  free_yard(y);
}

/* Has the system refuse every thread: none has room for such a stack. */
static void refuse_threads(bool refuses) {
  static size_t usual;
  pthread_attr_t attributes;
  pthread_getattr_default_np(&attributes);
  if (refuses) {
    pthread_attr_getstacksize(&attributes, &usual);
  }
  pthread_attr_setstacksize(&attributes, refuses ? (size_t)1 << 46 : usual);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

static void W5_so_is_a_thread_that_the_system_refuses(void **state) {
  kit *k = *state;
  yard *y = new_yard(1);
  k->store = open_store(k->loop, kmk_reducer_new(go_or_catch, y->items, NULL), "{}");
  send_ok(k->store, "'go'");
  refuse_threads(true);
  run_due(k->loop);
  refuse_threads(false);
  assert_issues(k, "['effect-threw']");
  assert_int_equal(y->begun, 0);
  assert_int_equal(count_freed(y), 1);
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(y->ended, 1);
  free_yard(y);
}

static void W5_but_not_where_another_thread_is_at_work(void **state) {
  kit *k = *state;
  yard *y = new_yard(1);
  y->gated = true;
  k->store = open_store(k->loop, kmk_reducer_new(go_or_catch, y->items, NULL), "{}");
  send_ok(k->store, "'go'");
  kmk_loop_dispatch(k->loop, 0);
  await_at_gate(y, 1);
  send_ok(k->store, "'go'");
  refuse_threads(true);
  kmk_loop_dispatch(k->loop, 0);
  refuse_threads(false);
  sem_post(&y->gate);
  sem_post(&y->gate);
  run_due(k->loop);
  assert_int_equal(y->ended, 2);
  free_yard(y);
}

/* --------------------------------------------------------------------- what is read */

typedef struct reading {
  sem_t running, go_on;
  char *text;
  int freed;
} reading;

static void read_input(kmk_sender *sender, const json_t *input, void *user_data) {
  reading *r = user_data;
  sem_post(&r->running);
  sem_wait(&r->go_on);
  r->text = json_dumps(input, JSON_COMPACT | JSON_SORT_KEYS);
  kmk_sender_send_new(sender, json_pack("{s:i}", "read", (int)json_object_size(input)));
}

static void free_reading(void *user_data) { ((reading *)user_data)->freed++; }

/* go: has a worker read the state as it was; inc: adds one; {read: n}: notes n. */
REDUCER(read_state) {
  if (kmk_action_is(action, "go")) {
    json_t *input = kmk_json_retain(kmk_state_get(state, ""));
    kmk_state_set_new(state, "/count", json_integer(1000));
    return kmk_effect_work_new(input, read_input, data, free_reading);
  }
  const json_t *read = kmk_action_payload(action, "read");
  if (read != NULL) {
    kmk_state_set(state, "/read", read);
  } else {
    state_add(state, "/count", 1);
    state_add(state, "/rows/0/n", 1);
  }
  return NULL;
}

static void read_mask(kmk_sender *sender, void *mask) {
  (void)sender;
  assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, mask), 0);
}

REDUCER(mask_reader) {
  (void)state;
  return kmk_action_is(action, "go") ? kmk_effect_blocking(read_mask, data, NULL) : NULL;
}

static void W12_signals_of_the_program_are_not_a_workers(void **state) {
  kit *k = *state;
  sigset_t mask, own;
  sigemptyset(&mask);
  k->store = open_store(k->loop, kmk_reducer_new(mask_reader, &mask, NULL), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_true(sigismember(&mask, SIGTERM) && sigismember(&mask, SIGINT));
  assert_true(sigismember(&mask, SIGCHLD) && sigismember(&mask, SIGWINCH));
  assert_false(sigismember(&mask, SIGSEGV) || sigismember(&mask, SIGBUS));
  pthread_sigmask(SIG_SETMASK, NULL, &own);
  assert_false(sigismember(&own, SIGTERM) || sigismember(&own, SIGCHLD));
}

static void W9_a_worker_reads_the_value_as_it_was(void **state) {
  kit *k = *state;
  reading r = {.freed = 0};
  sem_init(&r.running, 0, 0);
  sem_init(&r.go_on, 0, 0);
  k->store = open_store(k->loop, kmk_reducer_new(read_state, &r, NULL),
                        "{'count': 1, 'rows': [{'n': 5}], 'read': 0}");
  send_ok(k->store, "'go'");
  kmk_loop_dispatch(k->loop, 0);
  sem_wait(&r.running);
  sem_post(&r.go_on);
  for (int i = 0; i < 100; i++) {
    send_ok(k->store, "'inc'");
  }
  run_due(k->loop);
  assert_string_equal(r.text, "{\"count\":1,\"read\":0,\"rows\":[{\"n\":5}]}");
  assert_state_text(k->store, "{'count': 1100, 'rows': [{'n': 105}], 'read': 3}");
  assert_int_equal(r.freed, 1);
  free(r.text);
  sem_destroy(&r.running);
  sem_destroy(&r.go_on);
}

static void ignore_input(kmk_sender *sender, const json_t *input, void *user_data) {
  (void)sender, (void)input, (void)user_data;
}

static json_t *work_input;
static int work_freed;

static kmk_effect *answer_work(const json_t *action) {
  if (kmk_action_is(action, "no-run")) {
    return kmk_effect_work_new(json_incref(work_input), NULL, &work_freed, count_free);
  }
  if (kmk_action_is(action, "no-input")) {
    return kmk_effect_work_new(NULL, ignore_input, &work_freed, count_free);
  }
  return kmk_effect_work_new(json_incref(work_input), ignore_input, &work_freed, count_free);
}

static void W9_the_value_is_released_once_whatever_becomes_of_the_work(void **state) {
  kit *k = *state;
  work_input = json_object();
  work_freed = 0;
  k->store = open_store(k->loop, answering(answer_work), "{}");
  send_ok(k->store, "'no-run'");
  send_ok(k->store, "'no-input'");
  assert_issues(k, "['invalid-effect', 'invalid-effect']");
  assert_int_equal(work_freed, 2);
  kmk_effect_free(answer_work(NULL));
  assert_int_equal(work_freed, 3);
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(work_freed, 4);
  assert_int_equal(work_input->refcount, 1);
  json_decref(work_input);
}

/* ---------------------------------------------------------------- options that are wrong */

static void W1_options_that_are_wrong_make_no_loop(void **state) {
  (void)state;
  kmk_error error;
  int freed = 0;
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  options.size--;
  assert_null(kmk_loop_new_with(&options, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "options.size is smaller than kmk_loop_options; use "
                                     "KMK_LOOP_OPTIONS_INIT");
  options = (kmk_loop_options)KMK_LOOP_OPTIONS_INIT;
  options.worker_count = 0;
  assert_null(kmk_loop_new_with(&options, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message,
                      "options.worker_count is 0; nothing would do the blocking work");
  assert_int_equal(freed, 2);
  kmk_loop *loop = kmk_loop_new_with(NULL, &freed, count_free, NULL);
  kmk_loop_free(loop);
  assert_int_equal(freed, 3);
  kmk_job_run(NULL);
  kmk_job_free(NULL);
}

int main(void) {
  json_object_seed(0);
  const struct CMUnitTest tests[] = {
      KIT_TEST(W1_three_thousand_effects_have_four_workers),
      KIT_TEST(W1_a_worker_begins_what_came_first),
      KIT_TEST(W1_no_more_threads_than_the_loop_may_have),
      KIT_TEST(W1_options_that_are_wrong_make_no_loop),
      KIT_TEST(W2_what_is_cancelled_before_it_begins_never_begins),
      KIT_TEST(W2_a_store_that_ends_takes_its_work_out),
      KIT_TEST(W2_a_job_of_a_cancelled_effect_does_nothing),
      KIT_TEST(W3_the_end_waits_for_what_is_at_work),
      KIT_TEST(W3_a_loop_freed_inside_a_callback_waits_when_that_has_returned),
      KIT_TEST(W3_or_abandons_it_where_the_loop_says_so),
      KIT_TEST(W4_a_programs_own_threads_do_the_work),
      KIT_TEST(W4_a_job_may_be_done_where_it_is_submitted),
      KIT_TEST(W5_a_refusal_is_an_error_of_the_effect),
      KIT_TEST(W5_a_catch_makes_an_action_of_it),
      KIT_TEST(W5_a_job_that_is_given_up_is_one_too),
      KIT_TEST(W5_so_is_a_thread_that_the_system_refuses),
      KIT_TEST(W5_but_not_where_another_thread_is_at_work),
      KIT_TEST(W12_signals_of_the_program_are_not_a_workers),
      KIT_TEST(W9_a_worker_reads_the_value_as_it_was),
      KIT_TEST(W9_the_value_is_released_once_whatever_becomes_of_the_work),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

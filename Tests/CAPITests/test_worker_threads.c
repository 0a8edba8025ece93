/* Work on threads other than the loop's workers, and work that is refused. */
#include "worker_support.h"

/* --------------------------------------------------------------- threads of the program */

/* The program's own pool, which runs its jobs when the test says so. */
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

/* Opens a store with a pool of the program, on a virtual loop. */
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

TEST(W4_a_programs_own_threads_do_the_work) {
  yard *y = new_yard(10);
  pool p = {0};
  kmk_loop *loop;
  int threads = process_threads();
  kmk_store *store = open_with_pool(k, &p, &loop, yard_reducer(y));
  send_ok(store, "'go'");
  assert_int_equal(p.count, 0); /* not before the loop's next iteration */
  kmk_loop_dispatch(loop, 0);
  assert_int_equal(p.count, 10);
  /* A worker of another loop may have ended in the meantime. */
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

TEST(W4_a_job_may_be_done_where_it_is_submitted) {
  yard *y = new_yard(10);
  pool p = {.runs_at_once = true};
  kmk_loop *loop;
  kmk_store *store = open_with_pool(k, &p, &loop, yard_reducer(y));
  send_ok(store, "'go'");
  run_due(loop);
  assert_int_equal(y->ended, 10);
  assert_int_equal(count_freed(y), 10);
  close_with_pool(&p, loop, store);
  free_yard(y);
}

TEST(W2_a_job_of_a_cancelled_effect_does_nothing) {
  yard *y = new_yard(9);
  pool p = {0};
  kmk_loop *loop;
  kmk_store *store = open_with_pool(k, &p, &loop, yard_reducer(y));
  send_ok(store, "'go'");
  kmk_loop_dispatch(loop, 0);
  send_ok(store, "'cancel'");
  assert_int_equal(count_freed(y), 3);
  run_elsewhere(run_jobs, &p);
  run_due(loop);
  assert_int_equal(y->begun, 6);
  /* A job whose loop has ended does nothing either; the loop's end does not wait for the job. */
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

TEST(W5_a_refusal_is_an_error_of_the_effect) {
  yard *y = new_yard(1);
  pool p = {.refuses = true};
  kmk_loop *loop;
  kmk_store *store = open_with_pool(k, &p, &loop, kmk_reducer_new(go_or_catch, y->items, NULL));
  send_ok(store, "'go'");
  run_due(loop);
  assert_issues(k, "['effect-threw']");
  assert_int_equal(kmk_store_effect_count(store), 0);
  assert_int_equal(count_freed(y), 1);
  /* The program continues: the next job is done. */
  p.refuses = false;
  p.runs_at_once = true;
  send_ok(store, "'go'");
  run_due(loop);
  assert_int_equal(y->ended, 1);
  close_with_pool(&p, loop, store);
  free_yard(y);
}

TEST(W5_a_catch_makes_an_action_of_it) {
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

TEST(W5_a_job_that_is_given_up_is_one_too) {
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

TEST(W5_so_is_a_thread_that_the_system_refuses) {
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

TEST(W5_but_not_where_another_thread_is_at_work) {
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

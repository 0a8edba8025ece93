/* Blocking effects: work on a thread of the library, and the return of its results. */
#include "support.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

/* Work that blocks until the test releases it, and records what it observed. */
typedef struct work {
  sem_t running, go_on;
  pthread_t thread;
  bool cancelled_at_first, cancelled_at_last;
  kmk_status sent;
  pthread_t freed_on;
  int freed;
} work;

static void init_work(work *w) {
  memset(w, 0, sizeof *w);
  sem_init(&w->running, 0, 0);
  sem_init(&w->go_on, 0, 0);
}

static void destroy_work(work *w) {
  sem_destroy(&w->running);
  sem_destroy(&w->go_on);
}

static void do_work(kmk_sender *sender, void *user_data) {
  work *w = user_data;
  w->thread = pthread_self();
  w->cancelled_at_first = kmk_sender_is_cancelled(sender);
  sem_post(&w->running);
  sem_wait(&w->go_on);
  w->cancelled_at_last = kmk_sender_is_cancelled(sender);
  w->sent = kmk_sender_send_new(sender, json_string("worked"));
}

static void free_work(void *user_data) {
  work *w = user_data;
  w->freed_on = pthread_self();
  w->freed++;
}

REDUCER(run_work) {
  if (kmk_action_is(action, "go")) {
    return kmk_effect_cancellable(kmk_effect_blocking(do_work, data, free_work), "work", false);
  }
  return kmk_action_is(action, "cancel") ? kmk_effect_cancel("work") : NULL;
}

static kmk_store *open_work(kit *k, work *w) {
  init_work(w);
  return kit_open(k, kmk_reducer_new(run_work, w, NULL), "{}");
}

/* ------------------------------------------------------------------ the ordinary case */

TEST(the_work_runs_on_another_thread_and_its_actions_on_the_loops) {
  work w;
  open_work(k, &w);
  send_ok(k->store, "'go'");
  assert_int_equal(sem_trywait(&w.running), -1); /* starts in the loop's next iteration */
  kmk_loop_dispatch(k->loop, 0);
  sem_wait(&w.running);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  assert_false(pthread_equal(w.thread, pthread_self()));
  sem_post(&w.go_on);
  run_due(k->loop);
  assert_int_equal(w.sent, KMK_OK);
  assert_false(w.cancelled_at_first);
  assert_false(w.cancelled_at_last);
  assert_json_text(k->log, "['go', 'worked']");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(w.freed, 1);
  assert_true(pthread_equal(w.freed_on, pthread_self()));
  destroy_work(&w);
}

TEST(idle_waits_for_blocking_work_as_long_as_it_may) {
  work w;
  open_work(k, &w);
  send_ok(k->store, "'go'");
  assert_int_equal(kmk_loop_run_until_idle(k->loop, 0, NULL), KMK_ERR_TIMEOUT);
  assert_int_equal(kmk_loop_run_until_idle(k->loop, 5, NULL), KMK_ERR_TIMEOUT);
  sem_post(&w.go_on);
  assert_int_equal(kmk_loop_run_until_idle(k->loop, -1, NULL), KMK_OK);
  assert_json_text(k->log, "['go', 'worked']");
  destroy_work(&w);
}

TEST(a_task_waits_for_blocking_work) {
  work w;
  open_work(k, &w);
  kmk_task *task = kmk_store_send_task_new(k->store, json_of("'go'"), NULL);
  assert_int_equal(kmk_task_finish(task, 5, NULL), KMK_ERR_TIMEOUT);
  sem_post(&w.go_on);
  assert_int_equal(kmk_task_finish(task, -1, NULL), KMK_OK);
  assert_json_text(k->log, "['go', 'worked']");
  run_due(k->loop);
  kmk_task_free(task);
  destroy_work(&w);
}

/* Whichever thread releases the context last, it is released on the loop's thread. */
TEST(contexts_are_released_on_the_loops_thread) {
  for (int i = 0; i < 200; i++) {
    work w;
    init_work(&w);
    sem_post(&w.go_on);
    kmk_store *store = open_store(k->loop, kmk_reducer_new(run_work, &w, NULL), "{}");
    send_ok(store, "'go'");
    run_due(k->loop);
    assert_int_equal(w.freed, 1);
    assert_true(pthread_equal(w.freed_on, pthread_self()));
    kmk_store_free(store);
    destroy_work(&w);
  }
}

/* -------------------------------------------------- cancelled, or outliving its store */

TEST(B17_cancelled_work_is_told_and_its_actions_are_dropped) {
  work w;
  open_work(k, &w);
  send_ok(k->store, "'go'");
  kmk_loop_dispatch(k->loop, 0);
  sem_wait(&w.running);
  send_ok(k->store, "'cancel'");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  sem_post(&w.go_on);
  run_due(k->loop);
  assert_true(w.cancelled_at_last);
  assert_int_equal(w.sent, KMK_ERR_CLOSED);
  assert_json_text(k->log, "['go', 'cancel']");
  assert_int_equal(w.freed, 1);
  destroy_work(&w);
}

TEST(work_that_is_cancelled_before_it_begins_never_begins) {
  work w;
  open_work(k, &w);
  send_ok(k->store, "'go'");
  send_ok(k->store, "'cancel'");
  run_due(k->loop);
  assert_int_equal(sem_trywait(&w.running), -1);
  assert_int_equal(w.freed, 1);
  destroy_work(&w);
}

/* Waits until a worker has released everything: it keeps running after its loop has ended. */
static void wait_for_objects(size_t live) {
  while (kmk_live_objects() > live) {
    sched_yield();
  }
}

TEST(B28_work_may_outlast_its_store_and_its_loop) {
  work w;
  open_work(k, &w);
  send_ok(k->store, "'go'");
  kmk_loop_dispatch(k->loop, 0);
  sem_wait(&w.running);
  end_store(k);
  end_loop(k);
  sem_post(&w.go_on);
  wait_for_objects(k->live);
  assert_true(w.cancelled_at_last);
  assert_int_equal(w.sent, KMK_ERR_CLOSED);
  assert_int_equal(w.freed, 1);
  destroy_work(&w);
}

/* -------------------------------------------------------------------- other ends */

static void finish_early(kmk_sender *sender, void *user_data) {
  (void)user_data;
  kmk_sender_send_new(sender, json_string("worked"));
  kmk_sender_finish(sender);
}

static void fail_early(kmk_sender *sender, void *user_data) {
  (void)user_data;
  kmk_sender_fail(sender, "no such file");
}

static kmk_effect *answer_ends(const json_t *action) {
  if (kmk_action_is(action, "finish")) {
    return kmk_effect_blocking(finish_early, NULL, NULL);
  }
  if (kmk_action_is(action, "fail")) {
    return kmk_effect_blocking(fail_early, NULL, NULL);
  }
  return NULL;
}

TEST(work_may_finish_its_sender_itself) {
  kit_open(k, answering(answer_ends), "{}");
  for (int i = 0; i < 20; i++) {
    json_array_clear(k->log);
    send_ok(k->store, "'finish'");
    run_due(k->loop);
    assert_json_text(k->log, "['finish', 'worked']");
    assert_int_equal(kmk_store_effect_count(k->store), 0);
  }
}

TEST(B23_work_that_fails_raises_one_issue) {
  kit_open(k, answering(answer_ends), "{}");
  send_ok(k->store, "'fail'");
  run_due(k->loop);
  assert_issues(k, "['effect-threw']");
  assert_json_text(k->log, "['fail']");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

/* ------------------------------------------------------------------- what is released */

/* Its effect ends long before its thread. */
static void finish_and_linger(kmk_sender *sender, void *user_data) {
  work *w = user_data;
  kmk_sender_finish(sender);
  sem_post(&w->running);
  sem_wait(&w->go_on);
}

static void fail_and_linger(kmk_sender *sender, void *user_data) {
  work *w = user_data;
  kmk_sender_fail(sender, "no such file");
  sem_post(&w->running);
  sem_wait(&w->go_on);
}

static void return_at_once(kmk_sender *sender, void *user_data) { (void)sender, (void)user_data; }

REDUCER(run_lingering) {
  if (kmk_action_is(action, "return")) {
    return kmk_effect_blocking(return_at_once, data, NULL);
  }
  bool fails = kmk_action_is(action, "fail");
  return kmk_effect_blocking(fails ? fail_and_linger : finish_and_linger, data, free_work);
}

static kmk_store *open_lingering(kit *k, work *w) {
  init_work(w);
  return kit_open(k, kmk_reducer_new(run_lingering, w, NULL), "{}");
}

/* Does not wait for the thread, which keeps running. */
static void run_until_no_effect(kit *k) {
  while (kmk_store_effect_count(k->store) > 0) {
    kmk_loop_dispatch(k->loop, -1);
  }
}

TEST(a_thread_holds_nothing_of_an_effect_that_it_has_finished) {
  work w;
  open_lingering(k, &w);
  const char *ends[] = {"'finish'", "'fail'"};
  size_t live = kmk_live_objects();
  for (int i = 0; i < 2; i++) {
    send_ok(k->store, ends[i]);
    run_until_no_effect(k);
    sem_wait(&w.running);
    assert_int_equal(kmk_live_objects(), live);
    assert_int_equal(w.freed, i); /* not before the function has returned */
    sem_post(&w.go_on);
    run_due(k->loop);
    assert_int_equal(w.freed, i + 1);
    assert_true(pthread_equal(w.freed_on, pthread_self()));
  }
  assert_issues(k, "['effect-threw']");
  destroy_work(&w);
}

TEST(a_thread_holds_nothing_of_an_effect_that_ends_when_its_function_returns) {
  work w;
  open_lingering(k, &w);
  size_t live = kmk_live_objects();
  for (int i = 0; i < 500; i++) {
    send_ok(k->store, "'return'");
    run_until_no_effect(k);
    assert_int_equal(kmk_live_objects(), live);
  }
  run_due(k->loop);
  destroy_work(&w);
}

/* ------------------------------------------------------------ many effects at once */

#define MANY 50

static void add_one(kmk_sender *sender, void *user_data) {
  (void)user_data;
  kmk_sender_send_new(sender, json_string("inc"));
}

REDUCER(run_many) {
  if (kmk_action_is(action, "go")) {
    kmk_effect *effects[MANY];
    for (int i = 0; i < MANY; i++) {
      effects[i] = kmk_effect_blocking(add_one, data, count_free);
    }
    return kmk_effect_merge(MANY, effects);
  }
  return counter_reduce(state, action, env, NULL);
}

TEST(many_workers_all_come_back) {
  int freed = 0;
  kit_open(k, kmk_reducer_new(run_many, &freed, NULL), "{'count': 0}");
  send_ok(k->store, "'go'");
  assert_int_equal(kmk_store_effect_count(k->store), MANY);
  run_due(k->loop);
  assert_state_text(k->store, "{'count': 50}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(freed, MANY);
}

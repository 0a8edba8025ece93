/* After a fork, a child may not use the loop that it inherited, and may create its own. */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include <semaphore.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs a function in a child, and returns the child's exit status. The child never returns to the tests. */
static int in_child(int (*body)(kit *), kit *k) {
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    _exit(body(k));
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void ignore_value(const json_t *value, void *user_data) { (void)value, (void)user_data; }

static kmk_task *a_task;
static kmk_mailbox *a_mailbox;
static kmk_subscription *a_subscription;

/* How many calls on the inherited loop and store do not return KMK_ERR_CLOSED. */
static int use_inherited_loop(kit *k) {
  int wrong = 0;
  kmk_error error = {0};
#define CLOSED(call) (wrong += (call) != KMK_ERR_CLOSED)
#define CLOSED_NULL(call)                                                                          \
  (error.status = KMK_OK, wrong += (call) != NULL || error.status != KMK_ERR_CLOSED)
  json_t *inc = json_string("inc");
  CLOSED(kmk_store_send(k->store, inc, NULL));
  CLOSED(kmk_store_send_text(k->store, "\"inc\"", NULL));
  CLOSED(kmk_store_post_new(k->store, json_incref(inc)));
  CLOSED(kmk_mailbox_post_new(a_mailbox, json_incref(inc)));
  CLOSED(kmk_loop_dispatch(k->loop, 0));
  CLOSED(kmk_loop_dispatch(k->loop, -1));
  CLOSED(kmk_loop_run_until_idle(k->loop, -1, NULL));
  CLOSED(kmk_loop_finish(k->loop, -1, NULL));
  CLOSED(kmk_loop_advance(k->loop, SECOND, NULL));
  CLOSED(kmk_loop_wakeup(k->loop));
  CLOSED(kmk_task_finish(a_task, 0, NULL));
  CLOSED_NULL(kmk_store_get(k->store, "", &error));
  CLOSED_NULL(kmk_store_observe(k->store, "", ignore_value, NULL, NULL, &error));
  CLOSED_NULL(kmk_store_new(k->loop, counter(), inc, &error));
  CLOSED_NULL(kmk_store_send_task_new(k->store, json_incref(inc), &error));
  wrong += kmk_loop_fd(k->loop) != -1;
  wrong += kmk_store_state(k->store) != NULL;
  json_decref(inc);
  return wrong;
}

static void use_the_loop(kit *k) {
  kit_open(k, counter(), "{'count': 0}");
  send_ok(k->store, "'startTimer'");
  advance(k->loop, 2 * SECOND);
  a_task = kmk_store_send_task_new(k->store, json_of("{'incAfter': 1}"), NULL);
  a_mailbox = kmk_store_mailbox(k->store);
  a_subscription = kmk_store_observe(k->store, "/count", ignore_value, NULL, NULL, NULL);
}

static void release_handles(void) {
  kmk_subscription_free(a_subscription);
  kmk_task_free(a_task);
  kmk_mailbox_free(a_mailbox);
}

TEST(an_inherited_loop_answers_closed_to_every_call) {
  use_the_loop(k);
  assert_int_equal(in_child(use_inherited_loop, k), 0);
  release_handles();
}

TEST(the_parents_loop_goes_on_after_the_fork) {
  use_the_loop(k);
  assert_int_equal(in_child(use_inherited_loop, k), 0);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'count': 4}");
  release_handles();
}

/* The child may free the handles that it inherited, without harm to the parent. */
static int free_inherited_handles(kit *k) {
  kmk_subscription_free(a_subscription);
  kmk_task_free(a_task);
  kmk_mailbox_free(a_mailbox);
  end_store(k);
  kmk_loop_free(k->loop);
  return 0;
}

TEST(the_handles_of_an_inherited_loop_may_be_freed) {
  use_the_loop(k);
  assert_int_equal(in_child(free_inherited_handles, k), 0);
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'count': 4}");
  release_handles();
}

/* Parent and child share the open file behind the descriptor of a real-time loop. */
TEST(the_parents_timers_survive_the_childs_frees) {
  kmk_loop_free(k->loop);
  k->loop = kmk_loop_new(NULL);
  k->store = open_store(k->loop, counter(), "{'count': 0}");
  a_task = kmk_store_send_task_new(k->store, json_of("{'incAfter': 0.02}"), NULL);
  a_mailbox = kmk_store_mailbox(k->store);
  a_subscription = kmk_store_observe(k->store, "/count", ignore_value, NULL, NULL, NULL);
  kmk_loop_dispatch(k->loop, 0);
  assert_int_equal(in_child(free_inherited_handles, k), 0);
  assert_int_equal(kmk_task_finish(a_task, 10000, NULL), KMK_OK);
  assert_state_text(k->store, "{'count': 1}");
  release_handles();
}

static void add_one(kmk_sender *sender, void *user_data) {
  (void)user_data;
  kmk_sender_send_new(sender, json_string("inc"));
}

REDUCER(counter_with_worker) {
  if (kmk_action_is(action, "work")) {
    return kmk_effect_blocking(add_one, NULL, NULL);
  }
  return counter_reduce(state, action, env, data);
}

/* A complete run in the child: a real-time loop, timers, a worker thread. */
static int make_fresh_loop(kit *k) {
  (void)k;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:i}", "count", 0);
  kmk_store *store =
      kmk_store_new(loop, kmk_reducer_new(counter_with_worker, NULL, NULL), initial, NULL);
  json_decref(initial);
  if (loop == NULL || store == NULL) {
    return 1;
  }
  kmk_task *task = kmk_store_send_task_new(store, json_pack("{s:f}", "incAfter", 0.001), NULL);
  kmk_store_send_text(store, "\"work\"", NULL);
  if (kmk_task_finish(task, 10000, NULL) != KMK_OK ||
      kmk_loop_run_until_idle(loop, -1, NULL) != KMK_OK) {
    return 2;
  }
  json_t *count = kmk_store_get(store, "/count", NULL);
  int result = json_integer_value(count) == 2 ? 0 : 3;
  json_decref(count);
  kmk_task_free(task);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return result;
}

TEST(a_fresh_loop_works_in_the_child) {
  use_the_loop(k);
  assert_int_equal(in_child(make_fresh_loop, k), 0);
  release_handles();
}

/* ------------------------------------------------------------- waiting and running work */

static sem_t at_work, go_on;
static int worked, work_freed;

static void wait_at_work(kmk_sender *sender, void *user_data) {
  (void)sender, (void)user_data;
  sem_post(&at_work);
  sem_wait(&go_on);
  worked++;
}

static kmk_effect *answer_with_work(const json_t *action) {
  (void)action;
  return kmk_effect_blocking(wait_at_work, &work_freed, count_free);
}

static int free_store_and_loop(kit *k) {
  end_store(k);
  kmk_loop_free(k->loop);
  return worked;
}

/* The threads stay in the parent, and so does their work. */
TEST(W3_the_child_of_a_fork_waits_for_no_work) {
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  sem_init(&at_work, 0, 0);
  sem_init(&go_on, 0, 0);
  worked = work_freed = 0;
  options.worker_count = 1;
  kmk_loop_free(k->loop);
  k->loop = kmk_loop_new_with(&options, NULL, NULL, NULL);
  k->store = open_store(k->loop, answering(answer_with_work), "{}");
  send_ok(k->store, "'go'");
  send_ok(k->store, "'go'");
  kmk_loop_dispatch(k->loop, 0);
  sem_wait(&at_work);
  assert_int_equal(in_child(free_store_and_loop, k), 0);
  sem_post(&go_on);
  sem_post(&go_on);
  run_due(k->loop);
  assert_int_equal(worked, 2);
  assert_int_equal(work_freed, 2);
}

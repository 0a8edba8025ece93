/* Threads: calls that any thread may make, and calls that are refused off the loop's thread (C10, C11). */
#include "support.h"

#include <pthread.h>

#define THREADS 8
#define POSTS 10000

static pthread_t started(void *(*body)(void *), void *argument) {
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, body, argument), 0);
  return thread;
}

/* -------------------------------------------------------------------------- posting */

static void *post_many(void *mailbox) {
  for (int i = 0; i < POSTS; i++) {
    kmk_mailbox_post_new(mailbox, json_string("inc"));
  }
  kmk_mailbox_free(mailbox);
  return NULL;
}

static void count_changes(const json_t *value, void *user_data) {
  json_int_t *last = user_data;
  last[0] = json_integer_value(value);
  last[1]++;
}

TEST(C10_posts_of_eight_threads_are_all_reduced) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, counter(), "{'count': 0}");
  json_int_t told[2] = {-1, 0};
  kmk_subscription *subscription =
      kmk_store_observe(store, "/count", count_changes, told, NULL, NULL);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    threads[i] = started(post_many, kmk_store_mailbox(store));
  }
  while (told[0] < THREADS * POSTS && kmk_loop_dispatch(loop, -1) > 0) {
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
  }
  kmk_loop_dispatch(loop, 0);
  assert_state_text(store, "{'count': 80000}");
  assert_int_equal(told[0], THREADS * POSTS);
  assert_int_equal(told[1], THREADS * POSTS + 1); /* each post starts its own burst */
  kmk_subscription_free(subscription);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

typedef struct numbered_poster {
  kmk_store *store;
  int number;
} numbered_poster;

static void *post_numbered(void *user_data) {
  numbered_poster *p = user_data;
  for (int i = 0; i < 1000; i++) {
    kmk_store_post_new(p->store, json_pack("{s:[i, i]}", "from", p->number, i));
  }
  return NULL;
}

TEST(C10_the_posts_of_one_thread_keep_their_order) {
  kit_open(k, kmk_combine(0, NULL), "{}");
  numbered_poster posters[THREADS];
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    posters[i] = (numbered_poster){k->store, i};
    threads[i] = started(post_numbered, &posters[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
  }
  assert_int_equal(json_array_size(k->log), 0);
  run_due(k->loop);
  int next[THREADS] = {0};
  for (size_t i = 0; i < json_array_size(k->log); i++) {
    json_t *from = json_object_get(json_array_get(k->log, i), "from");
    json_int_t number = json_integer_value(json_array_get(from, 0));
    assert_int_equal(json_integer_value(json_array_get(from, 1)), next[number]);
    next[number]++;
  }
  for (int i = 0; i < THREADS; i++) {
    assert_int_equal(next[i], 1000);
  }
}

static void *post_one(void *store) {
  kmk_store_post_new(store, json_string("inc"));
  return NULL;
}

TEST(C10_a_post_makes_a_blocking_dispatch_return) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, counter(), "{'count': 0}");
  pthread_t thread = started(post_one, store);
  assert_true(kmk_loop_dispatch(loop, -1) > 0);
  assert_state_text(store, "{'count': 1}");
  pthread_join(thread, NULL);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

/* ------------------------------------------------------------------- wrong thread */

typedef struct stranger {
  kmk_loop *loop;
  kmk_store *store;
  kmk_task *task;
  bool all_refused;
} stranger;

static void ignore_value(const json_t *value, void *user_data) { (void)value, (void)user_data; }

static void ignore_issue(const kmk_diagnostic *diagnostic, void *user_data) {
  (void)diagnostic, (void)user_data;
}

/* Makes every call that only the loop's thread may make. */
static void *call_everything(void *user_data) {
  stranger *s = user_data;
  kmk_error error = {0};
  json_t *inc = json_string("inc");
  int wrong = 0, calls = 0;
#define REFUSED(call) (calls++, wrong += (call) == KMK_ERR_WRONG_THREAD)
#define REFUSED_NULL(call)                                                                         \
  (calls++, error.status = KMK_OK, wrong += (call) == NULL && error.status == KMK_ERR_WRONG_THREAD)
  REFUSED(kmk_store_send(s->store, inc, NULL));
  REFUSED(kmk_store_send_new(s->store, json_incref(inc), NULL));
  REFUSED(kmk_store_send_text(s->store, "\"inc\"", NULL));
  REFUSED(kmk_store_send_text(s->store, "not json", NULL));
  REFUSED(kmk_store_send_textn(s->store, "\"inc\"", 5, NULL));
  REFUSED(kmk_store_present(s->store, "sheet", inc, NULL));
  REFUSED(kmk_store_dismiss(s->store, "sheet", NULL));
  REFUSED(kmk_store_dismiss_id(s->store, "sheet", "0", NULL));
  REFUSED(kmk_store_presented(s->store, "sheet", inc, NULL));
  REFUSED(kmk_loop_dispatch(s->loop, 0));
  REFUSED(kmk_loop_run_until_idle(s->loop, 0, NULL));
  REFUSED(kmk_loop_advance(s->loop, SECOND, NULL));
  REFUSED(kmk_task_finish(s->task, 0, NULL));
  REFUSED_NULL(kmk_store_send_task_new(s->store, json_incref(inc), &error));
  REFUSED_NULL(kmk_store_get(s->store, "", &error));
  REFUSED_NULL(kmk_store_presentation_id(s->store, "/sheet", &error));
  REFUSED_NULL(kmk_store_new(s->loop, counter(), inc, &error));
  REFUSED_NULL(kmk_store_observe(s->store, "", ignore_value, NULL, NULL, &error));
  const kmk_presentation_callbacks none = {sizeof none, NULL, NULL, NULL};
  REFUSED_NULL(kmk_store_observe_presentation(s->store, "/sheet", &none, NULL, NULL, &error));
  bool silent = kmk_store_state(s->store) == NULL && kmk_store_state_text(s->store, 0) == NULL &&
                kmk_store_mailbox(s->store) == NULL && kmk_store_loop(s->store) == NULL &&
                kmk_store_effect_count(s->store) == 0 && kmk_loop_fd(s->loop) == -1 &&
                !kmk_task_is_finished(s->task);
  s->all_refused = wrong == calls && silent;
  json_decref(inc);
  return NULL;
}

TEST(C11_every_other_call_from_another_thread_is_refused) {
  json_t *told = json_array();
  kit_open(k, kmk_presentation(counter(), "/sheet", "sheet", NULL, counter()),
           "{'count': 0, 'sheet': {'count': 0}}");
  kmk_subscription *subscription = observe_into(k->store, "", told);
  stranger s = {k->loop, k->store,
                kmk_store_send_task_new(k->store, json_of("{'incAfter': 1}"), NULL), false};
  json_array_clear(k->log);
  pthread_join(started(call_everything, &s), NULL);
  assert_true(s.all_refused);
  run_due(k->loop);
  assert_json_text(k->log, "[]");
  assert_int_equal(json_array_size(told), 1);
  assert_state_text(k->store, "{'count': 0, 'sheet': {'count': 0}}");
  kmk_task_free(s.task);
  kmk_subscription_free(subscription);
  json_decref(told);
}

static void *call_void_functions(void *user_data) {
  stranger *s = user_data;
  kmk_loop_set_diagnostics(s->loop, ignore_issue, NULL, NULL);
  kmk_task_cancel(s->task);
  kmk_loop_free(s->loop);
  return NULL;
}

TEST(C11_void_functions_have_no_effect_but_an_issue_at_the_next_dispatch) {
  kit_open(k, counter(), "{'count': 0}");
  stranger s = {k->loop, k->store,
                kmk_store_send_task_new(k->store, json_of("{'incAfter': 1}"), NULL), false};
  pthread_join(started(call_void_functions, &s), NULL);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  run_due(k->loop);
  assert_issues(k, "['off-thread', 'off-thread', 'off-thread']");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'count': 1}");
  kmk_task_free(s.task);
}

/* ----------------------------------------------- calls that any thread may make */

typedef struct handles {
  kmk_store *store;
  kmk_subscription *subscription;
  kmk_task *task;
  kmk_reducer *reducer;
  kmk_effect *effect;
} handles;

static void *free_handles(void *user_data) {
  handles *h = user_data;
  kmk_subscription_free(h->subscription);
  kmk_task_free(h->task);
  kmk_store_free(h->store);
  kmk_reducer_free(h->reducer);
  kmk_effect_free(h->effect);
  return NULL;
}

static probe a_probe;

static kmk_effect *run_probe(const json_t *action) {
  return kmk_action_is(action, "probe") ? probe_effect(&a_probe) : NULL;
}

TEST(handles_freed_on_another_thread_end_at_the_next_dispatch) {
  int freed = 0;
  memset(&a_probe, 0, sizeof a_probe);
  kmk_store *store = open_store(k->loop, answering(run_probe), "{}");
  handles h = {store, kmk_store_observe(store, "", ignore_value, &freed, count_free, NULL),
               kmk_store_send_task_new(store, json_of("'probe'"), NULL), counter(),
               kmk_effect_start(NULL, NULL, &freed, count_free)};
  run_due(k->loop);
  assert_int_equal(freed, 1); /* an invalid effect releases its user data at once */
  pthread_join(started(free_handles, &h), NULL);
  assert_int_equal(a_probe.cancelled, 0);
  run_due(k->loop);
  assert_int_equal(a_probe.cancelled, 1);
  assert_int_equal(freed, 2);
}

static void *use_sender(void *user_data) {
  kmk_sender *sender = user_data;
  for (int i = 0; i < 100; i++) {
    kmk_sender_send_new(sender, json_string("inc"));
  }
  bool cancelled = kmk_sender_is_cancelled(sender);
  kmk_sender_finish(sender);
  return cancelled ? user_data : NULL;
}

static kmk_effect *run_probe_beside_counter(kmk_state *state, const json_t *action, kmk_env *env,
                                            void *data) {
  if (kmk_action_is(action, "probe")) {
    return probe_effect(&a_probe);
  }
  return counter_reduce(state, action, env, data);
}

TEST(a_sender_works_on_any_thread) {
  memset(&a_probe, 0, sizeof a_probe);
  kit_open(k, kmk_reducer_new(run_probe_beside_counter, NULL, NULL), "{'count': 0}");
  send_ok(k->store, "'probe'");
  run_due(k->loop);
  void *was_cancelled = NULL;
  pthread_join(started(use_sender, a_probe.sender), &was_cancelled);
  assert_null(was_cancelled);
  assert_state_text(k->store, "{'count': 0}");
  run_due(k->loop);
  assert_state_text(k->store, "{'count': 100}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(a_probe.freed, 1);
}

typedef struct remote {
  kmk_sender *sender;
  pthread_t freed_on;
  bool freed;
} remote;

static void keep_sender(kmk_sender *sender, void *user_data) {
  ((remote *)user_data)->sender = sender;
}

static void note_freed(void *user_data) {
  remote *r = user_data;
  r->freed_on = pthread_self();
  r->freed = true;
}

REDUCER(start_remote) {
  return kmk_action_is(action, "go") ? kmk_effect_start(keep_sender, NULL, data, note_freed) : NULL;
}

static void *finish_sender(void *sender) {
  kmk_sender_finish(sender);
  return NULL;
}

/* The loop runs while the thread releases its sender, so either may be the last. */
TEST(a_context_is_released_on_the_loops_thread) {
  remote r = {NULL, pthread_self(), false};
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, kmk_reducer_new(start_remote, &r, NULL), "{}");
  for (int i = 0; i < 500; i++) {
    r.freed = false;
    send_ok(store, "'go'");
    kmk_loop_dispatch(loop, 0);
    pthread_t thread = started(finish_sender, r.sender);
    while (!r.freed && kmk_loop_dispatch(loop, -1) > 0) {
    }
    assert_true(r.freed);
    assert_true(pthread_equal(r.freed_on, pthread_self()));
    pthread_join(thread, NULL);
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
}

/* --------------------------------------------------------------------- own threads */

TEST(the_library_starts_no_thread_of_its_own) {
  int before = process_threads();
  kmk_loop *loops[] = {kmk_loop_new(NULL), kmk_loop_new_virtual(NULL)};
  for (size_t i = 0; i < 2; i++) {
    kmk_store *store = open_store(loops[i], counter(), "{'count': 0}");
    send_ok(store, "'startTimer'");
    send_ok(store, "{'incAfter': 0.001}");
    kmk_store_post_new(store, json_string("inc"));
    run_due(loops[i]);
    kmk_loop_dispatch(loops[i], 5);
    assert_int_equal(process_threads(), before);
    kmk_store_free(store);
  }
  kmk_loop_free(loops[0]);
  kmk_loop_free(loops[1]);
  assert_int_equal(process_threads(), before);
}

/* Requests that other threads answer. */
#define _POSIX_C_SOURCE 200809L

#include "request_support.h"

#include <pthread.h>
#include <stdatomic.h>

static void *answer_elsewhere(void *request) {
  return answer(request, "'x'") == KMK_OK ? request : NULL;
}

TEST(B300_an_answer_of_another_thread_arrives_in_the_next_dispatch) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  run_in_little_stack(answer_elsewhere, file.requests[0]);
  assert_state_text(k->store, "{'log': []}");
  run_due(k->loop);
  assert_state_text(k->store, "{'log': [{'loaded': 'x'}]}");
  assert_recorded(file.calls, "[['serve', '0', 'a'], ['taken', '0']]");
  end_loop(k);
  end_keeper(&file);
}

/* The replies of a thread, and their results. */
typedef struct replies {
  kmk_request *request;
  kmk_status misfit, first, second;
  char path[16];
} replies;

static void *reply_thrice(void *data) {
  replies *r = data;
  kmk_error error;
  r->misfit = kmk_request_answer_new(r->request, json_integer(5), &error);
  strncpy(r->path, error.path, sizeof r->path - 1);
  r->first = answer(r->request, "'x'");
  r->second = answer(r->request, "'y'");
  return NULL;
}

TEST(B302_B303_a_thread_hears_of_a_misfit_and_of_its_second_answer) {
  keeper file;
  replies r = {0};
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  r.request = file.requests[0];
  run_in_little_stack(reply_thrice, &r);
  assert_int_equal(r.misfit, KMK_ERR_DECODE);
  assert_string_equal(r.path, "/loaded");
  assert_int_equal(r.first, KMK_OK);
  assert_int_equal(r.second, KMK_ERR_CLOSED);
  run_due(k->loop);
  assert_state_text(k->store, "{'log': [{'loaded': 'x'}]}");
  end_loop(k);
  end_keeper(&file);
}

TEST(B304_an_accepted_answer_is_cancelled_with_its_feature) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  run_in_little_stack(answer_elsewhere, file.requests[0]);
  send_ok(k->store, "'stop'");
  assert_recorded(file.calls, "[['serve', '0', 'a'], ['cancelled', '0']]");
  run_due(k->loop);
  assert_state_text(k->store, "{'log': []}");
  assert_recorded(file.calls, "[]");
  end_loop(k);
  end_keeper(&file);
}

static void *send_parts(void *request) {
  for (int i = 1; i <= 100; i++)
    kmk_request_part_new(request, "percent", json_integer(i), NULL);
  kmk_request_part_new(request, NULL, json_integer(7), NULL);
  kmk_request_part_new(request, "percent", json_integer(101), NULL);
  answer(request, "'x'");
  return NULL;
}

TEST(B308_a_part_replaces_the_waiting_part_with_its_key) {
  keeper file;
  begin_keeper(&file);
  serve_ok(k, &file);
  open_reader(k);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  run_in_little_stack(send_parts, file.requests[0]);
  run_due(k->loop);
  assert_state_text(k->store, "{'log': [{'progress': 101}, {'progress': 7}, {'loaded': 'x'}]}");
  end_loop(k);
  end_keeper(&file);
}

static kmk_mailbox *looking_in;
static kmk_status looked_up;

static void *find_elsewhere(void *unused) {
  kmk_error error = {0};
  (void)unused;
  kmk_request *request = kmk_mailbox_request(looking_in, "0", &error);
  looked_up = request == NULL ? error.status : answer(request, "'x'");
  kmk_request_free(request);
  return NULL;
}

TEST(B313_a_thread_finds_a_request_by_its_id) {
  open_reader(k);
  looking_in = kmk_store_mailbox(k->store);
  send_ok(k->store, "{'load': 'a'}");
  run_due(k->loop);
  assert_issues(k, "['request-unserved']");
  run_in_little_stack(find_elsewhere, NULL);
  assert_int_equal(looked_up, KMK_OK);
  run_due(k->loop);
  assert_state_text(k->store, "{'log': [{'loaded': 'x'}]}");
  run_in_little_stack(find_elsewhere, NULL);
  assert_int_equal(looked_up, KMK_ERR_NOT_FOUND);
  kmk_mailbox_free(looking_in);
}

/* ------------------------------------------------------------ two threads, many requests */

enum { ROOM = 64 };

/* Requests on their way to the answering threads. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  kmk_request *waiting[ROOM];
  size_t count;
  bool is_over;
} work = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static atomic_size_t accepted, refused;
static size_t served, taken, cancelled;

static void hand_over(kmk_request *request, void *data) {
  (void)data;
  served++;
  pthread_mutex_lock(&work.lock);
  /* Both threads have the request, and only one of them may answer it. */
  for (int i = 0; i < 2; i++)
    work.waiting[work.count++] = kmk_request_retain(request);
  pthread_cond_broadcast(&work.changed);
  pthread_mutex_unlock(&work.lock);
}

static void count_end(kmk_request *request, kmk_request_end end, void *data) {
  (void)request, (void)data;
  taken += end == KMK_REQUEST_TAKEN;
  cancelled += end == KMK_REQUEST_CANCELLED;
}

static void *answer_all(void *unused) {
  (void)unused;
  pthread_mutex_lock(&work.lock);
  while (work.count > 0 || !work.is_over) {
    if (work.count == 0) {
      pthread_cond_wait(&work.changed, &work.lock);
      continue;
    }
    kmk_request *request = work.waiting[--work.count];
    pthread_mutex_unlock(&work.lock);
    atomic_fetch_add(answer(request, "'x'") == KMK_OK ? &accepted : &refused, 1);
    kmk_request_free(request);
    pthread_mutex_lock(&work.lock);
  }
  pthread_mutex_unlock(&work.lock);
  return NULL;
}

REDUCER(only_asks) { return kmk_action_is(action, "load") ? asks("file", json_true()) : NULL; }

TEST(B302_B304_of_many_requests_that_two_threads_answer_each_ends_once) {
  enum { EACH = 8 };
  size_t rounds = (size_t)ROUNDS_OF(12500);
  kmk_server server = KMK_SERVER_INIT;
  server.serve = hand_over;
  server.ended = count_end;
  accepted = refused = served = taken = cancelled = 0;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store =
      open_store(loop,
                 kmk_presentation_destination(kmk_combine(0, NULL), "/s", "s", NULL,
                                              kmk_reducer_new(only_asks, NULL, NULL)),
                 "{'s': null}");
  assert_int_equal(kmk_loop_serve(loop, "file", &server, NULL), KMK_OK);
  pthread_t threads[2];
  for (size_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, answer_all, NULL);
  json_t *present = json_of("{'s': {'present': {'state': {}}}}");
  json_t *load = json_of("{'s': {'presented': 'load'}}"), *dismiss = json_of("{'s': 'dismiss'}");
  for (size_t round = 0; round < rounds; round++) {
    kmk_store_send(store, present, NULL);
    for (int i = 0; i < EACH; i++)
      kmk_store_send(store, load, NULL);
    kmk_loop_dispatch(loop, 0);
    if (round % 2 == 0)
      kmk_loop_dispatch(loop, 0);
    kmk_store_send(store, dismiss, NULL);
    pthread_mutex_lock(&work.lock);
    while (work.count > ROOM - 2 * EACH) {
      pthread_mutex_unlock(&work.lock);
      pthread_mutex_lock(&work.lock);
    }
    pthread_mutex_unlock(&work.lock);
  }
  pthread_mutex_lock(&work.lock);
  work.is_over = true;
  pthread_cond_broadcast(&work.changed);
  pthread_mutex_unlock(&work.lock);
  for (size_t i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  kmk_store_free(store);
  kmk_loop_free(loop);
  json_decref(present);
  json_decref(load);
  json_decref(dismiss);
  assert_int_equal(served, rounds * EACH);
  assert_int_equal(taken + cancelled, served);
  assert_int_equal(accepted + refused, 2 * served);
  assert_true(accepted >= taken);
}

/* kmk_loop_finish: the started effects that it waits for. */
#include "support.h"

#include <pthread.h>
#include <unistd.h>

/* The work of a thread that an effect starts. The thread ends once may_end is set. */
typedef struct work {
  pthread_t thread;
  kmk_sender *sender;
  int begun, ended, cancelled;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool may_end;
} work;

static work w;

static void open_work(kit *k, kmk_reducer *reducer) {
  memset(&w, 0, sizeof w);
  pthread_mutex_init(&w.lock, NULL);
  pthread_cond_init(&w.changed, NULL);
  k->store = open_store(k->loop, reducer, "{}");
}

static void *end_when_allowed(void *unused) {
  pthread_mutex_lock(&w.lock);
  while (!w.may_end)
    pthread_cond_wait(&w.changed, &w.lock);
  pthread_mutex_unlock(&w.lock);
  w.ended++;
  kmk_sender_finish(w.sender);
  return unused;
}

static void begin(kmk_sender *sender, void *data) {
  (void)data;
  w.begun++;
  w.sender = sender;
  pthread_create(&w.thread, NULL, end_when_allowed, NULL);
}

static void cancel(void *data) {
  (void)data;
  w.cancelled++;
}

static void allow(void) {
  pthread_mutex_lock(&w.lock);
  w.may_end = true;
  pthread_cond_signal(&w.changed);
  pthread_mutex_unlock(&w.lock);
}

static kmk_effect *answer_started(const json_t *action) {
  kmk_effect *sends_last = sends("'last'");
  if (kmk_action_is(action, "save"))
    return kmk_effect_concatenate(
        2, (kmk_effect *[]){kmk_effect_start(begin, NULL, NULL, NULL), sends_last});
  kmk_effect_free(sends_last);
  if (kmk_action_is(action, "listen"))
    return kmk_effect_start(begin, cancel, NULL, NULL);
  if (kmk_action_is(action, "upload"))
    return kmk_effect_cancellable(kmk_effect_awaited(kmk_effect_start(begin, cancel, NULL, NULL)),
                                  "upload", false);
  if (kmk_action_is(action, "stop"))
    return kmk_effect_cancel("upload");
  if (kmk_action_is(action, "tick"))
    return kmk_effect_awaited(kmk_effect_every_new(SECOND, json_string("ticked")));
  return NULL;
}

static kmk_status finish(kmk_loop *loop, int timeout_ms) {
  return kmk_loop_finish(loop, timeout_ms, NULL);
}

/* On a real-time loop: a virtual loop does not wait for other threads. */
static kmk_loop *begin_on_real_loop(kit *k, const char *action) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_reducer *both[] = {logger(k->log), answering(answer_started)};
  kmk_loop *virtual = k->loop;
  k->loop = loop;
  open_work(k, kmk_combine(2, both));
  k->loop = virtual;
  send_ok(k->store, action);
  kmk_loop_run_until_idle(loop, 0, NULL);
  assert_int_equal(w.begun, 1);
  return loop;
}

static void end_real_loop(kit *k, kmk_loop *loop) {
  pthread_join(w.thread, NULL);
  kmk_store_free(k->store);
  kmk_loop_free(loop);
  k->store = NULL;
}

static void expect_waited_for(kit *k, const char *action, const char *log) {
  kmk_loop *loop = begin_on_real_loop(k, action);
  assert_int_equal(kmk_loop_awaited_count(loop), 1);
  assert_int_equal(finish(loop, 0), KMK_ERR_TIMEOUT);
  assert_int_equal(w.ended, 0);
  allow();
  assert_int_equal(finish(loop, -1), KMK_OK);
  assert_int_equal(w.ended, 1);
  assert_int_equal(kmk_loop_awaited_count(loop), 0);
  assert_json_text(k->log, log);
  end_real_loop(k, loop);
}

TEST(W150_work_that_nothing_stops_is_waited_for_to_the_end_of_its_chain) {
  expect_waited_for(k, "'save'", "['save', 'last']");
}

TEST(W150_so_is_what_says_that_it_is_to_be_waited_for) {
  expect_waited_for(k, "'upload'", "['upload']");
}

TEST(W150_what_can_be_stopped_is_left_as_it_is) {
  kmk_loop *loop = begin_on_real_loop(k, "'listen'");
  assert_int_equal(kmk_loop_awaited_count(loop), 0);
  assert_int_equal(finish(loop, -1), KMK_OK);
  assert_int_equal(w.ended + w.cancelled, 0);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  allow();
  end_real_loop(k, loop);
}

TEST(W150_a_repeating_timer_is_waited_for_in_no_case) {
  kit_open(k, answering(answer_started), "{}");
  send_ok(k->store, "'tick'");
  assert_int_equal(finish(k->loop, -1), KMK_OK);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
}

/* The effect's thread may still be writing the file. */
TEST(W150_work_that_was_cancelled_is_waited_for_until_it_has_ended) {
  kmk_loop *loop = begin_on_real_loop(k, "'upload'");
  send_ok(k->store, "'stop'");
  assert_int_equal(w.cancelled, 1);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_int_equal(finish(loop, 0), KMK_ERR_TIMEOUT);
  allow();
  assert_int_equal(finish(loop, -1), KMK_OK);
  assert_int_equal(w.ended, 1);
  end_real_loop(k, loop);
}

TEST(W150_and_so_is_that_of_a_store_that_has_ended) {
  kmk_loop *loop = begin_on_real_loop(k, "'save'");
  kmk_store_free(k->store);
  k->store = NULL;
  assert_int_equal(finish(loop, 0), KMK_ERR_TIMEOUT);
  allow();
  assert_int_equal(finish(loop, -1), KMK_OK);
  assert_int_equal(w.ended, 1);
  end_real_loop(k, loop);
}

TEST(W151_finish_with_cancels_such_work_and_waits_for_its_end) {
  kmk_error error;
  kmk_loop *loop = begin_on_real_loop(k, "'upload'");
  assert_int_equal(kmk_loop_finish_with(loop, 0, KMK_FINISH_CANCEL_WORK, &error), KMK_ERR_TIMEOUT);
  assert_int_equal(w.cancelled, 1);
  send_ok(k->store, "'save'"); /* does not start while the finish is pending */
  allow();
  assert_int_equal(kmk_loop_finish_with(loop, -1, KMK_FINISH_CANCEL_WORK, &error), KMK_OK);
  assert_int_equal(w.begun, 1);
  assert_int_equal(w.ended, 1);
  end_real_loop(k, loop);
}

/* A virtual loop waits for no thread, since only a test's own calls advance its effects. */
TEST(W150_on_a_virtual_loop_it_is_a_timeout) {
  open_work(k, answering(answer_started));
  send_ok(k->store, "'save'");
  assert_int_equal(finish(k->loop, -1), KMK_ERR_TIMEOUT);
  assert_int_equal(w.begun, 1);
  allow();
  pthread_join(w.thread, NULL);
  assert_int_equal(finish(k->loop, -1), KMK_OK);
}

TEST(W150_mistakes_are_none) {
  assert_int_equal(kmk_loop_awaited_count(NULL), 0);
  kmk_effect_free(kmk_effect_awaited(NULL));
}

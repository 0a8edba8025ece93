/* kmk_loop_finish: delayed effects start immediately, and the call waits for them. */
#include "support.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static void expect_finish(kmk_loop *loop, int timeout_ms, kmk_status expected) {
  kmk_error error = {0};
  assert_int_equal(kmk_loop_finish(loop, timeout_ms, &error), expected);
}

/* ------------------------------------------------------------------- what starts now */

static kmk_effect *answer_later(const json_t *action) {
  if (kmk_action_is(action, "delay")) {
    return kmk_effect_delay(sends("'delayed'"), 3 * SECOND);
  }
  if (kmk_action_is(action, "after")) {
    return after(2 * SECOND, "'sent'");
  }
  if (kmk_action_is(action, "debounce")) {
    return kmk_effect_debounce(sends("'debounced'"), "d", SECOND);
  }
  if (kmk_action_is(action, "throttle")) {
    return kmk_effect_throttle(sends("'throttled'"), "t", 4 * SECOND, true);
  }
  if (kmk_action_is(action, "every")) {
    return kmk_effect_every_new(SECOND, json_string("tick"));
  }
  if (kmk_action_is(action, "twice")) {
    return kmk_effect_delay(sends("'delay'"), SECOND);
  }
  return kmk_action_is(action, "again") ? after(SECOND, "'again'") : NULL;
}

TEST(W10_what_waits_begins_now_in_the_order_of_its_moments) {
  kit_open(k, answering(answer_later), "{}");
  send_ok(k->store, "'throttle'");
  send_ok(k->store, "'throttle'");
  send_ok(k->store, "'delay'");
  send_ok(k->store, "'after'");
  send_ok(k->store, "'debounce'");
  json_array_clear(k->log);
  expect_finish(k->loop, 0, KMK_OK);
  assert_json_text(k->log, "['debounced', 'sent', 'delayed', 'throttled']");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  json_array_clear(k->log);
  advance(k->loop, 10 * SECOND); /* nothing arrives a second time */
  assert_json_text(k->log, "[]");
}

TEST(W10_and_so_does_what_comes_up_meanwhile) {
  kit_open(k, answering(answer_later), "{}");
  send_ok(k->store, "'twice'");
  expect_finish(k->loop, -1, KMK_OK);
  assert_json_text(k->log, "['twice', 'delay', 'delayed']");
}

TEST(W11_repeating_timers_stay_as_they_are) {
  kit_open(k, answering(answer_later), "{}");
  send_ok(k->store, "'every'");
  send_ok(k->store, "'after'");
  expect_finish(k->loop, -1, KMK_OK);
  assert_json_text(k->log, "['every', 'after', 'sent']");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  json_array_clear(k->log);
  advance(k->loop, SECOND);
  assert_json_text(k->log, "['tick']");
}

TEST(W11_what_delays_itself_for_ever_is_not_waited_for) {
  kit_open(k, answering(answer_later), "{}");
  send_ok(k->store, "'again'");
  expect_finish(k->loop, -1, KMK_ERR_TIMEOUT);
  assert_int_equal(json_array_size(k->log), 101);
  json_array_clear(k->log);
  advance(k->loop, SECOND); /* the effect continues as before */
  assert_json_text(k->log, "['again']");
}

/* "poll" triggers itself after 0, which is the next iteration; "blink" after a nanosecond. */
static kmk_effect *answer_at_once(const json_t *action) {
  if (kmk_action_is(action, "poll")) {
    return after(0, "'poll'");
  }
  if (kmk_action_is(action, "chain")) {
    return kmk_effect_merge(2, (kmk_effect *[]){sends("'poll'"), after(0, "'second'")});
  }
  return kmk_action_is(action, "blink") ? after(1, "'blink'") : NULL;
}

TEST(W11_nor_is_what_delays_itself_by_nothing) {
  kit_open(k, answering(answer_at_once), "{}");
  send_ok(k->store, "'chain'");
  expect_finish(k->loop, -1, KMK_ERR_TIMEOUT);
  assert_int_equal(json_array_size(k->log), 103);        /* chain, second, and 101 times poll */
  assert_int_equal(kmk_store_effect_count(k->store), 1); /* the effect continues as before */
  json_array_clear(k->log);
  kmk_loop_dispatch(k->loop, 0);
  assert_json_text(k->log, "['poll']");
}

TEST(W11_nor_on_real_time) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, answering(answer_at_once), "{}");
  send_ok(store, "'poll'");
  send_ok(store, "'blink'");
  expect_finish(loop, -1, KMK_ERR_TIMEOUT);
  assert_int_equal(kmk_store_effect_count(store), 2);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

/* -------------------------------------------------------------- what is waited for */

typedef struct disk {
  sem_t running, go_on;
  int saved;
} disk;

static void save(kmk_sender *sender, const json_t *input, void *user_data) {
  disk *d = user_data;
  sem_post(&d->running);
  sem_wait(&d->go_on);
  d->saved = (int)json_integer_value(input);
  kmk_sender_send_new(sender, json_string("saved"));
}

REDUCER(save_later) {
  const json_t *value = kmk_action_payload(action, "set");
  if (value == NULL) {
    return NULL;
  }
  kmk_effect *effect = kmk_effect_work_new(kmk_json_retain(value), save, data, NULL);
  return kmk_effect_debounce(kmk_effect_serial(effect, "save", true), "save", SECOND);
}

static void init_disk(disk *d) {
  memset(d, 0, sizeof *d);
  sem_init(&d->running, 0, 0);
  sem_init(&d->go_on, 0, 0);
}

TEST(W10_the_last_edit_is_saved) {
  disk d;
  init_disk(&d);
  sem_post(&d.go_on);
  kit_open(k, kmk_reducer_new(save_later, &d, NULL), "{}");
  send_ok(k->store, "{'set': 1}");
  send_ok(k->store, "{'set': 2}");
  expect_finish(k->loop, -1, KMK_OK);
  assert_int_equal(d.saved, 2);
  assert_json_text(k->log, "[{'set': 1}, {'set': 2}, 'saved']");
}

TEST(W10_also_behind_a_save_that_is_at_work) {
  disk d;
  init_disk(&d);
  kit_open(k, kmk_reducer_new(save_later, &d, NULL), "{}");
  send_ok(k->store, "{'set': 1}");
  advance(k->loop, SECOND);
  sem_wait(&d.running);
  send_ok(k->store, "{'set': 2}");
  expect_finish(k->loop, 0, KMK_ERR_TIMEOUT);
  expect_finish(k->loop, 5, KMK_ERR_TIMEOUT);
  sem_post(&d.go_on);
  sem_post(&d.go_on);
  expect_finish(k->loop, -1, KMK_OK);
  assert_int_equal(d.saved, 2);
}

static probe a_probe, a_listener;

static kmk_effect *answer_started(const json_t *action) {
  if (kmk_action_is(action, "listen")) {
    return probe_effect(&a_listener);
  }
  if (kmk_action_is(action, "delay")) {
    return kmk_effect_delay(probe_effect(&a_probe), SECOND);
  }
  if (kmk_action_is(action, "throttle")) {
    return kmk_effect_throttle(probe_effect(&a_probe), "t", SECOND, true);
  }
  if (kmk_action_is(action, "chain")) {
    kmk_effect *chain[] = {sends("'first'"), probe_effect(&a_probe), sends("'last'")};
    return kmk_effect_delay(kmk_effect_concatenate(3, chain), SECOND);
  }
  return NULL;
}

static void *finish_probe(void *user_data) {
  sem_wait(user_data);
  probe_finish(&a_probe);
  return NULL;
}

/* The call waits for the started effects that it triggered itself, to the end of their chain, and for no others. */
TEST(W10_a_started_effect_that_was_delayed_is_waited_for) {
  const char *actions[] = {"'delay'", "'throttle'", "'chain'"};
  memset(&a_listener, 0, sizeof a_listener);
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(loop, answering(answer_started), "{}");
  collect_issues(loop, k->issues);
  send_ok(store, "'listen'");
  for (int i = 0; i < 3; i++) {
    memset(&a_probe, 0, sizeof a_probe);
    send_ok(store, actions[i]);
    if (i == 1) { /* the first effect opened the window, and was started */
      expect_finish(loop, -1, KMK_OK);
      probe_finish(&a_probe);
      send_ok(store, actions[i]);
    }
    expect_finish(loop, 0, KMK_ERR_TIMEOUT);
    assert_int_equal(a_probe.started, 1 + (i == 1));
    sem_t begun;
    pthread_t thread;
    sem_init(&begun, 0, 1);
    pthread_create(&thread, NULL, finish_probe, &begun);
    kmk_status status = kmk_loop_finish(loop, -1, NULL);
    pthread_join(thread, NULL);
    assert_int_equal(status, KMK_OK);
    run_due(loop);
    assert_int_equal(kmk_store_effect_count(store), 1);
    sem_destroy(&begun);
  }
  probe_finish(&a_listener);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

static void *finish_when_started(void *user_data) {
  (void)user_data;
  probe_finish(&a_probe);
  return NULL;
}

static void start_and_finish_elsewhere(kmk_sender *sender, void *user_data) {
  a_probe.sender = sender;
  a_probe.started++;
  pthread_create(user_data, NULL, finish_when_started, NULL);
}

static pthread_t helper;

static kmk_effect *answer_elsewhere(const json_t *action) {
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  kmk_effect *chain[] = {kmk_effect_start(start_and_finish_elsewhere, NULL, &helper, NULL),
                         sends("'last'")};
  return kmk_effect_delay(kmk_effect_concatenate(2, chain), SECOND);
}

TEST(W10_by_whichever_thread_it_is_finished) {
  memset(&a_probe, 0, sizeof a_probe);
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = open_store(
      loop, kmk_combine(2, (kmk_reducer *[]){logger(k->log), answering(answer_elsewhere)}), "{}");
  send_ok(store, "'go'");
  expect_finish(loop, -1, KMK_OK);
  assert_json_text(k->log, "['go', 'last']");
  pthread_join(helper, NULL);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

TEST(W10_on_a_virtual_loop_what_needs_the_clock_is_not_waited_for) {
  memset(&a_probe, 0, sizeof a_probe);
  kit_open(k, answering(answer_started), "{}");
  send_ok(k->store, "'delay'");
  expect_finish(k->loop, -1, KMK_ERR_TIMEOUT);
  assert_int_equal(a_probe.started, 1);
  probe_finish(&a_probe);
  expect_finish(k->loop, -1, KMK_OK);
}

/* ---------------------------------------------------------------------- refused calls */

static void finish_inside(kmk_sender *sender, void *user_data) {
  *(kmk_status *)user_data = kmk_loop_finish(((kit *)a_probe.sender)->loop, 0, NULL);
  kmk_sender_finish(sender);
}

static kmk_status inside;

static kmk_effect *answer_inside(const json_t *action) {
  (void)action;
  return kmk_effect_start(finish_inside, NULL, &inside, NULL);
}

static void *finish_on_another_thread(void *loop) {
  return kmk_loop_finish(loop, 0, NULL) == KMK_ERR_WRONG_THREAD ? loop : NULL;
}

TEST(W10_it_is_refused_as_any_call_that_runs_the_loop) {
  kmk_error error;
  assert_int_equal(kmk_loop_finish(NULL, 0, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_loop_finish(k->loop, -2, &error), KMK_ERR_INVALID_ARGUMENT);
  kit_open(k, answering(answer_inside), "{}");
  a_probe.sender = (kmk_sender *)k;
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(inside, KMK_ERR_BUSY);
  pthread_t thread;
  void *refused;
  pthread_create(&thread, NULL, finish_on_another_thread, k->loop);
  pthread_join(thread, &refused);
  assert_non_null(refused);
}

static void free_the_loop(kmk_sender *sender, void *user_data) {
  kmk_sender_finish(sender);
  kmk_loop_free(user_data);
}

static kmk_loop *to_free;

static kmk_effect *answer_by_freeing(const json_t *action) {
  (void)action;
  return kmk_effect_delay(kmk_effect_start(free_the_loop, NULL, to_free, NULL), SECOND);
}

TEST(W10_a_loop_that_is_freed_meanwhile_is_closed) {
  to_free = kmk_loop_new(NULL);
  kmk_store *store = open_store(to_free, answering(answer_by_freeing), "{}");
  send_ok(store, "'go'");
  expect_finish(to_free, -1, KMK_ERR_CLOSED);
  kmk_store_free(store);
}

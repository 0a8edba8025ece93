/* kumiki_sqlite.h and effects that end without a step: the data that a kill leaves of them. */
#include "sqlite_support.h"

#include <pthread.h>
#include <sched.h>

static int payments;

static void pay(kmk_sender *sender, const json_t *job, void *data) {
  (void)job, (void)data;
  payments++;
  kmk_sender_send_new(sender, json_string("paid"));
}

KMK_RUNNING_FN(work) { return kmk_effect_work_new(kmk_json_retain(value), pay, NULL, NULL); }

static kmk_effect *app(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  json_int_t paid = json_integer_value(kmk_state_get(state, "/paid"));
  if (kmk_action_is(action, "paid"))
    kmk_state_set_new(state, "/paid", json_integer(paid + 1));
  return NULL;
}

/* Pays while there is a job. */
static kmk_reducer *paying(void) {
  return kmk_running(kmk_reducer_new(app, NULL, NULL), "/job", NULL, work, NULL, NULL);
}

static void run(kmk_store *store) {
  while (kmk_store_effect_count(store) > 0)
    kmk_loop_dispatch(loop, -1);
}

static void *flush(void *file) {
  if (kmk_sqlite_flush(file, NULL) != KMK_OK)
    abort();
  return NULL;
}

static void Z121_work_that_is_done_is_not_done_again_after_a_kill(void **state) {
  (void)state;
  kmk_error error;
  json_t *first = json_pack("{s:i, s:i}", "job", 1, "paid", 0);
  kmk_sqlite *file = database(&error);
  kmk_store *store = kmk_sqlite_store(file, "main", loop, paying(), first, &error);
  json_decref(first);
  run(store);
  /* A process that is killed now leaves the steps that were passed on without a flush. A flush on another thread
   * waits for these steps alone. */
  pthread_t other;
  assert_int_equal(pthread_create(&other, NULL, flush, file), 0);
  assert_int_equal(pthread_join(other, NULL), 0);
  kmk_sqlite_options reading = KMK_SQLITE_OPTIONS_INIT;
  reading.is_read_only = true;
  kmk_sqlite *same = kmk_sqlite_open(path, &reading, &error);
  kmk_snapshot *left = kmk_sqlite_snapshot(same, "main", &error);
  assert_non_null(left);
  kmk_store *next = kmk_store_new_from(loop, paying(), left, &error);
  run(next);
  json_t *paid = kmk_store_get(next, "/paid", &error);
  assert_int_equal(json_integer_value(paid), 1);
  assert_int_equal(payments, 1);
  json_decref(paid);
  kmk_store_free(next);
  kmk_snapshot_free(left);
  kmk_sqlite_free(same);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

static void wait_for_the_end(kmk_sender *sender, const json_t *job, void *data) {
  (void)job, (void)data;
  while (!kmk_sender_is_cancelled(sender))
    sched_yield();
}

KMK_RUNNING_FN(waiting) {
  return kmk_effect_work_new(kmk_json_retain(value), wait_for_the_end, NULL, NULL);
}

static kmk_reducer *waiter(void) {
  return kmk_running(kmk_reducer_new(app, NULL, NULL), "/job", NULL, waiting, NULL, NULL);
}

static void Z122_work_that_a_finish_gives_up_begins_again_at_the_next_start(void **state) {
  (void)state;
  kmk_error error;
  const uint32_t policy = KMK_FINISH_CANCEL_WORK;
  json_t *first = json_pack("{s:i, s:i}", "job", 1, "paid", 0);
  for (int start = 0; start < 3; start++) {
    kmk_sqlite *file = database(&error);
    kmk_store *store = kmk_sqlite_store(file, "main", loop, waiter(), first, &error);
    assert_non_null(store);
    assert_int_equal(kmk_store_effect_count(store), 1);
    assert_int_equal(kmk_loop_finish_with(loop, -1, policy, &error), KMK_OK);
    assert_int_equal(kmk_store_effect_count(store), 0);
    kmk_store_free(store);
    kmk_sqlite_free(file);
  }
  json_decref(first);
}

static void a_store_outlives_its_database(void **state) {
  (void)state;
  json_t *first = json_pack("{s:n, s:i}", "job", "paid", 0);
  kmk_sqlite *file = database(NULL);
  kmk_store *store = kmk_sqlite_store(file, "main", loop, paying(), first, NULL);
  send(store, "paid");
  kmk_sqlite_free(file);
  send(store, "paid");
  file = database(NULL);
  kmk_snapshot *left = kmk_sqlite_snapshot(file, "main", NULL);
  json_t *saved = kmk_snapshot_state(left);
  assert_int_equal(json_integer_value(json_object_get(saved, "paid")), 1);
  kmk_store *next = kmk_sqlite_store(file, "main", loop, paying(), NULL, NULL);
  assert_non_null(next);
  json_decref(saved);
  json_decref(first);
  kmk_snapshot_free(left);
  kmk_store_free(store);
  kmk_store_free(next);
  kmk_sqlite_free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(a_store_outlives_its_database),
      FILE_TEST(Z121_work_that_is_done_is_not_done_again_after_a_kill),
      FILE_TEST(Z122_work_that_a_finish_gives_up_begins_again_at_the_next_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

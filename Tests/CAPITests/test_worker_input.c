/* The input of a worker. */
#include "support.h"

#include <semaphore.h>

/* ------------------------------------------------------------------------ the input */

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

/* "go" gives a worker the current state as its input; "inc" adds one; {"read": n} stores n. */
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

TEST(W9_a_worker_reads_the_value_as_it_was) {
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

TEST(W9_the_value_is_released_once_whatever_becomes_of_the_work) {
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

TEST(W9_the_value_may_be_of_any_depth) {
  work_freed = 0;
  work_input = json_array();
  for (int i = 0; i < 5 * KMK_MAX_DEPTH; i++) {
    json_t *outer = json_array();
    json_array_append_new(outer, work_input);
    work_input = outer;
  }
  k->store = open_store(k->loop, answering(answer_work), "{}");
  send_ok(k->store, "'go'");
  run_due(k->loop);
  assert_int_equal(work_freed, 1);
  assert_int_equal(work_input->refcount, 1);
  json_decref(work_input);
}

/* Test stores: state-driven effects (I35, I36). */
#define _POSIX_C_SOURCE 200809L

#include "trial_support.h"

#include <pthread.h>

/* {"query": string or null, "results": n}. {"query": value} writes the query, {"found": n} writes the results,
 * "keep" waits a second, and "both" writes the query and waits. */
REDUCER(search_reduce) {
  if (kmk_action_is(action, "query")) {
    kmk_state_set(state, "/query", kmk_action_payload(action, "query"));
  } else if (kmk_action_is(action, "found")) {
    kmk_state_set(state, "/results", kmk_action_payload(action, "found"));
  } else if (kmk_action_is(action, "keep")) {
    return after(SECOND, "'kept'");
  } else if (kmk_action_is(action, "both")) {
    kmk_state_set_new(state, "/query", json_string("b"));
    return after(SECOND, "'kept'");
  }
  return NULL;
}

static kmk_effect *find(const json_t *query, kmk_env *env, void *data) {
  (void)query, (void)env, (void)data;
  return after(SECOND, "{'found': 3}");
}

static kmk_effect *find_at_once(const json_t *query, kmk_env *env, void *data) {
  (void)query, (void)env, (void)data;
  return sends("{'found': 3}");
}

static kmk_effect *poll_forever(const json_t *query, kmk_env *env, void *data) {
  (void)query, (void)env, (void)data;
  return kmk_effect_cancellable(kmk_effect_every_new(SECOND, json_string("poll")), "poll", false);
}

static kmk_effect *keep_at_value(const json_t *query, kmk_env *env, void *data) {
  (void)query, (void)env, (void)data;
  return sends("'keep'");
}

static kmk_reducer *search(kmk_running_fn fn) {
  return kmk_running(kmk_reducer_new(search_reduce, NULL, NULL), "/query", NULL, fn, NULL, NULL);
}

/* ------------------------------------------------------------ what is still running */

TRIAL_TEST(I35_an_effect_that_the_state_keeps_in_flight_is_nothing_left_over) {
  open_trial_of(t, search(poll_forever), "{'query': null, 'results': 0}");
  SEND(t, "{'query': 'a'}", "{'query': 'a'}");
  assert_true(kmk_test_finish(t->test));
  assert_false(kmk_test_skip_in_flight(t->test, true));
  assert_failure(t, __LINE__ - 1, "There is no effect in flight to skip.");
  end_trial(t);
  assert_no_failure(t);
}

TRIAL_TEST(I35_an_effect_of_the_initial_state_is_nothing_left_over) {
  open_trial_of(t, search(poll_forever), "{'query': 'a', 'results': 0}");
  assert_true(kmk_test_finish(t->test));
  end_trial(t);
  assert_no_failure(t);
}

TRIAL_TEST(I35_one_that_an_action_started_in_the_same_step_is_accounted_for) {
  open_trial_of(t, search(poll_forever), "{'query': null, 'results': 0}");
  kmk_task *task = kmk_test_send_task(t->test, json_string("both"), json_of("{'query': 'b'}"));
  assert_false(kmk_test_finish_task(t->test, task));
  assert_failure(t, __LINE__ - 1, "1 effect is in flight:\n\n    started by \"both\"\n");
  kmk_task_free(task);
  assert_false(kmk_test_finish(t->test));
  assert_failure(t, __LINE__ - 1, "1 effect is in flight:\n\n    started by \"both\"\n");
  end_trial(t);
  assert_no_failure(t);
}

TRIAL_TEST(I35_a_send_does_not_wait_for_a_state_driven_effect) {
  open_trial_of(t, search(poll_forever), "{'query': null, 'results': 0}");
  kmk_task *task =
      kmk_test_send_task(t->test, json_of("{'query': 'a'}"), json_of("{'query': 'a'}"));
  assert_true(kmk_test_finish_task(t->test, task));
  kmk_task_free(task);
}

TRIAL_TEST(I35_what_an_action_of_it_starts_is_accounted_for) {
  open_trial_of(t, search(keep_at_value), "{'query': null, 'results': 0}");
  SEND(t, "{'query': 'a'}", "{'query': 'a'}");
  assert_true(RECEIVE(t, "'keep'", NULL));
  assert_false(kmk_test_finish(t->test));
  assert_failure(t, __LINE__ - 1, "1 effect is in flight:\n\n    started by \"keep\"\n");
  end_trial(t);
  assert_no_failure(t);
}

TRIAL_TEST(I35_the_end_says_of_a_row_that_went_nothing) {
  kmk_reducer *row = kmk_running(kmk_reducer_new(search_reduce, NULL, NULL), "/query", NULL,
                                 poll_forever, NULL, NULL);
  kmk_reducer *rows = kmk_for_each(trial_counter(), "/rows", "rows", NULL, row);
  open_trial_of(t, rows, "{'rows': [{'id': 1, 'query': null}, {'id': 2, 'query': null}]}");
  SEND(t, "{'rows': {'element': {'id': 1, 'action': {'query': 'a'}}}}",
       "[{'op': 'replace', 'path': '/rows/0/query', 'value': 'a'}]");
  kmk_test_advance(t->test, SECOND);
  assert_true(RECEIVE(t, "{'rows': {'element': {'id': 1, 'action': 'poll'}}}", NULL));
  SEND(t, "{'write': {'rows': [{'id': 2, 'query': 'b'}]}}", "{'rows': [{'id': 2, 'query': 'b'}]}");
  kmk_test_advance(t->test, SECOND);
  assert_true(RECEIVE(t, "{'rows': {'element': {'id': 2, 'action': 'poll'}}}", NULL));
  end_trial(t);
  assert_no_failure(t);
}

/* ------------------------------------------------------------ the actions it sends */

TRIAL_TEST(I36_what_it_sends_is_received_as_any_other_action) {
  open_trial_of(t, search(find), "{'query': null, 'results': 0}");
  SEND(t, "{'query': 'a'}", "{'query': 'a'}");
  SEND(t, "{'query': 'b'}", "{'query': 'b'}");
  kmk_test_advance(t->test, SECOND);
  assert_true(RECEIVE(t, "{'found': 3}", "{'results': 3}"));
  SEND(t, "{'query': 'c'}", "{'query': 'c'}");
  kmk_test_advance(t->test, SECOND);
  end_trial(t);
  assert_failure(t, __LINE__ - 2, "1 action came from effects",
                 "    {\"found\":3}, from an effect driven by the state at /query\n");
}

TRIAL_TEST(I36_at_once_too_and_from_the_first_state) {
  open_trial_of(t, search(find_at_once), "{'query': 'a', 'results': 0}");
  assert_asserted(t, "{'query': 'a', 'results': 0}");
  assert_true(RECEIVE(t, "{'found': 3}", "{'results': 3}"));
  SEND(t, "{'query': null}", "{'query': null}");
  SEND(t, "{'query': 'b'}", "{'query': 'b'}");
  assert_true(RECEIVE(t, "{'found': 3}", NULL));
  assert_true(kmk_test_finish(t->test));
}

TRIAL_TEST(I36_a_receive_in_vain_names_the_place_that_it_follows) {
  open_trial_of(t, search(poll_forever), "{'query': null, 'results': 0}");
  SEND(t, "{'query': 'a'}", "{'query': 'a'}");
  assert_false(RECEIVE(t, "'poll'", NULL));
  assert_failure(t, __LINE__ - 1, "nothing came. 1 effect is in flight:",
                 "driven by the state at /query, cancellable by poll\n", "kmk_test_advance");
}

TRIAL_TEST(I36_a_receive_in_vain_names_the_id_of_one_of_two) {
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  options.id = "second";
  open_trial_of(t, kmk_running(search(poll_forever), "/query", &options, poll_forever, NULL, NULL),
                "{'query': null, 'results': 0}");
  SEND(t, "{'query': 'a'}", "{'query': 'a'}");
  assert_false(RECEIVE(t, "'poll'", NULL));
  assert_failure(t, __LINE__ - 1, "2 effects are in flight:", "driven by the state at /query, ",
                 "driven by the state at /query (second), cancellable by poll\n");
}

TRIAL_TEST(I36_a_case_that_it_follows_is_named) {
  kmk_reducer *base = kmk_reducer_new(search_reduce, NULL, NULL);
  open_trial_of(t, kmk_running(base, "loading", NULL, poll_forever, NULL, NULL),
                "{'loading': 'a'}");
  assert_false(RECEIVE(t, "'poll'", NULL));
  assert_failure(t, __LINE__ - 1, "driven by the state at loading, cancellable by poll\n");
}

static kmk_effect *ask(const json_t *query, kmk_env *env, void *data) {
  (void)query, (void)data;
  kmk_env_dependency(env, "server");
  return NULL;
}

static kmk_effect *ask_and_find(const json_t *query, kmk_env *env, void *data) {
  (void)query, (void)data;
  const json_t *found = kmk_env_dependency(env, "found");
  const char *server = kmk_env_pointer(env, "server");
  return server == NULL ? NULL
                        : kmk_effect_send_new(json_pack("{s:o}", "found", json_deep_copy(found)));
}

TRIAL_TEST(I36_what_the_first_state_begins_is_given_around_the_reducer) {
  json_t *found = json_integer(7);
  kmk_reducer *tested = kmk_dependency(search(ask_and_find), "found", found);
  tested = kmk_dependency_pointer(tested, "server", (void *)"a server", NULL);
  open_trial_of(t, tested, "{'query': 'a', 'results': 0}");
  json_decref(found);
  RECEIVE(t, "{'found': 7}", "{'results': 7}");
  assert_true(kmk_test_finish(t->test));
}

TRIAL_TEST(I36_what_the_first_state_lacks_is_a_failure_of_the_next_call) {
  open_trial_of(t, search(ask), "{'query': 'a', 'results': 0}");
  assert_false(kmk_test_finish(t->test));
  assert_failure(t, 0, "unimplemented-dependency");
  end_trial(t);
  json_t *server = json_string("here");
  open_trial_of(t, kmk_dependency(search(ask), "server", server), "{'query': 'a', 'results': 0}");
  json_decref(server);
  assert_true(kmk_test_finish(t->test));
}

/* -------------------------------------------------------------- on another thread */

static pthread_barrier_t may_end;

static void wait_to_end(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_send_new(sender, json_of("{'found': 3}"));
  pthread_barrier_wait(&may_end);
}

static kmk_effect *find_elsewhere(const json_t *query, kmk_env *env, void *data) {
  (void)query, (void)env, (void)data;
  return kmk_effect_blocking(wait_to_end, NULL, NULL);
}

TRIAL_TEST(I35_one_that_blocks_is_not_waited_for_by_finish_and_is_by_receive) {
  pthread_barrier_init(&may_end, NULL, 2);
  open_trial_of(t, search(find_elsewhere), "{'query': null, 'results': 0}");
  kmk_test_store_set_timeout(t->test, 60 * 60 * 1000);
  SEND(t, "{'query': 'a'}", "{'query': 'a'}");
  assert_true(RECEIVE(t, "{'found': 3}", "{'results': 3}"));
  assert_true(kmk_test_finish(t->test));
  end_trial(t);
  assert_no_failure(t);
  pthread_barrier_wait(&may_end);
}

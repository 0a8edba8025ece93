/* Test stores: actions that effects send, and which of them a call receives (I3-I6). */
#include "trial_support.h"

#include <pthread.h>

/* ------------------------------------------------------------------------ the queue */

TRIAL_TEST(I3_each_action_of_an_effect_comes_with_the_state_after_it) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  assert_asserted(t, "{'count': 1}");
  assert_true(RECEIVE(t, "'first'", "{'count': 2}"));
  assert_asserted(t, "{'count': 2}");
  assert_true(RECEIVE(t, "'second'", "{'count': 3}"));
  assert_true(RECEIVE(t, "'third'", "{'count': 4}"));
  assert_asserted(t, "{'count': 4}");
}

TRIAL_TEST(I4_another_action_at_the_head_fails_is_taken_and_the_state_moves_on) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  assert_false(RECEIVE(t, "'second'", "{'count': 2}"));
  assert_failure(t, __LINE__ - 1, "Another action was received (- expected, + received)",
                 "- \"second\"", "+ \"first\"", "in the order in which effects sent them");
  assert_asserted(t, "{'count': 2}");
  assert_true(RECEIVE(t, "'second'", "{'count': 3}"));
  assert_true(RECEIVE(t, "'third'", "{'count': 4}"));
}

TRIAL_TEST(I4_what_a_received_action_changes_must_be_said) {
  open_trial(t, "{'count': 0}");
  SEND(t, "'burst'", "{'count': 1}");
  assert_false(RECEIVE(t, "'first'", NULL));
  assert_failure(t, __LINE__ - 1, "\"first\" changed the state, and the test says nothing of it");
  assert_false(RECEIVE(t, "'second'", "{'count': 7}"));
  assert_failure(t, __LINE__ - 1, "-   \"count\": 7", "+   \"count\": 3");
  assert_true(RECEIVE(t, "'third'", "{'count': 4}"));
}

/* ---------------------------------------------------- the action that is received */

static bool has_payload(const json_t *action, void *payload) {
  return json_integer_value(kmk_action_payload(action, "set")) == *(int *)payload;
}

TRIAL_TEST(I5_by_value_by_function_by_case_and_by_case_and_payload) {
  int nine = 9;
  open_trial(t, "{'count': 0}");
  SEND(t, "{'answer': {'set': 9}}", NULL);
  assert_true(RECEIVE(t, "{'set': 9}", "{'count': 9}"));
  SEND(t, "{'answer': {'set': 9}}", NULL);
  assert_true(kmk_test_receive_if(t->test, has_payload, &nine, NULL));
  SEND(t, "{'answer': {'set': 8}}", NULL);
  assert_true(RECEIVE_CASE(t, "set", "{'count': 8}"));
  SEND(t, "{'answer': {'set': 9}}", NULL);
  assert_true(kmk_test_receive_payload(t->test, "set", json_integer(9), json_of("{'count': 9}")));
  SEND(t, "{'answer': {'a': {'b': 'c'}}}", NULL);
  assert_true(RECEIVE_CASE(t, "a.b", NULL));
  SEND(t, "{'answer': {'a': {'b': 'c'}}}", NULL);
  assert_true(kmk_test_receive_payload(t->test, "a.b", json_string("c"), NULL));
}

TRIAL_TEST(I5_and_each_of_them_says_what_it_wanted_and_what_came) {
  int eight = 8;
  open_trial(t, "{'count': 0}");
  SEND(t, "{'answer': {'set': 9}}", NULL);
  assert_false(RECEIVE(t, "{'set': 8}", NULL));
  assert_failure(t, __LINE__ - 1, "-   \"set\": 8\n", "+   \"set\": 9\n");
  SEND(t, "{'answer': {'set': 9}}", NULL);
  assert_false(kmk_test_receive_if(t->test, has_payload, &eight, NULL));
  assert_failure(t, __LINE__ - 1, "expected: an action that the function accepts",
                 "received: {\"set\":9}");
  SEND(t, "{'answer': {'set': 9}}", NULL);
  assert_false(RECEIVE_CASE(t, "set.to", NULL));
  assert_failure(t, __LINE__ - 1, "expected: an action of the case set.to",
                 "received: {\"set\":9}");
  SEND(t, "{'answer': {'set': 9}}", NULL);
  assert_false(kmk_test_receive_payload(t->test, "set", json_integer(8), NULL));
  assert_failure(t, __LINE__ - 1, "-   \"set\": 8\n", "+   \"set\": 9\n");
}

/* A match function that reads the test store while it is called. */
typedef struct onlooker {
  trial *t;
  json_t *seen;
  bool receives; /* if true, tries to receive another action inside the call: refused */
} onlooker;

static bool look_on(const json_t *action, void *data) {
  onlooker *o = data;
  json_t *asserted = kmk_test_store_state(o->t->test);
  json_array_append_new(o->seen, asserted);
  kmk_test_store_set_exhaustive(o->t->test, false, false);
  if (o->receives) {
    o->receives = false;
    kmk_test_receive_case(o->t->test, "first", NULL);
  }
  return kmk_action_is(action, "second");
}

TRIAL_TEST(I21_a_match_function_may_read_the_test_store_and_receives_nothing) {
  onlooker o = {t, json_array(), false};
  open_trial(t, "{'count': 0}");
  kmk_test_store_set_exhaustive(t->test, false, false);
  assert_true(SEND(t, "'burst'", NULL));
  assert_true(kmk_test_receive_if(t->test, look_on, &o, NULL));
  assert_asserted(t, "{'count': 3}");
  assert_json_text(json_array_get(o.seen, 0), "{'count': 1}");
  assert_true(SEND(t, "'burst'", NULL));
  o.receives = true;
  kmk_test_receive_if(t->test, look_on, &o, NULL);
  assert_failure(t, 0, "kmk_test_receive_case", "inside a callback");
  assert_asserted(t, "{'count': 7}");
  json_decref(o.seen);
}

/* Accepts "first", and counts the other actions. */
static bool is_first(const json_t *action, void *others) {
  bool is = kmk_action_is(action, "first");
  *(int *)others += !is;
  return is;
}

TRIAL_TEST(I65_a_match_function_is_not_asked_about_what_stands_behind_the_action_that_fits) {
  int others = 0;
  open_trial(t, "{'count': 0}");
  kmk_test_store_set_exhaustive(t->test, false, false);
  assert_true(SEND(t, "'burst'", NULL));
  assert_true(kmk_test_receive_if(t->test, is_first, &others, NULL));
  assert_int_equal(others, 0);
}

/* ---------------------------------------------------------------------- spellings */

/* Responds to {"answer": action} with the action, wherever the reducer is. */
REDUCER(answer) {
  const json_t *sent = kmk_action_payload(action, "answer");
  return sent == NULL ? NULL : kmk_effect_send(sent);
}

static kmk_reducer *answerer(void) { return kmk_reducer_new(answer, NULL, NULL); }

static void assert_received(trial *t, const char *sent, const char *expected) {
  assert_true(kmk_test_send(t->test, json_pack("{s:o}", "answer", json_of(sent)), NULL));
  if (!RECEIVE(t, expected, NULL)) {
    fail_msg("%s was not received as %s", sent, expected);
  }
}

TRIAL_TEST(M10_a_received_action_may_be_spelt_in_any_way) {
  open_trial_of(t, answerer(), "{}");
  const char *forms[] = {"'inc'", "{'inc': null}", "{'inc': {}}"};
  for (size_t i = 0; i < COUNT_OF(forms); i++) {
    for (size_t j = 0; j < COUNT_OF(forms); j++) {
      assert_received(t, forms[i], forms[j]);
    }
  }
  assert_no_failure(t);
  /* Inside a payload, null and {} are different values. */
  SEND(t, "{'answer': {'set': {'to': null}}}", NULL);
  assert_false(RECEIVE(t, "{'set': {'to': {}}}", NULL));
  assert_failure(t, __LINE__ - 1, "Another action was received");
  SEND(t, "{'answer': {'set': 'to'}}", NULL);
  assert_false(RECEIVE(t, "{'set': {'to': null}}", NULL));
  assert_failure(t, __LINE__ - 1, "Another action was received");
}

TRIAL_TEST(M10_so_may_the_actions_inside_of_it_that_operators_read) {
  kmk_reducer *row = kmk_scope("/part", "part", answerer());
  kmk_reducer *parts[] = {
      answerer(),
      kmk_scope("", "a.b", kmk_combine(0, NULL)),
      kmk_for_each(kmk_combine(0, NULL), "/rows", "rows", NULL, row),
  };
  open_trial_of(
      t, kmk_presentation(kmk_combine(3, parts), "/sheet", "sheet", NULL, kmk_combine(0, NULL)),
      "{'sheet': {}, 'rows': [{'id': 1, 'part': {}}]}");
  assert_received(t, "{'a': {'b': {'inc': {}}}}", "{'a': {'b': 'inc'}}");
  assert_received(t, "{'sheet': {'presented': 'inc'}}", "{'sheet': {'presented': {'inc': null}}}");
  assert_received(t, "{'rows': {'element': {'id': 1, 'action': {'part': 'inc'}}}}",
                  "{'rows': {'element': {'action': {'part': {'inc': {}}}, 'id': 1}}}");
  SEND(t, "{'answer': {'sheet': {'dismiss': {}}}}", NULL);
  assert_true(RECEIVE(t, "{'sheet': 'dismiss'}", "{'sheet': null}"));
  assert_no_failure(t);
  /* Neither a row with another id nor an action of another name matches. */
  SEND(t, "{'answer': {'rows': {'element': {'id': 1, 'action': {'part': 'inc'}}}}}", NULL);
  assert_false(RECEIVE(t, "{'rows': {'element': {'id': 2, 'action': {'part': 'inc'}}}}", NULL));
  assert_failure(t, __LINE__ - 1, "-       \"id\": 2", "+       \"id\": 1");
}

TRIAL_TEST(M10_a_payload_and_a_case_are_received_however_they_are_spelt) {
  kmk_reducer *parts[] = {
      answerer(), kmk_scope("/part", "part", kmk_combine(0, NULL)),
      kmk_for_each(kmk_combine(0, NULL), "/rows", "rows", NULL, kmk_combine(0, NULL))};
  open_trial_of(t, kmk_combine(3, parts), "{'part': {}, 'rows': [{'id': 1}]}");
  SEND(t, "{'answer': {'part': {'inc': {}}}}", NULL);
  assert_true(kmk_test_receive_payload(t->test, "part", json_string("inc"), NULL));
  SEND(t, "{'answer': {'part': 'inc'}}", NULL);
  assert_true(kmk_test_receive_payload(t->test, "part.inc", json_object(), NULL));
  SEND(t, "{'answer': {'part': {'inc': {}}}}", NULL);
  assert_true(kmk_test_receive_payload(t->test, "part.inc", json_null(), NULL));
  /* The case path continues after the row's id, as in kmk_action_is. */
  SEND(t, "{'answer': {'rows': {'element': {'id': 1, 'action': {'set': 3}}}}}", NULL);
  assert_true(RECEIVE_CASE(t, "rows.element.set", NULL));
  SEND(t, "{'answer': {'rows': {'element': {'id': 1, 'action': {'set': 3}}}}}", NULL);
  assert_true(kmk_test_receive_payload(t->test, "rows.element.set", json_integer(3), NULL));
  SEND(t, "{'answer': {'part': 'inc'}}", NULL);
  assert_true(RECEIVE_CASE(t, "part.inc", NULL));
}

/* ---------------------------------------------------------- no action was received */

TRIAL_TEST(I6_with_an_effect_in_flight_it_names_that_and_its_action) {
  open_trial(t, "{'count': 0}");
  SEND(t, "{'incAfter': 10}", NULL);
  assert_false(RECEIVE(t, "'inc'", "{'count': 1}"));
  assert_failure(t, __LINE__ - 1, "Expected to receive \"inc\", and nothing came",
                 "1 effect is in flight", "started by {\"incAfter\":10}", "kmk_test_advance");
  kmk_test_advance(t->test, 10 * SECOND);
  assert_true(RECEIVE(t, "'inc'", "{'count': 1}"));
}

TRIAL_TEST(I6_with_none_in_flight_it_says_so) {
  open_trial(t, "{'count': 0}");
  assert_false(RECEIVE_CASE(t, "inc", NULL));
  assert_failure(t, __LINE__ - 1, "Expected to receive an action of the case inc, and nothing came",
                 "No effect is in flight that could send it");
}

/* A job on another thread, which continues when the test allows it. */
typedef struct job {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  bool may_end;
} job;

static job the_job = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};

static void wait_and_send(kmk_sender *sender, void *user_data) {
  (void)user_data;
  pthread_mutex_lock(&the_job.mutex);
  while (!the_job.may_end) {
    pthread_cond_wait(&the_job.changed, &the_job.mutex);
  }
  pthread_mutex_unlock(&the_job.mutex);
  kmk_sender_send_new(sender, json_string("inc"));
}

static void let_end(bool may_end) {
  pthread_mutex_lock(&the_job.mutex);
  the_job.may_end = may_end;
  pthread_cond_broadcast(&the_job.changed);
  pthread_mutex_unlock(&the_job.mutex);
}

static kmk_effect *answer_with_job(const json_t *action) {
  return kmk_action_is(action, "go") ? kmk_effect_blocking(wait_and_send, NULL, NULL) : NULL;
}

TRIAL_TEST(I6_work_on_another_thread_is_waited_for_up_to_the_timeout) {
  kmk_reducer *members[] = {counter(), answering(answer_with_job)};
  open_trial_of(t, kmk_combine(2, members), "{'count': 0}");
  let_end(false);
  SEND(t, "'go'", NULL);
  kmk_test_store_set_timeout(t->test, 0);
  assert_false(RECEIVE(t, "'inc'", "{'count': 1}"));
  assert_failure(t, __LINE__ - 1, "and nothing came. 1 effect is in flight", "started by \"go\"");
  assert_false(kmk_test_finish(t->test));
  assert_failure(t, __LINE__ - 1, "Expected every effect to have finished");
  kmk_test_store_set_timeout(t->test, 60 * 1000);
  let_end(true);
  assert_true(RECEIVE(t, "'inc'", "{'count': 1}"));
  assert_true(kmk_test_finish(t->test));
}

TRIAL_TEST(I6_a_receive_that_matches_waits_for_nothing_else) {
  kmk_reducer *members[] = {trial_counter(), answering(answer_with_job)};
  open_trial_of(t, kmk_combine(2, members), "{'count': 0}");
  let_end(false);
  kmk_test_store_set_timeout(t->test, 0);
  SEND(t, "'go'", NULL);
  SEND(t, "'burst'", "{'count': 1}");
  assert_true(RECEIVE(t, "'first'", "{'count': 2}"));
  kmk_test_skip_received(t->test, true);
  kmk_test_skip_in_flight(t->test, true);
  let_end(true);
  kmk_test_store_set_timeout(t->test, 60 * 1000);
  assert_true(RECEIVE(t, "'inc'", "{'count': 5}"));
}

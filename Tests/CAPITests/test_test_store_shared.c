/* Test stores and shared values: how a test asserts them, and which test owns them (K6, K7). */
#include "trial_support.h"

#include <unistd.h>

static json_t *add_one(const json_t *value, void *data) {
  (void)data;
  return json_integer(json_integer_value(value) + 1);
}

static void add_later(kmk_sender *sender, void *data) {
  kmk_shared_update(data, add_one, NULL, NULL);
  kmk_sender_finish(sender);
}

/* "add" adds 1 to the shared value, "later" adds 1 in an effect, "blocking" on a worker. */
REDUCER(sharing) {
  if (kmk_action_is(action, "add")) {
    kmk_shared_update(data, add_one, NULL, NULL);
  }
  if (kmk_action_is(action, "later")) {
    return kmk_effect_start(add_later, NULL, data, NULL);
  }
  if (kmk_action_is(action, "blocking")) {
    return kmk_effect_blocking(add_later, data, NULL);
  }
  return NULL;
}

static kmk_shared *open_shared(trial *t, const char *name) {
  json_t *zero = json_integer(0);
  kmk_shared *shared = kmk_shared_memory(name, zero, NULL);
  json_decref(zero);
  open_trial_of(t, kmk_reducer_new(sharing, shared, NULL), "{}");
  return shared;
}

TRIAL_TEST(K6_what_is_written_is_stated) {
  kmk_shared *shared = open_shared(t, "K6");
  SEND(t, "'add'", NULL);
  assert_true(kmk_test_shared(t->test, shared, json_integer(1)));
  SEND(t, "'later'", NULL);
  assert_true(kmk_test_shared(t->test, shared, json_integer(2)));
  SEND(t, "'blocking'", NULL);
  assert_true(kmk_test_finish(t->test));
  assert_true(kmk_test_shared(t->test, shared, json_integer(3)));
  assert_false(kmk_test_shared(t->test, shared, json_integer(9)));
  assert_failure(t, __LINE__ - 1, "A shared value is not as asserted", "- 9", "+ 3");
  kmk_shared_free(shared);
}

TRIAL_TEST(K6_what_is_not_stated_fails_at_the_next_send_and_at_the_end) {
  kmk_shared *shared = open_shared(t, "K6 unstated");
  SEND(t, "'add'", NULL);
  assert_false(SEND(t, "'noop'", NULL));
  assert_failure(t, __LINE__ - 1, "not stated before this send", ".inMemory(\"K6 unstated\")",
                 "+ 1");
  SEND(t, "'later'", NULL);
  end_trial(t);
  assert_failure(t, 0, "not stated before the end of the test", "+ 2", "kmk_test_shared");
  kmk_shared_free(shared);
}

TRIAL_TEST(K7_each_test_store_begins_with_the_initial_value) {
  kmk_shared *shared = open_shared(t, "K7");
  assert_int_equal(kmk_shared_set_new(shared, "", json_integer(50), NULL), KMK_OK);
  SEND(t, "'add'", NULL);
  assert_true(kmk_test_shared(t->test, shared, json_integer(1)));
  assert_true(kmk_test_set_shared(t->test, shared, json_integer(7)));
  SEND(t, "'add'", NULL);
  assert_true(kmk_test_shared(t->test, shared, json_integer(8)));
  end_trial(t);
  open_trial_of(t, kmk_reducer_new(sharing, shared, NULL), "{}");
  SEND(t, "'blocking'", NULL);
  assert_true(kmk_test_finish(t->test));
  assert_true(kmk_test_shared(t->test, shared, json_integer(1)));
  json_t *real = kmk_shared_get(shared, "", NULL);
  assert_int_equal(json_integer_value(real), 50);
  json_decref(real);
  kmk_shared_free(shared);
}

TRIAL_TEST(K7_a_test_touches_no_file) {
  const char *path = "/tmp/kumiki-never-written.json";
  unlink(path); /* a faulty library that was tested before may have written the file */
  json_t *zero = json_integer(0);
  kmk_shared *shared = kmk_shared_file(path, zero, NULL);
  json_decref(zero);
  open_trial_of(t, kmk_reducer_new(sharing, shared, NULL), "{}");
  SEND(t, "'add'", NULL);
  SEND(t, "'blocking'", NULL);
  assert_failure(t, __LINE__ - 1, "not stated before this send");
  assert_true(kmk_test_finish(t->test));
  assert_true(kmk_test_shared(t->test, shared, json_integer(2)));
  assert_int_equal(access(path, F_OK), -1);
  kmk_shared_free(shared);
}

TRIAL_TEST(M11_null_in_every_place) {
  kmk_shared *shared = open_shared(t, "M11 trial");
  assert_false(kmk_test_shared(NULL, shared, json_integer(1)));
  assert_false(kmk_test_set_shared(NULL, shared, json_integer(1)));
  assert_false(kmk_test_shared(t->test, NULL, json_integer(1)));
  assert_failure(t, __LINE__ - 1, "shared is NULL");
  assert_false(kmk_test_shared(t->test, shared, NULL));
  assert_failure(t, __LINE__ - 1, "value is NULL");
  assert_false(kmk_test_set_shared(t->test, NULL, json_integer(1)));
  assert_failure(t, __LINE__ - 1, "shared is NULL");
  assert_false(kmk_test_set_shared(t->test, shared, NULL));
  assert_failure(t, __LINE__ - 1, "value is NULL");
  kmk_shared_free(shared);
}

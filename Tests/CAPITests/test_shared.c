/* Shared values: one value for all users of a key. */
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

/* A name that no other test uses: values in memory live as long as the process. */
static kmk_shared *in_memory(const char *name, const char *initial) {
  json_t *value = json_of(initial);
  kmk_shared *shared = kmk_shared_memory(name, value, NULL);
  json_decref(value);
  assert_non_null(shared);
  return shared;
}

static void assert_shared(kmk_shared *shared, const char *pointer, const char *expected) {
  json_t *value = kmk_shared_get(shared, pointer, NULL);
  assert_json_text(value, expected);
  json_decref(value);
}

static void set_ok(kmk_shared *shared, const char *pointer, const char *value) {
  assert_int_equal(kmk_shared_set_new(shared, pointer, json_of(value), NULL), KMK_OK);
}

static json_t *add_one(const json_t *value, void *data) {
  (void)data;
  return json_integer(json_integer_value(value) + 1);
}

REDUCER(adding) {
  kmk_shared_update(data, add_one, NULL, NULL);
  return NULL;
}

/* -------------------------------------------------------------------------- K1 to K5 */

TEST(K1_all_holders_see_a_write_at_once) {
  kmk_shared *first = in_memory("K1", "1"), *second = in_memory("K1", "2");
  kmk_store *one = open_store(k->loop, kmk_reducer_new(adding, first, NULL), "{}");
  kmk_store *other = open_store(k->loop, kmk_reducer_new(adding, second, NULL), "{}");
  assert_shared(second, "", "1");
  send_ok(one, "'go'");
  send_ok(other, "'go'");
  assert_shared(first, "", "3");
  kmk_store_free(one);
  kmk_store_free(other);
  kmk_shared_free(first);
  kmk_shared_free(second);
}

TEST(K2_a_value_in_memory_outlives_its_handles) {
  kmk_shared *shared = in_memory("K2", "{'a': 1}");
  set_ok(shared, "/b", "2");
  kmk_shared_free(shared);
  shared = in_memory("K2", "null");
  assert_shared(shared, "", "{'a': 1, 'b': 2}");
  kmk_shared_free(shared);
}

static void *add_many(void *shared) {
  for (int i = 0; i < ROUNDS_OF(10000); i++) {
    kmk_shared_update(shared, add_one, NULL, NULL);
  }
  return NULL;
}

TEST(K3_of_eight_times_ten_thousand_writes_none_is_lost) {
  kmk_shared *shared = in_memory("K3", "0");
  pthread_t threads[8];
  for (size_t i = 0; i < COUNT_OF(threads); i++) {
    assert_int_equal(pthread_create(&threads[i], NULL, add_many, shared), 0);
  }
  for (size_t i = 0; i < COUNT_OF(threads); i++) {
    pthread_join(threads[i], NULL);
  }
  assert_shared(shared, "", is_in_hurry() ? "8000" : "80000");
  kmk_shared_free(shared);
}

TEST(K4_an_observer_releases_its_user_data) {
  kmk_shared *shared = in_memory("K4", "0");
  int freed = 0;
  kmk_subscription *subscription =
      kmk_shared_observe(shared, k->loop, "", record_value, &freed, count_free, NULL);
  assert_null(kmk_shared_observe(shared, k->loop, "x", record_value, &freed, count_free, NULL));
  assert_int_equal(freed, 1);
  kmk_subscription_free(subscription);
  assert_int_equal(freed, 2);
  kmk_shared_free(shared);
}

TEST(K5_a_part_that_is_not_there_is_an_error_with_its_place) {
  kmk_shared *shared = in_memory("K5", "{'rows': []}");
  kmk_error error;
  assert_null(kmk_shared_get(shared, "/rows/1/n", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_string_equal(error.path, "/rows/1/n");
  kmk_shared_free(shared);
}

/* ------------------------------------------------------------------------- NULL, limits */

TEST(M11_null_in_every_place) {
  kmk_error error;
  json_t *one = json_integer(1);
  kmk_shared *shared = in_memory("M11", "1");
  int freed = 0;
  assert_null(kmk_shared_memory(NULL, one, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_shared_memory("x", NULL, NULL));
  assert_null(kmk_shared_memory("\xff", one, NULL));
  assert_null(kmk_shared_file(NULL, one, NULL));
  assert_null(kmk_shared_file("", one, NULL));
  assert_null(kmk_shared_file("/tmp/x", NULL, NULL));
  assert_null(kmk_shared_setting(NULL, one, NULL));
  assert_null(kmk_shared_setting("x", NULL, NULL));
  assert_null(kmk_shared_get(NULL, "", NULL));
  assert_null(kmk_shared_get(shared, NULL, NULL));
  assert_null(kmk_shared_get(shared, "a/b", NULL));
  assert_int_equal(kmk_shared_set_new(NULL, "", json_null(), NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_shared_set_new(shared, NULL, json_object(), NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_shared_set_new(shared, "", NULL, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_shared_update(NULL, add_one, NULL, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_shared_update(shared, NULL, NULL, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_shared_observe(NULL, k->loop, "", record_value, &freed, count_free, NULL));
  assert_null(kmk_shared_observe(shared, NULL, "", record_value, &freed, count_free, NULL));
  assert_null(kmk_shared_observe(shared, k->loop, NULL, record_value, &freed, count_free, NULL));
  assert_null(kmk_shared_observe(shared, k->loop, "", NULL, &freed, count_free, NULL));
  assert_int_equal(freed, 4);
  kmk_shared_free(NULL);
  kmk_shared_free(shared);
  json_decref(one);
}

/* Observing a place in the state: the memory that an observer holds, and how long it holds it. */
#include "rows_support.h"

static void ignore_value(const json_t *value, void *user_data) { (void)value, (void)user_data; }

TEST(a_subscription_releases_its_user_data_when_it_is_freed) {
  int freed = 0;
  kit_open(k, counter(), "{'count': 0}");
  kmk_subscription *subscription =
      kmk_store_observe(k->store, "/count", ignore_value, &freed, count_free, NULL);
  send_ok(k->store, "'inc'");
  assert_int_equal(freed, 0);
  kmk_subscription_free(subscription);
  assert_int_equal(freed, 1);
}

TEST(a_subscription_releases_its_user_data_when_the_store_ends) {
  int freed = 0;
  kit_open(k, counter(), "{'count': 0}");
  kmk_subscription *subscription =
      kmk_store_observe(k->store, "/count", ignore_value, &freed, count_free, NULL);
  end_store(k);
  run_due(k->loop);
  assert_int_equal(freed, 1);
  kmk_subscription_free(subscription);
  assert_int_equal(freed, 1);
}

TEST(a_failed_observe_releases_its_user_data_and_says_why) {
  int freed = 0;
  kmk_error error = {0};
  kit_open(k, counter(), "{'count': 0}");
  assert_null(kmk_store_observe(k->store, "count", ignore_value, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_observe(NULL, "", ignore_value, &freed, count_free, NULL));
  assert_null(kmk_store_observe(k->store, NULL, ignore_value, &freed, count_free, NULL));
  assert_null(kmk_store_observe(k->store, "", NULL, &freed, count_free, NULL));
  assert_int_equal(freed, 4);
}

TEST(a_value_that_was_kept_stays_as_it_was) {
  json_t *told = json_array();
  kit_open(k, kmk_scope("/in", "in", counter()), "{'in': {'count': 0}}");
  kmk_subscription *subscription = observe_into(k->store, "", told);
  send_ok(k->store, "{'in': 'inc'}");
  send_ok(k->store, "{'in': 'inc'}");
  assert_json_text(told, "[{'in': {'count': 0}}, {'in': {'count': 1}}, {'in': {'count': 2}}]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

static void ignore_case(const char *state_case, const json_t *payload, void *user_data) {
  (void)state_case, (void)payload, (void)user_data;
}

TEST(M11_observers_that_fail_release_their_user_data) {
  kmk_error error;
  int freed = 0;
  kit_open(k, rows(), TWO);
  const struct {
    kmk_store *store;
    const char *pointer;
    bool has_fn;
  } calls[] = {{NULL, "/rows", true},
               {k->store, NULL, true},
               {k->store, "/rows", false},
               {k->store, "rows", true}};
  for (size_t i = 0; i < COUNT_OF(calls); i++) {
    kmk_case_fn case_fn = calls[i].has_fn ? ignore_case : NULL;
    kmk_ids_fn fn = calls[i].has_fn ? ignore_value : NULL;
    error = (kmk_error){0};
    assert_null(kmk_store_observe_case(calls[i].store, calls[i].pointer, case_fn, &freed,
                                       count_free, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    error = (kmk_error){0};
    assert_null(
        kmk_store_observe_ids(calls[i].store, calls[i].pointer, fn, &freed, count_free, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    error = (kmk_error){0};
    assert_null(kmk_store_observe_patches(calls[i].store, calls[i].pointer, fn, &freed, count_free,
                                          &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  }
  assert_int_equal(freed, 3 * (int)COUNT_OF(calls));
}

TEST(observers_release_their_user_data_when_they_or_the_store_end) {
  int freed = 0;
  kit_open(k, rows(), TWO);
  kmk_subscription *made[] = {
      kmk_store_observe_case(k->store, "", ignore_case, &freed, count_free, NULL),
      kmk_store_observe_ids(k->store, "/rows", ignore_value, &freed, count_free, NULL),
      kmk_store_observe_patches(k->store, "", ignore_value, &freed, count_free, NULL),
      kmk_store_observe_case(k->store, "", ignore_case, &freed, count_free, NULL),
      kmk_store_observe_ids(k->store, "/rows", ignore_value, &freed, count_free, NULL),
      kmk_store_observe_patches(k->store, "", ignore_value, &freed, count_free, NULL)};
  for (size_t i = 0; i < 3; i++) {
    kmk_subscription_free(made[i]);
    assert_int_equal(freed, (int)i + 1);
  }
  end_store(k);
  assert_int_equal(freed, 6);
  for (size_t i = 3; i < COUNT_OF(made); i++) {
    kmk_subscription_free(made[i]);
  }
  assert_int_equal(freed, 6);
}

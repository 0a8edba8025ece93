/* Derived values: calls that their functions may not make, and the ends of derived values (J26 to J35). */
#include "derived_support.h"

#include <pthread.h>

/* ---------------------------------------------------------------------- forbidden calls */

static void tries_everything(sum *s, kmk_store *store) {
  kmk_error error;
  assert_int_equal(send_status(store, "{'set': ['/a', 5]}"), KMK_ERR_BUSY);
  json_t *action = json_of("'x'");
  assert_int_equal(kmk_store_send(store, action, &error), KMK_ERR_BUSY);
  assert_int_equal(kmk_store_send_new(store, json_incref(action), &error), KMK_ERR_BUSY);
  assert_null(kmk_store_send_task_new(store, json_incref(action), &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  json_decref(action);
  assert_null(kmk_store_observe(store, "/a", record_value, NULL, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_null(kmk_derived_observe(s->self, record_value, NULL, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_null(kmk_derived_new(store, NULL, sum_up, s, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_int_equal(kmk_loop_run_until_idle(s->k->loop, 0, &error), KMK_ERR_BUSY);
  assert_int_equal(kmk_store_replace_reducer(store, counter(), &error), KMK_ERR_BUSY);
  assert_null(kmk_store_snapshot(store, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_int_equal(kmk_store_effect_count(store), 0);
  assert_true(kmk_store_is_valid(store));
}

TEST(J26_a_function_only_reads) {
  sum s = {.first = "/a", .once = tries_everything, .k = k};
  kmk_derived *total = derive(open_numbers(k), &s);
  assert_int_equal(got(total), 1);
  assert_state_text(k->store, "{'a': 1, 'b': 2, 'c': {'d': 4}, 'e': 0}");
  assert_issues(k, "[]");
  send_ok(k->store, "{'set': ['/a', 2]}");
  s.once = tries_everything;
  json_t *record = json_array();
  kmk_subscription *told = observe_derived(total, record);
  s.once = tries_everything;
  send_ok(k->store, "{'set': ['/a', 3]}");
  assert_recorded(record, "[2, 3]");
  kmk_subscription_free(told);
  kmk_derived_free(total);
  json_decref(record);
}

static kmk_derived *asked_in_reducer;
REDUCER(asking) {
  kmk_error error = {0};
  assert_null(kmk_derived_get(asked_in_reducer, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_null(kmk_derived_observe(asked_in_reducer, record_value, NULL, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  return NULL;
}

TEST(J26_a_derived_value_is_not_to_be_had_in_a_reducer_of_its_store) {
  sum s = {.first = "/a"};
  kit_open(k, kmk_reducer_new(asking, NULL, NULL), NUMBERS);
  asked_in_reducer = derive(k->store, &s);
  send_ok(k->store, "'x'");
  assert_int_equal(s.ran, 0);
  assert_issues(k, "['read-while-reducing', 'read-while-reducing']");
  kmk_derived_free(asked_in_reducer);
}

TEST(J27_a_value_that_asks_for_itself_is_refused_and_the_next_ask_tries_again) {
  sum one = {.first = "/a"}, two = {.first = "/b"};
  open_numbers(k);
  one.of = derive(k->store, &two);
  two.of = derive(k->store, &one);
  assert_int_equal(got(one.self), 3);
  assert_int_equal(two.error.status, KMK_ERR_BUSY);
  assert_int_equal(one.ran + two.ran, 2);
  two.of = NULL;
  assert_int_equal(got(one.self), 3);
  assert_int_equal(two.ran, 2);
  two.of = two.self;
  send_ok(k->store, "{'set': ['/b', 5]}");
  assert_int_equal(got(two.self), 5);
  two.of = NULL;
  kmk_derived_free(one.self);
  kmk_derived_free(two.self);
  assert_int_equal(one.freed + two.freed, 2);
}

/* ---------------------------------------------------------------------- missing values */

static json_t *answers(kmk_store *store, void *data) {
  (void)store;
  const json_int_t which = read_int(store, "/a");
  ++*(int *)data;
  if (which == 1) {
    return NULL;
  }
  json_t *deep = json_integer(which);
  for (json_int_t i = 0; which == 2 && i < 3000; i++) {
    json_t *outer = json_array();
    json_array_append_new(outer, deep);
    deep = outer;
  }
  return deep;
}

TEST(J28_NULL_is_no_value_one_too_deep_an_error_and_who_asks_next_has_it_computed_again) {
  int ran = 0;
  json_t *record = json_array();
  open_numbers(k);
  kmk_derived *value = kmk_derived_new(k->store, NULL, answers, &ran, NULL, NULL);
  kmk_subscription *told = observe_derived(value, record);
  assert_int_equal(get_status(value), KMK_ERR_NOT_FOUND);
  assert_int_equal(ran, 2);
  send_ok(k->store, "{'set': ['/b', 0]}");
  assert_int_equal(ran, 2);
  send_ok(k->store, "{'set': ['/a', 2]}");
  assert_int_equal(get_status(value), KMK_ERR_TOO_DEEP);
  assert_int_equal(get_status(value), KMK_ERR_TOO_DEEP);
  assert_int_equal(ran, 5);
  send_ok(k->store, "{'set': ['/a', 3]}");
  assert_int_equal(got(value), 3);
  send_ok(k->store, "{'set': ['/a', 1]}");
  assert_recorded(record, "[null, 3, null]");
  kmk_subscription_free(told);
  kmk_derived_free(value);
  json_decref(record);
}

TEST(M11_J28_mistakes_are_answered_and_free_the_data_once) {
  kmk_error error = {0};
  int freed = 0;
  const char *const malformed[] = {"/a", "b", NULL};
  open_numbers(k);
  assert_null(kmk_derived_new(NULL, NULL, everything, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_derived_new(k->store, NULL, NULL, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_derived_new(k->store, malformed, everything, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(freed, 3);
  assert_null(kmk_derived_get(NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_derived_observe(NULL, record_value, &freed, count_free, NULL));
  sum s = {.first = "/a"};
  kmk_derived *total = derive(k->store, &s);
  assert_null(kmk_derived_observe(total, NULL, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(freed, 5);
  kmk_derived_free(total);
  kmk_derived_free(NULL);
}

/* -------------------------------------------------------------------- lifetimes and ends */

TEST(J29_a_value_lives_while_it_is_observed) {
  sum s = {.first = "/a"};
  json_t *record = json_array();
  kmk_derived *total = derive(open_numbers(k), &s);
  kmk_subscription *told = observe_derived(total, record);
  kmk_derived_free(total);
  send_ok(k->store, "{'set': ['/a', 4]}");
  assert_recorded(record, "[1, 4]");
  assert_int_equal(s.freed, 0);
  kmk_subscription_free(told);
  assert_int_equal(s.freed, 1);
  json_decref(record);
}

TEST(J29_a_value_ends_with_its_store) {
  sum low = {.first = "/a"};
  json_t *record = json_array();
  open_numbers(k);
  sum high = {.of = derive(k->store, &low)};
  kmk_derived *top = derive(k->store, &high);
  kmk_subscription *told = observe_derived(top, record);
  assert_int_equal(got(top), 1);
  end_store(k);
  assert_int_equal(low.freed, 1);
  assert_int_equal(high.freed, 1);
  assert_int_equal(get_status(top), KMK_ERR_CLOSED);
  assert_null(kmk_derived_observe(top, record_value, record, NULL, NULL));
  kmk_derived_free(top);
  kmk_derived_free(low.self);
  kmk_subscription_free(told);
  json_decref(record);
}

static json_t *nothing(kmk_store *store, void *data) {
  (void)store, (void)data;
  return json_null();
}

TEST(J29_values_of_views_that_were_freed_end_with_the_store) {
  static const char *const places[] = {"/a", "/b", "/c", "/c/d", "/e", ""};
  kmk_derived *values[COUNT_OF(places)];
  open_numbers(k);
  for (size_t i = 0; i < COUNT_OF(places); i++) {
    kmk_store *view = kmk_store_scope(k->store, places[i], "set", NULL);
    values[i] = kmk_derived_new(view, NULL, nothing, NULL, NULL, NULL);
    json_decref(kmk_derived_get(values[i], NULL));
    kmk_store_free(view);
  }
  /* In every order of destruction: no scoped store is used after its derived value has released it. */
  end_store(k);
  for (size_t i = 0; i < COUNT_OF(places); i++)
    kmk_derived_free(values[i]);
}

static kmk_derived *freeing_itself;

static void frees_with_its_data(void *count) {
  kmk_derived *value = freeing_itself;
  ++*(int *)count;
  freeing_itself = NULL;
  kmk_derived_free(value);
}

TEST(J30_a_value_may_be_freed_where_its_data_is_when_the_store_ends) {
  int count = 0;
  open_numbers(k);
  freeing_itself = kmk_derived_new(k->store, NULL, nothing, &count, frees_with_its_data, NULL);
  json_decref(kmk_derived_get(freeing_itself, NULL));
  end_store(k);
  assert_int_equal(count, 1);
  assert_null(freeing_itself);
}

TEST(J29_a_value_that_outlives_its_loop_may_be_freed) {
  sum s = {.first = "/a"};
  kmk_derived *total = derive(open_numbers(k), &s);
  assert_int_equal(got(total), 1);
  end_loop(k);
  assert_int_equal(s.freed, 1);
  kmk_derived_free(total);
}

static void frees_itself(sum *s, kmk_store *store) {
  (void)store;
  kmk_derived_free(s->self);
  assert_int_equal(s->freed, 0);
}

static void frees_its_store(sum *s, kmk_store *store) {
  (void)store;
  end_store(s->k);
  assert_int_equal(s->freed, 0);
}

TEST(J30_a_value_freed_in_its_own_function_ends_when_that_has_returned) {
  sum s = {.first = "/a", .once = frees_itself};
  kmk_derived *total = derive(open_numbers(k), &s);
  assert_int_equal(got(total), 1);
  assert_int_equal(s.freed, 1);
}

TEST(J30_a_store_freed_in_a_function_ends_when_that_has_returned) {
  sum s = {.first = "/a", .once = frees_its_store, .k = k};
  kmk_derived *total = derive(open_numbers(k), &s);
  json_decref(kmk_derived_get(total, NULL));
  assert_int_equal(s.freed, 1);
  assert_int_equal(get_status(total), KMK_ERR_CLOSED);
  kmk_derived_free(total);
}

static void frees_all(const json_t *value, void *data) {
  sum *s = data;
  if (json_integer_value(value) == 4) {
    kmk_subscription_free(s->subscription);
    kmk_derived_free(s->self);
  }
}

TEST(J30_a_value_may_be_freed_in_its_observer) {
  sum s = {.first = "/a"};
  kmk_derived *total = derive(open_numbers(k), &s);
  s.subscription = kmk_derived_observe(total, frees_all, &s, NULL, NULL);
  send_ok(k->store, "{'set': ['/a', 4]}");
  assert_int_equal(s.freed, 1);
  send_ok(k->store, "{'set': ['/a', 5]}");
  assert_int_equal(s.ran, 2);
}

static void *from_a_thread(void *derived) {
  assert_int_equal(get_status(derived), KMK_ERR_WRONG_THREAD);
  assert_null(kmk_derived_observe(derived, record_value, NULL, NULL, NULL));
  kmk_derived_free(derived);
  return NULL;
}

TEST(J29_J35_another_thread_may_free_a_value_and_no_more) {
  pthread_t thread;
  sum s = {.first = "/a"};
  kmk_derived *total = derive(open_numbers(k), &s);
  assert_int_equal(got(total), 1);
  pthread_create(&thread, NULL, from_a_thread, total);
  pthread_join(thread, NULL);
  run_due(k->loop);
  assert_int_equal(s.freed, 1);
}

/* ---------------------------------------------------------------- rows and scoped stores */

static json_t *total_of_rows(kmk_store *store, void *data) {
  ++*(int *)data;
  json_int_t total = 0;
  size_t index;
  json_t *one, *all = kmk_store_get(store, "/rows", NULL);
  json_array_foreach(all, index, one) {
    total += json_integer_value(json_object_get(one, "count"));
  }
  json_decref(all);
  return json_integer(total);
}

TEST(J32_a_total_of_rows_holds_none_of_them) {
  int ran = 0;
  kit_open(k, rows(), TWO);
  kmk_derived *total = kmk_derived_new(k->store, NULL, total_of_rows, &ran, NULL, NULL);
  assert_int_equal(got(total), 0);
  json_t *before = kmk_store_get(k->store, "/rows/1", NULL);
  json_decref(before);
  send_ok(k->store, IN_ROW("'b'", "'inc'"));
  /* Written in place: nothing else holds a reference. */
  json_t *now = kmk_store_get(k->store, "/rows/1", NULL);
  assert_ptr_equal(before, now);
  json_decref(now);
  assert_int_equal(got(total), 1);
  assert_int_equal(ran, 2);
  kmk_derived_free(total);
}

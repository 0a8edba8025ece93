/* Observing a place in the state: when an observer is told, in which order, and until when (C26). */
#include "support.h"

/* ------------------------------------------------------------------------- when */

REDUCER(write_places) {
  if (kmk_action_is(action, "set")) {
    const json_t *write = kmk_action_payload(action, "set");
    kmk_state_set(state, json_string_value(json_array_get(write, 0)), json_array_get(write, 1));
  } else if (kmk_action_is(action, "remove")) {
    kmk_state_remove(state, json_string_value(kmk_action_payload(action, "remove")));
  }
  return NULL;
}

typedef struct places {
  json_t *told[4];
  kmk_subscription *subscriptions[4];
} places;

static places observe_places(kmk_store *store, const char *const pointers[4]) {
  places p;
  for (size_t i = 0; i < 4; i++) {
    p.told[i] = json_array();
    p.subscriptions[i] = observe_into(store, pointers[i], p.told[i]);
    assert_non_null(p.subscriptions[i]);
  }
  return p;
}

static void forget_places(places *p) {
  for (size_t i = 0; i < 4; i++) {
    kmk_subscription_free(p->subscriptions[i]);
    json_decref(p->told[i]);
  }
}

static void an_observer_is_told_at_once_and_then_when_its_value_has_changed(void **state) {
  kit *k = *state;
  kit_open(k, kmk_reducer_new(write_places, NULL, NULL), "{'a': {'x': 1}, 'b': 2}");
  places p = observe_places(k->store, (const char *const[]){"/a/x", "/a", "/b", "/absent"});
  send_ok(k->store, "{'set': ['/a/x', 5]}");
  send_ok(k->store, "{'set': ['/b', 2]}");
  send_ok(k->store, "'noop'");
  send_ok(k->store, "{'set': ['/absent', 'here']}");
  send_ok(k->store, "{'remove': '/absent'}");
  assert_json_text(p.told[0], "[1, 5]");
  assert_json_text(p.told[1], "[{'x': 1}, {'x': 5}]");
  assert_json_text(p.told[2], "[2]");
  assert_json_text(p.told[3], "[null, 'here', null]");
  forget_places(&p);
}

static void a_container_counts_as_changed_when_a_write_reached_it(void **state) {
  kit *k = *state;
  kit_open(k, kmk_reducer_new(write_places, NULL, NULL), "{'a': {'x': 1}, 'b': {'y': 1}}");
  places p = observe_places(k->store, (const char *const[]){"/a", "/a/x", "/b", ""});
  send_ok(k->store, "{'set': ['/a', {'x': 1}]}");
  assert_json_text(p.told[0], "[{'x': 1}, {'x': 1}]");
  assert_json_text(p.told[1], "[1]");
  assert_json_text(p.told[2], "[{'y': 1}]");
  assert_int_equal(json_array_size(p.told[3]), 2);
  forget_places(&p);
}

static void a_write_to_a_container_above_tells_of_a_scalar_that_differs(void **state) {
  kit *k = *state;
  kit_open(k, kmk_reducer_new(write_places, NULL, NULL), "{'a': {'x': 1, 'y': 2}, 'n': 1}");
  places p = observe_places(k->store, (const char *const[]){"/a/x", "/a/y", "/n", "/a/z"});
  send_ok(k->store, "{'set': ['', {'a': {'x': 1, 'y': 3}, 'n': 1.0}]}");
  assert_json_text(p.told[0], "[1]");
  assert_json_text(p.told[1], "[2, 3]");
  assert_json_text(p.told[2], "[1, 1.0]");
  assert_json_text(p.told[3], "[null]");
  forget_places(&p);
}

/* ------------------------------------------------------------------------- order */

typedef struct numbered {
  json_t *order;
  int number;
} numbered;

static void note_number(const json_t *value, void *user_data) {
  (void)value;
  numbered *n = user_data;
  json_array_append_new(n->order, json_integer(n->number));
}

static void C26_observers_are_called_in_subscription_order_every_time(void **state) {
  kit *k = *state;
  json_t *order = json_array();
  numbered numbers[3] = {{order, 0}, {order, 1}, {order, 2}};
  kmk_subscription *subscriptions[3];
  kit_open(k, counter(), "{'count': 0}");
  for (size_t i = 0; i < 3; i++) {
    subscriptions[i] =
        kmk_store_observe(k->store, i == 1 ? "" : "/count", note_number, &numbers[i], NULL, NULL);
  }
  for (int i = 0; i < 10; i++) {
    json_array_clear(order);
    send_ok(k->store, "'inc'");
    assert_json_text(order, "[0, 1, 2]");
  }
  for (size_t i = 0; i < 3; i++) {
    kmk_subscription_free(subscriptions[i]);
  }
  json_decref(order);
}

typedef struct adding {
  kmk_store *store;
  json_t *told;
  kmk_subscription *added;
} adding;

static void add_once(const json_t *value, void *user_data) {
  adding *a = user_data;
  if (json_integer_value(value) == 1 && a->added == NULL) {
    a->added = observe_into(a->store, "/count", a->told);
  }
}

static void C26_an_observer_added_while_others_are_told_gets_the_current_value_once(void **state) {
  kit *k = *state;
  kit_open(k, counter(), "{'count': 0}");
  adding a = {k->store, json_array(), NULL};
  kmk_subscription *subscription = kmk_store_observe(k->store, "/count", add_once, &a, NULL, NULL);
  send_ok(k->store, "'inc'");
  assert_json_text(a.told, "[1]");
  send_ok(k->store, "'inc'");
  assert_json_text(a.told, "[1, 2]");
  kmk_subscription_free(subscription);
  kmk_subscription_free(a.added);
  json_decref(a.told);
}

static void free_the_other(const json_t *value, void *user_data) {
  kmk_subscription **other = user_data;
  if (json_integer_value(value) == 1) {
    kmk_subscription_free(*other);
    *other = NULL;
  }
}

static void C26_an_observer_removed_while_others_are_told_gets_no_further_call(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kmk_subscription *second = NULL;
  kit_open(k, counter(), "{'count': 0}");
  kmk_subscription *first =
      kmk_store_observe(k->store, "/count", free_the_other, &second, NULL, NULL);
  second = observe_into(k->store, "/count", told);
  send_ok(k->store, "'inc'");
  assert_null(second);
  send_ok(k->store, "'inc'");
  assert_json_text(told, "[0]");
  kmk_subscription_free(first);
  json_decref(told);
}

typedef struct self_freeing {
  kmk_subscription *subscription;
  int calls;
} self_freeing;

static void free_own_subscription(const json_t *value, void *user_data) {
  self_freeing *s = user_data;
  (void)value;
  s->calls++;
  kmk_subscription_free(s->subscription);
  s->subscription = NULL;
}

static void an_observer_may_free_its_own_subscription(void **state) {
  kit *k = *state;
  self_freeing s = {NULL, 0};
  kit_open(k, counter(), "{'count': 0}");
  s.subscription = kmk_store_observe(k->store, "/count", free_own_subscription, &s, NULL, NULL);
  send_ok(k->store, "'inc'");
  send_ok(k->store, "'inc'");
  assert_int_equal(s.calls, 2);
  assert_null(s.subscription);
}

/* --------------------------------------------------------------------- until when */

static void ignore_value(const json_t *value, void *user_data) { (void)value, (void)user_data; }

static void a_subscription_releases_its_user_data_when_it_is_freed(void **state) {
  kit *k = *state;
  int freed = 0;
  kit_open(k, counter(), "{'count': 0}");
  kmk_subscription *subscription =
      kmk_store_observe(k->store, "/count", ignore_value, &freed, count_free, NULL);
  send_ok(k->store, "'inc'");
  assert_int_equal(freed, 0);
  kmk_subscription_free(subscription);
  assert_int_equal(freed, 1);
}

static void a_subscription_releases_its_user_data_when_the_store_ends(void **state) {
  kit *k = *state;
  int freed = 0;
  kit_open(k, counter(), "{'count': 0}");
  kmk_subscription *subscription =
      kmk_store_observe(k->store, "/count", ignore_value, &freed, count_free, NULL);
  kmk_store_free(k->store);
  k->store = NULL;
  run_due(k->loop);
  assert_int_equal(freed, 1);
  kmk_subscription_free(subscription);
  assert_int_equal(freed, 1);
}

static void a_failed_observe_releases_its_user_data_and_says_why(void **state) {
  kit *k = *state;
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

static void a_value_that_was_kept_stays_as_it_was(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kit_open(k, kmk_scope("/in", "in", counter()), "{'in': {'count': 0}}");
  kmk_subscription *subscription = observe_into(k->store, "", told);
  send_ok(k->store, "{'in': 'inc'}");
  send_ok(k->store, "{'in': 'inc'}");
  assert_json_text(told, "[{'in': {'count': 0}}, {'in': {'count': 1}}, {'in': {'count': 2}}]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(an_observer_is_told_at_once_and_then_when_its_value_has_changed),
      KIT_TEST(a_container_counts_as_changed_when_a_write_reached_it),
      KIT_TEST(a_write_to_a_container_above_tells_of_a_scalar_that_differs),
      KIT_TEST(C26_observers_are_called_in_subscription_order_every_time),
      KIT_TEST(C26_an_observer_added_while_others_are_told_gets_the_current_value_once),
      KIT_TEST(C26_an_observer_removed_while_others_are_told_gets_no_further_call),
      KIT_TEST(an_observer_may_free_its_own_subscription),
      KIT_TEST(a_subscription_releases_its_user_data_when_it_is_freed),
      KIT_TEST(a_subscription_releases_its_user_data_when_the_store_ends),
      KIT_TEST(a_failed_observe_releases_its_user_data_and_says_why),
      KIT_TEST(a_value_that_was_kept_stays_as_it_was),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

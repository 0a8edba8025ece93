/* Derived values: when they are computed, what they depend on, who is told (J20 to J25). */
#include "derived_support.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------------- when it is computed */

TEST(J20_a_derived_value_is_computed_when_it_is_asked_for_and_again_after_a_write) {
  sum s = {.first = "/a", .second = "/c/d"};
  kmk_derived *total = derive(open_numbers(k), &s);
  assert_int_equal(s.ran, 0);
  assert_int_equal(got(total), 5);
  assert_int_equal(got(total), 5);
  assert_int_equal(s.ran, 1);
  send_ok(k->store, "{'set': ['/b', 7]}");
  assert_int_equal(got(total), 5);
  assert_int_equal(s.ran, 1);
  send_ok(k->store, "{'set': ['/c/d', 7]}");
  send_ok(k->store, "{'set': ['/c/d', 8]}");
  assert_int_equal(s.ran, 1);
  assert_int_equal(got(total), 9);
  assert_int_equal(s.ran, 2);
  /* A write around a place concerns it too. */
  send_ok(k->store, "{'set': ['/c', {'d': 1}]}");
  assert_int_equal(got(total), 2);
  kmk_derived_free(total);
  assert_int_equal(s.freed, 1);
}

TEST(J21_what_a_function_reads_is_noted_anew_each_time_it_runs) {
  sum s = {.first = "/a", .second = "/b"};
  kmk_derived *total = derive(open_numbers(k), &s);
  assert_int_equal(got(total), 3);
  send_ok(k->store, "{'set': ['/a', 10]}");
  assert_int_equal(got(total), 10);
  send_ok(k->store, "{'set': ['/b', 5]}");
  assert_int_equal(got(total), 10);
  assert_int_equal(s.ran, 2);
  send_ok(k->store, "{'set': ['/a', 1]}");
  assert_int_equal(got(total), 6);
  send_ok(k->store, "{'set': ['/b', 6]}");
  assert_int_equal(got(total), 7);
  assert_int_equal(s.ran, 4);
  kmk_derived_free(total);
}

TEST(J21_where_places_are_named_they_alone_count) {
  sum s = {.first = "/a", .second = "/b"};
  open_numbers(k);
  const char *const places[] = {"/b", "/e", NULL};
  kmk_derived *total = kmk_derived_new(k->store, places, sum_up, &s, sum_freed, NULL);
  assert_int_equal(got(total), 3);
  send_ok(k->store, "{'set': ['/a', 5]}");
  assert_int_equal(got(total), 3);
  send_ok(k->store, "{'set': ['/e', 1]}");
  assert_int_equal(got(total), 7);
  assert_int_equal(s.ran, 2);
  /* None at all: never again. */
  sum constant = {.first = "/a"};
  kmk_derived *once = kmk_derived_new(k->store, places + 2, sum_up, &constant, sum_freed, NULL);
  assert_int_equal(got(once), 5);
  send_ok(k->store, "{'set': ['/a', 6]}");
  assert_int_equal(got(once), 5);
  kmk_derived_free(once);
  kmk_derived_free(total);
}

TEST(J21_a_read_of_the_whole_state_is_noted) {
  int ran = 0;
  open_numbers(k);
  kmk_derived *text = kmk_derived_new(k->store, NULL, everything, &ran, NULL, NULL);
  json_t *record = json_array();
  kmk_subscription *told = observe_derived(text, record);
  send_ok(k->store, "{'set': ['/c/d', 1]}");
  send_ok(k->store, "'other'");
  assert_int_equal(json_array_size(record), 2);
  assert_int_equal(ran, 2);
  kmk_subscription_free(told);
  kmk_derived_free(text);
  json_decref(record);
}

/* ------------------------------------------------------------------------------- observers */

TEST(J23_its_observers_are_told_at_once_and_where_it_differs) {
  sum s = {.first = "/a", .second = "/b"};
  json_t *record = json_array();
  kmk_derived *total = derive(open_numbers(k), &s);
  kmk_subscription *told = observe_derived(total, record);
  assert_recorded(record, "[3]");
  send_ok(k->store, "{'set': ['/a', 2]}");
  assert_recorded(record, "[4]");
  send_ok(k->store, "{'sets': [['/a', 1], ['/b', 3]]}");
  assert_recorded(record, "[]");
  assert_int_equal(s.ran, 3);
  kmk_subscription_free(told);
  send_ok(k->store, "{'set': ['/a', 3]}");
  assert_recorded(record, "[]");
  assert_int_equal(s.ran, 3);
  kmk_derived_free(total);
  json_decref(record);
}

static void note(json_t *record, const char *name, json_int_t value) {
  char text[40];
  snprintf(text, sizeof text, "%s %d", name, (int)value);
  json_array_append_new(record, json_string(text));
}

typedef struct noting {
  json_t *record;
  const char *name;
  kmk_derived *asks;
} noting;

static void noted(const json_t *value, void *data) {
  noting *n = data;
  note(n->record, n->name, json_integer_value(value));
  if (n->asks != NULL) {
    note(n->record, "asked", got(n->asks));
  }
}

TEST(J22_J23_an_observer_that_is_told_earlier_gets_the_value_of_now_and_the_order_stays) {
  sum s = {.first = "/a", .second = "/b"};
  json_t *record = json_array();
  kmk_derived *total = derive(open_numbers(k), &s);
  assert_int_equal(got(total), 3);
  noting n[] = {{record, "one", total},
                {record, "two", NULL},
                {record, "three", NULL},
                {record, "four", NULL}};
  kmk_subscription *told[] = {
      kmk_store_observe(k->store, "/a", noted, &n[0], NULL, NULL),
      kmk_derived_observe(total, noted, &n[1], NULL, NULL),
      kmk_store_observe(k->store, "/a", noted, &n[2], NULL, NULL),
      kmk_derived_observe(total, noted, &n[3], NULL, NULL),
  };
  json_array_clear(record);
  send_ok(k->store, "{'set': ['/a', 4]}");
  assert_recorded(record, "['one 4', 'asked 6', 'two 6', 'three 4', 'four 6']");
  assert_int_equal(s.ran, 2);
  for (size_t i = 0; i < COUNT_OF(told); i++) {
    kmk_subscription_free(told[i]);
  }
  kmk_derived_free(total);
  json_decref(record);
}

TEST(J24_a_burst_that_wrote_elsewhere_does_not_ask_and_one_that_did_asks_once) {
  sum s = {.first = "/a"};
  json_t *record = json_array();
  kmk_derived *total = derive(open_numbers(k), &s);
  kmk_subscription *told[3];
  for (size_t i = 0; i < COUNT_OF(told); i++) {
    told[i] = observe_derived(total, record);
  }
  assert_int_equal(s.ran, 1);
  send_ok(k->store, "{'set': ['/b', 4]}");
  assert_int_equal(s.ran, 1);
  json_array_clear(record);
  send_ok(k->store, "{'set': ['/a', 4]}");
  assert_recorded(record, "[4, 4, 4]");
  assert_int_equal(s.ran, 2);
  for (size_t i = 0; i < COUNT_OF(told); i++) {
    kmk_subscription_free(told[i]);
  }
  kmk_derived_free(total);
  json_decref(record);
}

/* --------------------------------------------------------------------- chains and diamonds */

static json_t *parity(kmk_store *store, void *data) {
  (void)store;
  sum *s = data;
  s->ran++;
  json_t *value = kmk_derived_get(s->of, NULL);
  const json_int_t number = json_integer_value(value);
  json_decref(value);
  return json_string(number % 2 == 0 ? "even" : "odd");
}

TEST(J25_values_derived_from_others_are_computed_once_and_not_where_those_came_out_equal) {
  sum left = {.first = "/a"}, right = {.first = "/a", .second = "/b"};
  open_numbers(k);
  kmk_derived *a = derive(k->store, &left), *ab = derive(k->store, &right);
  sum even = {.of = ab}, both = {.of = a, .first = "/e"};
  kmk_derived *is_even = kmk_derived_new(k->store, NULL, parity, &even, NULL, NULL);
  kmk_derived *top = derive(k->store, &both);
  json_t *record = json_array();
  kmk_subscription *told = observe_derived(is_even, record), *tops = observe_derived(top, record);
  assert_recorded(record, "['odd', 1]");
  send_ok(k->store, "{'sets': [['/a', 2], ['/b', 3]]}");
  assert_recorded(record, "[2]");
  assert_int_equal(left.ran, 2);
  assert_int_equal(right.ran, 2);
  assert_int_equal(even.ran, 2);
  send_ok(k->store, "{'sets': [['/a', 1], ['/b', 4]]}");
  assert_recorded(record, "[1]");
  /* 5 as before. */
  assert_int_equal(right.ran, 3);
  assert_int_equal(even.ran, 2);
  /* They live on while another needs them. */
  kmk_derived_free(a);
  kmk_derived_free(ab);
  assert_int_equal(left.freed, 0);
  send_ok(k->store, "{'set': ['/c', 0]}");
  assert_int_equal(got(top), 1);
  kmk_subscription_free(told);
  kmk_subscription_free(tops);
  kmk_derived_free(is_even);
  kmk_derived_free(top);
  assert_int_equal(left.freed, 1);
  assert_int_equal(right.freed, 1);
  json_decref(record);
}

TEST(J25_diamonds_on_top_of_each_other_are_computed_once_each) {
  enum { LEVELS = 40 };
  sum sums[LEVELS][2];
  open_numbers(k);
  memset(sums, 0, sizeof sums);
  for (int level = 0; level < LEVELS; level++) {
    for (int side = 0; side < 2; side++) {
      sum *s = &sums[level][side];
      s->first = level == 0 ? "/a" : NULL;
      s->of = level == 0 ? NULL : sums[level - 1][0].self;
      s->and_of = level == 0 ? NULL : sums[level - 1][1].self;
      derive(k->store, s);
    }
  }
  sum top = {.of = sums[LEVELS - 1][0].self};
  kmk_derived *last = derive(k->store, &top);
  json_t *record = json_array();
  kmk_subscription *told = observe_derived(last, record);
  send_ok(k->store, "{'set': ['/a', 3]}");
  assert_recorded(record, "[1, 3]");
  assert_int_equal(sums[0][0].ran, 2);
  assert_int_equal(sums[LEVELS - 1][0].ran, 2);
  kmk_subscription_free(told);
  kmk_derived_free(last);
  for (int level = 0; level < LEVELS; level++) {
    kmk_derived_free(sums[level][0].self);
    kmk_derived_free(sums[level][1].self);
  }
  json_decref(record);
}

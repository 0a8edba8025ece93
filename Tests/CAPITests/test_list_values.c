/* Derived values that read lists (J56). */
#include "writer_support.h"

#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define ROWS "{'rows': [{'id': 'a', 'n': 3}, {'id': 'b', 'n': 1}, {'id': 'c', 'n': 2}], 'other': 0}"

/* A list of the rows, and a value that is the ids of those that it shows. */
typedef struct reader {
  kmk_list *list;
  kmk_derived *value;
  int ran;
} reader;

static json_t *ids(kmk_store *store, void *data) {
  reader *r = data;
  json_t *found = json_array();
  (void)store;
  r->ran++;
  for (size_t i = 0; i < kmk_list_count(r->list); i++) {
    json_array_append_new(found, kmk_list_id(r->list, i, NULL));
  }
  return found;
}

static void open(kit *k, reader *r, const char *const *places, size_t limit) {
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort = TEXTS("/n");
  options.limit = limit;
  kit_open(k, writer(), ROWS);
  r->list = kmk_list_new(k->store, "/rows", &options, NULL, NULL, NULL);
  r->value = kmk_derived_new(k->store, places, ids, r, NULL, NULL);
}

static void close(reader *r) {
  kmk_derived_free(r->value);
  kmk_list_free(r->list);
}

static void assert_value(reader *r, const char *expected, int ran) {
  json_t *value = kmk_derived_get(r->value, NULL);
  kit_assert_is(NULL, value, expected, __FILE__, __LINE__);
  assert_int_equal(r->ran, ran);
  json_decref(value);
}

TEST(J56_a_value_that_reads_a_list_is_stale_when_that_may_be_another_one) {
  reader r = {.ran = 0};
  open(k, &r, NULL, 0);
  assert_value(&r, "['b', 'c', 'a']", 1);
  assert_value(&r, "['b', 'c', 'a']", 1);
  send_ok(k->store, "{'set': ['/other', 1]}");
  assert_value(&r, "['b', 'c', 'a']", 1);
  send_ok(k->store, "{'set': ['/rows/0/n', 0]}");
  assert_value(&r, "['a', 'b', 'c']", 2);
  assert_int_equal(kmk_list_show(r.list, 1, 1, NULL), KMK_OK);
  assert_value(&r, "['b']", 3);
  assert_value(&r, "['b']", 3);
  close(&r);
}

TEST(J56_its_observers_are_told_after_a_burst) {
  reader r = {.ran = 0};
  json_t *record = json_array();
  open(k, &r, NULL, 2);
  kmk_subscription *told = kmk_derived_observe(r.value, record_value, record, NULL, NULL);
  send_ok(k->store, "{'set': ['/rows/0/n', 0]}");
  send_ok(k->store, "{'set': ['/rows/2/n', 9]}");
  send_ok(k->store, "{'set': ['/other', 1]}");
  assert_int_equal(r.ran, 3);
  assert_recorded(record, "[['b', 'c'], ['a', 'b']]");
  json_array_clear(record);
  assert_int_equal(kmk_list_show(r.list, 2, 2, NULL), KMK_OK);
  assert_recorded(record, "[]");
  send_ok(k->store, "{'set': ['/other', 2]}");
  assert_recorded(record, "[['c']]");
  kmk_subscription_free(told);
  close(&r);
  json_decref(record);
}

TEST(J56_it_counts_where_places_are_named_too) {
  reader r = {.ran = 0};
  open(k, &r, TEXTS("/other"), 0);
  assert_value(&r, "['b', 'c', 'a']", 1);
  send_ok(k->store, "{'remove': '/rows/0'}");
  assert_value(&r, "['b', 'c']", 2);
  send_ok(k->store, "{'set': ['/other', 1]}");
  assert_value(&r, "['b', 'c']", 3);
  close(&r);
}

static json_t *twice(kmk_store *store, void *value) {
  (void)store;
  json_t *one = kmk_derived_get(value, NULL), *both = json_array();
  json_array_append(both, one);
  json_array_append_new(both, one);
  return both;
}

TEST(J56_a_value_of_such_a_value_is_stale_with_it) {
  reader r = {.ran = 0};
  open(k, &r, NULL, 1);
  kmk_derived *outer = kmk_derived_new(k->store, NULL, twice, r.value, NULL, NULL);
  json_t *value = kmk_derived_get(outer, NULL);
  assert_value_is(value, "[['b'], ['b']]");
  json_decref(value);
  assert_int_equal(kmk_list_show(r.list, 2, 1, NULL), KMK_OK);
  value = kmk_derived_get(outer, NULL);
  assert_value_is(value, "[['a'], ['a']]");
  json_decref(value);
  kmk_derived_free(outer);
  close(&r);
}

static json_t *misuse(kmk_store *store, void *data) {
  reader *r = data;
  kmk_error error;
  r->ran++;
  assert_null(kmk_list_new(store, "/rows", NULL, NULL, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_int_equal(kmk_list_show(r->list, 0, 0, &error), KMK_ERR_BUSY);
  assert_null(kmk_list_observe(r->list, (kmk_list_fn)abort, NULL, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  return json_null();
}

TEST(J56_it_only_reads) {
  reader r = {.ran = 0};
  open(k, &r, NULL, 0);
  kmk_derived *value = kmk_derived_new(k->store, NULL, misuse, &r, NULL, NULL);
  json_decref(kmk_derived_get(value, NULL));
  assert_int_equal(r.ran, 1);
  kmk_derived_free(value);
  close(&r);
}

TEST(J56_of_a_list_that_was_freed_it_finds_out) {
  reader r = {.ran = 0};
  open(k, &r, NULL, 0);
  assert_value(&r, "['b', 'c', 'a']", 1);
  kmk_list_free(r.list);
  r.list = NULL;
  assert_value(&r, "[]", 2);
  close(&r);
}

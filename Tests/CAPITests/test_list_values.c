/* A derived value that reads a list, and tries other calls on it (J56; Tests/Scenarios/derived covers the rest). */
#include "writer_support.h"

typedef struct reader {
  kmk_list *list;
  int ran;
} reader;

static json_t *misuse(kmk_store *store, void *data) {
  reader *r = data;
  kmk_error error;
  r->ran++;
  assert_int_equal(kmk_list_count(r->list), 1);
  assert_null(kmk_list_new(store, "/rows", NULL, NULL, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_int_equal(kmk_list_show(r->list, 0, 0, &error), KMK_ERR_BUSY);
  assert_null(kmk_list_observe(r->list, (kmk_list_fn)abort, NULL, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  return json_null();
}

TEST(J56_a_derived_value_can_only_read_a_list) {
  kit_open(k, writer(), "{'rows': [{'id': 'a'}]}");
  reader r = {kmk_list_new(k->store, "/rows", NULL, NULL, NULL, NULL), 0};
  kmk_derived *value = kmk_derived_new(k->store, NULL, misuse, &r, NULL, NULL);
  json_decref(kmk_derived_get(value, NULL));
  assert_int_equal(r.ran, 1);
  kmk_derived_free(value);
  kmk_list_free(r.list);
}

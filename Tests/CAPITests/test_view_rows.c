/* Scoped stores of rows: they follow the row's id (C14). */
#include "rows_support.h"

static kmk_store *row_view(kmk_store *store, const char *id) {
  kmk_error error = {0};
  json_t *json = json_of(id);
  kmk_store *view = kmk_store_scope_element(store, "/rows", "rows", json, &error);
  if (view == NULL) {
    fail_msg("%s", error.message);
  }
  json_decref(json);
  return view;
}

TEST(C14_one_row_is_one_view) {
  kit_open(k, rows(), TWO);
  kmk_store *a = row_view(k->store, "'a'"), *again = row_view(k->store, "'a'"),
            *b = row_view(k->store, "'b'");
  assert_ptr_equal(a, again);
  assert_ptr_not_equal(a, b);
  kmk_store_free(a);
  kmk_store_free(again);
  kmk_store_free(b);
}

/* ---------------------------------------------------------------------------- rows */

TEST(what_is_no_row_gives_no_view) {
  kmk_error error = {0};
  json_t *id = json_string("z"), *deep = json_integer(0);
  kit_open(k, rows(), "{'rows': [{'id': 'a', 'count': 0}], 'other': [{'id': 'z'}], 'text': ''}");
  assert_null(kmk_store_scope_element(k->store, "/rows", "rows", id, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_null(kmk_store_scope_element(k->store, "/text", "rows", id, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_null(kmk_store_scope_element(k->store, "/other", "rows", id, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  for (int i = 0; i < KMK_MAX_DEPTH; i++) {
    json_t *around = json_array();
    json_array_append_new(around, deep);
    deep = around;
  }
  assert_null(kmk_store_scope_element(k->store, "/rows", "rows", deep, &error));
  assert_int_equal(error.status, KMK_ERR_TOO_DEEP);
  json_decref(id);
  json_decref(deep);
}

/* GTypes: the library registers its own types beside the types of a program with other headers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kumiki_gtk_rows.h>

static kmk_effect *keep(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return NULL;
}

static kmk_store *store_with_rows(kmk_loop *loop) {
  json_t *initial = json_pack("{s:[{s:s}, {s:s}]}", "rows", "id", "a", "id", "b");
  kmk_reducer *core =
      kmk_for_each(kmk_reducer_new(keep, NULL, NULL), "/rows", "rows", NULL, kmk_empty());
  kmk_store *store = kmk_store_new(loop, core, initial, NULL);
  json_decref(initial);
  return store;
}

/* A program of version 0.3 registered these names, with its own structs and functions. */
static void types_of_other_headers_stay_apart(void **unused) {
  (void)unused;
  const char *const names[] = {"KmkGtkRow", "KmkGtkRows"};
  GType before[2];
  for (int i = 0; i < 2; i++)
    before[i] = g_type_register_static_simple(G_TYPE_OBJECT, names[i], sizeof(GObjectClass), NULL,
                                              sizeof(GObject), NULL, (GTypeFlags)0);
  size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store = store_with_rows(loop);
  GListModel *rows = kmk_gtk_rows_new(store, "/rows", "rows", NULL);
  assert_non_null(rows);
  assert_int_equal(g_list_model_get_n_items(rows), 2);
  gpointer item = g_list_model_get_item(rows, 1);
  assert_true(G_OBJECT_TYPE(rows) != before[1]);
  assert_true(G_OBJECT_TYPE(item) != before[0]);
  assert_string_equal(json_string_value(kmk_gtk_row_id(item)), "b");
  assert_non_null(kmk_gtk_row_store(item));
  g_object_unref(item);
  g_object_unref(rows);
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

static void all_models_share_their_types(void **unused) {
  (void)unused;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store = store_with_rows(loop);
  kmk_list *list = kmk_list_new(store, "/rows", NULL, NULL, NULL, NULL);
  GListModel *one = kmk_gtk_rows_new(store, "/rows", "rows", NULL);
  GListModel *other = kmk_gtk_list_rows_new(store, "/rows", "rows", list);
  assert_true(G_OBJECT_TYPE(one) == G_OBJECT_TYPE(other));
  assert_true(g_list_model_get_item_type(one) == g_list_model_get_item_type(other));
  assert_true(G_TYPE_IS_FINAL(G_OBJECT_TYPE(one)));
  g_object_unref(one);
  g_object_unref(other);
  kmk_list_free(list);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(types_of_other_headers_stay_apart),
      cmocka_unit_test(all_models_share_their_types),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

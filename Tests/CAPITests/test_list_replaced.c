/* Lists after kmk_store_replace_reducer, if the new reducer identifies rows by another member (L20).
   Tests/Scenarios/lists covers the rest. */
#include "support.h"

#define STATE                                                                                      \
  "{'rows': [{'id': 1, 'k': 'a', 'in': [{'id': 5, 'k': 'x'}]}, {'id': 2, 'k': 'b', 'in': []}]}"

REDUCER(none) {
  (void)state, (void)action, (void)env, (void)data;
  return NULL;
}

static kmk_reducer *by(const char *outer, const char *inner) {
  kmk_reducer *row = kmk_reducer_new(none, NULL, NULL);
  if (inner != NULL)
    row = kmk_for_each(row, "/in", "in", inner, kmk_reducer_new(none, NULL, NULL));
  return kmk_for_each(kmk_reducer_new(none, NULL, NULL), "/rows", "rows", outer, row);
}

static kmk_reducer *read_key(const json_t *state, const json_t *action, void *key) {
  (void)state, (void)action;
  return by(key, NULL);
}

static void note(const kmk_list_edit *edits, size_t count, void *told) {
  for (size_t i = 0; i < count; i++)
    json_array_append_new(told, json_pack("[i, i]", edits[i].change, (int)edits[i].index));
}

static json_t *ids_of(kmk_list *list) {
  json_t *ids = json_array();
  for (size_t i = 0; i < kmk_list_count(list); i++) {
    json_array_append_new(ids, kmk_list_id(list, i, NULL));
    assert_int_equal(kmk_list_index(list, json_array_get(ids, i)), i);
  }
  return ids;
}

#define assert_ids(list, expected)                                                                 \
  do {                                                                                             \
    json_t *ids = ids_of(list);                                                                    \
    assert_json_text(ids, expected);                                                               \
    json_decref(ids);                                                                              \
  } while (0)

#define assert_told(told, expected)                                                                \
  do {                                                                                             \
    assert_json_text(told, expected);                                                              \
    json_array_clear(told);                                                                        \
  } while (0)

static void replace(kit *k, kmk_reducer *reducer) {
  assert_int_equal(kmk_store_replace_reducer(k->store, reducer, NULL), KMK_OK);
}

/* No function has read the dynamic reducer's rows before. */
TEST(L20_the_rows_of_a_reader_have_its_ids) {
  char id[] = "id", key[] = "k";
  json_t *told = json_array();
  kit_open(k, kmk_reader(read_key, id, NULL), STATE);
  kmk_list *list = kmk_list_new(k->store, "/rows", NULL, NULL, NULL, NULL);
  kmk_subscription *subscription = kmk_list_observe(list, note, told, NULL, NULL);
  assert_told(told, "[[0, 2]]");
  assert_ids(list, "[1, 2]");
  replace(k, kmk_reader(read_key, key, NULL));
  assert_told(told, "[[0, 2]]");
  assert_ids(list, "['a', 'b']");
  replace(k, kmk_reducer_new(none, NULL, NULL));
  assert_told(told, "[[0, 2]]");
  assert_ids(list, "[1, 2]");
  replace(k, kmk_reader(read_key, key, NULL));
  assert_told(told, "[[0, 2]]");
  assert_ids(list, "['a', 'b']");
  kmk_subscription_free(subscription);
  kmk_list_free(list);
  json_decref(told);
}

TEST(L20_a_list_in_a_row_has_the_ids_of_now_and_stays_where_its_row_is_called_otherwise) {
  json_t *told = json_array(), *first = json_integer(1);
  kit_open(k, by("id", "id"), STATE);
  kmk_store *row = kmk_store_scope_element(k->store, "/rows", "rows", first, NULL);
  kmk_list *list = kmk_list_new(row, "/in", NULL, NULL, NULL, NULL);
  kmk_subscription *subscription = kmk_list_observe(list, note, told, NULL, NULL);
  assert_told(told, "[[0, 1]]");
  replace(k, by("id", "k"));
  assert_told(told, "[[0, 1]]");
  assert_ids(list, "['x']");
  replace(k, by("k", "k")); /* for the scoped store, its row is gone */
  assert_told(told, "[]");
  assert_ids(list, "['x']");
  replace(k, by("id", "id"));
  assert_told(told, "[[0, 1]]");
  assert_ids(list, "[5]");
  kmk_subscription_free(subscription);
  kmk_list_free(list);
  kmk_store_free(row);
  json_decref(told);
  json_decref(first);
}

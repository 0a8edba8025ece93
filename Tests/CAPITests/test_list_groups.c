/* What stands for a group, and for a row (L12, L13). */
#include "writer_support.h"

#define ROWS                                                                                       \
  "{'rows': [{'id': 1, 'g': null}, {'id': 2}, {'id': 3, 'g': null}, {'id': 4, 'g': 'x'}, "         \
  "{'id': 1, 'g': true}]}"

static bool has_group(const json_t *row, const json_t *const *parameters, void *unused) {
  (void)parameters, (void)unused;
  return json_is_true(json_object_get(row, "g"));
}

static void assert_groups(kmk_list *list, const char *expected) {
  json_t *groups = kmk_list_groups(list, NULL);
  kit_assert_is(NULL, groups, expected, __FILE__, __LINE__);
  json_decref(groups);
}

TEST(L12_null_and_nothing_are_one_group) {
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.group = "/g";
  kit_open(k, writer(), ROWS);
  kmk_list *list = kmk_list_new(k->store, "/rows", &options, NULL, NULL, NULL);
  assert_groups(list, "[{'group': null, 'first': 0, 'count': 3, 'numbers': {}}, "
                      "{'group': true, 'first': 3, 'count': 1, 'numbers': {}}, "
                      "{'group': 'x', 'first': 4, 'count': 1, 'numbers': {}}]");
  send_ok(k->store, "{'set': ['/rows/3/g', null]}");
  assert_groups(list, "[{'group': null, 'first': 0, 'count': 4, 'numbers': {}}, "
                      "{'group': true, 'first': 4, 'count': 1, 'numbers': {}}]");
  json_t *last = kmk_list_id(list, 3, NULL);
  assert_int_equal(json_integer_value(last), 4);
  json_decref(last);
  kmk_list_free(list);
}

TEST(L13_of_rows_with_one_id_the_first_is_meant) {
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  kit_open(k, writer(), ROWS);
  kmk_list *all = kmk_list_new(k->store, "/rows", &options, NULL, NULL, NULL);
  options.filter = has_group;
  kmk_list *some = kmk_list_new(k->store, "/rows", &options, NULL, NULL, NULL);
  json_t *id = kmk_list_id(some, 0, NULL);
  assert_int_equal(kmk_list_index(all, id), 0);
  assert_true(kmk_list_index(some, id) == SIZE_MAX);
  json_decref(id);
  kmk_list_free(all);
  kmk_list_free(some);
}

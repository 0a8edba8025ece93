/* Patches and their inverses (U1; Tests/Scenarios/writes covers the rest). */
#include "mirror_support.h"
#include "writer_support.h"

#include <stdio.h>

TEST(U1_the_inverse_makes_of_the_value_after_the_value_before) {
  mirror m;
  kit_open(k, writer(), "{'a': 1, 'b': {'c': [1, 2]}, 'l': [{'n': 0}, {'n': 1}]}");
  mirror_open_changes(&m, k->store, "");
  assert_inverses(&m, "[]");
  send_ok(k->store, "{'set': ['/a', 5]}");
  assert_inverses(&m, "[[{'op': 'replace', 'path': '/a', 'value': 1}]]");
  send_ok(k->store, "{'set': ['/x', {}]}");
  assert_inverses(&m, "[[{'op': 'remove', 'path': '/x'}]]");
  send_ok(k->store, "{'remove': '/b'}");
  assert_inverses(&m, "[[{'op': 'add', 'path': '/b', 'value': {'c': [1, 2]}}]]");
  send_ok(k->store, "{'set': ['', {'l': [{'n': 0}, {'n': 1}]}]}");
  assert_inverses(&m,
                  "[[{'op': 'replace', 'path': '', 'value': {'a': 5, 'l': [{'n': 0}, {'n': 1}], "
                  "'x': {}}}]]");
  mirror_close(&m);
}

/* A change inside a value that is replaced later in the burst is restored after the replacement is undone. */
TEST(U1_what_was_written_before_it_went_comes_back_too) {
  mirror m;
  kit_open(k, writer(), "{'b': {'c': 1}, 'l': [{'n': 0}, {'n': 1}]}");
  mirror_open_changes(&m, k->store, "");
  send_ok(k->store, "{'all': [{'set': ['/b/c', 2]}, {'set': ['/b', 3]}]}");
  assert_inverses(&m, "[[{'op': 'replace', 'path': '/b', 'value': {'c': 2}}, "
                      "{'op': 'replace', 'path': '/b/c', 'value': 1}]]");
  send_ok(k->store,
          "{'all': [{'set': ['/l/1/n', 7]}, {'insert': ['/l/0', 5]}, {'remove': '/l/2'}]}");
  assert_inverses(&m, "[[{'op': 'add', 'path': '/l/2', 'value': {'n': 7}}, "
                      "{'op': 'replace', 'path': '/l/2/n', 'value': 1}, "
                      "{'op': 'remove', 'path': '/l/0'}]]");
  send_ok(k->store, "{'send': [{'insert': ['/l/-', 5]}, {'remove': '/l/2'}, {'set': ['/l/0', 1]}, "
                    "{'set': ['/l/0', 2]}]}");
  mirror_close(&m);
}

/* A change stays with its row if moving another row shifts that row, even at the end of the array. */
TEST(U1_a_written_row_that_a_move_shifts_is_told_where_it_is) {
  mirror m;
  kit_open(k, writer(), "{'l': [{'n': 0}, {'n': 1}, {'n': 2}]}");
  mirror_open_changes(&m, k->store, "");
  send_ok(k->store, "{'all': [{'set': ['/l/1', {'x': 1}]}, {'move': ['/l/2', '/l/0']}, "
                    "{'remove': '/l/2'}]}");
  assert_patches(&m, "[[{'op': 'move', 'from': '/l/2', 'path': '/l/0'}, "
                     "{'op': 'remove', 'path': '/l/2'}]]");
  assert_inverses(&m, "[[{'op': 'add', 'path': '/l/2', 'value': {'n': 1}}, "
                      "{'op': 'move', 'from': '/l/0', 'path': '/l/2'}]]");
  send_ok(k->store, "{'set': ['/l', [{'n': 0}, {'n': 1}, {'n': 2}]]}");
  send_ok(k->store, "{'all': [{'set': ['/l/1/n', 7]}, {'move': ['/l/2', '/l/0']}, "
                    "{'insert': ['/l/2', 'new']}]}");
  mirror_check(&m);
  assert_value_is(json_array_get(json_array_get(m.patches, 1), 2),
                  "{'op': 'replace', 'path': '/l/3/n', 'value': 7}");
  mirror_close(&m);
}

TEST(U1_many_rows_in_a_burst_take_no_longer_each) {
  mirror m;
  json_t *writes = json_array();
  kit_open(k, writer(), "{'l': []}");
  for (int i = 0; i < 3000; i++) {
    json_array_append_new(writes, json_pack("{s: [s, {s: i}]}", "insert", "/l/-", "n", i));
  }
  assert_int_equal(kmk_store_send_new(k->store, json_pack("{s: o}", "all", writes), NULL), KMK_OK);
  mirror_open_changes(&m, k->store, "");
  writes = json_array();
  for (int i = 0; i < 3000; i++) {
    char path[32];
    snprintf(path, sizeof path, "/l/%d/n", i);
    json_array_append_new(writes, json_pack("{s: [s, i]}", "set", path, -i));
    if (i % 3 == 0) {
      json_array_append_new(writes, json_of("{'move': ['/l/7', '/l/2500']}"));
    }
  }
  assert_int_equal(kmk_store_send_new(k->store, json_pack("{s: o}", "all", writes), NULL), KMK_OK);
  mirror_close(&m);
}

TEST(U1_freeing_one_mid_burst_leaves_the_others_whole) {
  mirror a, b, plain;
  kit_open(k, writer(), "{'a': {'x': 1}}");
  mirror_open_changes(&a, k->store, "");
  mirror_open_changes(&b, k->store, "");
  mirror_open(&plain, k->store, "");
  send_ok(k->store, "{'set': ['/a', {'x': 2}]}");
  mirror_close(&a);
  send_ok(k->store, "{'set': ['/a', {'x': 3}]}");
  assert_inverses(&b, "[[{'op': 'replace', 'path': '/a', 'value': {'x': 1}}], "
                      "[{'op': 'replace', 'path': '/a', 'value': {'x': 2}}]]");
  mirror_close(&b);
  send_ok(k->store, "{'set': ['/a', {'x': 4}]}");
  mirror_close(&plain);
}

TEST(U1_NULL_is_refused) {
  kmk_error error;
  int freed = 0;
  kit_open(k, counter(), "{'count': 0}");
  assert_null(kmk_store_observe_changes(k->store, "", NULL, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(freed, 1);
}

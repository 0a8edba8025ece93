/* Writes by a user interface's binding, at any place (G1, G7). */
#define KMK_NO_DEPRECATED /* kmk_bindings is tested here */
#include "support.h"

#define SET(path, value) "{'binding': {'path': '" path "', 'value': " value "}}"

TEST(G1_a_path_is_a_JSON_pointer) {
  kit_open(k, kmk_bindings("binding"), "{'a/b': 0, '': 0, '~x': 0, 'in': {'rows': [1, 2]}}");
  send_ok(k->store, SET("/a~1b", "1"));
  send_ok(k->store, SET("/", "2"));
  send_ok(k->store, SET("/~0x", "3"));
  send_ok(k->store, SET("/in/rows/1", "'x'"));
  assert_state_text(k->store, "{'a/b': 1, '': 2, '~x': 3, 'in': {'rows': [1, 'x']}}");
  send_ok(k->store, SET("", "{'whole': true}"));
  assert_state_text(k->store, "{'whole': true}");
}

TEST(G7_a_path_that_is_not_there_changes_nothing) {
  const char *initial = "{'rows': [1], 'name': 'x'}";
  kit_open(k, kmk_bindings("binding"), initial);
  const char *lost[] = {SET("/nope", "1"),   SET("/rows/-", "1"),    SET("/rows/1", "1"),
                        SET("/name/x", "1"), SET("/nope/deep", "1"), SET("name", "1"),
                        SET("/na~2me", "1")};
  for (size_t i = 0; i < COUNT_OF(lost); i++) {
    send_ok(k->store, lost[i]);
    assert_issues(k, "['binding-failed']");
    assert_state_text(k->store, initial);
  }
}

TEST(M11_what_is_missing_or_malformed_is_an_answer) {
  kmk_error error = {0};
  json_t *value = json_of("[]");
  kit_open(k, kmk_bindings("binding"), "{'path': 1}");
  assert_int_equal(kmk_store_write_binding(NULL, "b", "", value, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_store *store = k->store;
  assert_int_equal(kmk_store_write_binding(store, NULL, "", value, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_binding(store, "b", NULL, value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_binding(store, "b", "", NULL, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_binding(store, "b..c", "", value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_binding(store, "b", "name", value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_path(NULL, "/path", "path", value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_path(store, NULL, "path", value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_path(store, "/path", NULL, value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_path(store, "/path", "path", NULL, &error),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_path(store, "/path", "path", value, &error), KMK_ERR_NOT_FOUND);
  assert_string_equal(error.path, "/path");
  assert_int_equal(kmk_store_write_path(store, "/nope", "path", value, NULL), KMK_ERR_NOT_FOUND);
  json_decref(value);
  assert_json_text(k->log, "[]");
  assert_state_text(store, "{'path': 1}");
}

/* Shared values with extreme names and values, as in the table of docs/limits.md (M16). */
#include "limits_support.h"

#include <unistd.h>

#define WRONG KMK_ERR_INVALID_ARGUMENT

typedef kmk_shared *share_fn(const char *, const json_t *, kmk_error *);

static share_fn *const kinds[] = {kmk_shared_memory, kmk_shared_file, kmk_shared_setting};

/* The error if a value cannot be shared. */
static kmk_status refused(share_fn *share, const char *name, const json_t *initial) {
  kmk_error error;
  assert_null(share(name, initial, &error));
  return error.status;
}

TEST(M16_any_text_in_UTF_8_names_a_shared_value_but_a_path_of_nothing) {
  json_t *one = json_integer(1);
  char *text = repeated("x", 1000000, "");
  const char *names[] = {"", "\xc3\xa9", text};
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    assert_int_equal(refused(kinds[i], NULL, one), WRONG);
    assert_int_equal(refused(kinds[i], "\xff", one), WRONG);
    assert_int_equal(refused(kinds[i], "a", NULL), WRONG);
  }
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    kmk_shared *shared = kmk_shared_memory(names[i], one, NULL);
    assert_non_null(shared);
    kmk_shared_free(shared);
  }
  assert_int_equal(refused(kmk_shared_file, "", one), WRONG);
  json_decref(one);
  free(text);
  assert_issues(k, "[]");
}

TEST(M16_a_path_longer_than_the_system_takes_cannot_be_read) {
  json_t *one = json_integer(1);
  char *path = repeated("/tmp/x", 10000, "");
  kmk_shared *shared = kmk_shared_file(path, one, NULL);
  assert_non_null(shared);
  assert_issues(k, "['shared-unreadable']");
  assert_int_equal(kmk_shared_set_new(shared, "", json_integer(2), NULL), KMK_OK);
  assert_issues(k, "['shared-unsaved']");
  json_t *value = kmk_shared_get(shared, "", NULL);
  assert_int_equal(json_integer_value(value), 2);
  json_decref(value);
  kmk_shared_free(shared);
  json_decref(one);
  free(path);
}

/* A value with this number of levels; a scalar is one level. */
static json_t *nested(int levels) {
  json_t *value = json_integer(1);
  for (int i = 1; i < levels; i++)
    value = json_pack("[o]", value);
  return value;
}

static json_t *deepen(const json_t *value, void *data) {
  (void)value, (void)data;
  return nested(KMK_MAX_DEPTH + 1);
}

TEST(M16_what_is_shared_is_nested_as_deep_as_JSON_may_be) {
  json_t *deepest = nested(KMK_MAX_DEPTH), *deeper = nested(KMK_MAX_DEPTH + 1);
  for (size_t i = 0; i < COUNT_OF(kinds); i++)
    assert_int_equal(refused(kinds[i], "/tmp/kumiki-too-deep.json", deeper), KMK_ERR_TOO_DEEP);
  kmk_shared *shared = kmk_shared_memory("M16 deep", deepest, NULL);
  assert_non_null(shared);
  assert_int_equal(kmk_shared_set_new(shared, "", json_incref(deeper), NULL), KMK_ERR_TOO_DEEP);
  assert_int_equal(kmk_shared_set_new(shared, "/0", json_incref(deepest), NULL), KMK_ERR_TOO_DEEP);
  assert_int_equal(kmk_shared_update(shared, deepen, NULL, NULL), KMK_ERR_TOO_DEEP);
  json_t *value = kmk_shared_get(shared, "", NULL);
  assert_true(json_equal(value, deepest));
  json_decref(value);
  kmk_shared_free(shared);
  json_decref(deepest);
  json_decref(deeper);
}

static void look(const json_t *value, void *data) {
  (void)value;
  *(int *)data += 1;
}

TEST(M16_pointers_into_what_is_shared_are_those_of_a_state) {
  json_t *initial = json_pack("{s:[i, i]}", "a", 1, 2);
  kmk_shared *shared = kmk_shared_memory("M16 pointers", initial, NULL);
  kmk_error error;
  const char *malformed[] = {NULL, "a", "/~2", "\xff"};
  int told = 0;
  for (size_t i = 0; i < COUNT_OF(malformed); i++) {
    assert_null(kmk_shared_get(shared, malformed[i], &error));
    assert_int_equal(error.status, WRONG);
    assert_int_equal(kmk_shared_set_new(shared, malformed[i], json_null(), NULL), WRONG);
    assert_null(kmk_shared_observe(shared, k->loop, malformed[i], look, &told, NULL, &error));
    assert_int_equal(error.status, WRONG);
  }
  const char *absent[] = {"/b", "/a/2", "/a/-", "/a/18446744073709551616", "/a/0/c"};
  for (size_t i = 0; i < COUNT_OF(absent); i++) {
    assert_null(kmk_shared_get(shared, absent[i], &error));
    assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  }
  assert_int_equal(kmk_shared_set_new(shared, "/a/2", json_null(), NULL), KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_shared_set_new(shared, "/b/c", json_null(), NULL), KMK_ERR_NOT_FOUND);
  assert_int_equal(told, 0);
  kmk_shared_free(shared);
  json_decref(initial);
}

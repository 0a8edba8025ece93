/* User interfaces can write only the fields that a feature allows them to write (G12, G15). */
#include "support.h"

static const kmk_field fields[] = {{"/name", "text"},           {"/age", "unsigned"},
                                   {"/in/volume", "number"},    {"/nickname", "text?"},
                                   {"/is~1on", "boolean"},      {"/extra", "any"},
                                   {"/missing/member", "text?"}};

#define INITIAL                                                                                    \
  "{'name': 'Ann', 'age': 3, 'in': {'volume': 0.5}, 'is/on': true, 'extra': [1], 'secret': 1}"

static kmk_reducer *bound(void) { return kmk_binding_fields("binding", COUNT_OF(fields), fields); }

static void write_field(kit *k, const char *pointer, const char *value) {
  json_t *json = json_of(value);
  kmk_error error = {0};
  assert_int_equal(kmk_store_write_binding(k->store, "binding", pointer, json, &error), KMK_OK);
  json_decref(json);
}

static void assert_refused(kit *k, const char *pointer, const char *value, const char *why) {
  write_field(k, pointer, value);
  const char *message = json_string_value(json_object_get(json_array_get(k->issues, 0), "message"));
  if (message == NULL || strstr(message, why) == NULL) {
    fail_msg("%s = %s: expected %s, found %s", pointer, value, why, message);
  }
  assert_issues(k, "['binding-failed']");
  assert_state_text(k->store, INITIAL);
}

TEST(G12_any_other_write_is_an_issue_and_changes_nothing) {
  kit_open(k, bound(), INITIAL);
  const char *known = "there are /name, /age, /in/volume, /nickname, /is~1on, /extra";
  assert_refused(k, "", "[]", known);
  assert_refused(k, "/secret", "2", known);
  assert_refused(k, "/in", "{}", known);
  assert_refused(k, "/extra/0", "2", known);
  assert_refused(k, "/nmae", "'x'", "no such field; did you mean /name? there are ");
  assert_refused(k, "/name", "5", "expected text, found 5");
  assert_refused(k, "/name", "null", "expected text, found null");
  assert_refused(k, "/age", "-1", "expected an integer from 0, found -1");
  assert_refused(k, "/age", "1.5", "expected an integer, found 1.5");
  assert_refused(k, "/in/volume", "'loud'", "expected a number, found text \"loud\"");
  assert_refused(k, "/is~1on", "0", "expected true or false, found 0");
}

TEST(G12_a_feature_without_fields_takes_no_write) {
  kit_open(k, kmk_binding_fields("binding", 0, NULL), INITIAL);
  assert_refused(k, "/name", "'x'", "no such field; there are");
}

TEST(G12_a_list_that_is_wrong_is_told_when_a_store_is_made) {
  kmk_field field = {"/a", "text"};
  assert_invalid_reducer(k, kmk_binding_fields(NULL, 1, &field), "action_case is NULL");
  assert_invalid_reducer(k, kmk_binding_fields("binding", 1, NULL), "fields is NULL");
  assert_invalid_reducer(k, kmk_binding_fields("binding", SIZE_MAX, NULL), "kmk_binding_fields");
  assert_invalid_reducer(k, kmk_binding_fields("binding", 1, &(kmk_field){NULL, "text"}),
                         "is NULL");
  assert_invalid_reducer(k, kmk_binding_fields("binding", 1, &(kmk_field){"/a", NULL}), "is NULL");
  assert_invalid_reducer(k, kmk_binding_fields("binding", 1, &(kmk_field){"a", "text"}), "Pointer");
  assert_invalid_reducer(k, kmk_binding_fields("binding", 1, &(kmk_field){"/a", "txt"}), "txt");
}

TEST(G15_the_part_of_a_value_that_does_not_fit_is_named) {
  static const kmk_field parts[] = {{"/tags", "[text]"}, {"/size", "shape"}};
  kmk_reducer *form = kmk_shape(kmk_binding_fields("binding", COUNT_OF(parts), parts),
                                "{tags: [text], size: {w: integer, h: integer}}");
  kit_open(k, kmk_if_let(kmk_empty(), "/form", "form", NULL, form),
           "{'form': {'tags': [], 'size': {'w': 1, 'h': 2}}}");
  static const struct {
    const char *pointer, *value, *path, *message;
  } writes[] = {
      {"/tags", "['a', 1]", "/form/tags/1", "could not write /tags/1: expected text, found 1"},
      {"/size", "{'w': 1, 'h': 'x'}", "/form/size/h",
       "could not write /size/h: expected an integer"},
      {"/tags", "1", "/form/tags", "could not write /tags: expected an array, found 1"},
  };
  for (size_t i = 0; i < COUNT_OF(writes); i++) {
    json_t *value = json_of(writes[i].value);
    assert_int_equal(
        kmk_store_write_binding(k->store, "form.binding", writes[i].pointer, value, NULL), KMK_OK);
    json_decref(value);
    const json_t *issue = json_array_get(k->issues, 0);
    assert_string_equal(json_string_value(json_object_get(issue, "path")), writes[i].path);
    const char *message = json_string_value(json_object_get(issue, "message"));
    if (strstr(message, writes[i].message) == NULL) {
      fail_msg("expected %s, found %s", writes[i].message, message);
    }
    assert_issues(k, "['binding-failed']");
  }
}

/* Actions by case path, pointers with arguments, rows by id (P1 to P4). */
#include "support.h"

#include <inttypes.h>

/* ------------------------------------------------------------ actions by case path */

static void assert_built(json_t *action, const char *case_path, const char *expected) {
  assert_json_text(action, expected);
  assert_true(kmk_action_is(action, case_path));
  json_decref(action);
}

TEST(P1_what_is_built_by_a_case_path_is_read_by_it) {
  json_t *three = json_integer(3);
  assert_built(kmk_action_at("inc", NULL), "inc", "'inc'");
  assert_built(kmk_action_at("set", three), "set", "{'set':3}");
  assert_built(kmk_action_at_new("a.b.set", json_incref(three)), "a.b.set",
               "{'a':{'b':{'set':3}}}");
  assert_built(kmk_action_at("destination.dismiss", NULL), "destination.dismiss",
               "{'destination':'dismiss'}");
  json_t *of_row = kmk_action_element_at_new("rows", three, kmk_action_at("set", three));
  assert_built(of_row, "rows.element.set", "{'rows':{'element':{'id':3,'action':{'set':3}}}}");
  json_decref(three);
}

TEST(P1_a_text_that_is_no_case_path_builds_nothing) {
  json_t *three = json_integer(3);
  static const char *const wrong[] = {NULL, "", ".", "a.", ".a", "a..b", "\xff"};
  for (size_t i = 0; i < KMK_COUNT(wrong); i++) {
    assert_null(kmk_action_at(wrong[i], three));
    assert_null(kmk_action_at(wrong[i], NULL));
    assert_null(kmk_action_at_new(wrong[i], json_incref(three)));
    assert_null(kmk_action_element_at_new(wrong[i], three, json_incref(three)));
  }
  assert_null(kmk_action_element_at_new("rows", NULL, json_incref(three)));
  assert_null(kmk_action_element_at_new("rows", three, NULL));
  assert_int_equal(three->refcount, 1);
  json_decref(three);
}

TEST(P2_an_action_is_sent_by_its_case_path) {
  kmk_error error;
  json_t *seven = json_integer(7);
  kit_open(k, kmk_scope("/child", "child", counter()), "{'child': {'count': 0}}");
  assert_int_equal(kmk_store_send_at(k->store, "child.inc", NULL, NULL), KMK_OK);
  assert_state_text(k->store, "{'child':{'count':1}}");
  assert_int_equal(kmk_store_send_at(k->store, "child.set", seven, NULL), KMK_OK);
  assert_state_text(k->store, "{'child':{'count':7}}");
  assert_int_equal(kmk_store_send_at_new(k->store, "child.set", json_integer(8), &error), KMK_OK);
  assert_state_text(k->store, "{'child':{'count':8}}");
  json_decref(seven);
}

TEST(P2_what_is_wrong_with_it_is_said_at_the_call) {
  kmk_error error;
  k->store =
      open_store(k->loop, KMK_CASES(counter(), {"inc", NULL}, {"set", "integer"}), "{'count': 0}");
  assert_int_equal(kmk_store_send_at(k->store, "a..b", NULL, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "a case path is names with dots between, not \"a..b\"");
  assert_int_equal(kmk_store_send_at(k->store, NULL, NULL, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "case_path is NULL");
  assert_int_equal(kmk_store_send_at_new(NULL, "inc", json_integer(1), &error),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_send_at(k->store, "nope", NULL, &error), KMK_ERR_DECODE);
  assert_int_equal(kmk_store_send_at_new(k->store, "set", json_string("x"), &error),
                   KMK_ERR_DECODE);
  assert_string_equal(error.path, "/set");
  assert_state_text(k->store, "{'count':0}");
}

/* ------------------------------------------------------- pointers with arguments */

static void assert_pointer(char *pointer, const char *expected) {
  if (expected == NULL)
    assert_null(pointer);
  else
    assert_string_equal(pointer, expected);
  kmk_text_free(pointer);
}

static char *pointer_of_list(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *pointer = kmk_vpointerf(format, arguments);
  va_end(arguments);
  return pointer;
}

TEST(P3_the_arguments_may_come_in_a_list) {
  assert_pointer(pointer_of_list("/%s/%d", "a/b", 7), "/a~1b/7");
  assert_pointer(pointer_of_list("/%q", 7), NULL);
}

TEST(P3_the_arguments_of_a_pointer_are_written_as_steps) {
  char long_name[600], expected[700];
  assert_pointer(kmk_pointerf("%s", ""), "");
  assert_pointer(kmk_pointerf("/rows/%zu/name", (size_t)12), "/rows/12/name");
  assert_pointer(kmk_pointerf("/%s/%s", "a/b~c", ""), "/a~1b~0c/");
  assert_pointer(kmk_pointerf("/%.*s", 3, "abcdef"), "/abc");
  assert_pointer(kmk_pointerf("/%.*s", -1, "ab"), "/ab");
  assert_pointer(kmk_pointerf("/%d/%i/%u/%x/%%", -1, 2, 3u, 255u), "/-1/2/3/ff/%");
  assert_pointer(kmk_pointerf("/%hhd/%hd/%ld/%lld", 300, 70000, -5L, -6LL), "/44/4464/-5/-6");
  assert_pointer(kmk_pointerf("/%hhu/%hu/%lu/%llu", 300u, 70000u, 5UL, 6ULL), "/44/4464/5/6");
  assert_pointer(kmk_pointerf("/%jd/%td/%ju", INTMAX_MIN, (ptrdiff_t)-3, UINTMAX_MAX),
                 "/-9223372036854775808/-3/18446744073709551615");
  assert_pointer(kmk_pointerf("/%" JSON_INTEGER_FORMAT "/%" PRIu64, (json_int_t)4, UINT64_MAX),
                 "/4/18446744073709551615");
  memset(long_name, '/', sizeof long_name);
  long_name[300] = '\0';
  expected[0] = '/';
  for (size_t i = 0; i < 300; i++)
    memcpy(expected + 1 + 2 * i, "~1", 3);
  assert_pointer(kmk_pointerf("/%s", long_name), expected);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wformat-overflow"
#endif
TEST(P4_what_is_no_format_is_no_pointer) {
  static const char *const wrong[] = {"/%", "/%f", "/%5d", "/%-d", "/%n", "/%ls", "/%.2s", "/%hhs"};
  for (size_t i = 0; i < KMK_COUNT(wrong); i++)
    assert_pointer(kmk_pointerf(wrong[i], 1, 2), NULL);
  assert_pointer(kmk_pointerf(NULL), NULL);
  assert_pointer(kmk_pointerf("/%s", (const char *)NULL), NULL);
}

REDUCER(write_without_format) {
  json_t *value = json_integer(1);
  assert_null(kmk_state_getf(state, "/%q", 1));
  assert_int_equal(kmk_state_setf(state, value, "/%q", 1), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_state_setf_new(state, json_incref(value), "/%q", 1),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_state_insertf_new(state, json_incref(value), "/%q", 1),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_state_removef(state, "/%q", 1), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(value->refcount, 1);
  json_decref(value);
  return NULL;
}

TEST(P4_a_write_without_a_format_is_not_done_and_an_issue) {
  kmk_error error;
  kit_open(k, kmk_reducer_new(write_without_format, NULL, NULL), "{'count': 1}");
  send_ok(k->store, "'go'");
  assert_failed_writes(k, 4);
  assert_state_text(k->store, "{'count':1}");
  assert_null(kmk_store_getf(k->store, &error, "/%q", 1));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
}
#pragma GCC diagnostic pop

REDUCER(write_by_format) {
  json_t *value = json_integer(2);
  kmk_state_setf(state, value, "/rows/%d/%s", 0, "a/b");
  json_decref(value);
  kmk_state_setf_new(
      state, json_integer(json_integer_value(kmk_state_getf(state, "/rows/%zu/n", (size_t)1)) + 1),
      "/rows/%d/n", 1);
  kmk_state_insertf_new(state, json_object(), "/%s/%d", "rows", 1);
  kmk_state_removef(state, "/%.*s", 4, "gone with the rest");
  return NULL;
}

TEST(P3_a_reducer_reads_and_writes_by_pointers_with_arguments) {
  kmk_error error;
  kit_open(k, kmk_reducer_new(write_by_format, NULL, NULL),
           "{'rows': [{'a/b': 1}, {'n': 1}], 'gone': 1}");
  send_ok(k->store, "'go'");
  assert_state_text(k->store, "{'rows':[{'a/b':2},{},{'n':2}]}");
  json_t *value = kmk_store_getf(k->store, &error, "/rows/%d/%s", 0, "a/b");
  assert_json_text(value, "2");
  json_decref(value);
  assert_null(kmk_store_getf(k->store, &error, "/rows/%d", 9));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
}

/* -------------------------------------------------------------------------- rows */

REDUCER(work_on_rows) {
  json_t *b = json_string("b"), *z = json_string("z");
  if (kmk_action_is(action, "rename"))
    kmk_state_set_row_new(state, "/rows", b, "/name", json_string("Bob"));
  if (kmk_action_is(action, "replace"))
    kmk_state_set_row_new(state, "/rows", b, "", json_pack("{s:s}", "id", "b"));
  if (kmk_action_is(action, "note"))
    kmk_state_set(state, "/seen", kmk_state_row(state, "/rows", b));
  if (kmk_action_is(action, "remove"))
    kmk_state_remove_row(state, "/rows", b);
  if (kmk_action_is(action, "miss")) {
    assert_null(kmk_state_row(state, "/rows", z));
    assert_null(kmk_state_row(state, "/seen", b));
    assert_int_equal(kmk_state_set_row_new(state, "/rows", z, "/name", json_null()),
                     KMK_ERR_NOT_FOUND);
    assert_int_equal(kmk_state_set_row_new(state, "/rows", b, "name", json_integer(1)),
                     KMK_ERR_INVALID_ARGUMENT);
    assert_int_equal(kmk_state_set_row_new(state, "/rows", b, "/name", NULL),
                     KMK_ERR_INVALID_ARGUMENT);
    assert_int_equal(kmk_state_remove_row(state, "/rows", z), KMK_ERR_NOT_FOUND);
    assert_int_equal(kmk_state_remove_row(state, "rows", b), KMK_ERR_INVALID_ARGUMENT);
    assert_int_equal(kmk_state_remove_row(state, "/rows", NULL), KMK_ERR_INVALID_ARGUMENT);
  }
  json_decref(b), json_decref(z);
  return NULL;
}

static void open_rows(kit *k) {
  kmk_reducer *parent = kmk_reducer_new(work_on_rows, NULL, NULL);
  kit_open(k, kmk_for_each(parent, "/rows", "rows", NULL, kmk_combine(0, NULL)),
           "{'rows': [{'id': 'a'}, {'id': 'b', 'name': 'x'}], 'seen': null}");
}

TEST(P5_a_row_is_read_written_and_removed_by_its_id) {
  open_rows(k);
  send_ok(k->store, "'rename'");
  send_ok(k->store, "'note'");
  assert_state_text(k->store, "{'rows':[{'id':'a'},{'id':'b','name':'Bob'}],"
                              "'seen':{'id':'b','name':'Bob'}}");
  send_ok(k->store, "'replace'");
  send_ok(k->store, "'remove'");
  assert_state_text(k->store, "{'rows':[{'id':'a'}],'seen':{'id':'b','name':'Bob'}}");
}

TEST(P5_of_a_row_that_is_not_there_nothing_is_written) {
  open_rows(k);
  send_ok(k->store, "'miss'");
  const char *first = json_string_value(json_object_get(json_array_get(k->issues, 0), "message"));
  assert_string_equal(first,
                      "kmk_state_set_row_new wrote nothing: no row with that id belongs to a "
                      "kmk_for_each or kmk_stack");
  assert_failed_writes(k, 6);
  assert_state_text(k->store, "{'rows':[{'id':'a'},{'id':'b','name':'x'}],'seen':null}");
}

/* Conditions without a store: the tests, the combinations, the text, and descriptions that are refused. */
#include "allocator_support.h"

#include <locale.h>

typedef struct {
  const char *condition, *value, *whole;
  bool holds;
} trial;

static void assert_trials(const trial *trials, size_t count) {
  for (size_t i = 0; i < count; i++) {
    kmk_error error;
    json_t *description = json_of(trials[i].condition);
    json_t *value = trials[i].value != NULL ? json_of(trials[i].value) : NULL;
    json_t *whole = trials[i].whole != NULL ? json_of(trials[i].whole) : NULL;
    kmk_condition *condition = kmk_condition_new(description, &error);
    if (condition == NULL)
      fail_msg("%s: %s", trials[i].condition, error.message);
    if (kmk_condition_holds(condition, value, whole) != trials[i].holds)
      fail_msg("%s of %s is %d", trials[i].condition, trials[i].value, !trials[i].holds);
    kmk_condition_free(condition);
    json_decref(description);
    json_decref(value);
    json_decref(whole);
  }
}
#define ASSERT_TRIALS(...)                                                                         \
  const trial trials[] = {__VA_ARGS__};                                                            \
  assert_trials(trials, COUNT_OF(trials))

PLAIN_TEST(M420_values_are_equal_by_their_content_and_numbers_by_value) {
  ASSERT_TRIALS(
      {"{'at': '/n', 'equals': 1}", "{'n': 1.0}", NULL, true},
      {"{'at': '/n', 'equals': 9007199254740993}", "{'n': 9007199254740992.0}", NULL, false},
      {"{'at': '/n', 'equals': -9223372036854775807}", "{'n': -1e300}", NULL, false},
      {"{'at': '/n', 'equals': true}", "{'n': 1}", NULL, false},
      {"{'at': '/n', 'equals': null}", "{}", NULL, true},
      {"{'at': '/n', 'equals': null}", NULL, NULL, true},
      {"{'at': '/n', 'equals': false}", "{}", NULL, false},
      {"{'at': '/n', 'equals': [1, 'a']}", "{'n': [1, 'a']}", NULL, true},
      {"{'at': '/n', 'equals': {'literal': {'at': '/n'}}}", "{'n': {'at': '/n'}}", NULL, true},
      {"{'at': '/a~1b/1', 'equals': {'at': '/~0'}}", "{'a/b': [0, 5], '~': 5}", NULL, true},
      {"{'at': '/0', 'equals': 5}", "{'0': 5}", NULL, true},
      {"{'at': '/01', 'equals': null}", "[0, 1]", NULL, true},
      {"{'at': '', 'equals': 'x'}", "'x'", NULL, true},
      {"{'place': '/chosen', 'equals': null}", "{'chosen': 3}", "{}", true},
      {"{'at': '/id', 'equals': {'place': '/chosen/0'}}", "{'id': 7}", "{'chosen': [7]}", true},
      {"{'at': '/id', 'equals': {'place': '/chosen'}}", "{'id': 7}", NULL, false});
}

PLAIN_TEST(M420_a_text_or_an_array_contains_and_an_array_lists) {
  ASSERT_TRIALS({"{'at': '', 'contains': 'aab'}", "'aaab'", NULL, true},
                {"{'at': '', 'contains': 'A'}", "'aaab'", NULL, false},
                {"{'at': '', 'contains': ''}", "''", NULL, true},
                {"{'at': '', 'contains': {'place': '/search'}}", "'x'", "{'search': null}", true},
                {"{'at': '', 'contains': {'place': '/search'}}", "5", "{}", false},
                {"{'at': '', 'contains': 5}", "'5'", NULL, false},
                {"{'at': '', 'contains': 5}", "[4, 5.0]", NULL, true},
                {"{'at': '', 'contains': {'place': '/tag'}}", "[]", "{}", true},
                {"{'at': '', 'in': ['a', null, 2]}", "null", NULL, true},
                {"{'at': '', 'in': ['a', 2]}", "'b'", NULL, false},
                {"{'at': '', 'in': {'place': '/all'}}", "'b'", "{'all': ['b']}", true},
                {"{'at': '', 'in': {'place': '/all'}}", "'b'", "{'all': 'b'}", false},
                {"{'at': '', 'in': []}", "'b'", NULL, false});
}

PLAIN_TEST(M420_a_range_has_two_ends_and_no_other_types) {
  ASSERT_TRIALS(
      {"{'at': '', 'from': 3, 'to': 9}", "3", NULL, true},
      {"{'at': '', 'from': 3, 'to': 9}", "9.0", NULL, true},
      {"{'at': '', 'from': 3, 'to': 9}", "9.1", NULL, false},
      {"{'at': '', 'from': 3.5}", "3", NULL, false}, {"{'at': '', 'from': 3.5}", "4", NULL, true},
      {"{'at': '', 'to': 9223372036854775807}", "9223372036854775808.0", NULL, false},
      {"{'at': '', 'from': -1e300}", "-9223372036854775807", NULL, true},
      {"{'at': '', 'to': 'b'}", "'a'", NULL, true}, {"{'at': '', 'to': 'b'}", "'ba'", NULL, false},
      {"{'at': '', 'to': 'b'}", "1", NULL, false},
      {"{'at': '', 'to': {'place': '/most'}}", "1", "{'most': null}", true},
      {"{'at': '', 'to': {'place': '/most'}}", "true", "{'most': null}", false},
      {"{'at': '/n', 'to': {'at': '/most'}}", "{'n': 4, 'most': 3}", NULL, false},
      {"{'at': '/n', 'exists': true}", "{'n': null}", NULL, true},
      {"{'at': '/n', 'exists': false}", "[]", NULL, true},
      {"{'place': '', 'exists': true}", "[]", NULL, false});
}

PLAIN_TEST(M421_text_is_compared_without_case_in_every_locale) {
  setlocale(LC_ALL, "tr_TR.UTF-8");
  ASSERT_TRIALS(
      {"{'at': '', 'contains': 'STRA\u00df', 'fold': true}", "'die stra\u1e9ee'", NULL, true},
      {"{'at': '', 'contains': '\u00c4R', 'fold': true}", "'ein b\u00e4r'", NULL, true},
      {"{'at': '', 'contains': '\u00c4R', 'fold': false}", "'ein b\u00e4r'", NULL, false},
      {"{'at': '', 'contains': 'aac', 'fold': true}", "'AaAB'", NULL, false},
      {"{'at': '', 'contains': 'AAB', 'fold': true}", "'aaab'", NULL, true},
      {"{'at': '', 'contains': 'abc', 'fold': true}", "'ab'", NULL, false},
      {"{'at': '', 'equals': '\u03a3\u03c2', 'fold': true}", "'\u03c3\u03c3'", NULL, true},
      {"{'at': '', 'equals': 'TITLE', 'fold': true}", "'title'", NULL, true},
      {"{'at': '', 'equals': 'I', 'fold': true}", "'\u0131'", NULL, false},
      {"{'at': '', 'equals': '\u0130', 'fold': true}", "'i'", NULL, false},
      {"{'at': '', 'equals': '\U00010400', 'fold': true}", "'\U00010428'", NULL, true},
      {"{'at': '', 'equals': '\u13a0', 'fold': true}", "'\uab70'", NULL, true},
      {"{'at': '', 'in': ['\u0416'], 'fold': true}", "'\u0436'", NULL, true},
      {"{'at': '', 'from': 'B', 'to': 'D', 'fold': true}", "'c'", NULL, true},
      {"{'at': '', 'from': 'B', 'to': 'D', 'fold': true}", "'da'", NULL, false});
  setlocale(LC_ALL, "C");
}

PLAIN_TEST(M422_conditions_are_combined_also_over_rows) {
#define ROWS "{'rows': [{'n': 1}, {'n': 2}, {'n': 3}], 'least': 2}"
#define LARGE "'is': {'at': '/n', 'from': {'place': '/least'}}"
  ASSERT_TRIALS({"{'and': []}", "5", NULL, true}, {"{'or': []}", "5", NULL, false},
                {"{'and': [{'at': '', 'from': 1}, {'at': '', 'to': 3}]}", "5", NULL, false},
                {"{'or': [{'at': '', 'to': 1}, {'at': '', 'from': 3}]}", "5", NULL, true},
                {"{'not': {'or': [{'at': '', 'to': 1}, {'at': '', 'from': 3}]}}", "2", NULL, true},
                {"{'every': '/rows', " LARGE "}", ROWS, ROWS, false},
                {"{'some': '/rows', " LARGE "}", ROWS, ROWS, true},
                {"{'every': '/none', " LARGE "}", ROWS, ROWS, true},
                {"{'some': '/none', " LARGE "}", ROWS, ROWS, false},
                {"{'count': '/rows', " LARGE ", 'from': 2, 'to': 2}", ROWS, ROWS, true},
                {"{'count': '/rows', " LARGE ", 'to': 1.5}", ROWS, ROWS, false},
                {"{'count': '/rows', 'from': {'at': '/least'}}", ROWS, NULL, true},
                {"{'count': '/rows', 'from': {'at': '/none'}}", ROWS, NULL, true},
                {"{'count': '/rows', 'from': {'at': '/rows'}}", ROWS, NULL, false});
}

static void assert_refused(const char *description, kmk_status status, const char *path,
                           const char *message) {
  kmk_error error = {.status = KMK_OK};
  json_t *json = json_of(description);
  assert_null(kmk_condition_new(json, &error));
  assert_null(kmk_condition_new(json, NULL));
  assert_int_equal(error.status, status);
  assert_string_equal(error.path, path);
  if (strstr(error.message, message) == NULL)
    fail_msg("%s says: %s", description, error.message);
  json_decref(json);
}

PLAIN_TEST(M423_a_description_that_is_no_condition_is_refused_with_its_place) {
#define INVALID KMK_ERR_INVALID_ARGUMENT
  assert_refused("5", INVALID, "", "found an integer, expected a condition");
  assert_refused("{}", INVALID, "", "expected the members of one condition");
  assert_refused("{'and': [{'at': '/a', 'equal': 1}]}", INVALID, "/and/0/equal", "equals");
  assert_refused("{'not': {'a/b': 1}}", INVALID, "/not/a~1b", "unknown member");
  assert_refused("{'not': {'at': '/a'}}", INVALID, "/not", "with one of equals");
  assert_refused("{'at': '/a', 'place': '/a', 'equals': 1}", INVALID, "", "at or place");
  assert_refused("{'at': '/a', 'equals': 1, 'in': []}", INVALID, "", "one of equals");
  assert_refused("{'at': '/a', 'exists': true, 'fold': true}", INVALID, "", "perhaps fold");
  assert_refused("{'and': [], 'or': []}", INVALID, "", "one condition");
  assert_refused("{'every': '/rows'}", INVALID, "", "every or some, and is");
  assert_refused("{'count': '/rows'}", INVALID, "", "from or to");
  assert_refused("{'and': {}}", INVALID, "/and", "an array of conditions");
  assert_refused("{'or': [{'and': []}, null]}", INVALID, "/or/1", "found null");
  assert_refused("{'at': 'a', 'equals': 1}", INVALID, "/at",
                 "found \"a\", expected a JSON Pointer");
  assert_refused("{'at': '/~', 'equals': 1}", INVALID, "/at", "~0");
  assert_refused("{'place': 3, 'equals': 1}", INVALID, "/place", "found an integer");
  assert_refused("{'at': '/a', 'equals': {'x': 1}}", INVALID, "/equals", "literal");
  assert_refused("{'at': '/a', 'equals': {'place': 1}}", INVALID, "/equals/place", "JSON Pointer");
  assert_refused("{'at': '/a', 'in': 'ab'}", INVALID, "/in", "an array");
  assert_refused("{'at': '/a', 'from': true}", INVALID, "/from", "a number or a text");
  assert_refused("{'count': '/a', 'to': 'z'}", INVALID, "/to", "a number");
  assert_refused("{'at': '/a', 'equals': 1, 'fold': 1}", INVALID, "/fold", "true or false");
  assert_refused("{'some': '/a', 'is': {'at': '/b', 'exists': 1}}", INVALID, "/is/exists", "true");
  kmk_error error;
  assert_null(kmk_condition_new(NULL, &error));
  assert_int_equal(error.status, INVALID);
  assert_false(kmk_condition_holds(NULL, NULL, NULL));
  kmk_condition_free(NULL);
}

PLAIN_TEST(M423_a_condition_has_at_most_64_levels) {
  json_t *description = json_of("{'at': '', 'exists': true}");
  for (int level = 0; level < 64; level++)
    description = json_pack("{so}", "not", description);
  kmk_condition *condition = kmk_condition_new(description, NULL);
  assert_true(kmk_condition_holds(condition, json_true(), NULL));
  kmk_condition_free(condition);
  description = json_pack("{so}", "not", description);
  kmk_error error;
  assert_null(kmk_condition_new(description, &error));
  assert_int_equal(error.status, KMK_ERR_TOO_DEEP);
  json_decref(description);
}

PLAIN_TEST(M423_a_condition_that_memory_does_not_suffice_for_leaves_nothing) {
  json_t *description =
      json_of("{'and': [{'at': '/a~1b', 'equals': {'place': '/x'}}, {'place': '/y', 'in': [1]}, "
              "{'some': '/rows', 'is': {'at': '', 'from': {'place': '/x'}, 'to': 5}}]}");
  long before = blocks;
  for (long number = 1;; number = following(number)) {
    kmk_error error = {.status = KMK_OK};
    refuse(number);
    kmk_condition *condition = kmk_condition_new(description, &error);
    refuse_no_more();
    assert_int_equal(error.status, condition != NULL ? KMK_OK : KMK_ERR_NO_MEMORY);
    kmk_condition_free(condition);
    assert_int_equal(blocks, before);
    if (!has_refused)
      break;
  }
  json_decref(description);
}

/* Shapes and states: initial states, defaults, mistakes in the shape's text (S1, S2, S4, S5). */
#include "shape_support.h"

#include <stdio.h>

/* ------------------------------------------------------------------- initial states */

static const struct misfit {
  const char *shape, *state, *path, *message;
} misfits[] = {
    {"integer", "1.5", "", "expected an integer, found 1.5"},
    {"unsigned", "-1", "", "expected an integer from 0, found -1"},
    {"number", "'x'", "", "expected a number, found text \"x\""},
    {"text", "null", "", "expected text, found null"},
    {"boolean", "1", "", "expected true or false, found 1"},
    {"[integer]", "{}", "", "expected an array, found an empty object"},
    {"[integer]", "[1, null]", "/1", "expected an integer, found null"},
    {"[[text]]", "[['a'], ['b', 3]]", "/1/1", "expected text, found 3"},
    {"[text: integer]", "{'a': 1, 'b': 'x'}", "/b", "expected an integer, found text \"x\""},
    {"[text: integer]", "[]", "", "expected an object, found an empty array"},
    {"{a: integer}", "[]", "", "expected an object, found an empty array"},
    {"{a: integer}", "{}", "/a", "expected an integer, found nothing"},
    {"{a: {b: text?}}", "{'a': {'b': 1}}", "/a/b", "expected text, found 1"},
    {"{'a/b': text}", "{'a/b': 1}", "/a~1b", "expected text, found 1"},
    {"only {name: text}", "{'name': 'x', 'nmae': 1}", "/nmae",
     "found nmae; did you mean name? expected one of name"},
    {"only {}", "{'stray': 1}", "/stray", "found stray; expected none"},
    {"(on | off)", "'no'", "", "found no; expected one of on, off"},
    {"(on | off)", "{'on': 1}", "/on", "expected no payload, null or {}, found 1"},
    {"(idle | failed: text)", "'failed'", "/failed", "expected text, found nothing"},
    {"(idle | failed: text)", "{'failed': 1}", "/failed", "expected text, found 1"},
    {"(idle | failed: text)", "{'failed': 'x', 'idle': null}", "",
     "found 2 members: failed, idle; expected one of idle, failed"},
    {"Tree = {value: integer, left: Tree?}; Tree", "{'value': 1, 'left': {'value': 'x'}}",
     "/left/value", "expected an integer, found text \"x\""},
    {CONTACTS, "{'contacts': [{'id': 1, 'name': 'Ann'}, {'id': 2}]}", "/contacts/1/name",
     "expected text, found nothing"},
    {CONTACTS, "{'contacts': [], 'destination': {'edit': {'id': -1, 'name': ''}}}",
     "/destination/edit/id", "expected an integer from 0, found -1"},
    {CONTACTS, "{'contacts': [], 'destination': 'detail'}", "/destination/detail",
     "expected an integer, found nothing"},
    {CONTACTS, "null", "", "expected an object, found null"},
};

TEST(S1_a_first_state_that_does_not_fit_makes_no_store) {
  for (size_t i = 0; i < COUNT_OF(misfits); i++) {
    const struct misfit *m = &misfits[i];
    assert_refused_state(k, shaped(m->shape), m->state, m->path, m->message);
  }
}

TEST(S1_a_feature_is_not_registered_with_a_state_that_does_not_fit) {
  kmk_error error = {0};
  json_t *wrong = json_of("{'a': 1}");
  assert_int_equal(kmk_feature_register("Shaped", shaped("{a: text}"), wrong, &error),
                   KMK_ERR_DECODE);
  assert_string_equal(error.path, "/a");
  json_decref(wrong);
  assert_int_equal(kmk_feature_unregister("Shaped"), KMK_ERR_NOT_FOUND);
}

static const char *const fitting[][2] = {
    {"integer", "-3"},
    {"number", "1"},
    {"number", "1.5"},
    {"any", "[{}]"},
    {"text?", "null"},
    {"[integer?]", "[1, null]"},
    {"[text: [integer]]", "{'a': [], 'b': [1]}"},
    {"{a: text?, b: any}", "{}"},
    {"{b: text, a: integer}", "{'a': 1, 'b': 'x'}"},
    {"only {}", "{}"},
    {"only {a: text?, b: integer}", "{'b': 1}"},
    {"(on | off)", "'on'"},
    {"(on | off)", "{'on': null}"},
    {"(on | off)", "{'off': {}}"},
    {"(a: text? | b: any)", "'a'"},
    {"(a: text? | b: any)", "{'a': null}"},
    {"A = B; B = [A]; A?", "[[], [[]]]"},
    {"{ \"a b\" : text , 'c:d' : integer }", "{'a b': '', 'c:d': 1}"},
};

TEST(S1_what_fits_makes_a_store) {
  for (size_t i = 0; i < COUNT_OF(fitting); i++) {
    kmk_store *store = open_store(k->loop, shaped(fitting[i][0]), fitting[i][1]);
    assert_state_is(store, fitting[i][1]);
    kmk_store_free(store);
  }
}

TEST(S1_a_state_of_any_depth_is_refused_or_taken) {
  enum { deep = 600 };
  json_t *value = json_null();
  for (int i = 0; i < deep; i++)
    value = json_pack("{s:o}", "next", value);
  kmk_store *store = kmk_store_new(k->loop, shaped("L = {next: L?}; L"), value, NULL);
  assert_non_null(store);
  kmk_store_free(store);
  json_decref(value);
}

/* ------------------------------------------------------------------------- defaults */

static const char *const completed[][3] = {
    {"{a: text = 'x'}", "{}", "{'a': 'x'}"},
    {"{a: text? = 'x'}", "{}", "{'a': 'x'}"},
    {"{a: text? = 'x'}", "{'a': null}", "{'a': null}"},
    {"{a: {b: integer = 1, c: [integer] = [1, 2]} = {}}", "{}", "{'a': {'b': 1, 'c': [1, 2]}}"},
    {"{a: {b: integer = 1}}", "{'a': {'z': 0}}", "{'a': {'b': 1, 'z': 0}}"},
    {"[{a: any = null}]", "[{}, {'a': 1}]", "[{'a': null}, {'a': 1}]"},
    {"[text: {a: integer = 1}]", "{'x': {}, 'y': {'a': 2}}", "{'x': {'a': 1}, 'y': {'a': 2}}"},
    {"(a: {b: integer = 1} | c)", "{'a': {}}", "{'a': {'b': 1}}"},
    {"(a: {b: integer = 1} | c)", "'c'", "'c'"},
    {"T = {v: integer = 0, next: T?}; T", "{'next': {'next': null}}",
     "{'next': {'next': null, 'v': 0}, 'v': 0}"},
    {"only {a: (x | y) = 'x', b: text = 'it\\'s } (so), yes'}", "{}",
     "{'a': 'x', 'b': 'it\\u0027s } (so), yes'}"},
    {"{a: text = '\\'', b: integer = 1}", "{}", "{'a': '\\u0027', 'b': 1}"},
    {CONTACTS, "{'contacts': [{'id': 1, 'name': 'Ann'}]}",
     "{'contacts': [{'favourite': false, 'id': 1, 'name': 'Ann'}], 'isLoading': false, 'query': "
     "''}"},
};

TEST(S2_a_first_state_gets_its_defaults) {
  for (size_t i = 0; i < COUNT_OF(completed); i++) {
    json_t *before = json_of(completed[i][1]), *kept = json_deep_copy(before);
    k->store = kmk_store_new(k->loop, shaped(completed[i][0]), before, NULL);
    assert_state_is(k->store, completed[i][2]);
    assert_true(json_equal(before, kept));
    json_decref(before);
    json_decref(kept);
    end_store(k);
  }
}

/* A moment that lacks a default gets it however near it is; the others are as they were. */
TEST(S2_a_restored_state_gets_its_defaults) {
  k->store = open_store(k->loop, shaped("{a: text? = 'x', n: integer}"), "{'a': 'y', 'n': 1}");
  kmk_snapshot *whole = kmk_store_snapshot(k->store, NULL);
  send_ok(k->store, "{'remove': '/a'}");
  kmk_snapshot *lacking = kmk_store_snapshot(k->store, NULL);
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "{'set': ['/n', 2]}");
    assert_int_equal(kmk_store_restore(k->store, lacking, NULL), KMK_OK);
    assert_state_is(k->store, "{'a': 'x', 'n': 1}");
    send_ok(k->store, "{'remove': '/a'}");
    assert_int_equal(kmk_store_restore(k->store, whole, NULL), KMK_OK);
    assert_state_is(k->store, "{'a': 'y', 'n': 1}");
  }
  kmk_snapshot_free(whole);
  kmk_snapshot_free(lacking);
}

/* ----------------------------------------------------------------- unknown members */

TEST(S4_other_members_are_kept_or_refused_as_the_shape_says) {
  k->store = open_store(k->loop, shaped("{in: only {a: integer}}"), "{'x': 1, 'in': {'a': 1}}");
  send_ok(k->store, "{'set': ['/y', [2]]}");
  assert_state_is(k->store, "{'in': {'a': 1}, 'x': 1, 'y': [2]}");
  assert_refused_write(k, "{'set': ['/in/b', 1]}", "/in/b", "found b; expected one of a");
  assert_refused_write(k, "{'set': ['/in', {'a': 1, 'b': 2}]}", "/in/b", "found b");
}

/* ------------------------------------------------------------------------- mistakes */

static const char *const mistakes[][2] = {
    {"", "expected a kind at byte 0, found the end"},
    {"integers", "no kind \"integers\"; did you mean integer? there are integer, unsigned, number, "
                 "text, boolean, any"},
    {"{a: txet}", "no kind \"txet\"; did you mean text? there are"},
    {"A = text; {a: B}", "no kind \"B\"; there are"},
    {"{a text}", "expected : and a kind after the name of a member at byte 7, found \"}\""},
    {"{a: text", "expected a comma or } after a member at byte 8, found the end"},
    {"{a: text,}", "expected the name of a member at byte 9, found \"}\""},
    {"{a: text, a: text}", "expected another name, since \"a\" was there before at byte 9"},
    {"{: text}", "expected the name of a member at byte 1"},
    {"[text", "expected ] after the kind of the elements at byte 5"},
    {"[]", "expected a kind at byte 1"},
    {"(a | a)", "expected another name"},
    {"(a, b)", "expected | or ) after a case at byte 2"},
    {"(a.b)", "expected a case's name, which has no dot at byte 1"},
    {"()", "expected the name of a case at byte 1"},
    {"text text2", "no kind \"text text2\""},
    {"text, text", "expected nothing more at byte 4"},
    {"text??", "expected nothing more at byte 5"},
    {"A = text; A = integer; A", "expected another name, since \"A\" stands for a kind at byte 10"},
    {"text = integer; text", "expected a name for a kind at byte 0"},
    {"A = text A", "expected ; after what A stands for at byte 10, found the end"},
    {"A = A; A", "\"A\" refers only to itself"},
    {"A = B?; B = A; A", "refers only to itself"},
    {"{a: integer = }", "expected JSON (the text ends too early"},
    {"{a: integer = 'x'}", "the default of a does not fit: expected an integer, found text \"x\""},
    {"{a: [integer] = [1, 'x']}", "the default of a does not fit: /1: expected an integer"},
    {"T = {t: T = {}}; T", "the default of t contains itself"},
    {"T = {t: [T] = [{}]}; T", "the default of t contains itself"},
    {"A = {b: B = {}}; B = {a: A = {}}; A", "the default of b contains itself"},
    {"'text'", "expected a kind at byte 0"},
    {"{'a: text}", "expected JSON ("},
};

TEST(S5_a_text_that_says_nothing_is_a_mistake_with_its_place) {
  for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
    kmk_error error = {0};
    json_t *value = json_object();
    assert_null(kmk_store_new(k->loop, shaped(mistakes[i][0]), value, &error));
    json_decref(value);
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    if (strncmp(error.message, "kmk_shape: ", 11) != 0 ||
        strstr(error.message, mistakes[i][1]) == NULL)
      fail_msg("%s: \"%s\" does not say \"%s\"", mistakes[i][0], error.message, mistakes[i][1]);
  }
}

TEST(S5_a_text_may_have_lines) {
  json_t *value = json_pack("{s:i, s:s}", "count", 1, "name", "x");
  kmk_store *store = kmk_store_new(
      k->loop, shaped("Name\n = text\n;\t{\n\tcount: integer\n\t,\r\n name: Name\n}\n"), value,
      NULL);
  assert_non_null(store);
  json_decref(value);
  kmk_store_free(store);
}

TEST(S5_what_is_nested_too_deep_or_null_is_a_mistake) {
  char text[256] = "";
  for (int i = 0; i < 100; i++)
    strcat(text, "[");
  kmk_reducer *wrong[] = {shaped(text), shaped(NULL), shaped("\xff"), kmk_shape(NULL, "any")};
  for (size_t i = 0; i < COUNT_OF(wrong); i++)
    assert_invalid_reducer(k, wrong[i], NULL);
}

/* ---------------------------------------------------------------------- extremes */

/* Repeats a format, with a number in each copy, between `begin` and `end`; free() it. */
static char *counted(const char *begin, const char *format, int count, const char *end) {
  size_t size = strlen(begin) + strlen(end) + (size_t)count * (strlen(format) + 8) + 1;
  char *text = malloc(size);
  char *here = text + snprintf(text, size, "%s", begin);
  for (int i = 0; i < count; i++)
    here += snprintf(here, size - (size_t)(here - text), format, i);
  snprintf(here, size - (size_t)(here - text), "%s", end);
  return text;
}

TEST(S5_a_long_text_is_read_in_a_time_that_is_as_long) {
  const int many = ROUNDS_OF(20000);
  char *texts[] = {counted("only {", "m%d: integer = 0,", many, "z: integer = 0}"),
                   counted("", "N%d = {a: integer = 0}; ", many, "{a: N0 = {}}"),
                   counted("(", "c%d | ", many, "z)?")};
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    kmk_reducer *reducer = shaped(texts[i]);
    json_t *schema = kmk_reducer_describe(reducer, NULL);
    assert_non_null(schema);
    json_decref(schema);
    k->store = open_store(k->loop, reducer, i == 2 ? "null" : "{}");
    end_store(k);
    free(texts[i]);
  }
}

/* Types whose defaults each contain the next type twice. Returns the state that they complete {} to. */
static json_t *doubled(int kinds, kmk_error *error) {
  char *text = calloc(1, (size_t)kinds * 64 + 64), *here = text;
  for (int i = 0; i < kinds; i++)
    here += sprintf(here, "T%d = {a: T%d = {}, b: T%d = {}}; ", i, i + 1, i + 1);
  sprintf(here, "T%d = {x: integer = 1}; T0", kinds);
  json_t *value = json_object();
  kmk_reducer *reducer = shaped(text);
  json_t *whole = kmk_reducer_complete_state(reducer, value, error);
  kmk_reducer_free(reducer);
  json_decref(value);
  free(text);
  return whole;
}

TEST(S24_a_default_may_be_as_large_as_a_state) {
  kmk_error error = {0};
  json_t *whole = doubled(13, &error);
  assert_non_null(whole);
  const json_t *inner = whole;
  for (int i = 0; i < 13; i++)
    inner = json_object_get(inner, i % 2 ? "a" : "b");
  assert_int_equal(json_integer_value(json_object_get(inner, "x")), 1);
  json_decref(whole);
  assert_null(doubled(40, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message,
                      "kmk_shape: the default of a expands to more than 10000000 values");
}

TEST(S24_a_default_is_no_deeper_than_a_state) {
  enum { kinds = 3000 };
  char *text = calloc(1, kinds * 40 + 64), *here = text;
  for (int i = 0; i < kinds; i++)
    here += sprintf(here, "T%d = {a: T%d = {}}; ", i, i + 1);
  sprintf(here, "T%d = {}; T0", kinds);
  assert_invalid_reducer(k, shaped(text), "the default of a is nested deeper than 2048 levels");
  free(text);
}

TEST(S5_kinds_are_nested_64_deep_and_no_deeper) {
  char text[256];
  for (int depth = 64; depth <= 65; depth++) {
    int inner = depth - 1;
    snprintf(text, sizeof text, "%.*s%s%.*s", inner,
             "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "any", inner,
             "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
    json_t *value = json_array();
    kmk_error error = {0};
    k->store = kmk_store_new(k->loop, shaped(text), value, &error);
    json_decref(value);
    if (depth > 64) {
      assert_null(k->store);
      assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    } else {
      assert_non_null(k->store);
      end_store(k);
    }
  }
}

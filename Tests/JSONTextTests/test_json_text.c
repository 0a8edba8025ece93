/* The reader and the writer of Sources/CJSONText against jansson's, which decide what is right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kumiki_json_text.h"
#include "random_texts.h"

#include <jansson.h>
#include <locale.h>
#include <stdio.h>

enum { TEXTS = 100000, LEVELS = 2048 };
static const size_t read_flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL;
static const size_t compact = JSON_COMPACT | JSON_ENCODE_ANY, spaced = JSON_ENCODE_ANY;

#define TEST(name) static void name(void **unused)

/* ------------------------------------------------------------- comparisons */

/* Reads by jansson, in memory of exactly the text's size. Refuses a zero byte after the value, as Kumiki does. */
static json_t *read_by_jansson(const char *text, size_t length) {
  json_t *value = json_loadb(text, length, read_flags, NULL);
  if (value == NULL || memchr(text, 0, length) == NULL)
    return value;
  json_decref(value);
  return NULL;
}

static void assert_written_alike(const json_t *value, size_t flags) {
  char *expected = json_dumps(value, flags);
  kumiki_bytes bytes = {NULL, 0, 0};
  kumiki_json_written result = kumiki_json_write(&bytes, value, flags);
  if (expected == NULL) {
    assert_int_equal(result, KUMIKI_JSON_NOT_TEXT);
    assert_int_equal(bytes.used, 0);
  } else {
    assert_int_equal(result, KUMIKI_JSON_WRITTEN);
    assert_int_equal(bytes.used, strlen(expected));
    assert_memory_equal(bytes.start, expected, bytes.used);
  }
  free(expected);
  free(bytes.start);
}

/* Returns whether both readers accept the text. */
static bool assert_read_alike(const char *text, size_t length) {
  char *exact = calloc(length + (length == 0), 1);
  if (length > 0)
    memcpy(exact, text, length);
  bool is_short = true;
  json_t *expected = read_by_jansson(exact, length);
  json_t *value = kumiki_json_read(exact, length, &is_short);
  assert_false(is_short);
  bool is_accepted = expected != NULL;
  if ((value != NULL) != is_accepted)
    fail_msg("%s by jansson alone: %.*s", is_accepted ? "accepted" : "refused", (int)length, text);
  if (is_accepted) {
    char *of_jansson = json_dumps(expected, compact), *of_kumiki = json_dumps(value, compact);
    assert_true(json_equal(value, expected));
    assert_string_equal(of_kumiki, of_jansson); /* also compares the order of members */
    free(of_jansson);
    free(of_kumiki);
    assert_written_alike(value, compact);
    assert_written_alike(value, spaced);
  }
  json_decref(expected);
  json_decref(value);
  free(exact);
  return is_accepted;
}

#define READ_ALIKE(text) assert_read_alike(text, sizeof(text) - 1)

/* ---------------------------------------------------------------- the tests */

TEST(random_texts_are_read_and_written_as_jansson_does) {
  (void)unused;
  size_t texts = getenv("KUMIKI_FEWER_ROUNDS") == NULL ? TEXTS : TEXTS / 10, accepted = 0, length;
  for (size_t i = 0; i < texts; i++) {
    const char *text = random_text(&length);
    accepted += assert_read_alike(text, length);
  }
  assert_in_range(accepted, texts / 4, texts * 3 / 4);
}

TEST(single_texts_are_accepted_and_refused) {
  (void)unused;
  static const char *const accepted[] = {"0",
                                         "-0",
                                         "-0.0",
                                         "1.0",
                                         "\"\"",
                                         "[]",
                                         "{}",
                                         " [ ] ",
                                         "\r\n\t null",
                                         "\"\\u0000\"",
                                         "{\"\":0}",
                                         "-9223372036854775808",
                                         "9223372036854775807",
                                         "1e-400",
                                         "\"\\ud83d\\ude00\"",
                                         "{\"\\u0061\":\"\\u0062\",\"b\":{\"\\n\":[\"\\t\"]}}"};
  static const char *const refused[] = {"",
                                        " ",
                                        "[",
                                        "{",
                                        "[1,]",
                                        "[,1]",
                                        "{,}",
                                        "{\"a\":1,}",
                                        "{\"a\"}",
                                        "{\"a\" 1}",
                                        "{1:2}",
                                        "[1 2]",
                                        "[}",
                                        "{]",
                                        "1 2",
                                        "nul",
                                        "nulll",
                                        "True",
                                        "NaN",
                                        "1e400",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "{\"a\":1,\"a\":2}",
                                        "{\"a\":1,\"\\u0061\":2}",
                                        "{\"a\\u0000\":1}",
                                        "\"\\ud800\"",
                                        "\"\xc0\x80\"",
                                        "\"\t\"",
                                        "\xef\xbb\xbf{}",
                                        "'a'",
                                        "[1]//",
                                        "\"a",
                                        "\"a\\",
                                        "\"\\u12",
                                        "01",
                                        "-",
                                        "1.",
                                        ".5",
                                        "+1"};
  for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++)
    assert_true(assert_read_alike(accepted[i], strlen(accepted[i])));
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    assert_false(assert_read_alike(refused[i], strlen(refused[i])));
  assert_false(READ_ALIKE("1\0"));
  assert_false(READ_ALIKE("\"a\0b\""));
  assert_false(READ_ALIKE("[\0]"));
  bool is_short;
  assert_null(kumiki_json_read((const char *)1, 0, &is_short));
}

/* Nests arrays, or objects, around nothing or a number. */
TEST(nesting_is_read_to_the_depth_of_jansson) {
  (void)unused;
  for (size_t depth = LEVELS - 2; depth <= LEVELS + 2; depth++) {
    for (int kind = 0; kind < 4; kind++) {
      const char *opening = kind & 1 ? "{\"a\":" : "[", *closing = kind & 1 ? "}" : "]";
      char *text = calloc(depth, 8), *end = text;
      for (size_t i = 0; i < depth; i++)
        end += sprintf(end, "%s", opening);
      if (kind != 0)
        *end++ = '1';
      for (size_t i = 0; i < depth; i++)
        end += sprintf(end, "%s", closing);
      bool is_accepted = assert_read_alike(text, (size_t)(end - text));
      assert_int_equal(is_accepted, depth + (kind != 0) <= LEVELS);
      free(text);
    }
  }
}

TEST(a_value_that_cannot_be_a_text_is_not_written) {
  (void)unused;
  static const char *const wrong[] = {"\xff", "1234567\x80", "12345678\xc3", "\xed\xa0\x80",
                                      "a\xf4\x90\x80\x80"};
  kumiki_bytes bytes = {NULL, 0, 0};
  assert_true(kumiki_append(&bytes, "before", 6));
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    json_t *array = json_array();
    json_array_append_new(array, json_string_nocheck(wrong[i]));
    assert_written_alike(array, compact);
    assert_int_equal(kumiki_json_write(&bytes, array, compact), KUMIKI_JSON_NOT_TEXT);
    json_decref(array);
    json_t *object = json_object();
    json_object_set_new_nocheck(object, wrong[i], json_null());
    /* jansson writes {":null} and reports success. */
    assert_int_equal(kumiki_json_write(&bytes, object, compact), KUMIKI_JSON_NOT_TEXT);
    json_decref(object);
  }
  json_t *outer = json_array(), *inner = json_array();
  json_array_append(outer, inner);
  json_array_append(inner, outer);
  assert_int_equal(kumiki_json_write(&bytes, outer, compact), KUMIKI_JSON_NOT_TEXT);
  json_array_clear(inner);
  json_decref(inner);
  json_decref(outer);
  assert_int_equal(bytes.used, 6);
  assert_memory_equal(bytes.start, "before", 6);
  free(bytes.start);
}

TEST(every_byte_of_a_string_is_written_as_jansson_does) {
  (void)unused;
  char text[20];
  for (int byte = 0; byte < 256; byte++) {
    for (size_t at = 0; at < sizeof text; at++) {
      memset(text, 'x', sizeof text);
      text[at] = (char)byte;
      json_t *value = json_stringn_nocheck(text, sizeof text);
      assert_written_alike(value, compact);
      json_decref(value);
      json_t *object = json_object();
      json_object_setn_new_nocheck(object, text, sizeof text, json_real(byte / 3.0));
      if (byte < 0x80) /* see above */
        assert_written_alike(object, spaced);
      json_decref(object);
    }
  }
}

TEST(other_flags_are_left_to_jansson) {
  (void)unused;
  assert_true(kumiki_json_writes(0));
  assert_true(kumiki_json_writes(compact | JSON_PRESERVE_ORDER));
  static const size_t others[] = {JSON_INDENT(2),    JSON_ENSURE_ASCII, JSON_SORT_KEYS,
                                  JSON_ESCAPE_SLASH, JSON_EMBED,        JSON_REAL_PRECISION(3)};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    assert_false(kumiki_json_writes(others[i] | JSON_COMPACT));
}

/* ---------------------------------------------------------- memory, locales */

static long requests, refused_request;
static size_t live;

static void *counted(size_t size) {
  if (++requests == refused_request)
    return NULL;
  void *memory = malloc(size);
  live += memory != NULL;
  return memory;
}

static void uncounted(void *memory) {
  live -= memory != NULL;
  free(memory);
}

TEST(each_request_for_memory_may_be_refused) {
  (void)unused;
  char deep[200];
  memset(deep, '[', 100);
  memset(deep + 100, ']', 100);
  static const char members[] = "{\"a\": [1, 2.5, 12345678901234567890.0, true], \"\\u0062\": "
                                "\"\\n and more\", \"c\": {\"\\t\": \"\\r\"},"
                                " \"a long name, longer than any node\": null, \"d\": -7}";
  const struct {
    const char *text;
    size_t length;
  } texts[] = {{deep, sizeof deep}, {members, sizeof members - 1}};
  json_set_alloc_funcs(counted, uncounted);
  for (size_t i = 0; i < 2; i++) {
    refused_request = 0;
    bool is_short;
    json_t *whole = kumiki_json_read(texts[i].text, texts[i].length, &is_short), *value = NULL;
    size_t before = live;
    for (long number = 1; value == NULL; number++) {
      requests = 0;
      refused_request = number;
      value = kumiki_json_read(texts[i].text, texts[i].length, &is_short);
      assert_int_equal(is_short, value == NULL);
      assert_int_equal(live == before, value == NULL);
    }
    assert_true(requests > 5);
    json_decref(value);
    assert_int_equal(live, before);
    kumiki_json_written result = KUMIKI_JSON_NO_MEMORY;
    for (long number = 1; result != KUMIKI_JSON_WRITTEN; number++) {
      kumiki_bytes bytes = {NULL, 0, 0};
      requests = 0;
      refused_request = number;
      result = kumiki_json_write(&bytes, whole, compact);
      assert_int_equal(result, number > requests ? KUMIKI_JSON_WRITTEN : KUMIKI_JSON_NO_MEMORY);
      assert_int_equal(bytes.used == 0, result != KUMIKI_JSON_WRITTEN);
      uncounted(bytes.start);
      assert_int_equal(live, before);
    }
    refused_request = 0;
    json_decref(whole);
  }
  assert_int_equal(live, 0);
  json_set_alloc_funcs(malloc, free);
}

TEST(a_decimal_comma_of_the_locale_is_not_seen) {
  (void)unused;
  static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
  const char *set = NULL;
  for (size_t i = 0; i < sizeof locales / sizeof *locales && set == NULL; i++)
    set = setlocale(LC_NUMERIC, locales[i]);
  if (set == NULL)
    print_message("no locale with a decimal comma is installed\n");
  assert_true(READ_ALIKE("[0.5, -1.25e3, 1e5, 12345678901234567890.5]"));
  assert_false(READ_ALIKE("[0,5.]"));
  bool is_short;
  json_t *value = kumiki_json_read("0.5", 3, &is_short);
  assert_true(json_real_value(value) == 0.5);
  json_decref(value);
  setlocale(LC_NUMERIC, "C");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_texts_are_read_and_written_as_jansson_does),
      cmocka_unit_test(single_texts_are_accepted_and_refused),
      cmocka_unit_test(nesting_is_read_to_the_depth_of_jansson),
      cmocka_unit_test(a_value_that_cannot_be_a_text_is_not_written),
      cmocka_unit_test(every_byte_of_a_string_is_written_as_jansson_does),
      cmocka_unit_test(other_flags_are_left_to_jansson),
      cmocka_unit_test(each_request_for_memory_may_be_refused),
      cmocka_unit_test(a_decimal_comma_of_the_locale_is_not_seen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

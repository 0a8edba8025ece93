#include "random_texts.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 1 << 16 };
static char text[SIZE];
static size_t used;
static uint64_t seed = UINT64_C(88172645463325252);

#define ONE_OF(list) (list)[random_below(sizeof(list) / sizeof *(list))]

unsigned random_below(unsigned limit) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned)((seed >> 20) % limit);
}

static void put(const char *part) {
  size_t length = strlen(part);
  if (used + length + 64 > SIZE)
    return;
  memcpy(text + used, part, length);
  used += length;
}

static void put_space(void) {
  static const char *const spaces[] = {" ", "\n", "\t", "\r", "  ", "", "", "", "", "", "", ""};
  put(ONE_OF(spaces));
}

static void put_number(void) {
  static const char *const numbers[] = {"0",
                                        "-0",
                                        "-0.0",
                                        "0.0",
                                        "1",
                                        "1.0",
                                        "1e5",
                                        "1E+5",
                                        "1e-5",
                                        "0.1",
                                        "3.14159",
                                        "99.95",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "123456789012345678",
                                        "-123456789012345678",
                                        "999999999999999999",
                                        "1234567890123456789",
                                        "9007199254740993.0",
                                        "9007199254740992e1",
                                        "1e22",
                                        "1e23",
                                        "1e-22",
                                        "1e400",
                                        "-1e400",
                                        "1e-400",
                                        "4.9e-324",
                                        "2.2250738585072011e-308",
                                        "1.7976931348623157e308",
                                        "1.7976931348623159e308",
                                        "0e9999999999",
                                        "1e99999999999999999999",
                                        "100000000000000000000000000.5",
                                        "0.12345678901234567890123",
                                        "-1.5e3",
                                        "1e0001",
                                        "00",
                                        "01",
                                        "-01",
                                        "-",
                                        "1.",
                                        ".5",
                                        "+1",
                                        "1e",
                                        "1e+",
                                        "1-2",
                                        "1.2.3",
                                        "1e5.0",
                                        "--1",
                                        "NaN",
                                        "-NaN",
                                        "Infinity",
                                        "-Infinity",
                                        "0x10",
                                        "1_0"};
  char number[64];
  switch (random_below(5)) {
  case 0:
    put(ONE_OF(numbers));
    return;
  case 1:
    snprintf(number, sizeof number, "%d", (int)random_below(2000000) - 1000000);
    break;
  case 2:
    snprintf(number, sizeof number, "%.17g",
             random_below(1000000000) / (1.0 + random_below(100000)));
    break;
  case 3:
    snprintf(number, sizeof number, "%u.%ue%d", random_below(1000), random_below(1000000),
             (int)random_below(60) - 30);
    break;
  default:
    snprintf(number, sizeof number, "%u%09u%u", random_below(1000000000), random_below(1000000000),
             random_below(100));
  }
  put(number);
}

static void put_string(int most) {
  static const char *const parts[] = {"a",
                                      "name",
                                      "id",
                                      "a line of text that is longer than a word of memory",
                                      "12345678",
                                      "1234567",
                                      "\\n",
                                      "\\\"",
                                      "\\\\",
                                      "\\/",
                                      "\\b\\f\\r\\t",
                                      "\\u00e4",
                                      "\\u20AC",
                                      "\\uffff",
                                      "\\ud83d\\uDE00",
                                      "\\u0000",
                                      "\\u001f",
                                      "\\u007F",
                                      "\x7f",
                                      "\xc3\xa4",
                                      "\xe2\x82\xac",
                                      "\xf0\x9f\x98\x80",
                                      "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e",
                                      "\xef\xbf\xbf",
                                      "\xed\x9f\xbf",
                                      "\xee\x80\x80",
                                      "\xf4\x8f\xbf\xbf",
                                      "\xf0\x90\x80\x80",
                                      "\xe0\xa0\x80"};
  static const char *const wrong[] = {"\\ud800",
                                      "\\udc00",
                                      "\\ud800\\u0041",
                                      "\\ud83d\\n",
                                      "\\ud83d\\ud83d",
                                      "\\x",
                                      "\\u12g4",
                                      "\\u12",
                                      "\\U0041",
                                      "\\'",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xed\xa0\x80",
                                      "\xf4\x90\x80\x80",
                                      "\x80",
                                      "\xff",
                                      "\xe2\x82",
                                      "\xc3",
                                      "\xf0\x80\x80\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xe0\x80\x80",
                                      "\xe0\x9f\xbf",
                                      "\xf5\x80\x80\x80",
                                      "\xfb\xbf\xbf\xbf\xbf",
                                      "\n",
                                      "\x01",
                                      "\t",
                                      "\x1f"};
  char number[16];
  put("\"");
  for (int count = (int)random_below((unsigned)most); count > 0; count--)
    put(random_below(200) != 0 ? ONE_OF(parts) : ONE_OF(wrong));
  snprintf(number, sizeof number, "%u\"", random_below(100000));
  put(random_below(4) != 0 ? number : "\"");
}

static void put_value(int depth);

static void put_object(int depth) {
  put("{");
  for (int count = (int)random_below(12), i = 0; i < count; i++) {
    put(i > 0 ? "," : "");
    put_space();
    put_string(3);
    put_space();
    put(":");
    put_value(depth + 1);
  }
  put_space();
  put("}");
}

static void put_array(int depth) {
  put("[");
  put_space();
  for (int count = (int)random_below(6), i = 0; i < count; i++) {
    put(i > 0 ? "," : "");
    put_value(depth + 1);
  }
  put("]");
}

static void put_value(int depth) {
  put_space();
  switch (random_below(depth > 5 ? 5 : 9)) {
  case 0:
    put_number();
    break;
  case 1:
  case 2:
    put_string(6);
    break;
  case 3:
    put(random_below(2) ? "true" : "false");
    break;
  case 4:
    put(random_below(20) ? "null" : "nul");
    break;
  case 5:
  case 6:
    put_array(depth);
    break;
  default:
    put_object(depth);
  }
  put_space();
}

/* Changes, removes or adds a byte, or cuts the text off. */
static void damage(void) {
  size_t at = random_below((unsigned)used);
  switch (random_below(4)) {
  case 0:
    text[at] = (char)random_below(256);
    break;
  case 1:
    memmove(text + at, text + at + 1, used - at - 1);
    used--;
    break;
  case 2:
    used = at;
    break;
  default:
    memmove(text + at + 1, text + at, used - at);
    text[at] = "{}[]\",:\\0e-.u tn"[random_below(16)];
    used++;
  }
}

const char *random_text(size_t *length) {
  used = 0;
  put_value(0);
  for (unsigned count = random_below(2) ? 1 + random_below(3) : 0; count > 0 && used > 0; count--)
    damage();
  *length = used;
  return text;
}

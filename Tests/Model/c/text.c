#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *need(void *memory) {
  if (memory == NULL) {
    fprintf(stderr, "the player has no memory left\n");
    exit(2);
  }
  return memory;
}

const char **texts_of(const json_t *array) {
  size_t index, count = 0;
  const json_t *one;
  const char **texts = need(calloc(json_array_size(array) + 1, sizeof *texts));
  json_array_foreach(array, index, one) {
    if (json_is_string(one)) {
      texts[count++] = json_string_value(one);
    }
  }
  return texts;
}

void text_add(text *t, const char *bytes, size_t length) {
  if (t->length + length > t->room) {
    t->room = 2 * (t->length + length) + 256;
    t->bytes = need(realloc(t->bytes, t->room));
  }
  memcpy(t->bytes + t->length, bytes, length);
  t->length += length;
}

void text_word(text *t, const char *word) { text_add(t, word, strlen(word)); }

/* jansson's own functions check for values that contain themselves, which doubles the time. This code only writes
 * states and parts of cases. */

static void add_quoted(text *t, const char *bytes, size_t length) {
  text_add(t, "\"", 1);
  size_t from = 0;
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (c >= 0x20 && c != '"' && c != '\\') {
      continue;
    }
    char escape[8];
    text_add(t, bytes + from, i - from);
    snprintf(escape, sizeof escape, "\\u%04x", c);
    text_add(t, escape, 6);
    from = i + 1;
  }
  text_add(t, bytes + from, length - from);
  text_add(t, "\"", 1);
}

static void add_number(text *t, const json_t *number) {
  char digits[64];
  if (json_is_integer(number)) {
    snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(number));
    text_word(t, digits);
  } else {
    text_add(t, digits, json_dumpb(number, digits, sizeof digits, JSON_ENCODE_ANY));
  }
}

static void add(text *t, json_t *value);

static void add_object(text *t, json_t *object) {
  const char *key, *before = "{";
  json_t *member;
  json_object_foreach(object, key, member) {
    text_add(t, before, 1);
    add_quoted(t, key, strlen(key));
    text_add(t, ":", 1);
    add(t, member);
    before = ",";
  }
  text_word(t, *before == '{' ? "{}" : "}");
}

static void add_array(text *t, json_t *array) {
  size_t count = json_array_size(array);
  text_add(t, "[", 1);
  for (size_t i = 0; i < count; i++) {
    text_add(t, ",", i > 0);
    add(t, json_array_get(array, i));
  }
  text_add(t, "]", 1);
}

static void add(text *t, json_t *value) {
  if (json_is_object(value)) {
    add_object(t, value);
  } else if (json_is_array(value)) {
    add_array(t, value);
  } else if (json_is_string(value)) {
    add_quoted(t, json_string_value(value), json_string_length(value));
  } else if (json_is_number(value)) {
    add_number(t, value);
  } else {
    text_word(t, json_is_true(value) ? "true" : json_is_false(value) ? "false" : "null");
  }
}

void text_json(text *t, const json_t *value) {
  json_t *kept = kmk_json_retain(value);
  add(t, kept);
  json_decref(kept);
}

void text_string(text *t, const char *string) {
  if (string != NULL) {
    add_quoted(t, string, strlen(string));
  } else {
    text_word(t, "null");
  }
}

void text_clear(text *t) { t->length = 0; }

void text_free(text *t) {
  free(t->bytes);
  *t = (text){0};
}

char *text_copy(const char *string) {
  return string != NULL ? strcpy(need(malloc(strlen(string) + 1)), string) : NULL;
}

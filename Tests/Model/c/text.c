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

void text_add(text *t, const char *bytes, size_t length) {
  if (t->length + length > t->room) {
    t->room = 2 * (t->length + length) + 256;
    t->bytes = need(realloc(t->bytes, t->room));
  }
  memcpy(t->bytes + t->length, bytes, length);
  t->length += length;
}

void text_word(text *t, const char *word) { text_add(t, word, strlen(word)); }

static int take(const char *bytes, size_t length, void *t) {
  text_add(t, bytes, length);
  return 0;
}

void text_json(text *t, const json_t *value) {
  size_t before = t->length;
  if (value == NULL || json_dump_callback(value, take, t, JSON_COMPACT | JSON_ENCODE_ANY) != 0) {
    t->length = before;
    text_word(t, "null");
  }
}

void text_string(text *t, const char *string) {
  json_t *value = string != NULL ? json_string(string) : NULL;
  text_json(t, value);
  json_decref(value);
}

void text_clear(text *t) { t->length = 0; }

void text_free(text *t) {
  free(t->bytes);
  *t = (text){0};
}

#include "hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void write_text(char *to, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(to, size, format, arguments);
  va_end(arguments);
}

static uint64_t mixed(uint64_t word) {
  word ^= word >> 32;
  word *= 0xd6e8feb86659fd93u;
  word ^= word >> 32;
  word *= 0xd6e8feb86659fd93u;
  return word ^ word >> 32;
}

hash128 hash_start(void) { return (hash128){0x243f6a8885a308d3u, 0x13198a2e03707344u}; }

void hash_word(hash128 *hash, uint64_t word) {
  hash->low = mixed(hash->low ^ word);
  hash->high = mixed(hash->high + word * 0x9e3779b97f4a7c15u + hash->low);
}

void hash_bytes(hash128 *hash, const char *bytes, size_t length) {
  uint64_t word;
  hash_word(hash, length);
  for (; length >= 8; bytes += 8, length -= 8) {
    memcpy(&word, bytes, 8);
    hash_word(hash, word);
  }
  if (length > 0) {
    word = 0;
    memcpy(&word, bytes, length);
    hash_word(hash, word);
  }
}

void hash_text(hash128 *hash, const char *text) {
  if (text == NULL)
    hash_word(hash, UINT64_MAX);
  else
    hash_bytes(hash, text, strlen(text));
}

void hash_json(hash128 *hash, const json_t *value) {
  size_t index;
  json_t *each;
  const char *key;
  double real;
  uint64_t word;
  hash_word(hash, value != NULL ? (uint64_t)json_typeof(value) + 1 : 0);
  if (value == NULL)
    return;
  switch (json_typeof(value)) {
  case JSON_OBJECT: {
    /* The sum of the members' hashes does not depend on their order. */
    hash128 sum = {0, 0};
    json_object_foreach(loose(value), key, each) {
      hash128 member = hash_start();
      hash_text(&member, key);
      hash_json(&member, each);
      sum.low += member.low;
      sum.high += member.high;
    }
    hash_word(hash, json_object_size(value));
    hash_word(hash, sum.low);
    hash_word(hash, sum.high);
    break;
  }
  case JSON_ARRAY:
    hash_word(hash, json_array_size(value));
    json_array_foreach(loose(value), index, each) hash_json(hash, each);
    break;
  case JSON_STRING:
    hash_bytes(hash, json_string_value(value), json_string_length(value));
    break;
  case JSON_INTEGER:
    hash_word(hash, (uint64_t)json_integer_value(value));
    break;
  case JSON_REAL:
    real = json_real_value(value);
    memcpy(&word, &real, sizeof word);
    hash_word(hash, word);
    break;
  default:
    break;
  }
}

/* Reads one step of a pointer into `key`, without escapes; returns the rest, or NULL if the step is too long. */
static const char *step_of(const char *pointer, char *key, size_t size) {
  size_t length = 0;
  for (pointer++; *pointer != '\0' && *pointer != '/'; pointer++) {
    char byte = *pointer;
    if (byte == '~' && (pointer[1] == '0' || pointer[1] == '1'))
      byte = *++pointer == '0' ? '~' : '/';
    if (length + 1 == size)
      return NULL;
    key[length++] = byte;
  }
  key[length] = '\0';
  return pointer;
}

const json_t *pointer_get(const json_t *value, const char *pointer) {
  char key[512];
  while (value != NULL && *pointer == '/') {
    pointer = step_of(pointer, key, sizeof key);
    if (pointer == NULL)
      return NULL;
    if (json_is_array(value)) {
      size_t index = 0;
      for (const char *digit = key; *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9' || index > SIZE_MAX / 16)
          return NULL;
        index = index * 10 + (size_t)(*digit - '0');
      }
      value = *key != '\0' ? json_array_get(value, index) : NULL;
    } else
      value = json_object_get(value, key);
  }
  return *pointer == '\0' ? value : NULL;
}

const char *case_of(const json_t *value) {
  if (json_is_string(value))
    return json_string_value(value);
  if (json_object_size(value) != 1)
    return NULL;
  return json_object_iter_key(json_object_iter(loose(value)));
}

void place_pattern(const char *pointer, char *place, size_t size) {
  size_t length = 0;
  while (*pointer != '\0' && length + 2 < size) {
    place[length++] = *pointer++;
    if (place[length - 1] == '/' && *pointer >= '0' && *pointer <= '9') {
      place[length++] = '*';
      pointer += strcspn(pointer, "/");
    }
  }
  place[length] = '\0';
}

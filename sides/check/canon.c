#include "canon.h"

#include <stdlib.h>
#include <string.h>

/* UUIDs of a virtual loop end with the number of their birth. */
#define UUID_START "00000000-0000-0000-0000-"
enum { UUID_LENGTH = 36, UUIDS = 256, DEEPEST = 64 };

typedef struct canon {
  const check_options *options;
  uint64_t births[UUIDS];
  size_t count;
  bool is_renaming;
  bool has_pointers; /* the options name places */
  char pointer[2048];
  size_t length;
} canon;

static bool is_uuid(const json_t *value) {
  return json_string_length(value) == UUID_LENGTH &&
         memcmp(json_string_value(value), UUID_START, strlen(UUID_START)) == 0;
}

static uint64_t birth_of(const json_t *value) {
  return strtoull(json_string_value(value) + strlen(UUID_START), NULL, 16);
}

static int by_number(const void *left, const void *right) {
  uint64_t one = *(const uint64_t *)left, other = *(const uint64_t *)right;
  return (one > other) - (one < other);
}

static void hash_uuid(canon *c, hash128 *hash, const json_t *value) {
  uint64_t birth = birth_of(value);
  if (!c->is_renaming) {
    if (c->count < UUIDS)
      c->births[c->count++] = birth;
    return;
  }
  uint64_t *found = bsearch(&birth, c->births, c->count, sizeof birth, by_number);
  hash_word(hash, found != NULL ? (uint64_t)(found - c->births) : birth);
}

/* An element of a navigation path: its id counts by its position. */
static bool is_element(const json_t *value) {
  return json_object_size(value) == 2 && json_is_integer(json_object_get(value, "id")) &&
         json_object_get(value, "element") != NULL;
}

static size_t enter(canon *c, const char *key) {
  size_t before = c->length, length = c->has_pointers ? strlen(key) : 0;
  if (!c->has_pointers || before + length + 2 > sizeof c->pointer)
    return before;
  c->pointer[before] = '/';
  memcpy(c->pointer + before + 1, key, length + 1);
  c->length = before + 1 + length;
  return before;
}

static void leave(canon *c, size_t before) {
  c->length = before;
  c->pointer[before] = '\0';
}

/* Whether a pattern matches the pointer at hand. The step * matches any step. */
static bool matches(const char *pattern, const char *pointer) {
  while (*pattern != '\0' && *pointer != '\0')
    if (pattern[0] == '*' && (pattern[1] == '/' || pattern[1] == '\0')) {
      pattern++;
      pointer += strcspn(pointer, "/");
    } else if (*pattern++ != *pointer++)
      return false;
  return *pattern == *pointer;
}

static bool is_listed(const json_t *patterns, _Atomic bool *uses, const canon *c) {
  size_t index;
  json_t *each;
  json_array_foreach(loose(patterns), index, each) {
    if (!matches(json_string_value(each), c->pointer))
      continue;
    if (index < WATCHED)
      uses[index] = true;
    return true;
  }
  return false;
}

static void hash_value(canon *c, hash128 *hash, const json_t *value, int depth);

static void hash_object(canon *c, hash128 *hash, const json_t *value, int depth) {
  hash128 sum = {0, 0};
  const char *key;
  json_t *each;
  bool element = is_element(value);
  json_object_foreach(loose(value), key, each) {
    hash128 inner = hash_start();
    size_t before = enter(c, key);
    if ((element && strcmp(key, "id") == 0) ||
        is_listed(c->options->ignore, c->options->uses->ignore, c)) {
      leave(c, before);
      continue;
    }
    hash_text(&inner, key);
    hash_value(c, &inner, each, depth + 1);
    leave(c, before);
    sum.low += inner.low;
    sum.high += inner.high;
  }
  hash_word(hash, sum.low);
  hash_word(hash, sum.high);
}

static void hash_array(canon *c, hash128 *hash, const json_t *value, int depth) {
  hash128 sum = {0, 0};
  size_t index;
  json_t *each;
  bool is_set = is_listed(c->options->sets, c->options->uses->sets, c);
  hash_word(hash, json_array_size(value));
  json_array_foreach(loose(value), index, each) {
    hash128 inner = hash_start();
    size_t before = enter(c, "*");
    hash_value(c, is_set ? &inner : hash, each, depth + 1);
    leave(c, before);
    sum.low += inner.low;
    sum.high += inner.high;
  }
  if (is_set) {
    hash_word(hash, sum.low);
    hash_word(hash, sum.high);
  }
}

static void hash_value(canon *c, hash128 *hash, const json_t *value, int depth) {
  if (depth < DEEPEST && json_is_object(value)) {
    hash_word(hash, JSON_OBJECT + 1);
    hash_object(c, hash, value, depth);
  } else if (depth < DEEPEST && json_is_array(value)) {
    hash_word(hash, JSON_ARRAY + 1);
    hash_array(c, hash, value, depth);
  } else if (is_uuid(value))
    hash_uuid(c, hash, value);
  else
    hash_json(hash, value);
}

/* The requests in flight, without the numbers that only count births and attempts. */
static void hash_requests(canon *c, hash128 *hash, const json_t *requests) {
  size_t index;
  json_t *each, *member;
  const char *key;
  json_array_foreach(loose(requests), index, each) {
    hash128 sum = {0, 0};
    json_object_foreach(each, key, member) {
      if (strcmp(key, "id") == 0 || strcmp(key, "attempts") == 0 || strcmp(key, "chain") == 0)
        continue;
      hash128 inner = hash_start();
      hash_text(&inner, key);
      hash_value(c, &inner, member, 0);
      sum.low += inner.low;
      sum.high += inner.high;
    }
    hash_word(hash, sum.low);
    hash_word(hash, sum.high);
  }
}

static hash128 hash_all(canon *c, const json_t *state, const json_t *beside, size_t effects,
                        uint64_t until_timer) {
  hash128 hash = hash_start();
  leave(c, 0);
  hash_value(c, &hash, state, 0);
  leave(c, 0);
  hash_requests(c, &hash, json_object_get(beside, "requests"));
  hash_value(c, &hash, json_object_get(beside, "running"), 0);
  hash_value(c, &hash, json_object_get(beside, "histories"), 0);
  hash_word(&hash, effects);
  hash_word(&hash, until_timer);
  return hash;
}

hash128 canon_hash(const check_options *options, const json_t *state, const json_t *beside,
                   size_t effects, uint64_t until_timer) {
  canon c;
  c.options = options;
  c.has_pointers = json_array_size(options->ignore) > 0 || json_array_size(options->sets) > 0;
  c.count = 0;
  c.is_renaming = false;
  hash128 hash = hash_all(&c, state, beside, effects, until_timer);
  if (c.count == 0)
    return hash;
  qsort(c.births, c.count, sizeof *c.births, by_number);
  size_t kept = 0;
  for (size_t i = 0; i < c.count; i++)
    if (i == 0 || c.births[i] != c.births[i - 1])
      c.births[kept++] = c.births[i];
  c.count = kept;
  c.is_renaming = true;
  return hash_all(&c, state, beside, effects, until_timer);
}

bool canon_is_exact(const json_t *beside, const json_t *requests, size_t effects,
                    uint64_t until_timer) {
  size_t index, served = 0;
  json_t *each;
  if (until_timer != UINT64_MAX)
    return false;
  json_array_foreach(loose(requests), index, each) {
    const char *phase = json_string_value(json_object_get(each, "phase"));
    if (strcmp(phase, "served") != 0)
      return false;
    served++;
  }
  json_array_foreach(json_object_get(beside, "requests"), index,
                     each) if (json_object_get(each, "restart") != NULL ||
                               json_object_get(each, "chain") != NULL ||
                               json_object_get(each, "followed") != NULL ||
                               json_object_get(each, "ids") != NULL) return false;
  return served == effects;
}

/* Hashes of values, and reading places. */
#ifndef CHECK_HASH_H
#define CHECK_HASH_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* 128 bits: two situations of a run have the same hash by chance with a probability below 1e-24 for each pair. */
typedef struct hash128 {
  uint64_t low, high;
} hash128;

hash128 hash_start(void);
void hash_word(hash128 *hash, uint64_t word);
void hash_bytes(hash128 *hash, const char *bytes, size_t length);
void hash_text(hash128 *hash, const char *text); /* NULL counts as a text of its own */
/* The order of an object's members does not count. */
void hash_json(hash128 *hash, const json_t *value);

/* Writes a text that may be cut, and is then still ended. */
void write_text(char *to, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static inline bool hash_equals(hash128 one, hash128 other) {
  return one.low == other.low && one.high == other.high;
}

/* A value that is only read, for jansson's macros. */
static inline json_t *loose(const json_t *value) { return (json_t *)(uintptr_t)value; }

/* Returns the value at a pointer (RFC 6901), borrowed; NULL if the pointer leads nowhere. */
const json_t *pointer_get(const json_t *value, const char *pointer);

/* Writes a pointer with * for the numbers of rows: one place stands for all rows. */
void place_pattern(const char *pointer, char *place, size_t size);

/* Returns the case of an enum: its name, or its only key; NULL for another value. */
const char *case_of(const json_t *value);

#endif

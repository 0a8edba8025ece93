/* The bytes of strings in JSON text, as the reader and the writer see them. */
#ifndef KUMIKI_JSON_CHARACTERS_H
#define KUMIKI_JSON_CHARACTERS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef const unsigned char *kumiki_place;

/* Returns the length of the well-formed UTF-8 sequence of two to four bytes at a place; 0 for any other bytes. */
static inline size_t kumiki_sequence(kumiki_place at, kumiki_place end) {
  size_t length = *at < 0xC2 ? 0 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : *at < 0xF5 ? 4 : 0;
  if (length == 0 || (size_t)(end - at) < length)
    return 0;
  /* The second byte excludes overlong sequences, surrogates and code points beyond U+10FFFF. */
  unsigned char least = *at == 0xE0 ? 0xA0 : *at == 0xF0 ? 0x90 : 0x80;
  unsigned char most = *at == 0xED ? 0x9F : *at == 0xF4 ? 0x8F : 0xBF;
  if (at[1] < least || at[1] > most)
    return 0;
  for (size_t i = 2; i < length; i++) {
    if ((at[i] & 0xC0) != 0x80)
      return 0;
  }
  return length;
}

/* Whether a byte of ASCII stands in a string as it is. */
static inline int kumiki_is_plain(unsigned char byte) {
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/* Returns a word whose high bits mark bytes that are not plain. The lowest mark is exact; marks above it may be wrong,
 * because the subtractions borrow. */
static inline uint64_t kumiki_marks(kumiki_place at) {
  const uint64_t each = 0x0101010101010101u;
  uint64_t word;
  memcpy(&word, at, sizeof word);
  uint64_t is_control = word - each * 0x20;
  uint64_t is_quote = (word ^ (each * '"')) - each;
  uint64_t is_backslash = (word ^ (each * '\\')) - each;
  return (is_control | is_quote | is_backslash | word) & (each * 0x80);
}

/* Returns the number of bytes before the lowest mark; 0 if the order of a word's bytes hides it. */
static inline size_t kumiki_before_mark(uint64_t marks) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return (size_t)__builtin_ctzll(marks) / 8;
#else
  return 0 * marks;
#endif
}

/* Returns the first byte that cannot stand in a string as it is: a quote, a backslash or a control character; `end` if
 * every byte can. NULL: some bytes before it are not UTF-8. Copies the bytes before it to `*to` and moves that pointer,
 * unless `to` is NULL. */
static inline __attribute__((always_inline)) kumiki_place
kumiki_pass_plain(kumiki_place at, kumiki_place end, char **to) {
  for (;;) {
    while (end - at >= 8) {
      uint64_t marks = kumiki_marks(at);
      if (to != NULL)
        memcpy(*to, at, 8);
      size_t length = marks == 0 ? 8 : kumiki_before_mark(marks);
      at += length;
      if (to != NULL)
        *to += length;
      if (marks != 0)
        break;
    }
    while (at < end && kumiki_is_plain(*at)) {
      if (to != NULL)
        *(*to)++ = (char)*at;
      at++;
    }
    if (at == end || *at < 0x80)
      return at;
    do {
      size_t length = kumiki_sequence(at, end);
      if (length == 0)
        return NULL;
      for (size_t i = 0; to != NULL && i < length; i++)
        *(*to)++ = (char)at[i];
      at += length;
    } while (at < end && *at >= 0x80);
  }
}

#endif

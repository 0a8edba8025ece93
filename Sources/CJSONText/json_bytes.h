/* The buffer of kumiki_json_text.h, for the calls that must be fast. */
#ifndef KUMIKI_JSON_BYTES_H
#define KUMIKI_JSON_BYTES_H

#include "kumiki_json_text.h"

#include <string.h>

/* Enlarges the buffer, at least twofold. */
bool kumiki_grow(kumiki_bytes *bytes, size_t more);

static inline bool kumiki_make_room(kumiki_bytes *bytes, size_t more) {
  return bytes->room - bytes->used >= more || kumiki_grow(bytes, more);
}

static inline bool kumiki_put(kumiki_bytes *bytes, const void *text, size_t length) {
  if (!kumiki_make_room(bytes, length))
    return false;
  if (length != 0)
    memcpy(bytes->start + bytes->used, text, length);
  bytes->used += length;
  return true;
}

#endif

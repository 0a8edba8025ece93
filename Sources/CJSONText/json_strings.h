/* The strings of JSON text that is read. */
#ifndef KUMIKI_JSON_STRINGS_H
#define KUMIKI_JSON_STRINGS_H

#include "json_bytes.h"
#include "json_characters.h"

/* The rest of a text, and strings whose escapes are decoded. */
typedef struct kumiki_source {
  kumiki_place at, end;
  kumiki_bytes decoded;
  bool is_short; /* memory was short */
} kumiki_source;

/* The content of a string: bytes of the text, or decoded bytes if the string has escapes. The latter may move when the next
 * string is decoded, which is put after them. */
typedef struct kumiki_content {
  const char *start;
  size_t length;
  bool has_escapes;
} kumiki_content;

/* Reads the rest of a string. `from` is its beginning, and the source is at the first byte that is not plain. */
bool kumiki_read_escaped(kumiki_source *source, kumiki_place from, kumiki_content *content);

/* Reads a string whose opening quote has been read. Returns false if it is not a string, or memory is short. */
static inline __attribute__((always_inline)) bool kumiki_read_string(kumiki_source *source,
                                                                     kumiki_content *content) {
  kumiki_place from = source->at, stop = kumiki_pass_plain(from, source->end, NULL);
  if (stop == NULL || stop == source->end)
    return false;
  source->at = stop;
  if (*stop != '"')
    return kumiki_read_escaped(source, from, content);
  source->at++;
  *content = (kumiki_content){(const char *)from, (size_t)(stop - from), false};
  return true;
}

#endif

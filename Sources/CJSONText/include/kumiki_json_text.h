/**
 * JSON text: a reader that makes jansson's values, and a writer. Both use jansson's public functions, do what jansson's
 * own reader and writer do, and take a third of their instructions or less. Internal to the library, never installed.
 */
#ifndef KUMIKI_JSON_TEXT_H
#define KUMIKI_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* jansson.h is not included, so that for Swift its declarations are in the module CJansson alone. */
struct json_t;

/**
 * Returns the value of a text that json_loadb accepts with JSON_DECODE_ANY, JSON_REJECT_DUPLICATES and JSON_ALLOW_NUL.
 * Does not recurse.
 *
 * Returns NULL if the text is not JSON, is nested deeper than KMK_MAX_DEPTH or ends in a zero byte. To find out why, call
 * json_loadb, which has the message and the position. Also returns NULL if memory is short, and sets `is_short`, which is
 * false otherwise.
 */
struct json_t *kumiki_json_read(const char *text, size_t length, bool *is_short);

/** A buffer that grows, in memory of jansson's allocator. All zero is an empty buffer. */
typedef struct kumiki_bytes {
  char *start;
  size_t used, room;
} kumiki_bytes;

/** Appends bytes. Returns false if memory is short. */
bool kumiki_append(kumiki_bytes *bytes, const char *text, size_t length);

typedef enum kumiki_json_written {
  KUMIKI_JSON_WRITTEN,
  KUMIKI_JSON_NO_MEMORY,
  KUMIKI_JSON_NOT_TEXT, /* a string is not UTF-8, or the value contains itself */
} kumiki_json_written;

/** Whether the writer implements these flags of json_dumps: JSON_COMPACT, and flags that change nothing. */
bool kumiki_json_writes(size_t flags);

/**
 * Appends the text that json_dumps makes of a value with JSON_ENCODE_ANY and these flags. Does not recurse. The used
 * bytes do not change on failure.
 */
kumiki_json_written kumiki_json_write(kumiki_bytes *bytes, const struct json_t *value,
                                      size_t flags);

#endif

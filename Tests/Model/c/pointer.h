/* JSON Pointers (RFC 6901), read by the player itself. */
#ifndef KUMIKI_MODEL_POINTER_H
#define KUMIKI_MODEL_POINTER_H

#include <kumiki.h>

/* Removes the first key from a pointer and returns it, new and unescaped. NULL at the end, and for a malformed
 * pointer. */
char *next_key(const char **pointer);

/* The array index in a key, SIZE_MAX for none. */
size_t key_index(const char *key);

/* The member of an object, or the element of an array; borrowed. NULL if it is missing. */
json_t *member_at(const json_t *container, const char *key);

/* The value at a pointer; borrowed. NULL if it is missing. */
const json_t *value_at(const json_t *root, const char *pointer);

#endif

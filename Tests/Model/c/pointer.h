/* JSON Pointers (RFC 6901), read by the player itself. */
#ifndef KUMIKI_MODEL_POINTER_H
#define KUMIKI_MODEL_POINTER_H

#include <kumiki.h>

/* Takes the first key off a pointer, new and unescaped. NULL at its end, and where it is
 * malformed. */
char *next_key(const char **pointer);

/* The number that a key is for an array, SIZE_MAX for none. */
size_t key_index(const char *key);

/* The member of an object, or the element of an array; borrowed. NULL where there is none. */
json_t *member_at(const json_t *container, const char *key);

/* What is at a pointer; borrowed. NULL where there is nothing. */
const json_t *value_at(const json_t *root, const char *pointer);

#endif

/** The places that a recorder keeps out of its file: pointers and case paths, in a list that ends with NULL. */
#ifndef KUMIKI_SECRETS_H
#define KUMIKI_SECRETS_H

#include "kumiki_recorder.h"

#include <jansson.h>
#include <stdbool.h>

enum { LONGEST_SECRET = 1024 };

/* What is left of a secret below the place of a path, "" if the path leads to the secret or below it; NULL if
 * they part. The "-" of a path may be any index. */
const char *kumiki_secret_below(const char *secret, const char *path);

/* A copy that is being written, with a member or the next element in it. Without memory, for it or for what it is given,
 * it is let go of: nothing that still has a secret is handed on. Owns: steals all. NULL: NULL. */
json_t *kumiki_with_member(json_t *copy, const char *key, json_t *value);
json_t *kumiki_with_element(json_t *copy, size_t index, json_t *value);

/* A new reference to a value with another one at a pointer from it, where something is there. NULL for the other: a
 * member goes, and so do all elements of an array; one element is null. NULL: no memory. */
json_t *kumiki_without_secret(json_t *value, const char *pointer, json_t *instead);

/* A snapshot with a state and histories without a secret; a new reference. NULL: no memory. */
json_t *kumiki_snapshot_without_secret(json_t *snapshot, const char *secret, json_t *instead);

#endif

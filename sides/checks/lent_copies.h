/* Copies of values that are lent or given to a checked program. */
#ifndef KUMIKI_LENT_COPIES_H
#define KUMIKI_LENT_COPIES_H

#include <jansson.h>
#include <stdbool.h>

/* Makes a copy; NULL if the value needs no check, or without memory. `shares`: the copy contains a large part
 * uncopied. */
json_t *kumiki_copy_new(const json_t *value, bool *shares);

/* Whether a copy has not changed. Sets `is_kept` if the program holds the copy or a part of it. */
bool kumiki_copy_is_of(const json_t *copy, const json_t *original, bool *is_kept);

/* Whether a copy, or a part of it, has ended. */
bool kumiki_copy_has_ended(const json_t *copy);

/* Takes a new reference to both values. */
typedef void kumiki_kept_fn(json_t *copy, const json_t *original, const char *type);

/* Calls a function for each part that the program holds, but not for parts inside such a part. */
void kumiki_copy_each_kept(const json_t *copy, const json_t *original, const char *type,
                           kumiki_kept_fn *keep);

/* Removes the parts that a copy shares with its original, so that others may write them in place; then restores them. */
void kumiki_copy_empty(json_t *copy, const json_t *original);
void kumiki_copy_fill(json_t *copy, const json_t *original);

#endif

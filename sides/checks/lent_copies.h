/* Copies of values, which are lent or given to a program that is checked. */
#ifndef KUMIKI_LENT_COPIES_H
#define KUMIKI_LENT_COPIES_H

#include <jansson.h>
#include <stdbool.h>

/* A copy; NULL if the value needs no check, or without memory. `shares`: too large a part is in it as it is. */
json_t *kumiki_copy_new(const json_t *value, bool *shares);

/* Whether a copy is as it was made. `is_kept` becomes true if somebody else has it, or a part of it. */
bool kumiki_copy_is_of(const json_t *copy, const json_t *original, bool *is_kept);

/* Whether a copy, or a part of it, has ended. */
bool kumiki_copy_has_ended(const json_t *copy);

/* Takes a new reference to each of both. */
typedef void kumiki_kept_fn(json_t *copy, const json_t *original, const char *type);

/* Calls a function for each part that somebody else has: not for parts of such a part. */
void kumiki_copy_each_kept(const json_t *copy, const json_t *original, const char *type,
                           kumiki_kept_fn *keep);

/* Takes out of a copy what it shares with its original: others may write it in place then. And puts it back. */
void kumiki_copy_empty(json_t *copy, const json_t *original);
void kumiki_copy_fill(json_t *copy, const json_t *original);

#endif

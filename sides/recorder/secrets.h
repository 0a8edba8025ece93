/** The parts of kumiki_without_secrets and kumiki_kept_of_step: one secret, one member of a line. */
#ifndef KUMIKI_SECRETS_H
#define KUMIKI_SECRETS_H

#include "kumiki_recorder.h"

enum { LONGEST_SECRET = 1024 };

/* Returns the rest of a secret below the place of a path; "" if the path leads to the secret or below it, NULL if the two
 * part. A "-" in the path stands for any index. */
const char *kumiki_secret_below(const char *secret, const char *path);

/* Adds a member or the next element to a copy. If there was no memory for the copy or the value, releases both and returns
 * NULL, so no copy that still has a secret is passed on. Owns: steals all. */
json_t *kumiki_with_member(json_t *copy, const char *key, json_t *value);
json_t *kumiki_with_element(json_t *copy, size_t index, json_t *value);

/* Returns a value with `instead` at a pointer, if the pointer leads to something. If `instead` is NULL, a member or all
 * elements of an array are removed, and a single element becomes null. Owns: result new. NULL: no memory. */
json_t *kumiki_without_secret(json_t *value, const char *pointer, json_t *instead);

/* Does the same with the state and the histories of a snapshot. */
json_t *kumiki_snapshot_without_secret(json_t *snapshot, const char *secret, json_t *instead);

/* Does the same with the operations of a patch. Operations below the secret's place are removed unless `keeps_below`. */
json_t *kumiki_patch_without_secret(json_t *patch, const char *secret, json_t *instead,
                                    bool keeps_below);

/* Whether an action has the form of a binding's write, {"path", "value"}, inside any cases. */
bool kumiki_is_write(const json_t *action);

#endif

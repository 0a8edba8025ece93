/** The parts of kumiki_without_secrets and kumiki_kept_of_step: one secret, one member of a line. */
#ifndef KUMIKI_SECRETS_H
#define KUMIKI_SECRETS_H

#include "kumiki_recorder.h"

enum { LONGEST_SECRET = 1024 };

/* Returns the rest of a secret below the place of a path; "" if the path leads to the secret or below it; NULL if the
 * two differ. A "-" in the path stands for any index. */
const char *kumiki_secret_below(const char *secret, const char *path);

/* Adds a member or the next element to a copy. If there was no memory for the copy or the value, releases both and
 * returns NULL, so that no copy that still contains a secret is passed on. Owns: steals all. */
json_t *kumiki_with_member(json_t *copy, const char *key, json_t *value);
json_t *kumiki_with_element(json_t *copy, size_t index, json_t *value);

/* Replaces the value at a pointer with `instead`, if the pointer leads to a value. If `instead` is NULL, a member or
 * all elements of an array are removed, and a single element becomes null. Owns: result new. NULL: no memory. */
json_t *kumiki_without_secret(json_t *value, const char *pointer, json_t *instead);

/* Replaces a secret in the state and the histories of a snapshot, as kumiki_without_secret does. */
json_t *kumiki_snapshot_without_secret(json_t *snapshot, const char *secret, json_t *instead);

/* Replaces a secret in the operations of a patch. Operations below its place are removed unless `keeps_below`. */
json_t *kumiki_patch_without_secret(json_t *patch, const char *secret, json_t *instead,
                                    bool keeps_below);

/* Whether an action has the form of a binding's write, {"path", "value"}, inside any cases. */
bool kumiki_is_write(const json_t *action);

#endif

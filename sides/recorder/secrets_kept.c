/* The parts of values and steps that a saver keeps. They are read again, so a patch without its secrets must match a
 * state without them. A member that a secret names is in neither, and any other secret place is null in both. */
#include "secrets.h"

#include <string.h>

/* Returns the replacement for the value at a secret place: null if the place may be an element of an array; NULL if
 * the value is to be removed. */
static json_t *instead_of(const char *secret) {
  const char *last = strrchr(secret, '/') + 1;
  bool is_any = strcmp(last, "*") == 0;
  return is_any || (*last != '\0' && last[strspn(last, "0123456789")] == '\0') ? json_null() : NULL;
}

/* Removes the secrets from a value at a path from the state, or from a patch if `path` is NULL. NULL: as
 * kumiki_kept_of_value. */
static json_t *kept(const json_t *secrets, json_t *value, const char *path) {
  json_t *open = json_incref(value), *name;
  size_t index;
  json_array_foreach(secrets, index, name) {
    const char *secret = json_string_value(name);
    if (*secret != '/' || open == NULL)
      continue;
    const char *left = path == NULL ? secret : kumiki_secret_below(secret, path);
    if (left == NULL)
      continue;
    json_t *instead = instead_of(secret), *next = NULL;
    if (path == NULL)
      next = kumiki_patch_without_secret(open, secret, instead, false);
    else if (*left != '\0')
      next = kumiki_without_secret(open, left, instead);
    json_decref(open);
    open = next;
  }
  return open;
}

json_t *kumiki_kept_of_value(const json_t *secrets, const json_t *value, const char *path) {
  return kept(secrets, (json_t *)value, path);
}

json_t *kumiki_kept_of_step(const json_t *secrets, const json_t *step, bool keeps_record) {
  json_t *patch = kept(secrets, json_object_get(step, "patch"), NULL);
  json_t *places = json_array(), *open = NULL;
  if (!keeps_record)
    open = json_object();
  else if (places != NULL)
    open = kumiki_without_secrets(secrets, step, places, json_null());
  json_decref(places);
  if (keeps_record && json_array_size(secrets) != 0) {
    /* A hash of the written values would let a reader confirm a guess. */
    json_object_del(open, "hash");
    json_object_del(open, "inverse");
  }
  return kumiki_with_member(open, "patch", patch);
}

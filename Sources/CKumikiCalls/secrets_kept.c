/* The parts of values and steps that a saver keeps. They are read again, so a patch without its secrets must fit a
 * state without them: a member that a secret names is in neither, and any other place of a secret is null in both. */
#include "secrets.h"

#include "../CJansson/shim.h"

#include <string.h>

static size_t step_count(const char *pointer) {
  size_t count = 0;
  for (; *pointer != '\0'; pointer++)
    count += *pointer == '/';
  return count;
}

/* The replacement for the value at a secret place: null if that may be an element of an array. Otherwise NULL: the
 * value is removed. */
static json_t *instead_of(const char *secret) {
  const char *last = strrchr(secret, '/') + 1;
  bool is_any = strcmp(last, "*") == 0;
  return is_any || (*last != '\0' && last[strspn(last, "0123456789")] == '\0') ? json_null() : NULL;
}

json_t *kumiki_kept_of_value(char *const *secrets, const json_t *value, const char *path) {
  json_t *open = json_incref((json_t *)value);
  for (; *secrets != NULL && open != NULL; secrets++) {
    const char *left = **secrets != '/' ? NULL : kumiki_secret_below(*secrets, path);
    if (left == NULL)
      continue;
    json_t *next = *left == '\0' ? NULL : kumiki_without_secret(open, left, instead_of(*secrets));
    json_decref(open);
    open = next;
  }
  return open;
}

/* An operation without a secret; NULL: no memory. *is_kept: whether anything is left of it. */
static json_t *operation_without(json_t *operation, const char *secret, bool *is_kept) {
  const char *path = json_string_value(json_object_get(operation, "path"));
  json_t *value = json_object_get(operation, "value"), *instead = instead_of(secret);
  const char *left = path == NULL ? NULL : kumiki_secret_below(secret, path);
  bool is_below = left != NULL && step_count(path) > step_count(secret);
  *is_kept = !is_below && (left == NULL || *left != '\0' || instead != NULL);
  if (left == NULL || value == NULL || !*is_kept)
    return json_incref(operation);
  return kumiki_with_member(kumiki_copy_container(operation), "value",
                            kumiki_without_secret(value, left, instead));
}

static json_t *patch_without(json_t *patch, const char *secret) {
  json_t *copy = json_array(), *operation;
  size_t index;
  json_array_foreach(patch, index, operation) {
    bool is_kept;
    json_t *open = operation_without(operation, secret, &is_kept);
    if (is_kept)
      copy = kumiki_with_element(copy, json_array_size(copy), open);
    else
      json_decref(open);
  }
  return copy;
}

json_t *kumiki_kept_of_step(char *const *secrets, const json_t *step, bool keeps_record) {
  json_t *patch = json_incref(json_object_get(step, "patch")), *next, *places = json_array();
  for (char *const *secret = secrets; *secret != NULL && patch != NULL; secret++) {
    if (**secret != '/')
      continue;
    next = patch_without(patch, *secret);
    json_decref(patch);
    patch = next;
  }
  json_t *kept = NULL;
  if (!keeps_record)
    kept = json_object();
  else if (places != NULL)
    kept = kumiki_line_without_secrets(secrets, step, places, json_null());
  json_decref(places);
  if (keeps_record && *secrets != NULL && kept != NULL) {
    /* A hash of the written values would let a reader confirm a guess. */
    json_object_del(kept, "hash");
    json_object_del(kept, "inverse");
  }
  return kumiki_with_member(kept, "patch", patch);
}

#include "mirror.h"

#include "pointer.h"

#include <stdlib.h>
#include <string.h>

/* The container of the value at a non-empty pointer, and the last key, which is new. NULL if there is no container. */
static json_t *container_of(json_t *root, const char *pointer, char **last) {
  json_t *here = root;
  char *key = next_key(&pointer);
  while (key != NULL && *pointer != '\0') {
    here = member_at(here, key);
    free(key);
    key = next_key(&pointer);
  }
  if (key == NULL || !(json_is_array(here) || json_is_object(here))) {
    free(key);
    return NULL;
  }
  *last = key;
  return here;
}

/* Removes and returns a value; new. NULL if the value is missing. */
static json_t *take(json_t **copy, const char *pointer) {
  char *key;
  json_t *value = *copy;
  if (*pointer == '\0') {
    *copy = NULL;
    return value;
  }
  json_t *container = container_of(*copy, pointer, &key);
  if (container == NULL) {
    return NULL;
  }
  value = json_incref(member_at(container, key));
  if (json_is_array(container)) {
    json_array_remove(container, key_index(key));
  } else {
    json_object_del(container, key);
  }
  free(key);
  return value;
}

/* Inserts a value, like "add"; steals it. */
static bool put(json_t **copy, const char *pointer, json_t *value) {
  char *key;
  if (*pointer == '\0') {
    json_decref(*copy);
    *copy = value;
    return value != NULL;
  }
  json_t *container = container_of(*copy, pointer, &key);
  if (container == NULL) {
    json_decref(value);
    return false;
  }
  int failed;
  if (json_is_object(container)) {
    failed = json_object_set_new(container, key, value);
  } else {
    size_t index = strcmp(key, "-") == 0 ? json_array_size(container) : key_index(key);
    failed = json_array_insert_new(container, index, value);
  }
  free(key);
  return failed == 0;
}

static bool apply(json_t **copy, const json_t *operation) {
  const char *op = json_string_value(json_object_get(operation, "op"));
  const char *path = json_string_value(json_object_get(operation, "path"));
  const char *from = json_string_value(json_object_get(operation, "from"));
  const json_t *value = json_object_get(operation, "value");
  if (op == NULL || path == NULL) {
    return false;
  }
  if (strcmp(op, "add") == 0) {
    return put(copy, path, json_deep_copy(value));
  }
  if (strcmp(op, "move") == 0) {
    return from != NULL && put(copy, path, take(copy, from));
  }
  json_t *old = take(copy, path);
  bool was_there = old != NULL, replaces = strcmp(op, "replace") == 0;
  json_decref(old);
  return was_there &&
         (replaces ? put(copy, path, json_deep_copy(value)) : strcmp(op, "remove") == 0);
}

void mirror_apply(json_t **copy, const json_t *patch) {
  size_t index;
  json_t *operation;
  json_array_foreach(patch, index, operation) {
    if (!apply(copy, operation)) {
      json_decref(*copy);
      *copy = NULL;
      return;
    }
  }
}

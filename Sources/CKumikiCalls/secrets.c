#include "secrets.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------- the list */

static bool is_pointer(const char *text) {
  if (*text != '/')
    return false;
  for (; (text = strchr(text, '~')) != NULL; text++) {
    if (text[1] != '0' && text[1] != '1')
      return false;
  }
  return true;
}

static bool is_case_path(const char *text) {
  for (;;) {
    size_t length = strcspn(text, "./");
    if (length == 0 || text[length] == '/')
      return false;
    if (text[length] == '\0')
      return true;
    text += length + 1;
  }
}

const char *kumiki_malformed_secret(const char *const *secrets) {
  for (; secrets != NULL && *secrets != NULL; secrets++) {
    if (strlen(*secrets) >= LONGEST_SECRET || (!is_pointer(*secrets) && !is_case_path(*secrets)))
      return *secrets;
  }
  return NULL;
}

char **kumiki_secrets_copy(const char *const *secrets) {
  size_t count = 0;
  while (secrets != NULL && secrets[count] != NULL)
    count++;
  char **copy = calloc(count + 1, sizeof *copy);
  for (size_t i = 0; copy != NULL && i < count; i++) {
    if ((copy[i] = strdup(secrets[i])) == NULL) {
      kumiki_secrets_free(copy);
      return NULL;
    }
  }
  return copy;
}

void kumiki_secrets_free(char **secrets) {
  for (char **secret = secrets; secret != NULL && *secret != NULL; secret++)
    free(*secret);
  free(secrets);
}

/* --------------------------------------------------------------- pointers */

/* The length of the first step of a pointer, with its slash. */
static size_t step_length(const char *pointer) { return 1 + strcspn(pointer + 1, "/"); }

static bool is_any(const char *step, size_t length) { return length == 2 && step[1] == '*'; }

const char *kumiki_secret_below(const char *secret, const char *path) {
  while (*secret != '\0' && *path != '\0') {
    size_t length = step_length(secret), other = step_length(path);
    bool is_end = other == 2 && path[1] == '-';
    bool is_same = length == other && memcmp(secret, path, length) == 0;
    if (!is_any(secret, length) && !is_end && !is_same)
      return NULL;
    secret += length;
    path += other;
  }
  return secret;
}

/* The first step of a pointer as a key. */
static void read_key(const char *pointer, char key[LONGEST_SECRET]) {
  const char *end = pointer + step_length(pointer);
  for (pointer++; pointer < end; pointer++) {
    if (*pointer == '~')
      *key++ = *++pointer == '1' ? '/' : '~';
    else
      *key++ = *pointer;
  }
  *key = '\0';
}

json_t *kumiki_without_secret(json_t *value, const char *pointer) {
  if (*pointer == '\0')
    return json_null();
  if (!json_is_object(value) && !json_is_array(value))
    return json_incref(value);
  size_t length = step_length(pointer), index;
  const char *rest = pointer + length, *name;
  bool is_every = is_any(pointer, length);
  char key[LONGEST_SECRET];
  read_key(pointer, key);
  json_t *copy = json_copy(value), *inner;
  json_object_foreach(value, name, inner) {
    if (is_every || strcmp(name, key) == 0)
      json_object_set_new(copy, name, kumiki_without_secret(inner, rest));
  }
  json_array_foreach(value, index, inner) {
    if (is_every || index == strtoul(key, NULL, 10))
      json_array_set_new(copy, index, kumiki_without_secret(inner, rest));
  }
  return copy;
}

/* ------------------------------------------------------------------ lines */

static json_t *patch_without(json_t *patch, const char *secret) {
  json_t *copy = json_array(), *operation;
  size_t index;
  json_array_foreach(patch, index, operation) {
    const char *path = json_string_value(json_object_get(operation, "path"));
    json_t *value = json_object_get(operation, "value");
    const char *left = path == NULL || value == NULL ? NULL : kumiki_secret_below(secret, path);
    if (left != NULL) {
      operation = json_copy(operation);
      json_object_set_new(operation, "value", kumiki_without_secret(value, left));
      json_array_append_new(copy, operation);
    } else {
      json_array_append(copy, operation);
    }
  }
  return copy;
}

/* The payload of a case path becomes null. Of a row's action, {"id", "action"}, the path goes on in "action". */
static json_t *action_without(json_t *action, const char *path) {
  size_t length = strcspn(path, ".");
  char name[LONGEST_SECRET];
  memcpy(name, path, length);
  name[length] = '\0';
  json_t *payload = json_object_get(action, name), *hidden;
  if (payload == NULL)
    return json_incref(action);
  json_t *copy = json_copy(action);
  json_t *inner = strcmp(name, "element") == 0 ? json_object_get(payload, "action") : NULL;
  if (path[length] == '\0') {
    hidden = json_null();
  } else if (inner != NULL) {
    hidden = json_copy(payload);
    json_object_set_new(hidden, "action", action_without(inner, path + length + 1));
  } else {
    hidden = action_without(payload, path + length + 1);
  }
  json_object_set_new(copy, name, hidden);
  return copy;
}

typedef json_t *(*removal)(json_t *value, const char *secret);

static void remove_from(json_t *line, const char *member, removal removed, const char *secret) {
  json_t *value = json_object_get(line, member);
  if (value != NULL)
    json_object_set_new(line, member, removed(value, secret));
}

json_t *kumiki_without_secrets(char *const *secrets, const json_t *line) {
  if (*secrets == NULL)
    return json_incref((json_t *)line);
  json_t *copy = json_copy((json_t *)line);
  for (; *secrets != NULL; secrets++) {
    if (**secrets != '/') {
      remove_from(copy, "action", action_without, *secrets);
      continue;
    }
    remove_from(copy, "patch", patch_without, *secrets);
    remove_from(copy, "state", kumiki_without_secret, *secrets);
    remove_from(copy, "checkpoint", kumiki_snapshot_without_secret, *secrets);
    remove_from(copy, "snapshot", kumiki_snapshot_without_secret, *secrets);
  }
  return copy;
}

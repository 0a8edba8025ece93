#include "secrets.h"

#include "../CJansson/shim.h"

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
  char **copy = kumiki_allocate((count + 1) * sizeof *copy);
  for (size_t i = 0; copy != NULL && i <= count; i++)
    copy[i] = NULL;
  for (size_t i = 0; copy != NULL && i < count; i++) {
    if ((copy[i] = kumiki_copy_text(secrets[i])) == NULL) {
      kumiki_secrets_free(copy);
      return NULL;
    }
  }
  return copy;
}

void kumiki_secrets_free(char **secrets) {
  for (char **secret = secrets; secret != NULL && *secret != NULL; secret++)
    kumiki_deallocate(*secret);
  kumiki_deallocate(secrets);
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

static json_t *if_done(json_t *copy, int result) {
  if (result == 0)
    return copy;
  json_decref(copy);
  return NULL;
}

json_t *kumiki_with_member(json_t *copy, const char *key, json_t *value) {
  return if_done(copy, json_object_set_new(copy, key, value));
}

json_t *kumiki_with_element(json_t *copy, size_t index, json_t *value) {
  return if_done(copy, index < json_array_size(copy) ? json_array_set_new(copy, index, value)
                                                     : json_array_append_new(copy, value));
}

/* The member that the first step of a pointer names. A function of its own, since its buffer must not be on the stack
 * for each step of a pointer. */
__attribute__((noinline)) static void *member_at(json_t *object, const char *pointer) {
  char key[LONGEST_SECRET];
  read_key(pointer, key);
  return json_object_iter_at(object, key);
}

json_t *kumiki_without_secret(json_t *value, const char *pointer) {
  if (*pointer == '\0')
    return json_null();
  if (!json_is_object(value) && !json_is_array(value))
    return json_incref(value);
  size_t length = step_length(pointer), index;
  const char *rest = pointer + length;
  bool is_every = is_any(pointer, length);
  void *member = is_every ? json_object_iter(value) : member_at(value, pointer);
  json_t *copy = kumiki_copy_container(value), *inner;
  for (; member != NULL; member = is_every ? json_object_iter_next(value, member) : NULL)
    copy = kumiki_with_member(copy, json_object_iter_key(member),
                              kumiki_without_secret(json_object_iter_value(member), rest));
  json_array_foreach(value, index, inner) {
    if (is_every || index == strtoul(pointer + 1, NULL, 10))
      copy = kumiki_with_element(copy, index, kumiki_without_secret(inner, rest));
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
    json_t *open = left == NULL ? json_incref(operation)
                                : kumiki_with_member(kumiki_copy_container(operation), "value",
                                                     kumiki_without_secret(value, left));
    copy = kumiki_with_element(copy, index, open);
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
  json_t *copy = kumiki_copy_container(action);
  json_t *inner = strcmp(name, "element") == 0 ? json_object_get(payload, "action") : NULL;
  if (path[length] == '\0') {
    hidden = json_null();
  } else if (inner != NULL) {
    hidden = kumiki_with_member(kumiki_copy_container(payload), "action",
                                action_without(inner, path + length + 1));
  } else {
    hidden = action_without(payload, path + length + 1);
  }
  return kumiki_with_member(copy, name, hidden);
}

typedef json_t *(*removal)(json_t *value, const char *secret);

static json_t *remove_from(json_t *line, const char *member, removal removed, const char *secret) {
  json_t *value = json_object_get(line, member);
  return value == NULL ? line : kumiki_with_member(line, member, removed(value, secret));
}

json_t *kumiki_without_secrets(char *const *secrets, const json_t *line) {
  if (*secrets == NULL)
    return json_incref((json_t *)line);
  json_t *copy = kumiki_copy_container((json_t *)line);
  for (; *secrets != NULL; secrets++) {
    if (**secrets != '/') {
      copy = remove_from(copy, "action", action_without, *secrets);
      continue;
    }
    copy = remove_from(copy, "patch", patch_without, *secrets);
    copy = remove_from(copy, "state", kumiki_without_secret, *secrets);
    copy = remove_from(copy, "checkpoint", kumiki_snapshot_without_secret, *secrets);
    copy = remove_from(copy, "snapshot", kumiki_snapshot_without_secret, *secrets);
  }
  return copy;
}

#include "secrets.h"

#include "json_memory.h"

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

static bool is_secret(const char *text) {
  return text != NULL && strlen(text) < LONGEST_SECRET && (is_pointer(text) || is_case_path(text));
}

const char *kumiki_malformed_secret(const char *const *secrets) {
  for (; secrets != NULL && *secrets != NULL; secrets++) {
    if (!is_secret(*secrets))
      return *secrets;
  }
  return NULL;
}

bool kumiki_are_secrets(const json_t *names) {
  const json_t *name;
  size_t index;
  json_array_foreach(names, index, name) {
    if (!is_secret(json_string_value(name)))
      return false;
  }
  return json_is_array(names);
}

json_t *kumiki_secrets_new(const char *const *secrets) {
  json_t *list = json_array();
  /* Another check refuses a string that is not UTF-8: kumiki_check_secret. */
  for (size_t i = 0; secrets != NULL && secrets[i] != NULL; i++)
    list = kumiki_with_element(list, i, json_stringn_nocheck(secrets[i], strlen(secrets[i])));
  return list;
}

/* --------------------------------------------------------------- pointers */

/* Returns the length of the first step of a pointer, with its slash. */
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

/* Reads the first step of a pointer as a key. */
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

/* Returns the member that the first step of a pointer names. A separate function, so that its buffer is not on the
 * stack for each step of a pointer. */
__attribute__((noinline)) static void *member_at(json_t *object, const char *pointer) {
  char key[LONGEST_SECRET];
  read_key(pointer, key);
  return json_object_iter_at(object, key);
}

json_t *kumiki_without_secret(json_t *value, const char *pointer, json_t *instead) {
  if (*pointer == '\0')
    return instead == NULL ? json_null() : json_incref(instead);
  if (!json_is_object(value) && !json_is_array(value))
    return json_incref(value);
  size_t length = step_length(pointer), index;
  const char *rest = pointer + length;
  bool is_every = is_any(pointer, length);
  void *member = is_every ? json_object_iter(value) : member_at(value, pointer);
  json_t *copy = kumiki_copy_container(value), *inner;
  bool goes = instead == NULL && *rest == '\0';
  for (; member != NULL; member = is_every ? json_object_iter_next(value, member) : NULL) {
    const char *key = json_object_iter_key(member);
    if (goes)
      json_object_del(copy, key);
    else
      copy = kumiki_with_member(
          copy, key, kumiki_without_secret(json_object_iter_value(member), rest, instead));
  }
  if (goes && is_every)
    json_array_clear(copy);
  json_array_foreach(value, index, inner) {
    if ((is_every && !goes) || (!is_every && index == strtoul(pointer + 1, NULL, 10)))
      copy = kumiki_with_element(copy, index, kumiki_without_secret(inner, rest, instead));
  }
  return copy;
}

/* ------------------------------------------------------------------ lines */

static size_t step_count(const char *pointer) {
  size_t count = 0;
  for (; *pointer != '\0'; pointer++)
    count += *pointer == '/';
  return count;
}

json_t *kumiki_patch_without_secret(json_t *patch, const char *secret, json_t *instead,
                                    bool keeps_below) {
  json_t *copy = json_array(), *operation;
  size_t index;
  json_array_foreach(patch, index, operation) {
    const char *path = json_string_value(json_object_get(operation, "path"));
    json_t *value = json_object_get(operation, "value");
    const char *left = path == NULL ? NULL : kumiki_secret_below(secret, path);
    bool is_below = left != NULL && step_count(path) > step_count(secret);
    if (left != NULL && *left == '\0' && (instead == NULL || (is_below && !keeps_below)))
      continue;
    json_t *open = left == NULL || value == NULL
                       ? json_incref(operation)
                       : kumiki_with_member(kumiki_copy_container(operation), "value",
                                            kumiki_without_secret(value, left, instead));
    copy = kumiki_with_element(copy, json_array_size(copy), open);
  }
  return copy;
}

static json_t *patch_without(json_t *patch, const char *secret, json_t *instead) {
  return kumiki_patch_without_secret(patch, secret, instead, true);
}

/* Replaces the content of an action's case: its payload, or the row's own action in it. Steals `open`. */
static json_t *with_content(json_t *action, const char *name, const json_t *content, json_t *open) {
  json_t *payload = json_object_get(action, name);
  if (payload != content)
    open = kumiki_with_member(kumiki_copy_container(payload), "action", open);
  return kumiki_with_member(kumiki_copy_container(action), name, open);
}

/* Replaces the payload of a case path with null. In a row's action, {"id", "action"}, the path continues in "action". */
static json_t *action_without(json_t *action, const char *path, json_t *instead) {
  size_t length = strcspn(path, ".");
  char name[LONGEST_SECRET];
  memcpy(name, path, length);
  name[length] = '\0';
  json_t *payload = json_object_get(action, name);
  if (payload == NULL)
    return json_incref(action);
  if (path[length] == '\0')
    return with_content(action, name, payload, kumiki_without_secret(payload, "", instead));
  json_t *inner = strcmp(name, "element") == 0 ? json_object_get(payload, "action") : NULL;
  json_t *content = inner != NULL ? inner : payload;
  return with_content(action, name, content, action_without(content, path + length + 1, instead));
}

/* Whether a pointer into an action leads to the payload of a case path, or below it. */
static bool is_in_payload(const char *path, const char *pointer) {
  char key[LONGEST_SECRET];
  for (;;) {
    size_t length = strcspn(path, ".");
    if (*pointer != '/' || step_length(pointer) > LONGEST_SECRET)
      return false;
    read_key(pointer, key);
    pointer += step_length(pointer);
    if (strlen(key) != length || memcmp(key, path, length) != 0)
      return false;
    if (path[length] == '\0')
      return true;
    path += length + 1;
    /* In a row's action, {"id", "action"}, the path continues in "action". */
    if (strcmp(key, "element") == 0 && strncmp(pointer, "/action/", 8) == 0)
      pointer += 7;
  }
}

/* The message of an issue may contain the refused value; the issue's path is then the place of the value. */
static json_t *issues_without(json_t *issues, const char *secret, json_t *instead) {
  (void)instead;
  json_t *copy = json_array(), *issue;
  size_t index;
  json_array_foreach(issues, index, issue) {
    const char *path = json_string_value(json_object_get(issue, "path"));
    const char *left = path == NULL || *secret != '/' ? NULL : kumiki_secret_below(secret, path);
    bool is_revealing = left != NULL
                            ? *left == '\0'
                            : path != NULL && *secret != '/' && is_in_payload(secret, path);
    json_t *open = !is_revealing
                       ? json_incref(issue)
                       : kumiki_with_member(kumiki_copy_container(issue), "message", json_null());
    copy = kumiki_with_element(copy, index, open);
  }
  return copy;
}

typedef json_t *(*removal)(json_t *value, const char *secret, json_t *instead);

static json_t *remove_from(json_t *line, const char *member, removal removed, const char *secret,
                           json_t *instead) {
  json_t *value = json_object_get(line, member);
  return value == NULL ? line : kumiki_with_member(line, member, removed(value, secret, instead));
}

/* --------------------------------------------------------------- bindings */

/* {"path": TEXT, "value": V} */
static bool is_field_write(const json_t *value) {
  return json_object_size(value) == 2 && json_is_string(json_object_get(value, "path")) &&
         json_object_get(value, "value") != NULL;
}

/* Returns the content of an action's case: its payload, or the row's own action in {"element": {"id", "action"}}.
 * NULL: no payload. */
static json_t *case_content(const json_t *action) {
  void *member = json_object_iter((json_t *)action);
  if (json_object_size(action) != 1 || member == NULL)
    return NULL;
  json_t *payload = json_object_iter_value(member);
  bool is_row = strcmp(json_object_iter_key(member), "element") == 0 &&
                json_object_get(payload, "id") != NULL;
  json_t *inner = is_row ? json_object_get(payload, "action") : NULL;
  return inner != NULL ? inner : payload;
}

bool kumiki_is_write(const json_t *action) {
  while ((action = case_content(action)) != NULL) {
    if (is_field_write(action))
      return true;
  }
  return false;
}

/* Removes a secret from a written value. `secret`: the rest of the secret below the place of the binding's feature.
 * Steals the value. */
static json_t *value_without(json_t *value, const char *secret, const char *path, json_t *instead) {
  const char *left = kumiki_secret_below(secret, path);
  if (left == NULL || value == NULL)
    return value;
  json_t *open = kumiki_without_secret(value, left, instead);
  json_decref(value);
  return open;
}

/* Removes a secret from a write {"path", "value"}. */
static json_t *write_without(json_t *write, const char *secret, const json_t *places,
                             json_t *instead) {
  const char *path = json_string_value(json_object_get(write, "path"));
  json_t *value = json_incref(json_object_get(write, "value")), *place;
  size_t index;
  json_array_foreach(places, index, place) {
    const char *left = kumiki_secret_below(secret, json_string_value(place));
    if (left != NULL)
      value = value_without(value, left, path, instead);
  }
  /* The place of the binding is not known: the path may be the end of any place. */
  for (; json_array_size(places) == 0 && *secret != '\0'; secret += step_length(secret))
    value = value_without(value, secret, path, instead);
  return kumiki_with_member(kumiki_copy_container(write), "value", value);
}

static json_t *write_in(json_t *action, const char *secret, const json_t *places, json_t *instead) {
  json_t *content = case_content(action);
  if (content == NULL)
    return json_incref(action);
  json_t *open = is_field_write(content) ? write_without(content, secret, places, instead)
                                         : write_in(content, secret, places, instead);
  return with_content(action, json_object_iter_key(json_object_iter(action)), content, open);
}

/* Removes a secret pointer from the value that the action of a line writes. */
static json_t *without_written(json_t *line, const char *secret, const json_t *places,
                               json_t *instead) {
  json_t *action = json_object_get(line, "action");
  return kumiki_with_member(line, "action", write_in(action, secret, places, instead));
}

/* ------------------------------------------------------------- whole lines */

json_t *kumiki_without_secrets(const json_t *secrets, const json_t *line, const json_t *places,
                               json_t *instead) {
  if (json_array_size(secrets) == 0)
    return json_incref((json_t *)line);
  bool is_write = places != NULL && kumiki_is_write(json_object_get(line, "action"));
  json_t *copy = kumiki_copy_container((json_t *)line), *name;
  size_t index;
  json_array_foreach(secrets, index, name) {
    const char *secret = json_string_value(name);
    copy = remove_from(copy, "issues", issues_without, secret, instead);
    if (*secret != '/') {
      copy = remove_from(copy, "action", action_without, secret, instead);
      continue;
    }
    copy = remove_from(copy, "patch", patch_without, secret, instead);
    copy = remove_from(copy, "state", kumiki_without_secret, secret, instead);
    copy = remove_from(copy, "checkpoint", kumiki_snapshot_without_secret, secret, instead);
    copy = remove_from(copy, "snapshot", kumiki_snapshot_without_secret, secret, instead);
  }
  json_array_foreach(secrets, index, name) {
    const char *secret = json_string_value(name);
    if (is_write && *secret == '/')
      copy = without_written(copy, secret, places, instead);
  }
  return copy;
}

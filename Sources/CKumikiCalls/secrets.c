#include "secrets.h"

#include "../CJansson/shim.h"

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

char **kumiki_secrets_named(const json_t *names) {
  size_t count = json_array_size(names);
  const char **texts = kumiki_allocate((count + 1) * sizeof *texts);
  bool is_list = json_is_array(names);
  char **copy = NULL;
  if (texts == NULL)
    return NULL;
  for (size_t i = 0; i <= count; i++) {
    texts[i] = json_string_value(json_array_get(names, i));
    is_list = is_list && (i == count || texts[i] != NULL);
  }
  if (is_list && kumiki_malformed_secret(texts) == NULL)
    copy = kumiki_secrets_copy(texts);
  kumiki_deallocate(texts);
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

static json_t *patch_without(json_t *patch, const char *secret, json_t *instead) {
  json_t *copy = json_array(), *operation;
  size_t index;
  json_array_foreach(patch, index, operation) {
    const char *path = json_string_value(json_object_get(operation, "path"));
    json_t *value = json_object_get(operation, "value");
    const char *left = path == NULL ? NULL : kumiki_secret_below(secret, path);
    if (left != NULL && *left == '\0' && instead == NULL)
      continue;
    json_t *open = left == NULL || value == NULL
                       ? json_incref(operation)
                       : kumiki_with_member(kumiki_copy_container(operation), "value",
                                            kumiki_without_secret(value, left, instead));
    copy = kumiki_with_element(copy, json_array_size(copy), open);
  }
  return copy;
}

/* The payload of a case path becomes null. Of a row's action, {"id", "action"}, the path goes on in "action". */
static json_t *action_without(json_t *action, const char *path, json_t *instead) {
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
    hidden = instead == NULL ? json_null() : json_incref(instead);
  } else if (inner != NULL) {
    hidden = kumiki_with_member(kumiki_copy_container(payload), "action",
                                action_without(inner, path + length + 1, instead));
  } else {
    hidden = action_without(payload, path + length + 1, instead);
  }
  return kumiki_with_member(copy, name, hidden);
}

/* Whether a place in an action is that of a case path's payload, or below it. */
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
    /* Of a row's action, {"id", "action"}, the path goes on in "action". */
    if (strcmp(key, "element") == 0 && strncmp(pointer, "/action/", 8) == 0)
      pointer += 7;
  }
}

/* A message may say which value was refused, and does so at the value's place. */
static json_t *issues_without(json_t *issues, const char *secret, json_t *instead) {
  (void)instead;
  json_t *copy = json_array(), *issue;
  size_t index;
  json_array_foreach(issues, index, issue) {
    const char *path = json_string_value(json_object_get(issue, "path"));
    const char *left = path == NULL || *secret != '/' ? NULL : kumiki_secret_below(secret, path);
    bool is_told = left != NULL ? *left == '\0'
                                : path != NULL && *secret != '/' && is_in_payload(secret, path);
    json_t *open = !is_told
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

json_t *kumiki_without_secrets(char *const *secrets, const json_t *line, json_t *instead) {
  if (*secrets == NULL)
    return json_incref((json_t *)line);
  json_t *copy = kumiki_copy_container((json_t *)line);
  for (; *secrets != NULL; secrets++) {
    copy = remove_from(copy, "issues", issues_without, *secrets, instead);
    if (**secrets != '/') {
      copy = remove_from(copy, "action", action_without, *secrets, instead);
      continue;
    }
    copy = remove_from(copy, "patch", patch_without, *secrets, instead);
    copy = remove_from(copy, "state", kumiki_without_secret, *secrets, instead);
    copy = remove_from(copy, "checkpoint", kumiki_snapshot_without_secret, *secrets, instead);
    copy = remove_from(copy, "snapshot", kumiki_snapshot_without_secret, *secrets, instead);
  }
  return copy;
}

/* --------------------------------------------------------------- bindings */

/* {"path": TEXT, "value": V} */
static bool is_field_write(const json_t *value) {
  return json_object_size(value) == 2 && json_is_string(json_object_get(value, "path")) &&
         json_object_get(value, "value") != NULL;
}

/* What a case of an action holds: its payload, and of a row's action, {"element": {"id", "action"}}, that action. NULL if
 * there is none. */
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

/* A written value without what a secret has of it. `secret`: what is left of one at the place of the binding's
 * feature. Steals the value. */
static json_t *value_without(json_t *value, const char *secret, const char *path, json_t *instead) {
  const char *left = kumiki_secret_below(secret, path);
  if (left == NULL || value == NULL)
    return value;
  json_t *open = kumiki_without_secret(value, left, instead);
  json_decref(value);
  return open;
}

/* The write {"path", "value"} without a secret. */
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
  /* Nothing is known of where the binding is: the path may be the end of any place. */
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
  void *member = json_object_iter(action);
  const char *name = json_object_iter_key(member);
  json_t *payload = json_object_iter_value(member);
  if (payload != content)
    open = kumiki_with_member(kumiki_copy_container(payload), "action", open);
  return kumiki_with_member(kumiki_copy_container(action), name, open);
}

json_t *kumiki_without_written_secrets(char *const *secrets, json_t *line, const json_t *places,
                                       json_t *instead) {
  json_t *action = json_incref(json_object_get(line, "action")), *open;
  if (places == NULL) {
    json_decref(action);
    json_decref(line);
    return NULL;
  }
  for (; *secrets != NULL && action != NULL; secrets++) {
    if (**secrets != '/')
      continue;
    open = write_in(action, *secrets, places, instead);
    json_decref(action);
    action = open;
  }
  return kumiki_with_member(line, "action", action);
}

json_t *kumiki_line_without_secrets(char *const *secrets, const json_t *line, const json_t *places,
                                    json_t *instead) {
  json_t *open = kumiki_without_secrets(secrets, line, instead);
  if (open == NULL || !kumiki_is_write(json_object_get(line, "action")))
    return open;
  return kumiki_without_written_secrets(secrets, open, places, instead);
}

#include "secrets.h"

#include "json_memory.h"

#include <stdbool.h>
#include <string.h>

/* Writes a string into a buffer in front of *begin, and moves *begin to its start; false if it does not fit. */
static bool prepend(char *buffer, size_t *begin, const char *text) {
  size_t length = strlen(text);
  if (length > *begin)
    return false;
  memcpy(buffer + (*begin -= length), text, length);
  return true;
}

/* Writes a key as a step of a pointer into the buffer, as prepend does. */
static bool prepend_key(char *buffer, size_t *begin, const char *key) {
  for (size_t left = strlen(key); left > 0; left--) {
    char one[] = {key[left - 1], '\0'};
    const char *text = *one == '~' ? "~0" : *one == '/' ? "~1" : one;
    if (!prepend(buffer, begin, text))
      return false;
  }
  return prepend(buffer, begin, "/");
}

/* Returns the path of a place of a history, with "-" for each element, which may have had any index; NULL if the path
 * is longer than a secret. */
static const char *place_path(const json_t *history, json_int_t number,
                              char buffer[LONGEST_SECRET]) {
  const json_t *places = json_object_get(history, "places");
  const json_t *arrays = json_object_get(history, "arrays");
  const char *part = json_string_value(json_object_get(history, "part"));
  size_t begin = LONGEST_SECRET - 1;
  buffer[begin] = '\0';
  while (number > 0) {
    const json_t *place = json_array_get(places, (size_t)number - 1);
    const char *key = "-";
    if (json_is_object(place)) {
      json_int_t array = json_integer_value(json_object_get(place, "array"));
      place = json_array_get(arrays, (size_t)array);
      number = json_integer_value(json_object_get(place, "at"));
    } else {
      key = json_string_value(json_array_get(place, 1));
      number = json_integer_value(json_array_get(place, 0));
    }
    if (!prepend_key(buffer, &begin, key))
      return NULL;
  }
  if (part != NULL && !prepend(buffer, &begin, part))
    return NULL;
  const char *at = json_string_value(json_object_get(history, "at"));
  return prepend(buffer, &begin, at) ? buffer + begin : NULL;
}

/* Removes a secret from the values that a step of a history replaced. */
static json_t *step_without(const json_t *history, json_t *step, const char *secret,
                            json_t *instead) {
  json_t *copy = json_array(), *entry;
  char buffer[LONGEST_SECRET];
  size_t index;
  json_array_foreach(step, index, entry) {
    json_t *old = json_object_get(entry, "old");
    const char *left = NULL;
    if (old != NULL) {
      const char *path =
          place_path(history, json_integer_value(json_object_get(entry, "at")), buffer);
      /* A path that is too long may lead to a secret. */
      left = path == NULL ? "" : kumiki_secret_below(secret, path);
    }
    json_t *open = left == NULL ? json_incref(entry)
                                : kumiki_with_member(kumiki_copy_container(entry), "old",
                                                     kumiki_without_secret(old, left, instead));
    copy = kumiki_with_element(copy, index, open);
  }
  return copy;
}

static json_t *history_without(json_t *history, const char *secret, json_t *instead) {
  static const char *const stacks[] = {"undo", "redo"};
  json_t *copy = kumiki_copy_container(history), *step;
  for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++) {
    json_t *steps = json_array();
    size_t index;
    json_array_foreach(json_object_get(history, stacks[i]), index, step) {
      steps = kumiki_with_element(steps, index, step_without(history, step, secret, instead));
    }
    copy = kumiki_with_member(copy, stacks[i], steps);
  }
  return copy;
}

json_t *kumiki_snapshot_without_secret(json_t *snapshot, const char *secret, json_t *instead) {
  json_t *copy = kumiki_copy_container(snapshot),
         *histories = json_object_get(snapshot, "histories"), *history;
  json_t *state = json_object_get(snapshot, "state");
  size_t index;
  /* The state of a checkpoint is beside it in the line. */
  if (state != NULL)
    copy = kumiki_with_member(copy, "state", kumiki_without_secret(state, secret, instead));
  if (histories == NULL)
    return copy;
  json_t *open = json_array();
  json_array_foreach(histories, index, history) {
    open = kumiki_with_element(open, index, history_without(history, secret, instead));
  }
  return kumiki_with_member(copy, "histories", open);
}

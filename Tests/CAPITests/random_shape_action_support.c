/* Random states of features around shapes, and actions for them. */
#include "random_shape_support.h"

#include <stdio.h>

json_t *random_shaped_child(dice *d, const json_t *layer, const json_t *feature, int levels) {
  const json_t *child = json_object_get(layer, "child");
  const char *link = json_string_value(json_object_get(layer, "link"));
  if (json_is_string(child))
    child = feature;
  bool is_rows = strcmp(link, "for_each") == 0;
  if (is_rows || strcmp(link, "stack") == 0 || strcmp(link, "navigation") == 0) {
    json_t *list = json_array();
    bool is_long = one_in(d, 2);
    for (size_t i = levels > 0 ? roll(d, 3) : 0; i > 0; i--) {
      json_t *state = random_shaped_state(d, child, levels - 1);
      if (is_rows && json_is_object(state))
        json_object_set_new(state, "id",
                            one_in(d, 3) ? random_json(d, 2) : json_integer((json_int_t)i));
      json_array_append_new(list, is_rows || !is_long ? state
                                                      : json_pack("{s:I, s:o}", "id", (json_int_t)i,
                                                                  "element", state));
    }
    return list;
  }
  bool may_lack = strcmp(link, "scope") != 0 && strstr(link, "case") == NULL;
  return may_lack && (levels <= 0 || one_in(d, 3)) ? json_null()
                                                   : random_shaped_state(d, child, levels - 1);
}

json_t *random_shaped_state(dice *d, const json_t *feature, int levels) {
  json_t *state = json_object(), *layer;
  size_t index;
  if (levels < -2)
    return state;
  json_array_foreach(json_object_get(feature, "layers"), index, layer) {
    const json_t *shape = json_object_get(layer, "shape");
    const char *counts = json_string_value(json_object_get(layer, "undoable"));
    const char *link = json_string_value(json_object_get(layer, "link"));
    if (shape != NULL) {
      json_t *fit = random_fit(d, shape, 2);
      if (json_is_object(fit) && json_object_get(shape, "cases") == NULL)
        json_object_update(state, fit);
      else
        json_decref(state), state = json_incref(fit);
      json_decref(fit);
    } else if (link != NULL && strstr(link, "case") != NULL) {
      json_decref(state);
      state = json_pack("{s:o}", json_string_value(json_object_get(layer, "at")),
                        random_shaped_child(d, layer, feature, levels));
    } else if (link != NULL && json_is_object(state)) {
      json_object_set_new(state, json_string_value(json_object_get(layer, "at")),
                          random_shaped_child(d, layer, feature, levels));
    } else if (counts != NULL && strcmp(counts, "/a/h") == 0 && json_is_object(state) &&
               !json_is_object(json_object_get(state, "a"))) {
      json_object_set_new(state, "a", json_object());
    }
  }
  return state;
}

/* ---------------------------------------------------------------------------- actions */

/* The pointer of a place in a state, there or not. */
static void random_place_of(dice *d, json_t *state, char *out, size_t size) {
  out[0] = 0;
  for (int left = 6; left > 0 && strlen(out) + 16 < size; left--) {
    if (one_in(d, 5) && left < 6)
      return;
    size_t end = strlen(out);
    if (json_is_array(state)) {
      size_t count = json_array_size(state), index = roll(d, count + 1);
      if (one_in(d, 6)) {
        snprintf(out + end, size - end, "/-");
        return;
      }
      snprintf(out + end, size - end, "/%zu", index);
      state = json_array_get(state, index);
    } else if (json_is_object(state)) {
      size_t count = json_object_size(state), skip = count > 0 ? roll(d, count) : 0;
      void *next = json_object_iter(state);
      for (; next != NULL && skip > 0; skip--)
        next = json_object_iter_next(state, next);
      bool is_new = next == NULL || one_in(d, 6);
      snprintf(out + end, size - end, "/%s",
               is_new ? shape_names[roll(d, ALL_SHAPE_NAMES)] : json_object_iter_key(next));
      state = is_new ? NULL : json_object_iter_value(next);
    } else {
      return;
    }
  }
}

static json_t *at_pointer(json_t *value, const char *pointer) {
  char key[32];
  while (value != NULL && *pointer == '/') {
    const char *end = strchr(pointer + 1, '/');
    size_t length = end ? (size_t)(end - pointer - 1) : strlen(pointer + 1);
    if (length >= sizeof key)
      return NULL;
    memcpy(key, pointer + 1, length), key[length] = 0;
    value = json_is_array(value) ? json_array_get(value, (size_t)atoi(key))
                                 : json_object_get(value, key);
    pointer += length + 1;
  }
  return value;
}

/* A value to write: what some feature or shape in here could be, a part of the state, or anything. */
static json_t *random_value(dice *d, const json_t *feature, json_t *state) {
  const json_t *layers = json_object_get(feature, "layers");
  const json_t *layer = json_array_get(layers, roll(d, json_array_size(layers)));
  const json_t *shape = json_object_get(layer, "shape"), *child = json_object_get(layer, "child");
  char from[200];
  switch (roll(d, 5)) {
  case 0:
    return random_json(d, 2);
  case 1:
    random_place_of(d, state, from, sizeof from);
    state = at_pointer(state, from);
    return state ? json_deep_copy(state) : json_null();
  case 2:
    if (shape != NULL) {
      const json_t *members = json_object_get(shape, "members");
      const json_t *part = json_array_get(members, roll(d, json_array_size(members) + 1));
      return random_fit(d, part ? json_array_get(part, 1) : shape, 2);
    }
    /* fall through */
  case 3:
    if (json_is_object(child))
      return one_in(d, 3) ? random_shaped_child(d, layer, feature, 2)
                          : random_shaped_state(d, child, 2);
    /* fall through */
  default:
    return random_shaped_state(d, feature, 2);
  }
}

static json_t *random_write(dice *d, const json_t *feature, json_t *state) {
  char to[200], from[200];
  random_place_of(d, state, to, sizeof to);
  random_place_of(d, state, from, sizeof from);
  switch (roll(d, 8)) {
  case 0:
    return json_pack("[s, s]", "remove", to);
  case 1:
    return json_pack("[s, s, s]", "move", from, to);
  case 2:
    return json_pack("[s, s, o]", "insert", to, random_value(d, feature, state));
  case 3:
    return json_pack("[s, s, o]", "push", to, random_value(d, feature, state));
  default:
    return json_pack("[s, s, o]", "set", to, random_value(d, feature, state));
  }
}

static json_t *random_for_child(dice *d, const json_t *layer, const json_t *feature,
                                json_t *state) {
  const char *link = json_string_value(json_object_get(layer, "link"));
  const char *at = json_string_value(json_object_get(layer, "at"));
  const json_t *child = json_object_get(layer, "child");
  json_t *here = json_object_get(state, at);
  if (json_is_string(child))
    child = feature;
  bool is_slot = strcmp(link, "presentation") == 0 || strcmp(link, "destination") == 0;
  bool is_path = strcmp(link, "stack") == 0 || strcmp(link, "navigation") == 0;
  if (is_slot && one_in(d, 3))
    return one_in(d, 2) ? json_pack("{s:s}", at, "dismiss")
                        : json_pack("{s:{s:{s:o}}}", at, "present", "state",
                                    random_shaped_state(d, child, 2));
  if (is_slot)
    return json_pack("{s:{s:o}}", at, "presented", random_shaped_action(d, child, here, 2));
  if (is_path && one_in(d, 4))
    return strcmp(link, "stack") == 0
               ? json_pack("{s:{s:{s:o}}}", at, "push", "state", random_shaped_state(d, child, 2))
               : json_pack("{s:{s:o}}", at, "setPath", random_shaped_child(d, layer, feature, 2));
  if (is_path || strcmp(link, "for_each") == 0) {
    json_t *row = json_array_get(here, roll(d, json_array_size(here) + 1));
    const json_t *id = json_object_get(row, "id");
    if (id == NULL)
      return NULL;
    if (is_path && one_in(d, 4))
      return json_pack("{s:{s:O}}", at, "popFrom", id);
    json_t *inner =
        random_shaped_action(d, child, is_path ? json_object_get(row, "element") : row, 2);
    return json_pack("{s:{s:{s:O, s:o}}}", at, "element", "id", id, "action", inner);
  }
  return json_pack("{s:o}", at, random_shaped_action(d, child, here, 2));
}

json_t *random_shaped_action(dice *d, const json_t *feature, json_t *state, int levels) {
  const json_t *layers = json_object_get(feature, "layers");
  const json_t *layer = json_array_get(layers, roll(d, json_array_size(layers)));
  json_t *action = NULL;
  if (json_object_get(layer, "link") != NULL && levels > 0 && !one_in(d, 3))
    action = random_for_child(d, layer, feature, state);
  else if (json_object_get(layer, "undoable") != NULL && one_in(d, 2))
    action = json_string(one_in(d, 2) ? "undo" : "redo");
  return action ? action : json_pack("{s:o}", "do", random_write(d, feature, state));
}

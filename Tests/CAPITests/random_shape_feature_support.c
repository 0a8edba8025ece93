/* Random features around shapes, and their reducers. */
#include "random_shape_support.h"

#include <stdio.h>

static const char *const links[] = {"scope",       "if_let",     "presentation",
                                    "destination", "for_each",   "stack",
                                    "navigation",  "scope_case", "if_case_let"};

static json_t *random_link(dice *d, int levels, bool is_enum) {
  const char *link = links[is_enum ? 7 + roll(d, 2) : roll(d, 7)];
  bool is_self = one_in(d, 8);
  json_t *child = is_self ? json_string("self")
                          : random_shaped_feature(d, levels - 1, !is_enum && one_in(d, 4));
  /* The counts of a history, at "h", are no child that has a history again. */
  return json_pack("{s:s, s:s, s:o}", "link", link, "at",
                   shape_names[roll(d, is_self ? 3 : SHAPE_NAMES)], "child", child);
}

static json_t *random_layer(dice *d, int levels, bool is_enum) {
  static const char *const counts[] = {"/h", "/a/h", ""};
  size_t choice = roll(d, 10);
  if (levels > 0 && choice < 5)
    return random_link(d, levels, is_enum);
  if (choice < 8)
    return json_pack("{s:o}", "shape", is_enum ? random_cases(d, 2) : random_members(d, 3));
  if (choice == 8)
    return json_pack("{s:s}", "undoable", counts[roll(d, COUNT_OF(counts))]);
  return one_in(d, 2) ? json_pack("{s:s}", "wrap", "on_write")
                      : json_pack("{s:o}", "shape", random_kind(d, 2));
}

json_t *random_shaped_feature(dice *d, int levels, bool is_enum) {
  json_t *layers = json_array();
  for (size_t left = 1 + roll(d, 3); left > 0; left--)
    json_array_append_new(layers, random_layer(d, levels, is_enum));
  return json_pack("{s:o}", "layers", layers);
}

bool shape_refused_and_changed;

static kmk_status carry_out(kmk_state *state, const json_t *write) {
  const char *op = json_string_value(json_array_get(write, 0));
  const char *to = json_string_value(json_array_get(write, 1));
  const json_t *value = json_array_get(write, 2);
  if (op == NULL || strcmp(op, "set") == 0)
    return kmk_state_set(state, to, value);
  if (strcmp(op, "insert") == 0)
    return kmk_state_insert_new(state, to, json_deep_copy(value));
  if (strcmp(op, "remove") == 0)
    return kmk_state_remove(state, to);
  if (strcmp(op, "move") == 0)
    return kmk_state_move(state, to, json_string_value(value));
  return kmk_state_push_new(state, to, json_deep_copy(value), NULL);
}

static kmk_effect *write_it(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *write = kmk_action_payload(action, "do");
  if (write == NULL)
    return NULL;
  char *before = text_of(kmk_state_get(state, ""));
  if (carry_out(state, write) != KMK_OK) {
    char *after = text_of(kmk_state_get(state, ""));
    shape_refused_and_changed = shape_refused_and_changed || strcmp(before, after) != 0;
    free(after);
  }
  free(before);
  return NULL;
}

static kmk_effect *look_away(kmk_state *state, const json_t *places, const json_t *action,
                             kmk_env *env, void *data) {
  (void)state, (void)places, (void)action, (void)env, (void)data;
  return NULL;
}

static kmk_reducer *attach(kmk_reducer *base, const json_t *layer, kmk_reducer *self) {
  const char *link = json_string_value(json_object_get(layer, "link"));
  const char *at = json_string_value(json_object_get(layer, "at"));
  json_t *child = json_object_get(layer, "child");
  if (at == NULL || child == NULL)
    return base;
  kmk_reducer *inner =
      json_is_string(child) ? kmk_reducer_retain(self) : shaped_reducer(child, self);
  char place[16];
  snprintf(place, sizeof place, "/%s", at);
  if (strcmp(link, "scope") == 0) {
    kmk_reducer *both[] = {kmk_scope(place, at, inner), base};
    return kmk_combine(2, both);
  }
  if (strcmp(link, "scope_case") == 0) {
    kmk_reducer *both[] = {kmk_scope_case(at, at, inner), base};
    return kmk_combine(2, both);
  }
  if (strcmp(link, "if_let") == 0)
    return kmk_if_let(base, place, at, NULL, inner);
  if (strcmp(link, "if_case_let") == 0)
    return kmk_if_case_let(base, at, at, NULL, inner);
  if (strcmp(link, "presentation") == 0)
    return kmk_presentation(base, place, at, NULL, inner);
  if (strcmp(link, "destination") == 0)
    return kmk_presentation_destination(base, place, at, NULL, inner);
  if (strcmp(link, "for_each") == 0)
    return kmk_for_each(base, place, at, NULL, inner);
  if (strcmp(link, "stack") == 0)
    return kmk_stack(base, place, at, inner);
  return kmk_navigation_destination(base, place, at, inner);
}

static kmk_reducer *wrap(kmk_reducer *base, const json_t *layer, kmk_reducer *self) {
  const json_t *shape = json_object_get(layer, "shape");
  const char *counts = json_string_value(json_object_get(layer, "undoable"));
  if (json_object_get(layer, "link") != NULL)
    return attach(base, layer, self);
  if (json_object_get(layer, "wrap") != NULL)
    return kmk_on_write(base, "", look_away, NULL, NULL);
  if (counts != NULL) {
    kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
    options.history_path = *counts ? counts : NULL;
    return kmk_undoable(base, &options);
  }
  if (shape == NULL)
    return base;
  shape_text out = {NULL, 0};
  say_text(&out, SHAPE_DEFINITIONS);
  say_kind(&out, shape);
  base = kmk_shape(base, out.bytes);
  free(out.bytes);
  return base;
}

static kmk_reducer *build_layers(kmk_reducer *self, void *feature) {
  kmk_reducer *reducer = kmk_reducer_new(write_it, NULL, NULL);
  size_t index;
  json_t *layer;
  json_array_foreach(json_object_get(feature, "layers"), index, layer) {
    reducer = wrap(reducer, layer, self);
  }
  kmk_reducer_free(self);
  return reducer;
}

/* Each feature may contain itself; one that does not is built as it is. */
kmk_reducer *shaped_reducer(json_t *feature, kmk_reducer *outer) {
  (void)outer;
  size_t index;
  json_t *layer;
  json_array_foreach(json_object_get(feature, "layers"), index, layer) {
    if (json_is_string(json_object_get(layer, "child")))
      return kmk_recurse(build_layers, feature, NULL);
  }
  return build_layers(kmk_empty(), feature);
}

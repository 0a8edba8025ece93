/* What a description of a feature is made into: its reducer, and words for people. */
#include "random_support.h"

/* --------------------------------------------------------------------- features */

feature *random_feature(dice *d, int levels) {
  feature *f = calloc(1, sizeof *f);
  f->count = levels == 0 ? 0 : 1 + roll(d, MAX_LINKS);
  f->is_enum = f->count > 1 && one_in(d, 4);
  for (size_t i = 0; i < f->count; i++) {
    feature_link *link = &f->links[i];
    link->name[0] = (char)('a' + i);
    link->kind = f->is_enum ? LINK_SCOPE : (link_kind)roll(d, LINK_KINDS);
    bool may_recur = link->kind > LINK_READER && !f->is_enum;
    link->child = may_recur && one_in(d, 6) ? f : random_feature(d, levels - 1);
  }
  return f;
}

void feature_free(feature *f) {
  for (size_t i = 0; i < f->count; i++) {
    if (f->links[i].child != f) {
      feature_free(f->links[i].child);
    }
  }
  free(f);
}

json_t *feature_description(const feature *f) {
  static const char *const kinds[] = {"scope",
                                      "reader",
                                      "if_let",
                                      "presentation",
                                      "presentation_destination",
                                      "for_each",
                                      "stack",
                                      "navigation_destination"};
  json_t *description = json_object();
  for (size_t i = 0; i < f->count; i++) {
    const feature_link *link = &f->links[i];
    json_t *child = link->child == f ? json_string("itself") : feature_description(link->child);
    const char *kind = f->is_enum ? "scope_case" : kinds[link->kind];
    json_object_set_new(description, link->name, json_pack("{s:o}", kind, child));
  }
  return description;
}

/* ---------------------------------------------------------------- the base reducer */

static const char *text_at(const json_t *array, size_t index) {
  return json_string_value(json_array_get(array, index));
}

static void perform(kmk_state *state, const json_t *write) {
  const char *name = text_at(write, 0), *pointer = text_at(write, 1);
  json_t *value = json_array_get(write, 2);
  uint64_t id = (uint64_t)json_integer_value(value);
  if (name == NULL) {
    return; /* what is left of a write while a history is made smaller */
  }
  if (strcmp(name, "set") == 0) {
    kmk_state_set(state, pointer, value);
  } else if (strcmp(name, "insert") == 0) {
    kmk_state_insert_new(state, pointer, json_incref(value));
  } else if (strcmp(name, "remove") == 0) {
    kmk_state_remove(state, pointer);
  } else if (strcmp(name, "move") == 0) {
    kmk_state_move(state, pointer, json_string_value(value));
  } else if (strcmp(name, "push") == 0) {
    kmk_state_push_new(state, pointer, json_incref(value), &id);
  } else if (strcmp(name, "pop") == 0) {
    kmk_state_pop_from(state, pointer, id);
  } else {
    kmk_state_pop_to(state, pointer, id);
  }
}

static kmk_effect *effect_of(const json_t *description, const kmk_env *env) {
  const char *kind = text_at(description, 0);
  json_t *argument = json_array_get(description, 1);
  if (kind == NULL) {
    return NULL;
  }
  if (strcmp(kind, "dismiss") == 0) {
    return kmk_effect_dismiss(env);
  }
  if (strcmp(kind, "send") == 0) {
    return kmk_effect_send(argument);
  }
  if (strcmp(kind, "cancel") == 0) {
    return kmk_effect_cancel("id");
  }
  json_t *act = json_incref(argument);
  kmk_effect *timer = strcmp(kind, "every") == 0 ? kmk_effect_every_new(SECOND, act)
                                                 : kmk_effect_after_new(SECOND, act);
  return strcmp(kind, "debounce") == 0
             ? kmk_effect_debounce(timer, "id", SECOND)
             : kmk_effect_cancellable(timer, "id", strcmp(kind, "one") == 0);
}

REDUCER(base) {
  const json_t *script = kmk_action_payload(action, "do");
  size_t index;
  json_t *write;
  json_array_foreach(json_object_get(script, "writes"), index, write) { perform(state, write); }
  return effect_of(json_object_get(script, "effect"), env);
}

/* -------------------------------------------------------------------- the reducer */

typedef struct building {
  const feature *f;
} building;

static kmk_reducer *build(const feature *f, kmk_reducer *self);

static kmk_reducer *read_scope(const json_t *state, const json_t *action, void *reducer) {
  (void)state, (void)action;
  return kmk_reducer_retain(reducer);
}

static void free_reducer(void *reducer) { kmk_reducer_free(reducer); }

static kmk_reducer *attach(kmk_reducer *parent, const feature_link *link, kmk_reducer *child) {
  char pointer[4];
  snprintf(pointer, sizeof pointer, "/%s", link->name);
  switch (link->kind) {
  case LINK_SCOPE:
    return kmk_combine(2, (kmk_reducer *[]){parent, kmk_scope(pointer, link->name, child)});
  case LINK_READER: {
    kmk_reducer *scope = kmk_scope(pointer, link->name, child);
    return kmk_combine(2, (kmk_reducer *[]){parent, kmk_reader(read_scope, scope, free_reducer)});
  }
  case LINK_IF_LET:
    return kmk_if_let(parent, pointer, link->name, NULL, child);
  case LINK_PRESENTATION:
    return kmk_presentation(parent, pointer, link->name, NULL, child);
  case LINK_PRESENTATION_DESTINATION:
    return kmk_presentation_destination(parent, pointer, link->name, NULL, child);
  case LINK_FOR_EACH:
    return kmk_for_each(parent, pointer, link->name, NULL, child);
  case LINK_STACK:
    return kmk_stack(parent, pointer, link->name, child);
  default:
    return kmk_navigation_destination(parent, pointer, link->name, child);
  }
}

static kmk_reducer *recur(kmk_reducer *self, void *data) {
  return build(((building *)data)->f, self);
}

kmk_reducer *feature_reducer(const feature *f) {
  bool recurs = false;
  for (size_t i = 0; i < f->count; i++) {
    recurs |= f->links[i].child == f;
  }
  building now = {f};
  return recurs ? kmk_recurse(recur, &now, NULL) : build(f, NULL);
}

static kmk_reducer *build(const feature *f, kmk_reducer *self) {
  kmk_reducer *result = kmk_reducer_new(base, NULL, NULL);
  for (size_t i = 0; i < f->count; i++) {
    const feature_link *link = &f->links[i];
    kmk_reducer *child = link->child == f ? kmk_reducer_retain(self) : feature_reducer(link->child);
    result = f->is_enum
                 ? kmk_combine(
                       2, (kmk_reducer *[]){result, kmk_scope_case(link->name, link->name, child)})
                 : attach(result, link, child);
  }
  kmk_reducer_free(self);
  return result;
}

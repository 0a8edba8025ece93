#include "random_support.h"

#include <stdio.h>

/* xorshift64*, of Sebastiano Vigna's "An experimental exploration of Marsaglia's xorshift
 * generators, scrambled". */
static uint64_t next(dice *d) {
  d->state ^= d->state >> 12;
  d->state ^= d->state << 25;
  d->state ^= d->state >> 27;
  return d->state * UINT64_C(2685821657736338717);
}

size_t roll(dice *d, size_t below) { return (size_t)((next(d) >> 33) % below); }
bool one_in(dice *d, size_t times) { return roll(d, times) == 0; }

bool link_is_slot(const feature_link *link) {
  return link->kind == LINK_PRESENTATION || link->kind == LINK_PRESENTATION_DESTINATION;
}

bool link_is_path(const feature_link *link) {
  return link->kind == LINK_STACK || link->kind == LINK_NAVIGATION_DESTINATION;
}

bool link_is_list(const feature_link *link) {
  return link_is_path(link) || link->kind == LINK_FOR_EACH;
}

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

/* ------------------------------------------------------------------------- states */

static json_t *random_id(dice *d) {
  return one_in(d, 2) ? json_integer((json_int_t)roll(d, 4))
                      : json_string(one_in(d, 2) ? "x" : "y");
}

static json_t *random_entry(dice *d, const feature_link *link, int levels, bool is_long) {
  json_t *state = random_state(d, link->child, levels - 1);
  if (link->kind != LINK_FOR_EACH) {
    return is_long ? json_pack("{s:I, s:o}", "id", (json_int_t)roll(d, 8), "element", state)
                   : state;
  }
  if (json_is_object(state)) {
    json_object_set_new(state, "id", random_id(d));
  }
  return state;
}

json_t *random_place(dice *d, const feature_link *link, int levels) {
  if (one_in(d, 12)) {
    static const char *const misfits[] = {"5", "null", "[]", "{}", "'text'", "[1]", "{'z': 1}"};
    return json_of(misfits[roll(d, COUNT_OF(misfits))]);
  }
  if (link_is_list(link)) {
    json_t *list = json_array();
    bool is_long = one_in(d, 2);
    for (size_t left = levels > 0 ? roll(d, 4) : 0; left > 0; left--) {
      json_array_append_new(list, random_entry(d, link, levels, is_long));
    }
    return list;
  }
  bool may_be_absent = link->kind == LINK_IF_LET || link_is_slot(link);
  if (may_be_absent && (levels <= 0 || one_in(d, 3))) {
    return json_null();
  }
  return random_state(d, link->child, levels - 1);
}

json_t *random_state(dice *d, const feature *f, int levels) {
  if (f->is_enum) {
    const feature_link *link = &f->links[roll(d, f->count)];
    return json_pack("{s:o}", link->name, random_state(d, link->child, levels - 1));
  }
  json_t *state = json_pack("{s:I, s:s}", "n", (json_int_t)roll(d, 3), "s", "");
  for (size_t i = 0; i < f->count; i++) {
    json_object_set_new(state, f->links[i].name, random_place(d, &f->links[i], levels));
  }
  return state;
}

/* ----------------------------------------------------------------------- pointers */

static void append(char *out, size_t size, const char *key) {
  size_t length = strlen(out);
  snprintf(out + length, size - length, "/%s", key);
}

static const json_t *append_index(dice *d, const json_t *list, char *out, size_t size) {
  char key[24];
  size_t index = roll(d, json_array_size(list) + 1);
  if (one_in(d, 6)) {
    append(out, size, "-");
    return NULL;
  }
  snprintf(key, sizeof key, "%zu", index);
  append(out, size, key);
  return json_array_get(list, index);
}

void random_pointer(dice *d, const feature *f, const json_t *state, char *out, size_t size) {
  *out = '\0';
  while (!one_in(d, 12) && strlen(out) + 32 < size) {
    if (f->count == 0 || one_in(d, 3)) {
      static const char *const fields[] = {"n", "s", "id", "z"};
      append(out, size, fields[roll(d, COUNT_OF(fields))]);
      return;
    }
    const feature_link *link = &f->links[roll(d, f->count)];
    append(out, size, link->name);
    state = json_object_get(state, link->name);
    f = link->child;
    if (one_in(d, 3)) {
      return;
    }
    if (link_is_list(link)) {
      state = append_index(d, state, out, size);
      if (link_is_path(link) && !one_in(d, 4)) {
        append(out, size, "element");
        state = json_object_get(state, "element");
      }
    }
  }
}

/* ------------------------------------------------------------------------ actions */

static json_t *random_script(dice *d, const feature *f, const json_t *state, int levels);

static json_t *random_effect(dice *d, const feature *f, const json_t *state, int levels) {
  static const char *const kinds[] = {"send", "after", "every", "one", "debounce"};
  if (one_in(d, 8)) {
    return json_pack("[s]", one_in(d, 2) ? "dismiss" : "cancel");
  }
  return json_pack("[s, o]", kinds[roll(d, COUNT_OF(kinds))],
                   random_script(d, f, state, levels - 2));
}

static json_t *random_write(dice *d, const feature *f, const json_t *state, int levels) {
  char pointer[200], to[200];
  static const char *const numbers[] = {"pop", "popTo"};
  random_pointer(d, f, state, pointer, sizeof pointer);
  if (f->count > 0 && !one_in(d, 3)) {
    const feature_link *link = &f->links[roll(d, f->count)];
    snprintf(pointer, sizeof pointer, "/%s", link->name);
    if (!link_is_list(link) || one_in(d, 4)) {
      return json_pack("[s, s, o]", "set", pointer, random_place(d, link, levels));
    }
    if (one_in(d, 3)) {
      return json_pack("[s, s, I]", numbers[roll(d, 2)], pointer, (json_int_t)roll(d, 6));
    }
    bool pushes = link_is_path(link);
    if (!pushes || one_in(d, 4)) {
      append_index(d, json_object_get(state, link->name), pointer, sizeof pointer);
    }
    return json_pack("[s, s, o]", pushes ? "push" : "insert", pointer,
                     random_entry(d, link, levels, false));
  }
  switch (roll(d, 6)) {
  case 0:
    random_pointer(d, f, state, to, sizeof to);
    return json_pack("[s, s, s]", "move", pointer, to);
  case 1:
    return json_pack("[s, s]", "remove", pointer);
  case 2:
    return json_pack("[s, s, o]", "set", "", random_state(d, f, levels));
  default:
    return json_pack("[s, s, o]", one_in(d, 4) ? "insert" : "set", pointer,
                     one_in(d, 2) ? random_id(d) : random_state(d, f, levels));
  }
}

static json_t *random_script(dice *d, const feature *f, const json_t *state, int levels) {
  json_t *writes = json_array(), *effect = NULL;
  for (size_t left = 1 + roll(d, 3); left > 0; left--) {
    json_array_append_new(writes, random_write(d, f, state, levels));
  }
  if (levels > 0 && one_in(d, 3)) {
    effect = random_effect(d, f, state, levels);
  }
  return json_pack("{s:{s:o, s:o*}}", "do", "writes", writes, "effect", effect);
}

/* The id of a row or an element, mostly of one that is there; what it holds. */
static json_t *pick(dice *d, const feature_link *link, const json_t *list, const json_t **inner) {
  const json_t *entry = json_array_get(list, roll(d, json_array_size(list) + 1));
  json_t *id = json_object_get(entry, "id");
  *inner = link_is_path(link) ? json_object_get(entry, "element") : entry;
  return id != NULL ? json_incref(id) : json_integer((json_int_t)roll(d, 8));
}

/* An action of the operator's own, or NULL where it has none. */
static json_t *operator_action(dice *d, const feature_link *link, int levels) {
  json_int_t id = (json_int_t)roll(d, 8);
  switch (link->kind) {
  case LINK_PRESENTATION_DESTINATION:
    if (one_in(d, 2)) {
      return json_pack("{s:{s:s, s:o}}", "present", "id", one_in(d, 2) ? "mine" : "other", "state",
                       random_state(d, link->child, levels));
    }
    return one_in(d, 2) ? json_string("present") : json_string("dismiss");
  case LINK_PRESENTATION:
    return json_string("dismiss");
  case LINK_STACK:
    return one_in(d, 2) ? json_pack("{s:{s:I}}", "popFrom", "id", id)
                        : json_pack("{s:{s:I, s:o}}", "push", "id", id, "state",
                                    random_state(d, link->child, levels));
  case LINK_NAVIGATION_DESTINATION:
    return one_in(d, 2) ? json_pack("{s:{s:I}}", "dismiss", "id", id)
                        : json_pack("{s:o}", "setPath", random_place(d, link, levels));
  default:
    return NULL;
  }
}

json_t *random_action(dice *d, const feature *f, const json_t *state, int levels) {
  if (f->count == 0 || one_in(d, 3)) {
    return one_in(d, 40) ? json_string("nobody") : random_script(d, f, state, levels);
  }
  const feature_link *link = &f->links[roll(d, f->count)];
  const json_t *inner = json_object_get(state, link->name);
  json_t *action = one_in(d, 4) ? operator_action(d, link, levels) : NULL, *id = NULL;
  if (action == NULL) {
    if (link_is_list(link)) {
      id = pick(d, link, inner, &inner);
    }
    action = random_action(d, link->child, inner, levels - 1);
    if (id != NULL) {
      action = json_pack("{s:{s:o, s:o}}", "element", "id", id, "action", action);
    } else if (link_is_slot(link)) {
      action = json_pack("{s:o}", "presented", action);
    }
  }
  return json_pack("{s:o}", link->name, action);
}

/* -------------------------------------------------------------------------- ways */

json_t *random_way(dice *d, const feature *f, const json_t *state) {
  json_t *way = json_array();
  while (f->count > 0 && (json_array_size(way) == 0 || one_in(d, 2))) {
    const feature_link *link = &f->links[roll(d, f->count)];
    const json_t *inner = json_object_get(state, link->name);
    json_t *hop = json_pack("{s:o, s:o}", "at", json_sprintf("/%s", link->name), "case",
                            json_sprintf(link_is_slot(link) ? "%s.presented" : "%s", link->name));
    if (link_is_list(link)) {
      json_object_set_new(hop, "id", pick(d, link, inner, &inner));
      json_object_set_new(hop, "inside", json_string(link_is_path(link) ? "element" : ""));
    }
    json_array_append_new(way, hop);
    state = inner;
    f = link->child;
  }
  return way;
}

const feature *feature_at(const feature *f, const json_t *way) {
  size_t index;
  json_t *hop;
  json_array_foreach(way, index, hop) {
    f = f->links[json_string_value(json_object_get(hop, "at"))[1] - 'a'].child;
  }
  return f;
}

const json_t *part_at(const json_t *state, const json_t *way) {
  size_t index, place;
  json_t *hop, *entry;
  json_array_foreach(way, index, hop) {
    const json_t *id = json_object_get(hop, "id"), *found = NULL;
    state = json_object_get(state, json_string_value(json_object_get(hop, "at")) + 1);
    json_array_foreach(id != NULL ? state : NULL, place, entry) {
      if (json_equal(json_object_get(entry, "id"), id)) {
        bool is_path = json_string_length(json_object_get(hop, "inside")) > 0;
        found = is_path ? json_object_get(entry, "element") : entry;
      }
    }
    state = id != NULL ? found : state;
  }
  return json_is_null(state) ? NULL : state;
}

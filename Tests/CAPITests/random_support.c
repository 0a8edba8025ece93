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

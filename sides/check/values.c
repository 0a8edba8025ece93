#include "values.h"
#include "hash.h"

#include <string.h>

/* ------------------------------------------------------------------ schemas */

static const json_t *resolved(const json_t *schema, const json_t *definitions) {
  for (int depth = 0; depth < 64; depth++) {
    const char *name = json_string_value(json_object_get(schema, "$ref"));
    if (name == NULL || strncmp(name, "#/$defs/", 8) != 0)
      return schema;
    /* A reference may have annotations beside it: they are in the list already. */
    schema = json_object_get(definitions, name + 8);
  }
  return NULL;
}

void schemas_add(schemas *all, const json_t *schema, const json_t *definitions) {
  if (schema == NULL || json_is_true(schema))
    return;
  if (all->count == SCHEMAS)
    return;
  all->all[all->count++] = schema;
  const json_t *meant = resolved(schema, definitions);
  if (meant != schema)
    schemas_add(all, meant, definitions);
  size_t index;
  json_t *each;
  json_array_foreach(json_object_get(schema, "allOf"), index, each)
      schemas_add(all, each, definitions);
}

static const json_t *first(const schemas *all, const char *key) {
  for (size_t i = 0; i < all->count; i++) {
    const json_t *found = json_object_get(all->all[i], key);
    if (found != NULL)
      return found;
  }
  return NULL;
}

/* The schemas of a member. */
static schemas member(const values *v, const schemas *all, const char *key) {
  schemas inner = {0};
  for (size_t i = 0; i < all->count; i++)
    schemas_add(&inner, json_object_get(json_object_get(all->all[i], "properties"), key),
                v->definitions);
  return inner;
}

/* The schemas, with the alternatives that are objects: the cases of an operator, or the members of an optional state. */
static schemas opened(const values *v, const schemas *all) {
  schemas open = *all;
  for (size_t i = 0; i < open.count; i++) {
    size_t index;
    json_t *each;
    json_array_foreach(json_object_get(open.all[i], "anyOf"), index, each) {
      const json_t *meant = resolved(each, v->definitions);
      if (json_object_get(meant, "properties") != NULL || json_object_get(meant, "allOf") != NULL ||
          json_object_get(meant, "anyOf") != NULL || json_object_get(meant, "items") != NULL)
        schemas_add(&open, each, v->definitions);
    }
  }
  return open;
}

static schemas items(const values *v, const schemas *all) {
  schemas inner = {0};
  for (size_t i = 0; i < all->count; i++)
    schemas_add(&inner, json_object_get(all->all[i], "items"), v->definitions);
  return inner;
}

/* The schemas of the state at a pointer below. */
static schemas below(const values *v, schemas form, const char *pointer) {
  for (const char *step = pointer; *step == '/';) {
    char key[256];
    size_t length = strcspn(step + 1, "/");
    write_text(key, sizeof key, "%.*s", (int)length, step + 1);
    form = opened(v, &form);
    form = member(v, &form, key);
    step += 1 + length;
  }
  return form;
}

static bool allows_type(const schemas *all, const char *type) {
  for (size_t i = 0; i < all->count; i++) {
    const json_t *types = json_object_get(all->all[i], "type");
    if (json_is_string(types)) {
      const char *only = json_string_value(types);
      if (strcmp(only, type) != 0 && !(strcmp(only, "number") == 0 && strcmp(type, "integer") == 0))
        return false;
    } else if (types != NULL && !has_text(types, type))
      return false;
  }
  return true;
}

static bool says_type(const schemas *all) { return first(all, "type") != NULL; }

static const char *type_of(const json_t *value) {
  static const char *const types[] = {"object", "array",   "string",  "integer",
                                      "number", "boolean", "boolean", "null"};
  return types[json_typeof(value)];
}

/* Whether a value is in each enum, is each const and has an allowed type. */
static bool is_listed(const schemas *all, const json_t *value) {
  for (size_t i = 0; i < all->count; i++) {
    const json_t *only = json_object_get(all->all[i], "const"),
                 *names = json_object_get(all->all[i], "enum");
    bool is_in = names == NULL;
    size_t index;
    json_t *each;
    if (only != NULL && !json_equal(only, value))
      return false;
    json_array_foreach(loose(names), index, each) is_in = is_in || json_equal(each, value);
    if (!is_in)
      return false;
  }
  return allows_type(all, type_of(value));
}

static bool is_never(const schemas *all) {
  for (size_t i = 0; i < all->count; i++)
    if (json_is_false(all->all[i]))
      return true;
  return false;
}

/* --------------------------------------------------------------------- looks */

uint64_t look_at(const json_t *root, const char *pointer, int look) {
  const json_t *value = pointer_get(root, pointer);
  size_t index;
  json_t *row;
  hash128 hash = hash_start();
  switch (look) {
  case LOOK_NULL:
    return value != NULL && !json_is_null(value);
  case LOOK_TYPE:
    return value != NULL ? (uint64_t)json_typeof(value) + 1 : 0;
  case LOOK_CASE:
    hash_text(&hash, case_of(value));
    return hash.low;
  default:
    json_array_foreach(loose(value), index, row) hash_json(&hash, json_object_get(row, "id"));
    return hash.low + json_array_size(value);
  }
}

static const json_t *look(values *v, const feature_at *at, const char *pointer, int kind,
                          char *full, size_t size) {
  write_text(full, size, "%s%s", at->pointer, pointer);
  if (v->looked != NULL)
    v->looked(full, kind, v->data);
  return pointer_get(at->state, pointer);
}

/* ------------------------------------------------------------------- results */

/* Adds a value (stolen) that the list does not have yet. */
static void add(values *v, json_t *list, json_t *value) {
  size_t index;
  json_t *each;
  if (value == NULL)
    return;
  json_array_foreach(list, index, each) if (json_equal(each, value)) {
    json_decref(value);
    return;
  }
  if (json_array_size(list) >= v->options->most_events) {
    v->is_cut = true;
    json_decref(value);
    return;
  }
  json_array_append_new(list, value);
}

static void add_all(values *v, json_t *list, json_t *others) {
  size_t index;
  json_t *each;
  json_array_foreach(others, index, each) add(v, list, json_incref(each));
  json_decref(others);
}

/* ------------------------------------------------------------------- scalars */

static bool is_in_range(const schemas *all, double number) {
  for (size_t i = 0; i < all->count; i++) {
    const json_t *low = json_object_get(all->all[i], "minimum"),
                 *high = json_object_get(all->all[i], "maximum");
    if ((low != NULL && number < json_number_value(low)) ||
        (high != NULL && number > json_number_value(high)))
      return false;
  }
  return true;
}

static void add_numbers(values *v, json_t *list, const schemas *all, bool is_integer) {
  const json_t *low = first(all, "minimum"), *high = first(all, "maximum");
  if (is_integer && low != NULL && high != NULL &&
      json_number_value(high) - json_number_value(low) <= 8) {
    for (json_int_t n = (json_int_t)json_number_value(low); (double)n <= json_number_value(high);
         n++)
      add(v, list, json_integer(n));
    return;
  }
  size_t index;
  json_t *each;
  json_array_foreach(loose(v->options->numbers), index,
                     each) if (json_is_number(each) && (!is_integer || json_is_integer(each)) &&
                               is_in_range(all, json_number_value(each)))
      add(v, list, json_incref(each));
  if (v->options->numbers == NULL)
    for (json_int_t n = 0; n < 2; n++)
      if (is_in_range(all, (double)n))
        add(v, list, json_integer(n));
  if (json_array_size(list) == 0 && low != NULL)
    add(v, list, json_copy(loose(low)));
}

/* The ids of rows in the state are texts that actions name. */
static void add_ids(values *v, json_t *list, const json_t *state, const char *pointer) {
  const char *key;
  json_t *inner, *row;
  size_t index;
  char place[1024];
  json_object_foreach(loose(state), key, inner) {
    write_text(place, sizeof place, "%s/%s", pointer, key);
    if (!json_is_array(inner))
      continue;
    if (v->looked != NULL)
      v->looked(place, LOOK_IDS, v->data);
    json_array_foreach(inner, index, row) if (index < v->options->most_rows &&
                                              json_is_string(json_object_get(row, "id")))
        add(v, list, json_incref(json_object_get(row, "id")));
  }
}

static void add_texts(values *v, json_t *list) {
  size_t index;
  json_t *each;
  json_array_foreach(loose(v->options->texts), index, each) add(v, list, json_incref(each));
  if (v->options->texts == NULL) {
    add(v, list, json_string(""));
    add(v, list, json_string("a"));
  }
  add_ids(v, list, v->root, "");
}

/* ------------------------------------------------------------------- objects */

static bool is_private(const schemas *all, const json_t *own, const char *name) {
  for (size_t i = 0; i < all->count; i++)
    if (has_text(json_object_get(all->all[i], "x-private"), name))
      return true;
  return has_text(own, name);
}

static bool allows_key(const schemas *all, const char *key) {
  for (size_t i = 0; i < all->count; i++)
    if (json_is_false(json_object_get(all->all[i], "additionalProperties")) &&
        json_object_get(json_object_get(all->all[i], "properties"), key) == NULL)
      return false;
  return true;
}

static bool is_required(const schemas *all, const char *key) {
  for (size_t i = 0; i < all->count; i++)
    if (has_text(json_object_get(all->all[i], "required"), key))
      return true;
  return false;
}

/* The keys of the schemas' members, each once. */
static json_t *keys_of(const schemas *all) {
  json_t *keys = json_object(), *inner;
  const char *key;
  for (size_t i = 0; i < all->count; i++)
    json_object_foreach(json_object_get(all->all[i], "properties"), key,
                        inner) if (json_object_get(keys, key) == NULL && allows_key(all, key))
        json_object_set_new(keys, key, json_null());
  return keys;
}

static bool is_one_case(const schemas *all) {
  for (size_t i = 0; i < all->count; i++)
    if (json_integer_value(json_object_get(all->all[i], "maxProperties")) == 1)
      return true;
  return first(all, "dependentSchemas") != NULL;
}

/* A payload that only null matches: the bare name stands for the case. */
static bool is_bare(const schemas *all) {
  const json_t *most = first(all, "maxProperties");
  return most != NULL && json_integer_value(most) == 0 && allows_type(all, "null");
}

static json_t *in_case(const char *key, json_t *payload) {
  json_t *action = json_object();
  json_object_set_new(action, key, payload);
  return action;
}

static json_t *make(values *v, const schemas *all, size_t from, const char *path,
                    const feature_at *at, const json_t *own);

static json_t *payloads(values *v, const schemas *all, const char *key, const char *path,
                        const feature_at *at) {
  char inner[1024];
  write_text(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", key);
  return values_of(v, all, inner, at);
}

/* A write of a view: the value has the form of the field. */
static void add_bindings(values *v, json_t *list, const schemas *all, const char *path,
                         const feature_at *at) {
  schemas of_path = member(v, all, "path"), of_value = member(v, all, "value");
  const char *field = json_string_value(first(&of_path, "const"));
  char full[1024];
  if (field == NULL || at == NULL)
    return;
  const json_t *now = look(v, at, field, LOOK_TYPE, full, sizeof full);
  if (now == NULL)
    return;
  if (of_value.count == 0)
    of_value = below(v, at->form, field);
  schemas of_now = {0};
  json_t *known = NULL;
  if (of_value.count == 0) {
    known = json_pack("{s:s}", "type", type_of(now));
    schemas_add(&of_now, known, v->definitions);
  }
  char inner[1024];
  write_text(inner, sizeof inner, "%s%s", path, field);
  json_t *written = values_of(v, of_value.count > 0 ? &of_value : &of_now, inner, at), *each;
  size_t index;
  json_array_foreach(written, index, each)
      add(v, list, json_pack("{s:s, s:O}", "path", field, "value", each));
  json_decref(written);
  json_decref(known);
}

/* Objects with several members: one member varies at a time, and all together if they are few. */
static void add_objects(values *v, json_t *list, const schemas *all, const char *path,
                        const feature_at *at) {
  json_t *keys = keys_of(all), *pools = json_object(), *base = json_object(), *inner, *each;
  const char *key;
  size_t together = 1, index;
  bool is_possible = true;
  json_object_foreach(keys, key, inner) {
    schemas of = member(v, all, key);
    json_t *pool = payloads(v, &of, key, path, at);
    if (json_array_size(pool) == 0 && is_required(all, key))
      is_possible = false;
    together =
        json_array_size(pool) > 0 && together <= 16 ? together * json_array_size(pool) : together;
    if (json_array_size(pool) > 0)
      json_object_set(base, key, json_array_get(pool, 0));
    json_object_set_new(pools, key, pool);
  }
  if (is_possible) {
    json_t *made = json_array();
    json_array_append(made, base);
    json_object_foreach(pools, key, inner) {
      size_t count = together <= 16 ? json_array_size(made) : 1;
      for (size_t i = 0; i < count; i++)
        json_array_foreach(inner, index, each) {
          json_t *other = json_copy(json_array_get(made, i));
          json_object_set(other, key, each);
          json_array_append_new(made, other);
        }
    }
    add_all(v, list, made);
    /* One value lacks all members that may be missing. */
    json_object_foreach(pools, key, inner) if (!is_required(all, key)) json_object_del(base, key);
    add(v, list, json_incref(base));
  }
  json_decref(keys);
  json_decref(pools);
  json_decref(base);
}

/* One case of an enum for each member. */
static void add_cases(values *v, json_t *list, const schemas *all, const char *path,
                      const feature_at *at, const json_t *own) {
  json_t *keys = keys_of(all), *inner, *each;
  const char *key;
  size_t index;
  json_object_foreach(keys, key, inner) {
    schemas of = member(v, all, key);
    if (is_private(all, own, key) || is_never(&of))
      continue;
    if (is_bare(&of)) {
      add(v, list, json_string(key));
      continue;
    }
    json_t *made = payloads(v, &of, key, path, at);
    json_array_foreach(made, index, each) add(v, list, in_case(key, json_incref(each)));
    json_decref(made);
  }
  json_decref(keys);
}

static void add_arrays(values *v, json_t *list, const schemas *all, const char *path,
                       const feature_at *at) {
  schemas of = items(v, all);
  add(v, list, json_array());
  json_t *inside = payloads(v, &of, "[]", path, at);
  if (json_array_size(inside) > 0)
    add(v, list, json_pack("[O]", json_array_get(inside, 0)));
  json_decref(inside);
}

/* --------------------------------------------------------------- alternatives */

/* The values that are not alternatives: each anyOf has been chosen from. */
static json_t *plain(values *v, const schemas *all, const char *path, const feature_at *at,
                     const json_t *own) {
  json_t *list = json_array();
  const json_t *only = first(all, "const"), *names = first(all, "enum");
  size_t index;
  json_t *each;
  if (is_never(all))
    return list;
  if (only != NULL)
    add(v, list, is_listed(all, only) ? json_incref(loose(only)) : NULL);
  else if (names != NULL) {
    json_array_foreach(
        loose(names), index,
        each) if (is_listed(all, each) &&
                  (!json_is_string(each) || !is_private(all, own, json_string_value(each))))
        add(v, list, json_incref(each));
  } else if (first(all, "properties") != NULL && allows_type(all, "object")) {
    schemas of_path = member(v, all, "path");
    if (first(&of_path, "const") != NULL)
      add_bindings(v, list, all, path, at);
    else if (is_one_case(all))
      add_cases(v, list, all, path, at, own);
    else
      add_objects(v, list, all, path, at);
    if (says_type(all) && allows_type(all, "null"))
      add(v, list, json_null());
  } else if (is_bare(all))
    add(v, list, json_null());
  else if (!says_type(all)) {
    add(v, list, json_null());
    add_numbers(v, list, all, true);
    add_texts(v, list);
  } else {
    if (allows_type(all, "null"))
      add(v, list, json_null());
    if (allows_type(all, "string"))
      add_texts(v, list);
    if (allows_type(all, "integer"))
      add_numbers(v, list, all, true);
    else if (allows_type(all, "number"))
      add_numbers(v, list, all, false);
    if (allows_type(all, "boolean")) {
      add(v, list, json_true());
      add(v, list, json_false());
    }
    if (allows_type(all, "array"))
      add_arrays(v, list, all, path, at);
    else if (allows_type(all, "object") && !allows_type(all, "string"))
      add(v, list, json_object());
  }
  return list;
}

/* Chooses from the first anyOf at or after `from`. */
static json_t *make(values *v, const schemas *all, size_t from, const char *path,
                    const feature_at *at, const json_t *own) {
  size_t index;
  json_t *each;
  while (from < all->count && json_object_get(all->all[from], "anyOf") == NULL)
    from++;
  if (from == all->count)
    return plain(v, all, path, at, own);
  json_t *list = json_array(), *choices = json_object_get(all->all[from], "anyOf");
  json_array_foreach(choices, index, each) if (json_object_get(each, "x-private") != NULL) own =
      json_object_get(each, "x-private");
  json_array_foreach(choices, index, each) {
    schemas with = *all;
    schemas_add(&with, each, v->definitions);
    if (json_is_false(each))
      continue;
    add_all(v, list, make(v, &with, from + 1, path, at, own));
  }
  return list;
}

/* ------------------------------------------------------------------ children */

static void add_wrapped(values *v, json_t *list, const char *word, json_t *inner) {
  size_t index;
  json_t *each;
  json_array_foreach(inner, index, each) add(v, list, in_case(word, json_incref(each)));
  json_decref(inner);
}

static json_t *slot(values *v, const schemas *closed, const char *place, const char *path,
                    const feature_at *at) {
  json_t *list = json_array();
  char full[1024];
  const schemas open = opened(v, closed), *all = &open;
  const json_t *now = look(v, at, place, LOOK_NULL, full, sizeof full);
  schemas present = member(v, all, "present"), presented = member(v, all, "presented");
  if (now != NULL && !json_is_null(now)) {
    feature_at child = {now, below(v, at->form, place), ""};
    write_text(child.pointer, sizeof child.pointer, "%s", full);
    if (allows_key(all, "presented"))
      add_wrapped(v, list, "presented", payloads(v, &presented, "presented", path, &child));
    if (allows_key(all, "dismiss"))
      add(v, list, json_string("dismiss"));
  } else if (present.count > 0 && allows_key(all, "present")) {
    /* The id is the store's own. */
    char inner[1024];
    write_text(inner, sizeof inner, "%s.present/state", path);
    schemas wide = opened(v, &present), state = member(v, &wide, "state");
    json_t *states = values_of(v, &state, inner, NULL), *each;
    size_t index;
    json_array_foreach(states, index, each) if (!json_is_null(each))
        add(v, list, json_pack("{s:{s:O}}", "present", "state", each));
    json_decref(states);
  }
  return list;
}

static json_t *rows(values *v, const schemas *closed, const char *place, bool is_path,
                    const char *path, const feature_at *at) {
  const schemas open = opened(v, closed), *all = &open;
  json_t *list = json_array(), *row;
  char full[1024], inner[1024];
  size_t index;
  const json_t *now = look(v, at, place, LOOK_ROWS, full, sizeof full);
  schemas element = member(v, all, "element"), action = member(v, &element, "action"),
          pop = member(v, all, "popFrom"), push = member(v, all, "push");
  schemas form = below(v, at->form, place);
  form = opened(v, &form);
  form = items(v, &form);
  if (is_path)
    form = below(v, form, "/element");
  json_array_foreach(loose(now), index, row) {
    const json_t *id = json_object_get(row, "id");
    feature_at child = {is_path ? json_object_get(row, "element") : row, form, ""};
    write_text(child.pointer, sizeof child.pointer, "%s/%zu%s", full, index,
               is_path ? "/element" : "");
    if (index >= v->options->most_rows || id == NULL) {
      v->is_cut = v->is_cut || id != NULL;
      continue;
    }
    write_text(inner, sizeof inner, "%s.element", path);
    json_t *actions = values_of(v, &action, inner, &child), *each;
    size_t other;
    json_array_foreach(actions, other, each)
        add(v, list, json_pack("{s:{s:O, s:O}}", "element", "id", id, "action", each));
    json_decref(actions);
    if (pop.count > 0 && allows_key(all, "popFrom"))
      add(v, list, json_pack("{s:{s:O}}", "popFrom", "id", id));
  }
  if (push.count > 0 && allows_key(all, "push") && json_array_size(now) < v->options->most_rows) {
    schemas state = member(v, &push, "state");
    write_text(inner, sizeof inner, "%s.push/state", path);
    json_t *states = state.count > 0 ? values_of(v, &state, inner, NULL) : json_array(), *each;
    json_array_foreach(states, index, each)
        add(v, list, json_pack("{s:{s:O}}", "push", "state", each));
    json_decref(states);
  }
  return list;
}

json_t *values_of(values *v, const schemas *all, const char *path, const feature_at *at) {
  const json_t *pool = pool_of(v->options, path);
  if (pool != NULL)
    return json_incref(loose(pool));
  const json_t *slot_at = first(all, "x-slot"), *rows_at = first(all, "x-rows"),
               *path_at = first(all, "x-path"), *child_at = first(all, "x-child"),
               *in = first(all, "x-case");
  char full[1024];
  if (at == NULL ||
      (slot_at == NULL && rows_at == NULL && path_at == NULL && child_at == NULL && in == NULL))
    return make(v, all, 0, path, at, NULL);
  if (slot_at != NULL)
    return slot(v, all, json_string_value(slot_at), path, at);
  if (rows_at != NULL)
    return rows(v, all, json_string_value(rows_at), false, path, at);
  if (path_at != NULL)
    return rows(v, all, json_string_value(path_at), true, path, at);
  feature_at child = {NULL, {0}, ""};
  if (child_at != NULL) {
    const char *place = json_string_value(child_at);
    child.state = look(v, at, place, LOOK_NULL, full, sizeof full);
    child.form = below(v, at->form, place);
    if (child.state == NULL || json_is_null(child.state))
      return json_array();
  } else {
    look(v, at, "", LOOK_CASE, full, sizeof full);
    if (case_of(at->state) == NULL || strcmp(case_of(at->state), json_string_value(in)) != 0)
      return json_array();
    write_text(full, sizeof full, "%s/%s", at->pointer, json_string_value(in));
    child.state = json_object_get(at->state, json_string_value(in));
    child.form = opened(v, &at->form);
    child.form = member(v, &child.form, json_string_value(in));
  }
  write_text(child.pointer, sizeof child.pointer, "%s", full);
  return make(v, all, 0, path, &child, NULL);
}

/* ------------------------------------------------------------ cases and slots */

/* A search through all cases, whatever the state. */
typedef struct search {
  const values *values;
  case_fn tell_case;
  slot_fn tell_slot;
  void *data;
} search;

/* Where a search is. */
typedef struct found_at {
  const char *path;    /* of cases */
  const char *pointer; /* of the feature around, NULL in rows */
  int depth;
} found_at;

static bool is_possible(const schemas *all) {
  static const char *const types[] = {"object", "string", "null", "array", "integer", "boolean"};
  for (size_t i = 0; i < KMK_COUNT(types); i++)
    if (allows_type(all, types[i]))
      return !is_never(all);
  return false;
}

static void search_cases(const search *s, const schemas *all, found_at at);

static void search_choice(const search *s, const schemas *all, found_at at) {
  json_t *keys = keys_of(all), *each;
  const char *key;
  char path[256];
  size_t index;
  if (is_one_case(all) && first(all, "enum") == NULL) {
    json_object_foreach(keys, key, each) {
      schemas of = member(s->values, all, key), action = member(s->values, &of, "action");
      bool is_element = strcmp(key, "element") == 0 && action.count > 0;
      write_text(path, sizeof path, "%s%s%s", at.path, *at.path ? "." : "", key);
      if (is_never(&of))
        continue;
      if (s->tell_case != NULL)
        s->tell_case(path, is_private(all, NULL, key), s->data);
      search_cases(s, is_element ? &action : &of,
                   (found_at){path, is_element ? NULL : at.pointer, at.depth - 1});
    }
  } else
    for (size_t i = 0; i < all->count && s->tell_case != NULL; i++)
      json_array_foreach(json_object_get(all->all[i], "enum"), index,
                         each) if (json_is_string(each) && is_listed(all, each)) {
        write_text(path, sizeof path, "%s%s%s", at.path, *at.path ? "." : "",
                   json_string_value(each));
        s->tell_case(path, false, s->data);
      }
  json_decref(keys);
}

static void search_choices(const search *s, const schemas *all, size_t from, found_at at) {
  size_t index;
  json_t *each;
  if (!is_possible(all))
    return;
  while (from < all->count && json_object_get(all->all[from], "anyOf") == NULL)
    from++;
  if (from == all->count) {
    search_choice(s, all, at);
    return;
  }
  json_array_foreach(json_object_get(all->all[from], "anyOf"), index, each) {
    schemas with = *all;
    schemas_add(&with, each, s->values->definitions);
    search_choices(s, &with, from + 1, at);
  }
}

static void search_cases(const search *s, const schemas *all, found_at at) {
  const json_t *slot_at = first(all, "x-slot"), *path_at = first(all, "x-path"),
               *child_at = first(all, "x-child"), *in = first(all, "x-case");
  char here[1024];
  if (at.depth == 0)
    return;
  if (first(all, "x-rows") != NULL)
    at.pointer = NULL;
  if (at.pointer != NULL) {
    const json_t *step = slot_at != NULL ? slot_at : path_at != NULL ? path_at : child_at;
    write_text(here, sizeof here, "%s%s%s", at.pointer, in != NULL ? "/" : "",
               in != NULL     ? json_string_value(in)
               : step != NULL ? json_string_value(step)
                              : "");
    if ((slot_at != NULL || path_at != NULL) && s->tell_slot != NULL)
      s->tell_slot(here, path_at != NULL, s->data);
    at.pointer = here;
  }
  search_choices(s, all, 0, at);
}

void values_cases(const values *v, const schemas *action, case_fn fn, void *data) {
  search s = {v, fn, NULL, data};
  search_cases(&s, action, (found_at){"", NULL, 8});
}

void values_slots(const values *v, const schemas *action, slot_fn fn, void *data) {
  search s = {v, NULL, fn, data};
  search_cases(&s, action, (found_at){"", "", 8});
}

/* Random kinds, and values that fit them. */
#include "random_shape_support.h"

const char *const shape_names[ALL_SHAPE_NAMES] = {"a", "b", "c", "h", "id", "element"};

const char *random_name(dice *d) { return shape_names[roll(d, SHAPE_NAMES)]; }

json_t *random_members(dice *d, int levels) {
  json_t *members = json_array();
  for (size_t i = 0; i < SHAPE_NAMES; i++) {
    if (one_in(d, 2))
      continue;
    json_t *kind = random_kind(d, levels - 1);
    json_t *fallback = one_in(d, 3) ? random_fit(d, kind, levels - 1) : NULL;
    json_array_append_new(members, json_pack("[s, o, o*]", shape_names[i], kind, fallback));
  }
  return one_in(d, 4) ? json_pack("{s:o, s:b}", "members", members, "only", 1)
                      : json_pack("{s:o}", "members", members);
}

json_t *random_cases(dice *d, int levels) {
  json_t *cases = json_array();
  for (size_t i = 0; i < SHAPE_NAMES; i++)
    if (json_array_size(cases) == 0 || one_in(d, 2))
      json_array_append_new(
          cases, one_in(d, 3) ? json_pack("[s]", shape_names[i])
                              : json_pack("[s, o]", shape_names[i], random_kind(d, levels - 1)));
  return json_pack("{s:o}", "cases", cases);
}

json_t *random_kind(dice *d, int levels) {
  static const char *const words[] = {"integer", "unsigned", "text", "boolean", "any", "T", "U"};
  switch (levels > 0 ? roll(d, 9) : roll(d, 3)) {
  case 0:
  case 1:
    return json_string(words[roll(d, COUNT_OF(words))]);
  case 2:
    return json_string("any");
  case 3:
    return json_pack("{s:o}", "array", random_kind(d, levels - 1));
  case 4:
    return json_pack("{s:o}", "map", random_kind(d, levels - 1));
  case 5:
    return json_pack("{s:o}", "optional", random_kind(d, levels - 1));
  case 6:
    return random_cases(d, levels);
  default:
    return random_members(d, levels);
  }
}

/* ---------------------------------------------------------------------- a kind as text */

void say_text(shape_text *out, const char *what) {
  size_t more = strlen(what);
  out->bytes = realloc(out->bytes, out->size + more + 1);
  memcpy(out->bytes + out->size, what, more + 1);
  out->size += more;
}

static void say_parts(shape_text *out, const json_t *parts, const char *between) {
  size_t index;
  json_t *part;
  json_array_foreach(parts, index, part) {
    const char *name = json_string_value(json_array_get(part, 0));
    if (index > 0)
      say_text(out, between);
    say_text(out, name ? name : "a");
    if (json_array_size(part) > 1) {
      say_text(out, ": ");
      say_kind(out, json_array_get(part, 1));
    }
    if (json_array_size(part) > 2) {
      char *fallback = json_dumps(json_array_get(part, 2), JSON_ENCODE_ANY | JSON_COMPACT);
      say_text(out, " = ");
      say_text(out, fallback);
      free(fallback);
    }
  }
}

void say_kind(shape_text *out, const json_t *kind) {
  const json_t *inner;
  if (json_is_string(kind)) {
    say_text(out, json_string_value(kind));
  } else if ((inner = json_object_get(kind, "array")) != NULL) {
    say_text(out, "[");
    say_kind(out, inner);
    say_text(out, "]");
  } else if ((inner = json_object_get(kind, "map")) != NULL) {
    say_text(out, "[text: ");
    say_kind(out, inner);
    say_text(out, "]");
  } else if ((inner = json_object_get(kind, "optional")) != NULL) {
    say_kind(out, inner);
    if (json_object_get(inner, "optional") == NULL)
      say_text(out, "?");
  } else if ((inner = json_object_get(kind, "cases")) != NULL) {
    say_text(out, "(");
    say_parts(out, inner, " | ");
    say_text(out, ")");
  } else if ((inner = json_object_get(kind, "members")) != NULL) {
    say_text(out, json_object_get(kind, "only") ? "only {" : "{");
    say_parts(out, inner, ", ");
    say_text(out, "}");
  } else {
    say_text(out, "any");
  }
}

/* ----------------------------------------------------------------------------- values */

json_t *random_json(dice *d, int levels) {
  static const char *const scalars[] = {"null", "0",      "1",  "-1", "1.5", "true",
                                        "'a'",  "'leaf'", "[]", "{}", "'b'", "'x'"};
  if (levels <= 0 || one_in(d, 2))
    return json_of(scalars[roll(d, COUNT_OF(scalars))]);
  json_t *value = one_in(d, 3) ? json_array() : json_object();
  for (size_t i = roll(d, 4); i > 0; i--) {
    if (json_is_array(value))
      json_array_append_new(value, random_json(d, levels - 1));
    else
      json_object_set_new(value, shape_names[roll(d, ALL_SHAPE_NAMES)], random_json(d, levels - 1));
  }
  return value;
}

static json_t *random_node(dice *d, int levels) {
  if (levels <= 0 || one_in(d, 2))
    return json_string("leaf");
  json_t *inner = json_array();
  for (size_t i = roll(d, 3); i > 0; i--)
    json_array_append_new(inner, random_node(d, levels - 1));
  return json_pack("{s:o}", "node", inner);
}

static json_t *random_object(dice *d, const json_t *kind, int levels) {
  json_t *value = json_object(), *part;
  size_t index;
  json_array_foreach(json_object_get(kind, "members"), index, part) {
    const json_t *inner = json_array_get(part, 1);
    bool may_lack = json_array_size(part) > 2 || json_object_get(inner, "optional") != NULL;
    if (!may_lack || one_in(d, 2))
      json_object_set_new(value, json_string_value(json_array_get(part, 0)),
                          random_fit(d, inner, levels - 1));
  }
  if (json_object_get(kind, "only") == NULL && one_in(d, 4))
    json_object_set_new(value, random_name(d), random_json(d, 1));
  return value;
}

json_t *random_fit(dice *d, const json_t *kind, int levels) {
  const json_t *inner;
  const char *word = json_string_value(kind);
  if (word != NULL) {
    if (strcmp(word, "integer") == 0 || strcmp(word, "unsigned") == 0)
      return json_integer((json_int_t)roll(d, 3));
    if (strcmp(word, "text") == 0)
      return json_string(one_in(d, 2) ? "a" : "t");
    if (strcmp(word, "boolean") == 0)
      return json_boolean(one_in(d, 2));
    if (strcmp(word, "T") == 0)
      return levels > 0 && one_in(d, 2) ? json_pack("{s:o}", "t", random_fit(d, kind, levels - 1))
                                        : json_object();
    return strcmp(word, "U") == 0 ? random_node(d, levels) : random_json(d, levels);
  }
  if ((inner = json_object_get(kind, "optional")) != NULL)
    return one_in(d, 3) ? json_null() : random_fit(d, inner, levels);
  if ((inner = json_object_get(kind, "array")) != NULL ||
      (inner = json_object_get(kind, "map")) != NULL) {
    bool is_array = json_object_get(kind, "array") != NULL;
    json_t *value = is_array ? json_array() : json_object();
    for (size_t i = levels > 0 ? roll(d, 3) : 0; i > 0; i--) {
      if (is_array)
        json_array_append_new(value, random_fit(d, inner, levels - 1));
      else
        json_object_set_new(value, random_name(d), random_fit(d, inner, levels - 1));
    }
    return value;
  }
  if ((inner = json_object_get(kind, "cases")) != NULL) {
    const json_t *part = json_array_get(inner, roll(d, json_array_size(inner)));
    const char *name = json_string_value(json_array_get(part, 0));
    if (json_array_size(part) == 1)
      return one_in(d, 2) ? json_string(name) : json_pack("{s:{}}", name);
    return json_pack("{s:o}", name, random_fit(d, json_array_get(part, 1), levels - 1));
  }
  return random_object(d, kind, levels);
}

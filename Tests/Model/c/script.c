#include "script.h"

#include "trace.h"

#include <string.h>

/* ----------------------------------------------------------------------------- writes */

static kmk_status add(kmk_state *state, const char *pointer, const json_t *number) {
  const json_t *there = kmk_state_get(state, pointer);
  /* Added as unsigned numbers, which wrap around. */
  uint64_t sum = (uint64_t)json_integer_value(there) + (uint64_t)json_integer_value(number);
  return kmk_state_set_new(state, pointer, json_integer((json_int_t)sum));
}

json_t *environment(const kmk_env *env, const char *what) {
  if (strcmp(what, "is_presented") == 0) {
    return json_boolean(kmk_env_is_presented(env));
  }
  if (strcmp(what, "uuid") == 0) {
    char uuid[37];
    kmk_env_uuid(env, uuid);
    return json_string(uuid);
  }
  if (strcmp(what, "now") == 0) {
    return json_integer((json_int_t)kmk_env_now(env));
  }
  if (strcmp(what, "date") == 0) {
    return json_integer(kmk_env_date(env));
  }
  const json_t *value = kmk_env_dependency(env, what);
  return value != NULL ? kmk_json_retain(value) : json_null();
}

/* ["count", POINTER, GROUP, VALUE] writes nothing. */
static void count(const json_t *w, const kmk_state *state) {
  json_t *totals = kmk_state_totals(state, json_string_value(json_array_get(w, 1)),
                                    json_string_value(json_array_get(w, 2)), json_array_get(w, 3));
  say("counted");
  say_json(totals);
  said();
  json_decref(totals);
}

/* ["set_rows", ROWS, POINTER, VALUE, CONDITION], ["remove_rows", ROWS, CONDITION] */
static kmk_status write_rows(const json_t *w, const char *rows, kmk_state *state) {
  const json_t *value = json_array_get(w, 3);
  kmk_condition *condition = kmk_condition_new(json_array_get(w, value != NULL ? 4 : 2), NULL);
  kmk_status status = value == NULL
                          ? kmk_state_remove_rows(state, rows, condition)
                          : kmk_state_set_rows(state, rows, json_string_value(json_array_get(w, 2)),
                                               value, condition);
  kmk_condition_free(condition);
  return status;
}

/* False if the write is incomplete; then nothing was done. */
static bool write_value(const json_t *w, const char *name, const char *pointer, kmk_state *state,
                        kmk_status *status) {
  const json_t *value = json_array_get(w, 2);
  if (value == NULL) {
    return false;
  }
  if (strcmp(name, "set") == 0) {
    *status = kmk_state_set(state, pointer, value);
  } else if (strcmp(name, "insert") == 0) {
    *status = kmk_state_insert_new(state, pointer, kmk_json_retain(value));
  } else if (strcmp(name, "move") == 0 && json_is_string(value)) {
    *status = kmk_state_move(state, pointer, json_string_value(value));
  } else if (strcmp(name, "push") == 0) {
    *status = kmk_state_push_new(state, pointer, kmk_json_retain(value), NULL);
  } else if (strcmp(name, "pop") == 0 && json_is_integer(value)) {
    *status = kmk_state_pop_from(state, pointer, (uint64_t)json_integer_value(value));
  } else if (strcmp(name, "pop_to") == 0 && json_is_integer(value)) {
    *status = kmk_state_pop_to(state, pointer, (uint64_t)json_integer_value(value));
  } else if (strcmp(name, "add") == 0 && json_is_integer(value)) {
    *status = add(state, pointer, value);
  } else {
    return false;
  }
  return true;
}

static void perform_write(const json_t *w, kmk_state *state, kmk_env *env) {
  const char *name = json_string_value(json_array_get(w, 0));
  const char *pointer = json_string_value(json_array_get(w, 1));
  const char *what = json_string_value(json_array_get(w, 2));
  kmk_status status;
  if (name == NULL || pointer == NULL) {
    return;
  }
  if (strcmp(name, "count") == 0) {
    count(w, state);
    return;
  }
  if (strcmp(name, "remove") == 0) {
    status = kmk_state_remove(state, pointer);
  } else if (strcmp(name, "env") == 0 && what != NULL) {
    status = kmk_state_set_new(state, pointer, environment(env, what));
  } else if (strcmp(name, "set_rows") == 0 || strcmp(name, "remove_rows") == 0) {
    status = write_rows(w, pointer, state);
  } else if (!write_value(w, name, pointer, state, &status)) {
    return;
  }
  say("wrote");
  say_string(kmk_status_name(status));
  said();
}

/* ------------------------------------------------------------------------------ script */

kmk_effect *script_perform(const json_t *script, kmk_state *state, kmk_env *env) {
  size_t index;
  json_t *write;
  json_array_foreach(json_object_get(script, "writes"), index, write) {
    perform_write(write, state, env);
  }
  commands_perform(json_object_get(script, "calls"), NOBODY);
  return effect_of(json_object_get(script, "effect"), env);
}

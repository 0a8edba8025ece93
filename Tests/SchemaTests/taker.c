/* Reports whether a store accepts states and actions. Reads lines of JSON,
 *
 *     {"reducer": R, "states": [S, ...], "actions": [A, ...]}
 *
 * and prints for each line
 *
 *     {"schema": ..., "states": [null or the reason for refusing it, ...], "actions": [...]}
 *
 * or {"mistake": why there is no such reducer}. The actions are sent to a store of the first accepted
 * state. R is {"op": ..., ...}: see reducer_of. */
#include <kumiki.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static kmk_effect *do_nothing(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return NULL;
}

static const char *text_of(const json_t *node, const char *key) {
  return json_string_value(json_object_get(node, key));
}

static kmk_reducer *reducer_of(const json_t *node);

static kmk_reducer *part(const json_t *node, const char *key) {
  return reducer_of(json_object_get(node, key));
}

static kmk_reducer *combined(const json_t *of) {
  kmk_reducer *members[16];
  size_t count = json_array_size(of) < 16 ? json_array_size(of) : 16;
  for (size_t i = 0; i < count; i++) {
    members[i] = reducer_of(json_array_get(of, i));
  }
  return kmk_combine(count, members);
}

static kmk_reducer *knowing(kmk_reducer *base, const json_t *list) {
  kmk_case cases[16];
  size_t count = json_array_size(list) < 16 ? json_array_size(list) : 16;
  for (size_t i = 0; i < count; i++) {
    const json_t *each = json_array_get(list, i);
    cases[i].name = json_string_value(json_array_get(each, 0));
    cases[i].payload = json_string_value(json_array_get(each, 1));
  }
  return kmk_cases(base, count, cases);
}

static kmk_reducer *binding(const json_t *node) {
  kmk_field fields[16];
  const json_t *list = json_object_get(node, "fields");
  size_t count = json_array_size(list) < 16 ? json_array_size(list) : 16;
  for (size_t i = 0; i < count; i++) {
    const json_t *each = json_array_get(list, i);
    fields[i].pointer = json_string_value(json_array_get(each, 0));
    fields[i].kind = json_string_value(json_array_get(each, 1));
  }
  return kmk_binding_fields(text_of(node, "case"), count, fields);
}

static kmk_reducer *reducer_of(const json_t *node) {
  const char *op = text_of(node, "op"), *at = text_of(node, "at"), *name = text_of(node, "case");
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.kind = json_is_true(json_object_get(node, "is_enum")) ? KMK_STATE_ENUM : KMK_STATE_AUTO;
  if (strcmp(op, "base") == 0)
    return kmk_reducer_new(do_nothing, NULL, NULL);
  if (strcmp(op, "shape") == 0)
    return kmk_shape(part(node, "of"), text_of(node, "shape"));
  if (strcmp(op, "cases") == 0)
    return knowing(part(node, "of"), json_object_get(node, "cases"));
  if (strcmp(op, "combine") == 0)
    return combined(json_object_get(node, "of"));
  if (strcmp(op, "undoable") == 0)
    return kmk_undoable(part(node, "of"), NULL);
  if (strcmp(op, "binding") == 0)
    return binding(node);
  if (strcmp(op, "scope") == 0)
    return kmk_scope(at, name, part(node, "child"));
  if (strcmp(op, "scope_case") == 0)
    return kmk_scope_case(at, name, part(node, "child"));
  if (strcmp(op, "if_let") == 0)
    return kmk_if_let(part(node, "parent"), at, name, &options, part(node, "child"));
  if (strcmp(op, "if_case_let") == 0)
    return kmk_if_case_let(part(node, "parent"), at, name, &options, part(node, "child"));
  if (strcmp(op, "presentation") == 0)
    return kmk_presentation(part(node, "parent"), at, name, &options, part(node, "child"));
  if (strcmp(op, "presentation_destination") == 0)
    return kmk_presentation_destination(part(node, "parent"), at, name, &options,
                                        part(node, "child"));
  if (strcmp(op, "for_each") == 0)
    return kmk_for_each(part(node, "parent"), at, name, NULL, part(node, "child"));
  if (strcmp(op, "stack") == 0)
    return kmk_stack(part(node, "parent"), at, name, part(node, "child"));
  if (strcmp(op, "navigation_destination") == 0)
    return kmk_navigation_destination(part(node, "parent"), at, name, part(node, "child"));
  return NULL;
}

static json_t *why(const kmk_error *error) {
  return json_pack("[s, s, s]", kmk_status_name(error->status), error->path, error->message);
}

static void ignore_issue(const kmk_diagnostic *diagnostic, void *data) {
  (void)diagnostic, (void)data;
}

static json_t *answer(const json_t *line) {
  kmk_error error;
  kmk_reducer *reducer = part(line, "reducer");
  json_t *schema = kmk_reducer_describe(reducer, &error);
  if (schema == NULL) {
    kmk_reducer_free(reducer);
    return json_pack("{s:o}", "mistake", why(&error));
  }
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_loop_set_diagnostics(loop, ignore_issue, NULL, NULL);
  kmk_store *store = NULL;
  json_t *states = json_array(), *actions = json_array(), *value;
  size_t index;
  json_array_foreach(json_object_get(line, "states"), index, value) {
    json_t *whole = kmk_reducer_complete_state(reducer, value, &error);
    json_array_append_new(states, whole != NULL ? json_null() : why(&error));
    if (whole != NULL && store == NULL)
      store = kmk_store_new(loop, kmk_reducer_retain(reducer), whole, NULL);
    json_decref(whole);
  }
  if (store != NULL) {
    json_array_foreach(json_object_get(line, "actions"), index, value) {
      kmk_status sent = kmk_store_send(store, value, &error);
      json_array_append_new(actions, sent == KMK_OK ? json_null() : why(&error));
    }
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
  kmk_reducer_free(reducer);
  return json_pack("{s:o, s:o, s:o}", "schema", schema, "states", states, "actions", actions);
}

int main(void) {
  static char text[1 << 20];
  while (fgets(text, sizeof text, stdin) != NULL) {
    json_error_t error;
    json_t *line = json_loads(text, JSON_DECODE_ANY, &error);
    if (line == NULL) {
      fprintf(stderr, "taker: %s\n", error.text);
      return 1;
    }
    json_t *answered = answer(line);
    char *said = json_dumps(answered, JSON_COMPACT | JSON_ENCODE_ANY);
    puts(said);
    fflush(stdout);
    free(said);
    json_decref(answered);
    json_decref(line);
  }
  return 0;
}

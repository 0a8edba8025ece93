#include "build.h"
#include "feature.h"
#include "requests.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* Makes the reducer of one operator. */
typedef kmk_reducer *(*make_fn)(const json_t *r, const around *a);

/* -------------------------------------------------------------------------- arguments */

static const char *text_of(const json_t *r, const char *key) {
  return json_string_value(json_object_get(r, key));
}

static kmk_reducer *build_at(const json_t *r, const char *key, const around *a) {
  return build(json_object_get(r, key), a);
}

static void release(void *value) { json_decref(value); }

static const char **texts_new(const json_t *array) {
  size_t count = json_array_size(array);
  const char **texts = need(calloc(count + 1, sizeof(const char *)));
  for (size_t i = 0; i < count; i++) {
    texts[i] = json_string_value(json_array_get(array, i));
  }
  return texts;
}

/* ------------------------------------------------------------------------- the basics */

static kmk_reducer *make_base(const json_t *r, const around *a) {
  (void)a;
  return kmk_reducer_new(base_reduce, kmk_json_retain(r), release);
}

static kmk_reducer *make_combine(const json_t *r, const around *a) {
  const json_t *of = json_object_get(r, "of");
  size_t count = json_array_size(of);
  kmk_reducer **members = need(calloc(count + 1, sizeof(kmk_reducer *)));
  for (size_t i = 0; i < count; i++) {
    members[i] = build(json_array_get(of, i), a);
  }
  kmk_reducer *combined = kmk_combine(count, members);
  free(members);
  return combined;
}

static kmk_reducer *make_scope(const json_t *r, const around *a) {
  return kmk_scope(text_of(r, "at"), text_of(r, "case"), build_at(r, "child", a));
}

static kmk_reducer *make_scope_case(const json_t *r, const around *a) {
  return kmk_scope_case(text_of(r, "state_case"), text_of(r, "case"), build_at(r, "child", a));
}

static kmk_reducer *make_on_change(const json_t *r, const around *a) {
  return kmk_on_change(build_at(r, "base", a), text_of(r, "at"), changed, kmk_json_retain(r),
                       release);
}

static kmk_reducer *make_on_write(const json_t *r, const around *a) {
  return kmk_on_write(build_at(r, "base", a), text_of(r, "at"), written, kmk_json_retain(r),
                      release);
}

/* The descriptions of state-driven effects. The data of their functions is told apart by its address, so it is kept
 * to the end, and no reducer releases it. */
static json_t *kept;

static void *keep(const json_t *description) {
  if (kept == NULL) {
    kept = need(json_array());
  }
  json_t *one = kmk_json_retain(description);
  json_array_append_new(kept, one);
  return one;
}

void features_free(void) {
  json_decref(kept);
  kept = NULL;
}

static kmk_reducer *make_running(const json_t *r, const around *a) {
  const char *name = text_of(r, "state_case");
  kmk_running_options options = KMK_RUNNING_OPTIONS_INIT;
  options.id = text_of(r, "id");
  options.time = (kmk_running_time)json_integer_value(json_object_get(r, "time"));
  options.ended = json_object_get(r, "ended");
  return kmk_running(build_at(r, "base", a), name != NULL ? name : text_of(r, "at"), &options,
                     asked, keep(r), NULL);
}

static kmk_reducer *make_on_end(const json_t *r, const around *a) {
  bool is_closing = json_is_true(json_object_get(r, "or_close"));
  return (is_closing ? kmk_on_end_or_close : kmk_on_end)(build_at(r, "base", a), left, keep(r),
                                                         NULL);
}

/* The first description whose case path matches the action. */
static json_t *describe(const json_t *state, const json_t *action, void *descriptions) {
  size_t i;
  const json_t *one;
  (void)state;
  json_array_foreach((json_t *)descriptions, i, one) {
    if (kmk_action_is(action, json_string_value(json_array_get(one, 0))))
      return json_incref(json_array_get(one, 1));
  }
  return NULL;
}

static kmk_reducer *make_undoable(const json_t *r, const around *a) {
  const json_t *given = json_object_get(r, "options");
  const json_t *actions = json_object_get(given, "actions");
  const json_t *ignored = json_object_get(given, "ignored");
  const char **counted = texts_new(actions), **uncounted = texts_new(ignored);
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.limit = (size_t)json_integer_value(json_object_get(given, "limit"));
  options.state_path = text_of(given, "state_path");
  options.history_path = text_of(given, "history_path");
  options.undo_case = text_of(given, "undo_case");
  options.redo_case = text_of(given, "redo_case");
  options.clear_case = text_of(given, "clear_case");
  options.actions = json_is_array(actions) ? counted : NULL;
  options.ignored = json_is_array(ignored) ? uncounted : NULL;
  options.group_nanoseconds = (uint64_t)json_integer_value(json_object_get(given, "group"));
  options.limit_bytes = (size_t)json_integer_value(json_object_get(given, "bytes"));
  const char **included = texts_new(json_object_get(given, "included"));
  const char **excluded = texts_new(json_object_get(given, "excluded"));
  options.included = included;
  options.excluded = excluded;
  const json_t *descriptions = json_object_get(given, "describe");
  if (descriptions != NULL) {
    options.describe = describe;
    options.describe_data = keep(descriptions);
  }
  kmk_reducer *undoable = kmk_undoable(build_at(r, "base", a), &options);
  free(counted);
  free(uncounted);
  free(included);
  free(excluded);
  return undoable;
}

static kmk_reducer *make_shape(const json_t *r, const around *a) {
  return kmk_shape(build_at(r, "base", a), text_of(r, "shape"));
}

static kmk_reducer *make_indexed(const json_t *r, const around *a) {
  const char **numbers = texts_of(json_object_get(r, "numbers"));
  kmk_reducer *made =
      kmk_indexed(build_at(r, "base", a), text_of(r, "at"), text_of(r, "group"), numbers);
  free(numbers);
  return made;
}

static kmk_reducer *make_dependency(const json_t *r, const around *a) {
  return kmk_dependency(build_at(r, "base", a), text_of(r, "key"), json_object_get(r, "value"));
}

static kmk_reducer *make_bindings(const json_t *r, const around *a) {
  const json_t *given = json_object_get(r, "fields");
  size_t count = json_array_size(given);
  kmk_field *fields = need(calloc(count + 1, sizeof *fields));
  (void)a;
  for (size_t i = 0; i < count; i++) {
    const json_t *field = json_array_get(given, i);
    fields[i] = (kmk_field){json_string_value(json_array_get(field, 0)),
                            json_string_value(json_array_get(field, 1))};
  }
  kmk_reducer *bindings = kmk_binding_fields(text_of(r, "case"), count, fields);
  free(fields);
  return bindings;
}

static kmk_reducer *make_cases(const json_t *r, const around *a) {
  const json_t *given = json_object_get(r, "cases");
  size_t count = json_array_size(given);
  kmk_case *cases = need(calloc(count + 1, sizeof *cases));
  for (size_t i = 0; i < count; i++) {
    const json_t *one = json_array_get(given, i);
    cases[i] = (kmk_case){json_string_value(json_array_get(one, 0)),
                          json_string_value(json_array_get(one, 1))};
  }
  kmk_reducer *known = kmk_cases(build_at(r, "base", a), count, cases);
  free(cases);
  return known;
}

static kmk_reducer *make_requests(const json_t *r, const around *a) {
  return requests_reducer(r, build_at(r, "base", a));
}

static kmk_reducer *make_swift(const json_t *r, const around *a) {
  (void)a;
  return player_swift(json_object_get(r, "of"));
}

/* --------------------------------------------------------------------- slots and lists */

typedef kmk_reducer *(*slot_fn)(kmk_reducer *parent, const char *place, const char *action_case,
                                const kmk_slot_options *options, kmk_reducer *child);

static kmk_state_kind kind_of(const json_t *options) {
  const char *kind = text_of(options, "kind");
  if (kind == NULL || strcmp(kind, "auto") == 0) {
    return KMK_STATE_AUTO;
  }
  return strcmp(kind, "enum") == 0 ? KMK_STATE_ENUM : KMK_STATE_STRUCT;
}

static kmk_reducer *make_slot(const json_t *r, const around *a, const char *place, slot_fn slot) {
  const json_t *given = json_object_get(r, "options");
  const json_t *ephemeral_cases = json_object_get(given, "ephemeral_cases");
  const char **names = texts_new(ephemeral_cases);
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.kind = kind_of(given);
  options.id_key = text_of(given, "id_key");
  options.ephemeral_cases = json_is_array(ephemeral_cases) ? names : NULL;
  options.ephemeral = json_is_true(json_object_get(given, "ephemeral"));
  kmk_reducer *parent = build_at(r, "parent", a), *child = build_at(r, "child", a);
  kmk_reducer *result = slot(parent, text_of(r, place), text_of(r, "case"),
                             json_is_object(given) ? &options : NULL, child);
  free(names);
  return result;
}

static kmk_reducer *make_if_let(const json_t *r, const around *a) {
  return make_slot(r, a, "at", kmk_if_let);
}

static kmk_reducer *make_if_case_let(const json_t *r, const around *a) {
  return make_slot(r, a, "state_case", kmk_if_case_let);
}

static kmk_reducer *make_presentation(const json_t *r, const around *a) {
  return make_slot(r, a, "at", kmk_presentation);
}

static kmk_reducer *make_presentation_destination(const json_t *r, const around *a) {
  return make_slot(r, a, "at", kmk_presentation_destination);
}

static kmk_reducer *make_for_each(const json_t *r, const around *a) {
  kmk_reducer *parent = build_at(r, "parent", a), *child = build_at(r, "child", a);
  return kmk_for_each(parent, text_of(r, "at"), text_of(r, "case"), text_of(r, "id_key"), child);
}

static kmk_reducer *make_stack(const json_t *r, const around *a) {
  kmk_reducer *parent = build_at(r, "parent", a), *child = build_at(r, "child", a);
  return kmk_stack(parent, text_of(r, "at"), text_of(r, "case"), child);
}

static kmk_reducer *make_navigation_destination(const json_t *r, const around *a) {
  kmk_reducer *parent = build_at(r, "parent", a), *child = build_at(r, "child", a);
  return kmk_navigation_destination(parent, text_of(r, "at"), text_of(r, "case"), child);
}

/* -------------------------------------------------------------------------- recursion */

typedef struct recursion {
  const json_t *description;
  const around *outer;
} recursion;

static kmk_reducer *recur(kmk_reducer *self, void *data) {
  const recursion *r = data;
  around inner = {text_of(r->description, "name"), self, r->outer};
  kmk_reducer *built = build_at(r->description, "of", &inner);
  kmk_reducer_free(self);
  return built;
}

static kmk_reducer *make_recurse(const json_t *r, const around *a) {
  return kmk_recurse(recur, &(recursion){r, a}, NULL);
}

static kmk_reducer *make_self(const json_t *r, const around *a) {
  const char *name = text_of(r, "name");
  while (a != NULL && (name == NULL || a->name == NULL || strcmp(a->name, name) != 0)) {
    a = a->outer;
  }
  return a != NULL ? kmk_reducer_retain(a->self) : kmk_combine(0, NULL);
}

/* ---------------------------------------------------------------------- every operator */

kmk_reducer *build(const json_t *r, const around *a) {
  static const struct {
    const char *op;
    make_fn make;
  } operators[] = {
      {"base", make_base},
      {"combine", make_combine},
      {"scope", make_scope},
      {"scope_case", make_scope_case},
      {"if_let", make_if_let},
      {"if_case_let", make_if_case_let},
      {"presentation", make_presentation},
      {"presentation_destination", make_presentation_destination},
      {"for_each", make_for_each},
      {"stack", make_stack},
      {"navigation_destination", make_navigation_destination},
      {"reader", reader_reducer},
      {"recurse", make_recurse},
      {"self", make_self},
      {"on_change", make_on_change},
      {"on_write", make_on_write},
      {"running", make_running},
      {"on_end", make_on_end},
      {"indexed", make_indexed},
      {"undoable", make_undoable},
      {"shape", make_shape},
      {"bindings", make_bindings},
      {"dependency", make_dependency},
      {"cases", make_cases},
      {"requests", make_requests},
      {"swift", make_swift},
  };
  const char *op = text_of(r, "op");
  for (size_t i = 0; op != NULL && i < sizeof operators / sizeof operators[0]; i++) {
    if (strcmp(operators[i].op, op) == 0) {
      return operators[i].make(r, a);
    }
  }
  return kmk_combine(0, NULL);
}

kmk_reducer *feature_reducer(const json_t *description) { return build(description, NULL); }

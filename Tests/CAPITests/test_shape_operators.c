/* Each operator around a shape, in each place: the shape holds for what is written (S20). */
#include <stdio.h>

#include "shape_support.h"

#define DOCUMENT "{id: integer = 1, count: unsigned = 0, sheet: {source: text = ''}? = null}"

static kmk_reducer *document(void) { return shaped(DOCUMENT); }

/* ---------------------------------------------------- the operators, each around a shape */

static kmk_reducer *nothing_around(void) { return document(); }

static kmk_reducer *undoable(void) { return kmk_undoable(document(), NULL); }

static kmk_reducer *undoable_with_counts(void) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.history_path = "/history";
  return kmk_undoable(document(), &options);
}

static kmk_reducer *undoable_twice(void) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.undo_case = "back";
  options.redo_case = "forth";
  options.clear_case = "forget";
  return kmk_undoable(undoable(), &options);
}

static kmk_effect *changed(kmk_state *state, const json_t *old_value, const json_t *new_value,
                           const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)old_value, (void)new_value, (void)action, (void)env, (void)data;
  return NULL;
}

static kmk_reducer *on_change(void) {
  return kmk_on_change(document(), "/count", changed, NULL, NULL);
}

static kmk_effect *wrote(kmk_state *state, const json_t *places, const json_t *action, kmk_env *env,
                         void *data) {
  (void)state, (void)places, (void)action, (void)env, (void)data;
  return NULL;
}

static kmk_reducer *on_write(void) { return kmk_on_write(document(), "", wrote, NULL, NULL); }

static kmk_reducer *cases(void) {
  static const kmk_case known[] = {{"set", "any"}, {"remove", "any"}};
  return kmk_cases(document(), COUNT_OF(known), known);
}

static kmk_reducer *dependency(void) { return kmk_dependency(document(), "key", json_true()); }

static kmk_reducer *dependency_pointer(void) {
  static int service;
  return kmk_dependency_pointer(document(), "key", &service, NULL);
}

static kmk_reducer *first_of_two(void) {
  kmk_reducer *both[] = {document(), kmk_empty()};
  return kmk_combine(2, both);
}

static kmk_reducer *last_of_two(void) {
  static const kmk_field fields[] = {{"/count", "shape"}};
  kmk_reducer *both[] = {kmk_binding_fields("binding", COUNT_OF(fields), fields), document()};
  return kmk_combine(2, both);
}

static kmk_reducer *whole_scope(void) {
  kmk_reducer *both[] = {kmk_scope("/other", "other", shaped("any")), document()};
  return kmk_combine(2, both);
}

static kmk_reducer *if_let(void) {
  return kmk_if_let(document(), "/child", "child", NULL, shaped("{n: integer}"));
}

static kmk_reducer *presentation(void) {
  return kmk_presentation(document(), "/child", "child", NULL, shaped("{n: integer}"));
}

static kmk_reducer *presentation_destination(void) {
  return kmk_presentation_destination(document(), "/child", "child", NULL, shaped("any"));
}

static kmk_reducer *for_each(void) {
  return kmk_for_each(document(), "/children", "children", NULL, shaped("{id: any}"));
}

static kmk_reducer *stack(void) {
  return kmk_stack(document(), "/children", "children", shaped("any"));
}

static kmk_reducer *navigation_destination(void) {
  return kmk_navigation_destination(document(), "/children", "children", shaped("any"));
}

static kmk_reducer *another_shape(void) { return kmk_shape(document(), "{id: any}"); }

static kmk_reducer *nested(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_if_let(kmk_undoable(document(), NULL), "/child", "child", NULL, self);
}

static kmk_reducer *recursion(void) { return kmk_recurse(nested, NULL, NULL); }

static const struct {
  const char *name;
  kmk_reducer *(*around)(void);
} operators[] = {
    {"nothing", nothing_around},
    {"kmk_undoable", undoable},
    {"kmk_undoable with counts", undoable_with_counts},
    {"kmk_undoable twice", undoable_twice},
    {"kmk_on_change", on_change},
    {"kmk_on_write", on_write},
    {"kmk_cases", cases},
    {"kmk_dependency", dependency},
    {"kmk_dependency_pointer", dependency_pointer},
    {"kmk_combine, first", first_of_two},
    {"kmk_combine, last", last_of_two},
    {"kmk_scope beside", whole_scope},
    {"kmk_if_let", if_let},
    {"kmk_presentation", presentation},
    {"kmk_presentation_destination", presentation_destination},
    {"kmk_for_each", for_each},
    {"kmk_stack", stack},
    {"kmk_navigation_destination", navigation_destination},
    {"kmk_shape", another_shape},
    {"kmk_recurse", recursion},
};

/* ------------------------------------------------------------- where the two may stand */

static kmk_reducer *alone(kmk_reducer *r) { return r; }

static kmk_reducer *in_scope(kmk_reducer *r) { return kmk_scope("/doc", "doc", r); }

static kmk_reducer *in_deep_scope(kmk_reducer *r) { return kmk_scope("/a/b", "doc", r); }

static kmk_reducer *in_case(kmk_reducer *r) {
  return kmk_if_case_let(kmk_empty(), "doc", "doc", NULL, r);
}

static kmk_reducer *in_scope_case(kmk_reducer *r) { return kmk_scope_case("doc", "doc", r); }

static kmk_reducer *in_if_let(kmk_reducer *r) {
  return kmk_if_let(kmk_empty(), "/doc", "doc", NULL, r);
}

static kmk_reducer *presented(kmk_reducer *r) {
  return kmk_presentation(kmk_empty(), "/doc", "doc", NULL, r);
}

static kmk_reducer *presented_by_case(kmk_reducer *r) {
  return kmk_presentation(kmk_empty(), "/slot", "slot", NULL, kmk_scope_case("doc", "doc", r));
}

static kmk_reducer *in_row(kmk_reducer *r) {
  return kmk_for_each(kmk_empty(), "/docs", "docs", NULL, r);
}

static kmk_reducer *in_path(kmk_reducer *r) { return kmk_stack(kmk_empty(), "/docs", "docs", r); }

static kmk_reducer *in_destination(kmk_reducer *r) {
  return kmk_navigation_destination(kmk_empty(), "/docs", "docs", r);
}

static kmk_reducer *in_undoable(kmk_reducer *r) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.undo_case = "back";
  options.redo_case = "forth";
  options.clear_case = "forget";
  return kmk_undoable(kmk_scope("/doc", "doc", r), &options);
}

static const struct {
  const char *name;
  kmk_reducer *(*place)(kmk_reducer *);
  const char *initial; /* %s is the document */
  const char *action;  /* %s is the document's action */
  const char *pointer; /* of the document */
} places[] = {
    {"alone", alone, "%s", "%s", ""},
    {"in a scope", in_scope, "{'doc': %s}", "{'doc': %s}", "/doc"},
    {"in a deep scope", in_deep_scope, "{'a': {'b': %s}}", "{'doc': %s}", "/a/b"},
    {"in a case", in_case, "{'doc': %s}", "{'doc': %s}", "/doc"},
    {"in a scoped case", in_scope_case, "{'doc': %s}", "{'doc': %s}", "/doc"},
    {"optional", in_if_let, "{'doc': %s}", "{'doc': %s}", "/doc"},
    {"presented", presented, "{'doc': %s}", "{'doc': {'presented': %s}}", "/doc"},
    {"presented by case", presented_by_case, "{'slot': {'doc': %s}}",
     "{'slot': {'presented': {'doc': %s}}}", "/slot/doc"},
    {"in a row", in_row, "{'docs': [{'id': 0}, %s]}",
     "{'docs': {'element': {'id': 1, 'action': %s}}}", "/docs/1"},
    {"in a path", in_path, "{'docs': [{'id': 3, 'element': %s}]}",
     "{'docs': {'element': {'id': 3, 'action': %s}}}", "/docs/0/element"},
    {"in a legacy path", in_destination, "{'docs': [{'id': 3, 'element': %s}]}",
     "{'docs': {'element': {'id': 3, 'action': %s}}}", "/docs/0/element"},
    {"inside of an undoable", in_undoable, "{'doc': %s}", "{'doc': %s}", "/doc"},
};

static void send_to(kit *k, const char *format, const char *action) {
  char text[300];
  snprintf(text, sizeof text, format, action);
  json_array_clear(k->issues);
  shape_written = KMK_ERR_CLOSED;
  send_ok(k->store, text);
}

/* The first issue's code, "" where there is none. */
static const char *issue_code(const kit *k) {
  const char *code = json_string_value(json_object_get(json_array_get(k->issues, 0), "code"));
  return code ? code : "";
}

static void S20_an_operator_around_a_shape_leaves_it_on(void **state) {
  kit *k = *state;
  for (size_t p = 0; p < COUNT_OF(places); p++) {
    for (size_t o = 0; o < COUNT_OF(operators); o++) {
      char text[200], pointer[100];
      snprintf(text, sizeof text, places[p].initial, "{'id': 1}");
      k->store = open_store(k->loop, places[p].place(operators[o].around()), text);
      static const char *const misfits[] = {
          "{'set': ['/count', 'five']}", "{'set': ['/count', -1]}",
          "{'set': ['/sheet', 5]}",      "{'set': ['/count', null]}",
          "{'remove': '/count'}",        "{'set': ['/sheet', {'source': 1}]}",
      };
      for (size_t i = 0; i < COUNT_OF(misfits); i++) {
        char *before = kmk_store_state_text(k->store, JSON_SORT_KEYS);
        send_to(k, places[p].action, misfits[i]);
        char *after = kmk_store_state_text(k->store, JSON_SORT_KEYS);
        if (shape_written != KMK_ERR_INVALID_ARGUMENT || strcmp(issue_code(k), "state-misfit") ||
            strcmp(before, after) != 0)
          fail_msg("%s, %s: %s answers %s, issue \"%s\": %s", operators[o].name, places[p].name,
                   misfits[i], kmk_status_name(shape_written), issue_code(k), after);
        kmk_text_free(before);
        kmk_text_free(after);
      }
      send_to(k, places[p].action, "{'set': ['/sheet', {}]}");
      snprintf(pointer, sizeof pointer, "%s/sheet/source", places[p].pointer);
      json_t *source = kmk_store_get(k->store, pointer, NULL);
      if (shape_written != KMK_OK || json_string_length(source) != 0 || !json_is_string(source))
        fail_msg("%s, %s: a default was not added", operators[o].name, places[p].name);
      json_decref(source);
      json_array_clear(k->issues);
      kmk_store_free(k->store);
      k->store = NULL;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(S20_an_operator_around_a_shape_leaves_it_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

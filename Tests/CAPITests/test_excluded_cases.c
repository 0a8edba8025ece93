/* Operators in cases that the declarations around them exclude are configuration errors (S170). */
#include "shape_support.h"

#define ACTIONS                                                                                    \
  {"markAll", NULL}, {"undo", NULL}, {"redo", NULL}, {"binding", "{path: text, value: any}"},      \
      {"rows", "(element: {id: text, action: (read | tag: text)})"},                               \
      {"sheet", "(presented: (add: (done) | ask: (delete)) | dismiss)"}, {"count", "integer"}, {   \
    "tools", "(pen: (draw) | ink: any)"                                                            \
  }
#define KNOWN "there are markAll, undo, redo, binding, rows, sheet, count, tools"

static kmk_reducer *base(void) { return shape_writer(); }

static kmk_store *opened(kit *k, kmk_reducer *reducer, kmk_error *error) {
  json_t *initial = json_of("{'rows': [], 'sheet': null, 'path': []}");
  kmk_store *store = kmk_store_new(k->loop, reducer, initial, error);
  json_decref(initial);
  return store;
}

static void refused(kit *k, kmk_reducer *reducer, const char *message) {
  kmk_error error;
  assert_null(opened(k, KMK_CASES(reducer, ACTIONS), &error));
  assert_string_equal(error.message, message);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
}

static void taken(kit *k, kmk_reducer *reducer) {
  kmk_error error = {0};
  kmk_store *store = opened(k, reducer, &error);
  if (store == NULL)
    fail_msg("%s", error.message);
  kmk_store_free(store);
}

TEST(S170_the_case_of_each_operator_is_named_with_the_nearest) {
  refused(k, kmk_scope("", "tols", base()),
          "scope : the actions have no case tols; did you mean tools? " KNOWN);
  refused(k, kmk_for_each(base(), "/rows", "rwos", NULL, base()),
          "for_each /rows: the actions have no case rwos; did you mean rows? " KNOWN);
  refused(k, kmk_stack(base(), "/path", "row", base()),
          "stack /path: the actions have no case row; did you mean rows? " KNOWN);
  refused(k, kmk_if_let(base(), "/sheet", "shet", NULL, base()),
          "if_let /sheet: the actions have no case shet; did you mean sheet? " KNOWN);
  refused(k, kmk_presentation(base(), "/sheet", "shet", NULL, base()),
          "presentation /sheet: the actions have no case shet; did you mean sheet? " KNOWN);
  refused(
      k, kmk_presentation_destination(base(), "/sheet", "shet", NULL, base()),
      "presentation_destination /sheet: the actions have no case shet; did you mean sheet? " KNOWN);
  refused(k, KMK_COMBINE(base(), KMK_BINDING_FIELDS("bindng", {"/query", "text"})),
          "binding_fields bindng: the actions have no case bindng; did you mean binding? " KNOWN);
}

TEST(S170_a_wrong_case_further_inside_is_named) {
  refused(k, kmk_scope("", "tools.pn", base()),
          "scope : the actions have no case pn at /tools; did you mean pen? there are pen, ink");
  refused(k, kmk_presentation(base(), "/sheet", "sheet", NULL, kmk_scope_case("add", "ad", base())),
          "scope_case add: the actions have no case ad at /sheet/presented; did you mean add? "
          "there are add, ask");
  refused(k,
          kmk_presentation(base(), "/sheet", "sheet", NULL,
                           KMK_COMBINE(KMK_ALERT("ask", "delete", "delte"))),
          "alert ask: the actions have no case delte at /sheet/presented/ask; did you mean delete? "
          "there are delete");
  refused(k, kmk_for_each(base(), "/rows", "rows", NULL, kmk_scope("", "raed", base())),
          "scope : the actions have no case raed at /rows/element/action; did you mean read? "
          "there are read, tag");
  refused(k, kmk_scope("", "count", base()),
          "scope : the actions have an integer and nothing inside at /count");
  refused(k, kmk_presentation(base(), "/sheet", "undo", NULL, base()),
          "presentation /sheet: the actions have no payload and nothing inside at /undo");
}

TEST(S170_wrong_cases_in_the_options_of_an_undo_are_named) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.undo_case = "undoo";
  refused(k, kmk_undoable(base(), &options),
          "undoable: the actions have no case undoo; did you mean undo? " KNOWN);
  options.undo_case = NULL;
  options.actions = (const char *const[]){"rows.element.tag", "markAl", NULL};
  refused(k, kmk_undoable(base(), &options),
          "undoable: the actions have no case markAl; did you mean markAll? " KNOWN);
  options.actions = NULL;
  options.ignored = (const char *const[]){"rows.element.tog", NULL};
  refused(k, kmk_undoable(base(), &options),
          "undoable: the actions have no case tog at /rows/element/action; did you mean tag? "
          "there are read, tag");
  /* The cases of a child that declares its own actions are listed too. */
  options.ignored = (const char *const[]){"sheet.presented.dne", NULL};
  kmk_error error;
  kmk_reducer *sheet = KMK_CASES(base(), {"done", NULL});
  assert_null(opened(
      k, kmk_undoable(kmk_presentation(base(), "/sheet", "sheet", NULL, sheet), &options), &error));
  assert_string_equal(error.message,
                      "undoable: the actions have no case dne at /sheet/presented; did you mean "
                      "done? there are done");
}

TEST(S170_a_standard_name_that_is_left_out_is_nobodys_mistake) {
  /* "clearHistory" is not among the declared cases, so the history cannot be cleared. */
  taken(k, KMK_CASES(kmk_undoable(base(), NULL), ACTIONS));
}

TEST(S170_the_cases_of_combined_reducers_are_joined) {
  kmk_handler one[] = {{"a", NULL, NULL}}, other[] = {{"b", "any", NULL}};
  taken(k, KMK_COMBINE(kmk_handlers(1, one, NULL, NULL), kmk_handlers(1, other, NULL, NULL),
                       kmk_scope("", "b", base())));
  kmk_error error;
  assert_null(opened(k,
                     KMK_COMBINE(kmk_handlers(1, one, NULL, NULL),
                                 kmk_handlers(1, other, NULL, NULL), kmk_scope("", "c", base())),
                     &error));
  assert_string_equal(error.message, "scope : the actions have no case c; there are a, b");
}

TEST(S170_what_can_come_is_taken) {
  /* If no cases are declared, or any case is allowed, nothing is excluded. A declaration may omit a child's actions. */
  taken(k, kmk_presentation(base(), "/sheet", "shet", NULL, base()));
  taken(k, KMK_CASES(kmk_presentation(base(), "/sheet", "sheet", NULL, kmk_scope("", "x", base())),
                     {"sheet", "any"}));
  taken(k, KMK_CASES(kmk_presentation(base(), "/sheet", "sheet", NULL, kmk_scope("", "x", base())),
                     {"sheet", "(dismiss)"}));
  taken(k, KMK_CASES(kmk_scope("", "tools.pen", KMK_COMBINE(kmk_scope("", "draw", base()))),
                     {"tools", "(pen: (draw: any))"}));
  /* A child may declare more cases than its parent passes to it. */
  taken(k, KMK_CASES(kmk_scope("", "pen", KMK_CASES(base(), {"draw", NULL}, {"reset", NULL})),
                     {"pen", "(draw)"}));
}

static kmk_reducer *folder(kmk_reducer *self, void *data) {
  return kmk_for_each(KMK_CASES(base(), {"rows", "any"}), "/rows", data, NULL, self);
}

TEST(S170_a_recursion_is_looked_at_once) {
  taken(k, kmk_recurse(folder, "rows", NULL));
  kmk_error error;
  assert_null(opened(k, kmk_recurse(folder, "rws", NULL), &error));
  assert_string_equal(error.message, "for_each /rows: the actions have no case rws; did you mean "
                                     "rows? there are rows");
}

/* ------------------------------------------------------------- places in options */

#define SHAPE                                                                                      \
  "only {rows: [only {id: text, bytes: integer = 0, kind: (file: only {ext: text} | folder)}] = "  \
  "[], sheet: (edit: only {id: text} | ask: text)? = null}"

static void refused_place(kit *k, kmk_reducer *reducer, const char *message) {
  kmk_error error;
  json_t *empty = json_object();
  assert_null(kmk_store_new(k->loop, kmk_shape(reducer, SHAPE), empty, &error));
  assert_string_equal(error.message, message);
  json_decref(empty);
}

#define ROW "there are id, bytes, kind"

TEST(A61_the_places_in_rows_and_in_options_are_named_too) {
  const char *numbers[] = {"/bytes", "/byte", NULL}, *none[] = {NULL};
  refused_place(
      k, kmk_indexed(base(), "/rows", "/kin", none),
      "indexed /rows by /kin: the shape has no member kin at /rows/0; did you mean kind? " ROW);
  refused_place(k, kmk_indexed(base(), "/rows", NULL, numbers),
                "indexed /rows: the shape has no member byte at /rows/0; did you mean bytes? " ROW);
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.ephemeral_cases = (const char *const[]){"aks", NULL};
  refused_place(k, kmk_presentation(base(), "/sheet", "sheet", &options, base()),
                "presentation /sheet: the shape has no case aks at /sheet; did you mean ask? there "
                "are edit, ask");
  options.ephemeral_cases = NULL;
  options.id_key = "iid";
  refused_place(k, kmk_presentation(base(), "/sheet", "sheet", &options, base()),
                "presentation /sheet: the shape has no member iid at /sheet; did you mean id? "
                "there are id");
  json_t *empty = json_object();
  /* A pointer that exists in some case is accepted. */
  options.id_key = "id";
  const char *inside[] = {"/kind/file/ext", NULL};
  kmk_store *store = kmk_store_new(
      k->loop,
      kmk_shape(kmk_indexed(kmk_presentation(base(), "/sheet", "sheet", &options, base()), "/rows",
                            "/kind/file", inside),
                SHAPE),
      empty, NULL);
  assert_non_null(store);
  kmk_store_free(store);
  json_decref(empty);
}

/* Operators at places that the shapes around them exclude are configuration errors (A61). */
#include "shape_support.h"

#define DOWNLOADS                                                                                  \
  "only {downloads: [only {id: unsigned, n: unsigned = 0}] = [], title: text = '',"                \
  " sheet: (edit: only {x: text = ''} | list: [integer] | none)? = null, names: [text: integer] "  \
  "= {}}"

static kmk_reducer *base(void) { return shape_writer(); }

/* Asserts that a reducer tree with an operator at an impossible place is refused with this message. */
static void refused(kit *k, kmk_reducer *reducer, const char *path, const char *message) {
  kmk_error error;
  json_t *empty = json_object();
  reducer = kmk_shape(reducer, DOWNLOADS);
  assert_null(kmk_store_new(k->loop, kmk_reducer_retain(reducer), empty, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, message);
  assert_string_equal(error.path, path);
  /* Every function that checks the reducer reports the same error. */
  assert_null(kmk_reducer_complete_state(reducer, empty, &error));
  assert_string_equal(error.message, message);
  assert_null(kmk_reducer_describe(reducer, &error));
  assert_string_equal(error.message, message);
  kmk_reducer_free(reducer);
  json_decref(empty);
}

static void taken(kit *k, kmk_reducer *reducer) {
  kmk_error error = {0};
  json_t *empty = json_object();
  kmk_store *store = kmk_store_new(k->loop, kmk_shape(reducer, DOWNLOADS), empty, &error);
  if (store == NULL)
    fail_msg("%s", error.message);
  kmk_store_free(store);
  json_decref(empty);
}

#define KNOWN "there are downloads, title, sheet, names"

TEST(A61_a_member_that_the_shape_excludes_is_named_with_the_nearest) {
  refused(k, kmk_on_write(base(), "/download", no_answer_to_write, NULL, NULL), "",
          "on_write /download: the shape has no member download; did you mean downloads? " KNOWN);
  refused(k, kmk_on_change(base(), "/titel", no_answer_to_change, NULL, NULL), "",
          "on_change /titel: the shape has no member titel; did you mean title? " KNOWN);
  refused(k, kmk_presentation(base(), "/shet", "sheet", NULL, base()), "",
          "presentation /shet: the shape has no member shet; did you mean sheet? " KNOWN);
  refused(k, kmk_if_let(base(), "/shet", "sheet", NULL, base()), "",
          "if_let /shet: the shape has no member shet; did you mean sheet? " KNOWN);
  refused(k, KMK_COMBINE(base(), kmk_scope("/other/a", "other", base())), "",
          "scope /other/a: the shape has no member other; " KNOWN);
  refused(k, kmk_for_each(base(), "/dowloads", "rows", NULL, base()), "",
          "for_each /dowloads: the shape has no member dowloads; did you mean downloads? " KNOWN);
  refused(
      k, KMK_COMBINE(base(), KMK_BINDING_FIELDS("binding", {"/title", "text"}, {"/tile", "shape"})),
      "", "binding_fields binding: the shape has no member tile; did you mean title? " KNOWN);
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = "/download";
  refused(
      k, kmk_undoable(base(), &options), "",
      "undoable, the state_path: the shape has no member download; did you mean downloads? " KNOWN);
}

TEST(A61_an_excluded_place_further_inside_is_named) {
  refused(k,
          kmk_for_each(base(), "/downloads", "rows", NULL,
                       KMK_COMBINE(base(), kmk_scope("/m", "m", base()))),
          "/downloads/0", "scope /m: the shape has no member m at /downloads/0; there are id, n");
  refused(k, kmk_for_each(base(), "/downloads", "rows", "key", base()), "/downloads/0",
          "for_each /downloads: the shape has no member key at /downloads/0; there are id, n");
  refused(k, kmk_for_each(base(), "/title", "rows", NULL, base()), "/title",
          "for_each /title: the shape has text and no rows at /title");
  refused(k, kmk_on_write(base(), "/title/0", no_answer_to_write, NULL, NULL), "/title",
          "on_write /title/0: the shape has text and nothing inside at /title");
  refused(k, kmk_on_write(base(), "/downloads/first", no_answer_to_write, NULL, NULL), "/downloads",
          "on_write /downloads/first: the shape has an array and nothing inside at /downloads");
}

TEST(A61_a_case_that_the_state_cannot_be_in_is_named) {
  refused(k,
          kmk_presentation(base(), "/sheet", "sheet", NULL, kmk_scope_case("edt", "edit", base())),
          "/sheet",
          "scope_case edt: the shape has no case edt at /sheet; did you mean edit? there are edit, "
          "list, none");
  refused(k,
          kmk_presentation(base(), "/sheet", "sheet", NULL,
                           kmk_if_case_let(base(), "edit", "edit", NULL,
                                           KMK_COMBINE(kmk_scope("/y", "y", base())))),
          "/sheet/edit", "scope /y: the shape has no member y at /sheet/edit; there are x");
}

TEST(A61_what_can_come_to_be_is_taken) {
  taken(k, kmk_on_write(base(), "/downloads/3/n", no_answer_to_write, NULL, NULL));
  taken(k, kmk_on_write(base(), "/names/anything", no_answer_to_write, NULL, NULL));
  taken(k, kmk_for_each(base(), "/downloads", "rows", NULL, base()));
  taken(k, kmk_presentation(base(), "/sheet", "sheet", NULL,
                            KMK_COMBINE(kmk_scope_case("edit", "edit", base()),
                                        kmk_scope_case("none", "none", base()))));
  /* An open object may have other members, and nothing is known about the members of `any`. */
  kmk_reducer *open =
      kmk_presentation(base(), "/shet", "sheet", NULL,
                       kmk_shape(KMK_COMBINE(kmk_scope("/a/b", "b", base())), "any"));
  json_t *empty = json_object();
  kmk_store *store = kmk_store_new(k->loop, kmk_shape(open, "{sheet: any}"), empty, NULL);
  assert_non_null(store);
  kmk_store_free(store);
  json_decref(empty);
}

TEST(A61_who_only_looks_adds_no_cases_to_a_destination) {
  kmk_reducer *cases =
      kmk_on_write(kmk_scope_case("edit", "edit", base()), "/edit", no_answer_to_write, NULL, NULL);
  kit_open(k, kmk_presentation(base(), "/sheet", "sheet", NULL, cases), "{'sheet': null}");
  json_t *wrong = json_of("{'sheet': {'edt': {}}}");
  kmk_error error;
  kmk_reducer *same = kmk_presentation(base(), "/sheet", "sheet", NULL,
                                       kmk_on_change(kmk_scope_case("edit", "edit", base()),
                                                     "/edit", no_answer_to_change, NULL, NULL));
  assert_null(kmk_store_new(k->loop, same, wrong, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  json_decref(wrong);
}

static kmk_reducer *folder(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_for_each(base(), "/folders", "folders", NULL, self);
}

TEST(A61_a_recursion_is_looked_at_as_far_as_its_shapes_differ) {
  const char *shapes[] = {
      "Folder = only {id: integer, folders: [Folder] = []}; Folder",
      "Folder = only {id: integer, folders: [only {id: integer, folder: [Folder]}] = []}; Folder"};
  for (size_t i = 0; i < COUNT_OF(shapes); i++) {
    kmk_error error;
    json_t *initial = json_of("{'id': 1}");
    kmk_store *store = kmk_store_new(k->loop, kmk_shape(kmk_recurse(folder, NULL, NULL), shapes[i]),
                                     initial, &error);
    if (i == 0) {
      assert_non_null(store);
    } else {
      assert_null(store);
      assert_string_equal(error.message,
                          "for_each /folders: the shape has no member folders at /folders/0; did "
                          "you mean folder? there are id, folder");
    }
    kmk_store_free(store);
    json_decref(initial);
  }
}

TEST(A61_another_reducer_with_such_a_mistake_is_refused) {
  kmk_error error;
  kit_open(k, base(), "{'n': 1}");
  kmk_reducer *wrong =
      kmk_shape(kmk_on_write(base(), "/m", no_answer_to_write, NULL, NULL), "only {n: integer}");
  assert_int_equal(kmk_store_replace_reducer(k->store, wrong, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "on_write /m: the shape has no member m; there are n");
  assert_state_text(k->store, "{'n':1}");
}

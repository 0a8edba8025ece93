/* Writes by operators and defaults that a shape refuses (S23). */
#include "shape_support.h"

#define N "{n: integer}"

TEST(S23_what_operators_write_is_a_mistake_where_a_shape_refuses_it) {
  kmk_undo_options h = KMK_UNDO_OPTIONS_INIT;
  h.state_path = "/doc";
  h.history_path = "/h";
  kmk_reducer *scoped = kmk_scope("/in", "in", shaped(N));
  kmk_reducer *both[] = {kmk_scope("/h", "h", shaped("{a: integer}")),
                         kmk_undoable(shape_writer(), &h)};
  const struct {
    kmk_reducer *reducer;
    const char *state, *path, *message;
  } mistakes[] = {
      {kmk_shape(kmk_presentation(shape_writer(), "/d", "d", NULL, shape_writer()), "{d: " N "}"),
       "{'d': {'n': 1}}", "/d",
       "presentation /d dismisses by null at /d, where that is refused: expected an object, found "
       "null"},
      {kmk_shape(kmk_scope("/in", "in",
                           kmk_presentation(shape_writer(), "/d", "d", NULL, shape_writer())),
                 "{in: {d: " N "}}"),
       "{'in': {'d': {'n': 1}}}", "/in/d", "presentation /d dismisses by null at /in/d"},
      {kmk_shape(kmk_for_each(shape_writer(), "/rows", "rows", NULL,
                              kmk_presentation(shape_writer(), "/d", "d", NULL, shape_writer())),
                 "{rows: [{d: " N "}]}"),
       "{'rows': []}", "/rows/-/d", "dismisses by null at /rows/-/d"},
      {kmk_shape(kmk_undoable(shape_writer(), &h), "only {doc: any}"), "{'doc': 1}", "",
       "undoable, the history_path: the shape has no member h"},
      {kmk_shape(kmk_undoable(shape_writer(), &h), "{doc: any, h: text}"), "{'doc': 1, 'h': 'x'}",
       "/h", "expected text, found an object"},
      {kmk_combine(2, both), "{'doc': 1, 'h': {'a': 1}}", "/h", "/a: expected an integer"},
      {kmk_shape(scoped, "{in: any = 1.5}"), "{'in': {'n': 1}}", "/in",
       "the default of in does not fit at /in, where that is refused: expected an object, found "
       "1.5"},
  };
  for (size_t i = 0; i < COUNT_OF(mistakes); i++)
    assert_no_store(k, mistakes[i].reducer, mistakes[i].state, KMK_ERR_INVALID_ARGUMENT,
                    mistakes[i].path, mistakes[i].message);
}

static kmk_reducer *undoable_inside(kmk_reducer *self, void *data) {
  (void)data;
  kmk_undo_options h = KMK_UNDO_OPTIONS_INIT;
  h.history_path = "/h";
  return kmk_if_let(kmk_undoable(shape_writer(), &h), "/h", "h", NULL, self);
}

TEST(S23_a_default_is_a_mistake_where_the_shape_around_has_no_such_member) {
  kmk_reducer *scoped = kmk_scope("/in", "in", shaped("{e: unsigned = 3}"));
  kmk_reducer *whole = kmk_shape(scoped, "{in: only {c: any}?}");
  assert_no_store(k, whole, "{}", KMK_ERR_INVALID_ARGUMENT, "/in/e",
                  "the default of e does not fit");
}

TEST(S23_a_default_inside_of_a_default_is_tried_against_the_other_shapes) {
  kmk_reducer *either[] = {
      kmk_if_case_let(shape_writer(), "x", "x", NULL, shape_writer()),
      kmk_if_case_let(shape_writer(), "a", "a", NULL, shape_writer()),
  };
  const struct {
    kmk_reducer *reducer;
    const char *path, *message;
  } mistakes[] = {
      {kmk_shape(kmk_scope("/c", "c", shaped("only {b: any?}")), "{c: only {a: boolean = false}}"),
       "/c/a", "the shape there has no member a"},
      {kmk_shape(kmk_if_let(shape_writer(), "/b", "b", NULL, either[0]),
                 "{b: {a: boolean = true}}"),
       "/b/a", "the value is an enum: a case has one member"},
      {kmk_shape(kmk_if_let(shape_writer(), "/b", "b", NULL, either[1]),
                 "{b: {a: boolean = true}}"),
       "/b/a", "the value is an enum: a case has one member"},
  };
  for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
    kmk_reducer *again = kmk_reducer_retain(mistakes[i].reducer);
    assert_no_store(k, again, "{}", KMK_ERR_INVALID_ARGUMENT, mistakes[i].path,
                    "the default of a does not fit");
    assert_no_store(k, mistakes[i].reducer, "{}", KMK_ERR_INVALID_ARGUMENT, mistakes[i].path,
                    mistakes[i].message);
  }
}

TEST(S23_a_default_in_a_case_is_a_mistake_where_the_child_of_the_case_refuses_it) {
  const struct {
    const char *shape, *at, *path;
  } enums[] = {
      {"(one: {n: number} | two: {t: text? = null})", "", "/two/t"},
      {"{kid: (one: {n: number} | two: {t: text? = null})}", "/kid", "/kid/two/t"},
  };
  for (size_t i = 0; i < COUNT_OF(enums); i++) {
    kmk_reducer *parent = shape_writer();
    kmk_reducer *cases = kmk_if_case_let(parent, "two", "two", NULL, shaped("{t: text = 'd'}"));
    kmk_reducer *whole = kmk_shape(kmk_scope(enums[i].at, "in", cases), enums[i].shape);
    assert_no_store(k, whole, "{}", KMK_ERR_INVALID_ARGUMENT, enums[i].path, NULL);
  }
}

TEST(S23_a_history_is_not_shown_inside_of_itself) {
  assert_no_store(k, kmk_recurse(undoable_inside, NULL, NULL), "{}", KMK_ERR_INVALID_ARGUMENT,
                  "/h/h", NULL);
}

/* What views write through readers and through other views (A28, A41, G9). */
#include "writer_support.h"

static kmk_status write_path(kmk_store *store, const char *pointer, const char *action_case,
                             const char *path) {
  json_t *json = json_of(path);
  kmk_status status = kmk_store_write_path(store, pointer, action_case, json, NULL);
  json_decref(json);
  return status;
}

/* ------------------------------------------------------------------ paths that a reader chooses */

static kmk_reducer *choose_destination(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return kmk_navigation_destination(writer(), "/path", "path", counter());
}

static kmk_reducer *choose_stack(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return kmk_stack(writer(), "/path", "path", counter());
}

static kmk_reducer *destination(void) { return kmk_reader(choose_destination, NULL, NULL); }
static kmk_reducer *stack(void) { return kmk_reader(choose_stack, NULL, NULL); }

static kmk_reducer *inner_destination(void) {
  return kmk_if_let(writer(), "/in", "in", NULL, destination());
}

#define ONE "{'id': 0, 'element': {'count': 0}}"
#define NEW "{'count': 5}"

TEST(G9_A41_a_path_of_a_reader_is_written_in_its_dialect_from_the_start) {
  static const struct {
    kmk_reducer *(*make)(void);
    const char *initial, *pointer, *action_case, *path, *sent;
  } cases[] = {
      {destination, "{'path': []}", "/path", "path", "[" NEW "]",
       "[{'path': {'setPath': [" NEW "]}}]"},
      {destination, "{'path': [" ONE "]}", "/path", "path", "[]", "[{'path': {'setPath': []}}]"},
      {destination, "{'path': [" ONE "]}", "/path", "path", "[" ONE "]",
       "[{'path': {'setPath': [" ONE "]}}]"},
      {inner_destination, "{'in': {'path': []}}", "/in/path", "in.path", "[" NEW "]",
       "[{'in': {'path': {'setPath': [" NEW "]}}}]"},
      {stack, "{'path': []}", "/path", "path", "[" NEW "]",
       "[{'path': {'push': {'id': 0, 'state': " NEW "}}}]"},
      {stack, "{'path': [" ONE "]}", "/path", "path", "[]", "[{'path': {'popFrom': {'id': 0}}}]"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    /* Again after a first action, when the reader has chosen. */
    for (int is_later = 0; is_later < 2; is_later++) {
      end_store(k);
      kit_open(k, cases[i].make(), cases[i].initial);
      if (is_later) {
        send_ok(k->store, "'noop'");
      }
      json_array_clear(k->log);
      assert_int_equal(write_path(k->store, cases[i].pointer, cases[i].action_case, cases[i].path),
                       KMK_OK);
      assert_json_text(k->log, cases[i].sent);
    }
  }
}

/* ------------------------------------------------------ issues of what is written through views */

static kmk_store *view_of(kmk_store *store, const char *pointer, const char *action_case) {
  kmk_error error = {0};
  kmk_store *view = kmk_store_scope(store, pointer, action_case, &error);
  if (view == NULL) {
    fail_msg("%s: %s", pointer, error.message);
  }
  return view;
}

/* The one issue: its code, its case path from the root, and not a word of what was written. */
static void assert_issue(kit *k, const char *code, const char *action_case) {
  assert_int_equal(json_array_size(k->issues), 1);
  const json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "code")), code);
  assert_string_equal(json_string_value(json_object_get(issue, "case")), action_case);
  assert_null(strstr(json_string_value(json_object_get(issue, "message")), "4711"));
  json_array_clear(k->issues);
}

static void write_binding(kmk_store *store) {
  json_t *value = json_integer(4711);
  assert_int_equal(kmk_store_write_binding(store, "binding", "/n", value, NULL), KMK_OK);
  json_decref(value);
}

TEST(A28_an_untaken_binding_of_a_view_is_named_by_its_path_from_the_root) {
  kmk_reducer *row = kmk_for_each(writer(), "/rows", "rows", NULL, writer());
  kit_open(k, kmk_if_let(row, "/child", "child", NULL, writer()),
           "{'n': 0, 'child': {'n': 0, 'in': {'n': 0}}, 'rows': [{'id': 7, 'n': 0}]}");
  json_t *id = json_integer(7);
  kmk_store *child = view_of(k->store, "/child", "child");
  kmk_store *inner = view_of(child, "/in", "in.presented");
  kmk_store *row_view = kmk_store_scope_element(k->store, "/rows", "rows", id, NULL);
  assert_non_null(row_view);
  write_binding(k->store);
  assert_issue(k, "binding-unhandled", "binding");
  write_binding(child);
  assert_issue(k, "binding-unhandled", "child.binding");
  write_binding(inner);
  assert_issue(k, "binding-unhandled", "child.in.presented.binding");
  write_binding(row_view);
  assert_issue(k, "binding-unhandled", "rows.element.binding");
  kmk_store_free(child);
  kmk_store_free(inner);
  kmk_store_free(row_view);
  json_decref(id);
}

TEST(A28_an_unhandled_path_of_a_view_is_named_by_its_path_from_the_root) {
  kmk_reducer *child = kmk_stack(writer(), "/path", "path", counter());
  kit_open(k, kmk_if_let(writer(), "/child", "child", NULL, child),
           "{'child': {'path': [" NEW "]}}");
  kmk_store *view = view_of(k->store, "/child", "child");
  assert_int_equal(write_path(view, "/path", "path", "[{'count': 4711}]"), KMK_OK);
  assert_issue(k, "path-not-handled", "child.path");
  assert_int_equal(write_path(k->store, "/child/path", "child.path", "[{'count': 4711}]"), KMK_OK);
  assert_issue(k, "path-not-handled", "child.path");
  kmk_store_free(view);
}

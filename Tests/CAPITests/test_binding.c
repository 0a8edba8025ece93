/* Writing back from a view: fields and paths (G6, G9-G11, L8, C17). */
#define KMK_NO_DEPRECATED /* kmk_bindings is tried here too */
#include "support.h"

#include "stack_support.h"

#define SET(path, value) "{'binding': {'path': '" path "', 'value': " value "}}"

/* Writes a value given as JSON text; the status. */
static kmk_status write_field(kmk_store *store, const char *binding_case, const char *pointer,
                              const char *value) {
  json_t *json = json_of(value);
  kmk_status status = kmk_store_write_binding(store, binding_case, pointer, json, NULL);
  json_decref(json);
  return status;
}

static kmk_status write_path(kmk_store *store, const char *path) {
  json_t *json = json_of(path);
  kmk_status status = kmk_store_write_path(store, "/path", "path", json, NULL);
  json_decref(json);
  return status;
}

/* --------------------------------------------------------------------- fields */

static void G10_a_write_is_one_action(void **state) {
  kit *k = *state;
  kit_open(k, kmk_bindings("binding"), "{'name': '', 'age': 0}");
  assert_int_equal(write_field(k->store, "binding", "/name", "'a'"), KMK_OK);
  assert_int_equal(write_field(k->store, "binding", "/name", "'b'"), KMK_OK);
  assert_int_equal(write_field(k->store, "binding", "/age", "7"), KMK_OK);
  assert_json_text(k->log,
                   "[" SET("/name", "'a'") ", " SET("/name", "'b'") ", " SET("/age", "7") "]");
  assert_state_text(k->store, "{'name': 'b', 'age': 7}");
}

static void G6_a_write_that_nobody_takes_is_one_issue(void **state) {
  kit *k = *state;
  kit_open(k, kmk_combine(0, NULL), "{'name': 'x'}");
  assert_int_equal(write_field(k->store, "binding", "/name", "'y'"), KMK_OK);
  const json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "path")), "/name");
  assert_string_equal(json_string_value(json_object_get(issue, "case")), "binding");
  assert_issues(k, "['binding-unhandled']");
  assert_state_text(k->store, "{'name': 'x'}");
}

static void G6_a_plain_send_is_no_views_write(void **state) {
  kit *k = *state;
  kit_open(k, kmk_combine(0, NULL), "{'name': 'x'}");
  send_ok(k->store, SET("/name", "'y'"));
  assert_issues(k, "[]");
}

/* Writes the name through the store that it belongs to, which is busy then. */
REDUCER(write_while_busy) {
  kit *k = data;
  if (kmk_action_is(action, "go")) {
    json_t *value = json_string("later");
    kmk_store_write_binding(k->store, "binding", "/name", value, NULL);
    json_decref(value);
  }
  return NULL;
}

static void G6_a_write_made_by_a_reducer_is_looked_after_when_it_was_handled(void **state) {
  kit *k = *state;
  for (int takes = 0; takes < 2; takes++) {
    kmk_reducer *members[] = {kmk_reducer_new(write_while_busy, k, NULL),
                              takes ? kmk_bindings("binding") : NULL};
    k->store = open_store(k->loop, kmk_combine(2, members), "{'name': ''}");
    send_ok(k->store, "'go'");
    run_due(k->loop);
    assert_state_text(k->store, takes ? "{'name': 'later'}" : "{'name': ''}");
    assert_issues(k, takes ? "[]" : "['binding-unhandled']");
    kmk_store_free(k->store);
    k->store = NULL;
  }
}

/* A note in each level, bound there, and the next level. */
static kmk_reducer *level(kmk_reducer *self, void *user_data) {
  (void)user_data;
  return kmk_presentation(kmk_bindings("binding"), "/next", "next", NULL, self);
}

#define LEVELS(first, second, third)                                                               \
  "{'note': " first ", 'next': {'note': " second ", 'next': {'note': " third ", 'next': null}}}"

static void G11_a_write_inside_a_slot_is_an_action_of_what_is_presented(void **state) {
  kit *k = *state;
  kit_open(k, kmk_recurse(level, NULL, NULL), LEVELS("1", "2", "3"));
  assert_int_equal(write_field(k->store, "next.presented.binding", "/note", "'inside'"), KMK_OK);
  assert_json_text(k->log, "[{'next': {'presented': " SET("/note", "'inside'") "}}]");
  assert_state_text(k->store, LEVELS("1", "'inside'", "3"));
}

static void L8_a_write_at_any_level_changes_that_level_alone(void **state) {
  kit *k = *state;
  kit_open(k, kmk_recurse(level, NULL, NULL), LEVELS("1", "2", "3"));
  write_field(k->store, "next.presented.next.presented.binding", "/note", "'deep'");
  assert_state_text(k->store, LEVELS("1", "2", "'deep'"));
  write_field(k->store, "binding", "/note", "'top'");
  write_field(k->store, "next.presented.binding", "/note", "'middle'");
  assert_state_text(k->store, LEVELS("'top'", "'middle'", "'deep'"));
}

/* ---------------------------------------------------------------------- paths */

static void G9_a_longer_path_pushes_its_last_element(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, "{'path': [" ENTRY("0", "0") "]}");
  assert_int_equal(write_path(k->store, "[" ENTRY("0", "0") ", " ENTRY("0", "9") "]"), KMK_OK);
  assert_json_text(k->log, "[{'path': {'push': {'id': 1, 'state': {'count': 9}}}}]");
  assert_int_equal(write_path(k->store, "[{'count': 0}, {'count': 9}, {'count': 7}]"), KMK_OK);
  assert_state_text(k->store,
                    "{'path': [" ENTRY("0", "0") ", " ENTRY("1", "9") ", " ENTRY("2", "7") "]}");
  close_stack(k, &s);
}

static void G9_a_shorter_path_pops_from_the_first_element_that_is_missing(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  assert_int_equal(write_path(k->store, "[" ENTRY("0", "0") "]"), KMK_OK);
  assert_json_text(k->log, "[{'path': {'popFrom': {'id': 1}}}]");
  assert_int_equal(write_path(k->store, "[]"), KMK_OK);
  assert_state_text(k->store, EMPTY);
  close_stack(k, &s);
}

static void G9_a_path_as_long_as_before_is_an_issue_and_sends_nothing(void **state) {
  kit *k = *state;
  seen s = {0};
  open_stack(k, &s, THREE);
  assert_int_equal(write_path(k->store, "{}"), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(write_path(k->store, "[{}, {}, {}]"), KMK_OK);
  assert_issues(k, "['path-not-handled']");
  assert_json_text(k->log, "[]");
  assert_state_text(k->store, THREE);
  close_stack(k, &s);
}

static void G9_in_the_seed_dialect_a_write_is_setPath(void **state) {
  kit *k = *state;
  kit_open(k, kmk_navigation_destination(kmk_combine(0, NULL), "/path", "path", counter()), THREE);
  assert_int_equal(write_path(k->store, "[" ENTRY("2", "5") "]"), KMK_OK);
  assert_json_text(k->log, "[{'path': {'setPath': [" ENTRY("2", "5") "]}}]");
  assert_state_text(k->store, "{'path': [" ENTRY("2", "5") "]}");
}

/* ----------------------------------------------------------------------- views */

/* What is presented has a note that can be bound, and a path. */
static kmk_store *open_page(kit *k) {
  kmk_reducer *page = kmk_stack(kmk_bindings("binding"), "/path", "path", counter());
  return kit_open(k, kmk_presentation(kmk_combine(0, NULL), "/page", "page", NULL, page),
                  "{'page': {'note': 'x', 'path': []}}");
}

static void G10_a_write_through_a_view_is_an_action_of_its_part(void **state) {
  kit *k = *state;
  kmk_store *view = kmk_store_scope(open_page(k), "/page", "page.presented", NULL);
  assert_int_equal(write_field(view, "binding", "/note", "'y'"), KMK_OK);
  assert_int_equal(write_path(view, "[{'count': 7}]"), KMK_OK);
  assert_json_text(
      k->log,
      "[{'page': {'presented': " SET(
          "/note", "'y'") "}}, {'page': "
                          "{'presented': {'path': {'push': {'id': 0, 'state': {'count': 7}}}}}}]");
  assert_state_text(view, "{'note': 'y', 'path': [" ENTRY("0", "7") "]}");
  run_due(k->loop);
  assert_issues(k, "[]");
  kmk_store_free(view);
}

static void C17_a_write_through_an_invalid_view_is_swallowed(void **state) {
  kit *k = *state;
  kmk_store *view = kmk_store_scope(open_page(k), "/page", "page.presented", NULL);
  send_ok(k->store, "{'page': 'dismiss'}");
  json_array_clear(k->log);
  assert_int_equal(write_field(view, "binding", "/note", "'y'"), KMK_OK);
  assert_int_equal(write_path(view, "[{'count': 7}]"), KMK_OK);
  run_due(k->loop);
  assert_json_text(k->log, "[]");
  assert_issues(k, "[]");
  assert_state_text(view, "{'note': 'x', 'path': []}");
  kmk_store_free(view);
}

/* -------------------------------------------------------------------- mistakes */

static void M11_what_is_missing_or_malformed_is_an_answer(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  json_t *value = json_of("[]");
  kit_open(k, kmk_bindings("binding"), "{'path': 1}");
  assert_int_equal(kmk_store_write_binding(NULL, "b", "", value, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_store *store = k->store;
  assert_int_equal(kmk_store_write_binding(store, NULL, "", value, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_binding(store, "b", NULL, value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_binding(store, "b", "", NULL, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_binding(store, "b..c", "", value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_binding(store, "b", "name", value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_path(NULL, "/path", "path", value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_path(store, NULL, "path", value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_path(store, "/path", NULL, value, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_path(store, "/path", "path", NULL, &error),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_write_path(store, "/path", "path", value, &error), KMK_ERR_NOT_FOUND);
  assert_string_equal(error.path, "/path");
  assert_int_equal(kmk_store_write_path(store, "/nope", "path", value, NULL), KMK_ERR_NOT_FOUND);
  json_decref(value);
  assert_json_text(k->log, "[]");
  assert_state_text(store, "{'path': 1}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(G10_a_write_is_one_action),
      KIT_TEST(G6_a_write_that_nobody_takes_is_one_issue),
      KIT_TEST(G6_a_plain_send_is_no_views_write),
      KIT_TEST(G6_a_write_made_by_a_reducer_is_looked_after_when_it_was_handled),
      KIT_TEST(G11_a_write_inside_a_slot_is_an_action_of_what_is_presented),
      KIT_TEST(L8_a_write_at_any_level_changes_that_level_alone),
      KIT_TEST(G9_a_longer_path_pushes_its_last_element),
      KIT_TEST(G9_a_shorter_path_pops_from_the_first_element_that_is_missing),
      KIT_TEST(G9_a_path_as_long_as_before_is_an_issue_and_sends_nothing),
      KIT_TEST(G9_in_the_seed_dialect_a_write_is_setPath),
      KIT_TEST(G10_a_write_through_a_view_is_an_action_of_its_part),
      KIT_TEST(C17_a_write_through_an_invalid_view_is_swallowed),
      KIT_TEST(M11_what_is_missing_or_malformed_is_an_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

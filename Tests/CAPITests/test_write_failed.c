/* A failed write in a reducer raises an issue, because few programs check the status (A50). The reducer can ask for
 * the reason (X50). */
#include "support.h"

/* The wrong write for the action with this number. */
static kmk_status mistake(kmk_state *state, json_int_t number) {
  switch (number) {
  case 0:
    return kmk_state_set_new(state, "/a/b/c", json_integer(1));
  case 1:
    return kmk_state_set_new(state, "/count", NULL);
  case 2:
    return kmk_state_set(state, "/count/x", json_true());
  case 3:
    return kmk_state_set_new(state, "/list/2", json_integer(1));
  case 4:
    return kmk_state_set_new(state, "count", json_integer(1));
  case 5:
    return kmk_state_insert_new(state, "/list/9", json_integer(1));
  case 6:
    return kmk_state_move(state, "/gone", "/count");
  case 7:
    return kmk_state_move(state, "/list", "/list/0");
  case 8:
    return kmk_state_remove(state, "/gone");
  case 9:
    return kmk_state_remove(state, "");
  case 10:
    return kmk_state_push_new(state, "/list", json_integer(1), NULL);
  case 11:
    return kmk_state_pop_from(state, "/gone", 0);
  case 12:
    return kmk_state_pop_to(state, NULL, 0);
  case 13:
    return kmk_state_move(state, "/count", "/a/b/c");
  default:
    return KMK_OK;
  }
}

REDUCER(write_wrongly) {
  const json_t *number = kmk_action_payload(action, "write");
  if (number != NULL) {
    kmk_status status = mistake(state, json_integer_value(number));
    if (data != NULL) {
      *(kmk_status *)data = status;
    }
  }
  return NULL;
}

static const char *issue_text(kit *k, const char *member) {
  return json_string_value(json_object_get(json_array_get(k->issues, 0), member));
}

TEST(A50_each_write_that_is_not_done_is_an_issue_with_its_place_and_reason) {
  kmk_status status = KMK_OK;
  const char *initial = "{'count': 0, 'list': [1, 2]}";
  kit_open(k, kmk_reducer_new(write_wrongly, &status, NULL), initial);
  static const struct {
    kmk_status status;
    const char *path, *message;
  } told[] = {
      {KMK_ERR_NOT_FOUND, "/a/b/c", "kmk_state_set_new wrote nothing: /a is not there"},
      {KMK_ERR_INVALID_ARGUMENT, "/count",
       "kmk_state_set_new wrote nothing: the value is NULL: what should have made it failed "
       "(json_pack, say)"},
      {KMK_ERR_NOT_FOUND, "/count/x",
       "kmk_state_set wrote nothing: /count is 0, where an object or an array is needed"},
      {KMK_ERR_NOT_FOUND, "/list/2",
       "kmk_state_set_new wrote nothing: /list/2 is not there: /list has 2 elements"},
      {KMK_ERR_INVALID_ARGUMENT, "",
       "kmk_state_set_new wrote nothing: the pointer is NULL, or no JSON Pointer: that is \"\", or "
       "begins with /"},
      {KMK_ERR_NOT_FOUND, "/list/9",
       "kmk_state_insert_new wrote nothing: /list/9 is not there: /list has 2 elements"},
      {KMK_ERR_NOT_FOUND, "/gone", "kmk_state_move wrote nothing: /gone is not there"},
      {KMK_ERR_INVALID_ARGUMENT, "/list/0",
       "kmk_state_move wrote nothing: a value cannot be moved into itself"},
      {KMK_ERR_NOT_FOUND, "/gone", "kmk_state_remove wrote nothing: /gone is not there"},
      {KMK_ERR_INVALID_ARGUMENT, "",
       "kmk_state_remove wrote nothing: the whole state cannot be removed; set it to null"},
      {KMK_ERR_INVALID_ARGUMENT, "/list",
       "kmk_state_push_new wrote nothing: no path is attached there (kmk_stack, "
       "kmk_navigation_destination)"},
      {KMK_ERR_NOT_FOUND, "/gone", "kmk_state_pop_from wrote nothing: /gone is not there"},
      {KMK_ERR_INVALID_ARGUMENT, "",
       "kmk_state_pop_to wrote nothing: the pointer is NULL, or no JSON Pointer: that is \"\", or "
       "begins with /"},
      {KMK_ERR_NOT_FOUND, "/a/b/c", "kmk_state_move wrote nothing: /a is not there"},
  };
  for (size_t i = 0; i < COUNT_OF(told); i++) {
    kmk_store_sendf(k->store, NULL, "{s:i}", "write", (int)i);
    assert_int_equal(status, told[i].status);
    assert_string_equal(issue_text(k, "path"), told[i].path);
    assert_string_equal(issue_text(k, "message"), told[i].message);
    assert_string_equal(issue_text(k, "case"), "write");
    assert_string_equal(issue_text(k, "label"), "");
    assert_issues(k, "['write-failed']");
    assert_state_text(k->store, initial);
  }
}

static kmk_reducer *writing(void) { return kmk_reducer_new(write_wrongly, NULL, NULL); }

static kmk_reducer *nothing(void) { return kmk_combine(0, NULL); }

/* Sends `send`, a write that fails in a child. Asserts the label of the operator around the child, and the place in
 * the whole state. */
static void assert_label(kit *k, kmk_reducer *reducer, const char *initial, const char *send,
                         const char *label, const char *path) {
  k->store = open_store(k->loop, reducer, initial);
  send_ok(k->store, send);
  assert_string_equal(issue_text(k, "label"), label);
  assert_string_equal(issue_text(k, "path"), path);
  assert_issues(k, "['write-failed']");
  end_store(k);
}

static kmk_reducer *around_itself(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_if_let(kmk_reducer_new(write_wrongly, NULL, NULL), "/inner", "inner", NULL, self);
}

TEST(A50_the_issue_names_the_operator_around_the_reducer) {
#define WRONG "{'write': 8}"
  assert_label(k, kmk_scope("/a", "a", writing()), "{'a': {}}", "{'a': " WRONG "}", "scope /a",
               "/a/gone");
  assert_label(k, kmk_scope_case("up", "up", writing()), "{'up': {}}", "{'up': " WRONG "}",
               "scope_case up", "/up/gone");
  assert_label(k, kmk_if_let(nothing(), "/a", "a", NULL, writing()), "{'a': {}}",
               "{'a': " WRONG "}", "if_let /a", "/a/gone");
  assert_label(k, kmk_if_case_let(nothing(), "up", "up", NULL, writing()), "{'up': {}}",
               "{'up': " WRONG "}", "if_case_let up", "/up/gone");
  assert_label(k, kmk_presentation(nothing(), "/d", "d", NULL, writing()), "{'d': {}}",
               "{'d': {'presented': " WRONG "}}", "presentation /d", "/d/gone");
  assert_label(k, kmk_presentation_destination(nothing(), "/d", "d", NULL, writing()), "{'d': {}}",
               "{'d': {'presented': " WRONG "}}", "presentation_destination /d", "/d/gone");
  assert_label(k, kmk_for_each(nothing(), "/rows", "rows", NULL, writing()),
               "{'rows': [{'id': 1}]}", "{'rows': {'element': {'id': 1, 'action': " WRONG "}}}",
               "for_each /rows", "/rows/0/gone");
  assert_label(k, kmk_stack(nothing(), "/path", "path", writing()), "{'path': [{}]}",
               "{'path': {'element': {'id': 0, 'action': " WRONG "}}}", "stack /path",
               "/path/0/element/gone");
  assert_label(k, kmk_scope("/a", "a", kmk_if_let(writing(), "/b", "b", NULL, nothing())),
               "{'a': {}}", "{'a': " WRONG "}", "scope /a", "/a/gone");
  assert_label(k, kmk_scope("/a", "a", kmk_scope("/b", "b", writing())), "{'a': {'b': {}}}",
               "{'a': {'b': " WRONG "}}", "scope /b", "/a/b/gone");
  assert_label(k, kmk_recurse(around_itself, NULL, NULL), "{'inner': {'inner': {}}}",
               "{'inner': {'inner': " WRONG "}}", "if_let /inner", "/inner/inner/gone");
}

/* ----------------------------------------------------------------- one issue, not two */

REDUCER(rename_second) {
  if (kmk_action_is(action, "duplicate")) {
    kmk_state_set_new(state, "/rows/1/id", json_integer(1));
  } else if (kmk_action_is(action, "wrongCase")) {
    kmk_state_set_new(state, "/d/search/text", json_string("x"));
  }
  return NULL;
}

TEST(A50_what_is_told_already_is_not_told_twice) {
  kmk_reducer *parent = kmk_reducer_new(rename_second, NULL, NULL);
  kmk_reducer *rows = kmk_for_each(parent, "/rows", "rows", NULL, nothing());
  kit_open(k, kmk_presentation(rows, "/d", "d", NULL, kmk_scope_case("edit", "edit", nothing())),
           "{'rows': [{'id': 1}, {'id': 2}], 'd': {'edit': {}}}");
  send_ok(k->store, "'duplicate'");
  assert_string_equal(issue_text(k, "label"), "for_each /rows");
  assert_issues(k, "['duplicate-element-id']");
  send_ok(k->store, "'wrongCase'");
  assert_string_equal(issue_text(k, "label"), "presentation /d");
  assert_non_null(strstr(issue_text(k, "message"), "is edit;"));
  assert_issues(k, "['write-wrong-case']");
}

TEST(A50_a_call_without_a_state_is_no_write) {
  assert_int_equal(kmk_state_set_new(NULL, "/a", json_true()), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_state_remove(NULL, "/a"), KMK_ERR_INVALID_ARGUMENT);
}

/* ---------------------------------------------------- the reason, as the reducer gets it */

typedef struct refusal {
  kmk_status status;
  kmk_error error;
} refusal;

static json_t *duplicate_row(void) { return json_pack("{s:i}", "id", 1); }

REDUCER(ask_why) {
  refusal *told = data;
  memset(&told->error, '?', sizeof told->error);
  if (kmk_action_is(action, "missing")) {
    told->status = kmk_state_set_new(state, "/gone/a", json_true());
  } else if (kmk_action_is(action, "misfit")) {
    told->status = kmk_state_set_new(state, "/name", json_integer(5));
  } else if (kmk_action_is(action, "duplicate")) {
    told->status = kmk_state_insert_new(state, "/rows/-", duplicate_row());
  } else if (kmk_action_is(action, "fine")) {
    told->status = kmk_state_set_new(state, "/name", json_string("x"));
  }
  kmk_state_error(state, told->status, &told->error);
  kmk_state_error(state, told->status, NULL);
  return NULL;
}

static void assert_refusal(kit *k, const refusal *told, const char *send, kmk_status status,
                           const char *path, const char *part) {
  send_ok(k->store, send);
  assert_int_equal(told->status, status);
  assert_int_equal(told->error.status, status);
  assert_int_equal(told->error.position, 0);
  assert_string_equal(told->error.path, path);
  assert_non_null(strstr(told->error.message, part));
  assert_null(strstr(told->error.message, "wrote nothing"));
}

TEST(X50_a_reducer_asks_why_its_write_was_refused) {
  refusal told;
  kmk_reducer *rows =
      kmk_for_each(kmk_reducer_new(ask_why, &told, NULL), "/rows", "rows", NULL, nothing());
  kmk_reducer *app = kmk_scope("/a", "a", kmk_shape(rows, "{name: text, rows: [{id: integer}]}"));
  kit_open(k, app, "{'a': {'name': '', 'rows': [{'id': 1}]}}");
  assert_refusal(k, &told, "{'a': 'missing'}", KMK_ERR_NOT_FOUND, "/a/gone/a",
                 "/gone is not there");
  assert_refusal(k, &told, "{'a': 'misfit'}", KMK_ERR_INVALID_ARGUMENT, "/a/name", "expected text");
  assert_refusal(k, &told, "{'a': 'duplicate'}", KMK_ERR_INVALID_ARGUMENT, "/a/rows",
                 "a row with the id 1 is already there");
  assert_issues(k, "['write-failed', 'state-misfit', 'duplicate-element-id']");
  send_ok(k->store, "{'a': 'fine'}");
  assert_int_equal(told.status, KMK_OK);
  assert_int_equal(told.error.message[0], '?');
}

/* The issue handler sends to another store, whose reducer's write fails as well. */
static void write_elsewhere(const kmk_diagnostic *issue, void *data) {
  if (strstr(issue->message, "/gone") != NULL) {
    kmk_store_send_text(data, "{\"write\": 2}", NULL);
  }
}

TEST(X50_what_fails_meanwhile_elsewhere_is_not_told) {
  refusal told;
  kit_open(k, kmk_reducer_new(ask_why, &told, NULL), "{}");
  kmk_store *other = open_store(k->loop, writing(), "{'count': 0}");
  kmk_loop_set_diagnostics(k->loop, write_elsewhere, other, NULL);
  kmk_store_send_text(k->store, "\"missing\"", NULL);
  assert_string_equal(told.error.path, "/gone/a");
  assert_string_equal(told.error.message, "/gone is not there");
  kmk_store_free(other);
}

TEST(X50_without_a_state_nothing_was_written) {
  kmk_error error;
  kmk_state_error(NULL, KMK_ERR_INVALID_ARGUMENT, &error);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "the state is not valid here"));
  kmk_state_error(NULL, KMK_ERR_INVALID_ARGUMENT, NULL);
  kmk_state_error(NULL, KMK_OK, NULL);
}

/* Views of rows and of a path's elements: they go by the id (C14, C18, J12). */
#include "rows_support.h"

static kmk_store *row_view(kmk_store *store, const char *id) {
  kmk_error error = {0};
  json_t *json = json_of(id);
  kmk_store *view = kmk_store_scope_element(store, "/rows", "rows", json, &error);
  if (view == NULL) {
    fail_msg("%s", error.message);
  }
  json_decref(json);
  return view;
}

static void C14_one_row_is_one_view(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  kmk_store *a = row_view(k->store, "'a'"), *again = row_view(k->store, "'a'"),
            *b = row_view(k->store, "'b'");
  assert_ptr_equal(a, again);
  assert_ptr_not_equal(a, b);
  kmk_store_free(a);
  kmk_store_free(again);
  kmk_store_free(b);
}

/* ---------------------------------------------------------------------------- rows */

static void J12_a_row_is_followed_wherever_it_moves(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kit_open(k, rows(), TWO);
  kmk_store *a = row_view(k->store, "'a'");
  kmk_subscription *subscription = observe_into(a, "", told);
  send_ok(a, "'inc'");
  send_ok(k->store, "'reverse'");
  send_ok(a, "'inc'");
  send_ok(k->store, IN_ROW("'b'", "'inc'"));
  assert_json_text(k->log, "[" IN_ROW("'a'", "'inc'") ", 'reverse', " IN_ROW(
                               "'a'", "'inc'") ", " IN_ROW("'b'", "'inc'") "]");
  assert_json_text(told,
                   "[{'id': 'a', 'count': 0}, {'id': 'a', 'count': 1}, {'id': 'a', 'count': 2}]");
  assert_state_text(k->store, "{'rows': [{'id': 'b', 'count': 1}, {'id': 'a', 'count': 2}]}");
  kmk_subscription_free(subscription);
  kmk_store_free(a);
  json_decref(told);
}

static void J12_a_vanished_row_answers_with_its_last_value(void **state) {
  kit *k = *state;
  const char *goings[] = {"{'remove': 'b'}", "{'assign': [{'id': 'a', 'count': 4}]}",
                          "{'document': {'rows': []}}"};
  for (size_t i = 0; i < COUNT_OF(goings); i++) {
    kmk_store *store = open_store(k->loop, rows(), TWO);
    kmk_store *b = row_view(store, "'b'");
    send_ok(b, "'inc'");
    send_ok(store, goings[i]);
    assert_false(kmk_store_is_valid(b));
    assert_state_text(b, "{'id': 'b', 'count': 1}");
    send_ok(b, "'inc'");
    assert_issues(k, "['missing-element']");
    kmk_store_free(b);
    kmk_store_free(store);
  }
}

static void C31_a_row_whose_parent_gave_it_another_id_keeps_its_last_value(void **state) {
  kit *k = *state;
  const char *renamings[] = {"{'renameFirst': 9}", "{'replaceFirst': {'id': 9, 'count': 5}}",
                             "{'assign': [{'id': 9, 'count': 5}, {'id': 'b', 'count': 0}]}"};
  for (size_t i = 0; i < COUNT_OF(renamings); i++) {
    kmk_store *store = open_store(k->loop, rows(), TWO);
    kmk_store *a = row_view(store, "'a'");
    send_ok(a, "'inc'");
    send_ok(store, renamings[i]);
    assert_false(kmk_store_is_valid(a));
    assert_state_text(a, "{'id': 'a', 'count': 1}");
    json_t *count = kmk_store_get(a, "/count", NULL);
    assert_int_equal(json_integer_value(count), 1);
    json_decref(count);
    /* Given back, it is the view's again. */
    send_ok(store, "{'renameFirst': 'a'}");
    assert_true(kmk_store_is_valid(a));
    kmk_store_free(a);
    kmk_store_free(store);
  }
}

/* A parent cannot take an id away, and a row's own step has it again at the end. */
static void C31_a_row_that_was_to_lose_its_id_is_the_views_as_before(void **state) {
  kit *k = *state;
  kit_open(k, rows(), TWO);
  kmk_store *a = row_view(k->store, "'a'");
  send_ok(k->store, "{'replaceFirst': {'count': 5}}");
  assert_issues(k, "['state-misfit']");
  assert_true(kmk_store_is_valid(a));
  assert_state_text(a, "{'id': 'a', 'count': 0}");
  send_ok(a, "{'become': {'count': 2}}");
  assert_issues(k, "['element-id-changed']");
  assert_true(kmk_store_is_valid(a));
  assert_state_text(a, "{'count': 2, 'id': 'a'}");
  kmk_store_free(a);
}

static void C18_a_row_that_comes_back_is_the_views_again(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kit_open(k, rows(), TWO);
  kmk_store *b = row_view(k->store, "'b'");
  kmk_subscription *subscription = observe_into(b, "/count", told);
  send_ok(k->store, "{'remove': 'b'}");
  send_ok(k->store, "{'append': {'id': 'b', 'count': 5}}");
  assert_true(kmk_store_is_valid(b));
  send_ok(b, "'inc'");
  assert_json_text(told, "[0, 5, 6]");
  send_ok(k->store, "'takeOutAndBack'");
  assert_json_text(told, "[0, 5, 6]");
  kmk_subscription_free(subscription);
  kmk_store_free(b);
  json_decref(told);
}

/* A row with rows of its own, and a path in it. */
static kmk_reducer *nested_rows(void) {
  kmk_reducer *path = kmk_stack(counter(), "/path", "path", counter());
  return kmk_for_each(counter(), "/rows", "rows", NULL,
                      kmk_for_each(path, "/rows", "rows", NULL, counter()));
}

static void J12_views_of_rows_nest(void **state) {
  kit *k = *state;
  json_t *told = json_array(), *zero = json_integer(0);
  kit_open(k, nested_rows(),
           "{'rows': [{'id': 1, 'rows': [{'id': 'x', 'count': 0}, {'id': 'y', 'count': 0}],"
           " 'path': [{'id': 0, 'element': {'count': 4}}]}]}");
  kmk_store *one = row_view(k->store, "1");
  kmk_store *y = row_view(one, "'y'");
  kmk_store *screen = kmk_store_scope_element(one, "/path", "path", zero, NULL);
  assert_non_null(screen);
  assert_state_text(screen, "{'count': 4}");
  kmk_subscription *subscription = observe_into(y, "/count", told);
  send_ok(y, "'inc'");
  send_ok(screen, "'inc'");
  assert_state_text(screen, "{'count': 5}");
  assert_json_text(told, "[0, 1]");
  assert_json_text(k->log, "[" IN_ROW("1", IN_ROW("'y'", "'inc'")) ", " IN_ROW(
                               "1", "{'path': {'element': {'id': 0, 'action': 'inc'}}}") "]");
  send_ok(one, "{'path': {'popFrom': {'id': 0}}}");
  assert_false(kmk_store_is_valid(screen));
  assert_state_text(screen, "{'count': 5}");
  kmk_subscription_free(subscription);
  kmk_store_free(screen);
  kmk_store_free(y);
  kmk_store_free(one);
  json_decref(zero);
  json_decref(told);
}

static void what_is_no_row_gives_no_view(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  json_t *id = json_string("z"), *deep = json_integer(0);
  kit_open(k, rows(), "{'rows': [{'id': 'a', 'count': 0}], 'other': [{'id': 'z'}], 'text': ''}");
  assert_null(kmk_store_scope_element(k->store, "/rows", "rows", id, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_null(kmk_store_scope_element(k->store, "/text", "rows", id, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_null(kmk_store_scope_element(k->store, "/other", "rows", id, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  for (int i = 0; i < KMK_MAX_DEPTH; i++) {
    json_t *around = json_array();
    json_array_append_new(around, deep);
    deep = around;
  }
  assert_null(kmk_store_scope_element(k->store, "/rows", "rows", deep, &error));
  assert_int_equal(error.status, KMK_ERR_TOO_DEEP);
  json_decref(id);
  json_decref(deep);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(C14_one_row_is_one_view),
      KIT_TEST(J12_a_row_is_followed_wherever_it_moves),
      KIT_TEST(J12_a_vanished_row_answers_with_its_last_value),
      KIT_TEST(C31_a_row_whose_parent_gave_it_another_id_keeps_its_last_value),
      KIT_TEST(C31_a_row_that_was_to_lose_its_id_is_the_views_as_before),
      KIT_TEST(C18_a_row_that_comes_back_is_the_views_again),
      KIT_TEST(J12_views_of_rows_nest),
      KIT_TEST(what_is_no_row_gives_no_view),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

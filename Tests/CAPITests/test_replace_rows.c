/* Another reducer for a store that lives: its rows and paths (R3, R6, R7). */
#include "rows_support.h"
#include "writer_support.h"

#define replace_ok(store, reducer)                                                                 \
  assert_int_equal(kmk_store_replace_reducer((store), (reducer), NULL), KMK_OK)

/* ------------------------------------------------------------------------------ rows */

static void ids_into(const json_t *ids, void *told) {
  json_array_append_new(told, json_deep_copy(ids));
}

static void R6_R7_rows_and_their_views_go_on(void **state) {
  kit *k = *state;
  json_t *told = json_array(), *ids = json_array(), *b = json_of("'b'");
  k->store = open_store(k->loop, rows(), TWO);
  kmk_store *view = kmk_store_scope_element(k->store, "/rows", "rows", b, NULL);
  kmk_subscription *subscriptions[] = {
      observe_into(view, "/count", told),
      kmk_store_observe_ids(k->store, "/rows", ids_into, ids, NULL, NULL)};
  replace_ok(k->store, rows());
  assert_json_text(told, "[0]");
  assert_json_text(ids, "[['a', 'b']]");
  send_ok(k->store, "'reverse'");
  send_ok(view, "'inc'");
  assert_json_text(told, "[0, 1]");
  assert_json_text(ids, "[['a', 'b'], ['b', 'a']]");
  /* Under another id the row is not there, and again when its ids are what they were. */
  replace_ok(k->store, kmk_for_each(writer(), "/rows", "rows", "count", row()));
  assert_false(kmk_store_is_valid(view));
  assert_state_text(view, "{'id': 'b', 'count': 1}");
  assert_json_text(json_array_get(ids, 2), "[1, 0]");
  replace_ok(k->store, rows());
  assert_true(kmk_store_is_valid(view));
  send_ok(view, "'inc'");
  assert_state_text(view, "{'id': 'b', 'count': 2}");
  assert_int_equal(send_status(k->store, "{'append': {'id': 'a', 'count': 0}}"), KMK_OK);
  assert_issues(k, "['duplicate-element-id']");
  for (size_t i = 0; i < COUNT_OF(subscriptions); i++) {
    kmk_subscription_free(subscriptions[i]);
  }
  kmk_store_free(view);
  json_decref(told);
  json_decref(ids);
  json_decref(b);
}

static void R7_rows_of_the_old_one_alone_are_plain(void **state) {
  kit *k = *state;
  k->store = open_store(k->loop, rows(), TWO);
  replace_ok(k->store, writer());
  send_ok(k->store, "{'set': ['/rows', [1, 1]]}");
  assert_state_text(k->store, "{'rows': [1, 1]}");
  kmk_error error = {0};
  assert_int_equal(kmk_store_replace_reducer(k->store, rows(), &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/rows/0");
  send_ok(k->store, "{'set': ['/rows', [{'id': 'a', 'count': 0}]]}");
  replace_ok(k->store, rows());
  send_ok(k->store, IN_ROW("'a'", "'inc'"));
  assert_state_text(k->store, "{'rows': [{'id': 'a', 'count': 1}]}");
}

static void R3_what_is_inside_known_rows_is_looked_at(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  k->store =
      open_store(k->loop, rows(), "{'rows': [{'id': 'a', 'list': []}, {'id': 'b', 'list': 3}]}");
  kmk_reducer *lists = kmk_for_each(writer(), "/list", "list", "id", counter());
  assert_int_equal(kmk_store_replace_reducer(
                       k->store, kmk_for_each(writer(), "/rows", "rows", "id", lists), &error),
                   KMK_ERR_DECODE);
  assert_string_equal(error.path, "/rows/1/list");
}

/* ----------------------------------------------------------------------------- paths */

static kmk_reducer *path(void) { return kmk_stack(writer(), "/path", "path", counter()); }

static void R7_a_path_keeps_its_ids_and_a_plain_one_gets_some(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  k->store = open_store(k->loop, writer(), "{'path': [{'count': 4}, {'count': 5}]}");
  kmk_subscription *subscription = observe_into(k->store, "/path", told);
  replace_ok(k->store, path());
#define LONG(a, b)                                                                                 \
  "[{'id': 0, 'element': {'count': " a "}}, {'id': 1, 'element': {'count': " b "}}]"
  assert_json_text(told, "[[{'count': 4}, {'count': 5}], " LONG("4", "5") "]");
  replace_ok(k->store, path());
  send_ok(k->store, "{'path': {'element': {'id': 1, 'action': 'inc'}}}");
  assert_state_text(k->store, "{'path': " LONG("4", "6") "}");
  send_ok(k->store, "{'path': {'push': {'id': 2, 'state': {'count': 7}}}}");
  json_t *last = kmk_store_get(k->store, "/path/2", NULL);
  assert_json_text(last, "{'id': 2, 'element': {'count': 7}}");
  json_decref(last);
  kmk_subscription_free(subscription);
  json_decref(told);
}

/* Ids are given in a state that somebody holds, and so in a copy of it. */
static void R7_the_first_action_after_finds_a_path_that_was_copied(void **state) {
  kit *k = *state;
  k->store = open_store(k->loop, writer(), "{'path': [{'count': 4}, {'count': 5}]}");
  json_t *held = kmk_store_state(k->store);
  replace_ok(k->store, path());
  send_ok(k->store, "{'path': {'element': {'id': 1, 'action': 'inc'}}}");
  assert_issues(k, "[]");
  assert_state_text(k->store, "{'path': " LONG("4", "6") "}");
  assert_json_text(held, "{'path': [{'count': 4}, {'count': 5}]}");
  json_decref(held);
}

/* -------------------------------------------------------------------- what is presented */

static void presented(const char *id, const char *state_case, const json_t *value, void *told) {
  (void)state_case, (void)value;
  json_array_append_new(told, id != NULL ? json_string("here") : json_null());
}

static void ended(const char *id, void *told) {
  (void)id;
  json_array_append_new(told, json_string("gone"));
}

/* The rows stay, what they presented is presented no more. */
static void R6_who_observes_a_row_by_its_index_hears_that_nothing_is_presented(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kmk_reducer *row = kmk_presentation(writer(), "/slot", "slot", NULL, writer());
  k->store = open_store(k->loop, kmk_for_each(writer(), "/rows", "rows", NULL, row),
                        "{'rows': [{'id': 1, 'slot': {}}]}");
  kmk_presentation_callbacks callbacks = {.size = sizeof callbacks};
  callbacks.present = presented;
  callbacks.dismiss = ended;
  kmk_subscription *subscription =
      kmk_store_observe_presentation(k->store, "/rows/0/slot", &callbacks, told, NULL, NULL);
  replace_ok(k->store, kmk_for_each(writer(), "/rows", "rows", NULL, writer()));
  assert_json_text(told, "['here', 'gone']");
  kmk_subscription_free(subscription);
  json_decref(told);
}

/* ---------------------------------------------------------------------------- patches */

static void patches_into(const json_t *patch, void *told) {
  json_array_append_new(told, json_deep_copy(patch));
}

static void R6_observers_of_patches_hear_of_what_is_written_alone(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  k->store = open_store(k->loop, rows(), TWO);
  kmk_subscription *subscription =
      kmk_store_observe_patches(k->store, "", patches_into, told, NULL, NULL);
  replace_ok(k->store, rows());
  replace_ok(k->store, writer());
  assert_json_text(told, "[]");
  send_ok(k->store, "{'set': ['/rows', []]}");
  assert_json_text(told, "[[{'op': 'replace', 'path': '/rows', 'value': []}]]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(R6_R7_rows_and_their_views_go_on),
      KIT_TEST(R7_rows_of_the_old_one_alone_are_plain),
      KIT_TEST(R3_what_is_inside_known_rows_is_looked_at),
      KIT_TEST(R7_a_path_keeps_its_ids_and_a_plain_one_gets_some),
      KIT_TEST(R7_the_first_action_after_finds_a_path_that_was_copied),
      KIT_TEST(R6_who_observes_a_row_by_its_index_hears_that_nothing_is_presented),
      KIT_TEST(R6_observers_of_patches_hear_of_what_is_written_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

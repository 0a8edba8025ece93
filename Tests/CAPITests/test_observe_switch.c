/* What a switch, an optional, a list and a path are told (J4, J5, J10-J13, J15). */
#include "rows_support.h"
#include "stack_support.h"

static kmk_subscription *cases_into(kmk_store *store, const char *pointer, json_t *record) {
  kmk_subscription *made = kmk_store_observe_case(store, pointer, record_case, record, NULL, NULL);
  assert_non_null(made);
  return made;
}

static kmk_subscription *ids_into(kmk_store *store, const char *pointer, json_t *record) {
  kmk_subscription *made = kmk_store_observe_ids(store, pointer, record_value, record, NULL, NULL);
  assert_non_null(made);
  return made;
}

/* {"write": V} writes V over the member "it", "remove" removes it. */
REDUCER(write_it) {
  const json_t *payload = kmk_action_payload(action, "write");
  if (payload != NULL) {
    kmk_state_set(state, "/it", payload);
  } else if (kmk_action_is(action, "remove")) {
    kmk_state_remove(state, "/it");
  }
  return NULL;
}

static kmk_reducer *writer(void) { return kmk_reducer_new(write_it, NULL, NULL); }

/* ---------------------------------------------------------------------- J10 and J11 */

static void J10_an_optional_is_told_when_it_comes_and_when_it_goes(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kit_open(k, writer(), "{'it': null}");
  kmk_subscription *subscription = cases_into(k->store, "/it", told);
  assert_recorded(told, "[[null, null]]");
  send_ok(k->store, "{'write': {'count': 1, 'name': 'x'}}");
  assert_recorded(told, "[[null, {'count': 1, 'name': 'x'}]]");
  send_ok(k->store, "{'write': {'count': 2, 'name': 'y'}}");
  assert_recorded(told, "[]");
  send_ok(k->store, "{'write': null}");
  assert_recorded(told, "[[null, null]]");
  send_ok(k->store, "'remove'");
  assert_recorded(told, "[]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

static void J11_a_switch_is_told_when_the_case_changes_not_when_the_payload_does(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kit_open(k, writer(), "{'it': {'loggedOut': {'count': 0}}}");
  kmk_subscription *subscription = cases_into(k->store, "/it", told);
  assert_recorded(told, "[['loggedOut', {'count': 0}]]");
  send_ok(k->store, "{'write': {'loggedOut': {'count': 1}}}");
  assert_recorded(told, "[]");
  send_ok(k->store, "{'write': {'loggedIn': {'count': 2}}}");
  assert_recorded(told, "[['loggedIn', {'count': 2}]]");
  send_ok(k->store, "{'write': {'loggedIn': {'count': 3}}}");
  assert_recorded(told, "[]");
  send_ok(k->store, "{'write': 'idle'}");
  assert_recorded(told, "[['idle', null]]");
  send_ok(k->store, "{'write': {'loggedOut': null}}");
  send_ok(k->store, "{'write': 'loggedOut'}");
  assert_recorded(told, "[['loggedOut', null]]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

static void J11_case_names_are_told_apart_by_their_bytes(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kit_open(k, writer(), "{'it': 'caf\\u00e9'}");
  kmk_subscription *subscription = cases_into(k->store, "/it", told);
  send_ok(k->store, "{'write': 'cafe\\u0301'}");
  assert_recorded(told, "[['caf\\u00e9', null], ['cafe\\u0301', null]]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

/* ---------------------------------------------------------------------- J12 and J13 */

static void J12_a_list_is_told_when_the_ids_or_their_order_change(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kit_open(k, rows(), TWO);
  kmk_subscription *subscription = ids_into(k->store, "/rows", told);
  assert_recorded(told, "[['a', 'b']]");
  send_ok(k->store, IN_ROW("'a'", "'inc'"));
  assert_recorded(told, "[]");
  send_ok(k->store, "{'append': {'id': 3, 'count': 0}}");
  assert_recorded(told, "[['a', 'b', 3]]");
  send_ok(k->store, "'reverse'");
  assert_recorded(told, "[[3, 'b', 'a']]");
  send_ok(k->store, "{'replace': {'id': 'b', 'count': 7}}");
  assert_recorded(told, "[]");
  send_ok(k->store, "{'assign': [{'id': 3}, {'id': 'b'}, {'id': 'a'}]}");
  assert_recorded(told, "[]");
  send_ok(k->store, "{'renameFirst': 'z'}");
  assert_recorded(told, "[['z', 'b', 'a']]");
  send_ok(k->store, "{'remove': 'b'}");
  assert_recorded(told, "[['z', 'a']]");
  send_ok(k->store, "{'document': {'rows': null}}");
  assert_recorded(told, "[[]]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

static void J12_rows_that_nothing_is_attached_to_go_by_their_id(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  json_t *told = json_array();
  kit_open(k, writer(), "{'it': [{'id': 1, 'x': 0}, {'id': 2}], 'text': 'x'}");
  kmk_subscription *subscription = ids_into(k->store, "/it", told);
  send_ok(k->store, "{'write': [{'id': 1, 'x': 1}, {'id': 2}]}");
  send_ok(k->store, "{'write': [{'id': 2}]}");
  assert_recorded(told, "[[1, 2], [2]]");
  kmk_subscription_free(subscription);
  assert_null(kmk_store_observe_ids(k->store, "/text", record_value, told, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  json_decref(told);
}

static void J12_where_nothing_or_null_is_there_are_no_rows_until_some_come(void **state) {
  kit *k = *state;
  const char *const nothings[] = {"{'it': null}", "{}"};
  for (size_t i = 0; i < COUNT_OF(nothings); i++) {
    json_t *told = json_array();
    kmk_store *store = open_store(k->loop, writer(), nothings[i]);
    kmk_subscription *subscription = ids_into(store, "/it", told);
    assert_recorded(told, "[[]]");
    send_ok(store, "{'write': [{'id': 1}, {'id': 2}]}");
    send_ok(store, "{'write': null}");
    assert_recorded(told, "[[1, 2], []]");
    kmk_subscription_free(subscription);
    kmk_store_free(store);
    json_decref(told);
  }
}

static void J12_rows_inside_what_is_not_there_are_none_until_it_is(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kit_open(k, kmk_if_let(writer(), "/it", "it", NULL, rows()), "{'it': null}");
  kmk_subscription *subscription = ids_into(k->store, "/it/rows", told);
  send_ok(k->store, "{'write': {'rows': [{'id': 1, 'count': 0}]}}");
  send_ok(k->store, "{'it': {'append': {'id': 2, 'count': 0}}}");
  send_ok(k->store, "{'write': null}");
  assert_recorded(told, "[[], [1], [1, 2], []]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

static void J13_a_path_is_told_when_its_ids_change(void **state) {
  kit *k = *state;
  seen s = {0};
  json_t *told = json_array(), *id = json_integer(1);
  open_stack(k, &s, "{'path': [" ENTRY("0", "0") "]}");
  kmk_subscription *subscription = ids_into(k->store, "/path", told);
  assert_recorded(told, "[[0]]");
  send_ok(k->store, IN_ELEMENT("0", "'inc'"));
  assert_recorded(told, "[]");
  send_ok(k->store, PUSH("5"));
  assert_recorded(told, "[[0, 1]]");
  kmk_store *top = kmk_store_scope_element(k->store, "/path", "path", id, NULL);
  assert_state_text(top, "{'count': 5}");
  send_ok(top, "'inc'");
  assert_recorded(told, "[]");
  send_ok(k->store, "'reverse'");
  assert_recorded(told, "[[1, 0]]");
  assert_state_text(top, "{'count': 6}");
  send_ok(k->store, "{'path': {'popFrom': {'id': 1}}}");
  assert_recorded(told, "[[]]");
  assert_false(kmk_store_is_valid(top));
  kmk_store_free(top);
  kmk_subscription_free(subscription);
  close_stack(k, &s);
  json_decref(told);
  json_decref(id);
}

/* -------------------------------------------------------------------------- through views */

static void J12_a_list_in_a_row_is_told_through_the_rows_view(void **state) {
  kit *k = *state;
  json_t *told = json_array(), *cases = json_array(), *id = json_integer(1);
  kit_open(k, kmk_for_each(counter(), "/rows", "rows", NULL, rows()),
           "{'rows': [{'id': 1, 'rows': [{'id': 'x', 'count': 0}], 'mode': 'off'}]}");
  kmk_store *one = kmk_store_scope_element(k->store, "/rows", "rows", id, NULL);
  kmk_subscription *ids = ids_into(one, "/rows", told);
  kmk_subscription *mode = cases_into(one, "/mode", cases);
  send_ok(one, IN_ROW("'x'", "'inc'"));
  send_ok(one, "{'append': {'id': 'y', 'count': 0}}");
  assert_recorded(told, "[['x'], ['x', 'y']]");
  assert_recorded(cases, "[['off', null]]");
  kmk_subscription_free(ids);
  kmk_subscription_free(mode);
  kmk_store_free(one);
  json_decref(told);
  json_decref(cases);
  json_decref(id);
}

static void J4_every_observer_is_told_at_once(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kit_open(k, rows(), TWO);
  kmk_subscription *value = observe_into(k->store, "/rows/0/count", told);
  kmk_subscription *ids = ids_into(k->store, "/rows", told);
  kmk_subscription *cases = cases_into(k->store, "/rows/0/count", told);
  assert_recorded(told, "[0, ['a', 'b'], [null, 0]]");
  kmk_subscription_free(value);
  kmk_subscription_free(ids);
  kmk_subscription_free(cases);
  json_decref(told);
}

/* inc sends itself on until 4. */
REDUCER(count_on) {
  state_add(state, "/a/b/c/d/count", 1);
  return state_int(state, "/a/b/c/d/count") % 4 == 0 ? NULL : sends("'inc'");
}

static void J5_a_burst_tells_once_through_four_views(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  const char *keys[] = {"/a", "/b", "/c", "/d"};
  kmk_store *views[4];
  kit_open(k, kmk_reducer_new(count_on, NULL, NULL), "{'a': {'b': {'c': {'d': {'count': 0}}}}}");
  for (size_t i = 0; i < COUNT_OF(keys); i++) {
    views[i] = kmk_store_scope(i == 0 ? k->store : views[i - 1], keys[i], "x", NULL);
    assert_non_null(views[i]);
  }
  kmk_subscription *value = observe_into(views[3], "/count", told);
  kmk_subscription *whole = observe_into(views[0], "", told);
  json_array_clear(told);
  send_ok(k->store, "'inc'");
  assert_int_equal(json_array_size(k->log), 4);
  assert_recorded(told, "[4, {'b': {'c': {'d': {'count': 4}}}}]");
  kmk_subscription_free(value);
  kmk_subscription_free(whole);
  for (size_t i = 0; i < COUNT_OF(keys); i++) {
    kmk_store_free(views[i]);
  }
  json_decref(told);
}

static void J15_a_field_is_told_of_itself_and_a_list_of_its_ids_alone(void **state) {
  kit *k = *state;
  json_t *count = json_array(), *other = json_array(), *list = json_array();
  kmk_reducer *members[] = {kmk_scope("/child", "child", counter()), rows(), writer()};
  kit_open(k, kmk_combine(3, members),
           "{'child': {'count': 1, 'other': 5}, 'rows': [{'id': 'a', 'count': 0}], 'it': 0}");
  kmk_subscription *counts = observe_into(k->store, "/child/count", count);
  kmk_subscription *others = observe_into(k->store, "/child/other", other);
  kmk_subscription *lists = ids_into(k->store, "/rows", list);
  json_array_clear(count);
  json_array_clear(other);
  json_array_clear(list);
  send_ok(k->store, "{'child': {'set': 1}}"); /* an equal scalar */
  assert_recorded(count, "[]");
  send_ok(k->store, "{'child': 'inc'}");
  assert_recorded(count, "[2]");
  assert_recorded(other, "[]");
  send_ok(k->store, IN_ROW("'a'", "'inc'"));
  assert_recorded(list, "[]");
  kmk_subscription_free(counts);
  kmk_subscription_free(others);
  kmk_subscription_free(lists);
  json_decref(count);
  json_decref(other);
  json_decref(list);
}

/* ------------------------------------------------------------------- mistakes, lifetimes */

static void ignore_case(const char *state_case, const json_t *payload, void *user_data) {
  (void)state_case, (void)payload, (void)user_data;
}

static void ignore_json(const json_t *value, void *user_data) { (void)value, (void)user_data; }

static void M11_observers_that_fail_release_their_user_data(void **state) {
  kit *k = *state;
  kmk_error error;
  int freed = 0;
  kit_open(k, rows(), TWO);
  const struct {
    kmk_store *store;
    const char *pointer;
    bool has_fn;
  } calls[] = {{NULL, "/rows", true},
               {k->store, NULL, true},
               {k->store, "/rows", false},
               {k->store, "rows", true}};
  for (size_t i = 0; i < COUNT_OF(calls); i++) {
    kmk_case_fn case_fn = calls[i].has_fn ? ignore_case : NULL;
    kmk_ids_fn fn = calls[i].has_fn ? ignore_json : NULL;
    error = (kmk_error){0};
    assert_null(kmk_store_observe_case(calls[i].store, calls[i].pointer, case_fn, &freed,
                                       count_free, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    error = (kmk_error){0};
    assert_null(
        kmk_store_observe_ids(calls[i].store, calls[i].pointer, fn, &freed, count_free, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    error = (kmk_error){0};
    assert_null(kmk_store_observe_patches(calls[i].store, calls[i].pointer, fn, &freed, count_free,
                                          &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  }
  assert_int_equal(freed, 3 * (int)COUNT_OF(calls));
}

static void observers_release_their_user_data_when_they_or_the_store_end(void **state) {
  kit *k = *state;
  int freed = 0;
  kit_open(k, rows(), TWO);
  kmk_subscription *made[] = {
      kmk_store_observe_case(k->store, "", ignore_case, &freed, count_free, NULL),
      kmk_store_observe_ids(k->store, "/rows", ignore_json, &freed, count_free, NULL),
      kmk_store_observe_patches(k->store, "", ignore_json, &freed, count_free, NULL),
      kmk_store_observe_case(k->store, "", ignore_case, &freed, count_free, NULL),
      kmk_store_observe_ids(k->store, "/rows", ignore_json, &freed, count_free, NULL),
      kmk_store_observe_patches(k->store, "", ignore_json, &freed, count_free, NULL)};
  for (size_t i = 0; i < 3; i++) {
    kmk_subscription_free(made[i]);
    assert_int_equal(freed, (int)i + 1);
  }
  kmk_store_free(k->store);
  k->store = NULL;
  assert_int_equal(freed, 6);
  for (size_t i = 3; i < COUNT_OF(made); i++) {
    kmk_subscription_free(made[i]);
  }
  assert_int_equal(freed, 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(J10_an_optional_is_told_when_it_comes_and_when_it_goes),
      KIT_TEST(J11_a_switch_is_told_when_the_case_changes_not_when_the_payload_does),
      KIT_TEST(J11_case_names_are_told_apart_by_their_bytes),
      KIT_TEST(J12_a_list_is_told_when_the_ids_or_their_order_change),
      KIT_TEST(J12_rows_that_nothing_is_attached_to_go_by_their_id),
      KIT_TEST(J12_where_nothing_or_null_is_there_are_no_rows_until_some_come),
      KIT_TEST(J12_rows_inside_what_is_not_there_are_none_until_it_is),
      KIT_TEST(J13_a_path_is_told_when_its_ids_change),
      KIT_TEST(J12_a_list_in_a_row_is_told_through_the_rows_view),
      KIT_TEST(J4_every_observer_is_told_at_once),
      KIT_TEST(J5_a_burst_tells_once_through_four_views),
      KIT_TEST(J15_a_field_is_told_of_itself_and_a_list_of_its_ids_alone),
      KIT_TEST(M11_observers_that_fail_release_their_user_data),
      KIT_TEST(observers_release_their_user_data_when_they_or_the_store_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

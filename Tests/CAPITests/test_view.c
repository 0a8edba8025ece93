/* Views: stores for a part of the state (C12-C18). */
#define KMK_NO_DEPRECATED /* kmk_bindings is tried here too */
#include "rows_support.h"

/* {"assign": V} writes the optional child, {"clear": pointer} writes null. */
REDUCER(house_parent) {
  const json_t *payload;
  if ((payload = kmk_action_payload(action, "assign")) != NULL) {
    kmk_state_set(state, "/child", payload);
  } else if ((payload = kmk_action_payload(action, "clear")) != NULL) {
    kmk_state_set_new(state, json_string_value(payload), json_null());
  }
  return NULL;
}

/* A counter, an optional one that can be bound to, and one two steps down. */
static kmk_reducer *house(void) {
  kmk_reducer *bound[] = {kmk_bindings("binding"), counter()};
  kmk_reducer *inner = kmk_scope("/counter", "counter", counter());
  kmk_reducer *members[] = {kmk_if_let(kmk_reducer_new(house_parent, NULL, NULL), "/child", "child",
                                       NULL, kmk_combine(2, bound)),
                            kmk_scope("/counter", "counter", counter()),
                            kmk_scope("/inner", "inner", inner)};
  return kmk_combine(COUNT_OF(members), members);
}

#define HOUSE(child)                                                                               \
  "{'counter': {'count': 0}, 'child': " child ", 'inner': {'counter': {'count': 0}}}"

static kmk_store *open_house(kit *k, const char *initial) { return kit_open(k, house(), initial); }

static kmk_store *view_of(kmk_store *store, const char *pointer, const char *action_case) {
  kmk_error error = {0};
  kmk_store *view = kmk_store_scope(store, pointer, action_case, &error);
  if (view == NULL) {
    fail_msg("%s", error.message);
  }
  return view;
}

/* ---------------------------------------------------------------------------- C12 */

static void C12_a_change_through_either_is_seen_by_both_at_once(void **state) {
  kit *k = *state;
  kmk_store *view = view_of(open_house(k, HOUSE("null")), "/counter", "counter");
  send_ok(view, "'inc'");
  assert_json_text(k->log, "[{'counter': 'inc'}]");
  json_t *count = kmk_store_get(k->store, "/counter/count", NULL);
  assert_int_equal(json_integer_value(count), 1);
  json_decref(count);
  send_ok(k->store, "{'counter': {'set': 5}}");
  assert_state_text(view, "{'count': 5}");
  count = kmk_store_get(view, "/count", NULL);
  assert_int_equal(json_integer_value(count), 5);
  json_decref(count);
  assert_true(kmk_store_is_valid(view));
  assert_ptr_equal(kmk_store_loop(view), k->loop);
  kmk_store_free(view);
  assert_true(kmk_store_is_valid(k->store));
}

static void C12_tasks_and_mailboxes_of_a_view_are_its_stores(void **state) {
  kit *k = *state;
  kmk_store *view = view_of(open_house(k, HOUSE("null")), "/counter", "counter");
  kmk_task *task = kmk_store_send_task_new(view, json_of("{'incAfter': 1}"), NULL);
  kmk_mailbox *mailbox = kmk_store_mailbox(view);
  assert_int_equal(kmk_store_effect_count(view), 1);
  kmk_store_free(view);
  assert_false(kmk_task_is_finished(task));
  advance(k->loop, SECOND);
  assert_true(kmk_task_is_finished(task));
  kmk_task_free(task);
  assert_int_equal(kmk_mailbox_post_new(mailbox, json_of("'inc'")), KMK_OK);
  kmk_mailbox_free(mailbox);
  run_due(k->loop);
  assert_json_text(k->log,
                   "[{'counter': {'incAfter': 1}}, {'counter': 'inc'}, {'counter': 'inc'}]");
}

static void C12_what_does_not_fit_is_named_from_the_view_on(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  kmk_reducer *page = kmk_presentation(counter(), "/sheet", "sheet", &options, counter());
  kit_open(k, kmk_scope("/page", "page", page), "{'page': {'sheet': null}}");
  kmk_store *view = view_of(k->store, "/page", "page");
  assert_int_equal(kmk_store_send_text(view, "{\"sheet\": \"dismis\"}", &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/sheet");
  assert_int_equal(kmk_store_send_text(view, "3", &error), KMK_ERR_DECODE);
  assert_json_text(k->log, "[]");
  kmk_store_free(view);
}

static void C12_a_view_of_what_is_presented_presents_and_dismisses(void **state) {
  kit *k = *state;
  kmk_reducer *page = kmk_presentation_destination(counter(), "/sheet", "sheet", NULL, counter());
  kit_open(k, kmk_scope("/page", "page", page), "{'page': {'sheet': null}}");
  kmk_store *view = view_of(k->store, "/page", "page");
  json_t *presented = json_of("{'count': 3}");
  assert_int_equal(kmk_store_present(view, "sheet", presented, NULL), KMK_OK);
  json_decref(presented);
  kmk_store *sheet = view_of(view, "/sheet", "sheet.presented");
  send_ok(sheet, "'startTimer'");
  advance(k->loop, SECOND);
  assert_state_text(sheet, "{'count': 4}");
  char *id = kmk_store_presentation_id(view, "/sheet", NULL);
  assert_non_null(id);
  assert_int_equal(kmk_store_dismiss_id(view, "sheet", "none", NULL), KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_store_dismiss_id(view, "sheet", id, NULL), KMK_OK);
  kmk_text_free(id);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_false(kmk_store_is_valid(sheet));
  assert_state_text(sheet, "{'count': 4}");
  kmk_store_free(sheet);
  kmk_store_free(view);
}

/* ------------------------------------------------------------------------ C13, C14 */

static void C13_a_burst_tells_each_store_once_whichever_it_came_through(void **state) {
  kit *k = *state;
  json_t *parent = json_array(), *child = json_array();
  kmk_store *view = view_of(open_house(k, HOUSE("null")), "/counter", "counter");
  kmk_subscription *first = observe_into(k->store, "/counter/count", parent);
  kmk_subscription *second = observe_into(view, "/count", child);
  kmk_subscription *whole = observe_into(view, "", child);
  send_ok(k->store, "{'counter': 'inc'}");
  assert_json_text(parent, "[0, 1]");
  assert_json_text(child, "[0, {'count': 0}, 1, {'count': 1}]");
  send_ok(view, "'inc'");
  assert_json_text(parent, "[0, 1, 2]");
  assert_json_text(child, "[0, {'count': 0}, 1, {'count': 1}, 2, {'count': 2}]");
  kmk_subscription_free(first);
  kmk_subscription_free(second);
  kmk_subscription_free(whole);
  kmk_store_free(view);
  json_decref(parent);
  json_decref(child);
}

static void C14_the_same_place_and_path_give_the_same_view_while_it_is_held(void **state) {
  kit *k = *state;
  kmk_store *first = view_of(open_house(k, HOUSE("null")), "/counter", "counter");
  kmk_store *again = view_of(k->store, "/counter", "counter");
  kmk_store *other = view_of(k->store, "/counter", "another");
  assert_ptr_equal(first, again);
  assert_ptr_not_equal(first, other);
  kmk_store_free(first);
  send_ok(again, "'inc'");
  assert_state_text(again, "{'count': 1}");
  kmk_store_free(again);
  kmk_store_free(other);
  size_t live = kmk_live_objects();
  again = view_of(k->store, "/counter", "counter");
  assert_state_text(again, "{'count': 1}");
  kmk_store_free(again);
  assert_int_equal(kmk_live_objects(), live);
}

/* ---------------------------------------------------------------------------- C15 */

static void C15_a_view_goes_on_when_the_one_between_was_freed(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kmk_store *inner = view_of(open_house(k, HOUSE("null")), "/inner", "inner");
  kmk_store *leaf = view_of(inner, "/counter", "counter");
  kmk_subscription *subscription = observe_into(inner, "/counter/count", told);
  kmk_store_free(inner);
  send_ok(leaf, "'inc'");
  assert_state_text(leaf, "{'count': 1}");
  assert_json_text(k->log, "[{'inner': {'counter': 'inc'}}]");
  assert_json_text(told, "[0, 1]");
  kmk_subscription_free(subscription);
  kmk_store_free(leaf);
  json_decref(told);
}

static void C15_a_view_of_a_store_that_was_freed_is_closed(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  int freed = 0;
  kmk_store *view = view_of(open_house(k, HOUSE("{'count': 1}")), "/child", "child");
  kmk_subscription *subscription =
      kmk_store_observe(view, "/count", (kmk_observe_fn)NULL, &freed, count_free, NULL);
  assert_null(subscription);
  assert_int_equal(freed, 1);
  kmk_store_free(k->store);
  k->store = NULL;
  assert_false(kmk_store_is_valid(view));
  assert_int_equal(send_status(view, "'inc'"), KMK_ERR_CLOSED);
  assert_null(kmk_store_get(view, "", &error));
  assert_int_equal(error.status, KMK_ERR_CLOSED);
  assert_null(kmk_store_scope(view, "/x", "x", &error));
  assert_int_equal(error.status, KMK_ERR_CLOSED);
  kmk_store_free(view);
}

/* -------------------------------------------------------------------- C16, C17, C18 */

static void C16_nothing_gives_no_view_and_a_held_one_keeps_the_last_value(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  open_house(k, HOUSE("null"));
  assert_null(kmk_store_scope(k->store, "/child", "child", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_string_equal(error.path, "/child");
  assert_null(kmk_store_scope(k->store, "/nowhere", "child", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  send_ok(k->store, "{'assign': {'count': 1}}");
  kmk_store *view = view_of(k->store, "/child", "child");
  assert_true(kmk_store_is_valid(view));
  send_ok(view, "'inc'");
  send_ok(k->store, "{'assign': null}");
  assert_false(kmk_store_is_valid(view));
  assert_state_text(view, "{'count': 2}");
  json_t *count = kmk_store_get(view, "/count", NULL);
  assert_int_equal(json_integer_value(count), 2);
  json_decref(count);
  kmk_store_free(view);
}

static void C16_so_does_a_part_of_what_has_gone(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kmk_reducer *child = kmk_scope("/in", "in", counter());
  kmk_reducer *parent = kmk_reducer_new(house_parent, NULL, NULL);
  kit_open(k, kmk_if_let(parent, "/child", "child", NULL, child),
           "{'child': {'in': {'count': 1}}}");
  kmk_store *view = view_of(k->store, "/child/in", "child.in");
  kmk_subscription *subscription = observe_into(view, "", told);
  send_ok(view, "'inc'");
  send_ok(k->store, "{'clear': '/child'}");
  assert_false(kmk_store_is_valid(view));
  assert_state_text(view, "{'count': 2}");
  /* What has gone tells nothing through a view; its value is the last one. */
  assert_json_text(told, "[{'count': 1}, {'count': 2}]");
  send_ok(k->store, "{'assign': {'in': null}}");
  assert_false(kmk_store_is_valid(view));
  assert_state_text(view, "{'count': 2}");
  kmk_subscription_free(subscription);
  kmk_store_free(view);
  json_decref(told);
}

static void C16_a_value_that_is_there_is_held_by_nobody(void **state) {
  kit *k = *state;
  open_house(k, HOUSE("{'count': 1}"));
  kmk_store *view = view_of(k->store, "/child", "child");
  const json_t *before = kmk_store_get(k->store, "/child", NULL);
  kmk_json_release(before);
  send_ok(view, "'inc'");
  json_t *after = kmk_store_get(k->store, "/child", NULL);
  assert_ptr_equal(after, before); /* written in place */
  json_decref(after);
  kmk_store_free(view);
}

static void C17_what_an_invalid_view_sends_travels_and_is_reported(void **state) {
  kit *k = *state;
  kmk_store *view = view_of(open_house(k, HOUSE("{'count': 1}")), "/child", "child");
  send_ok(k->store, "{'assign': null}");
  json_array_clear(k->log);
  send_ok(view, "'inc'");
  assert_json_text(k->log, "[{'child': 'inc'}]");
  assert_issues(k, "['absent-child']");
  kmk_store_free(view);
}

static void C17_a_binding_through_an_invalid_view_is_swallowed(void **state) {
  kit *k = *state;
  const char *write = "{'binding': {'path': '/count', 'value': 7}}";
  kmk_store *view = view_of(open_house(k, HOUSE("{'count': 1}")), "/child", "child");
  send_ok(view, write);
  assert_state_text(view, "{'count': 7}");
  send_ok(k->store, "{'assign': null}");
  json_array_clear(k->log);
  send_ok(view, write);
  assert_json_text(k->log, "[]");
  assert_issues(k, "[]");
  kmk_store_free(view);
}

static void C18_a_view_addresses_a_place_filled_again_it_is_valid_again(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  kmk_store *view = view_of(open_house(k, HOUSE("{'count': 1}")), "/child", "child");
  kmk_subscription *subscription = observe_into(view, "/count", told);
  send_ok(k->store, "{'assign': null}");
  send_ok(k->store, "{'assign': {'count': 9}}");
  assert_true(kmk_store_is_valid(view));
  assert_state_text(view, "{'count': 9}");
  send_ok(view, "'inc'");
  assert_json_text(told, "[1, 9, 10]");
  kmk_subscription_free(subscription);
  kmk_store_free(view);
  json_decref(told);
}

/* ------------------------------------------------------------------------ mistakes */

static void J11_a_case_that_is_not_up_is_named(void **state) {
  kit *k = *state;
  kmk_error error = {0};
  kmk_reducer *members[] = {kmk_scope_case("loggedIn", "loggedIn", counter()),
                            kmk_scope_case("loggedOut", "loggedOut", counter())};
  kit_open(k, kmk_combine(2, members), "{'loggedOut': {'count': 0}}");
  assert_null(kmk_store_scope(k->store, "/loggedIn", "loggedIn", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_non_null(strstr(error.message, "loggedIn"));
  assert_non_null(strstr(error.message, "found loggedOut"));
  kmk_store *view = view_of(k->store, "/loggedOut", "loggedOut");
  send_ok(view, "'inc'");
  assert_state_text(k->store, "{'loggedOut': {'count': 1}}");
  kmk_store_free(view);
}

/* --------------------------------------------------------------------------- NULL */

/* A query while the store is reduced is refused, also through a view. */
REDUCER(asks_view) {
  kmk_error error = {0};
  json_t *notes = data;
  kmk_store *view = (kmk_store *)(uintptr_t)json_integer_value(json_array_get(notes, 0));
  json_array_append_new(notes, json_boolean(kmk_store_is_valid(view)));
  json_array_append_new(notes, json_boolean(kmk_store_scope(view, "/x", "x", &error) == NULL));
  json_array_append_new(notes, json_string(kmk_status_name(error.status)));
  return NULL;
}

static void C9_a_view_is_not_readable_in_a_reducer(void **state) {
  kit *k = *state;
  json_t *notes = json_array();
  kit_open(k, kmk_reducer_new(asks_view, notes, NULL), "{'x': {'count': 0}}");
  kmk_store *view = view_of(k->store, "/x", "x");
  json_array_append_new(notes, json_integer((json_int_t)(uintptr_t)view));
  send_ok(view, "'go'");
  json_array_remove(notes, 0);
  assert_json_text(notes, "[false, true, 'KMK_ERR_BUSY']");
  assert_issues(k, "['read-while-reducing', 'read-while-reducing']");
  kmk_store_free(view);
  json_decref(notes);
}

static void M11_view_functions_accept_NULL(void **state) {
  kit *k = *state;
  kmk_error error;
  json_t *id = json_string("a");
  kit_open(k, rows(), TWO);
  const struct {
    kmk_store *store;
    const char *pointer, *action_case;
    const json_t *id;
  } calls[] = {{NULL, "/rows", "rows", id},    {k->store, NULL, "rows", id},
               {k->store, "/rows", NULL, id},  {k->store, "/rows", "rows", NULL},
               {k->store, "rows", "rows", id}, {k->store, "/rows", "", id},
               {k->store, "/rows", "a..b", id}};
  for (size_t i = 0; i < COUNT_OF(calls); i++) {
    error = (kmk_error){0};
    assert_null(kmk_store_scope_element(calls[i].store, calls[i].pointer, calls[i].action_case,
                                        calls[i].id, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    assert_null(kmk_store_scope_element(calls[i].store, calls[i].pointer, calls[i].action_case,
                                        calls[i].id, NULL));
    if (calls[i].id == NULL) {
      continue;
    }
    error = (kmk_error){0};
    assert_null(kmk_store_scope(calls[i].store, calls[i].pointer, calls[i].action_case, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    assert_null(kmk_store_scope(calls[i].store, calls[i].pointer, calls[i].action_case, NULL));
  }
  assert_false(kmk_store_is_valid(NULL));
  json_decref(id);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(C12_a_change_through_either_is_seen_by_both_at_once),
      KIT_TEST(C12_tasks_and_mailboxes_of_a_view_are_its_stores),
      KIT_TEST(C12_what_does_not_fit_is_named_from_the_view_on),
      KIT_TEST(C12_a_view_of_what_is_presented_presents_and_dismisses),
      KIT_TEST(C13_a_burst_tells_each_store_once_whichever_it_came_through),
      KIT_TEST(C14_the_same_place_and_path_give_the_same_view_while_it_is_held),
      KIT_TEST(C15_a_view_goes_on_when_the_one_between_was_freed),
      KIT_TEST(C15_a_view_of_a_store_that_was_freed_is_closed),
      KIT_TEST(C16_nothing_gives_no_view_and_a_held_one_keeps_the_last_value),
      KIT_TEST(C16_so_does_a_part_of_what_has_gone),
      KIT_TEST(C16_a_value_that_is_there_is_held_by_nobody),
      KIT_TEST(C17_what_an_invalid_view_sends_travels_and_is_reported),
      KIT_TEST(C17_a_binding_through_an_invalid_view_is_swallowed),
      KIT_TEST(C18_a_view_addresses_a_place_filled_again_it_is_valid_again),
      KIT_TEST(J11_a_case_that_is_not_up_is_named),
      KIT_TEST(C9_a_view_is_not_readable_in_a_reducer),
      KIT_TEST(M11_view_functions_accept_NULL),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

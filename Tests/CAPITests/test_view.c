/* Scoped stores: stores for a part of the state (C12, C14-C16). */
#define KMK_NO_DEPRECATED /* kmk_bindings is tested here too */
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

/* A counter, an optional child with a binding, and a counter two levels down. */
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

TEST(C12_tasks_and_mailboxes_of_a_view_are_its_stores) {
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

TEST(C12_what_does_not_fit_is_named_from_the_view_on) {
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

/* ------------------------------------------------------------------------ C13, C14 */

TEST(C14_the_same_place_and_path_give_the_same_view_while_it_is_held) {
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

TEST(C15_a_view_of_a_store_that_was_freed_is_closed) {
  kmk_error error = {0};
  int freed = 0;
  kmk_store *view = view_of(open_house(k, HOUSE("{'count': 1}")), "/child", "child");
  kmk_subscription *subscription =
      kmk_store_observe(view, "/count", (kmk_observe_fn)NULL, &freed, count_free, NULL);
  assert_null(subscription);
  assert_int_equal(freed, 1);
  end_store(k);
  assert_false(kmk_store_is_valid(view));
  assert_int_equal(send_status(view, "'inc'"), KMK_ERR_CLOSED);
  assert_null(kmk_store_get(view, "", &error));
  assert_int_equal(error.status, KMK_ERR_CLOSED);
  assert_null(kmk_store_scope(view, "/x", "x", &error));
  assert_int_equal(error.status, KMK_ERR_CLOSED);
  kmk_store_free(view);
}

/* -------------------------------------------------------------------- C16, C17, C18 */

TEST(C16_nothing_gives_no_view_and_a_held_one_keeps_the_last_value) {
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

TEST(C16_a_value_that_is_there_is_held_by_nobody) {
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

/* ------------------------------------------------------------------------ mistakes */

TEST(J11_a_case_that_is_not_up_is_named) {
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

TEST(M11_view_functions_accept_NULL) {
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

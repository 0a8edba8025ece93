/* Who observes a row by its index, and what happens to a row that is given another id (C31, F10, F14, J1,
 * J12): its own step goes by the id. */
#include "mirror_support.h"

/* {"set": [POINTER, VALUE]}, {"insert": [POINTER, VALUE]}, {"remove": POINTER}, {"push": [POINTER, VALUE]} in
 * whichever state it is sent to. */
REDUCER(write_down) {
  const json_t *set = kmk_action_payload(action, "set");
  const json_t *insert = kmk_action_payload(action, "insert");
  const json_t *push = kmk_action_payload(action, "push");
  const json_t *all = set != NULL ? set : insert != NULL ? insert : push;
  const char *pointer = json_string_value(json_array_get(all, 0));
  json_t *value = json_incref(json_array_get(all, 1));
  if (set != NULL) {
    kmk_state_set_new(state, pointer, value);
  } else if (insert != NULL) {
    kmk_state_insert_new(state, pointer, value);
  } else if (push != NULL) {
    kmk_state_push_new(state, pointer, value, NULL);
  } else if (kmk_action_is(action, "remove")) {
    kmk_state_remove(state, json_string_value(kmk_action_payload(action, "remove")));
  }
  return NULL;
}

static kmk_reducer *writer(void) { return kmk_reducer_new(write_down, NULL, NULL); }

/* Rows with rows inside. */
static kmk_reducer *shelves(void) {
  kmk_reducer *shelf = kmk_for_each(writer(), "/books", "books", NULL, writer());
  return kmk_for_each(writer(), "/shelves", "shelves", NULL, shelf);
}

#define SHELVES "{'shelves': [{'id': 1, 'box': {'n': 1}, 'books': [{'id': 'a'}]}]}"
#define IN_SHELF(action) "{'shelves': {'element': {'id': 1, 'action': " action "}}}"

static void
J1_what_is_inside_of_a_row_is_told_by_index_when_the_row_writes_around_it(void **state) {
  kit *k = *state;
  json_t *record = json_array();
  kit_open(k, shelves(), SHELVES);
  kmk_subscription *subscription = observe_into(k->store, "/shelves/0/box/n", record);
  send_ok(k->store, IN_SHELF("{'set': ['/box', {'n': 2}]}"));
  send_ok(k->store, IN_SHELF("{'remove': '/box'}"));
  assert_json_text(record, "[1, 2, null]");
  kmk_subscription_free(subscription);
  json_decref(record);
}

static void J1_a_mirror_of_a_row_by_index_hears_of_what_its_rows_are_pushed(void **state) {
  kit *k = *state;
  mirror m;
  kmk_reducer *inner = kmk_stack(writer(), "/path", "path", writer());
  kit_open(k, kmk_stack(writer(), "/path", "path", inner), "{'path': [{'path': [{}]}]}");
  mirror_open(&m, k->store, "/path/0");
  send_ok(k->store, "{'path': {'element': {'id': 0, 'action': {'push': ['/path', {'n': 1}]}}}}");
  mirror_close(&m);
}

static void J1_a_mirror_hears_that_its_part_is_gone_after_it_was_told_from_inside(void **state) {
  kit *k = *state;
  mirror m;
  kit_open(k, shelves(), SHELVES);
  mirror_open(&m, k->store, "/shelves/0/box");
  send_ok(k->store, IN_SHELF("{'set': ['/box/n', 3]}"));
  mirror_check(&m);
  send_ok(k->store, IN_SHELF("{'remove': '/box'}"));
  mirror_close(&m);
}

static void note_ids(const json_t *ids, void *record) {
  json_array_append_new(record, kmk_json_retain(ids));
}

static void J12_what_is_no_array_any_more_has_no_ids(void **state) {
  kit *k = *state;
  const char *const others[] = {"null", "'text'", "{}"};
  for (size_t i = 0; i < COUNT_OF(others); i++) {
    json_t *record = json_array();
    kmk_store *store = open_store(k->loop, writer(), "{'list': [{'id': 1}]}");
    kmk_subscription *subscription =
        kmk_store_observe_ids(store, "/list", note_ids, record, NULL, NULL);
    json_t *action = json_pack("{s:[s, o]}", "set", "/list", json_of(others[i]));
    assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
    assert_json_text(record, "[[1], []]");
    kmk_subscription_free(subscription);
    kmk_store_free(store);
    json_decref(record);
  }
}

/* What the operators need inside of a row is there under its new id. */
static void F14_a_row_with_another_id_refuses_an_id_twice_inside(void **state) {
  kit *k = *state;
  kit_open(k, shelves(), SHELVES);
  send_ok(k->store, "{'set': ['/shelves/0/id', 2]}");
  send_ok(k->store, "{'insert': ['/shelves/0/books/-', {'id': 'a'}]}");
  assert_issues(k, "['duplicate-element-id']");
  send_ok(k->store, "{'shelves': {'element': {'id': 2, 'action': {'set': ['/box/n', 5]}}}}");
  assert_state_text(k->store, "{'shelves': [{'id': 2, 'box': {'n': 5}, 'books': [{'id': 'a'}]}]}");
}

static void F10_a_row_that_renamed_itself_refuses_an_id_twice_inside(void **state) {
  kit *k = *state;
  kit_open(k, shelves(), SHELVES);
  send_ok(k->store, IN_SHELF("{'set': ['/id', 7]}"));
  assert_issues(k, "['element-id-changed']");
  send_ok(k->store, IN_SHELF("{'insert': ['/books/-', {'id': 'a'}]}"));
  assert_issues(k, "['duplicate-element-id']");
}

static void
F10_a_row_that_inserts_its_whole_state_writes_itself_and_nothing_beside_it(void **state) {
  kit *k = *state;
  kit_open(k, shelves(), SHELVES);
  send_ok(k->store, IN_SHELF("{'insert': ['', {'id': 1, 'books': []}]}"));
  assert_state_text(k->store, "{'shelves': [{'id': 1, 'books': []}]}");
}

static void note_present(const char *id, const char *name, const json_t *state, void *record) {
  (void)name, (void)state;
  json_array_append_new(record, json_sprintf("present %s", id));
}

static void note_dismiss(const char *id, void *record) {
  json_array_append_new(record, json_sprintf("dismiss %s", id));
}

static void C31_what_a_row_with_another_id_presents_is_told_by_index_as_another(void **state) {
  static const kmk_presentation_callbacks callbacks = {sizeof callbacks, note_present, NULL,
                                                       note_dismiss};
  kit *k = *state;
  json_t *record = json_array();
  kmk_reducer *row = kmk_presentation(writer(), "/sheet", "sheet", NULL, writer());
  kit_open(k, kmk_for_each(writer(), "/rows", "rows", NULL, row),
           "{'rows': [{'id': 1, 'sheet': {}}]}");
  kmk_subscription *subscription =
      kmk_store_observe_presentation(k->store, "/rows/0/sheet", &callbacks, record, NULL, NULL);
  send_ok(k->store, "{'set': ['/rows/0/id', 2]}");
  assert_json_text(record, "['present 0', 'dismiss 0', 'present 1']");
  kmk_subscription_free(subscription);
  json_decref(record);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(J1_what_is_inside_of_a_row_is_told_by_index_when_the_row_writes_around_it),
      KIT_TEST(J1_a_mirror_of_a_row_by_index_hears_of_what_its_rows_are_pushed),
      KIT_TEST(J1_a_mirror_hears_that_its_part_is_gone_after_it_was_told_from_inside),
      KIT_TEST(J12_what_is_no_array_any_more_has_no_ids),
      KIT_TEST(F14_a_row_with_another_id_refuses_an_id_twice_inside),
      KIT_TEST(F10_a_row_that_renamed_itself_refuses_an_id_twice_inside),
      KIT_TEST(F10_a_row_that_inserts_its_whole_state_writes_itself_and_nothing_beside_it),
      KIT_TEST(C31_what_a_row_with_another_id_presents_is_told_by_index_as_another),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Who observes a row by its index, and what happens to a row that is given another id (C31, F10, F14, J1,
 * J12): its own step goes by the id. */
#include "mirror_support.h"
#include "writer_support.h"

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

/* Nobody goes by the element's id. */
static void J1_what_is_inside_is_told_by_index_when_elements_come_and_go_below(void **state) {
  static const struct {
    const char *initial, *pointer, *action, *told;
  } cases[] = {
      {"[1, 2]", "/path/0/element/l/0", "{'remove': '/l/0'}", "[1, 2]"},
      {"[1, 2]", "/path/0/element/l/1", "{'remove': '/l/0'}", "[2, null]"},
      {"[1, 2]", "/path/0/element/l/0", "{'insert': ['/l/0', 3]}", "[1, 3]"},
      {"[1]", "/path/0/element/l/1", "{'insert': ['/l/-', 3]}", "[null, 3]"},
      {"[[1], [2]]", "/path/0/element/l/0/0", "{'remove': '/l/0'}", "[1, 2]"},
  };
  kit *k = *state;
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    json_t *record = json_array();
    json_t *initial = json_pack("{s:[{s:o}]}", "path", "l", json_of(cases[i].initial));
    char *text = text_of(initial);
    kmk_store *store = open_store(k->loop, kmk_stack(writer(), "/path", "path", writer()), text);
    kmk_subscription *subscription = observe_into(store, cases[i].pointer, record);
    json_t *action = json_pack("{s:{s:{s:i, s:o}}}", "path", "element", "id", 0, "action",
                               json_of(cases[i].action));
    assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
    assert_json_text(record, cases[i].told);
    kmk_subscription_free(subscription);
    kmk_store_free(store);
    json_decref(initial);
    json_decref(record);
    free(text);
  }
}

static void J1_a_mirror_by_index_hears_of_elements_that_go_below(void **state) {
  kit *k = *state;
  mirror m;
  kit_open(k, shelves(), "{'shelves': [{'id': 1, 'box': [1, 2, 3]}]}");
  mirror_open(&m, k->store, "/shelves/0/box");
  send_ok(k->store, IN_SHELF("{'remove': '/box/0'}"));
  mirror_check(&m);
  send_ok(k->store, IN_SHELF("{'insert': ['/box/1', 9]}"));
  mirror_close(&m);
}

static void J1_popping_what_is_not_above_tells_nobody(void **state) {
  kit *k = *state;
  json_t *told = json_array(), *whole = json_array();
  kit_open(k, kmk_stack(writer(), "/path", "path", writer()), "{'path': [{'n': 1}]}");
  mirror m;
  mirror_open(&m, k->store, "");
  kmk_subscription *path = observe_into(k->store, "/path", told);
  kmk_subscription *around = observe_into(k->store, "", whole);
  send_ok(k->store, "{'popTo': ['/path', 0]}");
  send_ok(k->store, "{'pop': ['/path', 7]}");
  assert_int_equal(json_array_size(told), 1);
  assert_int_equal(json_array_size(whole), 1);
  assert_patches(&m, "[]");
  send_ok(k->store, "{'push': ['/path', {'n': 2}]}");
  send_ok(k->store, "{'popTo': ['/path', 0]}");
  assert_int_equal(json_array_size(told), 3);
  assert_int_equal(json_array_size(whole), 3);
  kmk_subscription_free(path);
  kmk_subscription_free(around);
  mirror_close(&m);
  json_decref(told);
  json_decref(whole);
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

static void J12_what_is_no_array_any_more_has_no_ids(void **state) {
  kit *k = *state;
  const char *const others[] = {"null", "'text'", "{}"};
  for (size_t i = 0; i < COUNT_OF(others); i++) {
    json_t *record = json_array();
    kmk_store *store = open_store(k->loop, writer(), "{'list': [{'id': 1}]}");
    kmk_subscription *subscription =
        kmk_store_observe_ids(store, "/list", record_value, record, NULL, NULL);
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
      KIT_TEST(J1_what_is_inside_is_told_by_index_when_elements_come_and_go_below),
      KIT_TEST(J1_a_mirror_by_index_hears_of_elements_that_go_below),
      KIT_TEST(J1_popping_what_is_not_above_tells_nobody),
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

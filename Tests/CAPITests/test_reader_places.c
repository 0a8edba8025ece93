/* Slots, rows and paths inside a dynamic reducer, as far as the scenarios do not cover them (A41). */
#include "support.h"

/* {"push": S} appends S to "/path", {"written": [...]} replaces "/path". */
REDUCER(house) {
  const json_t *path = kmk_action_payload(action, "written");
  if (path != NULL) {
    kmk_state_set(state, "/path", path);
  }
  const json_t *value = kmk_action_payload(action, "push");
  if (value != NULL) {
    *(kmk_status *)data = kmk_state_push_new(state, "/path", kmk_json_retain(value), NULL);
  }
  return NULL;
}

static kmk_status pushed;

static kmk_reducer *choose_house(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  kmk_reducer *parent = kmk_reducer_new(house, &pushed, NULL);
  kmk_reducer *row = kmk_presentation(counter(), "/sheet", "sheet", NULL, counter());
  return kmk_stack(kmk_for_each(kmk_presentation(parent, "/sheet", "sheet", NULL, counter()),
                                "/rows", "rows", NULL, row),
                   "/path", "path", counter());
}

static void note_present(const char *id, const char *name, const json_t *state, void *record) {
  (void)name, (void)state;
  json_array_append_new(record, json_sprintf("present %s", id));
}

static void note_dismiss(const char *id, void *record) {
  json_array_append_new(record, json_sprintf("dismiss %s", id));
}

static const kmk_presentation_callbacks noting = {sizeof noting, note_present, NULL, note_dismiss};

static kmk_subscription *observe_sheet(kmk_store *store, const char *pointer, json_t *record) {
  return kmk_store_observe_presentation(store, pointer, &noting, record, NULL, NULL);
}

#define HOUSE                                                                                      \
  "{'sheet': {'count': 0}, 'rows': [{'id': 'a', 'sheet': {'count': 0}}], 'path': [{'count': 0}]}"

TEST(A41_rows_inside_a_reader_have_views_and_slots) {
  json_t *record = json_array(), *id = json_string("a");
  k->store = open_store(k->loop, kmk_reader(choose_house, NULL, NULL), HOUSE);
  kmk_store *row = kmk_store_scope_element(k->store, "/rows", "rows", id, NULL);
  assert_non_null(row);
  kmk_subscription *subscription = observe_sheet(row, "/sheet", record);
  assert_json_text(record, "['present 0']");
  assert_int_equal(kmk_store_dismiss_id(row, "sheet", "0", NULL), KMK_OK);
  assert_json_text(record, "['present 0', 'dismiss 0']");
  kmk_subscription_free(subscription);
  kmk_store_free(row);
  json_decref(record);
  json_decref(id);
}

TEST(A41_a_path_inside_a_reader_takes_a_push_in_the_first_step) {
  pushed = KMK_ERR_BUSY;
  k->store = open_store(k->loop, kmk_reader(choose_house, NULL, NULL), HOUSE);
  send_ok(k->store, "{'push': {'count': 7}}");
  assert_int_equal(pushed, KMK_OK);
  json_t *path = kmk_store_get(k->store, "/path", NULL);
  assert_json_text(path,
                   "[{'id': 0, 'element': {'count': 0}}, {'id': 1, 'element': {'count': 7}}]");
  json_decref(path);
}

TEST(A41_a_path_inside_a_reader_is_written_anew_in_plain_form) {
  k->store = open_store(k->loop, kmk_reader(choose_house, NULL, NULL), HOUSE);
  for (int i = 1; i < 3; i++) {
    send_ok(k->store, "{'written': [{'count': 7}]}");
    json_t *path = kmk_store_get(k->store, "/path", NULL);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(path, 0), "id")), i);
    json_decref(path);
  }
}

/* {"sheet": null or the same again}. Each level has its own dynamic reducer. */
static kmk_reducer *choose_level(const json_t *state, const json_t *action, void *self) {
  (void)state, (void)action;
  return kmk_presentation(kmk_reducer_new(house, &pushed, NULL), "/sheet", "sheet", NULL,
                          kmk_reducer_retain(self));
}

static void free_reducer(void *reducer) { kmk_reducer_free(reducer); }

static kmk_reducer *level_around(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_reader(choose_level, self, free_reducer);
}

TEST(A41_readers_inside_a_recursion_are_known_at_every_level) {
  k->store = open_store(k->loop, kmk_recurse(level_around, NULL, NULL),
                        "{'sheet': {'sheet': {'sheet': null}}}");
  char *id = kmk_store_presentation_id(k->store, "/sheet/sheet", NULL);
  assert_non_null(id);
  assert_int_equal(kmk_store_dismiss_id(k->store, "sheet.presented.sheet", id, NULL), KMK_OK);
  kmk_text_free(id);
  assert_state_text(k->store, "{'sheet': {'sheet': null}}");
}

/* The chosen reducer depends on the state. Before any action, the function is called with the action null. */
static kmk_reducer *choose_by_state(const json_t *state, const json_t *action, void *asked) {
  if (json_is_null(action)) {
    ++*(int *)asked;
  }
  return json_is_true(json_object_get(state, "hasSheet"))
             ? kmk_presentation(counter(), "/sheet", "sheet", NULL, counter())
             : NULL;
}

TEST(A41_a_reader_is_called_with_the_current_state_and_the_action_null) {
  int asked = 0;
  k->store = open_store(k->loop, kmk_reader(choose_by_state, &asked, NULL),
                        "{'hasSheet': false, 'sheet': {'count': 0}}");
  assert_int_equal(asked, 0);
  assert_null(kmk_store_presentation_id(k->store, "/sheet", NULL));
  assert_true(asked > 0);
  end_store(k);
  k->store = open_store(k->loop, kmk_reader(choose_by_state, &asked, NULL),
                        "{'hasSheet': true, 'sheet': {'count': 0}}");
  char *id = kmk_store_presentation_id(k->store, "/sheet", NULL);
  assert_non_null(id);
  kmk_text_free(id);
}

/* Presentations, as far as only C has them: their ids as strings, mismatches, NULL, and values that are not copied.
 * Tests/Scenarios/presentation covers the rest. */
#include "presentation_support.h"

#include <time.h>

#define COUNTER "{'counter': {'count': 0}}"

SHEET_TEST(D2_ids_of_a_loop_on_real_time_are_unique) {
  kmk_loop *loop = kmk_loop_new(NULL);
  assert_non_null(loop);
  json_t *ids = json_object();
  for (int round = 0; round < 4; round++) {
    kmk_store *store = open_store(loop, sheet_reducer(s), "{'log':[],'destination':" COUNTER "}");
    for (int i = 0; i < 50; i++) {
      json_object_set_new(ids, id_at(store, "/destination").text, json_true());
      send_ok(store, "'clear'");
      send_ok(store, "{'assign': " COUNTER "}");
    }
    kmk_store_free(store);
  }
  assert_int_equal(json_object_size(ids), 200);
  json_decref(ids);
  kmk_loop_free(loop);
}

SHEET_TEST(D12_the_state_never_shows_an_id) {
  sheet_open(s, NULL, COUNTER);
  send_ok(s->store, "'clear'");
  send_ok(s->store, "{'assign': " COUNTER "}");
  json_t *written = kmk_store_state(s->store);

  sheet other = {.dialect = s->dialect, .seen = s->seen};
  kmk_error error = {0};
  kmk_store *second = kmk_store_new(s->loop, sheet_reducer(&other), written, &error);
  assert_non_null(second);
  json_t *read = kmk_store_state(second);
  assert_true(json_equal(written, read));
  assert_other_id(id_of(s), id_at(second, "/destination"));
  assert_string_not_equal(id_at(second, "/destination").text, "");

  char *first_text = kmk_store_state_text(s->store, JSON_COMPACT | JSON_SORT_KEYS);
  char *second_text = kmk_store_state_text(second, JSON_COMPACT | JSON_SORT_KEYS);
  assert_string_equal(first_text, second_text);
  assert_string_equal(first_text, "{\"destination\":{\"counter\":{\"count\":0}},\"log\":[\"clear\","
                                  "{\"assign\":{\"counter\":{\"count\":0}}}]}");
  kmk_text_free(first_text);
  kmk_text_free(second_text);
  json_decref(written);
  json_decref(read);
  kmk_store_free(second);
}

static double seconds_since(clock_t start) {
  return (double)(clock() - start) / (double)CLOCKS_PER_SEC;
}

SHEET_TEST(D13_an_untouched_slot_is_neither_copied_nor_walked) {
  sheet_open(s, NULL, "null");
  json_t *numbers = json_array();
  for (int i = 0; i < 1000000; i++) {
    json_array_append_new(numbers, json_integer(i));
  }
  json_t *action =
      json_pack("{s:{s:{s:i, s:O}}}", "assign", "counter", "count", 0, "numbers", numbers);
  assert_int_equal(kmk_store_send_new(s->store, action, NULL), KMK_OK);

  json_t *copy = json_deep_copy(numbers);
  clock_t start = clock();
  assert_true(json_equal(numbers, copy));
  double walk = seconds_since(start);
  json_decref(copy);

  json_t *before = kmk_store_get(s->store, "/destination", NULL);
  start = clock();
  for (int i = 0; i < 20; i++) {
    send_ok(s->store, "'noop'");
    json_decref(kmk_store_state(s->store));
  }
  double twenty = seconds_since(start);
  json_t *after = kmk_store_get(s->store, "/destination", NULL);
  assert_ptr_equal(before, after);
  assert_true(twenty < walk);
  json_decref(before);
  json_decref(after);
  json_decref(numbers);
}

SEED_TEST(D91_an_id_with_a_zero_character_is_refused) {
  sheet_open(s, NULL, COUNTER);
  slot_id before = id_of(s);
  json_t *id = json_stringn("a\0b", 3);
  kmk_error error = {0};
  json_t *action = json_pack("{s:{s:{s:o}}}", "destination", "present", "id", id);
  assert_int_equal(kmk_store_send_new(s->store, action, &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/destination/present/id");
  assert_non_null(strstr(error.message, "zero character"));
  assert_same_id(before, id_of(s));
  assert_slot(s, COUNTER);
  assert_int_equal(kmk_store_send_text(
                       s->store, "{\"destination\": {\"present\": {\"id\": \"\\u0000\"}}}", NULL),
                   KMK_ERR_DECODE);
}

SHEET_TEST(D92_a_text_that_is_not_utf8_dismisses_nothing) {
  sheet_open(s, NULL, COUNTER);
  kmk_error error = {0};
  assert_int_equal(kmk_store_dismiss_id(s->store, "destination", "\xff", &error),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "UTF-8"));
  assert_int_equal(kmk_store_dismiss_id(s->store, "\xff", "0", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss_id(s->store, "destination", "", NULL), KMK_ERR_NOT_FOUND);
  assert_slot(s, COUNTER);
}

/* A reducer of the destination that notes every action it receives. */
REDUCER(note_action) {
  saw(data, action);
  return NULL;
}

static void assert_refused(sheet *s, const char *action, const char *path, const char *known) {
  kmk_error error = {0};
  assert_int_equal(kmk_store_send_new(s->store, json_of(action), &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, path);
  if (strstr(error.message, known) == NULL) {
    fail_msg("\"%s\" is not in: %s", known, error.message);
  }
}

SHEET_TEST(M9_a_misshapen_action_of_a_slot_is_refused_before_any_reducer_runs) {
  s->watcher = note_action;
  sheet_open(s, NULL, COUNTER);
  assert_refused(s, "{'destination': 'dismis'}", "/destination", "dismiss");
  assert_refused(s, "{'destination': {'presnted': 'inc'}}", "/destination", "presented");
  assert_refused(s, "{'destination': 7}", "/destination", "presented");
  assert_refused(s, "{'destination': {'presented': 'inc', 'dismiss': null}}", "/destination",
                 "presented");
  assert_refused(s, "{'destination': {'presented': 7}}", "/destination/presented", "action");
  assert_refused(s, "{'destination': 'presented'}", "/destination", "presented");
  kmk_error error = {0};
  json_t *seven = json_integer(7);
  assert_int_equal(kmk_store_presented(s->store, "destination", seven, &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/destination/presented");
  json_decref(seven);
  assert_store_log(s, "[]");
  assert_seen(s, "[]");
  assert_slot(s, COUNTER);
}

SHEET_TEST(M9_present_is_refused_by_a_slot_that_does_not_know_it) {
  sheet_open(s, NULL, COUNTER);
  json_t *counter = json_of("{'counter': {'count': 1}}");
  kmk_error error = {0};
  kmk_status known = s->dialect->is_seed ? KMK_OK : KMK_ERR_DECODE;
  assert_int_equal(kmk_store_present(s->store, "destination", counter, &error), known);
  assert_string_equal(error.path, s->dialect->is_seed ? "" : "/destination");
  json_array_clear(s->kit->log);
  /* An action that no operator declares goes to the reducers. */
  assert_int_equal(kmk_store_present(s->store, "nope", counter, &error), KMK_OK);
  assert_store_log(s, "[{'nope': {'present': {'state': {'counter': {'count': 1}}}}}]");
  json_decref(counter);
}

SHEET_TEST(M11_the_functions_of_a_presentation_refuse_null) {
  sheet_open(s, NULL, COUNTER);
  json_t *inc = json_of("{'counter': 'inc'}");
  kmk_error error = {0};
  assert_int_equal(kmk_store_presented(NULL, "destination", inc, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_presented(s->store, NULL, inc, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_presented(s->store, "destination", NULL, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_present(NULL, "destination", inc, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_present(s->store, NULL, inc, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss(NULL, "destination", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss(s->store, NULL, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss_id(NULL, "destination", "0", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss_id(s->store, NULL, "0", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss_id(s->store, "destination", NULL, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_presentation_id(NULL, "/destination", &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_presentation_id(s->store, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_presentation_id(s->store, "destination", &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  json_decref(inc);
  assert_store_log(s, "[]");
  assert_slot(s, COUNTER);
}

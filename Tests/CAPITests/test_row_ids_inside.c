/* Ids of rows that are objects or arrays: a write inside of one gives the row another id (F16). */
#include <stdio.h>

#include "shape_support.h"
#include "writer_support.h"

#define THREE "{'rows': [{'id': {'a': 1}}, {'id': {'a': [2]}}, {'id': {'a': {'b': 3}}, 'n': 0}]}"

static kmk_reducer *rows(void) {
  kmk_reducer *row =
      kmk_presentation_destination(shape_writer(), "/slot", "slot", NULL, shaped("{n: integer}"));
  return kmk_for_each(shape_writer(), "/rows", "rows", NULL, row);
}

static void F16_a_write_inside_of_an_id_that_brings_a_duplicate_is_refused(void **state) {
  kit *k = *state;
  k->store = open_store(k->loop, rows(),
                        "{'rows': [{'id': {'a': 1}}, {'id': {'a': 2}}, {'id': {'a': [1]}}, {'id': "
                        "{'a': [1, 2]}}, {'id': {'a': 1, 'b': 0}}], 'x': 2, 'y': 0}");
  char *before = kmk_store_state_text(k->store, JSON_SORT_KEYS);
  static const char *const duplicates[] = {
      "{'set': ['/rows/0/id/a', 2]}",
      "{'set': ['/rows/0/id', {'a': 2}]}",
      "{'set': ['/rows/0', {'id': {'a': 2}}]}",
      "{'insert': ['/rows/2/id/a/-', 2]}",
      "{'insert': ['/rows/2/id/a/1', 2]}",
      "{'remove': '/rows/3/id/a/1'}",
      "{'remove': '/rows/4/id/b'}",
      "{'insert': ['/rows/0/id/b', 0]}",
      "{'move': ['/y', '/rows/0/id/b']}",
      "{'move': ['/rows/4/id/b', '/z']}",
      "{'move': ['/x', '/rows/0/id/a']}",
  };
  for (size_t i = 0; i < COUNT_OF(duplicates); i++) {
    shape_written = KMK_OK;
    send_ok(k->store, duplicates[i]);
    char *after = kmk_store_state_text(k->store, JSON_SORT_KEYS);
    if (shape_written != KMK_ERR_INVALID_ARGUMENT || strcmp(before, after) != 0)
      fail_msg("%s: %s, %s", duplicates[i], kmk_status_name(shape_written), after);
    assert_issues(k, "['duplicate-element-id']");
    kmk_text_free(after);
  }
  kmk_text_free(before);
}

static void F16_a_row_is_found_by_the_id_that_was_written_into(void **state) {
  kit *k = *state;
  json_t *ids = json_array();
  k->store = open_store(k->loop, rows(), THREE);
  kmk_subscription *told = kmk_store_observe_ids(k->store, "/rows", record_value, ids, NULL, NULL);
  json_array_clear(ids);
  static const struct {
    const char *write, *old_id, *new_id;
  } writes[] = {
      {"{'set': ['/rows/2/id/a/b', 4]}", "{'a': {'b': 3}}", "{'a': {'b': 4}}"},
      {"{'insert': ['/rows/2/id/a/c', [1]]}", "{'a': {'b': 4}}", "{'a': {'b': 4, 'c': [1]}}"},
      {"{'insert': ['/rows/2/id/a/c/0', 0]}", "{'a': {'b': 4, 'c': [1]}}",
       "{'a': {'b': 4, 'c': [0, 1]}}"},
      {"{'remove': '/rows/2/id/a/c/1'}", "{'a': {'b': 4, 'c': [0, 1]}}",
       "{'a': {'b': 4, 'c': [0]}}"},
      {"{'move': ['/rows/2/id/a', '/rows/2/id/z']}", "{'a': {'b': 4, 'c': [0]}}",
       "{'z': {'b': 4, 'c': [0]}}"},
      {"{'remove': '/rows/2/id/z/c'}", "{'z': {'b': 4, 'c': [0]}}", "{'z': {'b': 4}}"},
  };
  for (size_t i = 0; i < COUNT_OF(writes); i++) {
    char action[300];
    send_ok(k->store, writes[i].write);
    assert_int_equal(shape_written, KMK_OK);
    assert_true(json_array_size(ids) > 0);
    json_array_clear(ids);
    snprintf(action, sizeof action,
             "{'rows': {'element': {'id': %s, 'action': {'set': ['/n', %zu]}}}}", writes[i].new_id,
             i + 1);
    send_ok(k->store, action);
    json_t *n = kmk_store_get(k->store, "/rows/2/n", NULL);
    if (json_integer_value(n) != (json_int_t)i + 1)
      fail_msg("no row has the id %s", writes[i].new_id);
    json_decref(n);
    assert_issues(k, "[]");
    snprintf(action, sizeof action,
             "{'rows': {'element': {'id': %s, 'action': {'set': ['/n', 0]}}}}", writes[i].old_id);
    send_ok(k->store, action);
    assert_issues(k, "['missing-element']");
  }
  kmk_subscription_free(told);
  json_decref(ids);
}

static void F16_what_is_in_a_row_that_was_given_another_id_is_looked_at(void **state) {
  kit *k = *state;
  k->store = open_store(k->loop, rows(), THREE);
  send_ok(k->store, "{'set': ['/rows/0/id/a', 9]}");
  assert_refused_write(k, "{'set': ['/rows/0/slot', 0]}", "/rows/0/slot", "expected an object");
  send_ok(k->store,
          "{'rows': {'element': {'id': {'a': 9}, 'action': {'slot': {'present': {'state': "
          "{'n': 1}}}}}}}");
  assert_state_is(k->store, "{'rows': [{'id': {'a': 9}, 'slot': {'n': 1}}, {'id': {'a': [2]}}, "
                            "{'id': {'a': {'b': 3}}, 'n': 0}]}");
}

static void F16_a_row_that_writes_inside_of_its_own_id_keeps_the_old_one(void **state) {
  kit *k = *state;
  k->store = open_store(k->loop, rows(), THREE);
  static const char *const writes[] = {
      "{'set': ['/id/a/b', 5]}",
      "{'insert': ['/id/a/c', 5]}",
      "{'remove': '/id/a/b'}",
      "{'move': ['/id/a', '/id/c']}",
  };
  for (size_t i = 0; i < COUNT_OF(writes); i++) {
    char action[200];
    snprintf(action, sizeof action, "{'rows': {'element': {'id': {'a': {'b': 3}}, 'action': %s}}}",
             writes[i]);
    send_ok(k->store, action);
    assert_issues(k, "['element-id-changed']");
    assert_state_is(k->store, THREE);
  }
}

/* ---------------------------------------------------- ids that change hands within one step */

static kmk_reducer *nested(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_for_each(writer(), "/rows", "rows", NULL, self);
}

#define C "{'id': 'c', 'rows': [{'id': 2, 'rows': []}]}"

static void F9_rows_inside_of_a_row_that_left_and_is_back_refuse_duplicates(void **state) {
  kit *k = *state;
  static const char *const steps[] = {
      "{'all': [{'set': ['/rows/0', {'id': 0}]}, {'set': ['/rows/0', " C "]}]}",
      "{'all': [{'set': ['/rows', [{'id': 0}]]}, {'set': ['/rows/0', " C "]}]}",
      "{'all': [{'set': ['/rows/0/id', 0]}, {'set': ['/rows/0/rows', []]}, {'set': ['/rows/0', " C
      "]}]}",
      "{'all': [{'set': ['/rows/0', {'id': 0}]}, {'set': ['/rows/0/rows', [{'id': 2, 'rows': "
      "[]}]]}, "
      "{'set': ['/rows/0/id', 'c']}]}",
  };
  for (size_t i = 0; i < COUNT_OF(steps); i++) {
    k->store = open_store(k->loop, kmk_recurse(nested, NULL, NULL), "{'rows': [" C "]}");
    send_ok(k->store, steps[i]);
    send_ok(k->store, "{'rows': {'element': {'id': 'c', 'action': {'rows': {'element': {'id': 2, "
                      "'action': {'all': [{'insert': ['/rows/0', {'id': 7}]}, {'insert': "
                      "['/rows/0', {'id': 7}]}]}}}}}}}");
    assert_issues(k, "['duplicate-element-id']");
    assert_state_is(k->store, "{'rows': [{'id': 'c', 'rows': [{'id': 2, 'rows': [{'id': 7}]}]}]}");
    kmk_store_free(k->store);
    k->store = NULL;
  }
}

static void F10_a_step_in_which_a_row_wrote_over_itself_is_its_own(void **state) {
  kit *k = *state;
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.history_path = "/h";
  k->store = open_store(
      k->loop, kmk_for_each(kmk_empty(), "/rows", "rows", NULL, kmk_undoable(writer(), &options)),
      "{'rows': [{'id': 1, 'n': 5}]}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': {'set': ['', {'n': 6}]}}}}");
  assert_state_is(k->store, "{'rows': [{'h': {'redo': 0, 'undo': 1}, 'id': 1, 'n': 6}]}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': {'set': ['', {'id': 2, 'n': 7}]}}}}");
  assert_state_is(k->store, "{'rows': [{'h': {'redo': 0, 'undo': 2}, 'id': 1, 'n': 7}]}");
  assert_issues(k, "['element-id-changed', 'element-id-changed']");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(F16_a_write_inside_of_an_id_that_brings_a_duplicate_is_refused),
      KIT_TEST(F16_a_row_is_found_by_the_id_that_was_written_into),
      KIT_TEST(F16_what_is_in_a_row_that_was_given_another_id_is_looked_at),
      KIT_TEST(F16_a_row_that_writes_inside_of_its_own_id_keeps_the_old_one),
      KIT_TEST(F10_a_step_in_which_a_row_wrote_over_itself_is_its_own),
      KIT_TEST(F9_rows_inside_of_a_row_that_left_and_is_back_refuse_duplicates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

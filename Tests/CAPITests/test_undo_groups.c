/* Undo in C: labels, groups, bounds in bytes, places, lists of steps and jumps (U33 to U42). */
#include "writer_support.h"

#include <stdio.h>

/* {"set": [pointer, value, description]}; the description is missing for a step without one. */
static json_t *described(const json_t *state, const json_t *action, void *user_data) {
  (void)user_data;
  assert_true(json_is_object(state));
  return json_incref(json_array_get(kmk_action_payload(action, "set"), 2));
}

static kmk_undo_options labeled_options(const char *state_path) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = state_path;
  options.history_path = "/history";
  options.describe = described;
  return options;
}

static void open_with(kit *k, kmk_undo_options options) {
  kit_open(k, kmk_undoable(writer(), &options), "{'doc': {'n': 0}, 'beside': 0}");
}

/* The value at a pointer, with its members in order. */
static void assert_there(kit *k, const char *pointer, const char *expected) {
  json_t *value = kmk_store_get(k->store, pointer, NULL);
  assert_value_is(value, expected);
  json_decref(value);
}
#define assert_history(k, expected) assert_there((k), "/history", (expected))

static void assert_steps(kit *k, const char *expected) {
  kmk_error error;
  json_t *steps = kmk_store_undo_steps(k->store, "/history", &error);
  assert_value_is(steps, expected);
  json_decref(steps);
}

TEST(U33_the_labels_of_the_next_undo_and_redo_are_shown) {
  open_with(k, labeled_options("/doc"));
  assert_history(k, "{'redo': 0, 'redoLabel': null, 'undo': 0, 'undoLabel': null}");
  send_ok(k->store, "{'set': ['/doc/n', 1, {'label': 'Set 1'}]}");
  send_ok(k->store, "{'set': ['/doc/n', 2]}");
  assert_history(k, "{'redo': 0, 'redoLabel': null, 'undo': 2, 'undoLabel': null}");
  send_ok(k->store, "'undo'");
  assert_history(k, "{'redo': 1, 'redoLabel': null, 'undo': 1, 'undoLabel': 'Set 1'}");
  send_ok(k->store, "'undo'");
  assert_history(k, "{'redo': 2, 'redoLabel': 'Set 1', 'undo': 0, 'undoLabel': null}");
}

TEST(U33_a_wrong_description_is_an_issue) {
  static const char *const wrong[] = {"5", "{'label': 5}", "{'group': 'middle'}", "{'name': 'a'}"};
  open_with(k, labeled_options("/doc"));
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    char action[100];
    snprintf(action, sizeof action, "{'set': ['/doc/n', %zu, %s]}", i + 1, wrong[i]);
    send_ok(k->store, action);
    assert_issues(k, "['undo-misfit']");
  }
  assert_history(k, "{'redo': 0, 'redoLabel': null, 'undo': 4, 'undoLabel': null}");
}

TEST(U41_steps_are_listed_with_labels_numbers_and_sizes) {
  kmk_undo_options options = labeled_options("/doc");
  options.limit = 3;
  open_with(k, options);
  assert_steps(k, "{'redo': [], 'undo': []}");
  for (int n = 1; n <= 5; n++) {
    json_t *action =
        json_pack("{s: [s, i, {s: o}]}", "set", "/doc/n", n, "label", json_sprintf("Set %d", n));
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  send_ok(k->store, "'undo'");
  assert_steps(k, "{'redo': [{'bytes': 9, 'label': 'Set 5', 'step': 5}], "
                  "'undo': [{'bytes': 9, 'label': 'Set 4', 'step': 4}, "
                  "{'bytes': 9, 'label': 'Set 3', 'step': 3}]}");
}

TEST(U41_a_place_without_a_history_has_no_steps) {
  kmk_error error;
  open_with(k, labeled_options("/doc"));
  assert_null(kmk_store_undo_steps(k->store, "/doc", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_null(kmk_store_undo_steps(k->store, "doc", &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_undo_steps(NULL, "/history", &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_undo_steps(k->store, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
}

TEST(U40_wrong_payloads_of_undo_are_refused) {
  static const char *const wrong[] = {"{'undo': {'steps': 0}}",  "{'undo': {'to': -1}}",
                                      "{'undo': {'to': 1.5}}",   "{'redo': {'steps': 1, 'to': 1}}",
                                      "{'undo': {'number': 1}}", "{'clearHistory': {'to': 0}}"};
  open_with(k, labeled_options("/doc"));
  for (size_t i = 0; i < COUNT_OF(wrong); i++)
    assert_int_equal(send_status(k->store, wrong[i]), KMK_ERR_DECODE);
}

TEST(U37_a_bound_in_bytes_keeps_the_last_step) {
  kmk_undo_options options = labeled_options("/doc");
  options.limit_bytes = 30;
  open_with(k, options);
  for (int n = 1; n <= 9; n++) {
    json_t *action = json_pack("{s: [s, i]}", "set", "/doc/n", n);
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  assert_there(k, "/history/undo", "3");
  send_ok(k->store, "{'set': ['/doc/n', '0123456789012345678901234567890123456789']}");
  send_ok(k->store, "{'set': ['/doc/n', 1]}");
  assert_there(k, "/history/undo", "1");
  send_ok(k->store, "'undo'");
  assert_there(k, "/doc/n", "'0123456789012345678901234567890123456789'");
  assert_steps(k, "{'redo': [{'bytes': 9, 'label': null, 'step': 11}], 'undo': []}");
}

/* Each key press joins the step before it, so the sum of the old values grows. */
TEST(U37_a_joined_step_is_measured_again) {
  kmk_undo_options options = labeled_options("/doc");
  options.limit_bytes = 20;
  open_with(k, options);
  send_ok(k->store, "{'set': ['/doc/n', 1]}");
  send_ok(k->store, "{'set': ['/doc/n', 2, {'key': 'a'}]}");
  assert_there(k, "/history/undo", "2");
  send_ok(k->store, "{'set': ['/doc/m', 2, {'key': 'a'}]}");
  assert_there(k, "/history/undo", "1");
}

TEST(U38_an_excluded_place_that_is_the_part_is_a_mistake) {
  const char *const whole[] = {"", NULL}, *const wrong[] = {"n", NULL};
  kmk_undo_options options = labeled_options("/doc");
  options.excluded = whole;
  assert_no_store(k, kmk_undoable(writer(), &options), "{'doc': {}}", KMK_ERR_INVALID_ARGUMENT,
                  NULL, "the whole part is excluded");
  options.excluded = wrong;
  assert_no_store(k, kmk_undoable(writer(), &options), "{'doc': {}}", KMK_ERR_INVALID_ARGUMENT,
                  NULL, "a JSON Pointer");
  options.excluded = NULL;
  options.included = wrong;
  assert_no_store(k, kmk_undoable(writer(), &options), "{'doc': {}}", KMK_ERR_INVALID_ARGUMENT,
                  NULL, "a JSON Pointer");
}

TEST(U33_the_context_of_descriptions_is_freed_once) {
  kmk_undo_options options = labeled_options("/doc");
  int freed = 0;
  options.describe_data = &freed;
  options.describe_free = count_free;
  kmk_reducer_free(kmk_undoable(writer(), &options));
  assert_int_equal(freed, 1);
  options.state_path = "doc";
  kmk_reducer_free(kmk_undoable(writer(), &options));
  assert_int_equal(freed, 2);
  kmk_reducer_free(kmk_undoable(NULL, &options));
  assert_int_equal(freed, 3);
}

static kmk_store *continued(kit *k, bool is_text) {
  kmk_undo_options options = labeled_options("/doc");
  kmk_snapshot *snapshot = kmk_store_snapshot(k->store, NULL);
  if (is_text) {
    json_t *json = kmk_snapshot_json(snapshot, 1, NULL);
    kmk_snapshot_free(snapshot);
    snapshot = kmk_snapshot_new(json, NULL, NULL);
    json_decref(json);
  }
  kmk_error error;
  kmk_store *store =
      kmk_store_new_from(k->loop, kmk_undoable(writer(), &options), snapshot, &error);
  kmk_snapshot_free(snapshot);
  kmk_store_free(k->store);
  k->store = store;
  return store;
}

TEST(U42_a_snapshot_has_labels_numbers_keys_and_open_groups) {
  for (int is_text = 0; is_text < 2; is_text++) {
    kmk_store_free(k->store);
    open_with(k, labeled_options("/doc"));
    send_ok(k->store, "{'set': ['/doc/n', 1, {'label': 'Type', 'key': 'a'}]}");
    assert_non_null(continued(k, is_text));
    send_ok(k->store, "{'set': ['/doc/n', 2, {'key': 'a'}]}");
    send_ok(k->store, "{'set': ['/doc/n', 3, {'label': 'Drag', 'group': 'begin'}]}");
    assert_non_null(continued(k, is_text));
    send_ok(k->store, "{'set': ['/doc/n', 4]}");
    send_ok(k->store, "{'set': ['/doc/n', 5, {'group': 'end'}]}");
    send_ok(k->store, "{'set': ['/doc/n', 6, {'label': 'Last'}]}");
    send_ok(k->store, "'undo'");
    assert_non_null(continued(k, is_text));
    assert_steps(k, "{'redo': [{'bytes': 9, 'label': 'Last', 'step': 3}], "
                    "'undo': [{'bytes': 9, 'label': 'Drag', 'step': 2}, "
                    "{'bytes': 9, 'label': 'Type', 'step': 1}]}");
    send_ok(k->store, "{'undo': {'to': 0}}");
    assert_there(k, "/doc/n", "0");
  }
}

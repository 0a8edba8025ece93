/* Traces: each step as JSON, and no cost without a trace. */
#include "trace_support.h"

static void keep(const json_t *step, void *record) {
  json_array_append_new(record, json_deep_copy(step));
}

static json_t *at(const json_t *record, size_t index, const char *member) {
  return json_object_get(json_array_get(record, index), member);
}

static kmk_subscription *trace_into(kmk_store *store, json_t *record) {
  kmk_error error;
  kmk_subscription *trace = kmk_store_trace(store, NULL, keep, record, NULL, &error);
  assert_non_null(trace);
  return trace;
}

TEST(Z30_a_step_has_its_action_its_patch_and_the_way_back) {
  json_t *record = json_array();
  open_traced(k);
  kmk_subscription *trace = trace_into(k->store, record);
  advance(k->loop, 5);
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'inc'}}}");
  assert_int_equal(json_array_size(record), 1);
  assert_json_text(at(record, 0, "step"), "1");
  assert_json_text(at(record, 0, "clock"), "5");
  assert_json_text(at(record, 0, "origin"), "'program'");
  assert_json_text(at(record, 0, "action"), "{'rows': {'element': {'id': 2, 'action': 'inc'}}}");
  assert_json_text(at(record, 0, "patch"), "[{'op': 'replace', 'path': '/rows/1/n', 'value': 1}]");
  assert_json_text(at(record, 0, "inverse"),
                   "[{'op': 'replace', 'path': '/rows/1/n', 'value': 0}]");
  assert_int_equal(json_string_length(at(record, 0, "hash")), 16);
  assert_null(at(record, 0, "given"));
  send_ok(k->store, "'whole'");
  assert_json_text(at(record, 1, "patch"),
                   "[{'op': 'replace', 'path': '', 'value': {'rows': [], 'sheet': null}}]");
  json_t *before =
      kmk_json_patched(json_object_get(json_array_get(at(record, 1, "patch"), 0), "value"),
                       at(record, 1, "inverse"), NULL);
  assert_json_text(before, "{'rows': [{'id': 1, 'n': 0}, {'id': 2, 'n': 1}], 'sheet': null}");
  json_decref(before);
  kmk_subscription_free(trace);
  send_ok(k->store, "'open'");
  assert_int_equal(json_array_size(record), 2);
  json_decref(record);
}

static void keep_itself(const json_t *step, void *record) {
  json_array_append(record, (json_t *)(uintptr_t)step);
}

TEST(Z30_a_step_that_is_kept_stays_as_it_was) {
  kmk_error error;
  kmk_trace_options plain = KMK_TRACE_OPTIONS_INIT;
  plain.omits_inverse = true;
  json_t *record = json_array(), *whole = json_array();
  open_traced(k);
  kmk_subscription *trace = kmk_store_trace(k->store, &plain, keep_itself, record, NULL, &error);
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  kmk_subscription *other = kmk_store_trace(k->store, NULL, keep_itself, whole, NULL, &error);
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'inc'}}}");
  kmk_subscription_free(other);
  send_ok(k->store, "'more'");
  for (int step = 0; step < 3; step++) {
    assert_int_equal(json_integer_value(at(record, step, "step")), step + 1);
    assert_null(at(record, step, "inverse"));
  }
  assert_json_text(at(record, 0, "patch"), "[{'op': 'replace', 'path': '/rows/0/n', 'value': 1}]");
  assert_json_text(at(record, 1, "action"), "{'rows': {'element': {'id': 2, 'action': 'inc'}}}");
  assert_int_equal(json_array_size(whole), 1);
  assert_json_text(at(whole, 0, "inverse"), "[{'op': 'replace', 'path': '/rows/1/n', 'value': 0}]");
  kmk_subscription_free(trace);
  json_decref(record);
  json_decref(whole);
}

/* Keeps a part of a step, beside a copy of its content at that time. */
static void keep_part(const json_t *part, json_t *record) {
  json_array_append_new(record, json_pack("[O, o]", part, json_deep_copy(part)));
}

static void keep_parts(const json_t *step, void *record) {
  static const char *const names[] = {"step", "clock", "origin", "action", "hash"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    keep_part(json_object_get(step, names[i]), record);
  }
  const json_t *patches[] = {json_object_get(step, "patch"), json_object_get(step, "inverse")};
  /* Alternates between the patches, so that the other members of the kept part are released. */
  const json_t *patch = patches[json_array_size(record) / COUNT_OF(names) % 2];
  json_t *operation = json_array_get(patch, 0);
  switch (json_array_size(record) % 3) {
  case 0:
    keep_part(patch, record);
    break;
  case 1:
    keep_part(operation, record);
    break;
  default:
    keep_part(json_object_get(operation, "path"), record);
  }
}

TEST(Z30_a_part_of_a_step_that_is_kept_stays_as_it_was) {
  kmk_error error;
  json_t *record = json_array();
  open_traced(k);
  kmk_subscription *trace = kmk_store_trace(k->store, NULL, keep_parts, record, NULL, &error);
  for (int round = 0; round < 8; round++) {
    advance(k->loop, 1);
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
    send_ok(k->store, round == 1 ? "'more'" : "{'rows': {'element': {'id': 2, 'action': 'inc'}}}");
  }
  assert_int_equal(json_array_size(record), 16 * 6);
  for (size_t i = 0; i < json_array_size(record); i++) {
    json_t *pair = json_array_get(record, i);
    assert_true(json_equal(json_array_get(pair, 0), json_array_get(pair, 1)));
  }
  kmk_subscription_free(trace);
  json_decref(record);
}

TEST(Z31_a_step_says_where_its_action_came_from) {
  kmk_error error;
  json_t *record = json_array();
  open_traced(k);
  kmk_subscription *trace = trace_into(k->store, record);
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'later'}}}");
  assert_json_text(at(record, 0, "began"), "[1]");
  advance(k->loop, SECOND);
  assert_json_text(at(record, 1, "origin"), "{'effect': 1, 'step': 1}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'twice'}}}");
  assert_json_text(at(record, 2, "ended"), "[1]");
  assert_json_text(at(record, 3, "origin"), "{'send': 3}");
  assert_json_text(at(record, 4, "origin"), "{'send': 3}");
  json_t *id = json_integer(2);
  kmk_store *row = kmk_store_scope_element(k->store, "/rows", "rows", id, &error);
  json_decref(id);
  send_ok(row, "'inc'");
  assert_json_text(at(record, 5, "origin"), "{'view': '/rows/1'}");
  kmk_store_free(row);
  kmk_subscription_free(trace);
  json_decref(record);
}

TEST(Z32_a_step_has_what_its_reducers_were_given) {
  json_t *record = json_array();
  open_traced(k);
  kmk_subscription *trace = trace_into(k->store, record);
  advance(k->loop, 7);
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'stamp'}}}");
  assert_json_text(at(record, 0, "given"),
                   "[['uuid', '00000000-0000-0000-0000-000000000000'], ['date', 7], ['now', 7]]");
  send_ok(k->store, "'open'");
  assert_json_text(at(record, 1, "given"), "[['presentation', '0']]");
  kmk_subscription_free(trace);
  json_decref(record);
}

TEST(Z33_a_step_has_the_issues_that_it_raised) {
  json_t *record = json_array();
  open_traced(k);
  kmk_subscription *trace = trace_into(k->store, record);
  send_ok(k->store, "{'sheet': {'presented': 'inc'}}");
  assert_json_text(json_object_get(json_array_get(at(record, 0, "issues"), 0), "code"),
                   "'absent-destination'");
  assert_issues(k, "['absent-destination']");
  kmk_subscription_free(trace);
  json_decref(record);
}

/* Whether the last step of a record contains "history", which is true or missing. */
static bool changed_history(const json_t *record) {
  const json_t *history = at(record, json_array_size(record) - 1, "history");
  assert_true(history == NULL || json_is_true(history));
  return history != NULL;
}

TEST(Z37_a_step_says_whether_it_changed_what_can_be_undone) {
  static const struct {
    const char *action;
    bool changes;
  } steps[] = {
      {"'undo'", false}, {"'redo'", false}, {"'clearHistory'", false}, {"'nothing'", false},
      {"'inc'", true},   {"'redo'", false}, {"'undo'", true},          {"'undo'", false},
      {"'redo'", true},  {"'redo'", false}, {"'clearHistory'", true},  {"'clearHistory'", false},
      {"'undo'", false},
  };
  json_t *record = json_array();
  kit_open(k, kmk_undoable(counter(), NULL), "{'count': 0}");
  kmk_subscription *trace = trace_into(k->store, record);
  for (size_t i = 0; i < COUNT_OF(steps); i++) {
    send_ok(k->store, steps[i].action);
    if (changed_history(record) != steps[i].changes) {
      fail_msg("step %zu, %s: %d", i + 1, steps[i].action, !steps[i].changes);
    }
  }
  kmk_subscription_free(trace);
  json_decref(record);
}

REDUCER(exchange_child) {
  if (kmk_action_is(action, "exchange")) {
    kmk_state_set_new(state, "/child", json_pack("{s: i}", "count", 7));
  }
  return NULL;
}

TEST(Z37_so_does_one_that_begins_a_new_history_from_outside) {
  json_t *record = json_array();
  kmk_reducer *both[] = {kmk_scope("/child", "child", kmk_undoable(counter(), NULL)),
                         kmk_reducer_new(exchange_child, NULL, NULL)};
  kit_open(k, kmk_combine(2, both), "{'child': {'count': 0}}");
  kmk_subscription *trace = trace_into(k->store, record);
  send_ok(k->store, "'exchange'");
  assert_false(changed_history(record));
  send_ok(k->store, "{'child': 'inc'}");
  send_ok(k->store, "'exchange'");
  assert_true(changed_history(record));
  send_ok(k->store, "{'child': 'undo'}");
  assert_false(changed_history(record));
  assert_state_text(k->store, "{'child': {'count': 7}}");
  kmk_subscription_free(trace);
  json_decref(record);
}

/* Sends another action during the first step. The first step is reported before the second runs. */
static void send_again(const json_t *step, void *data) {
  kit *k = data;
  if (json_integer_value(json_object_get(step, "step")) == 1) {
    json_t *action = json_string("open");
    kmk_store_send(k->store, action, NULL);
    json_decref(action);
  }
}

TEST(Z93_a_replaced_reducer_is_told_with_the_state) {
  kmk_error error;
  json_t *record = json_array();
  open_traced(k);
  kmk_subscription *trace = trace_into(k->store, record);
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'later'}}}");
  assert_int_equal(kmk_store_replace_reducer(k->store, NULL, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(json_array_size(record), 1);
  assert_int_equal(kmk_store_replace_reducer(k->store, traced_feature(2), &error), KMK_OK);
  assert_int_equal(json_array_size(record), 2);
  assert_int_equal(json_integer_value(at(record, 1, "step")), 2);
  assert_json_text(at(record, 1, "origin"), "'replace'");
  assert_json_text(at(record, 1, "ended"), "[1]");
  assert_null(at(record, 1, "action"));
  json_t *state = kmk_store_state(k->store);
  assert_true(json_equal(json_object_get(at(record, 1, "snapshot"), "state"), state));
  json_decref(state);
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  assert_json_text(at(record, 2, "patch"), "[{'op': 'replace', 'path': '/rows/0/n', 'value': 2}]");
  kmk_subscription_free(trace);
  assert_int_equal(kmk_store_replace_reducer(k->store, traced_feature(1), &error), KMK_OK);
  assert_int_equal(json_array_size(record), 3);
  json_decref(record);
}

TEST(Z34_a_trace_may_send_and_end_in_its_own_call) {
  kmk_error error;
  json_t *record = json_array();
  open_traced(k);
  kmk_subscription *sending = kmk_store_trace(k->store, NULL, send_again, k, NULL, &error);
  kmk_subscription *trace = trace_into(k->store, record);
  send_ok(k->store, "'more'");
  assert_json_text(at(record, 0, "action"), "'more'");
  assert_json_text(at(record, 1, "action"), "'open'");
  kmk_subscription_free(sending);
  kmk_subscription_free(trace);
  json_decref(record);
}

/* Counts, and ends the trace of its own store during a step. */
static kmk_effect *end_own_trace(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env;
  kmk_state_set_new(state, "/n", json_integer(json_integer_value(kmk_state_get(state, "/n")) + 1));
  if (kmk_action_is(action, "end"))
    kmk_subscription_free(*(kmk_subscription **)data);
  return NULL;
}

TEST(Z34_a_trace_that_a_reducer_ends_is_not_told_of_its_step) {
  json_t *record = json_array();
  kmk_subscription *trace;
  k->store = open_store(k->loop, kmk_reducer_new(end_own_trace, &trace, NULL), "{'n': 0}");
  trace = trace_into(k->store, record);
  send_ok(k->store, "'end'");
  assert_int_equal(json_array_size(record), 0);
  trace = trace_into(k->store, record);
  send_ok(k->store, "'count'");
  assert_int_equal(json_array_size(record), 1);
  assert_json_text(at(record, 0, "action"), "'count'");
  assert_json_text(at(record, 0, "inverse"), "[{'op': 'replace', 'path': '/n', 'value': 1}]");
  kmk_subscription_free(trace);
  json_decref(record);
}

TEST(Z34_a_trace_ends_with_its_store) {
  kmk_error error;
  int freed = 0;
  open_traced(k);
  kmk_subscription *trace = kmk_store_trace(k->store, NULL, keep, &freed, count_free, &error);
  end_store(k);
  assert_int_equal(freed, 1);
  kmk_subscription_free(trace);
}

TEST(Z35_mistakes_are_refused) {
  kmk_error error;
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  int freed = 0;
  open_traced(k);
  options.size = 1;
  assert_null(kmk_store_trace(k->store, &options, keep, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_trace(k->store, NULL, NULL, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_trace(NULL, NULL, keep, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(freed, 3);
}

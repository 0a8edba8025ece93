/* Several traces of one store, at the same time and one after another, and together with operators that record
   writes too. */
#include "trace_support.h"

#include <stdio.h>

static void keep(const json_t *step, void *record) {
  json_array_append_new(record, json_deep_copy(step));
}

static json_t *at(const json_t *record, size_t index, const char *member) {
  return json_object_get(json_array_get(record, index), member);
}

static kmk_subscription *trace_into(kmk_store *store, json_t *record, bool omits_inverse) {
  kmk_error error;
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  options.omits_inverse = omits_inverse;
  kmk_subscription *trace = kmk_store_trace(store, &options, keep, record, NULL, &error);
  assert_non_null(trace);
  return trace;
}

/* --------------------------------------------------------------- inverse patches */

KMK_RUNNING_FN(nothing_runs) { return NULL; }

REDUCER(set_n) {
  kmk_state_set(state, "/n", kmk_action_payload(action, "set"));
  return NULL;
}

KMK_WRITE_FN(write_seen) {
  kmk_state_set_new(state, "/seen", json_integer((json_int_t)json_array_size(places)));
  return NULL;
}

static void expect_way_back(kit *k, kmk_reducer *reducer, const char *expected) {
  json_t *record = json_array();
  kmk_store *store = open_store(k->loop, reducer, "{'n': 1, 'seen': 0}");
  kmk_subscription *trace = trace_into(store, record, false);
  send_ok(store, "{'set': 2}");
  send_ok(store, "{'set': 3}");
  assert_json_text(at(record, 1, "inverse"), expected);
  json_t *now = kmk_store_state(store);
  json_t *before = kmk_json_patched(now, at(record, 1, "inverse"), NULL);
  assert_int_equal(json_integer_value(json_object_get(before, "n")), 2);
  json_decref(before);
  json_decref(now);
  kmk_subscription_free(trace);
  kmk_store_free(store);
  json_decref(record);
}

/* State-driven effects read the step's writes until the previous step has been reported. */
TEST(Z150_a_step_has_its_way_back_beside_effects_that_follow_the_state) {
  kmk_reducer *reducer = kmk_reducer_new(set_n, NULL, NULL);
  const char *expected = "[{'op': 'replace', 'path': '/n', 'value': 2}]";
  expect_way_back(k, kmk_running(reducer, "/other", NULL, nothing_runs, NULL, NULL), expected);
  reducer = kmk_on_write(kmk_reducer_new(set_n, NULL, NULL), "/n", write_seen, NULL, NULL);
  reducer = kmk_running(reducer, "/other", NULL, nothing_runs, NULL, NULL);
  expect_way_back(k, kmk_undoable(reducer, NULL), expected);
}

/* --------------------------------------------------------------------- numbers */

TEST(Z151_a_later_trace_counts_from_1) {
  json_t *records[] = {json_array(), json_array()};
  open_traced(k);
  for (int i = 0; i < 2; i++) {
    kmk_subscription *trace = trace_into(k->store, records[i], false);
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'twice'}}}");
    kmk_subscription_free(trace);
    send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'inc'}}}");
  }
  for (int i = 0; i < 2; i++) {
    assert_int_equal(json_array_size(records[i]), 4);
    for (size_t step = 0; step < 4; step++)
      assert_int_equal(json_integer_value(at(records[i], step, "step")), step + 1);
    assert_json_text(at(records[i], 1, "origin"), "'program'");
    assert_json_text(at(records[i], 2, "origin"), "{'send': 2}");
    json_decref(records[i]);
  }
}

/* The hash covers the writes since the trace started. */
TEST(Z151_a_trace_beside_another_has_its_own_numbers_and_hashes) {
  json_t *first = json_array(), *second = json_array(), *third = json_array();
  kit_open(k, kmk_reducer_new(set_n, NULL, NULL), "{'n': 0}");
  kmk_subscription *traces[3] = {trace_into(k->store, first, false)};
  send_ok(k->store, "{'set': 7}");
  send_ok(k->store, "{'set': 8}");
  traces[1] = trace_into(k->store, second, true);
  send_ok(k->store, "{'set': 7}");
  kmk_subscription_free(traces[0]);
  send_ok(k->store, "{'set': 8}");
  traces[2] = trace_into(k->store, third, false);
  send_ok(k->store, "{'set': 7}");
  assert_int_equal(json_integer_value(at(first, 2, "step")), 3);
  assert_int_equal(json_integer_value(at(second, 0, "step")), 1);
  assert_int_equal(json_integer_value(at(second, 2, "step")), 3);
  assert_int_equal(json_integer_value(at(third, 0, "step")), 1);
  assert_int_equal(json_array_size(third), 1);
  /* Each trace saw the writes 7, 8, 7. */
  for (size_t step = 0; step < 3; step++)
    assert_true(json_equal(at(first, step, "hash"), at(second, step, "hash")));
  assert_true(json_equal(at(first, 0, "hash"), at(third, 0, "hash")));
  assert_null(at(second, 2, "inverse"));
  assert_non_null(at(third, 0, "inverse"));
  kmk_subscription_free(traces[1]);
  kmk_subscription_free(traces[2]);
  json_decref(first);
  json_decref(second);
  json_decref(third);
}

/* A step before the start of a trace has no number in that trace. */
TEST(Z151_an_effect_of_before_a_trace_names_no_step) {
  json_t *first = json_array(), *second = json_array();
  open_traced(k);
  kmk_subscription *traces[2] = {trace_into(k->store, first, false)};
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'later'}}}");
  traces[1] = trace_into(k->store, second, false);
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'later'}}}");
  advance(k->loop, SECOND);
  assert_json_text(at(first, 2, "origin"), "{'effect': 1, 'step': 1}");
  assert_json_text(at(second, 1, "origin"), "{'effect': 1}");
  assert_json_text(at(second, 2, "origin"), "{'effect': 2, 'step': 1}");
  kmk_subscription_free(traces[0]);
  kmk_subscription_free(traces[1]);
  json_decref(first);
  json_decref(second);
  /* A step of an ended trace has no number either. */
  first = json_array();
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'later'}}}");
  traces[0] = trace_into(k->store, first, false);
  advance(k->loop, SECOND);
  assert_json_text(at(first, 0, "origin"), "{'effect': 3}");
  assert_int_equal(json_integer_value(at(first, 0, "step")), 1);
  kmk_subscription_free(traces[0]);
  json_decref(first);
}

typedef struct joining {
  kmk_store *store;
  kmk_subscription *trace;
  json_t *record;
} joining;

/* Starts a trace while observers are being notified of a step. */
static void join(const json_t *value, void *data) {
  joining *j = data;
  if (json_integer_value(value) == 1 && j->trace == NULL)
    j->trace = kmk_store_trace(j->store, NULL, keep, j->record, NULL, NULL);
}

TEST(Z151_a_trace_that_begins_in_an_observer_is_told_of_what_comes_then) {
  kmk_error error;
  json_t *first = json_array();
  joining j = {NULL, NULL, json_array()};
  kit_open(k, kmk_reducer_new(set_n, NULL, NULL), "{'n': 0}");
  j.store = k->store;
  kmk_subscription *observer = kmk_store_observe(k->store, "/n", join, &j, NULL, &error);
  kmk_subscription *trace = trace_into(k->store, first, false);
  send_ok(k->store, "{'set': 1}");
  assert_int_equal(json_array_size(j.record), 0);
  send_ok(k->store, "{'set': 2}");
  assert_int_equal(json_array_size(j.record), 1);
  assert_int_equal(json_integer_value(at(j.record, 0, "step")), 1);
  assert_int_equal(json_integer_value(at(first, 1, "step")), 2);
  kmk_subscription_free(j.trace);
  kmk_subscription_free(observer);
  kmk_subscription_free(trace);
  json_decref(j.record);
  json_decref(first);
}

static void end_other(const json_t *step, void *data) {
  (void)step;
  kmk_subscription_free(*(kmk_subscription **)data);
  *(kmk_subscription **)data = NULL;
}

TEST(Z151_a_trace_that_another_one_ends_is_told_of_nothing_more) {
  json_t *record = json_array();
  kmk_subscription *other = NULL;
  open_traced(k);
  kmk_subscription *ending = kmk_store_trace(k->store, NULL, end_other, &other, NULL, NULL);
  other = trace_into(k->store, record, false);
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'inc'}}}");
  assert_int_equal(json_array_size(record), 0);
  kmk_subscription_free(ending);
  json_decref(record);
}

/* ------------------------------------------------------------- scoped stores */

/* Sends once through a scoped store, while observers are being notified of a step. */
static void send_through(const json_t *value, void *data) {
  if (json_integer_value(value) == 1)
    kmk_store_send_text(*(kmk_store **)data, "{\"set\": 2}", NULL);
}

TEST(Z152_what_is_sent_while_a_view_s_action_is_handled_has_its_own_origin) {
  kmk_error error;
  json_t *record = json_array();
  kit_open(k, kmk_scope("/part", "part", kmk_reducer_new(set_n, NULL, NULL)), "{'part': {'n': 0}}");
  kmk_store *view = kmk_store_scope(k->store, "/part", "part", &error);
  kmk_store *other = kmk_store_scope(k->store, "/part", "part", &error);
  kmk_store *through = view;
  kmk_subscription *observer =
      kmk_store_observe(k->store, "/part/n", send_through, &through, NULL, &error);
  kmk_subscription *trace = trace_into(k->store, record, false);
  send_ok(k->store, "{'part': {'set': 1}}");
  assert_json_text(at(record, 0, "origin"), "'program'");
  assert_json_text(at(record, 1, "origin"), "{'view': '/part'}");
  send_ok(k->store, "{'part': {'set': 0}}");
  through = other;
  json_array_clear(record);
  send_ok(view, "{'set': 1}");
  assert_json_text(at(record, 0, "origin"), "{'view': '/part'}");
  assert_json_text(at(record, 1, "origin"), "{'view': '/part'}");
  kmk_subscription_free(observer);
  kmk_subscription_free(trace);
  kmk_store_free(view);
  kmk_store_free(other);
  json_decref(record);
}

static void send_as_program(const json_t *value, void *data) {
  if (json_integer_value(value) == 1)
    kmk_store_send_text(data, "{\"part\": {\"set\": 2}}", NULL);
}

TEST(Z152_an_action_of_the_program_does_not_have_the_views_origin) {
  kmk_error error;
  json_t *record = json_array();
  kit_open(k, kmk_scope("/part", "part", kmk_reducer_new(set_n, NULL, NULL)), "{'part': {'n': 0}}");
  kmk_store *view = kmk_store_scope(k->store, "/part", "part", &error);
  kmk_subscription *observer =
      kmk_store_observe(k->store, "/part/n", send_as_program, k->store, NULL, &error);
  kmk_subscription *trace = trace_into(k->store, record, false);
  send_ok(view, "{'set': 1}");
  assert_json_text(at(record, 0, "origin"), "{'view': '/part'}");
  assert_json_text(at(record, 1, "origin"), "'program'");
  kmk_subscription_free(observer);
  kmk_subscription_free(trace);
  kmk_store_free(view);
  json_decref(record);
}

/* ----------------------------------------------------------------- recorders */

static json_int_t first_step(const char *path) {
  char text[4096] = "";
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  const char *line = strstr(text, "\n{\"step\":");
  assert_non_null(line);
  return strtoll(line + 9, NULL, 10);
}

FILE_TEST(Z151_each_log_counts_from_1_and_is_replayed) {
  kmk_error error;
  static char paths[2][4096];
  open_traced(k);
  kmk_recorder *recorders[2];
  for (int i = 0; i < 2; i++) {
    snprintf(paths[i], sizeof paths[i], "%s", in_folder(i == 0 ? "a.log" : "b.log"));
    recorders[i] = kmk_recorder_new(k->store, paths[i], NULL, &error);
    assert_non_null(recorders[i]);
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  }
  kmk_recorder_free(recorders[0]);
  send_ok(k->store, "{'rows': {'element': {'id': 2, 'action': 'inc'}}}");
  kmk_recorder_free(recorders[1]);
  /* Another recorder continues the first log. */
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  recorders[0] = kmk_recorder_new(k->store, paths[0], NULL, &error);
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  kmk_recorder_free(recorders[0]);
  char *now = kmk_store_state_text(k->store, JSON_COMPACT);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(first_step(paths[i]), 1);
    kmk_replay *replay = kmk_replay_open(paths[i], traced_feature(1), &error);
    assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
    assert_int_equal(kmk_replay_step(replay), i == 0 ? 3 : 2);
    kmk_replay_free(replay);
  }
  assert_replays(paths[0], traced_feature(1), now);
  kmk_text_free(now);
}

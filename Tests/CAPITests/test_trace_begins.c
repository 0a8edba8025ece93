/* Traces that receive actions before their reducers are called, and durations; a log that ends with an action. */
#include "trace_support.h"

#include <stdio.h>
#include <string.h>

static json_t *told;

static void tell_step(const json_t *step, void *data) {
  (void)data;
  json_array_append_new(told, json_deep_copy(step));
}

static void tell_begin(const json_t *action, void *data) {
  assert_string_equal(data, "mine");
  json_array_append_new(told, json_deep_copy(action));
}

static const json_t *told_at(size_t index) { return json_array_get(told, index); }

TEST(Z123_each_action_is_reported_before_its_step) {
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  options.begins = tell_begin;
  told = json_array();
  open_traced(k);
  kmk_subscription *trace =
      kmk_store_trace(k->store, &options, tell_step, (char[]){"mine"}, NULL, NULL);
  send_ok(k->store, "'more'");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  assert_int_equal(json_array_size(told), 4);
  assert_json_text(told_at(0), "'more'");
  assert_json_text(json_object_get(told_at(1), "action"), "'more'");
  assert_json_text(told_at(2), "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  assert_null(json_object_get(told_at(1), "duration"));
  kmk_subscription_free(trace);
  json_decref(told);
}

TEST(Z123_a_step_has_its_duration_for_the_trace_that_asks) {
  kmk_trace_options timed = KMK_TRACE_OPTIONS_INIT;
  timed.has_durations = timed.omits_inverse = true;
  told = json_array();
  open_traced(k);
  kmk_subscription *first = kmk_store_trace(k->store, &timed, tell_step, NULL, NULL, NULL);
  kmk_subscription *second = kmk_store_trace(k->store, NULL, tell_step, NULL, NULL, NULL);
  for (int i = 0; i < 3; i++)
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
  assert_int_equal(json_array_size(told), 6);
  for (size_t i = 0; i < 6; i += 2) {
    assert_true(json_is_integer(json_object_get(told_at(i), "duration")));
    assert_true(json_integer_value(json_object_get(told_at(i), "duration")) >= 0);
    assert_null(json_object_get(told_at(i), "inverse"));
    assert_null(json_object_get(told_at(i + 1), "duration"));
    assert_non_null(json_object_get(told_at(i + 1), "inverse"));
  }
  kmk_subscription_free(first);
  kmk_subscription_free(second);
  json_decref(told);
}

/* ------------------------------------------------------------------- a log that ends with an action */

static const char *log_path;
static char *found; /* the file while the reducer runs */

static char *file_text(const char *path) {
  static char text[4096];
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = '\0';
  return text;
}

REDUCER(read_log) {
  kmk_state_set_new(state, "/n", json_integer(json_integer_value(kmk_state_get(state, "/n")) + 1));
  kmk_state_set(state, "/last", action);
  found = file_text(log_path);
  return NULL;
}

static kmk_recorder *record_begun(kmk_store *store, const char *const *secrets) {
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.parts = KMK_RECORD_BEGUN;
  options.secret_paths = secrets;
  kmk_error error;
  kmk_recorder *recorder = kmk_recorder_new(store, log_path, &options, &error);
  assert_non_null(recorder);
  return recorder;
}

static const char *last_line(void) { return strrchr(found, '\n') + 1; }

FILE_TEST(Z124_the_file_has_the_action_while_its_reducer_runs) {
  log_path = in_folder("begun.log");
  k->store = open_store(k->loop, kmk_reducer_new(read_log, NULL, NULL), "{'n': 0}");
  kmk_recorder *recorder = record_begun(k->store, NULL);
  for (int i = 1; i < 4; i++) {
    char line[100];
    send_ok(k->store, "{'set': 'a text'}");
    snprintf(line, sizeof line, "{\"step\":%d,\"begun\":true,\"action\":{\"set\":\"a text\"}}", i);
    assert_string_equal(last_line(), line);
    assert_string_equal(strrchr(file_text(log_path), '\n'), "\n");
  }
  /* As after a crash: the action stays behind the last line. */
  FILE *file = fopen(log_path, "a");
  fputs("{\"step\":4,\"begun\":true,\"action\":\"boom\"}", file);
  kmk_recorder_free(recorder);
  fclose(file);
  char *now = kmk_store_state_text(k->store, JSON_COMPACT);
  assert_replays(log_path, kmk_reducer_new(read_log, NULL, NULL), now);
  recorder = record_begun(k->store, NULL);
  assert_non_null(strstr(file_text(log_path), ",\"begun\":\"boom\"}\n"));
  send_ok(k->store, "'next'");
  kmk_recorder_free(recorder);
  char *later = kmk_store_state_text(k->store, JSON_COMPACT);
  assert_replays(log_path, kmk_reducer_new(read_log, NULL, NULL), later);
  kmk_text_free(now);
  kmk_text_free(later);
}

FILE_TEST(Z124_no_secret_is_in_the_file_before_the_step) {
  static const char *const secrets[] = {"login.password", "/word", NULL};
  log_path = in_folder("secret.log");
  kmk_reducer *feature =
      kmk_combine(2, (kmk_reducer *[]){KMK_BINDING_FIELDS("set", {"/word", "text"}),
                                       kmk_reducer_new(read_log, NULL, NULL)});
  k->store = open_store(k->loop, feature, "{'n': 0, 'word': 'x'}");
  kmk_recorder *recorder = record_begun(k->store, secrets);
  send_ok(k->store, "{'login': {'password': 'swordfish'}}");
  assert_non_null(strstr(last_line(), "{\"login\":{\"password\":null}}"));
  assert_null(strstr(found, "swordfish"));
  send_ok(k->store, "{'set': {'path': '/word', 'value': 'tuna'}}");
  assert_null(strstr(found, "tuna"));
  kmk_recorder_free(recorder);
}

/* Programs that were built with 0.3 have shorter options. */
FILE_TEST(Z124_options_of_0_3_are_accepted) {
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.size = offsetof(kmk_recorder_options, parts);
  options.parts = UINT64_MAX;
  log_path = in_folder("old.log");
  k->store = open_store(k->loop, kmk_reducer_new(read_log, NULL, NULL), "{'n': 0}");
  kmk_recorder *recorder = kmk_recorder_new(k->store, log_path, &options, NULL);
  assert_non_null(recorder);
  send_ok(k->store, "'next'");
  assert_string_equal(last_line(), "");
  kmk_recorder_free(recorder);
}

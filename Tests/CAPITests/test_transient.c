/* Transient members: in the state, but in no file, log or undo step (A131, A132, U161, Z211 to Z214). */
#include "trace_support.h"
#include "writer_support.h"

#include <kumiki_test.h>
#include <stdio.h>

/* Rows, an enum, a kind inside itself, and an optional member. */
#define FILES                                                                                      \
  "File = only {id: unsigned, name: text = '', transient progress: number = 0,"                    \
  "             phase: (idle | loading: only {url: text, transient bytes: integer = 0}) = "        \
  "'idle'};"                                                                                       \
  "Folder = only {name: text = '', transient open: boolean = false, inside: [Folder] = []};"       \
  "only {files: [File] = [], folder: Folder = {}, transient hover: only {x: integer}?,"            \
  "      transient cursor: integer = 0}"
#define FIRST                                                                                      \
  "{'files': [{'id': 1, 'progress': 0.5, 'phase': {'loading': {'url': 'u', 'bytes': 7}}},"         \
  "           {'id': 2}],"                                                                         \
  " 'folder': {'open': true, 'inside': [{'open': true, 'name': 'a'}]}, 'hover': {'x': 3},"         \
  " 'cursor': 4}"
#define SAVED                                                                                      \
  "{'files': [{'id': 1, 'name': '', 'phase': {'loading': {'url': 'u'}}},"                          \
  "           {'id': 2, 'name': '', 'phase': 'idle'}],"                                            \
  " 'folder': {'name': '', 'inside': [{'name': 'a', 'inside': []}]}}"

static kmk_reducer *files(void) {
  return kmk_shape(kmk_for_each(writer(), "/files", "file", NULL, kmk_empty()), FILES);
}

static kmk_snapshot *moment_of(kmk_store *store) {
  kmk_error error = {0};
  kmk_snapshot *moment = kmk_store_snapshot(store, &error);
  if (moment == NULL)
    fail_msg("%s", error.message);
  return moment;
}

/* The member "state" of a saved form, which is consumed. */
#define assert_saved_state(saved, expected)                                                        \
  do {                                                                                             \
    json_t *whole = (saved);                                                                       \
    assert_non_null(whole);                                                                        \
    assert_value_is(json_object_get(whole, "state"), expected);                                    \
    json_decref(whole);                                                                            \
  } while (0)

#define assert_value_at(store, pointer, expected)                                                  \
  do {                                                                                             \
    json_t *part = kmk_store_get((store), (pointer), NULL);                                        \
    assert_value_is(part, expected);                                                               \
    json_decref(part);                                                                             \
  } while (0)

static void assert_mistake(const char *shape, const char *message) {
  kmk_error error = {0};
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *state = json_object();
  assert_null(kmk_store_new(loop, kmk_shape(kmk_empty(), shape), state, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, message);
  json_decref(state);
  kmk_loop_free(loop);
}

PLAIN_TEST(A131_a_transient_member_may_be_missing) {
  assert_mistake("{transient a: number}",
                 "kmk_shape: expected ? or a default after the kind of a transient member at byte "
                 "20, found \"}\"");
  assert_mistake("K = text; {transient a: K, b: text = ''}",
                 "kmk_shape: expected ? or a default after the kind of a transient member at byte "
                 "25, found \", b: text = ''}\"");
  static const char *const right[] = {
      "{transient a: number = 0}",    "{transient a: number?}",
      "{transient: boolean = true}",  "{transient transient: text = ''}",
      "{transient 'a b': integer?}",  "only {\n transient\n a: any}",
      "{'transient a': integer = 1}", "K = {transient a: [K] = []}; K",
  };
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *state = json_object();
  for (size_t i = 0; i < COUNT_OF(right); i++) {
    kmk_error error = {0};
    kmk_store *store = kmk_store_new(loop, kmk_shape(kmk_empty(), right[i]), state, &error);
    if (store == NULL)
      fail_msg("%s: %s", right[i], error.message);
    kmk_store_free(store);
  }
  json_decref(state);
  kmk_loop_free(loop);
}

PLAIN_TEST(A131_only_members_of_a_state_are_transient) {
  kmk_error error = {0};
  static const kmk_case cases[] = {{"a", "transient x: integer"}};
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *state = json_object();
  assert_null(kmk_store_new(loop, kmk_cases(kmk_empty(), 1, cases), state, &error));
  assert_non_null(strstr(error.message, "members of states alone are transient"));
  json_decref(state);
  kmk_loop_free(loop);
}

PLAIN_TEST(A131_a_description_marks_transient_members) {
  kmk_reducer *reducer = kmk_shape(kmk_empty(), "only {transient a: number = 0, b: text}");
  json_t *described = kmk_reducer_describe(reducer, NULL);
  const json_t *state = json_object_get(json_object_get(described, "$defs"), "state");
  const json_t *members = json_object_get(state, "properties");
  assert_value_is(json_object_get(members, "a"),
                  "{'type': 'number', 'default': 0, 'x-transient': true}");
  assert_value_is(json_object_get(members, "b"), "{'type': 'string'}");
  json_decref(described);
  kmk_reducer_free(reducer);
}

TEST(A132_the_id_of_rows_is_not_transient) {
  kmk_error error = {0};
  json_t *state = json_object();
  kmk_reducer *rows = kmk_for_each(writer(), "/l", "l", NULL, kmk_empty());
  kmk_reducer *reducer = kmk_shape(rows, "{l: [{transient id: unsigned = 0}] = []}");
  assert_null(kmk_store_new(k->loop, reducer, state, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message,
                      "for_each /l: the shape has a transient member id as the id of rows at /l/0");
  json_decref(state);
}

/* ---------------------------------------------------------------- snapshots */

TEST(Z211_the_json_of_a_snapshot_has_no_transient_member) {
  kit_open(k, files(), FIRST);
  kmk_snapshot *moment = moment_of(k->store);
  assert_saved_state(kmk_snapshot_json(moment, 1, NULL), SAVED);
  json_t *state = kmk_snapshot_state(moment);
  assert_value_is(state, SAVED);
  json_decref(state);
  kmk_snapshot *bounded = kmk_snapshot_bounded(moment, 100, NULL);
  assert_saved_state(kmk_snapshot_json(bounded, 1, NULL), SAVED);
  kmk_snapshot_free(bounded);
  kmk_saver *saver = kmk_saver_new(NULL, NULL);
  assert_saved_state(kmk_saver_whole(saver, moment, NULL), SAVED);
  kmk_saver_free(saver);
  kmk_snapshot_free(moment);
}

TEST(Z211_a_restored_file_gives_the_defaults) {
  kit_open(k, files(), FIRST);
  kmk_snapshot *moment = moment_of(k->store);
  json_t *saved = kmk_snapshot_json(moment, 1, NULL);
  kmk_snapshot_free(moment);
  moment = kmk_snapshot_new(saved, NULL, NULL);
  json_decref(saved);
  kmk_store *again = kmk_store_new_from(k->loop, files(), moment, NULL);
  static const char restored[] =
      "{'files': [{'id': 1, 'name': '', 'progress': 0,"
      "            'phase': {'loading': {'url': 'u', 'bytes': 0}}},"
      "           {'id': 2, 'name': '', 'progress': 0, 'phase': 'idle'}],"
      " 'folder': {'name': '', 'open': false,"
      "            'inside': [{'name': 'a', 'open': false, 'inside': []}]}, 'cursor': 0}";
  assert_value_at(again, "", restored);
  kmk_store_free(again);
  assert_int_equal(kmk_store_restore(k->store, moment, NULL), KMK_OK);
  assert_value_at(k->store, "", restored);
  kmk_snapshot_free(moment);
}

static kmk_effect *wait_long(const json_t *value, kmk_env *env, void *data) {
  (void)env, (void)data;
  return json_is_null(value) ? NULL : kmk_effect_after_new(1000 * SECOND, json_string("late"));
}

/* A sheet, an effect and a history in a transient member, and the same outside. */
static kmk_reducer *with_sheets(void) {
  kmk_undo_options undo = KMK_UNDO_OPTIONS_INIT;
  undo.history_path = "/h";
  kmk_reducer *one = kmk_undoable(writer(), &undo);
  one = kmk_running(one, "/n", NULL, wait_long, NULL, NULL);
  kmk_reducer *other = kmk_undoable(writer(), &undo);
  other = kmk_running(other, "/n", NULL, wait_long, NULL, NULL);
  kmk_reducer *base = kmk_presentation(writer(), "/sheet", "sheet", NULL, one);
  base = kmk_presentation(base, "/other", "other", NULL, other);
  return kmk_shape(base, "{transient sheet: {n: integer}?, other: {n: integer}?}");
}

TEST(Z211_nothing_inside_a_transient_member_is_saved) {
  kit_open(k, with_sheets(), "{'sheet': null, 'other': null}");
  send_ok(k->store, "{'all': [{'set': ['/sheet', {'n': 1}]}, {'set': ['/other', {'n': 1}]}]}");
  send_ok(k->store, "{'sheet': {'presented': {'set': ['/n', 2]}}}");
  send_ok(k->store, "{'other': {'presented': {'set': ['/n', 2]}}}");
  kmk_snapshot *moment = moment_of(k->store);
  json_t *saved = kmk_snapshot_json(moment, 0, NULL);
  assert_value_is(json_object_get(saved, "state"),
                  "{'other': {'n': 2, 'h': {'undo': 1, 'redo': 0}}}");
  assert_int_equal(json_object_size(json_object_get(saved, "presentations")), 1);
  assert_non_null(json_object_get(json_object_get(saved, "presentations"), "/other"));
  assert_int_equal(json_array_size(json_object_get(saved, "running")), 1);
  assert_int_equal(json_array_size(json_object_get(saved, "histories")), 1);
  kmk_snapshot_free(moment);
  moment = kmk_snapshot_new(saved, NULL, NULL);
  kmk_store *again = kmk_store_new_from(k->loop, with_sheets(), moment, NULL);
  assert_value_at(again, "/other/n", "2");
  assert_null(kmk_store_get(again, "/sheet", NULL));
  kmk_store_free(again);
  kmk_snapshot_free(moment);
  json_decref(saved);
}

/* ---------------------------------------------------------- traces, savers */

static void note_step(const json_t *step, void *record) {
  json_array_append_new(record, json_deep_copy(step));
}

static kmk_subscription *traced(kmk_store *store, json_t *record, bool omits_transient) {
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  options.omits_transient = omits_transient;
  return kmk_store_trace(store, &options, note_step, record, NULL, NULL);
}

static const json_t *member(const json_t *record, size_t index, const char *name) {
  return json_object_get(json_array_get(record, index), name);
}

TEST(Z214_a_trace_shows_transient_members_unless_it_omits_them) {
  kit_open(k, files(), FIRST);
  json_t *all = json_array(), *some = json_array();
  kmk_subscription *one = traced(k->store, all, false), *other = traced(k->store, some, true);
  send_ok(k->store, "{'set': ['/cursor', 9]}");
  send_ok(k->store, "{'set': ['/folder/inside/0/name', 'b']}");
  send_ok(k->store, "{'insert': ['/files/0', {'id': 3, 'progress': 1}]}");
  assert_value_is(member(all, 0, "patch"), "[{'op': 'replace', 'path': '/cursor', 'value': 9}]");
  assert_value_is(member(all, 0, "inverse"), "[{'op': 'replace', 'path': '/cursor', 'value': 4}]");
  assert_value_is(member(some, 0, "patch"), "[]");
  assert_value_is(member(some, 0, "inverse"), "[]");
  assert_value_is(member(some, 0, "action"), "{'set': ['/cursor', 9]}");
  assert_true(json_equal(member(all, 1, "patch"), member(some, 1, "patch")));
  assert_value_is(member(some, 2, "patch"), "[{'op': 'add', 'path': '/files/0',"
                                            "  'value': {'id': 3, 'name': '', 'phase': 'idle'}}]");
  for (size_t i = 0; i < 3; i++)
    assert_true(json_equal(member(all, i, "hash"), member(some, i, "hash")));
  kmk_subscription_free(one);
  kmk_subscription_free(other);
  json_decref(all);
  json_decref(some);
}

TEST(Z211_a_saver_leaves_transient_members_out_of_steps) {
  kit_open(k, files(), FIRST);
  kmk_saver *saver = kmk_saver_new(NULL, NULL);
  kmk_snapshot *moment = moment_of(k->store);
  json_decref(kmk_saver_whole(saver, moment, NULL));
  kmk_snapshot_free(moment);
  json_t *record = json_array();
  kmk_subscription *trace = traced(k->store, record, false);
  send_ok(k->store, "{'set': ['/files/0', {'id': 1, 'name': 'c', 'progress': 1}]}");
  json_t *step = kmk_saver_step(saver, json_array_get(record, 0), NULL);
  char *text = kmk_json_text(step, 0);
  assert_null(strstr(text, "progress"));
  assert_null(strstr(text, "bytes"));
  assert_non_null(strstr(text, "\"c\""));
  kmk_text_free(text);
  json_decref(step);
  kmk_subscription_free(trace);
  json_decref(record);
  kmk_saver_free(saver);
}

/* --------------------------------------------------------------------- logs */

static char *file_text(const char *path) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  static char text[100000];
  size_t count = fread(text, 1, sizeof text - 1, file);
  text[count] = '\0';
  fclose(file);
  return text;
}

FILE_TEST(Z213_a_log_has_no_transient_member_and_replays) {
  const char *path = in_folder("a.log");
  kit_open(k, files(), FIRST);
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 1;
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, &options, NULL);
  assert_non_null(recorder);
  send_ok(k->store, "{'set': ['/cursor', 9]}");
  send_ok(k->store, "{'set': ['/files/1/name', 'b']}");
  kmk_snapshot *moment = moment_of(k->store);
  send_ok(k->store, "{'remove': '/files/0'}");
  assert_int_equal(kmk_store_restore(k->store, moment, NULL), KMK_OK);
  kmk_snapshot_free(moment);
  send_ok(k->store, "{'set': ['/folder/open', false]}");
  send_ok(k->store, "{'move': ['/files/0', '/files/1']}");
  kmk_recorder_free(recorder);
  const char *text = file_text(path);
  assert_null(strstr(text, "\"cursor\""));
  assert_null(strstr(text, "\"progress\""));
  assert_null(strstr(text, "\"open\""));
  assert_null(strstr(text, "\"bytes\""));
  assert_true(kmk_test_replay(path, files()));
  kmk_error error = {0};
  kmk_replay *replay = kmk_replay_open_at(path, files(), 2, &error);
  assert_value_at(kmk_replay_store(replay), "/cursor", "0");
  if (kmk_replay_run(replay, UINT64_MAX, &error) != KMK_OK)
    fail_msg("%s", error.message);
  assert_null(kmk_replay_divergence(replay));
  assert_value_at(kmk_replay_store(replay), "/files/1/progress", "0");
  kmk_replay_free(replay);
}

/* The program that wrote the log saved the members that are transient now. */
FILE_TEST(Z213_a_log_of_an_older_program_is_compared_without_its_members) {
  const char *path = in_folder("a.log");
  kmk_reducer *older = kmk_shape(writer(), "{a: integer, b: integer = 0}");
  kit_open(k, older, "{'a': 1, 'b': 2}");
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, NULL);
  send_ok(k->store, "{'set': ['/b', 3]}");
  send_ok(k->store, "{'set': ['/a', 4]}");
  kmk_recorder_free(recorder);
  kmk_reducer *newer = kmk_shape(writer(), "{a: integer, transient b: integer = 0}");
  assert_true(kmk_test_replay(path, newer));
}

/* --------------------------------------------------------------------- undo */

static kmk_reducer *undoable_files(void) {
  kmk_undo_options undo = KMK_UNDO_OPTIONS_INIT;
  undo.history_path = "/h";
  kmk_reducer *rows = kmk_for_each(writer(), "/files", "file", NULL, kmk_empty());
  return kmk_shape(kmk_undoable(rows, &undo),
                   "File = {id: unsigned, name: text = '', transient progress: number = 0};"
                   "{files: [File] = [], plain: [{x: integer, transient y: integer = 0}] = [],"
                   " transient cursor: integer = 0, h: any?}");
}

#define UNDOABLE "{'files': [{'id': 1, 'progress': 0.5}], 'cursor': 4}"

TEST(U161_saved_steps_have_no_transient_member) {
  kit_open(k, undoable_files(), UNDOABLE);
  send_ok(k->store, "{'remove': '/files/0'}");
  kmk_snapshot *moment = moment_of(k->store);
  json_t *saved = kmk_snapshot_json(moment, 0, NULL);
  char *text = kmk_json_text(saved, 0);
  assert_null(strstr(text, "progress"));
  kmk_text_free(text);
  kmk_snapshot_free(moment);
  moment = kmk_snapshot_new(saved, NULL, NULL);
  json_decref(saved);
  kmk_store *again = kmk_store_new_from(k->loop, undoable_files(), moment, NULL);
  send_ok(again, "'undo'");
  assert_value_at(again, "/files", "[{'id': 1, 'name': '', 'progress': 0}]");
  kmk_store_free(again);
  kmk_snapshot_free(moment);
}

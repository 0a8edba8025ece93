/* Savers: the changes of a store, saved one after the other and read back (Z180 to Z182). */
#include "snapshot_support.h"
#include "writer_support.h"

#include <stdio.h>

#define DOC                                                                                        \
  "{'doc': {'l': [{'id': 1, 'on': true}, {'id': 2, 'on': false}, {'id': 3, 'on': true}],"          \
  " 'p': [1, 2, 3], 'n': 0, 'q': {}}, 'other': {'a': 0, 'text': ''}}"

static kmk_effect *write_other(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const json_t *other = kmk_action_payload(action, "other");
  return write_down(state, other != NULL ? other : action, env, data);
}

static kmk_effect *wait_long(const json_t *value, kmk_env *env, void *data) {
  (void)env, (void)data;
  return json_is_true(value) ? kmk_effect_after_new(1000 * SECOND, json_string("late")) : NULL;
}

/* Two histories, which share the byte limit of histories, and an effect in each row. */
static kmk_reducer *documents(void) {
  static const char *const ignored[] = {"other", NULL};
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  kmk_running_options running = KMK_RUNNING_OPTIONS_INIT;
  running.time = KMK_TIME_REMAINING;
  options.state_path = "/doc";
  options.history_path = "/history";
  options.ignored = ignored;
  options.group_nanoseconds = SECOND;
  options.limit = 12;
  kmk_reducer *row = kmk_running(kmk_empty(), "/on", &running, wait_long, NULL, NULL);
  kmk_reducer *base = kmk_reducer_new(write_other, NULL, NULL);
  base = kmk_undoable(kmk_for_each(base, "/doc/l", "rows", NULL, row), &options);
  options.state_path = "/other/text";
  options.history_path = "/texts";
  options.undo_case = "undoText";
  options.redo_case = "redoText";
  options.clear_case = "clearText";
  options.ignored = NULL;
  return kmk_undoable(base, &options);
}

/* A saved file: the first whole save with all patches applied, and the store's state. */
typedef struct {
  kmk_saver *saver;
  json_t *saved;
  size_t written; /* size of the last patch in bytes */
} file;

static void save_whole(file *to, kmk_store *store) {
  kmk_snapshot *moment = snapshot_of(store);
  json_decref(to->saved);
  to->saved = kmk_saver_whole(to->saver, moment, NULL);
  assert_non_null(to->saved);
  kmk_snapshot_free(moment);
}

static void save_change(file *to, kmk_store *store) {
  kmk_error error = {0};
  uint64_t passed = 0;
  kmk_snapshot *beside = kmk_store_snapshot_without_state(store, NULL);
  json_t *patch = kmk_saver_change(to->saver, beside, &passed, &error);
  kmk_snapshot_free(beside);
  assert_non_null(patch);
  json_t *next = kmk_json_patched(to->saved, patch, &error);
  if (next == NULL)
    fail_msg("%s %s", error.path, error.message);
  to->written = json_dumpb(patch, NULL, 0, JSON_COMPACT);
  json_decref(patch);
  json_decref(to->saved);
  json_t *state = kmk_store_state(store);
  to->saved = json_pack("{s:I}", "passed", (json_int_t)passed);
  json_object_update_missing(to->saved, next);
  json_object_set_new(to->saved, "state", json_deep_copy(state));
  json_decref(next);
  kmk_json_release(state);
}

/* Asserts that reading the file gives the same snapshot as the store now. */
static void assert_saved(file *to, kmk_store *store, long round) {
  kmk_error error = {0};
  kmk_snapshot *read = kmk_snapshot_new(to->saved, NULL, &error), *now = snapshot_of(store);
  if (read == NULL)
    fail_msg("round %ld: %s %s in %s", round, error.path, error.message, json_dumps(to->saved, 0));
  json_t *found = kmk_snapshot_json(read, 0, NULL), *expected = kmk_snapshot_json(now, 0, NULL);
  if (!json_equal(found, expected))
    fail_msg("round %ld:\n%s\n%s", round, json_dumps(found, 0), json_dumps(expected, 0));
  json_decref(found);
  json_decref(expected);
  kmk_snapshot_free(read);
  kmk_snapshot_free(now);
}

static unsigned dice;

static unsigned drawn(unsigned below) {
  dice = dice * 1664525u + 1013904223u;
  return (dice >> 8) % below;
}

/* Draws a random action, either an undoable step or another write. Missing places raise issues. */
static void draw(char *text, size_t size) {
  unsigned a = drawn(5), b = drawn(5), n = drawn(1000);
  switch (drawn(14)) {
  case 0:
    snprintf(text, size, "{'set': ['/doc/n', %u]}", n);
    break;
  case 1:
    snprintf(text, size, "{'insert': ['/doc/l/%u', {'id': %u, 'on': true}]}", a, 4 + drawn(6));
    break;
  case 2:
    snprintf(text, size, "{'remove': '/doc/l/%u'}", a);
    break;
  case 3:
    snprintf(text, size, "{'move': ['/doc/l/%u', '/doc/l/%u']}", a, b);
    break;
  case 4:
    snprintf(text, size, "{'set': ['/doc/l/%u/on', %s]}", a, n % 2 ? "true" : "false");
    break;
  case 5:
    snprintf(text, size, "{'insert': ['/doc/p/%u', %u]}", a, n);
    break;
  case 6:
    snprintf(text, size, "{'remove': '/doc/p/%u'}", a);
    break;
  case 7:
    snprintf(text, size, "{'move': ['/doc/p/%u', '/doc/p/%u']}", a, b);
    break;
  case 8:
    snprintf(text, size, "{'set': ['/doc/p', [%u, 2, 3, 4]]}", n);
    break;
  case 9:
    snprintf(text, size, "{'set': ['/doc/l', [{'id': 2, 'on': true}, {'id': %u}]]}", 4 + drawn(3));
    break;
  case 10:
    snprintf(text, size, "{'set': ['/doc/q/%c', [[%u], {'x': 1}]]}", 'a' + (char)a, n);
    break;
  case 11:
    snprintf(text, size, "{'insert': ['/doc/q/%c/0/0', %u]}", 'a' + (char)a, n);
    break;
  case 12:
    snprintf(text, size, "{'remove': '/doc/q/%c'}", 'a' + (char)a);
    break;
  default:
    snprintf(text, size,
             "{'all': [{'set': ['/doc/l/0/on', false]}, {'remove': '/doc/l/1'}, {'set': "
             "['/doc/q/b', %u]}]}",
             n);
  }
}

static void play(kit *k, file *to, long round) {
  static const char *const words[] = {"'undo'", "'redo'", "'undoText'", "'redoText'", "'undo'"};
  char text[400], whole[460];
  unsigned kind = drawn(12);
  draw(text, sizeof text);
  if (kind < 4)
    snprintf(whole, sizeof whole, "%s", words[drawn(5)]);
  else if (kind < 6)
    snprintf(whole, sizeof whole, "{'other': %s}", text);
  else if (kind == 6)
    snprintf(whole, sizeof whole, "{'set': ['/other/text', 't%u']}", drawn(9));
  else if (kind == 7 && drawn(8) == 0)
    snprintf(whole, sizeof whole, "'%s'", drawn(2) ? "clearHistory" : "clearText");
  else
    snprintf(whole, sizeof whole, "%s", text);
  json_t *action = json_of(whole);
  kmk_store_send_new(k->store, action, NULL);
  advance(k->loop, drawn(3) * SECOND / 2);
  if (drawn(3) == 0)
    return;
  drawn(40) == 0 ? save_whole(to, k->store) : save_change(to, k->store);
  assert_saved(to, k->store, round);
}

TEST(Z180_what_was_saved_as_changes_is_read_as_the_moment) {
  int rounds = ROUNDS_OF(60);
  for (int history = 0; history < rounds; history++) {
    dice = (unsigned)history;
    k->store = open_store(k->loop, documents(), DOC);
    file to = {kmk_saver_new(NULL, NULL), NULL, 0};
    save_whole(&to, k->store);
    for (long round = 0; round < 40; round++)
      play(k, &to, history * 1000L + round);
    kmk_saver_free(to.saver);
    json_decref(to.saved);
    kmk_store_free(k->store);
    k->store = NULL;
  }
  json_array_clear(k->issues); /* some places do not exist */
}

TEST(M11_null_and_a_saver_without_a_moment) {
  kmk_error error = {0};
  kmk_saver_options options = KMK_SAVER_OPTIONS_INIT;
  k->store = open_store(k->loop, documents(), DOC);
  kmk_saver *saver = kmk_saver_new(&options, &error);
  kmk_snapshot *whole = snapshot_of(k->store),
               *beside = kmk_store_snapshot_without_state(k->store, NULL);
  json_t *step = json_of("{'step': 1}");
  assert_null(kmk_saver_change(saver, whole, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_saver_whole(saver, beside, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_saver_step(saver, step, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_saver_whole(saver, NULL, &error));
  assert_null(kmk_saver_whole(NULL, whole, &error));
  assert_null(kmk_saver_change(saver, NULL, NULL, &error));
  assert_null(kmk_saver_change(NULL, whole, NULL, &error));
  assert_null(kmk_saver_step(saver, NULL, &error));
  assert_null(kmk_saver_step(NULL, step, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  options.size = 4;
  assert_null(kmk_saver_new(&options, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_saver_free(NULL);
  kmk_saver_free(saver);
  kmk_snapshot_free(whole);
  kmk_snapshot_free(beside);
  json_decref(step);
}

/* A step's patch without its secrets, applied to the state without its secrets, gives the next state without its
 * secrets. */
TEST(Z188_what_is_kept_of_a_step_fits_what_is_kept_of_the_state) {
  static const char *const secrets[] = {"/doc/q", "/doc/l/*/on", "/doc/p/*", "login", NULL};
  static const char *const patches[] = {
      "[{'op': 'replace', 'path': '/doc/q', 'value': {'a': 1}}]",
      "[{'op': 'add', 'path': '/doc/q/a', 'value': 2}]",
      "[{'op': 'remove', 'path': '/doc/q'}]",
      "[{'op': 'replace', 'path': '/doc/l/0/on', 'value': 3}, {'op': 'remove', 'path': "
      "'/doc/l/1'}]",
      "[{'op': 'add', 'path': '/doc/l/1', 'value': {'id': 4, 'on': 1}}]",
      "[{'op': 'add', 'path': '/doc/p/1', 'value': {'x': 9}}, {'op': 'replace', 'path': "
      "'/doc/p/1/x', 'value': 8}]",
      "[{'op': 'remove', 'path': '/doc/p/0'}]",
      "[{'op': 'replace', 'path': '', 'value': " DOC "}]"};
  kmk_saver_options options = KMK_SAVER_OPTIONS_INIT;
  options.secret_paths = secrets;
  kmk_saver *saver = kmk_saver_new(&options, NULL);
  json_t *state = json_of(DOC), *kept = NULL;
  for (size_t i = 0; i <= COUNT_OF(patches); i++) {
    json_t *form = json_pack("{s:i, s:O}", "kumiki", 1, "state", state);
    kmk_snapshot *moment = kmk_snapshot_new(form, NULL, NULL);
    json_t *whole = kmk_saver_whole(saver, moment, NULL),
           *expected = json_object_get(whole, "state");
    if (kept != NULL && !json_equal(kept, expected))
      fail_msg("%s: %s, not %s", patches[i - 1], json_dumps(kept, 0), json_dumps(expected, 0));
    json_decref(kept);
    kept = json_incref(expected);
    json_decref(whole);
    kmk_snapshot_free(moment);
    json_decref(form);
    if (i == COUNT_OF(patches))
      break;
    json_t *step = json_pack("{s:o}", "patch", json_of(patches[i]));
    json_t *saved = kmk_saver_step(saver, step, NULL);
    json_t *next = kmk_json_patched(state, json_object_get(step, "patch"), NULL);
    json_t *next_kept = kmk_json_patched(kept, json_object_get(saved, "patch"), NULL);
    assert_non_null(next);
    assert_non_null(next_kept);
    json_decref(state);
    json_decref(kept);
    state = next;
    kept = next_kept;
    json_decref(step);
    json_decref(saved);
  }
  json_decref(state);
  json_decref(kept);
  kmk_saver_free(saver);
  (void)k;
}

/* The C code of docs/ that no example contains, verbatim, and a check that it behaves as the page says. */
#define _GNU_SOURCE /* open_memstream */
#include "support.h"

#include <kumiki_test.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------- docs/testing-c.md, first program */

#pragma push_macro("main") /* the build may have renamed main in this file */
#undef main
#define main search_test
#include <kumiki_test.h>

static kmk_effect *search(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *hits = kmk_action_payload(action, "found");
  if (kmk_action_is(action, "search")) {
    kmk_state_set_new(state, "/loading", json_true());
    return kmk_effect_after_new(300000000, json_pack("{s:[s]}", "found", "kumiki"));
  }
  if (hits != NULL) {
    kmk_state_set_new(state, "/loading", json_false());
    kmk_state_set(state, "/hits", hits);
  }
  return NULL;
}

int main(void) {
  json_t *initial = json_pack("{s:b, s:[]}", "loading", 0, "hits");
  kmk_test_store *test = kmk_test_store_new(kmk_reducer_new(search, NULL, NULL), initial, NULL);
  json_decref(initial);

  kmk_test_send(test, json_string("search"), json_pack("{s:b}", "loading", 1));
  kmk_test_advance(test, 300000000);
  kmk_test_receive_case(test, "found", json_pack("{s:[s]}", "hits", "kumiki"));

  kmk_test_finish(test);
  kmk_test_store_free(test);
  return 0;
}
#pragma pop_macro("main")

/* ---------------------------------------------------------- docs/testing-c.md, text and formats */

static void fail_test(const char *file, int line, const char *message, void *data) {
  (void)data;
  print_error("%s\n", message);
  _fail(file, line);
}

static kmk_effect *set_count(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/count", payload);
  return NULL;
}

PLAIN_TEST(an_action_is_written_as_text_and_by_a_format) {
  json_t *initial = json_of("{'loading': false, 'hits': [], 'count': 0}");
  kmk_reducer *counting = KMK_HANDLERS({"setCount", "integer", set_count});
  kmk_test_store *test = kmk_test_store_new(counting, initial, NULL);
  int count = 3;
  kmk_test_store_on_failure(test, fail_test, NULL);
  kmk_test_sendf(test, "[{s:i}, {s:i}]", "setCount", count, "count", count);
  kmk_test_store_free(test);

  test = kmk_test_store_new(kmk_reducer_new(search, NULL, NULL), initial, NULL);
  kmk_test_store_on_failure(test, fail_test, NULL);
  kmk_test_send_text(test, "'search'", "{'loading': true}");
  kmk_test_advance(test, KMK_MILLISECONDS(300));
  kmk_test_receive_text(test, "{'found': ['kumiki']}", "{'loading': false, 'hits': ['kumiki']}");
  kmk_test_store_free(test);
  json_decref(initial);
}

/* ------------------------------------------------------------------------- docs/observing.md */

static void show_rows(const json_t *ids, void *user_data) {
  kmk_store *store = user_data;
  size_t index;
  const json_t *id;
  json_array_foreach(ids, index, id) {
    kmk_store *row = kmk_store_scope_element(store, "/rows", "rows", id, NULL);
    json_t *count = kmk_store_get(row, "/count", NULL);
    printf("row %zu: %" JSON_INTEGER_FORMAT "\n", index, json_integer_value(count));
    json_decref(count);
    kmk_store_free(row); /* or kept by the row's widget, which sends through it */
  }
}

static void mirror(const json_t *patch, void *user_data) {
  json_dumpf(patch, user_data, JSON_COMPACT); /* [{"op":"replace","path":"/count","value":1}] */
}

static kmk_effect *index_rows(kmk_state *state, const json_t *places, const json_t *action,
                              kmk_env *env, void *index) {
  (void)state, (void)action, (void)env;
  json_array_append(index, json_array_get(places, 0)); /* "/3/name", and nothing was compared */
  return NULL;
}

static kmk_effect *increment(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)payload, (void)env, (void)data;
  kmk_state_set_new(state, "/count",
                    json_integer(json_integer_value(kmk_state_get(state, "/count")) + 1));
  return NULL;
}

TEST(parts_have_stores_and_mirrors_get_patches) {
  kmk_error error;
  json_t *indexed = json_array();
  kmk_reducer *row = KMK_HANDLERS({"increment", NULL, increment});
  kmk_reducer *sheets = KMK_HANDLERS({"increment", NULL, increment});
  kmk_reducer *reducer = kmk_for_each(kmk_empty(), "/rows", "rows", NULL, row);
  reducer = kmk_on_write(reducer, "/rows", index_rows, indexed, NULL);
  reducer = kmk_presentation(reducer, "/sheet", "sheet", NULL, sheets);
  kmk_store *store =
      kit_open(k, reducer, "{'rows': [{'id': 1, 'count': 7}], 'sheet': {'count': 0}}");

  kmk_subscription *rows = kmk_store_observe_ids(store, "/rows", show_rows, store, NULL, &error);
  char *told = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&told, &length);
  json_t *first = kmk_store_get(store, "", &error); /* the patches apply to this value */
  kmk_subscription *patches = kmk_store_observe_patches(store, "", mirror, out, NULL, &error);
  kmk_store *sheet = kmk_store_scope(store, "/sheet", "sheet.presented", &error);
  kmk_store_send_text(sheet, "\"increment\"", &error); /* {"sheet": {"presented": "increment"}} */
  fclose(out);
  assert_string_equal(told, "[{\"op\":\"replace\",\"path\":\"/sheet/count\",\"value\":1}]");
  assert_state_text(store, "{'rows':[{'id':1,'count':7}],'sheet':{'count':1}}");
  kmk_subscription_free(patches);
  send_ok(store, "{'rows': {'element': {'id': 1, 'action': 'increment'}}}");
  char *places = text_of(indexed);
  assert_string_equal(places, "[\"/0/count\"]");
  free(places);
  free(told);
  kmk_subscription_free(rows);
  kmk_store_free(sheet);
  json_decref(first);
  json_decref(indexed);
}

/* --------------------------------------------------- docs/shapes.md, docs/mixed.md, docs/threads.md */

static kmk_reducer *shaped(kmk_reducer *app) {
  return kmk_shape(
      app, "Contact = only {id: unsigned, name: text, phone: text?, favourite: boolean = false};"
           "only {contacts: [Contact], query: text = '', isLoading: boolean = false,"
           "      destination: (detail: unsigned | edit: Contact | alert: only {title: text})?}");
}

PLAIN_TEST(an_older_state_is_filled_in) {
  kmk_error error;
  kmk_reducer *reducer = shaped(kmk_empty());
  json_t *migrated = json_of("{'contacts': [{'id': 1, 'name': 'Ann'}]}");
  json_t *state = kmk_reducer_complete_state(reducer, migrated, &error);
  assert_true(json_is_false(json_object_get(state, "isLoading")));
  json_decref(state);
  json_decref(migrated);
  kmk_reducer_free(reducer);
}

PLAIN_TEST(a_feature_by_name_is_presented) {
  kmk_feature_register("Profile", KMK_HANDLERS({"increment", NULL, increment}), NULL, NULL);
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_reducer *parent = kmk_empty();
  kmk_reducer *profile = kmk_scope_case("profile", "profile", kmk_feature("Profile"));
  kmk_reducer *home = kmk_presentation(parent, "/destination", "destination", NULL, profile);
  kmk_store *store = open_store(loop, home, "{'destination': {'profile': {'count': 0}}}");
  send_ok(store, "{'destination': {'presented': {'profile': 'increment'}}}");
  assert_state_text(store, "{'destination':{'profile':{'count':1}}}");
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_feature_unregister("Profile"), KMK_OK);
}

static void write_file(kmk_sender *sender, const json_t *document, void *app) {
  (void)sender;
  json_array_append_new(app, kmk_json_retain(document));
}

static kmk_effect *save_it(kmk_state *state, const json_t *payload, kmk_env *env, void *app) {
  (void)payload, (void)env;
  json_t *document = kmk_json_retain(kmk_state_json(state));
  kmk_effect *save = kmk_effect_work_new(document, write_file, app, NULL);
  save = kmk_effect_serial(save, "save", true);
  return kmk_effect_debounce(save, "save", KMK_MILLISECONDS(500));
}

TEST(a_save_waits_for_a_pause) {
  json_t *written = json_array();
  kmk_handler only = {"save", NULL, save_it};
  kit_open(k, kmk_handlers(1, &only, written, NULL), "{'text': 'new'}");
  send_ok(k->store, "'save'");
  send_ok(k->store, "'save'");
  kmk_loop_advance(k->loop, KMK_MILLISECONDS(500), NULL);
  kmk_loop_run_until_idle(k->loop, -1, NULL);
  assert_int_equal(json_array_size(written), 1);
  json_decref(written);
}

KMK_WRITE_FN(save_now_and_then) {
  json_t *whole = kmk_json_retain(kmk_state_json(state));
  kmk_effect *saving = kmk_effect_work_new(whole, write_file, user_data, NULL);
  return kmk_effect_throttle(kmk_effect_serial(saving, "save", true), "save", KMK_SECONDS(5), true);
}

REDUCER(count_up) {
  state_add(state, "/count", 1);
  return NULL;
}

TEST(what_moves_is_saved_now_and_then) {
  json_t *written = json_array();
  kmk_reducer *whole = kmk_reducer_new(count_up, NULL, NULL);
  kit_open(k, kmk_on_write(whole, "/count", save_now_and_then, written, NULL), "{'count': 0}");
  for (int i = 0; i < 100; i++) {
    send_ok(k->store, "'up'");
    advance(k->loop, KMK_MILLISECONDS(100));
    kmk_loop_run_until_idle(k->loop, -1, NULL);
  }
  assert_json_text(written, "[{'count': 1}, {'count': 50}, {'count': 100}]");
  json_decref(written);
}

/* Last, because under valgrind a child that is the first to use the library cannot find out its stack size. */
PLAIN_TEST(the_first_test_finds_its_mistake) {
  char said[512] = "";
  int ends[2], status = 0;
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    signal(SIGABRT, SIG_DFL); /* otherwise cmocka reports a failure of this test */
    dup2(ends[1], STDERR_FILENO);
    _exit(search_test());
  }
  close(ends[1]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(read(ends[0], said, sizeof said - 1) > 0);
  close(ends[0]);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  assert_non_null(strstr(said, "The state after {\"found\":[\"kumiki\"]} is not the one expected"));
}

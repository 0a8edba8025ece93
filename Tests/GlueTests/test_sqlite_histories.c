/* kumiki_sqlite.h: histories of undo in a database. */
#include "sqlite_support.h"

#include <sys/wait.h>
#include <unistd.h>

static kmk_effect *write_text(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "text"))
    kmk_state_set(state, "/text", kmk_action_payload(action, "text"));
  return NULL;
}

/* A store of an undoable text. */
static kmk_store *opened_text(kmk_sqlite *from, kmk_loop *on) {
  const kmk_undo_options undo = {sizeof undo, .state_path = "/text", .history_path = "/history"};
  json_t *initial = json_pack("{s: s, s: n}", "text", "", "history");
  kmk_reducer *reducer = kmk_undoable(kmk_reducer_new(write_text, NULL, NULL), &undo);
  kmk_store *store = kmk_sqlite_store(from, "text", on, reducer, initial, NULL);
  json_decref(initial);
  return store;
}

static void send_text(kmk_store *store, const char *text) {
  assert_int_equal(kmk_store_send_new(store, json_pack("{s: s}", "text", text), NULL), KMK_OK);
}

static void assert_text(kmk_store *store, const char *expected) {
  json_t *text = kmk_store_get(store, "/text", NULL);
  assert_string_equal(json_string_value(text), expected);
  json_decref(text);
}

/* A process that ends without an end of its database. The last step is no note's: it comes after a flush. */
static void write_and_leave(unsigned compact_steps) {
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_steps = compact_steps;
  kmk_loop *own = kmk_loop_new(NULL);
  kmk_sqlite *file = kmk_sqlite_open(path, &options, NULL);
  kmk_store *store = file == NULL ? NULL : opened_text(file, own);
  if (store == NULL)
    _exit(1);
  send_text(store, "a");
  send_text(store, "b");
  send_text(store, "c");
  if (kmk_sqlite_flush(file, NULL) != KMK_OK)
    _exit(2);
  send(store, "undo");
  send_text(store, "b");
  _exit(kmk_sqlite_flush(file, NULL) == KMK_OK ? 0 : 3);
}

static void Z72_a_store_goes_on_with_its_history_after_a_kill(void **state) {
  (void)state;
  for (unsigned compact_steps = 1; compact_steps < 5; compact_steps++) {
    int status;
    remove_file();
    pid_t child = fork();
    if (child == 0)
      write_and_leave(compact_steps);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (int i = 0; i < 2; i++) { /* what was undone is in the file too */
      kmk_sqlite *file = database(NULL);
      kmk_store *store = opened_text(file, loop);
      if (i == 0) {
        send(store, "undo");
        assert_text(store, "a");
        send(store, "undo");
        assert_text(store, "");
        send(store, "redo");
      }
      assert_text(store, "a");
      if (i == 1) {
        send(store, "redo");
        assert_text(store, "b");
        send(store, "redo");
        assert_text(store, "c");
      }
      kmk_store_free(store);
      kmk_sqlite_free(file);
    }
  }
}

static void Z72_of_a_large_history_what_is_undone_first_stays(void **state) {
  (void)state;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.history_bytes = 100000;
  char text[30001];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  for (int i = 0; i < 2; i++) {
    kmk_sqlite *file = kmk_sqlite_open(path, &options, NULL);
    kmk_store *store = opened_text(file, loop);
    for (char step = '0'; i == 0 && step < '8'; step++) {
      text[0] = step;
      send_text(store, text);
    }
    json_t *count = kmk_store_get(store, "/history/undo", NULL);
    assert_int_equal(json_integer_value(count), i == 0 ? 8 : 3);
    json_decref(count);
    if (i == 1) {
      send(store, "undo");
      text[0] = '6';
      assert_text(store, text);
    }
    kmk_store_free(store);
    kmk_sqlite_free(file);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z72_a_store_goes_on_with_its_history_after_a_kill),
      FILE_TEST(Z72_of_a_large_history_what_is_undone_first_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

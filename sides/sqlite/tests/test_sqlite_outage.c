/* kumiki_sqlite.h on a disk that is full or fails for a while, and is written again. */
#include "disk_support.h"
#include "sqlite_support.h"

#include <errno.h>

/* The notices of a database, from its own thread. */
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int failed, resumed;
  char message[200];
} notices;

static void note_failure(const char *message, void *data) {
  notices *told = data;
  pthread_mutex_lock(&told->lock);
  told->failed++;
  snprintf(told->message, sizeof told->message, "%s", message);
  pthread_cond_broadcast(&told->changed);
  pthread_mutex_unlock(&told->lock);
}

static void note_resumption(void *data) {
  notices *told = data;
  pthread_mutex_lock(&told->lock);
  told->resumed++;
  pthread_cond_broadcast(&told->changed);
  pthread_mutex_unlock(&told->lock);
}

static void wait_for(notices *told, const int *count, int expected) {
  pthread_mutex_lock(&told->lock);
  while (*count < expected)
    pthread_cond_wait(&told->changed, &told->lock);
  pthread_mutex_unlock(&told->lock);
}

static kmk_sqlite *telling(notices *told, unsigned batch_steps) {
  kmk_error error = {0};
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  *told = (notices){.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
  options.failed = note_failure;
  options.resumed = note_resumption;
  options.user_data = told;
  options.batch_steps = batch_steps;
  options.compact_steps = 10;
  options.waits_for_disk = true;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  if (file == NULL)
    fail_msg("%s", error.message);
  return file;
}

/* A text that has no undo history yet, beside a number. */
static kmk_effect *write_text(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/text", action);
  return NULL;
}

static kmk_store *opened_text(kmk_sqlite *from) {
  const kmk_undo_options undo = {sizeof undo, .state_path = "/text", .history_path = "/history"};
  json_t *initial = json_pack("{s: s, s: n}", "text", "", "history");
  kmk_reducer *reducer = kmk_undoable(kmk_reducer_new(write_text, NULL, NULL), &undo);
  kmk_store *store = kmk_sqlite_store(from, "text", loop, reducer, initial, NULL);
  json_decref(initial);
  assert_non_null(store);
  return store;
}

/* The saved form of a snapshot without the ages of effects, which a read does not let grow. */
static json_t *saved_form(kmk_snapshot *snapshot) {
  assert_non_null(snapshot);
  json_t *saved = kmk_snapshot_json(snapshot, 0, NULL);
  kmk_snapshot_free(snapshot);
  assert_non_null(saved);
  return saved;
}

static void assert_is_in_file(kmk_sqlite *file, const char *name, kmk_store *store, int call) {
  json_t *here = saved_form(kmk_store_snapshot(store, NULL));
  json_t *there = saved_form(kmk_sqlite_snapshot(file, name, NULL));
  if (!json_equal(here, there))
    fail_msg("%s, call %d: the file has %s\ninstead of %s", name, call, json_dumps(there, 0),
             json_dumps(here, 0));
  json_decref(here);
  json_decref(there);
}

static void send_all(kmk_store *number_store, kmk_store *text_store) {
  static const char *const names[] = {"inc", "open", "inc", "work", "inc"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    send(number_store, names[i]);
    send(text_store, i == 3 ? "undo" : names[i]);
    kmk_loop_dispatch(loop, 0);
  }
}

/* Writes while the disk fails from a call on, then after its repair. Returns whether a write failed. */
static bool survive(int call, unsigned batch_steps) {
  kmk_error error;
  notices told;
  kmk_sqlite *file = telling(&told, batch_steps);
  kmk_store *store = opened(file, "main", loop, NULL), *text = opened_text(file);
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  fail_from(call, call % 2 == 0 ? ENOSPC : EIO);
  int failures = 0;
  for (int round = 0; round < 4; round++) {
    send_all(store, text);
    bool is_written = kmk_sqlite_flush(file, &error) == KMK_OK;
    failures += !is_written;
    if (is_written)
      continue;
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "tried again"));
    assert_int_not_equal(kmk_sqlite_last_code(), SQLITE_OK);
    assert_null(opened(file, "other", loop, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  }
  fail_from(0, 0);
  send_all(store, text);
  if (kmk_sqlite_flush(file, &error) != KMK_OK)
    fail_msg("call %d: %s", call, error.message);
  bool has_failed = told.failed > 0;
  assert_int_equal(told.failed, told.resumed);
  assert_true(told.failed <= 1 && (failures == 0 || has_failed));
  assert_is_in_file(file, "main", store, call);
  assert_is_in_file(file, "text", text, call);
  json_t *state = kmk_store_state(store);
  kmk_store_free(store);
  kmk_store_free(text);
  kmk_sqlite_free(file);
  assert_kept(state, call);
  json_decref(state);
  return has_failed;
}

static void Z208_each_step_is_in_the_file_once_the_disk_is_written_again(void **state) {
  (void)state;
  fail_writes(true);
  for (unsigned batch_steps = 2; batch_steps < 2000; batch_steps *= 20) {
    bool has_failed = true;
    int call = 1;
    for (; has_failed && call < 200; call++) {
      remove_file();
      has_failed = survive(call, batch_steps);
    }
    assert_true(!has_failed && call > 10);
  }
  fail_writes(false);
}

static void Z208_a_database_tries_again_by_itself(void **state) {
  (void)state;
  notices told;
  kmk_sqlite *file = telling(&told, 1000);
  kmk_store *store = opened(file, "main", loop, NULL);
  send(store, "inc");
  assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  fail_writes(true);
  fail_from(1, ENOSPC);
  send(store, "inc");
  wait_for(&told, &told.failed, 1);
  assert_non_null(strstr(told.message, "full"));
  fail_from(0, 0);
  wait_for(&told, &told.resumed, 1);
  fail_writes(false);
  kmk_sqlite_options reading = KMK_SQLITE_OPTIONS_INIT;
  reading.is_read_only = true;
  kmk_sqlite *reader = kmk_sqlite_open(path, &reading, NULL);
  assert_is_in_file(reader, "main", store, 0);
  kmk_sqlite_free(reader);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  assert_int_equal(told.failed, 1);
}

static void
Z208_a_database_that_is_freed_on_a_full_disk_has_tried_and_frees_everything(void **state) {
  (void)state;
  notices told;
  for (int is_store_first = 0; is_store_first < 2; is_store_first++) {
    kmk_sqlite *file = telling(&told, 1000);
    kmk_store *store = opened(file, "main", loop, NULL);
    assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
    fail_writes(true);
    fail_from(1, ENOSPC);
    send(store, "inc");
    if (is_store_first)
      kmk_store_free(store);
    kmk_sqlite_free(file);
    if (!is_store_first)
      kmk_store_free(store);
    fail_from(0, 0);
    fail_writes(false);
    assert_int_equal(told.failed, 1);
    assert_int_equal(told.resumed, 0);
    remove_file();
  }
}

static int rows_of_steps(void) {
  sqlite3 *other = NULL;
  sqlite3_stmt *rows = NULL;
  assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(other, "SELECT count(*) FROM kumiki_step", -1, &rows, NULL),
                   SQLITE_OK);
  assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
  int count = sqlite3_column_int(rows, 0);
  sqlite3_finalize(rows);
  sqlite3_close(other);
  return count;
}

static void Z209_steps_that_wait_for_long_are_replaced_by_the_last_state(void **state) {
  (void)state;
  notices told;
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.failed = note_failure;
  options.resumed = note_resumption;
  options.user_data = &told;
  options.batch_steps = 20;
  kmk_sqlite_free(telling(&told, 20));
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  kmk_store *store = opened(file, "main", loop, NULL);
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  fail_writes(true);
  fail_from(1, ENOSPC);
  for (int i = 0; i < 500; i++) {
    send(store, "inc");
    kmk_loop_dispatch(loop, 0);
    if (i % 50 == 0)
      assert_int_equal(kmk_sqlite_flush(file, &error), KMK_ERR_INVALID_ARGUMENT);
  }
  fail_from(0, 0);
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  fail_writes(false);
  assert_in_range(rows_of_steps(), 0, 45);
  assert_is_in_file(file, "main", store, 0);
  assert_int_equal(number(store), 500);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

/* A request waits for the file, and is served once. */
static int serves;

static void serve(kmk_request *request, void *data) {
  (void)data;
  serves++;
  kmk_request_answer_new(request, json_string("yes"), NULL);
}

static kmk_effect *ask(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (!kmk_action_is(action, "pay")) {
    kmk_state_set(state, "/paid", json_true());
    return NULL;
  }
  kmk_ask how = KMK_ASK_INIT;
  how.answer = "paid";
  return kmk_effect_request_new("pay", json_string("rent"), &how);
}

static void Z208_a_request_waits_until_the_disk_is_written_again(void **state) {
  (void)state;
  notices told;
  kmk_server server = KMK_SERVER_INIT;
  server.serve = serve;
  serves = 0;
  assert_int_equal(kmk_loop_serve(loop, "pay", &server, NULL), KMK_OK);
  kmk_sqlite *file = telling(&told, 1000);
  json_t *first = json_pack("{s:b}", "paid", 0);
  kmk_store *store =
      kmk_sqlite_store(file, "main", loop, kmk_reducer_new(ask, NULL, NULL), first, NULL);
  json_decref(first);
  assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  fail_writes(true);
  fail_from(1, ENOSPC);
  send(store, "pay");
  assert_int_not_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  kmk_loop_run_until_idle(loop, -1, NULL);
  assert_int_equal(serves, 0);
  fail_from(0, 0);
  assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
  fail_writes(false);
  kmk_loop_run_until_idle(loop, -1, NULL);
  assert_int_equal(serves, 1);
  json_t *paid = kmk_store_get(store, "/paid", NULL);
  assert_true(json_is_true(paid));
  json_decref(paid);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      VIRTUAL_FILE_TEST(Z208_each_step_is_in_the_file_once_the_disk_is_written_again),
      VIRTUAL_FILE_TEST(Z208_a_database_tries_again_by_itself),
      VIRTUAL_FILE_TEST(
          Z208_a_database_that_is_freed_on_a_full_disk_has_tried_and_frees_everything),
      VIRTUAL_FILE_TEST(Z209_steps_that_wait_for_long_are_replaced_by_the_last_state),
      VIRTUAL_FILE_TEST(Z208_a_request_waits_until_the_disk_is_written_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

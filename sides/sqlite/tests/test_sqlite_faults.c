/* kumiki_sqlite.h when the system refuses memory, a thread or descriptors. */
#define _GNU_SOURCE /* pthread_setattr_default_np */

#include "sqlite_support.h"

#include <sys/resource.h>
#include <unistd.h>

/* ------------------------------------------------- jansson's allocator, and threads */

/* The requests of the test's thread and of the writer's thread. */
static long requests, refused_request;

static void *allocate(size_t size) {
  long number = __atomic_add_fetch(&requests, 1, __ATOMIC_RELAXED);
  return number == __atomic_load_n(&refused_request, __ATOMIC_RELAXED) ? NULL : malloc(size);
}

__attribute__((constructor(101))) static void set_allocator(void) {
  json_set_alloc_funcs(allocate, free);
}

static void refuse(long number) {
  __atomic_store_n(&requests, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&refused_request, number, __ATOMIC_RELAXED);
}

/* Stops refusing. Returns whether a request was refused. */
static bool end_refusal(void) {
  long refused = __atomic_exchange_n(&refused_request, 0, __ATOMIC_RELAXED);
  return __atomic_load_n(&requests, __ATOMIC_RELAXED) >= refused;
}

/* No thread can have a stack of that size. */
static void refuse_threads(bool refuses) {
  static size_t usual;
  pthread_attr_t attributes;
  pthread_getattr_default_np(&attributes);
  if (refuses)
    pthread_attr_getstacksize(&attributes, &usual);
  pthread_attr_setstacksize(&attributes, refuses ? (size_t)1 << 46 : usual);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

static void count_issue(const kmk_diagnostic *issue, void *count) {
  (void)issue;
  ++*(int *)count;
}

/* --------------------------------------------------------------------------- memory */

static kmk_store *opened_as(kmk_sqlite *from, const char *name) {
  kmk_error error;
  json_t *initial = first_state();
  kmk_store *store = kmk_sqlite_store(from, name, loop, feature(), initial, &error);
  json_decref(initial);
  if (store == NULL)
    fail_msg("%s: %s", name, error.message);
  return store;
}

/* Sends to a new store while one request is refused; returns whether there was such a request. */
static bool send_refused(kmk_sqlite **file, const char *action, bool continues, long number) {
  char name[32];
  snprintf(name, sizeof name, "%s%d%ld", action, continues, number);
  kmk_store *store = opened_as(*file, name);
  assert_int_equal(kmk_store_send_new(store, json_string("inc"), NULL), KMK_OK);
  json_t *sent = json_string(action);
  refuse(number);
  kmk_store_send(store, sent, NULL);
  kmk_status written = kmk_sqlite_flush(*file, NULL);
  bool was_refused = end_refusal();
  json_decref(sent);
  if (continues && written == KMK_OK) {
    assert_int_equal(kmk_store_send_new(store, json_string("inc"), NULL), KMK_OK);
    written = kmk_sqlite_flush(*file, NULL);
  }
  json_t *state = kmk_store_state(store);
  kmk_store_free(store);
  if (written == KMK_OK) {
    store = opened_as(*file, name);
    json_t *found = kmk_store_state(store);
    if (!json_equal(found, state))
      fail_msg("%s, request %ld: the file has %s", action, number, json_dumps(found, 0));
    json_decref(found);
    kmk_store_free(store);
  } else {
    /* Nothing more is written into it. */
    kmk_sqlite_free(*file);
    *file = database(NULL);
  }
  json_decref(state);
  return was_refused;
}

static void Z73_a_step_without_memory_is_in_the_file_as_a_whole_state(void **state) {
  (void)state;
  static const char *const actions[] = {"inc", "open", "work"};
  int issues = 0;
  kmk_loop_set_diagnostics(loop, count_issue, &issues, NULL);
  kmk_sqlite *file = database(NULL);
  for (size_t i = 0; i < 2 * sizeof actions / sizeof *actions; i++) {
    long number = 1;
    for (bool was_refused = true; was_refused; number++)
      was_refused = send_refused(&file, actions[i / 2], i % 2 == 1, number);
    assert_true(number > 10);
  }
  kmk_sqlite_free(file);
  assert_true(issues > 0);
  kmk_loop_set_diagnostics(loop, NULL, NULL, NULL);
}

static void Z74_a_store_for_which_there_is_no_memory_leaves_the_file_as_it_was(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite *file = database(&error);
  kmk_store *store = opened(file, "main", loop, &error);
  for (int i = 0; i < 3; i++)
    assert_int_equal(kmk_store_send_new(store, json_string(i == 1 ? "open" : "inc"), NULL), KMK_OK);
  json_t *before = kmk_store_state(store);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  bool was_refused = true;
  for (long number = 1; was_refused; number++) {
    size_t live = kmk_live_objects();
    file = database(&error);
    kmk_reducer *reducer = feature();
    refuse(number);
    store = kmk_sqlite_store(file, "main", loop, reducer, NULL, &error);
    was_refused = end_refusal();
    if (store == NULL && error.status != KMK_ERR_NO_MEMORY && error.status != KMK_ERR_JSON)
      fail_msg("request %ld: %s, %s", number, kmk_status_name(error.status), error.message);
    assert_true(was_refused || store != NULL);
    if (store != NULL) {
      json_t *now = kmk_store_state(store);
      if (!json_equal(now, before))
        fail_msg("request %ld: the store has %s", number, json_dumps(now, 0));
      json_decref(now);
    }
    kmk_store_free(store);
    kmk_sqlite_free(file);
    assert_int_equal(kmk_live_objects(), live);
  }
  assert_kept(before, 0);
  json_decref(before);
}

/* ------------------------------------------------------ threads, descriptors and reads */

static void Z75_a_database_without_a_thread_is_refused(void **state) {
  (void)state;
  kmk_error error;
  refuse_threads(true);
  assert_null(database(&error));
  refuse_threads(false);
  assert_int_equal(error.status, KMK_ERR_NO_MEMORY);
  assert_non_null(strstr(error.message, "thread"));
  json_decref(kept());
}

static void Z75_a_database_without_descriptors_is_refused(void **state) {
  (void)state;
  kmk_error error;
  int refused = 0;
  for (int left = 0; left < 10; left++) {
    struct rlimit before, after;
    remove_file();
    getrlimit(RLIMIT_NOFILE, &before);
    after = before;
    int next = dup(0);
    close(next);
    after.rlim_cur = (rlim_t)(next + left);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &after), 0);
    kmk_sqlite *file = database(&error);
    kmk_store *store = file == NULL ? NULL : opened(file, "main", loop, &error);
    setrlimit(RLIMIT_NOFILE, &before);
    refused += file == NULL;
    if (file == NULL)
      assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    else
      assert_non_null(store);
    kmk_store_free(store);
    kmk_sqlite_free(file);
    int again = dup(0);
    close(again);
    assert_int_equal(again, next);
  }
  assert_in_range(refused, 1, 9);
  json_decref(kept());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      VIRTUAL_FILE_TEST(Z73_a_step_without_memory_is_in_the_file_as_a_whole_state),
      VIRTUAL_FILE_TEST(Z74_a_store_for_which_there_is_no_memory_leaves_the_file_as_it_was),
      VIRTUAL_FILE_TEST(Z75_a_database_without_a_thread_is_refused),
      VIRTUAL_FILE_TEST(Z75_a_database_without_descriptors_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

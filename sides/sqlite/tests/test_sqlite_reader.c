/* kumiki_sqlite.h: its thread holds snapshots, but no function of a replaced reducer. */
#include "sqlite_support.h"

#include <pthread.h>

typedef struct let_go {
  int count;
  pthread_t thread;
} let_go;

static void note(void *data) {
  let_go *noted = data;
  noted->count++;
  noted->thread = pthread_self();
}

static kmk_effect *add(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)action, (void)env, (void)data;
  kmk_state_insert_new(state, "/rows/-", json_integer(1));
  return NULL;
}

static kmk_reducer *chosen(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return kmk_reducer_new(add, NULL, NULL);
}

static void Z111_a_reader_is_let_go_of_on_its_own_thread_before_the_exchange_returns(void **state) {
  (void)state;
  let_go noted = {0};
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_steps = 1;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, NULL);
  json_t *initial = json_pack("{s: []}", "rows");
  kmk_store *store =
      kmk_sqlite_store(file, "main", loop, kmk_reader(chosen, &noted, note), initial, NULL);
  assert_non_null(store);
  for (int i = 1; i <= 200; i++) {
    send(store, "add");
    kmk_reducer *next = kmk_reader(chosen, &noted, note);
    assert_int_equal(kmk_store_replace_reducer(store, next, NULL), KMK_OK);
    assert_int_equal(noted.count, i);
    assert_true(pthread_equal(noted.thread, pthread_self()));
  }
  kmk_store_free(store);
  assert_int_equal(noted.count, 201);
  kmk_sqlite_free(file);
  json_decref(initial);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z111_a_reader_is_let_go_of_on_its_own_thread_before_the_exchange_returns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

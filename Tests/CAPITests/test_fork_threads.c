/* Several threads in the child of a fork, which use for the first time what the parent has not used. */
#define _XOPEN_SOURCE 700

#include "support.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_barrier_t beginning;

/* A loop with a store of many operators. Returns a mistake's number. */
static void *use_much(void *data) {
  (void)data;
  pthread_barrier_wait(&beginning);
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_reducer *rows = kmk_for_each(counter(), "/rows", "rows", NULL, counter());
  json_t *state = json_pack("{s:i, s:[{s:i, s:i}]}", "count", 0, "rows", "id", 1, "count", 0);
  kmk_store *store = kmk_store_new(loop, kmk_undoable(rows, NULL), state, NULL);
  json_decref(state);
  intptr_t mistake = store == NULL ? 1 : 0;
  if (mistake == 0 && kmk_store_send_text(store, "\"inc\"", NULL) != KMK_OK)
    mistake = 2;
  kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
  json_t *saved = kmk_snapshot_json(snapshot, 1, NULL);
  if (saved == NULL || kmk_store_restore(store, snapshot, NULL) != KMK_OK)
    mistake = 3;
  json_decref(saved);
  kmk_snapshot_free(snapshot);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return (void *)mistake;
}

static int use_much_twice(void) {
  /* Threads that wait for each other in the runtime use the processor. */
  setrlimit(RLIMIT_CPU, &(struct rlimit){60, 60});
  pthread_barrier_init(&beginning, NULL, 2);
  pthread_t other;
  void *mistake = NULL;
  if (pthread_create(&other, NULL, use_much, NULL) != 0)
    return 9;
  bool is_right = use_much(NULL) == NULL;
  pthread_join(other, &mistake);
  return is_right && mistake == NULL ? 0 : 1;
}

TEST(N152_threads_of_a_child_use_the_library_at_once) {
  k->store = open_store(k->loop, counter(), "{'count': 0}");
  send_ok(k->store, "'inc'");
  for (int number = 0; number < 40; number++) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
      _exit(use_much_twice());
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
  }
}

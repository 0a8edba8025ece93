/* Every construct of Swift's concurrency runs inside an effect, on the program's one thread. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <kumiki.h>

#include "team/team.h"

static int threads(void) {
  int count = 0;
  DIR *tasks = opendir("/proc/self/task");
  assert_non_null(tasks);
  for (struct dirent *entry = readdir(tasks); entry != NULL; entry = readdir(tasks))
    if (entry->d_name[0] != '.')
      count++;
  closedir(tasks);
  return count;
}

static void run_construct(kmk_loop *loop, const char *name) {
  kmk_error error;
  json_t *finished;
  kmk_store *store = kmk_store_open(loop, "Concurrency", NULL, &error);
  assert_non_null(store);
  kmk_task *task = kmk_store_send_task_new(store, json_pack("{s:s}", "run", name), &error);
  assert_non_null(task);
  if (kmk_task_finish(task, 10000, &error) != KMK_OK)
    fail_msg("%s: %s %s", name, kmk_status_name(error.status), error.message);
  finished = kmk_store_get(store, "/finished/0", &error);
  assert_string_equal(json_string_value(finished), name);
  json_decref(finished);
  json_t *stayed = kmk_store_get(store, "/stayed", &error);
  if (!json_is_true(stayed))
    fail_msg("%s left the thread", name);
  json_decref(stayed);
  assert_int_equal(kmk_store_effect_count(store), 0);
  kmk_task_free(task);
  kmk_store_free(store);
  if (threads() != 1)
    fail_msg("%s: %d threads", name, threads());
}

static void each_construct_finishes_on_the_one_thread(void **state) {
  static const char *const names[] = {
      "async let", "task group", "AsyncStream", "cancellation handler", "actor",
      "Task",      "detached",   "Task.sleep",  "main actor",           "yield"};
  (void)state;
  kmk_loop *loop = kmk_loop_new(NULL);
  assert_non_null(loop);
  for (size_t index = 0; index < sizeof names / sizeof *names; index++)
    run_construct(loop, names[index]);
  kmk_loop_free(loop);
  assert_int_equal(threads(), 1);
}

static void all_of_them_at_once(void **state) {
  (void)state;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_store *store = kmk_store_open(loop, "Concurrency", NULL, NULL);
  kmk_store_sendf(store, NULL, "{s:s}", "run", "Task.sleep");
  kmk_store_sendf(store, NULL, "{s:s}", "run", "main actor");
  kmk_store_sendf(store, NULL, "{s:s}", "run", "task group");
  kmk_store_sendf(store, NULL, "{s:s}", "run", "actor");
  for (int round = 0; round < 1000 && kmk_store_effect_count(store) > 0; round++)
    assert_true(kmk_loop_dispatch(loop, -1) >= 0);
  json_t *finished = kmk_store_get(store, "/finished", NULL);
  assert_int_equal(json_array_size(finished), 4);
  json_decref(finished);
  assert_int_equal(threads(), 1);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

static void a_virtual_loop_moves_a_sleeping_task(void **state) {
  (void)state;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store = kmk_store_open(loop, "Concurrency", NULL, NULL);
  kmk_store_sendf(store, NULL, "{s:s}", "run", "Task.sleep");
  assert_int_equal(kmk_loop_run_until_idle(loop, -1, NULL), KMK_OK);
  assert_int_equal(kmk_store_effect_count(store), 1);
  assert_int_equal(kmk_loop_advance(loop, 5000000, NULL), KMK_OK);
  assert_int_equal(kmk_store_effect_count(store), 0);
  assert_int_equal(threads(), 1);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_construct_finishes_on_the_one_thread),
      cmocka_unit_test(all_of_them_at_once),
      cmocka_unit_test(a_virtual_loop_moves_a_sleeping_task),
  };
  if (team_register() != 0)
    return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}

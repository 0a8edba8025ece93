/* kumiki_curl.h in programs with a main loop of their own: epoll, GLib and libuv wait for the loop, and for nothing else. */
#define _GNU_SOURCE /* uv.h needs it */
#include "curl_support.h"

#include <kumiki_epoll.h>
#include <kumiki_glib.h>
#include <kumiki_uv.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_answered(kmk_store *store) {
  json_t *answers = kmk_store_get(store, "/answers", NULL);
  bool result = json_array_size(answers) > 0;
  json_decref(answers);
  return result;
}

static kmk_store *begin(void) {
  serve(NULL);
  kmk_store *store = store_new(asking());
  ask(store, "'%/text'");
  return store;
}

static void an_answer_arrives_in_epoll(void **state) {
  (void)state;
  kmk_store *store = begin();
  struct epoll_event event;
  int epoll = epoll_create1(0);
  assert_int_equal(kmk_epoll_add(epoll, loop), 0);
  while (!is_answered(store))
    assert_int_equal(kmk_epoll_wait(epoll, loop, &event, 1, -1), 0);
  kmk_epoll_remove(epoll, loop);
  close(epoll);
  kmk_store_free(store);
}

static void an_answer_arrives_in_glib(void **state) {
  (void)state;
  kmk_store *store = begin();
  guint source = kmk_glib_attach(loop, NULL);
  while (!is_answered(store))
    g_main_context_iteration(NULL, TRUE);
  g_source_remove(source);
  kmk_store_free(store);
}

static void an_answer_arrives_in_libuv(void **state) {
  (void)state;
  kmk_store *store = begin();
  kmk_uv glue;
  assert_int_equal(kmk_uv_start(&glue, uv_default_loop(), loop), 0);
  while (!is_answered(store))
    uv_run(uv_default_loop(), UV_RUN_ONCE);
  kmk_uv_close(&glue, NULL);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  kmk_store_free(store);
  uv_loop_close(uv_default_loop());
}

/* The thread is the parent's. */
static void the_child_of_a_fork_may_free_the_loop(void **state) {
  (void)state;
  kmk_store *store = begin();
  int status = -1;
  pid_t child = fork();
  if (child == 0) {
    kmk_loop_free(loop);
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  wait_for(store, "/answers", 1);
  kmk_store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      CURL_TEST(an_answer_arrives_in_epoll),
      CURL_TEST(an_answer_arrives_in_glib),
      CURL_TEST(an_answer_arrives_in_libuv),
      CURL_TEST(the_child_of_a_fork_may_free_the_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The library as a plug-in: loaded while the program runs, used, unloaded, and used again. This program is not
 * linked to the library, so it cannot use support.h. */
#define _DEFAULT_SOURCE

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kumiki.h>

/* The functions that the host looks up. */
typedef struct api {
  void *library;
  size_t (*live_objects)(void);
  kmk_loop *(*loop_new)(kmk_error *);
  kmk_status (*run_until_idle)(kmk_loop *, int, kmk_error *);
  void (*loop_free)(kmk_loop *);
  kmk_reducer *(*reducer_new)(kmk_reduce_fn, void *, kmk_free_fn);
  kmk_store *(*store_new)(kmk_loop *, kmk_reducer *, const json_t *, kmk_error *);
  kmk_task *(*send_task_new)(kmk_store *, json_t *, kmk_error *);
  kmk_status (*task_finish)(kmk_task *, int, kmk_error *);
  void (*task_free)(kmk_task *);
  json_t *(*get)(kmk_store *, const char *, kmk_error *);
  void (*store_free)(kmk_store *);
  bool (*action_is)(const json_t *, const char *);
  const json_t *(*state_get)(const kmk_state *, const char *);
  kmk_status (*state_set_new)(kmk_state *, const char *, json_t *);
  kmk_effect *(*after_new)(uint64_t, json_t *);
  kmk_effect *(*blocking)(kmk_blocking_fn, void *, kmk_free_fn);
  kmk_effect *(*merge)(size_t, kmk_effect *const *);
  kmk_status (*sender_send_new)(kmk_sender *, json_t *);
} api;

static api kmk;

static void open_library(void) {
  kmk.library = dlopen("libkumiki.so.0", RTLD_NOW | RTLD_LOCAL);
  if (kmk.library == NULL) {
    fail_msg("%s", dlerror());
  }
  const struct {
    void *place;
    const char *name;
  } symbols[] = {
      {&kmk.live_objects, "kmk_live_objects"},
      {&kmk.loop_new, "kmk_loop_new"},
      {&kmk.run_until_idle, "kmk_loop_run_until_idle"},
      {&kmk.loop_free, "kmk_loop_free"},
      {&kmk.reducer_new, "kmk_reducer_new"},
      {&kmk.store_new, "kmk_store_new"},
      {&kmk.send_task_new, "kmk_store_send_task_new"},
      {&kmk.task_finish, "kmk_task_finish"},
      {&kmk.task_free, "kmk_task_free"},
      {&kmk.get, "kmk_store_get"},
      {&kmk.store_free, "kmk_store_free"},
      {&kmk.action_is, "kmk_action_is"},
      {&kmk.state_get, "kmk_state_get"},
      {&kmk.state_set_new, "kmk_state_set_new"},
      {&kmk.after_new, "kmk_effect_after_new"},
      {&kmk.blocking, "kmk_effect_blocking"},
      {&kmk.merge, "kmk_effect_merge"},
      {&kmk.sender_send_new, "kmk_sender_send_new"},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    void *symbol = dlsym(kmk.library, symbols[i].name);
    assert_non_null(symbol);
    *(void **)symbols[i].place = symbol;
  }
}

static void close_library(void) { assert_int_equal(dlclose(kmk.library), 0); }

/* -------------------------------------------------------------- using the library */

static void send_from_worker(kmk_sender *sender, void *user_data) {
  (void)user_data;
  kmk.sender_send_new(sender, json_string("inc"));
}

/* "go" counts twice: once from a timer, and once from a thread of the library. */
static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)env, (void)user_data;
  if (kmk.action_is(action, "go")) {
    kmk_effect *both[] = {kmk.after_new(1000, json_string("inc")),
                          kmk.blocking(send_from_worker, NULL, NULL)};
    return kmk.merge(2, both);
  }
  json_int_t count = json_integer_value(kmk.state_get(state, "/count"));
  kmk.state_set_new(state, "/count", json_integer(count + 1));
  return NULL;
}

static kmk_store *make_store(kmk_loop *loop) {
  json_t *initial = json_pack("{s:i}", "count", 0);
  kmk_store *store = kmk.store_new(loop, kmk.reducer_new(reduce, NULL, NULL), initial, NULL);
  json_decref(initial);
  assert_non_null(store);
  return store;
}

static void run_effect(kmk_loop *loop, kmk_store *store, json_int_t expected) {
  kmk_task *task = kmk.send_task_new(store, json_string("go"), NULL);
  assert_int_equal(kmk.task_finish(task, 10000, NULL), KMK_OK);
  assert_int_equal(kmk.run_until_idle(loop, 10000, NULL), KMK_OK);
  kmk.task_free(task);
  json_t *count = kmk.get(store, "/count", NULL);
  assert_int_equal(json_integer_value(count), expected);
  json_decref(count);
}

/* ------------------------------------------------------------------------- tests */

static void the_library_is_not_there_before_it_is_loaded(void **state) {
  (void)state;
  assert_null(dlsym(RTLD_DEFAULT, "kmk_version"));
}

static void it_may_be_loaded_used_and_closed_again_and_again(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    open_library();
    kmk_loop *loop = kmk.loop_new(NULL);
    assert_non_null(loop);
    kmk_store *store = make_store(loop);
    run_effect(loop, store, 2);
    kmk.store_free(store);
    kmk.loop_free(loop);
    assert_int_equal(kmk.live_objects(), 0);
    close_library();
  }
}

static void what_is_in_use_survives_the_close(void **state) {
  (void)state;
  open_library();
  kmk_loop *loop = kmk.loop_new(NULL);
  kmk_store *store = make_store(loop);
  run_effect(loop, store, 2);
  close_library();
  run_effect(loop, store, 4);
  kmk.store_free(store);
  kmk.loop_free(loop);
  assert_int_equal(kmk.live_objects(), 0);
}

int main(void) {
  json_object_seed(0);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_library_is_not_there_before_it_is_loaded),
      cmocka_unit_test(it_may_be_loaded_used_and_closed_again_and_again),
      cmocka_unit_test(what_is_in_use_survives_the_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* After a fork: the child continues to use shared values, independently of the parent's watch. */
#define _POSIX_C_SOURCE 200809L

#include "shared_support.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

/* Pipes between a test and its child. The child waits for a byte, or sends one. */
static int to_child[2], to_parent[2];

static void open_pipes(void) {
  assert_int_equal(pipe(to_child), 0);
  assert_int_equal(pipe(to_parent), 0);
}

static void close_pipes(void) {
  for (size_t i = 0; i < 2; i++) {
    close(to_child[i]);
    close(to_parent[i]);
  }
}

static bool pass(int descriptor) { return write(descriptor, "x", 1) == 1; }

static bool wait_for(int descriptor) {
  char byte;
  return read(descriptor, &byte, 1) == 1;
}

/* ----------------------------------------------------------------------------- the watch */

/* A daemon: it notices other processes' writes, on its own loop. */
static int notice_in_child(void *shared) {
  pass(to_parent[1]);
  wait_until(shared, "2");
  add_one(shared);
  pass(to_parent[1]);
  wait_until(shared, "10");
  kmk_shared_free(shared);
  return 0;
}

FILE_TEST(K65_parent_and_child_both_notice_what_others_write) {
  const char *path = in_folder("app/count.json");
  kmk_shared *shared = share(kmk_shared_file, path, "0");
  kmk_shared *memory = share(kmk_shared_memory, "K65", "0");
  set_ok(shared, "1");
  open_pipes();
  pid_t child = begin_child(notice_in_child, shared);
  assert_true(wait_for(to_parent[0]));
  write_file(path, "2");
  assert_true(wait_for(to_parent[0]));
  assert_soon(shared, "3");
  in_shell("mv app old && mkdir app && echo 10 > app/count.json");
  assert_soon(shared, "10");
  assert_int_equal(end_child(child), 0);
  /* The child has freed its inherited handles, and the parent still notices changes. */
  write_file(path, "11");
  assert_soon(shared, "11");
  close_pipes();
  kmk_shared_free(shared);
  kmk_shared_free(memory);
}

static int read_in_child(void *shared) {
  pass(to_parent[1]);
  if (!wait_for(to_child[0])) {
    return 1;
  }
  return is_now(shared, "5") ? 0 : 2;
}

FILE_TEST(K65_the_first_read_of_a_child_is_of_the_file_as_it_is) {
  const char *path = in_folder("count.json");
  kmk_shared *shared = share(kmk_shared_file, path, "0");
  open_pipes();
  pid_t child = begin_child(read_in_child, shared);
  assert_true(wait_for(to_parent[0]));
  write_file(path, "5");
  assert_true(pass(to_child[1]));
  assert_int_equal(end_child(child), 0);
  close_pipes();
  kmk_shared_free(shared);
}

static int use_and_count(void *data) {
  kmk_shared *shared = data;
  int before = open_descriptors();
  add_one(shared);
  add_one(shared);
  /* The child's watching thread closes the parent's descriptor and opens its own as soon as the thread has read the
   * changes. */
  while (open_descriptors() != before) {
    sched_yield();
  }
  kmk_shared_free(shared);
  return 0;
}

FILE_TEST(K65_a_child_keeps_no_descriptors_of_the_parents_watch) {
  kmk_shared *shared = share(kmk_shared_file, in_folder("count.json"), "0");
  assert_int_equal(end_child(begin_child(use_and_count, shared)), 0);
  kmk_shared_free(shared);
}

/* -------------------------------------------------------------- while other threads are busy */

static sem_t inside, go_on;

static json_t *linger(const json_t *value, void *data) {
  (void)data;
  sem_post(&inside);
  sem_wait(&go_on);
  return json_integer(json_integer_value(value) + 1);
}

static void *update_slowly(void *shared) {
  kmk_shared_update(shared, linger, NULL, NULL);
  return NULL;
}

typedef struct values {
  kmk_shared *memory, *slow, *beside, *elsewhere;
} values;

static int update_others(void *data) {
  values *v = data;
  add_one(v->memory);
  add_one(v->elsewhere);
  return is_now(v->slow, "0") && is_now(v->memory, "1") && is_now(v->elsewhere, "1") ? 0 : 1;
}

static int update_beside(void *data) {
  values *v = data;
  add_one(v->beside);
  add_one(v->slow);
  return is_now(v->beside, "1") ? 0 : 1;
}

FILE_TEST(K65_a_child_waits_for_no_update_of_a_thread_that_it_has_not) {
  values v = {.memory = share(kmk_shared_memory, "K65 slow", "0"),
              .slow = share(kmk_shared_file, in_folder("a/slow.json"), "0"),
              .beside = share(kmk_shared_file, in_folder("a/beside.json"), "0"),
              .elsewhere = share(kmk_shared_file, in_folder("b/count.json"), "0")};
  pthread_t thread;
  sem_init(&inside, 0, 0);
  sem_init(&go_on, 0, 0);
  assert_int_equal(pthread_create(&thread, NULL, update_slowly, v.slow), 0);
  sem_wait(&inside);
  assert_int_equal(end_child(begin_child(update_others, &v)), 0);
  assert_true(is_now(v.memory, "0"));
  /* The parent holds the folder's lock until its update ends. */
  pid_t child = begin_child(update_beside, &v);
  sem_post(&go_on);
  assert_int_equal(end_child(child), 0);
  pthread_join(thread, NULL);
  assert_soon(v.slow, "2");
  assert_soon(v.beside, "1");
  assert_soon(v.elsewhere, "1");
  kmk_shared_free(v.memory);
  kmk_shared_free(v.slow);
  kmk_shared_free(v.beside);
  kmk_shared_free(v.elsewhere);
}

static int live_until_told(void *data) {
  (void)data;
  pass(to_parent[1]);
  return wait_for(to_child[0]) ? 0 : 1;
}

/* Forks while one of its threads runs an update, and is killed during the update. */
static int fork_in_an_update(void *shared) {
  pthread_t thread;
  sem_init(&inside, 0, 0);
  sem_init(&go_on, 0, 0);
  pthread_create(&thread, NULL, update_slowly, shared);
  sem_wait(&inside);
  if (fork() == 0) {
    _exit(live_until_told(NULL));
  }
  pause();
  return 1;
}

FILE_TEST(K65_the_lock_of_a_process_that_is_killed_stays_with_none_of_its_children) {
  kmk_shared *shared = share(kmk_shared_file, in_folder("count.json"), "0");
  open_pipes();
  pid_t child = begin_child(fork_in_an_update, shared);
  assert_true(wait_for(to_parent[0]));
  kill(child, SIGKILL);
  assert_int_equal(end_child(child), -1);
  add_one(shared);
  assert_file(in_folder("count.json"), "1\n");
  assert_true(pass(to_child[1]));
  close_pipes();
  kmk_shared_free(shared);
}

static atomic_bool is_over;

static void *write_without_end(void *data) {
  values *v = data;
  while (!is_over) {
    add_one(v->memory);
    json_decref(kmk_shared_get(v->memory, "", NULL));
    kmk_shared_free(share(kmk_shared_memory, "K65 busy", "0"));
  }
  return NULL;
}

static int use_in_child(void *data) {
  values *v = data;
  json_t *value = kmk_shared_get(v->memory, "", NULL);
  json_int_t before = json_integer_value(value);
  json_decref(value);
  add_one(v->memory);
  value = kmk_shared_get(v->memory, "", NULL);
  json_int_t after = json_integer_value(value);
  json_decref(value);
  return after == before + 1 ? 0 : 1;
}

FILE_TEST(K65_children_of_a_process_whose_threads_write_find_all_locks_free) {
  values v = {.memory = share(kmk_shared_memory, "K65 busy", "0")};
  pthread_t threads[2];
  is_over = false;
  for (size_t i = 0; i < COUNT_OF(threads); i++) {
    assert_int_equal(pthread_create(&threads[i], NULL, write_without_end, &v), 0);
  }
  for (int i = 0; i < ROUNDS_OF(50); i++) {
    assert_int_equal(end_child(begin_child(use_in_child, &v)), 0);
  }
  is_over = true;
  for (size_t i = 0; i < COUNT_OF(threads); i++) {
    pthread_join(threads[i], NULL);
  }
  kmk_shared_free(v.memory);
}

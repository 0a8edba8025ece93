/* Updates of shared values: none is lost between threads and processes, none waits forever, and nested updates are
 * reported. */
#define _POSIX_C_SOURCE 200809L

#include "shared_support.h"

#include <pthread.h>
#include <stdio.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

/* --------------------------------------------------------------------------- among processes */

typedef struct counted {
  share_fn *make;
  const char *name;
} counted;

static int count_to_60(void *data) {
  const counted *what = data;
  kmk_shared *shared = share(what->make, what->name, "0");
  for (int i = 0; i < 60; i++) {
    add_one(shared);
  }
  kmk_shared_free(shared);
  return 0;
}

/* Three processes count, each with its own name for the same value. */
static void assert_180(counted whats[3]) {
  pid_t children[3];
  for (size_t i = 0; i < 3; i++) {
    children[i] = begin_child(count_to_60, &whats[i]);
  }
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(end_child(children[i]), 0);
  }
  kmk_shared *shared = share(whats[0].make, whats[0].name, "0");
  assert_true(is_now(shared, "180"));
  kmk_shared_free(shared);
}

FILE_TEST(K60_of_the_updates_of_one_setting_by_three_processes_none_is_lost) {
  counted size = {kmk_shared_setting, "size"};
  assert_180((counted[]){size, size, size});
}

FILE_TEST(K60_of_the_updates_of_one_file_by_its_path_and_by_links_none_is_lost) {
  in_shell("mkdir one two && ln -s ../one/count.json two/count.json && ln -s one three");
  assert_180((counted[]){{kmk_shared_file, in_folder("one/count.json")},
                         {kmk_shared_file, in_folder("two/count.json")},
                         {kmk_shared_file, in_folder("three/count.json")}});
  in_shell("test \"$(ls -A one two)\" = \"$(printf 'one:\\ncount.json\\n\\ntwo:\\ncount.json')\"");
}

FILE_TEST(K60_an_update_begins_with_what_is_in_the_file) {
  const char *path = in_folder("count.json");
  kmk_shared *shared = share(kmk_shared_file, path, "0");
  for (int i = 0; i < 50; i++) {
    write_file(path, "100");
    add_one(shared);
    assert_file(path, "101\n");
    assert_true(is_now(shared, "101"));
  }
  write_file(path, "{\"name\": 1}");
  assert_int_equal(kmk_shared_set_new(shared, "/size", json_integer(2), NULL), KMK_OK);
  assert_file(path, "{\n  \"name\": 1,\n  \"size\": 2\n}\n");
  kmk_shared_free(shared);
}

static json_t *nothing(const json_t *value, void *data) {
  (void)value, (void)data;
  return NULL;
}

FILE_TEST(K60_an_update_that_answers_nothing_writes_nothing) {
  kmk_shared *shared = share(kmk_shared_file, in_folder("count.json"), "0");
  assert_int_equal(kmk_shared_update(shared, nothing, NULL, NULL), KMK_OK);
  in_shell("test -z \"$(ls -A)\"");
  kmk_shared_free(shared);
}

FILE_TEST(K60_after_a_write_that_failed_updates_go_on_from_it) {
  write_file(in_folder("app"), "");
  kmk_shared *shared = share(kmk_shared_file, in_folder("app/count.json"), "0");
  add_one(shared);
  add_one(shared);
  assert_issues(k, "['shared-unsaved', 'shared-unsaved']");
  assert_true(is_now(shared, "2"));
  in_shell("rm app");
  add_one(shared);
  assert_file(in_folder("app/count.json"), "3\n");
  kmk_shared_free(shared);
}

static int write_much(void *path) {
  char text[50000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  kmk_shared *shared = share(kmk_shared_file, path, "''");
  for (int i = 0; i < ROUNDS_OF(100); i++) {
    if (kmk_shared_set_new(shared, "", json_string(text), NULL) != KMK_OK) {
      return 1;
    }
  }
  kmk_shared_free(shared);
  write_file(in_folder("end"), "");
  return 0;
}

FILE_TEST(K60_who_reads_never_sees_half_a_file) {
  char path[256];
  strcpy(path, in_folder("long.json"));
  write_file(path, "\"\"");
  pid_t child = begin_child(write_much, path);
  while (access(in_folder("end"), F_OK) != 0) {
    json_t *value = json_load_file(path, JSON_DECODE_ANY, NULL);
    assert_non_null(value);
    assert_true(json_string_length(value) == 0 || json_string_length(value) == 49999);
    json_decref(value);
  }
  assert_int_equal(end_child(child), 0);
}

/* ------------------------------------------------------------------------------ nested updates */

static json_t *update_other_too(const json_t *value, void *other) {
  add_one(other);
  return json_integer(json_integer_value(value) + 1);
}

typedef struct pair {
  kmk_shared *outer, *inner;
} pair;

enum { CROSSINGS = 60 };

static void *cross(void *data) {
  pair *p = data;
  for (int i = 0; i < CROSSINGS; i++) {
    kmk_shared_update(p->outer, update_other_too, p->inner, NULL);
  }
  return NULL;
}

/* Two threads update two values, each inside an update of the other value. */
static void assert_crosswise(kmk_shared *one, kmk_shared *other) {
  pair pairs[] = {{one, other}, {other, one}};
  pthread_t threads[COUNT_OF(pairs)];
  for (size_t i = 0; i < COUNT_OF(threads); i++) {
    assert_int_equal(pthread_create(&threads[i], NULL, cross, &pairs[i]), 0);
  }
  for (size_t i = 0; i < COUNT_OF(threads); i++) {
    pthread_join(threads[i], NULL);
  }
  char expected[32];
  snprintf(expected, sizeof expected, "%d", 2 * CROSSINGS);
  assert_true(is_now(one, expected));
  assert_true(is_now(other, expected));
  kmk_shared_free(one);
  kmk_shared_free(other);
}

FILE_TEST(K63_two_updates_crosswise_in_memory_both_end) {
  assert_crosswise(share(kmk_shared_memory, "K63 one", "0"),
                   share(kmk_shared_memory, "K63 other", "0"));
}

FILE_TEST(K63_two_updates_crosswise_in_memory_and_in_a_file_both_end) {
  assert_crosswise(share(kmk_shared_memory, "K63 beside a file", "0"),
                   share(kmk_shared_file, in_folder("one/count.json"), "0"));
  assert_file(in_folder("one/count.json"), "120\n");
}

FILE_TEST(K63_two_updates_crosswise_in_two_folders_both_end) {
  assert_crosswise(share(kmk_shared_file, in_folder("one/count.json"), "0"),
                   share(kmk_shared_file, in_folder("two/count.json"), "0"));
  assert_file(in_folder("one/count.json"), "120\n");
  assert_file(in_folder("two/count.json"), "120\n");
}

FILE_TEST(K63_two_settings_are_updated_crosswise) {
  assert_crosswise(share(kmk_shared_setting, "one", "0"), share(kmk_shared_setting, "other", "0"));
  in_shell("test $(grep -c 120 test_shared_updates/settings.json) = 2");
}

/* Another program holds the lock of a folder, and would wait for ours. The library does not wait for the lock
   forever. */
static int hold_folder(void *data) {
  const int *ends = data;
  int descriptor = open(in_folder("theirs"), O_RDONLY);
  char byte = 'x';
  if (flock(descriptor, LOCK_EX) != 0 || write(ends[1], &byte, 1) != 1) {
    return 1;
  }
  return read(ends[2], &byte, 1) == 1 ? 0 : 2;
}

FILE_TEST(K63_two_processes_crosswise_both_end_and_what_was_not_saved_is_said) {
  int ends[4];
  char byte = 0;
  assert_int_equal(pipe(ends), 0);
  assert_int_equal(pipe(ends + 2), 0);
  in_shell("mkdir theirs");
  pid_t child = begin_child(hold_folder, ends);
  assert_int_equal(read(ends[0], &byte, 1), 1);
  kmk_shared *ours = share(kmk_shared_file, in_folder("ours/count.json"), "0");
  kmk_shared *theirs = share(kmk_shared_file, in_folder("theirs/count.json"), "0");
  assert_int_equal(kmk_shared_update(ours, update_other_too, theirs, NULL), KMK_OK);
  assert_issues(k, "['shared-unsaved']");
  assert_true(is_now(theirs, "1"));
  assert_file(in_folder("ours/count.json"), "1\n");
  assert_int_equal(write(ends[3], &byte, 1), 1);
  assert_int_equal(end_child(child), 0);
  add_one(theirs);
  assert_file(in_folder("theirs/count.json"), "2\n");
  for (size_t i = 0; i < COUNT_OF(ends); i++) {
    close(ends[i]);
  }
  kmk_shared_free(ours);
  kmk_shared_free(theirs);
}

/* ----------------------------------------------------------- a write inside its own update */

typedef struct inside {
  kmk_shared *same;
  json_int_t read;
  kmk_error set, update;
  json_t *answer;
} inside;

static json_t *write_inside(const json_t *value, void *data) {
  inside *i = data;
  kmk_shared_set_new(i->same, "", json_integer(json_integer_value(value) + 50), &i->set);
  kmk_shared_update(i->same, one_more, NULL, &i->update);
  json_t *now = kmk_shared_get(i->same, "", NULL);
  i->read = json_integer_value(now);
  json_decref(now);
  return i->answer;
}

static void assert_refused_inside(kmk_shared *shared, kmk_shared *same) {
  inside i = {.same = same};
  assert_int_equal(kmk_shared_update(shared, write_inside, &i, NULL), KMK_OK);
  assert_int_equal(i.read, 7);
  assert_int_equal(i.set.status, KMK_ERR_BUSY);
  assert_int_equal(i.update.status, KMK_ERR_BUSY);
  assert_string_equal(i.set.message, "called inside of an update of the same value");
  assert_true(is_now(shared, "7"));
  i.answer = json_integer(8);
  assert_int_equal(kmk_shared_update(shared, write_inside, &i, NULL), KMK_OK);
  assert_int_equal(i.read, 7);
  assert_true(is_now(shared, "8"));
  assert_true(is_now(same, "8"));
  set_ok(same, "7");
  kmk_shared_free(shared);
  if (same != shared) {
    kmk_shared_free(same);
  }
}

FILE_TEST(K64_a_write_inside_of_an_update_of_the_same_value_is_refused) {
  kmk_shared *shared = share(kmk_shared_memory, "K64", "7");
  assert_refused_inside(shared, shared);
  assert_refused_inside(share(kmk_shared_memory, "K64", "0"), share(kmk_shared_memory, "K64", "0"));
  set_ok(shared = share(kmk_shared_file, in_folder("count.json"), "0"), "7");
  assert_refused_inside(shared, share(kmk_shared_file, in_folder("count.json"), "0"));
  set_ok(shared = share(kmk_shared_setting, "count", "0"), "7");
  assert_refused_inside(shared, share(kmk_shared_setting, "count", "0"));
}

FILE_TEST(K64_another_value_is_written_inside_of_an_update_that_changes_nothing) {
  kmk_shared *one = share(kmk_shared_setting, "one", "1");
  kmk_shared *other = share(kmk_shared_setting, "other", "1");
  inside i = {.same = other};
  assert_int_equal(kmk_shared_update(one, write_inside, &i, NULL), KMK_OK);
  assert_true(is_now(one, "1"));
  assert_true(is_now(other, "52"));
  assert_file(in_folder("test_shared_updates/settings.json"), "{\n  \"other\": 52\n}\n");
  kmk_shared_free(one);
  kmk_shared_free(other);
}

/* Shared values in files and settings: always complete, watched, and merged. */
#define _POSIX_C_SOURCE 200809L

#include "shared_support.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* --------------------------------------------------------------------------------- K2 */

FILE_TEST(K2_a_file_has_the_value_in_a_folder_that_the_first_write_makes) {
  char path[256];
  strcpy(path, in_folder("deep/er/count.json"));
  kmk_shared *shared = share(kmk_shared_file, path, "{'count': 0}");
  assert_true(is_now(shared, "{'count': 0}"));
  assert_int_equal(access(path, F_OK), -1);
  assert_int_equal(kmk_shared_set_new(shared, "/count", json_integer(3), NULL), KMK_OK);
  assert_file(path, "{\n  \"count\": 3\n}\n");
  kmk_shared_free(shared);
  shared = share(kmk_shared_file, path, "{'count': 9}");
  assert_true(is_now(shared, "{'count': 3}"));
  kmk_shared_free(shared);
}

FILE_TEST(K2_a_write_keeps_the_permissions_and_follows_a_link) {
  char path[256], link[256];
  struct stat found;
  strcpy(path, in_folder("real.json"));
  strcpy(link, in_folder("link.json"));
  write_file(path, "1");
  assert_int_equal(chmod(path, 0600), 0);
  assert_int_equal(symlink(path, link), 0);
  kmk_shared *shared = share(kmk_shared_file, link, "0");
  set_ok(shared, "2");
  assert_file(path, "2\n");
  assert_int_equal(lstat(link, &found), 0);
  assert_true(S_ISLNK(found.st_mode));
  assert_int_equal(stat(path, &found), 0);
  assert_int_equal(found.st_mode & 0777, 0600);
  kmk_shared_free(shared);
}

FILE_TEST(K2_settings_are_members_of_one_file) {
  kmk_shared *on = share(kmk_shared_setting, "isOn", "false");
  kmk_shared *size = share(kmk_shared_setting, "size", "12");
  set_ok(on, "true");
  set_ok(size, "14");
  char path[256];
  snprintf(path, sizeof path, "%s/test_shared_files/settings.json", folder);
  assert_file(path, "{\n  \"isOn\": true,\n  \"size\": 14\n}\n");
  kmk_shared_free(on);
  kmk_shared_free(size);
}

/* -------------------------------------------------------------------------------- K8 */

FILE_TEST(K8_a_broken_file_is_an_issue_and_left_alone_until_the_next_write) {
  const char *path = in_folder("broken.json");
  write_file(path, "{");
  kmk_shared *shared = share(kmk_shared_file, path, "7");
  assert_issues(k, "['shared-unreadable']");
  assert_true(is_now(shared, "7"));
  assert_file(path, "{");
  set_ok(shared, "8");
  assert_file(path, "8\n");
  kmk_shared_free(shared);
}

FILE_TEST(K8_an_empty_file_counts_as_none) {
  const char *path = in_folder("empty.json");
  write_file(path, "");
  kmk_shared *shared = share(kmk_shared_file, path, "7");
  assert_issues(k, "[]");
  assert_true(is_now(shared, "7"));
  assert_file(path, "");
  kmk_shared_free(shared);
}

FILE_TEST(K8_a_write_that_fails_is_an_issue_and_the_value_holds) {
  write_file(in_folder("file"), "");
  kmk_shared *shared = share(kmk_shared_file, in_folder("file/below.json"), "1");
  set_ok(shared, "2");
  assert_issues(k, "['shared-unsaved']");
  assert_true(is_now(shared, "2"));
  kmk_shared_free(shared);
}

/* -------------------------------------------------------------------------------- K12 */

/* Writes numbers with long strings, and reports each finished write. */
static void write_until_killed(const char *path, int out) {
  char text[20000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  kmk_shared *shared = share(kmk_shared_file, path, "[0, '']");
  for (int i = 1;; i++) {
    json_t *value = json_pack("[i, s]", i, text);
    if (kmk_shared_set_new(shared, "", value, NULL) != KMK_OK ||
        write(out, &i, sizeof i) != sizeof i) {
      _exit(1);
    }
  }
}

FILE_TEST(K12_a_kill_leaves_the_last_write_whole) {
  char path[256];
  strcpy(path, in_folder("killed.json"));
  for (int round = 0; round < 12; round++) {
    int ends[2], last = 0, next = 0;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      close(ends[0]);
      write_until_killed(path, ends[1]);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &last, sizeof last), sizeof last);
    /* The child is killed during a write after this one, later in each round. */
    for (int more = 0; more < round; more++) {
      assert_int_equal(read(ends[0], &last, sizeof last), sizeof last);
    }
    kill(child, SIGKILL);
    while (read(ends[0], &next, sizeof next) == sizeof next) {
      last = next;
    }
    close(ends[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    json_t *value = json_load_file(path, 0, NULL);
    assert_non_null(value);
    assert_true(json_integer_value(json_array_get(value, 0)) >= last);
    assert_int_equal(json_string_length(json_array_get(value, 1)), 19999);
    json_decref(value);
  }
  /* The next write replaces the files that a killed writer left behind. */
  kmk_shared *shared = share(kmk_shared_file, path, "0");
  set_ok(shared, "1");
  char command[128];
  snprintf(command, sizeof command, "test \"$(ls -A %s)\" = killed.json", folder);
  assert_int_equal(system(command), 0);
  kmk_shared_free(shared);
}

/* -------------------------------------------------------------------------- K13, K14 */

FILE_TEST(K13_what_others_do_to_a_file_is_noticed) {
  char path[256], other[256];
  strcpy(path, in_folder("watched.json"));
  strcpy(other, in_folder("other.json"));
  kmk_shared *shared = share(kmk_shared_file, path, "0");
  json_t *told = json_array();
  kmk_subscription *subscription =
      kmk_shared_observe(shared, k->loop, "", record_value, told, NULL, NULL);
  write_file(path, "10");
  assert_soon(shared, "10");
  run_due(k->loop);
  assert_int_equal(unlink(path), 0);
  assert_soon(shared, "0");
  run_due(k->loop);
  write_file(other, "20");
  assert_int_equal(rename(other, path), 0);
  assert_soon(shared, "20");
  run_due(k->loop);
  assert_json_text(told, "[0, 10, 0, 20]");
  kmk_subscription_free(subscription);
  json_decref(told);
  kmk_shared_free(shared);
}

static void look(const json_t *value, void *user_data) {
  (void)value;
  (void)user_data;
}

static void note_issue(const kmk_diagnostic *issue, void *data) { strcat(data, issue->code); }

FILE_TEST(K17_who_observes_hears_of_a_file_that_others_made_unreadable) {
  char path[256], other[256], issues[256] = "";
  strcpy(path, in_folder("spoilt.json"));
  strcpy(other, in_folder("other"));
  kmk_shared *shared = share(kmk_shared_file, path, "7");
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_loop_set_diagnostics(loop, note_issue, issues, NULL);
  kmk_subscription *subscription = kmk_shared_observe(shared, loop, "", look, NULL, NULL, NULL);
  write_file(other, "[1, 2");
  assert_int_equal(rename(other, path), 0);
  while (issues[0] == '\0') {
    assert_true(kmk_loop_dispatch(loop, -1) > 0);
  }
  assert_string_equal(issues, "shared-unreadable");
  assert_true(is_now(shared, "7"));
  issues[0] = '\0';
  assert_int_equal(unlink(path), 0);
  assert_int_equal(mkdir(other, 0700), 0);
  assert_int_equal(rename(other, path), 0);
  while (issues[0] == '\0') {
    assert_true(kmk_loop_dispatch(loop, -1) > 0);
  }
  assert_string_equal(issues, "shared-unreadable");
  assert_true(is_now(shared, "7"));
  kmk_subscription_free(subscription);
  kmk_shared_free(shared);
  kmk_loop_free(loop);
}

FILE_TEST(K68_what_was_unreadable_is_the_value_once_it_can_be_read) {
  char path[256], other[256], issues[256];
  strcpy(path, in_folder("back.json"));
  strcpy(other, in_folder("back.other"));
  kmk_shared *shared = share(kmk_shared_file, path, "7");
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_loop_set_diagnostics(loop, note_issue, issues, NULL);
  kmk_subscription *subscription = kmk_shared_observe(shared, loop, "", look, NULL, NULL, NULL);
  for (int was_there = 0; was_there < 2; was_there++) {
    set_ok(shared, "8");
    if (!was_there) {
      assert_int_equal(unlink(path), 0);
      assert_soon(shared, "7");
    }
    /* Replaces the file by a FIFO, then restores the former content: nothing, or the same text. */
    issues[0] = '\0';
    assert_int_equal(mkfifo(other, 0600), 0);
    assert_int_equal(rename(other, path), 0);
    while (issues[0] == '\0')
      assert_true(kmk_loop_dispatch(loop, -1) > 0);
    set_ok(shared, "9");
    assert_issues(k, "['shared-unsaved']");
    assert_true(is_now(shared, "9"));
    if (was_there) {
      write_file(other, "8\n");
      assert_int_equal(rename(other, path), 0);
    } else {
      assert_int_equal(unlink(path), 0);
    }
    assert_soon(shared, was_there ? "8" : "7");
  }
  kmk_subscription_free(subscription);
  kmk_shared_free(shared);
  kmk_loop_free(loop);
}

/* One of the processes that count in the same settings file. */
static void count_in_settings(const char *name) {
  kmk_shared *mine = share(kmk_shared_setting, name, "0");
  for (int i = 1; i <= 40; i++) {
    if (kmk_shared_set_new(mine, "", json_integer(i), NULL) != KMK_OK) {
      _exit(1);
    }
  }
  _exit(0);
}

FILE_TEST(K14_settings_that_several_processes_write_are_merged) {
  const char *names[] = {"first", "second", "third"};
  pid_t children[COUNT_OF(names)];
  fflush(NULL);
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    children[i] = fork();
    assert_true(children[i] >= 0);
    if (children[i] == 0) {
      count_in_settings(names[i]);
    }
  }
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    int status = 1;
    assert_int_equal(waitpid(children[i], &status, 0), children[i]);
    assert_int_equal(status, 0);
  }
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    kmk_shared *shared = share(kmk_shared_setting, names[i], "0");
    assert_true(is_now(shared, "40"));
    kmk_shared_free(shared);
  }
}

FILE_TEST(K12_a_link_in_the_place_of_a_draft_is_not_written_through) {
  (void)k;
  write_file(in_folder("other"), "theirs");
  in_shell("ln -s other .value.json.new");
  kmk_shared *shared = share(kmk_shared_file, in_folder("value.json"), "1");
  set_ok(shared, "2");
  assert_file(in_folder("other"), "theirs");
  assert_file(in_folder("value.json"), "2\n");
  kmk_shared_free(shared);
}

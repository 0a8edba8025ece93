/* The place of a shared file: relative paths, non-regular files, files without permission, and the longest names. */
#define _DEFAULT_SOURCE

#include "shared_support.h"

#include <grp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* ------------------------------------------------------------------------ relative paths */

FILE_TEST(K62_a_relative_path_is_one_file_wherever_the_program_goes) {
  char before[512];
  assert_non_null(getcwd(before, sizeof before));
  in_shell("mkdir one two && echo 1 > one/count.json");
  assert_int_equal(chdir(in_folder("one")), 0);
  kmk_shared *shared = share(kmk_shared_file, "count.json", "0");
  assert_int_equal(chdir(in_folder("two")), 0);
  assert_true(is_now(shared, "1"));
  add_one(shared);
  assert_file(in_folder("one/count.json"), "2\n");
  assert_int_equal(access(in_folder("two/count.json"), F_OK), -1);
  write_file(in_folder("one/count.json"), "5");
  assert_soon(shared, "5");
  kmk_shared *same = share(kmk_shared_file, in_folder("one/count.json"), "0");
  set_ok(same, "6");
  assert_true(is_now(shared, "6"));
  kmk_shared *other = share(kmk_shared_file, "./count.json", "0");
  add_one(other);
  assert_file(in_folder("two/count.json"), "1\n");
  assert_int_equal(chdir(before), 0);
  kmk_shared_free(shared);
  kmk_shared_free(same);
  kmk_shared_free(other);
}

FILE_TEST(K62_without_a_directory_a_relative_path_is_refused) {
  char before[512];
  assert_non_null(getcwd(before, sizeof before));
  in_shell("mkdir gone");
  assert_int_equal(chdir(in_folder("gone")), 0);
  in_shell("rmdir gone");
  json_t *zero = json_integer(0);
  kmk_error error;
  assert_null(kmk_shared_file("count.json", zero, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_string_equal(error.message, "path is relative, and the program's directory is gone");
  json_decref(zero);
  assert_int_equal(chdir(before), 0);
}

/* ------------------------------------------------------------------- non-regular files */

static char *message_of(kit *k, const char *code) {
  assert_int_equal(json_array_size(k->issues), 1);
  json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "code")), code);
  char *message = strdup(json_string_value(json_object_get(issue, "message")));
  json_array_clear(k->issues);
  return message;
}

/* Asserts that the file is neither read nor overwritten, and that the issue names its kind. */
static void assert_no_file(kit *k, const char *path, const char *kind) {
  char expected[600];
  snprintf(expected, sizeof expected, "%s is %s, and not a regular file", path, kind);
  struct stat before, after;
  assert_int_equal(lstat(path, &before), 0);
  kmk_shared *shared = share(kmk_shared_file, path, "3");
  char *message = message_of(k, "shared-unreadable");
  assert_non_null(strstr(message, expected));
  free(message);
  assert_true(is_now(shared, "3"));
  add_one(shared);
  message = message_of(k, "shared-unsaved");
  assert_non_null(strstr(message, expected));
  free(message);
  assert_true(is_now(shared, "4"));
  assert_int_equal(lstat(path, &after), 0);
  assert_int_equal(before.st_ino, after.st_ino);
  kmk_shared_free(shared);
}

FILE_TEST(K66_what_is_no_regular_file_is_named_and_left_alone) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int server = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", folder);
  assert_int_equal(bind(server, (struct sockaddr *)&address, sizeof address), 0);
  assert_int_equal(mkfifo(in_folder("fifo"), 0600), 0);
  in_shell("mkdir directory && ln -s /dev/zero zero && ln -s fifo link");
  assert_no_file(k, in_folder("fifo"), "a FIFO");
  assert_no_file(k, in_folder("socket"), "a socket");
  assert_no_file(k, in_folder("directory"), "a directory");
  assert_no_file(k, "/dev/null", "a device");
  assert_no_file(k, "/dev/zero", "a device");
  kmk_shared *shared = share(kmk_shared_file, in_folder("link"), "3");
  assert_issues(k, "['shared-unreadable']");
  in_shell("rm fifo && echo 5 > fifo");
  assert_soon(shared, "5");
  kmk_shared_free(shared);
  shared = share(kmk_shared_file, in_folder("zero"), "3");
  assert_issues(k, "['shared-unreadable']");
  kmk_shared_free(shared);
  close(server);
}

FILE_TEST(K66_a_file_may_become_none_and_one_again) {
  kmk_shared *shared = share(kmk_shared_file, in_folder("count.json"), "0");
  add_one(shared);
  in_shell("rm count.json && mkfifo count.json");
  add_one(shared);
  assert_true(is_now(shared, "2") || is_now(shared, "1"));
  in_shell("rm count.json && echo 7 > count.json");
  assert_soon(shared, "7");
  kmk_shared_free(shared);
  json_array_clear(k->issues);
}

/* --------------------------------------------------------------------- permission, names */

static int look_without_permission(void *data) {
  (void)data;
  /* Continues as a user who cannot enter every folder. */
  if (getuid() == 0 && (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0)) {
    return 1;
  }
  in_shell("mkdir app && echo 1 > app/count.json");
  if (chmod(in_folder("app"), 0) != 0) {
    return 2;
  }
  kmk_shared *shared = share(kmk_shared_file, in_folder("app/count.json"), "0");
  add_one(shared);
  if (!is_now(shared, "1") || chmod(in_folder("app"), 0711) != 0) {
    return 3;
  }
  wait_until(shared, "1");
  in_shell("echo 5 > app/count.json");
  wait_until(shared, "5");
  /* The folder can be entered but not read: the file itself is watched. */
  if (chmod(in_folder("app"), 0311) != 0) {
    return 4;
  }
  kmk_shared *passing = share(kmk_shared_file, in_folder("./app/count.json"), "0");
  in_shell("echo 6 > app/count.json");
  wait_until(passing, "6");
  wait_until(shared, "6");
  if (chmod(in_folder("app"), 0511) != 0) {
    return 5;
  }
  add_one(shared);
  bool holds = is_now(shared, "7");
  chmod(in_folder("app"), 0700);
  assert_file(in_folder("app/count.json"), "6\n");
  kmk_shared_free(shared);
  kmk_shared_free(passing);
  return holds ? 0 : 6;
}

FILE_TEST(K67_a_folder_without_permission_and_with_some_again) {
  assert_int_equal(chmod(folder, 0777), 0);
  assert_int_equal(end_child(begin_child(look_without_permission, NULL)), 0);
}

FILE_TEST(K67_a_name_of_255_bytes_is_written) {
  char name[256], path[512];
  memset(name, 'n', 255);
  name[255] = '\0';
  snprintf(path, sizeof path, "%s/%s", folder, name);
  kmk_shared *shared = share(kmk_shared_file, path, "0");
  add_one(shared);
  assert_file(path, "1\n");
  write_file(path, "4");
  assert_soon(shared, "4");
  in_shell("test $(ls -A | wc -l) = 1");
  kmk_shared_free(shared);
  snprintf(path, sizeof path, "%s/%sn", folder, name);
  shared = share(kmk_shared_file, path, "0");
  add_one(shared);
  assert_issues(k, "['shared-unreadable', 'shared-unsaved']");
  kmk_shared_free(shared);
}

FILE_TEST(K67_a_path_of_4095_bytes_is_written_and_no_longer_one) {
  char path[4097] = "";
  strcpy(path, folder);
  while (strlen(path) < 3800) {
    strcat(path, "/deep");
  }
  /* The folder's name fills the remaining bytes. */
  size_t length = strlen(path), rest = 4095 - length - strlen("/") - strlen("/c");
  path[length] = '/';
  memset(path + length + 1, 'd', rest > 250 ? 250 : rest);
  strcpy(path + length + 1 + (rest > 250 ? 250 : rest), "/c");
  memset(path + strlen(path), 'c', 4095 - strlen(path));
  assert_int_equal(strlen(path), 4095);
  kmk_shared *shared = share(kmk_shared_file, path, "0");
  add_one(shared);
  assert_file(path, "1\n");
  write_file(path, "8");
  assert_soon(shared, "8");
  kmk_shared_free(shared);
  assert_issues(k, "[]");
  strcat(path, "c");
  shared = share(kmk_shared_file, path, "0");
  add_one(shared);
  assert_issues(k, "['shared-unreadable', 'shared-unsaved']");
  kmk_shared_free(shared);
}

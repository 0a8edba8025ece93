#define _POSIX_C_SOURCE 200809L

#include "shared_support.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

char folder[64];

int folder_setup(void **state) {
  strcpy(folder, "/tmp/kumiki-shared-XXXXXX");
  if (!mkdtemp(folder) || setenv("XDG_CONFIG_HOME", folder, 1) != 0) {
    return -1;
  }
  return kit_setup(state);
}

int folder_teardown(void **state) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) {
    return -1;
  }
  return kit_teardown(state);
}

const char *in_folder(const char *name) {
  static char paths[8][512];
  static size_t last;
  char *path = paths[last++ % COUNT_OF(paths)];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

void assert_file(const char *path, const char *expected) {
  char text[512] = "";
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  assert_string_equal(text, expected);
}

void in_shell(const char *command) {
  char whole[1024];
  snprintf(whole, sizeof whole, "cd %s && %s", folder, command);
  assert_int_equal(system(whole), 0);
}

kmk_shared *share(share_fn *make, const char *name, const char *initial) {
  json_t *value = json_of(initial);
  kmk_shared *shared = make(name, value, NULL);
  json_decref(value);
  if (!shared) {
    abort();
  }
  return shared;
}

void set_ok(kmk_shared *shared, const char *value) {
  assert_int_equal(kmk_shared_set_new(shared, "", json_of(value), NULL), KMK_OK);
}

bool is_now(kmk_shared *shared, const char *expected) {
  json_t *value = kmk_shared_get(shared, "", NULL), *wanted = json_of(expected);
  bool same = json_equal(value, wanted);
  json_decref(value);
  json_decref(wanted);
  return same;
}

json_t *one_more(const json_t *value, void *data) {
  (void)data;
  return json_integer(json_integer_value(value) + 1);
}

void add_one(kmk_shared *shared) {
  if (kmk_shared_update(shared, one_more, NULL, NULL) != KMK_OK) {
    abort();
  }
}

static void look(const json_t *value, void *user_data) {
  (void)value;
  (void)user_data;
}

void wait_until(kmk_shared *shared, const char *expected) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_subscription *subscription = kmk_shared_observe(shared, loop, "", look, NULL, NULL, NULL);
  if (!subscription) {
    abort();
  }
  while (!is_now(shared, expected)) {
    if (kmk_loop_dispatch(loop, -1) <= 0) {
      abort();
    }
  }
  kmk_subscription_free(subscription);
  kmk_loop_free(loop);
}

void assert_soon(kmk_shared *shared, const char *expected) {
  wait_until(shared, expected);
  assert_true(is_now(shared, expected));
}

pid_t begin_child(int (*body)(void *), void *data) {
  fflush(NULL);
  /* Reads the stack size once, here: valgrind reports a wrong size in a forked child. */
  kmk_text_free(kmk_json_text(json_true(), 0));
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    /* The child never releases the objects of the parent's threads, so a memory checker would report them at its
     * exit. Another program ends the child instead. */
    char ending[16];
    snprintf(ending, sizeof ending, "exit %d", body(data));
    execl("/bin/sh", "sh", "-c", ending, (char *)NULL);
    _exit(127);
  }
  return child;
}

int end_child(pid_t child) {
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int open_descriptors(void) {
  int count = 0;
  DIR *all = opendir("/proc/self/fd");
  assert_non_null(all);
  while (readdir(all)) {
    count++;
  }
  closedir(all);
  return count;
}

/* Shared values in files and settings, in a folder of the test's own that is gone afterwards. What other
 * threads notice is waited for on a loop, without a limit. */
#ifndef KUMIKI_TESTS_SHARED_SUPPORT_H
#define KUMIKI_TESTS_SHARED_SUPPORT_H

#include "support.h"

#include <sys/types.h>

/* The test's folder, which is also where settings are. */
extern char folder[64];

int folder_setup(void **state);
int folder_teardown(void **state);
#define FILE_TEST(name) FRAMED_TEST(kit, k, folder_setup, folder_teardown, name)

/* The path of a file in the folder, one of the last eight that were asked for. */
const char *in_folder(const char *name);

void write_file(const char *path, const char *text);
void assert_file(const char *path, const char *expected);

/* Runs a command of the shell in the folder; it must succeed. */
void in_shell(const char *command);

typedef kmk_shared *share_fn(const char *, const json_t *, kmk_error *);

kmk_shared *share(share_fn *make, const char *name, const char *initial);
void set_ok(kmk_shared *shared, const char *value);
bool is_now(kmk_shared *shared, const char *expected);

/* Adds one, by an update; aborts the process where that fails. */
void add_one(kmk_shared *shared);
/* A kmk_update_fn that does so. */
json_t *one_more(const json_t *value, void *data);

/* Waits until a value is what is expected: an observer on a loop is told of each change. */
void assert_soon(kmk_shared *shared, const char *expected);
/* The same for processes without assertions of cmocka. */
void wait_until(kmk_shared *shared, const char *expected);

/* Runs a function in a child of a fork, which ends with what it returns. */
pid_t begin_child(int (*body)(void *), void *data);
/* Waits for it: the status with which it ended, -1 where it was killed. */
int end_child(pid_t child);

/* How many descriptors the process has open. */
int open_descriptors(void);

#endif

/* Shared values in files and settings, in a temporary folder of the test. Changes by other threads are awaited on a
 * loop, without a time limit. */
#ifndef KUMIKI_TESTS_SHARED_SUPPORT_H
#define KUMIKI_TESTS_SHARED_SUPPORT_H

#include "support.h"

#include <sys/types.h>

/* The test's folder. Settings are stored there too. */
extern char folder[64];

int folder_setup(void **state);
int folder_teardown(void **state);
#define FILE_TEST(name) FRAMED_TEST(kit, k, folder_setup, folder_teardown, name)

/* The path of a file in the folder. Valid until the function has been called eight more times. */
const char *in_folder(const char *name);

void write_file(const char *path, const char *text);
void assert_file(const char *path, const char *expected);

/* Runs a shell command in the folder; it must succeed. */
void in_shell(const char *command);

typedef kmk_shared *share_fn(const char *, const json_t *, kmk_error *);

kmk_shared *share(share_fn *make, const char *name, const char *initial);
void set_ok(kmk_shared *shared, const char *value);
bool is_now(kmk_shared *shared, const char *expected);

/* Adds one, in an update; aborts the process on failure. */
void add_one(kmk_shared *shared);
/* The same as a kmk_update_fn. */
json_t *one_more(const json_t *value, void *data);

/* Waits until a value equals `expected`. An observer on a loop is called for each change. */
void assert_soon(kmk_shared *shared, const char *expected);
/* The same for processes that cannot use cmocka's assertions. */
void wait_until(kmk_shared *shared, const char *expected);

/* Runs a function in a forked child. The child exits with the function's result. */
pid_t begin_child(int (*body)(void *), void *data);
/* Waits for the child. Returns its exit status, or -1 if it was killed. */
int end_child(pid_t child);

/* The number of open descriptors of the process. */
int open_descriptors(void);

#endif

/* Support for the tests of kumiki_sqlite.h: a file in its own folder, a loop, and the stores in the file. */
#ifndef SQLITE_SUPPORT_H
#define SQLITE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kumiki_sqlite.h>

#include "sqlite_feature.h"

extern char folder[64], path[96];
extern kmk_loop *loop;

#define FILE_TEST(function) cmocka_unit_test_setup_teardown(function, file_begin, file_end)
#define VIRTUAL_FILE_TEST(function)                                                                \
  cmocka_unit_test_setup_teardown(function, file_begin_virtual, file_end)
int file_begin(void **state);
int file_begin_virtual(void **state);
int file_end(void **state);

/* Opens the database. Without a place for the error, a refusal is printed. */
kmk_sqlite *database(kmk_error *told);
kmk_store *opened(kmk_sqlite *from, const char *name, kmk_loop *on, kmk_error *told);

/* Removes the database and the files that SQLite keeps beside it. */
void remove_file(void);

json_int_t number(kmk_store *store);
void send(kmk_store *store, const char *name);

/* Returns the saved form of the store "main"; checks it after a number of requests or calls. */
json_t *kept(void);
void assert_kept(const json_t *state, long number);

#endif

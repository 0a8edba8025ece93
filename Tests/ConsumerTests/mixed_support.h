/* Shared by the tests of mixed reducer trees: a loop and a store for each test, and short functions to query them. */
#ifndef MIXED_SUPPORT_H
#define MIXED_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <kumiki.h>

#include "team/team.h"

#define SECOND UINT64_C(1000000000)

typedef struct mixed {
  kmk_loop *loop;
  kmk_store *store;
  char issues[256]; /* the codes of the issues, each followed by a space */
} mixed;

int mixed_setup(void **state);
int mixed_teardown(void **state);

/* Actions and expected values are JSON with apostrophes in place of quotation marks. */
void mixed_send(const mixed *m, const char *action);
kmk_status mixed_refused(const mixed *m, const char *action, kmk_error *error);
void mixed_assert(const mixed *m, const char *pointer, const char *expected);
void mixed_assert_id(const mixed *m, const char *pointer, const char *expected); /* NULL: no id */
void mixed_advance(const mixed *m, double seconds);

/* Callbacks of a presentation that count in an int[2]: first presentations, then dismissals. */
void mixed_count_present(const char *id, const char *name, const json_t *value, void *counts);
void mixed_count_dismiss(const char *id, void *counts);

/* Parses JSON with apostrophes in place of quotation marks. The caller owns the value. */
json_t *mixed_json(const char *text);

#endif

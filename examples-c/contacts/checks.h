/* A tiny test framework: counts failures, and prints each. */
#ifndef CHECKS_H
#define CHECKS_H

#include <kumiki_test.h>

extern int checks_failures;

/* A kmk_test_failure_fn that receives the name of the test. */
void checks_fail(const char *file, int line, const char *message, void *name);

/* Runs a test with a store of the reducer, which is consumed, as is the initial state. Prints its name if it passes. */
void checks_run(char *name, void (*body)(kmk_test_store *test), kmk_reducer *reducer,
                json_t *initial);

void checks_expect(bool is_good, const char *what, const char *file, int line);

#define CHECK(condition) checks_expect((condition), #condition, __FILE__, __LINE__)

#endif

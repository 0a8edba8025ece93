/* A tiny test framework: counts failures, and prints each. */
#ifndef CHECKS_H
#define CHECKS_H

#include <stdbool.h>

extern int checks_failures;

/* A kmk_test_failure_fn that receives the name of the test. */
void checks_fail(const char *file, int line, const char *message, void *name);

void checks_expect(bool is_good, const char *what, const char *file, int line);

#define CHECK(condition) checks_expect((condition), #condition, __FILE__, __LINE__)

#endif

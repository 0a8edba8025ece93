#include "checks.h"

#include <stdio.h>

int checks_failures;

void checks_fail(const char *file, int line, const char *message, void *name) {
  printf("%s failed at %s:%d: %s\n", (const char *)name, file, line, message);
  checks_failures++;
}

void checks_expect(bool is_good, const char *what, const char *file, int line) {
  if (is_good)
    return;
  printf("failed at %s:%d: %s\n", file, line, what);
  checks_failures++;
}

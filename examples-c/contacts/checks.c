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

void checks_run(char *name, void (*body)(kmk_test_store *test), kmk_reducer *reducer,
                json_t *initial) {
  int before = checks_failures;
  kmk_error error;
  kmk_test_store *test = kmk_test_store_new(reducer, initial, &error);
  json_decref(initial);
  if (!test) {
    checks_fail(__FILE__, __LINE__, error.message, name);
    return;
  }
  kmk_test_store_on_failure(test, checks_fail, name);
  body(test);
  kmk_test_store_free(test); /* reports what the test left over */
  if (checks_failures == before)
    printf("%s\n", name);
}

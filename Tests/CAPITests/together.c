/* Runs the tests named by the arguments in one process. Under valgrind, starting a program takes a second, and the
 * code translated for one test is reused by the next. */
#include "support.h"

#include <stdio.h>

int main(int count, char **names) {
  int failed = count < 2;
  for (int i = 1; i < count; i++) {
    int status = run_tests_of(names[i]);
    if (status != 0) {
      printf("FAILED: %s, %d\n", names[i], status);
    }
    failed += status != 0;
    fflush(stdout);
  }
  return failed != 0;
}

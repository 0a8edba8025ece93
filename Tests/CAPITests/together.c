/* Tests in one process, those that its arguments name. Where every access is watched a start takes a second, and
 * what one test has had translated serves the next. */
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

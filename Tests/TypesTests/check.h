/* Counts checks and failures, for a program that reports its failures. */
#include <stdbool.h>
#include <stdio.h>

static int failures, checks;

#define CHECK(holds) check((holds), #holds, __FILE__, __LINE__)

static void check(bool holds, const char *what, const char *file, int line) {
  checks++;
  if (!holds) {
    failures++;
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
  }
}

/* Returns the program's exit status. */
static int ended(void) {
  printf("%d checks, %d failures\n", checks, failures);
  return failures != 0;
}

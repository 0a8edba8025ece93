/* Tests in one process, those that its arguments name. Where every access is watched a start takes a second, and
 * what one test has had translated serves the next. The build defines TESTS: TEST(test_store) and so on. */
#include <stdio.h>
#include <string.h>

#define TEST(name) int name##_main(void);
TESTS
#undef TEST

static const struct {
  const char *name;
  int (*run)(void);
} tests[] = {
#define TEST(name) {#name, name##_main},
    TESTS};

static int run(const char *name) {
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    if (strcmp(tests[i].name, name) == 0)
      return tests[i].run();
  return printf("there is no %s\n", name);
}

int main(int count, char **names) {
  int failed = count < 2;
  for (int i = 1; i < count; i++) {
    int status = run(names[i]);
    if (status != 0)
      printf("FAILED: %s, %d\n", names[i], status);
    failed += status != 0;
    fflush(stdout);
  }
  return failed != 0;
}

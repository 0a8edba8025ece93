/* 08_counter_test: tests of 01_counter with only the library.
 *
 * Teaches: a test store; stating what an action changes. A failure is printed with file and line,
 *          and ends the program like assert, so no result has to be checked here.
 * Run:     08_counter_test
 * Prints:  expected/08_counter_test.txt */
#define main counter_main /* the feature is in the file of its program */
#include "01_counter.c"
#undef main
#include <kumiki_test.h>

static kmk_test_store *new_test(int count) {
  json_t *initial = json_pack("{s:i}", "count", count);
  kmk_test_store *test = kmk_test_store_new(kmk_reducer_new(counter, NULL, NULL), initial, NULL);
  json_decref(initial);
  return test;
}

static void it_counts(void) {
  kmk_test_store *test = new_test(0);
  kmk_test_send(test, json_string("increment"), json_pack("{s:i}", "count", 1));
  kmk_test_send(test, json_string("increment"), json_pack("{s:i}", "count", 2));
  kmk_test_store_free(test);
}

static void what_it_does_not_know_changes_nothing(void) {
  kmk_test_store *test = new_test(7);
  kmk_test_send(test, json_string("decrement"), NULL);
  kmk_test_assert(test, json_pack("{s:i}", "count", 7));
  kmk_test_store_free(test);
}

int main(void) {
  it_counts();
  what_it_does_not_know_changes_nothing();
  printf("2 tests passed\n");
  return 0;
}

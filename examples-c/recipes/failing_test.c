/* failing_test: tests of load.c, each with a mistake, and the messages that they get.
 *
 * Run:     failing_test
 * Prints:  expected/failing_test.txt */
#define main load_main /* the feature is in the file of its program */
#include "load.c"
#undef main
#include <kumiki_test.h>

/* A callback, so that all messages are printed. Without it the first failure ends the program. */
static void on_failure(const char *file, int line, const char *message, void *data) {
  (void)file, (void)line, (void)data;
  printf("%s\n", message);
}

static kmk_test_store *new_test(const char *name) {
  printf("--- %s\n", name);
  json_t *initial = json_pack("{s:b, s:[], s:n}", "isLoading", 0, "items", "error");
  kmk_test_store *test = kmk_test_store_new(kmk_reducer_new(list, NULL, NULL), initial, NULL);
  json_decref(initial);
  kmk_test_store_on_failure(test, on_failure, NULL);
  return test;
}

int main(void) {
  kmk_test_store *test = new_test("a change that the test does not state");
  kmk_test_send_text(test, "{'load': 'https://example.org/fruit'}", "{'isLoading': true}");
  kmk_test_receive_text(test, "{'loaded': ['apple', 'pear']}", "{'items': ['apple', 'pear']}");
  kmk_test_store_free(test);

  test = new_test("an action that the test does not receive");
  kmk_test_send_text(test, "{'load': 'https://example.org/fruit'}", "{'isLoading': true}");
  kmk_test_store_free(test);

  test = new_test("another action comes");
  kmk_test_send_text(test, "{'load': 'https://example.org/fruit'}", "{'isLoading': true}");
  kmk_test_receive_text(test, "{'failed': {'status': 404}}",
                        "{'isLoading': false, 'error': {'status': 404}}");
  kmk_test_store_free(test);

  test = new_test("no action comes");
  kmk_test_receive_text(test, "{'loaded': []}", NULL);
  kmk_test_store_free(test);
  return 0;
}

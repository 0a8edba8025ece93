/* The feature's own tests, written in C: the test store holds them to account for what is shared, too. */
#include "kiln_support.h"

#include <kumiki_test.h>

static void fail_test(const char *file, int line, const char *message, void *data) {
  (void)data;
  print_error("%s:%d: %s\n", file, line, message);
  fail();
}

static void I28_a_test_in_c_of_a_feature_with_macros(void **state) {
  (void)state;
  kiln_heat = 100;
  kmk_test_store *test = kmk_test_store_open("Kiln", NULL, NULL);
  kmk_shared *hours = kiln_share(kmk_shared_memory, "burnt-hours", "0");
  kmk_shared *firings = kiln_share(kmk_shared_file, "firings.json", "[]");
  kmk_test_store_on_failure(test, fail_test, NULL);
  kmk_test_set_shared(test, firings,
                      mixed_json("[{'id': 4, 'name': 'cups', 'hours': 1,"
                                 " 'heats': []}]"));
  kmk_test_send_text(test, "{'show': {'id': 4}}",
                     "[{'op': 'add', 'path': '/path/-', 'value': {'id': 0, 'element': {'detail':"
                     " {'dialog': null, 'firing': {'id': 4, 'name': 'cups', 'hours': 1,"
                     " 'heats': []}}}}}]");
  kmk_test_send_text(
      test, "{'path': {'element': {'id': 0, 'action': {'detail': 'giveUpTapped'}}}}",
      "[{'op': 'replace', 'path': '/path/0/element/detail/dialog', 'value':"
      " {'title': 'cups', 'titleVisibility': 'visible', 'message': null, 'buttons': ["
      "{'label': 'Give up', 'role': 'destructive', 'action': 'giveUp'},"
      "{'label': 'Go on', 'role': 'cancel', 'action': null}]}}]");
  kmk_test_store_free(test);
  kmk_shared_free(hours);
  kmk_shared_free(firings);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KILN_TEST(I28_a_test_in_c_of_a_feature_with_macros),
  };
  return cmocka_run_group_tests(tests, kiln_group_setup, NULL);
}

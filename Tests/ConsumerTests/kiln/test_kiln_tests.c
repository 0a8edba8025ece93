/* The feature's own tests, written in C. The test store also requires them to assert shared values. */
#include "kiln_support.h"

#include <kumiki_test.h>

static void fail_test(const char *file, int line, const char *message, void *data) {
  (void)data;
  print_error("%s:%d: %s\n", file, line, message);
  fail();
}

/* A test store of the feature, with one firing in the test's own shared memory. */
static kmk_test_store *open_test(kmk_shared *firings, int hours) {
  char list[128];
  snprintf(list, sizeof list, "[{'id': 4, 'name': 'cups', 'hours': %d, 'heats': []}]", hours);
  kmk_test_store *test = kmk_test_store_open("Kiln", NULL, NULL);
  kmk_test_store_on_failure(test, fail_test, NULL);
  kmk_test_set_shared(test, firings, mixed_json(list));
  kmk_test_shared(test, firings, mixed_json(list));
  return test;
}

static void I34_a_test_in_c_states_what_a_dialog_asks_and_how_it_is_answered(void **state) {
  (void)state;
  kmk_shared *firings = kiln_share(kmk_shared_file, "firings.json", "[]");
  kmk_test_store *test = open_test(firings, 1);
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
  kmk_test_send_text(test,
                     "{'path': {'element': {'id': 0, 'action': {'detail': {'dialog': {'presented':"
                     " 'giveUp'}}}}}}",
                     "[{'op': 'replace', 'path': '/path/0/element/detail/dialog', 'value': null},"
                     " {'op': 'remove', 'path': '/firings/0'}]");
  kmk_test_shared(test, firings, json_array());
  kmk_test_receive_text(test, "{'path': {'popFrom': {'id': 0}}}",
                        "[{'op': 'remove', 'path': '/path/0'}]");
  kmk_test_store_free(test);
  kmk_shared_free(firings);
}

static void I34_a_test_in_c_moves_the_clock_and_states_what_is_shared(void **state) {
  (void)state;
  kiln_heat = 100;
  kmk_shared *firings = kiln_share(kmk_shared_file, "firings.json", "[]");
  kmk_shared *hours = kiln_share(kmk_shared_memory, "burnt-hours", "0");
  kmk_test_store *test = open_test(firings, 1);
  kmk_test_store_set_exhaustive(test, false, false);
  kmk_test_send_text(test, "{'show': {'id': 4}}", NULL);
  kmk_test_send_text(test, "{'path': {'element': {'id': 0, 'action': {'detail': 'lightTapped'}}}}",
                     NULL);
  kmk_test_store_set_exhaustive(test, true, false);
  kmk_test_send_text(test, "{'path': {'element': {'id': 1, 'action': {'burn': 'light'}}}}",
                     "[{'op': 'replace', 'path': '/path/1/element/burn/isLit', 'value': true}]");
  kmk_test_advance(test, HOUR);
  kmk_test_receive_text(test, "{'path': {'element': {'id': 1, 'action': {'burn': 'hourPassed'}}}}",
                        "[{'op': 'replace', 'path': '/path/1/element/burn/hour', 'value': 1},"
                        " {'op': 'replace', 'path': '/path/1/element/burn/burntHours', 'value': 1},"
                        " {'op': 'replace', 'path': '/burntHours', 'value': 1}]");
  kmk_test_shared(test, hours, json_integer(1));
  kmk_test_store_set_exhaustive(test, false, false);
  kmk_test_receive_text(
      test, "{'path': {'element': {'id': 1, 'action': {'burn': {'heat': 101}}}}}",
      "[{'op': 'replace', 'path': '/path/1/element/burn/isLit', 'value': false}]");
  kmk_test_shared(test, firings,
                  mixed_json("[{'id': 4, 'name': 'cups', 'hours': 1,"
                             " 'heats': [101]}]"));
  kmk_test_store_free(test);
  kmk_shared_free(firings);
  kmk_shared_free(hours);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KILN_TEST(I34_a_test_in_c_states_what_a_dialog_asks_and_how_it_is_answered),
      KILN_TEST(I34_a_test_in_c_moves_the_clock_and_states_what_is_shared),
  };
  return cmocka_run_group_tests(tests, kiln_group_setup, NULL);
}

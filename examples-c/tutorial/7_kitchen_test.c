/* 7_kitchen_test: step 7 of docs/tutorial.md: tests of step 6.
 *
 * Run:     cc 7_kitchen_test.c -o 7_kitchen_test $(pkg-config --cflags --libs kumiki) && ./7_kitchen_test
 * Prints:  expected/7_kitchen_test.txt */
#define main kitchen_main /* the reducers are in the file of their program */
#include "6_kitchen.c"
#undef main
#include <kumiki_test.h>

static kmk_test_store *new_test(void) {
  json_t *initial = json_pack("{s:i, s:n}", "eggs", 0, "sheet");
  kmk_test_store *test = kmk_test_store_new(app(), initial, NULL);
  json_decref(initial);
  return test;
}

static void an_egg_takes_three_seconds(void) {
  kmk_test_store *test = new_test();
  kmk_test_send_text(test, "'boilEgg'", "{'sheet': {'seconds': 3}}");
  kmk_test_send_text(test, "{'sheet': {'presented': 'start'}}", NULL);
  kmk_test_advance(test, KMK_SECONDS(3));
  kmk_test_receive_text(test, "{'sheet': {'presented': 'tick'}}", "{'sheet': {'seconds': 2}}");
  kmk_test_receive_text(test, "{'sheet': {'presented': 'tick'}}", "{'sheet': {'seconds': 1}}");
  kmk_test_receive_text(test, "{'sheet': {'presented': 'tick'}}",
                        "{'eggs': 1, 'sheet': {'seconds': 0}}");
  kmk_test_receive_text(test, "{'sheet': 'dismiss'}", "{'sheet': null}");
  kmk_test_store_free(test);
}

static void closing_the_sheet_stops_the_timer(void) {
  kmk_test_store *test = new_test();
  kmk_test_send_text(test, "'boilEgg'", "{'sheet': {'seconds': 3}}");
  kmk_test_send_text(test, "{'sheet': {'presented': 'start'}}", NULL);
  kmk_test_send_text(test, "{'sheet': 'dismiss'}", "{'sheet': null}");
  kmk_test_advance(test, KMK_SECONDS(60));
  kmk_test_store_free(test);
}

int main(void) {
  an_egg_takes_three_seconds();
  closing_the_sheet_stops_the_timer();
  printf("2 tests passed\n");
  return 0;
}

/* 09_sheet_demo_test: tests of the feature SheetDemo.
 *
 * Teaches: a test must receive the actions that a feature sends itself, and its effects must end;
 *          the test moves the clock; failures may go to a framework, here one of twenty lines. The
 *          feature is opened by its name: linked with architecture/Examples/SheetDemo, this file
 *          tests the Swift feature.
 * Run:     09_sheet_demo_test
 * Prints:  expected/09_sheet_demo_test.txt */
#include "sheet_demo/sheetdemo.h"

#include <kumiki_test.h>
#include <stdio.h>

#define SECOND UINT64_C(1000000000)

/* ------------------------------------------------------------- a tiny framework */

static int failures;

/* A framework whose failing assertion leaves the test by longjmp may do so here. */
static void fail(const char *file, int line, const char *message, void *name) {
  printf("%s failed at %s:%d: %s\n", (const char *)name, file, line, message);
  failures++;
}

static void run(char *name, void (*body)(kmk_test_store *test)) {
  int before = failures;
  kmk_test_store *test = kmk_test_store_open("SheetDemo", NULL, NULL);
  kmk_test_store_on_failure(test, fail, name);
  body(test);
  kmk_test_store_free(test); /* reports what the test left over */
  if (failures == before)
    printf("%s\n", name);
}

/* ----------------------------------------------------------- actions and changes */

/* An action of the presented feature. */
static json_t *presented(const char *what, json_t *action) {
  return json_pack("{s:{s:{s:o}}}", "destination", "presented", what, action);
}

static json_t *to_counter(const char *action) { return presented("counter", json_string(action)); }

static json_t *present_counter(int count) {
  return json_pack("{s:{s:{s:{s:{s:i}}}}}", "destination", "present", "state", "counter", "count",
                   count);
}

/* The changes that a test expects: members that are set, also in nested objects. */
static json_t *counts(int count) {
  return json_pack("{s:{s:{s:i}}}", "destination", "counter", "count", count);
}

static json_t *shows_nothing(void) { return json_pack("{s:n}", "destination"); }

/* An object sets members and keeps the others. To replace a value, use a patch. */
static json_t *shows(json_t *destination) {
  return json_pack("[{s:s, s:s, s:o}]", "op", "replace", "path", "/destination", "value",
                   destination);
}

/* --------------------------------------------------------------------- the tests */

static void counter_and_animations_change_places(kmk_test_store *test) {
  kmk_test_send(test, present_counter(0), counts(0));
  kmk_test_send(test, to_counter("increment"), counts(1));
  kmk_test_send(test, json_string("swap"),
                shows(json_pack("{s:{s:s}}", "animations", "color", "white")));
  kmk_test_send(test, presented("animations", json_pack("{s:s}", "setColor", "red")),
                json_pack("{s:{s:{s:s}}}", "destination", "animations", "color", "red"));
  kmk_test_send(test, json_string("swap"), shows(json_pack("{s:{s:i}}", "counter", "count", 0)));
}

static void a_timer_ticks_until_it_is_stopped(kmk_test_store *test) {
  kmk_test_send(test, present_counter(0), counts(0));
  kmk_test_send(test, to_counter("startTimer"), NULL);
  kmk_test_advance(test, 2 * SECOND);
  kmk_test_receive(test, to_counter("tick"), counts(1));
  kmk_test_receive_case(test, "destination.presented.counter.tick", counts(2));
  kmk_test_send(test, to_counter("stopTimer"), NULL);
  kmk_test_finish(test);
}

static void a_timer_ends_with_the_counter_that_started_it(kmk_test_store *test) {
  kmk_test_send(test, present_counter(0), counts(0));
  kmk_test_send(test, to_counter("startTimer"), NULL);
  kmk_test_send(test, json_pack("{s:s}", "destination", "dismiss"), shows_nothing());
  kmk_test_finish(test); /* would fail if the timer still ran */
}

static void a_counter_may_ask_to_be_dismissed(kmk_test_store *test) {
  kmk_test_send(test, present_counter(5), counts(5));
  kmk_test_send(test, to_counter("close"), NULL);
  kmk_test_receive(test, json_pack("{s:s}", "destination", "dismiss"), shows_nothing());
}

static void below_zero_a_counter_is_dismissed(kmk_test_store *test) {
  kmk_test_send(test, present_counter(0), counts(0));
  kmk_test_send(test, to_counter("decrement"), shows_nothing());
}

static void an_item_is_deleted_once_that_is_confirmed(kmk_test_store *test) {
  json_t *title = json_pack("{s:{s:s}}", "alert", "title", "Delete an item?");
  kmk_test_send(test, json_string("deleteItem"), shows(json_incref(title)));
  kmk_test_send(test, presented("alert", json_string("deny")), shows_nothing());
  kmk_test_send(test, json_string("deleteItem"), shows(title));
  kmk_test_send(test, presented("alert", json_string("confirm")),
                json_pack("{s:i, s:n}", "items", 2, "destination"));
}

/* A test of one thing need not account for everything else. */
static void items_stay_whatever_is_presented(kmk_test_store *test) {
  kmk_test_store_set_exhaustive(test, false, false);
  kmk_test_send(test, present_counter(0), NULL);
  kmk_test_send(test, to_counter("startTimer"), NULL);
  kmk_test_advance(test, 60 * SECOND);
  kmk_test_send(test, json_string("swap"), json_pack("{s:i}", "items", 3));
}

int main(void) {
  if (sheetdemo_register() != KMK_OK)
    return 2;
#define RUN(test) run(#test, test)
  RUN(counter_and_animations_change_places);
  RUN(a_timer_ticks_until_it_is_stopped);
  RUN(a_timer_ends_with_the_counter_that_started_it);
  RUN(a_counter_may_ask_to_be_dismissed);
  RUN(below_zero_a_counter_is_dismissed);
  RUN(an_item_is_deleted_once_that_is_confirmed);
  RUN(items_stay_whatever_is_presented);
  printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}

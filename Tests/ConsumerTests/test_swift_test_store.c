/* A feature written in Swift, tested in C by its name, and inside a tree written in C. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <kumiki_test.h>

#include "team/team.h"

#define SECOND UINT64_C(1000000000)

static char told[4096];

static void keep(const char *file, int line, const char *message, void *user_data) {
  (void)file, (void)line, (void)user_data;
  snprintf(told, sizeof told, "%s", message);
}

static kmk_test_store *open_profile(void) {
  kmk_error error;
  kmk_test_store *test = kmk_test_store_open("Profile", NULL, &error);
  if (test == NULL)
    fail_msg("%s", error.message);
  kmk_test_store_on_failure(test, keep, NULL);
  told[0] = '\0';
  return test;
}

static void assert_told(const char *text) {
  if (strstr(told, text) == NULL)
    fail_msg("\"%s\" is not in: %s", text, told);
  told[0] = '\0';
}

static void its_state_and_its_actions_are_json(void **state) {
  kmk_test_store *test = open_profile();
  (void)state;
  assert_true(
      kmk_test_send(test, json_pack("{s:s}", "rename", "Bob"), json_pack("{s:s}", "name", "Bob")));
  assert_true(kmk_test_send(test, json_pack("{s:{s:i,s:i}}", "move", "from", 2, "to", 5),
                            json_pack("{s:i}", "age", 44)));
  kmk_test_store_free(test);
  assert_string_equal(told, "");
}

static void a_wrong_expectation_is_shown_line_by_line(void **state) {
  kmk_test_store *test = open_profile();
  (void)state;
  assert_false(kmk_test_send(test, json_string("grow"), json_pack("{s:i}", "age", 40)));
  assert_told("    -   \"age\": 40,\n    +   \"age\": 42,\n");
  assert_false(kmk_test_send(test, json_pack("{s:i}", "nope", 1), NULL));
  assert_told("{\"nope\":1} does not fit the feature");
  assert_true(kmk_test_send(test, json_string("grow"), json_pack("{s:i}", "age", 43)));
  kmk_test_store_free(test);
}

/* The changes that "open" makes. */
static json_t *opened(void) { return json_pack("{s:{s:s,s:n}}", "sheet", "note", "", "help"); }

static void its_effects_run_on_the_clock_of_the_test(void **state) {
  kmk_test_store *test = open_profile();
  json_t *start = json_pack("{s:{s:s}}", "sheet", "presented", "start");
  (void)state;
  assert_true(kmk_test_send(test, json_string("open"), opened()));
  char *id = kmk_store_presentation_id(kmk_test_store_store(test), "/sheet", NULL);
  assert_string_equal(id, "0");
  kmk_text_free(id);
  assert_true(kmk_test_send(test, start, NULL));
  assert_true(kmk_test_advance(test, SECOND));
  assert_true(kmk_test_receive_case(test, "sheet.presented.tick",
                                    json_pack("{s:{s:s}}", "sheet", "note", ".")));
  assert_false(kmk_test_finish(test));
  assert_told("started by {\"sheet\":{\"presented\":\"start\"}}");
  assert_true(
      kmk_test_send(test, json_pack("{s:s}", "sheet", "dismiss"), json_pack("{s:n}", "sheet")));
  assert_true(kmk_test_finish(test));
  kmk_test_store_free(test);
  assert_string_equal(told, "");
}

static void it_may_dismiss_itself_where_it_is_presented(void **state) {
  kmk_test_store *test = open_profile();
  (void)state;
  assert_true(kmk_test_send(test, json_string("open"), opened()));
  assert_true(kmk_test_send(test, json_pack("{s:{s:s}}", "sheet", "presented", "close"), NULL));
  assert_true(
      kmk_test_receive(test, json_pack("{s:s}", "sheet", "dismiss"), json_pack("{s:n}", "sheet")));
  kmk_test_store_free(test);
  assert_string_equal(told, "");
}

static void a_number_that_json_has_not_is_a_failure_that_says_where(void **state) {
  kmk_test_store *test = open_profile();
  (void)state;
  assert_false(kmk_test_send(test, json_string("divideByZero"), NULL));
  assert_told("/counted/ratio");
  kmk_test_store_free(test);
}

static void a_tree_in_c_may_contain_it(void **state) {
  json_t *initial = json_pack("{s:{s:s,s:i,s:{s:f},s:n}}", "profile", "name", "Ann", "age", 41,
                              "counted", "ratio", 0.5, "sheet");
  kmk_test_store *test =
      kmk_test_store_new(kmk_scope("/profile", "profile", kmk_feature("Profile")), initial, NULL);
  (void)state;
  json_decref(initial);
  kmk_test_store_on_failure(test, keep, NULL);
  assert_true(kmk_test_send(test, json_pack("{s:s}", "profile", "grow"),
                            json_pack("{s:{s:i}}", "profile", "age", 42)));
  kmk_test_store_free(test);
  assert_string_equal(told, "");
}

static void a_state_that_does_not_fit_is_refused(void **state) {
  kmk_error error;
  json_t *misfit = json_pack("{s:i}", "name", 3);
  (void)state;
  assert_null(kmk_test_store_open("Profile", misfit, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/name");
  json_decref(misfit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(its_state_and_its_actions_are_json),
      cmocka_unit_test(a_wrong_expectation_is_shown_line_by_line),
      cmocka_unit_test(its_effects_run_on_the_clock_of_the_test),
      cmocka_unit_test(it_may_dismiss_itself_where_it_is_presented),
      cmocka_unit_test(a_number_that_json_has_not_is_a_failure_that_says_where),
      cmocka_unit_test(a_tree_in_c_may_contain_it),
      cmocka_unit_test(a_state_that_does_not_fit_is_refused),
  };
  if (team_register() != 0)
    return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}

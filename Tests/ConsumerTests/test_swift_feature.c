/* A feature written in Swift, used from C by its name: actions are decoded, and the state is encoded in parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <kumiki.h>

#include "team/team.h"

static kmk_loop *loop;
static kmk_store *store;

static int open_profile(void **state) {
  (void)state;
  loop = kmk_loop_new_virtual(NULL);
  store = kmk_store_open(loop, "Profile", NULL, NULL);
  return loop == NULL || store == NULL;
}

static int close_profile(void **state) {
  (void)state;
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

static void assert_part(const char *pointer, const char *expected) {
  kmk_error error;
  json_t *part = kmk_store_get(store, pointer, &error);
  if (part == NULL)
    fail_msg("%s: %s", pointer, error.message);
  char *text = json_dumps(part, JSON_COMPACT | JSON_ENCODE_ANY);
  assert_string_equal(text, expected);
  kmk_text_free(NULL);
  free(text);
  json_decref(part);
}

static void actions_have_the_forms_of_an_enum(void **state) {
  (void)state;
  assert_int_equal(kmk_store_send_text(store, "{\"rename\": \"Bob\"}", NULL), KMK_OK);
  assert_part("/name", "\"Bob\"");
  assert_int_equal(kmk_store_send_text(store, "\"grow\"", NULL), KMK_OK);
  assert_int_equal(kmk_store_send_text(store, "{\"grow\": null}", NULL), KMK_OK);
  assert_int_equal(kmk_store_send_text(store, "{\"grow\": {}}", NULL), KMK_OK);
  assert_part("/age", "44");
  assert_int_equal(kmk_store_send_text(store, "{\"move\": {\"from\": 2, \"to\": 5}}", NULL),
                   KMK_OK);
  assert_part("/age", "47");
}

static void M9_what_does_not_fit_is_named_and_changes_nothing(void **state) {
  kmk_error error;
  (void)state;
  assert_int_equal(kmk_store_send_text(store, "{\"nope\": 1}", &error), KMK_ERR_DECODE);
  assert_non_null(strstr(error.message, "rename"));
  assert_non_null(strstr(error.message, "nope"));
  assert_int_equal(kmk_store_send_text(store, "{\"grow\": {}, \"open\": {}}", &error),
                   KMK_ERR_DECODE);
  assert_int_equal(kmk_store_send_text(store, "{\"move\": {\"from\": 2, \"to\": \"x\"}}", &error),
                   KMK_ERR_DECODE);
  assert_string_equal(error.path, "/move/to");
  assert_int_equal(kmk_store_send_text(store, "{\"sheet\": \"dismis\"}", &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/sheet");
  assert_part("", "{\"name\":\"Ann\",\"age\":41,\"counted\":{\"ratio\":0.5},\"sheet\":null}");
}

static void reading_one_pointer_encodes_no_sibling(void **state) {
  (void)state;
  long before = team_encodings();
  assert_part("/name", "\"Ann\"");
  assert_part("/age", "41");
  assert_int_equal(team_encodings(), before);
  assert_part("/counted/ratio", "0.5");
  assert_int_equal(team_encodings(), before + 1);
}

static void count_calls(const json_t *value, void *user_data) {
  (void)value;
  ++*(int *)user_data;
}

static void an_observer_is_told_of_its_own_part_alone(void **state) {
  int names = 0;
  (void)state;
  kmk_subscription *subscription =
      kmk_store_observe(store, "/name", count_calls, &names, NULL, NULL);
  assert_int_equal(names, 1);
  kmk_store_send_text(store, "\"grow\"", NULL);
  assert_int_equal(names, 1);
  kmk_store_send_text(store, "{\"rename\": \"Bob\"}", NULL);
  assert_int_equal(names, 2);
  kmk_subscription_free(subscription);
}

static void a_sheet_has_its_effects_and_its_id(void **state) {
  kmk_error error;
  char *id;
  (void)state;
  assert_null(kmk_store_presentation_id(store, "/sheet", &error));
  kmk_store_send_text(store, "\"open\"", NULL);
  id = kmk_store_presentation_id(store, "/sheet", &error);
  assert_string_equal(id, "0");
  kmk_text_free(id);
  kmk_store_send_text(store, "{\"sheet\": {\"presented\": \"start\"}}", NULL);
  kmk_loop_advance(loop, 2500000000u, NULL);
  assert_part("/sheet/note", "\"..\"");
  assert_int_equal(kmk_store_effect_count(store), 1);
  assert_int_equal(kmk_store_dismiss_id(store, "sheet", "7", &error), KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_store_dismiss_id(store, "sheet", "0", &error), KMK_OK);
  assert_part("/sheet", "null");
  assert_int_equal(kmk_store_effect_count(store), 0);
}

static void count_present(const char *id, const char *state_case, const json_t *value, void *data) {
  (void)id, (void)state_case, (void)value;
  ++((int *)data)[0];
}

static void count_dismiss(const char *id, void *data) {
  (void)id;
  ++((int *)data)[1];
}

static void D80_a_view_inside_is_told_when_the_outer_presentation_ends(void **state) {
  (void)state;
  int told[2] = {0, 0};
  const kmk_presentation_callbacks view = {sizeof view, count_present, NULL, count_dismiss};
  kmk_subscription *help =
      kmk_store_observe_presentation(store, "/sheet/help", &view, told, NULL, NULL);
  assert_non_null(help);
  for (int times = 1; times <= 2; times++) {
    kmk_store_send_text(store, "\"open\"", NULL);
    kmk_store_send_text(store, "{\"sheet\": {\"presented\": \"openHelp\"}}", NULL);
    assert_int_equal(told[0], times);
    assert_int_equal(told[1], times - 1);
    kmk_store_send_text(store, "{\"sheet\": \"dismiss\"}", NULL);
    assert_int_equal(told[0], times);
    assert_int_equal(told[1], times);
  }
  kmk_subscription_free(help);
}

static void D74_dismiss_from_an_effect_ends_it(void **state) {
  (void)state;
  kmk_store_send_text(store, "\"open\"", NULL);
  kmk_store_send_text(store, "{\"sheet\": {\"presented\": \"close\"}}", NULL);
  assert_int_equal(kmk_loop_run_until_idle(loop, -1, NULL), KMK_OK);
  assert_part("/sheet", "null");
  assert_int_equal(kmk_store_effect_count(store), 0);
}

static void remember_code(const kmk_diagnostic *diagnostic, void *user_data) {
  snprintf(user_data, 64, "%s %s", diagnostic->code, diagnostic->path);
}

static void M4_a_number_that_json_has_not_fails_the_read_alone(void **state) {
  kmk_error error;
  char issue[64] = "";
  (void)state;
  kmk_loop_set_diagnostics(loop, remember_code, issue, NULL);
  kmk_store_send_text(store, "\"divideByZero\"", NULL);
  assert_null(kmk_store_get(store, "", &error));
  assert_string_equal(issue, "json-nonfinite /counted/ratio");
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/counted/ratio");
  assert_part("/name", "\"Ann\"");
}

static void an_unknown_feature_is_answered_with_the_known_ones(void **state) {
  kmk_error error;
  (void)state;
  assert_null(kmk_store_open(loop, "Profil", NULL, &error));
  assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
  assert_non_null(strstr(error.message, "Profile"));
  json_t *misfit = json_pack("{s:i}", "name", 3);
  assert_null(kmk_store_open(loop, "Profile", misfit, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/name");
  json_decref(misfit);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_profile, close_profile)
  const struct CMUnitTest tests[] = {
      TEST(actions_have_the_forms_of_an_enum),
      TEST(M9_what_does_not_fit_is_named_and_changes_nothing),
      TEST(reading_one_pointer_encodes_no_sibling),
      TEST(an_observer_is_told_of_its_own_part_alone),
      TEST(a_sheet_has_its_effects_and_its_id),
      TEST(D80_a_view_inside_is_told_when_the_outer_presentation_ends),
      TEST(D74_dismiss_from_an_effect_ends_it),
      TEST(M4_a_number_that_json_has_not_fails_the_read_alone),
      TEST(an_unknown_feature_is_answered_with_the_known_ones),
  };
  if (team_register() != 0)
    return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}

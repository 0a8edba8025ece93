/* Alerts declared by their buttons (P8). */

#include "presentation_support.h"

#define ALERT "{'alert': {'title': 'Sure?'}}"
#define CONFIRM "{'alert': 'confirm'}"

static kmk_reducer *counter_or_alert(void) {
  return KMK_COMBINE(kmk_scope_case("counter", "counter", counter()),
                     KMK_ALERT("alert", "confirm", "cancel"));
}

SHEET_TEST(P8_a_button_reaches_the_parent_and_dismisses) {
  sheet_open_with(s, sheet_with(s, NULL, counter_or_alert()),
                  "{'log': [], 'destination': " ALERT "}");
  send_presented(s, CONFIRM);
  assert_slot(s, "null");
  assert_parent_log(s, "[{'destination': {'presented': " CONFIRM "}}]");
  send_ok(s->store, "{'assign': {'counter': {'count': 0}}}");
  send_presented(s, "{'counter': 'inc'}");
  assert_slot(s, "{'counter': {'count': 1}}");
}

SHEET_TEST(P8_an_alert_with_a_child_of_another_case_around_it_goes_too) {
  kmk_reducer *child = kmk_if_case_let(KMK_ALERT("alert", "confirm", "cancel"), "counter",
                                       "counter", NULL, counter());
  sheet_open_with(s, sheet_with(s, NULL, child), "{'log': [], 'destination': " ALERT "}");
  send_presented(s, CONFIRM);
  assert_slot(s, "null");
}

SHEET_TEST(P8_another_action_of_an_alert_is_refused) {
  kmk_error error;
  sheet_open_with(s, sheet_with(s, NULL, counter_or_alert()),
                  "{'log': [], 'destination': " ALERT "}");
  json_t *action = json_of("{'destination': {'presented': {'alert': 'nope'}}}");
  assert_int_equal(kmk_store_send(s->store, action, &error), KMK_ERR_DECODE);
  json_decref(action);
  assert_string_equal(error.path, "/destination/presented/alert");
  assert_non_null(strstr(error.message, "expected one of confirm, cancel"));
  assert_slot(s, ALERT);
}

SHEET_TEST(P8_a_mistake_makes_an_invalid_reducer) {
  const char *const wrong[] = {"a.b", NULL};
  kmk_reducer *mistakes[] = {
      kmk_alert(NULL, 0, NULL),         kmk_alert("a.b", 0, NULL),
      kmk_alert("alert", 1, NULL),      kmk_alert("alert", 1, &wrong[0]),
      kmk_alert("alert", 1, &wrong[1]),
  };
  for (size_t i = 0; i < KMK_COUNT(mistakes); i++)
    assert_invalid_reducer(s->kit, mistakes[i], NULL);
}

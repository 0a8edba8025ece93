/* A feature written in Swift with macros, used by a C program: sending, observing, presenting, dismissing,
 * pushing, and answering dialogs. */
#include "kiln_support.h"

#define FIRING "{'id': 1, 'name': 'vases', 'hours': 2, 'heats': []}"

static void send_to(kmk_store *view, const char *action) {
  const mixed m = {.store = view};
  mixed_send(&m, action);
}

/* ---------------------------------------------------------------- the enum of destinations */

typedef struct shown {
  char name[64]; /* the presented case, or "none" */
  int presented, updated, dismissed;
} shown;

static void present(const char *id, const char *state_case, const json_t *value, void *data) {
  (void)id, (void)value;
  shown *s = data;
  s->presented++;
  snprintf(s->name, sizeof s->name, "%s", state_case);
}

static void update(const char *id, const json_t *value, void *data) {
  (void)id, (void)value;
  ((shown *)data)->updated++;
}

static void dismiss(const char *id, void *data) {
  (void)id;
  shown *s = data;
  s->dismissed++;
  strcpy(s->name, "none");
}

static void Q25_a_form_is_presented_written_field_by_field_and_saved(void **state) {
  const mixed *m = *state;
  shown seen = {.name = "none"};
  const kmk_presentation_callbacks view = {sizeof view, present, update, dismiss};
  kmk_subscription *subscription =
      kmk_store_observe_presentation(m->store, "/destination", &view, &seen, NULL, NULL);
  mixed_assert(m, "", "{'burntHours': 0, 'destination': null, 'firings': [], 'path': []}");
  mixed_send(m, "'addTapped'");
  assert_string_equal(seen.name, "add");
  kmk_store *form =
      kmk_store_scope(m->store, "/destination/add", "destination.presented.add", NULL);
  assert_non_null(form);
  json_t *hours = json_integer(99);
  assert_int_equal(kmk_store_write_binding(form, "binding", "/firing/hours", hours, NULL), KMK_OK);
  json_decref(hours);
  kiln_assert(form, "/firing", "{'id': 1, 'name': '', 'hours': 24, 'heats': []}");
  send_to(form, "'longer'");
  assert_int_equal(seen.updated, 1);
  kmk_store_free(form);
  mixed_send(m, "{'destination': 'dismiss'}");
  assert_string_equal(seen.name, "none");
  mixed_assert(m, "/firings", "[]");
  kiln_add(m, "vases", 2);
  mixed_assert(m, "/firings", "[" FIRING "]");
  assert_int_equal(seen.presented, 2);
  assert_int_equal(seen.dismissed, 2);
  kmk_subscription_free(subscription);
  assert_string_equal(m->issues, "");
}

static void T8_the_answer_of_an_alert_in_an_enum_of_destinations(void **state) {
  const mixed *m = *state;
  kiln_add(m, "vases", 2);
  mixed_send(m, "'clearTapped'");
  mixed_assert(m, "/destination",
               "{'alert': {'title': 'Forget 1 firings?', 'message': null, 'buttons': ["
               "{'label': 'Forget', 'role': 'destructive', 'action': 'clear'},"
               "{'label': 'Keep', 'role': 'cancel', 'action': null}]}}");
  kiln_press(m->store, "/destination/alert", "destination", 1);
  mixed_assert(m, "/destination", "null");
  mixed_assert(m, "/firings/0/name", "'vases'");
  mixed_send(m, "'clearTapped'");
  assert_int_equal(
      kmk_store_send_at_new(m->store, "destination.presented.alert", json_string("clear"), NULL),
      KMK_OK);
  mixed_assert(m, "", "{'burntHours': 0, 'destination': null, 'firings': [], 'path': []}");
  assert_string_equal(m->issues, "");
}

/* -------------------------------------------------------------------- the navigation path */

static void count_ids(const json_t *ids, void *data) { *(size_t *)data = json_array_size(ids); }

static void Q25_screens_are_pushed_popped_and_close_themselves(void **state) {
  const mixed *m = *state;
  size_t count = 9;
  kmk_subscription *subscription =
      kmk_store_observe_ids(m->store, "/path", count_ids, &count, NULL, NULL);
  kiln_add(m, "vases", 2);
  mixed_send(m, "{'show': {'id': 1}}");
  mixed_assert(m, "/path",
               "[{'id': 0, 'element': {'detail': {'dialog': null,"
               " 'firing': " FIRING "}}}]");
  kmk_store *detail = kiln_screen(m, 0, "detail");
  send_to(detail, "'lightTapped'");
  assert_int_equal(count, 2);
  mixed_send(m, "{'path': {'popFrom': {'id': 1}}}");
  assert_int_equal(count, 1);
  send_to(detail, "{'rename': 'bowls'}");
  send_to(detail, "'giveUpTapped'");
  kiln_assert(detail, "/dialog/title", "'bowls'");
  kiln_assert(detail, "/dialog/buttons/1/label", "'Go on'");
  kiln_press(detail, "/dialog", "dialog", 1);
  kiln_assert(detail, "/dialog", "null");
  send_to(detail, "'giveUpTapped'");
  kiln_press(detail, "/dialog", "dialog", 0);
  mixed_advance(m, 0);
  assert_int_equal(count, 0);
  assert_false(kmk_store_is_valid(detail));
  mixed_assert(m, "/firings", "[]");
  kmk_store_free(detail);
  kmk_subscription_free(subscription);
  assert_string_equal(m->issues, "");
}

static void Q25_a_screen_is_pushed_from_c(void **state) {
  const mixed *m = *state;
  mixed_send(m, "{'path': {'push': {'id': 7, 'state': {'detail': {'dialog': null,"
                " 'firing': " FIRING "}}}}}");
  kmk_store *detail = kiln_screen(m, 0, "detail");
  send_to(detail, "{'rename': 'bowls'}");
  kiln_assert(detail, "/firing/name", "'bowls'");
  kmk_store_free(detail);
}

/* ------------------------------------------------------------ time, clients, cancellation */

static void Q25_the_fire_burns_by_the_loops_clock_and_is_measured_by_c(void **state) {
  const mixed *m = *state;
  kmk_store *burn = kiln_light(m);
  mixed_advance(m, 3600);
  kiln_assert(burn, "/firing/heats", "[1001]");
  kiln_assert(burn, "/hour", "1");
  mixed_advance(m, 3600);
  kiln_assert(burn, "/firing/heats", "[1001, 1002]");
  kiln_assert(burn, "/isLit", "false");
  kiln_assert(burn, "/alert/message", "[{'text': 'It is '}, {'text': 'hot', 'styles': ['bold']}]");
  assert_int_equal(kmk_store_effect_count(m->store), 0);
  kiln_press(burn, "/alert", "alert", 1);
  kiln_assert(burn, "/isLit", "true");
  mixed_advance(m, 3600);
  kiln_assert(burn, "/firing/heats", "[1001, 1002, 1003]");
  kiln_press(burn, "/alert", "alert", 0);
  mixed_advance(m, 0);
  assert_false(kmk_store_is_valid(burn));
  mixed_assert(m, "/firings/0/heats", "[1001, 1002, 1003]");
  mixed_assert(m, "/burntHours", "3");
  kmk_store_free(burn);
  assert_string_equal(m->issues, "");
}

static void Q25_what_is_put_out_or_left_measures_nothing_any_more(void **state) {
  const mixed *m = *state;
  kmk_store *burn = kiln_light(m);
  send_to(burn, "'light'");
  mixed_advance(m, 3600);
  kiln_assert(burn, "/hour", "1");
  send_to(burn, "'putOut'");
  assert_int_equal(kmk_store_effect_count(m->store), 0);
  mixed_advance(m, 7200);
  kiln_assert(burn, "/hour", "1");
  send_to(burn, "'light'");
  mixed_send(m, "{'path': {'popFrom': {'id': 1}}}");
  assert_int_equal(kmk_store_effect_count(m->store), 0);
  kmk_store_free(burn);
  assert_string_equal(m->issues, "");
}

static void Q25_a_client_in_c_that_fails_is_an_error_of_the_effect(void **state) {
  const mixed *m = *state;
  kmk_store *burn = kiln_light(m);
  kiln_heat = -1;
  mixed_advance(m, 3600);
  kiln_assert(burn, "/alert/message", "'the pyrometer does not answer'");
  kiln_assert(burn, "/firing/heats", "[]");
  kmk_store_free(burn);
  assert_string_equal(m->issues, "");
}

/* ------------------------------------------------------------------------------ mistakes */

static void Q25_what_does_not_fit_is_refused_where_it_stands(void **state) {
  const mixed *m = *state;
  kmk_error error;
  mixed_send(m, "'addTapped'");
  assert_int_equal(mixed_refused(m, "{'destination': {'presented': {'ad': 1}}}", &error),
                   KMK_ERR_DECODE);
  assert_string_equal(error.path, "/destination/presented");
  assert_non_null(strstr(error.message, "add"));
  assert_int_equal(mixed_refused(m, "{'show': {'id': 'one'}}", &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/show/id");
  assert_int_equal(
      mixed_refused(m, "{'path': {'push': {'id': 1, 'state': {'detail': {}}}}}", &error),
      KMK_ERR_DECODE);
  json_t *name = json_string("x");
  assert_int_equal(kmk_store_write_binding(m->store, "destination.presented.add.binding",
                                           "/firing/id", name, NULL),
                   KMK_OK);
  json_decref(name);
  assert_string_equal(m->issues, "binding-failed ");
  mixed_assert(m, "/destination/add/firing/id", "1");
}

static void Q25_an_action_for_what_is_not_up_is_an_issue(void **state) {
  const mixed *m = *state;
  mixed_send(m, "{'destination': {'presented': {'add': 'longer'}}}");
  mixed_send(m, "{'path': {'element': {'id': 5, 'action': {'burn': 'light'}}}}");
  assert_string_equal(m->issues, "absent-destination missing-stack-element ");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KILN_TEST(Q25_a_form_is_presented_written_field_by_field_and_saved),
      KILN_TEST(T8_the_answer_of_an_alert_in_an_enum_of_destinations),
      KILN_TEST(Q25_screens_are_pushed_popped_and_close_themselves),
      KILN_TEST(Q25_a_screen_is_pushed_from_c),
      KILN_TEST(Q25_the_fire_burns_by_the_loops_clock_and_is_measured_by_c),
      KILN_TEST(Q25_what_is_put_out_or_left_measures_nothing_any_more),
      KILN_TEST(Q25_a_client_in_c_that_fails_is_an_error_of_the_effect),
      KILN_TEST(Q25_what_does_not_fit_is_refused_where_it_stands),
      KILN_TEST(Q25_an_action_for_what_is_not_up_is_an_issue),
  };
  return cmocka_run_group_tests(tests, kiln_group_setup, NULL);
}

/* Actions of the presented child: who runs, in which order, and what comes of a misdirected one. */

#include "presentation_support.h"

#define COUNTER "{'counter': {'count': 0}}"

/* A destination's own reducer that notes every action which it is given. */
REDUCER(note_action) {
  saw(data, action);
  return NULL;
}

/* -------------------------------------------------------------------------- D30 */

REDUCER(copy_count) {
  if (kmk_action_is(action, "destination.presented")) {
    saw(data, kmk_state_get(state, "/destination/counter/count"));
  }
  return NULL;
}

static void D30_the_function_sends_to_what_is_presented(void **state) {
  sheet *s = *state;
  sheet_open(s, copy_count, COUNTER);
  json_t *action = json_of("{'counter': {'set': 1}}");
  assert_int_equal(kmk_store_presented(s->store, "destination", action, NULL), KMK_OK);
  json_decref(action);
  assert_store_log(s, "[{'destination': {'presented': {'counter': {'set': 1}}}}]");
  assert_seen(s, "[1]");
}

/* -------------------------------------------------------------------------- D32 */

static void D32_a_place_that_is_missing_is_an_empty_slot(void **state) {
  sheet *s = *state;
  sheet_open_with(
      s,
      s->dialect->attach(sheet_parent(s), "/panel/slot", "destination", NULL, sheet_destination(s)),
      "{'log': []}");
  s->watcher = note_action;
  send_presented(s, "{'counter': 'inc'}");
  assert_issues(s->kit, "['absent-destination']");
  assert_seen(s, "[]");
  assert_state_text(s->store,
                    s->dialect->is_seed
                        ? "{'log': []}"
                        : "{'log': [{'destination': {'presented': {'counter': 'inc'}}}]}");
}

/* -------------------------------------------------------------------------- D33 */

static void D33_such_an_action_may_end_the_presentation_all_the_same(void **state) {
  sheet *s = *state;
  s->watcher = note_action;
  sheet_open(s, NULL, COUNTER);
  send_presented(s, "{'counter': 'startTimer'}");
  send_ok(s->store, "'clear'");
  assert_seen(s, "[{'counter': 'startTimer'}]");
  assert_quiet(s);
}

/* --------------------------------------------------------------- what is refused */

static void assert_refused(sheet *s, const char *action, const char *path, const char *known) {
  kmk_error error = {0};
  assert_int_equal(kmk_store_send_new(s->store, json_of(action), &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, path);
  if (strstr(error.message, known) == NULL) {
    fail_msg("\"%s\" is not in: %s", known, error.message);
  }
}

static void M9_a_misshapen_action_of_a_slot_is_refused_before_any_reducer_runs(void **state) {
  sheet *s = *state;
  s->watcher = note_action;
  sheet_open(s, NULL, COUNTER);
  assert_refused(s, "{'destination': 'dismis'}", "/destination", "dismiss");
  assert_refused(s, "{'destination': {'presnted': 'inc'}}", "/destination", "presented");
  assert_refused(s, "{'destination': 7}", "/destination", "presented");
  assert_refused(s, "{'destination': {'presented': 'inc', 'dismiss': null}}", "/destination",
                 "presented");
  assert_refused(s, "{'destination': {'presented': 7}}", "/destination/presented", "action");
  assert_refused(s, "{'destination': 'presented'}", "/destination", "presented");
  kmk_error error = {0};
  json_t *seven = json_integer(7);
  assert_int_equal(kmk_store_presented(s->store, "destination", seven, &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/destination/presented");
  json_decref(seven);
  assert_store_log(s, "[]");
  assert_seen(s, "[]");
  assert_slot(s, COUNTER);
}

static void M11_the_functions_of_a_presentation_refuse_null(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  json_t *inc = json_of("{'counter': 'inc'}");
  kmk_error error = {0};
  assert_int_equal(kmk_store_presented(NULL, "destination", inc, &error), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_presented(s->store, NULL, inc, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_presented(s->store, "destination", NULL, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_present(NULL, "destination", inc, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_present(s->store, NULL, inc, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss(NULL, "destination", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss(s->store, NULL, NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss_id(NULL, "destination", "0", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss_id(s->store, NULL, "0", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_dismiss_id(s->store, "destination", NULL, NULL),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_presentation_id(NULL, "/destination", &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_presentation_id(s->store, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_store_presentation_id(s->store, "destination", &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  json_decref(inc);
  assert_store_log(s, "[]");
  assert_slot(s, COUNTER);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(D30_the_function_sends_to_what_is_presented),
      IN_BOTH_DIALECTS(D32_a_place_that_is_missing_is_an_empty_slot),
      IN_BOTH_DIALECTS(D33_such_an_action_may_end_the_presentation_all_the_same),
      IN_BOTH_DIALECTS(M9_a_misshapen_action_of_a_slot_is_refused_before_any_reducer_runs),
      IN_BOTH_DIALECTS(M11_the_functions_of_a_presentation_refuse_null),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

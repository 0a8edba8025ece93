/* A feature written in C inside a reducer tree written in Swift. */
#include "mixed_support.h"

/* Screen: {"count": n, "note": null or {"text": TEXT}}
 * "increment", "startTimer" and its "tick", "openNote", "close", {"note": ...}
 * Note: "startTimer" and its "tick", "close" */
static kmk_effect *note(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)user_data;
  if (kmk_action_is(action, "startTimer"))
    return kmk_effect_every_new(SECOND, json_string("tick"));
  if (kmk_action_is(action, "close"))
    return kmk_effect_dismiss(env);
  if (kmk_action_is(action, "tick")) {
    const char *text = json_string_value(kmk_state_get(state, "/text"));
    kmk_state_set_new(state, "/text", json_sprintf("%s.", text));
  }
  return NULL;
}

static kmk_effect *screen(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)user_data;
  json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
  if (kmk_action_is(action, "increment") || kmk_action_is(action, "tick"))
    kmk_state_set_new(state, "/count", json_integer(count + 1));
  else if (kmk_action_is(action, "startTimer"))
    return kmk_effect_cancellable(kmk_effect_every_new(SECOND, json_string("tick")), "timer", true);
  else if (kmk_action_is(action, "stopTimer"))
    return kmk_effect_cancel("timer");
  else if (kmk_action_is(action, "openNote"))
    kmk_state_set_new(state, "/note", mixed_json("{'text': ''}"));
  else if (kmk_action_is(action, "close"))
    return kmk_effect_dismiss(env);
  return NULL;
}

static void register_screen(void) {
  json_t *initial = mixed_json("{'count': 0, 'note': null}");
  kmk_reducer *reducer = kmk_presentation(kmk_reducer_new(screen, NULL, NULL), "/note", "note",
                                          NULL, kmk_reducer_new(note, NULL, NULL));
  assert_int_equal(kmk_feature_register("Screen", reducer, initial, NULL), KMK_OK);
  json_decref(initial);
}

#define IN_SCREEN(action) "{'screen': {'presented': " action "}}"
#define IN_NOTE(action) IN_SCREEN("{'note': {'presented': " action "}}")

static void open_shelf(mixed *m) {
  kmk_error error;
  m->store = kmk_store_open(m->loop, "Shelf", NULL, &error);
  if (m->store == NULL)
    fail_msg("%s", error.message);
}

/* The slot in Swift has the presentation id 0, and the slot in C has 1. The note's timer has run for two seconds. */
static mixed *with_note(void **state) {
  mixed *m = *state;
  open_shelf(m);
  mixed_send(m, "'open'");
  mixed_send(m, IN_SCREEN("'openNote'"));
  mixed_send(m, IN_NOTE("'startTimer'"));
  mixed_advance(m, 2.5);
  mixed_assert(m, "/screen", "{'count': 0, 'note': {'text': '..'}}");
  mixed_assert_id(m, "/screen", "0");
  mixed_assert_id(m, "/screen/note", "1");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
  return m;
}

static void a_feature_that_nobody_registered_is_an_error_of_the_opening(void **state) {
  mixed *m = *state;
  kmk_error error;
  assert_null(kmk_store_open(m->loop, "Shelf", NULL, &error));
  assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
  assert_non_null(strstr(error.message, "\"Screen\""));
  json_t *initial = mixed_json("{'opened': 0, 'screen': null, 'pinned': []}");
  assert_null(kmk_store_new(m->loop, kmk_feature("Shelf"), initial, &error));
  json_decref(initial);
  assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
  register_screen();
  open_shelf(m);
}

static void D61_its_presentation_and_its_effects_live_on_from_action_to_action(void **state) {
  mixed *m = with_note(state);
  mixed_send(m, IN_SCREEN("'increment'"));
  mixed_send(m, IN_SCREEN("'startTimer'"));
  mixed_advance(m, 1);
  mixed_assert(m, "/screen", "{'count': 2, 'note': {'text': '...'}}");
  mixed_assert_id(m, "/screen/note", "1");
  assert_int_equal(kmk_store_effect_count(m->store), 2);
  mixed_send(m, IN_SCREEN("'stopTimer'"));
  mixed_advance(m, 1);
  mixed_assert(m, "/screen", "{'count': 2, 'note': {'text': '....'}}");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
  assert_string_equal(m->issues, "");
}

static void D11_a_document_that_swift_writes_over_it_is_compared(void **state) {
  mixed *m = with_note(state);
  mixed_send(m, "{'write': 9}");
  mixed_assert_id(m, "/screen/note", "1");
  mixed_advance(m, 1);
  mixed_assert(m, "/screen", "{'count': 9, 'note': {'text': '...'}}");
}

static void D74_it_dismisses_what_it_presents_and_then_itself(void **state) {
  mixed *m = with_note(state);
  mixed_send(m, IN_NOTE("'close'"));
  assert_int_equal(kmk_loop_run_until_idle(m->loop, -1, NULL), KMK_OK);
  mixed_assert(m, "/screen", "{'count': 0, 'note': null}");
  mixed_assert_id(m, "/screen/note", NULL);
  assert_int_equal(kmk_store_effect_count(m->store), 0);
  mixed_send(m, IN_SCREEN("'close'"));
  assert_int_equal(kmk_loop_run_until_idle(m->loop, -1, NULL), KMK_OK);
  mixed_assert(m, "/screen", "null");
  assert_string_equal(m->issues, "");
}

static void D80_it_ends_with_what_it_presents(void **state) {
  mixed *m = with_note(state);
  mixed_send(m, IN_SCREEN("'startTimer'"));
  mixed_send(m, "{'screen': 'dismiss'}");
  assert_int_equal(kmk_store_effect_count(m->store), 0);
  mixed_send(m, "'open'");
  mixed_send(m, IN_SCREEN("'openNote'"));
  mixed_assert_id(m, "/screen", "2");
  mixed_assert_id(m, "/screen/note", "3");
  mixed_advance(m, 3);
  mixed_assert(m, "/screen", "{'count': 0, 'note': {'text': ''}}");
}

static void J6_a_view_of_what_it_presents_is_told_of_its_life(void **state) {
  mixed *m = *state;
  int told[2] = {0};
  const kmk_presentation_callbacks view = {sizeof view, mixed_count_present, NULL,
                                           mixed_count_dismiss};
  open_shelf(m);
  kmk_subscription *subscription =
      kmk_store_observe_presentation(m->store, "/screen/note", &view, told, NULL, NULL);
  assert_non_null(subscription);
  mixed_send(m, "'open'");
  mixed_send(m, IN_SCREEN("'openNote'"));
  mixed_send(m, IN_SCREEN("'increment'"));
  assert_int_equal(told[0], 1);
  assert_int_equal(told[1], 0);
  mixed_send(m, "{'screen': 'dismiss'}");
  assert_int_equal(told[0], 1);
  assert_int_equal(told[1], 1);
  kmk_subscription_free(subscription);
}

/* {"outside": n} writes the shelf's member that C may write too. */
static kmk_effect *write_opened(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *opened = kmk_action_payload(action, "outside");
  const json_t *text = kmk_action_payload(action, "text");
  if (opened != NULL)
    kmk_state_set(state, "/shelf/opened", opened);
  if (text != NULL)
    kmk_state_set(state, "/shelf/screen/note/text", text);
  return NULL;
}

#define IN_SHELF(action) "{'shelf': " action "}"

static void A53_a_write_from_c_around_the_swift_feature_ends_nothing_in_it(void **state) {
  mixed *m = *state;
  kmk_error error;
  kmk_reducer *members[] = {kmk_scope("/shelf", "shelf", kmk_feature("Shelf")),
                            kmk_reducer_new(write_opened, NULL, NULL)};
  json_t *initial = mixed_json("{'shelf': {'opened': 0, 'screen': null, 'pinned': []}}");
  m->store = kmk_store_new(m->loop, kmk_combine(2, members), initial, &error);
  json_decref(initial);
  assert_non_null(m->store);
  mixed_send(m, IN_SHELF("'open'"));
  mixed_send(m, IN_SHELF(IN_SCREEN("'openNote'")));
  mixed_send(m, IN_SHELF(IN_NOTE("'startTimer'")));
  mixed_advance(m, 1.5);
  mixed_assert_id(m, "/shelf/screen", "0");
  mixed_assert_id(m, "/shelf/screen/note", "1");
  mixed_send(m, "{'outside': 7}");
  mixed_send(m, "{'text': 'new'}");
  mixed_assert_id(m, "/shelf/screen", "0");
  mixed_assert_id(m, "/shelf/screen/note", "1");
  mixed_advance(m, 1);
  mixed_assert(m, "/shelf",
               "{'opened': 7, 'screen': {'count': 0, 'note': {'text': 'new.'}},"
               " 'pinned': []}");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
  mixed_send(m, IN_SHELF(IN_SCREEN("{'note': 'dismiss'}")));
  mixed_send(m, IN_SHELF(IN_SCREEN("'openNote'")));
  mixed_send(m, "{'outside': 8}");
  mixed_assert_id(m, "/shelf/screen/note", "2");
}

static void count_calls(const json_t *value, void *calls) {
  (void)value;
  ++*(int *)calls;
}

static void J1_a_view_of_a_part_of_it_is_told_of_that_part_alone(void **state) {
  mixed *m = *state;
  int calls = 0;
  open_shelf(m);
  mixed_send(m, "'open'");
  kmk_subscription *subscription =
      kmk_store_observe(m->store, "/screen/count", count_calls, &calls, NULL, NULL);
  assert_int_equal(calls, 1);
  mixed_send(m, IN_SCREEN("'openNote'"));
  assert_int_equal(calls, 1);
  mixed_send(m, IN_SCREEN("'increment'"));
  assert_int_equal(calls, 2);
  kmk_subscription_free(subscription);
}

static void L4_a_copy_of_its_state_goes_its_own_way(void **state) {
  mixed *m = with_note(state);
  mixed_send(m, "{'pin': 7}");
  mixed_send(m, "{'pinned': {'element': {'id': 7, 'action': 'increment'}}}");
  mixed_assert(m, "/pinned/0/screen", "{'count': 1, 'note': {'text': '..'}}");
  mixed_assert(m, "/screen", "{'count': 0, 'note': {'text': '..'}}");
  mixed_assert_id(m, "/screen/note", "1");
  mixed_send(m,
             "{'pinned': {'element': {'id': 7, 'action': {'note': {'presented': 'startTimer'}}}}}");
  mixed_send(m, "{'screen': 'dismiss'}");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
  mixed_advance(m, 1);
  mixed_assert(m, "/pinned/0/screen", "{'count': 1, 'note': {'text': '...'}}");
  assert_string_equal(m->issues, "");
}

static void M9_what_does_not_fit_it_is_an_issue_and_changes_nothing(void **state) {
  mixed *m = with_note(state);
  mixed_send(m, IN_SCREEN("{'note': 'dismis'}"));
  assert_string_equal(m->issues, "action-misfit ");
  mixed_send(m, IN_SCREEN("5"));
  assert_string_equal(m->issues, "action-misfit action-misfit ");
  mixed_assert(m, "/screen", "{'count': 0, 'note': {'text': '..'}}");
  mixed_assert_id(m, "/screen/note", "1");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
}

static void D61_c_in_swift_in_c(void **state) {
  mixed *m = *state;
  kmk_error error;
  json_t *initial =
      mixed_json("{'shelf': {'opened': 0, 'screen': {'count': 5, 'note': null}, 'pinned': []}}");
  m->store = kmk_store_new(
      m->loop,
      kmk_presentation(kmk_combine(0, NULL), "/shelf", "shelf", NULL, kmk_feature("Shelf")),
      initial, &error);
  json_decref(initial);
  if (m->store == NULL)
    fail_msg("%s", error.message);
  mixed_send(m, "{'shelf': {'presented': " IN_SCREEN("'openNote'") "}}");
  mixed_send(m, "{'shelf': {'presented': " IN_NOTE("'startTimer'") "}}");
  mixed_advance(m, 1);
  mixed_send(m, "{'shelf': {'presented': " IN_SCREEN("'increment'") "}}");
  mixed_advance(m, 1);
  mixed_assert(m, "/shelf/screen", "{'count': 6, 'note': {'text': '..'}}");
  mixed_assert_id(m, "/shelf/screen/note", "2");
  mixed_send(m, "{'shelf': 'dismiss'}");
  assert_int_equal(kmk_store_effect_count(m->store), 0);
  assert_string_equal(m->issues, "");
}

int main(void) {
#define MIXED_TEST(name) cmocka_unit_test_setup_teardown(name, mixed_setup, mixed_teardown)
  const struct CMUnitTest tests[] = {
      MIXED_TEST(a_feature_that_nobody_registered_is_an_error_of_the_opening),
      MIXED_TEST(D61_its_presentation_and_its_effects_live_on_from_action_to_action),
      MIXED_TEST(D11_a_document_that_swift_writes_over_it_is_compared),
      MIXED_TEST(D74_it_dismisses_what_it_presents_and_then_itself),
      MIXED_TEST(D80_it_ends_with_what_it_presents),
      MIXED_TEST(J6_a_view_of_what_it_presents_is_told_of_its_life),
      MIXED_TEST(A53_a_write_from_c_around_the_swift_feature_ends_nothing_in_it),
      MIXED_TEST(J1_a_view_of_a_part_of_it_is_told_of_that_part_alone),
      MIXED_TEST(L4_a_copy_of_its_state_goes_its_own_way),
      MIXED_TEST(M9_what_does_not_fit_it_is_an_issue_and_changes_nothing),
      MIXED_TEST(D61_c_in_swift_in_c),
  };
  if (team_register() != 0)
    return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}

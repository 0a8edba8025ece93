/* A presentation slot and its identity: when it begins, when it goes on, when it ends. */

#include "presentation_support.h"

#include <stdio.h>
#include <time.h>

#define COUNTER "{'counter': {'count': 0}}"
#define ANIMATIONS "{'animations': {'color': 'white'}}"

static void start_timer(sheet *s) { send_presented(s, "{'counter': 'startTimer'}"); }

/* ----------------------------------------------------------------------- D1, D2 */

static void D1_a_slot_is_dismissed_or_presented_with_an_id_and_a_state(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  assert_slot(s, "null");
  kmk_error error = {0};
  assert_null(kmk_store_presentation_id(s->store, "/destination", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);

  send_ok(s->store, "{'assign': {'counter': {'count': 3}}}");
  assert_slot(s, "{'counter': {'count': 3}}");
  char *id = kmk_store_presentation_id(s->store, "/destination", NULL);
  assert_non_null(id);
  kmk_text_free(id);

  send_ok(s->store, "'clear'");
  assert_slot(s, "null");
  assert_string_equal(id_of(s).text, "");
}

static void D2_filling_a_slot_takes_one_fresh_id_and_null_takes_none(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  assert_string_equal(id_of(s).text, "0");
  send_ok(s->store, "'clear'");
  send_ok(s->store, "'clear'");
  send_ok(s->store, "{'assign': null}");
  send_ok(s->store, "{'assign': " COUNTER "}");
  assert_string_equal(id_of(s).text, "1");
  send_ok(s->store, "'clear'");
  send_ok(s->store, "{'assign': " ANIMATIONS "}");
  assert_string_equal(id_of(s).text, "2");

  sheet other = {.dialect = s->dialect, .seen = s->seen};
  kmk_store *second = open_store(s->loop, sheet_reducer(&other), "{'log':[],'destination':null}");
  send_ok(second, "{'assign': " COUNTER "}");
  assert_string_equal(id_at(second, "/destination").text, "0");
  kmk_store_free(second);
}

static void D2_ids_of_a_loop_on_real_time_are_unique(void **state) {
  sheet *s = *state;
  kmk_loop *loop = kmk_loop_new(NULL);
  assert_non_null(loop);
  json_t *ids = json_object();
  for (int round = 0; round < 4; round++) {
    kmk_store *store = open_store(loop, sheet_reducer(s), "{'log':[],'destination':" COUNTER "}");
    for (int i = 0; i < 50; i++) {
      json_object_set_new(ids, id_at(store, "/destination").text, json_true());
      send_ok(store, "'clear'");
      send_ok(store, "{'assign': " COUNTER "}");
    }
    kmk_store_free(store);
  }
  assert_int_equal(json_object_size(ids), 200);
  json_decref(ids);
  kmk_loop_free(loop);
}

/* --------------------------------------------------------------------- D3 to D5 */

static void D3_the_same_case_keeps_the_id(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "{'counter': {'count': 1}}");
  slot_id first = id_of(s);
  send_ok(s->store, "{'assign': {'counter': {'count': 9}}}");
  assert_same_id(first, id_of(s));
  assert_slot(s, "{'counter': {'count': 9}}");
}

static void D4_another_case_takes_a_fresh_id_and_ends_the_effects(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  slot_id first = id_of(s);
  start_timer(s);
  assert_int_equal(kmk_store_effect_count(s->store), 1);
  send_ok(s->store, "{'assign': " ANIMATIONS "}");
  assert_string_not_equal(id_of(s).text, "");
  assert_other_id(first, id_of(s));
  assert_quiet(s);
}

/* The store of a slot whose value has no cases that the child reaches into. */
static void open_struct_slot(sheet *s, kmk_state_kind kind, const char *id_key, const char *value) {
  char text[128];
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.kind = kind;
  options.id_key = id_key;
  snprintf(text, sizeof text, "{'log': [], 'destination': %s}", value);
  sheet_open_with(s, sheet_with(s, &options, counter()), text);
}

static void D5_every_value_of_a_struct_keeps_the_id(void **state) {
  sheet *s = *state;
  open_struct_slot(s, KMK_STATE_AUTO, NULL, "{'count': 1}");
  slot_id first = id_of(s);
  send_presented(s, "'startTimer'");
  send_ok(s->store, "{'assign': {'count': 1}}");
  assert_same_id(first, id_of(s));
  send_ok(s->store, "{'assign': {'title': 'another'}}");
  assert_same_id(first, id_of(s));
  send_ok(s->store, "{'assign': 7}");
  assert_same_id(first, id_of(s));
  assert_int_equal(kmk_store_effect_count(s->store), 1);
  send_ok(s->store, "'clear'");
}

static void D5_the_options_may_say_that_a_value_is_a_struct_or_an_enum(void **state) {
  sheet *s = *state;
  open_struct_slot(s, KMK_STATE_ENUM, NULL, "{'count': 1}");
  slot_id first = id_of(s);
  send_ok(s->store, "{'assign': {'count': 2}}");
  assert_same_id(first, id_of(s));
  send_ok(s->store, "{'assign': {'title': 'another'}}");
  assert_other_id(first, id_of(s));
  kmk_store_free(s->store);
  s->kit->store = NULL;

  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.kind = KMK_STATE_STRUCT;
  sheet_open_with(s, sheet_with(s, &options, sheet_destination(s)),
                  "{'log': [], 'destination': " COUNTER "}");
  first = id_of(s);
  send_ok(s->store, "'swap'");
  assert_slot(s, ANIMATIONS);
  assert_same_id(first, id_of(s));
}

/* --------------------------------------------------------------------- D6 to D8 */

REDUCER(flicker) {
  if (kmk_action_is(action, "flicker")) {
    json_t *value = json_deep_copy(kmk_state_get(state, "/destination"));
    kmk_state_set_new(state, "/destination", json_null());
    kmk_state_set_new(state, "/destination", value);
  }
  return NULL;
}

static void D6_null_and_the_same_value_again_in_one_step_is_a_new_presentation(void **state) {
  sheet *s = *state;
  sheet_open(s, flicker, COUNTER);
  slot_id first = id_of(s);
  start_timer(s);
  send_ok(s->store, "'flicker'");
  assert_slot(s, COUNTER);
  assert_other_id(first, id_of(s));
  assert_quiet(s);
}

static kmk_effect *move_to_animations(kmk_state *state, const json_t *action, kmk_env *env,
                                      void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "leave")) {
    kmk_state_set_new(state, "", json_of(ANIMATIONS));
  }
  return NULL;
}

static void D7_writing_inside_the_presented_value_keeps_the_id(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  slot_id first = id_of(s);
  for (int i = 0; i < 10; i++) {
    send_presented(s, "{'counter': 'inc'}");
    assert_same_id(first, id_of(s));
  }
  assert_slot(s, "{'counter': {'count': 10}}");
}

static void D7_a_child_that_moves_to_another_case_becomes_another_presentation(void **state) {
  sheet *s = *state;
  s->watcher = move_to_animations;
  sheet_open(s, NULL, COUNTER);
  slot_id first = id_of(s);
  start_timer(s);
  send_presented(s, "'leave'");
  assert_slot(s, ANIMATIONS);
  assert_other_id(first, id_of(s));
  assert_quiet(s);
}

static kmk_effect *write_in_place(kmk_state *state, const json_t *action, kmk_env *env,
                                  void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "", kmk_action_payload(action, "write"));
  return NULL;
}

static void D8_nulling_in_place_dismisses_and_filling_in_place_presents(void **state) {
  sheet *s = *state;
  kmk_reducer *members[] = {
      sheet_reducer(s),
      kmk_scope("/destination", "place", kmk_reducer_new(write_in_place, NULL, NULL)),
  };
  sheet_open_with(s, kmk_combine(2, members), "{'log': [], 'destination': " COUNTER "}");
  slot_id first = id_of(s);
  send_ok(s->store, "{'place': {'write': null}}");
  assert_slot(s, "null");
  assert_string_equal(id_of(s).text, "");

  send_ok(s->store, "{'place': {'write': " COUNTER "}}");
  assert_slot(s, COUNTER);
  assert_string_not_equal(id_of(s).text, "");
  assert_other_id(first, id_of(s));
  send_presented(s, "{'counter': 'inc'}");
  assert_slot(s, "{'counter': {'count': 1}}");
}

/* --------------------------------------------------------------------------- D9 */

static void D9_a_changed_id_of_the_payload_is_a_new_presentation(void **state) {
  sheet *s = *state;
  kmk_slot_options options = sheet_options();
  options.id_key = "id";
  sheet_open_with(s, sheet_with(s, &options, sheet_destination(s)),
                  "{'log': [], 'destination': {'counter': {'id': 1, 'count': 0}}}");
  slot_id first = id_of(s);
  start_timer(s);
  send_ok(s->store, "{'assign': {'counter': {'id': 1, 'count': 5}}}");
  assert_same_id(first, id_of(s));
  assert_int_equal(kmk_store_effect_count(s->store), 1);
  send_ok(s->store, "{'assign': {'counter': {'id': 2, 'count': 5}}}");
  assert_other_id(first, id_of(s));
  assert_quiet(s);
}

static void D9_a_changed_id_of_a_struct_is_a_new_presentation(void **state) {
  sheet *s = *state;
  open_struct_slot(s, KMK_STATE_AUTO, "id", "{'id': 'a', 'count': 0}");
  slot_id first = id_of(s);
  send_ok(s->store, "{'assign': {'id': 'a', 'count': 1}}");
  assert_same_id(first, id_of(s));
  send_presented(s, "'startTimer'");
  send_ok(s->store, "{'assign': {'id': 'b', 'count': 1}}");
  assert_other_id(first, id_of(s));
  assert_quiet(s);
}

static void D9_an_id_that_was_not_declared_means_nothing(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "{'counter': {'id': 1, 'count': 0}}");
  slot_id first = id_of(s);
  send_ok(s->store, "{'assign': {'counter': {'id': 2, 'count': 0}}}");
  assert_same_id(first, id_of(s));
}

/* ------------------------------------------------------------------------- D12 to D14 */

static void D12_the_state_never_shows_an_id(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  send_ok(s->store, "'clear'");
  send_ok(s->store, "{'assign': " COUNTER "}");
  json_t *written = kmk_store_state(s->store);

  sheet other = {.dialect = s->dialect, .seen = s->seen};
  kmk_error error = {0};
  kmk_store *second = kmk_store_new(s->loop, sheet_reducer(&other), written, &error);
  assert_non_null(second);
  json_t *read = kmk_store_state(second);
  assert_true(json_equal(written, read));
  assert_other_id(id_of(s), id_at(second, "/destination"));
  assert_string_not_equal(id_at(second, "/destination").text, "");

  char *first_text = kmk_store_state_text(s->store, JSON_COMPACT | JSON_SORT_KEYS);
  char *second_text = kmk_store_state_text(second, JSON_COMPACT | JSON_SORT_KEYS);
  assert_string_equal(first_text, second_text);
  assert_string_equal(first_text, "{\"destination\":{\"counter\":{\"count\":0}},\"log\":[\"clear\","
                                  "{\"assign\":{\"counter\":{\"count\":0}}}]}");
  kmk_text_free(first_text);
  kmk_text_free(second_text);
  json_decref(written);
  json_decref(read);
  kmk_store_free(second);
}

static double seconds_since(clock_t start) {
  return (double)(clock() - start) / (double)CLOCKS_PER_SEC;
}

static void D13_an_untouched_slot_is_neither_copied_nor_walked(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, "null");
  json_t *numbers = json_array();
  for (int i = 0; i < 1000000; i++) {
    json_array_append_new(numbers, json_integer(i));
  }
  json_t *action =
      json_pack("{s:{s:{s:i, s:O}}}", "assign", "counter", "count", 0, "numbers", numbers);
  assert_int_equal(kmk_store_send_new(s->store, action, NULL), KMK_OK);

  json_t *copy = json_deep_copy(numbers);
  clock_t start = clock();
  assert_true(json_equal(numbers, copy));
  double walk = seconds_since(start);
  json_decref(copy);

  json_t *before = kmk_store_get(s->store, "/destination", NULL);
  start = clock();
  for (int i = 0; i < 20; i++) {
    send_ok(s->store, "'noop'");
    json_decref(kmk_store_state(s->store));
  }
  double twenty = seconds_since(start);
  json_t *after = kmk_store_get(s->store, "/destination", NULL);
  assert_ptr_equal(before, after);
  assert_true(twenty < walk);
  json_decref(before);
  json_decref(after);
  json_decref(numbers);
}

REDUCER(write_to_the_alert) {
  sheet *s = data;
  if (kmk_action_is(action, "retitle")) {
    kmk_status inside = kmk_state_set_new(state, "/destination/alert/title", json_string("Late"));
    kmk_status whole = kmk_state_set_new(state, "/destination/alert", json_null());
    json_array_append_new(s->seen, json_boolean(inside == KMK_OK));
    json_array_append_new(s->seen, json_boolean(whole == KMK_OK));
  }
  return NULL;
}

static void D14_a_write_to_a_case_that_is_not_up_changes_nothing(void **state) {
  sheet *s = *state;
  sheet_open(s, write_to_the_alert, COUNTER);
  slot_id first = id_of(s);
  send_ok(s->store, "'retitle'");
  assert_seen(s, "[false, false]");
  assert_issues(s->kit, "['write-wrong-case', 'write-wrong-case']");
  assert_slot(s, COUNTER);
  assert_same_id(first, id_of(s));
}

REDUCER(retitle) {
  if (kmk_action_is(action, "retitle")) {
    kmk_state_set_new(state, "/destination/alert/title", json_string("Late"));
  }
  return NULL;
}

static void D14_a_write_to_the_case_that_is_up_is_done(void **state) {
  sheet *s = *state;
  sheet_open(s, retitle, "{'alert': {'title': 'Early'}}");
  slot_id first = id_of(s);
  send_ok(s->store, "'retitle'");
  assert_slot(s, "{'alert': {'title': 'Late'}}");
  assert_same_id(first, id_of(s));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(D1_a_slot_is_dismissed_or_presented_with_an_id_and_a_state),
      IN_BOTH_DIALECTS(D2_filling_a_slot_takes_one_fresh_id_and_null_takes_none),
      IN_BOTH_DIALECTS(D2_ids_of_a_loop_on_real_time_are_unique),
      IN_BOTH_DIALECTS(D3_the_same_case_keeps_the_id),
      IN_BOTH_DIALECTS(D4_another_case_takes_a_fresh_id_and_ends_the_effects),
      IN_BOTH_DIALECTS(D5_every_value_of_a_struct_keeps_the_id),
      IN_BOTH_DIALECTS(D5_the_options_may_say_that_a_value_is_a_struct_or_an_enum),
      IN_BOTH_DIALECTS(D6_null_and_the_same_value_again_in_one_step_is_a_new_presentation),
      IN_BOTH_DIALECTS(D7_writing_inside_the_presented_value_keeps_the_id),
      IN_BOTH_DIALECTS(D7_a_child_that_moves_to_another_case_becomes_another_presentation),
      IN_BOTH_DIALECTS(D8_nulling_in_place_dismisses_and_filling_in_place_presents),
      IN_BOTH_DIALECTS(D9_a_changed_id_of_the_payload_is_a_new_presentation),
      IN_BOTH_DIALECTS(D9_a_changed_id_of_a_struct_is_a_new_presentation),
      IN_BOTH_DIALECTS(D9_an_id_that_was_not_declared_means_nothing),
      IN_BOTH_DIALECTS(D12_the_state_never_shows_an_id),
      IN_BOTH_DIALECTS(D13_an_untouched_slot_is_neither_copied_nor_walked),
      IN_BOTH_DIALECTS(D14_a_write_to_a_case_that_is_not_up_changes_nothing),
      IN_BOTH_DIALECTS(D14_a_write_to_the_case_that_is_up_is_done),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

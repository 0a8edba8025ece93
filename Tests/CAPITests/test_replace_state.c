/* Another reducer for a store that lives: what is presented in it (R2, R5, R7). */
#include "presentation_support.h"
#include "writer_support.h"

#define replace_ok(store, reducer)                                                                 \
  assert_int_equal(kmk_store_replace_reducer((store), (reducer), NULL), KMK_OK)

/* ----------------------------------------------------------------- what is presented */

static void noted(json_t *told, const char *what, const char *id) {
  json_array_append_new(told, json_sprintf("%s %s", what, id));
}

static void present(const char *id, __attribute__((unused)) const char *name,
                    __attribute__((unused)) const json_t *state, void *told) {
  noted(told, "present", id);
}
static void update(const char *id, __attribute__((unused)) const json_t *state, void *told) {
  noted(told, "update", id);
}
static void dismiss(const char *id, void *told) { noted(told, "dismiss", id); }

static kmk_subscription *watch_slot(kmk_store *store, const char *pointer, json_t *told) {
  const kmk_presentation_callbacks callbacks = {sizeof callbacks, present, update, dismiss};
  return kmk_store_observe_presentation(store, pointer, &callbacks, told, NULL, NULL);
}

/* A slot whose child has one too. */
static kmk_reducer *sheets(const kmk_slot_options *options) {
  kmk_reducer *inner = kmk_presentation(writer(), "/sheet", "sheet", NULL, counter());
  return kmk_presentation(writer(), "/sheet", "sheet", options, inner);
}

#define SHEETS "{'sheet': {'id': 7, 'sheet': {'count': 1}}}"

static void R5_a_slot_that_is_up_stays_up_with_its_id(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  k->store = open_store(k->loop, sheets(NULL), SHEETS);
  kmk_subscription *subscriptions[] = {watch_slot(k->store, "/sheet", told),
                                       watch_slot(k->store, "/sheet/sheet", told)};
  kmk_store *view =
      kmk_store_scope(k->store, "/sheet/sheet", "sheet.presented.sheet.presented", NULL);
  json_array_clear(told);
  slot_id outer = id_at(k->store, "/sheet"), inner = id_at(k->store, "/sheet/sheet");
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.id_key = "id";
  replace_ok(k->store, sheets(&options));
  assert_json_text(told, "[]");
  assert_same_id(id_at(k->store, "/sheet"), outer);
  assert_same_id(id_at(k->store, "/sheet/sheet"), inner);
  send_ok(view, "'inc'");
  assert_state_text(view, "{'count': 2}");
  assert_same_id(id_at(k->store, "/sheet/sheet"), inner);
  /* The new options hold: another id is another sheet, and what was inside has gone with it. */
  send_ok(k->store, "{'sheet': {'presented': {'set': ['/id', 8]}}}");
  assert_other_id(id_at(k->store, "/sheet"), outer);
  assert_other_id(id_at(k->store, "/sheet/sheet"), inner);
  kmk_store_free(view);
  kmk_subscription_free(subscriptions[0]);
  kmk_subscription_free(subscriptions[1]);
  json_decref(told);
}

static void R5_what_was_exchanged_before_has_another_id(void **state) {
  kit *k = *state;
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.id_key = "id";
  k->store = open_store(k->loop, sheets(&options), SHEETS);
  slot_id outer = id_at(k->store, "/sheet"), inner = id_at(k->store, "/sheet/sheet");
  /* Written in place by the child: nobody has looked since. */
  send_ok(k->store, "{'sheet': {'presented': {'set': ['/id', 8]}}}");
  replace_ok(k->store, sheets(NULL));
  assert_other_id(id_at(k->store, "/sheet"), outer);
  assert_other_id(id_at(k->store, "/sheet/sheet"), inner);
  assert_string_not_equal(id_at(k->store, "/sheet/sheet").text, "");
}

static kmk_reducer *read_sheets(__attribute__((unused)) const json_t *state,
                                __attribute__((unused)) const json_t *action,
                                __attribute__((unused)) void *data) {
  return kmk_presentation(kmk_for_each(kmk_combine(0, NULL), "/rows", "rows", "id", counter()),
                          "/sheet", "sheet", NULL, counter());
}

static kmk_reducer *reader(void) { return kmk_reader(read_sheets, NULL, NULL); }

#define READ "{'sheet': {'count': 0}, 'rows': [{'id': 'a', 'count': 0}]}"

static void R5_R7_a_readers_slots_and_rows_are_kept(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  k->store = open_store(k->loop, reader(), READ);
  send_ok(k->store, "{'sheet': {'presented': 'inc'}}");
  kmk_subscription *subscription = watch_slot(k->store, "/sheet", told);
  json_array_clear(told);
  slot_id id = id_at(k->store, "/sheet");
  replace_ok(k->store, reader());
  assert_json_text(told, "[]");
  assert_same_id(id_at(k->store, "/sheet"), id);
  send_ok(k->store, "{'rows': {'element': {'id': 'a', 'action': 'inc'}}}");
  assert_state_text(k->store, "{'sheet': {'count': 1}, 'rows': [{'id': 'a', 'count': 1}]}");
  replace_ok(k->store, writer());
  assert_int_equal(json_array_size(told), 1);
  assert_string_equal(id_at(k->store, "/sheet").text, "");
  kmk_subscription_free(subscription);
  json_decref(told);
}

static void R7_a_slot_of_the_old_one_alone_is_dismissed_and_its_value_stays(void **state) {
  kit *k = *state;
  json_t *told = json_array(), *values = json_array();
  k->store = open_store(k->loop, sheets(NULL), SHEETS);
  kmk_subscription *subscriptions[] = {watch_slot(k->store, "/sheet", told),
                                       watch_slot(k->store, "/sheet/sheet", told),
                                       observe_into(k->store, "/sheet/sheet/count", values)};
  json_array_clear(told);
  slot_id outer = id_at(k->store, "/sheet");
  kmk_reducer *flat = kmk_scope("/sheet", "child", writer());
  replace_ok(k->store, flat);
  assert_int_equal(json_array_size(told), 2);
  assert_string_equal(id_at(k->store, "/sheet").text, "");
  assert_state_text(k->store, SHEETS);
  send_ok(k->store, "{'child': {'set': ['/sheet/count', 5]}}");
  assert_json_text(values, "[1, 5]");
  /* A slot that comes again presents anew. */
  json_array_clear(told);
  replace_ok(k->store, sheets(NULL));
  assert_int_equal(json_array_size(told), 2);
  assert_other_id(id_at(k->store, "/sheet"), outer);
  for (size_t i = 0; i < COUNT_OF(subscriptions); i++) {
    kmk_subscription_free(subscriptions[i]);
  }
  json_decref(told);
  json_decref(values);
}

/* --------------------------------------------------------------------------- effects */

static void R2_what_is_presented_does_not_tick_any_more(void **state) {
  kit *k = *state;
  k->store = open_store(k->loop, sheets(NULL), "{'sheet': {'sheet': {'count': 0}}}");
  send_ok(k->store, "{'sheet': {'presented': {'sheet': {'presented': 'startTimer'}}}}");
  advance(k->loop, SECOND);
  replace_ok(k->store, sheets(NULL));
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, 5 * SECOND);
  assert_state_text(k->store, "{'sheet': {'sheet': {'count': 1}}}");
  send_ok(k->store, "{'sheet': {'presented': {'sheet': {'presented': 'startTimer'}}}}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'sheet': {'sheet': {'count': 2}}}");
  send_ok(k->store, "{'sheet': 'dismiss'}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(R5_a_slot_that_is_up_stays_up_with_its_id),
      KIT_TEST(R5_what_was_exchanged_before_has_another_id),
      KIT_TEST(R5_R7_a_readers_slots_and_rows_are_kept),
      KIT_TEST(R7_a_slot_of_the_old_one_alone_is_dismissed_and_its_value_stays),
      KIT_TEST(R2_what_is_presented_does_not_tick_any_more),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

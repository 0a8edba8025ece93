/* Navigate and load: an optional that holds an optional, and an effect that fills it (F12, F13).
 *
 * {"rows": [{"id": I, "count": n}, ...], "selection": null or {"id": I, "value": null or Counter}}.
 * Actions: {"select": I}, {"select": null} to go back, "loaded", {"delete": I},
 * {"selection": {"value": an action of the counter}}. */
#include "support.h"

#include <stdio.h>

#define ROWS "[{'id': 1, 'count': 1}, {'id': 2, 'count': 42}, {'id': 3, 'count': 100}]"
#define LIST(selection) "{'rows': " ROWS ", 'selection': " selection "}"
#define AT_FIRST LIST("null")
#define IN_COUNTER(action) "{'selection': {'value': " action "}}"
#define HALF_A_SECOND (SECOND / 2)

/* The index of the row with an id; -1 where there is none. */
static int find(const kmk_state *state, const json_t *id) {
  size_t index;
  json_t *row;
  json_array_foreach(kmk_state_get(state, "/rows"), index, row) {
    if (json_equal(json_object_get(row, "id"), id)) {
      return (int)index;
    }
  }
  return -1;
}

static void write_back(kmk_state *state) {
  int index = find(state, kmk_state_get(state, "/selection/id"));
  const json_t *count = kmk_state_get(state, "/selection/value/count");
  if (index >= 0 && count != NULL) {
    char pointer[40];
    snprintf(pointer, sizeof pointer, "/rows/%d/count", index);
    assert_int_equal(kmk_state_set(state, pointer, count), KMK_OK);
  }
}

static void fill(kmk_state *state) {
  const json_t *id = kmk_state_get(state, "/selection/id");
  if (id == NULL) {
    return;
  }
  int index = find(state, id);
  char pointer[40];
  snprintf(pointer, sizeof pointer, "/rows/%d/count", index);
  json_int_t count = index < 0 ? 0 : state_int(state, pointer);
  kmk_state_set_new(state, "/selection/value", json_pack("{s:I}", "count", count));
}

/* User data: whether a load cancels the one before. */
REDUCER(loader) {
  const json_t *id = kmk_action_payload(action, "select");
  if (json_is_integer(id)) {
    kmk_state_set_new(state, "/selection", json_pack("{s:O, s:n}", "id", id, "value"));
    return kmk_effect_cancellable(after(SECOND, "'loaded'"), "load", *(const bool *)data);
  }
  if (id != NULL) {
    write_back(state);
    kmk_state_set_new(state, "/selection", json_null());
    return kmk_effect_cancel("load");
  }
  if (kmk_action_is(action, "loaded")) {
    fill(state);
  } else if ((id = kmk_action_payload(action, "delete")) != NULL) {
    char pointer[40];
    snprintf(pointer, sizeof pointer, "/rows/%d", find(state, id));
    kmk_state_remove(state, pointer);
  }
  return NULL;
}

static void open_loader(kit *k, bool cancels_in_flight) {
  static bool flags[] = {false, true};
  kmk_reducer *selection = kmk_if_let(kmk_combine(0, NULL), "/value", "value", NULL, counter());
  kit_open(k,
           kmk_if_let(kmk_reducer_new(loader, &flags[cancels_in_flight], NULL), "/selection",
                      "selection", NULL, selection),
           AT_FIRST);
}

static void F12_a_selection_is_there_at_once_and_its_counter_after_a_second(void **state) {
  kit *k = *state;
  open_loader(k, false);
  send_ok(k->store, "{'select': 2}");
  assert_state_text(k->store, LIST("{'id': 2, 'value': null}"));
  advance(k->loop, SECOND - 1);
  assert_state_text(k->store, LIST("{'id': 2, 'value': null}"));
  advance(k->loop, 1);
  assert_state_text(k->store, LIST("{'id': 2, 'value': {'count': 42}}"));
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void F12_going_back_writes_the_count_into_its_row(void **state) {
  kit *k = *state;
  open_loader(k, false);
  send_ok(k->store, "{'select': 3}");
  advance(k->loop, SECOND);
  send_ok(k->store, IN_COUNTER("{'set': 7}"));
  assert_state_text(k->store, LIST("{'id': 3, 'value': {'count': 7}}"));
  send_ok(k->store, "{'select': null}");
  assert_state_text(k->store, "{'rows': [{'id': 1, 'count': 1}, {'id': 2, 'count': 42}, "
                              "{'id': 3, 'count': 7}], 'selection': null}");
}

static void F12_going_back_too_early_cancels_the_load(void **state) {
  kit *k = *state;
  open_loader(k, false);
  send_ok(k->store, "{'select': 1}");
  advance(k->loop, HALF_A_SECOND);
  send_ok(k->store, "{'select': null}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  advance(k->loop, 5 * SECOND);
  assert_json_text(k->log, "[{'select': 1}, {'select': null}]");
  assert_state_text(k->store, AT_FIRST);
}

static void F12_a_late_load_does_nothing_and_a_vanished_row_is_0(void **state) {
  kit *k = *state;
  open_loader(k, false);
  send_ok(k->store, "'loaded'");
  assert_state_text(k->store, AT_FIRST);
  send_ok(k->store, "{'select': 1}");
  send_ok(k->store, "{'delete': 1}");
  advance(k->loop, SECOND);
  assert_state_text(k->store, "{'rows': [{'id': 2, 'count': 42}, {'id': 3, 'count': 100}], "
                              "'selection': {'id': 1, 'value': {'count': 0}}}");
  send_ok(k->store, "{'select': null}");
  assert_issues(k, "[]");
}

/* Two selections half a second apart, and half a second more. */
static void select_twice(kit *k) {
  send_ok(k->store, "{'select': 1}");
  advance(k->loop, HALF_A_SECOND);
  send_ok(k->store, "{'select': 2}");
  advance(k->loop, HALF_A_SECOND);
}

static void F13_without_cancel_in_flight_both_loads_arrive(void **state) {
  kit *k = *state;
  open_loader(k, false);
  select_twice(k);
  assert_state_text(k->store, LIST("{'id': 2, 'value': {'count': 42}}"));
  send_ok(k->store, IN_COUNTER("'inc'"));
  advance(k->loop, HALF_A_SECOND);
  assert_json_text(k->log,
                   "[{'select': 1}, {'select': 2}, 'loaded', " IN_COUNTER("'inc'") ", 'loaded']");
  assert_state_text(k->store, LIST("{'id': 2, 'value': {'count': 42}}"));
}

static void F13_with_cancel_in_flight_only_the_second_arrives(void **state) {
  kit *k = *state;
  open_loader(k, true);
  select_twice(k);
  assert_state_text(k->store, LIST("{'id': 2, 'value': null}"));
  advance(k->loop, HALF_A_SECOND);
  assert_json_text(k->log, "[{'select': 1}, {'select': 2}, 'loaded']");
  assert_state_text(k->store, LIST("{'id': 2, 'value': {'count': 42}}"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(F12_a_selection_is_there_at_once_and_its_counter_after_a_second),
      KIT_TEST(F12_going_back_writes_the_count_into_its_row),
      KIT_TEST(F12_going_back_too_early_cancels_the_load),
      KIT_TEST(F12_a_late_load_does_nothing_and_a_vanished_row_is_0),
      KIT_TEST(F13_without_cancel_in_flight_both_loads_arrive),
      KIT_TEST(F13_with_cancel_in_flight_only_the_second_arrives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

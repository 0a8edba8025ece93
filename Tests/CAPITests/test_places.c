/* Places of a state in use: their lookups are cheap, and the engine forgets places that are no longer used (L11,
 * M20). */
#define _DEFAULT_SOURCE /* mallinfo2 */
#include "support.h"

#include <malloc.h>
#include <stdio.h>

/* -------------------------------------------------------------------------- L11 */

/* With this number of operators, a lookup whose cost doubled with each of them would not finish. */
#define OPERATORS 60

static void note_id(const char *id, const char *name, const json_t *state, void *told) {
  (void)id, (void)name, (void)state;
  ++*(int *)told;
}

static void note_ids(const json_t *ids, void *told) { *(int *)told += (int)json_array_size(ids); }

/* "/rows" and "/path" innermost, then slots "/s0", "/s1" and so on. */
static kmk_reducer *slots(json_t *state) {
  kmk_reducer *reducer = kmk_for_each(counter(), "/rows", "rows", NULL, counter());
  reducer = kmk_stack(reducer, "/path", "path", counter());
  for (int i = 0; i < OPERATORS; i++) {
    char pointer[8], name[8];
    snprintf(pointer, sizeof pointer, "/s%d", i);
    snprintf(name, sizeof name, "s%d", i);
    reducer = kmk_presentation(reducer, pointer, name, NULL, counter());
    json_object_set_new(state, name, json_pack("{s:i}", "count", 0));
  }
  return reducer;
}

static void ask_for_everything(kit *k) {
  static const kmk_presentation_callbacks noting = {sizeof noting, note_id, NULL, NULL};
  int told = 0;
  json_t *row = json_integer(1);
  char *id = kmk_store_presentation_id(k->store, "/s0", NULL);
  assert_non_null(id);
  assert_null(kmk_store_presentation_id(k->store, "/nothing", NULL));
  kmk_subscription *slot =
      kmk_store_observe_presentation(k->store, "/s0", &noting, &told, NULL, NULL);
  kmk_subscription *rows = kmk_store_observe_ids(k->store, "/rows", note_ids, &told, NULL, NULL);
  kmk_store *view = kmk_store_scope_element(k->store, "/rows", "rows", row, NULL);
  assert_int_equal(told, 2);
  assert_non_null(view);
  assert_int_equal(kmk_store_dismiss_id(k->store, "s0", id, NULL), KMK_OK);
  assert_int_equal(kmk_store_dismiss_id(k->store, "nothing", id, NULL), KMK_ERR_NOT_FOUND);
  send_ok(k->store, "{'nothing': {'element': 1}}");
  kmk_text_free(id);
  kmk_store_free(view);
  kmk_subscription_free(slot);
  kmk_subscription_free(rows);
  json_decref(row);
}

TEST(L11_a_slot_inside_many_operators_is_found_at_once) {
  json_t *initial = json_of("{'count': 0, 'rows': [{'id': 1, 'count': 0}], 'path': []}");
  kmk_reducer *reducer = slots(initial);
  k->store = kmk_store_new(k->loop, reducer, initial, NULL);
  json_decref(initial);
  ask_for_everything(k);
}

static kmk_reducer *wide_around(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer *reducer = kmk_for_each(counter(), "/rows", "rows", NULL, counter());
  for (int i = 0; i < 8; i++) {
    char name[8];
    snprintf(name, sizeof name, "x%d", i);
    /* The same state each time, with other action names. */
    reducer =
        kmk_combine(2, (kmk_reducer *[]){reducer, kmk_scope("", name, kmk_reducer_retain(self))});
  }
  return kmk_presentation(reducer, "/s0", "s0", NULL, self);
}

TEST(L11_a_slot_deep_in_a_recursion_is_found_at_once) {
  json_t *initial = json_of("{'count': 0, 'rows': [{'id': 1, 'count': 0}]}");
  for (int level = 0; level < 12; level++)
    initial = json_pack("{s:i, s:[{s:i, s:i}], s:o}", "count", 0, "rows", "id", 1, "count", 0, "s0",
                        initial);
  k->store = kmk_store_new(k->loop, kmk_recurse(wide_around, NULL, NULL), initial, NULL);
  json_decref(initial);
  assert_null(kmk_store_presentation_id(k->store,
                                        "/s0/s0/s0/s0/s0/s0/s0/s0/s0/s0/s0/s0/s0/s0/other", NULL));
  ask_for_everything(k);
}

TEST(L11_a_slot_in_an_issue_is_found_at_once) {
  json_t *initial = json_of("{'count': 0, 'rows': [], 'path': []}");
  kmk_reducer *reducer = slots(initial);
  k->store = kmk_store_new(k->loop, reducer, initial, NULL);
  json_decref(initial);
  send_ok(k->store, "{'rows': {'element': {'id': 7, 'action': 'inc'}}}");
  json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "case")), "rows.element.inc");
  assert_issues(k, "['missing-element']");
}

/* -------------------------------------------------------------------------- M20 */

#define ROUNDS ROUNDS_OF(5000)
/* Less than a byte for each round: anything kept is kept only once. */
#define MOST_BYTES 4096

static size_t heap(void) { return mallinfo2().uordblks; }

static void hear(const json_t *value, void *data) { (void)value, (void)data; }

static kmk_subscription *subscribe(kmk_store *store, int kind, const char *pointer) {
  static const kmk_presentation_callbacks none = {sizeof none, NULL, NULL, NULL};
  switch (kind) {
  case 0:
    return kmk_store_observe(store, pointer, hear, NULL, NULL, NULL);
  case 1:
    return kmk_store_observe_patches(store, pointer, hear, NULL, NULL, NULL);
  case 2:
    return kmk_store_observe_ids(store, pointer, hear, NULL, NULL, NULL);
  default:
    return kmk_store_observe_presentation(store, pointer, &none, NULL, NULL, NULL);
  }
}

/* Observes a place that is never used again. */
static void come_and_go(kmk_store *store, int kind, int round) {
  char pointer[64];
  snprintf(pointer, sizeof pointer, "/m/k%d/x/y/z", round);
  kmk_subscription_free(subscribe(store, kind, pointer));
}

TEST(M20_the_place_of_an_observer_goes_with_it) {
  k->store = open_store(k->loop, counter(), "{'count': 0, 'm': {}}");
  for (int kind = 0; kind < 4; kind++) {
    for (int round = 0; round < 10; round++)
      come_and_go(k->store, kind, round);
    size_t before = heap();
    for (int round = 0; round < ROUNDS; round++)
      come_and_go(k->store, kind, round);
    assert_in_range(heap(), 0, before + MOST_BYTES);
  }
}

TEST(M20_the_place_of_a_view_goes_with_it) {
  k->store = open_store(k->loop, counter(), "{'count': 0, 'm': {'n': {}}}");
  size_t before = 0;
  for (int round = 0; round < ROUNDS; round++) {
    if (round == 10)
      before = heap();
    char path[32];
    snprintf(path, sizeof path, "case%d", round);
    kmk_store_free(kmk_store_scope(k->store, "/m/n", path, NULL));
  }
  assert_in_range(heap(), 0, before + MOST_BYTES);
}

REDUCER(present_in_a_row) {
  (void)env, (void)data;
  if (kmk_action_is(action, "go"))
    kmk_state_set_new(state, "/rows/7/sheet", json_pack("{s:i}", "count", 0));
  return NULL;
}

TEST(M20_a_row_that_presents_nothing_has_no_place) {
  json_t *rows = json_array();
  for (int id = 0; id < 1000; id++)
    json_array_append_new(rows, json_pack("{s:i, s:n}", "id", id, "sheet"));
  json_t *initial = json_pack("{s:o}", "rows", rows);
  kmk_reducer *row = kmk_presentation(counter(), "/sheet", "sheet", NULL, counter());
  kmk_reducer *all = kmk_reducer_new(present_in_a_row, NULL, NULL);
  size_t before = heap();
  k->store = kmk_store_new(k->loop, kmk_for_each(all, "/rows", "rows", NULL, row), initial, NULL);
  assert_in_range(heap(), 0, before + (size_t)16 * 1000);
  json_decref(initial);
  send_ok(k->store, "'go'");
  send_ok(k->store, "{'rows': {'element': {'id': 7, 'action': {'sheet': {'presented': 'inc'}}}}}");
  char *id = kmk_store_presentation_id(k->store, "/rows/7/sheet", NULL);
  assert_non_null(id);
  kmk_text_free(id);
}

/* Observes one place, and places above, below and beside it: each remaining observer is notified. */
TEST(M20_who_still_observes_is_told) {
  const char *pointers[] = {"/m", "/m/a", "/m/a/x", "/m/b", "/count"};
  kmk_subscription *subscriptions[COUNT_OF(pointers)];
  json_t *told[COUNT_OF(pointers)];
  for (size_t gone = 0; gone < COUNT_OF(pointers); gone++) {
    kit_open(k, counter(), "{'count': 0, 'm': {'a': {'x': 1}, 'b': 2}}");
    for (size_t i = 0; i < COUNT_OF(pointers); i++) {
      told[i] = json_array();
      subscriptions[i] = observe_into(k->store, pointers[i], told[i]);
    }
    kmk_subscription_free(subscriptions[gone]);
    kmk_subscription *again = observe_into(k->store, pointers[gone], told[gone]);
    send_ok(k->store, "'inc'");
    assert_json_text(told[COUNT_OF(pointers) - 1],
                     gone == COUNT_OF(pointers) - 1 ? "[0, 0, 1]" : "[0, 1]");
    kmk_subscription_free(again);
    for (size_t i = 0; i < COUNT_OF(pointers); i++) {
      if (i != gone)
        kmk_subscription_free(subscriptions[i]);
      json_decref(told[i]);
    }
    end_store(k);
  }
}

/* Frees an observer inside the reducer that writes to the observed place. */
REDUCER(free_and_write) {
  kmk_subscription **subscription = data;
  kmk_subscription_free(*subscription);
  *subscription = NULL;
  kmk_state_set_new(state, "/m/a/x", json_integer(3));
  return NULL;
}

TEST(M20_an_observer_may_be_freed_by_the_reducer_that_writes_there) {
  kmk_subscription *subscription = NULL;
  json_t *told = json_array();
  k->store =
      open_store(k->loop, kmk_reducer_new(free_and_write, &subscription, NULL), "{'m': {'a': {}}}");
  subscription = observe_into(k->store, "/m/a/x", told);
  send_ok(k->store, "'go'");
  assert_json_text(told, "[null]");
  assert_state_text(k->store, "{'m': {'a': {'x': 3}}}");
  json_decref(told);
}

static int throttled;

static kmk_effect *throttle(const json_t *action) {
  char id[32];
  if (!kmk_action_is(action, "go"))
    return NULL;
  snprintf(id, sizeof id, "id%d", throttled++);
  return kmk_effect_throttle(sends("'done'"), id, 5, true);
}

TEST(M20_a_throttle_is_forgotten_after_its_window) {
  size_t before = 0;
  k->store = open_store(k->loop, answering(throttle), "{}");
  for (int round = 0; round < ROUNDS; round++) {
    if (round == 100)
      before = heap();
    send_ok(k->store, "'go'");
    advance(k->loop, 5);
  }
  assert_in_range(heap(), 0, before + MOST_BYTES);
}

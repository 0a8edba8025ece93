/* Neither a store nor its saved form grows with names and ids that are no longer used: each round uses new ones
 * (M20, M131, E130). */
#include "snapshot_support.h"

#include <malloc.h>
#include <stdio.h>

/* The first rounds, and the first saved form, fill tables and caches of a fixed size. Tables of names are cleaned every
 * 400 rounds, so the test compares the least use of the heap in two times 500 rounds. */
enum { ROUNDS = 500, MOST_BYTES = ROUNDS };

/* {"do": [KIND, NAME]} returns an effect of that kind and name. The effect ends a nanosecond later. */
REDUCER(by_name) {
  (void)env;
  const json_t *call = kmk_action_payload(action, "do");
  const char *kind = json_string_value(json_array_get(call, 0));
  const char *name = json_string_value(json_array_get(call, 1));
  if (kind == NULL || name == NULL)
    return NULL;
  if (strcmp(kind, "put") == 0)
    kmk_state_set_new(state, "/rows", json_pack("[{s: s, s: b}]", "id", name, "on", 1));
  if (strcmp(kind, "clear") == 0)
    kmk_state_set_new(state, "/rows", json_array());
  kmk_effect *tick = kmk_effect_after_new(1, json_string("tick"));
  if (strcmp(kind, "cancellable") == 0)
    return kmk_effect_cancellable(tick, name, true);
  if (strcmp(kind, "throttle") == 0)
    return kmk_effect_throttle(tick, name, 1, true);
  if (strcmp(kind, "debounce") == 0)
    return kmk_effect_debounce(tick, name, 1);
  if (strcmp(kind, "serial") == 0)
    return kmk_effect_serial(tick, name, false);
  if (strcmp(kind, "limited") == 0)
    return kmk_effect_limited(tick, name, 1);
  kmk_effect_free(tick);
  return NULL;
}

static kmk_effect *row_runs(const json_t *value, kmk_env *env, void *data) {
  (void)value, (void)env, (void)data;
  return kmk_effect_after_new(SECOND, json_string("late"));
}

static kmk_reducer *feature(void) {
  kmk_reducer *row = kmk_running(kmk_combine(0, NULL), "/on", NULL, row_runs, NULL, NULL);
  kmk_reducer *all = kmk_for_each(kmk_reducer_new(by_name, NULL, NULL), "/rows", "rows", NULL, row);
  all = kmk_stack(all, "/path", "path", kmk_combine(0, NULL));
  return kmk_presentation_destination(all, "/sheet", "sheet", NULL, kmk_combine(0, NULL));
}

static void send_named(kmk_store *store, const char *kind, const char *name) {
  kmk_store_sendf(store, NULL, "{s: [s, s]}", "do", kind, name);
}

static void nothing(const json_t *value, void *data) { (void)value, (void)data; }

/* Adds a row, observes it through a scoped store, and removes it. */
static void live_a_row(kmk_store *store, const char *name) {
  send_named(store, "put", name);
  json_t *id = json_string(name);
  kmk_store *view = kmk_store_scope_element(store, "/rows", "rows", id, NULL);
  kmk_subscription_free(kmk_store_observe(view, "/on", nothing, NULL, NULL, NULL));
  kmk_store_free(view);
  json_decref(id);
  send_named(store, "clear", name);
}

static void look_at(kmk_store *store, const char *name) {
  char place[64];
  snprintf(place, sizeof place, "/%s", name);
  json_decref(kmk_store_get(store, place, NULL));
  kmk_subscription_free(kmk_store_observe(store, place, nothing, NULL, NULL, NULL));
}

static void present(kmk_store *store, const char *name) {
  kmk_store_sendf(store, NULL, "{s: {s: {s: s, s: {}}}}", "sheet", "present", "id", name, "state");
  kmk_store_sendf(store, NULL, "{s: s}", "sheet", "dismiss");
}

/* Uses ids above the store's own, and leaves a gap after each. */
static void push_and_pop(kmk_store *store, int number) {
  json_int_t id = 1000000 + 2 * (json_int_t)number;
  kmk_store_sendf(store, NULL, "{s: {s: {s: I, s: {}}}}", "path", "push", "id", id, "state");
  kmk_store_sendf(store, NULL, "{s: {s: {s: I}}}", "path", "popFrom", "id", id);
}

static void live_a_round(kmk_store *store, kmk_mailbox *mailbox, int number) {
  static const char *const kinds[] = {"cancellable", "throttle", "debounce", "serial", "limited"};
  char name[32];
  snprintf(name, sizeof name, "name-%d", number);
  for (size_t i = 0; i < COUNT_OF(kinds); i++)
    send_named(store, kinds[i], name);
  kmk_mailbox_post_latest_new(mailbox, name, json_string("tick"));
  live_a_row(store, name);
  look_at(store, name);
  present(store, name);
  push_and_pop(store, number);
}

static void count_issue(const kmk_diagnostic *issue, void *count) {
  (void)issue;
  ++*(int *)count;
}

/* Returns the least use of the heap after a round, from round `first` on. Always 0 under valgrind and the sanitizers,
 * which replace the heap. */
static size_t live_rounds(kmk_store *store, kmk_loop *loop, int first) {
  kmk_mailbox *mailbox = kmk_store_mailbox(store);
  size_t least = SIZE_MAX;
  for (int i = first; i < first + ROUNDS; i++) {
    live_a_round(store, mailbox, i);
    while (kmk_store_effect_count(store) != 0)
      assert_true(kmk_loop_dispatch(loop, -1) >= 0);
    const size_t used = mallinfo2().uordblks;
    least = used < least ? used : least;
  }
  kmk_mailbox_free(mailbox);
  return least;
}

static size_t saved_bytes(kmk_store *store) {
  char *text = saved_text(store);
  size_t bytes = strlen(text);
  free(text);
  return bytes;
}

PLAIN_TEST(M131_E130_neither_a_store_nor_what_is_saved_of_it_grows_with_what_has_gone) {
  int issues = 0;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_loop_set_diagnostics(loop, count_issue, &issues, NULL);
  kmk_store *store = open_store(loop, feature(), "{'rows': [], 'path': [], 'sheet': null}");
  live_rounds(store, loop, 0);
  const size_t bytes = saved_bytes(store);
  const size_t heap = live_rounds(store, loop, ROUNDS);
  const size_t grown = live_rounds(store, loop, 2 * ROUNDS);
  assert_int_equal(issues, 0);
  assert_in_range(saved_bytes(store), 0, bytes + 200);
  assert_in_range(grown, 0, heap + MOST_BYTES);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

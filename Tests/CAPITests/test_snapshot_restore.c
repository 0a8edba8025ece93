/* A snapshot of a store: restored, and continued from (R41, R42, R46, R51, R57). Tests/Scenarios covers ids and
 * observers, test_snapshot_time.c state-driven effects, test_snapshot_json.c the saved form. */
#include "snapshot_support.h"

#include <pthread.h>

/* ------------------------------------------------------------------- the state */

TEST(R41_a_snapshot_is_its_moment_whatever_is_written_afterwards) {
  k->store = open_store(k->loop, counter(), "{'count': 1}");
  kmk_snapshot *snapshot = snapshot_of(k->store);
  send_ok(k->store, "'inc'");
  assert_snapshot_state(snapshot, "{'count': 1}");
  restore_ok(k->store, snapshot);
  assert_state_text(k->store, "{'count': 1}");
  send_ok(k->store, "'inc'");
  assert_state_text(k->store, "{'count': 2}");
  assert_snapshot_state(snapshot, "{'count': 1}");
  restore_ok(k->store, snapshot);
  assert_state_text(k->store, "{'count': 1}");
  kmk_snapshot_free(snapshot);
}

TEST(R41_a_snapshot_outlives_its_store_and_loop) {
  k->store = open_store(k->loop, app(), APP);
  send_ok(k->store, PRESENT("1"));
  kmk_snapshot *snapshot = snapshot_of(k->store);
  end_store(k);
  kmk_loop_free(k->loop);
  k->loop = kmk_loop_new_virtual(NULL);
  collect_issues(k->loop, k->issues);
  k->store = kmk_store_new_from(k->loop, app(), snapshot, NULL);
  kmk_snapshot_free(snapshot);
  assert_part(k->store, "/sheet", "{'count': 1}");
  send_ok(k->store, "{'sheet': {'presented': 'inc'}}");
  assert_part(k->store, "/sheet", "{'count': 2}");
}

static void *read_snapshot(void *snapshot) {
  for (int i = 0; i < 100; i++) {
    json_decref(kmk_snapshot_state(snapshot));
    json_decref(kmk_snapshot_json(snapshot, 1, NULL));
  }
  kmk_snapshot_free(snapshot);
  return NULL;
}

TEST(R41_another_thread_reads_and_frees_a_snapshot) {
  k->store = open_store(k->loop, app(), APP);
  send_ok(k->store, PRESENT("1"));
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, read_snapshot, snapshot_of(k->store)), 0);
  for (int i = 0; i < 100; i++) {
    send_ok(k->store, "{'sheet': {'presented': 'inc'}}");
  }
  pthread_join(thread, NULL);
  assert_part(k->store, "/sheet", "{'count': 101}");
}

/* ----------------------------------------------------------------------------- ids */

/* Beyond JSON's greatest integer no number can be saved. */
TEST(R46_the_greatest_id_was_given) {
  kmk_snapshot *snapshot =
      snapshot_read("{'kumiki': 1, 'state': " APP ", 'next': {'element': 9223372036854775807}}");
  k->store = kmk_store_new_from(k->loop, app(), snapshot, NULL);
  kmk_snapshot_free(snapshot);
  send_ok(k->store, "{'path': {'push': {'state': {'count': 1}}}}");
  assert_part(k->store, "/path", "[{'id': 9223372036854775807, 'element': {'count': 1}}]");
  char *before = saved_text(k->store);
  snapshot = snapshot_read(before);
  restore_ok(k->store, snapshot);
  char *after = saved_text(k->store);
  assert_string_equal(after, before);
  free(before), free(after);
  kmk_snapshot_free(snapshot);
}

/* A dynamic reducer with a slot, which the new store has not reached yet. */
static kmk_reducer *read_sheet(__attribute__((unused)) const json_t *state,
                               __attribute__((unused)) const json_t *action,
                               __attribute__((unused)) void *data) {
  return kmk_presentation_destination(kmk_combine(0, NULL), "/sheet", "sheet", NULL, counter());
}

TEST(R42_a_slot_of_a_reader_has_its_id_again) {
  k->store = open_store(k->loop, kmk_reader(read_sheet, NULL, NULL), "{'sheet': null}");
  for (int i = 0; i < 3; i++)
    send_ok(k->store, PRESENT("1"));
  slot_id id = id_at(k->store, "/sheet");
  kmk_snapshot *snapshot = snapshot_of(k->store);
  kmk_store *again =
      kmk_store_new_from(k->loop, kmk_reader(read_sheet, NULL, NULL), snapshot, NULL);
  assert_same_id(id_at(again, "/sheet"), id);
  assert_int_equal(kmk_store_dismiss_id(again, "sheet", id.text, NULL), KMK_OK);
  send_ok(k->store, "{'sheet': 'dismiss'}");
  send_ok(k->store, PRESENT("4"));
  restore_ok(k->store, snapshot);
  assert_same_id(id_at(k->store, "/sheet"), id);
  kmk_store_free(again);
  kmk_snapshot_free(snapshot);
}

/* ---------------------------------------------------------------------- the bytes */

TEST(R46_saving_what_was_restored_gives_the_same_bytes) {
  k->store = open_store(k->loop, app(), APP);
  send_ok(k->store, PRESENT("1"));
  send_ok(k->store, NOTE("b", "{'present': {'id': 'mine', 'state': {'count': 5}}}"));
  send_ok(k->store, "{'path': {'push': {'id': 4, 'state': {'count': 1}}}}");
  send_ok(k->store, "'uuid'");
  assert_issues(k, "['push-generation']");
  send_ok(k->store, "'undo'");
  char *first = saved_text(k->store);
  kmk_snapshot *snapshot = snapshot_read(first);
  json_t *hop = kmk_snapshot_json(snapshot, 1, NULL);
  char *hopped = json_dumps(hop, JSON_COMPACT);
  json_decref(hop);
  send_ok(k->store, "{'sheet': 'dismiss'}");
  send_ok(k->store, "'tick'");
  restore_ok(k->store, snapshot);
  char *second = saved_text(k->store);
  kmk_store *again = kmk_store_new_from(k->loop, app(), snapshot, NULL);
  char *third = saved_text(again);
  assert_string_equal(hopped, first);
  assert_string_equal(second, first);
  assert_string_equal(third, first);
  free(first);
  free(hopped);
  free(second);
  free(third);
  kmk_store_free(again);
  kmk_snapshot_free(snapshot);
}

/* ------------------------------------------------------------------ what is refused */

TEST(R51_a_restore_that_is_refused_changes_nothing) {
  json_t *told = json_array();
  kmk_error error = {0};
  k->store = open_store(k->loop, app(), APP);
  send_ok(k->store, PRESENT("1"));
  send_ok(k->store, "{'sheet': {'presented': 'startTimer'}}");
  kmk_subscription *subscription = observe_into(k->store, "", told);
  json_array_clear(told);
  char *before = saved_text(k->store);
  kmk_snapshot *bad = snapshot_read(
      "{'kumiki': 1, 'state': {'ticks': 0, 'sheet': null, 'path': [], 'shown': {}, 'rows':"
      " [{'id': 'a', 'note': null}, {'id': 'a', 'note': null}]}}");
  assert_int_equal(kmk_store_restore(k->store, bad, &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/rows");
  char *after = saved_text(k->store);
  assert_string_equal(after, before);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  assert_json_text(told, "[]");
  assert_null(kmk_store_new_from(k->loop, app(), bad, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  send_ok(k->store, "{'sheet': {'presented': {'set': 0}}}");
  advance(k->loop, SECOND);
  assert_part(k->store, "/sheet", "{'count': 1}");
  send_ok(k->store, "{'sheet': 'dismiss'}");
  free(before);
  free(after);
  kmk_subscription_free(subscription);
  json_decref(told);
  kmk_snapshot_free(bad);
}

typedef struct asked {
  kit *kit;
  kmk_snapshot *snapshot;
  kmk_error errors[4];
} asked;

REDUCER(asks) {
  asked *a = data;
  if (kmk_action_is(action, "ask")) {
    kmk_snapshot *taken = kmk_store_snapshot(a->kit->store, &a->errors[0]);
    kmk_snapshot_free(taken);
    kmk_store_restore(a->kit->store, a->snapshot, &a->errors[1]);
  }
  return counter_reduce(state, action, env, NULL);
}

static void restore_when_told(__attribute__((unused)) const json_t *value, void *data) {
  asked *a = data;
  if (a->snapshot == NULL)
    return;
  kmk_snapshot *taken = kmk_store_snapshot(a->kit->store, &a->errors[2]);
  kmk_snapshot_free(taken);
  kmk_store_restore(a->kit->store, a->snapshot, &a->errors[3]);
}

TEST(R57_a_reducer_cannot_use_snapshots_and_an_observer_cannot_restore) {
  asked a = {.kit = k};
  k->store = open_store(k->loop, kmk_reducer_new(asks, &a, NULL), "{'count': 0}");
  a.snapshot = snapshot_of(k->store);
  send_ok(k->store, "'ask'");
  assert_int_equal(a.errors[0].status, KMK_ERR_BUSY);
  assert_int_equal(a.errors[1].status, KMK_ERR_BUSY);
  assert_issues(k, "['read-while-reducing']");
  kmk_subscription *subscription =
      kmk_store_observe(k->store, "/count", restore_when_told, &a, NULL, NULL);
  send_ok(k->store, "'inc'");
  assert_int_equal(a.errors[2].status, KMK_OK);
  assert_int_equal(a.errors[3].status, KMK_ERR_BUSY);
  assert_state_text(k->store, "{'count': 1}");
  kmk_subscription_free(subscription);
  kmk_snapshot_free(a.snapshot);
}

static void restore_later(void *data) {
  asked *a = data;
  kmk_store_restore(a->kit->store, a->snapshot, &a->errors[0]);
}

static void defer_restore(__attribute__((unused)) const json_t *value, void *data) {
  asked *a = data;
  if (a->snapshot != NULL && json_integer_value(value) == 2)
    kmk_loop_defer(a->kit->loop, restore_later, a, NULL);
}

TEST(R57_a_callback_restores_by_kmk_loop_defer) {
  asked a = {.kit = k};
  k->store = open_store(k->loop, counter(), "{'count': 0}");
  a.snapshot = snapshot_of(k->store);
  kmk_subscription *subscription =
      kmk_store_observe(k->store, "/count", defer_restore, &a, NULL, NULL);
  send_ok(k->store, "'inc'");
  send_ok(k->store, "'inc'");
  assert_state_text(k->store, "{'count': 2}");
  run_due(k->loop);
  assert_int_equal(a.errors[0].status, KMK_OK);
  assert_state_text(k->store, "{'count': 0}");
  kmk_subscription_free(subscription);
  kmk_snapshot_free(a.snapshot);
}

typedef struct elsewhere {
  kmk_store *store;
  kmk_snapshot *snapshot;
  kmk_status status[2];
} elsewhere;

static void *on_another_thread(void *data) {
  elsewhere *e = data;
  kmk_error error = {0};
  kmk_snapshot *taken = kmk_store_snapshot(e->store, &error);
  kmk_snapshot_free(taken);
  e->status[0] = error.status;
  e->status[1] = kmk_store_restore(e->store, e->snapshot, NULL);
  return NULL;
}

TEST(R57_the_threads_the_views_and_the_ends) {
  kmk_error error = {0};
  k->store = open_store(k->loop, app(), APP);
  send_ok(k->store, PRESENT("1"));
  elsewhere e = {k->store, snapshot_of(k->store), {KMK_OK, KMK_OK}};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, on_another_thread, &e), 0);
  pthread_join(thread, NULL);
  assert_int_equal(e.status[0], KMK_ERR_WRONG_THREAD);
  assert_int_equal(e.status[1], KMK_ERR_WRONG_THREAD);
  kmk_store *view = kmk_store_scope(k->store, "/sheet", "sheet.presented", NULL);
  assert_null(kmk_store_snapshot(view, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_restore(view, e.snapshot, NULL), KMK_ERR_INVALID_ARGUMENT);
  end_store(k);
  assert_null(kmk_store_snapshot(view, &error));
  assert_int_equal(error.status, KMK_ERR_CLOSED);
  assert_int_equal(kmk_store_restore(view, e.snapshot, NULL), KMK_ERR_CLOSED);
  kmk_store_free(view);
  kmk_snapshot_free(e.snapshot);
}

/* A snapshot of one feature restored in a store of another feature: the matching parts are used. */
TEST(R42_another_reducer_takes_what_fits) {
  k->store = open_store(k->loop, app(), APP);
  send_ok(k->store, PRESENT("1"));
  kmk_snapshot *snapshot = snapshot_of(k->store);
  kmk_store *again = kmk_store_new_from(k->loop, counter(), snapshot, NULL);
  assert_part(again, "/sheet", "{'count': 1}");
  assert_string_equal(id_at(again, "/sheet").text, "");
  kmk_store_free(again);
  kmk_snapshot_free(snapshot);
}

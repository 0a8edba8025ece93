/* What observers are told of a restore (R45). */
#include "mirror_support.h"
#include "snapshot_support.h"

TEST(R45_observers_are_told_once_of_what_differs) {
  json_t *ticks = json_array(), *sheet = json_array(), *row = json_array(), *whole = json_array();
  k->store = open_store(k->loop, app(), APP);
  send_ok(k->store, PRESENT("1"));
  kmk_snapshot *snapshot = snapshot_of(k->store);
  kmk_subscription *subscriptions[] = {
      observe_into(k->store, "/ticks", ticks), observe_into(k->store, "/sheet", sheet),
      observe_into(k->store, "/rows/0/count", row), observe_into(k->store, "/uuid", whole)};
  send_ok(k->store, "'tick'");
  send_ok(k->store, SET("/rows/0/count", "3"));
  send_ok(k->store, "'tick'");
  json_array_clear(ticks);
  json_array_clear(sheet);
  json_array_clear(row);
  json_array_clear(whole);
  restore_ok(k->store, snapshot);
  assert_json_text(ticks, "[0]");
  assert_json_text(sheet, "[]");
  assert_json_text(row, "[0]");
  assert_json_text(whole, "[]");
  restore_ok(k->store, snapshot);
  assert_json_text(ticks, "[0]");
  for (size_t i = 0; i < COUNT_OF(subscriptions); i++)
    kmk_subscription_free(subscriptions[i]);
  json_decref(ticks);
  json_decref(sheet);
  json_decref(row);
  json_decref(whole);
  kmk_snapshot_free(snapshot);
}

#define THREE_ROWS                                                                                 \
  "[{'id': 'a', 'count': 0, 'note': null}, {'id': 'b', 'count': 0, 'note': null},"                 \
  " {'id': 'c', 'count': 1, 'note': {'count': 2}}]"

TEST(R45_rows_that_a_restore_takes_away_are_told_of_by_it) {
  json_t *told = json_array();
  k->store = open_store(k->loop, app(), APP);
  kmk_snapshot *snapshot = snapshot_of(k->store);
  send_ok(k->store, SET("/rows", THREE_ROWS));
  send_ok(k->store, NOTE("c", "{'presented': 'inc'}"));
  kmk_subscription *subscription = observe_into(k->store, "/rows", told);
  json_array_clear(told);
  restore_ok(k->store, snapshot);
  assert_int_equal(json_array_size(told), 1);
  send_ok(k->store, SET("/ticks", "1"));
  assert_int_equal(json_array_size(told), 1);
  kmk_subscription_free(subscription);
  json_decref(told);
  kmk_snapshot_free(snapshot);
}

static void presented(const char *id, __attribute__((unused)) const char *name, const json_t *value,
                      void *told) {
  json_array_append_new(told, json_pack("[s, s, O]", "present", id, value));
}
static void updated(const char *id, const json_t *value, void *told) {
  json_array_append_new(told, json_pack("[s, s, O]", "update", id, value));
}
static void dismissed(const char *id, void *told) {
  json_array_append_new(told, json_pack("[s, s]", "dismiss", id));
}

TEST(R45_observers_of_presentations_see_the_same_id_go_on) {
  json_t *told = json_array();
  const kmk_presentation_callbacks callbacks = {sizeof callbacks, presented, updated, dismissed};
  k->store = open_store(k->loop, app(), APP);
  kmk_snapshot *none = snapshot_of(k->store);
  send_ok(k->store, PRESENT("1"));
  kmk_snapshot *one = snapshot_of(k->store);
  kmk_subscription *subscription =
      kmk_store_observe_presentation(k->store, "/sheet", &callbacks, told, NULL, NULL);
  assert_recorded(told, "[['present', '0', {'count': 1}]]");
  send_ok(k->store, "{'sheet': {'presented': 'inc'}}");
  json_array_clear(told);
  restore_ok(k->store, one);
  assert_recorded(told, "[['update', '0', {'count': 1}]]");
  restore_ok(k->store, one);
  assert_recorded(told, "[]");
  restore_ok(k->store, none);
  assert_recorded(told, "[['dismiss', '0']]");
  restore_ok(k->store, one);
  assert_recorded(told, "[['present', '0', {'count': 1}]]");
  send_ok(k->store, "{'sheet': 'dismiss'}");
  send_ok(k->store, PRESENT("1"));
  json_array_clear(told);
  restore_ok(k->store, one);
  assert_recorded(told, "[['dismiss', '1'], ['present', '0', {'count': 1}]]");
  kmk_subscription_free(subscription);
  json_decref(told);
  kmk_snapshot_free(none);
  kmk_snapshot_free(one);
}

TEST(R45_a_patch_and_its_inverse_lead_back) {
  mirror patches, changes;
  k->store = open_store(k->loop, app(), APP);
  kmk_snapshot *snapshot = snapshot_of(k->store);
  mirror_open(&patches, k->store, "");
  mirror_open_changes(&changes, k->store, "");
  send_ok(k->store, SET("/rows", "[{'id': 'b', 'count': 7, 'note': null}]"));
  send_ok(k->store, "'tick'");
  restore_ok(k->store, snapshot);
  mirror_check(&patches);
  mirror_check(&changes);
  mirror_close(&patches);
  mirror_close(&changes);
  kmk_snapshot_free(snapshot);
}

/* An observer sends while it is told of a restore: the action comes after it. */
static void send_inc(const json_t *value, void *data) {
  if (json_integer_value(value) == 0)
    kmk_store_send_text(((kit *)data)->store, "\"inc\"", NULL);
}

TEST(R45_what_an_observer_sends_comes_after) {
  k->store = open_store(k->loop, counter(), "{'count': 0}");
  kmk_snapshot *snapshot = snapshot_of(k->store);
  send_ok(k->store, "'inc'");
  kmk_subscription *subscription = kmk_store_observe(k->store, "/count", send_inc, k, NULL, NULL);
  restore_ok(k->store, snapshot);
  assert_state_text(k->store, "{'count': 1}");
  kmk_subscription_free(subscription);
  kmk_snapshot_free(snapshot);
}

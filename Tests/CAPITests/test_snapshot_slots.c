/* A snapshot finds everything that is presented, and checks nothing else (R70). */
#include "shape_support.h"
#include "snapshot_support.h"

static kmk_reducer *rows_with_slots(void) {
  return kmk_for_each(
      shape_writer(), "/rows", "rows", NULL,
      kmk_presentation(kmk_empty(), "/note", "note", NULL,
                       kmk_presentation(kmk_empty(), "/help", "help", NULL, kmk_empty())));
}

/* Asserts the presentations of a new snapshot. */
static void assert_presented(kmk_store *store, const char *expected) {
  kmk_snapshot *snapshot = snapshot_of(store);
  json_t *beside = kmk_snapshot_json_without_state(snapshot, 1, NULL);
  json_t *none = json_object();
  json_t *presented = json_object_get(beside, "presentations");
  assert_value_is(presented == NULL ? none : presented, expected);
  json_decref(none);
  json_decref(beside);
  kmk_snapshot_free(snapshot);
}

TEST(R70_a_snapshot_looks_at_what_is_presented_alone) {
  json_t *rows = json_array();
  for (int i = 0; i < 20000; i++)
    json_array_append_new(rows, json_pack("{s:i, s:n}", "id", i, "note"));
  json_t *initial = json_pack("{s:o}", "rows", rows);
  k->store = kmk_store_new(k->loop, rows_with_slots(), initial, NULL);
  json_decref(initial);
  send_ok(k->store, "{'set': ['/rows/15000/note', {'help': {}}]}");
  /* Thousands of snapshots: checking all slots for each would take minutes. */
  for (int i = 0; i < ROUNDS_OF(10000); i++)
    kmk_snapshot_free(snapshot_of(k->store));
  assert_presented(k->store, "{'/rows/15000/note': '0', '/rows/15000/note/help': '1'}");
}

static kmk_reducer *choose_sheet(const json_t *state, const json_t *action, void *user_data) {
  (void)state, (void)action, (void)user_data;
  return kmk_presentation(kmk_empty(), "/sheet", "sheet", NULL, kmk_empty());
}

TEST(R70_what_a_reader_chose_is_found_though_nobody_has_looked_since) {
  k->store = open_store(
      k->loop,
      kmk_combine(2, (kmk_reducer *[]){kmk_reader(choose_sheet, NULL, NULL), shape_writer()}),
      "{'sheet': null}");
  send_ok(k->store, "{'sheet': {'presented': 'x'}}");
  assert_issues(k, "['absent-destination']");
  send_ok(k->store, "{'set': ['', {'sheet': {}}]}");
  assert_presented(k->store, "{'/sheet': '0'}");
}

/* What a snapshot finds of what is presented, and that it looks at nothing else (R70). */
#include "shape_support.h"
#include "snapshot_support.h"

static kmk_reducer *rows_with_slots(void) {
  return kmk_for_each(
      shape_writer(), "/rows", "rows", NULL,
      kmk_presentation(kmk_empty(), "/note", "note", NULL,
                       kmk_presentation(kmk_empty(), "/help", "help", NULL, kmk_empty())));
}

/* The presentations of a snapshot, as text. */
static void assert_presented(kmk_store *store, const char *expected) {
  kmk_snapshot *snapshot = snapshot_of(store);
  json_t *beside = kmk_snapshot_beside(snapshot, 1, NULL);
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
  /* Thousands of snapshots: to look at all slots would take minutes. */
  for (int i = 0; i < ROUNDS_OF(10000); i++)
    kmk_snapshot_free(snapshot_of(k->store));
  assert_presented(k->store, "{'/rows/15000/note': '0', '/rows/15000/note/help': '1'}");
}

TEST(R70_what_came_or_went_in_any_way_is_found) {
  k->store = open_store(k->loop, rows_with_slots(),
                        "{'rows': [{'id': 1, 'note': null}, {'id': 2, 'note': {'help': null}}]}");
  assert_presented(k->store, "{'/rows/1/note': '0'}");
  send_ok(k->store, "{'set': ['/rows/1/note/help', {}]}");
  send_ok(k->store, "{'set': ['/rows/0', {'id': 1, 'note': {'help': {}}}]}");
  assert_presented(k->store, "{'/rows/0/note': '2', '/rows/0/note/help': '3',"
                             " '/rows/1/note': '0', '/rows/1/note/help': '1'}");
  send_ok(k->store, "{'move': ['/rows/1', '/rows/0']}");
  assert_presented(k->store, "{'/rows/0/note': '0', '/rows/0/note/help': '1',"
                             " '/rows/1/note': '2', '/rows/1/note/help': '3'}");
  send_ok(k->store, "{'remove': '/rows/0'}");
  send_ok(k->store, "{'set': ['/rows/0/note', null]}");
  assert_presented(k->store, "{}");
  send_ok(k->store, "{'insert': ['/rows/0', {'id': 3, 'note': {}}]}");
  assert_presented(k->store, "{'/rows/0/note': '4'}");
  send_ok(k->store, "{'set': ['', {'rows': [{'id': 3}, {'id': 4, 'note': {'help': {}}}]}]}");
  assert_presented(k->store, "{'/rows/1/note': '5', '/rows/1/note/help': '6'}");
}

/* A slot in which another id is another presentation, and one inside. */
TEST(R70_what_is_inside_of_a_slot_whose_value_got_another_id_is_found) {
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.id_key = "id";
  k->store = open_store(
      k->loop,
      kmk_presentation(shape_writer(), "/sheet", "sheet", &options,
                       kmk_presentation(kmk_empty(), "/help", "help", NULL, kmk_empty())),
      "{'sheet': {'id': 1, 'help': {}}}");
  assert_presented(k->store, "{'/sheet': '0', '/sheet/help': '1'}");
  send_ok(k->store, "{'set': ['/sheet/id', 2]}");
  send_ok(k->store, "{'sheet': {'presented': 'x'}}");
  assert_presented(k->store, "{'/sheet': '2', '/sheet/help': '3'}");
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

/* Lists of a Swift feature's rows (J57). */
#include "../CAPITests/list_support.h"

#include "team/team.h"

#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define STAR(id) "{'cards': {'element': {'id': '" id "', 'action': 'star'}}}"
#define NOTE(id, stars) "{'append': {'id': '" id "', 'text': 'x', 'stars': " #stars "}}"

static void open_cards(kit *k, shown *s) {
  kmk_error error = {0};
  k->store = kmk_store_open(k->loop, "Board", NULL, &error);
  if (k->store == NULL) {
    fail_msg("%s", error.message);
  }
  shown_open_at(s, k->store, "/cards");
  json_array_clear(s->edits);
}

TEST(J57_a_list_of_a_swift_feature_follows_its_collection) {
  shown s = {.options = KMK_LIST_OPTIONS_INIT};
  s.options.sort = TEXTS("-/stars");
  s.options.numbers = TEXTS("/stars");
  open_cards(k, &s);
  assert_value_is(s.ids, "['a', 'b']");
  send_ok(k->store, STAR("b"));
  assert_edits(&s, "[\">1:0 b\"]");
  send_ok(k->store, "{'rename': 'x'}");
  assert_edits(&s, "[]");
  send_ok(k->store, NOTE("c", 1));
  assert_edits(&s, "[\"+1 c\"]");
  send_ok(k->store,
          "{'several': [{'remove': 'b'}, " STAR("a") ", " STAR("a") ", " NOTE("d", 9) "]}");
  assert_edits(&s, "[\"-0 b\",\">1:0 a\",\"+0 d\"]");
  send_ok(k->store, "'reverse'");
  assert_value_is(s.ids, "['d', 'a', 'c']");
  json_t *totals = kmk_list_totals(s.list, NULL);
  assert_value_is(
      totals, "{'count': 3, 'numbers': {'/stars': {'count': 3, 'sum': 12, 'min': 1, 'max': 9}}}");
  json_decref(totals);
  shown_close(&s);
}

static bool is_other(const json_t *row, const json_t *const *parameters, void *unused) {
  (void)unused;
  return !json_equal(json_object_get(row, "id"), parameters[0]);
}

TEST(J57_a_filter_of_a_swift_feature_depends_on_its_places) {
  shown s = {.options = KMK_LIST_OPTIONS_INIT};
  s.options.filter = is_other;
  s.options.parameters = TEXTS("/title");
  s.options.group = "/stars";
  open_cards(k, &s);
  assert_value_is(s.ids, "['a', 'b']");
  send_ok(k->store, "{'rename': 'a'}");
  assert_value_is(s.ids, "['b']");
  send_ok(k->store, STAR("b"));
  json_t *groups = kmk_list_groups(s.list, NULL);
  assert_value_is(groups, "[{'group': 1, 'first': 0, 'count': 1, 'numbers': {}}]");
  json_decref(groups);
  shown_close(&s);
}

TEST(J57_an_array_that_notes_nothing_is_compared) {
  shown s = {.options = KMK_LIST_OPTIONS_INIT};
  kmk_error error = {0};
  s.options.sort = TEXTS("-/element/stars");
  k->store = kmk_store_open(k->loop, "Board", NULL, &error);
  shown_open_at(&s, k->store, "/path");
  json_array_clear(s.edits);
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': {'id': 'p', 'text': '', 'stars': 1}}}}");
  send_ok(k->store, "{'rename': 'x'}");
  assert_json_text(s.edits, "[\"=1\"]");
  assert_int_equal(kmk_list_count(s.list), 1);
  json_t *row = kmk_list_get(s.list, 0, &error);
  assert_value_is(row, "{'id': 0, 'element': {'id': 'p', 'text': '', 'stars': 1}}");
  json_decref(row);
  kmk_subscription_free(s.subscription);
  kmk_list_free(s.list);
  json_decref(s.ids);
  json_decref(s.edits);
}

static json_t *count_shown(kmk_store *store, void *list) {
  (void)store;
  return json_integer((json_int_t)kmk_list_count(list));
}

TEST(J56_J57_a_derived_value_reads_a_list_of_a_swift_feature) {
  shown s = {.options = KMK_LIST_OPTIONS_INIT};
  json_t *record = json_array();
  open_cards(k, &s);
  kmk_derived *count = kmk_derived_new(k->store, NULL, count_shown, s.list, NULL, NULL);
  kmk_subscription *told = kmk_derived_observe(count, record_value, record, NULL, NULL);
  send_ok(k->store, NOTE("c", 1));
  send_ok(k->store, STAR("c"));
  send_ok(k->store, "{'several': [{'remove': 'a'}, {'remove': 'b'}]}");
  assert_recorded(record, "[2, 3, 1]");
  kmk_subscription_free(told);
  kmk_derived_free(count);
  json_decref(record);
  shown_close(&s);
}

TEST(J50_a_list_of_a_swift_feature_ends_with_its_store) {
  shown s = {.options = KMK_LIST_OPTIONS_INIT};
  kmk_error error;
  open_cards(k, &s);
  end_store(k);
  assert_null(kmk_list_get(s.list, 0, &error));
  assert_int_equal(error.status, KMK_ERR_CLOSED);
  kmk_subscription_free(s.subscription);
  kmk_list_free(s.list);
  json_decref(s.ids);
  json_decref(s.edits);
}

int main(void) {
  if (team_register() != 0)
    return 1;
  return run_all_tests();
}

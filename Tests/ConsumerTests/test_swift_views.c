/* Scoped stores of a Swift feature: stores for its parts, and their notifications (C12-C18, J). */
#include "../CAPITests/mirror_support.h"
#include "../CAPITests/view_support.h"

#include "team/team.h"

#define NOTE(id, text, stars) "{'id': '" id "', 'text': '" text "', 'stars': " stars "}"
#define WRITE(text) "{'binding': {'path': '/text', 'value': '" text "'}}"

static kmk_store *open_board(kit *k) {
  kmk_error error = {0};
  k->store = kmk_store_open(k->loop, "Board", NULL, &error);
  if (k->store == NULL) {
    fail_msg("%s", error.message);
  }
  return k->store;
}

static kmk_store *view_of(kmk_store *store, const char *pointer, const char *action_case) {
  kmk_error error = {0};
  kmk_store *view = kmk_store_scope(store, pointer, action_case, &error);
  if (view == NULL) {
    fail_msg("%s", error.message);
  }
  return view;
}

static kmk_store *element_of(kmk_store *store, const char *pointer, const char *action_case,
                             const char *id_text) {
  kmk_error error = {0};
  json_t *id = json_of(id_text);
  kmk_store *view = kmk_store_scope_element(store, pointer, action_case, id, &error);
  json_decref(id);
  if (view == NULL) {
    fail_msg("%s", error.message);
  }
  return view;
}

static kmk_status write_text(kmk_store *store, const char *text) {
  json_t *value = json_string(text);
  kmk_status status = kmk_store_write_binding(store, "binding", "/text", value, NULL);
  json_decref(value);
  return status;
}

static void assert_part(kmk_store *store, const char *pointer, const char *expected) {
  json_t *part = kmk_store_get(store, pointer, NULL);
  assert_json_text(part, expected);
  json_decref(part);
}

/* ------------------------------------------------------------------ stores for parts */

TEST(C12_a_change_through_either_is_seen_by_both_at_once) {
  send_ok(open_board(k), "{'setDraft': " NOTE("d", "x", "0") "}");
  kmk_store *view = view_of(k->store, "/draft", "draft");
  send_ok(view, "'star'");
  assert_part(k->store, "/draft/stars", "1");
  send_ok(k->store, "{'draft': 'star'}");
  assert_state_text(view, NOTE("d", "x", "2"));
  assert_true(kmk_store_is_valid(view));
  kmk_store_free(view);
}

TEST(C13_a_burst_tells_each_store_once) {
  json_t *parent = json_array(), *child = json_array();
  send_ok(open_board(k), "{'setDraft': " NOTE("d", "x", "0") "}");
  kmk_store *view = view_of(k->store, "/draft", "draft");
  kmk_subscription *first = observe_into(k->store, "/draft/stars", parent);
  kmk_subscription *second = observe_into(view, "/stars", child);
  send_ok(k->store, "{'several': [{'draft': 'star'}, {'draft': 'star'}, {'draft': 'star'}]}");
  assert_json_text(parent, "[0, 3]");
  assert_json_text(child, "[0, 3]");
  send_ok(view, "'star'");
  assert_json_text(parent, "[0, 3, 4]");
  assert_json_text(child, "[0, 3, 4]");
  kmk_subscription_free(first);
  kmk_subscription_free(second);
  kmk_store_free(view);
  json_decref(parent);
  json_decref(child);
}

TEST(C14_the_same_place_and_path_give_the_same_view) {
  open_board(k);
  kmk_store *list = view_of(k->store, "/mode/list", "mode.list");
  kmk_store *again = view_of(k->store, "/mode/list", "mode.list");
  kmk_store *a = element_of(k->store, "/cards", "cards", "'a'");
  kmk_store *b = element_of(k->store, "/cards", "cards", "'b'");
  assert_ptr_equal(list, again);
  assert_ptr_not_equal(a, b);
  kmk_store_free(list);
  kmk_store_free(again);
  kmk_store_free(a);
  kmk_store_free(b);
}

TEST(C15_a_view_goes_on_when_the_one_between_was_freed) {
  open_board(k);
  kmk_store *mode = view_of(k->store, "/mode", "mode");
  kmk_store *list = view_of(mode, "/list", "list");
  kmk_store_free(mode);
  send_ok(list, "'star'");
  assert_state_text(list, NOTE("list", "", "1"));
  assert_part(k->store, "/mode/list/stars", "1");
  kmk_store_free(list);
}

TEST(C16_nothing_gives_no_view_and_a_held_one_keeps_the_last_value) {
  kmk_error error = {0};
  open_board(k);
  assert_null(kmk_store_scope(k->store, "/draft", "draft", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_string_equal(error.path, "/draft");
  send_ok(k->store, "{'setDraft': " NOTE("d", "x", "0") "}");
  kmk_store *view = view_of(k->store, "/draft", "draft");
  send_ok(view, "'star'");
  send_ok(k->store, "{'setDraft': null}");
  assert_false(kmk_store_is_valid(view));
  assert_state_text(view, NOTE("d", "x", "1"));
  assert_part(view, "/stars", "1");
  kmk_store_free(view);
}

TEST(C17_what_an_invalid_view_sends_travels_and_is_reported) {
  send_ok(open_board(k), "{'setDraft': " NOTE("d", "x", "0") "}");
  kmk_store *draft = view_of(k->store, "/draft", "draft");
  kmk_store *card = element_of(k->store, "/cards", "cards", "'a'");
  send_ok(k->store, "{'setDraft': null}");
  send_ok(k->store, "{'remove': 'a'}");
  send_ok(draft, "'star'");
  assert_issues(k, "['absent-child']");
  send_ok(card, "'star'");
  assert_issues(k, "['missing-element']");
  kmk_store_free(draft);
  kmk_store_free(card);
}

TEST(C17_what_was_sent_often_is_reported_too_when_the_row_has_gone) {
  open_board(k);
  kmk_store *a = element_of(k->store, "/cards", "cards", "'a'");
  kmk_store *b = element_of(k->store, "/cards", "cards", "'b'");
  for (int times = 0; times < 4; times++) {
    send_ok(a, "'star'");
    send_ok(b, "{'binding': {'path': '/text', 'value': 'b'}}");
  }
  assert_part(a, "/stars", "4");
  assert_part(b, "", NOTE("b", "b", "0"));
  assert_null(kmk_store_get(a, "/none", NULL));
  send_ok(k->store, "{'remove': 'a'}");
  send_ok(a, "'star'");
  assert_issues(k, "['missing-element']");
  assert_part(a, "/stars", "4");
  send_ok(b, "'star'");
  assert_part(b, "/stars", "1");
  kmk_store_free(a);
  kmk_store_free(b);
}

/* Writes through a scoped store before and after its part is gone: the first write arrives, and the later write is
   ignored. */
static void assert_written_then_swallowed(kit *k, kmk_store *view, const char *gone) {
  send_ok(view, WRITE("sent"));
  assert_part(view, "/text", "'sent'");
  assert_int_equal(write_text(view, "written"), KMK_OK);
  assert_part(view, "/text", "'written'");
  send_ok(k->store, gone);
  assert_false(kmk_store_is_valid(view));
  send_ok(view, WRITE("late"));
  assert_int_equal(write_text(view, "later"), KMK_OK);
  run_due(k->loop);
  assert_issues(k, "[]");
  assert_part(view, "/text", "'written'");
  kmk_store_free(view);
}

TEST(C17_a_binding_through_an_invalid_view_is_swallowed) {
  send_ok(open_board(k), "{'setDraft': " NOTE("d", "x", "0") "}");
  send_ok(k->store, "{'setEditor': " NOTE("e", "x", "0") "}");
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': " NOTE("p", "x", "0") "}}}");
  assert_written_then_swallowed(k, view_of(k->store, "/draft", "draft"), "{'setDraft': null}");
  assert_written_then_swallowed(k, view_of(k->store, "/editor", "editor.presented"),
                                "{'editor': 'dismiss'}");
  assert_written_then_swallowed(k, view_of(k->store, "/mode/list", "mode.list"),
                                "{'setMode': 'off'}");
  assert_written_then_swallowed(k, element_of(k->store, "/cards", "cards", "'a'"),
                                "{'remove': 'a'}");
  assert_written_then_swallowed(k, element_of(k->store, "/path", "path", "0"),
                                "{'path': {'popFrom': {'id': 0}}}");
}

TEST(C18_a_view_addresses_a_place_filled_again_it_is_valid_again) {
  json_t *told = json_array();
  send_ok(open_board(k), "{'setDraft': " NOTE("d", "x", "1") "}");
  kmk_store *view = view_of(k->store, "/draft", "draft");
  kmk_subscription *subscription = observe_into(view, "/stars", told);
  send_ok(k->store, "{'setDraft': null}");
  send_ok(k->store, "{'setDraft': " NOTE("e", "y", "9") "}");
  assert_true(kmk_store_is_valid(view));
  send_ok(view, "'star'");
  assert_state_text(view, NOTE("e", "y", "10"));
  assert_json_text(told, "[1, 9, 10]");
  kmk_subscription_free(subscription);
  kmk_store_free(view);
  json_decref(told);
}

/* -------------------------------------------------------------------- notifications */

TEST(J10_an_optional_is_told_when_it_comes_and_when_it_goes) {
  json_t *told = json_array();
  open_board(k);
  kmk_subscription *subscription =
      kmk_store_observe_case(k->store, "/draft", record_case, told, NULL, NULL);
  assert_recorded(told, "[[null, null]]");
  send_ok(k->store, "{'setDraft': " NOTE("d", "1", "0") "}");
  assert_recorded(told, "[[null, " NOTE("d", "1", "0") "]]");
  send_ok(k->store, "{'setDraft': " NOTE("d", "2", "0") "}");
  assert_recorded(told, "[]");
  send_ok(k->store, "{'setDraft': null}");
  assert_recorded(told, "[[null, null]]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

TEST(J11_a_switch_is_told_when_the_case_changes_not_when_the_payload_does) {
  kmk_error error = {0};
  json_t *told = json_array();
  open_board(k);
  kmk_subscription *subscription =
      kmk_store_observe_case(k->store, "/mode", record_case, told, NULL, NULL);
  assert_recorded(told, "[['list', " NOTE("list", "", "0") "]]");
  send_ok(k->store, "{'mode': {'list': 'star'}}");
  assert_recorded(told, "[]");
  send_ok(k->store, "{'setMode': {'grid': " NOTE("g", "", "0") "}}");
  assert_recorded(told, "[['grid', " NOTE("g", "", "0") "]]");
  kmk_store *grid = view_of(k->store, "/mode/grid", "mode.grid");
  send_ok(grid, "'star'");
  assert_state_text(grid, NOTE("g", "", "1"));
  assert_recorded(told, "[]");
  assert_null(kmk_store_scope(k->store, "/mode/list", "mode.list", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_non_null(strstr(error.message, "grid"));
  send_ok(k->store, "{'setMode': 'off'}");
  assert_recorded(told, "[['off', null]]");
  assert_false(kmk_store_is_valid(grid));
  kmk_subscription_free(subscription);
  kmk_store_free(grid);
  json_decref(told);
}

TEST(J12_a_list_is_told_of_its_ids_and_a_row_is_followed) {
  json_t *told = json_array();
  open_board(k);
  kmk_subscription *subscription =
      kmk_store_observe_ids(k->store, "/cards", record_value, told, NULL, NULL);
  assert_recorded(told, "[['a', 'b']]");
  kmk_store *row = element_of(k->store, "/cards", "cards", "'a'");
  send_ok(row, "'star'");
  assert_recorded(told, "[]");
  send_ok(k->store, "{'append': " NOTE("c", "", "0") "}");
  assert_recorded(told, "[['a', 'b', 'c']]");
  send_ok(k->store, "'reverse'");
  assert_recorded(told, "[['c', 'b', 'a']]");
  send_ok(row, "'star'");
  assert_part(k->store, "/cards/2/stars", "2");
  send_ok(k->store, "{'remove': 'a'}");
  assert_recorded(told, "[['c', 'b']]");
  assert_false(kmk_store_is_valid(row));
  assert_state_text(row, NOTE("a", "", "2"));
  kmk_subscription_free(subscription);
  kmk_store_free(row);
  json_decref(told);
}

#define CHANGE(index, removed, inserted)                                                           \
  "{'index': " #index ", 'removed': " #removed ", 'inserted': " inserted "}"

TEST(J16_a_list_is_told_which_rows_come_and_go_and_where) {
  json_t *told = json_array();
  open_board(k);
  kmk_subscription *subscription =
      kmk_store_observe_id_changes(k->store, "/cards", record_value, told, NULL, NULL);
  assert_recorded(told, "[[" CHANGE(0, 0, "['a', 'b']") "]]");
  send_ok(k->store, "{'append': " NOTE("c", "", "0") "}");
  assert_recorded(told, "[[" CHANGE(2, 0, "['c']") "]]");
  send_ok(k->store, "{'remove': 'a'}");
  assert_recorded(told, "[[" CHANGE(0, 1, "[]") "]]");
  send_ok(k->store, "'reverse'");
  assert_recorded(told, "[[" CHANGE(0, 2, "['c', 'b']") "]]");
  kmk_subscription_free(subscription);
  json_decref(told);
}

TEST(J13_a_path_is_told_of_its_ids_and_an_element_is_viewed) {
  json_t *told = json_array();
  open_board(k);
  kmk_subscription *subscription =
      kmk_store_observe_ids(k->store, "/path", record_value, told, NULL, NULL);
  send_ok(k->store, "{'path': {'push': {'id': 0, 'state': " NOTE("p", "", "0") "}}}");
  send_ok(k->store, "{'path': {'push': {'id': 1, 'state': " NOTE("q", "", "0") "}}}");
  assert_recorded(told, "[[], [0], [0, 1]]");
  kmk_store *element = element_of(k->store, "/path", "path", "1");
  send_ok(element, "'star'");
  assert_state_text(element, NOTE("q", "", "1"));
  assert_recorded(told, "[]");
  send_ok(k->store, "{'path': {'popFrom': {'id': 1}}}");
  assert_recorded(told, "[[0]]");
  assert_state_text(element, NOTE("q", "", "1"));
  kmk_subscription_free(subscription);
  kmk_store_free(element);
  json_decref(told);
}

TEST(J6_a_presentation_is_told_of_through_its_store) {
  view v;
  send_ok(open_board(k), "{'setEditor': " NOTE("e", "", "0") "}");
  view_open(&v, k->store, "/editor");
  assert_told(&v, "[['present', '0', null, " NOTE("e", "", "0") "]]");
  kmk_store *inner = view_of(k->store, "/editor", "editor.presented");
  send_ok(inner, "'star'");
  assert_told(&v, "[['update', '0', " NOTE("e", "", "1") "]]");
  send_ok(k->store, "{'setEditor': " NOTE("f", "", "0") "}");
  assert_told(&v, "[['dismiss', '0'], ['present', '1', null, " NOTE("f", "", "0") "]]");
  send_ok(k->store, "{'editor': 'dismiss'}");
  assert_told(&v, "[['dismiss', '1']]");
  assert_state_text(inner, NOTE("f", "", "0"));
  kmk_store_free(inner);
  view_close(&v);
}

TEST(J1_a_mirror_is_told_of_each_burst_and_is_the_state) {
  mirror whole, cards;
  open_board(k);
  mirror_open(&whole, k->store, "");
  mirror_open(&cards, k->store, "/cards");
  send_ok(k->store, "{'rename': 'x'}");
  assert_patches(&whole, "[[{'op': 'replace', 'path': '/title', 'value': 'x'}]]");
  assert_patches(&cards, "[]");
  send_ok(k->store, "{'cards': {'element': {'id': 'b', 'action': 'star'}}}");
  assert_patches(&whole, "[[{'op': 'replace', 'path': '/cards/1/stars', 'value': 1}]]");
  assert_patches(&cards, "[[{'op': 'replace', 'path': '/1/stars', 'value': 1}]]");
  send_ok(k->store, "{'rename': 'x'}");
  assert_patches(&whole, "[]");
  const char *bursts[] = {"'reverse'",
                          "{'several': [{'remove': 'a'}, {'setMode': 'off'}, {'rename': 'y'}]}",
                          "{'append': " NOTE("c", "", "4") "}",
                          "{'setDraft': " NOTE("d", "", "0") "}",
                          "{'setEditor': " NOTE("e", "", "0") "}",
                          "{'path': {'push': {'id': 0, 'state': " NOTE("p", "", "0") "}}}",
                          "{'path': {'element': {'id': 0, 'action': 'star'}}}",
                          "{'setDraft': null}",
                          "{'path': {'popFrom': {'id': 0}}}"};
  for (size_t i = 0; i < COUNT_OF(bursts); i++) {
    json_array_clear(whole.patches);
    send_ok(k->store, bursts[i]);
    mirror_check(&whole);
    mirror_check(&cards);
    assert_int_equal(json_array_size(whole.patches), 1);
  }
  mirror_close(&cards);
  mirror_close(&whole);
}

TEST(U2_the_inverse_of_a_swift_features_changes_leads_back) {
  mirror whole, cards, title;
  open_board(k);
  mirror_open_changes(&whole, k->store, "");
  mirror_open_changes(&cards, k->store, "/cards");
  mirror_open_changes(&title, k->store, "/title");
  const char *bursts[] = {"{'rename': 'x'}",
                          "{'cards': {'element': {'id': 'b', 'action': 'star'}}}",
                          "'reverse'",
                          "{'several': [{'remove': 'a'}, {'setMode': 'off'}, {'rename': 'y'}]}",
                          "{'append': " NOTE("c", "", "4") "}",
                          "{'setDraft': " NOTE("d", "", "0") "}",
                          "{'path': {'push': {'id': 0, 'state': " NOTE("p", "", "0") "}}}",
                          "{'setDraft': null}",
                          "{'path': {'popFrom': {'id': 0}}}"};
  for (size_t i = 0; i < COUNT_OF(bursts); i++) {
    send_ok(k->store, bursts[i]);
    mirror_check(&whole);
    mirror_check(&cards);
    mirror_check(&title);
  }
  assert_int_equal(json_array_size(whole.inverses), COUNT_OF(bursts));
  assert_int_equal(json_array_size(title.inverses), 2);
  mirror_close(&title);
  mirror_close(&cards);
  mirror_close(&whole);
}

int main(void) {
  if (team_register() != 0)
    return 1;
  return run_all_tests();
}

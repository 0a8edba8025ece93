/* What an undo does to slots, rows, paths and effects (U13 to U15, U19). */
#include "history_support.h"

#define IN_ROW(id, action) "{'rows': {'element': {'id': " id ", 'action': " action "}}}"

static char *presentation_id(kmk_store *store) {
  return kmk_store_presentation_id(store, "/sheet", NULL);
}

static void count_present(const char *id, const char *state_case, const json_t *value, void *log) {
  (void)id, (void)state_case, (void)value;
  json_array_append_new(log, json_string("present"));
}

static void count_dismiss(const char *id, void *log) {
  (void)id;
  json_array_append_new(log, json_string("dismiss"));
}

static void U19_a_sheet_goes_and_is_presented_anew(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  const kmk_presentation_callbacks callbacks = {sizeof callbacks, count_present, NULL,
                                                count_dismiss};
  kmk_reducer *sheet = kmk_presentation(writer(), "/sheet", "sheet", NULL, counter());
  kit_open(k, kmk_undoable(sheet, NULL), "{'sheet': null, 'n': 0}");
  kmk_subscription *view =
      kmk_store_observe_presentation(k->store, "/sheet", &callbacks, told, NULL, NULL);
  send_ok(k->store, "{'set': ['/sheet', {'count': 0}]}");
  send_ok(k->store, "{'sheet': {'presented': 'startTimer'}}");
  char *first = presentation_id(k->store);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "'undo'");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_state_is(k->store, "{'n': 0, 'sheet': null}");
  send_ok(k->store, "'redo'");
  char *second = presentation_id(k->store);
  assert_string_not_equal(first, second);
  assert_json_text(told, "['present', 'dismiss', 'present']");
  /* A change beside it leaves it. */
  send_ok(k->store, "{'sheet': {'presented': 'startTimer'}}");
  send_ok(k->store, "{'set': ['/n', 1]}");
  send_ok(k->store, "'undo'");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  char *third = presentation_id(k->store);
  assert_string_equal(second, third);
  send_ok(k->store, "{'set': ['/sheet', null]}");
  advance(k->loop, 5 * SECOND);
  kmk_subscription_free(view);
  kmk_text_free(first);
  kmk_text_free(second);
  kmk_text_free(third);
  json_decref(told);
}

static void U13_rows_optionals_and_screens_lose_their_effects_at_once(void **state) {
  kit *k = *state;
  kmk_reducer *all = kmk_for_each(writer(), "/rows", "rows", NULL, counter());
  all = kmk_if_let(all, "/child", "child", NULL, counter());
  all = kmk_stack(all, "/path", "path", counter());
  kit_open(k, kmk_undoable(all, NULL), "{'rows': [], 'child': null, 'path': []}");
  send_ok(k->store, "{'all': [{'insert': ['/rows/-', {'id': 1, 'count': 0}]}, "
                    "{'set': ['/child', {'count': 0}]}, {'push': ['/path', {'count': 0}]}]}");
  send_ok(k->store, IN_ROW("1", "'startTimer'"));
  send_ok(k->store, "{'child': 'startTimer'}");
  send_ok(k->store, "{'path': {'element': {'id': 0, 'action': 'startTimer'}}}");
  assert_int_equal(kmk_store_effect_count(k->store), 3);
  send_ok(k->store, "'undo'");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_state_is(k->store, "{'child': null, 'path': [], 'rows': []}");
  send_ok(k->store, "'redo'");
  assert_state_is(k->store, "{'child': {'count': 0}, 'path': [{'element': {'count': 0}, 'id': 0}], "
                            "'rows': [{'count': 0, 'id': 1}]}");
  send_ok(k->store, "{'path': {'element': {'id': 0, 'action': 'inc'}}}");
  advance(k->loop, 5 * SECOND);
  assert_int_equal(kmk_store_effect_count(k->store), 0);
}

static void U13_effects_of_what_stays_go_on(void **state) {
  kit *k = *state;
  kmk_reducer *all = kmk_for_each(writer(), "/rows", "rows", NULL, counter());
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  const char *ignored[] = {"rows.element.tick", NULL};
  options.ignored = ignored;
  kit_open(k, kmk_undoable(all, &options),
           "{'rows': [{'id': 'a', 'count': 0}, {'id': 'b', 'count': 0}]}");
  send_ok(k->store, IN_ROW("'b'", "'startTimer'"));
  send_ok(k->store, "{'move': ['/rows/1', '/rows/0']}");
  send_ok(k->store, "{'remove': '/rows/1'}");
  send_ok(k->store, "'undo'");
  send_ok(k->store, "'undo'");
  advance(k->loop, SECOND);
  assert_state_is(k->store, "{'rows': [{'count': 0, 'id': 'a'}, {'count': 1, 'id': 'b'}]}");
  send_ok(k->store, IN_ROW("'b'", "'stopTimer'"));
}

#define ROWS_AB "{'rows': [{'count': 1, 'id': 'a'}, {'count': 2, 'id': 'b'}]}"

static void U14_rows_come_back_under_their_ids(void **state) {
  kit *k = *state;
  const char *steps[] = {
      /* Ids change hands: in between both rows would have the same one. */
      ("{'all': [{'set': ['/rows/0/id', 't']}, {'set': ['/rows/1/id', 'a']}, "
       "{'set': ['/rows/0/id', 'b']}]}"),
      "{'all': [{'set': ['/rows/0/id', 'z']}, {'insert': ['/rows/-', {'id': 'a'}]}]}",
      "{'all': [{'remove': '/rows/0'}, {'set': ['/rows/0/id', 'a']}]}",
      "{'all': [{'set': ['/rows/0', {'id': 'c'}]}, {'set': ['/rows/1', {'id': 'a'}]}]}",
      "{'all': [{'set': ['/rows/0/count', 9]}, {'move': ['/rows/0', '/rows/1']}]}",
      "{'set': ['/rows', []]}",
  };
  for (size_t i = 0; i < COUNT_OF(steps); i++) {
    kmk_reducer *all = kmk_for_each(writer(), "/rows", "rows", NULL, counter());
    kmk_store *store = open_store(k->loop, kmk_undoable(all, NULL), ROWS_AB);
    send_ok(store, steps[i]);
    json_t *after = kmk_store_state(store);
    send_ok(store, "'undo'");
    assert_state_is(store, ROWS_AB);
    send_ok(store, IN_ROW("'b'", "'inc'"));
    send_ok(store, "'undo'");
    send_ok(store, "'redo'");
    send_ok(store, "'undo'");
    assert_state_is(store, ROWS_AB);
    assert_issues(k, "[]");
    json_decref(after);
    kmk_store_free(store);
  }
}

static void U15_each_row_has_a_history_of_its_own(void **state) {
  kit *k = *state;
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.history_path = "/h";
  kit_open(k, kmk_for_each(writer(), "/rows", "rows", NULL, kmk_undoable(counter(), &options)),
           "{'rows': [{'id': 'a', 'count': 0}, {'id': 'b', 'count': 0}]}");
  send_ok(k->store, IN_ROW("'a'", "'inc'"));
  send_ok(k->store, IN_ROW("'b'", "{'set': 5}"));
  send_ok(k->store, IN_ROW("'b'", "{'set': 6}"));
  send_ok(k->store, "{'move': ['/rows/1', '/rows/0']}");
  send_ok(k->store,
          "{'insert': ['/rows/0', {'id': 'c', 'count': 0, 'h': {'undo': 3, 'redo': 0}}]}");
  send_ok(k->store, IN_ROW("'b'", "'undo'"));
  send_ok(k->store, IN_ROW("'c'", "'undo'"));
  assert_state_is(k->store, "{'rows': [{'count': 0, 'h': {'redo': 0, 'undo': 0}, 'id': 'c'}, "
                            "{'count': 5, 'h': {'redo': 1, 'undo': 1}, 'id': 'b'}, "
                            "{'count': 1, 'h': {'redo': 0, 'undo': 1}, 'id': 'a'}]}");
  /* A row that went and came again begins anew. */
  send_ok(k->store, "{'remove': '/rows/1'}");
  send_ok(k->store,
          "{'insert': ['/rows/-', {'id': 'b', 'count': 5, 'h': {'undo': 1, 'redo': 1}}]}");
  send_ok(k->store, IN_ROW("'b'", "'undo'"));
  send_ok(k->store, IN_ROW("'a'", "'undo'"));
  assert_state_is(k->store, "{'rows': [{'count': 0, 'h': {'redo': 0, 'undo': 0}, 'id': 'c'}, "
                            "{'count': 0, 'h': {'redo': 1, 'undo': 0}, 'id': 'a'}, "
                            "{'count': 5, 'h': {'redo': 0, 'undo': 0}, 'id': 'b'}]}");
}

static void U15_what_is_presented_anew_begins_anew(void **state) {
  kit *k = *state;
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.history_path = "/h";
  kit_open(k,
           kmk_presentation(writer(), "/sheet", "sheet", NULL, kmk_undoable(counter(), &options)),
           "{'sheet': {'count': 0}}");
  send_ok(k->store, "{'sheet': {'presented': 'inc'}}");
  send_ok(k->store, "{'set': ['/sheet', null]}");
  send_ok(k->store, "{'set': ['/sheet', {'count': 7}]}");
  assert_state_is(k->store, "{'sheet': {'count': 7, 'h': {'redo': 0, 'undo': 0}}}");
  send_ok(k->store, "{'sheet': {'presented': 'undo'}}");
  assert_state_is(k->store, "{'sheet': {'count': 7, 'h': {'redo': 0, 'undo': 0}}}");
}

static void U15_two_parts_of_one_state(void **state) {
  kit *k = *state;
  kmk_undo_options a = KMK_UNDO_OPTIONS_INIT, b = KMK_UNDO_OPTIONS_INIT;
  a.state_path = "/a";
  b.state_path = "/b";
  b.undo_case = "undoB";
  b.redo_case = "redoB";
  b.clear_case = "clearB";
  kit_open(k, kmk_undoable(kmk_undoable(writer(), &a), &b), "{'a': 0, 'b': 0}");
  send_ok(k->store, "{'all': [{'set': ['/a', 1]}, {'set': ['/b', 1]}]}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'a': 0, 'b': 1}");
  send_ok(k->store, "'undoB'");
  assert_state_is(k->store, "{'a': 0, 'b': 0}");
  send_ok(k->store, "'redo'");
  assert_state_is(k->store, "{'a': 1, 'b': 0}");
}

static kmk_reducer *inside_itself(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer *both[] = {writer(), kmk_scope("", "inner", self)};
  return kmk_undoable(kmk_combine(2, both), NULL);
}

/* The inner one is the same operator on the same state, and at work already: its undo waits for nobody. */
static void U15_inside_itself_on_the_same_state(void **state) {
  kit *k = *state;
  kit_open(k, kmk_recurse(inside_itself, NULL, NULL), "{'n': 0}");
  send_ok(k->store, "{'inner': {'inner': {'set': ['/n', 1]}}}");
  send_ok(k->store, "{'inner': 'undo'}");
  assert_state_is(k->store, "{'n': 1}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'n': 0}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(U19_a_sheet_goes_and_is_presented_anew),
      KIT_TEST(U13_rows_optionals_and_screens_lose_their_effects_at_once),
      KIT_TEST(U13_effects_of_what_stays_go_on),
      KIT_TEST(U14_rows_come_back_under_their_ids),
      KIT_TEST(U15_each_row_has_a_history_of_its_own),
      KIT_TEST(U15_what_is_presented_anew_begins_anew),
      KIT_TEST(U15_two_parts_of_one_state),
      KIT_TEST(U15_inside_itself_on_the_same_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

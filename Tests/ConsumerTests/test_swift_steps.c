/* The writes of a Swift feature's steps, inside a tree written in C (M110 to M113). */
#include "../CAPITests/list_support.h"

#include "team/team.h"

#define STAR(id) "{'app': {'cards': {'element': {'id': '" id "', 'action': 'star'}}}}"
#define NOTE(id) "{'id': '" id "', 'text': '', 'stars': 0}"
#define APPEND(id) "{'app': {'append': " NOTE(id) "}}"
#define REPLACE(path, value) "[{'op': 'replace', 'path': '" path "', 'value': " value "}]"

static kmk_reducer *board(void) { return kmk_scope("/app", "app", kmk_feature("Board")); }

static void open_board(kit *k, kmk_reducer *reducer) {
  kmk_store *own = kmk_store_open(k->loop, "Board", NULL, NULL);
  json_t *state = json_pack("{s:o, s:n}", "app", kmk_store_state(own), "history");
  kmk_error error = {0};
  k->store = kmk_store_new(k->loop, reducer, state, &error);
  if (k->store == NULL)
    fail_msg("%s %s", error.path, error.message);
  json_decref(state);
  kmk_store_free(own);
}

/* Asserts the notifications since the last call, and forgets them. */
static void assert_told(json_t *record, const char *expected) {
  assert_value_is(record, expected);
  json_array_clear(record);
}

TEST(M110_a_step_tells_what_it_changed) {
  open_board(k, board());
  json_t *patches = json_array(), *mode = json_array(), *first = json_array();
  kmk_subscription *held[] = {
      kmk_store_observe_patches(k->store, "", record_value, patches, NULL, NULL),
      observe_into(k->store, "/app/mode", mode), observe_into(k->store, "/app/cards/0", first)};
  json_array_clear(patches);
  assert_told(mode, "[{'list': {'id': 'list', 'text': '', 'stars': 0}}]");
  assert_told(first, "[" NOTE("a") "]");

  send_ok(k->store, "{'app': {'rename': 'Other'}}");
  assert_told(patches, "[" REPLACE("/app/title", "'Other'") "]");
  send_ok(k->store, STAR("b"));
  assert_told(patches, "[" REPLACE("/app/cards/1/stars", "1") "]");
  assert_told(mode, "[]");
  assert_told(first, "[]");
  send_ok(k->store, APPEND("c"));
  assert_told(patches, "[[{'op': 'add', 'path': '/app/cards/2', 'value': " NOTE("c") "}]]");
  send_ok(k->store, "{'app': {'remove': 'b'}}");
  assert_told(patches, "[[{'op': 'remove', 'path': '/app/cards/1'}]]");
  assert_told(mode, "[]");

  json_array_clear(first);
  send_ok(k->store, "{'app': 'reverse'}");
  assert_told(patches, "[" REPLACE("/app/cards", "[" NOTE("c") ", " NOTE("a") "]") "]");
  assert_told(first, "[" NOTE("c") "]");
  send_ok(k->store, "{'app': {'setMode': {'grid': " NOTE("g") "}}}");
  assert_told(patches, "[" REPLACE("/app/mode", "{'grid': " NOTE("g") "}") "]");
  assert_told(mode, "[{'grid': " NOTE("g") "}]");
  send_ok(k->store, "{'app': {'rename': 'Other'}}");
  assert_told(patches, "[]");
  for (size_t i = 0; i < KMK_COUNT(held); i++)
    kmk_subscription_free(held[i]);
  json_decref(patches), json_decref(mode), json_decref(first);
}

TEST(M110_an_undo_takes_back_what_its_step_wrote) {
  kmk_undo_options undo = KMK_UNDO_OPTIONS_INIT;
  undo.state_path = "/app";
  undo.history_path = "/history";
  undo.actions = (const char *const[]){"app.remove", "app.rename", NULL};
  open_board(k, kmk_undoable(board(), &undo));
  send_ok(k->store, "{'app': {'remove': 'a'}}");
  send_ok(k->store, STAR("b"));
  send_ok(k->store, "{'app': {'setEditor': " NOTE("e") "}}");
  send_ok(k->store, "'undo'");
  json_t *cards = kmk_store_get(k->store, "/app/cards", NULL);
  assert_value_is(cards, "[" NOTE("a") ", {'id': 'b', 'text': '', 'stars': 1}]");
  json_decref(cards);
  json_t *editor = kmk_store_get(k->store, "/app/editor", NULL);
  assert_value_is(editor, NOTE("e"));
  json_decref(editor);
}

TEST(M110_a_list_is_told_of_the_row_that_changed) {
  shown s = {.options = KMK_LIST_OPTIONS_INIT};
  open_board(k, board());
  kmk_store *app = kmk_store_scope(k->store, "/app", "app", NULL);
  shown_open_at(&s, app, "/cards");
  json_array_clear(s.edits);
  send_ok(k->store, STAR("b"));
  assert_edits(&s, "[\"*1 b\"]");
  send_ok(k->store, APPEND("c"));
  assert_edits(&s, "[\"+2 c\"]");
  send_ok(k->store, "{'app': {'remove': 'a'}}");
  assert_edits(&s, "[\"-0 a\"]");
  shown_close(&s);
  kmk_store_free(app);
}

static void assert_is(kit *k, const char *pointer, const char *expected) {
  json_t *found = kmk_store_get(k->store, pointer, NULL);
  assert_value_is(found, expected);
  json_decref(found);
}

/* After a dropped step: the same presentation is still there, and accepts an action. */
static void assert_goes_on(kit *k, const char *pointer, const char *id, const char *action) {
  assert_issues(k, "['action-misfit']");
  send_ok(k->store, action);
  char *now = kmk_store_presentation_id(k->store, pointer, NULL);
  assert_string_equal(now, id);
  kmk_text_free(now);
  assert_issues(k, "[]");
}

TEST(M111_a_step_beyond_a_limit_ends_nothing) {
  kmk_loop_set_limit(k->loop, KMK_LIMIT_STATE_VALUES, 26); /* the state has 21 values at first */
  open_board(k, board());
  send_ok(k->store, "{'app': {'setEditor': " NOTE("e") "}}");
  char *id = kmk_store_presentation_id(k->store, "/app/editor", NULL);
  send_ok(k->store, APPEND("c"));
  assert_goes_on(k, "/app/editor", id, "{'app': {'editor': {'presented': 'star'}}}");
  assert_is(k, "/app/cards", "[" NOTE("a") ", " NOTE("b") "]");
  assert_is(k, "/app/editor/stars", "1");
  kmk_text_free(id);
}

TEST(M111_a_step_that_cannot_be_written_ends_nothing) {
  kit_open(k, kmk_feature("Profile"),
           "{'name': 'Ann', 'age': 41, 'counted': {'ratio': 0.5}, 'sheet': null}");
  send_ok(k->store, "'open'");
  char *id = kmk_store_presentation_id(k->store, "/sheet", NULL);
  send_ok(k->store, "'divideByZero'");
  assert_goes_on(k, "/sheet", id, "{'sheet': {'presented': {'write': 'x'}}}");
  assert_is(k, "/sheet/note", "'x'");
  kmk_text_free(id);
}

TEST(M112_a_step_encodes_the_rows_that_it_touched) {
  enum { ROWS = 300 };
  open_board(k, board());
  for (int i = 0; i < ROWS; i++)
    kmk_store_send_new(
        k->store,
        json_pack("{s:{s:{s:i, s:s, s:i}}}", "app", "append", "id", i, "text", "", "stars", 0),
        NULL);
  send_ok(k->store, STAR("a"));
  long before = team_note_encodings();
  send_ok(k->store, "{'app': {'rename': 'Other'}}");
  long others = team_note_encodings() - before; /* the note in `mode` */
  before = team_note_encodings();
  send_ok(k->store, STAR("b"));
  assert_int_equal(team_note_encodings() - before, others + 1);
  send_ok(k->store, "{'app': {'remove': 'a'}}");
  before = team_note_encodings();
  send_ok(k->store, APPEND("new"));
  assert_int_equal(team_note_encodings() - before, others + 1);
}

TEST(M113_a_row_and_a_screen_have_views) {
  open_board(k, board());
  json_t *id = json_string("b");
  kmk_error error;
  kmk_store *row = kmk_store_scope_element(k->store, "/app/cards", "app.cards", id, &error);
  if (row == NULL)
    fail_msg("%s", error.message);
  json_t *told = json_array();
  kmk_subscription *held = observe_into(row, "/stars", told);
  json_array_clear(told);
  send_ok(k->store, STAR("a"));
  send_ok(k->store, "{'app': {'remove': 'a'}}");
  assert_told(told, "[]");
  send_ok(row, "'star'");
  assert_told(told, "[1]");
  json_t *found = kmk_store_row(k->store, "/app/cards", id, NULL);
  assert_value_is(found, "{'id': 'b', 'text': '', 'stars': 1}");
  send_ok(k->store, "{'app': {'remove': 'b'}}");
  assert_false(kmk_store_is_valid(row));
  json_decref(found), json_decref(id);
  kmk_subscription_free(held);
  kmk_store_free(row);
  json_decref(told);

  send_ok(k->store, "{'app': {'path': {'push': {'id': 0, 'state': " NOTE("p") "}}}}");
  json_t *screen = json_integer(0);
  kmk_store *top = kmk_store_scope_element(k->store, "/app/path", "app.path", screen, &error);
  if (top == NULL)
    fail_msg("%s", error.message);
  send_ok(top, "'star'");
  json_t *state = kmk_store_state(top);
  assert_value_is(state, "{'id': 'p', 'text': '', 'stars': 1}");
  json_decref(state), json_decref(screen);
  kmk_store_free(top);
}

int main(void) {
  if (team_register() != 0)
    return 1;
  return run_all_tests();
}

/* The places in issues of features written in Swift, and of C features inside them. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "mixed_support.h"

static char told[512]; /* the last issue: its code, place and action, then its message */

static void note_issue(const kmk_diagnostic *issue, void *user_data) {
  (void)user_data;
  snprintf(told, sizeof told, "%s %s %s: %s", issue->code, issue->path,
           issue->action_case == NULL ? "-" : issue->action_case, issue->message);
}

static void assert_told(const char *expected) {
  if (strncmp(told, expected, strlen(expected)) != 0 || told[strlen(expected)] != ':')
    fail_msg("\"%s\" was told, not \"%s\"", told, expected);
  told[0] = '\0';
}

static kmk_reducer *in_app(const char *name) { return kmk_scope("/app", "app", kmk_feature(name)); }

static void open_app(mixed *m, const char *name, const char *initial) {
  kmk_error error = {0};
  kmk_loop_set_diagnostics(m->loop, note_issue, NULL, NULL);
  json_t *state = mixed_json(initial);
  m->store = kmk_store_new(m->loop, in_app(name), state, &error);
  json_decref(state);
  if (m->store == NULL)
    fail_msg("%s %s", error.path, error.message);
  told[0] = '\0';
}

#define NOTE(id) "{'id': '" id "', 'text': '', 'stars': 0}"
#define BOARD                                                                                      \
  "{'app': {'title': '', 'draft': null, 'editor': null, 'mode': {'list': " NOTE(                   \
      "list") "},"                                                                                 \
              " 'cards': [" NOTE("a") ", " NOTE("b") "], 'path': []}}"
#define CARD(id, action) "{'app': {'cards': {'element': {'id': '" id "', 'action': " action "}}}}"

static void M102_an_issue_tells_the_place_from_the_state_of_the_store(void **state) {
  mixed *m = *state;
  open_app(m, "Board", BOARD);
  mixed_send(m, CARD("z", "'star'"));
  assert_told("missing-element /app/cards app.cards.element.star");
  mixed_send(m, "{'app': {'mode': {'grid': 'star'}}}");
  assert_told("wrong-case /app/mode app.mode.grid.star");
  mixed_send(m, "{'app': {'draft': 'star'}}");
  assert_told("absent-child /app/draft app.draft.star");
  mixed_send(m, "{'app': {'editor': {'presented': 'star'}}}");
  assert_told("absent-destination /app/editor app.editor.presented.star");
  mixed_send(m, "{'app': {'editor': 'dismiss'}}");
  assert_told("absent-destination /app/editor app.editor.dismiss");
  mixed_send(m, "{'app': {'path': {'popFrom': {'id': 9}}}}");
  assert_told("pop-missing /app/path app.path.popFrom");
  mixed_send(m, "{'app': {'path': {'element': {'id': 9, 'action': 'star'}}}}");
  assert_told("missing-stack-element /app/path app.path.element.star");
}

static void M102_where_the_place_is_not_known_it_is_that_of_the_feature(void **state) {
  mixed *m = *state;
  open_app(m, "Board", BOARD);
  mixed_send(m, "{'app': {'replaceFirst': " NOTE("z") "}}");
  assert_told("element-id-changed /app app.replaceFirst");
}

static void M102_a_binding_that_fails_tells_the_field(void **state) {
  mixed *m = *state;
  open_app(m, "Board", BOARD);
  mixed_send(m, CARD("b", "{'binding': {'path': '/stars', 'value': 1}}"));
  assert_told("binding-failed /app/cards/1/stars app.cards.element.binding");
  mixed_send(m, CARD("b", "{'binding': {'path': '/text', 'value': 1}}"));
  assert_told("binding-failed /app/cards/1/text app.cards.element.binding");
  mixed_send(m, CARD("b", "{'binding': {'path': '/nothing', 'value': 1}}"));
  assert_told("binding-failed /app/cards/1 app.cards.element.binding");
  mixed_send(m, "{'app': {'path': {'push': {'id': 0, 'state': " NOTE("p") "}}}}");
  mixed_send(m, "{'app': {'path': {'element': {'id': 0, 'action': {'binding':"
                " {'path': '/stars', 'value': 1}}}}}}");
  assert_told("binding-failed /app/path/0/element/stars app.path.element.binding");
}

static void M102_also_of_a_feature_in_c_inside(void **state) {
  mixed *m = *state;
  json_t *initial = mixed_json("{'count': 0, 'note': null}");
  kmk_field field = {"/count", "integer"};
  kmk_reducer *screen = kmk_presentation(kmk_binding_fields("binding", 1, &field), "/note", "note",
                                         NULL, kmk_combine(0, NULL));
  assert_int_equal(kmk_feature_register("Screen", screen, initial, NULL), KMK_OK);
  json_decref(initial);
  open_app(m, "Shelf", "{'app': {'opened': 0, 'screen': null, 'pinned': []}}");
  mixed_send(m, "{'app': {'screen': {'presented': 'nothing'}}}");
  assert_told("absent-destination /app/screen app.screen.presented");
  mixed_send(m, "{'app': 'open'}");
  mixed_send(m, "{'app': {'screen': {'presented': {'note': {'presented': 'nothing'}}}}}");
  assert_told("absent-destination /app/screen/note app.screen.presented");
  mixed_send(m,
             "{'app': {'screen': {'presented': {'binding': {'path': '/count', 'value': 'x'}}}}}");
  assert_told("binding-failed /app/screen/count app.screen.presented");
  kmk_store_free(m->store);
  m->store = NULL;
  assert_int_equal(kmk_feature_unregister("Screen"), KMK_OK);
}

static void M103_a_state_beyond_a_limit_is_refused_with_the_limit(void **state) {
  mixed *m = *state;
  assert_int_equal(kmk_loop_set_limit(m->loop, KMK_LIMIT_STATE_VALUES, 40), KMK_OK);
  open_app(m, "Bag", "{'app': {'tags': [], 'tones': [], 'rows': []}}");
  mixed_send(m, "{'app': {'fill': 30}}");
  assert_non_null(strstr(told, "action-misfit /app app.fill: "));
  assert_non_null(strstr(told, "more than 40 values"));
  mixed_assert(m, "/app/rows", "[]");
}

static kmk_recorder *record(const mixed *m, const char *path, const char *secret,
                            kmk_error *error) {
  const char *const secrets[] = {secret, NULL};
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.secret_paths = secrets;
  return kmk_recorder_new(m->store, path, &options, error);
}

static void M104_a_secret_that_is_not_optional_is_refused(void **state) {
  mixed *m = *state;
  char folder[] = "/tmp/kumiki-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/log", folder);
  open_app(m, "Profile",
           "{'app': {'name': 'Ann', 'age': 41, 'counted': {'ratio': 0.5}, 'sheet': null}}");
  kmk_error error = {0};
  assert_null(record(m, path, "/app/name", &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/app/name");
  assert_non_null(strstr(error.message, "optional"));
  assert_int_not_equal(access(path, F_OK), 0);
  mixed_send(m, "{'app': 'open'}");
  kmk_recorder *recorder = record(m, path, "/app/sheet", &error);
  assert_non_null(recorder);
  mixed_send(m, "{'app': 'grow'}");
  kmk_recorder_free(recorder);
  kmk_replay *replay = kmk_replay_open(path, in_app("Profile"), &error);
  if (replay == NULL)
    fail_msg("%s %s", error.path, error.message);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, NULL), KMK_OK);
  kmk_replay_free(replay);
  unlink(path);
  rmdir(folder);
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, mixed_setup, mixed_teardown)
  const struct CMUnitTest tests[] = {
      T(M102_an_issue_tells_the_place_from_the_state_of_the_store),
      T(M102_where_the_place_is_not_known_it_is_that_of_the_feature),
      T(M102_a_binding_that_fails_tells_the_field),
      T(M102_also_of_a_feature_in_c_inside),
      T(M104_a_secret_that_is_not_optional_is_refused),
      T(M103_a_state_beyond_a_limit_is_refused_with_the_limit),
  };
  if (team_register() != 0)
    return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* undo_history: labels for the menu, a drag that is one step, a selection that is never undone, and a list of steps.
 *
 * Teaches: kmk_undo_options.describe and .excluded, kmk_store_undo_steps, and the jump {"undo": {"to": 1}}.
 * Run:     cc undo_history.c $(pkg-config --cflags --libs kumiki) -o undo_history && ./undo_history
 * Prints:  expected/undo_history.txt */
#include <kumiki.h>
#include <stdio.h>
#include <stdlib.h>

KMK_REDUCE_FN(board) {
  const json_t *deleted = kmk_action_payload(action, "delete");
  const json_t *moved = kmk_action_payload(action, "move");
  const json_t *selected = kmk_action_payload(action, "select");
  for (size_t i = 0; i < json_array_size(deleted); i++)
    kmk_state_remove(state, "/board/notes/0");
  if (moved)
    kmk_state_set(state, "/board/x", moved);
  if (selected)
    kmk_state_set(state, "/board/selected", selected);
  return NULL;
}

static json_t *describe(KMK_UNUSED const json_t *state, const json_t *action,
                        KMK_UNUSED void *user_data) {
  size_t count = json_array_size(kmk_action_payload(action, "delete"));
  if (count > 0)
    return json_pack("{s:o}", "label", json_sprintf("Delete %zu Notes", count));
  if (kmk_action_is(action, "dragBegan"))
    return json_pack("{s:s, s:s}", "group", "begin", "label", "Drag");
  if (kmk_action_is(action, "dragEnded"))
    return json_pack("{s:s}", "group", "end");
  return NULL;
}

static kmk_reducer *feature(void) {
  static const char *const excluded[] = {"/selected", NULL};
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = "/board";
  options.history_path = "/history";
  options.excluded = excluded;
  options.describe = describe;
  return kmk_undoable(kmk_reducer_new(board, NULL, NULL), &options);
}

static void send_action(kmk_store *store, const char *json) {
  kmk_store_send_text(store, json, NULL);
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  printf("> %s\n  %s\n", json, text);
  kmk_text_free(text);
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:{s:[s,s,s], s:i, s:i}}", "board", "notes", "a", "b", "c", "x", 0,
                              "selected", 0);
  kmk_store *store = kmk_store_new(loop, feature(), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "undo_history: %s\n", error.message);
    return 1;
  }
  send_action(store, "{\"delete\": [1, 2]}");
  send_action(store, "\"dragBegan\"");
  send_action(store, "{\"move\": 5}");
  send_action(store, "{\"move\": 9}");
  send_action(store, "\"dragEnded\"");
  send_action(store, "{\"select\": 3}");
  json_t *steps = kmk_store_undo_steps(store, "/history", NULL);
  char *text = json_dumps(steps, JSON_COMPACT);
  printf("%s\n", text);
  free(text);
  json_decref(steps);
  send_action(store, "{\"undo\": {\"to\": 0}}");
  send_action(store, "{\"redo\": {\"to\": 1}}");
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

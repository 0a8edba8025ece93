/* undo: undo and redo of a part of the state, with counts for the menu.
 *
 * Teaches: kmk_undoable records what each action writes; edits in quick succession are one step.
 * Run:     cc undo.c $(pkg-config --cflags --libs kumiki) -o undo && ./undo
 * Prints:  expected/undo.txt */
#include <kumiki.h>
#include <stdio.h>

KMK_REDUCE_FN(editor) {
  const json_t *title = kmk_action_payload(action, "rename");
  const json_t *zoom = kmk_action_payload(action, "zoom");
  if (title)
    kmk_state_set(state, "/document/title", title);
  if (zoom)
    kmk_state_set(state, "/zoom", zoom);
  return NULL;
}

static kmk_reducer *feature(void) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = "/document"; /* the zoom is not undone */
  options.history_path = "/history";
  options.group_nanoseconds = KMK_SECONDS(1);
  return kmk_undoable(kmk_reducer_new(editor, NULL, NULL), &options);
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
  json_t *initial = json_pack("{s:{s:s}, s:i}", "document", "title", "Draft", "zoom", 1);
  kmk_store *store = kmk_store_new(loop, feature(), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "undo: %s\n", error.message);
    return 1;
  }
  send_action(store, "{\"rename\": \"Pla\"}");
  send_action(store, "{\"rename\": \"Plan\"}"); /* within a second: the same step */
  kmk_loop_advance(loop, KMK_SECONDS(5), NULL);
  send_action(store, "{\"rename\": \"Plan B\"}");
  send_action(store, "{\"zoom\": 2}");
  send_action(store, "\"undo\"");
  send_action(store, "\"undo\"");
  send_action(store, "\"redo\"");
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

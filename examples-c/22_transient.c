/* 22_transient: a download whose progress is in the state, but in no file and no undo step.
 *
 * Teaches: a transient member of a shape is observed like any other, and starts from its default
 *          in a store that continues from a saved snapshot.
 * Run:     cc 22_transient.c $(pkg-config --cflags --libs kumiki) -o 22_transient
 * Prints:  the state, the saved snapshot's state, and the state of the next run */
#include <kumiki.h>
#include <stdio.h>

#define STATE                                                                                      \
  "Download = only {id: unsigned, name: text, transient progress: number = 0};"                    \
  "only {downloads: [Download], transient hovered: unsigned?, history: any?}"

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *value = NULL;
  if ((value = kmk_action_payload(action, "progressed")) != NULL)
    kmk_state_set(state, "/downloads/0/progress", value);
  else if ((value = kmk_action_payload(action, "rename")) != NULL)
    kmk_state_set(state, "/downloads/0/name", value);
  else if ((value = kmk_action_payload(action, "hover")) != NULL)
    kmk_state_set(state, "/hovered", value);
  return NULL;
}

static kmk_reducer *downloads(void) {
  const kmk_undo_options undo = {sizeof undo, .history_path = "/history"};
  return kmk_shape(kmk_undoable(kmk_reducer_new(reduce, NULL, NULL), &undo), STATE);
}

static void show(const char *title, json_t *value) {
  char *text = kmk_json_text(value, JSON_COMPACT);
  printf("%s\n  %s\n", title, text);
  kmk_text_free(text);
  json_decref(value);
}

int main(void) {
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *first = json_pack("{s:[{s:i, s:s}]}", "downloads", "id", 1, "name", "map.zip");
  kmk_store *store = kmk_store_new(loop, downloads(), first, NULL);
  kmk_store_send_text(store, "{\"rename\": \"maps.zip\"}", NULL);
  kmk_store_send_text(store, "{\"progressed\": 0.25}", NULL);
  kmk_store_send_text(store, "{\"hover\": 1}", NULL);
  show("the state:", kmk_store_state(store));
  kmk_store_send_text(store, "\"undo\"", NULL);
  show("after an undo:", kmk_store_state(store));

  kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
  json_t *saved = kmk_snapshot_json(snapshot, 1, NULL);
  show("in the file:", kmk_json_retain(json_object_get(saved, "state")));
  kmk_snapshot_free(snapshot);
  kmk_store_free(store);

  snapshot = kmk_snapshot_new(saved, NULL, NULL);
  store = kmk_store_new_from(loop, downloads(), snapshot, NULL);
  show("the next run:", kmk_store_state(store));

  kmk_snapshot_free(snapshot);
  json_decref(saved);
  json_decref(first);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

/* delete: an alert that asks before a row is deleted.
 *
 * Teaches: the alert is a value in the state, with the id of the row; KMK_ALERT names its buttons.
 * Run:     cc delete.c $(pkg-config --cflags --libs kumiki) -o delete && ./delete
 * Prints:  expected/delete.txt */
#include <kumiki.h>
#include <stdio.h>

KMK_REDUCE_FN(list) {
  const json_t *id = kmk_action_payload(action, "delete");
  if (id)
    kmk_state_set_new(state, "/alert",
                      json_pack("{s:{s:O, s:s}}", "delete", "id", id, "title", "Delete this row?"));
  if (kmk_action_is(action, "alert.presented.delete.confirm"))
    kmk_state_remove_row(state, "/rows", kmk_state_get(state, "/alert/delete/id"));
  return NULL;
}

static kmk_reducer *feature(void) {
  kmk_reducer *rows =
      kmk_for_each(kmk_reducer_new(list, NULL, NULL), "/rows", "rows", "id", kmk_empty());
  return kmk_presentation(rows, "/alert", "alert", NULL, KMK_ALERT("delete", "confirm", "cancel"));
}

static void send_action(kmk_store *store, const char *json) {
  kmk_store_send_text(store, json, NULL);
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  printf("> %s\n  %s\n", json, text);
  kmk_text_free(text);
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:[{s:i}, {s:i}], s:n}", "rows", "id", 1, "id", 2, "alert");
  kmk_store *store = kmk_store_new(loop, feature(), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "delete: %s\n", error.message);
    return 1;
  }
  send_action(store, "{\"delete\": 2}");
  send_action(store, "{\"alert\": {\"presented\": {\"delete\": \"cancel\"}}}");
  send_action(store, "{\"delete\": 2}");
  send_action(store, "{\"alert\": {\"presented\": {\"delete\": \"confirm\"}}}");
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

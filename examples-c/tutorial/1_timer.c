/* 1_timer: step 1 of docs/tutorial.md: a state, a reducer and a store.
 *
 * Run:     cc 1_timer.c -o 1_timer $(pkg-config --cflags --libs kumiki) && ./1_timer
 * Prints:  expected/1_timer.txt */
#include <kumiki.h>
#include <stdio.h>

static kmk_effect *timer(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "tick")) {
    json_int_t seconds = json_integer_value(kmk_state_get(state, "/seconds"));
    kmk_state_set_new(state, "/seconds", json_integer(seconds - 1));
  }
  return NULL;
}

static void send_action(kmk_store *store, const char *json) {
  kmk_error error;
  printf("> %s\n", json);
  if (kmk_store_send_text(store, json, &error) != KMK_OK)
    printf("  refused at %s: %s\n", error.path, error.message);
}

static void show(kmk_store *store) {
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  printf("  %s, effects: %zu\n", text, kmk_store_effect_count(store));
  kmk_text_free(text);
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:i}", "seconds", 3);
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(timer, NULL, NULL), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  show(store);
  send_action(store, "\"tick\"");
  show(store);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

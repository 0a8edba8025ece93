/* 01_counter: a state, a reducer, a store and one action.
 *
 * Teaches: a reducer changes the state in place; an action is a JSON value; you free new values.
 * Run:     cc 01_counter.c $(pkg-config --cflags --libs kumiki) -o 01_counter && ./01_counter
 * Prints:  count: 1 */
#include <kumiki.h>
#include <stdio.h>

static kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "increment")) {
    json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
    kmk_state_set_new(state, "/count", json_integer(count + 1));
  }
  return NULL; /* no effect: the send starts no further work */
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:i}", "count", 0);
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(counter, NULL, NULL), initial, &error);
  json_decref(initial);
  if (!store || kmk_store_send_text(store, "\"increment\"", &error) != KMK_OK) {
    fprintf(stderr, "01_counter: %s\n", error.message);
    return 1;
  }
  json_t *count = kmk_store_get(store, "/count", NULL);
  printf("count: %" JSON_INTEGER_FORMAT "\n", json_integer_value(count));
  json_decref(count);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

/* load: a list from the network, with a spinner and an error.
 *
 * Teaches: a blocking request on a worker thread; kmk_effect_catch, so that loading ends either way;
 *          an id, so that a new request cancels the one before.
 * Run:     cc load.c $(pkg-config --cflags --libs kumiki) -o load && ./load
 * Prints:  expected/load.txt */
#include <kumiki.h>
#include <stdio.h>
#include <string.h>

/* Stands in for your HTTP client. Returns a new value, or NULL and the status. */
static json_t *http_get(const char *url, int *status) {
  *status = strcmp(url, "https://example.org/fruit") == 0 ? 200 : 404;
  return *status == 200 ? json_pack("[s, s]", "apple", "pear") : NULL;
}

/* Runs on a worker thread. The input is the URL; nothing else is shared with the loop's thread. */
KMK_WORK_FN(fetch) {
  int status;
  json_t *items = http_get(json_string_value(input), &status);
  if (items)
    kmk_sender_send_new(sender, json_pack("{s:o}", "loaded", items));
  else
    kmk_sender_fail_new(sender, json_pack("{s:i}", "status", status));
}

/* Turns the error into an action: {"failed": {"status": 404}}. */
KMK_CATCH_FN(load_failed) { return json_pack("{s:O}", "failed", error); }

KMK_REDUCE_FN(list) {
  const json_t *url = kmk_action_payload(action, "load");
  const json_t *items = kmk_action_payload(action, "loaded");
  const json_t *error = kmk_action_payload(action, "failed");
  if (url) {
    kmk_state_set_new(state, "/isLoading", json_true());
    kmk_state_set_new(state, "/error", json_null());
    kmk_effect *request = kmk_effect_work_new(kmk_json_retain(url), fetch, NULL, NULL);
    request = kmk_effect_catch(request, load_failed, NULL, NULL);
    return kmk_effect_cancellable(request, "load", true);
  }
  if (items)
    kmk_state_set(state, "/items", items);
  if (error)
    kmk_state_set(state, "/error", error);
  if (items || error)
    kmk_state_set_new(state, "/isLoading", json_false());
  return NULL;
}

static void show(kmk_store *store) {
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  puts(text);
  kmk_text_free(text);
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:b, s:[], s:n}", "isLoading", 0, "items", "error");
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(list, NULL, NULL), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "load: %s\n", error.message);
    return 1;
  }
  kmk_store_sendf(store, NULL, "{s:s}", "load", "https://example.org/fruit");
  show(store);
  kmk_loop_run_until_idle(loop, -1, NULL); /* in your program: the main loop */
  show(store);
  kmk_store_sendf(store, NULL, "{s:s}", "load", "https://example.org/vegetables");
  kmk_loop_run_until_idle(loop, -1, NULL);
  show(store);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

/* search: a search that starts when the user pauses, and is cancelled by the next letter.
 *
 * Teaches: kmk_running runs an effect for each value of a place; kmk_effect_delay is the pause.
 * Run:     cc search.c $(pkg-config --cflags --libs kumiki) -o search && ./search
 * Prints:  expected/search.txt */
#include <kumiki.h>
#include <stdio.h>
#include <string.h>

/* Runs on a worker thread. Stands in for a query of a database or a server. */
KMK_WORK_FN(find) {
  static const char *const names[] = {"apple", "apricot", "banana"};
  json_t *hits = json_array();
  for (size_t i = 0; i < KMK_COUNT(names) && !kmk_sender_is_cancelled(sender); i++)
    if (strstr(names[i], json_string_value(input)))
      json_array_append_new(hits, json_string(names[i]));
  printf("searched for %s\n", json_string_value(input));
  kmk_sender_send_new(sender, json_pack("{s:o}", "found", hits));
}

/* Called with each new query. The effect of the previous query is cancelled. */
KMK_RUNNING_FN(search) {
  kmk_effect *finding = kmk_effect_work_new(kmk_json_retain(value), find, NULL, NULL);
  return kmk_effect_delay(finding, KMK_MILLISECONDS(300));
}

KMK_REDUCE_FN(reduce) {
  const json_t *hits = kmk_action_payload(action, "found");
  if (hits)
    kmk_state_set(state, "/hits", hits);
  return NULL;
}

static kmk_reducer *feature(void) {
  kmk_reducer *field = KMK_BINDING_FIELDS("binding", {"/query", "text?"});
  kmk_reducer *whole = KMK_COMBINE(field, kmk_reducer_new(reduce, NULL, NULL));
  return kmk_running(whole, "/query", NULL, search, NULL, NULL);
}

static void type(kmk_store *store, const char *query) {
  json_t *value = json_string(query);
  kmk_store_write_binding(store, "binding", "/query", value, NULL);
  json_decref(value);
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(NULL); /* a clock that this program moves */
  json_t *initial = json_pack("{s:n, s:[]}", "query", "hits");
  kmk_store *store = kmk_store_new(loop, feature(), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "search: %s\n", error.message);
    return 1;
  }
  type(store, "a");
  kmk_loop_advance(loop, KMK_MILLISECONDS(200), NULL);
  type(store, "ap");
  kmk_loop_advance(loop, KMK_MILLISECONDS(300), NULL);
  kmk_loop_run_until_idle(loop, -1, NULL);
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  puts(text);
  kmk_text_free(text);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

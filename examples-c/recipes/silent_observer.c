/* silent_observer: why an observer is not called. docs/recipes/observer.md lists the causes.
 *
 * Run:     cc silent_observer.c $(pkg-config --cflags --libs kumiki) -o silent_observer
 * Prints:  expected/silent_observer.txt */
#include <kumiki.h>
#include <stdio.h>

KMK_REDUCE_FN(counter) {
  const json_t *count = kmk_action_payload(action, "set");
  const json_t *level = kmk_action_payload(action, "zoom");
  if (count)
    kmk_state_set(state, "/count", count);
  if (level)
    kmk_state_set(state, "/mode/zoomed/level", level);
  if (kmk_action_is(action, "later"))
    return kmk_effect_after_new(0, json_pack("{s:i}", "set", 7));
  if (kmk_action_is(action, "mistake"))
    kmk_state_set_new(state, "/totals/sum", json_integer(7)); /* there is no object /totals */
  return NULL;
}

static void print_value(const json_t *value, void *name) {
  char *text = kmk_json_text(value, JSON_COMPACT | JSON_ENCODE_ANY);
  printf("  %s is called: %s\n", (const char *)name, value ? text : "nothing");
  kmk_text_free(text);
}

static void print_case(const char *state_case, const json_t *payload, void *name) {
  (void)payload;
  printf("  %s is called: %s\n", (const char *)name, state_case ? state_case : "nothing");
}

static void print_issue(const kmk_diagnostic *issue, void *data) {
  (void)data;
  printf("  issue %s: %s\n", issue->code, issue->message);
}

static kmk_subscription *observe(kmk_store *store, const char *pointer, char *name) {
  kmk_error error;
  kmk_subscription *made = kmk_store_observe(store, pointer, print_value, name, NULL, &error);
  if (made == NULL)
    printf("  refused: %s\n", error.message);
  return made;
}

static void send_action(kmk_store *store, const char *json) {
  kmk_error error;
  printf("> %s\n", json);
  if (kmk_store_send_text(store, json, &error) != KMK_OK)
    printf("  refused: %s\n", error.message);
}

int main(void) {
  static char of_count[] = "the observer of /count", of_typo[] = "the observer of /cuont",
              of_case[] = "the observer of the case";
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_loop_set_diagnostics(loop, print_issue, NULL, NULL);
  json_t *initial = json_pack("{s:i, s:{s:{s:i}}}", "count", 1, "mode", "zoomed", "level", 2);
  kmk_reducer *reducer = KMK_CASES(kmk_reducer_new(counter, NULL, NULL), {"set", "integer"},
                                   {"zoom", "integer"}, {"later", NULL}, {"mistake", NULL});
  kmk_reducer *shaped = kmk_shape(kmk_reducer_retain(reducer),
                                  "only {count: integer, mode: (zoomed: {level: integer})}");
  kmk_store *store = kmk_store_new(loop, reducer, initial, &error);
  kmk_store *strict = kmk_store_new(loop, shaped, initial, &error);
  json_decref(initial);
  if (store == NULL || strict == NULL) {
    fprintf(stderr, "silent_observer: %s\n", error.message);
    return 1;
  }
  kmk_subscription *subscriptions[4] = {observe(store, "/count", of_count)};

  puts("1. the loop does not run");
  send_action(store, "\"later\"");
  puts("  ... the main loop runs");
  kmk_loop_run_until_idle(loop, -1, NULL);

  puts("2. the value is the same");
  send_action(store, "{\"set\": 7}");

  puts("3. the action is refused");
  send_action(store, "{\"sett\": 8}");

  puts("4. the pointer is misspelt: without a shape, and with one");
  subscriptions[1] = observe(store, "/cuont", of_typo);
  subscriptions[2] = observe(strict, "/cuont", of_typo);

  puts("5. the write is refused");
  send_action(store, "\"mistake\"");

  puts("6. the observer is of another kind");
  subscriptions[3] = kmk_store_observe_case(store, "/mode", print_case, of_case, NULL, &error);
  send_action(store, "{\"zoom\": 3}");

  for (size_t i = 0; i < KMK_COUNT(subscriptions); i++)
    kmk_subscription_free(subscriptions[i]);
  kmk_store_free(store);
  kmk_store_free(strict);
  kmk_loop_free(loop);
  return 0;
}

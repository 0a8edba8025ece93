/* idle_effect: why an effect does not start. docs/recipes/effect.md lists the causes.
 *
 * Run:     cc idle_effect.c $(pkg-config --cflags --libs kumiki) -o idle_effect
 * Prints:  expected/idle_effect.txt */
#include <kumiki.h>
#include <stdio.h>

KMK_WORK_FN(work) {
  printf("  the function runs: %s\n", json_string_value(input));
  kmk_sender_send_new(sender, json_string("done"));
}

static kmk_effect *working(const char *name) {
  return kmk_effect_work_new(json_string(name), work, NULL, NULL);
}

KMK_RUNNING_FN(follow) { return working(json_string_value(value)); }

KMK_REDUCE_FN(child) { return kmk_action_is(action, "work") ? working("of the sheet") : NULL; }

KMK_REDUCE_FN(reduce) {
  const json_t *query = kmk_action_payload(action, "query");
  if (kmk_action_is(action, "work"))
    return working("of the store");
  if (kmk_action_is(action, "timer"))
    return kmk_effect_after_new(KMK_SECONDS(1), json_string("done"));
  if (kmk_action_is(action, "invalid"))
    return kmk_effect_every_new(0, json_string("done"));
  if (kmk_action_is(action, "twice"))
    return KMK_MERGE(kmk_effect_cancellable(working("the first"), "id", true),
                     kmk_effect_cancellable(working("the second"), "id", true));
  if (query)
    kmk_state_set(state, "/query", query);
  return NULL;
}

static kmk_reducer *feature(void) {
  kmk_reducer *parent = kmk_presentation(kmk_reducer_new(reduce, NULL, NULL), "/sheet", "sheet",
                                         NULL, kmk_reducer_new(child, NULL, NULL));
  return kmk_running(parent, "/query", NULL, follow, NULL, NULL);
}

static void print_issue(const kmk_diagnostic *issue, void *data) {
  (void)data;
  printf("  issue %s: %s\n", issue->code, issue->message);
}

static void send_action(kmk_store *store, const char *json) {
  kmk_error error;
  printf("> %s\n", json);
  if (kmk_store_send_text(store, json, &error) != KMK_OK)
    printf("  refused: %s\n", error.message);
  printf("  effects: %zu\n", kmk_store_effect_count(store));
}

static void run(kmk_store *store) {
  puts("  ... the main loop runs");
  kmk_loop_run_until_idle(kmk_store_loop(store), -1, NULL);
  printf("  effects: %zu\n", kmk_store_effect_count(store));
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(NULL); /* as in a test */
  kmk_loop_set_diagnostics(loop, print_issue, NULL, NULL);
  json_t *initial = json_pack("{s:n, s:n}", "sheet", "query");
  kmk_store *store = kmk_store_new(loop, feature(), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "idle_effect: %s\n", error.message);
    return 1;
  }

  puts("1. the loop does not run");
  send_action(store, "\"work\"");
  run(store);

  puts("2. the reducer does not return it");
  send_action(store, "\"wrok\"");

  puts("3. the clock of a virtual loop stands still");
  send_action(store, "\"timer\"");
  run(store);
  puts("  ... kmk_loop_advance by a second");
  kmk_loop_advance(loop, KMK_SECONDS(1), NULL);
  printf("  effects: %zu\n", kmk_store_effect_count(store));

  puts("4. the feature is not presented");
  send_action(store, "{\"sheet\": {\"presented\": \"work\"}}");

  puts("5. the effect was built with a mistake");
  send_action(store, "\"invalid\"");

  puts("6. another effect with its id has cancelled it");
  send_action(store, "\"twice\"");
  run(store);

  puts("7. a state-driven effect gets the same value again");
  send_action(store, "{\"query\": \"ap\"}");
  run(store);
  send_action(store, "{\"query\": \"ap\"}");

  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

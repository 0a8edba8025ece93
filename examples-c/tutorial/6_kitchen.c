/* 6_kitchen: step 6 of docs/tutorial.md: the sheet dismisses itself, and its parent counts.
 *
 * Run:     cc 6_kitchen.c -o 6_kitchen $(pkg-config --cflags --libs kumiki) && ./6_kitchen
 * Prints:  expected/6_kitchen.txt */
#include <kumiki.h>
#include <stdio.h>

static kmk_effect *timer(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  if (kmk_action_is(action, "start")) {
    kmk_effect *ticks = kmk_effect_every_new(KMK_SECONDS(1), json_string("tick"));
    return kmk_effect_cancellable(ticks, "ticks", true);
  }
  if (kmk_action_is(action, "tick")) {
    json_int_t seconds = json_integer_value(kmk_state_get(state, "/seconds"));
    kmk_state_set_new(state, "/seconds", json_integer(seconds - 1));
    if (seconds - 1 == 0)
      return kmk_effect_dismiss(env);
  }
  return NULL;
}

static kmk_effect *kitchen(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "boilEgg"))
    kmk_state_set_new(state, "/sheet", json_pack("{s:i}", "seconds", 3));
  if (kmk_action_is(action, "sheet.presented.tick") &&
      json_integer_value(kmk_state_get(state, "/sheet/seconds")) == 0) {
    json_int_t eggs = json_integer_value(kmk_state_get(state, "/eggs"));
    kmk_state_set_new(state, "/eggs", json_integer(eggs + 1));
  }
  return NULL;
}

static kmk_reducer *app(void) {
  kmk_reducer *parent = kmk_reducer_new(kitchen, NULL, NULL);
  kmk_reducer *child = kmk_reducer_new(timer, NULL, NULL);
  child = KMK_CASES(child, {"start", NULL}, {"tick", NULL});
  return kmk_presentation(parent, "/sheet", "sheet", NULL, child);
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

static void sheet_opens(const char *id, const char *state_case, const json_t *state, void *data) {
  (void)id, (void)state_case, (void)data;
  json_t *seconds = json_object_get(state, "seconds");
  printf("  the sheet opens: %" JSON_INTEGER_FORMAT " seconds\n", json_integer_value(seconds));
}

static void sheet_changes(const char *id, const json_t *state, void *data) {
  (void)id, (void)data;
  json_t *seconds = json_object_get(state, "seconds");
  printf("  the sheet shows: %" JSON_INTEGER_FORMAT " seconds\n", json_integer_value(seconds));
}

static void sheet_closes(const char *id, void *data) {
  (void)id, (void)data;
  printf("  the sheet closes\n");
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:i, s:n}", "eggs", 0, "sheet");
  kmk_store *store = kmk_store_new(loop, app(), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  const kmk_presentation_callbacks sheet = {sizeof sheet, sheet_opens, sheet_changes, sheet_closes};
  kmk_subscription *shown =
      kmk_store_observe_presentation(store, "/sheet", &sheet, NULL, NULL, &error);
  send_action(store, "\"boilEgg\"");
  send_action(store, "{\"sheet\": {\"presented\": \"strat\"}}");
  send_action(store, "{\"sheet\": {\"presented\": \"start\"}}");
  while (kmk_store_effect_count(store) > 0)
    kmk_loop_dispatch(loop, -1);
  show(store);
  kmk_subscription_free(shown);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

/* 17_list: sorted downloads of a chosen kind, and their totals.
 *
 * Teaches: a kmk_list is derived from rows. If one row changes, a few comparisons move it among thousands, and
 *          a list widget receives only that move.
 * Run:     cc 17_list.c $(pkg-config --cflags --libs kumiki) -o 17_list
 * Prints:  how each action changes the list: expected/17_list.txt */
#include <kumiki.h>

#include <stdio.h>

/* One download: {"id": ..., "kind": ..., "progress": ..., "bytes": ...}. */
static kmk_effect *download(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/progress", kmk_action_payload(action, "progressed"));
  return NULL;
}

static kmk_effect *downloads(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const kmk_condition *finished = data;
  const json_t *kind = kmk_action_payload(action, "choose");
  const json_t *added = kmk_action_payload(action, "add");
  (void)env;
  if (kind) {
    kmk_state_set(state, "/kind", kind);
  }
  if (added) {
    kmk_state_insert_new(state, "/downloads/-", kmk_json_retain(added));
  }
  if (kmk_action_is(action, "mark")) {
    kmk_state_set_rows(state, "/downloads", "/isSeen", json_true(), finished);
  }
  if (kmk_action_is(action, "clear")) {
    kmk_state_remove_rows(state, "/downloads", finished);
  }
  return NULL;
}

/* New. The text must be a condition. */
static kmk_condition *condition_of(const char *text) {
  json_t *description = kmk_json_parse(text, SIZE_MAX, NULL);
  kmk_condition *condition = kmk_condition_new(description, NULL);
  json_decref(description);
  return condition;
}

static const char *const names[] = {"reset", "insert", "remove", "move", "change"};

static void told(const kmk_list_edit *edits, size_t count, void *data) {
  (void)data;
  for (size_t i = 0; i < count; i++) {
    const char *id = edits[i].id ? json_string_value(edits[i].id) : "";
    printf("  %s %s at %zu\n", names[edits[i].change], id, edits[i].index);
  }
}

static void show(const char *action, kmk_store *store, kmk_list *list) {
  printf("%s\n", action);
  kmk_store_send_text(store, action, NULL);
  json_t *totals = kmk_list_totals(list, NULL);
  json_t *bytes = json_object_get(json_object_get(totals, "numbers"), "/bytes");
  printf("  %zu rows, %" JSON_INTEGER_FORMAT " bytes:", kmk_list_count(list),
         json_integer_value(json_object_get(bytes, "sum")));
  for (size_t i = 0; i < kmk_list_count(list); i++) {
    json_t *row = kmk_list_get(list, i, NULL);
    printf(" %s %" JSON_INTEGER_FORMAT "%%", json_string_value(json_object_get(row, "id")),
           json_integer_value(json_object_get(row, "progress")));
    json_decref(row);
  }
  printf("\n");
  json_decref(totals);
}

static json_t *first_state(void) {
  return json_pack("{s:n, s:[{s:s, s:s, s:i, s:i}, {s:s, s:s, s:i, s:i}, {s:s, s:s, s:i, s:i}]}",
                   "kind", "downloads", "id", "film", "kind", "video", "progress", 20, "bytes", 700,
                   "id", "song", "kind", "audio", "progress", 50, "bytes", 5, "id", "talk", "kind",
                   "video", "progress", 10, "bytes", 90);
}

int main(void) {
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_condition *finished = condition_of("{\"at\": \"/progress\", \"from\": 61}");
  kmk_condition *chosen =
      condition_of("{\"or\": [{\"place\": \"/kind\", \"equals\": null},"
                   " {\"at\": \"/kind\", \"equals\": {\"place\": \"/kind\"}}]}");
  kmk_reducer *reducer = kmk_for_each(kmk_reducer_new(downloads, finished, NULL), "/downloads",
                                      "downloads", NULL, kmk_reducer_new(download, NULL, NULL));
  json_t *state = first_state();
  kmk_store *store = kmk_store_new(loop, reducer, state, NULL);
  json_decref(state);

  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort = (const char *const[]){"-/progress", NULL};
  options.where = chosen;
  options.numbers = (const char *const[]){"/bytes", NULL};
  kmk_list *list = kmk_list_new(store, "/downloads", &options, NULL, NULL, NULL);
  kmk_subscription *subscription = kmk_list_observe(list, told, NULL, NULL, NULL);

  show("{\"downloads\":{\"element\":{\"id\":\"film\",\"action\":{\"progressed\":60}}}}", store,
       list);
  show("{\"downloads\":{\"element\":{\"id\":\"film\",\"action\":{\"progressed\":61}}}}", store,
       list);
  show("{\"choose\":\"video\"}", store, list);
  show("{\"add\":{\"id\":\"news\",\"kind\":\"video\",\"progress\":30,\"bytes\":8}}", store, list);
  show("{\"choose\":null}", store, list);
  show("\"mark\"", store, list);
  show("\"clear\"", store, list);

  kmk_subscription_free(subscription);
  kmk_list_free(list);
  kmk_store_free(store);
  kmk_loop_free(loop);
  kmk_condition_free(chosen);
  kmk_condition_free(finished);
  return 0;
}

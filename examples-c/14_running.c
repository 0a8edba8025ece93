/* 14_running: state-driven effects: a search, and downloads.
 *
 * Teaches: kmk_running keeps an effect running while a place has a value. No reducer starts or
 *          cancels the search: a view writes the query. An undo restores a running download.
 * Run:     cc 14_running.c $(pkg-config --cflags --libs kumiki) -o 14_running
 * Prints:  the state and the running effects after each step: expected/14_running.txt */
#include <kumiki.h>
#include <stdio.h>
#include <string.h>

/* Searches half a second after the last letter. Each new query cancels the previous search. */
static kmk_effect *search(const json_t *query, kmk_env *env, void *data) {
  (void)env, (void)data;
  return kmk_effect_after_new(KMK_MILLISECONDS(500), json_pack("{s:O}", "found", query));
}

/* Only one phase needs an effect. NULL means no effect. */
static kmk_effect *download(const json_t *phase, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (strcmp(json_string_value(phase), "loading") != 0)
    return NULL;
  return kmk_effect_every_new(KMK_SECONDS(1), json_string("chunk"));
}

/* A row: {"id", "phase": "idle" | "loading" | "done", "chunks"}. The reducer only writes the phase. */
static kmk_effect *reduce_row(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "start"))
    kmk_state_set_new(state, "/phase", json_string("loading"));
  if (kmk_action_is(action, "chunk")) {
    json_int_t chunks = json_integer_value(kmk_state_get(state, "/chunks")) + 1;
    kmk_state_set_new(state, "/chunks", json_integer(chunks));
    if (chunks == 4)
      kmk_state_set_new(state, "/phase", json_string("done"));
  }
  return NULL;
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *found = kmk_action_payload(action, "found");
  const json_t *removed = kmk_action_payload(action, "remove");
  if (found != NULL)
    kmk_state_set_new(state, "/found", json_sprintf("%s.iso", json_string_value(found)));
  if (removed != NULL)
    kmk_state_remove_row(state, "/rows", removed);
  return NULL;
}

static kmk_reducer *feature(void) {
  static const kmk_field fields[] = {{"/query", "text?"}};
  static const char *const steps[] = {"remove", NULL};
  kmk_undo_options undo = KMK_UNDO_OPTIONS_INIT;
  undo.state_path = "/rows";
  undo.actions = steps;

  kmk_reducer *row = kmk_reducer_new(reduce_row, NULL, NULL);
  row = kmk_running(row, "/phase", NULL, download, NULL, NULL);

  kmk_reducer *members[] = {kmk_binding_fields("binding", 1, fields),
                            kmk_reducer_new(reduce, NULL, NULL)};
  kmk_reducer *whole = kmk_for_each(kmk_combine(2, members), "/rows", "rows", "id", row);
  whole = kmk_undoable(whole, &undo);
  return kmk_running(whole, "/query", NULL, search, NULL, NULL);
}

static void show(kmk_store *store, const char *when) {
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  printf("%s\n   %s, effects: %zu\n", when, text, kmk_store_effect_count(store));
  kmk_text_free(text);
}

static void write_query(kmk_store *store, json_t *query) {
  kmk_store_write_binding(store, "binding", "/query", query, NULL);
  json_decref(query);
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(NULL); /* a clock that the program moves */
  json_t *initial = json_pack("{s:n, s:n, s:[{s:s, s:s, s:i}]}", "query", "found", "rows", "id",
                              "kernel", "phase", "idle", "chunks", 0);
  kmk_store *store = kmk_store_new(loop, feature(), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "14_running: %s\n", error.message);
    return 1;
  }

  write_query(store, json_string("ker"));
  kmk_loop_advance(loop, KMK_MILLISECONDS(400), NULL);
  write_query(store, json_string("kernel"));
  kmk_loop_advance(loop, KMK_MILLISECONDS(400), NULL);
  show(store, "typed: the first search was cancelled");
  kmk_loop_advance(loop, KMK_MILLISECONDS(100), NULL);
  show(store, "half a second later");

  kmk_store_send_text(
      store, "{\"rows\": {\"element\": {\"id\": \"kernel\", \"action\": \"start\"}}}", NULL);
  kmk_loop_advance(loop, KMK_SECONDS(2), NULL);
  show(store, "two chunks of the download");
  kmk_store_send_text(store, "{\"remove\": \"kernel\"}", NULL);
  kmk_loop_advance(loop, KMK_SECONDS(5), NULL);
  show(store, "removed");
  kmk_store_send_text(store, "\"undo\"", NULL);
  show(store, "undone: it is loading, so the download runs");
  kmk_loop_advance(loop, KMK_SECONDS(2), NULL);
  show(store, "done");

  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

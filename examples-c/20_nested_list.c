/* 20_nested_list: the articles of all feeds in one list, and the authors that they name.
 *
 * Teaches: a kmk_list of rows inside of rows, which reads a row's parent, and the rows that its ids name. The state
 *          stays as the reducers need it.
 * Run:     cc 20_nested_list.c $(pkg-config --cflags --libs kumiki) -o 20_nested_list
 * Prints:  the list after each action: expected/20_nested_list.txt */
#include <kumiki.h>

#include <stdio.h>

static kmk_effect *article(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/date", kmk_action_payload(action, "published"));
  return NULL;
}

static kmk_effect *feed(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/title", kmk_action_payload(action, "renamed"));
  return NULL;
}

static kmk_effect *author(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/name", kmk_action_payload(action, "renamed"));
  return NULL;
}

static kmk_effect *reader(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  const json_t *unsubscribed = kmk_action_payload(action, "unsubscribe");
  (void)env, (void)data;
  if (unsubscribed) {
    kmk_state_remove_row(state, "/feeds", unsubscribed);
  }
  return NULL;
}

static kmk_reducer *feature(void) {
  kmk_reducer *one = kmk_for_each(kmk_reducer_new(feed, NULL, NULL), "/articles", "articles", NULL,
                                  kmk_reducer_new(article, NULL, NULL));
  kmk_reducer *all =
      kmk_for_each(kmk_reducer_new(reader, NULL, NULL), "/feeds", "feeds", NULL, one);
  return kmk_for_each(all, "/authors", "authors", NULL, kmk_reducer_new(author, NULL, NULL));
}

static const char first_state[] =
    "{\"authors\": [{\"id\": 7, \"name\": \"Ada\"}, {\"id\": 8, \"name\": \"Ken\"}],"
    " \"feeds\": ["
    "  {\"id\": \"trains\", \"title\": \"Trains\", \"articles\": ["
    "    {\"id\": 1, \"date\": \"05-03\", \"by\": 7}, {\"id\": 2, \"date\": \"05-01\", \"by\": "
    "8}]},"
    "  {\"id\": \"ships\", \"title\": \"Ships\", \"articles\": ["
    "    {\"id\": 1, \"date\": \"05-02\", \"by\": 7}]}]}";

static const char *text_of(const json_t *row, const char *key) {
  return json_string_value(json_object_get(row, key));
}

static void show(const char *action, kmk_store *store, kmk_list *list) {
  printf("%s\n", action);
  kmk_store_send_text(store, action, NULL);
  for (size_t i = 0; i < kmk_list_count(list); i++) {
    json_t *row = kmk_list_get(list, i, NULL), *id = kmk_list_id(list, i, NULL);
    char *text = kmk_json_text(id, JSON_COMPACT);
    printf("  %s %s by %s %s\n", text_of(row, "date"),
           text_of(json_object_get(row, "feed"), "title"),
           text_of(json_object_get(row, "by"), "name"), text);
    kmk_text_free(text);
    json_decref(id);
    json_decref(row);
  }
}

int main(void) {
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *state = kmk_json_parse(first_state, SIZE_MAX, NULL);
  kmk_store *store = kmk_store_new(loop, feature(), state, NULL);
  json_decref(state);

  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.nested = "/articles";
  options.parent = "/feed";
  options.joins = (const char *const[]){"/by", "/authors", NULL};
  options.sort = (const char *const[]){"/by/name", "-/date", NULL};
  kmk_list *list = kmk_list_new(store, "/feeds", &options, NULL, NULL, NULL);

  show("{\"feeds\":{\"element\":{\"id\":\"ships\",\"action\":{\"renamed\":\"Boats\"}}}}", store,
       list);
  show("{\"authors\":{\"element\":{\"id\":8,\"action\":{\"renamed\":\"Abe\"}}}}", store, list);
  show("{\"unsubscribe\":\"ships\"}", store, list);

  kmk_list_free(list);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}

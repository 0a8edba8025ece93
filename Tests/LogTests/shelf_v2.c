/* The next version of the shelf: a book is an object, and the reader can also select the book before. */
#include <kumiki.h>

static kmk_effect *shelf(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  json_int_t selected = json_integer_value(kmk_state_get(state, "/selected"));
  json_int_t count = (json_int_t)json_array_size(kmk_state_get(state, "/books"));
  const json_t *book = kmk_action_payload(action, "add");
  const json_t *by = kmk_action_payload(action, "select");
  if (book != NULL)
    kmk_state_insert_new(state, "/books/-", kmk_json_retain(book));
  if (by != NULL && selected + json_integer_value(by) >= 0 &&
      selected + json_integer_value(by) < count)
    kmk_state_set_new(state, "/selected", json_integer(selected + json_integer_value(by)));
  if (kmk_action_is(action, "remove") && count > 0)
    kmk_state_removef(state, "/books/%d", (int)selected);
  return NULL;
}

kmk_reducer *kumiki_reducer(void);
kmk_reducer *kumiki_reducer(void) { return kmk_reducer_new(shelf, NULL, NULL); }

static json_t *with_objects(const json_t *state, void *data) {
  (void)data;
  json_t *books = json_array(), *title;
  size_t index;
  json_array_foreach(json_object_get(state, "books"), index, title)
      json_array_append_new(books, json_pack("{s:O}", "title", title));
  return json_pack("{s:o, s:O}", "books", books, "selected", json_object_get(state, "selected"));
}

static json_t *renamed(const json_t *action, void *data) {
  (void)data;
  const json_t *title = kmk_action_payload(action, "add");
  if (title != NULL)
    return json_pack("{s:{s:o}}", "add", "title", kmk_json_retain(title));
  if (kmk_action_is(action, "next"))
    return json_pack("{s:i}", "select", 1);
  return kmk_json_retain(action);
}

/* The first version recorded its logs as version 0. */
static const kmk_migration states[] = {{0, with_objects, NULL}}, actions[] = {{0, renamed, NULL}};
static const kmk_migrations of_states = {sizeof of_states, 1, 1, states};
static const kmk_migrations of_actions = {sizeof of_actions, 1, 1, actions};

const kmk_replay_options *kumiki_replay_options(void);
const kmk_replay_options *kumiki_replay_options(void) {
  static const kmk_replay_options options = {sizeof options, 0, &of_states, &of_actions};
  return &options;
}

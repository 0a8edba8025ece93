/* A shelf of books with a fault: if the last book is removed while it is selected, the selection points behind the books. */
#include <kumiki.h>

static kmk_effect *shelf(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *books = kmk_state_get(state, "/books");
  json_int_t selected = json_integer_value(kmk_state_get(state, "/selected"));
  json_int_t count = (json_int_t)json_array_size(books);
  const json_t *title = kmk_action_payload(action, "add");
  if (title != NULL)
    kmk_state_insert_new(state, "/books/-", json_incref((json_t *)title));
  if (kmk_action_is(action, "next") && selected + 1 < count)
    kmk_state_set_new(state, "/selected", json_integer(selected + 1));
  if (kmk_action_is(action, "remove") && count > 0) {
    kmk_state_removef(state, "/books/%d", (int)selected);
#ifdef FIXED
    if (selected > 0 && selected == count - 1)
      kmk_state_set_new(state, "/selected", json_integer(selected - 1));
#endif
  }
  return NULL;
}

kmk_reducer *kumiki_reducer(void);
kmk_reducer *kumiki_reducer(void) { return kmk_reducer_new(shelf, NULL, NULL); }

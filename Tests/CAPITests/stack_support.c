#include "stack_support.h"

static json_t *path_ids(const kmk_state *state) {
  json_t *ids = json_array();
  size_t index;
  json_t *entry;
  json_array_foreach(kmk_state_get(state, "/path"), index, entry) {
    json_array_append(ids, json_object_get(entry, "id"));
  }
  return ids;
}

REDUCER(stack_parent) {
  seen *s = data;
  json_array_append_new(s->ids, path_ids(state));
  const json_t *payload;
  if (kmk_action_is(action, "add")) {
    s->status = kmk_state_push_new(state, "/path", json_pack("{s:i}", "count", 0), &s->id);
  } else if ((payload = kmk_action_payload(action, "assign")) != NULL) {
    s->status = kmk_state_set(state, "/path", payload);
  } else if ((payload = kmk_action_payload(action, "popFrom")) != NULL) {
    s->status = kmk_state_pop_from(state, "/path", (uint64_t)json_integer_value(payload));
  }
  return NULL;
}

kmk_reducer *stack_of(seen *s, kmk_reducer *element) {
  s->ids = json_array();
  return kmk_stack(kmk_reducer_new(stack_parent, s, NULL), "/path", "path", element);
}

void open_stack(kit *k, seen *s, const char *initial) {
  kit_open(k, stack_of(s, counter()), initial);
}

void close_stack(kit *k, seen *s) {
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  json_decref(s->ids);
}

#include "stack_support.h"

#include <stdio.h>

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
  char pointer[40];
  if (kmk_action_is(action, "add")) {
    s->status = kmk_state_push_new(state, "/path", json_pack("{s:i}", "count", 0), &s->id);
  } else if ((payload = kmk_action_payload(action, "removeAt")) != NULL) {
    snprintf(pointer, sizeof pointer, "/path/%d", (int)json_integer_value(payload));
    s->status = kmk_state_remove(state, pointer);
  } else if (kmk_action_is(action, "removeAll")) {
    s->status = kmk_state_set_new(state, "/path", json_array());
  } else if ((payload = kmk_action_payload(action, "assign")) != NULL) {
    s->status = kmk_state_set(state, "/path", payload);
  } else if ((payload = kmk_action_payload(action, "document")) != NULL) {
    s->status = kmk_state_set(state, "", payload);
  } else if ((payload = kmk_action_payload(action, "put")) != NULL) {
    s->status = kmk_state_set(state, "/path/1", payload);
  } else if ((payload = kmk_action_payload(action, "putElement")) != NULL) {
    s->status = kmk_state_set(state, "/path/0/element", payload);
  } else if ((payload = kmk_action_payload(action, "insert")) != NULL) {
    s->status = kmk_state_insert_new(state, "/path/-", json_deep_copy(payload));
  } else if ((payload = kmk_action_payload(action, "popFrom")) != NULL) {
    s->status = kmk_state_pop_from(state, "/path", (uint64_t)json_integer_value(payload));
  } else if ((payload = kmk_action_payload(action, "popTo")) != NULL) {
    s->status = kmk_state_pop_to(state, "/path", (uint64_t)json_integer_value(payload));
  } else if (kmk_action_is(action, "reverse")) {
    for (size_t i = 1; i < json_array_size(kmk_state_get(state, "/path")); i++) {
      snprintf(pointer, sizeof pointer, "/path/%zu", i);
      s->status = kmk_state_move(state, pointer, "/path/0");
    }
  } else if ((payload = kmk_action_payload(action, "cancel")) != NULL) {
    return kmk_effect_cancel(json_string_value(payload));
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

const json_t *last_ids(const seen *s) {
  return json_array_get(s->ids, json_array_size(s->ids) - 1);
}

void start_timers(kit *k, int count) {
  for (int id = 0; id < count; id++) {
    json_t *action =
        json_pack("{s:{s:{s:i, s:s}}}", "path", "element", "id", id, "action", "startTimer");
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  assert_int_equal(kmk_store_effect_count(k->store), count);
}

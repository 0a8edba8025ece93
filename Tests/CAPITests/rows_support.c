#include "rows_support.h"

#include <stdio.h>

size_t row_index(const kmk_state *state, const json_t *id) {
  size_t index = SIZE_MAX;
  return kmk_state_find(state, "/rows", id, &index) == KMK_OK ? index : SIZE_MAX;
}

static const char *row_pointer(const kmk_state *state, const json_t *id, char pointer[40]) {
  snprintf(pointer, 40, "/rows/%zu", row_index(state, id));
  return pointer;
}

REDUCER(rows_parent) {
  char pointer[40];
  if (kmk_action_is(action, "remove")) {
    kmk_state_remove(state, row_pointer(state, kmk_action_payload(action, "remove"), pointer));
  } else if (kmk_action_is(action, "append")) {
    kmk_state_insert_new(state, "/rows/-", json_deep_copy(kmk_action_payload(action, "append")));
  } else if (kmk_action_is(action, "replace")) {
    const json_t *row = kmk_action_payload(action, "replace");
    row_pointer(state, json_object_get(row, "id"), pointer);
    kmk_state_set(state, pointer, row);
  } else if (kmk_action_is(action, "replaceFirst")) {
    kmk_state_set(state, "/rows/0", kmk_action_payload(action, "replaceFirst"));
  } else if (kmk_action_is(action, "renameFirst")) {
    kmk_state_set(state, "/rows/0/id", kmk_action_payload(action, "renameFirst"));
  } else if (kmk_action_is(action, "assign")) {
    kmk_state_set(state, "/rows", kmk_action_payload(action, "assign"));
  } else if (kmk_action_is(action, "reverse")) {
    size_t count = json_array_size(kmk_state_get(state, "/rows"));
    for (size_t i = 1; i < count; i++) {
      snprintf(pointer, sizeof pointer, "/rows/%zu", i);
      kmk_state_move(state, pointer, "/rows/0");
    }
  } else if (kmk_action_is(action, "takeOutAndBack")) {
    json_t *row = kmk_json_retain(kmk_state_get(state, "/rows/0"));
    kmk_state_remove(state, "/rows/0");
    kmk_state_insert_new(state, "/rows/-", row);
  }
  return NULL;
}

/* A row: a counter that can also rename itself. */
REDUCER(row_reduce) {
  if (kmk_action_is(action, "rename")) {
    kmk_state_set(state, "/id", kmk_action_payload(action, "rename"));
    kmk_state_set_new(state, "/count", json_integer(9));
    return NULL;
  }
  return counter_reduce(state, action, env, data);
}

kmk_reducer *row(void) { return kmk_reducer_new(row_reduce, NULL, NULL); }

kmk_reducer *rows(void) {
  return kmk_for_each(kmk_reducer_new(rows_parent, NULL, NULL), "/rows", "rows", NULL, row());
}

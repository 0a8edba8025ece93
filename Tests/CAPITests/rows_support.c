#include "rows_support.h"

#include <stdio.h>

static void noted(void *data, kmk_status status) {
  if (data != NULL) {
    json_array_append_new(data, json_string(kmk_status_name(status)));
  }
}

size_t row_index(const kmk_state *state, const json_t *id) {
  size_t index = SIZE_MAX;
  return kmk_state_find(state, "/rows", id, &index) == KMK_OK ? index : SIZE_MAX;
}

const char *row_pointer(const kmk_state *state, const json_t *id, char pointer[40]) {
  snprintf(pointer, 40, "/rows/%zu", row_index(state, id));
  return pointer;
}

static void sum_up(kmk_state *state) {
  if (kmk_state_get(state, "/sum") == NULL) {
    return;
  }
  json_int_t sum = 0;
  size_t index;
  json_t *row;
  json_array_foreach(kmk_state_get(state, "/rows"), index, row) {
    sum += json_integer_value(json_object_get(row, "count"));
  }
  kmk_state_set_new(state, "/sum", json_integer(sum));
}

REDUCER(rows_parent) {
  char pointer[40];
  if (kmk_action_is(action, "rows")) {
    sum_up(state);
  } else if (kmk_action_is(action, "remove")) {
    noted(data, kmk_state_remove(
                    state, row_pointer(state, kmk_action_payload(action, "remove"), pointer)));
  } else if (kmk_action_is(action, "append")) {
    noted(data, kmk_state_insert_new(state, "/rows/-",
                                     json_deep_copy(kmk_action_payload(action, "append"))));
  } else if (kmk_action_is(action, "replace")) {
    const json_t *row = kmk_action_payload(action, "replace");
    row_pointer(state, json_object_get(row, "id"), pointer);
    noted(data, kmk_state_set(state, pointer, row));
  } else if (kmk_action_is(action, "replaceFirst")) {
    noted(data, kmk_state_set(state, "/rows/0", kmk_action_payload(action, "replaceFirst")));
  } else if (kmk_action_is(action, "renameFirst")) {
    noted(data, kmk_state_set(state, "/rows/0/id", kmk_action_payload(action, "renameFirst")));
  } else if (kmk_action_is(action, "assign")) {
    noted(data, kmk_state_set(state, "/rows", kmk_action_payload(action, "assign")));
  } else if (kmk_action_is(action, "document")) {
    noted(data, kmk_state_set(state, "", kmk_action_payload(action, "document")));
  } else if (kmk_action_is(action, "reverse")) {
    size_t count = json_array_size(kmk_state_get(state, "/rows"));
    for (size_t i = 1; i < count; i++) {
      snprintf(pointer, sizeof pointer, "/rows/%zu", i);
      noted(data, kmk_state_move(state, pointer, "/rows/0"));
    }
  } else if (kmk_action_is(action, "takeOutAndBack")) {
    json_t *row = kmk_json_retain(kmk_state_get(state, "/rows/0"));
    noted(data, kmk_state_remove(state, "/rows/0"));
    noted(data, kmk_state_insert_new(state, "/rows/-", row));
  } else if (kmk_action_is(action, "cancelAll")) {
    return kmk_effect_cancel(json_string_value(kmk_action_payload(action, "cancelAll")));
  }
  return NULL;
}

/* A row is a counter that may also rename itself, and set what it is. */
REDUCER(row_reduce) {
  if (kmk_action_is(action, "rename")) {
    kmk_state_set(state, "/id", kmk_action_payload(action, "rename"));
    kmk_state_set_new(state, "/count", json_integer(9));
    return NULL;
  }
  if (kmk_action_is(action, "become")) {
    kmk_state_set(state, "", kmk_action_payload(action, "become"));
    return NULL;
  }
  return counter_reduce(state, action, env, data);
}

kmk_reducer *row(void) { return kmk_reducer_new(row_reduce, NULL, NULL); }

kmk_reducer *rows_noting(json_t *statuses) {
  return kmk_for_each(kmk_reducer_new(rows_parent, statuses, NULL), "/rows", "rows", NULL, row());
}

kmk_reducer *rows(void) { return rows_noting(NULL); }

void tick_both(kit *k) {
  send_ok(k->store, IN_ROW("'a'", "'startTimer'"));
  send_ok(k->store, IN_ROW("'b'", "'startTimer'"));
  assert_int_equal(kmk_store_effect_count(k->store), 2);
}

void assert_quiet(kit *k) { assert_int_equal(kmk_store_effect_count(k->store), 0); }

void stop_all(kit *k) {
  send_ok(k->store, "{'cancelAll': 'timer'}");
  assert_quiet(k);
}

#include "writer_support.h"

kmk_status wrote;

/* The array of a pointer and a value; `pointer` receives the pointer. */
static const json_t *pair_of(const json_t *action, const char *name, const char **pointer) {
  const json_t *pair = kmk_action_payload(action, name);
  *pointer = pair != NULL ? json_string_value(json_array_get(pair, 0)) : NULL;
  return pair;
}

static void perform(kmk_state *state, const json_t *action) {
  const json_t *pair;
  const char *pointer;
  if ((pair = pair_of(action, "set", &pointer)) != NULL) {
    wrote = kmk_state_set(state, pointer, json_array_get(pair, 1));
  } else if ((pair = pair_of(action, "insert", &pointer)) != NULL) {
    wrote = kmk_state_insert_new(state, pointer, json_incref(json_array_get(pair, 1)));
  } else if ((pair = pair_of(action, "move", &pointer)) != NULL) {
    wrote = kmk_state_move(state, pointer, json_string_value(json_array_get(pair, 1)));
  } else if ((pair = pair_of(action, "push", &pointer)) != NULL) {
    wrote = kmk_state_push_new(state, pointer, json_incref(json_array_get(pair, 1)), NULL);
  } else if ((pair = pair_of(action, "pop", &pointer)) != NULL) {
    uint64_t id = (uint64_t)json_integer_value(json_array_get(pair, 1));
    wrote = kmk_state_pop_from(state, pointer, id);
  } else if ((pair = pair_of(action, "popTo", &pointer)) != NULL) {
    uint64_t id = (uint64_t)json_integer_value(json_array_get(pair, 1));
    wrote = kmk_state_pop_to(state, pointer, id);
  } else if (kmk_action_is(action, "remove")) {
    pointer = json_string_value(kmk_action_payload(action, "remove"));
    wrote = kmk_state_remove(state, pointer);
  }
}

/* Merges one effect for each action, in their order. */
static kmk_effect *sent(const json_t *actions) {
  kmk_effect *merged = NULL;
  size_t index;
  json_t *action;
  json_array_foreach(actions, index, action) {
    kmk_effect *both[] = {merged, kmk_effect_send(action)};
    merged = kmk_effect_merge(2, both);
  }
  return merged;
}

kmk_effect *write_down(kmk_state *state, const json_t *action, kmk_env *env, void *unused) {
  (void)env, (void)unused;
  size_t index;
  json_t *one;
  json_array_foreach(kmk_action_payload(action, "all"), index, one) { perform(state, one); }
  perform(state, action);
  if (kmk_action_is(action, "after")) {
    json_t *late = kmk_json_retain(kmk_action_payload(action, "after"));
    return kmk_effect_after_new(SECOND, late);
  }
  return sent(kmk_action_payload(action, "send"));
}

kmk_reducer *writer(void) { return kmk_reducer_new(write_down, NULL, NULL); }

void write_is(kit *k, const char *action, kmk_status expected) {
  send_ok(k->store, action);
  if (wrote != expected)
    print_error("%s: %s\n", action, kmk_status_name(wrote));
  assert_int_equal(wrote, expected);
  if (expected != KMK_OK)
    assert_failed_writes(k, 1);
}

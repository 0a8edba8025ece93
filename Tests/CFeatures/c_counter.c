/* The counter of c_features.h. */
#include "c_features.h"

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)env;
  (void)user_data;
  json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
  if (kmk_action_is(action, "increment")) {
    kmk_state_set_new(state, "/count", json_integer(count + 1));
    return NULL;
  }
  if (kmk_action_is(action, "save"))
    return kmk_effect_after_new(1000000000u, json_pack("{s:I}", "saved", count));
  if (kmk_action_is(action, "answer"))
    return kmk_effect_send(kmk_action_payload(action, "answer"));
  if (kmk_action_is(action, "saved"))
    kmk_state_set_new(state, "/saved", json_incref(json_object_get(action, "saved")));
  return NULL;
}

kmk_reducer *c_counter(void) { return kmk_reducer_new(reduce, NULL, NULL); }

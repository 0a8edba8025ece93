/* The ticker of c_features.h. */
#include "c_features.h"

#define SECOND UINT64_C(1000000000)

static kmk_effect *tick(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)env, (void)user_data;
  if (kmk_action_is(action, "start"))
    return kmk_effect_cancellable(kmk_effect_every_new(SECOND, json_string("tick")), "b", false);
  if (kmk_action_is(action, "stop"))
    return kmk_effect_cancel("b");
  if (kmk_action_is(action, "tick")) {
    json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
    kmk_state_set_new(state, "/count", json_integer(count + 1));
  }
  return NULL;
}

kmk_reducer *c_ticker(const char *child) {
  kmk_reducer *own = kmk_reducer_new(tick, NULL, NULL);
  if (child == NULL)
    return own;
  kmk_reducer *both[] = {kmk_scope("/child", "child", kmk_feature(child)), own};
  return kmk_combine(2, both);
}

/* The feature of 12_reload, second version: it counts seconds, ten at a time.
 *
 * Its functions are needed while a store runs it: 12_reload.c shows when they can be unloaded. */
#include <kumiki.h>

static kmk_effect *clock_step(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "start"))
    return kmk_effect_cancellable(kmk_effect_every_new(KMK_SECONDS(1), json_string("tick")),
                                  "timer", true);
  if (kmk_action_is(action, "tick")) {
    json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
    kmk_state_set_new(state, "/count", json_integer(count + 10));
  }
  if (kmk_action_is(action, "open"))
    kmk_state_set_new(state, "/sheet", json_pack("{s:s}", "note", "from version 2"));
  return NULL;
}

static kmk_reducer *feature(void) {
  return kmk_presentation(kmk_reducer_new(clock_step, NULL, NULL), "/sheet", "sheet", NULL,
                          kmk_combine(0, NULL));
}

/* The function that the host finds with dlsym. */
kmk_status plugin_register(const char *name, kmk_error *error) {
  json_t *initial = json_pack("{s:i, s:n}", "count", 0, "sheet");
  kmk_status status = kmk_feature_register(name, feature(), initial, error);
  json_decref(initial);
  return status;
}

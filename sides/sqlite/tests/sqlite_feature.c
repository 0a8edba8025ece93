#include "sqlite_feature.h"

static kmk_effect *count(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "inc"))
    kmk_state_set_new(state, "/n",
                      json_integer(json_integer_value(kmk_state_get(state, "/n")) + 1));
  if (kmk_action_is(action, "open"))
    kmk_state_set_new(state, "/sheet", json_pack("{s:i}", "n", 0));
  if (kmk_action_is(action, "work"))
    kmk_state_set_new(state, "/job", json_true());
  return NULL;
}

static kmk_effect *tick(const json_t *value, kmk_env *env, void *data) {
  (void)value, (void)env, (void)data;
  return kmk_effect_every_new(KMK_MILLISECONDS(100000), json_string("inc"));
}

kmk_reducer *feature(void) {
  kmk_reducer *base =
      kmk_running(kmk_reducer_new(count, NULL, NULL), "/job", NULL, tick, NULL, NULL);
  return kmk_presentation(base, "/sheet", "sheet", NULL, kmk_reducer_new(count, NULL, NULL));
}

json_t *first_state(void) { return json_pack("{s:i, s:n, s:n}", "n", 0, "sheet", "job"); }

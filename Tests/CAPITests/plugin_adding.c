/* A plug-in of test_plugin.c: the feature "Plugged", which adds one. */
#include <kumiki.h>

static int freed;

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)action, (void)env, (void)data;
  json_int_t number = json_integer_value(kmk_state_get(state, "/number"));
  kmk_state_set_new(state, "/number", json_integer(number + 1));
  return NULL;
}

static void note_freed(void *counter) { ++*(int *)counter; }

/* How often what was registered has been let go of. */
int plugin_freed(void) { return freed; }

kmk_status plugin_register(kmk_error *error) {
  json_t *initial = json_pack("{s:i}", "number", 5);
  kmk_reducer *reducer = kmk_reducer_new(reduce, &freed, note_freed);
  kmk_status status = kmk_feature_register("Plugged", reducer, initial, error);
  json_decref(initial);
  return status;
}

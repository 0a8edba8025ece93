/* A plug-in of test_plugin.c: the feature "Plugged" whose reducer adds one. */
#include <kumiki.h>

static int freed;

static void note_freed(void *counter) { ++*(int *)counter; }

static kmk_sender *at_work;

static void begin(kmk_sender *sender, void *data) {
  (void)data;
  at_work = sender;
}

static void end(void *data) {
  (void)data;
  kmk_sender_finish(at_work);
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  /* The functions and their user data belong to the plug-in too. */
  if (kmk_action_is(action, "start"))
    return kmk_effect_start(begin, end, &freed, note_freed);
  json_int_t number = json_integer_value(kmk_state_get(state, "/number"));
  kmk_state_set_new(state, "/number", json_integer(number + 1));
  return NULL;
}

/* How often user data of the plug-in was released. */
int plugin_freed(void) { return freed; }

kmk_reducer *plugin_reducer(void) { return kmk_reducer_new(reduce, &freed, note_freed); }

kmk_status plugin_register(kmk_error *error) {
  json_t *initial = json_pack("{s:i}", "number", 5);
  kmk_status status = kmk_feature_register("Plugged", plugin_reducer(), initial, error);
  json_decref(initial);
  return status;
}

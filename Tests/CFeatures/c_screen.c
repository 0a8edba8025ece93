/* The screen of c_features.h, which presents a note. */
#include "c_features.h"

#define SECOND UINT64_C(1000000000)

static kmk_effect *note(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)user_data;
  if (kmk_action_is(action, "startTimer"))
    return kmk_effect_every_new(SECOND, json_string("tick"));
  if (kmk_action_is(action, "close"))
    return kmk_effect_dismiss(env);
  if (kmk_action_is(action, "tick")) {
    const char *text = json_string_value(kmk_state_get(state, "/text"));
    kmk_state_set_new(state, "/text", json_sprintf("%s.", text));
  }
  return NULL;
}

static kmk_effect *screen(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)env, (void)user_data;
  if (kmk_action_is(action, "increment")) {
    json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
    kmk_state_set_new(state, "/count", json_integer(count + 1));
  } else if (kmk_action_is(action, "openNote")) {
    kmk_state_set_new(state, "/note", json_pack("{s:s}", "text", ""));
  }
  return NULL;
}

kmk_reducer *c_screen(void) {
  return kmk_presentation(kmk_reducer_new(screen, NULL, NULL), "/note", "note", NULL,
                          kmk_reducer_new(note, NULL, NULL));
}

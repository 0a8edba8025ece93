/* The functions of base reducers, and of on_change. */
#include "feature.h"

#include "script.h"
#include "trace.h"

#include <stdlib.h>

/* Effects in the order in which they were made. */
typedef struct batch {
  kmk_effect **effects;
  size_t count;
} batch;

static void batch_add(batch *b, kmk_effect *effect) {
  if (effect != NULL) {
    b->effects = need(realloc(b->effects, (b->count + 1) * sizeof(kmk_effect *)));
    b->effects[b->count++] = effect;
  }
}

/* The effect itself where there is one alone. */
static kmk_effect *batch_merge(batch *b) {
  kmk_effect *merged = NULL;
  if (b->count > 0) {
    merged = b->count == 1 ? b->effects[0] : kmk_effect_merge(b->count, b->effects);
  }
  free(b->effects);
  return merged;
}

kmk_effect *base_reduce(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  const json_t *description = user_data;
  say("ran");
  say_json(json_object_get(description, "n"));
  say_json(action);
  say_json(kmk_state_json(state));
  said();
  batch effects = {NULL, 0};
  batch_add(&effects, script_perform(kmk_action_payload(action, "do"), state, env));
  size_t index;
  json_t *answer;
  json_array_foreach(json_object_get(description, "answers"), index, answer) {
    if (kmk_action_is(action, json_string_value(json_array_get(answer, 0)))) {
      batch_add(&effects, script_perform(json_array_get(answer, 1), state, env));
    }
  }
  return batch_merge(&effects);
}

kmk_effect *changed(kmk_state *state, const json_t *old_value, const json_t *new_value,
                    const json_t *action, kmk_env *env, void *user_data) {
  const json_t *description = user_data;
  say("changed");
  say_json(json_object_get(description, "n"));
  say_json(old_value);
  say_json(new_value);
  say_json(action);
  say_json(kmk_state_json(state));
  said();
  return script_perform(json_object_get(description, "script"), state, env);
}

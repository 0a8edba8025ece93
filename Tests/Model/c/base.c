/* The functions of base reducers, of on_change, of on_write, of running and of on_end. */
#include "feature.h"

#include "script.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

/* Effects, in the order of their creation. */
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

/* The effect itself if it is the only one. */
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

static int by_text(const void *one, const void *other) {
  return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* Sorted by their bytes: the rules do not define the order of places. */
static void say_places(const json_t *places) {
  size_t count = json_array_size(places);
  const char **texts = need(calloc(count + 1, sizeof *texts));
  json_t *sorted = json_array();
  for (size_t i = 0; i < count; i++) {
    texts[i] = json_string_value(json_array_get(places, i));
  }
  qsort(texts, count, sizeof *texts, by_text);
  for (size_t i = 0; i < count; i++) {
    json_array_append_new(sorted, json_string(texts[i]));
  }
  say_json(sorted);
  json_decref(sorted);
  free(texts);
}

kmk_effect *written(kmk_state *state, const json_t *places, const json_t *action, kmk_env *env,
                    void *user_data) {
  const json_t *description = user_data;
  say("written");
  say_json(json_object_get(description, "n"));
  say_places(places);
  say_json(action);
  say_json(kmk_state_json(state));
  said();
  return script_perform(json_object_get(description, "script"), state, env);
}

kmk_effect *asked(const json_t *value, kmk_env *env, void *user_data) {
  const json_t *description = user_data;
  const char *key = json_string_value(json_object_get(description, "sees"));
  json_t *seen = key != NULL ? environment(env, key) : json_null();
  say("asked");
  say_json(json_object_get(description, "n"));
  say_json(value);
  say_json(seen);
  said();
  json_decref(seen);
  return effect_of(json_object_get(json_object_get(description, "script"), "effect"), env);
}

kmk_effect *left(const json_t *last, kmk_env *env, void *user_data) {
  const json_t *description = user_data;
  say("left");
  say_json(json_object_get(description, "n"));
  say_json(last);
  said();
  return effect_of(json_object_get(json_object_get(description, "script"), "effect"), env);
}

/* Two screens that open each other: Aaa opens a Bbb, which opens an Aaa, which opens a Bbb, ...
 *
 *   Aaa  state    {"count": 0, "bbb": null or a Bbb}
 *        actions  {"setCount": 1}, "openBbb", "close", "startTimer" (and its "tick"),
 *                 {"bbb": "dismiss"}, {"bbb": {"presented": an action of Bbb}}
 *   Bbb  state    {"note": "", "aaa": null or an Aaa}
 *        actions  {"setNote": "text"}, "openAaa", "close",
 *                 {"aaa": "dismiss"}, {"aaa": {"presented": an action of Aaa}}
 *
 * A screen knows the screen that it opens, but not its own depth. */
#include "recursion.h"

#define SECOND UINT64_C(1000000000)

static kmk_effect *aaa_step(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  const json_t *count = kmk_action_payload(action, "setCount");
  if (json_is_integer(count)) {
    kmk_state_set(state, "/count", count);
  } else if (kmk_action_is(action, "tick")) {
    /* Unsigned, because a script may set the largest number: the sum then wraps. */
    uint64_t ticks = (uint64_t)json_integer_value(kmk_state_get(state, "/count"));
    kmk_state_set_new(state, "/count", json_integer((json_int_t)(ticks + 1)));
  } else if (kmk_action_is(action, "openBbb")) {
    kmk_state_set_new(state, "/bbb", json_pack("{s:s, s:n}", "note", "", "aaa"));
  } else if (kmk_action_is(action, "startTimer")) {
    return kmk_effect_every_new(SECOND, json_string("tick"));
  } else if (kmk_action_is(action, "close")) {
    return kmk_effect_dismiss(env);
  }
  return NULL;
}

static kmk_effect *bbb_step(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  const json_t *note = kmk_action_payload(action, "setNote");
  if (json_is_string(note))
    kmk_state_set(state, "/note", note);
  else if (kmk_action_is(action, "openAaa"))
    kmk_state_set_new(state, "/aaa", json_pack("{s:i, s:n}", "count", 0, "bbb"));
  else if (kmk_action_is(action, "close"))
    return kmk_effect_dismiss(env);
  return NULL;
}

static const kmk_case aaa_cases[] = {
    {"bbb", "any"},          {"close", NULL},      {"openBbb", NULL},
    {"setCount", "integer"}, {"startTimer", NULL}, {"tick", NULL},
};

static const kmk_case bbb_cases[] = {
    {"aaa", "any"},
    {"close", NULL},
    {"openAaa", NULL},
    {"setNote", "text"},
};

/* Called once, with a reference to the reducer that it will return. So the reducer tree is finite,
 * although the screens can be nested without end. */
static kmk_reducer *around(kmk_reducer *aaa, void *data) {
  (void)data;
  kmk_reducer *bbb =
      kmk_presentation(kmk_reducer_new(bbb_step, NULL, NULL), "/aaa", "aaa", NULL, aaa);
  bbb = kmk_cases(bbb, 4, bbb_cases);
  kmk_reducer *whole =
      kmk_presentation(kmk_reducer_new(aaa_step, NULL, NULL), "/bbb", "bbb", NULL, bbb);
  return kmk_cases(whole, 6, aaa_cases);
}

kmk_status recursion_register(void) {
  json_t *initial = json_pack("{s:i, s:n}", "count", 0, "bbb");
  kmk_status status = kmk_feature_register("Aaa", kmk_recurse(around, NULL, NULL), initial, NULL);
  json_decref(initial);
  return status;
}

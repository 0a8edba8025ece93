/* The recording: counts the seconds until the meeting's time is over or the user ends it.
 *
 *   actions  "appeared"  starts the timer, whose action is "tick"
 *            "endTapped" asks with an alert
 *            {"alert": "dismiss"}, {"alert": {"presented": "save"}}, "discard"
 *            {"delegate": "save"}  notifies the parent that the meeting was held */
#include "meetings.h"

#define SECOND UINT64_C(1000000000)

/* Notifies the parent before the dismissal: after it, this feature could not send any more. */
static kmk_effect *save_and_close(kmk_env *env) {
  kmk_effect *steps[] = {
      kmk_effect_send_new(json_pack("{s:s}", "delegate", "save")),
      kmk_effect_dismiss(env),
  };
  return kmk_effect_concatenate(2, steps);
}

static kmk_effect *tick(kmk_state *state, kmk_env *env) {
  if (json_is_object(kmk_state_get(state, "/alert")))
    return NULL; /* time stops while the alert is presented */
  json_int_t elapsed = json_integer_value(kmk_state_get(state, "/elapsed")) + 1;
  kmk_state_set_new(state, "/elapsed", json_integer(elapsed));
  bool is_over = elapsed >= json_integer_value(kmk_state_get(state, "/duration"));
  return is_over ? save_and_close(env) : NULL;
}

static kmk_effect *record(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  if (kmk_action_is(action, "appeared"))
    return kmk_effect_every_new(SECOND, json_string("tick")); /* ends with this screen */
  if (kmk_action_is(action, "tick"))
    return tick(state, env);
  if (kmk_action_is(action, "alert.presented.save"))
    return save_and_close(env);
  if (kmk_action_is(action, "alert.presented.discard"))
    return kmk_effect_dismiss(env);
  if (kmk_action_is(action, "endTapped"))
    kmk_state_set_new(state, "/alert", json_pack("{s:s}", "title", "End the meeting?"));
  return NULL;
}

kmk_reducer *meetings_record(void) {
  kmk_slot_options alert = KMK_SLOT_OPTIONS_INIT;
  alert.ephemeral = true; /* any button dismisses it, so it needs no reducer */
  static const kmk_case buttons[] = {{"discard", NULL}, {"save", NULL}};
  static const kmk_case delegate[] = {{"save", NULL}};
  static const kmk_case cases[] = {{"alert", "any"},
                                   {"appeared", NULL},
                                   {"delegate", "any"},
                                   {"endTapped", NULL},
                                   {"tick", NULL}};
  kmk_reducer *all[] = {
      kmk_presentation(kmk_reducer_new(record, NULL, NULL), "/alert", "alert", &alert,
                       meetings_known("", 2, buttons)),
      meetings_known("delegate", 1, delegate),
  };
  return kmk_cases(kmk_combine(2, all), 5, cases);
}

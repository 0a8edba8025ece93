/* The form: a draft of a meeting. The parent decides whether the draft is kept.
 *
 *   actions  {"setTitle": TEXT}, {"setDuration": SECONDS}, {"addAttendee": TEXT} */
#include "meetings.h"

static kmk_effect *form(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *value;
  if (json_is_string(value = kmk_action_payload(action, "setTitle")))
    kmk_state_set(state, "/title", value);
  else if (json_integer_value(value = kmk_action_payload(action, "setDuration")) > 0)
    kmk_state_set(state, "/duration", value);
  else if (json_is_string(value = kmk_action_payload(action, "addAttendee")))
    kmk_state_insert_new(state, "/attendees/-", json_deep_copy(value));
  return NULL;
}

kmk_reducer *meetings_form(void) {
  static const kmk_case cases[] = {
      {"addAttendee", "text"}, {"setDuration", "integer"}, {"setTitle", "text"}};
  return kmk_cases(kmk_reducer_new(form, NULL, NULL), 3, cases);
}

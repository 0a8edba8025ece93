/* The detail of a meeting, which may open three things, one at a time.
 *
 *   actions  "editTapped", "doneTapped", "cancelTapped", "deleteTapped", "recordTapped"
 *            {"destination": "dismiss"}, {"destination": {"presented": A}}
 *            A: {"edit": FORM ACTION}, {"record": RECORDING ACTION}, {"alert": "confirmDeletion"}
 *            {"delegate": "delete"}  asks the parent to delete the meeting */
#include "meetings.h"

#define SECOND INT64_C(1000000000)

static void ask_to_delete(kmk_state *state) {
  const char *title = json_string_value(kmk_state_get(state, "/meeting/title"));
  json_t *question = json_sprintf("Delete %s?", title);
  kmk_state_set_new(state, "/destination", json_pack("{s:{s:o}}", "alert", "title", question));
}

static void open_recording(kmk_state *state) {
  const json_t *attendees = kmk_state_get(state, "/meeting/attendees");
  const json_t *duration = kmk_state_get(state, "/meeting/duration");
  kmk_state_set_new(state, "/destination",
                    json_pack("{s:{s:O, s:O, s:i, s:n}}", "record", "attendees", attendees,
                              "duration", duration, "elapsed", 0, "alert"));
}

static kmk_effect *detail(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  if (kmk_action_is(action, "editTapped")) {
    const json_t *meeting = kmk_state_get(state, "/meeting");
    kmk_state_set_new(state, "/destination", json_pack("{s:O}", "edit", meeting));
  } else if (kmk_action_is(action, "doneTapped")) {
    const json_t *draft = kmk_state_get(state, "/destination/edit");
    if (draft && kmk_state_set(state, "/meeting", draft) == KMK_OK)
      kmk_state_set_new(state, "/destination", json_null());
  } else if (kmk_action_is(action, "cancelTapped")) {
    kmk_state_set_new(state, "/destination", json_null());
  } else if (kmk_action_is(action, "deleteTapped")) {
    ask_to_delete(state);
  } else if (kmk_action_is(action, "recordTapped")) {
    open_recording(state);
  } else if (kmk_action_is(action, "destination.presented.record.delegate.save")) {
    json_t *now = json_integer(kmk_env_date(env) / SECOND);
    kmk_state_insert_new(state, "/meeting/held/-", now);
  } else if (kmk_action_is(action, "destination.presented.alert.confirmDeletion")) {
    return kmk_effect_send_new(json_pack("{s:s}", "delegate", "delete"));
  }
  return NULL;
}

kmk_reducer *meetings_detail(void) {
  static const char *const alerts[] = {"alert", NULL};
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.ephemeral_cases = alerts;
  static const kmk_case buttons[] = {{"confirmDeletion", NULL}};
  static const kmk_case delegate[] = {{"delete", NULL}};
  static const kmk_case opened[] = {{"alert", "any"}, {"edit", "any"}, {"record", "any"}};
  static const kmk_case cases[] = {
      {"cancelTapped", NULL}, {"delegate", "any"},  {"deleteTapped", NULL}, {"destination", "any"},
      {"doneTapped", NULL},   {"editTapped", NULL}, {"recordTapped", NULL},
  };
  kmk_reducer *destinations[] = {
      kmk_scope_case("edit", "edit", meetings_form()),
      kmk_scope_case("record", "record", meetings_record()),
      meetings_known("alert", 1, buttons),
  };
  kmk_reducer *all[] = {
      kmk_presentation(kmk_reducer_new(detail, NULL, NULL), "/destination", "destination", &options,
                       kmk_cases(kmk_combine(3, destinations), 3, opened)),
      meetings_known("delegate", 1, delegate),
  };
  return kmk_cases(kmk_combine(2, all), 7, cases);
}

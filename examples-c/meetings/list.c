/* The list of meetings, which opens all other screens.
 *
 *   actions  "addTapped", "confirmAddTapped", {"meetingTapped": ID}
 *            {"destination": "dismiss"}, {"destination": {"presented": A}}
 *            A: {"add": FORM ACTION}, {"detail": DETAIL ACTION} */
#include "meetings.h"

#include <stdio.h>

#define POINTER 40 /* bytes, for a JSON Pointer to a meeting */

/* Writes the pointer of the meeting with an id. Returns false if no meeting has this id. */
static bool find_meeting(const kmk_state *state, const json_t *id, char pointer[POINTER]) {
  size_t index;
  json_t *meeting;
  json_array_foreach(kmk_state_get(state, "/meetings"), index, meeting) {
    if (json_equal(json_object_get(meeting, "id"), id)) {
      snprintf(pointer, POINTER, "/meetings/%zu", index);
      return true;
    }
  }
  return false;
}

static void open_form(kmk_state *state, kmk_env *env) {
  char id[37];
  kmk_env_uuid(env, id);
  kmk_state_set_new(state, "/destination",
                    json_pack("{s:{s:s, s:s, s:i, s:[], s:[]}}", "add", "id", id, "title", "",
                              "duration", 5, "attendees", "held"));
}

static void open_detail(kmk_state *state, const json_t *id) {
  char pointer[POINTER];
  if (!find_meeting(state, id, pointer))
    return;
  const json_t *meeting = kmk_state_get(state, pointer);
  kmk_state_set_new(state, "/destination",
                    json_pack("{s:{s:O, s:n}}", "detail", "meeting", meeting, "destination"));
}

/* Copies a change in the detail to the list immediately. */
static void take_over(kmk_state *state) {
  const json_t *meeting = kmk_state_get(state, "/destination/detail/meeting");
  char pointer[POINTER];
  if (find_meeting(state, json_object_get(meeting, "id"), pointer))
    kmk_state_set(state, pointer, meeting);
}

static void delete_meeting(kmk_state *state) {
  char pointer[POINTER];
  if (find_meeting(state, kmk_state_get(state, "/destination/detail/meeting/id"), pointer))
    kmk_state_remove(state, pointer);
  kmk_state_set_new(state, "/destination", json_null());
}

static kmk_effect *list(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  const json_t *id = kmk_action_payload(action, "meetingTapped");
  if (id) {
    open_detail(state, id);
  } else if (kmk_action_is(action, "addTapped")) {
    open_form(state, env);
  } else if (kmk_action_is(action, "confirmAddTapped")) {
    const json_t *draft = kmk_state_get(state, "/destination/add");
    if (draft && kmk_state_insert_new(state, "/meetings/-", json_deep_copy(draft)) == KMK_OK)
      kmk_state_set_new(state, "/destination", json_null());
  } else if (kmk_action_is(action, "destination.presented.detail.delegate.delete")) {
    delete_meeting(state);
  } else if (kmk_action_is(action, "destination.presented.detail")) {
    take_over(state);
  }
  return NULL;
}

kmk_reducer *meetings_list(void) {
  static const kmk_case opened[] = {{"add", "any"}, {"detail", "any"}};
  static const kmk_case cases[] = {
      {"addTapped", NULL},
      {"confirmAddTapped", NULL},
      {"destination", "any"},
      {"meetingTapped", "text"},
  };
  kmk_reducer *destinations[] = {
      kmk_scope_case("add", "add", meetings_form()),
      kmk_scope_case("detail", "detail", meetings_detail()),
  };
  kmk_reducer *whole =
      kmk_presentation(kmk_reducer_new(list, NULL, NULL), "/destination", "destination", NULL,
                       kmk_cases(kmk_combine(2, destinations), 2, opened));
  return kmk_cases(whole, 4, cases);
}

kmk_status meetings_register(void) {
  json_t *initial =
      json_pack("{s:[{s:s, s:s, s:i, s:[s,s], s:[]}], s:n}", "meetings", "id", "design", "title",
                "Design", "duration", 4, "attendees", "Ada", "Grace", "held", "destination");
  kmk_status status = kmk_feature_register("Meetings", meetings_list(), initial, NULL);
  json_decref(initial);
  return status;
}

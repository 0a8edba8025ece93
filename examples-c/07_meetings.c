/* 07_meetings: a small app: a list of meetings, their details, a form, alerts, a recording.
 *
 * Teaches: presentations inside presentations, three deep, each with its window; children that
 *          notify their parents; a timer that ends with its screen. The feature is in
 *          meetings/, one file for each screen, and in Swift in architecture/Examples/Features.
 * Run:     07_meetings [--live] [SCRIPT]
 * Prints:  expected/07_meetings.txt, for the script 07_meetings.jsonl */
#include "meetings/meetings.h"
#include "support/script.h"

#include <stdio.h>

/* -------------------------------------------------------------- the windows
 * One slot at each depth. Each presentation in it opens a window, which closes with it. */

static const char *const slots[] = {
    "/destination",
    "/destination/detail/destination",
    "/destination/detail/destination/record/alert",
};

static void on_present(const char *id, const char *state_case, const json_t *state, void *data) {
  (void)state;
  printf("   + window %d: %s %s\n", *(const int *)data, state_case ? state_case : "alert", id);
}

static void on_dismiss(const char *id, void *data) {
  printf("   - window %d: %s\n", *(const int *)data, id);
}

static void watch(kmk_store *store, kmk_subscription *kept[WATCHED]) {
  static int depths[] = {1, 2, 3};
  const kmk_presentation_callbacks window = {sizeof window, on_present, NULL, on_dismiss};
  /* The innermost observer is called first: its window closes before the window below. */
  for (int i = 2; i >= 0; i--) {
    kmk_error error;
    kept[i] = kmk_store_observe_presentation(store, slots[i], &window, &depths[i], NULL, &error);
    if (!kept[i])
      die("observe", error.message);
  }
}

/* ------------------------------------------------------------- the contents
 * The content of the windows. A real view would observe each part where it is shown. */

static const char *text(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static long long number(const json_t *object, const char *key) {
  return json_integer_value(json_object_get(object, key));
}

static void show_meeting(const json_t *meeting) {
  printf("\"%s\", %lld s, %zu attending, held at [", text(meeting, "title"),
         number(meeting, "duration"), json_array_size(json_object_get(meeting, "attendees")));
  size_t index;
  json_t *time;
  json_array_foreach(json_object_get(meeting, "held"), index, time)
      printf(index ? ", %lld" : "%lld", (long long)json_integer_value(time));
  printf("]\n");
}

static void show_record(const json_t *record) {
  const json_t *attendees = json_object_get(record, "attendees");
  long long elapsed = number(record, "elapsed"), duration = number(record, "duration");
  size_t speaker = (size_t)(elapsed * (long long)json_array_size(attendees) / duration);
  const char *name = json_string_value(json_array_get(attendees, speaker));
  printf("     recording: %lld of %lld s, %s\n", elapsed, duration, name ? name : "nobody");
}

static void show(kmk_store *store) {
  json_t *state = kmk_store_state(store);
  size_t index;
  json_t *meeting;
  json_array_foreach(json_object_get(state, "meetings"), index, meeting) {
    printf("   meeting ");
    show_meeting(meeting);
  }
  const json_t *outer = json_object_get(state, "destination");
  const json_t *inner = json_object_get(json_object_get(outer, "detail"), "destination");
  const json_t *add = json_object_get(outer, "add"), *edit = json_object_get(inner, "edit");
  const json_t *record = json_object_get(inner, "record");
  if (add || edit) {
    printf("     form ");
    show_meeting(add ? add : edit);
  }
  if (record)
    show_record(record);
  printf("   effects running: %zu\n", kmk_store_effect_count(store));
  json_decref(state);
}

int main(int argc, char **argv) {
  const example meetings = {
      .name = "07_meetings",
      .register_features = meetings_register,
      .feature = "Meetings",
      .watch = watch,
      .show = show,
  };
  return run_example(&meetings, argc, argv);
}

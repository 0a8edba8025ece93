#include "snapshot_support.h"

/* For the thread sanitizer: jansson's json_decref reads the reference count before it changes the count atomically. */
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) { return "race:json_decref\nrace:json_incref\n"; }

REDUCER(note_row) { return NULL; }

REDUCER(app_base) {
  const json_t *set = kmk_action_payload(action, "set");
  if (set != NULL) {
    kmk_state_set(state, json_string_value(json_object_get(set, "at")),
                  json_object_get(set, "value"));
  } else if (kmk_action_is(action, "uuid")) {
    char uuid[37];
    kmk_env_uuid(env, uuid);
    kmk_state_set_new(state, "/uuid", json_string(uuid));
  } else if (kmk_action_is(action, "startTimer")) {
    return kmk_effect_every_new(SECOND, json_string("tick"));
  } else if (kmk_action_is(action, "tick")) {
    state_add(state, "/ticks", 1);
  }
  return NULL;
}

kmk_reducer *app(void) {
  kmk_reducer *row = kmk_presentation_destination(kmk_reducer_new(note_row, NULL, NULL), "/note",
                                                  "note", NULL, counter());
  kmk_reducer *base = kmk_reducer_new(app_base, NULL, NULL);
  kmk_reducer *rows = kmk_for_each(base, "/rows", "rows", "id", row);
  kmk_reducer *sheet = kmk_presentation_destination(rows, "/sheet", "sheet", NULL, counter());
  kmk_reducer *path = kmk_stack(sheet, "/path", "path", counter());
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.history_path = "/shown/history";
  return kmk_undoable(path, &options);
}

kmk_snapshot *snapshot_of(kmk_store *store) {
  kmk_error error = {0};
  kmk_snapshot *snapshot = kmk_store_snapshot(store, &error);
  assert_string_equal(error.message, "");
  assert_non_null(snapshot);
  return snapshot;
}

char *saved_text(kmk_store *store) {
  kmk_snapshot *snapshot = snapshot_of(store);
  json_t *json = kmk_snapshot_json(snapshot, 1, NULL);
  assert_non_null(json);
  char *text = json_dumps(json, JSON_COMPACT);
  json_decref(json);
  kmk_snapshot_free(snapshot);
  return text;
}

kmk_snapshot *snapshot_read(const char *text) {
  kmk_error error = {0};
  json_t *json = json_of(text);
  kmk_snapshot *snapshot = kmk_snapshot_new(json, NULL, &error);
  json_decref(json);
  assert_string_equal(error.message, "");
  assert_non_null(snapshot);
  return snapshot;
}

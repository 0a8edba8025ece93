#include "leaving.h"

#include "play.h"
#include "sharing.h"
#include "text.h"

#include <stdlib.h>

static json_t *saved_ids(void) {
  json_t *ids = json_array();
  for (size_t i = 0; i < now.ids.count; i++) {
    const char *id = now.ids.items[i];
    json_array_append_new(ids, id != NULL ? json_string(id) : json_null());
  }
  return ids;
}

json_t *leaving(void) {
  kmk_snapshot *snapshot = now.store != NULL ? kmk_store_snapshot(now.store, NULL) : NULL;
  if (snapshot == NULL) {
    return NULL;
  }
  json_t *saved = kmk_snapshot_json(snapshot, 1, NULL);
  char *text = need(json_dumps(saved, JSON_COMPACT));
  json_t *left = json_pack("{s: s, s: O, s: I, s: I, s: o, s: o}", "snapshot", text, "feature",
                           now.feature, "now", (json_int_t)now.time, "ahead", (json_int_t)now.ahead,
                           "shared", sharing_values(), "ids", saved_ids());
  free(text);
  json_decref(saved);
  kmk_snapshot_free(snapshot);
  return left;
}

/* The saved ids name presentations in this process too. */
static void know_ids(const json_t *ids) {
  size_t index;
  json_t *id;
  json_array_foreach(ids, index, id) { list_add(&now.ids, text_copy(json_string_value(id))); }
}

kmk_store *leaving_resumed(const json_t *left, kmk_error *error) {
  const char *text = json_string_value(json_object_get(left, "snapshot"));
  json_t *saved = text != NULL ? json_loads(text, JSON_ALLOW_NUL, NULL) : NULL;
  kmk_snapshot *snapshot = kmk_snapshot_new(saved, NULL, error);
  kmk_store *store = NULL;
  now.time = (uint64_t)json_integer_value(json_object_get(left, "now"));
  kmk_loop_advance(now.loop, now.time, NULL);
  now.ahead = json_integer_value(json_object_get(left, "ahead"));
  kmk_loop_set_date(now.loop, (int64_t)now.time + now.ahead, NULL);
  know_ids(json_object_get(left, "ids"));
  if (snapshot != NULL) {
    store = kmk_store_new_from(now.loop, kmk_reducer_retain(now.reducer), snapshot, error);
  }
  kmk_snapshot_free(snapshot);
  json_decref(saved);
  return store;
}

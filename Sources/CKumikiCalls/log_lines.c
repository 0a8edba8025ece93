/* What a recorder writes (log_lines.h). */
#include "log_lines.h"

#include "kumiki_recorder.h"
#include "secrets.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static json_t *hash_text(uint64_t hash) {
  char digits[17];
  snprintf(digits, sizeof digits, "%016" PRIx64, hash);
  return json_string(digits);
}

json_t *kumiki_log_header(char *const *secrets, json_t *shape) {
  json_t *line = json_pack("{s:s, s:i, s:s, s:O?}", "kumiki", "log", "form", 1, "library",
                           kmk_version(), "shape", shape);
  if (*secrets == NULL)
    return line;
  json_t *places = json_array();
  for (size_t i = 0; secrets[i] != NULL; i++)
    places = kumiki_with_element(places, i, json_string(secrets[i]));
  return kumiki_with_member(line, "secrets", places);
}

json_t *kumiki_log_checkpoint(char *const *secrets, json_t *beside, json_t *state, uint64_t step,
                              uint64_t clock, uint64_t hash) {
  /* The state is a member of the line, so that it may be as deep as JSON may be. */
  json_t *line =
      json_pack("{s:o, s:o, s:I, s:I, s:o}", "checkpoint", beside, "state", state, "step",
                (json_int_t)step, "clock", (json_int_t)clock, "hash", hash_text(hash));
  json_t *open = kumiki_without_secrets(secrets, line, json_null());
  json_decref(line);
  return open;
}

json_t *kumiki_log_state(char *const *secrets, kmk_store *store) {
  json_t *whole = json_pack("{s:o}", "state", kmk_store_state(store));
  json_t *open = whole == NULL ? NULL : kumiki_without_secrets(secrets, whole, json_null());
  json_decref(whole);
  return open;
}

uint64_t kumiki_log_hash_of(const json_t *step) {
  const char *digits = json_string_value(json_object_get(step, "hash"));
  return digits == NULL ? 0 : strtoull(digits, NULL, 16);
}

json_t *kumiki_log_step(char *const *secrets, kmk_store *store, const json_t *step,
                        uint64_t *hash) {
  if (*secrets == NULL) {
    *hash = kumiki_log_hash_of(step);
    return json_incref((json_t *)step);
  }
  const json_t *action = json_object_get(step, "action");
  json_t *open = kumiki_without_secrets(secrets, step, json_null());
  if (open != NULL && kumiki_is_write(action)) {
    json_t *places = kumiki_binding_places(store, action);
    open = kumiki_without_written_secrets(secrets, open, places, json_null());
    json_decref(places);
  }
  /* A restore has no patch: what it wrote is the state. */
  const json_t *patch = json_object_get(open, "patch");
  json_t *state = open == NULL || patch != NULL ? NULL : kumiki_log_state(secrets, store);
  const json_t *written = patch != NULL ? patch : json_object_get(state, "state");
  if (written != NULL) {
    *hash = kumiki_log_hash(*hash, written);
    open = kumiki_with_member(open, "hash", hash_text(*hash));
  } else {
    json_decref(open);
    open = NULL;
  }
  json_decref(state);
  return open;
}

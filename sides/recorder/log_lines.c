/* The lines of a log as JSON (log_lines.h). */
#include "log_lines.h"

#include "secrets.h"

/* The action that had begun at the end of the former run, from an incomplete line. New; NULL: none. */
static json_t *begun_in(const char *rest) {
  json_t *line = rest == NULL ? NULL : json_loads(rest, 0, NULL);
  json_t *begun = json_is_true(json_object_get(line, "begun"))
                      ? json_incref(json_object_get(line, "action"))
                      : NULL;
  json_decref(line);
  return begun;
}

json_t *kumiki_log_header(const json_t *secrets, json_t *shape, const char *interrupted,
                          const char *rest) {
  /* The line was written without other secrets than its own run's. */
  json_t *begun = json_array_size(secrets) > 0 ? NULL : begun_in(rest);
  json_t *line =
      json_pack("{s:s, s:i, s:s, s:O?, s:s*, s:o*}", "kumiki", "log", "form", 1, "library",
                kmk_version(), "shape", shape, "interrupted", interrupted, "begun", begun);
  if (json_array_size(secrets) == 0)
    return line;
  return kumiki_with_member(line, "secrets", json_incref((json_t *)secrets));
}

json_t *kumiki_log_checkpoint(const json_t *secrets, json_t *beside, json_t *state, uint64_t step,
                              uint64_t clock, json_t *hash) {
  /* The state is a member of the line itself, so that it may be as deep as JSON may be. */
  json_t *line = json_pack("{s:o, s:o, s:I, s:I, s:O}", "checkpoint", beside, "state", state,
                           "step", (json_int_t)step, "clock", (json_int_t)clock, "hash", hash);
  json_t *open = kumiki_without_secrets(secrets, line, NULL, json_null());
  json_decref(line);
  return open;
}

json_t *kumiki_log_state(const json_t *secrets, kmk_store *store) {
  /* A snapshot's state has no transient members. */
  kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
  json_t *whole = json_pack("{s:o}", "state", kmk_snapshot_state(snapshot));
  kmk_snapshot_free(snapshot);
  json_t *open = whole == NULL ? NULL : kumiki_without_secrets(secrets, whole, NULL, json_null());
  json_decref(whole);
  return open;
}

void kumiki_log_set_hash(json_t **hash, json_t *next) {
  json_decref(*hash);
  *hash = next;
}

json_t *kumiki_log_step(const json_t *secrets, kmk_store *store, const json_t *step,
                        json_t **hash) {
  if (json_array_size(secrets) == 0) {
    kumiki_log_set_hash(hash, json_incref(json_object_get(step, "hash")));
    return json_incref((json_t *)step);
  }
  const json_t *action = json_object_get(step, "action");
  bool is_write = kumiki_is_write(action);
  json_t *places = is_write ? kumiki_binding_places(store, action) : NULL, *open = NULL;
  if (places != NULL || !is_write)
    open = kumiki_without_secrets(secrets, step, places, json_null());
  json_decref(places);
  /* A restore has no patch: it writes the whole state. */
  const json_t *patch = json_object_get(open, "patch");
  json_t *state = open == NULL || patch != NULL ? NULL : kumiki_log_state(secrets, store);
  const json_t *written = patch != NULL ? patch : json_object_get(state, "state");
  if (written != NULL) {
    kumiki_log_set_hash(hash, kumiki_log_hash(*hash, written));
    open = kumiki_with_member(open, "hash", json_incref(*hash));
  } else {
    json_decref(open);
    open = NULL;
  }
  json_decref(state);
  return open;
}

json_t *kumiki_log_begun(const json_t *secrets, json_int_t step, const json_t *action) {
  bool has_secrets = json_array_size(secrets) > 0;
  if (has_secrets && kumiki_is_write(action))
    return NULL;
  json_t *line = json_pack("{s:I, s:b, s:O}", "step", step, "begun", 1, "action", (json_t *)action);
  if (!has_secrets || line == NULL)
    return line;
  json_t *open = kumiki_without_secrets(secrets, line, NULL, json_null());
  json_decref(line);
  return open;
}

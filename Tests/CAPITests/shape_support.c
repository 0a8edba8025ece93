#include "shape_support.h"

kmk_status shape_written;

kmk_effect *shape_write(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *p;
  if ((p = kmk_action_payload(action, "set")) != NULL) {
    shape_written =
        kmk_state_set(state, json_string_value(json_array_get(p, 0)), json_array_get(p, 1));
  } else if ((p = kmk_action_payload(action, "insert")) != NULL) {
    shape_written = kmk_state_insert_new(state, json_string_value(json_array_get(p, 0)),
                                         json_incref(json_array_get(p, 1)));
  } else if ((p = kmk_action_payload(action, "remove")) != NULL) {
    shape_written = kmk_state_remove(state, json_string_value(p));
  } else if ((p = kmk_action_payload(action, "move")) != NULL) {
    shape_written = kmk_state_move(state, json_string_value(json_array_get(p, 0)),
                                   json_string_value(json_array_get(p, 1)));
  } else if ((p = kmk_action_payload(action, "push")) != NULL) {
    shape_written = kmk_state_push_new(state, json_string_value(json_array_get(p, 0)),
                                       json_incref(json_array_get(p, 1)), NULL);
  }
  return NULL;
}

kmk_reducer *shape_writer(void) { return kmk_reducer_new(shape_write, NULL, NULL); }

kmk_reducer *shaped(const char *shape) { return kmk_shape(shape_writer(), shape); }

void assert_refused_write(kit *k, const char *action, const char *path, const char *message) {
  char *before = kmk_store_state_text(k->store, JSON_SORT_KEYS);
  json_array_clear(k->issues);
  send_ok(k->store, action);
  char *after = kmk_store_state_text(k->store, JSON_SORT_KEYS);
  assert_string_equal(after, before);
  kmk_text_free(before);
  kmk_text_free(after);
  assert_int_equal(json_array_size(k->issues), 1);
  const json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "path")), path);
  const char *said = json_string_value(json_object_get(issue, "message"));
  if (strstr(said, message) == NULL)
    fail_msg("\"%s\" does not say \"%s\"", said, message);
  assert_issues(k, "['state-misfit']");
}

void assert_refused_state(const kit *k, kmk_reducer *reducer, const char *state, const char *path,
                          const char *message) {
  kmk_error error = {0};
  json_t *value = json_of(state);
  assert_null(kmk_store_new(k->loop, reducer, value, &error));
  json_decref(value);
  if (error.status != KMK_ERR_DECODE)
    fail_msg("%s: %s", state, error.message);
  assert_string_equal(error.path, path);
  assert_string_equal(error.message, message);
}

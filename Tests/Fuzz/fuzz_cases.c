/* Two lines with case paths, and a line with a payload: tries every function that takes a case path. */
#include "fuzz.h"

FUZZ(text, length) {
  (void)length;
  app a = app_open(false);
  const char *path = next_line(&text), *name = next_line(&text);
  json_t *payload = next_value(&text), *id = json_integer(1);
  kmk_error error;
  json_t *action = kmk_action_at(path, payload);
  if (action != NULL) {
    must(kmk_action_is(action, path));
    const json_t *found = kmk_action_payload(action, path);
    must(found != NULL && (payload == NULL || json_equal(found, payload) ||
                           (json_is_object(payload) && json_object_size(payload) == 0)));
  }
  json_t *of_row = kmk_action_element_at_new(path, id, kmk_json_retain(payload));
  kmk_action_element(of_row, path, NULL);
  kmk_action_element(payload, name, NULL);
  kmk_action_is(payload, path);
  kmk_action_payload(payload, name);
  kmk_store_send(a.store, action, &error);
  kmk_store_send_at(a.store, path, payload, &error);
  kmk_store_present(a.store, path, payload, &error);
  kmk_store_presented(a.store, name, payload, &error);
  kmk_store_dismiss(a.store, path, &error);
  kmk_store_dismiss_id(a.store, name, path, &error);
  kmk_store_write_binding(a.store, path, "/name", payload, &error);
  kmk_store *view = kmk_store_scope(a.store, "/child", path, &error);
  kmk_store_send(view, payload, &error);
  kmk_store_free(view);
  app_check(&a);
  app_close(&a);
  kmk_reducer *reducer =
      KMK_CASES(kmk_scope("/a", path, kmk_empty()), {path, "any"}, {name, "text"});
  reducer = kmk_if_case_let(reducer, name, path, NULL, kmk_scope_case(path, name, kmk_empty()));
  json_decref(kmk_reducer_describe(reducer, &error));
  kmk_reducer_free(reducer);
  json_decref(action);
  json_decref(of_row);
  json_decref(payload);
  json_decref(id);
}

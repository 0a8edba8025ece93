/* The text of a shape, a line with a payload's kind, and lines with states. A store accepts each state, or fills
 * an error; if it accepts the state, another store accepts the resulting state too. */
#include "fuzz.h"

static kmk_effect *sets(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "", kmk_action_payload(action, "set"));
  kmk_state_set(state, "/a", kmk_action_payload(action, "set"));
  return NULL;
}

static kmk_reducer *shaped(const char *shape, const char *kind) {
  kmk_field field = {"/a", kind};
  kmk_case own = {"set", kind};
  kmk_reducer *base = kmk_cases(kmk_reducer_new(sets, NULL, NULL), 1, &own);
  kmk_reducer *members[] = {base, kmk_binding_fields("binding", 1, &field)};
  return kmk_shape(kmk_combine(2, members), shape);
}

FUZZ(text, length) {
  (void)length;
  const char *shape = next_line(&text), *kind = next_line(&text);
  kmk_error error;
  kmk_reducer *reducer = shaped(shape, kind);
  json_t *schema = kmk_reducer_describe(reducer, &error);
  char *hash = kmk_reducer_hash(reducer, &error);
  must((schema == NULL) <= (error.status != KMK_OK));
  kmk_text_free(hash);
  json_decref(schema);
  for (int line = 0; *text != '\0' && line < 8; line++) {
    json_t *state = next_value(&text);
    kmk_loop *loop = app_loop();
    kmk_store *store = kmk_store_new(loop, kmk_reducer_retain(reducer), state, &error);
    if (store != NULL) {
      json_t *action = json_pack("{s:O}", "set", state);
      kmk_store_send_new(store, action, NULL);
      kmk_store_write_binding(store, "binding", "/a", state, NULL);
      json_t *held = kmk_store_state(store);
      kmk_store *again = kmk_store_new(loop, kmk_reducer_retain(reducer), held, &error);
      must(again != NULL);
      kmk_store_free(again);
      json_decref(held);
    } else {
      check_error(&error, error.status);
    }
    kmk_store_free(store);
    kmk_loop_free(loop);
    json_decref(state);
  }
  kmk_reducer_free(kmk_expect_shape(reducer, kind));
}

/* The text of an initial state. Either a store is created from it, or the error says why not. Another store can be
   created from the store's state. */
#include "fuzz.h"

FUZZ(text, length) {
  bool has_shape = next_byte(&text) % 2 == 1;
  kmk_error error;
  json_t *state = kmk_json_parse(text, strlen(text), &error), *completed;
  (void)length;
  if (state == NULL) {
    check_error(&error, error.status);
    return;
  }
  kmk_reducer *reducer = fuzz_reducer(has_shape);
  completed = kmk_reducer_complete_state(reducer, state, &error);
  app a = {app_loop(), NULL};
  kmk_error refusal;
  a.store = kmk_store_new(a.loop, reducer, state, &refusal);
  must((completed == NULL) == (a.store == NULL));
  if (a.store == NULL) {
    check_error(&refusal, refusal.status);
  } else {
    app_check(&a);
    app_send(&a, "\"inc\"", 5);
    app_send(&a, "\"undo\"", 6);
    app_advance(&a, KMK_SECONDS(2));
    app_check(&a);
  }
  app_close(&a);
  json_decref(completed);
  json_decref(state);
}

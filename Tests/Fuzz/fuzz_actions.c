/* Actions as text, line by line; "+" and a number advances the clock. A copy that patches keep up to date equals
 * the state, and each inverse patch restores the previous copy. */
#include "fuzz.h"

static json_t *copy, *earlier;

static void patched(const json_t *patch, const json_t *inverse, void *data) {
  (void)data;
  json_t *next = kmk_json_patched(copy, patch, NULL);
  must(next != NULL);
  json_decref(earlier);
  earlier = copy;
  copy = next;
  json_t *back = kmk_json_patched(next, inverse, NULL);
  must(back != NULL && json_equal(back, earlier));
  json_decref(back);
}

static void compare(app *a) {
  json_t *state = kmk_store_state(a->store);
  must(json_equal(state, copy));
  json_decref(state);
}

FUZZ(text, length) {
  (void)length;
  app a = app_open(next_byte(&text) % 2 == 1);
  copy = kmk_store_state(a.store);
  kmk_subscription *changes = kmk_store_observe_changes(a.store, "", patched, NULL, NULL, NULL);
  for (int line = 0; *text != '\0' && line < 64; line++) {
    const char *action = next_line(&text);
    if (*action == '+')
      app_advance(&a, strtoull(action + 1, NULL, 10));
    else
      app_send(&a, action, strlen(action));
    compare(&a);
  }
  app_check(&a);
  kmk_subscription_free(changes);
  app_close(&a);
  json_decref(copy);
  json_decref(earlier);
  copy = earlier = NULL;
}

/* The text of an initial state and of actions for a feature written in Swift, which decodes them by its types. */
#include "fuzz.h"

/* Registers the features of Tests/ConsumerTests/team. */
int team_register(void);
static const char *const features[] = {"Board", "Drafts", "Sheet"};

int fuzz_setup(void) { return team_register(); }

FUZZ(text, length) {
  (void)length;
  const char *feature = features[next_byte(&text) % KMK_COUNT(features)];
  kmk_error error;
  app a = {app_loop(), NULL};
  json_t *state = next_value(&text);
  a.store = kmk_store_open(a.loop, feature, state, &error);
  if (a.store == NULL) {
    check_error(&error, error.status);
    a.store = kmk_store_open(a.loop, feature, NULL, &error);
    must(a.store != NULL);
  }
  json_decref(state);
  /* The state is encoded for each query, so the test compares it by value after a refused action. */
  for (int line = 0; *text != '\0' && line < 32; line++) {
    json_t *before = kmk_store_state(a.store);
    const char *action = next_line(&text);
    kmk_status status = kmk_store_send_text(a.store, action, &error);
    json_t *after = kmk_store_state(a.store);
    if (status != KMK_OK) {
      check_error(&error, status);
      must(json_equal(before, after));
    }
    json_decref(kmk_store_get(a.store, action, NULL));
    json_decref(before);
    json_decref(after);
  }
  app_advance(&a, KMK_SECONDS(2));
  app_close(&a);
}

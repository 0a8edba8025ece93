/* The content of a shared value's file. It is either read, or an issue; a write makes the file valid. */
#include "fuzz.h"

static void observed(const json_t *value, void *data) { (void)value, (void)data; }

FUZZ(text, length) {
  kmk_error error;
  const char *path = input_file(text, length);
  json_t *initial = json_pack("{s:i}", "count", 1);
  kmk_loop *loop = app_loop();
  kmk_shared *shared = kmk_shared_file(path, initial, &error);
  must(shared != NULL);
  kmk_subscription *observer =
      kmk_shared_observe(shared, loop, "/count", observed, NULL, NULL, &error);
  json_t *value = kmk_shared_get(shared, "", &error);
  must(value != NULL);
  json_decref(value);
  must(kmk_shared_set_new(shared, "", json_pack("{s:i}", "count", 2), &error) == KMK_OK);
  kmk_loop_run_until_idle(loop, 0, NULL);
  value = kmk_shared_get(shared, "/count", &error);
  must(json_integer_value(value) == 2);
  json_decref(value);
  kmk_subscription_free(observer);
  kmk_shared_free(shared);
  kmk_loop_free(loop);
  json_decref(initial);
  remove(path);
}

/* A saved snapshot. If it can be read, a new store is created from it, and an open store is restored from it. */
#include "fuzz.h"

static json_t *older(const json_t *state, void *data) {
  (void)data;
  return json_is_object(state) ? kmk_json_retain(state) : NULL;
}

FUZZ(text, length) {
  kmk_error error;
  json_t *saved = kmk_json_parse(text, length, NULL), *again = NULL;
  kmk_migration step = {1, older, NULL};
  kmk_migrations migrations = {sizeof migrations, 2, 1, &step};
  kmk_snapshot *snapshot = kmk_snapshot_new(saved, length % 2 == 0 ? NULL : &migrations, &error);
  if (snapshot == NULL)
    check_error(&error, error.status);
  kmk_snapshot *bounded = kmk_snapshot_bounded(snapshot, 100, &error);
  app a = {app_loop(), NULL};
  a.store = kmk_store_new_from(a.loop, fuzz_reducer(false), snapshot, &error);
  app b = app_open(false);
  kmk_status status = kmk_store_restore(b.store, bounded, &error);
  must((a.store == NULL) == (status != KMK_OK));
  if (a.store != NULL) {
    app_check(&a);
    app_check(&b);
    app_send(&a, "\"undo\"", 6);
    app_send(&a, "\"undo\"", 6);
    app_send(&a, "\"redo\"", 6);
    app_advance(&a, KMK_SECONDS(1));
    app_check(&a);
    again = kmk_snapshot_json(snapshot, 2, &error);
    must(again != NULL);
  }
  app_close(&a);
  app_close(&b);
  json_decref(again);
  kmk_snapshot_free(bounded);
  kmk_snapshot_free(snapshot);
  json_decref(saved);
}

"""Parts of printed programs: moments that the store goes back to. See c_frame.py."""

MOMENTS: list[tuple[str, str]] = [
    ("moments", "static kmk_snapshot *moments[MANY];\n"),
    ("moment_count", "static size_t moment_count;\n"),
    ("moment", """
static void moment(void) {
  kmk_error error = {.status = KMK_OK};
  moments[moment_count++] = kmk_store_snapshot(stores[0], &error);
  answered("moment", error.status);
}
"""),
    ("saved_and_read", """
static kmk_snapshot *saved_and_read(const kmk_snapshot *moment) {
  json_t *saved = kmk_snapshot_json(moment, 1, NULL);
  kmk_snapshot *read = kmk_snapshot_new(saved, NULL, NULL);
  json_decref(saved);
  return read;
}
"""),
    ("restore", """
static void restore(const kmk_snapshot *moment, bool is_saved) {
  kmk_snapshot *read = is_saved ? saved_and_read(moment) : NULL;
  answered("restore", kmk_store_restore(stores[0], is_saved ? read : moment, NULL));
  kmk_snapshot_free(read);
}
"""),
    ("reopen", """
static kmk_reducer *feature(void);
static void leave(void);

/* Another store goes on where the moment was. */
static void reopen(const kmk_snapshot *moment) {
  kmk_error error = {.status = KMK_OK};
  leave();
  kmk_store_free(taken_store(0));
  kmk_snapshot *read = saved_and_read(moment);
  stores[0] = kmk_store_new_from(loop, feature(), read, &error);
  kmk_snapshot_free(read);
  answered("reopen", error.status);
}
"""),
]

#include "field_table.h"
#include "gtk_support.h"

table open_table(kmk_reduce_fn fn, json_t *value) {
  size_t live = kmk_live_objects();
  table made = {kmk_loop_new_virtual(NULL), NULL, gtk_window_new(), live};
  json_t *initial = json_pack("{s:o}", "v", value);
  kmk_reducer *reducer = KMK_COMBINE(KMK_BINDING_FIELDS("binding", {"/v", "any"}),
                                     fn ? kmk_reducer_new(fn, NULL, NULL) : kmk_empty());
  made.store = kmk_store_new(made.loop, reducer, initial, NULL);
  assert_non_null(made.store);
  json_decref(initial);
  return made;
}

void close_table(table *t) {
  if (t->window)
    gtk_window_destroy(GTK_WINDOW(t->window));
  kmk_store_free(t->store);
  kmk_loop_free(t->loop);
  user_waits();
  assert_int_equal(kmk_live_objects(), t->live);
}

void assert_value(const table *t, const char *expected) {
  json_t *value = kmk_store_get(t->store, "/v", NULL);
  char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
  assert_string_equal(text, expected);
  free(text);
  json_decref(value);
}

void write_value(const table *t, const char *json) {
  json_t *value = json_loads(json, JSON_DECODE_ANY, NULL);
  assert_int_equal(kmk_store_write_binding(t->store, "binding", "/v", value, NULL), KMK_OK);
  json_decref(value);
}

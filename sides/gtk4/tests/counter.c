#include <kumiki_glib.h>
#include <kumiki_gtk.h>

static kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "increment")) {
    json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
    kmk_state_set_new(state, "/count", json_integer(count + 1));
  }
  return NULL;
}

int main(void) {
  gtk_init();
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:i}", "count", 0);
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(counter, NULL, NULL), initial, NULL);
  json_decref(initial);
  GtkWidget *window = gtk_window_new(), *button = gtk_button_new();
  gtk_window_set_child(GTK_WINDOW(window), button);
  kmk_gtk_show(store, "/count", button, "label");
  kmk_gtk_clicked(button, store, "increment");
  gtk_window_present(GTK_WINDOW(window));
  guint source = kmk_glib_attach(loop, NULL);
  while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0)
    g_main_context_iteration(NULL, TRUE);
  g_source_remove(source);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

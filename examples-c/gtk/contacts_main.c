/* contacts: the app of contacts with windows. Its core and its file are those of the terminal.
 *
 * Run:     contacts_main [FILE]
 * Needs:   gtk4 */
#include "../contacts/contacts.h"
#include "../contacts/files.h"
#include "contacts_windows.h"

#include <glib-unix.h>
#include <kumiki_glib.h>

#define LONGEST_SAVE 10000 /* milliseconds, at the end */

static void end(GtkWidget *window, void *main_loop) {
  (void)window;
  g_main_loop_quit(main_loop);
}

static gboolean close_window(void *window) {
  gtk_window_close(window);
  return G_SOURCE_CONTINUE;
}

static void run(kmk_loop *loop, kmk_store *store) {
  GMainLoop *main_loop = g_main_loop_new(NULL, FALSE);
  GtkWidget *window = contacts_window(store);
  guint source = kmk_glib_attach(loop, NULL);
  guint asked = g_unix_signal_add(SIGTERM, close_window, window);
  g_signal_connect(window, "destroy", G_CALLBACK(end), main_loop);
  gtk_window_present(GTK_WINDOW(window));
  kmk_store_send_at(store, "load", NULL, NULL);
  g_main_loop_run(main_loop);
  g_main_loop_unref(main_loop);
  g_source_remove(asked);
  g_source_remove(source);
}

int main(int argc, char **argv) {
  kmk_error error;
  saved_file file;
  gtk_init();
  saved_file_open(&file, argc > 1 ? argv[1] : "contacts.json");
  kmk_loop *loop = kmk_loop_new_with(NULL, NULL, NULL, NULL); /* whose end waits for workers */
  kmk_reducer *core = kmk_dependency_pointer(contacts_reducer(), "files", &file.files, NULL);
  json_t *initial = contacts_initial();
  kmk_store *store = kmk_store_new(loop, core, initial, &error);
  json_decref(initial);
  bool is_good = store;
  if (store) {
    run(loop, store);
    is_good = kmk_loop_finish(loop, LONGEST_SAVE, &error) == KMK_OK; /* saves what is unsaved */
  }
  if (!is_good)
    g_printerr("contacts: %s\n", error.message);
  kmk_store_free(store);
  kmk_loop_free(loop);
  saved_file_close(&file);
  return is_good ? 0 : 1;
}

/* meetings: the app of 07_meetings with windows. Its reducers are those of the command line.
 *
 * Run:     meetings_main
 * Needs:   gtk4 */
#include "../meetings/meetings.h"
#include "meetings_windows.h"

#include <kumiki_glib.h>

static void end(GtkWidget *window, void *main_loop) {
  (void)window;
  g_main_loop_quit(main_loop);
}

int main(void) {
  kmk_error error;
  gtk_init();
  kmk_loop *loop = kmk_loop_new(&error);
  guint source = kmk_glib_attach(loop, NULL);
  kmk_store *store = NULL;
  if (meetings_register() == KMK_OK)
    store = kmk_store_open(loop, "Meetings", NULL, &error);
  if (!store) {
    g_printerr("meetings: %s\n", error.message);
    return 1;
  }
  GMainLoop *main_loop = g_main_loop_new(NULL, FALSE);
  GtkWidget *window = meetings_window(store);
  g_signal_connect(window, "destroy", G_CALLBACK(end), main_loop);
  gtk_window_present(GTK_WINDOW(window));
  g_main_loop_run(main_loop);
  g_main_loop_unref(main_loop);
  g_source_remove(source);
  kmk_loop_free(loop); /* ends the store */
  kmk_store_free(store);
  return 0;
}

/* A window with an entry, a label and a button, without Kumiki: the time of GTK's own start. */
#include <gtk/gtk.h>

#include <glib-unix.h>

static gboolean close_window(void *window) {
  gtk_window_destroy(window);
  return G_SOURCE_CONTINUE;
}

static void end(GtkWidget *window, void *main_loop) {
  (void)window;
  g_main_loop_quit(main_loop);
}

int main(void) {
  gtk_init();
  GMainLoop *main_loop = g_main_loop_new(NULL, FALSE);
  GtkWidget *window = gtk_window_new();
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append(GTK_BOX(box), gtk_search_entry_new());
  gtk_box_append(GTK_BOX(box), gtk_label_new("Meetings"));
  gtk_box_append(GTK_BOX(box), gtk_button_new_with_label("Add"));
  gtk_window_set_child(GTK_WINDOW(window), box);
  gtk_window_set_default_size(GTK_WINDOW(window), 420, 360);
  g_signal_connect(window, "destroy", G_CALLBACK(end), main_loop);
  g_unix_signal_add(SIGTERM, close_window, window);
  gtk_window_present(GTK_WINDOW(window));
  g_main_loop_run(main_loop);
  g_main_loop_unref(main_loop);
  return 0;
}

#include "parts.h"

#include <glib-unix.h>
#include <kumiki_glib.h>
#include <kumiki_gtk_present.h>

GtkWidget *parts_column(void) {
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_margin_top(column, 12);
  gtk_widget_set_margin_bottom(column, 12);
  gtk_widget_set_margin_start(column, 12);
  gtk_widget_set_margin_end(column, 12);
  return column;
}

GtkWidget *parts_buttons(GtkWidget *column) {
  GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_set_halign(buttons, GTK_ALIGN_END);
  gtk_widget_set_valign(buttons, GTK_ALIGN_END);
  gtk_widget_set_vexpand(buttons, TRUE);
  gtk_box_append(GTK_BOX(column), buttons);
  return buttons;
}

GtkWidget *parts_button(GtkWidget *buttons, const char *text, const char *role, kmk_store *store,
                        const char *action) {
  GtkWidget *button = gtk_button_new_with_label(text);
  gtk_widget_set_name(button, action);
  kmk_gtk_role(button, role);
  kmk_gtk_clicked(button, store, action);
  gtk_box_append(GTK_BOX(buttons), button);
  return button;
}

GtkWidget *parts_label(GtkWidget *column, kmk_store *store, const char *pointer) {
  GtkWidget *label = gtk_label_new("");
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  if (pointer)
    kmk_gtk_show(store, pointer, label, "label");
  gtk_box_append(GTK_BOX(column), label);
  return label;
}

void parts_field(GtkWidget *column, const char *text, GtkWidget *widget) {
  GtkWidget *label = parts_label(column, NULL, NULL);
  gtk_label_set_text(GTK_LABEL(label), text);
  gtk_widget_add_css_class(label, "dim-label");
  gtk_label_set_mnemonic_widget(GTK_LABEL(label), widget);
  gtk_box_append(GTK_BOX(column), widget);
}

void parts_bar_icon(GtkWidget *bar, const char *icon, const char *tip, kmk_store *store,
                    const char *action, const char *sensitive) {
  GtkWidget *button = gtk_button_new_from_icon_name(icon);
  gtk_widget_set_name(button, action);
  gtk_widget_set_tooltip_text(button, tip);
  kmk_gtk_clicked(button, store, action);
  if (sensitive)
    kmk_gtk_show(store, sensitive, button, "sensitive");
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), button);
}

/* ---------------------------------------------------------------------- the main loop */

static void end(GtkWidget *window, void *main_loop) {
  (void)window;
  g_main_loop_quit(main_loop);
}

static gboolean close_window(void *window) {
  gtk_window_close(window);
  return G_SOURCE_CONTINUE;
}

void parts_run(kmk_loop *loop, GtkWidget *window) {
  GMainLoop *main_loop = g_main_loop_new(NULL, FALSE);
  guint source = kmk_glib_attach(loop, NULL);
  guint asked = g_unix_signal_add(SIGTERM, close_window, window);
  g_signal_connect(window, "destroy", G_CALLBACK(end), main_loop);
  gtk_window_present(GTK_WINDOW(window));
  g_main_loop_run(main_loop);
  g_main_loop_unref(main_loop);
  g_source_remove(asked);
  g_source_remove(source);
}

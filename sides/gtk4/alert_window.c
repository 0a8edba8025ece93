/* Alerts as a window with a column of labels and a row of buttons, for GTK before 4.10. */
#include "alert.h"

static void kmk_gtk_alert_clicked(GtkWidget *button, gpointer data) {
  GtkWidget *window = (GtkWidget *)data;
  size_t index = (size_t)(guintptr)g_object_get_data(G_OBJECT(button), "kmk-gtk-index");
  kmk_gtk_alert_answer(kmk_gtk_alert_of(window), index,
                       g_object_get_data(G_OBJECT(window), "kmk-gtk-shown"));
}

static void kmk_gtk_alert_add_text(GtkWidget *column, const char *text, const char *style) {
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 40);
  gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
  if (style != NULL)
    gtk_widget_add_css_class(label, style);
  gtk_box_append(GTK_BOX(column), label);
}

static void kmk_gtk_alert_add_buttons(const kmk_gtk_alert *alert, GtkWidget *window,
                                      GtkWidget *row) {
  size_t i;
  for (i = 0; i < json_array_size(alert->buttons); i++) {
    const json_t *stated = json_array_get(alert->buttons, i);
    const char *name = json_string_value(json_object_get(stated, "case"));
    char *label = kmk_gtk_alert_member(stated, "label");
    GtkWidget *button = gtk_button_new_with_label(label);
    gtk_widget_set_name(button, name != NULL ? name : "close");
    gtk_widget_set_hexpand(button, TRUE);
    kmk_gtk_role(button, json_string_value(json_object_get(stated, "role")));
    g_object_set_data(G_OBJECT(button), "kmk-gtk-index", (gpointer)(guintptr)i);
    g_signal_connect(button, "clicked", G_CALLBACK(kmk_gtk_alert_clicked), window);
    gtk_box_append(GTK_BOX(row), button);
    if (kmk_gtk_alert_is_role(stated, "suggested"))
      gtk_window_set_default_widget(GTK_WINDOW(window), button);
    g_free(label);
  }
}

GtkWidget *kmk_gtk_alert_window_new(const kmk_gtk_alert *alert, const char *title,
                                    const char *message) {
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *none = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0); /* replaces the title bar */
  GtkWidget *window =
      g_object_new(GTK_TYPE_WINDOW, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT_DIALOG, NULL);
  gtk_widget_set_visible(none, FALSE);
  gtk_window_set_titlebar(GTK_WINDOW(window), none);
  gtk_window_set_title(GTK_WINDOW(window), title); /* for programs that list windows */
  gtk_window_set_resizable(GTK_WINDOW(window), FALSE);
  gtk_window_set_child(GTK_WINDOW(window), column);
  gtk_widget_set_size_request(column, 260, -1);
  gtk_widget_set_margin_top(column, 24);
  gtk_widget_set_margin_bottom(column, 18);
  gtk_widget_set_margin_start(column, 18);
  gtk_widget_set_margin_end(column, 18);
  kmk_gtk_alert_add_text(column, title, "title-4");
  if (*message != '\0')
    kmk_gtk_alert_add_text(column, message, NULL);
  gtk_box_append(GTK_BOX(column), row);
  kmk_gtk_alert_add_buttons(alert, window, row);
  return window;
}

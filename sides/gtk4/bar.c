/* Header bars of windows and pages, and their buttons. */
#include "kumiki_gtk_bar.h"

#include <string.h>

/* A title that may follow the state: a label like the one that a GtkHeaderBar makes for a window. */
static GtkWidget *kmk_gtk_bar_label(const char *title) {
  GtkWidget *label = gtk_label_new(title);
  gtk_label_set_single_line_mode(GTK_LABEL(label), TRUE);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars(GTK_LABEL(label), 5);
  gtk_widget_add_css_class(label, "title");
  return label;
}

GtkWidget *kmk_gtk_bar_new(const char *title) {
  GtkWidget *bar = gtk_header_bar_new();
  gtk_header_bar_set_title_widget(GTK_HEADER_BAR(bar), kmk_gtk_bar_label(title));
  return bar;
}

GtkWidget *kmk_gtk_bar_title(GtkWidget *bar) {
  return gtk_header_bar_get_title_widget(GTK_HEADER_BAR(bar));
}

GtkWidget *kmk_gtk_bar_window_new(const char *title, GtkWidget **bar) {
  GtkWidget *window = gtk_window_new(), *made = kmk_gtk_bar_new(title);
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_titlebar(GTK_WINDOW(window), made);
  if (bar != NULL)
    *bar = made;
  return window;
}

GtkWidget *kmk_gtk_bar_page_new(const char *title, GtkWidget *content, GtkWidget **bar) {
  GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *made = kmk_gtk_bar_new(title);
  gtk_widget_set_vexpand(content, TRUE);
  gtk_box_append(GTK_BOX(page), made);
  gtk_box_append(GTK_BOX(page), content);
  if (bar != NULL)
    *bar = made;
  return page;
}

void kmk_gtk_bar_in_pages(GtkWidget *window) {
  GtkWidget *none = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_visible(none, FALSE);
  gtk_window_set_titlebar(GTK_WINDOW(window), none);
}

GtkWidget *kmk_gtk_bar_close(GtkWidget *bar, const char *label) {
  GtkWidget *button = label != NULL ? gtk_button_new_with_label(label)
                                    : gtk_button_new_from_icon_name("go-previous-symbolic");
  gtk_widget_set_name(button, "close");
  if (label == NULL)
    gtk_widget_set_tooltip_text(button, "Back");
  if (label != NULL)
    gtk_header_bar_set_show_title_buttons(GTK_HEADER_BAR(bar), FALSE);
  kmk_gtk_closes(button);
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), button);
  return button;
}

GtkWidget *kmk_gtk_bar_button(GtkWidget *bar, const char *label, const char *role, kmk_store *store,
                              const char *action_case) {
  GtkWidget *button = g_str_has_suffix(label, "-symbolic") ? gtk_button_new_from_icon_name(label)
                                                           : gtk_button_new_with_label(label);
  GtkRoot *root = gtk_widget_get_root(bar);
  if (action_case != NULL)
    gtk_widget_set_name(button, action_case);
  kmk_gtk_role(button, role);
  kmk_gtk_clicked(button, store, action_case);
  gtk_header_bar_pack_end(GTK_HEADER_BAR(bar), button);
  if (root != NULL && role != NULL && strcmp(role, "suggested") == 0)
    gtk_window_set_default_widget(GTK_WINDOW(root), button);
  return button;
}

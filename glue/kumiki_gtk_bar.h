/**
 * Header bars of GTK 4, for windows and pages that come and go with the state.
 *
 *     GtkWidget *bar, *window = kmk_gtk_bar_window_new("Contact", &bar);
 *     kmk_gtk_bar_close(bar, "Cancel");
 *     kmk_gtk_bar_button(bar, "Done", "suggested", view, "done");
 *     gtk_window_set_child(GTK_WINDOW(window), form);
 *
 * A window whose pages come and go has no bar of its own: each page has one, by kmk_gtk_bar_page_new.
 */
#ifndef KUMIKI_GTK_BAR_H
#define KUMIKI_GTK_BAR_H

#include "kumiki_gtk_shown.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A title that may follow the state: a label, as a GtkHeaderBar makes it for a window. */
static inline GtkWidget *kmk_gtk_bar_label(const char *title) {
  GtkWidget *label = gtk_label_new(title);
  gtk_label_set_single_line_mode(GTK_LABEL(label), TRUE);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars(GTK_LABEL(label), 5);
  gtk_widget_add_css_class(label, "title");
  return label;
}

/**
 * Makes a GtkHeaderBar with a title, a GtkLabel that may follow the state:
 * kmk_gtk_show(store, "/name", kmk_gtk_bar_title(bar), "label").
 *
 * Owns: text copied, result floating, as a new widget is. NULL: no title. Threads: owner, callback.
 * Since: 0.3.
 */
static inline GtkWidget *kmk_gtk_bar_new(const char *title) {
  GtkWidget *bar = gtk_header_bar_new();
  gtk_header_bar_set_title_widget(GTK_HEADER_BAR(bar), kmk_gtk_bar_label(title));
  return bar;
}

/**
 * Returns the label of a kmk_gtk_bar_new's title.
 *
 * Owns: result borrowed from the bar. NULL: a mistake. Threads: owner, callback. Since: 0.3.
 */
static inline GtkWidget *kmk_gtk_bar_title(GtkWidget *bar) {
  return gtk_header_bar_get_title_widget(GTK_HEADER_BAR(bar));
}

/**
 * Makes a window with such a header bar.
 *
 * @param bar  gets the bar, which the window owns. NULL: it is not asked for.
 *
 * Owns: text copied, window GTK's, as of gtk_window_new. NULL: no title; bar may be. Threads: owner,
 * callback. Since: 0.3.
 */
static inline GtkWidget *kmk_gtk_bar_window_new(const char *title, GtkWidget **bar) {
  GtkWidget *window = gtk_window_new(), *made = kmk_gtk_bar_new(title);
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_titlebar(GTK_WINDOW(window), made);
  if (bar != NULL) *bar = made;
  return window;
}

/**
 * Makes a page with such a header bar above its content.
 *
 * @param content  gets the space below the bar. Floating: consumed.
 * @param bar      gets the bar, which the page owns. NULL: it is not asked for.
 *
 * Owns: text copied, content consumed, result floating, as a new widget is. NULL: no title; bar may
 * be. Threads: owner, callback. Since: 0.3.
 */
static inline GtkWidget *kmk_gtk_bar_page_new(const char *title, GtkWidget *content,
                                              GtkWidget **bar) {
  GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *made = kmk_gtk_bar_new(title);
  gtk_widget_set_vexpand(content, TRUE);
  gtk_box_append(GTK_BOX(page), made);
  gtk_box_append(GTK_BOX(page), content);
  if (bar != NULL) *bar = made;
  return page;
}

/**
 * Takes a window's own title bar away: its pages have bars, which move and close it.
 *
 * NULL: a mistake. Threads: owner, callback. Since: 0.3.
 */
static inline void kmk_gtk_bar_in_pages(GtkWidget *window) {
  GtkWidget *none = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_visible(none, FALSE);
  gtk_window_set_titlebar(GTK_WINDOW(window), none);
}

/**
 * Adds a button at the start of a bar that closes the window or the page, as its user does.
 *
 * @param label  NULL: an arrow that leads back, for a page. With a text the window's own close
 *               button is left out: the window is given up by this one.
 * @return the button, named "close".
 *
 * Owns: text copied, result the bar's. NULL: a label may be. Threads: owner, callback. Since: 0.3.
 */
static inline GtkWidget *kmk_gtk_bar_close(GtkWidget *bar, const char *label) {
  GtkWidget *button = label != NULL ? gtk_button_new_with_label(label)
                                    : gtk_button_new_from_icon_name("go-previous-symbolic");
  gtk_widget_set_name(button, "close");
  if (label == NULL) gtk_widget_set_tooltip_text(button, "Back");
  if (label != NULL) gtk_header_bar_set_show_title_buttons(GTK_HEADER_BAR(bar), FALSE);
  kmk_gtk_closes(button);
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), button);
  return button;
}

/**
 * Adds a button at the end of a bar that sends an action without payload when it is clicked.
 *
 * @param label  ending in "-symbolic": an icon of that name.
 * @param role   as of kmk_gtk_role. One that is "suggested" is the default of the bar's window: Enter
 *               in an entry that activates the default presses it.
 * @return the button, named after the action.
 *
 * Owns: store borrowed until the button has gone, texts copied, result the bar's. NULL: as
 * kmk_gtk_clicked. Threads: owner, callback. Since: 0.3.
 */
static inline GtkWidget *kmk_gtk_bar_button(GtkWidget *bar, const char *label, const char *role,
                                            kmk_store *store, const char *action_case) {
  GtkWidget *button = g_str_has_suffix(label, "-symbolic") ? gtk_button_new_from_icon_name(label)
                                                           : gtk_button_new_with_label(label);
  GtkRoot *root = gtk_widget_get_root(bar);
  if (action_case != NULL) gtk_widget_set_name(button, action_case);
  kmk_gtk_role(button, role);
  kmk_gtk_clicked(button, store, action_case);
  gtk_header_bar_pack_end(GTK_HEADER_BAR(bar), button);
  if (root != NULL && role != NULL && strcmp(role, "suggested") == 0)
    gtk_window_set_default_widget(GTK_WINDOW(root), button);
  return button;
}

#ifdef __cplusplus
}
#endif
#endif

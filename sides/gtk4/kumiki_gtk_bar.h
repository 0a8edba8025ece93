/**
 * Header bars of GTK 4, for windows and pages that the state opens and closes.
 *
 *     GtkWidget *bar, *window = kmk_gtk_bar_window_new("Contact", &bar);
 *     kmk_gtk_bar_close(bar, "Cancel");
 *     kmk_gtk_bar_button(bar, "Done", "suggested", view, "done");
 *     gtk_window_set_child(GTK_WINDOW(window), form);
 *
 * If a window shows pages that the state opens and closes, make each page with kmk_gtk_bar_page_new, and give
 * the window no bar of its own.
 */
#ifndef KUMIKI_GTK_BAR_H
#define KUMIKI_GTK_BAR_H

#include "kumiki_gtk_shown.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * Creates a GtkHeaderBar with a title, a GtkLabel that may follow the state: kmk_gtk_show(store, "/name",
 * kmk_gtk_bar_title(bar), "label").
 *
 * Owns: string copied, result floating, like a new widget. NULL: no title. Threads: owner, callback. Since:
 * 0.3.
 */
GtkWidget *kmk_gtk_bar_new(const char *title);

/**
 * Returns the title label of a bar that kmk_gtk_bar_new made.
 *
 * Owns: result borrowed from the bar. NULL: not allowed. Threads: owner, callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_bar_title(GtkWidget *bar);

/**
 * Creates a window with a header bar like that of kmk_gtk_bar_new.
 *
 * @param bar  receives the bar, which the window owns. May be NULL.
 *
 * Owns: string copied; GTK owns the window, as with gtk_window_new. NULL: no title; bar may be NULL. Threads:
 * owner, callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_bar_window_new(const char *title, GtkWidget **bar);

/**
 * Creates a page with a header bar above its content.
 *
 * @param content  placed below the bar. Floating: consumed.
 * @param bar      receives the bar, which the page owns. May be NULL.
 *
 * Owns: string copied, content consumed, result floating, like a new widget. NULL: no title; bar may be NULL.
 * Threads: owner, callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_bar_page_new(const char *title, GtkWidget *content, GtkWidget **bar);

/**
 * Removes a window's own title bar. The user moves and closes the window with the bars of its pages.
 *
 * NULL: not allowed. Threads: owner, callback. Since: 0.3.
 */
void kmk_gtk_bar_in_pages(GtkWidget *window);

/**
 * Adds a button at the start of a bar. When clicked, the button closes the window or the page as kmk_gtk_close
 * does.
 *
 * @param label  NULL: a back arrow, for a page. With a label, the button replaces the window's own close button.
 * @return the button, named "close".
 *
 * Owns: string copied, result owned by the bar. NULL: label may be NULL. Threads: owner, callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_bar_close(GtkWidget *bar, const char *label);

/**
 * Adds a button at the end of a bar. When clicked, the button sends an action without a payload.
 *
 * @param label  a label that ends in "-symbolic" shows the icon of that name.
 * @param role   as in kmk_gtk_role. A "suggested" button is the default button of the bar's window: Enter in an
 *               entry with "activates-default" presses it.
 * @return the button, named after the action.
 *
 * Owns: store borrowed until the button is gone, strings copied, result owned by the bar. NULL: as
 * kmk_gtk_clicked. Threads: owner, callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_bar_button(GtkWidget *bar, const char *label, const char *role, kmk_store *store,
                              const char *action_case);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

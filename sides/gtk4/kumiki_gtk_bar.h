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
#pragma GCC visibility push(default)

/**
 * Makes a GtkHeaderBar with a title, a GtkLabel that may follow the state:
 * kmk_gtk_show(store, "/name", kmk_gtk_bar_title(bar), "label").
 *
 * Owns: text copied, result floating, as a new widget is. NULL: no title. Threads: owner, callback.
 * Since: 0.3.
 */
GtkWidget *kmk_gtk_bar_new(const char *title);

/**
 * Returns the label of a kmk_gtk_bar_new's title.
 *
 * Owns: result borrowed from the bar. NULL: a mistake. Threads: owner, callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_bar_title(GtkWidget *bar);

/**
 * Makes a window with such a header bar.
 *
 * @param bar  gets the bar, which the window owns. NULL: it is not asked for.
 *
 * Owns: text copied, window GTK's, as of gtk_window_new. NULL: no title; bar may be. Threads: owner,
 * callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_bar_window_new(const char *title, GtkWidget **bar);

/**
 * Makes a page with such a header bar above its content.
 *
 * @param content  gets the space below the bar. Floating: consumed.
 * @param bar      gets the bar, which the page owns. NULL: it is not asked for.
 *
 * Owns: text copied, content consumed, result floating, as a new widget is. NULL: no title; bar may
 * be. Threads: owner, callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_bar_page_new(const char *title, GtkWidget *content, GtkWidget **bar);

/**
 * Takes a window's own title bar away: its pages have bars, which move and close it.
 *
 * NULL: a mistake. Threads: owner, callback. Since: 0.3.
 */
void kmk_gtk_bar_in_pages(GtkWidget *window);

/**
 * Adds a button at the start of a bar that closes the window or the page, as its user does.
 *
 * @param label  NULL: an arrow that leads back, for a page. With a text the window has no close
 *               button of its own: this button takes its place.
 * @return the button, named "close".
 *
 * Owns: text copied, result the bar's. NULL: a label may be. Threads: owner, callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_bar_close(GtkWidget *bar, const char *label);

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
GtkWidget *kmk_gtk_bar_button(GtkWidget *bar, const char *label, const char *role, kmk_store *store,
                              const char *action_case);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/** How a presentation or a screen of a navigation path is built in GTK 4, and how the user closes it.
 * kumiki_gtk_present.h shows presentations and paths. */
#ifndef KUMIKI_GTK_SHOWN_H
#define KUMIKI_GTK_SHOWN_H

#include "kumiki_gtk.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * Builds a widget for a part of the state. The kind of widget decides how it is shown:
 *
 * | built                     | shown                                                              |
 * |---------------------------|--------------------------------------------------------------------|
 * | a GtkWindow               | as a modal window of the owner                                     |
 * | a GtkPopover              | pointing at the owner, as for a button or an entry                 |
 * | a kmk_gtk_alert_new       | as an alert                                                        |
 * | an AdwDialog              | in the owner's window                                              |
 * | an AdwNavigationPage      | as a page of the owner, an AdwNavigationView                       |
 * | any other widget          | as a page of the owner, a GtkStack                                 |
 *
 * Pages of libadwaita need version 1.4 or later, dialogs 1.5 or later. This library does not link libadwaita: a
 * program that shows such widgets does.
 *
 * @param view        the scoped store of the part (kmk_store_scope), which lives as long as the widget. NULL
 *                    for a case without a payload.
 * @param state_case  the case of an enum, in a slot or a path; NULL: the state is not an enum.
 * @return the widget; NULL to show nothing.
 */
typedef GtkWidget *(*kmk_gtk_build_fn)(kmk_store *view, const char *state_case, void *user_data);

/**
 * Asks the state to close the window, the popover, the dialog or the screen around a widget: sends the same
 * action as when the user closes it.
 *
 * If the widget is not inside any of these, nothing happens.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.2.
 */
void kmk_gtk_close(GtkWidget *inside);

/**
 * Makes a button call kmk_gtk_close with itself when it is clicked.
 *
 * NULL: not allowed. Threads: owner, callback. Since: 0.3.
 */
void kmk_gtk_closes(GtkWidget *button);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

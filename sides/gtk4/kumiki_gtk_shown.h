/**
 * What is shown of a presentation or a path in GTK 4: how it is built, and how its user closes it.
 * kumiki_gtk_present.h has the functions that show it.
 */
#ifndef KUMIKI_GTK_SHOWN_H
#define KUMIKI_GTK_SHOWN_H

#include "kumiki_gtk.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * Builds what shows a part of the state. What it is decides how it is shown:
 *
 * | built                     | shown                                                              |
 * |---------------------------|--------------------------------------------------------------------|
 * | a GtkWindow               | as a modal window of the owner's                                   |
 * | a GtkPopover              | at the owner, as a button's or an entry's                          |
 * | a kmk_gtk_alert_new       | as an alert                                                        |
 * | an AdwDialog              | in the owner's window                                              |
 * | an AdwNavigationPage      | as a page of the owner, an AdwNavigationView                       |
 * | any other widget          | as a page of the owner, a GtkStack                                 |
 *
 * The widgets of libadwaita need its version 1.4 for pages, 1.5 for dialogs. This library does not link
 * libadwaita: a program that shows such widgets does.
 *
 * @param view        its store, as of kmk_store_scope; lives as long as what is built. NULL for a
 *                    case without a payload.
 * @param state_case  which case of an enum it is, NULL where the slot has none; of a path as well.
 * @return NULL: nothing is shown.
 */
typedef GtkWidget *(*kmk_gtk_build_fn)(kmk_store *view, const char *state_case, void *user_data);

/**
 * Asks that the window, the popover, the dialog or the screen in which a widget stands be closed, as
 * its user does.
 *
 * What stands in none closes nothing.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.2.
 */
void kmk_gtk_close(GtkWidget *inside);

/**
 * Has a button close what it stands in when it is clicked: kmk_gtk_close.
 *
 * NULL: a mistake. Threads: owner, callback. Since: 0.3.
 */
void kmk_gtk_closes(GtkWidget *button);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

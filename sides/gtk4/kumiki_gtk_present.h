/**
 * Windows, popovers, alerts, dialogs and screens of GTK 4 that come and go with the state.
 *
 *     kmk_gtk_present(store, "/destination", "destination", window, build, NULL, &error);
 *     kmk_gtk_path(store, "/path", "path", stack, build_screen, NULL, &error);
 *
 * The state alone opens and closes: a reducer's dismissal, that of a parent, and the user's, who
 * presses the window's close button, Escape, or a button that calls kmk_gtk_close. The user's is an
 * action, and the window stays where the reducer has other plans. What GTK has closed before anybody
 * could be asked, a popover or an AdwNavigationPage, comes back there.
 *
 * What is built may be bound further, to windows on top of windows: they end with it.
 */
#ifndef KUMIKI_GTK_PRESENT_H
#define KUMIKI_GTK_PRESENT_H

#include "kumiki_gtk_alert.h"
#include "kumiki_gtk_shown.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * Shows what is presented in a slot while it is: a window, a popover, an alert, a dialog, or a page
 * on top of others, as kmk_gtk_build_fn has it.
 *
 * A window is modal, and transient for the one in which its owner stands.
 *
 * @param owner  what it belongs to: a window or a part of one; for pages the GtkStack or the
 *               AdwNavigationView, for a popover the widget that it points to.
 * @return whether it does.
 *
 * Owns: store and user_data borrowed until the owner has gone, texts copied. NULL: false for a
 * store, pointer or case; error may be. Fails: as kmk_store_observe_presentation. Threads: owner,
 * callback.
 * Since: 0.2.
 */
bool kmk_gtk_present(kmk_store *store, const char *pointer, const char *action_case,
                     GtkWidget *owner, kmk_gtk_build_fn build, void *user_data, kmk_error *error);

/**
 * Shows the screens of a path as pages of a GtkStack or an AdwNavigationView, above those that it has.
 *
 * Of an element that is a case of an enum, an object with one member, the case is told, and the view
 * is that of its payload, with the actions under the case's own name: as of a slot.
 *
 * @return whether it does.
 *
 * Owns: store and user_data borrowed until the stack has gone, texts copied. NULL: false for a
 * store, pointer or case; error may be. Fails: as kmk_store_observe_ids. Threads: owner, callback.
 * Since: 0.2.
 */
bool kmk_gtk_path(kmk_store *store, const char *pointer, const char *action_case, GtkWidget *stack,
                  kmk_gtk_build_fn build, void *user_data, kmk_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

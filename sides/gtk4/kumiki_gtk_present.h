/**
 * Windows, popovers, alerts, dialogs and screens of GTK 4 that come and go with the state.
 *
 *     kmk_gtk_present(store, "/destination", "destination", window, build, NULL, &error);
 *     kmk_gtk_path(store, "/path", "path", stack, build_screen, NULL, &error);
 *
 * Only the state opens and closes a window. A reducer dismisses it, or its parent is dismissed, or the user
 * presses the window's close button, Escape, or a button that calls kmk_gtk_close. The user's wish is an
 * action: if the reducer dismisses nothing, the window stays. GTK closes a popover and an AdwNavigationPage
 * before the state is asked; if the state keeps them, they come back.
 *
 * A window may present others on top of it. They end with it.
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
 * Shows a slot's presentation while it lasts: as a window, a popover, an alert, a dialog, or a page
 * on top of others. kmk_gtk_build_fn decides which.
 *
 * A window is modal, and transient for its owner's window.
 *
 * @param owner  what it belongs to: a window or a part of one; for pages the GtkStack or the
 *               AdwNavigationView, for a popover the widget that it points to.
 * @return true if it is observed from now on.
 *
 * Owns: store and user_data borrowed until the owner has gone, texts copied. NULL: false for a
 * store, pointer or case; error may be. Fails: as kmk_store_observe_presentation. Threads: owner,
 * callback.
 * Since: 0.2.
 */
bool kmk_gtk_present(kmk_store *store, const char *pointer, const char *action_case,
                     GtkWidget *owner, kmk_gtk_build_fn build, void *user_data, kmk_error *error);

/**
 * Shows the screens of a path as pages of a GtkStack or an AdwNavigationView, above its other pages.
 *
 * If an element is a case of an enum, an object with one member, then the function that builds receives the
 * case's name and the view of its payload. Actions stand under the case's own name, as for a slot.
 *
 * @return true if it is observed from now on.
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

/**
 * Windows, popovers, alerts, dialogs and screens of GTK 4 that the state opens and closes.
 *
 *     kmk_gtk_present(store, "/destination", "destination", window, build, NULL, &error);
 *     kmk_gtk_path(store, "/path", "path", stack, build_screen, NULL, &error);
 *
 * Only the state opens and closes a window. It closes when a reducer dismisses it or its parent is dismissed.
 * When the user presses the window's close button, Escape, or a button that calls kmk_gtk_close, an action is
 * sent: if the reducer dismisses nothing, the window stays open. GTK itself closes a popover or an
 * AdwNavigationPage before the action is sent; if the state still contains the feature, it is shown again.
 *
 * A window may present other windows on top of it. They close together with it.
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
 * Shows a feature while it is presented in a slot: as a window, a popover, an alert, a dialog, or a page on top
 * of other pages. The widget that the kmk_gtk_build_fn returns decides which.
 *
 * A window is modal, and transient for its owner's window.
 *
 * @param owner  a window or a part of one. For pages: the GtkStack or the AdwNavigationView. For a popover: the
 *               widget that it points to.
 * @return true if the slot is observed from now on.
 *
 * Owns: store and user_data borrowed until the owner is gone, strings copied. NULL: returns false for a NULL
 * store, pointer or case; error may be NULL. Fails: as kmk_store_observe_presentation. Threads: owner,
 * callback. Since: 0.2.
 */
bool kmk_gtk_present(kmk_store *store, const char *pointer, const char *action_case,
                     GtkWidget *owner, kmk_gtk_build_fn build, void *user_data, kmk_error *error);

/**
 * Shows the screens of a navigation path as pages of a GtkStack or an AdwNavigationView, above its other pages.
 *
 * If an element is a case of a state enum (an object with one member), the kmk_gtk_build_fn receives the name of
 * the case and the scoped store of its payload. The actions of the element are wrapped in the name of the case,
 * as in a slot.
 *
 * @return true if the path is observed from now on.
 *
 * Owns: store and user_data borrowed until the stack is gone, strings copied. NULL: returns false for a NULL
 * store, pointer or case; error may be NULL. Fails: as kmk_store_observe_ids. Threads: owner, callback. Since:
 * 0.2.
 */
bool kmk_gtk_path(kmk_store *store, const char *pointer, const char *action_case, GtkWidget *stack,
                  kmk_gtk_build_fn build, void *user_data, kmk_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/**
 * Alerts of GTK 4 that the state opens and closes: a question, and buttons that send actions.
 *
 *     static const kmk_gtk_alert_button buttons[] = {{"Cancel", NULL, "cancel"},
 *                                                    {"Delete", "delete", "destructive"}};
 *     static GtkWidget *alert(kmk_store *view, const char *name, void *data) {
 *       return kmk_gtk_alert_new(view, buttons, 2);
 *     }
 *     …
 *     kmk_gtk_present(store, "/alert", "alert", window, alert, NULL, &error);
 *
 * With GTK 4.10 or later an alert is a GtkAlertDialog. With an older version it is a window with a column of
 * labels and a row of buttons. Otherwise alerts behave the same.
 */
#ifndef KUMIKI_GTK_ALERT_H
#define KUMIKI_GTK_ALERT_H

#include "kumiki_gtk_shown.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** A button of an alert. */
typedef struct kmk_gtk_alert_button {
  const char *label;
  const char *action_case; /* sent to the alert's scoped store; NULL: closes the alert */
  const char *role;        /* as in kmk_gtk_role; Escape presses a button with "cancel" */
} kmk_gtk_alert_button;

/**
 * Creates an alert for a kmk_gtk_build_fn to return. It shows the state's "title" and, if the state has one, its
 * "message".
 *
 * The alert shows the strings that the state contains when the alert opens. A pressed button sends its action to
 * the scoped store. Escape asks the state to close the alert, as kmk_gtk_close does, unless a button has the
 * role "cancel".
 *
 * @param view     the alert's scoped store.
 * @param buttons  from left to right. NULL: the buttons in the state, {"label", "role", "action"}, as the
 *                 AlertState of a Swift feature contains them (docs/json.md). A button without an action closes
 *                 the alert. If the state has no buttons, the alert gets one that closes it.
 * @param count    the number of buttons; 0 for NULL.
 * @return the widget that the kmk_gtk_build_fn should return; NULL for a NULL view.
 *
 * Owns: view borrowed, strings copied, result floating, as for any new widget. NULL: returns NULL for a NULL
 * view. Threads: owner, callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_alert_new(kmk_store *view, const kmk_gtk_alert_button *buttons, size_t count);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/**
 * Alerts of GTK 4 that come and go with the state: a question, and buttons that send.
 *
 *     static const kmk_gtk_alert_button buttons[] = {{"Cancel", NULL, "cancel"},
 *                                                    {"Delete", "delete", "destructive"}};
 *     static GtkWidget *alert(kmk_store *view, const char *name, void *data) {
 *       return kmk_gtk_alert_new(view, buttons, 2);
 *     }
 *     …
 *     kmk_gtk_present(store, "/alert", "alert", window, alert, NULL, &error);
 *
 * With GTK 4.10 or later an alert is a GtkAlertDialog. With an older GTK it is a window with a column of
 * labels and a row of buttons. Nothing else differs.
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
  const char *action_case; /* what it sends to the alert's view; NULL: it closes the alert */
  const char *role;        /* as of kmk_gtk_role; of a button that is "cancel", Escape is the key */
} kmk_gtk_alert_button;

/**
 * Makes an alert that shows the state's "title" and, if it has one, its "message", for a
 * kmk_gtk_build_fn to return.
 *
 * The texts are those of the moment at which it opens. A button that is pressed sends its action to
 * the view. Escape closes the alert as its user does.
 *
 * @param view     the alert's.
 * @param buttons  from left to right. NULL: those of the state, {"label", "role", "action"}, as a
 *                 Swift feature's AlertState has them (docs/json.md); a button without an action
 *                 closes the alert. If the state has no buttons, the alert gets one that closes it.
 * @param count    of buttons; 0 for NULL.
 * @return what to return from the function that builds; NULL for a NULL view.
 *
 * Owns: view borrowed, texts copied, result floating, as a new widget is. NULL: NULL for a view.
 * Threads: owner, callback. Since: 0.3.
 */
GtkWidget *kmk_gtk_alert_new(kmk_store *view, const kmk_gtk_alert_button *buttons, size_t count);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

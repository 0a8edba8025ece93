/**
 * State in the widgets of GTK 4: properties that show the state and write it, and buttons that send actions.
 *
 *     kmk_gtk_show(store, "/title", label, "label");                the label follows the state
 *     kmk_gtk_bind(store, "/name", "binding", entry, "text");       what the user types is written
 *     kmk_gtk_bind(store, "/volume", "binding", scale, "value");    by its GtkAdjustment
 *     kmk_gtk_clicked(button, store, "addTapped");                  a click is an action
 *
 * A connection between a place and a widget ends when the widget is destroyed or the store ends.
 * kumiki_gtk_present.h shows windows and screens while the state contains them, kumiki_gtk_rows.h shows lists,
 * and kumiki_glib.h runs the loop.
 *
 * These functions are in libkumiki-gtk4, which is separate from libkumiki. `pkg-config --cflags --libs kumiki
 * gtk4` links a program with both libraries and GTK.
 */
#ifndef KUMIKI_GTK_H
#define KUMIKI_GTK_H

#include <gtk/gtk.h>

#include "kumiki.h"
#include "kumiki_gtk_value.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* -------------------------------------------------------------------- properties */

/**
 * Makes a property of a widget follow a place in the state. The property is a string, a number, a boolean, or
 * another type that kumiki_gtk_value.h lists.
 *
 * A boolean property is true if the value at the place counts as true. A missing value, null, false, 0, "" and
 * [] count as false; an object counts as true even if it is empty. For example, "visible" may follow an error
 * message, and "sensitive" a count.
 *
 * @param widget  a widget or any other GObject, such as a GtkTextBuffer or a GtkAdjustment. For a GtkTextView, a
 *                GtkScale or a GtkScrollbar, "text" and "value" mean the properties of the widget's current
 *                buffer or adjustment.
 * @return whether the property follows the place.
 *
 * Owns: store borrowed until the widget is gone, strings copied. NULL: returns false for a NULL store or
 * pointer. Fails: as kmk_store_observe; a property that is missing or of an unsupported type (reported with
 * g_critical). Threads: owner, callback. Since: 0.2.
 */
bool kmk_gtk_show(kmk_store *store, const char *pointer, gpointer widget, const char *property);

/**
 * Makes a boolean property of a widget, such as "visible", "sensitive" or "active", follow a condition.
 *
 *     kmk_gtk_show_if(store, "/hits", KMK_GTK_NULL, NULL, label, "visible");
 *     kmk_gtk_show_if(store, "/state", KMK_GTK_EQUAL, "loading", spinner, "spinning");
 *     kmk_gtk_show_if(store, "/destination", KMK_GTK_CASE, "edit", toggle, "active");
 *
 * @param text  the string to compare with, or the name of the case. The other conditions ignore it.
 * @return whether the property follows the condition.
 *
 * Owns: store borrowed until the widget is gone, strings copied. NULL: returns false for a NULL store or
 * pointer. Fails: as kmk_gtk_show; a property that is not a boolean, or a NULL text for a condition that needs
 * one (both reported with g_critical). Threads: owner, callback. Since: 0.3.
 */
bool kmk_gtk_show_if(kmk_store *store, const char *pointer, kmk_gtk_condition condition,
                     const char *text, gpointer widget, const char *property);

/**
 * Makes a property follow a place in the state, as kmk_gtk_show does, and writes the user's changes of the
 * property to the state, as a binding.
 *
 * After each write the widget shows the state: if a reducer refuses an edit, the widget shows the old text
 * again, and the cursor returns to its place. A GtkTextBuffer does this before the next input.
 *
 * @param binding_case  as in kmk_store_write_binding.
 *
 * Owns: store borrowed until the widget is gone, strings copied. NULL: as kmk_gtk_show; a NULL binding_case
 * writes nothing. Fails: as kmk_gtk_show. If the store refuses a write, this is reported with g_critical.
 * Threads: owner, callback. Since: 0.2.
 */
bool kmk_gtk_bind(kmk_store *store, const char *pointer, const char *binding_case, gpointer widget,
                  const char *property);

/**
 * Makes a button one of several choices. The button is active while the state contains its string, and a click
 * writes that string, as a binding.
 *
 *     kmk_gtk_bind_choice(store, "/size", "binding", small, "small");
 *     kmk_gtk_bind_choice(store, "/size", "binding", large, "large");
 *
 * The state alone decides which button is active, so you need no group. Put GtkCheckButtons into a group only to
 * make them look like radio buttons.
 *
 * @param button  a GtkCheckButton, a GtkToggleButton, or any object with a boolean property "active".
 * @param choice  the button's string. If the state contains none of the buttons' strings, no button is active.
 *
 * Owns: store borrowed until the widget is gone, strings copied. NULL: as kmk_gtk_bind; a NULL choice is an
 * error (reported with g_critical). Fails: as kmk_gtk_show. Threads: owner, callback. Since: 0.3.
 */
bool kmk_gtk_bind_choice(kmk_store *store, const char *pointer, const char *binding_case,
                         gpointer button, const char *choice);

/**
 * Makes a property follow a place and writes the user's changes, as kmk_gtk_bind does, but sends the action
 * {CASE: VALUE} for each change.
 *
 * Owns: store borrowed until the widget is gone, strings copied. NULL: as kmk_gtk_bind. Fails: as kmk_gtk_show.
 * Threads: owner, callback. Since: 0.2.
 */
bool kmk_gtk_bind_action(kmk_store *store, const char *pointer, const char *action_case,
                         gpointer widget, const char *property);

/**
 * Ends a subscription when a widget or another object ends. Use this for an observer that sets a widget itself.
 *
 *     kmk_gtk_own(label, kmk_store_observe(view, "/names", show_names, label, NULL, NULL));
 *
 * @param owner  a GtkWidget, whose destruction ends the subscription; or any other GObject, whose finalization
 *               does.
 *
 * Owns: the subscription passes to the owner. NULL: a NULL subscription does nothing. Threads: owner, callback.
 * Since: 0.2.
 */
void kmk_gtk_own(gpointer owner, kmk_subscription *subscription);

/* ------------------------------------------------------------------------ clicks */

/**
 * Makes a button send an action without a payload when it is clicked. All actions of a button go to the same
 * store.
 *
 * Owns: store borrowed until the button is gone, string copied. NULL: a NULL store or case sends nothing. Fails:
 * at a click, if the store refuses the action (reported with g_critical). Threads: owner, callback. Since: 0.2.
 */
void kmk_gtk_clicked(GtkWidget *button, kmk_store *store, const char *action_case);

/**
 * Styles a button by its role.
 *
 * @param role  "destructive": red (the style class destructive-action). "suggested": highlighted
 *              (suggested-action). "cancel", NULL and others: no style. The buttons of an alert in the state
 *              have the same roles.
 *
 * NULL: role may be NULL. Threads: owner, callback. Since: 0.3.
 */
void kmk_gtk_role(GtkWidget *button, const char *role);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

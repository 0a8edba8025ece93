/**
 * State in GTK 4's widgets: properties that follow it, and write it; buttons that send.
 *
 *     kmk_gtk_show(store, "/title", label, "label");                the label follows the state
 *     kmk_gtk_bind(store, "/name", "binding", entry, "text");       and what is typed is written
 *     kmk_gtk_bind(store, "/volume", "binding", scale, "value");    by its GtkAdjustment
 *     kmk_gtk_clicked(button, store, "addTapped");                  a click is an action
 *
 * A binding ends when its widget is destroyed, or its store. Windows and screens that come and go are in
 * kumiki_gtk_present.h, lists in kumiki_gtk_rows.h; kumiki_glib.h serves the loop.
 *
 * These functions are in libkumiki-gtk4, a library beside libkumiki. `pkg-config --cflags --libs kumiki gtk4`
 * links a program with both.
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
 * Makes a property of a widget follow a place in the state: a text, a number, a truth, or another
 * kind of kumiki_gtk_value.h.
 *
 * A truth is true if the state has a value. A missing value, null, false, 0, "" and [] are false; an object
 * is true, including an empty one. So "visible" may follow a sheet's error, "sensitive" a count.
 *
 * @param widget  or any other GObject, a GtkTextBuffer or a GtkAdjustment for one. Of a GtkTextView,
 *                a GtkScale or a GtkScrollbar, "text" and "value" are those of the buffer or the
 *                adjustment that it has now.
 * @return whether it does.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: false for a store or pointer.
 * Fails: as kmk_store_observe; a property that is missing, or of another kind: a critical
 * message of GLib has the reason. Threads: owner, callback. Since: 0.2.
 */
bool kmk_gtk_show(kmk_store *store, const char *pointer, gpointer widget, const char *property);

/**
 * Makes a truth of a widget, its "visible", "sensitive" or "active", follow a condition.
 *
 *     kmk_gtk_show_if(store, "/hits", KMK_GTK_NULL, NULL, label, "visible");
 *     kmk_gtk_show_if(store, "/state", KMK_GTK_EQUAL, "loading", spinner, "spinning");
 *     kmk_gtk_show_if(store, "/destination", KMK_GTK_CASE, "edit", toggle, "active");
 *
 * @param text  the text to compare with, or the case's name. The other conditions ignore it.
 * @return whether it does.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: false for a store or pointer.
 * Fails: as kmk_gtk_show; a property that is not a truth, a NULL text for a condition that needs one: a critical
 * message of GLib names it. Threads: owner, callback. Since: 0.3.
 */
bool kmk_gtk_show_if(kmk_store *store, const char *pointer, kmk_gtk_condition condition,
                     const char *text, gpointer widget, const char *property);

/**
 * Does what kmk_gtk_show does, and writes the value that the user gives the property, as a binding.
 *
 * After the write the widget shows the state's value: if a reducer refuses a text, the text disappears and the
 * cursor returns to its place. In a GtkTextBuffer this happens before the next input.
 *
 * @param binding_case  as in kmk_store_write_binding.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: as kmk_gtk_show; a NULL
 * binding_case writes nothing. Fails: as kmk_gtk_show. A critical message of GLib has the reason too if the
 * store refuses a write. Threads: owner, callback. Since: 0.2.
 */
bool kmk_gtk_bind(kmk_store *store, const char *pointer, const char *binding_case, gpointer widget,
                  const char *property);

/**
 * Makes a button one of several choices: it is active while the state has its text, and a click
 * writes that, as a binding.
 *
 *     kmk_gtk_bind_choice(store, "/size", "binding", small, "small");
 *     kmk_gtk_bind_choice(store, "/size", "binding", large, "large");
 *
 * The state alone decides which button is active, so you need no group. A group of GtkCheckButtons gives them
 * the look of radio buttons.
 *
 * @param button  a GtkCheckButton or GtkToggleButton, or another with a truth called "active".
 * @param choice  a text. Other values of the state choose none of the buttons.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: as kmk_gtk_bind; a NULL choice
 * is a mistake that a critical message of GLib names. Fails: as kmk_gtk_show. Threads: owner,
 * callback. Since: 0.3.
 */
bool kmk_gtk_bind_choice(kmk_store *store, const char *pointer, const char *binding_case,
                         gpointer button, const char *choice);

/**
 * Does what kmk_gtk_bind does, for a feature with an action for the field: {CASE: VALUE}.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: as kmk_gtk_bind. Fails: as
 * kmk_gtk_show. Threads: owner, callback. Since: 0.2.
 */
bool kmk_gtk_bind_action(kmk_store *store, const char *pointer, const char *action_case,
                         gpointer widget, const char *property);

/**
 * Ends a subscription when a widget, or another object, goes: for observers that set a widget by hand.
 *
 *     kmk_gtk_own(label, kmk_store_observe(view, "/names", show_names, label, NULL, NULL));
 *
 * @param owner  a GtkWidget, until it is destroyed; any other GObject, until it is finalized.
 *
 * Owns: the subscription passes to the owner. NULL: a NULL subscription ends nothing.
 * Threads: owner, callback. Since: 0.2.
 */
void kmk_gtk_own(gpointer owner, kmk_subscription *subscription);

/* ------------------------------------------------------------------------ clicks */

/**
 * Makes a button send an action without payload when it is clicked. A button has one store.
 *
 * Owns: store borrowed until the button has gone, text copied. NULL: a NULL store or case sends
 * nothing. Fails: if the store refuses the action, at a click: a critical message of GLib has the reason.
 * Threads: owner, callback. Since: 0.2.
 */
void kmk_gtk_clicked(GtkWidget *button, kmk_store *store, const char *action_case);

/**
 * Styles a button by its role.
 *
 * @param role  "destructive": it is red (the style class destructive-action); "suggested": it is the
 *              proposed one (suggested-action); "cancel", NULL and others: no style. These
 *              are the roles of an alert's buttons in the state.
 *
 * NULL: a role may be. Threads: owner, callback. Since: 0.3.
 */
void kmk_gtk_role(GtkWidget *button, const char *role);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/**
 * State in GTK 4's widgets: properties that follow it, and write it; buttons that send.
 *
 *     kmk_gtk_show(store, "/title", label, "label");                the label follows the state
 *     kmk_gtk_bind(store, "/name", "binding", entry, "text");       and what is typed is written
 *     kmk_gtk_bind(store, "/volume", "binding", scale, "value");    by its GtkAdjustment
 *     kmk_gtk_clicked(button, store, "addTapped");                  a click is an action
 *
 * What is bound to a widget ends when the widget is destroyed, or the store. Windows and screens
 * that come and go are in kumiki_gtk_present.h, lists in kumiki_gtk_rows.h; kumiki_glib.h serves
 * the loop.
 *
 * Everything here is inline: the library does not need GTK. A program needs its package gtk4.
 */
#ifndef KUMIKI_GTK_H
#define KUMIKI_GTK_H

#include <gtk/gtk.h>

#include "kumiki.h"
#include "kumiki_gtk_field.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------- properties */

/* The object that has the property: of widgets that show another object's, that one. */
static inline GObject *kmk_gtk_bearer(GObject *object, const char *property) {
  if (kmk_gtk_property(object, property) != NULL) return object;
  if (GTK_IS_TEXT_VIEW(object))
    return G_OBJECT(gtk_text_view_get_buffer((GtkTextView *)(void *)object));
  if (GTK_IS_RANGE(object)) return G_OBJECT(gtk_range_get_adjustment((GtkRange *)(void *)object));
  if (GTK_IS_SCROLLBAR(object))
    return G_OBJECT(gtk_scrollbar_get_adjustment((GtkScrollbar *)(void *)object));
  return object;
}

/** What is asked of a kmk_gtk_connect; without an action_case the property only follows. */
typedef struct kmk_gtk_wish {
  const char *action_case;
  bool is_binding, is_truth;
  kmk_gtk_condition condition;
  const char *equal;
} kmk_gtk_wish;

static inline kmk_gtk_kind kmk_gtk_checked(const char *pointer, gpointer target, GObject *object,
                                           const char *property, const kmk_gtk_wish *wish) {
  kmk_gtk_kind kind = kmk_gtk_kind_of(object, property);
  const char *problem = NULL;
  if (kind == KMK_GTK_NO_KIND)
    problem = kmk_gtk_property(object, property) == NULL
                  ? "there is none of that name"
                  : "it is no text, number or truth that may be read and set";
  else if (wish->is_truth && kind != KMK_GTK_TRUTH)
    problem = "it is no truth";
  else if (wish->condition >= KMK_GTK_EQUAL && wish->equal == NULL)
    problem = "there is no text to compare with";
  if (problem == NULL) return kind;
  g_critical("kumiki: the property \"%s\" of a %s cannot follow %s: %s", property,
             G_OBJECT_TYPE_NAME(target), pointer != NULL ? pointer : "NULL", problem);
  return KMK_GTK_NO_KIND;
}

static inline void kmk_gtk_listen(kmk_gtk_field *field) {
  char *names = kmk_gtk_signals(field->kind, field->property);
  char **all = g_strsplit(names, " ", -1), **each;
  for (each = all; *each != NULL; each++)
    g_signal_connect(field->object, *each, G_CALLBACK(kmk_gtk_write), field);
  if (GTK_IS_TEXT_BUFFER(field->object) && field->text.into != NULL)
    g_signal_connect(field->object, "end-user-action", G_CALLBACK(kmk_gtk_acted), field);
  g_strfreev(all);
  g_free(names);
}

static inline void kmk_gtk_ranged(GtkAdjustment *range, GParamSpec *property, gpointer data) {
  (void)range, (void)property;
  kmk_gtk_settle(data);
}

/* The state may hold a value that is beyond the range yet: it is shown once the range has it. */
static inline void kmk_gtk_follow_range(kmk_gtk_field *field) {
  gpointer object = field->object;
  if (strcmp(field->property, "value") != 0) return;
  if (GTK_IS_ADJUSTMENT(object)) field->range = (GObject *)object;
  if (GTK_IS_SPIN_BUTTON(object))
    field->range = G_OBJECT(gtk_spin_button_get_adjustment((GtkSpinButton *)object));
  if (GTK_IS_SCALE_BUTTON(object))
    field->range = G_OBJECT(gtk_scale_button_get_adjustment((GtkScaleButton *)object));
  if (field->range == NULL) return;
  g_object_add_weak_pointer(field->range, (gpointer *)&field->range);
  g_signal_connect(field->range, "notify::lower", G_CALLBACK(kmk_gtk_ranged), field);
  g_signal_connect(field->range, "notify::upper", G_CALLBACK(kmk_gtk_ranged), field);
}

static inline bool kmk_gtk_connect(kmk_store *store, const char *pointer, const kmk_gtk_wish *wish,
                                   gpointer target, const char *property) {
  GObject *object;
  kmk_gtk_kind kind;
  kmk_gtk_field *field;
  kmk_subscription *subscription;
  g_return_val_if_fail(G_IS_OBJECT(target) && property != NULL, false);
  object = kmk_gtk_bearer((GObject *)target, property);
  kind = kmk_gtk_checked(pointer, target, object, property, wish);
  if (kind == KMK_GTK_NO_KIND) return false;
  field = g_new0(kmk_gtk_field, 1);
  field->store = store;
  field->pointer = g_strdup(pointer);
  field->action_case = g_strdup(wish->action_case);
  field->is_binding = wish->is_binding;
  field->object = object;
  field->property = g_strdup(property);
  field->kind = kind;
  field->condition = wish->condition;
  field->equal = g_strdup(wish->equal);
  if (strcmp(property, "text") == 0 && (GTK_IS_EDITABLE(object) || GTK_IS_TEXT_BUFFER(object)))
    kmk_gtk_text_follow(&field->text, object);
  g_object_add_weak_pointer(field->object, (gpointer *)&field->object);
  if (wish->action_case != NULL) kmk_gtk_listen(field);
  kmk_gtk_follow_range(field);
  kmk_gtk_has_other_choices(field);
  if (GTK_IS_DROP_DOWN(object) || GTK_IS_SINGLE_SELECTION(object))
    g_signal_connect(object, "notify::model", G_CALLBACK(kmk_gtk_choices_replaced), field);
  /* Where it cannot be observed, field is freed. */
  subscription = kmk_store_observe(store, pointer, kmk_gtk_follow, field, kmk_gtk_field_free, NULL);
  if (subscription == NULL) return false;
  field->tie = kmk_gtk_own_with(target, subscription, kmk_gtk_field_end, field);
  return true;
}

/**
 * Has a property of a widget follow a place in the state: a text, a number, a truth, or one of the
 * others of kumiki_gtk_value.h.
 *
 * A truth is whether something is there. Nothing, null, false, 0, "" and [] are false; an object is
 * true, also an empty one. So "visible" may follow a sheet's error, "sensitive" a count.
 *
 * @param widget  or any other GObject, a GtkTextBuffer or a GtkAdjustment for one. Of a GtkTextView,
 *                a GtkScale or a GtkScrollbar, "text" and "value" are those of the buffer or the
 *                adjustment that it has now.
 * @return whether it does.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: false for a store or pointer.
 * Fails: as kmk_store_observe; a property that is not there, or is none of these: a critical
 * message of GLib names it. Threads: owner, callback. Since: 0.2.
 */
static inline bool kmk_gtk_show(kmk_store *store, const char *pointer, gpointer widget,
                                const char *property) {
  const kmk_gtk_wish wish = {NULL, false, false, KMK_GTK_IS, NULL};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

/**
 * Has a truth of a widget, its "visible", "sensitive" or "active", follow a condition.
 *
 *     kmk_gtk_show_if(store, "/hits", KMK_GTK_NULL, NULL, label, "visible");
 *     kmk_gtk_show_if(store, "/state", KMK_GTK_EQUAL, "loading", spinner, "spinning");
 *     kmk_gtk_show_if(store, "/destination", KMK_GTK_CASE, "edit", toggle, "active");
 *
 * @param text  what is compared with, or the case's name; the other conditions do not look at it.
 * @return whether it does.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: false for a store or pointer.
 * Fails: as kmk_gtk_show; a property that is no truth, a NULL text that is needed: a critical
 * message of GLib names it. Threads: owner, callback. Since: 0.3.
 */
static inline bool kmk_gtk_show_if(kmk_store *store, const char *pointer,
                                   kmk_gtk_condition condition, const char *text, gpointer widget,
                                   const char *property) {
  const kmk_gtk_wish wish = {NULL, false, true, condition, text};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

/**
 * Does what kmk_gtk_show does, and writes what the user makes of the property, as a binding.
 *
 * What the state is after the write is what the widget says: a refused text is taken back, and the
 * cursor is where it was. A GtkTextBuffer's is taken back before the next input is looked at.
 *
 * @param binding_case  as in kmk_store_write_binding.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: as kmk_gtk_show; a NULL
 * binding_case writes nothing. Fails: as kmk_gtk_show. Threads: owner, callback. Since: 0.2.
 */
static inline bool kmk_gtk_bind(kmk_store *store, const char *pointer, const char *binding_case,
                                gpointer widget, const char *property) {
  const kmk_gtk_wish wish = {binding_case, true, false, KMK_GTK_IS, NULL};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

/**
 * Makes a button one of several choices: it is active while the state has its text, and a click
 * writes that, as a binding.
 *
 *     kmk_gtk_bind_choice(store, "/size", "binding", small, "small");
 *     kmk_gtk_bind_choice(store, "/size", "binding", large, "large");
 *
 * The state alone decides which is active, so no group is needed; one of GtkCheckButtons gives them
 * the look of radio buttons.
 *
 * @param button  a GtkCheckButton or GtkToggleButton, or another with a truth called "active".
 * @param choice  a text. Other values of the state choose none of the buttons.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: as kmk_gtk_bind; a NULL choice
 * is a mistake that a critical message of GLib names. Fails: as kmk_gtk_show. Threads: owner,
 * callback. Since: 0.3.
 */
static inline bool kmk_gtk_bind_choice(kmk_store *store, const char *pointer,
                                       const char *binding_case, gpointer button,
                                       const char *choice) {
  const kmk_gtk_wish wish = {binding_case, true, true, KMK_GTK_EQUAL, choice};
  return kmk_gtk_connect(store, pointer, &wish, button, "active");
}

/**
 * Does what kmk_gtk_bind does, for a feature with an action for the field: {CASE: VALUE}.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: as kmk_gtk_bind. Fails: as
 * kmk_gtk_show. Threads: owner, callback. Since: 0.2.
 */
static inline bool kmk_gtk_bind_action(kmk_store *store, const char *pointer,
                                       const char *action_case, gpointer widget,
                                       const char *property) {
  const kmk_gtk_wish wish = {action_case, false, false, KMK_GTK_IS, NULL};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

/* ------------------------------------------------------------------------ clicks */

static inline void kmk_gtk_send(GtkWidget *button, gpointer action_case) {
  kmk_store *store = (kmk_store *)g_object_get_data(G_OBJECT(button), "kmk-gtk-store");
  kmk_store_send_at(store, (const char *)action_case, NULL, NULL);
}

static inline void kmk_gtk_free_text(gpointer text, GClosure *closure) {
  (void)closure;
  g_free(text);
}

/**
 * Has a button send an action without payload when it is clicked. A button has one store.
 *
 * Owns: store borrowed until the button has gone, text copied. NULL: a NULL store or case sends
 * nothing. Threads: owner, callback. Since: 0.2.
 */
static inline void kmk_gtk_clicked(GtkWidget *button, kmk_store *store, const char *action_case) {
  g_object_set_data(G_OBJECT(button), "kmk-gtk-store", store);
  g_signal_connect_data(button, "clicked", G_CALLBACK(kmk_gtk_send), g_strdup(action_case),
                        kmk_gtk_free_text, (GConnectFlags)0);
}

/**
 * Styles a button by its role.
 *
 * @param role  "destructive": it is red (the style class destructive-action); "suggested": it is the
 *              one that is meant (suggested-action); "cancel", NULL and others: as buttons are. These
 *              are the roles of an alert's buttons in the state.
 *
 * NULL: a role may be. Threads: owner, callback. Since: 0.3.
 */
static inline void kmk_gtk_role(GtkWidget *button, const char *role) {
  gtk_widget_remove_css_class(button, "destructive-action");
  gtk_widget_remove_css_class(button, "suggested-action");
  if (role != NULL && strcmp(role, "destructive") == 0)
    gtk_widget_add_css_class(button, "destructive-action");
  if (role != NULL && strcmp(role, "suggested") == 0)
    gtk_widget_add_css_class(button, "suggested-action");
}

#ifdef __cplusplus
}
#endif
#endif

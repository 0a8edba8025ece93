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
#include "kumiki_gtk_text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------- properties */

/** A property of an object and the place that it follows: what is behind kmk_gtk_show. */
typedef struct kmk_gtk_field {
  kmk_store *store;
  char *pointer, *action_case; /* no action_case: it only follows */
  bool is_binding, is_following, is_writing;
  GObject *object;
  GParamSpec *property;
  kmk_gtk_text text; /* of a property that is edited as a text */
  guint later;       /* a source that has it follow when the edit is over; 0: none */
} kmk_gtk_field;

/* A subscription ends with the widget, or the other object, that it is for. */
static inline void kmk_gtk_end(GtkWidget *widget, gpointer subscription) {
  (void)widget;
  kmk_subscription_free((kmk_subscription *)subscription);
}

static inline void kmk_gtk_end_weakly(gpointer subscription, GObject *object) {
  (void)object;
  kmk_subscription_free((kmk_subscription *)subscription);
}

static inline void kmk_gtk_own(gpointer owner, kmk_subscription *subscription) {
  if (GTK_IS_WIDGET(owner))
    g_signal_connect(owner, "destroy", G_CALLBACK(kmk_gtk_end), subscription);
  else
    g_object_weak_ref((GObject *)owner, kmk_gtk_end_weakly, subscription);
}

/* Whether something is there: no, 0 and what is empty are nothing. An object is something, also
 * without members: a sheet that has no state of its own. */
static inline bool kmk_gtk_truth(const json_t *value) {
  if (json_is_string(value)) return json_string_length(value) > 0;
  if (json_is_number(value)) return json_number_value(value) != 0;
  if (json_is_array(value)) return json_array_size(value) > 0;
  return json_is_true(value) || json_is_object(value);
}

/* A text as it is, a number written out; what is neither is "". */
static inline char *kmk_gtk_text_of(const json_t *value) {
  if (json_is_string(value)) return g_strdup(json_string_value(value));
  if (json_is_integer(value))
    return g_strdup_printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
  if (json_is_real(value)) return g_strdup_printf("%g", json_real_value(value));
  return g_strdup("");
}

/* Tells the widget what stands in the state. A property that is so already is left. */
static inline void kmk_gtk_follow(const json_t *value, void *data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  GValue next = G_VALUE_INIT, now = G_VALUE_INIT, number = G_VALUE_INIT;
  if (field->object == NULL) return; /* has gone, and is about to be told no more */
  if (field->text.into != NULL) {
    char *text = kmk_gtk_text_of(value);
    /* Who inserts into a GtkTextBuffer goes on with a place in it, which a change would spoil. */
    if (!(field->is_writing && GTK_IS_TEXT_BUFFER(field->object))) {
      field->is_following = true;
      kmk_gtk_text_put(&field->text, text);
      field->is_following = false;
    }
    g_free(text);
    return;
  }
  g_value_init(&next, field->property->value_type);
  g_value_init(&now, field->property->value_type);
  if (G_VALUE_HOLDS_STRING(&next)) {
    g_value_take_string(&next, kmk_gtk_text_of(value));
  } else if (G_VALUE_HOLDS_BOOLEAN(&next)) {
    g_value_set_boolean(&next, kmk_gtk_truth(value));
  } else {
    g_value_init(&number, G_TYPE_DOUBLE);
    g_value_set_double(&number, json_number_value(value));
    g_value_transform(&number, &next);
  }
  g_object_get_property(field->object, field->property->name, &now);
  if (g_param_values_cmp(field->property, &next, &now) != 0) {
    field->is_following = true;
    g_object_set_property(field->object, field->property->name, &next);
    field->is_following = false;
  }
  g_value_unset(&next);
  g_value_unset(&now);
}

/* What a widget's property says, as JSON: new. A number without a fraction is an integer. */
static inline json_t *kmk_gtk_value(const kmk_gtk_field *field) {
  GValue now = G_VALUE_INIT, number = G_VALUE_INIT;
  json_t *value;
  g_value_init(&now, field->property->value_type);
  g_object_get_property(field->object, field->property->name, &now);
  if (G_VALUE_HOLDS_STRING(&now)) {
    value = json_string(g_value_get_string(&now) ? g_value_get_string(&now) : "");
  } else if (G_VALUE_HOLDS_BOOLEAN(&now)) {
    value = json_boolean(g_value_get_boolean(&now));
  } else {
    double read;
    g_value_init(&number, G_TYPE_DOUBLE);
    g_value_transform(&now, &number);
    read = g_value_get_double(&number);
    if (read >= -9e15 && read <= 9e15 && read == (double)(json_int_t)read)
      value = json_integer((json_int_t)read);
    else
      value = json_real(read);
  }
  g_value_unset(&now);
  return value;
}

/* Has the widget say what the state says after a write. */
static inline gboolean kmk_gtk_settle(gpointer data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  json_t *kept = kmk_store_get(field->store, field->pointer, NULL);
  field->later = 0;
  kmk_gtk_follow(kept, field);
  json_decref(kept);
  if (GTK_IS_TEXT_BUFFER(field->object)) {
    if (kmk_gtk_text_is_refused(&field->text))
      kmk_gtk_text_move(&field->text, field->text.cursor);
    field->text.was_put = false;
  }
  return G_SOURCE_REMOVE;
}

/* The user has changed the property. Where the reducer has made something else of it, or has
 * refused it, that is what the widget says then. */
static inline void kmk_gtk_write(GObject *object, GParamSpec *property, gpointer data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  json_t *value;
  (void)object, (void)property;
  if (field->is_following) return;
  field->is_writing = true;
  value = kmk_gtk_value(field);
  g_object_ref(object); /* the action may close what the widget stands in, and so end the field */
  g_object_set_data(object, "kmk-gtk-written", data);
  if (field->is_binding)
    kmk_store_write_binding(field->store, field->action_case, field->pointer, value, NULL);
  else
    kmk_store_send_at(field->store, field->action_case, value, NULL);
  json_decref(value);
  if (g_object_get_data(object, "kmk-gtk-written") == data) {
    field->is_writing = false;
    if (!GTK_IS_TEXT_BUFFER(object))
      kmk_gtk_settle(field);
    else if (field->later == 0) /* before anything else is done, or drawn */
      field->later = g_idle_add_full(G_PRIORITY_HIGH, kmk_gtk_settle, field, NULL);
  }
  g_object_unref(object);
}

static inline void kmk_gtk_field_free(void *data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  if (field->later != 0) g_source_remove(field->later);
  kmk_gtk_text_unfollow(&field->text);
  if (field->object != NULL) {
    g_signal_handlers_disconnect_by_data(field->object, field);
    g_object_set_data(field->object, "kmk-gtk-written", NULL);
    g_object_remove_weak_pointer(field->object, (gpointer *)&field->object);
  }
  g_free(field->pointer);
  g_free(field->action_case);
  g_free(field);
}

static inline GParamSpec *kmk_gtk_property(GObject *object, const char *name) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
}

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

static inline bool kmk_gtk_fits(const GParamSpec *property) {
  const GParamFlags needed = G_PARAM_READWRITE;
  GType type = property->value_type;
  if ((property->flags & needed) != needed || (property->flags & G_PARAM_CONSTRUCT_ONLY) != 0)
    return false;
  return type == G_TYPE_STRING || type == G_TYPE_BOOLEAN ||
         (g_value_type_transformable(G_TYPE_DOUBLE, type) &&
          g_value_type_transformable(type, G_TYPE_DOUBLE));
}

static inline bool kmk_gtk_connect(kmk_store *store, const char *pointer, const char *action_case,
                                   bool is_binding, gpointer target, const char *property) {
  GObject *object;
  GParamSpec *found;
  kmk_gtk_field *field;
  kmk_subscription *subscription;
  char *signal;
  g_return_val_if_fail(G_IS_OBJECT(target) && property != NULL, false);
  object = kmk_gtk_bearer((GObject *)target, property);
  found = kmk_gtk_property(object, property);
  if (found == NULL || !kmk_gtk_fits(found)) {
    g_critical("kumiki: the property \"%s\" of a %s cannot follow %s: %s", property,
               G_OBJECT_TYPE_NAME(target), pointer != NULL ? pointer : "NULL",
               found == NULL ? "there is none of that name"
                             : "it is no text, number or truth that may be read and set");
    return false;
  }
  field = g_new0(kmk_gtk_field, 1);
  field->store = store;
  field->pointer = g_strdup(pointer);
  field->action_case = g_strdup(action_case);
  field->is_binding = is_binding;
  field->object = object;
  field->property = found;
  if (strcmp(property, "text") == 0 && (GTK_IS_EDITABLE(object) || GTK_IS_TEXT_BUFFER(object)))
    kmk_gtk_text_follow(&field->text, object);
  g_object_add_weak_pointer(field->object, (gpointer *)&field->object);
  if (action_case != NULL) {
    signal = g_strconcat("notify::", property, NULL);
    g_signal_connect(object, signal, G_CALLBACK(kmk_gtk_write), field);
    g_free(signal);
  }
  /* Where it cannot be observed, field is freed. */
  subscription = kmk_store_observe(store, pointer, kmk_gtk_follow, field, kmk_gtk_field_free, NULL);
  if (subscription == NULL) return false;
  kmk_gtk_own(target, subscription);
  return true;
}

/**
 * Has a property of a widget follow a place in the state: a text, a number or a truth.
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
  return kmk_gtk_connect(store, pointer, NULL, false, widget, property);
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
  return kmk_gtk_connect(store, pointer, binding_case, true, widget, property);
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
  return kmk_gtk_connect(store, pointer, action_case, false, widget, property);
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

#ifdef __cplusplus
}
#endif
#endif

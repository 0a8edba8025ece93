/* The properties that can follow the state, and their values. */
#ifndef PROPERTY_H
#define PROPERTY_H

#include <gtk/gtk.h>

#include "kumiki_gtk_value.h"

/* How a property's value corresponds to a value of the state. */
typedef enum kmk_gtk_kind {
  KMK_GTK_NO_KIND,
  KMK_GTK_TEXT,
  KMK_GTK_TRUTH,
  KMK_GTK_NUMBER,
  KMK_GTK_NICK, /* an enumeration */
  KMK_GTK_COLOUR,
  KMK_GTK_FONT,
  KMK_GTK_INDEX,
  KMK_GTK_ITEM,
  KMK_GTK_ID, /* the id of a row of a GtkComboBox */
  KMK_GTK_DATE
} kmk_gtk_kind;

/* Returns a string as it is, a number written out, and "" for any other value. New. */
char *kmk_gtk_text_of(const json_t *value);

/* Whether a condition is true for a value. */
bool kmk_gtk_holds(kmk_gtk_condition condition, const char *text, const json_t *value);

GParamSpec *kmk_gtk_property(GObject *object, const char *name);

/* Returns the object that has the property. Some widgets show a property of another object, which is then returned. */
GObject *kmk_gtk_bearer(GObject *object, const char *property);

kmk_gtk_kind kmk_gtk_kind_of(GObject *object, const char *name);

/* Returns the signals that report a change of the property by the user, separated by spaces. New. */
char *kmk_gtk_signals(kmk_gtk_kind kind, const char *name);

/* Returns the value of a property as JSON. New. */
json_t *kmk_gtk_value(GObject *object, const char *name, kmk_gtk_kind kind);

/* Sets a property to a value of the state, unless it has the value already. */
void kmk_gtk_put(GObject *object, const char *name, kmk_gtk_kind kind, const json_t *value);

#endif

/* The properties that can follow the state, and their values. */
#ifndef PROPERTY_H
#define PROPERTY_H

#include <gtk/gtk.h>

#include "kumiki_gtk_value.h"

/* How a property and a value of the state are the same. */
typedef enum kmk_gtk_kind {
  KMK_GTK_NO_KIND,
  KMK_GTK_TEXT,
  KMK_GTK_TRUTH,
  KMK_GTK_NUMBER,
  KMK_GTK_NICK, /* of an enumeration */
  KMK_GTK_COLOUR,
  KMK_GTK_FONT,
  KMK_GTK_INDEX,
  KMK_GTK_ITEM,
  KMK_GTK_ID, /* of a row of a GtkComboBox */
  KMK_GTK_DATE
} kmk_gtk_kind;

/* A text as it is, a number written out; what is neither is "". New. */
char *kmk_gtk_text_of(const json_t *value);

/* Whether a condition is true of a value. */
bool kmk_gtk_holds(kmk_gtk_condition condition, const char *text, const json_t *value);

GParamSpec *kmk_gtk_property(GObject *object, const char *name);

/* The object that has the property: of widgets that show another object's, that one. */
GObject *kmk_gtk_bearer(GObject *object, const char *property);

kmk_gtk_kind kmk_gtk_kind_of(GObject *object, const char *name);

/* The signals that report a change of the property by its user: one or several, with spaces. New. */
char *kmk_gtk_signals(kmk_gtk_kind kind, const char *name);

/* The value of a property, as JSON: new. */
json_t *kmk_gtk_value(GObject *object, const char *name, kmk_gtk_kind kind);

/* Gives a property a value of the state. One that is so already is left. */
void kmk_gtk_put(GObject *object, const char *name, kmk_gtk_kind kind, const json_t *value);

#endif

/**
 * The conversions between values of the state and properties of GTK 4 widgets, for kmk_gtk_show and
 * kmk_gtk_bind.
 *
 * | a property               | in the state                                                     |
 * |--------------------------|------------------------------------------------------------------|
 * | a string, a number       | the same                                                         |
 * | a boolean                | any value: true if it counts as true (see kmk_gtk_show)          |
 * | an enumeration           | the short name of its value, "horizontal"                        |
 * | a GdkRGBA                | a string of gdk_rgba_to_string, "rgb(255,0,0)", or "red"         |
 * | a PangoFontDescription   | a string of pango_font_description_to_string                     |
 * | "selected" of a          | the index of an item, null for none; "active" of a GtkComboBox   |
 * | GtkDropDown or selection | is the same                                                      |
 * | "selected-item" of a     | the item's string, null for none; "active-id" of a GtkComboBox   |
 * | GtkDropDown              | is its row's id                                                  |
 * | "date" of a GtkCalendar  | a string, "2026-11-26"                                           |
 */
#ifndef KUMIKI_GTK_VALUE_H
#define KUMIKI_GTK_VALUE_H

#include <gtk/gtk.h>
#include <stdio.h>
#include <string.h>

#include "kumiki_face.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The conditions of kmk_gtk_show_if. */
typedef enum kmk_gtk_condition {
  KMK_GTK_IS,       /* any value except null, false, 0, "" and [] */
  KMK_GTK_IS_NOT,   /* the opposite */
  KMK_GTK_NULL,     /* null, or no value at all */
  KMK_GTK_NOT_NULL, /* any other value, including false, 0 and "" */
  KMK_GTK_EQUAL,    /* the string, or a number or boolean written like it */
  KMK_GTK_NOT_EQUAL,
  KMK_GTK_CASE /* the case of an enum with this name, with or without a payload */
} kmk_gtk_condition;

#ifdef __cplusplus
}
#endif
#endif

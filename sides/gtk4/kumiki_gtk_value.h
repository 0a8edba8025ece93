/**
 * Values of the state as properties of GTK 4's widgets, and back: for kmk_gtk_show and kmk_gtk_bind.
 *
 * | a property               | in the state                                                     |
 * |--------------------------|------------------------------------------------------------------|
 * | a text, a number         | the same                                                         |
 * | a truth                  | whether something is there                                       |
 * | an enumeration           | the short name of its value, "horizontal"                        |
 * | a GdkRGBA                | a text as of gdk_rgba_to_string, "rgb(255,0,0)"; "red" is read   |
 * | a PangoFontDescription   | a text as of pango_font_description_to_string                    |
 * | "selected" of a          | the index of an item, null for none; "active" of a GtkComboBox   |
 * | GtkDropDown or selection | is the same                                                      |
 * | "selected-item" of a     | the item's text, null for none; "active-id" of a GtkComboBox is  |
 * | GtkDropDown              | its row's id                                                     |
 * | "date" of a GtkCalendar  | a text, "2026-11-26"                                             |
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

/** When a property of kmk_gtk_show_if is true. */
typedef enum kmk_gtk_condition {
  KMK_GTK_IS,       /* something is there: not null, false, 0, "" or [] */
  KMK_GTK_IS_NOT,   /* the opposite */
  KMK_GTK_NULL,     /* null, or no value at all */
  KMK_GTK_NOT_NULL, /* any other value, also false, 0 and "" */
  KMK_GTK_EQUAL,    /* the text, or a number or truth that is written so */
  KMK_GTK_NOT_EQUAL,
  KMK_GTK_CASE /* the case of an enum that has this name, with a payload or without */
} kmk_gtk_condition;

#ifdef __cplusplus
}
#endif
#endif

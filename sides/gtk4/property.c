/* The properties that can follow the state: conditions of boolean properties, and the kind of each property. */
#include "property.h"

#include <string.h>

/* Writes a number with as many digits as distinguish it from others, and with a point in every locale. */
static char *kmk_gtk_text_of_real(double number) {
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};
  guint i;
  for (i = 0; i < G_N_ELEMENTS(formats); i++) {
    g_ascii_formatd(text, sizeof text, formats[i], number);
    if (g_ascii_strtod(text, NULL) == number)
      break;
  }
  return g_strdup(text);
}

char *kmk_gtk_text_of(const json_t *value) {
  if (json_is_string(value))
    return g_strdup(json_string_value(value));
  if (json_is_integer(value))
    return g_strdup_printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
  if (json_is_real(value))
    return kmk_gtk_text_of_real(json_real_value(value));
  return g_strdup("");
}

static bool kmk_gtk_is_equal(const json_t *value, const char *text) {
  char *written;
  bool is_equal;
  if (json_is_boolean(value))
    return strcmp(text, json_is_true(value) ? "true" : "false") == 0;
  if (!json_is_string(value) && !json_is_number(value))
    return false;
  if (json_is_real(value)) { /* accepts "1e300" too, which is written 1e+300 */
    g_ascii_strtod(text, &written);
    return written != text && *written == 0 && g_ascii_strtod(text, NULL) == json_real_value(value);
  }
  written = kmk_gtk_text_of(value);
  is_equal = strcmp(written, text) == 0;
  g_free(written);
  return is_equal;
}

static bool kmk_gtk_is_case(const json_t *value, const char *name) {
  if (json_is_string(value))
    return strcmp(json_string_value(value), name) == 0;
  return json_object_size(value) == 1 && json_object_get(value, name) != NULL;
}

bool kmk_gtk_holds(kmk_gtk_condition condition, const char *text, const json_t *value) {
  switch (condition) {
  case KMK_GTK_IS:
    return kmk_face_truth(value);
  case KMK_GTK_IS_NOT:
    return !kmk_face_truth(value);
  case KMK_GTK_NULL:
    return value == NULL || json_is_null(value);
  case KMK_GTK_NOT_NULL:
    return value != NULL && !json_is_null(value);
  case KMK_GTK_EQUAL:
    return kmk_gtk_is_equal(value, text);
  case KMK_GTK_NOT_EQUAL:
    return !kmk_gtk_is_equal(value, text);
  case KMK_GTK_CASE:
    return kmk_gtk_is_case(value, text);
  }
  return false;
}

/* --------------------------------------------------------------- kinds of properties */

GParamSpec *kmk_gtk_property(GObject *object, const char *name) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
}

GObject *kmk_gtk_bearer(GObject *object, const char *property) {
  if (kmk_gtk_property(object, property) != NULL)
    return object;
  if (GTK_IS_TEXT_VIEW(object))
    return G_OBJECT(gtk_text_view_get_buffer((GtkTextView *)(void *)object));
  if (GTK_IS_RANGE(object))
    return G_OBJECT(gtk_range_get_adjustment((GtkRange *)(void *)object));
  if (GTK_IS_SCROLLBAR(object))
    return G_OBJECT(gtk_scrollbar_get_adjustment((GtkScrollbar *)(void *)object));
  return object;
}

/* By name, because newer versions of GTK warn programs that use the type. */
static bool kmk_gtk_is_combo_box(GObject *object) {
  GType type = g_type_from_name("GtkComboBox");
  return type != 0 && g_type_is_a(G_OBJECT_TYPE(object), type);
}

static bool kmk_gtk_is_index(GObject *object, const char *name) {
  if (strcmp(name, "selected") == 0)
    return GTK_IS_DROP_DOWN(object) || GTK_IS_SINGLE_SELECTION(object);
  return strcmp(name, "active") == 0 && kmk_gtk_is_combo_box(object);
}

kmk_gtk_kind kmk_gtk_kind_of(GObject *object, const char *name) {
  const GParamSpec *property = kmk_gtk_property(object, name);
  const GParamFlags needed = G_PARAM_READWRITE;
  GType type;
  if (GTK_IS_CALENDAR(object) && strcmp(name, "date") == 0)
    return KMK_GTK_DATE;
  if (GTK_IS_DROP_DOWN(object) && strcmp(name, "selected-item") == 0)
    return KMK_GTK_ITEM;
  if (property == NULL || (property->flags & needed) != needed ||
      (property->flags & G_PARAM_CONSTRUCT_ONLY) != 0)
    return KMK_GTK_NO_KIND;
  type = property->value_type;
  if (strcmp(name, "active-id") == 0 && kmk_gtk_is_combo_box(object))
    return KMK_GTK_ID;
  if (type == G_TYPE_STRING)
    return KMK_GTK_TEXT;
  if (type == G_TYPE_BOOLEAN)
    return KMK_GTK_TRUTH;
  if (type == GDK_TYPE_RGBA)
    return KMK_GTK_COLOUR;
  if (type == PANGO_TYPE_FONT_DESCRIPTION)
    return KMK_GTK_FONT;
  if (G_TYPE_IS_ENUM(type))
    return KMK_GTK_NICK;
  if (kmk_gtk_is_index(object, name))
    return KMK_GTK_INDEX;
  return g_value_type_transformable(G_TYPE_DOUBLE, type) &&
                 g_value_type_transformable(type, G_TYPE_DOUBLE)
             ? KMK_GTK_NUMBER
             : KMK_GTK_NO_KIND;
}

char *kmk_gtk_signals(kmk_gtk_kind kind, const char *name) {
  if (kind == KMK_GTK_DATE)
    return g_strdup("notify::day notify::month notify::year");
  if (kind == KMK_GTK_ITEM)
    return g_strdup("notify::selected");
  return g_strconcat("notify::", name, NULL);
}

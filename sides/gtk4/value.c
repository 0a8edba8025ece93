/* Values of the state as properties of widgets, and back. */
#include <stdio.h>
#include <string.h>

#include "property.h"

static json_t *kmk_gtk_json_text(const char *text) { return json_string(text ? text : ""); }

/* Makes an integer of a number without a fraction. */
static json_t *kmk_gtk_json_number(double read) {
  if (read >= -9e15 && read <= 9e15 && read == (double)(json_int_t)read)
    return json_integer((json_int_t)read);
  return json_real(read);
}

/* Returns the text that a GtkDropDown shows for an item. New; NULL if it shows none. */
static char *kmk_gtk_item_text(GtkDropDown *list, gpointer item) {
  GtkExpression *shown = gtk_drop_down_get_expression(list);
  GValue value = G_VALUE_INIT;
  char *text = NULL;
  if (item == NULL)
    return NULL;
  if (shown != NULL) {
    if (gtk_expression_evaluate(shown, item, &value)) {
      if (G_VALUE_HOLDS_STRING(&value))
        text = g_value_dup_string(&value);
      g_value_unset(&value);
    }
  } else if (GTK_IS_STRING_OBJECT(item)) {
    text = g_strdup(gtk_string_object_get_string((GtkStringObject *)item));
  }
  return text;
}

static guint kmk_gtk_item_place(GtkDropDown *list, const json_t *wanted) {
  GListModel *model = gtk_drop_down_get_model(list);
  guint count = model != NULL ? g_list_model_get_n_items(model) : 0, at;
  for (at = 0; at < count && json_is_string(wanted); at++) {
    gpointer item = g_list_model_get_item(model, at);
    char *text = kmk_gtk_item_text(list, item);
    bool is_it = text != NULL && strcmp(text, json_string_value(wanted)) == 0;
    g_free(text);
    g_object_unref(item);
    if (is_it)
      return at;
  }
  return GTK_INVALID_LIST_POSITION;
}

static json_t *kmk_gtk_read_date(GtkCalendar *calendar) {
  GDateTime *date = gtk_calendar_get_date(calendar);
  char *text = g_date_time_format(date, "%Y-%m-%d");
  json_t *value = kmk_gtk_json_text(text);
  g_free(text);
  g_date_time_unref(date);
  return value;
}

/* Reads the date at the start of a string, such as 2026-11-26. The caller frees it; NULL: not a date. */
static GDateTime *kmk_gtk_date(const json_t *value) {
  int year, month, day;
  if (!json_is_string(value) ||
      sscanf(json_string_value(value), "%4d-%2d-%2d", &year, &month, &day) != 3)
    return NULL;
  return g_date_time_new_local(year, month, day, 0, 0, 0);
}

/* A calendar always shows a day: a value that is not a date leaves the present day. */
static void kmk_gtk_put_date(GtkCalendar *calendar, const json_t *value) {
  GDateTime *next = kmk_gtk_date(value), *now;
  if (next == NULL)
    return;
  now = gtk_calendar_get_date(calendar);
  if (g_date_time_get_year(now) != g_date_time_get_year(next) ||
      g_date_time_get_day_of_year(now) != g_date_time_get_day_of_year(next))
    gtk_calendar_select_day(calendar, next);
  g_date_time_unref(now);
  g_date_time_unref(next);
}

static json_t *kmk_gtk_json_nick(const GParamSpec *property, int number) {
  GEnumClass *type = (GEnumClass *)g_type_class_ref(property->value_type);
  const GEnumValue *found = g_enum_get_value(type, number);
  json_t *value = kmk_gtk_json_text(found != NULL ? found->value_nick : NULL);
  g_type_class_unref(type);
  return value;
}

/* A name that the enumeration lacks gives the property's default. */
static int kmk_gtk_nick(GParamSpec *property, const json_t *value) {
  GEnumClass *type = (GEnumClass *)g_type_class_ref(property->value_type);
  const GEnumValue *found =
      json_is_string(value) ? g_enum_get_value_by_nick(type, json_string_value(value)) : NULL;
  int number =
      found != NULL ? found->value : g_value_get_enum(g_param_spec_get_default_value(property));
  g_type_class_unref(type);
  return number;
}

/* ------------------------------------------------------------------- read and written */

json_t *kmk_gtk_value(GObject *object, const char *name, kmk_gtk_kind kind) {
  GParamSpec *property = kmk_gtk_property(object, name);
  GValue now = G_VALUE_INIT, number = G_VALUE_INIT;
  json_t *value = NULL;
  char *text = NULL;
  if (kind == KMK_GTK_DATE)
    return kmk_gtk_read_date((GtkCalendar *)(void *)object);
  if (kind == KMK_GTK_ITEM) {
    GtkDropDown *list = (GtkDropDown *)(void *)object;
    text = kmk_gtk_item_text(list, gtk_drop_down_get_selected_item(list));
    value = text != NULL ? json_string(text) : json_null();
    g_free(text);
    return value;
  }
  g_value_init(&now, property->value_type);
  g_object_get_property(object, name, &now);
  if (kind == KMK_GTK_ID && g_value_get_string(&now) == NULL) {
    value = json_null();
  } else if (kind == KMK_GTK_TEXT || kind == KMK_GTK_ID) {
    value = kmk_gtk_json_text(g_value_get_string(&now));
  } else if (kind == KMK_GTK_TRUTH) {
    value = json_boolean(g_value_get_boolean(&now));
  } else if (kind == KMK_GTK_NICK) {
    value = kmk_gtk_json_nick(property, g_value_get_enum(&now));
  } else if (kind == KMK_GTK_COLOUR || kind == KMK_GTK_FONT) {
    gconstpointer boxed = g_value_get_boxed(&now);
    if (boxed != NULL)
      text = kind == KMK_GTK_COLOUR
                 ? gdk_rgba_to_string((const GdkRGBA *)boxed)
                 : pango_font_description_to_string((const PangoFontDescription *)boxed);
    value = text != NULL ? json_string(text) : json_null();
    g_free(text);
  } else {
    g_value_init(&number, G_TYPE_DOUBLE);
    g_value_transform(&now, &number);
    value = kmk_gtk_json_number(g_value_get_double(&number));
    if (kind == KMK_GTK_INDEX && (g_value_get_double(&number) < 0 ||
                                  g_value_get_double(&number) == GTK_INVALID_LIST_POSITION)) {
      json_decref(value);
      value = json_null();
    }
  }
  g_value_unset(&now);
  return value;
}

/* A string that is not a colour gives a transparent colour; a string that is not a font gives an empty font. */
static void kmk_gtk_make_boxed(GValue *next, kmk_gtk_kind kind, const json_t *value) {
  const char *text = json_is_string(value) ? json_string_value(value) : "";
  GdkRGBA colour = {0, 0, 0, 0};
  if (kind == KMK_GTK_FONT) {
    g_value_take_boxed(next, pango_font_description_from_string(text));
    return;
  }
  if (!gdk_rgba_parse(&colour, text))
    memset(&colour, 0, sizeof colour);
  g_value_set_boxed(next, &colour);
}

static bool kmk_gtk_is_same(GParamSpec *property, kmk_gtk_kind kind, const GValue *one,
                            const GValue *other) {
  gconstpointer left, right;
  if (kind != KMK_GTK_COLOUR && kind != KMK_GTK_FONT)
    return g_param_values_cmp(property, one, other) == 0;
  left = g_value_get_boxed(one);
  right = g_value_get_boxed(other);
  if (left == NULL || right == NULL)
    return left == right;
  return kind == KMK_GTK_COLOUR ? gdk_rgba_equal(left, right)
                                : pango_font_description_equal((const PangoFontDescription *)left,
                                                               (const PangoFontDescription *)right);
}

/* An id that no row has selects no row. */
static void kmk_gtk_put_id(GObject *object, const json_t *value) {
  const char *wanted = json_string_value(value);
  char *now = NULL;
  g_object_get(object, "active-id", &now, NULL);
  if (g_strcmp0(now, wanted) != 0) {
    g_free(now);
    now = NULL;
    if (wanted != NULL)
      g_object_set(object, "active-id", wanted, NULL);
    g_object_get(object, "active-id", &now, NULL);
    if (g_strcmp0(now, wanted) != 0)
      g_object_set(object, "active", -1, NULL);
  }
  g_free(now);
}

void kmk_gtk_put(GObject *object, const char *name, kmk_gtk_kind kind, const json_t *value) {
  GParamSpec *property = kmk_gtk_property(object, name);
  GValue next = G_VALUE_INIT, now = G_VALUE_INIT, number = G_VALUE_INIT;
  if (kind == KMK_GTK_DATE) {
    kmk_gtk_put_date((GtkCalendar *)(void *)object, value);
    return;
  }
  if (kind == KMK_GTK_ITEM) {
    GtkDropDown *list = (GtkDropDown *)(void *)object;
    guint place = kmk_gtk_item_place(list, value);
    if (place != gtk_drop_down_get_selected(list))
      gtk_drop_down_set_selected(list, place);
    return;
  }
  if (kind == KMK_GTK_ID) {
    kmk_gtk_put_id(object, value);
    return;
  }
  g_value_init(&next, property->value_type);
  g_value_init(&now, property->value_type);
  if (kind == KMK_GTK_TEXT) {
    g_value_take_string(&next, kmk_gtk_text_of(value));
  } else if (kind == KMK_GTK_TRUTH) {
    g_value_set_boolean(&next, kmk_face_truth(value));
  } else if (kind == KMK_GTK_NICK) {
    g_value_set_enum(&next, kmk_gtk_nick(property, value));
  } else if (kind == KMK_GTK_COLOUR || kind == KMK_GTK_FONT) {
    kmk_gtk_make_boxed(&next, kind, value);
  } else {
    bool is_none =
        kind == KMK_GTK_INDEX && (!json_is_number(value) || json_number_value(value) < 0);
    double none = property->value_type == G_TYPE_UINT ? (double)GTK_INVALID_LIST_POSITION : -1;
    g_value_init(&number, G_TYPE_DOUBLE);
    g_value_set_double(&number, is_none ? none : json_number_value(value));
    g_value_transform(&number, &next);
  }
  g_object_get_property(object, name, &now);
  if (!kmk_gtk_is_same(property, kind, &next, &now))
    g_object_set_property(object, name, &next);
  g_value_unset(&next);
  g_value_unset(&now);
}

/* The list that a property chooses from: the pages of a stack, the items of a drop-down. A program may replace the
 * list while a field follows it. */
#include <string.h>

#include "field.h"

/* Returns the list that a property chooses from, and its length. NULL: the property is not a choice. New. */
static GObject *kmk_gtk_choices(const kmk_gtk_field *field, guint *count) {
  gpointer object = field->object;
  GListModel *all = NULL;
  *count = 0;
  if (GTK_IS_NOTEBOOK(object) && strcmp(field->property, "page") == 0)
    all = gtk_notebook_get_pages((GtkNotebook *)object);
  if (GTK_IS_STACK(object) && g_str_has_prefix(field->property, "visible-child"))
    all = G_LIST_MODEL(gtk_stack_get_pages((GtkStack *)object));
  if (GTK_IS_DROP_DOWN(object) && g_str_has_prefix(field->property, "selected"))
    all = gtk_drop_down_get_model((GtkDropDown *)object);
  if (GTK_IS_SINGLE_SELECTION(object) && g_str_has_prefix(field->property, "selected"))
    all = gtk_single_selection_get_model((GtkSingleSelection *)object);
  if (all == NULL)
    return NULL;
  *count = g_list_model_get_n_items(all);
  return GTK_IS_NOTEBOOK(object) || GTK_IS_STACK(object) ? G_OBJECT(all)
                                                         : g_object_ref(G_OBJECT(all));
}

static void kmk_gtk_rechosen(kmk_gtk_field *field);

static void kmk_gtk_choices_changed(GListModel *choices, guint at, guint removed, guint added,
                                    gpointer data) {
  kmk_gtk_field *field = data;
  (void)choices, (void)at, (void)removed, (void)added;
  if (GTK_IS_STACK(field->object) && field->count == 0)
    return; /* the stack chooses its first page next */
  kmk_gtk_rechosen(field);
}

void kmk_gtk_choices_replaced(GObject *object, GParamSpec *property, gpointer data) {
  (void)object, (void)property;
  kmk_gtk_rechosen((kmk_gtk_field *)data);
}

bool kmk_gtk_has_other_choices(kmk_gtk_field *field) {
  guint count;
  GObject *choices = kmk_gtk_choices(field, &count);
  bool is_other = choices != field->choices;
  bool has_changed = is_other || count != field->count;
  field->count = count;
  if (is_other) {
    if (field->choices != NULL) {
      g_signal_handlers_disconnect_by_data(field->choices, field);
      g_object_unref(field->choices);
    }
    field->choices = choices;
    if (choices != NULL)
      g_signal_connect(choices, "items-changed", G_CALLBACK(kmk_gtk_choices_changed), field);
  } else if (choices != NULL) {
    g_object_unref(choices);
  }
  return has_changed;
}

/* The widget has other choices. Shows the state's choice if it is among them. */
static void kmk_gtk_rechosen(kmk_gtk_field *field) {
  kmk_gtk_has_other_choices(field);
  if (field->object != NULL)
    kmk_gtk_settle(field);
}

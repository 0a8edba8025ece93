/* kmk_gtk_show, kmk_gtk_bind and the functions like them: each makes a field for a widget's property. Also buttons
 * that send actions. */
#include <string.h>

#include "field.h"
#include "kumiki_gtk.h"

/* The request of a kmk_gtk_connect. Without an action_case the property does not write. */
typedef struct kmk_gtk_wish {
  const char *call; /* the function, for messages */
  const char *action_case;
  bool is_binding, is_truth;
  kmk_gtk_condition condition;
  const char *equal;
} kmk_gtk_wish;

static kmk_gtk_kind kmk_gtk_checked(const char *pointer, gpointer target, GObject *object,
                                    const char *property, const kmk_gtk_wish *wish) {
  kmk_gtk_kind kind = kmk_gtk_kind_of(object, property);
  const char *problem = NULL;
  if (kind == KMK_GTK_NO_KIND)
    problem = kmk_gtk_property(object, property) == NULL
                  ? "there is no property with that name"
                  : "it is not a string, number or boolean that can be read and set";
  else if (wish->is_truth && kind != KMK_GTK_TRUTH)
    problem = "it is not a boolean";
  else if (wish->condition >= KMK_GTK_EQUAL && wish->equal == NULL)
    problem = "there is no string to compare with";
  if (problem == NULL)
    return kind;
  g_critical("kumiki: %s: the property \"%s\" of a %s cannot follow %s: %s", wish->call, property,
             G_OBJECT_TYPE_NAME(target), pointer != NULL ? pointer : "NULL", problem);
  return KMK_GTK_NO_KIND;
}

static void kmk_gtk_ranged(GtkAdjustment *range, GParamSpec *property, gpointer data) {
  (void)range, (void)property;
  kmk_gtk_settle(data);
}

/* The state may contain a value outside the present range. The value is shown once the range includes it. */
static void kmk_gtk_follow_range(kmk_gtk_field *field) {
  gpointer object = field->object;
  if (strcmp(field->property, "value") != 0)
    return;
  if (GTK_IS_ADJUSTMENT(object))
    field->range = (GObject *)object;
  if (GTK_IS_SPIN_BUTTON(object))
    field->range = G_OBJECT(gtk_spin_button_get_adjustment((GtkSpinButton *)object));
  if (GTK_IS_SCALE_BUTTON(object))
    field->range = G_OBJECT(gtk_scale_button_get_adjustment((GtkScaleButton *)object));
  if (field->range == NULL)
    return;
  g_object_add_weak_pointer(field->range, (gpointer *)&field->range);
  g_signal_connect(field->range, "notify::lower", G_CALLBACK(kmk_gtk_ranged), field);
  g_signal_connect(field->range, "notify::upper", G_CALLBACK(kmk_gtk_ranged), field);
}

static bool kmk_gtk_connect(kmk_store *store, const char *pointer, const kmk_gtk_wish *wish,
                            gpointer target, const char *property) {
  GObject *object;
  kmk_gtk_kind kind;
  kmk_gtk_field *field;
  kmk_subscription *subscription;
  kmk_error error;
  g_return_val_if_fail(G_IS_OBJECT(target) && property != NULL, false);
  object = kmk_gtk_bearer((GObject *)target, property);
  kind = kmk_gtk_checked(pointer, target, object, property, wish);
  if (kind == KMK_GTK_NO_KIND)
    return false;
  field = g_new0(kmk_gtk_field, 1);
  field->call = wish->call;
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
  if (wish->action_case != NULL)
    kmk_gtk_listen(field);
  kmk_gtk_follow_range(field);
  kmk_gtk_has_other_choices(field);
  if (GTK_IS_DROP_DOWN(object) || GTK_IS_SINGLE_SELECTION(object))
    g_signal_connect(object, "notify::model", G_CALLBACK(kmk_gtk_choices_replaced), field);
  /* If the place cannot be observed, this frees field. */
  subscription =
      kmk_store_observe(store, pointer, kmk_gtk_follow, field, kmk_gtk_field_free, &error);
  if (subscription == NULL) {
    if (store != NULL && pointer != NULL)
      g_critical("kumiki: %s: the property \"%s\" of a %s cannot follow %s: %s", wish->call,
                 property, G_OBJECT_TYPE_NAME(target), pointer, error.message);
    return false;
  }
  field->tie = kmk_gtk_own_with(target, subscription, kmk_gtk_field_end, field);
  return true;
}

bool kmk_gtk_show(kmk_store *store, const char *pointer, gpointer widget, const char *property) {
  const kmk_gtk_wish wish = {"kmk_gtk_show", NULL, false, false, KMK_GTK_IS, NULL};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

bool kmk_gtk_show_if(kmk_store *store, const char *pointer, kmk_gtk_condition condition,
                     const char *text, gpointer widget, const char *property) {
  const kmk_gtk_wish wish = {"kmk_gtk_show_if", NULL, false, true, condition, text};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

bool kmk_gtk_bind(kmk_store *store, const char *pointer, const char *binding_case, gpointer widget,
                  const char *property) {
  const kmk_gtk_wish wish = {"kmk_gtk_bind", binding_case, true, false, KMK_GTK_IS, NULL};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

bool kmk_gtk_bind_choice(kmk_store *store, const char *pointer, const char *binding_case,
                         gpointer button, const char *choice) {
  const kmk_gtk_wish wish = {"kmk_gtk_bind_choice", binding_case, true, true,
                             KMK_GTK_EQUAL,         choice};
  return kmk_gtk_connect(store, pointer, &wish, button, "active");
}

bool kmk_gtk_bind_action(kmk_store *store, const char *pointer, const char *action_case,
                         gpointer widget, const char *property) {
  const kmk_gtk_wish wish = {"kmk_gtk_bind_action", action_case, false, false, KMK_GTK_IS, NULL};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

/* ------------------------------------------------------------------------ clicks */

static void kmk_gtk_send(GtkWidget *button, gpointer action_case) {
  kmk_store *store = g_object_get_data(G_OBJECT(button), "kmk-gtk-store");
  kmk_error error;
  if (store == NULL || action_case == NULL)
    return;
  if (kmk_store_send_at(store, (const char *)action_case, NULL, &error) != KMK_OK)
    g_critical("kumiki: kmk_gtk_clicked: a %s cannot send %s: %s", G_OBJECT_TYPE_NAME(button),
               (const char *)action_case, error.message);
}

static void kmk_gtk_free_text(gpointer text, GClosure *closure) {
  (void)closure;
  g_free(text);
}

void kmk_gtk_clicked(GtkWidget *button, kmk_store *store, const char *action_case) {
  g_object_set_data(G_OBJECT(button), "kmk-gtk-store", store);
  g_signal_connect_data(button, "clicked", G_CALLBACK(kmk_gtk_send), g_strdup(action_case),
                        kmk_gtk_free_text, (GConnectFlags)0);
}

void kmk_gtk_role(GtkWidget *button, const char *role) {
  gtk_widget_remove_css_class(button, "destructive-action");
  gtk_widget_remove_css_class(button, "suggested-action");
  if (role != NULL && strcmp(role, "destructive") == 0)
    gtk_widget_add_css_class(button, "destructive-action");
  if (role != NULL && strcmp(role, "suggested") == 0)
    gtk_widget_add_css_class(button, "suggested-action");
}

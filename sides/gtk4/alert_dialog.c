/* Alerts as a GtkAlertDialog, for GTK 4.10 and later. The library can be built with older versions, so it looks up
 * these functions at run time. */
#include "alert.h"

#include <string.h>

#if !GTK_CHECK_VERSION(4, 10, 0)
typedef struct _GtkAlertDialog GtkAlertDialog;
GType gtk_alert_dialog_get_type(void);
void gtk_alert_dialog_choose(GtkAlertDialog *dialog, GtkWindow *parent, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer data);
int gtk_alert_dialog_choose_finish(GtkAlertDialog *dialog, GAsyncResult *result, GError **error);
#endif
#pragma weak gtk_alert_dialog_get_type
#pragma weak gtk_alert_dialog_choose
#pragma weak gtk_alert_dialog_choose_finish

bool kmk_gtk_has_alert_dialog(void) { return gtk_alert_dialog_get_type != NULL; }

static void kmk_gtk_ask(kmk_gtk_alert *alert);

static gboolean kmk_gtk_ask_again(gpointer data) {
  kmk_gtk_alert *alert = data;
  alert->later = 0;
  kmk_gtk_ask(alert);
  return G_SOURCE_REMOVE;
}

/* The dialog is closed already. It is shown again if the alert remains in the state. */
static void kmk_gtk_answered(GObject *dialog, GAsyncResult *result, gpointer data) {
  GtkWidget *built = (GtkWidget *)data;
  kmk_gtk_alert *alert = kmk_gtk_alert_of(built);
  GError *error = NULL;
  int index = gtk_alert_dialog_choose_finish((GtkAlertDialog *)(void *)dialog, result, &error);
  kmk_gtk_shown *shown = alert->shown;
  g_clear_object(&alert->asked);
  if (shown != NULL) { /* NULL: the state has closed the dialog */
    if (error != NULL || index < 0)
      shown->close(shown);
    else
      kmk_gtk_alert_answer(alert, (size_t)index, shown);
    if (alert->shown != NULL)
      alert->later = g_idle_add(kmk_gtk_ask_again, alert);
  }
  g_clear_error(&error);
  g_object_unref(built);
}

/* A GtkAlertDialog shows its buttons in a window of GTK: the last window of its parent. */
static void kmk_gtk_paint_buttons(GtkWidget *in, const kmk_gtk_alert *alert) {
  GtkWidget *each = gtk_widget_get_first_child(in);
  for (; each != NULL; each = gtk_widget_get_next_sibling(each)) {
    size_t i;
    const char *label = GTK_IS_BUTTON(each) ? gtk_button_get_label(GTK_BUTTON(each)) : NULL;
    for (i = 0; label != NULL && i < json_array_size(alert->buttons); i++) {
      const json_t *button = json_array_get(alert->buttons, i);
      char *text = kmk_gtk_alert_member(button, "label");
      if (strcmp(text, label) == 0) {
        const char *name = json_string_value(json_object_get(button, "case"));
        kmk_gtk_role(each, json_string_value(json_object_get(button, "role")));
        gtk_widget_set_name(each, name != NULL ? name : "close");
      }
      g_free(text);
    }
    kmk_gtk_paint_buttons(each, alert);
  }
}

static void kmk_gtk_ask(kmk_gtk_alert *alert) {
  GtkWidget *owner = alert->shown != NULL ? alert->shown->place->owner : NULL;
  GtkRoot *root = owner != NULL ? gtk_widget_get_root(owner) : NULL;
  GListModel *windows = gtk_window_get_toplevels();
  guint i;
  if (root == NULL || alert->asked != NULL || alert->later != 0)
    return;
  alert->asked = g_cancellable_new();
  gtk_alert_dialog_choose((GtkAlertDialog *)alert->dialog, GTK_WINDOW(root), alert->asked,
                          kmk_gtk_answered, g_object_ref(alert->shown->widget));
  for (i = 0; i < g_list_model_get_n_items(windows); i++) {
    GtkWidget *window = g_list_model_get_item(windows, i);
    const char *type = G_OBJECT_TYPE_NAME(window);
    if (strcmp(type, "GtkMessageDialog") == 0 &&
        gtk_window_get_transient_for(GTK_WINDOW(window)) == GTK_WINDOW(root))
      kmk_gtk_paint_buttons(window, alert);
    g_object_unref(window);
  }
}

static void kmk_gtk_alert_rooted(GtkWidget *owner, GParamSpec *property, gpointer data) {
  (void)owner, (void)property;
  kmk_gtk_ask(kmk_gtk_alert_of(((kmk_gtk_shown *)data)->widget));
}

static void kmk_gtk_shut_alert_dialog(kmk_gtk_shown *shown, GtkWidget *owner) {
  kmk_gtk_alert *alert = kmk_gtk_alert_of(shown->widget);
  (void)owner;
  alert->shown = NULL;
  if (alert->later != 0)
    g_source_remove(alert->later);
  alert->later = 0;
  if (alert->asked != NULL)
    g_cancellable_cancel(alert->asked);
  g_object_unref(shown->widget);
}

void kmk_gtk_open_alert_dialog(kmk_gtk_shown *shown, GtkWidget *owner) {
  kmk_gtk_alert *alert = kmk_gtk_alert_of(shown->widget);
  g_object_ref_sink(shown->widget);
  alert->shown = shown;
  g_signal_connect(owner, "notify::root", G_CALLBACK(kmk_gtk_alert_rooted), shown);
  shown->shut = kmk_gtk_shut_alert_dialog;
  kmk_gtk_ask(alert);
}

GtkWidget *kmk_gtk_alert_dialog_new(kmk_gtk_alert *alert, const char *title, const char *message) {
  GtkWidget *built = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GPtrArray *labels = g_ptr_array_new_with_free_func(g_free);
  size_t i;
  alert->dialog = g_object_new(gtk_alert_dialog_get_type(), "message", title, NULL);
  if (*message != '\0')
    g_object_set(alert->dialog, "detail", message, NULL);
  for (i = 0; i < json_array_size(alert->buttons); i++) {
    const json_t *button = json_array_get(alert->buttons, i);
    g_ptr_array_add(labels, kmk_gtk_alert_member(button, "label"));
    if (kmk_gtk_alert_is_role(button, "cancel"))
      g_object_set(alert->dialog, "cancel-button", (int)i, NULL);
    if (kmk_gtk_alert_is_role(button, "suggested"))
      g_object_set(alert->dialog, "default-button", (int)i, NULL);
  }
  g_ptr_array_add(labels, NULL);
  g_object_set(alert->dialog, "buttons", labels->pdata, NULL);
  g_ptr_array_unref(labels);
  return built;
}

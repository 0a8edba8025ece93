/* Alerts: the question and the buttons. alert_dialog.c and alert_window.c show them. */
#include "alert.h"

#include <string.h>

#include "property.h"

kmk_gtk_alert *kmk_gtk_alert_of(GtkWidget *built) {
  return g_object_get_data(G_OBJECT(built), "kmk-gtk-alert");
}

static void kmk_gtk_alert_free(gpointer data) {
  kmk_gtk_alert *alert = data;
  g_clear_object(&alert->asked);
  g_clear_object(&alert->dialog);
  if (alert->later != 0)
    g_source_remove(alert->later);
  json_decref(alert->buttons);
  g_free(alert);
}

/* Returns a text of the state: a string, or a list of styled parts, whose strings are joined. New. */
static char *kmk_gtk_alert_text(const json_t *text) {
  GString *joined;
  size_t i;
  if (!json_is_array(text))
    return kmk_gtk_text_of(text);
  joined = g_string_new(NULL);
  for (i = 0; i < json_array_size(text); i++) {
    const char *part = json_string_value(json_object_get(json_array_get(text, i), "text"));
    g_string_append(joined, part != NULL ? part : "");
  }
  return g_string_free(joined, FALSE);
}

char *kmk_gtk_alert_member(const json_t *of, const char *name) {
  return kmk_gtk_alert_text(json_object_get(of, name));
}

/* Returns the given buttons, or the buttons in the state. New. */
static json_t *kmk_gtk_alert_buttons(const kmk_gtk_alert_button *buttons, size_t count,
                                     const json_t *state) {
  json_t *all = json_array();
  size_t i;
  if (buttons == NULL) {
    const json_t *stated = json_object_get(state, "buttons");
    for (i = 0; i < json_array_size(stated); i++)
      json_array_append_new(all, json_deep_copy(json_array_get(stated, i)));
    count = 0;
  }
  for (i = 0; i < count; i++)
    json_array_append_new(all, json_pack("{s:s, s:s?, s:s?}", "label", buttons[i].label, "case",
                                         buttons[i].action_case, "role", buttons[i].role));
  if (json_array_size(all) == 0) /* translated by GTK */
    json_array_append_new(all, json_pack("{s:s}", "label", g_dgettext("gtk40", "Close")));
  return all;
}

bool kmk_gtk_alert_is_role(const json_t *button, const char *role) {
  const char *has = json_string_value(json_object_get(button, "role"));
  return has != NULL && strcmp(has, role) == 0;
}

void kmk_gtk_alert_answer(const kmk_gtk_alert *alert, size_t index, kmk_gtk_shown *shown) {
  const json_t *button = json_array_get(alert->buttons, index);
  const char *action_case = json_string_value(json_object_get(button, "case"));
  json_t *action = json_object_get(button, "action");
  kmk_error error;
  kmk_status status = KMK_OK;
  if (action_case != NULL)
    status = kmk_store_send_at(alert->view, action_case, NULL, &error);
  else if (action != NULL && !json_is_null(action)) {
    json_incref(action); /* the alert may be freed before the send returns */
    status = kmk_store_send(alert->view, action, &error);
    json_decref(action);
  } else if (shown != NULL)
    shown->close(shown);
  if (status != KMK_OK)
    g_critical("kumiki: kmk_gtk_alert_new: a button cannot send its action: %s", error.message);
}

void kmk_gtk_open_alert(kmk_gtk_shown *shown, GtkWidget *owner) {
  if (kmk_gtk_alert_of(shown->widget)->dialog != NULL)
    kmk_gtk_open_alert_dialog(shown, owner);
  else
    kmk_gtk_open_window(shown, owner);
}

GtkWidget *kmk_gtk_alert_new(kmk_store *view, const kmk_gtk_alert_button *buttons, size_t count) {
  kmk_gtk_alert *alert;
  json_t *state;
  char *title, *message;
  GtkWidget *built;
  g_return_val_if_fail(view != NULL, NULL);
  state = kmk_store_state(view);
  alert = g_new0(kmk_gtk_alert, 1);
  alert->view = view;
  alert->buttons = kmk_gtk_alert_buttons(buttons, count, state);
  title = kmk_gtk_alert_member(state, "title");
  message = kmk_gtk_alert_member(state, "message");
  built = kmk_gtk_has_alert_dialog() ? kmk_gtk_alert_dialog_new(alert, title, message)
                                     : kmk_gtk_alert_window_new(alert, title, message);
  g_object_set_data_full(G_OBJECT(built), "kmk-gtk-alert", alert, kmk_gtk_alert_free);
  g_free(title);
  g_free(message);
  json_decref(state);
  return built;
}

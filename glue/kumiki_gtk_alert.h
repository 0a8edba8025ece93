/**
 * Alerts of GTK 4 that come and go with the state: a question, and buttons that send.
 *
 *     static const kmk_gtk_alert_button buttons[] = {{"Cancel", NULL, "cancel"},
 *                                                    {"Delete", "delete", "destructive"}};
 *     static GtkWidget *alert(kmk_store *view, const char *name, void *data) {
 *       return kmk_gtk_alert_new(view, buttons, 2);
 *     }
 *     …
 *     kmk_gtk_present(store, "/alert", "alert", window, alert, NULL, &error);
 *
 * GTK 4.10 has its own alerts, GtkAlertDialog; with an older one it is a window with a column of
 * labels and a row of buttons. Nothing else differs.
 */
#ifndef KUMIKI_GTK_ALERT_H
#define KUMIKI_GTK_ALERT_H

#include "kumiki_gtk_kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A button of an alert. */
typedef struct kmk_gtk_alert_button {
  const char *label;
  const char *action_case; /* what it sends to the alert's view; NULL: it closes the alert */
  const char *role;        /* as of kmk_gtk_role; of a button that is "cancel", Escape is the key */
} kmk_gtk_alert_button;

/** An alert's question and answers: what is behind a kmk_gtk_alert_new. */
typedef struct kmk_gtk_alert {
  kmk_store *view;
  json_t *buttons; /* {"label", "role", "action", "case"} */
#if GTK_CHECK_VERSION(4, 10, 0)
  GtkAlertDialog *dialog;
  GCancellable *asked;
  kmk_gtk_shown *shown; /* while it is open */
  guint later;          /* a source that opens it again; 0: none */
#endif
} kmk_gtk_alert;

static inline kmk_gtk_alert *kmk_gtk_alert_of(GtkWidget *built) {
  return (kmk_gtk_alert *)g_object_get_data(G_OBJECT(built), "kmk-gtk-alert");
}

static inline void kmk_gtk_alert_free(gpointer data) {
  kmk_gtk_alert *alert = (kmk_gtk_alert *)data;
#if GTK_CHECK_VERSION(4, 10, 0)
  g_clear_object(&alert->asked);
  g_clear_object(&alert->dialog);
  if (alert->later != 0) g_source_remove(alert->later);
#endif
  json_decref(alert->buttons);
  g_free(alert);
}

/* A text of the state: a string, or a list of parts with styles, whose texts are joined. New. */
static inline char *kmk_gtk_alert_text(const json_t *text) {
  GString *joined;
  size_t i;
  if (!json_is_array(text)) return kmk_gtk_text_of(text);
  joined = g_string_new(NULL);
  for (i = 0; i < json_array_size(text); i++) {
    const char *part = json_string_value(json_object_get(json_array_get(text, i), "text"));
    g_string_append(joined, part != NULL ? part : "");
  }
  return g_string_free(joined, FALSE);
}

static inline char *kmk_gtk_alert_member(const json_t *of, const char *name) {
  return kmk_gtk_alert_text(json_object_get(of, name));
}

/* The buttons that were handed in, or those of the state. New. */
static inline json_t *kmk_gtk_alert_buttons(const kmk_gtk_alert_button *buttons, size_t count,
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
  if (json_array_size(all) == 0) /* in GTK's own words */
    json_array_append_new(all, json_pack("{s:s}", "label", g_dgettext("gtk40", "Close")));
  return all;
}

static inline bool kmk_gtk_alert_is_role(const json_t *button, const char *role) {
  const char *has = json_string_value(json_object_get(button, "role"));
  return has != NULL && strcmp(has, role) == 0;
}

/* A button was pressed: its action, or what closes the alert. */
static inline void kmk_gtk_alert_answer(const kmk_gtk_alert *alert, size_t index,
                                        kmk_gtk_shown *shown) {
  const json_t *button = json_array_get(alert->buttons, index);
  const char *action_case = json_string_value(json_object_get(button, "case"));
  json_t *action = json_object_get(button, "action");
  if (action_case != NULL)
    kmk_store_send_at(alert->view, action_case, NULL, NULL);
  else if (action != NULL && !json_is_null(action)) {
    json_incref(action); /* the alert may be gone before the send returns */
    kmk_store_send(alert->view, action, NULL);
    json_decref(action);
  } else if (shown != NULL)
    shown->close(shown);
}

static inline bool kmk_gtk_is_alert(GtkWidget *built) { return kmk_gtk_alert_of(built) != NULL; }

#if GTK_CHECK_VERSION(4, 10, 0)

/* ---------------------------------------------------------------- a GtkAlertDialog */

static inline void kmk_gtk_ask(kmk_gtk_alert *alert);

static inline gboolean kmk_gtk_ask_again(gpointer data) {
  kmk_gtk_alert *alert = (kmk_gtk_alert *)data;
  alert->later = 0;
  kmk_gtk_ask(alert);
  return G_SOURCE_REMOVE;
}

/* It is closed already. It comes back where the state keeps it. */
static inline void kmk_gtk_answered(GObject *dialog, GAsyncResult *result, gpointer data) {
  GtkWidget *built = (GtkWidget *)data;
  kmk_gtk_alert *alert = kmk_gtk_alert_of(built);
  GError *error = NULL;
  int index = gtk_alert_dialog_choose_finish((GtkAlertDialog *)(void *)dialog, result, &error);
  kmk_gtk_shown *shown = alert->shown;
  g_clear_object(&alert->asked);
  if (shown != NULL) { /* else the state has closed it */
    if (error != NULL || index < 0)
      shown->close(shown);
    else
      kmk_gtk_alert_answer(alert, (size_t)index, shown);
    if (alert->shown != NULL) alert->later = g_idle_add(kmk_gtk_ask_again, alert);
  }
  g_clear_error(&error);
  g_object_unref(built);
}

/* GtkAlertDialog shows its buttons in a window of GTK's, which is the last one of its parent's. */
static inline void kmk_gtk_paint_buttons(GtkWidget *in, const kmk_gtk_alert *alert) {
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

static inline void kmk_gtk_ask(kmk_gtk_alert *alert) {
  GtkWidget *owner = alert->shown != NULL ? kmk_gtk_owner(alert->shown) : NULL;
  GtkRoot *root = owner != NULL ? gtk_widget_get_root(owner) : NULL;
  GListModel *windows = gtk_window_get_toplevels();
  guint i;
  if (root == NULL || alert->asked != NULL || alert->later != 0) return;
  alert->asked = g_cancellable_new();
  gtk_alert_dialog_choose(alert->dialog, GTK_WINDOW(root), alert->asked, kmk_gtk_answered,
                          g_object_ref(alert->shown->widget));
  for (i = 0; i < g_list_model_get_n_items(windows); i++) {
    GtkWidget *window = (GtkWidget *)g_list_model_get_item(windows, i);
    const char *type = G_OBJECT_TYPE_NAME(window);
    if (strcmp(type, "GtkMessageDialog") == 0 &&
        gtk_window_get_transient_for(GTK_WINDOW(window)) == GTK_WINDOW(root))
      kmk_gtk_paint_buttons(window, alert);
    g_object_unref(window);
  }
}

static inline void kmk_gtk_alert_rooted(GtkWidget *owner, GParamSpec *property, gpointer data) {
  (void)owner, (void)property;
  kmk_gtk_ask(kmk_gtk_alert_of(((kmk_gtk_shown *)data)->widget));
}

static inline void kmk_gtk_shut_alert(kmk_gtk_shown *shown, GtkWidget *owner) {
  kmk_gtk_alert *alert = kmk_gtk_alert_of(shown->widget);
  (void)owner;
  alert->shown = NULL;
  if (alert->later != 0) g_source_remove(alert->later);
  alert->later = 0;
  if (alert->asked != NULL) g_cancellable_cancel(alert->asked);
  g_object_unref(shown->widget);
}

static inline void kmk_gtk_open_alert(kmk_gtk_shown *shown, GtkWidget *owner) {
  kmk_gtk_alert *alert = kmk_gtk_alert_of(shown->widget);
  g_object_ref_sink(shown->widget);
  alert->shown = shown;
  g_signal_connect(owner, "notify::root", G_CALLBACK(kmk_gtk_alert_rooted), shown);
  shown->shut = kmk_gtk_shut_alert;
  kmk_gtk_ask(alert);
}

/* What is built stands for the dialog, which is no widget, and is not seen itself. */
static inline GtkWidget *kmk_gtk_alert_made(kmk_gtk_alert *alert, const char *title,
                                            const char *message) {
  GtkWidget *built = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GPtrArray *labels = g_ptr_array_new_with_free_func(g_free);
  size_t i;
  alert->dialog = gtk_alert_dialog_new("%s", title);
  if (*message != '\0') gtk_alert_dialog_set_detail(alert->dialog, message);
  for (i = 0; i < json_array_size(alert->buttons); i++) {
    const json_t *button = json_array_get(alert->buttons, i);
    g_ptr_array_add(labels, kmk_gtk_alert_member(button, "label"));
    if (kmk_gtk_alert_is_role(button, "cancel"))
      gtk_alert_dialog_set_cancel_button(alert->dialog, (int)i);
    if (kmk_gtk_alert_is_role(button, "suggested"))
      gtk_alert_dialog_set_default_button(alert->dialog, (int)i);
  }
  g_ptr_array_add(labels, NULL);
  gtk_alert_dialog_set_buttons(alert->dialog, (const char *const *)labels->pdata);
  g_ptr_array_unref(labels);
  return built;
}

#else

/* ------------------------------------------------------------------------ a window */

static inline void kmk_gtk_open_alert(kmk_gtk_shown *shown, GtkWidget *owner) {
  kmk_gtk_open_window(shown, owner);
}

static inline void kmk_gtk_alert_clicked(GtkWidget *button, gpointer data) {
  GtkWidget *window = (GtkWidget *)data;
  size_t index = (size_t)(guintptr)g_object_get_data(G_OBJECT(button), "kmk-gtk-index");
  kmk_gtk_alert_answer(kmk_gtk_alert_of(window), index,
                       (kmk_gtk_shown *)g_object_get_data(G_OBJECT(window), "kmk-gtk-shown"));
}

static inline void kmk_gtk_alert_add_text(GtkWidget *column, const char *text, const char *style) {
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 40);
  gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
  if (style != NULL) gtk_widget_add_css_class(label, style);
  gtk_box_append(GTK_BOX(column), label);
}

static inline void kmk_gtk_alert_add_buttons(const kmk_gtk_alert *alert, GtkWidget *window,
                                             GtkWidget *row) {
  size_t i;
  for (i = 0; i < json_array_size(alert->buttons); i++) {
    const json_t *stated = json_array_get(alert->buttons, i);
    const char *name = json_string_value(json_object_get(stated, "case"));
    char *label = kmk_gtk_alert_member(stated, "label");
    GtkWidget *button = gtk_button_new_with_label(label);
    gtk_widget_set_name(button, name != NULL ? name : "close");
    gtk_widget_set_hexpand(button, TRUE);
    kmk_gtk_role(button, json_string_value(json_object_get(stated, "role")));
    g_object_set_data(G_OBJECT(button), "kmk-gtk-index", (gpointer)(guintptr)i);
    g_signal_connect(button, "clicked", G_CALLBACK(kmk_gtk_alert_clicked), window);
    gtk_box_append(GTK_BOX(row), button);
    if (kmk_gtk_alert_is_role(stated, "suggested"))
      gtk_window_set_default_widget(GTK_WINDOW(window), button);
    g_free(label);
  }
}

static inline GtkWidget *kmk_gtk_alert_made(kmk_gtk_alert *alert, const char *title,
                                            const char *message) {
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *none = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0); /* for a title bar */
  GtkWidget *window = (GtkWidget *)g_object_new(GTK_TYPE_WINDOW, "accessible-role",
                                                GTK_ACCESSIBLE_ROLE_ALERT_DIALOG, NULL);
  gtk_widget_set_visible(none, FALSE);
  gtk_window_set_titlebar(GTK_WINDOW(window), none);
  gtk_window_set_title(GTK_WINDOW(window), title); /* for who lists windows */
  gtk_window_set_resizable(GTK_WINDOW(window), FALSE);
  gtk_window_set_child(GTK_WINDOW(window), column);
  gtk_widget_set_size_request(column, 260, -1);
  gtk_widget_set_margin_top(column, 24);
  gtk_widget_set_margin_bottom(column, 18);
  gtk_widget_set_margin_start(column, 18);
  gtk_widget_set_margin_end(column, 18);
  kmk_gtk_alert_add_text(column, title, "title-4");
  if (*message != '\0') kmk_gtk_alert_add_text(column, message, NULL);
  gtk_box_append(GTK_BOX(column), row);
  kmk_gtk_alert_add_buttons(alert, window, row);
  return window;
}
#endif

/**
 * Makes an alert that shows the state's "title" and, if it has one, its "message", for a
 * kmk_gtk_build_fn to return.
 *
 * The texts are those of the moment at which it opens. A button that is pressed sends its action to
 * the view. Escape closes the alert as its user does.
 *
 * @param view     the alert's.
 * @param buttons  from left to right. NULL: those of the state, {"label", "role", "action"}, as a
 *                 Swift feature's AlertState has them (docs/json.md); one without an action closes.
 *                 Where there are none, one closes the alert.
 * @param count    of buttons; 0 for NULL.
 * @return what to return from the function that builds; NULL for a NULL view.
 *
 * Owns: view borrowed, texts copied, result floating, as a new widget is. NULL: NULL for a view.
 * Threads: owner, callback. Since: 0.3.
 */
static inline GtkWidget *kmk_gtk_alert_new(kmk_store *view, const kmk_gtk_alert_button *buttons,
                                           size_t count) {
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
  built = kmk_gtk_alert_made(alert, title, message);
  g_object_set_data_full(G_OBJECT(built), "kmk-gtk-alert", alert, kmk_gtk_alert_free);
  g_free(title);
  g_free(message);
  json_decref(state);
  return built;
}

#ifdef __cplusplus
}
#endif
#endif

/* Alerts: a question, and buttons that send actions. */
#ifndef ALERT_H
#define ALERT_H

#include "kumiki_gtk_alert.h"
#include "shown.h"

/* An alert's question and buttons. A GtkAlertDialog is not a widget, so an invisible box represents it. */
typedef struct kmk_gtk_alert {
  kmk_store *view;
  json_t *buttons;      /* {"label", "role", "action", "case"} */
  GObject *dialog;      /* a GtkAlertDialog; NULL: the alert is a window */
  GCancellable *asked;  /* while the dialog is open */
  kmk_gtk_shown *shown; /* while the alert is presented */
  guint later;          /* a source that opens the alert again; 0: none */
} kmk_gtk_alert;

/* Returns the alert that a widget represents; NULL for any other widget. */
kmk_gtk_alert *kmk_gtk_alert_of(GtkWidget *built);

/* Returns a member of an object as a string for GTK. New. */
char *kmk_gtk_alert_member(const json_t *of, const char *name);

bool kmk_gtk_alert_is_role(const json_t *button, const char *role);

/* A button was pressed: sends its action, or the action that closes the alert. */
void kmk_gtk_alert_answer(const kmk_gtk_alert *alert, size_t index, kmk_gtk_shown *shown);

void kmk_gtk_open_alert(kmk_gtk_shown *shown, GtkWidget *owner);

/* alert_dialog.c: a GtkAlertDialog, if GTK has it. */
bool kmk_gtk_has_alert_dialog(void);
GtkWidget *kmk_gtk_alert_dialog_new(kmk_gtk_alert *alert, const char *title, const char *message);
void kmk_gtk_open_alert_dialog(kmk_gtk_shown *shown, GtkWidget *owner);

/* alert_window.c: a window with a column of labels and a row of buttons. */
GtkWidget *kmk_gtk_alert_window_new(const kmk_gtk_alert *alert, const char *title,
                                    const char *message);

#endif

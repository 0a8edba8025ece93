/* What the windows of the examples are put together from. */
#ifndef PARTS_H
#define PARTS_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* A window with a column of widgets in it: what was put into it last comes last. */
GtkWidget *parts_window(const char *title, int width, int height, GtkWidget **column);

/* A column, with some space around it. */
GtkWidget *parts_column(void);

/* A row at the end of a column, for buttons. */
GtkWidget *parts_buttons(GtkWidget *column);

/* A button that sends an action, whose name is the widget's too. */
GtkWidget *parts_button(GtkWidget *buttons, const char *text, kmk_store *store, const char *action);

/* A button that closes what it stands in, as the user's close button does. */
GtkWidget *parts_close_button(GtkWidget *buttons, const char *text);

/* A label at the left of a column, that follows a text of the state; NULL: it follows nothing. */
GtkWidget *parts_label(GtkWidget *column, kmk_store *store, const char *pointer);

/* A widget with its label above it. */
void parts_field(GtkWidget *column, const char *text, GtkWidget *widget);

/* A dialog with the state's "title" for a question; its view sends what the button is called. */
GtkWidget *parts_alert(kmk_store *view, size_t count, const char *const (*buttons)[2]);

#endif

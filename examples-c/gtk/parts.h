/* What the windows of the examples are put together from. */
#ifndef PARTS_H
#define PARTS_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* A column, with some space around it. */
GtkWidget *parts_column(void);

/* A row at the end of a column, for buttons. */
GtkWidget *parts_buttons(GtkWidget *column);

/* A button that sends an action, whose name is the widget's too. role: as of kmk_gtk_role. */
GtkWidget *parts_button(GtkWidget *buttons, const char *text, const char *role, kmk_store *store,
                        const char *action);

/* A label at the left of a column, that follows a text of the state; NULL: it follows nothing. */
GtkWidget *parts_label(GtkWidget *column, kmk_store *store, const char *pointer);

/* A widget with its label above it. */
void parts_field(GtkWidget *column, const char *text, GtkWidget *widget);

#endif

/* Parts of the examples' windows. */
#ifndef PARTS_H
#define PARTS_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* A column, with some space around it. */
GtkWidget *parts_column(void);

/* A row at the end of a column, for buttons. */
GtkWidget *parts_buttons(GtkWidget *column);

/* A button that sends an action. The widget has the name of the action. role: as in kmk_gtk_role. */
GtkWidget *parts_button(GtkWidget *buttons, const char *text, const char *role, kmk_store *store,
                        const char *action);

/* A label at the left of a column that follows a string of the state. NULL: it follows nothing. */
GtkWidget *parts_label(GtkWidget *column, kmk_store *store, const char *pointer);

/* A widget with its label above it. */
void parts_field(GtkWidget *column, const char *text, GtkWidget *widget);

/* A button with an icon at the start of a header bar, named after the action that it sends. sensitive: a place that
 * enables the button; NULL: always enabled. */
void parts_bar_icon(GtkWidget *bar, const char *icon, const char *tip, kmk_store *store,
                    const char *action, const char *sensitive);

/* Runs GLib's main loop, and the loop in it, until the user or SIGTERM closes the window. */
void parts_run(kmk_loop *loop, GtkWidget *window);

#endif

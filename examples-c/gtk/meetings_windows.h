/* The windows of the meetings. They show the state and send actions. */
#ifndef MEETINGS_WINDOWS_H
#define MEETINGS_WINDOWS_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* The window with the list. All other windows open and close with the state. */
GtkWidget *meetings_window(kmk_store *store);

#endif

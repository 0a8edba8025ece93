/* The windows of the meetings: what can be seen of the state, and clicked. */
#ifndef MEETINGS_WINDOWS_H
#define MEETINGS_WINDOWS_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* The window with the list. All others come and go with the state. */
GtkWidget *meetings_window(kmk_store *store);

#endif

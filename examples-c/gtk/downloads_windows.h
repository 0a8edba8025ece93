/* The windows of downloads: a list that changes all the time, a download, the settings, a form, an alert. */
#ifndef DOWNLOADS_WINDOWS_H
#define DOWNLOADS_WINDOWS_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* The window with the list, or NULL. All other windows open and close with the state. */
GtkWidget *downloads_window(kmk_store *store, kmk_error *error);

#endif

/* The windows of contacts: a list of any length, a contact, a form, an alert. */
#ifndef CONTACTS_WINDOWS_H
#define CONTACTS_WINDOWS_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* The window with the list. All other windows open and close with the state. */
GtkWidget *contacts_window(kmk_store *store);

#endif

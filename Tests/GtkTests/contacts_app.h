/* The contacts app, with or without windows, with its own file. */
#ifndef CONTACTS_APP_H
#define CONTACTS_APP_H

#include "../../examples-c/contacts/contacts.h"
#include "../../examples-c/contacts/files.h"

#include <gtk/gtk.h>
#include <kumiki.h>

typedef struct contacts_app {
  char *folder, *path;
  saved_file file;
  kmk_loop *loop;
  kmk_store *store;
  guint source;
  GtkWidget *window; /* NULL: a store without windows */
} contacts_app;

/* Opens the app with `count` contacts, c0, c1 and so on, read from its file. Consumes loop; NULL creates a loop. */
void contacts_open(contacts_app *made, kmk_loop *loop, size_t count, bool has_windows);

/* Closes the app as its user does: unsaved changes are saved. */
void contacts_close(contacts_app *made);

void contacts_remove_files(contacts_app *made);

#endif

/* The app of contacts, with windows or without, on a file of its own. */
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

/* Opens it with so many contacts, c0 and on, read from its file. Consumes loop; NULL: one of its own. */
void contacts_open(contacts_app *made, kmk_loop *loop, size_t count, bool has_windows);

/* Ends it as its user does: what is unsaved is saved. */
void contacts_close(contacts_app *made);

void contacts_remove_files(contacts_app *made);

#endif

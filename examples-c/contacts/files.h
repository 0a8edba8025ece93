/* Contacts in a file of JSON: the dependency "files" of the core. */
#ifndef FILES_H
#define FILES_H

#include "contacts.h"

typedef struct saved_file {
  contacts_files files;
  const char *path;
  kmk_reducer *core; /* what the file has to fit */
} saved_file;

/* The path is borrowed. Keep the file until the loop has ended. */
void saved_file_open(saved_file *file, const char *path);

void saved_file_close(saved_file *file);

#endif

/* Contacts in a JSON file: the dependency "files". */
#ifndef FILES_H
#define FILES_H

#include "contacts.h"

typedef struct saved_file {
  contacts_files files;
  const char *path;
  kmk_reducer *core; /* its shape must match the file */
} saved_file;

/* The path is borrowed. Keep the file until the loop has ended. */
void saved_file_open(saved_file *file, const char *path);

void saved_file_close(saved_file *file);

#endif

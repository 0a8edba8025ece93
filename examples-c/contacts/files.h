/* Serves "contacts.load" and "contacts.save" with a JSON file. */
#ifndef FILES_H
#define FILES_H

#include "contacts.h"

typedef struct saved_file {
  const char *path;
  kmk_reducer *core; /* its shape must match the file */
} saved_file;

/* The path is borrowed. Close the file, even if this fails, when the loop has ended. */
bool saved_file_serve(saved_file *file, kmk_loop *loop, const char *path, kmk_error *error);

void saved_file_close(saved_file *file);

#endif

/**
 * Pointers with arguments: see kumiki/paths.h. Internal to the library, never installed.
 *
 * In C, since a function with a list of arguments can be written in nothing else.
 */
#ifndef KUMIKI_POINTER_FORMAT_H
#define KUMIKI_POINTER_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/** A text that is being written: on the stack as far as it fits there. */
typedef struct kumiki_pointer {
  char *text; /* NULL: what was to be written is no pointer */
  size_t length, capacity;
  char room[256];
} kumiki_pointer;

/** Writes a pointer; text is NULL where the format is none or memory has run out. */
void kumiki_pointer_write(kumiki_pointer *pointer, const char *format, va_list arguments);
void kumiki_pointer_free(kumiki_pointer *pointer);

#endif

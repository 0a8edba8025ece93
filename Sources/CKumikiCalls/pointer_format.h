/**
 * Formatted pointers: see kumiki/paths.h. Internal to the library, never installed.
 *
 * In C, because only C can define variadic functions.
 */
#ifndef KUMIKI_POINTER_FORMAT_H
#define KUMIKI_POINTER_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/** A string under construction, on the stack as long as it fits there. */
typedef struct kumiki_pointer {
  char *text; /* NULL: the result is not a pointer */
  size_t length, capacity;
  char storage[256];
} kumiki_pointer;

/** Writes a pointer. `text` is NULL if the format is invalid or memory has run out. */
void kumiki_pointer_write(kumiki_pointer *pointer, const char *format, va_list arguments);
void kumiki_pointer_free(kumiki_pointer *pointer);

#endif

/* The functions of kumiki/paths.h that take a formatted pointer. */
#include "../CJansson/shim.h"
#include "kumiki.h"
#include "pointer_format.h"

#include <string.h>

/* Passed to a write if the format is invalid. It is not a pointer either, so the write itself raises the
 * issue of a failed write. */
#define NO_POINTER "a pointer's format that cannot be written"

/* Runs a call with the pointer's string in `text`. */
#define WITH_POINTER(call)                                                                         \
  kumiki_pointer pointer;                                                                          \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  kumiki_pointer_write(&pointer, format, arguments);                                               \
  va_end(arguments);                                                                               \
  const char *text = pointer.text != NULL ? pointer.text : NO_POINTER;                             \
  call;                                                                                            \
  kumiki_pointer_free(&pointer)

char *kmk_vpointerf(const char *format, va_list arguments) {
  kumiki_pointer pointer;
  kumiki_pointer_write(&pointer, format, arguments);
  if (pointer.text != pointer.storage)
    return pointer.text;
  return kumiki_copy_text(pointer.text);
}

char *kmk_pointerf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = kmk_vpointerf(format, arguments);
  va_end(arguments);
  return text;
}

const json_t *kmk_state_getf(const kmk_state *state, const char *format, ...) {
  WITH_POINTER(const json_t *value = kmk_state_get(state, text));
  return value;
}

kmk_status kmk_state_setf(kmk_state *state, const json_t *value, const char *format, ...) {
  WITH_POINTER(kmk_status status = kmk_state_set(state, text, value));
  return status;
}

kmk_status kmk_state_setf_new(kmk_state *state, json_t *value, const char *format, ...) {
  WITH_POINTER(kmk_status status = kmk_state_set_new(state, text, value));
  return status;
}

kmk_status kmk_state_insertf_new(kmk_state *state, json_t *value, const char *format, ...) {
  WITH_POINTER(kmk_status status = kmk_state_insert_new(state, text, value));
  return status;
}

kmk_status kmk_state_removef(kmk_state *state, const char *format, ...) {
  WITH_POINTER(kmk_status status = kmk_state_remove(state, text));
  return status;
}

json_t *kmk_store_getf(kmk_store *store, kmk_error *error, const char *format, ...) {
  WITH_POINTER(json_t *value = kmk_store_get(store, text, error));
  return value;
}

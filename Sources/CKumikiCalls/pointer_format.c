#include "pointer_format.h"

#include "../CJansson/shim.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void fail(kumiki_pointer *pointer) {
  kumiki_pointer_free(pointer);
  pointer->text = NULL;
}

void kumiki_pointer_free(kumiki_pointer *pointer) {
  if (pointer->text != pointer->storage)
    kumiki_deallocate(pointer->text);
}

static void append(kumiki_pointer *pointer, const char *bytes, size_t count) {
  if (pointer->text == NULL)
    return;
  if (count >= pointer->capacity - pointer->length) {
    size_t capacity = (pointer->length + count) * 2 + 1;
    bool is_inside = pointer->text == pointer->storage;
    char *larger = is_inside ? kumiki_allocate(capacity)
                             : kumiki_enlarge(pointer->text, pointer->length, capacity);
    if (larger == NULL)
      return fail(pointer);
    if (is_inside)
      memcpy(larger, pointer->storage, pointer->length);
    pointer->text = larger;
    pointer->capacity = capacity;
  }
  memcpy(pointer->text + pointer->length, bytes, count);
  pointer->length += count;
  pointer->text[pointer->length] = '\0';
}

/* Appends any string as one escaped token of a pointer. */
static void append_escaped(kumiki_pointer *pointer, const char *text, size_t most) {
  if (text == NULL)
    return fail(pointer);
  for (size_t i = 0; i < most && text[i] != '\0'; i++) {
    if (text[i] == '~')
      append(pointer, "~0", 2);
    else if (text[i] == '/')
      append(pointer, "~1", 2);
    else
      append(pointer, text + i, 1);
  }
}

/* The size of a number, from printf's length letters. */
typedef enum { CHAR, SHORT, INT, LONG, LONG_LONG, SIZE, DIFFERENCE, WIDEST } size;

static size size_of(const char **format) {
  switch (*(*format)++) {
  case 'h':
    if (**format != 'h')
      return SHORT;
    ++*format;
    return CHAR;
  case 'l':
    if (**format != 'l')
      return LONG;
    ++*format;
    return LONG_LONG;
  case 'z':
    return SIZE;
  case 't':
    return DIFFERENCE;
  case 'j':
    return WIDEST;
  default:
    --*format;
    return INT;
  }
}

/* A list of arguments that several functions read. */
typedef struct {
  va_list list;
} arguments;

static intmax_t signed_number(size size, arguments *from) {
  switch (size) {
  case LONG:
    return va_arg(from->list, long);
  case LONG_LONG:
    return va_arg(from->list, long long);
  case SIZE:
    return (intmax_t)va_arg(from->list, size_t);
  case DIFFERENCE:
    return va_arg(from->list, ptrdiff_t);
  case WIDEST:
    return va_arg(from->list, intmax_t);
  case CHAR:
    return (signed char)va_arg(from->list, int);
  case SHORT:
    return (short)va_arg(from->list, int);
  default:
    return va_arg(from->list, int);
  }
}

static uintmax_t unsigned_number(size size, arguments *from) {
  switch (size) {
  case LONG:
    return va_arg(from->list, unsigned long);
  case LONG_LONG:
    return va_arg(from->list, unsigned long long);
  case SIZE:
    return va_arg(from->list, size_t);
  case DIFFERENCE:
    return (uintmax_t)va_arg(from->list, ptrdiff_t);
  case WIDEST:
    return va_arg(from->list, uintmax_t);
  case CHAR:
    return (unsigned char)va_arg(from->list, unsigned);
  case SHORT:
    return (unsigned short)va_arg(from->list, unsigned);
  default:
    return va_arg(from->list, unsigned);
  }
}

/* Writes one conversion, given after its percent sign. Returns the start of the text that follows. */
static const char *convert(kumiki_pointer *pointer, const char *format, arguments *from) {
  char digits[3 * sizeof(uintmax_t) + 2];
  int count = 0;
  if (*format == '%') {
    append(pointer, "%", 1);
    return format + 1;
  }
  if (*format == 's') {
    append_escaped(pointer, va_arg(from->list, const char *), SIZE_MAX);
    return format + 1;
  }
  if (strncmp(format, ".*s", 3) == 0) {
    int most = va_arg(from->list, int);
    append_escaped(pointer, va_arg(from->list, const char *), most < 0 ? SIZE_MAX : (size_t)most);
    return format + 3;
  }
  size size = size_of(&format);
  if (*format == 'd' || *format == 'i')
    count = snprintf(digits, sizeof digits, "%" PRIdMAX, signed_number(size, from));
  else if (*format == 'u')
    count = snprintf(digits, sizeof digits, "%" PRIuMAX, unsigned_number(size, from));
  else if (*format == 'x')
    count = snprintf(digits, sizeof digits, "%" PRIxMAX, unsigned_number(size, from));
  else
    fail(pointer);
  append(pointer, digits, (size_t)count);
  return format + 1;
}

void kumiki_pointer_write(kumiki_pointer *pointer, const char *format, va_list list) {
  arguments from;
  pointer->text = pointer->storage;
  pointer->length = 0;
  pointer->capacity = sizeof pointer->storage;
  pointer->storage[0] = '\0';
  if (format == NULL)
    return fail(pointer);
  va_copy(from.list, list);
  while (pointer->text != NULL && *format != '\0') {
    const char *percent = strchr(format, '%');
    size_t count = percent == NULL ? strlen(format) : (size_t)(percent - format);
    append(pointer, format, count);
    format += count;
    if (percent != NULL)
      format = convert(pointer, percent + 1, &from);
  }
  va_end(from.list);
}

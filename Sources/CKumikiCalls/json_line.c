/* json_dumpb notes each container on its way in a table, to find one that contains itself, which no JSON of the
 * library's does. That is two thirds of its time. */
#include "json_line.h"

#include <stdlib.h>
#include <string.h>

static bool make_room(kumiki_bytes *bytes, size_t more) {
  if (bytes->room - bytes->used >= more)
    return true;
  size_t room = 2 * bytes->room + more;
  char *larger = realloc(bytes->start, room);
  if (larger == NULL)
    return false;
  bytes->start = larger;
  bytes->room = room;
  return true;
}

bool kumiki_append(kumiki_bytes *bytes, const char *text, size_t length) {
  if (!make_room(bytes, length))
    return false;
  memcpy(bytes->start + bytes->used, text, length);
  bytes->used += length;
  return true;
}

static bool append_text(kumiki_bytes *bytes, const char *text, size_t length) {
  static const char digits[] = "0123456789ABCDEF";
  if (!make_room(bytes, 6 * length + 2))
    return false;
  char *to = bytes->start + bytes->used;
  *to++ = '"';
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte >= 0x20 && byte != '"' && byte != '\\') {
      *to++ = (char)byte;
      continue;
    }
    *to++ = '\\';
    switch (byte) {
    case '\b':
      *to++ = 'b';
      break;
    case '\f':
      *to++ = 'f';
      break;
    case '\n':
      *to++ = 'n';
      break;
    case '\r':
      *to++ = 'r';
      break;
    case '\t':
      *to++ = 't';
      break;
    case '"':
    case '\\':
      *to++ = (char)byte;
      break;
    default:
      memcpy(to, "u00", 3);
      to[3] = digits[byte >> 4];
      to[4] = digits[byte & 15];
      to += 5;
    }
  }
  *to++ = '"';
  bytes->used = (size_t)(to - bytes->start);
  return true;
}

static bool append_integer(kumiki_bytes *bytes, json_int_t value) {
  char digits[24];
  size_t begin = sizeof digits;
  unsigned long long left =
      value < 0 ? 0ULL - (unsigned long long)value : (unsigned long long)value;
  do
    digits[--begin] = (char)('0' + left % 10);
  while ((left /= 10) != 0);
  if (value < 0)
    digits[--begin] = '-';
  return kumiki_append(bytes, digits + begin, sizeof digits - begin);
}

/* As jansson writes it; none for what is no number. */
static bool append_real(kumiki_bytes *bytes, const json_t *value) {
  char text[64];
  size_t length = json_dumpb(value, text, sizeof text, JSON_ENCODE_ANY);
  return length != 0 && length <= sizeof text && kumiki_append(bytes, text, length);
}

static bool append(kumiki_bytes *bytes, const json_t *value) {
  bool is_first = true;
  switch (json_typeof(value)) {
  case JSON_NULL:
    return kumiki_append(bytes, "null", 4);
  case JSON_TRUE:
    return kumiki_append(bytes, "true", 4);
  case JSON_FALSE:
    return kumiki_append(bytes, "false", 5);
  case JSON_INTEGER:
    return append_integer(bytes, json_integer_value(value));
  case JSON_REAL:
    return append_real(bytes, value);
  case JSON_STRING:
    return append_text(bytes, json_string_value(value), json_string_length(value));
  case JSON_ARRAY:
    for (size_t i = 0, count = json_array_size(value); i < count; i++, is_first = false) {
      if (!kumiki_append(bytes, is_first ? "[" : ",", 1) ||
          !append(bytes, json_array_get(value, i)))
        return false;
    }
    return kumiki_append(bytes, is_first ? "[]" : "]", is_first ? 2 : 1);
  case JSON_OBJECT: {
    json_t *object = (json_t *)(size_t)value; /* iterators are not const */
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
      const char *key = json_object_iter_key(at);
      if (!kumiki_append(bytes, is_first ? "{" : ",", 1) || !append_text(bytes, key, strlen(key)) ||
          !kumiki_append(bytes, ":", 1) || !append(bytes, json_object_iter_value(at)))
        return false;
      is_first = false;
    }
    return kumiki_append(bytes, is_first ? "{}" : "}", is_first ? 2 : 1);
  }
  }
  return false;
}

bool kumiki_append_json(kumiki_bytes *bytes, const json_t *value) {
  size_t before = bytes->used;
  if (append(bytes, value))
    return true;
  bytes->used = before;
  return false;
}

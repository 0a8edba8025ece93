/* Writes JSON text. json_dumpb keeps the containers around a value in a table, by their printed addresses, to find a value
 * that contains itself; that is two thirds of its time. Here the depth is limited instead. */
#include "json_bytes.h"
#include "json_characters.h"
#include "json_levels.h"

/* The lines of a log are a few levels deeper than the values in them. */
enum { DEEPEST = 2 * KUMIKI_JSON_DEPTH };
/* Room for an integer, a word, an escape or punctuation. */
enum { SMALL = 24 };

typedef struct writer {
  kumiki_bytes *bytes;
  kumiki_levels levels;
  bool is_compact;
} writer;

/* ------------------------------------------------------------------- buffer */

bool kumiki_grow(kumiki_bytes *bytes, size_t more) {
  size_t room = 2 * bytes->room + more;
  char *larger = room < more ? NULL : kumiki_enlarge(bytes->start, bytes->used, room);
  if (larger == NULL)
    return false;
  bytes->start = larger;
  bytes->room = room;
  return true;
}

bool kumiki_append(kumiki_bytes *bytes, const char *text, size_t length) {
  return kumiki_put(bytes, text, length);
}

static inline void put_byte(kumiki_bytes *bytes, char byte) { bytes->start[bytes->used++] = byte; }

/* Appends bytes. The caller has made room. */
static inline void put(kumiki_bytes *bytes, const char *text, size_t length) {
  memcpy(bytes->start + bytes->used, text, length);
  bytes->used += length;
}

/* ------------------------------------------------------------------ scalars */

/* Writes a byte that cannot stand in a string as it is. Returns the end. */
static char *put_escape(char *to, unsigned char byte) {
  static const char digits[] = "0123456789ABCDEF", letters[] = "bfnrt\"\\";
  static const char escaped[] = "\b\f\n\r\t\"\\";
  const char *known = memchr(escaped, byte, sizeof escaped - 1);
  *to++ = '\\';
  if (known != NULL) {
    *to++ = letters[known - escaped];
    return to;
  }
  memcpy(to, "u00", 3);
  to[3] = digits[byte >> 4];
  to[4] = digits[byte & 15];
  return to + 5;
}

/* Writes a string and leaves SMALL bytes of room. */
static kumiki_json_written put_string(kumiki_bytes *bytes, const char *text, size_t length) {
  kumiki_place at = (kumiki_place)text, end = at + length;
  if (!kumiki_make_room(bytes, length + 2 * SMALL))
    return KUMIKI_JSON_NO_MEMORY;
  char *to = bytes->start + bytes->used;
  *to++ = '"';
  while ((at = kumiki_pass_plain(at, end, &to)) != end) {
    if (at == NULL)
      return KUMIKI_JSON_NOT_TEXT;
    to = put_escape(to, *at++);
    bytes->used = (size_t)(to - bytes->start);
    if (!kumiki_make_room(bytes, (size_t)(end - at) + 2 * SMALL))
      return KUMIKI_JSON_NO_MEMORY;
    to = bytes->start + bytes->used;
  }
  *to++ = '"';
  bytes->used = (size_t)(to - bytes->start);
  return KUMIKI_JSON_WRITTEN;
}

static void put_integer(kumiki_bytes *bytes, json_int_t value) {
  char digits[SMALL], *end = digits + sizeof digits, *first = end;
  unsigned long long left =
      value < 0 ? 0ULL - (unsigned long long)value : (unsigned long long)value;
  do
    *--first = (char)('0' + left % 10);
  while ((left /= 10) != 0);
  if (value < 0)
    *--first = '-';
  put(bytes, first, (size_t)(end - first));
}

/* Lets jansson write the number, whose digits depend on the C library. jansson fails only if memory is short. */
static kumiki_json_written put_real(kumiki_bytes *bytes, const json_t *value) {
  char text[128];
  size_t length = json_dumpb(value, text, sizeof text, JSON_ENCODE_ANY);
  bool is_put = length != 0 && length <= sizeof text && kumiki_put(bytes, text, length);
  return is_put ? KUMIKI_JSON_WRITTEN : KUMIKI_JSON_NO_MEMORY;
}

/* Writes the opening bracket of a container and enters it. */
static kumiki_json_written open_container(writer *writer, const json_t *value) {
  json_t *container = (json_t *)(size_t)value; /* jansson's iterators are not const */
  if (writer->levels.used == DEEPEST)
    return KUMIKI_JSON_NOT_TEXT;
  kumiki_level *level = kumiki_enter(&writer->levels, container);
  if (level == NULL)
    return KUMIKI_JSON_NO_MEMORY;
  if (level->is_object)
    level->member = json_object_iter(container);
  put_byte(writer->bytes, level->is_object ? '{' : '[');
  return KUMIKI_JSON_WRITTEN;
}

/* Writes a scalar, or opens a container. There are SMALL bytes of room. */
static kumiki_json_written put_value(writer *writer, const json_t *value) {
  kumiki_bytes *bytes = writer->bytes;
  switch (json_typeof(value)) {
  case JSON_NULL:
    put(bytes, "null", 4);
    return KUMIKI_JSON_WRITTEN;
  case JSON_TRUE:
    put(bytes, "true", 4);
    return KUMIKI_JSON_WRITTEN;
  case JSON_FALSE:
    put(bytes, "false", 5);
    return KUMIKI_JSON_WRITTEN;
  case JSON_INTEGER:
    put_integer(bytes, json_integer_value(value));
    return KUMIKI_JSON_WRITTEN;
  case JSON_REAL:
    return put_real(bytes, value);
  case JSON_STRING:
    return put_string(bytes, json_string_value(value), json_string_length(value));
  default:
    return open_container(writer, value);
  }
}

/* --------------------------------------------------------------- containers */

static void close_container(writer *writer, char bracket) {
  writer->levels.used--;
  put_byte(writer->bytes, bracket);
}

static void put_separator(writer *writer, char separator) {
  put_byte(writer->bytes, separator);
  if (!writer->is_compact)
    put_byte(writer->bytes, ' ');
}

/* Writes the next element of an array, or the array's end. */
static kumiki_json_written put_element(writer *writer, kumiki_level *here) {
  const json_t *value = json_array_get(here->container, here->count);
  if (value == NULL) {
    close_container(writer, ']');
    return KUMIKI_JSON_WRITTEN;
  }
  if (here->count++ > 0)
    put_separator(writer, ',');
  return put_value(writer, value);
}

/* Writes the next member of an object, or the object's end. */
static kumiki_json_written put_member(writer *writer, kumiki_level *here) {
  void *member = here->member;
  if (member == NULL) {
    close_container(writer, '}');
    return KUMIKI_JSON_WRITTEN;
  }
  if (here->count++ > 0)
    put_separator(writer, ',');
  here->member = json_object_iter_next(here->container, member);
  kumiki_json_written key =
      put_string(writer->bytes, json_object_iter_key(member), json_object_iter_key_len(member));
  if (key != KUMIKI_JSON_WRITTEN)
    return key;
  put_separator(writer, ':');
  return put_value(writer, json_object_iter_value(member));
}

static kumiki_json_written put_document(writer *writer, const json_t *root) {
  if (!kumiki_make_room(writer->bytes, 2 * SMALL))
    return KUMIKI_JSON_NO_MEMORY;
  kumiki_json_written result = put_value(writer, root);
  while (result == KUMIKI_JSON_WRITTEN && writer->levels.used > 0) {
    /* For a separator and a small value. */
    if (!kumiki_make_room(writer->bytes, 2 * SMALL))
      return KUMIKI_JSON_NO_MEMORY;
    kumiki_level *here = &writer->levels.all[writer->levels.used - 1];
    result = here->is_object ? put_member(writer, here) : put_element(writer, here);
  }
  return result;
}

bool kumiki_json_writes(size_t flags) {
  return (flags & ~(size_t)(JSON_COMPACT | JSON_ENCODE_ANY | JSON_PRESERVE_ORDER)) == 0;
}

kumiki_json_written kumiki_json_write(kumiki_bytes *bytes, const json_t *value, size_t flags) {
  size_t before = bytes->used;
  writer writer;
  writer.bytes = bytes;
  writer.is_compact = (flags & JSON_COMPACT) != 0;
  kumiki_levels_begin(&writer.levels);
  kumiki_json_written result = put_document(&writer, value);
  kumiki_levels_end(&writer.levels);
  if (result != KUMIKI_JSON_WRITTEN)
    bytes->used = before;
  return result;
}

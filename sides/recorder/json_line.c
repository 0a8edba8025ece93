/* json_dumpb notes each container on its way in a table, to find a container that contains itself. JSON of the
 * library never does. The table takes two thirds of the time. For all other JSON text the library calls jansson. */
#include "json_line.h"

#include "json_memory.h"

#include <string.h>

/* Works like realloc, which jansson's allocator lacks. */
static void *enlarged(void *memory, size_t used, size_t size) {
  void *larger = kumiki_allocate(size);
  if (larger != NULL && used != 0)
    memcpy(larger, memory, used);
  if (larger != NULL)
    kumiki_deallocate(memory);
  return larger;
}

__attribute__((noinline)) static bool grow(kumiki_bytes *bytes, size_t more) {
  size_t room = 2 * bytes->room + more;
  char *larger = enlarged(bytes->start, bytes->used, room);
  if (larger == NULL)
    return false;
  bytes->start = larger;
  bytes->room = room;
  return true;
}

static bool make_room(kumiki_bytes *bytes, size_t more) {
  return bytes->room - bytes->used >= more || grow(bytes, more);
}

bool kumiki_append(kumiki_bytes *bytes, const char *text, size_t length) {
  if (!make_room(bytes, length))
    return false;
  memcpy(bytes->start + bytes->used, text, length);
  bytes->used += length;
  return true;
}

/* Writes a byte that JSON text must escape. Returns the end. */
static char *escaped(char *to, unsigned char byte) {
  static const char digits[] = "0123456789ABCDEF", bytes[] = "\b\f\n\r\t\"\\",
                    letters[] = "bfnrt\"\\";
  const char *known = memchr(bytes, byte, sizeof bytes - 1);
  *to++ = '\\';
  if (known != NULL) {
    *to++ = letters[known - bytes];
    return to;
  }
  memcpy(to, "u00", 3);
  to[3] = digits[byte >> 4];
  to[4] = digits[byte & 15];
  return to + 5;
}

static bool append_text(kumiki_bytes *bytes, const char *text, size_t length) {
  if (!make_room(bytes, 6 * length + 2))
    return false;
  char *to = bytes->start + bytes->used;
  *to++ = '"';
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte >= 0x20 && byte != '"' && byte != '\\')
      *to++ = (char)byte;
    else
      to = escaped(to, byte);
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

/* Lets jansson write the number. Fails for a number that JSON cannot write, such as infinity. */
static bool append_real(kumiki_bytes *bytes, const json_t *value) {
  char text[64];
  size_t length = json_dumpb(value, text, sizeof text, JSON_ENCODE_ANY);
  return length != 0 && length <= sizeof text && kumiki_append(bytes, text, length);
}

static bool append_scalar(kumiki_bytes *bytes, const json_t *value) {
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
  default:
    return false;
  }
}

/* A container that is being written, and the position in it. These are in a list, because recursion would use stack
 * for each level of the value. */
typedef struct {
  json_t *container;
  size_t index;
  void *member;
} level;

enum { FEW = 32 };
typedef struct {
  level few[FEW], *all;
  size_t count, room;
} levels;

static bool enter(levels *path, const json_t *value) {
  if (path->count == path->room) {
    size_t used = path->count * sizeof(level);
    bool is_few = path->all == path->few;
    level *more = is_few ? kumiki_allocate(2 * used) : enlarged(path->all, used, 2 * used);
    if (more == NULL)
      return false;
    if (is_few)
      memcpy(more, path->few, used);
    path->all = more;
    path->room *= 2;
  }
  json_t *container = (json_t *)(size_t)value; /* iterators are not const */
  path->all[path->count++] = (level){container, 0, json_object_iter(container)};
  return true;
}

/* Writes the text in front of the next value of the innermost container, and returns that value; NULL after the last
 * value. */
static const json_t *next(kumiki_bytes *bytes, level *here, bool *is_written) {
  bool is_member = here->member != NULL;
  const json_t *value = is_member ? json_object_iter_value(here->member)
                                  : json_array_get(here->container, here->index);
  if (value == NULL)
    return NULL;
  *is_written = here->index++ == 0 || kumiki_append(bytes, ",", 1);
  if (is_member) {
    const char *key = json_object_iter_key(here->member);
    *is_written =
        *is_written && append_text(bytes, key, strlen(key)) && kumiki_append(bytes, ":", 1);
    here->member = json_object_iter_next(here->container, here->member);
  }
  return value;
}

static bool append(kumiki_bytes *bytes, const json_t *value, levels *path) {
  bool is_written = true;
  for (;;) {
    if (json_is_array(value) || json_is_object(value)) {
      if (!enter(path, value) || !kumiki_append(bytes, json_is_array(value) ? "[" : "{", 1))
        return false;
    } else if (!append_scalar(bytes, value)) {
      return false;
    }
    do {
      if (path->count == 0)
        return true;
      level *here = &path->all[path->count - 1];
      value = next(bytes, here, &is_written);
      if (!is_written)
        return false;
      if (value == NULL) {
        if (!kumiki_append(bytes, json_is_array(here->container) ? "]" : "}", 1))
          return false;
        path->count--;
      }
    } while (value == NULL);
  }
}

bool kumiki_append_json(kumiki_bytes *bytes, const json_t *value) {
  size_t before = bytes->used;
  levels path;
  path.all = path.few;
  path.room = FEW;
  path.count = 0;
  bool is_written = append(bytes, value, &path);
  if (path.all != path.few)
    kumiki_deallocate(path.all);
  if (!is_written)
    bytes->used = before;
  return is_written;
}

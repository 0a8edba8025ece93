/* Reads JSON text, one value after the other. A new container is put into the container around it at once, so that the
 * root alone must be released if the text turns out to be wrong. */
#include "kumiki_json_text.h"

#include "json_levels.h"
#include "json_strings.h"

/* Every number with at most this number of digits fits into 64 bits. */
enum { SAFE_DIGITS = 18 };
static const size_t flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL;

typedef struct reader {
  kumiki_source source;
  kumiki_levels levels;
} reader;

/* ------------------------------------------------------------------ scalars */

/* Goes to the next byte that is not white space, and returns it; -1 at the end. */
static inline int next_byte(kumiki_source *source) {
  kumiki_place at = source->at, end = source->end;
  if (at<end && * at> ' ')
    return *at;
  while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
    at++;
  source->at = at;
  return at < end ? *at : -1;
}

/* Returns a new value, which is NULL if memory was short. */
static inline json_t *made(kumiki_source *source, json_t *value) {
  source->is_short = value == NULL;
  return value;
}

static inline bool is_digit(unsigned char byte) { return (unsigned char)(byte - '0') < 10; }

/* Whether a byte can be in a number. Such a byte after a number is not JSON, and json_loadb refuses it as well. */
static inline bool is_of_number(unsigned char byte) {
  return is_digit(byte) || byte == '.' || byte == 'e' || byte == 'E' || byte == '+' || byte == '-';
}

/* Reads an integer. Lets jansson read a real number and a long one, and judge a malformed one: the C library converts
 * reals in the program's locale, and jansson allows for that. */
static json_t *read_number(kumiki_source *source) {
  kumiki_place from = source->at, end = source->end, at = from;
  bool is_negative = *at == '-';
  at += is_negative;
  kumiki_place first = at;
  json_int_t value = 0;
  while (at < end && is_digit(*at) && at - first < SAFE_DIGITS)
    value = value * 10 + (*at++ - '0');
  bool is_simple = at != first && (*first != '0' || at - first == 1);
  if (is_simple && (at == end || !is_of_number(*at))) {
    source->at = at;
    return made(source, json_integer(is_negative ? -value : value));
  }
  while (at < end && is_of_number(*at))
    at++;
  source->at = at;
  json_error_t error;
  json_t *number = json_loadb((const char *)from, (size_t)(at - from), flags, &error);
  source->is_short = number == NULL && error.text[0] == 0; /* jansson has no message then */
  return number;
}

static json_t *read_word(kumiki_source *source, const char *word, size_t length, json_t *value) {
  if ((size_t)(source->end - source->at) < length || memcmp(source->at, word, length) != 0)
    return NULL;
  source->at += length;
  return value;
}

/* Reads a scalar, or the opening bracket of a container, which is empty then. `byte` is the first one. NULL: not JSON, or
 * no memory. */
static json_t *read_value(kumiki_source *source, int byte) {
  kumiki_content content;
  switch (byte) {
  case '"':
    source->at++;
    if (!kumiki_read_string(source, &content))
      return NULL;
    return made(source, json_stringn_nocheck(content.start, content.length));
  case '{':
    source->at++;
    return made(source, json_object());
  case '[':
    source->at++;
    return made(source, json_array());
  case 't':
    return read_word(source, "true", 4, json_true());
  case 'f':
    return read_word(source, "false", 5, json_false());
  case 'n':
    return read_word(source, "null", 4, json_null());
  default:
    return byte == '-' || (byte >= '0' && byte <= '9') ? read_number(source) : NULL;
  }
}

/* --------------------------------------------------------------- containers */

/* Reads a key whose first byte is known. Returns false if it is not one, contains U+0000, or is not followed by a colon. */
static inline bool read_key(kumiki_source *source, int byte, kumiki_content *key) {
  if (byte != '"')
    return false;
  source->at++;
  if (!kumiki_read_string(source, key) ||
      (key->has_escapes && memchr(key->start, 0, key->length) != NULL) || next_byte(source) != ':')
    return false;
  source->at++;
  return true;
}

/* Reads a member of an object. Returns its value, borrowed. */
static json_t *read_member(kumiki_source *source, int byte, json_t *object) {
  kumiki_content key;
  if (!read_key(source, byte, &key))
    return NULL;
  json_t *value = read_value(source, next_byte(source));
  if (key.has_escapes)
    key.start = source->decoded.start; /* the value may have enlarged the memory */
  if (value == NULL)
    return NULL;
  source->is_short = json_object_setn_new_nocheck(object, key.start, key.length, value) != 0;
  return source->is_short ? NULL : value;
}

/* Reads an element of an array. Returns it, borrowed. */
static json_t *read_element(kumiki_source *source, int byte, json_t *array) {
  json_t *value = read_value(source, byte);
  if (value == NULL)
    return NULL;
  source->is_short = json_array_append_new(array, value) != 0;
  return source->is_short ? NULL : value;
}

/* Enters a container; does nothing for a scalar. Returns false if memory is short. */
static inline bool enter_container(reader *reader, json_t *value) {
  if (json_is_object(value) || json_is_array(value))
    reader->source.is_short = kumiki_enter(&reader->levels, value) == NULL;
  return !reader->source.is_short;
}

/* Leaves a container. Returns false if a key occurred twice: then the object has fewer members than were read. */
static inline bool leave_container(reader *reader, const kumiki_level *here) {
  reader->source.at++;
  reader->levels.used--;
  return !here->is_object || json_object_size(here->container) == here->count;
}

/* Reads the next value in the innermost container, or the container's end. */
static inline bool read_next(reader *reader) {
  kumiki_source *source = &reader->source;
  kumiki_level *here = &reader->levels.all[reader->levels.used - 1];
  int byte = next_byte(source);
  if (byte == (here->is_object ? '}' : ']'))
    return leave_container(reader, here);
  if (here->count++ > 0) {
    if (byte != ',')
      return false;
    source->at++;
    byte = next_byte(source);
  }
  if (reader->levels.used == KUMIKI_JSON_DEPTH)
    return false;
  source->decoded.used = 0;
  json_t *value = here->is_object ? read_member(source, byte, here->container)
                                  : read_element(source, byte, here->container);
  return value != NULL && enter_container(reader, value);
}

static bool read_document(reader *reader, json_t **root) {
  *root = read_value(&reader->source, next_byte(&reader->source));
  bool is_read = *root != NULL && enter_container(reader, *root);
  while (is_read && reader->levels.used > 0)
    is_read = read_next(reader);
  return is_read && next_byte(&reader->source) < 0;
}

json_t *kumiki_json_read(const char *text, size_t length, bool *is_short) {
  reader reader;
  json_t *root;
  reader.source =
      (kumiki_source){(kumiki_place)text, (kumiki_place)text + length, {NULL, 0, 0}, false};
  kumiki_levels_begin(&reader.levels);
  if (!read_document(&reader, &root)) {
    json_decref(root);
    root = NULL;
  }
  *is_short = reader.source.is_short;
  kumiki_levels_end(&reader.levels);
  if (reader.source.decoded.start != NULL)
    kumiki_deallocate(reader.source.decoded.start);
  return root;
}

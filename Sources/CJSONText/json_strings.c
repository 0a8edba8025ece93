#include "json_strings.h"

/* Reads four hexadecimal digits. Returns -1 if they are not there. */
static long read_digits(kumiki_source *source) {
  long number = 0;
  if (source->end - source->at < 4)
    return -1;
  for (int i = 0; i < 4; i++) {
    unsigned char byte = *source->at++;
    if (byte >= '0' && byte <= '9')
      number = number * 16 + (byte - '0');
    else if ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'f')
      number = number * 16 + ((byte | 0x20) - 'a') + 10;
    else
      return -1;
  }
  return number;
}

/* Reads the rest of \uXXXX, and the second half of a surrogate pair. Returns -1 if that is not a character. */
static long read_character(kumiki_source *source) {
  long first = read_digits(source);
  if (first < 0xD800 || first > 0xDFFF)
    return first;
  if (first > 0xDBFF || source->end - source->at < 2 || source->at[0] != '\\' ||
      source->at[1] != 'u')
    return -1;
  source->at += 2;
  long second = read_digits(source);
  if (second < 0xDC00 || second > 0xDFFF)
    return -1;
  return 0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00);
}

/* Appends decoded bytes. */
static bool decode(kumiki_source *source, const void *bytes, size_t length) {
  source->is_short = !kumiki_put(&source->decoded, bytes, length);
  return !source->is_short;
}

static bool decode_character(kumiki_source *source, long character) {
  unsigned char text[4];
  size_t length = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
  static const unsigned char marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = length - 1; i > 0; i--) {
    text[i] = (unsigned char)(0x80 | (character & 0x3F));
    character >>= 6;
  }
  text[0] = (unsigned char)(marks[length] | character);
  return decode(source, text, length);
}

/* Reads an escape whose backslash has been read. */
static bool read_escape(kumiki_source *source) {
  static const char letters[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
  if (source->at == source->end)
    return false;
  unsigned char byte = *source->at++;
  if (byte == 'u') {
    long character = read_character(source);
    return character >= 0 && decode_character(source, character);
  }
  const char *letter = memchr(letters, byte, sizeof letters - 1);
  return letter != NULL && decode(source, bytes + (letter - letters), 1);
}

bool kumiki_read_escaped(kumiki_source *source, kumiki_place from, kumiki_content *content) {
  kumiki_bytes *decoded = &source->decoded;
  size_t before = decoded->used;
  for (;;) {
    if (!decode(source, from, (size_t)(source->at - from)))
      return false;
    unsigned char byte = *source->at++;
    if (byte == '"')
      break;
    if (byte != '\\' || !read_escape(source))
      return false;
    from = source->at;
    source->at = kumiki_pass_plain(from, source->end, NULL);
    if (source->at == NULL || source->at == source->end)
      return false;
  }
  *content = (kumiki_content){decoded->start + before, decoded->used - before, true};
  return true;
}

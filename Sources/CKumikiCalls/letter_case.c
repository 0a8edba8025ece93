#define _GNU_SOURCE
#include "letter_case.h"

#include <stdint.h>
#include <string.h>

/* Letters that fold by the same distance: `first`, and those up to `span >> 1` after it, each second one if the lowest
 * bit of `span` is set. Distances wrap around within a plane of 65,536 code points. */
static const struct {
  uint16_t first, span, distance;
} ranges[] = {
#include "letter_case_ranges.h"
};

enum { RANGES = sizeof ranges / sizeof *ranges };

static uint32_t fold(uint32_t code) {
  if (code < 0x80)
    return code - 'A' < 26u ? code + 32 : code;
  if (code > 0x1ffff)
    return code;
  bool is_low = code < 0x10000;
  uint16_t place = (uint16_t)code;
  size_t low = is_low ? 0 : PLANE_0_RANGES, high = is_low ? PLANE_0_RANGES : RANGES;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (ranges[middle].first <= place)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == (is_low ? 0 : PLANE_0_RANGES))
    return code;
  unsigned span = ranges[low - 1].span, after = place - ranges[low - 1].first;
  if (after > span >> 1 || (after & span & 1) != 0)
    return code;
  return (code & 0x10000) | (uint16_t)(place + ranges[low - 1].distance);
}

/* Reads the folded code point at the start of a text and moves the start behind it. The text must not be empty. A byte
 * that is not UTF-8 stands for itself. */
static uint32_t next(kumiki_text *text) {
  const unsigned char *bytes = (const unsigned char *)text->bytes;
  uint32_t code = bytes[0];
  size_t size = code < 0xc0 ? 1 : code < 0xe0 ? 2 : code < 0xf0 ? 3 : 4;
  if (size > text->count)
    size = 1;
  if (size > 1)
    code &= 0xffu >> (size + 1);
  for (size_t i = 1; i < size; i++)
    code = code << 6 | (bytes[i] & 0x3f);
  text->bytes += size;
  text->count -= size;
  return fold(code);
}

int kumiki_text_order(kumiki_text left, kumiki_text right, bool folds) {
  if (!folds) {
    size_t common = left.count < right.count ? left.count : right.count;
    int order = memcmp(left.bytes, right.bytes, common);
    return order != 0 ? order : (left.count > right.count) - (left.count < right.count);
  }
  while (left.count != 0 && right.count != 0) {
    uint32_t one = next(&left), other = next(&right);
    if (one != other)
      return one < other ? -1 : 1;
  }
  return (left.count != 0) - (right.count != 0);
}

bool kumiki_text_contains(kumiki_text text, kumiki_text part, bool folds) {
  if (part.count == 0)
    return true;
  if (!folds)
    return memmem(text.bytes, text.count, part.bytes, part.count) != NULL;
  uint32_t first = next(&part);
  while (text.count != 0) {
    unsigned char byte = (unsigned char)text.bytes[0];
    if (byte < 0x80) {
      text.bytes++;
      text.count--;
      if ((byte - 'A' < 26u ? byte + 32u : byte) != first)
        continue;
    } else if (next(&text) != first) {
      continue;
    }
    kumiki_text here = text, rest = part;
    bool is_same = true;
    while (is_same && rest.count != 0 && here.count != 0)
      is_same = next(&rest) == next(&here);
    if (is_same && rest.count == 0)
      return true;
  }
  return false;
}

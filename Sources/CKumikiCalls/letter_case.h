/* Comparing UTF-8 texts, with or without the case of letters: Unicode's simple case folding, in no locale. */
#ifndef KUMIKI_LETTER_CASE_H
#define KUMIKI_LETTER_CASE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  const char *bytes;
  size_t count;
} kumiki_text;

/* Returns a negative number if `left` comes first, and 0 if the texts are equal. By code points. */
int kumiki_text_order(kumiki_text left, kumiki_text right, bool folds);

/* Returns whether a text contains another one. Every text contains the empty one. */
bool kumiki_text_contains(kumiki_text text, kumiki_text part, bool folds);

#endif

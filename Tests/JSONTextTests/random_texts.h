/* Random JSON text, half of it damaged. The same numbers give the same texts. */
#ifndef KUMIKI_TESTS_RANDOM_TEXTS_H
#define KUMIKI_TESTS_RANDOM_TEXTS_H

#include <stddef.h>

/* Returns a text of at most 64 KiB, which the next call overwrites. */
const char *random_text(size_t *length);

/* Returns a number below `limit`. */
unsigned random_below(unsigned limit);

#endif

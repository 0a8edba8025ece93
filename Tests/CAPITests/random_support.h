/* Dice, for tests of what no test was written for. The same seed gives the same run on every machine. */
#ifndef KUMIKI_TESTS_RANDOM_SUPPORT_H
#define KUMIKI_TESTS_RANDOM_SUPPORT_H

#include "support.h"

typedef struct dice {
  uint64_t state;
} dice;

/* From 0 to below, which is not 0. */
size_t roll(dice *d, size_t below);
/* True once in so many times. */
bool one_in(dice *d, size_t times);

#endif

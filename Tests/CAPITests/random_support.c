#include "random_support.h"

/* xorshift64*, of Sebastiano Vigna's "An experimental exploration of Marsaglia's xorshift
 * generators, scrambled". */
static uint64_t next(dice *d) {
  d->state ^= d->state >> 12;
  d->state ^= d->state << 25;
  d->state ^= d->state >> 27;
  return d->state * UINT64_C(2685821657736338717);
}

size_t roll(dice *d, size_t below) { return (size_t)((next(d) >> 33) % below); }
bool one_in(dice *d, size_t times) { return roll(d, times) == 0; }

/* Random bursts: each write is chosen when it is made, from the state as it is then, so that most of them
 * can be done, and places that were written are moved, shifted, replaced and removed in the same burst.
 */
#ifndef KUMIKI_TESTS_BURST_SUPPORT_H
#define KUMIKI_TESTS_BURST_SUPPORT_H

#include "random_support.h"

/* A state with arrays, arrays in arrays, objects, and rows with ids. */
#define BURST_STATE                                                                                \
  "{'rows': [{'id': 0, 'n': 0, 'l': [1, {'n': 2}]}, {'id': 1, 'n': 0, 'l': []}, {'id': 2, 'n': "   \
  "0, "                                                                                            \
  "'l': [[0]]}], 'l': [{'n': 0}, [1, 2], 3, {'l': []}], 'o': {'a': {'b': 1}, 'l': [0, {'n': 1}]}}"

/* {"burst": [SEED, COUNT]}, or "other", makes so many random writes in the whole state, {"edits": [SEED, COUNT]} moves,
 * inserts, removes and writes inside the elements of /rows, of which none is replaced, "anew" puts
 * BURST_STATE there. Appends what it has written to an array, as text. The array is borrowed, and may be
 * NULL. */
kmk_reducer *bursting(json_t *written);

/* An action for `bursting`. New. */
json_t *random_burst(dice *d, const char *name);

#endif

/* Shared by the tests of very long strings: such strings, and a feature with an operator of each kind. */
#ifndef KUMIKI_TESTS_LIMITS_SUPPORT_H
#define KUMIKI_TESTS_LIMITS_SUPPORT_H

#include "trial_support.h"

/* The number of steps in a very long pointer. A function with quadratic cost would need minutes for them. Under a
 * sanitizer or valgrind there are fewer steps, but still more than KMK_MAX_DEPTH. */
#define STEPS ((size_t)(is_in_hurry() ? 4000 : 20000))

/* Returns `step` repeated `times` times, followed by `end`; free() it. */
char *repeated(const char *step, size_t times, const char *end);

/* Attaches an operator to each part of the state {"count", "a": {...}, "rows": [{"id": 1}], "path": []}. */
kmk_reducer *house(kmk_reducer *parent);
#define HOUSE "{'count': 0, 'a': {'count': 0}, 'rows': [{'id': 1, 'count': 0}], 'path': []}"

/* Opens k->store with the reducer of a house. */
void open_house(kit *k);

/* Creates a store of this reducer in the state of a house, sends to it, and returns the status. */
kmk_status opened(kit *k, kmk_reducer *reducer);

#endif

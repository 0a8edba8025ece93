/* What the tests of texts at their ends share: long texts, and a feature with an operator of each kind. */
#ifndef KUMIKI_TESTS_LIMITS_SUPPORT_H
#define KUMIKI_TESTS_LIMITS_SUPPORT_H

#include "trial_support.h"

/* So many steps: what took a time that grows with their square would take minutes for a function.
 * Where every access is looked at they are fewer, and still beyond KMK_MAX_DEPTH. */
#define STEPS ((size_t)(is_in_hurry() ? 4000 : 20000))

/* The same text again and again; free() it. */
char *repeated(const char *step, size_t times, const char *end);

/* {"count", "a": {...}, "rows": [{"id": 1}], "path": []}, with an operator at each, around a parent. */
kmk_reducer *house(kmk_reducer *parent);
#define HOUSE "{'count': 0, 'a': {'count': 0}, 'rows': [{'id': 1, 'count': 0}], 'path': []}"

/* k->store, of a house. */
void open_house(kit *k);

/* The status of making a store of a reducer whose state is that of a house, and sending to it. */
kmk_status opened(kit *k, kmk_reducer *reducer);

#endif

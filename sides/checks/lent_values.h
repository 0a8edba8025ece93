/* Values that are lent or given to a checked program. */
#ifndef KUMIKI_LENT_VALUES_H
#define KUMIKI_LENT_VALUES_H

#include <jansson.h>
#include <stdbool.h>

/* Whether the program has kept a copy that was lent to a function of this type, or a part of it. Stops if it was
 * modified. */
bool kumiki_value_is_kept(const json_t *copy, const json_t *original, const char *type);

/* Ends a copy that was lent to a function of this type. Stops if it was modified. Steals the copy. */
void kumiki_value_ended(json_t *copy, const json_t *original, const char *type);

/* Ends the latest values that the program has released: as long as anyone holds them, a write copies. */
void kumiki_values_settle(void);

/* Stops if a value that the program has kept was modified. Compares a few values, and others the next time. */
void kumiki_values_check_some(void);

#endif

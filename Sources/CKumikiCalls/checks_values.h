/* Values that are lent or given to a program that is checked. */
#ifndef KUMIKI_CHECKS_VALUES_H
#define KUMIKI_CHECKS_VALUES_H

#include <jansson.h>

/* A copy to lend; NULL where there is nothing to check, or no memory. */
json_t *kumiki_value_copied(const json_t *value);

/* A copy that was lent to a function of this type ends. Stops if it was modified. Steals both. */
void kumiki_value_ended(json_t *copy, const json_t *original, const char *type);

/* Stops if one of the values that the program has kept was modified: some are looked at, others next time. */
void kumiki_values_look(void);

#endif

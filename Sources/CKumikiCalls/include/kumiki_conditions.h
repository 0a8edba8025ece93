/** Conditions, for the engine. Internal to the library, never installed. */
#ifndef KUMIKI_CONDITIONS_H
#define KUMIKI_CONDITIONS_H

#include "kumiki.h"

/** Adds a reference to a condition, or ends the process if its handle has ended. Returns the condition itself, for the
 * functions below. Each reference is released by kumiki_condition_release. NULL: returns NULL. Any thread. */
const kmk_condition *kumiki_condition_retain(const kmk_condition *handle);
void kumiki_condition_release(const kmk_condition *condition);

/** Returns a place that the condition reads, in its subject or in the whole, as a pointer; NULL if there are fewer. */
const char *kumiki_condition_place(const kmk_condition *condition, bool is_in_row, size_t index);

/** Returns whether a condition holds for a row, given the values of its places in the whole. A missing value is NULL. */
bool kumiki_condition_holds(const kmk_condition *condition, const json_t *row,
                            const json_t *const *values);

#endif

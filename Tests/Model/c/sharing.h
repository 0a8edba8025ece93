/* Shared values in memory: the case's values, by their names. */
#ifndef KUMIKI_MODEL_SHARING_H
#define KUMIKI_MODEL_SHARING_H

#include "calls.h"

/* Makes the initial shared values of a case: an object. */
void sharing_begin(json_t *values);

/* A new object of the current values. */
json_t *sharing_values(void);

/* Frees the handles. */
void sharing_end(void);

/* The value with a name; NULL if the case does not have it. */
kmk_shared *shared_named(const char *name);

void call_shared_get(const arguments *a);
void call_shared_set(const arguments *a);
void call_shared_update(const arguments *a);
void call_shared_observe(const arguments *a);

#endif

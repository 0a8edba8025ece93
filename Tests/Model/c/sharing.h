/* Shared values in memory: those of the case, by their names. */
#ifndef KUMIKI_MODEL_SHARING_H
#define KUMIKI_MODEL_SHARING_H

#include "calls.h"

/* Makes the values that a case begins with: an object. */
void sharing_begin(json_t *values);

/* A new object of the values as they are. */
json_t *sharing_values(void);

/* Frees the handles. */
void sharing_end(void);

/* The value with a name; NULL where the case has none. */
kmk_shared *shared_named(const char *name);

void call_shared_get(const arguments *a);
void call_shared_set(const arguments *a);
void call_shared_update(const arguments *a);
void call_shared_observe(const arguments *a);

#endif

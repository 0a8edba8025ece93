/** Internal to the library, never installed. */
#ifndef KUMIKI_SCALARS_H
#define KUMIKI_SCALARS_H

#include "kumiki.h"

/** Returns the scalar at a pointer, borrowed until the next action; NULL if another value is there. Swift implements it. */
const json_t *kumiki_store_scalar(kmk_store *store, const char *pointer);

#endif

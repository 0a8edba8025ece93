/* Shared by the files that make reducers. */
#ifndef KUMIKI_MODEL_BUILD_H
#define KUMIKI_MODEL_BUILD_H

#include <kumiki.h>

/* The recursions around the place that is being built, innermost first. */
typedef struct around {
  const char *name;
  kmk_reducer *self; /* borrowed */
  const struct around *outer;
} around;

/* Makes a reducer from its description. */
kmk_reducer *build(const json_t *r, const around *a);

/* Makes a dynamic reducer, which chooses among reducers by the state. */
kmk_reducer *reader_reducer(const json_t *r, const around *a);

#endif

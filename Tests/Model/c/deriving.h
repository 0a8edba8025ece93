/* Derived values. Their function returns the list of what it reads and asks, and prints that it runs. */
#ifndef KUMIKI_MODEL_DERIVING_H
#define KUMIKI_MODEL_DERIVING_H

#include <kumiki.h>

typedef struct derived {
  kmk_derived *handle; /* NULL where it was refused, and once it was freed */
  size_t number;
  json_t *pointers, *of, *lists;
} derived;

kmk_status derived_new(kmk_store *store, const json_t *pointers, const json_t *of,
                       const json_t *lists, bool is_named);

/* Frees the handle. The rest stays, for its function may run as long as it is observed. */
void derived_let_go(derived *d);
void derived_free(derived *d);

#endif

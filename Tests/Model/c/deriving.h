/* Derived values. Their function prints that it runs and returns a list of the values that it reads. */
#ifndef KUMIKI_MODEL_DERIVING_H
#define KUMIKI_MODEL_DERIVING_H

#include <kumiki.h>

typedef struct derived {
  kmk_derived *handle; /* NULL if it was refused or freed */
  size_t number;
  json_t *pointers, *of, *lists;
} derived;

kmk_status derived_new(kmk_store *store, const json_t *pointers, const json_t *of,
                       const json_t *lists, bool is_named);

/* Frees the handle. The rest stays: the function may run as long as it is observed. */
void derived_let_go(derived *d);
void derived_free(derived *d);

#endif

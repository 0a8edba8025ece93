/* Derived values for tests: sums of numbers in a state, which count how often they are computed.
 *
 * The state is NUMBERS. {"set": [POINTER, VALUE]} writes one value, {"sets": [[POINTER, VALUE], ...]} several values in
 * one step.
 */
#ifndef KUMIKI_TESTS_DERIVED_SUPPORT_H
#define KUMIKI_TESTS_DERIVED_SUPPORT_H

#include "rows_support.h"

#define NUMBERS "{'a': 1, 'b': 2, 'c': {'d': 4}, 'e': 0}"

/* The function of a derived value. It counts its runs and performs one extra call, once. */
typedef struct sum {
  const char *first,
      *second;     /* pointers to read; the second is read only if the first value is below 10 */
  kmk_derived *of; /* if not NULL, a derived value to read as well */
  kmk_derived *and_of; /* read as well, but not added to the sum */
  int ran, freed;
  void (*once)(struct sum *sum, kmk_store *store);
  kit *k;
  kmk_derived *self;
  kmk_subscription *subscription;
  kmk_error error;
} sum;

kmk_reducer *setting_reducer(void);
kmk_store *open_numbers(kit *k);

/* The function of a sum, and the free_fn of its data. */
json_t *sum_up(kmk_store *store, void *data);
void sum_freed(void *data);

/* Computes the whole state as the value. data points to an int that counts the runs. */
json_t *everything(kmk_store *store, void *data);

/* Creates a derived value that sums the values it reads. */
kmk_derived *derive(kmk_store *store, sum *s);

json_int_t read_int(kmk_store *store, const char *pointer);

/* Asserts that the value is this number. */
json_int_t got(kmk_derived *derived);
kmk_status get_status(kmk_derived *derived);

kmk_subscription *observe_derived(kmk_derived *derived, json_t *record);

#endif

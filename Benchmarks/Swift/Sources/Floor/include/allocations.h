/**
 * How often memory was asked for, in a program that runs with liballocations.so preloaded.
 *
 * malloc, calloc, realloc and the aligned ones are counted, on all threads, whichever library calls.
 */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/** Whether the counting library is there. */
bool allocations_are_counted(void);

/** How many there were until now; 0 where nothing counts. */
uint64_t allocations(void);

#endif

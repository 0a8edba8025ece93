/**
 * Counts the allocations of a program that runs with liballocations.so preloaded.
 *
 * Calls of malloc, calloc, realloc and the aligned variants are counted, by any library on any thread.
 */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/** Whether the counting library is loaded. */
bool allocations_are_counted(void);

/** The number of allocations so far; 0 without the counting library. */
uint64_t allocations(void);

#endif

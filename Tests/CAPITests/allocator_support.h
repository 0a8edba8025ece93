/* A jansson allocator for tests that refuse memory requests. A program that includes this header uses the allocator
 * from its start; the library's C code uses it too. */
#ifndef KUMIKI_TESTS_ALLOCATOR_SUPPORT_H
#define KUMIKI_TESTS_ALLOCATOR_SUPPORT_H

#include "support.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>

static long requests, refused_request, blocks;
static bool has_refused;

static void *allocate(size_t size) {
  void *block = ++requests == refused_request ? NULL : malloc(size);
  has_refused = has_refused || block == NULL;
  blocks += block != NULL;
  return block;
}

static void release(void *block) {
  blocks -= block != NULL;
  free(block);
}

__attribute__((constructor(101))) static void set_allocator(void) {
  json_set_alloc_funcs(allocate, release);
}

/* From now on, refuses request number N. 0 refuses none. */
static void refuse(long number) {
  requests = 0;
  has_refused = false;
  refused_request = number;
}

/* Stops refusing. has_refused tells whether a request was refused. */
static void refuse_no_more(void) { refused_request = 0; }

/* The next request number to try: each one, or under a checker and in `make check` the first ones and a sample of
   the others. `make torture` tries each one in any case. */
static inline long following(long number) {
  return getenv("KUMIKI_TORTURE") == NULL && is_in_hurry() && number >= 12 ? number + number / 4
                                                                           : number + 1;
}

#endif

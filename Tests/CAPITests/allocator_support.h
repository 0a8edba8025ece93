/* jansson's allocator for a test that refuses requests. A program that includes this has it from its start on, and the
 * library's C code asks it too. */
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

/* Refuses the request of this number from now on; 0: none. */
static void refuse(long number) {
  requests = 0;
  has_refused = false;
  refused_request = number;
}

/* Ends that; has_refused says whether there was such a request. */
static void refuse_no_more(void) { refused_request = 0; }

/* The next request that is tried: all of them by `make torture`, the first and some others under a watcher. */
static inline long following(long number) {
  return getenv("KUMIKI_TORTURE") == NULL && is_in_hurry() && number >= 12 ? number + number / 4
                                                                           : number + 1;
}

#endif

/* jansson's allocator for a test that refuses requests: each program that includes this has it from its start on. All
 * memory of what is written in C comes from it. */
#ifndef KUMIKI_TESTS_ALLOCATOR_SUPPORT_H
#define KUMIKI_TESTS_ALLOCATOR_SUPPORT_H

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

#endif

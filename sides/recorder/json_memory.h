/** Memory for JSON and for the recorder itself, from jansson's allocator, which a program may replace. Tests refuse
 * any of it. */
#ifndef KUMIKI_RECORDER_JSON_MEMORY_H
#define KUMIKI_RECORDER_JSON_MEMORY_H

#include <jansson.h>

static inline void *kumiki_allocate(size_t size) {
  json_malloc_t allocate;
  json_free_t release;
  json_get_alloc_funcs(&allocate, &release);
  return allocate(size);
}

static inline void kumiki_deallocate(void *memory) {
  json_malloc_t allocate;
  json_free_t release;
  json_get_alloc_funcs(&allocate, &release);
  if (memory != NULL)
    release(memory);
}

/** Works like json_copy, but returns NULL if memory runs out. json_copy leaves out the members that it has no memory
 * for. */
static inline json_t *kumiki_copy_container(json_t *value) {
  json_t *copy = json_copy(value);
  if (copy != NULL && (json_object_size(copy) != json_object_size(value) ||
                       json_array_size(copy) != json_array_size(value))) {
    json_decref(copy);
    return NULL;
  }
  return copy;
}

#endif

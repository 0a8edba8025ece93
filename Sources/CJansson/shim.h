/* The system's jansson as a module for Swift, and its reference counts. Only C can read them correctly: they are
 * plain integers that jansson changes with the compiler's atomic functions. */
#ifndef KUMIKI_JANSSON_SHIM_H
#define KUMIKI_JANSSON_SHIM_H

#include <jansson.h>
#include <stdbool.h>
#include <string.h>

#if !JSON_HAVE_ATOMIC_BUILTINS
#error "this jansson does not count references atomically, so values could not be shared by threads"
#endif

/* Whether the caller has the only reference, so no other code sees a write. true, false and null are shared by the
 * whole process and never unique. */
static inline bool kumiki_json_is_unique(const json_t *value) {
  return __atomic_load_n(&value->refcount, __ATOMIC_ACQUIRE) == 1;
}

/* The number of references to a value. */
static inline size_t kumiki_json_owners(const json_t *value) {
  return __atomic_load_n(&value->refcount, __ATOMIC_ACQUIRE);
}

/* Gives up one reference unless it is the last. Does not call jansson, which would free by recursion if another
 * thread released its reference at the same moment. */
static inline bool kumiki_json_release_shared(json_t *value) {
  if (__atomic_sub_fetch(&value->refcount, 1, __ATOMIC_ACQ_REL) != 0)
    return true;
  __atomic_store_n(&value->refcount, 1, __ATOMIC_RELAXED);
  return false;
}

/* How often jansson ran out of memory in a call of this thread. Each object file that calls this function has a
 * separate counter, so only one file does: Shortage. */
static inline unsigned *kumiki_shortages(void) {
  static __thread unsigned count __attribute__((tls_model("initial-exec")));
  return &count;
}

/* Stands for a value that could not be allocated. A null, but not jansson's null; its references are not counted.
 * Only one object file calls this function, as above. */
static inline json_t *kumiki_no_memory_value(void) {
  static json_t value = {JSON_NULL, (size_t)-1};
  return &value;
}

/* Stands in a replay for a value that was kept out of the log: a null that matches every declared shape. Made like
 * the value above. */
static inline json_t *kumiki_secret_value(void) {
  static json_t value = {JSON_NULL, (size_t)-1};
  return &value;
}

/* A string of the library's own, borrowed. It is made at its first use and kept until the process ends. NULL if
 * memory is short; the next use tries again. Only one object file calls this function, as above. */
enum kumiki_word {
  KUMIKI_ADD,
  KUMIKI_REMOVE,
  KUMIKI_REPLACE,
  KUMIKI_MOVE,
  KUMIKI_PROGRAM,
  KUMIKI_UNDO
};
static inline json_t *kumiki_word(enum kumiki_word number) {
  static const char texts[][8] = {"add", "remove", "replace", "move", "program", "undo"};
  static json_t *words[sizeof texts / sizeof *texts];
  json_t *before = __atomic_load_n(&words[number], __ATOMIC_ACQUIRE);
  json_t *word = before == NULL ? json_string(texts[number]) : before;
  if (before != NULL || word == NULL ||
      __atomic_compare_exchange_n(&words[number], &before, word, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    return word;
  json_decref(word);
  return before;
}

/* Memory for strings and for the parts written in C. It comes from jansson's allocator, which a program may replace.
 * The program thus controls all of the memory, and tests can make any allocation fail. */
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

/* Like realloc, which jansson's allocator lacks. Keeps the first `used` bytes of the old memory. */
static inline void *kumiki_enlarge(void *memory, size_t used, size_t size) {
  void *larger = kumiki_allocate(size);
  if (larger != NULL && used != 0)
    memcpy(larger, memory, used);
  if (larger != NULL)
    kumiki_deallocate(memory);
  return larger;
}

/* Like json_copy, but returns NULL if memory runs out. json_copy leaves members out instead. An array is copied at once,
 * because json_copy enlarges the copy again and again. */
static inline json_t *kumiki_copy_container(json_t *value) {
  json_t *copy = json_is_array(value) ? json_array() : json_copy(value);
  if (copy == NULL)
    return NULL;
  if (json_is_array(value) ? json_array_extend(copy, value) == 0
                           : json_object_size(copy) == json_object_size(value))
    return copy;
  json_decref(copy);
  return NULL;
}

static inline char *kumiki_copy_text(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = (char *)kumiki_allocate(size);
  return copy == NULL ? NULL : (char *)memcpy(copy, text, size);
}

#endif

/* The system's jansson, as a module for Swift; and its reference counts, which only C reads as what they are:
 * plain words that jansson changes by the compiler's atomic functions. */
#include <jansson.h>
#include <stdbool.h>

#if !JSON_HAVE_ATOMIC_BUILTINS
#error "this jansson does not count references atomically, so values could not be shared by threads"
#endif

/* Whether the caller has the only reference, so nobody else sees a write. true, false and null are shared by the
 * whole process and never unique. */
static inline bool kumiki_json_is_unique(const json_t *value) {
  return __atomic_load_n(&value->refcount, __ATOMIC_ACQUIRE) == 1;
}

/* Gives up one reference unless it is the last. Does not call jansson, which would free by recursion if another
 * thread released its reference at the same moment. */
static inline bool kumiki_json_release_shared(json_t *value) {
  if (__atomic_sub_fetch(&value->refcount, 1, __ATOMIC_ACQ_REL) != 0)
    return true;
  __atomic_store_n(&value->refcount, 1, __ATOMIC_RELAXED);
  return false;
}

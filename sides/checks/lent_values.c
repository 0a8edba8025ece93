/* Ends the values that were lent or given to a checked program, and tracks the values that the program keeps. */
#include "lent_values.h"
#include "lent_copies.h"
#include "lent_memory.h"
#include "kumiki_checks.h"

#include <pthread.h>

enum {
  KEPT = 256,  /* kept values in the table, */
  CHECKED = 8, /* kept values that are compared after each call */
};

typedef struct {
  json_t *copy;
  const json_t *original;
  const char *type;
} kept_value;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kept_value kept[KEPT];
static size_t next_kept, kept_count; /* the first kept_count entries are used */

/* Returns whether the program holds the copy or a part of it. */
static bool stop_if_modified(const json_t *copy, const json_t *original, const char *type,
                             const char *when) {
  bool is_kept = false;
  if (kumiki_copy_is_of(copy, original, &is_kept))
    return is_kept;
  if (kumiki_copy_has_ended(copy))
    kumiki_checks_stop("a value that was lent to a %s is released more often than it was kept",
                       type);
  kumiki_checks_stop("a value that was lent to a %s was modified %s. It is a part of the state: "
                     "kmk_state_set writes there, and json_deep_copy makes a value of one's own",
                     type, when);
}

static void compare(const kept_value *value) {
  stop_if_modified(value->copy, value->original, value->type, "after it was kept");
}

static void release_kept(kept_value value) {
  kumiki_memory_release(value.copy, value.type);
  json_decref((json_t *)(uintptr_t)value.original);
}

/* Ends a value that only this table holds. False: the program holds it too. */
static bool has_ended(size_t index) {
  kept_value value = kept[index];
  if (value.copy->refcount > 1)
    return false;
  kept[index] = kept[--kept_count];
  compare(&value);
  release_kept(value);
  return true;
}

static bool is_any_kept(void) { return __atomic_load_n(&kept_count, __ATOMIC_RELAXED) > 0; }

void kumiki_values_settle(void) {
  if (!is_any_kept())
    return;
  pthread_mutex_lock(&lock);
  for (size_t i = kept_count, last = i < CHECKED ? 0 : i - CHECKED; i > last; i--)
    has_ended(i - 1);
  pthread_mutex_unlock(&lock);
}

void kumiki_values_check_some(void) {
  if (!is_any_kept())
    return;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < CHECKED && kept_count > 0; i++) {
    next_kept %= kept_count;
    if (has_ended(next_kept))
      continue;
    compare(&kept[next_kept++]);
  }
  pthread_mutex_unlock(&lock);
}

/* Steals both. If the table is full, the value is not checked again. */
static void keep(json_t *copy, const json_t *original, const char *type) {
  kept_value value = {copy, original, type};
  pthread_mutex_lock(&lock);
  bool has_room = kept_count < KEPT;
  if (has_room)
    kept[kept_count++] = value;
  pthread_mutex_unlock(&lock);
  if (!has_room)
    release_kept(value);
}

bool kumiki_value_is_kept(const json_t *copy, const json_t *original, const char *type) {
  return stop_if_modified(copy, original, type, "by it");
}

void kumiki_value_ended(json_t *copy, const json_t *original, const char *type) {
  if (kumiki_value_is_kept(copy, original, type))
    kumiki_copy_each_kept(copy, original, type, keep);
  kumiki_memory_release(copy, type);
}

json_t *kumiki_snapshot_value(json_t *value) {
  kumiki_values_check_some();
  bool shares;
  json_t *copy = kumiki_copy_new(value, &shares);
  if (!copy)
    return value;
  keep(json_incref(copy), value, "caller of kmk_store_get or the like");
  return copy;
}

void kumiki_check_value(const json_t *value) {
  if (kumiki_memory_has(value) < 0)
    kumiki_checks_stop("this value was lent to a function of the program, and has ended: keep it "
                       "by kmk_json_retain");
}

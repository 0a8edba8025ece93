/* Values that are lent or given to a program that is checked: copies, which are compared with what they are of. */
#include "checks_values.h"
#include "checks_memory.h"
#include "kumiki_checks.h"

#include <pthread.h>

enum {
  /* Values of what is lent: one that has more members than are left is lent as it is. */
  COPIED = 32,
  DEEPEST = 16,
  KEPT = 256,    /* values that the program has kept, */
  LOOKED_AT = 8, /* of which so many are compared after each call */
};

typedef struct {
  json_t *copy;
  const json_t *original;
  const char *type;
} kept_value;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kept_value kept[KEPT];
static size_t next_kept, kept_count;

/* ---- Copies */

typedef struct {
  size_t left;
  bool is_short; /* of memory */
} copying;

static json_t *copied(const json_t *value, copying *so_far, size_t depth);

static json_t *copied_object(const json_t *value, copying *so_far, size_t depth) {
  json_t *copy = json_object(), *member;
  const char *name;
  size_t length;
  json_object_keylen_foreach(
      (json_t *)(uintptr_t)value, name, length,
      member) if (json_object_setn_new_nocheck(copy, name, length, copied(member, so_far, depth)) !=
                  0) so_far->is_short = true;
  return copy;
}

static json_t *copied_array(const json_t *value, copying *so_far, size_t depth) {
  json_t *copy = json_array();
  for (size_t i = 0; i < json_array_size(value); i++)
    if (json_array_append_new(copy, copied(json_array_get(value, i), so_far, depth)) != 0)
      so_far->is_short = true;
  return copy;
}

static json_t *copied(const json_t *value, copying *so_far, size_t depth) {
  size_t size = 1 + json_object_size(value) + json_array_size(value);
  if (size > so_far->left || depth == DEEPEST)
    return json_incref((json_t *)(uintptr_t)value);
  so_far->left -= size;
  switch (json_typeof(value)) {
  case JSON_OBJECT:
    return copied_object(value, so_far, depth + 1);
  case JSON_ARRAY:
    return copied_array(value, so_far, depth + 1);
  case JSON_STRING:
    kumiki_memory_text_follows();
    return json_stringn_nocheck(json_string_value(value), json_string_length(value));
  case JSON_INTEGER:
    return json_integer(json_integer_value(value));
  case JSON_REAL:
    return json_real(json_real_value(value));
  default:
    return json_incref((json_t *)(uintptr_t)value);
  }
}

/* A copy; NULL where there is nothing to check, or no memory. */
json_t *kumiki_value_copied(const json_t *value) {
  if (!value || kumiki_memory_has(value))
    return NULL;
  copying so_far = {COPIED, false};
  kumiki_memory_use(true);
  json_t *copy = copied(value, &so_far, 0);
  kumiki_memory_use(false);
  if (copy != value && !so_far.is_short)
    return copy;
  json_decref(copy);
  return NULL;
}

/* ---- Values that the program has kept */

/* Whether a copy, or a part of it, is no value any more. */
static bool has_ended(const json_t *copy) {
  const char *name;
  json_t *member;
  if (kumiki_memory_has(copy) < 0)
    return true;
  for (size_t i = 0; i < json_array_size(copy); i++)
    if (has_ended(json_array_get(copy, i)))
      return true;
  json_object_foreach((json_t *)(uintptr_t)copy, name, member) {
    if (has_ended(member))
      return true;
  }
  return false;
}

static void stop_if_modified(const json_t *copy, const json_t *original, const char *type,
                             const char *when) {
  if (json_equal(copy, original))
    return;
  if (has_ended(copy))
    kumiki_checks_stop(
        "a value that was lent to a %s is released more often than it was kept (M94)", type);
  kumiki_checks_stop("a value that was lent to a %s was modified %s. It is a part of the state: "
                     "kmk_state_set writes there, and json_deep_copy makes a value of one's own "
                     "(M93)",
                     type, when);
}

static void let_go(kept_value *value) {
  kumiki_memory_release(value->copy, value->type);
  json_decref((json_t *)(uintptr_t)value->original);
  *value = (kept_value){0};
  kept_count--;
}

/* Looks at some, and at those that are no longer kept on the way there. */
void kumiki_values_look(void) {
  if (__atomic_load_n(&kept_count, __ATOMIC_RELAXED) == 0)
    return;
  pthread_mutex_lock(&lock);
  size_t looked_at = 0;
  for (size_t i = 0; i < KEPT && looked_at < LOOKED_AT; i++) {
    kept_value *value = &kept[next_kept++ % KEPT];
    if (!value->copy)
      continue;
    stop_if_modified(value->copy, value->original, value->type, "after it was kept");
    looked_at++;
    if (value->copy->refcount == 1)
      let_go(value);
  }
  pthread_mutex_unlock(&lock);
}

/* Steals both. What finds no room is not looked at again. */
static void keep(json_t *copy, const json_t *original, const char *type) {
  pthread_mutex_lock(&lock);
  size_t i = 0;
  while (i < KEPT && kept[i].copy)
    i++;
  kept_value value = {copy, original, type};
  kept_count++;
  if (i < KEPT)
    kept[i] = value;
  else
    let_go(&value);
  pthread_mutex_unlock(&lock);
}

/* What the program has kept of a value that ends. */
static void keep_parts(const json_t *copy, const json_t *original, const char *type) {
  if (copy == original)
    return;
  if (copy->refcount > 1)
    keep(json_incref((json_t *)(uintptr_t)copy), json_incref((json_t *)(uintptr_t)original), type);
  else if (json_is_array(copy))
    for (size_t i = 0; i < json_array_size(copy); i++)
      keep_parts(json_array_get(copy, i), json_array_get(original, i), type);
  else if (json_is_object(copy)) {
    const char *name;
    size_t length;
    json_t *member;
    json_object_keylen_foreach((json_t *)(uintptr_t)copy, name, length, member)
        keep_parts(member, json_object_getn(original, name, length), type);
  }
}

void kumiki_value_ended(json_t *copy, const json_t *original, const char *type) {
  stop_if_modified(copy, original, type, "by it");
  keep_parts(copy, original, type);
  kumiki_memory_release(copy, type);
  json_decref((json_t *)(uintptr_t)original);
}

json_t *kumiki_snapshot_value(json_t *value) {
  kumiki_values_look();
  json_t *copy = kumiki_value_copied(value);
  if (!copy)
    return value;
  keep(json_incref(copy), value, "caller of kmk_store_get or the like");
  return copy;
}

void kumiki_check_value(const json_t *value) {
  if (kumiki_memory_has(value) < 0)
    kumiki_checks_stop("this value was lent to a function of the program, and has ended: keep it "
                       "by kmk_json_retain (M94)");
}

/* Makes the copies that are lent instead of values, and compares them with the originals. The members of a copy have
 * the order of the original, so both can be traversed side by side. */
#include "lent_copies.h"
#include "lent_memory.h"

#include <stdint.h>
#include <string.h>

enum {
  /* The most members to copy. A value with more members than are left of this number is lent without a copy. */
  COPIED = 32,
  DEEPEST = 16,
};

typedef struct {
  size_t left;
  bool is_short; /* memory ran out */
  bool shares;
} copying;

/* jansson takes mutable pointers. */
static json_t *mutable(const json_t *value) { return (json_t *)(uintptr_t)value; }

static json_t *copied(const json_t *value, copying *so_far, size_t depth);

static json_t *copied_object(const json_t *value, copying *so_far, size_t depth) {
  json_t *copy = json_object(), *object = mutable(value);
  for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
    json_t *member = copied(json_object_iter_value(at), so_far, depth);
    if (json_object_setn_new_nocheck(copy, json_object_iter_key(at), json_object_iter_key_len(at),
                                     member) != 0)
      so_far->is_short = true;
  }
  return copy;
}

static json_t *copied_array(const json_t *value, copying *so_far, size_t depth) {
  json_t *copy = json_array();
  for (size_t i = 0; i < json_array_size(value); i++)
    if (json_array_append_new(copy, copied(json_array_get(value, i), so_far, depth)) != 0)
      so_far->is_short = true;
  return copy;
}

/* The number of values in a value, without the members of its members. */
static size_t size_of(const json_t *value) {
  if (json_is_object(value))
    return 1 + json_object_size(value);
  return json_is_array(value) ? 1 + json_array_size(value) : 1;
}

static json_t *copied(const json_t *value, copying *so_far, size_t depth) {
  size_t size = size_of(value);
  if (size > so_far->left || depth == DEEPEST) {
    so_far->shares = true;
    return json_incref(mutable(value));
  }
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
    return json_incref(mutable(value));
  }
}

json_t *kumiki_copy_new(const json_t *value, bool *shares) {
  if (!value || kumiki_memory_has(value))
    return NULL;
  copying so_far = {.left = COPIED};
  kumiki_memory_use(true);
  json_t *copy = copied(value, &so_far, 0);
  kumiki_memory_use(false);
  *shares = so_far.shares;
  if (copy != value && !so_far.is_short)
    return copy;
  json_decref(copy);
  return NULL;
}

/* ---- Comparison */

static bool are_same_members(const json_t *copy, const json_t *original, bool *is_kept) {
  json_t *one = mutable(copy), *other = mutable(original);
  if (json_object_size(one) != json_object_size(other))
    return false; /* and an ended value cannot be traversed */
  void *here = json_object_iter(one), *there = json_object_iter(other);
  for (; here; here = json_object_iter_next(one, here)) {
    size_t length = json_object_iter_key_len(here);
    if (length != json_object_iter_key_len(there) ||
        memcmp(json_object_iter_key(here), json_object_iter_key(there), length) != 0 ||
        !kumiki_copy_is_of(json_object_iter_value(here), json_object_iter_value(there), is_kept))
      return false;
    there = json_object_iter_next(other, there);
  }
  return true;
}

static bool are_same_elements(const json_t *copy, const json_t *original, bool *is_kept) {
  size_t count = json_array_size(copy);
  if (count != json_array_size(original))
    return false;
  for (size_t i = 0; i < count; i++)
    if (!kumiki_copy_is_of(json_array_get(copy, i), json_array_get(original, i), is_kept))
      return false;
  return true;
}

bool kumiki_copy_is_of(const json_t *copy, const json_t *original, bool *is_kept) {
  if (copy == original)
    return true;
  if (copy->refcount > 1)
    *is_kept = true;
  if (json_typeof(copy) != json_typeof(original))
    return false;
  switch (json_typeof(copy)) {
  case JSON_OBJECT:
    return are_same_members(copy, original, is_kept);
  case JSON_ARRAY:
    return are_same_elements(copy, original, is_kept);
  default:
    return json_equal(copy, original);
  }
}

bool kumiki_copy_has_ended(const json_t *copy) {
  const char *name;
  json_t *member;
  if (kumiki_memory_has(copy) < 0)
    return true;
  for (size_t i = 0; i < json_array_size(copy); i++)
    if (kumiki_copy_has_ended(json_array_get(copy, i)))
      return true;
  json_object_foreach(mutable(copy), name, member) {
    if (kumiki_copy_has_ended(member))
      return true;
  }
  return false;
}

/* ---- Parts of a copy that has not changed */

void kumiki_copy_each_kept(const json_t *copy, const json_t *original, const char *type,
                           kumiki_kept_fn *keep) {
  if (copy == original)
    return;
  if (copy->refcount > 1)
    keep(json_incref(mutable(copy)), json_incref(mutable(original)), type);
  else if (json_is_array(copy))
    for (size_t i = 0; i < json_array_size(copy); i++)
      kumiki_copy_each_kept(json_array_get(copy, i), json_array_get(original, i), type, keep);
  else if (json_is_object(copy)) {
    json_t *one = mutable(copy), *other = mutable(original);
    void *there = json_object_iter(other);
    for (void *here = json_object_iter(one); here; here = json_object_iter_next(one, here)) {
      kumiki_copy_each_kept(json_object_iter_value(here), json_object_iter_value(there), type,
                            keep);
      there = json_object_iter_next(other, there);
    }
  }
}

/* Returns the replacement for a part of a copy; NULL: no replacement. */
typedef json_t *replacement_for(json_t *part, json_t *original);

static json_t *taken_out(json_t *part, json_t *original) {
  return part == original && (json_is_object(part) || json_is_array(part)) ? json_null() : NULL;
}

static json_t *put_back(json_t *part, json_t *original) {
  return json_is_null(part) && part != original ? json_incref(original) : NULL;
}

static void replace(json_t *copy, json_t *original, replacement_for *other) {
  if (json_is_array(copy) && copy != original)
    for (size_t i = 0; i < json_array_size(copy); i++) {
      json_t *part = json_array_get(copy, i), *its = json_array_get(original, i);
      json_t *new = other(part, its);
      if (new)
        json_array_set_new(copy, i, new);
      else
        replace(part, its, other);
    }
  else if (json_is_object(copy) && copy != original) {
    void *there = json_object_iter(original);
    for (void *at = json_object_iter(copy); at; at = json_object_iter_next(copy, at)) {
      json_t *part = json_object_iter_value(at), *its = json_object_iter_value(there);
      json_t *new = other(part, its);
      if (new)
        json_object_iter_set_new(copy, at, new);
      else
        replace(part, its, other);
      there = json_object_iter_next(original, there);
    }
  }
}

void kumiki_copy_empty(json_t *copy, const json_t *original) {
  replace(copy, mutable(original), taken_out);
}

void kumiki_copy_fill(json_t *copy, const json_t *original) {
  replace(copy, mutable(original), put_back);
}

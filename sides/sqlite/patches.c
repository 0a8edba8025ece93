/* The patches of a value, read one by one and applied many at a time. */
#include "database.h"

/* Patches of this many bytes are applied together, so that each place is copied once for all of them. */
#define PART ((size_t)1024 * 1024)

/* Starts to read the patches of a value, which is stolen. */
void kmk_sqlite_begin_patches(kmk_sqlite_patches *patches, const char *what, json_t *value,
                              uint64_t last, kmk_error *error) {
  patches->what = what;
  patches->value = value;
  patches->last = last;
  patches->operations = json_array();
  patches->ends = json_array();
  if (value == NULL || patches->operations == NULL || patches->ends == NULL)
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
}

void kmk_sqlite_end_patches(kmk_sqlite_patches *patches) {
  json_decref(patches->value);
  json_decref(patches->operations);
  json_decref(patches->ends);
}

/* Names the patch whose operation could not be applied, and the operation's place in it. `prefix`: the path of the
 * patch in its row. */
static void misfit(const kmk_sqlite_patches *patches, const char *prefix, kmk_error *error) {
  char what[64], path[sizeof error->path];
  char *rest = error->path;
  json_int_t operation = error->path[0] == '/' ? strtoll(error->path + 1, &rest, 10) : 0, begin = 0;
  size_t index = 0, count = json_array_size(patches->ends);
  while (index + 1 < count && json_integer_value(json_array_get(patches->ends, index)) <= operation)
    begin = json_integer_value(json_array_get(patches->ends, index++));
  memcpy(path, rest, strlen(rest) + 1);
  snprintf(error->path, sizeof error->path, "%s/%lld%.95s", prefix, (long long)(operation - begin),
           path);
  snprintf(what, sizeof what, "%s %llu", patches->what,
           (unsigned long long)(patches->last - count + index + 1));
  kmk_sqlite_refused(error, what);
}

/* Applies the patches that were read to the value, as one patch. */
void kmk_sqlite_apply(kmk_sqlite_patches *patches, const char *prefix, kmk_error *error) {
  json_t *value = kmk_json_patched(patches->value, patches->operations, error);
  if (value == NULL && error->status != KMK_ERR_NO_MEMORY)
    misfit(patches, prefix, error);
  json_decref(patches->value);
  patches->value = value;
  json_array_clear(patches->operations);
  json_array_clear(patches->ends);
  patches->bytes = 0;
}

/* Adds the next patch, of `bytes` bytes as text. */
void kmk_sqlite_add(kmk_sqlite_patches *patches, json_t *patch, size_t bytes, const char *prefix,
                    kmk_error *error) {
  patches->last++;
  patches->bytes += bytes;
  if (json_array_extend(patches->operations, patch) != 0 ||
      json_array_append_new(patches->ends,
                            json_integer((json_int_t)json_array_size(patches->operations))) != 0)
    kmk_sqlite_fail(error, KMK_ERR_NO_MEMORY, "no memory");
  else if (patches->bytes >= PART)
    kmk_sqlite_apply(patches, prefix, error);
}

/* A mirror of a part of a state. Every patch is applied to two copies: to one by the tests' own implementation of
 * RFC 6902, and to the other by kmk_json_patched. Both copies must then equal the state.
 */
#ifndef KUMIKI_TESTS_MIRROR_SUPPORT_H
#define KUMIKI_TESTS_MIRROR_SUPPORT_H

#include "support.h"

typedef struct mirror {
  kmk_store *store;
  const char *pointer;
  kmk_subscription *subscription;
  json_t *copy;     /* NULL if the part is missing */
  json_t *patched;  /* the second copy; JSON null while the part is missing */
  json_t *patches;  /* since the last check */
  json_t *inverses; /* the same for inverses, after mirror_open_changes */
  bool failed;      /* an operation failed, or an inverse did not restore the value */
} mirror;

void mirror_open(mirror *m, kmk_store *store, const char *pointer);

/* A mirror that also receives the inverse of each patch, and checks that it restores the previous value. */
void mirror_open_changes(mirror *m, kmk_store *store, const char *pointer);

/* Asserts that every patch could be applied, and that the copies equal the state. */
void mirror_check(mirror *m);

/* The patches since the last check. */
#define assert_patches(m, expected)                                                                \
  do {                                                                                             \
    mirror_check(m);                                                                               \
    assert_json_text((m)->patches, (expected));                                                    \
    json_array_clear((m)->patches);                                                                \
  } while (0)

/* The inverse patches since the last check. Call this after assert_patches. */
#define assert_inverses(m, expected)                                                               \
  do {                                                                                             \
    mirror_check(m);                                                                               \
    assert_json_text((m)->inverses, (expected));                                                   \
    json_array_clear((m)->inverses);                                                               \
  } while (0)

/* Checks the mirror, unsubscribes, and releases the mirror's memory. */
void mirror_close(mirror *m);

#endif

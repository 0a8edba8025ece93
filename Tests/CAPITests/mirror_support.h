/* A mirror of a part of a state: a copy that every patch is applied to by an RFC 6902 of the tests' own,
 * and another one by kmk_json_patched. Both must then be the state.
 */
#ifndef KUMIKI_TESTS_MIRROR_SUPPORT_H
#define KUMIKI_TESTS_MIRROR_SUPPORT_H

#include "support.h"

typedef struct mirror {
  kmk_store *store;
  const char *pointer;
  kmk_subscription *subscription;
  json_t *copy;     /* NULL where nothing is */
  json_t *patched;  /* what kmk_json_patched made of it; JSON null while the part is gone */
  json_t *patches;  /* since the last time */
  json_t *inverses; /* likewise, of a mirror that was opened by mirror_open_changes */
  bool failed;      /* an operation could not be applied, or an inverse did not lead back */
} mirror;

void mirror_open(mirror *m, kmk_store *store, const char *pointer);

/* A mirror that is told the inverse of each patch too, and sees that it leads back. */
void mirror_open_changes(mirror *m, kmk_store *store, const char *pointer);

/* Asserts that every patch could be applied, and that the copy is the state. */
void mirror_check(mirror *m);

/* The patches since the last time. */
#define assert_patches(m, expected)                                                                \
  do {                                                                                             \
    mirror_check(m);                                                                               \
    assert_json_text((m)->patches, (expected));                                                    \
    json_array_clear((m)->patches);                                                                \
  } while (0)

/* The inverses since the last time; after assert_patches. */
#define assert_inverses(m, expected)                                                               \
  do {                                                                                             \
    mirror_check(m);                                                                               \
    assert_json_text((m)->inverses, (expected));                                                   \
    json_array_clear((m)->inverses);                                                               \
  } while (0)

/* Checks, unsubscribes, and lets go of the rest. */
void mirror_close(mirror *m);

#endif

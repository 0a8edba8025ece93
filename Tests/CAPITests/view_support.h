/* Records the notifications of a presentation, as a window would receive them.
 *
 * "told" holds, in order, ["present", id, case or null, state], ["update", id, state] and
 * ["dismiss", id].
 */
#ifndef KUMIKI_TESTS_VIEW_SUPPORT_H
#define KUMIKI_TESTS_VIEW_SUPPORT_H

#include "support.h"

typedef struct view {
  kmk_subscription *subscription;
  json_t *told;
  int freed; /* how often its user_data was released */
} view;

extern const kmk_presentation_callbacks view_callbacks;

/* Subscribes. */
void view_open(view *v, kmk_store *store, const char *pointer);

/* Unsubscribes, asserts that the user_data was released once, and frees the record. */
void view_close(view *v);

/* Forgets the notifications so far. */
void view_forget(view *v);

/* The notifications since the last check. Forgets them. */
#define assert_told(v, expected) view_assert_told((v), (expected), __FILE__, __LINE__)
void view_assert_told(view *v, const char *expected, const char *file, int line);

#endif

/* A view of a presentation, as a window would be one: it writes down what it is told.
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

/* Unsubscribes, asserts that the user_data was released once, and lets go of the rest. */
void view_close(view *v);

/* Forgets what it was told so far. */
void view_forget(view *v);

/* What the view was told since the last time. Forgets it. */
#define assert_told(v, expected) view_assert_told((v), (expected), __FILE__, __LINE__)
void view_assert_told(view *v, const char *expected, const char *file, int line);

#endif

/* A view of a presentation, as a window would be one: it writes down what it is told.
 *
 * "told" holds, in order, ["present", id, case or null, state], ["update", id, state] and
 * ["dismiss", id]. The view keeps a snapshot of the state that it shows.
 */
#ifndef KUMIKI_TESTS_VIEW_SUPPORT_H
#define KUMIKI_TESTS_VIEW_SUPPORT_H

#include "support.h"

typedef struct view {
  kmk_store *store;
  kmk_subscription *subscription;
  const char *only_case; /* a view of one case of an enum: the others it leaves to others */
  json_t *told;
  json_t *shown; /* the last state that it was given */
  char id[64];   /* what it shows, "" for nothing */
  int freed;     /* how often its user_data was released */

  /* What it does besides, after it has written down what it was told. */
  void (*on_present)(struct view *view);
  void (*on_dismiss)(struct view *view, const char *id);
} view;

extern const kmk_presentation_callbacks view_callbacks;

/* Subscribes. A view of one case is told of no other. */
void view_open(view *v, kmk_store *store, const char *pointer);
void view_open_case(view *v, kmk_store *store, const char *pointer, const char *only_case);

/* Unsubscribes, asserts that the user_data was released once, and lets go of the rest. */
void view_close(view *v);

/* Forgets what it was told so far. */
void view_forget(view *v);

/* What the view was told since the last time. Forgets it. */
#define assert_told(v, expected) view_assert_told((v), (expected), __FILE__, __LINE__)
void view_assert_told(view *v, const char *expected, const char *file, int line);

#endif

/* A list of rows of a writer's state, beside two that a test makes by hand: the list as its edits make it, and the
 * list as a sort of all rows makes it (J40 to J51).
 */
#ifndef KUMIKI_TESTS_LIST_SUPPORT_H
#define KUMIKI_TESTS_LIST_SUPPORT_H

#include "support.h"

/* A list that is observed. Filled with options before shown_open. */
typedef struct shown {
  kmk_list_options options;
  kmk_store *store;
  const char *pointer;
  kmk_list *list;
  kmk_subscription *subscription;
  json_t *ids;   /* as the edits make them */
  json_t *edits; /* since the last time, as texts: "+0 a", "-1 b", ">2:0 c", "*0 a", "=3" */
  int resets;
  bool failed; /* an edit had no place, or another id */
} shown;

/* Opens a list of "/rows". The options' filter is given an int, how often it was asked. */
void shown_open(shown *s, kmk_store *store);

/* The same of rows elsewhere: a pointer with one step, which must outlive the list. */
void shown_open_at(shown *s, kmk_store *store, const char *pointer);

/* Asserts that the edits made the list that is, and that it is what a sort of all rows makes. */
void shown_check(shown *s);

/* The edits since the last time, joined by ", ". */
#define assert_edits(s, expected)                                                                  \
  do {                                                                                             \
    shown_check(s);                                                                                \
    assert_json_text((s)->edits, (expected));                                                      \
    json_array_clear((s)->edits);                                                                  \
  } while (0)

void shown_close(shown *s);

#endif

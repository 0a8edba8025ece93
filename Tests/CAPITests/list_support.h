/* A kmk_list of a writer's rows, with two copies for comparison: one built from the list's edits, and one built by
 * sorting all rows (J40 to J51).
 */
#ifndef KUMIKI_TESTS_LIST_SUPPORT_H
#define KUMIKI_TESTS_LIST_SUPPORT_H

#include "support.h"

/* An observed list. Set the options before calling shown_open. */
typedef struct shown {
  kmk_list_options options;
  kmk_store *store;
  const char *pointer;
  kmk_list *list;
  kmk_subscription *subscription;
  json_t *ids;   /* built from the edits */
  json_t *edits; /* since the last check, as strings: "+0 a", "-1 b", ">2:0 c", "*0 a", "=3" */
  int resets;
  bool failed; /* an edit had an invalid index or the wrong id */
} shown;

/* Opens a list of "/rows". The options' filter receives an int, which counts its calls. */
void shown_open(shown *s, kmk_store *store);

/* The same for rows elsewhere. `pointer` has one step and must outlive the list. */
void shown_open_at(shown *s, kmk_store *store, const char *pointer);

/* Asserts that applying the edits gives the current list, and that sorting all rows gives the same list. */
void shown_check(shown *s);

/* The edits since the last check, joined by ", ". */
#define assert_edits(s, expected)                                                                  \
  do {                                                                                             \
    shown_check(s);                                                                                \
    assert_json_text((s)->edits, (expected));                                                      \
    json_array_clear((s)->edits);                                                                  \
  } while (0)

void shown_close(shown *s);

#endif

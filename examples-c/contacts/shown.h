/* The parts of the state that the screen shows, as its observers last received them. */
#ifndef SHOWN_H
#define SHOWN_H

#include <kumiki.h>

/* A value of the state. */
typedef struct shown {
  json_t *value;
  kmk_subscription *told;
} shown;

/* A line of the list: a view of one contact. */
typedef struct row {
  json_t *id;
  kmk_store *store;
  shown contact;
} row;

/* The content of a slot. */
typedef struct window {
  char name[16]; /* the case; "" for a slot without cases */
  bool is_open;
  shown state;
} window;

/* All of it, and the user's own part: a cursor, a field. */
typedef struct screen {
  kmk_store *store;
  shown hits, query, problem, history, is_ready;
  window detail, sheet;
  row opened; /* the contact in the detail */
  row *rows;  /* those on the screen: of a hundred thousand the others need no view */
  size_t row_count;
  size_t first;  /* of all that are in the list, the one that the screen begins with */
  size_t lines;  /* as many as the screen has room for */
  size_t cursor; /* the one that keys are about */
  size_t field;  /* of the form */
  bool is_searching;
  bool is_stale; /* something has changed since it was drawn */
} screen;

extern screen seen;

void seen_open(kmk_store *store);
void seen_close(void);

/* The file has been read, or could not be: until then keys wait. */
bool seen_is_loaded(void);

/* How many are in the list: those that were found, or all. */
size_t seen_count(void);

/* Makes seen.rows those around the cursor, with room for so many lines. */
void seen_scroll(size_t lines);

/* The contact that a key is about: the one in the detail, or under the cursor. NULL: none. */
const row *seen_chosen(void);

/* A text of an object, "" if it is missing. */
const char *seen_text(const json_t *object, const char *key);

#endif

/* The parts of the state that the screen shows, as its observers last received them. */
#ifndef SHOWN_H
#define SHOWN_H

#include <kumiki.h>

/* A value of the state. */
typedef struct shown {
  json_t *value;
  kmk_subscription *told;
} shown;

/* A line of the list: a scoped store of one contact. */
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

/* Everything on the screen, and its own data: a cursor, a field. */
typedef struct screen {
  kmk_store *store;
  shown hits, query, problem, history, is_ready;
  window detail, sheet;
  row opened; /* the contact in the detail */
  row *rows;  /* the rows on the screen; of 100,000 rows, the others need no store */
  size_t row_count;
  size_t first;  /* index of the first row on the screen */
  size_t lines;  /* number of rows that fit on the screen */
  size_t cursor; /* the row that keys act on */
  size_t field;  /* in the form */
  bool is_searching;
  bool is_stale; /* something has changed since the last drawing */
} screen;

extern screen seen;

void seen_open(kmk_store *store);
void seen_close(void);

/* Whether the file has been read, or could not be read. Until then keys wait. */
bool seen_is_loaded(void);

/* The number of contacts in the list: those that were found, or all. */
size_t seen_count(void);

/* Updates seen.rows to the rows around the cursor, with room for a number of lines. */
void seen_scroll(size_t lines);

/* The contact that a key acts on: the open contact, or the one under the cursor. NULL: none. */
const row *seen_chosen(void);

/* A string of an object, or "" if it is missing. */
const char *seen_text(const json_t *object, const char *key);

#endif

/* The screen, and its own data: a cursor, a field. */
#ifndef SCREEN_H
#define SCREEN_H

#include "downloads.h"

typedef struct screen {
  kmk_store *store;
  kmk_list *list;
  json_t *chosen; /* the id of the row that keys act on; NULL: none */
  size_t top;     /* the first row on the screen */
  int field;      /* in the form */
  bool is_searching;
  bool is_stale; /* something has changed since the last drawing */
} screen;

extern screen shown;

bool screen_open(kmk_store *store, kmk_error *error);
void screen_close(void);
void screen_draw(void);
bool screen_read_keys(void); /* false once the user quits */

/* Moves the choice by a number of rows, at most to the end of the list. */
void screen_move(long by);

/* Reads a part of the state. The caller frees the result, which is NULL if the part is missing. */
json_t *screen_part(const char *pointer);

/* The case and the payload of the feature that is shown over the list: "add" or "alert" in the sheet, "row" or
 * "settings" on top of the navigation path. NULL if only the list is shown. The payload is new. */
const char *screen_over(json_t **payload);

#endif

/* What the screen shows, and what is the user's own: a cursor, a field. */
#ifndef SCREEN_H
#define SCREEN_H

#include "downloads.h"

typedef struct screen {
  kmk_store *store;
  kmk_list *list;
  json_t *chosen; /* the id of the row that keys are about; NULL: none */
  size_t top;     /* the first row on the screen */
  int field;      /* of the form */
  bool is_searching;
  bool is_stale; /* something has changed since it was drawn */
} screen;

extern screen shown;

bool screen_open(kmk_store *store, kmk_error *error);
void screen_close(void);
void screen_draw(void);
bool screen_read_keys(void); /* false once the user quits */

/* Moves the choice by so many rows, as far as there are any. */
void screen_move(long by);

/* Reads a part of the state. The caller frees it; NULL if it is missing. */
json_t *screen_part(const char *pointer);

/* The case and the payload of what is shown over the list: "add", "alert" in the sheet, "row", "settings" on
 * top of the path; NULL where it is the list. The payload is new. */
const char *screen_over(json_t **payload);

#endif

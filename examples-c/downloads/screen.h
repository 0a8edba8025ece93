/* The screen, and its own data: a cursor, a field. */
#ifndef SCREEN_H
#define SCREEN_H

#include "downloads.h"

#include <kumiki_lines.h>

typedef struct screen {
  kmk_store *store;
  kmk_list *list;
  kmk_lines lines; /* the rows on the screen; keys act on the selected one */
  int field;       /* in the form */
  bool is_searching;
  bool is_stale; /* something has changed since the last drawing */
} screen;

extern screen shown;

bool screen_open(kmk_store *store, kmk_error *error);
void screen_close(void);
void screen_draw(void);
bool screen_read_keys(void); /* false once the user quits */

/* Reads a part of the state. The caller frees the result, which is NULL if the part is missing. */
json_t *screen_part(const char *pointer);

/* The case and the payload of the feature that is shown over the list: "add" or "alert" in the sheet, "row" or
 * "settings" on top of the navigation path. NULL if only the list is shown. The payload is new. */
const char *screen_over(json_t **payload);

#endif

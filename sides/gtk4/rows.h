/* The GListModel of rows: ids, and the items of those that are looked at. */
#ifndef ROWS_H
#define ROWS_H

#include "kumiki_gtk_row.h"

/* When rows are replaced by others, a list looks for its old rows among the new ones, item by item.
 * With more new rows than this, it is notified in steps that leave the held rows where they are. */
#define KMK_GTK_SEARCHED 1000

typedef struct kmk_gtk_rows {
  GObject parent;
  kmk_store *store;
  char *pointer, *action_case;
  GPtrArray *all, *found; /* ids: of the rows; of the chosen ones, NULL while all are shown */
  GHashTable *looked_at;  /* the id as text: kmk_gtk_row, not owned */
  kmk_subscription *told_all, *told_found;
  kmk_list *list;     /* of a kmk_gtk_list_rows_new */
  GPtrArray *between; /* ids on the way to others; else NULL */
} kmk_gtk_rows;

/* An item of the model: a GObject that is a row, wherever it moves. */
typedef struct kmk_gtk_row {
  GObject parent;
  json_t *id;
  kmk_store *view;     /* made when it is asked for */
  kmk_gtk_rows *model; /* NULL once it has gone */
} kmk_gtk_row;

/* A model without ids yet; NULL: a mistake of the program. */
kmk_gtk_rows *kmk_gtk_rows_made(kmk_store *store, const char *pointer, const char *action_case);

/* Returns the text of an id, by which a row is looked up, to be freed with kmk_text_free. */
char *kmk_gtk_row_key(const json_t *id);

/* The ids that are shown now. */
GPtrArray *kmk_gtk_rows_shown(kmk_gtk_rows *rows);

/* Notifies the list of a change of these. */
void kmk_gtk_rows_tell(kmk_gtk_rows *rows, guint at, guint removed, guint added);

/* An array of ids: none, those of a JSON array, some of another one. New. */
GPtrArray *kmk_gtk_rows_no_ids(void);
GPtrArray *kmk_gtk_rows_ids(const json_t *ids);
GPtrArray *kmk_gtk_rows_part(const GPtrArray *ids, guint first, guint count);

/* Puts ids into an array, and takes them over. */
void kmk_gtk_rows_put(GPtrArray *ids, guint at, GPtrArray *inserted);

/* Takes ids away, and puts others there. */
void kmk_gtk_rows_splice(kmk_gtk_rows *rows, guint at, guint removed, const json_t *inserted,
                         bool is_told);

/* Notifies the list of its new rows, but for the rows at its start and its end that are still the
 * same. Consumes before, the ids until now. */
void kmk_gtk_rows_become(kmk_gtk_rows *rows, GPtrArray *before);

#endif

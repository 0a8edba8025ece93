/* The GListModel of rows: ids, and the items in use. */
#ifndef ROWS_H
#define ROWS_H

#include "kumiki_gtk_row.h"

/* If rows are replaced by others, a list searches its old rows among the new ones, item by item. With more new rows
 * than this, it is notified in steps that leave the held rows where they are. */
#define KMK_GTK_SEARCHED 1000

typedef struct kmk_gtk_rows {
  GObject parent;
  kmk_store *store;
  char *pointer, *action_case;
  GPtrArray *all, *found; /* ids: of all rows; of the chosen rows, NULL while all are shown */
  GHashTable *items;      /* from an id as text to its kmk_gtk_row, not owned */
  kmk_subscription *all_subscription, *found_subscription;
  kmk_list *list;     /* for kmk_gtk_list_rows_new */
  GPtrArray *between; /* the ids during a change of several steps; otherwise NULL */
} kmk_gtk_rows;

/* An item of the model: a GObject for one row, wherever the row moves. */
typedef struct kmk_gtk_row {
  GObject parent;
  json_t *id;
  kmk_store *view;     /* made at the first use */
  kmk_gtk_rows *model; /* NULL once the model is gone */
} kmk_gtk_row;

/* Makes a model without ids. NULL: a mistake of the program. */
kmk_gtk_rows *kmk_gtk_rows_made(kmk_store *store, const char *pointer, const char *action_case);

/* Returns the text of an id, which is the key of a row. The caller frees it with kmk_text_free. */
char *kmk_gtk_row_key(const json_t *id);

/* Returns the ids that are shown at present. */
GPtrArray *kmk_gtk_rows_shown(kmk_gtk_rows *rows);

/* Notifies the list of a change of the shown rows. */
void kmk_gtk_rows_notify(kmk_gtk_rows *rows, guint at, guint removed, guint added);

/* Make an array of ids: empty, from a JSON array, and from a part of an array. New. */
GPtrArray *kmk_gtk_rows_no_ids(void);
GPtrArray *kmk_gtk_rows_ids(const json_t *ids);
GPtrArray *kmk_gtk_rows_part(const GPtrArray *ids, guint first, guint count);

/* Inserts ids into an array, and takes them over. */
void kmk_gtk_rows_put(GPtrArray *ids, guint at, GPtrArray *inserted);

/* Removes ids, and inserts others there. */
void kmk_gtk_rows_splice(kmk_gtk_rows *rows, guint at, guint removed, const json_t *inserted,
                         bool is_notified);

/* Notifies the list of its new rows, except for rows at the start and the end that are the same as before. Consumes
 * before, the previous ids. */
void kmk_gtk_rows_become(kmk_gtk_rows *rows, GPtrArray *before);

#endif

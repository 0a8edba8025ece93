/**
 * One row of a list of GTK 4: what a kmk_gtk_rows_new has for items.
 */
#ifndef KUMIKI_GTK_ROW_H
#define KUMIKI_GTK_ROW_H

#include "kumiki_gtk.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An item of the model: a GObject that is a row, wherever it moves. */
typedef struct kmk_gtk_row {
  GObject parent;
  json_t *id;
  kmk_store *view; /* made when it is asked for */
  struct kmk_gtk_rows *model; /* NULL once it has gone */
} kmk_gtk_row;

/** What is behind a kmk_gtk_rows_new: ids, and the items of those that are looked at. */
typedef struct kmk_gtk_rows {
  GObject parent;
  kmk_store *store;
  char *pointer, *action_case;
  GPtrArray *all, *found; /* ids: of the rows; of the chosen ones, NULL while all are shown */
  GHashTable *looked_at;  /* the id as text: kmk_gtk_row, not owned */
  kmk_subscription *told_all, *told_found;
  kmk_list *list; /* of a kmk_gtk_list_rows_new */
  GPtrArray *between; /* ids on the way to others; else NULL */
} kmk_gtk_rows;

static inline char *kmk_gtk_row_key(const json_t *id) { return json_dumps(id, JSON_ENCODE_ANY); }

static inline void kmk_gtk_row_finalize(GObject *object) {
  kmk_gtk_row *row = (kmk_gtk_row *)(void *)object;
  char *key = kmk_gtk_row_key(row->id);
  if (row->model != NULL && g_hash_table_lookup(row->model->looked_at, key) == row)
    g_hash_table_remove(row->model->looked_at, key);
  free(key);
  kmk_store_free(row->view);
  json_decref(row->id);
  G_OBJECT_CLASS(g_type_class_peek(G_TYPE_OBJECT))->finalize(object);
}

static inline void kmk_gtk_row_class(gpointer type, gpointer data) {
  (void)data;
  G_OBJECT_CLASS(type)->finalize = kmk_gtk_row_finalize;
}

/* A type is made once, also where several files of a program include this. */
static inline GType kmk_gtk_row_get_type(void) {
  GType type = g_type_from_name("KmkGtkRow");
  if (type == 0)
    type = g_type_register_static_simple(G_TYPE_OBJECT, "KmkGtkRow", sizeof(GObjectClass),
                                         kmk_gtk_row_class, sizeof(kmk_gtk_row), NULL,
                                         (GTypeFlags)0);
  return type;
}

/**
 * Returns the id of an item's row.
 *
 * Owns: result borrowed from the item. Threads: owner, callback. Since: 0.2.
 */
static inline const json_t *kmk_gtk_row_id(gpointer item) { return ((kmk_gtk_row *)item)->id; }

/**
 * Returns the view of an item's row, as of kmk_store_scope_element.
 *
 * @return NULL: the row, or the model, has gone.
 *
 * Owns: result borrowed from the item. Threads: owner, callback. Since: 0.2.
 */
static inline kmk_store *kmk_gtk_row_store(gpointer item) {
  kmk_gtk_row *row = (kmk_gtk_row *)item;
  if (row->view == NULL && row->model != NULL)
    row->view = kmk_store_scope_element(row->model->store, row->model->pointer,
                                        row->model->action_case, row->id, NULL);
  return row->view;
}

#ifdef __cplusplus
}
#endif
#endif

/**
 * Rows of the state as a GListModel of GTK 4, for lists of any length.
 *
 *     GListModel *rows = kmk_gtk_rows_new(store, "/contacts", "contacts", NULL);
 *
 * Its items and their views exist while somebody looks at them. kumiki_gtk_list.h has the widgets.
 */
#ifndef KUMIKI_GTK_ROWS_H
#define KUMIKI_GTK_ROWS_H

#include "kumiki_gtk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------ one row */

/** An item of the model: a GObject that is a row, wherever it moves. */
typedef struct kmk_gtk_row {
  GObject parent;
  json_t *id;
  kmk_store *view; /* made when it is asked for */
  struct kmk_gtk_rows *model; /* NULL once it has gone */
} kmk_gtk_row;

/* The model: ids, and the items of those that are looked at. */
typedef struct kmk_gtk_rows {
  GObject parent;
  kmk_store *store;
  char *pointer, *action_case;
  json_t *all, *found, *ids; /* the rows, the chosen ones or NULL, what is shown of them */
  GHashTable *looked_at;     /* the id as text: kmk_gtk_row, not owned */
  kmk_subscription *told_all, *told_found;
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

/* ---------------------------------------------------------------------- the model */

static inline GType kmk_gtk_rows_item_type(GListModel *model) {
  (void)model;
  return kmk_gtk_row_get_type();
}

static inline guint kmk_gtk_rows_count(GListModel *model) {
  return (guint)json_array_size(((kmk_gtk_rows *)(void *)model)->ids);
}

static inline gpointer kmk_gtk_rows_item(GListModel *model, guint position) {
  kmk_gtk_rows *rows = (kmk_gtk_rows *)(void *)model;
  json_t *id = json_array_get(rows->ids, position);
  kmk_gtk_row *row;
  char *key;
  if (id == NULL) return NULL;
  key = kmk_gtk_row_key(id);
  row = (kmk_gtk_row *)g_hash_table_lookup(rows->looked_at, key);
  if (row != NULL) {
    g_object_ref(row);
  } else {
    row = (kmk_gtk_row *)g_object_new(kmk_gtk_row_get_type(), NULL);
    row->id = json_incref(id);
    row->model = rows;
    g_hash_table_insert(rows->looked_at, g_strdup(key), row);
  }
  free(key);
  return row;
}

static inline void kmk_gtk_rows_interface(gpointer type, gpointer data) {
  GListModelInterface *functions = (GListModelInterface *)type;
  (void)data;
  functions->get_item_type = kmk_gtk_rows_item_type;
  functions->get_n_items = kmk_gtk_rows_count;
  functions->get_item = kmk_gtk_rows_item;
}

static inline void kmk_gtk_rows_finalize(GObject *object) {
  kmk_gtk_rows *rows = (kmk_gtk_rows *)(void *)object;
  GHashTableIter each;
  gpointer row;
  kmk_subscription_free(rows->told_all);
  kmk_subscription_free(rows->told_found);
  g_hash_table_iter_init(&each, rows->looked_at);
  while (g_hash_table_iter_next(&each, NULL, &row)) ((kmk_gtk_row *)row)->model = NULL;
  g_hash_table_unref(rows->looked_at);
  json_decref(rows->all);
  json_decref(rows->found);
  json_decref(rows->ids);
  g_free(rows->pointer);
  g_free(rows->action_case);
  G_OBJECT_CLASS(g_type_class_peek(G_TYPE_OBJECT))->finalize(object);
}

static inline void kmk_gtk_rows_class(gpointer type, gpointer data) {
  (void)data;
  G_OBJECT_CLASS(type)->finalize = kmk_gtk_rows_finalize;
}

static inline GType kmk_gtk_rows_get_type(void) {
  GType type = g_type_from_name("KmkGtkRows");
  if (type == 0) {
    const GInterfaceInfo info = {kmk_gtk_rows_interface, NULL, NULL};
    type = g_type_register_static_simple(G_TYPE_OBJECT, "KmkGtkRows", sizeof(GObjectClass),
                                         kmk_gtk_rows_class, sizeof(kmk_gtk_rows), NULL,
                                         (GTypeFlags)0);
    g_type_add_interface_static(type, G_TYPE_LIST_MODEL, &info);
  }
  return type;
}

/* Ids that were there before are mostly the same values, so most are equal at a glance. */
static inline bool kmk_gtk_same_id(const json_t *before, size_t at, const json_t *now, size_t in) {
  const json_t *one = json_array_get(before, at), *other = json_array_get(now, in);
  return one == other || json_equal(one, other);
}

/* Where rows are taken and others are put in their place, a list looks for the ones that it had
 * among the new ones, item by item. Of more than these it is told in two steps, and does not. */
#define KMK_GTK_SEARCHED 1000

/* The first ids and the last ones: new. */
static inline json_t *kmk_gtk_rows_outside(const json_t *ids, size_t first, size_t last) {
  size_t count = json_array_size(ids), i;
  json_t *kept = json_array();
  for (i = 0; i < first; i++) json_array_append(kept, json_array_get(ids, i));
  for (i = count - last; i < count; i++) json_array_append(kept, json_array_get(ids, i));
  return kept;
}

/* Tells the list what has changed between the first rows and the last ones that are the same. */
static inline void kmk_gtk_rows_change(kmk_gtk_rows *rows) {
  json_t *before = rows->ids, *now = json_incref(rows->found ? rows->found : rows->all);
  size_t old_count = json_array_size(before), count = json_array_size(now), first = 0, last = 0;
  size_t shorter = old_count < count ? old_count : count;
  while (first < shorter && kmk_gtk_same_id(before, first, now, first)) first++;
  while (last < shorter - first &&
         kmk_gtk_same_id(before, old_count - last - 1, now, count - last - 1))
    last++;
  old_count -= first + last;
  count -= first + last;
  if (old_count > 0 && count > KMK_GTK_SEARCHED) {
    rows->ids = kmk_gtk_rows_outside(before, first, last);
    g_list_model_items_changed((GListModel *)(void *)rows, (guint)first, (guint)old_count, 0);
    old_count = 0;
    json_decref(rows->ids);
  }
  rows->ids = now;
  if (old_count > 0 || count > 0)
    g_list_model_items_changed((GListModel *)(void *)rows, (guint)first, (guint)old_count,
                               (guint)count);
  json_decref(before);
}

static inline void kmk_gtk_rows_all(const json_t *ids, void *data) {
  kmk_gtk_rows *rows = (kmk_gtk_rows *)data;
  json_decref(rows->all);
  rows->all = kmk_json_retain(ids);
  kmk_gtk_rows_change(rows);
}

static inline void kmk_gtk_rows_found(const json_t *ids, void *data) {
  kmk_gtk_rows *rows = (kmk_gtk_rows *)data;
  json_decref(rows->found);
  rows->found = json_is_array(ids) ? kmk_json_retain(ids) : NULL;
  kmk_gtk_rows_change(rows);
}

/**
 * Makes a list model of rows, or of those whose ids stand elsewhere in the state.
 *
 * @param pointer      the rows of a kmk_for_each.
 * @param action_case  the case of their actions.
 * @param only         a place with an array of ids, in the order in which they are shown: what was
 *                     found. While no array is there all rows are shown. NULL: there is no such
 *                     place.
 * @return the model, or NULL.
 *
 * Owns: store borrowed until the model has gone, texts copied, model new (g_object_unref). NULL:
 * NULL for a store, pointer or case. Fails: as kmk_store_observe_ids. Threads: owner, callback.
 * Since: 0.2.
 */
static inline GListModel *kmk_gtk_rows_new(kmk_store *store, const char *pointer,
                                           const char *action_case, const char *only) {
  kmk_gtk_rows *rows;
  if (store == NULL || pointer == NULL || action_case == NULL) return NULL;
  rows = (kmk_gtk_rows *)g_object_new(kmk_gtk_rows_get_type(), NULL);
  rows->store = store;
  rows->pointer = g_strdup(pointer);
  rows->action_case = g_strdup(action_case);
  rows->looked_at = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  rows->told_all = kmk_store_observe_ids(store, pointer, kmk_gtk_rows_all, rows, NULL, NULL);
  if (only != NULL)
    rows->told_found = kmk_store_observe(store, only, kmk_gtk_rows_found, rows, NULL, NULL);
  if (rows->told_all != NULL && (only == NULL || rows->told_found != NULL))
    return (GListModel *)(void *)rows;
  g_object_unref(rows);
  return NULL;
}

#ifdef __cplusplus
}
#endif
#endif

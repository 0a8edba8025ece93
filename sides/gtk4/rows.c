/* The GListModel of rows, and its items. Only this library registers their types. Programs built for version 0.3
 * register their own types, "KmkGtkRow" and "KmkGtkRows", with another layout. */
#include "rows.h"

#include <string.h>

typedef kmk_gtk_row KumikiGtkRow;
typedef GObjectClass KumikiGtkRowClass;
typedef kmk_gtk_rows KumikiGtkRows;
typedef GObjectClass KumikiGtkRowsClass;

static void kmk_gtk_rows_interface(GListModelInterface *functions);

G_DEFINE_FINAL_TYPE(KumikiGtkRow, kumiki_gtk_row, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE(KumikiGtkRows, kumiki_gtk_rows, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, kmk_gtk_rows_interface))

/* ---------------------------------------------------------------------------- rows */

char *kmk_gtk_row_key(const json_t *id) { return kmk_json_text(id, JSON_COMPACT); }

static void kmk_gtk_row_finalize(GObject *object) {
  kmk_gtk_row *row = (kmk_gtk_row *)(void *)object;
  char *key = kmk_gtk_row_key(row->id);
  if (row->model != NULL && g_hash_table_lookup(row->model->items, key) == row)
    g_hash_table_remove(row->model->items, key);
  kmk_text_free(key);
  kmk_store_free(row->view);
  json_decref(row->id);
  G_OBJECT_CLASS(kumiki_gtk_row_parent_class)->finalize(object);
}

static void kumiki_gtk_row_class_init(KumikiGtkRowClass *type) {
  G_OBJECT_CLASS(type)->finalize = kmk_gtk_row_finalize;
}

static void kumiki_gtk_row_init(KumikiGtkRow *row) { (void)row; }

const json_t *kmk_gtk_row_id(gpointer item) { return ((kmk_gtk_row *)item)->id; }

kmk_store *kmk_gtk_row_store(gpointer item) {
  kmk_gtk_row *row = (kmk_gtk_row *)item;
  if (row->view == NULL && row->model != NULL)
    row->view = kmk_store_scope_element(row->model->store, row->model->pointer,
                                        row->model->action_case, row->id, NULL);
  return row->view;
}

/* ----------------------------------------------------------------------- the model */

static GType kmk_gtk_rows_item_type(GListModel *model) {
  (void)model;
  return kumiki_gtk_row_get_type();
}

static guint kmk_gtk_rows_count(GListModel *model) {
  return kmk_gtk_rows_shown((kmk_gtk_rows *)(void *)model)->len;
}

static gpointer kmk_gtk_rows_item(GListModel *model, guint position) {
  kmk_gtk_rows *rows = (kmk_gtk_rows *)(void *)model;
  GPtrArray *shown = kmk_gtk_rows_shown(rows);
  kmk_gtk_row *row;
  json_t *id;
  char *key;
  if (position >= shown->len)
    return NULL;
  id = (json_t *)g_ptr_array_index(shown, position);
  key = kmk_gtk_row_key(id);
  row = g_hash_table_lookup(rows->items, key);
  if (row != NULL) {
    g_object_ref(row);
  } else {
    row = g_object_new(kumiki_gtk_row_get_type(), NULL);
    row->id = json_incref(id);
    row->model = rows;
    g_hash_table_insert(rows->items, g_strdup(key), row);
  }
  kmk_text_free(key);
  return row;
}

static void kmk_gtk_rows_interface(GListModelInterface *functions) {
  functions->get_item_type = kmk_gtk_rows_item_type;
  functions->get_n_items = kmk_gtk_rows_count;
  functions->get_item = kmk_gtk_rows_item;
}

static void kmk_gtk_rows_finalize(GObject *object) {
  kmk_gtk_rows *rows = (kmk_gtk_rows *)(void *)object;
  GHashTableIter each;
  gpointer row;
  kmk_subscription_free(rows->all_subscription);
  kmk_subscription_free(rows->found_subscription);
  g_hash_table_iter_init(&each, rows->items);
  while (g_hash_table_iter_next(&each, NULL, &row))
    ((kmk_gtk_row *)row)->model = NULL;
  g_hash_table_unref(rows->items);
  g_ptr_array_unref(rows->all);
  if (rows->found != NULL)
    g_ptr_array_unref(rows->found);
  g_free(rows->pointer);
  g_free(rows->action_case);
  G_OBJECT_CLASS(kumiki_gtk_rows_parent_class)->finalize(object);
}

static void kumiki_gtk_rows_class_init(KumikiGtkRowsClass *type) {
  G_OBJECT_CLASS(type)->finalize = kmk_gtk_rows_finalize;
}

static void kumiki_gtk_rows_init(KumikiGtkRows *rows) { (void)rows; }

kmk_gtk_rows *kmk_gtk_rows_made(kmk_store *store, const char *pointer, const char *action_case) {
  kmk_gtk_rows *rows;
  if (store == NULL || pointer == NULL || action_case == NULL)
    return NULL;
  rows = g_object_new(kumiki_gtk_rows_get_type(), NULL);
  rows->store = store;
  rows->pointer = g_strdup(pointer);
  rows->action_case = g_strdup(action_case);
  rows->items = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  rows->all = kmk_gtk_rows_ids(NULL);
  return rows;
}

GPtrArray *kmk_gtk_rows_shown(kmk_gtk_rows *rows) {
  if (rows->between != NULL)
    return rows->between;
  return rows->found != NULL ? rows->found : rows->all;
}

void kmk_gtk_rows_notify(kmk_gtk_rows *rows, guint at, guint removed, guint added) {
  if (removed > 0 || added > 0)
    g_list_model_items_changed((GListModel *)(void *)rows, at, removed, added);
}

/* ----------------------------------------------------------------------------- ids */

static void kmk_gtk_rows_unkeep(gpointer id) { json_decref((json_t *)id); }

GPtrArray *kmk_gtk_rows_no_ids(void) { return g_ptr_array_new_with_free_func(kmk_gtk_rows_unkeep); }

GPtrArray *kmk_gtk_rows_ids(const json_t *ids) {
  GPtrArray *kept = kmk_gtk_rows_no_ids();
  size_t i;
  for (i = 0; i < json_array_size(ids); i++)
    g_ptr_array_add(kept, kmk_json_retain(json_array_get(ids, i)));
  return kept;
}

GPtrArray *kmk_gtk_rows_part(const GPtrArray *ids, guint first, guint count) {
  GPtrArray *part = kmk_gtk_rows_no_ids();
  guint i;
  for (i = first; i < first + count; i++)
    g_ptr_array_add(part, json_incref((json_t *)g_ptr_array_index(ids, i)));
  return part;
}

void kmk_gtk_rows_put(GPtrArray *ids, guint at, GPtrArray *inserted) {
  guint behind = ids->len - at, added = inserted->len;
  g_ptr_array_set_size(ids, (gint)(ids->len + added));
  memmove(ids->pdata + at + added, ids->pdata + at, behind * sizeof(gpointer));
  if (added > 0)
    memcpy(ids->pdata + at, inserted->pdata, added * sizeof(gpointer));
  g_ptr_array_set_free_func(inserted, NULL);
  g_ptr_array_unref(inserted);
}

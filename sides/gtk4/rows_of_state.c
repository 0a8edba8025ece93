/* kmk_gtk_rows_new: rows of the state, all of them or the chosen ones. */
#include "kumiki_gtk_rows.h"
#include "rows.h"

void kmk_gtk_rows_splice(kmk_gtk_rows *rows, guint at, guint removed, const json_t *inserted,
                         bool is_notified) {
  if (removed > 0)
    g_ptr_array_remove_range(rows->all, at, removed);
  kmk_gtk_rows_put(rows->all, at, kmk_gtk_rows_ids(inserted));
  if (is_notified)
    kmk_gtk_rows_notify(rows, at, removed, (guint)json_array_size(inserted));
}

/* Whether rows are removed while a held row, or more than KMK_GTK_SEARCHED rows, are inserted. */
static bool kmk_gtk_rows_shifts(kmk_gtk_rows *rows, const json_t *changes) {
  size_t i, j, removed = 0, added = 0;
  const json_t *change, *id;
  bool is_held = false;
  json_array_foreach(changes, i, change) {
    const json_t *inserted = json_object_get(change, "inserted");
    removed += (size_t)json_integer_value(json_object_get(change, "removed"));
    added += json_array_size(inserted);
    if (i == 0 && json_array_size(changes) == 1)
      break;
    json_array_foreach(inserted, j, id) {
      char *key = is_held ? NULL : kmk_gtk_row_key(id);
      is_held = is_held || g_hash_table_contains(rows->items, key);
      kmk_text_free(key);
    }
  }
  return removed > 0 && (is_held || added > KMK_GTK_SEARCHED);
}

static void kmk_gtk_rows_all(const json_t *changes, void *data) {
  kmk_gtk_rows *rows = data;
  bool is_shown = rows->found == NULL, shifts = is_shown && kmk_gtk_rows_shifts(rows, changes);
  GPtrArray *before = shifts ? kmk_gtk_rows_part(rows->all, 0, rows->all->len) : NULL;
  const json_t *change;
  size_t i;
  json_array_foreach(changes, i, change) {
    json_int_t at = json_integer_value(json_object_get(change, "index"));
    json_int_t removed = json_integer_value(json_object_get(change, "removed"));
    kmk_gtk_rows_splice(rows, (guint)at, (guint)removed, json_object_get(change, "inserted"),
                        is_shown && !shifts);
  }
  if (shifts)
    kmk_gtk_rows_become(rows, before);
}

/* Other rows are chosen, or all. */
static void kmk_gtk_rows_found(const json_t *ids, void *data) {
  kmk_gtk_rows *rows = data;
  GPtrArray *before = g_ptr_array_ref(kmk_gtk_rows_shown(rows));
  if (rows->found != NULL)
    g_ptr_array_unref(rows->found);
  rows->found = json_is_array(ids) ? kmk_gtk_rows_ids(ids) : NULL;
  kmk_gtk_rows_become(rows, before);
}

GListModel *kmk_gtk_rows_new(kmk_store *store, const char *pointer, const char *action_case,
                             const char *only) {
  kmk_gtk_rows *rows = kmk_gtk_rows_made(store, pointer, action_case);
  if (rows == NULL)
    return NULL;
  rows->all_subscription =
      kmk_store_observe_id_changes(store, pointer, kmk_gtk_rows_all, rows, NULL, NULL);
  if (only != NULL)
    rows->found_subscription = kmk_store_observe(store, only, kmk_gtk_rows_found, rows, NULL, NULL);
  if (rows->all_subscription != NULL && (only == NULL || rows->found_subscription != NULL))
    return (GListModel *)(void *)rows;
  g_object_unref(rows);
  return NULL;
}

/**
 * Rows of the state as a GListModel of GTK 4, for lists of any length.
 *
 *     GListModel *rows = kmk_gtk_rows_new(store, "/contacts", "contacts", NULL);
 *
 * Its items and their views exist while somebody looks at them. kumiki_gtk_list.h has the widgets.
 */
#ifndef KUMIKI_GTK_ROWS_H
#define KUMIKI_GTK_ROWS_H

#include <string.h>

#include "kumiki_gtk_shift.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline GType kmk_gtk_rows_item_type(GListModel *model) {
  (void)model;
  return kmk_gtk_row_get_type();
}

static inline guint kmk_gtk_rows_count(GListModel *model) {
  return kmk_gtk_rows_shown((kmk_gtk_rows *)(void *)model)->len;
}

static inline gpointer kmk_gtk_rows_item(GListModel *model, guint position) {
  kmk_gtk_rows *rows = (kmk_gtk_rows *)(void *)model;
  GPtrArray *shown = kmk_gtk_rows_shown(rows);
  kmk_gtk_row *row;
  json_t *id;
  char *key;
  if (position >= shown->len) return NULL;
  id = (json_t *)g_ptr_array_index(shown, position);
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
  g_ptr_array_unref(rows->all);
  if (rows->found != NULL) g_ptr_array_unref(rows->found);
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

/* Ids kept: new. */
static inline GPtrArray *kmk_gtk_rows_ids(const json_t *ids) {
  GPtrArray *kept = kmk_gtk_rows_no_ids();
  size_t i;
  for (i = 0; i < json_array_size(ids); i++)
    g_ptr_array_add(kept, kmk_json_retain(json_array_get(ids, i)));
  return kept;
}

/* Takes ids away, and puts others there. */
static inline void kmk_gtk_rows_splice(kmk_gtk_rows *rows, guint at, guint removed,
                                       const json_t *inserted, bool is_told) {
  if (removed > 0) g_ptr_array_remove_range(rows->all, at, removed);
  kmk_gtk_rows_put(rows->all, at, kmk_gtk_rows_ids(inserted));
  if (is_told) kmk_gtk_rows_tell(rows, at, removed, (guint)json_array_size(inserted));
}

/* Whether rows are removed while a held row, or more than KMK_GTK_SEARCHED rows, are inserted. */
static inline bool kmk_gtk_rows_shifts(kmk_gtk_rows *rows, const json_t *changes) {
  size_t i, j, removed = 0, added = 0;
  const json_t *change, *id;
  bool is_held = false;
  json_array_foreach(changes, i, change) {
    const json_t *inserted = json_object_get(change, "inserted");
    removed += (size_t)json_integer_value(json_object_get(change, "removed"));
    added += json_array_size(inserted);
    if (i == 0 && json_array_size(changes) == 1) break;
    json_array_foreach(inserted, j, id) {
      char *key = is_held ? NULL : kmk_gtk_row_key(id);
      is_held = is_held || g_hash_table_contains(rows->looked_at, key);
      free(key);
    }
  }
  return removed > 0 && (is_held || added > KMK_GTK_SEARCHED);
}

static inline void kmk_gtk_rows_all(const json_t *changes, void *data) {
  kmk_gtk_rows *rows = (kmk_gtk_rows *)data;
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
  if (shifts) kmk_gtk_rows_become(rows, before);
}

/* Other rows are chosen, or all. */
static inline void kmk_gtk_rows_found(const json_t *ids, void *data) {
  kmk_gtk_rows *rows = (kmk_gtk_rows *)data;
  GPtrArray *before = g_ptr_array_ref(kmk_gtk_rows_shown(rows));
  if (rows->found != NULL) g_ptr_array_unref(rows->found);
  rows->found = json_is_array(ids) ? kmk_gtk_rows_ids(ids) : NULL;
  kmk_gtk_rows_become(rows, before);
}

/* A model without ids yet; NULL: a mistake of the program. */
static inline kmk_gtk_rows *kmk_gtk_rows_made(kmk_store *store, const char *pointer,
                                              const char *action_case) {
  kmk_gtk_rows *rows;
  if (store == NULL || pointer == NULL || action_case == NULL) return NULL;
  rows = (kmk_gtk_rows *)g_object_new(kmk_gtk_rows_get_type(), NULL);
  rows->store = store;
  rows->pointer = g_strdup(pointer);
  rows->action_case = g_strdup(action_case);
  rows->looked_at = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  rows->all = kmk_gtk_rows_ids(NULL);
  return rows;
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
 * NULL for a store, pointer or case. Fails: as kmk_store_observe_id_changes. Threads: owner,
 * callback. Since: 0.2.
 */
static inline GListModel *kmk_gtk_rows_new(kmk_store *store, const char *pointer,
                                           const char *action_case, const char *only) {
  kmk_gtk_rows *rows = kmk_gtk_rows_made(store, pointer, action_case);
  if (rows == NULL) return NULL;
  rows->told_all =
      kmk_store_observe_id_changes(store, pointer, kmk_gtk_rows_all, rows, NULL, NULL);
  if (only != NULL)
    rows->told_found = kmk_store_observe(store, only, kmk_gtk_rows_found, rows, NULL, NULL);
  if (rows->told_all != NULL && (only == NULL || rows->told_found != NULL))
    return (GListModel *)(void *)rows;
  g_object_unref(rows);
  return NULL;
}

/* The ids of a list that is another one: new. */
static inline json_t *kmk_gtk_rows_listed(const kmk_list *list, size_t count) {
  json_t *ids = json_array();
  size_t i;
  for (i = 0; i < count; i++) json_array_append_new(ids, kmk_list_id(list, i, NULL));
  return ids;
}

/* How many items the moves of one burst may have a list search. */
#define KMK_GTK_SEARCHED_BY_MOVES 10000

/* Moves an id. The list is told in one step of all rows between both places, so it finds its items
 * among them again: the row keeps its widgets, the focus and the selection. With a remove and an insert it
 * would give them to other rows. */
static inline void kmk_gtk_rows_move(kmk_gtk_rows *rows, guint from, guint to) {
  gpointer *ids = rows->all->pdata, moved = ids[from];
  guint first = from < to ? from : to, count = (from < to ? to - from : from - to) + 1;
  if (from < to) memmove(ids + from, ids + from + 1, (to - from) * sizeof(gpointer));
  if (from > to) memmove(ids + to + 1, ids + to, (from - to) * sizeof(gpointer));
  ids[to] = moved;
  kmk_gtk_rows_tell(rows, first, count, count);
}

/* Whether the edits of a burst make another list, or move rows over more than a list may search. */
static inline bool kmk_gtk_rows_are_others(const kmk_list_edit *edits, size_t count) {
  size_t i, searched = 0;
  for (i = 0; i < count; i++) {
    size_t at = edits[i].index, from = edits[i].from;
    if (edits[i].change == KMK_LIST_RESET) return true;
    if (edits[i].change == KMK_LIST_MOVE) searched += from < at ? at - from + 1 : from - at + 1;
  }
  return searched > KMK_GTK_SEARCHED_BY_MOVES;
}

/* A row that has changed is told of by its own view. */
static inline void kmk_gtk_rows_edited(const kmk_list_edit *edits, size_t count, void *data) {
  kmk_gtk_rows *rows = (kmk_gtk_rows *)data;
  size_t i;
  if (kmk_gtk_rows_are_others(edits, count)) {
    GPtrArray *before = rows->all;
    json_t *ids = kmk_gtk_rows_listed(rows->list, kmk_list_count(rows->list));
    rows->all = kmk_gtk_rows_ids(ids);
    json_decref(ids);
    kmk_gtk_rows_become(rows, before);
    return;
  }
  for (i = 0; i < count; i++) {
    const kmk_list_edit *edit = &edits[i];
    guint at = (guint)edit->index;
    json_t *ids = edit->change == KMK_LIST_INSERT ? json_pack("[O]", edit->id) : NULL;
    if (edit->change == KMK_LIST_REMOVE) kmk_gtk_rows_splice(rows, at, 1, NULL, true);
    if (edit->change == KMK_LIST_MOVE) kmk_gtk_rows_move(rows, (guint)edit->from, at);
    if (ids != NULL) kmk_gtk_rows_splice(rows, at, 0, ids, true);
    json_decref(ids);
  }
}

/**
 * Makes a list model of a kmk_list: of rows that are filtered, sorted and cut to a part. Each edit of the list is one of
 * the model, so the selection and the scroll position stay. A row that moves keeps its widgets, the focus and the
 * selection, even when all rows are sorted or filtered by something else.
 *
 * @param pointer      the rows of a kmk_for_each, of which the list was made.
 * @param action_case  the case of their actions.
 * @return the model, or NULL.
 *
 * Owns: store and list borrowed until the model has gone, texts copied, model new (g_object_unref). NULL: NULL for
 * any of them. Fails: as kmk_list_observe. Threads: owner, callback. Since: 0.3.
 */
static inline GListModel *kmk_gtk_list_rows_new(kmk_store *store, const char *pointer,
                                                const char *action_case, kmk_list *list) {
  kmk_gtk_rows *rows = list != NULL ? kmk_gtk_rows_made(store, pointer, action_case) : NULL;
  if (rows == NULL) return NULL;
  rows->list = list;
  rows->told_all = kmk_list_observe(list, kmk_gtk_rows_edited, rows, NULL, NULL);
  if (rows->told_all != NULL) return (GListModel *)(void *)rows;
  g_object_unref(rows);
  return NULL;
}

#ifdef __cplusplus
}
#endif
#endif

/* kmk_gtk_list_rows_new: the rows of a kmk_list. */
#include <string.h>

#include "kumiki_gtk_rows.h"
#include "rows.h"

/* Returns the ids of a list that was reset: new. */
static json_t *kmk_gtk_rows_listed(const kmk_list *list, size_t count) {
  json_t *ids = json_array();
  size_t i;
  for (i = 0; i < count; i++)
    json_array_append_new(ids, kmk_list_id(list, i, NULL));
  return ids;
}

/* The most items that a list may search for the moves of one burst. */
#define KMK_GTK_SEARCHED_BY_MOVES 10000

/* Moves an id. The list is notified in one step of all rows between both places, so it finds its items among them
 * again: the row keeps its widgets, the focus and the selection. After a remove and an insert, other rows would get
 * them. */
static void kmk_gtk_rows_move(kmk_gtk_rows *rows, guint from, guint to) {
  gpointer *ids = rows->all->pdata, moved = ids[from];
  guint first = from < to ? from : to, count = (from < to ? to - from : from - to) + 1;
  if (from < to)
    memmove(ids + from, ids + from + 1, (to - from) * sizeof(gpointer));
  if (from > to)
    memmove(ids + to + 1, ids + to, (from - to) * sizeof(gpointer));
  ids[to] = moved;
  kmk_gtk_rows_notify(rows, first, count, count);
}

/* Whether the edits of a burst reset the list, or move rows over more items than a list may search. */
static bool kmk_gtk_rows_are_others(const kmk_list_edit *edits, size_t count) {
  size_t i, searched = 0;
  for (i = 0; i < count; i++) {
    size_t at = edits[i].index, from = edits[i].from;
    if (edits[i].change == KMK_LIST_RESET)
      return true;
    if (edits[i].change == KMK_LIST_MOVE)
      searched += from < at ? at - from + 1 : from - at + 1;
  }
  return searched > KMK_GTK_SEARCHED_BY_MOVES;
}

/* The scoped store of a row reports the changes in it. */
static void kmk_gtk_rows_edited(const kmk_list_edit *edits, size_t count, void *data) {
  kmk_gtk_rows *rows = data;
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
    if (edit->change == KMK_LIST_REMOVE)
      kmk_gtk_rows_splice(rows, at, 1, NULL, true);
    if (edit->change == KMK_LIST_MOVE)
      kmk_gtk_rows_move(rows, (guint)edit->from, at);
    if (ids != NULL)
      kmk_gtk_rows_splice(rows, at, 0, ids, true);
    json_decref(ids);
  }
}

GListModel *kmk_gtk_list_rows_new(kmk_store *store, const char *pointer, const char *action_case,
                                  kmk_list *list) {
  kmk_gtk_rows *rows = list != NULL ? kmk_gtk_rows_made(store, pointer, action_case) : NULL;
  if (rows == NULL)
    return NULL;
  rows->list = list;
  rows->all_subscription = kmk_list_observe(list, kmk_gtk_rows_edited, rows, NULL, NULL);
  if (rows->all_subscription != NULL)
    return (GListModel *)(void *)rows;
  g_object_unref(rows);
  return NULL;
}

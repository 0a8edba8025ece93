/**
 * Rows of the state as a GListModel of GTK 4, for lists of any length.
 *
 *     GListModel *rows = kmk_gtk_rows_new(store, "/contacts", "contacts", NULL);
 *
 * An item and its scoped store exist only while a list uses the item. The functions of kumiki_gtk_list.h make
 * the widgets.
 */
#ifndef KUMIKI_GTK_ROWS_H
#define KUMIKI_GTK_ROWS_H

#include "kumiki_gtk_row.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * Creates a list model of all rows, or of the rows whose ids are listed at another place of the state.
 *
 * @param pointer      the rows of a kmk_for_each.
 * @param action_case  the case of their actions.
 * @param only         a place with an array of the ids of the rows to show, in order: for example the results of
 *                     a search. While the place has no array, all rows are shown. NULL: always all rows.
 * @return the model, or NULL.
 *
 * Owns: store borrowed until the model is gone, strings copied, model new (g_object_unref). NULL: returns NULL
 * for a NULL store, pointer or case. Fails: as kmk_store_observe_id_changes. Threads: owner, callback. Since:
 * 0.2.
 */
GListModel *kmk_gtk_rows_new(kmk_store *store, const char *pointer, const char *action_case,
                             const char *only);

/**
 * Creates a list model of a kmk_list, whose rows are filtered, sorted and limited. Each edit of the list is an
 * edit of the model, so the selection and the scroll position are kept. A row that moves keeps its widgets, the
 * focus and the selection, even when the sort order or the filter of all rows changes.
 *
 * @param pointer      the rows of a kmk_for_each, from which the list was made.
 * @param action_case  the case of their actions.
 * @return the model, or NULL.
 *
 * Owns: store and list borrowed until the model is gone, strings copied, model new (g_object_unref). NULL:
 * returns NULL if any argument is NULL. Fails: as kmk_list_observe. Threads: owner, callback. Since: 0.3.
 */
GListModel *kmk_gtk_list_rows_new(kmk_store *store, const char *pointer, const char *action_case,
                                  kmk_list *list);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/**
 * Widgets for the rows of a kmk_gtk_rows_new model, in a GtkListView of GTK 4.
 *
 *     GtkListItemFactory *factory = kmk_gtk_row_factory_new(set_up, show);
 *     list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(rows)), factory);
 *
 * Only visible rows have widgets and observers. A change of a row that is not visible costs nothing here.
 */
#ifndef KUMIKI_GTK_LIST_H
#define KUMIKI_GTK_LIST_H

#include "kumiki_gtk_rows.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Builds the widgets of a row. The list view reuses them for other rows. */
typedef GtkWidget *(*kmk_gtk_set_up_fn)(void);

/** Makes the widgets show a row: when they are assigned to the row, and whenever the row changes. */
typedef void (*kmk_gtk_show_fn)(GtkWidget *row, const json_t *value);

/** Builds the widgets of a row. user_data is the factory's, for example a store to send actions to. */
typedef GtkWidget *(*kmk_gtk_set_up_with_fn)(void *user_data);

/** Makes the widgets show a row. user_data is the factory's. */
typedef void (*kmk_gtk_show_with_fn)(GtkWidget *row, const json_t *value, void *user_data);

/**
 * Creates a factory for a list view of a kmk_gtk_rows_new model. The factory's functions receive user_data.
 *
 * Owns: user_data; free_fn runs when the factory and the widgets of its rows are gone. Factory new
 * (g_object_unref; gtk_list_view_new consumes it). NULL: free_fn may be NULL. Threads: owner, callback. Since:
 * 0.3.
 */
GtkListItemFactory *kmk_gtk_row_factory_new_with(kmk_gtk_set_up_with_fn set_up,
                                                 kmk_gtk_show_with_fn show, void *user_data,
                                                 kmk_free_fn free_fn);

/**
 * Creates a factory for a list view of a kmk_gtk_rows_new model.
 *
 * Owns: factory new (g_object_unref; gtk_list_view_new consumes it). Threads: owner, callback. Since: 0.2.
 */
GtkListItemFactory *kmk_gtk_row_factory_new(kmk_gtk_set_up_fn set_up, kmk_gtk_show_fn show);

/**
 * Returns the item that the row around a widget currently shows. Use this to handle a click on the widget.
 *
 * @return the item; NULL if the row shows none.
 *
 * Owns: result borrowed. NULL: returns NULL. Threads: owner, callback. Since: 0.2.
 */
gpointer kmk_gtk_row_around(GtkWidget *inside);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

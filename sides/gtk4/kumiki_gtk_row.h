/** One row of a list of GTK 4: an item of a kmk_gtk_rows_new model. */
#ifndef KUMIKI_GTK_ROW_H
#define KUMIKI_GTK_ROW_H

#include "kumiki_gtk.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * Returns the id of an item's row.
 *
 * Owns: result borrowed from the item. Threads: owner, callback. Since: 0.2.
 */
const json_t *kmk_gtk_row_id(gpointer item);

/**
 * Returns the scoped store of an item's row; see kmk_store_scope_element.
 *
 * @return NULL if the row or the model no longer exists.
 *
 * Owns: result borrowed from the item. Threads: owner, callback. Since: 0.2.
 */
kmk_store *kmk_gtk_row_store(gpointer item);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

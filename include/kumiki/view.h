/**
 * Views: a store for a part of the state.
 *
 * A view is a store handle that holds no state of its own. It reads a part of its store's state,
 * and what is sent through it is an action of its store. A widget that is given one need not know
 * where in the application it stands. Every function that takes a store takes a view; its pointers
 * begin at the view's part.
 *
 * A view is an address, not a value. When what is there goes (it becomes null, its row is removed,
 * another case is up), the view is invalid: it answers reads with the value that stood there last, be
 * it one that the same action had just written, its observers of values, cases, ids and patches hear
 * nothing, its lists (list.h) stay as that value has them, and when the place is filled again it is
 * valid again. What is sent through it all the
 * same travels to the reducer, which reports it; only what kmk_binding_fields would write is dropped.
 */
#ifndef KUMIKI_VIEW_H
#define KUMIKI_VIEW_H

#include "base.h"
#include "error.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes a view of what is at a pointer, whose actions stand under a case path.
 *
 * "/counter" with "counter" is the child of kmk_scope; "/sheet" with "sheet.presented" what is
 * presented in a slot; "/sheet/edit" with "sheet.presented.edit" one case of it. The pointer and
 * the path count from the store that is given, which may be a view. Asked for the same place and
 * path twice, this answers with the same handle, to be freed twice. The whole state of a store ("")
 * is there even when it is null.
 *
 * kmk_store_free of a view frees the view alone; subscriptions made through it go on. Freeing the
 * store that it is a view of ends it: KMK_ERR_CLOSED.
 *
 * Owns: texts copied, view new (kmk_store_free). Fails: INVALID_ARGUMENT (NULL, malformed pointer
 * or path, a place that the shape excludes), NOT_FOUND (nothing or null is there, or an enum in another case, which the message
 * names), BUSY (in a reducer), DECODE (a Swift feature's state holds what JSON cannot write),
 * WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.1.
 */
kmk_store *kmk_store_scope(kmk_store *store, const char *pointer, const char *action_case,
                           kmk_error *error);

/**
 * Makes a view of one row of kmk_for_each, or of one element of a path, wherever it moves.
 *
 * What is sent through it is wrapped as {"element": {"id": ID, "action": ACTION}} under the path.
 * In a path of screens the view's state is the element, not the entry around it. A view of a row
 * that has gone is invalid; should a row with that id come back, it is valid again.
 *
 * @param pointer      the array.
 * @param action_case  the case of the collection: "rows".
 * @param id           as kmk_store_observe_ids tells it.
 *
 * Owns: texts copied, id borrowed, view new (kmk_store_free). Fails: INVALID_ARGUMENT (NULL,
 * malformed pointer or path, a place that the shape excludes), NOT_FOUND (no row with that id, nothing attached there), TOO_DEEP,
 * BUSY (in a reducer), DECODE, WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since:
 * 0.1.
 */
kmk_store *kmk_store_scope_element(kmk_store *store, const char *pointer, const char *action_case,
                                   const json_t *id, kmk_error *error);

/**
 * Tells whether a view's state is there. Of a store that is no view: whether it has not ended.
 *
 * In a reducer of the same store it cannot be told: false, and the issue "read-while-reducing".
 *
 * NULL: false. Threads: owner, callback. Since: 0.1.
 */
bool kmk_store_is_valid(kmk_store *store);

#ifdef __cplusplus
}
#endif
#endif

/**
 * Lists: rows that are filtered, sorted, grouped and summed, kept up to date by what was written.
 *
 * A list is derived from an array of rows in a store's state. A burst that changes one row of n costs it
 * O(log n), wherever the row goes by it; a row that comes or goes also moves those behind it in the array, four
 * bytes each. A parameter that changes, or an array that is written as a whole, costs one pass over the rows. What a
 * burst does not touch costs nothing.
 *
 * A list shows the state after the last burst that has settled, also to an observer that was subscribed
 * before the list was made. It belongs to its store's loop and ends with the store: then it is empty.
 * The list of a view whose part is gone shows the rows of the part's last value, so that a closing window can
 * draw itself. Its observers are not notified of the end, except that rows which the same action had written
 * before are reported as a reset. A part that comes back is reported as a reset too.
 *
 * Of a feature written in Swift, an IdentifiedArray tells which rows to look at. A path or another array is read
 * and compared as a whole after each burst, and is told as a reset.
 */
#ifndef KUMIKI_LIST_H
#define KUMIKI_LIST_H

#include "base.h"
#include "error.h"
#include "observe.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A list that is derived from rows. Freed by kmk_list_free. */
typedef struct kmk_list kmk_list;

/** How a list is made of its rows. Begin with KMK_LIST_OPTIONS_INIT. Any size from that of version 0.3 on is
 * accepted. */
typedef struct kmk_list_options {
  size_t size; /* sizeof(kmk_list_options) */

  /* What the rows are sorted by: pointers into a row, the most important first, ending with NULL; with "-"
   * before it, "-/progress", the largest come first. Rows that are equal in all of them keep the order of the
   * array. Values compare as: nothing, null, false, true, numbers by value, texts by their bytes, arrays,
   * objects. NULL: the order of the array. */
  const char *const *sort;

  /* A place of the store that says how to sort instead: a text as in sort, an array of such texts, or null for
   * sort. What is none of these counts as null. */
  const char *sort_place;

  /* Rows with equal values here stand together, and the groups in the order of these values; arrays and objects
   * are ordered by their text then, with the keys in order. Rows that have null there, and those that have
   * nothing, are one group. NULL: no groups. */
  const char *group;

  /* Numbers of a row that the list sums: pointers into a row, ending with NULL. */
  const char *const *numbers;

  /* Which rows the list has; NULL: all. It must depend on the row and the parameters alone. */
  bool (*filter)(const json_t *row, const json_t *const *parameters, void *user_data);

  /* The places of the store whose values filter is given, in this order, NULL where nothing is; ending with
   * NULL. */
  const char *const *parameters;

  /* Compares two values that rows are sorted by (NULL where nothing is), less than 0 if the first comes first;
   * NULL: as above. A value that is an array or object is held by the list, so that a write to it copies it. */
  int (*compare)(const json_t *left, const json_t *right, void *user_data);

  /* The part that is shown: so many rows from this one on. limit 0: all that follow. */
  size_t first;
  size_t limit;
} kmk_list_options;
#define KMK_LIST_OPTIONS_INIT                                                                      \
  { sizeof(kmk_list_options), NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0 }

/**
 * Makes a list of the rows at a pointer.
 *
 * Where nothing is, or no array, there are no rows. Ids are those of the rows' kmk_for_each, else the member
 * "id". Where another reducer calls rows that are there otherwise (kmk_store_replace_reducer), they have its ids, and
 * the list is told as a reset. The callbacks may not call the store.
 *
 * @param options  NULL: KMK_LIST_OPTIONS_INIT.
 *
 * Owns: pointer and options copied, list new; free_fn runs when the list is freed or the store ends. Fails:
 * INVALID_ARGUMENT (NULL store or pointer, a pointer here or in the options that is malformed or that the shape
 * excludes, a place where the shape allows no rows, a wrong size), NOT_FOUND (a view whose row is gone), BUSY (in a reducer, or while a derived value is computed), WRONG_THREAD, NO_MEMORY,
 * CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_list *kmk_list_new(kmk_store *store, const char *pointer, const kmk_list_options *options,
                       void *user_data, kmk_free_fn free_fn, kmk_error *error);

/**
 * Frees a list; its observers end.
 *
 * Owns: consumes list. NULL: nothing happens. Threads: any, callback. Since: 0.3.
 */
void kmk_list_free(kmk_list *list);

/**
 * Counts the rows that are shown.
 *
 * @return 0 in a reducer, from another thread and when the store has ended too.
 *
 * NULL: 0. Threads: owner, callback. Since: 0.3.
 */
size_t kmk_list_count(const kmk_list *list);

/**
 * The row at an index of the list.
 *
 * Owns: the result is a new reference. While it is kept, a write to that row copies it. Fails: INVALID_ARGUMENT
 * (NULL), NOT_FOUND (no such index), BUSY (in a reducer), WRONG_THREAD, CLOSED. Threads: owner, callback.
 * Since: 0.3.
 */
json_t *kmk_list_get(const kmk_list *list, size_t index, kmk_error *error);

/**
 * The id of the row at an index of the list.
 *
 * Owns: the result is a new reference. Fails: as kmk_list_get. Threads: owner, callback. Since: 0.3.
 */
json_t *kmk_list_id(const kmk_list *list, size_t index, kmk_error *error);

/**
 * Where the row with an id is shown: a selection stays on its row, wherever it is sorted to.
 *
 * An id is that of one row. Of several that have it, the first of the array is meant, also where the filter has
 * left that one out.
 *
 * @return the index; SIZE_MAX if it is not shown.
 *
 * NULL: SIZE_MAX for either. Threads: owner, callback. Since: 0.3.
 */
size_t kmk_list_index(const kmk_list *list, const json_t *id);

/**
 * Shows another part of the list. Observers are told at once of what comes and goes by that; those of derived
 * values that read the list, after the next burst.
 *
 * @param limit  0: all rows from first on.
 *
 * Fails: INVALID_ARGUMENT (NULL), BUSY (in a reducer, while a derived value is computed, or while observers of
 * the list are told of a burst), WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_list_show(kmk_list *list, size_t first, size_t limit, kmk_error *error);

/**
 * What the rows of the list amount to, those too that are not shown: an object
 *
 *     {"count": N, "numbers": {"/bytes": {"count": N, "sum": S, "min": A, "max": B}, ...}}
 *
 * Sums of integers are exact; one beyond 64 bits is a real, and "sum" is null where reals amount to more than a
 * real holds. A row whose value there is no number does not
 * count; "min" and "max" are missing where no row does. Costs O(log n), beside O(1) for each number and row
 * that was written since it was last asked.
 *
 * Owns: the result is a new reference. Fails: as kmk_list_get. Threads: owner, callback. Since: 0.3.
 */
json_t *kmk_list_totals(const kmk_list *list, kmk_error *error);

/**
 * The groups in their order: an array of what kmk_list_totals gives for each, with "group", its value (null where
 * a row has none, or null), and "first", the index of its first row in the whole list. Without a group in the options:
 * one group of all rows, or none.
 *
 * Owns: the result is a new reference. Fails: as kmk_list_get. Threads: owner, callback. Since: 0.3.
 */
json_t *kmk_list_groups(const kmk_list *list, kmk_error *error);

/* ----------------------------------------------------------------- observing */

/** What an edit does to a list. */
typedef enum kmk_list_change {
  KMK_LIST_RESET = 0,  /* the list is another one; index is its number of rows */
  KMK_LIST_INSERT = 1, /* a row has come at index */
  KMK_LIST_REMOVE = 2, /* the row at index has gone */
  KMK_LIST_MOVE = 3,   /* the row at from is taken out, and put back at index; it may have changed */
  KMK_LIST_CHANGE = 4  /* something of the row at index was written; it has stayed there */
} kmk_list_change;

/** One change of a list. The struct will not grow. */
typedef struct kmk_list_edit {
  kmk_list_change change;
  size_t index;
  size_t from;      /* of a move */
  const json_t *id; /* of the row, borrowed for the call; NULL at a reset, and for a row without an id */
} kmk_list_edit;

/**
 * Receives what a burst has done to a list, in the order in which it is to be carried out: each index is that at
 * the time of its edit. A row that was written several times may be in several edits.
 */
typedef void (*kmk_list_fn)(const kmk_list_edit *edits, size_t count, void *user_data);

/**
 * Observes a list. fn is called at once, before this returns, with a reset; then after each burst that changed
 * what is shown.
 *
 * Observers of a list are told one after the other when it is the list's turn among the observers of the store:
 * that of the moment when the list was made.
 *
 * Owns: subscription new; free_fn runs when the subscription or the list is freed, or the store ends. Fails:
 * INVALID_ARGUMENT (NULL list or fn), BUSY (in a reducer, or while a derived value is computed), WRONG_THREAD,
 * NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_subscription *kmk_list_observe(kmk_list *list, kmk_list_fn fn, void *user_data,
                                   kmk_free_fn free_fn, kmk_error *error);

#ifdef __cplusplus
}
#endif

#endif

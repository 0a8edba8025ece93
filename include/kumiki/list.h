/**
 * Lists: rows that are filtered, sorted, grouped and summed, and kept up to date with the state.
 *
 * A list is derived from an array of rows in a store's state. A burst (a send and everything that it triggers) that
 * changes one row of n costs O(log n), however far the row moves in the list. Inserting or removing a row also moves four
 * bytes for each row after it in the array. If the value at a place in parameters, sort_place or where (kmk_list_options)
 * changes, or the array is written as a whole, the cost is one pass over the rows. A burst that writes only to other
 * places costs nothing.
 *
 * A list shows the state after the latest burst. This holds in every observer, even in an observer that subscribed before
 * the list was created. The list must be read on the thread of its store's loop. When the store ends, the list becomes
 * empty.
 *
 * A list can be created from a scoped store. If the scoped store's part of the state is removed, the list keeps the rows
 * that it last had, so that a closing window can still draw itself. The list's observers are not called for the removal,
 * unless the same action wrote to the rows before it removed that part; in that case they receive a reset. They also
 * receive a reset when the part appears again.
 *
 * In a Swift feature, an IdentifiedArray reports which rows changed. Any other array, such as a navigation path, is
 * compared as a whole after each burst, and any change is reported as a reset, as it is for a
 * list of a Swift feature with `nested` or `joins`.
 */
#ifndef KUMIKI_LIST_H
#define KUMIKI_LIST_H

#include "base.h"
#include "condition.h"
#include "error.h"
#include "observe.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A list derived from rows. Freed by kmk_list_free. */
typedef struct kmk_list kmk_list;

/**
 * How a list is made from its rows. Initialize with KMK_LIST_OPTIONS_INIT. The library accepts the struct as declared in
 * any version since 0.3.
 */
typedef struct kmk_list_options {
  size_t size; /* sizeof(kmk_list_options) */

  /* The sort keys: pointers into a row, most important first, ending with NULL. A "-" in front of a pointer
   * ("-/progress") sorts the largest first. Rows that are equal in all keys keep the order of the array. Values sort in
   * this order: missing, null, false, true, numbers by value, strings by their bytes, arrays, objects. NULL means the
   * order of the array. */
  const char *const *sort;

  /* A place in the store's state whose value replaces sort: a string as in sort, an array of such strings, or null to use
   * sort. Any other value counts as null. */
  const char *sort_place;

  /* A pointer into a row. Rows with equal values there form a group, and groups are sorted by that value. Arrays and
   * objects are sorted by their JSON text, with sorted keys. Rows with null and rows without a value form one group.
   * NULL means no groups. */
  const char *group;

  /* The numbers to sum: pointers into a row, ending with NULL. */
  const char *const *numbers;

  /* Selects the rows of the list. NULL means all rows. The result must depend only on the row and the parameters. */
  bool (*filter)(const json_t *row, const json_t *const *parameters, void *user_data);

  /* The places in the store's state whose values are passed to `filter`, in this order, ending with NULL. A missing value
   * is passed as NULL. */
  const char *const *parameters;

  /* Compares two sort values. Returns less than 0 if left comes before right. A missing value is NULL. The list keeps
   * sort values that are arrays or objects, so a write to such a value copies it first. NULL means the order above. */
  int (*compare)(const json_t *left, const json_t *right, void *user_data);

  /* The part that is shown: at most `limit` rows, starting at index `first`. A limit of 0 means all rows from index
   * `first` onwards. */
  size_t first;
  size_t limit;

  /* Selects the rows of the list, as `filter` does, without a call for each row. Its "place" reads the store's state, and
   * the list follows these places. With a filter, a row must pass both. Retained. NULL means all rows. Since: 0.4. */
  const kmk_condition *where;

  /* Rows inside of rows, as one list: a pointer from an element of the array to an array in it. The list then has the
   * rows of all these arrays, one after another, and each element is the parent of its rows. A row's id is the array of
   * two ids, [the parent's, its own]; a row is without an id if one of them is missing. NULL means that the elements are
   * the rows. Since: 0.4. */
  const char *nested;

  /* A pointer into a row of `nested`, where its parent is read, without the array of rows. kmk_list_get returns such a
   * row, and sort, group, numbers, where, joins and filter may read the parent there. It hides a member of the row. NULL
   * means nowhere. Since: 0.4. */
  const char *parent;

  /* Rows that are read in place of their ids, in pairs, ending with NULL: a pointer into a row, to an id, and the place
   * of the rows in the store's state: {"/feed", "/feeds", NULL}. kmk_list_get returns such a row, and sort, group,
   * numbers, where and filter may read it: "/feed/title". An id that no row has stays. A pair may lead through the row
   * of an earlier pair. If such a row changes, the rows that name it are read again; this looks at each row's id. NULL
   * means none. Since: 0.4. */
  const char *const *joins;
} kmk_list_options;
#define KMK_LIST_OPTIONS_INIT                                                                      \
  {                                                                                                \
    sizeof(kmk_list_options), NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL,    \
        NULL                                                                                       \
  }

/**
 * Creates a list of the rows at a pointer.
 *
 * If the value is missing or is not an array, the list is empty. A row's id comes from its kmk_for_each; without a
 * kmk_for_each it is the row's member "id". After kmk_store_replace_reducer the list uses the new reducer's ids. If the
 * ids of existing rows change, observers receive a reset. The callbacks filter and compare must not call the store.
 *
 * @param options  NULL means KMK_LIST_OPTIONS_INIT.
 *
 * Owns: pointer and options copied, list new; free_fn runs when the list is freed or the store ends. Fails:
 * INVALID_ARGUMENT (NULL store or pointer, a pointer here or in the options that is malformed or that the shape excludes,
 * a place where the shape allows no rows, a wrong size, parent without nested, joins that are not pairs), NOT_FOUND (a scoped store whose row was removed), BUSY (in a
 * reducer, or while a derived value is being computed), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since:
 * 0.3.
 */
kmk_list *kmk_list_new(kmk_store *store, const char *pointer, const kmk_list_options *options,
                       void *user_data, kmk_free_fn free_fn, kmk_error *error);

/**
 * Frees a list and ends its subscriptions.
 *
 * Owns: consumes list. NULL: nothing happens. Threads: any, callback. Since: 0.3.
 */
void kmk_list_free(kmk_list *list);

/**
 * Returns the number of rows that are shown.
 *
 * @return the number; 0 in a reducer, on another thread, and after the store has ended.
 *
 * NULL: returns 0. Threads: owner, callback. Since: 0.3.
 */
size_t kmk_list_count(const kmk_list *list);

/**
 * Returns the row at an index of the list.
 *
 * Owns: result new; while the program keeps it, a write to that row copies the row. Fails: INVALID_ARGUMENT (NULL),
 * NOT_FOUND (no such index), BUSY (in a reducer), WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
json_t *kmk_list_get(const kmk_list *list, size_t index, kmk_error *error);

/**
 * Returns the id of the row at an index of the list.
 *
 * Owns: result new. Fails: INVALID_ARGUMENT (NULL), NOT_FOUND (no such index), BUSY (in a reducer), WRONG_THREAD, CLOSED.
 * Threads: owner, callback. Since: 0.3.
 */
json_t *kmk_list_id(const kmk_list *list, size_t index, kmk_error *error);

/**
 * Returns the index, among the shown rows, of the row with a given id. Use it, for example, to keep a selection on its
 * row.
 *
 * If several rows have the id, only the first of them in the array counts: if the filter excludes that row, the call
 * returns SIZE_MAX. For rows of `nested` the call looks at each row.
 *
 * @return the index; SIZE_MAX if the row is not shown.
 *
 * NULL: returns SIZE_MAX if either is NULL. Threads: owner, callback. Since: 0.3.
 */
size_t kmk_list_index(const kmk_list *list, const json_t *id);

/**
 * Shows another part of the list. Observers of the list receive the inserted and removed rows before this returns.
 * Observers of derived values that read the list are called after the next burst.
 *
 * @param limit  0 means all rows from index `first` onwards.
 *
 * Fails: INVALID_ARGUMENT (NULL), BUSY (in a reducer, while a derived value is being computed, or while the list's
 * observers are being called for a burst), WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_list_show(kmk_list *list, size_t first, size_t limit, kmk_error *error);

/**
 * Returns the number of rows in the list and the sums of their numbers, including rows that are not shown:
 *
 *     {"count": N, "numbers": {"/bytes": {"count": N, "sum": S, "min": A, "max": B}, ...}}
 *
 * Sums of integers are exact; a sum that exceeds 64 bits is returned as a real. "sum" is null if a sum of reals
 * overflows. A row whose value is not a number is not counted in "numbers". "min" and "max" are missing if no row has a
 * number. A call costs O(log n), plus O(1) for each number of each row written since the last call.
 *
 * Owns: result new. Fails: INVALID_ARGUMENT (NULL), BUSY (in a reducer), WRONG_THREAD, CLOSED. Threads: owner, callback.
 * Since: 0.3.
 */
json_t *kmk_list_totals(const kmk_list *list, kmk_error *error);

/**
 * Returns the groups in order: an array with one object for each group, as returned by kmk_list_totals.
 *
 * Each object has two more members: "group" is the group's value (null for rows with null and rows without a value), and
 * "first" is the index of the group's first row in the whole list. If the options name no group, all rows form one group;
 * an empty list has no groups.
 *
 * Owns: result new. Fails: INVALID_ARGUMENT (NULL), BUSY (in a reducer), WRONG_THREAD, CLOSED. Threads: owner, callback.
 * Since: 0.3.
 */
json_t *kmk_list_groups(const kmk_list *list, kmk_error *error);

/* ----------------------------------------------------------------- observing */

/** The kind of an edit. */
typedef enum kmk_list_change {
  KMK_LIST_RESET = 0,  /* the whole list has changed; index is its number of rows */
  KMK_LIST_INSERT = 1, /* a row was inserted at index */
  KMK_LIST_REMOVE = 2, /* the row at index was removed */
  KMK_LIST_MOVE = 3,   /* the row was removed at index `from`, then inserted at `index`; it may have changed */
  KMK_LIST_CHANGE = 4  /* the row at index was written, and its index did not change */
} kmk_list_change;

/** One change to a list. The struct will not grow. */
typedef struct kmk_list_edit {
  kmk_list_change change;
  size_t index;
  size_t from;      /* for a move */
  const json_t *id; /* the row's id, borrowed for the call; NULL for a reset, and for a row without an id */
} kmk_list_edit;

/**
 * Receives the edits of a burst, to be applied in order. Each index refers to the list after the preceding edits. A row
 * that was written several times may appear in several edits.
 */
typedef void (*kmk_list_fn)(const kmk_list_edit *edits, size_t count, void *user_data);

/**
 * Observes a list. The library calls fn once before this returns, with a reset, and again after each burst that changed
 * the shown rows.
 *
 * All observers of a list are called consecutively. Their position among the observers of the store depends on when the
 * list was created, not on when they subscribed.
 *
 * Owns: subscription new; free_fn runs when the subscription or the list is freed, or the store ends. Fails:
 * INVALID_ARGUMENT (NULL list or fn), BUSY (in a reducer, or while a derived value is being computed), LIMIT (see
 * limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_subscription *kmk_list_observe(kmk_list *list, kmk_list_fn fn, void *user_data,
                                   kmk_free_fn free_fn, kmk_error *error);

#ifdef __cplusplus
}
#endif

#endif

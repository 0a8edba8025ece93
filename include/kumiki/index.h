/**
 * Indexes: let a reducer count and sum the rows of a group without reading each row.
 *
 *     reducer = kmk_indexed(kmk_reducer_new(reduce, NULL, NULL), "/downloads", "/status", NULL);
 *
 * Then, in reduce, without reading each download:
 *
 *     if (kmk_state_count(state, "/downloads", "/status", running) < 3) ...
 *
 * The result is always current. It includes all writes so far: by this reducer, by other actions in the burst, by a
 * parent, by an undo and by a restored snapshot. In a user interface, use a kmk_list instead, because a list can be
 * observed.
 */
#ifndef KUMIKI_INDEX_H
#define KUMIKI_INDEX_H

#include "base.h"
#include "reducer.h"
#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Indexes the rows of an array for a reducer, by a value in each row.
 *
 * The reducer `base` and the reducers inside it query the index with kmk_state_count and kmk_state_totals. Each row
 * written adds O(log n) to the cost of the next query; a write of the whole array adds one pass over its rows. A store
 * without an index has no extra cost. In a store with an index, each write also searches the containers around its place
 * for an index.
 *
 * @param rows     a pointer to the array, relative to the state of base. If the value is missing or is not an array, the
 *                 index is empty.
 * @param group    a pointer into a row. Rows with equal values there are counted together, as in kmk_list_options. NULL
 *                 means that all rows form one group.
 * @param numbers  pointers into a row, to the numbers to sum, ending with NULL. NULL means no numbers.
 *
 * Owns: base consumed, strings copied, reducer new. NULL: group and numbers may be NULL. A NULL base, NULL rows, a
 * malformed pointer, or two indexes of the same rows by the same group around one reducer make an invalid reducer.
 * Threads: any, callback. Since: 0.3.
 */
kmk_reducer *kmk_indexed(kmk_reducer *base, const char *rows, const char *group,
                         const char *const *numbers);

/**
 * Returns the number of rows in a group.
 *
 * A kmk_indexed around the calling reducer must index these rows by this group. If not, the issue "missing-index" is
 * raised.
 *
 * @param rows   a pointer relative to the reducer's state, as in kmk_state_get.
 * @param group  the pointer into a row that was given to kmk_indexed. NULL means any index of the rows.
 * @param value  borrowed. Rows with this value are counted. A JSON null also counts rows without a value. NULL means
 *               that all rows are counted.
 *
 * @return the number; 0 if the rows are not indexed.
 *
 * NULL: returns 0 for a NULL state or rows, or if value is given but group is NULL. Threads: callback. Since: 0.3.
 */
size_t kmk_state_count(const kmk_state *state, const char *rows, const char *group,
                       const json_t *value);

/**
 * Returns the number of rows in a group and the sums of their numbers:
 *
 *     {"count": N, "numbers": {"/bytes": {"count": N, "sum": S, "min": A, "max": B}, ...}}
 *
 * The members are as in kmk_list_totals, with the numbers that were given to kmk_indexed. A kmk_indexed around the
 * calling reducer must index these rows by this group. If not, the issue "missing-index" is raised.
 *
 * @param rows   a pointer relative to the reducer's state, as in kmk_state_get.
 * @param group  the pointer into a row that was given to kmk_indexed. NULL means any index of the rows.
 * @param value  borrowed. Rows with this value are counted. A JSON null also counts rows without a value. NULL means
 *               that all rows are counted.
 *
 * @return the object; NULL if the rows are not indexed.
 *
 * Owns: result new. NULL: returns NULL for a NULL state or rows, or if value is given but group is NULL. Threads:
 * callback. Since: 0.3.
 */
json_t *kmk_state_totals(const kmk_state *state, const char *rows, const char *group,
                         const json_t *value);

#ifdef __cplusplus
}
#endif
#endif

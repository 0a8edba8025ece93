/**
 * Counts and sums of rows, for reducers: how many rows of a kind there are, without a look at each.
 *
 *     reducer = kmk_indexed(kmk_reducer_new(reduce, NULL, NULL), "/downloads", "/status", NULL);
 *
 * and then in reduce, however many downloads there are:
 *
 *     if (kmk_state_count(state, "/downloads", "/status", running) < 3) ...
 *
 * The answer is right at each step: after what this reducer has just written, after what another action of the
 * burst, a parent, an undo or a restored snapshot wrote. Views ask a kmk_list instead, which observers hear of.
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
 * Counts the rows of an array for a reducer, by a value in them.
 *
 * kmk_state_count and kmk_state_totals answer to base and to the reducers inside it. A row that is written
 * costs O(log n), paid by the next question; an array that is written as a whole, one pass over the rows. A
 * store whose feature has no index pays nothing; where there is one, each write in the store looks for it on
 * the way up from its place.
 *
 * @param rows     a pointer from the state of base to the array. It may be missing, or hold something else:
 *                 then there are no rows.
 * @param group    a pointer in a row: rows with equal values there are counted together, as in
 *                 kmk_list_options. NULL: all rows are one group.
 * @param numbers  pointers in a row to numbers that are summed, ending with NULL; NULL: none.
 *
 * Owns: base consumed, texts copied, reducer new. NULL: group and numbers may be; a NULL base or rows makes an
 * invalid reducer, as do a malformed pointer and two indexes of the same rows by the same group around one
 * reducer. Threads: any, callback. Since: 0.3.
 */
kmk_reducer *kmk_indexed(kmk_reducer *base, const char *rows, const char *group,
                         const char *const *numbers);

/**
 * Counts the rows of a group.
 *
 * Rows that are not indexed by the group, by a kmk_indexed around the reducer that asks, raise
 * "missing-index".
 *
 * @param rows   a pointer from the state in hand, as in kmk_state_get.
 * @param group  the pointer in a row that was given to kmk_indexed. NULL: any index of the rows will do.
 * @param value  borrowed. Rows with this value are counted; null stands for rows that have none, too. NULL: all
 *               rows.
 *
 * @return 0 where the rows are not indexed.
 *
 * NULL: 0 for state or rows, or a value without a group. Threads: callback. Since: 0.3.
 */
size_t kmk_state_count(const kmk_state *state, const char *rows, const char *group,
                       const json_t *value);

/**
 * What the rows of a group amount to: an object
 *
 *     {"count": N, "numbers": {"/bytes": {"count": N, "sum": S, "min": A, "max": B}, ...}}
 *
 * as kmk_list_totals gives it, with the numbers that kmk_indexed was given. The parameters are those of
 * kmk_state_count.
 *
 * @return NULL where the rows are not indexed, with the same issue.
 *
 * Owns: the result is a new reference. NULL: NULL as kmk_state_count. Threads: callback. Since: 0.3.
 */
json_t *kmk_state_totals(const kmk_state *state, const char *rows, const char *group,
                         const json_t *value);

#ifdef __cplusplus
}
#endif
#endif

/* The Rows of the for-each tests: {"rows": [{"id": I, "count": n}, ...]}.
 *
 * A row is a counter that can also rename itself: {"rename": id}. Actions of the parent: {"remove": id},
 * {"append": row}, {"replace": row}, which replaces the row with the same id, {"replaceFirst": row},
 * {"renameFirst": id}, {"assign": rows}, "reverse", and "takeOutAndBack", which removes and reinserts the first row in
 * one step.
 */
#ifndef KUMIKI_TESTS_ROWS_SUPPORT_H
#define KUMIKI_TESTS_ROWS_SUPPORT_H

#include "support.h"

#define IN_ROW(id, action) "{'rows': {'element': {'id': " id ", 'action': " action "}}}"
#define TWO "{'rows': [{'id': 'a', 'count': 0}, {'id': 'b', 'count': 0}]}"

kmk_reducer *rows(void);
kmk_reducer *row(void);

/* Inside a reducer: the index of the row with this id, or SIZE_MAX. */
size_t row_index(const kmk_state *state, const json_t *id);

#endif

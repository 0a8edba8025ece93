/* The Rows of the for-each tests: {"rows": [{"id": I, "count": n}, ...]}.
 *
 * A row is a counter that can also rename itself and become another value: {"rename": id},
 * {"become": row}. Actions of the parent: {"remove": id}, {"append": row}, {"replace": row} in the
 * place of the one with its id, {"replaceFirst": row}, {"renameFirst": id}, {"assign": rows},
 * {"document": state}, "reverse", "takeOutAndBack" of the first row in one step, {"cancelAll": id}
 * of effects. After an action of a row the sum of all counts goes to "/sum", where there is one.
 */
#ifndef KUMIKI_TESTS_ROWS_SUPPORT_H
#define KUMIKI_TESTS_ROWS_SUPPORT_H

#include "support.h"

#define IN_ROW(id, action) "{'rows': {'element': {'id': " id ", 'action': " action "}}}"
#define TWO "{'rows': [{'id': 'a', 'count': 0}, {'id': 'b', 'count': 0}]}"

kmk_reducer *rows(void);
kmk_reducer *row(void);

/* The same, which appends the name of the status of each write to an array. */
kmk_reducer *rows_noting(json_t *statuses);

/* Inside a reducer: where the row with an id is, SIZE_MAX where there is none. */
size_t row_index(const kmk_state *state, const json_t *id);
const char *row_pointer(const kmk_state *state, const json_t *id, char pointer[40]);

/* Starts a timer in each of TWO rows. */
void tick_both(kit *k);

/* Stops all timers, and asserts that nothing is in flight. */
void stop_all(kit *k);

void assert_quiet(kit *k);

#endif

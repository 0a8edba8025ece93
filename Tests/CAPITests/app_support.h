/* A feature with every operator, whose actions say what its reducers do. The fuzzers, the soak and the tests of faults
 * drive it: an action is a small program, so a text alone reaches most of the engine.
 *
 *     {"do": [["set", "/name", "x"], ["move", "/rows/0", "/rows/1"], ["push", "/path", {"count": 1}]]}
 *     {"effect": ["merge", ["after", 5, "inc"], ["id", "a", ["every", 100, "inc"]]]}
 *
 * Every part of the app (the root, a row, a sheet, an element of the path) takes these, "inc" and "close".
 */
#ifndef KUMIKI_TESTS_APP_SUPPORT_H
#define KUMIKI_TESTS_APP_SUPPORT_H

#include <kumiki.h>

/* A new reducer. With a shape the state is declared too. */
kmk_reducer *app_reducer(bool has_shape);

/* A new first state with so many rows. */
json_t *app_state(size_t rows);

/* A virtual loop whose issues are counted and not printed, and whose bursts end after 1,000 actions. */
kmk_loop *app_loop(void);

/* How many issues there were since the program began. */
size_t app_issues(void);

/* The shortest time that an effect of the app waits, in nanoseconds: shorter ones are lengthened, so that a clock that
 * moves by minutes does not tick for hours. */
#define APP_SHORTEST KMK_MILLISECONDS(10)

#endif

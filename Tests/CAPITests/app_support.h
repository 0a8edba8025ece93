/* A feature with every operator, whose actions describe what its reducers do. The fuzzers, the soak test and the fault
 * tests use it: an action is a small program, so text alone reaches most of the engine.
 *
 *     {"do": [["set", "/name", "x"], ["move", "/rows/0", "/rows/1"], ["push", "/path", {"count": 1}]]}
 *     {"effect": ["merge", ["after", 5, "inc"], ["id", "a", ["every", 100, "inc"]]]}
 *
 * Every part of the app (the root, a row, a sheet, an element of the path) takes these, "inc" and "close".
 */
#ifndef KUMIKI_TESTS_APP_SUPPORT_H
#define KUMIKI_TESTS_APP_SUPPORT_H

#include <kumiki.h>

/* Returns a new reducer. If a shape is given, the state is declared as well. */
kmk_reducer *app_reducer(bool has_shape);

/* Returns a new initial state with that number of rows. */
json_t *app_state(size_t rows);

/* A virtual loop that counts issues instead of printing them, and ends a burst after 1,000 actions. */
kmk_loop *app_loop(void);

/* The number of issues since the program started. */
size_t app_issues(void);

/* The shortest delay of an effect of the app, in nanoseconds. Shorter delays are lengthened, so that a clock that
 * advances by minutes does not tick millions of times. */
#define APP_SHORTEST KMK_MILLISECONDS(10)

#endif

/* A feature whose steps are traced: rows with counters, a sheet, effects that send, ids and dates. */
#ifndef KUMIKI_TESTS_TRACE_SUPPORT_H
#define KUMIKI_TESTS_TRACE_SUPPORT_H

#include "shared_support.h"

/* Rows at /rows and a sheet at /sheet, whose counters count in steps of `by`. */
kmk_reducer *traced_feature(int by);
extern const char traced_state[];

/* Opens k->store with the feature. */
void open_traced(kit *k);

/* Plays one step of every kind; advances the loop's clock. */
void play_history(kit *k);

/* Replays a log with a reducer to its end. Asserts that each step comes out as recorded, and ends in this state. */
void assert_replays(const char *path, kmk_reducer *reducer, const char *state);

#endif

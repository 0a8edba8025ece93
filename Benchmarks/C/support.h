/* Shared by the rows in C: a loop, stores on it, and calls that must succeed. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "bench.h"

#include <kumiki.h>

/* The rows of one theme, and their number. */
struct theme {
  const struct bench_row *rows;
  size_t count;
};
#define THEME(rows)                                                                                \
  { (rows), sizeof(rows) / sizeof *(rows) }

extern kmk_loop *loop;

/* The innermost feature of nearly every row: the state {"count": n} and the action "increment". */
kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data);
kmk_reducer *counter_reducer(void);

/* A store that lasts as long as the program. The reducer is consumed, and so is the state. */
kmk_store *store_of(kmk_reducer *reducer, json_t *state);
/* The same for a store that was made elsewhere. NULL ends the program with the error. */
kmk_store *kept_store(kmk_store *store, const kmk_error *error);
/* The store that was made last. */
kmk_store *newest_store(void);

/* A value that lasts as long as the program, written as JSON with json_pack's directives. */
json_t *value_of(const char *format, ...);

/* Observes with a function that only counts, until the program ends. */
void observe(kmk_store *store, const char *pointer);

/* Ends the program if a call failed. */
void check(kmk_status status);
void check_made(const void *made, const kmk_error *error);

/* Frees these stores, values and observers. */
void free_all(void);

/* Runs the rows of all themes. */
int themes_main(int argc, char **argv, const struct theme *themes, size_t count);

#endif

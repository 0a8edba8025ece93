/* What the rows in C share: a loop, stores on it, and calls that must go well. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "bench.h"

#include <kumiki.h>

/* The rows of one theme, and how many there are. */
struct theme {
  const struct bench_row *rows;
  size_t count;
};
#define THEME(rows)                                                                                \
  { (rows), sizeof(rows) / sizeof *(rows) }

extern kmk_loop *loop;

/* A feature that nearly every row runs in the end: {"count": n}, and "increment". */
kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data);
kmk_reducer *counter_reducer(void);

/* A store that lasts as long as the program. The reducer is consumed, and so is the state. */
kmk_store *store_of(kmk_reducer *reducer, json_t *state);
/* The same for one that was made elsewhere; NULL ends the program with the error. */
kmk_store *kept_store(kmk_store *store, const kmk_error *error);

/* A value that lasts as long as the program; to be written in JSON, with json_pack's directives. */
json_t *value_of(const char *format, ...);

/* Observes with a function that only counts, as long as the program lasts. */
void observe(kmk_store *store, const char *pointer);

/* Ends the program unless a call went well. */
void check(kmk_status status);
void check_made(const void *made, const kmk_error *error);

/* Frees what lasted. */
void free_all(void);

/* Runs the rows of all themes. */
int themes_main(int argc, char **argv, const struct theme *themes, size_t count);

#endif

/* The options of a run. */
#ifndef CHECK_OPTIONS_H
#define CHECK_OPTIONS_H

#include "kumiki_check.h"

/* A condition with its name, as text for the report. */
typedef struct named_condition {
  const char *name;
  const json_t *text;
  kmk_condition *condition;
} named_condition;

enum { CONDITIONS = 64 };
typedef struct conditions {
  size_t count;
  named_condition all[CONDITIONS];
} conditions;

/* The pools and the places of the options that a run has met, by their order; shared by its processes. A name that is
 * never met is probably misspelt. */
enum { WATCHED = 64 };
typedef struct option_uses {
  _Atomic bool pools[WATCHED], ignore[WATCHED], sets[WATCHED];
} option_uses;

typedef struct check_options {
  json_t *given; /* owns all strings and values below */
  const json_t *state, *actions, *pools, *texts, *numbers, *allow, *ignore, *sets;
  const char *logs; /* a folder; NULL: no logs */
  const char *file; /* of a run that can be continued; NULL: none */
  bool only_actions;
  conditions always, waits, quiet, home;
  kmk_condition *within, *ends;
  size_t jobs, most_states, most_depth, most_rows, most_events, most_in_flight;
  double seconds, hang_seconds;
  uint64_t walk, seed;
  option_uses *uses; /* NULL until there is a run */
} check_options;

/* Reads the options. Returns false with an error; options_free is needed in both cases. */
bool options_read(check_options *options, const json_t *given, kmk_error *error);
void options_free(check_options *options);

/* Returns the pool of a case path or of a reply's name, borrowed; NULL without one. */
const json_t *pool_of(const check_options *options, const char *name);

/* Adds a note for each pool and each place that the run has not met. */
void note_unused(const check_options *options, json_t *notes);

/* Whether a list of strings contains a string; false for NULL. */
bool has_text(const json_t *list, const char *text);

#endif

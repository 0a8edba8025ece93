/* The feature at work: a store of its own, on a loop with a virtual clock. */
#ifndef CHECK_SUBJECT_H
#define CHECK_SUBJECT_H

#include "hash.h"
#include "options.h"

/* Told about each step of a store: a record of kmk_store_trace. */
typedef void (*step_fn)(const json_t *step, void *data);

typedef struct subject {
  const kmk_check_feature *feature;
  const check_options *options;
  kmk_reducer *reducer;
  json_t *first; /* the first state */
  step_fn step;  /* may be NULL */
  void *step_data;

  kmk_loop *loop;
  kmk_store *store;
  kmk_subscription *trace; /* NULL without `step` */
  uint64_t clock;
  json_t *issues;    /* since the last event: {"code", "message", "path"} */
  kmk_snapshot *now; /* after the last event, until it is taken; NULL before subject_situation */
  json_t *requests;  /* kmk_store_requests after the last event; NULL without effects */
} subject;

/* A place in the exploration that a store can be made from. */
typedef struct moment {
  kmk_snapshot *snapshot;
  uint64_t clock;
} moment;

/* The parts of a situation that a run compares. */
typedef struct situation {
  hash128 hash;
  size_t effects;
  uint64_t until_timer;
  bool is_exact; /* a snapshot contains everything */
} situation;

/* Reads the reducer and the first state. */
bool subject_init(subject *s, const kmk_check_feature *feature, const check_options *options,
                  kmk_error *error);
void subject_free(subject *s);

/* Makes a new store from a moment, or from the first state if it is NULL. */
bool subject_open(subject *s, const moment *from, kmk_error *error);

/* Puts the open store back to a moment at the same time. False if it cannot, or if there were issues. */
bool subject_return(subject *s, const moment *to);
/* The number of effects in flight. */
size_t subject_effects(const subject *s);

/* Applies an event. False if the store refused it; `error` says why. */
bool subject_apply(subject *s, const json_t *event, kmk_error *error);

situation subject_situation(subject *s);
/* The snapshot and the state that the last situation was read from; both new. */
kmk_snapshot *subject_take_snapshot(subject *s);
json_t *subject_state(subject *s);
/* Begins or ends the trace of steps. */
void subject_tell_steps(subject *s, step_fn step, void *data);

#endif

/* One job of a run: it expands situations, one after another. */
#ifndef CHECK_EXPLORE_H
#define CHECK_EXPLORE_H

#include "screens.h"

/* A snapshot of a situation that this job has found and not expanded yet. */
typedef struct kept {
  uint32_t state;
  moment moment;
} kept;

typedef struct explorer {
  const kmk_check_feature *feature;
  const check_options *options;
  check_memory *shared;
  job_slot *slot;
  uint16_t job;
  subject subject;
  events events;
  screens screens;

  kept *kept; /* of the level at hand, then of the next: both ascending */
  size_t kept_count, kept_room, kept_next;

  void (*tick)(void *); /* called after each situation, if this is the only process */
  void *tick_data;
  bool is_walking;
  uint32_t round_trips; /* situations whose saved snapshots were tried */
  uint32_t state;       /* the situation at hand */
  uint32_t event;       /* the event at hand, or NO_EVENT */
  situation here;
  char screen[SCREEN]; /* of the situation at hand */
} explorer;

bool explorer_init(explorer *e, const kmk_check_feature *feature, const check_options *options,
                   check_memory *shared, uint16_t job, kmk_error *error);
void explorer_free(explorer *e);

/* Finds the first situation, which is number 0. */
bool explorer_begin(explorer *e, kmk_error *error);

/* Expands the situations of a level, as far as no other job does. */
void explorer_level(explorer *e);

/* Expands a situation from an event on: an earlier job has finished the events before it. */
void explorer_expand(explorer *e, uint32_t state, uint32_t from);

/* A walk of random events from the first situation. Returns the number of events. */
uint64_t explorer_walk(explorer *e, uint64_t seed, uint64_t most);

#endif

/* The events that may happen in a situation. */
#ifndef CHECK_EVENTS_H
#define CHECK_EVENTS_H

#include "shared.h"
#include "subject.h"
#include "values.h"

/* One event and its number. An event that sends an action has the count of its case. */
typedef struct check_event {
  json_t *json;
  uint32_t number;
  case_count *sent;
} check_event;

typedef struct event_list {
  uint64_t key;
  size_t count;
  check_event *all;
  bool is_cut;
} event_list;

/* A part of the state that the lists depend on. */
typedef struct looked_at {
  char *pointer;
  int look;
} looked_at;

/* The lists that a job has made. A list depends on parts of the state only, so most situations share one. */
typedef struct events {
  const check_options *options;
  check_memory *shared;
  json_t *schema; /* kmk_reducer_describe */
  looked_at *looks;
  size_t look_count, look_room;
  bool has_new_looks;
  event_list *lists;
  size_t list_count, list_room;
  check_event *advances; /* by their nanoseconds */
  size_t advance_count, advance_room;
  json_t **known; /* events by their numbers */
  size_t known_room;
} events;

bool events_init(events *all, const check_options *options, check_memory *shared,
                 const kmk_reducer *reducer, kmk_error *error);
void events_free(events *all);

/* Whether the feature declares actions, or the options list some. */
bool events_have_actions(const events *all);

/* The sends and replies in a situation; valid until the next call. */
const event_list *events_of(events *all, const json_t *state, const json_t *requests);

/* The event that moves the clock to the next timer. */
const check_event *events_advance(events *all, uint64_t nanoseconds);

/* Returns the event with a number, borrowed. */
const json_t *events_numbered(events *all, uint32_t number);

/* Writes the case path of an action: "sheet.presented.add". */
void events_case(const events *all, const json_t *action, char *path, size_t size);

/* Tells the slots and the navigation paths of the feature. */
void events_slots(const events *all, slot_fn fn, void *data);

/* Adds all declared cases to the counts. */
void events_declare(events *all);

#endif

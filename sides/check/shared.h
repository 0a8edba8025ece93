/* The memory that the processes of a run share: situations, the events that lead to them, and findings. */
#ifndef CHECK_SHARED_H
#define CHECK_SHARED_H

#include "hash.h"
#include "options.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#define NO_EVENT UINT32_MAX
enum {
  JOBS = 64,
  FINDINGS = 256,
  PAIRS = 4096,
  PAIR = 700,
  PLACES = 1024,
  CASES = 2048,
  HOMES = 8
};

/* One situation, 32 bytes. With its two slots in the table it takes 40. */
typedef struct record {
  hash128 hash;
  uint32_t parent; /* the situation before; its own index for the first */
  uint32_t event;
  uint32_t depth;
  uint16_t job;            /* the job that found it and may have a snapshot */
  _Atomic uint8_t claimed; /* a job is expanding it, or has */
  uint8_t homes;           /* a bit for each "home" that holds; all bits if it was not expanded */
} record;

/* A kind of fault, with the shortest history that was found. */
typedef struct finding {
  char kind[32];  /* "issue", "always" ... */
  char name[160]; /* with the kind, it tells one fault from another */
  char message[600];
  uint32_t state, event;
  uint32_t depth; /* events in the history */
  uint64_t count;
} finding;

/* A case of an action. */
typedef struct case_count {
  char path[120];
  _Atomic uint64_t sent, refused, reduced, changed;
  bool is_private, is_declared;
  bool has_inner; /* other cases are inside: it is not counted itself */
} case_count;

/* A place that steps have written; * stands for any row. */
typedef struct place_count {
  char pointer[120];
  _Atomic uint64_t writes;
} place_count;

/* The event that a job is trying. */
typedef struct job_slot {
  _Atomic uint32_t state, event;
  _Atomic uint32_t ordinal; /* of the event in the situation's list; events before it are done */
  _Atomic uint64_t steps;
  _Atomic bool is_busy;
} job_slot;

typedef struct edge {
  uint32_t from, to;
} edge;

typedef struct check_memory {
  hash128 key;
  bool is_old; /* a run has begun */
  size_t most; /* situations */
  _Atomic uint32_t count;
  record *records;
  _Atomic uint32_t *slots; /* an index into records, plus 1 */
  size_t slot_mask;

  edge *edges; /* NULL unless something needs them */
  size_t most_edges;
  _Atomic size_t edge_count;

  pthread_mutex_t lock; /* for what follows */
  char *texts;          /* events as JSON text, each after its hash and length */
  size_t texts_used, most_texts;
  uint32_t event_count;
  uint32_t *event_slots;
  size_t *event_offsets;
  size_t finding_count;
  finding findings[FINDINGS];
  _Atomic size_t case_total;
  case_count cases[CASES];
  _Atomic size_t place_total;
  place_count places[PLACES];
  size_t pair_count;
  char pairs[PAIRS][PAIR]; /* a screen, a case and the next screen, with tabs between */

  option_uses uses;

  _Atomic uint32_t level_begin, level_end, next;
  _Atomic uint64_t walked;     /* events of random walks */
  _Atomic uint64_t cut;        /* situations that a bound left unexpanded */
  _Atomic uint64_t cut_events; /* situations with more events than the bound */
  _Atomic uint64_t effects;    /* situations with an effect of the program's own in flight */
  _Atomic bool is_full, stops;
  job_slot jobs[JOBS];
} check_memory;

/* Makes the memory, or opens a file with the memory of an earlier run. The key names the feature and its options.
 * NULL with an error. */
check_memory *shared_new(size_t most, bool has_edges, const char *file, hash128 key,
                         kmk_error *error);
void shared_free(check_memory *all);

/* Finds or adds a situation. Returns its index, or UINT32_MAX if the table is full. */
uint32_t shared_add(check_memory *all, hash128 hash, bool *is_new);

void shared_edge(check_memory *all, uint32_t from, uint32_t to);

/* Returns the number of an event; equal events have one number. */
uint32_t shared_event(check_memory *all, const json_t *event);
/* Returns the event with a number, new. */
json_t *shared_event_json(check_memory *all, uint32_t number);

/* Notes a fault; the shorter history wins. */
void shared_find(check_memory *all, const char *kind, const char *name, const char *message,
                 uint32_t state, uint32_t event, uint32_t depth);

/* Counts a write of a place. */
void shared_write(check_memory *all, const char *pointer);

/* Notes a pair of screens once. */
void shared_pair(check_memory *all, const char *pair);

/* Returns the count of a case, made if it is new; NULL if there are too many. */
case_count *shared_case(check_memory *all, const char *path);

#endif

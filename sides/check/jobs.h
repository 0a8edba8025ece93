/* The processes of a run. A feature may crash or hang one of them. */
#ifndef CHECK_JOBS_H
#define CHECK_JOBS_H

#include "explore.h"

#include <signal.h>

typedef struct job {
  pid_t process; /* 0: none */
  int commands, results;
  uint64_t steps; /* when it was last seen to move */
  double moved;
  bool is_done;
} job;

typedef struct check_jobs {
  const kmk_check_feature *feature;
  const check_options *options;
  check_memory *shared;
  size_t count;
  job all[JOBS];
  explorer alone; /* with no jobs: everything in this process */
  size_t deaths;
  double began, told;
  bool is_interrupted;
  struct sigaction before; /* the program's own for SIGINT */
} check_jobs;

/* Starts the jobs and finds the first situation. */
bool jobs_start(check_jobs *all, const kmk_check_feature *feature, const check_options *options,
                check_memory *shared, kmk_error *error);

/* Expands the situations of the level that `shared` names; or walks, if `is_walk`. */
void jobs_run(check_jobs *all, bool is_walk);

void jobs_end(check_jobs *all);

/* Seconds since the start. */
double jobs_seconds(const check_jobs *all);

#endif

/* The report of a run. */
#ifndef CHECK_REPORT_H
#define CHECK_REPORT_H

#include "jobs.h"

/* Returns the report, new. The histories are played again in this process, but not an event that crashes or hangs. */
json_t *report(const check_jobs *all, bool is_complete, double seconds, kmk_error *error);

#endif

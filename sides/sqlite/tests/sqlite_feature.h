/* The feature in the databases of the tests. databases.py and features.py of the Python package have the same
 * feature. */
#ifndef SQLITE_FEATURE_H
#define SQLITE_FEATURE_H

#include <kumiki.h>

/* Counts n by "inc", presents a sheet by "open", and runs an effect while there is a job, by "work". */
kmk_reducer *feature(void);
json_t *first_state(void);

#endif

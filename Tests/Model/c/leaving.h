/* The data that one process leaves to the next, which continues the case. */
#ifndef KUMIKI_MODEL_LEAVING_H
#define KUMIKI_MODEL_LEAVING_H

#include <kumiki.h>

/* A new object: {"snapshot": TEXT, "feature": R, "now": NS, "shared": {NAME: VALUE, ...},
 * "ids": [ID or null, ...]}. NULL if there is no store. */
json_t *leaving(void);

/* The store that continues from that data. The case has its loop and its reducer. */
kmk_store *leaving_resumed(const json_t *left, kmk_error *error);

#endif

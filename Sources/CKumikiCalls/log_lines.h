/** The lines of a log, without the secrets of those who record (docs/replay.md). */
#ifndef KUMIKI_LOG_LINES_H
#define KUMIKI_LOG_LINES_H

#include "kumiki.h"

#include <stdint.h>

/** What the log was made with. New; NULL: no memory. */
json_t *kumiki_log_header(char *const *secrets, json_t *shape);

/** A checkpoint: a snapshot's state and what is beside it, with the position of the trace and the log's hash. Owns: beside
 * and state stolen, result new. NULL: no memory. */
json_t *kumiki_log_checkpoint(char *const *secrets, json_t *beside, json_t *state, uint64_t step,
                              uint64_t clock, uint64_t hash);

/** The store's state as the log may have it, as a member "state". New; NULL: no memory. */
json_t *kumiki_log_state(char *const *secrets, kmk_store *store);

/** A step as the log may have it. Where there are secrets, its hash is of what stands there, and goes on from `hash`: one of
 * the whole patch would tell a short secret to anyone who tries all. New; NULL: no memory. */
json_t *kumiki_log_step(char *const *secrets, kmk_store *store, const json_t *step, uint64_t *hash);

#endif
